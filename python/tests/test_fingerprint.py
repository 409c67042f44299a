"""Rules are told apart by their fingerprints, in all that they and their equipment are."""

import subprocess
import sys

import pytest
from conftest import HERE, VARIANTS

from draughtsman_rules import Rules

TEXT = """+++
name = "Small"
players = { White = { faces = "north" }, Black = { faces = "south" } }
turn_order = ["White", "Black"]

[board]
grid = "4x4"

[pieces]
man = { symbol = "m" }
rock = { symbol = "r", owner = "White" }

[sets]
colour = ["red", "blue"]

[tokens]
card = { suit = "colour", copies = 2 }

[piles]
stock = { holds = "card" }
heap = { holds = "rock" }

[regions]
camp = { White = "a1", Black = "d4" }

[setup]
man = { White = ["b1", "c1"], Black = ["b4", "c4"] }
stock = { each = 2 }
heap = { rock = 3 }

[notation]
squares = "algebraic"
+++

definitions {
  define goal = own man on far-row
}

movement {
  man may step forward orthogonal
}

victory {
  mover wins "arrival" if some goal
  player who cannot move loses
}
"""
CHANGES = {
    "the set-up": ('"c1"]', '"d1"]'),
    "what lies in a pile": ("{ rock = 3 }", "{ rock = 4 }"),
    "who begins": ("[setup]", '[setup]\nplayer = "Black"'),
    "the order of turns": ('["White", "Black"]', '["White", "Black", "Black"]'),
    "copies of tokens": ("copies = 2", "copies = 3"),
    "values of a set": ('"blue"', '"green"'),
    "who sees a pile": ('holds = "card"', 'holds = "card", seen_by = "nobody"'),
    "how squares are called": ('"algebraic"', '"numbers"'),
    "a region": ('"a1"', '"a2"'),
    "a definition": ("on far-row", "on home-row"),
    "a rule": ("forward orthogonal", "orthogonal"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_rules_that_differ_have_other_fingerprints(change: str) -> None:
    before, after = CHANGES[change]
    assert TEXT.count(before) == 1
    assert Rules.from_text(TEXT.replace(before, after)).fingerprint != Rules.from_text(TEXT).fingerprint


def test_what_rules_and_their_files_are_called_makes_no_difference() -> None:
    same = Rules.from_text(TEXT.replace('"Small"', '"Tiny"').replace("movement {", "# Ahead.\nmovement {"), "other")
    assert same.fingerprint == Rules.from_text(TEXT).fingerprint


def test_fingerprints_are_the_same_in_another_process() -> None:
    said = "from draughtsman_rules import load, variants; print(*(load(name).fingerprint for name in variants()))"
    other = subprocess.run([sys.executable, "-c", said], capture_output=True, check=True, text=True, cwd=HERE).stdout.split()
    here = [Rules.load(name).fingerprint for name in VARIANTS]
    assert list(map(int, other)) == here and len(set(here)) == len(here)
