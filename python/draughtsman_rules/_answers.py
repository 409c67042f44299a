"""From the JSON that the library answers to Python values and exceptions."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, SupportsIndex, TypeVar

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

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are made anew from their message otherwise, which is none of these.
        return (DraughtsmanError, (self.errors,))


class RulesError(DraughtsmanError):
    """Rules with mistakes. `diagnostics` has each of them with its code, its place and what would be accepted."""

    def __init__(self, errors: list[Problem], diagnostics: list[Diagnostic]) -> None:
        super().__init__(errors)
        self.diagnostics = diagnostics
        for found in diagnostics:
            place = f"{found['file']}:{found['span']['line']}:{found['span']['column']}"
            self.args = (f"{self.args[0]}\n{place}: {found['code']}: {found['message']}",)

    def __reduce__(self) -> tuple[Any, ...]:
        return (RulesError, (self.errors, self.diagnostics))


def sentence(error: Problem) -> str:
    """What is wrong, and what would be accepted."""
    accepted = error.get("accepted") or []
    return error["text"] + (f" (accepted: {', '.join(accepted)})" if accepted else "")


def failed(failure: dict[str, Any]) -> DraughtsmanError:
    """The exception of a failure."""
    if failure.get("diagnostics"):
        return RulesError(failure["errors"], failure["diagnostics"])
    return DraughtsmanError(failure["errors"])


def wrong(text: str, accepted: Iterable[str] = ()) -> DraughtsmanError:
    """The exception for what is found wrong here, before the library is asked."""
    return DraughtsmanError([{"text": text, "place": None, "accepted": list(accepted)}])


def call(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Calls the library; what it refuses is an exception of this module."""
    try:
        return function(*args, **kwargs)
    except _core.Refused as refused:
        raise failed(json.loads(str(refused))) from None
    except OverflowError as overflow:
        raise wrong(f"a number is too small or too big: {overflow}") from None


def chosen(options: Iterable[str]) -> list[str]:
    """Options as a list: one text would be read letter by letter."""
    if isinstance(options, str):
        raise wrong(f"options are a list of texts, and not the text `{options}`", [repr([options])])
    return list(options)


def at_least(least: int, **given: SupportsIndex) -> int:
    """The whole number given under a name, if it is not below the least."""
    [(name, value)] = given.items()
    if operator.index(value) < least:
        raise wrong(f"`{name}` is at least {least}, and not {value}")
    return operator.index(value)


def written(value: Any) -> str:
    """A value as JSON; whatever counts as a whole number in Python (those of NumPy do) is one."""
    return json.dumps(value, default=operator.index)


def line(request: str, fields: dict[str, Any]) -> str:
    """A request with those of its fields that are given."""
    return written({"request": request, **{name: value for name, value in fields.items() if value is not None}})


def about(request: str, folder: str | None = None, **fields: Any) -> Any:
    """The answer to a request about no game; what a text extends is sought in the folder first."""
    reply = json.loads(_core.about(line(request, fields), folder))
    if "failure" in reply:
        raise failed(reply["failure"])
    return reply["answer"]
