// Package json stands in for github.com/goccy/go-json and is the standard library's encoding/json under its name.
//
// The Arrow library turns arrays into JSON and back, which no file of ours needs but the linker cannot know: array types have
// the methods that encoding/json asks for. The module that it does so with is a second, faster JSON of 2.2 MB, made of
// interpreters and unsafe memory. Arrow itself uses encoding/json where that one does not compile; these are the same names.
package json

import (
	"encoding/json"
	"io"
)

type (
	// Decoder reads values from a stream.
	Decoder = json.Decoder
	// Encoder writes values to a stream.
	Encoder = json.Encoder
	// Marshaler turns itself into JSON.
	Marshaler = json.Marshaler
	// Unmarshaler reads itself from JSON.
	Unmarshaler = json.Unmarshaler
	// UnmarshalTypeError is a value that a type cannot hold.
	UnmarshalTypeError = json.UnmarshalTypeError
	// Delim is a bracket.
	Delim = json.Delim
	// Number is a number as it is written.
	Number = json.Number
	// RawMessage is JSON that stays as it is.
	RawMessage = json.RawMessage
)

// Marshal is json.Marshal.
func Marshal(v any) ([]byte, error) { return json.Marshal(v) }

// Unmarshal is json.Unmarshal.
func Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }

// NewDecoder is json.NewDecoder.
func NewDecoder(r io.Reader) *Decoder { return json.NewDecoder(r) }

// NewEncoder is json.NewEncoder.
func NewEncoder(w io.Writer) *Encoder { return json.NewEncoder(w) }
