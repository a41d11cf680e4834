"""What files say about themselves, as each library that can read it reads it."""

import hashlib

import duckdb
import pandas
import pyarrow.ipc
import pyarrow.parquet

import schema
from tool import Results

FIELD_KEYS = ("unit", "role", "doc")
READERS = {"parquet": pandas.read_parquet, "arrow": pandas.read_feather}


def schemas(results: Results, form: str) -> list[pyarrow.Schema]:
    """The Arrow schema of every file."""
    if form == "parquet":
        return [pyarrow.parquet.read_schema(file) for file in results.files(form)]
    return [pyarrow.ipc.open_file(file).schema for file in results.files(form)]


def file_pairs(results: Results, form: str) -> list[dict[str, str]]:
    """The key-value metadata of every file."""
    return [decoded(s.metadata) for s in schemas(results, form)]


def duckdb_pairs(results: Results) -> list[dict[str, str]]:
    """The same of the Parquet files, by another implementation. Arrow's own entry is not one of ours."""
    found = []
    for file in results.files("parquet"):
        rows = duckdb.execute("SELECT key, value FROM parquet_kv_metadata(?)", [str(file)]).fetchall()
        found.append({key.decode(): value.decode() for key, value in rows if key != b"ARROW:schema"})
    return found


def fields(results: Results, form: str) -> list[dict[str, dict[str, str]]]:
    """Unit, role and doc of every field of every file."""
    return [
        {f.name: {k: v for k, v in decoded(f.metadata).items() if k in FIELD_KEYS} for f in s}
        for s in schemas(results, form)
    ]


def dictionaries(results: Results, form: str) -> list[dict[str, list[str]]]:
    """The words of every column of words, of every file, in the order in which pandas lists them as categories."""
    return [
        {name: column.cat.categories.tolist() for name, column in table.items() if column.dtype == "category"}
        for table in (READERS[form](file) for file in results.files(form))
    ]


def decoded(pairs: dict[bytes, bytes] | None) -> dict[str, str]:
    return {key.decode(): value.decode() for key, value in (pairs or {}).items()}


def field_differences(described: dict[str, dict[str, str]]) -> list[str]:
    """Every field must say what it means and what it is to the study, and its unit where its name ends in one."""
    found = []
    for name, says in described.items():
        if not says.get("doc"):
            found.append(f"{name} has no doc")
        if says.get("role") not in {"cell", "parameter", "metric", "status"}:
            found.append(f"{name} has role {says.get('role')!r}")
        if name.endswith("_s") and says.get("unit") != "s":
            found.append(f"{name} has unit {says.get('unit')!r}, expected 's'")
    return found


def type_differences(types: dict[str, str], names: dict[schema.Kind, str], roles: dict[str, str]) -> list[str]:
    """Holds a library's types to the kinds of the columns."""
    found = []
    for name, got in types.items():
        want = names[schema.kind(name, roles[name])]
        if got != want:
            found.append(f"{name} is {got}, expected {want}")
    return found


def hash_differences(results: Results, form: str) -> list[str]:
    """Holds the files to the names, sizes and hashes of the manifest: none missing, none beyond it."""
    listed = {
        f"part-{part['part']:06}.{form}": (part["files"][form]["bytes"], part["files"][form]["sha256"])
        for part in results.manifest()["parts"]
    }
    there = {}
    for file in results.files(form):
        data = file.read_bytes()
        there[file.name] = (len(data), hashlib.sha256(data).hexdigest())
    return [] if there == listed else [f"files {there}, the manifest says {listed}"]
