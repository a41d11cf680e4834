"""Runs the Python, SQL and JavaScript that documents show, and compares what they print with what is shown.

A fenced block of one of these languages is an example; the block of text right after it is its output. All examples of a document
share a folder in which the ready studies that it names were run, into results/NAME as the program does by itself.
"""

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from report import Report

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RESULTS = re.compile(r"results/([\w.-]+?)(?=[/'\"\s])")
LANGUAGES = ("python", "sql", "javascript")
RUN_SQL = "import duckdb, sys; duckdb.sql(sys.stdin.read()).show(max_width=120)"


@dataclass
class Example:
    language: str
    line: int
    code: str
    output: str | None = None  # None: the document shows none
    span: tuple[int, int] = (0, 0)  # of the output in the document


@dataclass
class Document:
    path: Path
    examples: list[Example] = field(default_factory=list)

    def studies(self) -> list[str]:
        """The ready studies whose results the examples read."""
        return sorted({name for example in self.examples for name in RESULTS.findall(example.code)})


def find(root: Path) -> list[Document]:
    """All documents with examples. The README must be among them."""
    paths = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    found = [document for document in map(read, paths) if document.examples]
    if not found or found[0].path.name != "README.md":
        raise LookupError("README.md shows no example of Python, SQL or JavaScript")
    return found


def read(path: Path) -> Document:
    text = path.read_text()
    document = Document(path)
    waiting, end = None, -1
    for block in BLOCK.finditer(text):
        language, body = block.groups()
        if language in LANGUAGES:
            waiting = Example(language, text.count("\n", 0, block.start()) + 1, body)
            document.examples.append(waiting)
        elif language == "text" and waiting and not text[end : block.start()].strip():
            waiting.output, waiting.span = body, block.span(2)
            waiting = None
        else:
            waiting = None
        end = block.end()
    return document


def check(report: Report, document: Document, arguments: argparse.Namespace) -> None:
    folder = arguments.work / "documents" / document.path.stem
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "node_modules").symlink_to(arguments.modules.resolve())
    for study in document.studies():
        config = arguments.root / "configs" / f"{study}.yaml"
        subprocess.run([arguments.tarama.resolve(), "run", config, "--quiet"], cwd=folder, check=True)
    for example in document.examples:
        printed, problem = run(example, folder)
        if arguments.update and not problem and example.output is not None:
            example.output = "\n".join([*printed, ""])
        what = f"line {example.line}: {example.language} prints what is shown"
        report.check(what, problem or differences(example, printed))
    if arguments.update:
        rewrite(document)


def rewrite(document: Document) -> None:
    """Writes the outputs of the examples into the document: the last one first, so that spans before it stay right."""
    text = document.path.read_text()
    for example in reversed(document.examples):
        if example.output is not None:
            begin, end = example.span
            text = text[:begin] + example.output + text[end:]
    document.path.write_text(text)


def run(example: Example, folder: Path) -> tuple[list[str], list[str]]:
    """Returns what the example prints and, if it ends with an error, the end of its message."""
    command, text = [sys.executable, "-c", example.code], ""
    match example.language:
        case "sql":
            command, text = [sys.executable, "-c", RUN_SQL], example.code
        case "javascript":
            (folder / "example.mjs").write_text(example.code)  # a file, so that imports are looked up from here
            command = ["node", "example.mjs"]
    done = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True)
    if done.returncode:
        return [], done.stderr.strip().splitlines()[-3:] or [f"ended with exit code {done.returncode}"]
    return lines(done.stdout), []


def differences(example: Example, printed: list[str]) -> list[str]:
    if example.output is None:
        return []
    want = lines(example.output)
    return [] if printed == want else ["printed:", *printed, "shown:", *want]


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]
