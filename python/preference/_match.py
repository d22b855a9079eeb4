"""Matches between players, built-in ones and your own."""

from __future__ import annotations

import json
import os
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Protocol, TypeAlias, cast, get_args

from preference import _preference
from preference._ask import QuestionError, reporter
from preference._hand import IllegalAction
from preference._inputs import Rules
from preference._show import Answer
from preference._verbs import MatchReport, PlayerKind
from preference._view import View

__all__ = ["Bot", "match"]


class Bot(Protocol):
    """A player with a method that chooses actions. A function of the same two arguments is a player too."""

    def choose(self, view: View, legal_actions: list[str], /) -> str:
        """Returns one of the legal actions."""
        ...


_Chooser: TypeAlias = Callable[[View, list[str]], str]


def match(
    players: Sequence[PlayerKind | Bot | _Chooser],
    *,
    rules: Rules | Mapping[str, Any] | str = "austrian",
    hands: int = 1000,
    duplicate: bool = False,
    seed: int = 1,
    records: str | os.PathLike[str] | None = None,
    strict: bool = False,
    progress: bool | Callable[[int], object] = False,
) -> MatchReport:
    """Lets three players play whole hands, and returns their mean gains as pref match --format json prints.

    The deals and the seats are those of the program with the same seed. If a bot raises an exception, or
    returns anything but a legal action, the action of the player beginner takes its place; the answer
    counts such actions under replaced, and the first exception of each bot is shown as a warning.

    >>> answer = match([lambda view, legal_actions: legal_actions[0], "beginner", "beginner"], hands=20)
    >>> [(player["name"], player["hands"]) for player in answer["players"]]
    [('<lambda>', 20), ('beginner', 40)]

    players: three players, each the name of a built-in one (random, beginner, quick, strong), an object with
        a method choose, or a function; both take the view of the seat that decides and the list of its
        legal actions, and return an action. An object in two places is one player.
    rules: rules of the game, austrian by default.
    hands: number of hands, rounded up to whole deals.
    duplicate: whether each deal is played in all seatings of the players; otherwise the seatings take turns.
    seed: random seed of the deals and of the built-in players.
    records: new file for the records of the hands, one JSON object per line.
    strict: whether the first exception of a bot is raised, and IllegalAction for an action that is not legal.
    progress: True shows a bar if tqdm is installed; a function is called with the number of deals so far.

    Everything runs on the thread that calls. Raises QuestionError if the players or the rules are wrong.
    """
    if isinstance(players, str) or len(players) != 3:
        raise QuestionError("bad-value", "a match has three players, in a list", "players")
    if hands < 1:
        raise QuestionError("bad-value", "a match has at least one hand", "hands")
    choosers: dict[str, Callable[..., object]] = {}
    names = _names(players)
    for name, player in zip(names, players, strict=True):
        if not isinstance(player, str):
            choosers[name] = _chooser(name, player, strict)
    field = (rules if isinstance(rules, Rules) else Rules.from_field(rules)).field()
    try:
        game = _preference.NativeMatch(names, choosers, json.dumps(field), bool(duplicate), seed)
    except ValueError as error:
        raise QuestionError("bad-value", str(error)) from None
    deals = -(-hands // game.hands_per_deal())
    actions, began = 0, time.perf_counter()
    report, close = reporter(progress, deals)
    try:
        with nullcontext() if records is None else Path(records).open("x", encoding="utf-8") as output:
            for number in range(deals):
                lines, count = game.play_deal()
                actions += count
                if output is not None:
                    output.writelines(f"{line}\n" for line in lines)
                if report:
                    report(number + 1)
    finally:
        close()
    answer = json.loads(game.answer())
    answer["actions_per_second"] = int(actions / max(time.perf_counter() - began, 1e-9))
    return cast(MatchReport, Answer(answer))


def _names(players: Sequence[object]) -> list[str]:
    """Returns a name for each player: bots have different names, and not those of built-in players."""
    names: dict[int, str] = {}
    for player in players:
        if isinstance(player, str) or id(player) in names:
            continue
        name = getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__
        base = name = str(name)
        number = 1
        while name in names.values() or name in get_args(PlayerKind):
            number += 1
            name = f"{base} {number}"
        names[id(player)] = name
    return [player if isinstance(player, str) else names[id(player)] for player in players]


def _chooser(name: str, player: Any, strict: bool) -> Callable[[_preference.NativeView, list[str]], object]:
    """Returns a function that asks the player, and returns an exception if it is not to end the match."""
    choose: Any = getattr(player, "choose", player)
    if not callable(choose):
        kind = type(player).__name__
        message = f"{kind} is neither a name nor a function, and has no method choose"
        raise QuestionError("bad-value", message, "players")
    has_failed = False

    def ask(native: _preference.NativeView, legal_actions: list[str]) -> object:
        nonlocal has_failed
        view = View._from_native(native)
        try:
            action = choose(view, legal_actions)
        except Exception as error:
            if strict:
                raise
            if not has_failed:
                warnings.warn(f"{name}: {error!r}; beginner acts instead", RuntimeWarning, stacklevel=2)
            has_failed = True
            return error
        is_agreement = isinstance(action, str) and action.startswith(("offer ", "claim "))
        if strict and not is_agreement and action not in view.legal_actions():
            raise IllegalAction(f"{name}: {action!r} is not legal; legal: {', '.join(view.legal_actions())}")
        return action

    return ask
