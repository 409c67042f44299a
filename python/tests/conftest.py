"""What tests share: every bundled variant, and rule files that nobody here has seen in the package."""

from pathlib import Path

import pytest

import draughtsman_rules as draughtsman

HERE = Path(__file__).parent
SUITE = HERE.parent.parent / "tests" / "suite"
OWN = sorted((HERE / "rules").glob("*.draughts"))
"""Small rule files, made to learn from."""
ODD = [
    *(SUITE / "agree").glob("*.draughts"),
    *(SUITE / "direct").glob("*.draughts"),
    *(SUITE / "views" / "rules").glob("*.draughts"),
]
"""Rule files in which little is usual: hidden cards, towers, rolls, gifts, thefts."""
VARIANTS = draughtsman.variants()
RULES = [*VARIANTS, *map(str, OWN), *map(str, ODD)]


def called(path: str) -> str:
    """A short name for a test."""
    return Path(path).stem


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the argument `variant` is run for each of all rules."""
    if "variant" in metafunc.fixturenames:
        metafunc.parametrize("variant", RULES, ids=called)
