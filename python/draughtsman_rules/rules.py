"""Rules of a variant, and what is asked of rules alone."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Mapping
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from . import _core
from ._answers import about, call, chosen, wrong
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

    def __init__(self, core: _core.Rules, read: Callable[..., Rules], *given: Any) -> None:
        self._core = core
        self._origin = (read, given)
        told = json.loads(call(core.described))
        self.name: str = told["variant"]
        """What the variant is called: the bundled name, or the file's name without its ending."""
        self.title: str = told["title"]
        self.options: list[str] = told["options"]
        """The switches that are on, and numbers changed, as `"idle-limit=50"`."""
        deciding = core.deciding()
        self.players: list[Player] = [player for player in told["players"] if player["name"] in deciding]
        """Who plays, in order: the number of a player is its place here. Those who are neutral do not play."""
        self.kinds: list[str] = told["kinds"]
        self.hides: bool = told["hides"]
        """Whether players differ in what they see."""
        self.draws: bool = core.draws()
        """Whether chance can have a say."""

    @staticmethod
    def load(variant: str | os.PathLike[str], options: Iterable[str] = ()) -> Rules:
        """Rules by a bundled name, or from a rule file at a path. A `Path` is a file, whatever bundled variants are called.

        Options are as on the command line: `"long-kings"`, `"gap=off"`, `"idle-limit=50"`.
        Raises `RulesError` if the rules have mistakes, `DraughtsmanError` if there are none or an option is not theirs.
        """
        asked = chosen(options)
        if isinstance(variant, str):
            return Rules(call(_core.Rules.load, variant, asked), Rules.load, variant, asked)
        path = os.fspath(variant)
        return Rules(call(_core.Rules.file, path, asked), Rules.load, Path(path), asked)

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
        asked = chosen(options)
        core = call(_core.Rules.text, name, text, asked, within)
        return Rules(core, Rules.from_text, text, name, asked, within)

    def game(self, seed: SupportsIndex = 0) -> Game:
        """A game from the start; `seed` fixes all chance in it."""
        from .game import Game

        return Game(self, seed=seed)

    def simulate(
        self,
        games: SupportsIndex = 1000,
        *,
        agents: Agents = "random",
        seed: SupportsIndex = 0,
        limit: SupportsIndex = 2000,
        threads: SupportsIndex = 1,
        first: SupportsIndex = 0,
    ) -> Simulation:
        """Plays many games and counts them, as `draughtsman simulate --json` does; Ctrl-C stops it.

        A game that is not over after `limit` decisions of players is cut off. The games are those with the numbers from
        `first` on: each depends on the seed and its number only. Other threads of Python go on meanwhile.
        `threads` is from 1 to 1024. Raises `DraughtsmanError` for an agent or a player that is not known.

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
        games: SupportsIndex = 100,
        *,
        opening: SupportsIndex = 6,
        seed: SupportsIndex = 0,
        limit: SupportsIndex = 400,
        threads: SupportsIndex = 1,
    ) -> Match:
        """Two agents against each other, each random opening once for each side, as `draughtsman match --json`; Ctrl-C stops it."""
        began = time.process_time()
        played = call(self._core.rounds, agent, opponent, opening, seed, limit, 0, rounds_of(self, games), threads)
        told = json.loads(call(self._core.matched, played, agent, opponent, opening, seed, limit))
        return cast(Match, {**told, "cpu_seconds": round(time.process_time() - began, 6)})

    def diff(
        self, other: Rules, *, seed: SupportsIndex = 0, positions: SupportsIndex = 20_000, threads: SupportsIndex = 1
    ) -> dict[str, Any]:
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
        """A number of 64 bits that differs where the rules do: what was learnt belongs to these rules if it is the same.

        It is made of all rules and equipment and of how a game begins, on every machine the same; what the rules and their file
        are called has no part in it.
        """
        return self._core.fingerprint()

    def __reduce__(self) -> tuple[Any, ...]:
        # Read again where they are unpickled: a file has to be there, too.
        return (_again, (self.fingerprint, *self._origin))

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
    if isinstance(agents, str):
        return [(None, agents)]
    if not isinstance(agents, Mapping):
        raise wrong(f"`agents` is a text for everybody, or texts by the names of players, and not {agents!r}")
    return [(player, agent) for player, agent in agents.items()]


def rounds_of(rules: Rules, games: SupportsIndex) -> int:
    """How many openings so many games of a match have: each is played once for each side."""
    if index(games) < 0:
        raise wrong(f"`games` is not below 0, as {games} is")
    return -(-index(games) // len({player["side"] for player in rules.players}))


def _again(fingerprint: int, read: Callable[..., Rules], given: tuple[Any, ...]) -> Rules:
    rules = read(*given)
    if rules.fingerprint != fingerprint:
        raise wrong(f"{rules.name}: these rules have changed since they were pickled, and are others now")
    return rules


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
    at, asked = Path(path), chosen(options)
    Rules.from_text(text, at.stem, asked, at.parent)
    with open(at, "w" if overwrite else "x", encoding="utf-8") as file:
        file.write(text)
    return Rules.load(at, asked)


def check(
    text: str, name: str = "rules", options: Iterable[str] = (), folder: str | os.PathLike[str] | None = None
) -> list[Diagnostic]:
    """All that is wrong or odd in rules given as text: nothing if they are right. What they extend is sought as by `from_text`.

    >>> [found["code"] for found in check('+++\\nname = "Mine"\\nextends = "englich"\\n+++\\n')]
    ['E0223']
    """
    within = None if folder is None else os.fspath(folder)
    answer = about("check", within, variant=name, rules=text, options=chosen(options))
    return cast(list[Diagnostic], answer["diagnostics"])
