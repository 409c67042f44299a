"""The documented JSON (docs/formats.md, docs/session.md) as types of dictionaries."""

from __future__ import annotations

from typing import Any, TypedDict, Union

from typing_extensions import NotRequired


class Place(TypedDict):
    """Where something is wrong in a text. Bytes count from 0, lines and columns from 1."""

    file: str
    start: int
    end: int
    line: int
    column: int


class Problem(TypedDict):
    """Something that is wrong."""

    text: str
    place: NotRequired[Place | None]
    accepted: NotRequired[list[str]]


class Span(TypedDict):
    """A place in a rule file. Bytes count from 0, lines and columns from 1."""

    start: int
    end: int
    line: int
    column: int


class Diagnostic(TypedDict):
    """Something wrong or odd in a rule file."""

    code: str
    severity: str
    message: str
    file: str
    span: Span
    labels: list[dict[str, Any]]
    help: list[str]
    fix: dict[str, Any] | None


class Outcome(TypedDict):
    """How a game ended; a draw has no winners. Winners are sides."""

    winners: list[str]
    reason: str
    rule: str
    scores: NotRequired[dict[str, int]]
    ranking: NotRequired[list[list[str]]]


class Piece(TypedDict):
    """A piece; what is in its slots stands by their names."""

    owner: NotRequired[str]
    kind: str


class Position(TypedDict):
    """A position, as documented under "Positions in JSON"."""

    schema: NotRequired[int]
    variant: NotRequired[str]
    options: NotRequired[list[str]]
    player: str
    turn: NotRequired[int]
    turns: NotRequired[int]
    board: dict[str, Union[Piece, str, list[Union[Piece, str]]]]
    piles: NotRequired[dict[str, Any]]
    counters: NotRequired[dict[str, Any]]
    tokens: NotRequired[dict[str, Any]]
    known: NotRequired[dict[str, list[str]]]
    out: NotRequired[list[str]]
    pending: NotRequired[Any]
    outcome: NotRequired[Outcome | None]


class Choice(TypedDict):
    """What is chosen in a move, by the name that the rule gives it."""

    name: str
    values: list[str]


Move = TypedDict(
    "Move",
    {
        "text": str,
        "from": Union[str, None],
        "to": Union[str, None],
        "path": list[str],
        "captures": list[str],
        "verb": NotRequired[str],
        "placements": NotRequired[list[str]],
        "choices": NotRequired[list[Choice]],
        "weight": NotRequired[int],
        "after": NotRequired[Position],
    },
)
Move.__doc__ = "An option of a decision; `from` and `to` are None where no piece goes."


class Player(TypedDict):
    """A role, and the side that it plays for."""

    name: str
    side: str


class State(TypedDict):
    """How a game stands: decisions so far, who decides (`"chance"` too; None if it is over), decisions that can be played again."""

    ply: int
    player: str | None
    redo: int
    outcome: Outcome | None


class Plies(TypedDict):
    """Decisions of players a game."""

    mean: float
    min: int
    quartiles: list[int]
    max: int


class Simulation(TypedDict):
    """Many games counted. All but `cpu_seconds` (processor time of this process, in seconds) depends on the seed alone."""

    schema: int
    variant: str
    agent: str
    seed: int
    limit: int
    games: int
    wins: dict[str, int]
    draws: int
    draws_by: dict[str, int]
    cut_off: int
    plies: Plies
    branching: float
    endings: dict[str, int]
    cpu_seconds: float


class Strength(TypedDict):
    """A difference in strength in Elo, and the ends of the interval that holds it in 95 of 100 matches; None: beyond measure."""

    difference: float | None
    least: float | None
    most: float | None


class Match(TypedDict):
    """A match of two agents. `score` is points a game of the first; all but `cpu_seconds` depends on the seed alone."""

    schema: int
    variant: str
    agent: str
    opponent: str
    seed: int
    opening: int
    openings: int | None
    limit: int
    games: int
    won: int
    drawn: int
    lost: int
    cut_off: int
    time: str | None
    on_time: int
    score: float
    error: float | None
    score_as: dict[str, float]
    elo: Strength
    likelihood: float | None
    bounds: list[float] | None
    stronger: bool | None
    decisions: float
    cpu_seconds: float
