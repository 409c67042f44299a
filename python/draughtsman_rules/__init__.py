"""Checkers and draughts by rule files: exact legal moves, agents, and games to learn from.

>>> import draughtsman_rules as draughtsman
>>> game = draughtsman.Game("english")
>>> game.play("11-15")
'11-15'
>>> game.explain("22-8")["legal"]
False

`draughtsman_rules.aec` has a PettingZoo environment, `draughtsman_rules.openspiel` OpenSpiel games; they are imported by
themselves, since they need these packages. `docs/python.md` of the project has the whole story.
"""

from ._answers import DraughtsmanError, RulesError
from ._types import Diagnostic, Match, Move, Outcome, Position, Simulation
from .game import Game
from .rules import Rules, agents, check, source, variants, write
from .steps import CHANCE, OVER, Field, Steps

load = Rules.load
from_text = Rules.from_text

__all__ = [
    "CHANCE",
    "OVER",
    "Diagnostic",
    "DraughtsmanError",
    "Field",
    "Game",
    "Match",
    "Move",
    "Outcome",
    "Position",
    "Rules",
    "RulesError",
    "Simulation",
    "Steps",
    "agents",
    "check",
    "from_text",
    "load",
    "source",
    "variants",
    "write",
]
