"""Counts and prints what was checked."""

import contextlib
import traceback
from collections.abc import Iterator

SHOWN = 5  # differences printed of one failed check


class Report:
    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def check(self, what: str, differences: list[str]) -> None:
        """Records one check: it passed if it found no differences."""
        if not differences:
            self.passed += 1
            print(f"  ok    {what}", flush=True)
            return
        self.failed += 1
        print(f"  FAIL  {what}", flush=True)
        for line in differences[:SHOWN]:
            print(f"          {line}")
        if len(differences) > SHOWN:
            print(f"          and {len(differences) - SHOWN} more", flush=True)

    @contextlib.contextmanager
    def section(self, title: str) -> Iterator[None]:
        """Groups checks. An exception inside counts as one failed check and does not hide the sections after it."""
        print(title, flush=True)
        try:
            yield
        except Exception:
            self.check("ran to its end", traceback.format_exc().splitlines()[-SHOWN:])

    def close(self) -> int:
        """Prints the closing line and returns the exit code. No check at all is a failure."""
        print(f"\n{self.passed} passed, {self.failed} failed")
        return 0 if self.passed and not self.failed else 1
