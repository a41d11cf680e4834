package output

import (
	"errors"
	"io"
	"testing"
)

// flaky fails at its second write only.
type flaky struct{ writes int }

func (f *flaky) Write(p []byte) (int, error) {
	f.writes++
	if f.writes == 2 {
		return 1, errors.New("disk full")
	}
	return len(p), nil
}

func TestSinkRemembersItsFirstError(t *testing.T) {
	s := sink{w: new(flaky)}
	if n, err := s.Write([]byte("abc")); n != 3 || err != nil || s.Err() != nil {
		t.Fatalf("first write: %d, %v", n, err)
	}
	if n, err := s.Write([]byte("de")); n != 1 || err == nil {
		t.Fatalf("second write: %d, %v", n, err)
	}
	if n, err := s.Write([]byte("f")); n != 0 || err == nil || err != s.Err() {
		t.Errorf("a write after an error: %d, %v", n, err)
	}
	if at, err := s.Seek(0, io.SeekCurrent); at != 4 || s.Tell() != 4 || err != nil {
		t.Errorf("at %d, %d, %v", at, s.Tell(), err)
	}
	if _, err := s.Seek(1, io.SeekStart); err == nil {
		t.Error("went back in a file that is only appended to")
	}
}
