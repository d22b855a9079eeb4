"""The types of answers, and a function for each question. Written by generate.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, overload

from preference._ask import verb
from preference._given import Rules

__all__ = [
    "AdviseAnswer",
    "AuctionAnswer",
    "CardsAnswer",
    "ContractOutcome",
    "DealAnswer",
    "Decision",
    "DefendAnswer",
    "Estimate",
    "EvaluateAnswer",
    "Gains",
    "LineAnswer",
    "Outcome",
    "ParAnswer",
    "PuzzleAnswer",
    "ReviewAnswer",
    "ScoreAnswer",
    "Seat",
    "SolveAnswer",
    "Step",
    "TalonAnswer",
    "Tricks",
    "UnknownTalonAnswer",
    "UsurpAnswer",
    "advise",
    "auction",
    "cards",
    "deal",
    "defend",
    "evaluate",
    "line",
    "par",
    "puzzle",
    "review",
    "score",
    "solve",
    "talon",
    "usurp"
]

Seat = Literal["F", "M", "R"]


class Estimate(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class AdviseAnswerCardsItem(TypedDict):
    card: str
    chance: Estimate
    tricks: NotRequired[Estimate]


class AdviseAnswer(TypedDict):
    all: bool
    cards: list[AdviseAnswerCardsItem]
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R']
    id: NotRequired[str | float]
    layouts: int
    of: int
    partial: NotRequired[Literal[True]]
    rules: str
    seed: int
    to_move: Literal['F', 'M', 'R']


class AuctionAnswer(TypedDict):
    allowed: NotRequired[list[str]]
    bid: NotRequired[str]
    declarer: NotRequired[Literal['F', 'M', 'R', None]]
    done: bool
    hand: NotRequired[bool]
    id: NotRequired[str | float]
    may_usurp: NotRequired[list[Literal['F', 'M', 'R']]]
    or_hand: NotRequired[Literal[True]]
    rules: str
    then: NotRequired[Literal['redeal', 'dealer-plays', 'forehand-again', 'dealer-forced', 'second-round', 'bid-again', 'refa', 'raspasovka']]
    to_call: NotRequired[Literal['F', 'M', 'R']]


class Gains(TypedDict):
    D: NotRequired[float]
    F: float
    M: float
    R: float
    pot: float


class Tricks(TypedDict):
    F: int
    M: int
    R: int


class CardsAnswerCardsItem(TypedDict):
    card: str
    gains: NotRequired[Gains]
    made: NotRequired[bool]
    tricks: NotRequired[int | Tricks | None]


class CardsAnswer(TypedDict):
    by: NotRequired[Literal['gain']]
    cards: list[CardsAnswerCardsItem]
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R', None]
    id: NotRequired[str | float]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    rules: str
    to_move: Literal['F', 'M', 'R', None]


class DealAnswer(TypedDict):
    deal: str
    id: NotRequired[str | float]


class Decision(TypedDict):
    best: str
    gains: dict[str, float]
    seat: Literal['F', 'M', 'R']


class DefendAnswerOutcome(TypedDict):
    gains: Gains
    tricks: None | Tricks


class DefendAnswerQuotas(TypedDict):
    both: bool
    together4: bool
    together5: bool


class DefendAnswerSeatsItem(TypedDict):
    alone: int | None
    guaranteed: int
    seat: Literal['F', 'M', 'R']
    with_partner: int


class DefendAnswerSecure1(TypedDict):
    F: float
    M: float
    R: float


class DefendAnswer(TypedDict):
    contract: str
    deal: str
    decisions: NotRequired[list[Decision]]
    declarer: Literal['F', 'M', 'R']
    id: NotRequired[str | float]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    outcome: NotRequired[DefendAnswerOutcome]
    quotas: NotRequired[DefendAnswerQuotas]
    rules: str
    rules_of_thumb: NotRequired[list[Literal['partner', 'last', 'second']]]
    seats: NotRequired[list[DefendAnswerSeatsItem]]
    secure: NotRequired[None | DefendAnswerSecure1]
    tricks: NotRequired[int]
    tricks_by_thumb: NotRequired[int]


class EvaluateAnswerResultsItemHand(TypedDict):
    chance: Estimate
    gain: NotRequired[Estimate]
    tricks: NotRequired[Estimate]


class EvaluateAnswerResultsItemTalon(TypedDict):
    chance: Estimate
    gain: NotRequired[Estimate]
    tricks: NotRequired[Estimate]


class EvaluateAnswerResultsItem(TypedDict):
    contract: str
    hand: NotRequired[EvaluateAnswerResultsItemHand]
    talon: EvaluateAnswerResultsItemTalon


class EvaluateAnswer(TypedDict):
    all: bool
    deal: str
    id: NotRequired[str | float]
    layouts: int
    model: Literal['selfish', 'allied', 'tricks']
    of: int
    partial: NotRequired[Literal[True]]
    results: list[EvaluateAnswerResultsItem]
    rules: str
    seat: Literal['F', 'M', 'R']
    seed: int


class LineAnswer(TypedDict):
    by: NotRequired[Literal['gain']]
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R', None]
    gains: NotRequired[Gains]
    id: NotRequired[str | float]
    line: list[str]
    made: NotRequired[bool]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    rules: str
    tricks: NotRequired[int | Tricks | None]


class ParAnswerGame(TypedDict):
    bid: NotRequired[str]
    contract: str
    decisions: list[Decision]
    discard: NotRequired[list[str]]
    hand: bool
    made: bool
    tricks: NotRequired[int]
    usurped: NotRequired[Literal[True]]


class Outcome(TypedDict):
    made: bool
    tricks: NotRequired[int]


class ParAnswerMakesItem(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    hand: Outcome
    talon: Outcome


class ParAnswer(TypedDict):
    calls: list[str]
    deal: str
    declarer: Literal['F', 'M', 'R', None]
    gains: Gains
    game: NotRequired[ParAnswerGame]
    id: NotRequired[str | float]
    makes: list[ParAnswerMakesItem]
    model: Literal['selfish', 'allied', 'tricks']
    rules: str
    then: NotRequired[Literal['redeal', 'dealer-plays', 'forehand-again', 'dealer-forced', 'second-round', 'bid-again', 'refa', 'raspasovka', 'given-up']]


class PuzzleAnswer(TypedDict):
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R']
    depth: int
    id: NotRequired[str | float]
    kind: Literal['lead', 'discard', 'defence']
    leader: Literal['F', 'M', 'R']
    rules: str
    solution: list[list[str]]


class ReviewAnswerBrokenItem(TypedDict):
    number: NotRequired[int]
    part: Literal['call', 'announcement', 'card', 'trick', 'decisions']
    problem: str


class Step(TypedDict):
    best: list[str]
    decided: bool
    done: str
    gain_lost: NotRequired[float]
    seat: Literal['F', 'M', 'R']
    tricks_lost: NotRequired[int]


class ReviewAnswer(TypedDict):
    broken: list[ReviewAnswerBrokenItem]
    calls: list[Step]
    cards: list[Step]
    contract: str
    deal: str
    decisions: list[Step]
    declarer: Literal['F', 'M', 'R', None]
    discard: NotRequired[Step]
    id: NotRequired[str | float]
    made: NotRequired[bool]
    rules: str
    tricks: Tricks


class ScoreAnswerWhole(TypedDict):
    D: NotRequired[int]
    F: int
    M: int
    R: int
    pot: int


class ScoreAnswer(TypedDict):
    D: NotRequired[float]
    F: float
    M: float
    R: float
    id: NotRequired[str | float]
    pot: float
    rules: str
    whole: NotRequired[ScoreAnswerWhole]


class SolveAnswerResultsItem(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    leader: Literal['F', 'M', 'R', None]
    made: bool
    tricks: NotRequired[int]


class SolveAnswerResultsItem1(TypedDict):
    contract: Literal['allpass']
    declarer: Literal[None]
    leader: Literal['F', 'M', 'R', None]
    tricks: Tricks


class SolveAnswer(TypedDict):
    deal: str
    id: NotRequired[str | float]
    results: list[SolveAnswerResultsItem | SolveAnswerResultsItem1]
    rules: str


class TalonAnswerBestItem(TypedDict):
    contract: str
    discards: list[list[str]]
    gain: NotRequired[float]
    made: bool
    tricks: NotRequired[int]


class TalonAnswerChoice(TypedDict):
    contract: str
    discard: list[str]
    gain: NotRequired[float]
    made: bool
    tricks: NotRequired[int]


class ContractOutcome(TypedDict):
    contract: str
    gain: NotRequired[float]
    made: bool
    tricks: NotRequired[int]


class TalonAnswerDiscardsItem(TypedDict):
    discard: list[str]
    results: list[ContractOutcome]


class TalonAnswer(TypedDict):
    best: list[TalonAnswerBestItem]
    by: NotRequired[Literal['gain']]
    choice: TalonAnswerChoice | None
    deal: str
    declarer: Literal['F', 'M', 'R']
    discards: list[TalonAnswerDiscardsItem]
    hand: list[ContractOutcome]
    id: NotRequired[str | float]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    rules: str
    talon_worth: NotRequired[float]


class UnknownTalonAnswerBestItem(TypedDict):
    chance: Estimate
    contract: str
    discard: list[str]
    gain: NotRequired[Estimate]
    tricks: NotRequired[Estimate]


class UnknownTalonAnswerDiscardsItemResultsItem(TypedDict):
    chance: Estimate
    contract: str
    gain: NotRequired[Estimate]
    tricks: NotRequired[Estimate]


class UnknownTalonAnswerDiscardsItem(TypedDict):
    discard: list[str]
    results: list[UnknownTalonAnswerDiscardsItemResultsItem]


class UnknownTalonAnswer(TypedDict):
    best: list[UnknownTalonAnswerBestItem]
    by: NotRequired[Literal['gain']]
    deal: str
    declarer: Literal['F', 'M', 'R']
    discards: list[UnknownTalonAnswerDiscardsItem]
    id: NotRequired[str | float]
    layouts: int
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    of: int
    rules: str
    seed: int


class UsurpAnswerAlone(TypedDict):
    contract: str
    discard: list[str]
    gain: float


class UsurpAnswerBestTakingsItem(TypedDict):
    contract: NotRequired[str]
    discard: list[str]
    seat: Literal['F', 'M', 'R']
    takes: list[str]


class UsurpAnswerBest(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    discard: list[str]
    gains: Gains
    made: bool
    takings: list[UsurpAnswerBestTakingsItem]
    tricks: NotRequired[int]


class UsurpAnswerDiscardsItem(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    discard: list[str]
    gain: float
    usurped: bool


class UsurpAnswer(TypedDict):
    alone: UsurpAnswerAlone
    best: UsurpAnswerBest
    bid: int
    bidders: list[Literal['F', 'M', 'R']]
    deal: str
    declarer: Literal['F', 'M', 'R']
    discards: list[UsurpAnswerDiscardsItem]
    id: NotRequired[str | float]
    model: Literal['selfish', 'allied', 'tricks']
    rules: str



@overload
def advise(
    deal: str,
    *,
    at: None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    hand: bool | None = None,
    layouts: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> AdviseAnswer: ...
@overload
def advise(
    deal: str,
    *,
    at: int | Sequence[int],
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    hand: bool | None = None,
    layouts: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> list[AdviseAnswer]: ...
def advise(
    deal: str,
    *,
    at: int | Sequence[int] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    hand: bool | None = None,
    layouts: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> AdviseAnswer | list[AdviseAnswer]:
    """Which card is best, the others' cards unknown?

    at: asks at several moments: after how many cards of played
    contract: the contract: S H D C N, a level as 7H, misere, slam, run6, uno; or allpass
    deal: the cards
    declarer: who declares
    discard: the two cards laid aside
    hand: it is played from the hand
    layouts: how many random layouts
    leader: who leads to the first trick
    out: who dropped out
    played: the cards played so far, from the first lead on
    rules: the rules; those of the command if it is left out
    seed: which random ones
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time
    where: what a hand holds, as M:S>=2, R:A>=1

    Raises QuestionError if it cannot be answered.
    """
    answer: AdviseAnswer | list[AdviseAnswer] = verb("advise", {"at": at, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "hand": hand, "layouts": layouts, "leader": leader, "out": out, "played": played, "rules": rules, "seed": seed, "time_limit": time_limit, "where": where}, several=at is not None)
    return answer


def auction(
    *,
    calls: str | Sequence[str] | None = None,
    passed: int | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    time_limit: float | None = None,
) -> AuctionAnswer:
    """Who declares after these calls, or who may say what?

    calls: the calls, in turn from forehand
    passed: how many deals in a row all have passed before this one
    rules: the rules; those of the command if it is left out
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: AuctionAnswer = verb("auction", {"calls": calls, "passed": passed, "rules": rules, "time_limit": time_limit}, several=False)
    return answer


@overload
def cards(
    deal: str,
    *,
    aces: str | Sequence[str] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: None = None,
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> CardsAnswer: ...
@overload
def cards(
    deal: str,
    *,
    aces: str | Sequence[str] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: int | Sequence[int],
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> list[CardsAnswer]: ...
def cards(
    deal: str,
    *,
    aces: str | Sequence[str] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: int | Sequence[int] | None = None,
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> CardsAnswer | list[CardsAnswer]:
    """What does each legal card lead to?

    aces: the declarer's aces: 4, or none if announced
    answered: whose kontra alone the declarer answered
    at: asks at several moments: after how many cards of played
    by: what is played for
    contract: the contract: S H D C N, a level as 7H, misere, slam, run6, uno; or allpass
    deal: the cards
    declarer: who declares
    discard: the two cards laid aside
    doubling: how far kontra was answered: 1 kontra, 2 rekontra, 3 sub, 4 mort
    four: four are at the table, the dealer sits out
    gave_up: the declarer gave up before the play
    guest: who played at the invitation of the other defender
    half_whist: who said half-whist
    hand: it is played from the hand
    kontra: who said kontra
    leader: who leads to the first trick
    limit: the limit of the pot
    model: what is played for
    mort: the declarer answered with mort
    out: who dropped out
    played: the cards played so far, from the first lead on
    pot: what is in the pot before the hand
    progression: how many hands in a row all have passed, this one counted
    refa: a mark for a deal that all passed doubles this one
    rekontra: the declarer answered with rekontra
    rules: the rules; those of the command if it is left out
    run: for run6: how many tricks in a row the declarer took last
    sub: the defender answered with sub
    taken: the tricks that each seat took before
    talon: the talon's cards, as .A..A or HA CA
    talon_order: for allpass: the talon's cards in the order in which they lead
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time
    trick: the cards of the trick under way, no longer in the hands
    whist: who said whist, in the order of speaking

    Raises QuestionError if it cannot be answered.
    """
    answer: CardsAnswer | list[CardsAnswer] = verb("cards", {"aces": aces, "answered": answered, "at": at, "by": by, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "leader": leader, "limit": limit, "model": model, "mort": mort, "out": out, "played": played, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "run": run, "sub": sub, "taken": taken, "talon": talon, "talon_order": talon_order, "time_limit": time_limit, "trick": trick, "whist": whist}, several=at is not None)
    return answer


@overload
def deal(
    *,
    count: None = None,
    from_: str | None = None,
    makes: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    tries: int | None = None,
    where: str | Sequence[str] | None = None,
) -> DealAnswer: ...
@overload
def deal(
    *,
    count: int,
    from_: str | None = None,
    makes: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    tries: int | None = None,
    where: str | Sequence[str] | None = None,
) -> list[DealAnswer]: ...
def deal(
    *,
    count: int | None = None,
    from_: str | None = None,
    makes: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    tries: int | None = None,
    where: str | Sequence[str] | None = None,
) -> DealAnswer | list[DealAnswer]:
    """Random deals that are as wanted.

    count: how many deals
    from_: what is given of the deal, the rest as ?
    makes: what a contract comes to, as F:H, F:H=7, F+:N>=8
    rules: the rules; those of the command if it is left out
    seed: which random ones
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time
    tries: gives up after this number of deals without one as wanted
    where: what a hand holds, as M:S>=2, R:A>=1

    Raises QuestionError if it cannot be answered.
    """
    answer: DealAnswer | list[DealAnswer] = verb("deal", {"count": count, "from": from_, "makes": makes, "rules": rules, "seed": seed, "time_limit": time_limit, "tries": tries, "where": where}, several=count is not None)
    return answer


def defend(
    deal: str,
    *,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    four: bool | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rule_of_thumb: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    settle: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> DefendAnswer:
    """What can the defenders make sure of, and what do they decide?

    contract: the contract: S H D C N, a level as 7H, misere, slam, run6, uno; or allpass
    deal: the cards
    declarer: who declares
    discard: the two cards laid aside
    four: four are at the table, the dealer sits out
    hand: it is played from the hand
    leader: who leads to the first trick
    limit: the limit of the pot
    model: what is played for
    out: who dropped out
    played: the cards played so far, from the first lead on
    pot: what is in the pot before the hand
    refa: a mark for a deal that all passed doubles this one
    rule_of_thumb: what the defenders keep to: partner, last, second or all
    rules: the rules; those of the command if it is left out
    run: for run6: how many tricks in a row the declarer took last
    settle: adds the decisions before the play and what the hand pays
    taken: the tricks that each seat took before
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time
    trick: the cards of the trick under way, no longer in the hands

    Raises QuestionError if it cannot be answered.
    """
    answer: DefendAnswer = verb("defend", {"contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "four": four, "hand": hand, "leader": leader, "limit": limit, "model": model, "out": out, "played": played, "pot": pot, "refa": refa, "rule_of_thumb": rule_of_thumb, "rules": rules, "run": run, "settle": settle, "taken": taken, "time_limit": time_limit, "trick": trick}, several=False)
    return answer


def evaluate(
    deal: str,
    *,
    bid: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    contract: str | Sequence[str] | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    layouts: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    passed: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    pot: int | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> EvaluateAnswer:
    """What is a hand worth, the others unknown?

    bid: who has bid: this hand makes a contract with the talon
    contract: the contracts: S H D C N, levels as 7H, misere, slam, run6, uno; or all
    deal: the cards
    goal: what is to be found
    layouts: how many random layouts
    model: what is played for
    passed: who has passed: this hand makes no contract without the talon
    pot: what is in the pot before the hand
    rules: the rules; those of the command if it is left out
    seed: which random ones
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time
    where: what a hand holds, as M:S>=2, R:A>=1

    Raises QuestionError if it cannot be answered.
    """
    answer: EvaluateAnswer = verb("evaluate", {"bid": bid, "contract": contract, "deal": deal, "goal": goal, "layouts": layouts, "model": model, "passed": passed, "pot": pot, "rules": rules, "seed": seed, "time_limit": time_limit, "where": where}, several=False)
    return answer


@overload
def line(
    deal: str,
    *,
    aces: str | Sequence[str] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: None = None,
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> LineAnswer: ...
@overload
def line(
    deal: str,
    *,
    aces: str | Sequence[str] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: int | Sequence[int],
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> list[LineAnswer]: ...
def line(
    deal: str,
    *,
    aces: str | Sequence[str] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    at: int | Sequence[int] | None = None,
    by: Literal['tricks', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> LineAnswer | list[LineAnswer]:
    """One best line of play.

    aces: the declarer's aces: 4, or none if announced
    answered: whose kontra alone the declarer answered
    at: asks at several moments: after how many cards of played
    by: what is played for
    contract: the contract: S H D C N, a level as 7H, misere, slam, run6, uno; or allpass
    deal: the cards
    declarer: who declares
    discard: the two cards laid aside
    doubling: how far kontra was answered: 1 kontra, 2 rekontra, 3 sub, 4 mort
    four: four are at the table, the dealer sits out
    gave_up: the declarer gave up before the play
    guest: who played at the invitation of the other defender
    half_whist: who said half-whist
    hand: it is played from the hand
    kontra: who said kontra
    leader: who leads to the first trick
    limit: the limit of the pot
    model: what is played for
    mort: the declarer answered with mort
    out: who dropped out
    played: the cards played so far, from the first lead on
    pot: what is in the pot before the hand
    progression: how many hands in a row all have passed, this one counted
    refa: a mark for a deal that all passed doubles this one
    rekontra: the declarer answered with rekontra
    rules: the rules; those of the command if it is left out
    run: for run6: how many tricks in a row the declarer took last
    sub: the defender answered with sub
    taken: the tricks that each seat took before
    talon: the talon's cards, as .A..A or HA CA
    talon_order: for allpass: the talon's cards in the order in which they lead
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time
    trick: the cards of the trick under way, no longer in the hands
    whist: who said whist, in the order of speaking

    Raises QuestionError if it cannot be answered.
    """
    answer: LineAnswer | list[LineAnswer] = verb("line", {"aces": aces, "answered": answered, "at": at, "by": by, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "leader": leader, "limit": limit, "model": model, "mort": mort, "out": out, "played": played, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "run": run, "sub": sub, "taken": taken, "talon": talon, "talon_order": talon_order, "time_limit": time_limit, "trick": trick, "whist": whist}, several=at is not None)
    return answer


def par(
    deal: str,
    *,
    discards: str | Sequence[str] | None = None,
    four: bool | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    passed: int | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    time_limit: float | None = None,
) -> ParAnswer:
    """What is the auction worth with all cards known?

    deal: the cards
    discards: by gain: the number of discards weighed for each contract, or all
    four: four are at the table, the dealer sits out
    limit: the limit of the pot
    model: what is played for
    passed: how many deals in a row all have passed before this one
    pot: what is in the pot before the hand
    refa: a mark for a deal that all passed doubles this one
    rules: the rules; those of the command if it is left out
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: ParAnswer = verb("par", {"deal": deal, "discards": discards, "four": four, "limit": limit, "model": model, "passed": passed, "pot": pot, "refa": refa, "rules": rules, "time_limit": time_limit}, several=False)
    return answer


@overload
def puzzle(
    *,
    among: int | None = None,
    contract: str | Sequence[str] | None = None,
    count: None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> PuzzleAnswer: ...
@overload
def puzzle(
    *,
    among: int | None = None,
    contract: str | Sequence[str] | None = None,
    count: int,
    declarer: Literal['F', 'M', 'R'] | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> list[PuzzleAnswer]: ...
def puzzle(
    *,
    among: int | None = None,
    contract: str | Sequence[str] | None = None,
    count: int | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> PuzzleAnswer | list[PuzzleAnswer]:
    """Random deals in which exactly one first step wins.

    among: out of how many random deals
    contract: the contracts: S H D C N, levels as 7H, misere, slam, run6, uno; or all
    count: how many puzzles
    declarer: who declares
    kind: what is to be found
    rules: the rules; those of the command if it is left out
    seed: which random ones
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: PuzzleAnswer | list[PuzzleAnswer] = verb("puzzle", {"among": among, "contract": contract, "count": count, "declarer": declarer, "kind": kind, "rules": rules, "seed": seed, "time_limit": time_limit}, several=count is not None)
    return answer


def review(
    deal: str,
    *,
    aces: str | Sequence[str] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    calls: str | Sequence[str] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    discard: str | Sequence[str] | None = None,
    discards: str | Sequence[str] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    mort: bool | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    sub: bool | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> ReviewAnswer:
    """What did each call, discard and card of a played hand cost?

    aces: the declarer's aces: 4, or none if announced
    answered: whose kontra alone the declarer answered
    calls: the calls, in turn from forehand
    contract: the contract: S H D C N, a level as 7H, misere, slam, run6, uno; or allpass
    deal: the cards
    declarer: who declares
    discard: the two cards laid aside
    discards: by gain: the number of discards weighed for each contract, or all
    doubling: how far kontra was answered: 1 kontra, 2 rekontra, 3 sub, 4 mort
    four: four are at the table, the dealer sits out
    gave_up: the declarer gave up before the play
    guest: who played at the invitation of the other defender
    half_whist: who said half-whist
    hand: it is played from the hand
    kontra: who said kontra
    leader: who leads to the first trick
    limit: the limit of the pot
    model: what is played for
    mort: the declarer answered with mort
    out: who dropped out
    played: the cards played so far, from the first lead on
    pot: what is in the pot before the hand
    progression: how many hands in a row all have passed, this one counted
    refa: a mark for a deal that all passed doubles this one
    rekontra: the declarer answered with rekontra
    rules: the rules; those of the command if it is left out
    sub: the defender answered with sub
    talon: the talon's cards, as .A..A or HA CA
    talon_order: for allpass: the talon's cards in the order in which they lead
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time
    whist: who said whist, in the order of speaking

    Raises QuestionError if it cannot be answered.
    """
    answer: ReviewAnswer = verb("review", {"aces": aces, "answered": answered, "calls": calls, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "discards": discards, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "leader": leader, "limit": limit, "model": model, "mort": mort, "out": out, "played": played, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "sub": sub, "talon": talon, "talon_order": talon_order, "time_limit": time_limit, "whist": whist}, several=False)
    return answer


def score(
    *,
    aces: str | Sequence[str] | None = None,
    answered: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    contract: str | Sequence[str] | None = None,
    dealer: Literal['F', 'M', 'R', 'D'] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    doubling: int | None = None,
    four: bool | None = None,
    gave_up: bool | None = None,
    guest: Literal['F', 'M', 'R'] | None = None,
    half_whist: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    kontra: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    limit: int | None = None,
    made: Literal['yes', 'no'] | None = None,
    mort: bool | None = None,
    offer: int | None = None,
    other_offers: Mapping[str, int] | str | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    pot: int | None = None,
    progression: int | None = None,
    refa: bool | None = None,
    rekontra: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    sub: bool | None = None,
    talon: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    totals: Mapping[str, Any] | str | None = None,
    tricks: Mapping[str, int] | str | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    whole: bool | None = None,
) -> ScoreAnswer:
    """What does a played hand pay, or a finished sheet?

    aces: the declarer's aces: 4, or none if announced
    answered: whose kontra alone the declarer answered
    contract: the contract: S H D C N, a level as 7H, misere, slam, run6, uno; or allpass
    dealer: who dealt; D sits out
    declarer: who declares
    doubling: how far kontra was answered: 1 kontra, 2 rekontra, 3 sub, 4 mort
    four: four are at the table, the dealer sits out
    gave_up: the declarer gave up before the play
    guest: who played at the invitation of the other defender
    half_whist: who said half-whist
    hand: it is played from the hand
    kontra: who said kontra
    limit: the limit of the pot
    made: whether it was made, where the tricks do not tell
    mort: the declarer answered with mort
    offer: what the declarer offered to the pot for the talon
    other_offers: what others had offered
    out: who dropped out
    pot: what is in the pot before the hand
    progression: how many hands in a row all have passed, this one counted
    refa: a mark for a deal that all passed doubles this one
    rekontra: the declarer answered with rekontra
    rules: the rules; those of the command if it is left out
    sub: the defender answered with sub
    talon: the talon's cards, as .A..A or HA CA
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time
    totals: the totals of a finished sheet, in place of a hand
    tricks: the tricks of each seat
    whist: who said whist, in the order of speaking
    whole: adds the gains in whole numbers

    Raises QuestionError if it cannot be answered.
    """
    answer: ScoreAnswer = verb("score", {"aces": aces, "answered": answered, "contract": contract, "dealer": dealer, "declarer": declarer, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "limit": limit, "made": made, "mort": mort, "offer": offer, "other_offers": other_offers, "out": out, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "sub": sub, "talon": talon, "time_limit": time_limit, "totals": totals, "tricks": tricks, "whist": whist, "whole": whole}, several=False)
    return answer


@overload
def solve(
    deal: str,
    *,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R', 'all'] | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> SolveAnswer: ...
@overload
def solve(
    deal: list[str] | tuple[str, ...],
    *,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R', 'all'] | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> list[SolveAnswer]: ...
def solve(
    deal: list[str] | tuple[str, ...] | str,
    *,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R', 'all'] | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    run: int | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> SolveAnswer | list[SolveAnswer]:
    """Which contracts does each hand make, all cards known?

    contract: the contracts: S H D C N, levels as 7H, misere, slam, run6, uno; or all
    deal: the cards, or a list of deals
    declarer: who declares, or all
    goal: what is to be found
    hand: it is played from the hand
    leader: who leads to the first trick
    out: who dropped out
    played: the cards played so far, from the first lead on
    rules: the rules; those of the command if it is left out
    run: for run6: how many tricks in a row the declarer took last
    taken: the tricks that each seat took before
    talon_order: for allpass: the talon's cards in the order in which they lead
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time
    trick: the cards of the trick under way, no longer in the hands

    Raises QuestionError if it cannot be answered.
    """
    answer: SolveAnswer | list[SolveAnswer] = verb("solve", {"contract": contract, "deal": deal, "declarer": declarer, "goal": goal, "hand": hand, "leader": leader, "out": out, "played": played, "rules": rules, "run": run, "taken": taken, "talon_order": talon_order, "time_limit": time_limit, "trick": trick}, several=not isinstance(deal, str))
    return answer


@overload
def talon(
    deal: str,
    *,
    by: Literal['tricks', 'made', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Seat,
    discards: str | Sequence[str] | None = None,
    four: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    unknown_defence: int | None = None,
) -> TalonAnswer | UnknownTalonAnswer: ...
@overload
def talon(
    deal: str | Sequence[str],
    *,
    by: Literal['tricks', 'made', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['all'] | None = None,
    discards: str | Sequence[str] | None = None,
    four: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    unknown_defence: int | None = None,
) -> list[TalonAnswer | UnknownTalonAnswer]: ...
def talon(
    deal: str | Sequence[str],
    *,
    by: Literal['tricks', 'made', 'gain'] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Seat | Literal['all'] | None = None,
    discards: str | Sequence[str] | None = None,
    four: bool | None = None,
    goal: Literal['tricks', 'made'] | None = None,
    hand: bool | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    unknown_defence: int | None = None,
) -> TalonAnswer | UnknownTalonAnswer | list[TalonAnswer | UnknownTalonAnswer]:
    """Which two cards does the declarer lay aside? Every discard under every contract.

    by: what makes a discard better
    contract: the contracts: S H D C N, levels as 7H, misere, slam, run6, uno; or all
    deal: the cards, or a list of deals
    declarer: who declares, or all
    discards: by gain: the number of discards weighed for each contract, or all
    four: four are at the table, the dealer sits out
    goal: what is to be found
    hand: it is played from the hand
    leader: who leads to the first trick
    limit: the limit of the pot
    model: what is played for
    out: who dropped out
    pot: what is in the pot before the hand
    refa: a mark for a deal that all passed doubles this one
    rules: the rules; those of the command if it is left out
    seed: which random ones
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time
    unknown_defence: over how many random layouts of the other hands

    Raises QuestionError if it cannot be answered.
    """
    answer: TalonAnswer | UnknownTalonAnswer | list[TalonAnswer | UnknownTalonAnswer] = verb("talon", {"by": by, "contract": contract, "deal": deal, "declarer": declarer, "discards": discards, "four": four, "goal": goal, "hand": hand, "leader": leader, "limit": limit, "model": model, "out": out, "pot": pot, "refa": refa, "rules": rules, "seed": seed, "time_limit": time_limit, "unknown_defence": unknown_defence}, several=declarer in (None, "all") or not isinstance(deal, str))
    return answer


def usurp(
    deal: str,
    *,
    bid: int | None = None,
    bidders: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    calls: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    four: bool | None = None,
    limit: int | None = None,
    model: Literal['selfish', 'allied', 'tricks'] | None = None,
    pot: int | None = None,
    refa: bool | None = None,
    rules: Rules | str | Mapping[str, Any] | None = None,
    time_limit: float | None = None,
) -> UsurpAnswer:
    """What is laid aside when another may take it up?

    bid: the number of the bid
    bidders: which others have bid, and may take the cards
    calls: the calls, in turn from forehand
    deal: the cards
    declarer: who declares
    four: four are at the table, the dealer sits out
    limit: the limit of the pot
    model: what is played for
    pot: what is in the pot before the hand
    refa: a mark for a deal that all passed doubles this one
    rules: the rules; those of the command if it is left out
    time_limit: time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: UsurpAnswer = verb("usurp", {"bid": bid, "bidders": bidders, "calls": calls, "deal": deal, "declarer": declarer, "four": four, "limit": limit, "model": model, "pot": pot, "refa": refa, "rules": rules, "time_limit": time_limit}, several=False)
    return answer
