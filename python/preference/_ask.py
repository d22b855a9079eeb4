"""Questions as lines of JSON, their answers, and the exceptions for questions that cannot be answered."""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import os
import textwrap
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from preference import _preference
from preference._show import Answer, Answers

__all__ = ["Cancelled", "DealError", "PreferenceError", "QuestionError"]


class PreferenceError(Exception):
    """Base class of the exceptions of this package."""


class QuestionError(PreferenceError):
    """A question that cannot be answered.

    code: kind of mistake, for instance bad-value.
    field: wrong field, if the mistake is in one; an element of a list is named like played[3].
    message: explanation for people.
    row: number of the row or question among many, from 0.
    """

    def __init__(self, code: str, message: str, field: str | None = None, row: int | None = None) -> None:
        where = "" if row is None else f"row {row}: "
        super().__init__(where + (f"{field}: {message}" if field else message))
        self.code = code
        self.message = message
        self.field = field
        self.row = row

    def __reduce__(self) -> tuple[type[QuestionError], tuple[str, str, str | None, int | None]]:
        return type(self), (self.code, self.message, self.field, self.row)


class DealError(QuestionError):
    """A question whose deal is wrong."""


class Cancelled(QuestionError):
    """A question that was cancelled."""


def error_of(error: Mapping[str, Any], row: int | None = None) -> QuestionError:
    """The exception for the error of an answer.

    row: number of the question among many, from 0.
    """
    kinds: dict[str, type[QuestionError]] = {"bad-deal": DealError, "cancelled": Cancelled}
    kind = kinds.get(error["code"], QuestionError)
    return kind(error["code"], error["message"], error.get("field"), row)


def _value(value: Any) -> Any:
    if hasattr(value, "field"):
        return value.field()
    # Numbers from an array or a frame of numpy have their own types.
    if hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
        return value.item()
    return list(value)


def deal_of(value: Any) -> Any:
    """The deal in an answer that has the key deal, such as an answer of preference.deal.

    In a list each such answer is replaced by its deal. All other values are returned unchanged.
    """
    if isinstance(value, Mapping):
        return value.get("deal", value)
    if isinstance(value, list | tuple):
        return [one.get("deal", one) if isinstance(one, Mapping) else one for one in value]
    return value


def line_of(question: Mapping[str, Any]) -> str:
    """A question as a line of JSON; fields that are None are left out.

    The field deal may also be a whole answer that contains a deal.
    """
    fields = {name: value for name, value in question.items() if value is not None}
    if "deal" in fields:
        fields["deal"] = deal_of(fields["deal"])
    try:
        line = json.dumps(fields, ensure_ascii=False, default=_value, allow_nan=False)
        # A text with a lone surrogate, which only Python allows, cannot be encoded.
        line.encode()
        return line
    except (TypeError, ValueError, RecursionError) as error:
        raise QuestionError("bad-json", f"the question cannot be written as JSON: {error}") from error


def thread_count(threads: int | None) -> int:
    """The number of threads from the argument or PREFERENCE_THREADS; 0 means one for each core."""
    name = "threads" if threads is not None else "PREFERENCE_THREADS"
    given = os.environ.get("PREFERENCE_THREADS") or "0" if threads is None else threads
    try:
        count = int(given)
    except ValueError:
        count = -1
    if not 0 <= count < 1 << 31:
        raise ValueError(f"{name}: {given} is not a number of threads: write a number, 0 for one per core")
    return count


def answer_of(question: Mapping[str, Any], threads: int | None = None) -> Answer:
    """The answer to a question. Raises QuestionError if it cannot be answered."""
    [line] = _preference.answer([line_of(question)], thread_count(threads))
    answer = Answer(json.loads(line))
    if "error" in answer:
        raise error_of(answer["error"])
    return answer


def reporter(
    progress: bool | Callable[[int], object], total: int
) -> tuple[Callable[[int], object] | None, Callable[[], object]]:
    """A progress callback and a function that closes the progress bar.

    The callback takes the number of answers so far; it is None if no progress is shown.
    """
    if callable(progress):
        return progress, lambda: None
    if not progress:
        return None, lambda: None
    try:
        bar = importlib.import_module("tqdm.auto").tqdm(total=total)
    except ImportError:
        return None, lambda: None
    return (lambda done: bar.update(done - bar.n)), bar.close


Function = TypeVar("Function", bound=Callable[..., Any])


@functools.cache
def unread_facts(ask_: str) -> frozenset[str]:
    """The facts of a hand that the question ask_ does not have."""
    return frozenset(_preference.unread_facts(ask_))


def with_options(*classes: type[Any]) -> Callable[[Function], Function]:
    """Adds the options of some classes to a function's help and signature.

    The first class inherits the options of all the others. The function also takes the facts of a hand that
    its question does not need, so that a whole situation can be given, and raises TypeError for any other
    option.
    """
    groups = {name for group in classes[1:] for name in group.__annotations__}
    names = [name for name in classes[0].__annotations__ if name not in groups]
    names += [name for group in classes[1:] for name in group.__annotations__]
    described = "\n".join(inspect.cleandoc(one.__doc__ or "").partition("\n\n")[2] for one in classes)

    def describe(function: Function) -> Function:
        @functools.wraps(function)
        def checked(*args: Any, **fields: Any) -> Any:
            for name in fields:
                if name not in accepted and name not in unread_facts(function.__name__):
                    hint = f": write {function.__name__}(record=hand)" if "record" in accepted else ""
                    raise TypeError(
                        f"{function.__name__}() got an unexpected keyword argument {name!r}{hint}"
                    )
            return function(*args, **fields)

        signature = inspect.signature(function)
        *own, _ = signature.parameters.values()
        options = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in names]
        own = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in own]
        accepted = {parameter.name for parameter in [*own, *options]}
        checked.__signature__ = signature.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
        head, _, rest = inspect.cleandoc(function.__doc__ or "").partition("\n\nReturns:")
        raises = "\n\nRaises:\n    QuestionError: The question cannot be answered."
        checked.__doc__ = f"{head}\n{textwrap.indent(described, '    ')}\n\nReturns:{rest}{raises}"
        return cast(Function, checked)

    return describe


def verb(ask_: str, options: Mapping[str, Any], **fields: Any) -> Any:
    """The answer to the question ask_, or a list of answers if the question asks for several."""
    own = {name.removesuffix("_"): value for name, value in options.items()}
    question = {"ask": ask_, **fields, **own}
    if any(question.get(name) is not None for name in unread_facts(ask_)):
        # A whole situation: the question reads its own part.
        del question["ask"]
        question = {"ask": ask_, **json.loads(_preference.own_part(ask_, line_of(question)))}
    try:
        answer = answer_of(question)
    except QuestionError as error:
        is_list = isinstance(question.get("deal"), list | tuple)
        if not (is_list and error.field == "deal" and error.code == "bad-value"):
            raise
        message = f'this is a list, and {ask_} takes one deal here: write ask_many(deals, ask="{ask_}")'
        raise QuestionError(error.code, message, error.field) from None
    if "answers" in answer:
        return Answers(map(Answer, answer["answers"]))
    return answer
