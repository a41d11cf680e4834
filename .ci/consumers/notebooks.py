"""Runs the notebooks of the documentation from top to bottom and compares what they print and draw with what is committed.

They run in a copy of their folder beside results/, as in a checkout where the studies were run. Pictures are compared by the
numbers in their description: how they are drawn may differ from machine to machine, what they show may not.
"""

import argparse
import difflib
import os
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import nbclient
import nbformat

from report import Report

STUDY = re.compile(r"tarama run (configs/[\w.-]+\.yaml)")
DESCRIPTION = "{http://purl.org/dc/elements/1.1/}description"
PICTURES = {"image/png", "image/svg+xml"}  # of a cell; not kept in notebooks
SECONDS = 120  # for a cell, the start of the kernel among it


def find(root: Path) -> list[Path]:
    found = sorted((root / "docs").rglob("*.ipynb"))
    if not found:
        raise LookupError("docs/ has no notebook")
    return found


def check(report: Report, paths: list[Path], arguments: argparse.Namespace) -> None:
    checkout = arguments.work / "notebooks"
    keep_settings_in(checkout / "settings")
    for folder in {path.parent for path in paths}:
        copy = checkout / folder.relative_to(arguments.root)
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("*.svg"))
        notebooks = [path for path in paths if path.parent == folder]
        run_studies(notebooks, checkout, arguments)
        for path in notebooks:
            report.check(f"{path.name}: prints what is shown", run(path, copy, arguments.update))
        for picture in sorted({file.name for where in (folder, copy) for file in where.glob("*.svg")}):
            if arguments.update:
                shutil.copy(copy / picture, folder)
            report.check(f"{picture}: shows the numbers of these results", picture_differences(folder / picture, copy / picture))


def keep_settings_in(folder: Path) -> None:
    """Libraries write settings and caches into the home of who runs them, unless told where."""
    for variable in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "MPLCONFIGDIR"):
        (folder / variable.lower()).mkdir(parents=True)
        os.environ[variable] = str(folder / variable.lower())


def run_studies(notebooks: list[Path], checkout: Path, arguments: argparse.Namespace) -> None:
    """Runs the studies that the notebooks tell their reader to run."""
    for study in sorted({study for path in notebooks for study in STUDY.findall(path.read_text())}):
        command = [arguments.tarama.resolve(), "run", arguments.root / study, "--quiet"]
        subprocess.run(command, cwd=checkout, check=True)


def run(path: Path, folder: Path, update: bool) -> list[str]:
    """Returns the cells whose outputs are not those in the file; with update, writes the outputs into it instead."""
    shown = nbformat.read(path, as_version=4)
    ran = nbformat.from_dict(shown)
    client = nbclient.NotebookClient(
        ran,
        timeout=SECONDS,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],  # it warns of each start that it listens on a port
        resources={"metadata": {"path": folder}},
        coalesce_streams=True,  # what is printed comes in pieces that depend on time
    )
    try:
        client.execute()
    except nbclient.exceptions.CellExecutionError as error:
        return [f"a cell ended with {error.ename}:", *error.evalue.splitlines()]
    for cell in ran.cells:
        cell.metadata.pop("execution", None)  # times
        cell.update({"outputs": [without_pictures(output) for output in cell.outputs]} if cell.cell_type == "code" else {})
    if update:
        nbformat.write(ran, path)
        return []
    found = []
    for number, (want, got) in enumerate(zip(shown.cells, ran.cells, strict=True), start=1):
        if want.get("outputs") != got.get("outputs"):
            found += [f"cell {number}, - shown, + printed:", *changes(texts(want), texts(got))]
    return found


def changes(want: list[str], got: list[str]) -> list[str]:
    return list(difflib.unified_diff(want, got, n=0, lineterm=""))[2:] or ["not the text, but its form"]


def without_pictures(output: nbformat.NotebookNode) -> nbformat.NotebookNode:
    if "data" in output:
        output.data = {kind: value for kind, value in output.data.items() if kind not in PICTURES}
    return output


def texts(cell: nbformat.NotebookNode) -> list[str]:
    outputs = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", [])]
    return "\n".join(outputs).splitlines()


def picture_differences(want: Path, got: Path) -> list[str]:
    for path, problem in ((want, "is not committed"), (got, "is drawn by no notebook")):
        if not path.exists():
            return [f"{path.name} {problem}"]
    if numbers(want) == numbers(got):
        return []
    return ["- committed, + drawn:", *changes(numbers(want), numbers(got))]


def numbers(picture: Path) -> list[str]:
    description = ElementTree.parse(picture).find(f".//{DESCRIPTION}")
    if description is None or not description.text:
        raise LookupError(f"{picture.name} does not describe what it shows")
    return description.text.split("\n")
