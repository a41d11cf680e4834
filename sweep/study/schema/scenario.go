package schema

import (
	"reflect"
	"strings"
)

// ofType is the schema of a scenario's Go type: structs with json tags, slices, maps with string keys, text, numbers and
// truth values, as models.Model allows them.
func ofType(t reflect.Type) node {
	switch t.Kind() {
	case reflect.Pointer:
		return ofType(t.Elem())
	case reflect.Struct:
		return ofStruct(t)
	case reflect.Slice:
		return node{"type": "array", "items": ofType(t.Elem())}
	case reflect.Map:
		return node{"type": "object", "additionalProperties": ofType(t.Elem())}
	case reflect.Bool:
		return node{"type": "boolean"}
	case reflect.String:
		return text()
	case reflect.Float64:
		return node{"type": "number"}
	}
	return node{"type": "integer"}
}

// ofStruct takes keys without omitempty for required ones.
func ofStruct(t reflect.Type) node {
	properties := node{}
	var required []any
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		properties[name] = ofType(t.Field(i).Type)
		if !strings.Contains(options, "omitempty") {
			required = append(required, name)
		}
	}
	return object(properties, required...)
}
