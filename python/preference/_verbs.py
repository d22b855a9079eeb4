"""The types of answers, and a function for each question. Written by generate.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, overload

from preference._ask import verb

__all__ = [
    "Advise",
    "Auction",
    "Cards",
    "Deal",
    "Defend",
    "Evaluate",
    "Line",
    "Par",
    "Puzzle",
    "Review",
    "Score",
    "Solve",
    "Talon",
    "TalonUnknown",
    "Usurp",
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


class AdviseCardsItemChance(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class AdviseCardsItemTricks(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class AdviseCardsItem(TypedDict):
    card: str
    chance: AdviseCardsItemChance
    tricks: NotRequired[AdviseCardsItemTricks]


class Advise(TypedDict):
    all: bool
    cards: list[AdviseCardsItem]
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R']
    id: NotRequired[str | float]
    layouts: int
    of: int
    rules: str
    seed: int
    to_move: Literal['F', 'M', 'R']


class Auction(TypedDict):
    allowed: NotRequired[list[str]]
    bid: NotRequired[str]
    declarer: NotRequired[Literal['F', 'M', 'R', None]]
    done: bool
    hand: NotRequired[bool]
    id: NotRequired[str | float]
    or_hand: NotRequired[Literal[True]]
    rules: str
    then: NotRequired[Literal['redeal', 'dealer-plays', 'forehand-again', 'dealer-forced', 'second-round', 'refa', 'raspasovka']]
    to_call: NotRequired[Literal['F', 'M', 'R']]


class CardsCardsItemGains(TypedDict):
    D: NotRequired[float]
    F: float
    M: float
    R: float
    pot: float


class CardsCardsItemTricks1(TypedDict):
    F: int
    M: int
    R: int


class CardsCardsItem(TypedDict):
    card: str
    gains: NotRequired[CardsCardsItemGains]
    made: NotRequired[bool]
    tricks: NotRequired[int | CardsCardsItemTricks1 | None]


class Cards(TypedDict):
    by: NotRequired[Literal['gain']]
    cards: list[CardsCardsItem]
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R', None]
    id: NotRequired[str | float]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    rules: str
    to_move: Literal['F', 'M', 'R', None]


class Field(TypedDict):
    F: NotRequired[int]
    M: NotRequired[int]
    R: NotRequired[int]


class Deal(TypedDict):
    deal: str
    id: NotRequired[str | float]


class DefendDecisionsItem(TypedDict):
    best: str
    gains: dict[str, float]
    seat: Literal['F', 'M', 'R']


class DefendOutcomeGains(TypedDict):
    D: NotRequired[float]
    F: float
    M: float
    R: float
    pot: float


class DefendOutcomeTricks1(TypedDict):
    F: int
    M: int
    R: int


class DefendOutcome(TypedDict):
    gains: DefendOutcomeGains
    tricks: None | DefendOutcomeTricks1


class DefendQuotas(TypedDict):
    both: bool
    together4: bool
    together5: bool


class DefendSeatsItem(TypedDict):
    alone: int | None
    guaranteed: int
    seat: Literal['F', 'M', 'R']
    with_partner: int


class DefendSecure1(TypedDict):
    F: float
    M: float
    R: float


class Defend(TypedDict):
    contract: str
    deal: str
    decisions: NotRequired[list[DefendDecisionsItem]]
    declarer: Literal['F', 'M', 'R']
    id: NotRequired[str | float]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    outcome: NotRequired[DefendOutcome]
    quotas: NotRequired[DefendQuotas]
    rules: str
    rules_of_thumb: NotRequired[list[Literal['partner', 'last', 'second']]]
    seats: NotRequired[list[DefendSeatsItem]]
    secure: NotRequired[None | DefendSecure1]
    tricks: NotRequired[int]
    tricks_by_thumb: NotRequired[int]


class EvaluateResultsItemHandChance(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class EvaluateResultsItemHandGain(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class EvaluateResultsItemHandTricks(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class EvaluateResultsItemHand(TypedDict):
    chance: EvaluateResultsItemHandChance
    gain: NotRequired[EvaluateResultsItemHandGain]
    tricks: NotRequired[EvaluateResultsItemHandTricks]


class EvaluateResultsItemTalonChance(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class EvaluateResultsItemTalonGain(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class EvaluateResultsItemTalonTricks(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class EvaluateResultsItemTalon(TypedDict):
    chance: EvaluateResultsItemTalonChance
    gain: NotRequired[EvaluateResultsItemTalonGain]
    tricks: NotRequired[EvaluateResultsItemTalonTricks]


class EvaluateResultsItem(TypedDict):
    contract: str
    hand: NotRequired[EvaluateResultsItemHand]
    talon: EvaluateResultsItemTalon


class Evaluate(TypedDict):
    all: bool
    deal: str
    id: NotRequired[str | float]
    layouts: int
    model: Literal['selfish', 'allied', 'tricks']
    of: int
    results: list[EvaluateResultsItem]
    rules: str
    seat: Literal['F', 'M', 'R']
    seed: int


class LineGains(TypedDict):
    D: NotRequired[float]
    F: float
    M: float
    R: float
    pot: float


class LineTricks1(TypedDict):
    F: int
    M: int
    R: int


class Line(TypedDict):
    by: NotRequired[Literal['gain']]
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R', None]
    gains: NotRequired[LineGains]
    id: NotRequired[str | float]
    line: list[str]
    made: NotRequired[bool]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    rules: str
    tricks: NotRequired[int | LineTricks1 | None]


class ParGains(TypedDict):
    D: NotRequired[float]
    F: float
    M: float
    R: float
    pot: float


class ParGameDecisionsItem(TypedDict):
    best: str
    gains: dict[str, float]
    seat: Literal['F', 'M', 'R']


class ParGame(TypedDict):
    bid: NotRequired[str]
    contract: str
    decisions: list[ParGameDecisionsItem]
    discard: NotRequired[list[str]]
    hand: bool
    made: bool
    tricks: NotRequired[int]
    usurped: NotRequired[Literal[True]]


class ParMakesItemHand(TypedDict):
    made: bool
    tricks: NotRequired[int]


class ParMakesItemTalon(TypedDict):
    made: bool
    tricks: NotRequired[int]


class ParMakesItem(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    hand: ParMakesItemHand
    talon: ParMakesItemTalon


class Par(TypedDict):
    calls: list[str]
    deal: str
    declarer: Literal['F', 'M', 'R', None]
    gains: ParGains
    game: NotRequired[ParGame]
    id: NotRequired[str | float]
    makes: list[ParMakesItem]
    model: Literal['selfish', 'allied', 'tricks']
    rules: str
    then: NotRequired[Literal['redeal', 'dealer-plays', 'forehand-again', 'dealer-forced', 'second-round', 'refa', 'raspasovka', 'given-up']]


class Puzzle(TypedDict):
    contract: str
    deal: str
    declarer: Literal['F', 'M', 'R']
    depth: int
    id: NotRequired[str | float]
    kind: Literal['lead', 'discard', 'defence']
    leader: Literal['F', 'M', 'R']
    rules: str
    solution: list[list[str]]


class ReviewBrokenItem(TypedDict):
    number: NotRequired[int]
    part: Literal['call', 'announcement', 'card', 'trick', 'decisions']
    problem: str


class ReviewCallsItem(TypedDict):
    best: list[str]
    decided: bool
    done: str
    gain_lost: NotRequired[float]
    seat: Literal['F', 'M', 'R']
    tricks_lost: NotRequired[int]


class ReviewCardsItem(TypedDict):
    best: list[str]
    decided: bool
    done: str
    gain_lost: NotRequired[float]
    seat: Literal['F', 'M', 'R']
    tricks_lost: NotRequired[int]


class ReviewDecisionsItem(TypedDict):
    best: list[str]
    decided: bool
    done: str
    gain_lost: NotRequired[float]
    seat: Literal['F', 'M', 'R']
    tricks_lost: NotRequired[int]


class ReviewDiscard(TypedDict):
    best: list[str]
    decided: bool
    done: str
    gain_lost: NotRequired[float]
    seat: Literal['F', 'M', 'R']
    tricks_lost: NotRequired[int]


class ReviewTricks(TypedDict):
    F: int
    M: int
    R: int


class Review(TypedDict):
    broken: list[ReviewBrokenItem]
    calls: list[ReviewCallsItem]
    cards: list[ReviewCardsItem]
    contract: str
    deal: str
    decisions: list[ReviewDecisionsItem]
    declarer: Literal['F', 'M', 'R', None]
    discard: NotRequired[ReviewDiscard]
    id: NotRequired[str | float]
    made: NotRequired[bool]
    rules: str
    tricks: ReviewTricks


class Score(TypedDict):
    D: NotRequired[float]
    F: float
    M: float
    R: float
    id: NotRequired[str | float]
    pot: float
    rules: str


class SolveResultsItem(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    leader: Literal['F', 'M', 'R']
    made: bool
    tricks: NotRequired[int]


class SolveResultsItem1Tricks(TypedDict):
    F: int
    M: int
    R: int


class SolveResultsItem1(TypedDict):
    contract: Literal['allpass']
    declarer: Literal[None]
    leader: Literal['F', 'M', 'R']
    tricks: SolveResultsItem1Tricks


class Solve(TypedDict):
    deal: str
    id: NotRequired[str | float]
    results: list[SolveResultsItem | SolveResultsItem1]
    rules: str


class TalonBestItem(TypedDict):
    contract: str
    discards: list[list[str]]
    gain: NotRequired[float]
    made: bool
    tricks: NotRequired[int]


class TalonChoice(TypedDict):
    contract: str
    discard: list[str]
    gain: NotRequired[float]
    made: bool
    tricks: NotRequired[int]


class TalonDiscardsItemResultsItem(TypedDict):
    contract: str
    gain: NotRequired[float]
    made: bool
    tricks: NotRequired[int]


class TalonDiscardsItem(TypedDict):
    discard: list[str]
    results: list[TalonDiscardsItemResultsItem]


class TalonHandItem(TypedDict):
    contract: str
    gain: NotRequired[float]
    made: bool
    tricks: NotRequired[int]


class Talon(TypedDict):
    best: list[TalonBestItem]
    by: NotRequired[Literal['gain']]
    choice: TalonChoice | None
    deal: str
    declarer: Literal['F', 'M', 'R']
    discards: list[TalonDiscardsItem]
    hand: list[TalonHandItem]
    id: NotRequired[str | float]
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    rules: str
    talon_worth: NotRequired[float]


class TalonUnknownBestItemChance(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class TalonUnknownBestItemGain(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class TalonUnknownBestItemTricks(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class TalonUnknownBestItem(TypedDict):
    chance: TalonUnknownBestItemChance
    contract: str
    discard: list[str]
    gain: NotRequired[TalonUnknownBestItemGain]
    tricks: NotRequired[TalonUnknownBestItemTricks]


class TalonUnknownDiscardsItemResultsItemChance(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class TalonUnknownDiscardsItemResultsItemGain(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class TalonUnknownDiscardsItemResultsItemTricks(TypedDict):
    error: float
    high: float
    low: float
    mean: float


class TalonUnknownDiscardsItemResultsItem(TypedDict):
    chance: TalonUnknownDiscardsItemResultsItemChance
    contract: str
    gain: NotRequired[TalonUnknownDiscardsItemResultsItemGain]
    tricks: NotRequired[TalonUnknownDiscardsItemResultsItemTricks]


class TalonUnknownDiscardsItem(TypedDict):
    discard: list[str]
    results: list[TalonUnknownDiscardsItemResultsItem]


class TalonUnknown(TypedDict):
    best: list[TalonUnknownBestItem]
    by: NotRequired[Literal['gain']]
    deal: str
    declarer: Literal['F', 'M', 'R']
    discards: list[TalonUnknownDiscardsItem]
    id: NotRequired[str | float]
    layouts: int
    model: NotRequired[Literal['selfish', 'allied', 'tricks']]
    of: int
    rules: str
    seed: int


class UsurpAlone(TypedDict):
    contract: str
    discard: list[str]
    gain: float


class UsurpBestGains(TypedDict):
    D: NotRequired[float]
    F: float
    M: float
    R: float
    pot: float


class UsurpBestTakingsItem(TypedDict):
    contract: NotRequired[str]
    discard: list[str]
    seat: Literal['F', 'M', 'R']
    takes: list[str]


class UsurpBest(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    discard: list[str]
    gains: UsurpBestGains
    made: bool
    takings: list[UsurpBestTakingsItem]
    tricks: NotRequired[int]


class UsurpDiscardsItem(TypedDict):
    contract: str
    declarer: Literal['F', 'M', 'R']
    discard: list[str]
    gain: float
    usurped: bool


class Usurp(TypedDict):
    alone: UsurpAlone
    best: UsurpBest
    bid: int
    bidders: list[Literal['F', 'M', 'R']]
    deal: str
    declarer: Literal['F', 'M', 'R']
    discards: list[UsurpDiscardsItem]
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
    hand: bool | None = None,
    layouts: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> Advise: ...
@overload
def advise(
    deal: str,
    *,
    at: int | Sequence[int],
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    layouts: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> list[Advise]: ...
def advise(
    deal: str,
    *,
    at: int | Sequence[int] | None = None,
    contract: str | Sequence[str] | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    hand: bool | None = None,
    layouts: int | None = None,
    leader: Literal['F', 'M', 'R', 'declarer', 'left', 'right'] | None = None,
    out: str | Sequence[Literal['F', 'M', 'R']] | None = None,
    played: str | Sequence[str] | None = None,
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> Advise | list[Advise]:
    """Which card is best, the others' cards unknown?

    at: asks at several moments: after how many cards of played
    contract: the contract: S H D C N, a level as 7H, misere, slam, run6, uno; or allpass
    deal: the cards
    declarer: who declares
    hand: it is played from the hand
    layouts: how many random layouts
    leader: who leads to the first trick
    out: who dropped out
    played: the cards played so far, from the first lead on
    rules: the rules; those of the command if it is left out
    seed: which random ones
    time_limit: the seconds that the answer may take; then it is the error time
    where: what a hand holds, as M:S>=2, R:A>=1

    Raises QuestionError if it cannot be answered.
    """
    answer: Advise | list[Advise] = verb("advise", {"at": at, "contract": contract, "deal": deal, "declarer": declarer, "hand": hand, "layouts": layouts, "leader": leader, "out": out, "played": played, "rules": rules, "seed": seed, "time_limit": time_limit, "where": where}, several=at is not None)
    return answer


def auction(
    *,
    calls: str | Sequence[str] | None = None,
    passed: int | None = None,
    rules: str | Mapping[str, Any] | None = None,
    time_limit: float | None = None,
) -> Auction:
    """Who declares after these calls, or who may say what?

    calls: the calls, in turn from forehand
    passed: how many deals in a row all have passed before this one
    rules: the rules; those of the command if it is left out
    time_limit: the seconds that the answer may take; then it is the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: Auction = verb("auction", {"calls": calls, "passed": passed, "rules": rules, "time_limit": time_limit}, several=False)
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
    rules: str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> Cards: ...
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
    rules: str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> list[Cards]: ...
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
    rules: str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> Cards | list[Cards]:
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
    time_limit: the seconds that the answer may take; then it is the error time
    trick: the cards of the trick under way, no longer in the hands
    whist: who said whist, in the order of speaking

    Raises QuestionError if it cannot be answered.
    """
    answer: Cards | list[Cards] = verb("cards", {"aces": aces, "answered": answered, "at": at, "by": by, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "leader": leader, "limit": limit, "model": model, "mort": mort, "out": out, "played": played, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "run": run, "sub": sub, "taken": taken, "talon": talon, "talon_order": talon_order, "time_limit": time_limit, "trick": trick, "whist": whist}, several=at is not None)
    return answer


@overload
def deal(
    *,
    count: None = None,
    from_: str | None = None,
    makes: str | Sequence[str] | None = None,
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    tries: int | None = None,
    where: str | Sequence[str] | None = None,
) -> Deal: ...
@overload
def deal(
    *,
    count: int,
    from_: str | None = None,
    makes: str | Sequence[str] | None = None,
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    tries: int | None = None,
    where: str | Sequence[str] | None = None,
) -> list[Deal]: ...
def deal(
    *,
    count: int | None = None,
    from_: str | None = None,
    makes: str | Sequence[str] | None = None,
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    tries: int | None = None,
    where: str | Sequence[str] | None = None,
) -> Deal | list[Deal]:
    """Random deals that are as wanted.

    count: how many deals
    from_: what is given of the deal, the rest as ?
    makes: what a contract comes to, as F:H, F:H=7, F+:N>=8
    rules: the rules; those of the command if it is left out
    seed: which random ones
    time_limit: the seconds that the answer may take; then it is the error time
    tries: gives up after this number of deals without one as wanted
    where: what a hand holds, as M:S>=2, R:A>=1

    Raises QuestionError if it cannot be answered.
    """
    answer: Deal | list[Deal] = verb("deal", {"count": count, "from": from_, "makes": makes, "rules": rules, "seed": seed, "time_limit": time_limit, "tries": tries, "where": where}, several=count is not None)
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
    rules: str | Mapping[str, Any] | None = None,
    run: int | None = None,
    settle: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> Defend:
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
    time_limit: the seconds that the answer may take; then it is the error time
    trick: the cards of the trick under way, no longer in the hands

    Raises QuestionError if it cannot be answered.
    """
    answer: Defend = verb("defend", {"contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "four": four, "hand": hand, "leader": leader, "limit": limit, "model": model, "out": out, "played": played, "pot": pot, "refa": refa, "rule_of_thumb": rule_of_thumb, "rules": rules, "run": run, "settle": settle, "taken": taken, "time_limit": time_limit, "trick": trick}, several=False)
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
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    where: str | Sequence[str] | None = None,
) -> Evaluate:
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
    time_limit: the seconds that the answer may take; then it is the error time
    where: what a hand holds, as M:S>=2, R:A>=1

    Raises QuestionError if it cannot be answered.
    """
    answer: Evaluate = verb("evaluate", {"bid": bid, "contract": contract, "deal": deal, "goal": goal, "layouts": layouts, "model": model, "passed": passed, "pot": pot, "rules": rules, "seed": seed, "time_limit": time_limit, "where": where}, several=False)
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
    rules: str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> Line: ...
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
    rules: str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> list[Line]: ...
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
    rules: str | Mapping[str, Any] | None = None,
    run: int | None = None,
    sub: bool | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> Line | list[Line]:
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
    time_limit: the seconds that the answer may take; then it is the error time
    trick: the cards of the trick under way, no longer in the hands
    whist: who said whist, in the order of speaking

    Raises QuestionError if it cannot be answered.
    """
    answer: Line | list[Line] = verb("line", {"aces": aces, "answered": answered, "at": at, "by": by, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "leader": leader, "limit": limit, "model": model, "mort": mort, "out": out, "played": played, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "run": run, "sub": sub, "taken": taken, "talon": talon, "talon_order": talon_order, "time_limit": time_limit, "trick": trick, "whist": whist}, several=at is not None)
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
    rules: str | Mapping[str, Any] | None = None,
    time_limit: float | None = None,
) -> Par:
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
    time_limit: the seconds that the answer may take; then it is the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: Par = verb("par", {"deal": deal, "discards": discards, "four": four, "limit": limit, "model": model, "passed": passed, "pot": pot, "refa": refa, "rules": rules, "time_limit": time_limit}, several=False)
    return answer


@overload
def puzzle(
    *,
    among: int | None = None,
    contract: str | Sequence[str] | None = None,
    count: None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> Puzzle: ...
@overload
def puzzle(
    *,
    among: int | None = None,
    contract: str | Sequence[str] | None = None,
    count: int,
    declarer: Literal['F', 'M', 'R'] | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> list[Puzzle]: ...
def puzzle(
    *,
    among: int | None = None,
    contract: str | Sequence[str] | None = None,
    count: int | None = None,
    declarer: Literal['F', 'M', 'R'] | None = None,
    kind: Literal['lead', 'discard', 'defence'] | None = None,
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
) -> Puzzle | list[Puzzle]:
    """Random deals in which exactly one first step wins.

    among: out of how many random deals
    contract: the contracts: S H D C N, levels as 7H, misere, slam, run6, uno; or all
    count: how many puzzles
    declarer: who declares
    kind: what is to be found
    rules: the rules; those of the command if it is left out
    seed: which random ones
    time_limit: the seconds that the answer may take; then it is the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: Puzzle | list[Puzzle] = verb("puzzle", {"among": among, "contract": contract, "count": count, "declarer": declarer, "kind": kind, "rules": rules, "seed": seed, "time_limit": time_limit}, several=count is not None)
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
    rules: str | Mapping[str, Any] | None = None,
    sub: bool | None = None,
    talon: str | Sequence[str] | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> Review:
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
    time_limit: the seconds that the answer may take; then it is the error time
    whist: who said whist, in the order of speaking

    Raises QuestionError if it cannot be answered.
    """
    answer: Review = verb("review", {"aces": aces, "answered": answered, "calls": calls, "contract": contract, "deal": deal, "declarer": declarer, "discard": discard, "discards": discards, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "leader": leader, "limit": limit, "model": model, "mort": mort, "out": out, "played": played, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "sub": sub, "talon": talon, "talon_order": talon_order, "time_limit": time_limit, "whist": whist}, several=False)
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
    rules: str | Mapping[str, Any] | None = None,
    sub: bool | None = None,
    talon: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    tricks: Mapping[str, int] | str | None = None,
    whist: str | Sequence[Literal['F', 'M', 'R']] | None = None,
) -> Score:
    """What does a played hand pay?

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
    time_limit: the seconds that the answer may take; then it is the error time
    tricks: the tricks of each seat
    whist: who said whist, in the order of speaking

    Raises QuestionError if it cannot be answered.
    """
    answer: Score = verb("score", {"aces": aces, "answered": answered, "contract": contract, "dealer": dealer, "declarer": declarer, "doubling": doubling, "four": four, "gave_up": gave_up, "guest": guest, "half_whist": half_whist, "hand": hand, "kontra": kontra, "limit": limit, "made": made, "mort": mort, "offer": offer, "other_offers": other_offers, "out": out, "pot": pot, "progression": progression, "refa": refa, "rekontra": rekontra, "rules": rules, "sub": sub, "talon": talon, "time_limit": time_limit, "tricks": tricks, "whist": whist}, several=False)
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
    rules: str | Mapping[str, Any] | None = None,
    run: int | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> Solve: ...
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
    rules: str | Mapping[str, Any] | None = None,
    run: int | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> list[Solve]: ...
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
    rules: str | Mapping[str, Any] | None = None,
    run: int | None = None,
    taken: Mapping[str, int] | str | None = None,
    talon_order: str | Sequence[str] | None = None,
    time_limit: float | None = None,
    trick: str | Sequence[str] | None = None,
) -> Solve | list[Solve]:
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
    time_limit: the seconds that the answer may take; then it is the error time
    trick: the cards of the trick under way, no longer in the hands

    Raises QuestionError if it cannot be answered.
    """
    answer: Solve | list[Solve] = verb("solve", {"contract": contract, "deal": deal, "declarer": declarer, "goal": goal, "hand": hand, "leader": leader, "out": out, "played": played, "rules": rules, "run": run, "taken": taken, "talon_order": talon_order, "time_limit": time_limit, "trick": trick}, several=not isinstance(deal, str))
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
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    unknown_defence: int | None = None,
) -> Talon | TalonUnknown: ...
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
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    unknown_defence: int | None = None,
) -> list[Talon | TalonUnknown]: ...
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
    rules: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    unknown_defence: int | None = None,
) -> Talon | TalonUnknown | list[Talon | TalonUnknown]:
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
    time_limit: the seconds that the answer may take; then it is the error time
    unknown_defence: over how many random layouts of the other hands

    Raises QuestionError if it cannot be answered.
    """
    answer: Talon | TalonUnknown | list[Talon | TalonUnknown] = verb("talon", {"by": by, "contract": contract, "deal": deal, "declarer": declarer, "discards": discards, "four": four, "goal": goal, "hand": hand, "leader": leader, "limit": limit, "model": model, "out": out, "pot": pot, "refa": refa, "rules": rules, "seed": seed, "time_limit": time_limit, "unknown_defence": unknown_defence}, several=declarer in (None, "all") or not isinstance(deal, str))
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
    rules: str | Mapping[str, Any] | None = None,
    time_limit: float | None = None,
) -> Usurp:
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
    time_limit: the seconds that the answer may take; then it is the error time

    Raises QuestionError if it cannot be answered.
    """
    answer: Usurp = verb("usurp", {"bid": bid, "bidders": bidders, "calls": calls, "deal": deal, "declarer": declarer, "four": four, "limit": limit, "model": model, "pot": pot, "refa": refa, "rules": rules, "time_limit": time_limit}, several=False)
    return answer
