"""What kind of column each name is. Written down here by hand, so that it vouches for what the program declares."""

from enum import Enum


class Kind(Enum):
    INTEGER = "integer"  # every row has one
    NULLABLE_INTEGER = "nullable integer"
    REAL = "real"
    WORD = "word"  # a string out of a dictionary
    TEXT = "text"


REALS = {
    # parameters
    "resolver_skew", "slo_percent", "active_passive_dropped", "false_failure_probability",
    # metrics
    "largest_resolver_share", "share_deviation", "distance_per_request", "equivalent_outage_s", "window_drop_share",
    "error_budget_share", "active_passive_ratio", "checks_per_min",
}
WORDS = {
    "policy", "phases", "rotation", "failed_region", "rng", "outcome", "arrangement", "rule_order", "port_split", "status",
}
REAL_PREFIXES = ("share_",)


def kind(name: str, role: str) -> Kind:
    """The kind of a column by its name; integers are nullable where they are metrics, since a failed row has none."""
    if name == "error":
        return Kind.TEXT
    if name in WORDS:
        return Kind.WORD
    if name in REALS or name.startswith(REAL_PREFIXES):
        return Kind.REAL
    return Kind.NULLABLE_INTEGER if role == "metric" else Kind.INTEGER


def parse(name: str, text: str) -> int | float | str | None:
    """A golden value as the column's Python type; empty means missing."""
    if text == "":
        return None
    match kind(name, "parameter"):
        case Kind.REAL:
            return float(text)
        case Kind.WORD:
            return text
    return int(text)
