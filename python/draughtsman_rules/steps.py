"""Games in numbered steps, for who learns them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from operator import index
from typing import Any, SupportsIndex, cast

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._answers import call, line, wrong, written
from ._types import Position
from .rules import Rules

CHANCE = -1
"""Chance takes the next step."""
OVER = -4
"""Nobody does: the game is over."""


@dataclass(frozen=True)
class Field:
    """A part of an observation: `observation[start:stop].reshape(shape)`."""

    name: str
    shape: tuple[int, ...]
    start: int
    stop: int


class Steps:
    """A game in numbered steps.

    A decision is taken word by word: a step is one of the words with which moves that are still possible go on, and words that
    leave nothing to decide are not asked for. What a number means is the same in every position and process
    (`action_text`, `action_number`). Players have numbers from 0, in the order of `rules.players`.

    >>> from draughtsman_rules import Game
    >>> game = Game("english").steps()
    >>> [game.action_text(action) for action in game.legal_actions()]
    ['from 9', 'from 10', 'from 11', 'from 12']
    >>> game.step(game.action_number("from 11"))
    >>> [game.action_text(action) for action in game.legal_actions()]
    ['to 15', 'to 16']
    >>> [game.action_text(action) for action in game.actions_to("11-15")]
    ['to 15']
    """

    def __init__(self, rules: Rules, core: _core.Steps, words: list[str] | None = None) -> None:
        self.rules = rules
        self._core = core
        self._words = core.words() if words is None else words

    @property
    def actions(self) -> list[str]:
        """The texts of all actions: the number of each is its place here."""
        return list(self._words)

    @property
    def action_count(self) -> int:
        """How many actions there are; numbers are below that."""
        return len(self._words)

    def action_text(self, action: SupportsIndex) -> str:
        """The text of an action. Raises `IndexError` if there is none of that number."""
        if index(action) < 0:
            raise IndexError(f"there is no action {action}")
        return self._words[action]

    def action_number(self, text: str) -> int:
        """The number of an action by its text. Raises `KeyError` if there is none."""
        number = self._core.number(text)
        if number is None:
            raise KeyError(text)
        return number

    @property
    def actor(self) -> int:
        """The number of the player who takes the next step; `CHANCE`, or `OVER`."""
        return self._core.actor()

    @property
    def is_over(self) -> bool:
        """Whether nobody takes a step any more."""
        return self.actor == OVER

    @property
    def is_chance(self) -> bool:
        """Whether chance takes the next step."""
        return self.actor == CHANCE

    @property
    def ply(self) -> int:
        """How many decisions were made, chance's included."""
        return self._core.ply()

    @property
    def taken(self) -> list[int]:
        """The steps taken towards the decision at hand."""
        return self._core.taken()

    def legal_actions(self) -> list[int]:
        """The numbers of the steps that can be taken, rising: those of the moves that whoever decides can see. None if it is over."""
        return self._core.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The steps of chance, and how likely each is."""
        return self._core.chances()

    def step(self, action: SupportsIndex) -> None:
        """Takes a step, also one of chance; the last one of a decision plays the move.

        Raises `DraughtsmanError` if it is none of `legal_actions`; then nothing has changed.
        """
        call(self._core.step, action)

    def step_chance(self, seed: SupportsIndex) -> None:
        """Takes steps of chance until a player decides. The same seed gives the same game."""
        call(self._core.step_chance, seed)

    def actions_to(self, move: str) -> list[int]:
        """The steps from here to a move by its text, as `Game.play` understands it from the seat of whoever decides.

        Raises `DraughtsmanError` if it is none, may mean several, or does not begin with the steps already taken.
        """
        return call(self._core.towards, move)

    def agent(self, agent: str) -> list[int]:
        """The steps to what an agent decides, asked where a decision begins. Ctrl-C stops it; other threads of Python go on."""
        return call(self._core.agent, agent)

    def action_mask(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """1 for each step that can be taken, else 0: a fresh array, or the caller's `out` of `action_count` numbers."""
        return self._core.mask(out)

    @property
    def observation_length(self) -> int:
        """How many numbers an observation has."""
        return self._core.observation_length()

    @property
    def observation_fields(self) -> list[Field]:
        """What an observation is made of, in order."""
        told = self._core.fields()
        return [Field(name, tuple(shape), start, start + int(np.prod(shape))) for name, shape, start in told]

    def observation(self, player: SupportsIndex, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What a player sees, in numbers: a fresh array, or the caller's `out` of `observation_length` numbers.

        It tells nothing that the player cannot know. It leaves out the order of piles and what is still to come of a turn that was
        cut; `position` has all.
        """
        return call(self._core.observe, player, out)

    def position(self, player: SupportsIndex | None = None) -> Position:
        """The position as a player may see it; without one, all of it."""
        return cast(Position, json.loads(call(self._core.position, player)))

    def observation_text(self, player: SupportsIndex) -> str:
        """All that a player sees now: the position in JSON, who takes the next step, and the player's own steps so far."""
        taken = [self.action_text(action) for action in self.taken] if self.actor == player else []
        return written([player, self.actor, taken]) + call(self._core.position, player)

    def information_text(self, player: SupportsIndex, own: Sequence[SupportsIndex]) -> str:
        """All that a player knows who forgets nothing: what it sees, what it was told of each decision, and its own steps, `own`.

        Where players differ in what they see, a digest (BLAKE2b, 256 bits) stands for what it has seen before.
        """
        told = call(self._core.told, player)
        before = ""
        if self.rules.hides:
            digest = blake2b(digest_size=32)
            for view in call(self._core.views, player)[:-1]:
                digest.update(view.encode())
                digest.update(b"\n")
            before = digest.hexdigest()
        return written([told, own, before]) + self.observation_text(player)

    def returns(self) -> list[float]:
        """What the game is worth to each player: 1 for who has won, -1 for who has lost; 0 for all in a draw and until it is over."""
        return self._core.returns()

    def view(self, form: str, player: SupportsIndex | None = None) -> str:
        """The position as `"fen"`, `"json"`, `"toml"`, `"text"` or `"svg"`, as a player may see it."""
        seat = None if player is None else self._name(player)
        if form == "json":
            return call(self._core.position, player)
        return cast(str, json.loads(call(self._core.ask, line("view", {"form": str(form), "seat": seat})))["text"])

    def _name(self, player: SupportsIndex) -> str:
        players = self.rules.players
        if index(player) not in range(len(players)):
            raise wrong(f"there is no player {player}: there are {len(players)}, from 0")
        return players[player]["name"]

    def copy(self) -> Steps:
        """The same game, which goes on by itself."""
        return Steps(self.rules, self._core.copied(), self._words)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Steps:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_resumed, (self.rules, self.view("game"), self.taken))

    def restarted(self) -> Steps:
        """A game from the start of the same rules."""
        return Steps(self.rules, call(self._core.restarted), self._words)

    def __repr__(self) -> str:
        actor = {CHANCE: "chance", OVER: "over"}.get(self.actor) or self.rules.players[self.actor]["name"]
        return f"<Steps {self.rules.name}, ply {self.ply}, {actor}>"

    def _repr_svg_(self) -> str:
        return self.view("svg")


def _resumed(rules: Rules, saved: str, taken: list[int]) -> Steps:
    game = rules.game()
    game.set_position(saved)
    steps = game.steps()
    for action in taken:
        steps.step(action)
    return steps
