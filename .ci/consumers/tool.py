"""Runs studies through the real binary."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

DONE, FAILED_CELLS = 0, 3  # exit codes


@dataclass
class Results:
    """A results directory of the tool."""

    folder: Path

    def files(self, form: str) -> list[Path]:
        return sorted((self.folder / form).glob(f"part-*.{form}"))

    def manifest(self) -> dict:
        return json.loads((self.folder / "manifest.json").read_text())


class Tool:
    def __init__(self, binary: Path, work: Path) -> None:
        self.binary = binary
        self.work = work
        work.mkdir(parents=True, exist_ok=True)

    def run(self, name: str, study: str, *, points: str = "", code: int = DONE) -> Results:
        """Writes the study (and its points file) and runs it; any other exit code is an error."""
        if points:
            (self.work / f"{name}.csv").write_text(points)
        path = self.work / f"{name}.yaml"
        path.write_text(study)
        folder = self.work / name
        done = subprocess.run(
            [self.binary, "run", path, "-o", folder, "--quiet"], capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        if done.returncode != code:
            raise RuntimeError(f"study {name} ended with exit code {done.returncode}, expected {code}: {done.stderr.strip()}")
        return Results(folder)
