"""The common form into which every library's table is brought, and its comparison bit for bit."""

from dataclasses import dataclass

Value = int | float | str | None


@dataclass
class Frame:
    """Columns by name, in order, as plain Python values with None for a missing one."""

    columns: dict[str, list[Value]]

    def names(self) -> list[str]:
        return list(self.columns)

    def rows(self) -> int:
        return len(next(iter(self.columns.values())))


def exact(value: Value) -> tuple[str, str]:
    """The type and every bit of a value: 1 is not 1.0, 0.0 is not -0.0, NaN is not missing."""
    if isinstance(value, float):
        return "float", value.hex()
    return type(value).__name__, str(value)


def column_differences(name: str, got: list[Value], want: list[Value]) -> list[str]:
    if len(got) != len(want):
        return [f"{name}: {len(got)} rows, expected {len(want)}"]
    return [
        f"{name}, row {row}: {g!r}, expected {w!r}"
        for row, (g, w) in enumerate(zip(got, want, strict=True))
        if exact(g) != exact(w)
    ]


def differences(got: Frame, want: Frame) -> list[str]:
    """In what two frames differ: names and order of columns, rows and their order, values and nulls."""
    if got.names() != want.names():
        return [f"columns {got.names()}, expected {want.names()}"]
    found = []
    for name, values in want.columns.items():
        found += column_differences(name, got.columns[name], values)
    return found


def contains(got: Frame, want: Frame) -> list[str]:
    """Like differences, but got may have more columns and another order of columns."""
    missing = [f"column {name} is missing" for name in want.names() if name not in got.columns]
    if missing:
        return missing
    return differences(Frame({name: got.columns[name] for name in want.names()}), want)
