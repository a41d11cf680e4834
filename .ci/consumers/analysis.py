"""Checks what the tool says of its results against pandas, SciPy and SALib, which work it out from the same files."""

import itertools
import json
import subprocess

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
from SALib.analyze import morris, rbd_fast, sobol
from scipy import stats

from report import Report
from tool import Results, Tool

GRID = """
study: analysed
model: health
fixed: {rng: pcg64}
axes:
  - interval_s: [2, 5, 10]
  - threshold: [1, 2, 3, 60]
  - {seed: {base: 41129, count: 30}}
output: {part_cells: 50}
"""
DESIGN = """
study: METHOD
model: health
fixed: {rng: pcg64}
design: {method: METHOD, points: POINTS, seed: 7}
axes:
  - interval_s: {from: 1, to: 30}
  - threshold: {from: 1, to: 5}
  - false_failure_probability: {from: 0.001, to: 0.1, scale: log}
  - seed: {base: 1, count: 3}
output: {part_cells: 100}
"""
PARAMETERS = ["interval_s", "threshold", "false_failure_probability"]
BASE_POINTS, TRAJECTORIES, POINTS, SEEDS = 128, 40, 512, 3
COSINES = 10  # of a factor, for 512 points; it would grow for metrics that are rougher than these
METRICS = ["detection_s", "false_evictions", "lost_capacity_s"]


def check(report: Report, tool: Tool) -> None:
    grid = tool.run("analysed", GRID)
    frame = pq.read_table(grid.folder / "parquet").to_pandas()
    summaries(report, tool, grid, frame)
    comparison(report, tool, grid, frame)
    shares(report, tool, grid, frame)
    front(report, tool, grid, frame)
    saltelli(report, tool)
    elementary_effects(report, tool)
    for method in ["random", "latin-hypercube", "sobol"]:
        given_points(report, tool, method)


def answer(tool: Tool, verb: str, results: Results, *options: str) -> list[dict]:
    """The rows that a verb prints as JSON."""
    command = [tool.binary, verb, results.folder, *options, "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def different(what: str, got: float | None, want: float | None, tolerance: float = 1e-9) -> list[str]:
    if want is None or pd.isna(want):
        return [] if got is None else [f"{what} is {got}, expected none"]
    if got is not None and abs(got - want) <= tolerance * max(1, abs(want)):
        return []
    return [f"{what} is {got}, expected {want}"]


def moments(what: str, row: dict, values: pd.Series, seeds: pd.Series, differences: bool = False) -> list[str]:
    """The statistics of a group: every seed has either one value for each cell or, like the metric, none."""
    values = values.dropna().astype(float)
    found = different(f"{what}: mean", row["mean"], values.mean() if len(values) else None)
    found += different(f"{what}: sd", row["sd"], values.std() if len(values) > 1 else None)
    ordered = values.sort_values().to_list()
    for name, percent in {"min": 0, "p05": 5, "p50": 50, "p95": 95, "max": 100}.items():
        nearest = max(0, -(-percent * len(ordered) // 100) - 1)
        found += different(f"{what}: {name}", row[name], ordered[nearest] if ordered else None)
    low, high, method = interval(values, seeds.loc[values.index], differences)
    found += different(f"{what}: low", row["low"], low) + different(f"{what}: high", row["high"], high)
    return found + ([] if row["interval"] == method else [f"{what}: interval by {row['interval']}, expected {method}"])


def interval(values: pd.Series, seeds: pd.Series, differences: bool) -> tuple[float | None, float | None, str]:
    """That of the mean over seeds, and the method: Student's t, or Fay and Feuer's where t is below zero without need or events are few."""
    by_seed = values.groupby(seeds)
    means = by_seed.mean()
    if len(means) < 2:
        return None, None, "few seeds"
    mean, error = means.mean(), means.std() / len(means) ** 0.5
    if error <= 1e-12 * values.abs().max():
        return None, None, "agreement"
    reach = stats.t.ppf(0.975, len(means) - 1) * error
    few = len(means) >= 30 and mean**2 < 20 * error**2
    if differences or values.min() < 0 or (mean >= reach and not few):
        return mean - reach, mean + reach, "t"

    def quantile(share: float, mean: float, variance: float) -> float:
        return stats.gamma.ppf(share, mean**2 / variance, scale=variance / mean)

    weight = by_seed.sum().max() / len(values)
    return quantile(0.025, mean, error**2), quantile(0.975, mean + weight, error**2 + weight**2), "gamma"


def summaries(report: Report, tool: Tool, grid: Results, frame: pd.DataFrame) -> None:
    keys = ["threshold", "interval_s"]
    found = []
    rows = answer(tool, "summarize", grid, "--by", ",".join(keys), "--metric", ",".join(METRICS))
    for row in rows:
        group = frame[(frame[keys] == [row[key] for key in keys]).all(axis=1)]
        metric = row["metric"]
        what = f"{metric} at {[row[key] for key in keys]}"
        found += moments(what, row, group[metric], group["seed"])
        found += different(f"{what}: count", row["count"], group[metric].count())
        found += different(f"{what}: nulls", row["nulls"], group[metric].isna().sum())
    if len(rows) != 12 * len(METRICS):
        found.append(f"{len(rows)} rows, expected {12 * len(METRICS)}")
    report.check(f"summarize: {len(rows)} rows as pandas and SciPy find them", found)


def comparison(report: Report, tool: Tool, grid: Results, frame: pd.DataFrame) -> None:
    found = []
    rows = answer(tool, "summarize", grid, "--by", "interval_s", "--compare", "threshold=2,3", "--metric", ",".join(METRICS))
    for row in rows:
        metric = row["metric"]
        group = frame[frame["interval_s"] == row["interval_s"]]
        sides = group.pivot(index="seed", columns="threshold", values=metric).astype(float)
        differences = (sides[3] - sides[2]).reset_index(drop=False)
        what = f"{metric} at {row['interval_s']}"
        found += moments(what, row, differences[0], differences["seed"], differences=True)
        found += different(f"{what}: mean_a", row["mean_a"], sides[2].mean())
        found += different(f"{what}: mean_b", row["mean_b"], sides[3].mean())
        found += different(f"{what}: pairs", row["pairs"], len(differences))
    report.check(f"summarize --compare: {len(rows)} rows as pandas finds them", found)


def shares(report: Report, tool: Tool, grid: Results, frame: pd.DataFrame) -> None:
    """Variance decomposition by group means, the uncomplicated way."""
    metric, factors = "lost_capacity_s", ["interval_s", "threshold"]
    y = frame[metric].astype(float)
    variance = y.var(ddof=0)
    cells = y.groupby([frame[name] for name in factors]).mean()
    found = []
    rows = {row["parameter"] or row["kind"]: row for row in answer(tool, "sensitivity", grid, "--metric", metric)}
    known = 0
    for name, other in itertools.permutations(factors):
        first = y.groupby(frame[name]).mean().var(ddof=0) / variance
        total = cells.groupby(level=other).var(ddof=0).mean() / variance
        known += first
        found += different(f"{name}: first", rows[name]["first"], first)
        found += different(f"{name}: total", rows[name]["total"], total)
    noise = y.groupby([frame[name] for name in factors]).var(ddof=0).mean() / variance
    found += different("noise", rows["seed"]["first"], noise)
    found += different("interactions", rows["interactions"]["first"], 1 - known - noise)
    report.check("sensitivity: indices on a grid as pandas finds them", found)


def front(report: Report, tool: Tool, grid: Results, frame: pd.DataFrame) -> None:
    metrics = ["detection_s", "lost_capacity_s", "checks_per_min"]
    values = frame.dropna(subset=metrics)[["cell", *metrics]].astype(float).to_numpy()
    best = set()
    for row in values:
        no_worse = (values[:, 1:] <= row[1:]).all(axis=1) & (values[:, 1:] < row[1:]).any(axis=1)
        if not no_worse.any():
            best.add(tuple(row[1:]))
    rows = answer(tool, "pareto", grid, *[f"--min={name}" for name in metrics])
    got = {tuple(float(row[name]) for name in metrics) for row in rows}
    report.check(f"pareto: the {len(best)} points that no other beats", [] if got == best else [f"{got}, expected {best}"])


def points(results: Results, metric: str) -> pd.DataFrame:
    """The parameters, the mean of a metric over seeds and its variance among them, at each point of a design."""
    frame = pq.read_table(results.folder / "parquet").to_pandas()
    frame[metric] = frame[metric].astype(float)
    by_point = frame.groupby(frame["cell"] // SEEDS)
    return by_point[[*PARAMETERS, metric]].mean().assign(within=by_point[metric].var(ddof=0))


def estimates(tool: Tool, results: Results, metric: str) -> dict[str, dict]:
    """What sensitivity says of each parameter, the interactions and the noise."""
    return {row["parameter"] or row["kind"]: row for row in answer(tool, "sensitivity", results, "--metric", metric)}


def run_design(tool: Tool, method: str, count: int) -> Results:
    return tool.run(method, DESIGN.replace("METHOD", method).replace("POINTS", str(count)))


def problem() -> dict:
    return {"num_vars": len(PARAMETERS), "names": PARAMETERS, "bounds": [[0, 1]] * len(PARAMETERS)}


def saltelli(report: Report, tool: Tool) -> None:
    """SALib's indices are of the means at the points, ours of the variance over rows: seeds are a part of it."""
    results = run_design(tool, "saltelli", BASE_POINTS)
    for metric in ["false_evictions", "lost_capacity_s"]:
        frame = points(results, metric)
        want = sobol.analyze(problem(), frame[metric].to_numpy(), calc_second_order=False, seed=1)
        independent = frame.iloc[[i for i in range(len(frame)) if i % (len(PARAMETERS) + 2) in (0, len(PARAMETERS) + 1)]]
        within, between = independent["within"].mean(), independent[metric].var(ddof=0)
        share = between / (between + within)
        rows = estimates(tool, results, metric)
        found = different("noise", rows["noise"]["first"], 1 - share)
        found += different("interactions", rows["interactions"]["first"], share - sum(want["S1"]) * share)
        for i, name in enumerate(PARAMETERS):
            found += different(f"{name}: first", rows[name]["first"], want["S1"][i] * share)
            found += different(f"{name}: total", rows[name]["total"], want["ST"][i] * share)
            if metric == "false_evictions":
                found += width(f"{name}: first", rows[name], "first", want["S1_conf"][i])
                found += width(f"{name}: total", rows[name], "total", want["ST_conf"][i])
        report.check(f"sensitivity: Saltelli's design, {metric} as SALib finds it", found)


def width(what: str, row: dict, name: str, confidence: float) -> list[str]:
    """Both intervals are drawn by chance, and SALib's is symmetric, so they agree only roughly, and only without long tails."""
    got = (row[f"{name}_high"] - row[f"{name}_low"]) / 2
    if confidence == 0 or 0.7 < got / confidence < 1.4:
        return []
    return [f"{what}: half the interval is {got}, expected about {confidence}"]


def elementary_effects(report: Report, tool: Tool) -> None:
    results = run_design(tool, "morris", TRAJECTORIES)
    for metric in ["false_evictions", "lost_capacity_s"]:
        frame = points(results, metric)
        x, y = frame[PARAMETERS].to_numpy(), frame[metric].to_numpy()
        want = morris.analyze(problem(), x, y, num_levels=4, seed=1)
        rows = estimates(tool, results, metric)
        found = []
        for i, name in enumerate(PARAMETERS):
            for ours, theirs in {"mu_star": "mu_star", "mu": "mu", "sigma": "sigma"}.items():
                found += different(f"{name}: {ours}", rows[name][ours], float(want[theirs][i]))
        report.check(f"sensitivity: Morris's design, {metric} as SALib finds it", found)


def cosines(values: pd.Series) -> np.ndarray:
    """cos(k pi u) with u the place of a value in the order of all, in the middle of those that are equal."""
    place = (values.rank(method="average").to_numpy() - 0.5) / len(values)
    return np.cos(np.pi * np.outer(place, np.arange(1, min(COSINES, values.nunique() - 1) + 1)))


def given_points(report: Report, tool: Tool, method: str) -> None:
    """The additive model by numpy's least squares, to the digit; and RBD-FAST of SALib, which looks at one factor at a time and
    takes its order within equal values from the rows, so that it agrees only roughly."""
    results = run_design(tool, method, POINTS)
    for metric in ["false_evictions", "lost_capacity_s"]:
        frame = points(results, metric)
        y = frame[metric].to_numpy()
        parts = [cosines(frame[name]) for name in PARAMETERS]
        parts = [part - part.mean(axis=0) for part in parts]
        columns = np.hstack(parts)
        fit = np.linalg.lstsq(columns, y - y.mean())[0]
        rest = np.sum((y - y.mean() - columns @ fit) ** 2) / (POINTS - 1 - columns.shape[1])
        inverse = np.linalg.inv(columns.T @ columns)
        within = frame["within"].mean()
        variance = y.var() + within
        roughly = rbd_fast.analyze(problem(), frame[PARAMETERS].to_numpy(dtype=float), y, M=COSINES, num_resamples=2, seed=1)["S1"]
        rows = estimates(tool, results, metric)
        found, known, at = different("noise", rows["noise"]["first"], within / variance), within / variance, 0
        for name, part, rough in zip(PARAMETERS, parts, roughly):
            own = slice(at, at := at + part.shape[1])
            chance = rest * np.trace(part.T @ part @ inverse[own, own])
            first = (np.sum((part @ fit[own]) ** 2) - chance) / POINTS / variance
            known += first
            row = rows[name]
            found += different(f"{name}: first", row["first"], first)
            found += different(f"{name}: first by RBD-FAST", row["first"], rough * (1 - within / variance), 0.08)
            if not row["first_low"] <= row["first"] <= row["first_high"] or row["blocks"] != POINTS:
                found.append(f"{name}: {row['first']} from {row['first_low']} to {row['first_high']}, {row['blocks']} points")
        found += different("interactions", rows["interactions"]["first"], 1 - known)
        report.check(f"sensitivity: design {method}, {metric} as numpy finds it, and roughly as SALib", found)
