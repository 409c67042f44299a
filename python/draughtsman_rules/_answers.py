"""From the JSON that the library answers to Python values and exceptions."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from . import _core
from ._types import Diagnostic, Problem

P = ParamSpec("P")
T = TypeVar("T")


class DraughtsmanError(ValueError):
    """What was asked for cannot be: a text that cannot be read, a name that leads nowhere, a move that is none.

    `errors` has all that is wrong, as documented under "Errors in JSON".
    """

    def __init__(self, errors: list[Problem]) -> None:
        super().__init__("\n".join(sentence(error) for error in errors))
        self.errors = errors


class RulesError(DraughtsmanError):
    """Rules with mistakes. `diagnostics` has each of them with its code, its place and what would be accepted."""

    def __init__(self, errors: list[Problem], diagnostics: list[Diagnostic]) -> None:
        super().__init__(errors)
        self.diagnostics = diagnostics
        for found in diagnostics:
            place = f"{found['file']}:{found['span']['line']}:{found['span']['column']}"
            self.args = (f"{self.args[0]}\n{place}: {found['code']}: {found['message']}",)


def sentence(error: Problem) -> str:
    """What is wrong, and what would be accepted."""
    accepted = error.get("accepted") or []
    return error["text"] + (f" (accepted: {', '.join(accepted)})" if accepted else "")


def failed(failure: dict[str, Any]) -> DraughtsmanError:
    """The exception of a failure."""
    if failure.get("diagnostics"):
        return RulesError(failure["errors"], failure["diagnostics"])
    return DraughtsmanError(failure["errors"])


def call(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Calls the library; what it refuses is an exception of this module."""
    try:
        return function(*args, **kwargs)
    except _core.Refused as refused:
        raise failed(json.loads(str(refused))) from None


def line(request: str, fields: dict[str, Any]) -> str:
    """A request with those of its fields that are given."""
    return json.dumps({"request": request, **{name: value for name, value in fields.items() if value is not None}})


def about(request: str, **fields: Any) -> Any:
    """The answer to a request about no game."""
    reply = json.loads(_core.about(line(request, fields)))
    if "failure" in reply:
        raise failed(reply["failure"])
    return reply["answer"]
