"""One reader per library: how its users open results, and the names that it has for each kind of column."""

import math
from abc import ABC, abstractmethod
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.dataset
import pyarrow.feather

from frame import Frame, Value
from schema import Kind
from tool import Results


class Library(ABC):
    """Opens a results directory in either format and tells the columns' types in the library's own words."""

    name: str
    types: dict[Kind, str]

    @abstractmethod
    def load(self, results: Results, form: str) -> tuple[Frame, dict[str, str]]:
        """Returns the values and, by column, the type."""


class Pandas(Library):
    name = "pandas"
    types = {
        Kind.INTEGER: "int64",
        Kind.NULLABLE_INTEGER: "Int64",
        Kind.REAL: "float64",
        Kind.WORD: "category",
        Kind.TEXT: "str",
    }

    def load(self, results, form):
        if form == "parquet":
            table = pandas.read_parquet(results.folder / form)
        else:
            table = pandas.concat([pandas.read_feather(file) for file in results.files(form)], ignore_index=True)
        types = {name: str(column.dtype) for name, column in table.items()}
        return Frame({name: [plain(v) for v in column.tolist()] for name, column in table.items()}), types


class PyArrow(Library):
    name = "pyarrow"
    types = {
        Kind.INTEGER: "int64",
        Kind.NULLABLE_INTEGER: "int64",
        Kind.REAL: "double",
        Kind.WORD: "dictionary<values=string, indices=int32, ordered=0>",
        Kind.TEXT: "string",
    }

    def load(self, results, form):
        table = arrow_dataset(results, form).to_table()
        types = {field.name: str(field.type) for field in table.schema}
        return Frame({name: table.column(name).to_pylist() for name in table.column_names}), types


class DuckDB(Library):
    name = "DuckDB"
    types = {
        Kind.INTEGER: "BIGINT",
        Kind.NULLABLE_INTEGER: "BIGINT",
        Kind.REAL: "DOUBLE",
        Kind.WORD: "VARCHAR",
        Kind.TEXT: "VARCHAR",
    }

    def load(self, results, form):
        with duckdb.connect() as connection:
            if form == "parquet":
                relation = connection.read_parquet(str(results.folder / form / "*.parquet"))
            else:
                relation = connection.from_arrow(arrow_dataset(results, form))
            names = relation.columns
            rows = relation.fetchall()
            types = {name: str(t) for name, t in zip(names, relation.types, strict=True)}
        return Frame({name: [row[i] for row in rows] for i, name in enumerate(names)}), types


class Polars(Library):
    name = "Polars"
    types = {
        Kind.INTEGER: "Int64",
        Kind.NULLABLE_INTEGER: "Int64",
        Kind.REAL: "Float64",
        Kind.WORD: "Categorical",
        Kind.TEXT: "String",
    }

    def load(self, results, form):
        read = {"parquet": polars.read_parquet, "arrow": polars.read_ipc}[form]
        table = read(results.folder / form / f"*.{form}")
        types = {name: str(t) for name, t in table.schema.items()}
        return Frame({column.name: column.to_list() for column in table}), types


def arrow_dataset(results: Results, form: str) -> pyarrow.dataset.Dataset:
    return pyarrow.dataset.dataset(results.folder / form, format=form)


def plain(value: object) -> Value:
    """pandas has two more spellings of a missing value: NA, and NaN in a column of reals."""
    if value is pandas.NA or (isinstance(value, float) and math.isnan(value)):
        return None
    return value


ALL: list[Library] = [PyArrow(), Pandas(), DuckDB(), Polars()]
FORMS = ["parquet", "arrow"]
