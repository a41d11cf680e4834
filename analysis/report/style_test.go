package report

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"tarama/analysis/report/chart"
)

// deficiencies simulate what people without one of the three kinds of cones see of linear red, green and blue (Machado, Oliveira
// and Fernandes, "A physiologically-based model for simulation of color vision deficiency", 2009, severity 1.0).
var deficiencies = map[string][3][3]float64{
	"full sight":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

type rgb [3]float64

func parse(t *testing.T, hex string) rgb {
	t.Helper()
	if len(hex) == 4 {
		hex = "#" + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:3], 2) + strings.Repeat(hex[3:4], 2)
	}
	var r, g, b int
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &r, &g, &b); err != nil {
		t.Fatalf("%q: %v", hex, err)
	}
	return rgb{linear(r), linear(g), linear(b)}
}

func linear(c int) float64 {
	x := float64(c) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

func (c rgb) seen(m [3][3]float64) rgb {
	var s rgb
	for i := range s {
		for k := range c {
			s[i] += m[i][k] * c[k]
		}
		s[i] = min(max(s[i], 0), 1)
	}
	return s
}

// lab is CIE L*a*b*, in which distances are about as large as they look.
func (c rgb) lab() [3]float64 {
	f := func(x float64) float64 {
		if x > 0.008856 {
			return math.Cbrt(x)
		}
		return 7.787*x + 16.0/116
	}
	x := f((0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.9505)
	y := f(0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2])
	z := f((0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func (c rgb) luminance() float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

func distance(a, b rgb) float64 {
	p, q := a.lab(), b.lab()
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

func contrast(a, b rgb) float64 {
	x, y := max(a.luminance(), b.luminance()), min(a.luminance(), b.luminance())
	return (x + 0.05) / (y + 0.05)
}

// schemes are the variables of the style sheet in light and in dark.
func schemes() map[string]map[string]string {
	all := map[string]map[string]string{}
	light := map[string]string{}
	for i, block := range regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(styleText, 2) {
		scheme := map[string]string{}
		if i == 0 {
			scheme = light
		}
		for name, value := range light {
			scheme[name] = value
		}
		for _, v := range regexp.MustCompile(`--([a-z0-9]+): (#[0-9a-f]+)`).FindAllStringSubmatch(block[1], -1) {
			scheme[v[1]] = v[2]
		}
		all[[]string{"light", "dark"}[i]] = scheme
	}
	return all
}

// The parts of a bar stand side by side: no two of them may look the same to anybody.
func TestPartsCanBeToldApart(t *testing.T) {
	parts := []string{"p0", "p1", "p2", "p3", "p4", "p5", "rest", "chance"}
	for name, scheme := range schemes() {
		for who, matrix := range deficiencies {
			for i, a := range parts {
				for _, b := range parts[:i] {
					d := distance(parse(t, scheme[a]).seen(matrix), parse(t, scheme[b]).seen(matrix))
					if d < 10 {
						t.Errorf("%s, %s: %s and %s are %.1f apart", name, who, a, b, d)
					}
				}
			}
		}
	}
}

// The contrast that WCAG 2.2 asks of words (4.5) and of shapes that carry meaning (3).
func TestContrast(t *testing.T) {
	all := schemes()
	if len(all) != 2 {
		t.Fatalf("%d schemes", len(all))
	}
	for name, scheme := range all {
		for _, test := range []struct {
			front, back string
			least       float64
		}{
			{"ink", "paper", 7}, {"faint", "paper", 4.5}, {"ink", "panel", 7}, {"main", "paper", 4.5}, {"second", "paper", 3},
		} {
			if got := contrast(parse(t, scheme[test.front]), parse(t, scheme[test.back])); got < test.least {
				t.Errorf("%s: %s on %s has a contrast of %.1f, want %.1f", name, test.front, test.back, got, test.least)
			}
		}
	}
}

// What is dark on a white page is bright on a black one: words that name brightness are wrong in one of them.
func TestWordsHoldInLightAndInDark(t *testing.T) {
	_, body, _ := strings.Cut(write(t, 50, brewStudy(), brewOptions()), "<body>")
	if bad := regexp.MustCompile(`(?i)[^>]*\b(dark|darker|pale|paler|light|lighter|bright|brighter)\b[^<]*`).FindString(body); bad != "" {
		t.Errorf("the page names a brightness: %q", bad)
	}
	checkSays(t, body, "Strong band: 95 % confidence interval", "Faint band: the means", "Thick: the parameter alone", "Thin: with its interactions")
}

// Thick and thin are what the words say they are.
func TestBarsAreThickAndThin(t *testing.T) {
	picture := chart.Bars{Rows: []chart.Bar{{Label: "a", Alone: 0.3, Together: 0.6}}}.Picture()
	height := map[string]float64{}
	for _, m := range picture.Marks {
		height[m.Class] = max(height[m.Class], m.H)
	}
	if height["together"] <= 0 || height["alone"] <= height["together"] {
		t.Errorf("heights are %v", height)
	}
}
