// Package chart draws small charts as SVG: lines and dots with their spread, heat maps, bars, and trade-offs.
//
// A chart is a struct that says what to draw; its Picture method places marks (shapes and words) on a canvas of a few hundred
// units, and the page renders them. Marks bear classes instead of colours, so that the page's style sheet decides how they look
// in light, in dark and in print; only the colours of heat maps are in the picture. The same chart gives the same bytes.
//
// Canvases are Width wide, about that of a phone, so that words stay readable without scaling. How long words are is not
// known before they are shown: fonts differ. Labels are placed for a wide font (CharWidth) and left out where the next would touch.
package chart
