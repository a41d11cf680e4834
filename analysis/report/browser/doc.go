// Package browser looks at reports in a real browser. Its test has the build tag "browser", so that plain `go test ./...` needs
// nothing but Go; .ci/browser runs it, and installs Chromium where there is none:
//
//	go test -tags browser ./analysis/report/browser
//
// It makes reports of ready studies with the command and opens them in headless Chromium: in light and dark, at the width of a
// desk and of a phone, and for print. No page may ask for anything or complain, no two words of a picture may lie on each
// other or be cut off, nothing may have to be scrolled sideways, and words must stand out from the page. With -shots DIR it
// keeps pictures of what it saw, for people to look at. Without Chromium it fails; it never skips.
package browser
