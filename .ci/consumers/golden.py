"""The golden cells: parameters and the metrics that an independent program computed for them."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path

import schema
from frame import Frame

METRIC_MARK = "="  # begins the name of a column that holds an expected metric


@dataclass
class Cells:
    name: str  # of the file, without its ending
    model: str
    scenario: str  # the line of the study that gives the topology; empty for the default
    points: str  # the parameters as a points file
    parameters: Frame
    metrics: Frame

    def __len__(self) -> int:
        return self.parameters.rows()


def load_all(folder: Path) -> list[Cells]:
    files = sorted(folder.rglob("*.csv"))
    if not files:
        raise FileNotFoundError(f"no golden cells in {folder}")
    return [load(file) for file in files]


def load(path: Path) -> Cells:
    """Reads MODEL.csv, or TOPOLOGY.MODEL.csv with TOPOLOGY.json beside it."""
    with path.open(newline="") as file:
        header, *lines = csv.reader(file)
    topology, _, model = path.stem.rpartition(".")
    parameters = [i for i, name in enumerate(header) if not name.startswith(METRIC_MARK)]
    metrics = [i for i, name in enumerate(header) if name.startswith(METRIC_MARK)]
    return Cells(
        name=path.stem,
        model=model,
        scenario=scenario(path.with_name(topology + ".json")) if topology else "",
        points="".join(",".join(line[i] for i in parameters) + "\n" for line in [header, *lines]),
        parameters=frame(header, lines, parameters),
        metrics=frame(header, lines, metrics),
    )


def scenario(path: Path) -> str:
    """A topology as a line of YAML, of which JSON is a part."""
    return f"topology: {json.dumps(json.loads(path.read_text()))}\n"


def frame(header: list[str], lines: list[list[str]], positions: list[int]) -> Frame:
    names = {i: header[i].removeprefix(METRIC_MARK) for i in positions}
    return Frame({name: [schema.parse(name, line[i]) for line in lines] for i, name in names.items()})
