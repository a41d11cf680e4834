"""Runs what a report says about loading the rows, and compares its tables of main effects with pandas."""

import subprocess
import sys
from html.parser import HTMLParser

import pandas as pd

from report import Report
from tool import Results, Tool

STUDY = """
study: page
model: health
fixed: {rng: pcg64}
axes:
  - interval_s: [2, 5, 10]
  - threshold: [1, 2, 3]
  - seed: {base: 41129, count: 20}
output: {formats: [FORMAT], preview: [detection_s, false_evictions]}
"""
RUN_SQL = "import duckdb, sys; duckdb.sql(sys.stdin.read()).show(max_width=120)"


class Page(HTMLParser):
    """The headings of the section that loads rows with the text below each, and the tables by the caption of their figure."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.section = self.heading = self.caption = ""
        self.reading = ""  # the element whose text is gathered
        self.text = ""
        self.snippets: dict[str, str] = {}
        self.tables: dict[str, list[list[str]]] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self.section = dict(attrs).get("id") or ""
        if tag == "figure":
            self.caption = ""
        if tag == "tr" and self.caption:
            self.tables.setdefault(self.caption, []).append([])
        if tag in ("h3", "pre", "figcaption", "td"):
            self.reading, self.text = tag, ""

    def handle_data(self, data: str) -> None:
        if self.reading:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "figure":
            self.caption = ""
        if tag != self.reading:
            return
        self.reading = ""
        if tag == "h3":
            self.heading = self.text
        elif tag == "figcaption":
            self.caption = self.text
        elif tag == "td" and self.caption:
            self.tables[self.caption][-1].append(self.text)
        elif tag == "pre" and self.section == "load":
            self.snippets[self.heading] = self.text


def check(report: Report, tool: Tool) -> None:
    parquet = tool.run("page", STUDY.replace("FORMAT", "parquet"))
    frame = pd.read_parquet(parquet.folder / "parquet")
    page = made(tool, parquet)
    report.check("a report of Parquet files tells pandas and DuckDB", missing(page, "pandas", "DuckDB"))
    for name in ("pandas", "DuckDB"):
        report.check(f"a report's lines for {name} give the means", printed(page.snippets[name], name, frame))
    report.check("a report's main effects are the means of pandas", effects(page, frame))

    arrow = tool.run("page-arrow", STUDY.replace("FORMAT", "arrow"))
    page = made(tool, arrow)
    name = "pandas, by pyarrow"
    report.check("a report of Arrow files tells pyarrow", missing(page, name))
    report.check("a report's lines for pyarrow give the means", printed(page.snippets[name], name, frame))


def made(tool: Tool, results: Results) -> Page:
    done = subprocess.run([tool.binary, "report", results.folder, "-o", "-"], capture_output=True, text=True, check=True)
    return Page(done.stdout)


def missing(page: Page, *names: str) -> list[str]:
    return [f"no lines for {name}: there are {list(page.snippets)}" for name in names if name not in page.snippets]


def printed(snippet: str, name: str, frame: pd.DataFrame) -> list[str]:
    """What is wrong with what a snippet prints: it must have the mean of its metric at every value of its parameter."""
    command = [sys.executable, "-c", RUN_SQL if name == "DuckDB" else snippet]
    done = subprocess.run(command, input=snippet, capture_output=True, text=True)
    if done.returncode:
        return [f"exit code {done.returncode}", *done.stderr.strip().splitlines()[-2:]]
    by = next(p for p in ("interval_s", "threshold") if p in snippet)
    means = frame.groupby(by)["detection_s"].mean()
    return [f"no {mean:.4g} for {by} {value} in {done.stdout}" for value, mean in means.items() if f"{mean:.5g}"[:5] not in done.stdout]


def effects(page: Page, frame: pd.DataFrame) -> list[str]:
    """Compares the tables behind the pictures, as far as they give digits."""
    wrong, tables = [], 0
    for metric, unit in (("detection_s", " [s]"), ("false_evictions", "")):
        for by, title in (("interval_s", "interval_s [s]"), ("threshold", "threshold")):
            rows = [row for row in page.tables.get(f"{metric}{unit} by {title}", []) if row]
            tables += bool(rows)
            means = frame.groupby(by)[metric].mean()
            for value, mean, *_ in rows:
                want, got = means[int(value)], float(mean.replace(",", ""))
                if abs(got - want) > 6e-4 * abs(want):
                    wrong.append(f"{metric} at {by} {value}: {got}, pandas has {want}")
    return wrong or ([] if tables >= 3 else [f"only {tables} tables found among {list(page.tables)}"])
