"""A game by some rules, with its past."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from copy import deepcopy
from typing import Any, SupportsIndex, cast

from . import _core
from ._answers import call, line, wrong, written
from ._types import Move, Outcome, Position, State
from .rules import Rules
from .steps import Steps


class Game:
    """A game with its past: what `draughtsman session` can do, in the same words.

    A `seat` is the name of a player: then lists, positions, texts and explanations are those that this player may see.
    One thread at a time uses a game.

    >>> game = Game("english")
    >>> game.moves()[0]["text"], len(game.moves())
    ('9-14', 7)
    >>> game.play("11-15")
    '11-15'
    >>> game.player
    'White'
    """

    def __init__(self, rules: Rules | str | os.PathLike[str], *, seed: SupportsIndex = 0) -> None:
        self.rules = rules if isinstance(rules, Rules) else Rules.load(rules)
        self._core = call(_core.Game, self.rules._core, seed)
        self._state: State | None = None

    def _ask(self, request: str, takes_long: bool = False, **fields: Any) -> Any:
        answer = json.loads(call(self._core.ask, line(request, fields), takes_long))
        if "ply" in answer:
            self._state = {"ply": answer["ply"], "player": answer["player"], "redo": answer["redo"], "outcome": answer["outcome"]}
        return answer

    def _stands(self) -> State:
        if self._state is None:
            self._ask("played")
        return cast(State, self._state)

    @property
    def state(self) -> State:
        """How the game stands; a copy, as it is now."""
        return deepcopy(self._stands())

    @property
    def player(self) -> str | None:
        """Who decides: a player, or `"chance"`; None if the game is over."""
        return self._stands()["player"]

    @property
    def ply(self) -> int:
        """How many decisions were made, chance's included."""
        return self._stands()["ply"]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return deepcopy(self._stands()["outcome"])

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return self.player is None

    def moves(self, seat: str | None = None, *, after: bool = False) -> list[Move]:
        """The options of the decision at hand; with `after`, each with the position that it leads to."""
        return cast(list[Move], self._ask("moves", seat=seat, after=after or None)["moves"])

    def play(self, move: str | SupportsIndex, seat: str | None = None) -> str | None:
        """Plays one of them, by its text (also in short) or its number in the list, from 1. Its whole text, if the seat may know it.

        Raises `DraughtsmanError` if it is none or may mean several; `explain` says more.
        """
        return cast("str | None", self._ask("play", move=move, seat=seat)["played"][0])

    def play_chance(self, seat: str | None = None) -> list[str | None]:
        """Plays what chance decides, until a player is to decide; the texts, as far as the seat may know them."""
        return cast("list[str | None]", self._ask("chance", seat=seat)["played"])

    def undo(self, count: SupportsIndex = 1, *, revealed: bool = False) -> list[str | None]:
        """Takes decisions back, the last one first. What has shown something new to somebody is taken back only with `revealed`."""
        return cast("list[str | None]", self._ask("undo", count=count, revealed=revealed or None)["taken_back"])

    def redo(self, count: SupportsIndex = 1) -> list[str | None]:
        """Plays again what was taken back."""
        return cast("list[str | None]", self._ask("redo", count=count)["played"])

    def played(self, seat: str | None = None) -> list[str | None]:
        """The decisions so far; None where the seat may not know one."""
        return cast("list[str | None]", self._ask("played", seat=seat)["played"])

    def position(self, seat: str | None = None) -> Position:
        """The position as the seat may see it, as a dictionary of the documented JSON."""
        return cast(Position, self._ask("view", seat=seat, form="json")["position"])

    def set_position(
        self,
        position: Position | str,
        *,
        number: SupportsIndex | None = None,
        ply: SupportsIndex | None = None,
        seed: SupportsIndex | None = None,
    ) -> list[str]:
        """Puts a position on the board, or a game; what is odd about it, in words.

        A text is FEN, JSON, a saved game in TOML or games in PDN, of which `number` says which, from 1; `ply` stops a game after so
        many decisions. Raises `DraughtsmanError` where it cannot be read, with the place.

        >>> game = Game("english")
        >>> game.set_position("W:W5:B1")
        []
        >>> game.position()["board"]
        {'1': {'owner': 'Black', 'kind': 'man'}, '5': {'owner': 'White', 'kind': 'man'}}
        """
        text = position if isinstance(position, str) else written(position)
        return cast(list[str], self._ask("position", position=text, number=number, ply=ply, seed=seed)["notes"])

    def view(self, form: str, seat: str | None = None, *, flip: bool = False) -> str:
        """The position or the game as `"fen"`, `"toml"`, `"game"`, `"pdn"`, `"text"` or `"svg"`; `flip` turns the board."""
        if form == "json":
            return json.dumps(self.position(seat))
        return cast(str, self._ask("view", seat=seat, form=str(form), flip=flip or None)["text"])

    def picture(
        self,
        seat: str | None = None,
        *,
        flip: bool = False,
        highlight: Iterable[str] = (),
        dots: Iterable[str] = (),
        crosses: Iterable[str] = (),
        arrows: Iterable[tuple[str, str]] = (),
    ) -> str:
        """The board as SVG, with frames, dots and crosses on squares, and arrows between them."""
        fields: dict[str, Any] = {"flip": flip or None, "highlight": list(highlight) or None, "dots": list(dots) or None}
        fields |= {"crosses": list(crosses) or None, "arrows": [list(arrow) for arrow in arrows] or None}
        return cast(str, self._ask("view", seat=seat, form="svg", **fields)["text"])

    def explain(self, move: str | SupportsIndex | None = None, seat: str | None = None) -> dict[str, Any]:
        """Why a move is legal or not, as `draughtsman explain --json`; without one, which lines of the rules make each move."""
        return cast(dict[str, Any], self._ask("explain", move=move, seat=seat))

    def agent(self, agent: str = "random", *, play: bool = False) -> str | None:
        """What an agent decides in the place of whoever is to decide, by what that player can see; with `play` it is played.

        `"random"`, `"greedy"`, `"level:1"` to `"level:8"`, `"alpha-beta:2s"`, `"mcts:1000"` … Ctrl-C stops it; other threads of
        Python go on. Chance decides as it does, whoever is asked. None if the game is over.
        """
        return cast("str | None", self._ask("agent", True, agent=agent, play=play or None)["move"])

    def analyse(self, agent: str = "alpha-beta:1s", lines: SupportsIndex = 3, seat: str | None = None) -> dict[str, Any]:
        """The best moves of the decision at hand: as `draughtsman analyse --json`, with `player`, `depth`, `nodes` and `lines`.

        Each of the `lines`, the best one first, has its `moves` and either the `value` of the first to who decides, in pieces that
        count 1, or `wins_in` or `loses_in` so many decisions of everybody. Ctrl-C stops it; other threads of Python go on.

        >>> best = Game("english").analyse("alpha-beta:depth=4", lines=2)["lines"]
        >>> len(best), len(best[0]["moves"]) >= 4
        (2, True)

        Raises `DraughtsmanError` where no player decides.
        """
        return cast("dict[str, Any]", self._ask("analyse", True, agent=agent, lines=lines, seat=seat))

    def perft(self, depth: SupportsIndex) -> int:
        """How many leaves lie `depth` plies below the position. Ctrl-C stops it; other threads of Python go on.

        >>> Game("english").perft(6)
        36768
        """
        return cast(int, self._ask("perft", True, depth=depth)["nodes"])

    def divide(self, depth: SupportsIndex) -> dict[str, int]:
        """The same by the text of each move. Raises `DraughtsmanError` if `depth` is 0: then no move is made."""
        answer = self._ask("perft", True, depth=depth, divide=True)
        if "divide" not in answer:
            raise wrong("`depth` is at least 1: leaves are told by the moves that lead to them")
        return cast("dict[str, int]", answer["divide"])

    def book(self) -> str:
        """The rule book for players, a page of HTML."""
        return cast(str, self._ask("book")["text"])

    def copy(self) -> Game:
        """The same game, which goes on by itself."""
        copied = object.__new__(Game)
        copied.rules, copied._core, copied._state = self.rules, self._core.copied(), self._state
        return copied

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        whole, back = self.copy(), self._stands()["redo"]
        if back:
            whole.redo(back)
        return (_resumed, (self.rules, whole.view("game"), back))

    def steps(self) -> Steps:
        """The same game in numbered steps, for who learns it; it goes on by itself."""
        return Steps(self.rules, call(self._core.steps))

    def __repr__(self) -> str:
        return f"<Game {self.rules.name}, ply {self.ply}, {self.player or 'over'}>"

    def __str__(self) -> str:
        return self.view("text")

    def _repr_svg_(self) -> str:
        return self.picture()


def _resumed(rules: Rules, saved: str, back: int) -> Game:
    game = Game(rules)
    game.set_position(saved)
    if back:
        game.undo(back, revealed=True)
    return game
