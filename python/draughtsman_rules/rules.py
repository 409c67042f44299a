"""Rules of a variant, and what is asked of rules alone."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from . import _core
from ._answers import about, call
from ._types import Diagnostic, Match, Player, Simulation

if TYPE_CHECKING:
    from .game import Game

Agents = str | Mapping[str, str]
"""An agent's text for everybody (`"level:3"`), or texts by the names of players."""


class Rules:
    """Checked rules, ready to play. They never change; copies cost nothing.

    >>> rules = Rules.load("english")
    >>> rules.title, [player["name"] for player in rules.players]
    ('English draughts', ['Black', 'White'])
    """

    def __init__(self, core: _core.Rules, origin: tuple[Any, ...]) -> None:
        self._core = core
        self._origin = origin
        told = json.loads(call(core.described))
        self.name: str = told["variant"]
        """What the variant is called: the bundled name, or the file's name without its ending."""
        self.title: str = told["title"]
        self.options: list[str] = told["options"]
        """The switches that are on, and numbers changed, as `"idle-limit=50"`."""
        self.players: list[Player] = told["players"]
        """In order: the number of a player is its place here."""
        self.kinds: list[str] = told["kinds"]
        self.hides: bool = told["hides"]
        """Whether players differ in what they see."""
        self.draws: bool = core.draws()
        """Whether chance can have a say."""

    @staticmethod
    def load(variant: str | os.PathLike[str], options: Iterable[str] = ()) -> Rules:
        """Rules by a bundled name, or from a rule file at a path.

        Options are as on the command line: `"long-kings"`, `"gap=off"`, `"idle-limit=50"`.
        Raises `RulesError` if the rules have mistakes, `DraughtsmanError` if there are none or an option is not theirs.
        """
        name, chosen = os.fspath(variant), list(options)
        return Rules(call(_core.Rules.load, name, chosen), (Rules.load, (name, chosen)))

    @staticmethod
    def from_text(
        text: str, name: str = "rules", options: Iterable[str] = (), folder: str | os.PathLike[str] | None = None
    ) -> Rules:
        """Rules given as text. What they extend is sought in `folder`, then among the bundled variants.

        Raises as `load`.

        >>> Rules.from_text('+++\\nname = "Mine"\\nextends = "english"\\n+++\\n', "mine").title
        'Mine'
        """
        within = None if folder is None else os.fspath(folder)
        chosen = list(options)
        core = call(_core.Rules.text, name, text, chosen, within)
        return Rules(core, (Rules.from_text, (text, name, chosen, within)))

    def game(self, seed: int = 0) -> Game:
        """A game from the start; `seed` fixes all chance in it."""
        from .game import Game

        return Game(self, seed=seed)

    def simulate(
        self,
        games: int = 1000,
        *,
        agents: Agents = "random",
        seed: int = 0,
        limit: int = 2000,
        threads: int = 1,
        first: int = 0,
    ) -> Simulation:
        """Plays many games and counts them, as `draughtsman simulate --json` does; Ctrl-C stops it.

        A game that is not over after `limit` decisions of players is cut off. The games are those with the numbers from
        `first` on: each depends on the seed and its number only. Other threads of Python go on meanwhile.
        Raises `DraughtsmanError` for an agent or a player that is not known.

        >>> Rules.load("english").simulate(10, seed=7)["games"]
        10
        """
        began, who = time.process_time(), by_player(agents)
        tally = call(self._core.tally, games, seed, who, limit, threads, first)
        counted = json.loads(call(self._core.counted, [tally], who, seed, limit))
        return cast(Simulation, {**counted, "cpu_seconds": round(time.process_time() - began, 6)})

    def match(
        self,
        agent: str,
        opponent: str,
        games: int = 100,
        *,
        opening: int = 6,
        seed: int = 0,
        limit: int = 400,
        threads: int = 1,
    ) -> Match:
        """Two agents against each other, each random opening once for each side, as `draughtsman match --json`; Ctrl-C stops it."""
        began = time.process_time()
        rounds = -(-games // len({player["side"] for player in self.players}))
        played = call(self._core.rounds, agent, opponent, opening, seed, limit, 0, rounds, threads)
        told = json.loads(call(self._core.matched, played, agent, opponent, opening, seed, limit))
        return cast(Match, {**told, "cpu_seconds": round(time.process_time() - began, 6)})

    def diff(self, other: Rules, *, seed: int = 0, positions: int = 20_000, threads: int = 1) -> dict[str, Any]:
        """Where these rules and others differ in meaning, and the smallest positions where they play differently.

        The answer is that of `draughtsman diff --json`; `positions` is how many are looked at. Ctrl-C stops it; other
        threads of Python go on.
        """
        names = (self.name, other.name)
        return cast(dict[str, Any], json.loads(call(self._core.diff, names, other._core, seed, positions, threads)))

    def book(self) -> str:
        """The rule book for players, a page of HTML."""
        return self.game().book()

    @property
    def fingerprint(self) -> int:
        """A number of 64 bits that differs where the rules do: what was learnt belongs to these rules if it is the same."""
        return self._core.fingerprint()

    def __reduce__(self) -> tuple[Any, ...]:
        # Read again where they are unpickled: a file has to be there, too.
        return self._origin

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self

    def __repr__(self) -> str:
        with_options = f" with {', '.join(self.options)}" if self.options else ""
        return f"<Rules {self.name}{with_options}>"

    def _repr_svg_(self) -> str:
        return self.game()._repr_svg_()


def by_player(agents: Agents) -> list[tuple[str | None, str]]:
    """Agents with the names of their players; None for who has none of its own."""
    return [(None, agents)] if isinstance(agents, str) else [(player, agent) for player, agent in agents.items()]


def variants() -> list[str]:
    """The names of the bundled variants, in alphabetical order.

    >>> "english" in variants()
    True
    """
    return [one["name"] for one in about("variants")["variants"]]


def agents() -> list[str]:
    """Who may decide in the place of a player, those aside that are given an effort (`"alpha-beta:2s"`, `"mcts:1000"`)."""
    return cast(list[str], about("agents")["agents"])


def source(variant: str) -> str:
    """The text of a bundled rule file. Raises `DraughtsmanError` if there is none of that name."""
    return cast(str, about("source", variant=variant)["text"])


def write(path: str | os.PathLike[str], text: str, options: Iterable[str] = (), *, overwrite: bool = False) -> Rules:
    """Writes a rule file, and loads it as `Rules.load` does.

    What it extends is sought beside it, then among the bundled variants. Raises `RulesError` if the rules have mistakes, and
    `FileExistsError` if there is such a file already and it is not to be replaced (`overwrite`): then nothing is written.
    """
    at, chosen = Path(path), list(options)
    Rules.from_text(text, at.stem, chosen, at.parent)
    with open(at, "w" if overwrite else "x", encoding="utf-8") as file:
        file.write(text)
    return Rules.load(at, chosen)


def check(text: str, name: str = "rules", options: Iterable[str] = ()) -> list[Diagnostic]:
    """All that is wrong or odd in rules given as text: nothing if they are right.

    >>> [found["code"] for found in check('+++\\nname = "Mine"\\nextends = "englich"\\n+++\\n')]
    ['E0223']
    """
    return cast(list[Diagnostic], about("check", variant=name, rules=text, options=list(options))["diagnostics"])
