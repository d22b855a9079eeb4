"""Types of questions and answers, and a function for each question. Written by generate.py."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Generic, Literal, NotRequired, Protocol, Required, TypedDict, TypeVar
from typing import Unpack, overload

from preference._ask import verb, with_options
from preference._inputs import Deal, FieldObject, Rules

__all__ = ["Aces", "ActAnswer", "ActOptions", "ActQuestion", "ActionAdvice", "ActionAverages",
    "AddedRuling", "AdviceCriterion", "AdviseAnswer", "AdviseListQuestion", "AdviseOptions",
    "AdviseQuestion", "AdviseRecordListQuestion", "AdviseRecordQuestion", "AllPass", "AmountBySeat",
    "AnswerList", "AuctionAnswer", "AuctionOptions", "AuctionQuestion", "BestAverages", "BestDiscards",
    "BestUsurpDiscard", "CallStep", "CardAverages", "CardCost", "CardStep", "CardValue", "CardsAnswer",
    "CardsBySeat", "CardsListQuestion", "CardsOptions", "CardsQuestion", "CatchAnswer",
    "CatchListQuestion", "CatchOptions", "CatchPuzzle", "CatchQuestion", "CatchTheme", "CertifiedLayout",
    "CertifiedPart", "ChanceBounds", "Choice", "ChoiceStep", "ClassRow", "CommonOptions",
    "ContractAverages", "ContractEvaluation", "ContractResult", "ContractResults", "ContractRow",
    "ContractSolution", "ContractStep", "ConvertedHand", "DealAnswer", "DealInput", "DealListQuestion",
    "DealOptions", "DealQuestion", "Dealer", "Decision", "DecisionOptions", "DeclarerChoice",
    "DefendAnswer", "DefendOptions", "DefendQuestion", "DefenderQuota", "DifferenceRow",
    "DiscardAverages", "DiscardCriterion", "DiscardOutcome", "DiscardPairStep", "DiscardResult",
    "Estimate", "EvaluateAnswer", "EvaluateOptions", "EvaluateQuestion", "EvaluateRecordQuestion",
    "ExtremeLayout", "Extremes", "FinishedHand", "GainRow", "GainWord", "Gains", "GivenUp", "HandFacts",
    "HandRecord", "HandTable", "HiddenCard", "HiddenCertificate", "HiddenDiscard", "HiddenValue",
    "KnownCardsBySeat", "LayoutRow", "Leader", "LineAnswer", "LineListQuestion", "LineOptions",
    "LineQuestion", "MatchReport", "MatchedPlayer", "MeanBounds", "Means", "MixedDiscard", "Model",
    "NextHand", "Outcome", "OwnCard", "OwnChance", "ParAnswer", "ParGame", "ParOptions", "ParQuestion",
    "PartWord", "PaymentOptions", "Phase", "PlanAgainstBelief", "PlanSummary", "PlayCriterion",
    "PlayedResult", "PlayedTrick", "PlayerEntries", "PlayerKind", "PlayerStanding", "Points",
    "PositionOptions", "PpnAnswer", "PpnOptions", "PpnQuestion", "PuzzleAnswer", "PuzzleKind",
    "PuzzleListQuestion", "PuzzleOptions", "PuzzleQuestion", "Question", "Quotas", "ReplacementCounts",
    "ReviewAnswer", "ReviewFault", "ReviewOptions", "ReviewQuestion", "ReviewRecordQuestion",
    "RuleOfThumb", "RuleOfThumbName", "ScoreAnswer", "ScoreOptions", "ScoreQuestion", "Seat",
    "SessionAnswer", "SessionOptions", "SessionQuestion", "SheetColumn", "SheetLayout", "SheetState",
    "SingleDiscard", "SmallSampleEstimate", "SolveAnswer", "SolveDetail", "SolveListQuestion",
    "SolveOptions", "SolveQuestion", "StateAnswer", "StateOptions", "StateQuestion", "StateStep",
    "StateView", "Statistics", "StruckEntry", "Suit", "SuitsBySeat", "TakeOver", "TalonAnswer",
    "TalonAverages", "TalonChoice", "TalonEvaluation", "TalonListQuestion", "TalonOptions",
    "TalonQuestion", "TalonUse", "ThumbCost", "ThumbOptions", "ThumbQuestion", "TricksBySeat",
    "UncontestedDiscard", "UsurpAnswer", "UsurpDiscard", "UsurpOptions", "UsurpQuestion", "ViewStep",
    "WholeGains", "YesNo", "act", "advise", "auction", "cards", "catch", "defend", "evaluate", "line",
    "par", "ppn", "puzzle", "review", "score", "session", "solve", "state", "talon", "usurp"]

Seat = Literal["F", "M", "R"]

# Text of a deal, or an answer with the key deal.
DealInput = str | Mapping[str, object]

class TricksBySeat(TypedDict):
    """One value for each seat."""

    F: int
    M: int
    R: int

class ContractSolution(TypedDict):
    """Result of a contract, or of the play after all have passed."""

    declarer: Seat | None
    contract: str
    leader: Seat | None
    tricks: NotRequired[int | TricksBySeat]
    made: NotRequired[bool]
    margin: int | None

class SolveAnswer(TypedDict):
    """Results of contracts, grouped by declarer and then in the order of the question; passing out comes
    last."""

    deal: str
    rules: str
    results: list[ContractSolution]
    id: NotRequired[str | float]

class CommonOptions(TypedDict, total=False):
    """Options of several questions.

    rules: Rules: a preset with switches, or house rules with the keys of a rules file; by default the
        rules of the command
    time_limit: Time limit in seconds; when it is exceeded, averages, lists and catch give a partial
        answer, and other questions fail with the error code time
    """

    rules: Rules | str | Mapping[str, object] | None
    time_limit: float | None

class PositionOptions(TypedDict, total=False):
    """Options of several questions.

    trick: Cards of the trick in progress, the lead first; they are no longer in the hands, and leader is
        the seat that led to this trick
    taken: Number of tricks that each seat has already taken
    run: For run6: the number of tricks in a row that the declarer has just taken
    played: Cards played so far, from the first lead on; they are still in the hands
    """

    trick: str | Sequence[str] | None
    taken: Mapping[str, int] | str | None
    run: int | None
    played: str | Sequence[str] | None

DeclarerChoice = Literal["F", "M", "R", "all"]

SolveDetail = Literal["tricks", "made"]

Leader = Literal["F", "M", "R", "declarer", "left", "right"]

class SolveOptions(CommonOptions, PositionOptions, total=False):
    """Options of solve.

    contract: Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts
        of the rules. Allpass, the play without a declarer after all have passed, must be named
    declarer: Seat that declares, or all to let each seat declare in turn (F | M | R | all)
    hand: The game is played from the hand, that is, without the talon (raises some targets)
    goal: Result to find: the number of tricks, or, faster, only whether the contract is made
    leader: Seat that leads to the first trick, if the rules would name another one (F | M | R | declarer
        | left | right)
    out: Seats that dropped out: their cards are not played
    talon_order: For allpass: cards of the talon in the order in which they are led [default: as listed]
    """

    contract: str | Sequence[str] | None
    declarer: DeclarerChoice | None
    hand: bool | None
    goal: SolveDetail | None
    leader: Leader | None
    out: str | Sequence[Seat] | None
    talon_order: str | Sequence[str] | None

class SolveQuestion(SolveOptions, total=False):
    ask: Required[Literal["solve"]]
    id: str | float
    deal: str

class SolveListQuestion(SolveOptions, total=False):
    ask: Required[Literal["solve"]]
    id: str | float
    deal: Required[Sequence[str | Deal]]

GainWord = Literal["gain"]

Model = Literal["selfish", "allied", "tricks"]

class DiscardOutcome(TypedDict):
    """Result of a contract after a discard."""

    contract: str
    tricks: NotRequired[int]
    made: bool
    gain: NotRequired[float]
    rank: NotRequired[int]

class DiscardResult(TypedDict):
    """Discard, and the result of each contract after it."""

    discard: list[str]
    group: int
    rank: NotRequired[int]
    results: list[DiscardOutcome]

class BestDiscards(TypedDict):
    """Best result of a contract over all discards."""

    contract: str
    tricks: NotRequired[int]
    made: bool
    gain: NotRequired[float]
    rank: int
    discards: list[list[str]]
    depth: NotRequired[int]

class TalonChoice(TypedDict):
    """Best contract, and the discard for it."""

    contract: str
    tricks: NotRequired[int]
    made: bool
    gain: NotRequired[float]
    discard: list[str]

class ContractResult(TypedDict):
    """Result of a contract."""

    contract: str
    tricks: NotRequired[int]
    made: bool
    gain: NotRequired[float]

class TalonAnswer(TypedDict):
    """Value of each discard of one declarer for each contract."""

    deal: str
    rules: str
    declarer: Seat
    by: NotRequired[GainWord]
    model: NotRequired[Model]
    discards: list[DiscardResult]
    best: list[BestDiscards]
    choice: TalonChoice | None
    hand: list[ContractResult]
    talon_worth: NotRequired[float]
    id: NotRequired[str | float]

class Estimate(TypedDict):
    """Mean over layouts, with its standard error and 95 % confidence interval."""

    mean: float
    error: float
    low: float
    high: float

class ContractAverages(TypedDict):
    """Averages for a contract after one discard."""

    contract: str
    chance: Estimate
    tricks: NotRequired[Estimate]
    gain: NotRequired[Estimate]
    made: NotRequired[int]
    of: NotRequired[int]

class DiscardAverages(TypedDict):
    """Discard, and the averages for each contract after it."""

    discard: list[str]
    rank: NotRequired[int]
    results: list[ContractAverages]

class BestAverages(TypedDict):
    """Best averages of a contract over all discards."""

    contract: str
    chance: Estimate
    tricks: NotRequired[Estimate]
    gain: NotRequired[Estimate]
    made: NotRequired[int]
    of: NotRequired[int]
    discard: list[str]

class TalonAverages(TypedDict):
    """Averages for every discard of one declarer, over layouts of the other two hands."""

    deal: str
    rules: str
    declarer: Seat
    by: NotRequired[GainWord]
    model: NotRequired[Model]
    layouts: int
    of: int
    seed: int
    discards: list[DiscardAverages]
    best: list[BestAverages]
    id: NotRequired[str | float]

class PaymentOptions(TypedDict, total=False):
    """Options of several questions.

    pot: Amount in the pot before the hand, under rules that pay out of a pot
    limit: Limit of the pot, if it differs from that of the rules
    refa: The payment of this hand is doubled by a mark (refa) for an earlier passed-out deal
    four: Four players are at the table, and the dealer sits out
    """

    pot: int | None
    limit: int | None
    refa: bool | None
    four: bool | None

DiscardCriterion = Literal["tricks", "made", "gain"]

class TalonOptions(CommonOptions, PaymentOptions, total=False):
    """Options of talon.

    contract: Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts
        of the rules
    hand: The game is played from the hand, that is, without the talon (raises some targets)
    goal: Result to find: the number of tricks, or, faster, only whether the contract is made
    by: Criterion that orders discards and contracts [default: the result that the option goal names]
        (tricks | made | gain)
    unknown_defence: Treat the two other hands as unknown, and average over this number of random layouts
        of their cards
    seed: Random seed of the layouts [default: 1]
    depth: Count the turns at which only one discard or card wins
    leader: Seat that leads to the first trick, if the rules would name another one (F | M | R | declarer
        | left | right)
    out: Seats that dropped out: their cards are not played
    model: Model of the defenders' decisions and play [default: selfish] (selfish | allied | tricks)
    discards: If gains are compared: number of discards per contract whose gain is calculated, starting
        with the best in tricks, or all [default: 5]
    """

    contract: str | Sequence[str] | None
    hand: bool | None
    goal: SolveDetail | None
    by: DiscardCriterion | None
    unknown_defence: int | None
    seed: int | None
    depth: bool | None
    leader: Leader | None
    out: str | Sequence[Seat] | None
    model: Model | None
    discards: str | int | None

class TalonQuestion(TalonOptions, total=False):
    ask: Required[Literal["talon"]]
    id: str | float
    deal: str
    declarer: Required[Seat]

class TalonListQuestion(TalonOptions, total=False):
    ask: Required[Literal["talon"]]
    id: str | float
    deal: str | Sequence[str | Deal]
    declarer: Seat | Literal['all'] | None

class PlayedTrick(TypedDict):
    """Trick in play, complete or not."""

    leader: Seat
    talon: NotRequired[str]
    cards: list[str]
    winner: Seat | None

class CardCost(TypedDict):
    """Cost of a card against a best one."""

    tricks: NotRequired[int]
    decides: bool

class Gains(TypedDict):
    """Gains of all players and the pot, which sum to zero."""

    F: float
    M: float
    R: float
    D: NotRequired[float]
    pot: float

class CardValue(TypedDict):
    """Value of a card."""

    card: str
    best: bool
    rank: int
    cost: NotRequired[CardCost]
    margin: int | None
    tricks: NotRequired[int | TricksBySeat | None]
    gains: NotRequired[Gains]
    made: NotRequired[bool]

class CardsAnswer(TypedDict):
    """Value of each legal card."""

    deal: str
    rules: str
    declarer: Seat | None
    contract: str
    by: NotRequired[GainWord]
    model: NotRequired[Model]
    to_move: Seat | None
    trick: PlayedTrick | None
    talon_card: NotRequired[str]
    taken: TricksBySeat
    all_equal: NotRequired[bool]
    depth: NotRequired[int]
    cards: list[CardValue]
    id: NotRequired[str | float]

Aces = Literal["4", "none"]

class DecisionOptions(TypedDict, total=False):
    """Options of several questions.

    guest: Defender who played at the invitation of the other one (F | M | R)
    kontra: Defenders who said kontra
    doubling: Last doubling: 1 kontra, 2 rekontra, 3 sub, 4 mort; can be given instead of rekontra, sub
        and mort
    rekontra: The declarer answered the kontra with rekontra
    answered: Defenders whose kontra the rekontra answered [default: all who said kontra]
    sub: The defender answered the rekontra with sub
    mort: The declarer answered the sub with mort
    whist: Defenders who said whist, in the order of speaking [default: all who are not out]
    half_whist: Defender who said half-whist (F | M | R)
    gave_up: The declarer gave up before the play
    aces: Aces of the declarer that pay a bonus: 4, or none if the declarer announced holding none
    talon: The two cards of the talon, such as '.A..A' or 'HA CA'
    """

    guest: Seat | None
    kontra: str | Sequence[Seat] | None
    doubling: int | None
    rekontra: bool | None
    answered: str | Sequence[Seat] | None
    sub: bool | None
    mort: bool | None
    whist: str | Sequence[Seat] | None
    half_whist: Seat | None
    gave_up: bool | None
    aces: Aces | None
    talon: str | Sequence[str] | None

PlayCriterion = Literal["tricks", "gain"]

class CardsOptions(CommonOptions, PositionOptions, PaymentOptions, DecisionOptions, total=False):
    """Options of cards.

    contract: Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno; or allpass, the play
        without a declarer after all have passed
    declarer: Seat that declares; to be left out for allpass (F | M | R)
    hand: The game is played from the hand, that is, without the talon (raises some targets)
    discard: The two cards that the declarer laid aside; the deal is given as it was dealt, before the
        exchange
    leader: Seat that leads to the first trick, if the rules would name another one (F | M | R | declarer
        | left | right)
    out: Seats that dropped out: their cards are not played
    talon_order: For allpass: cards of the talon in the order in which they are led [default: as listed]
    by: Criterion by which the cards are compared [default: tricks] (tricks | gain)
    model: Model of the defenders' decisions and play [default: selfish] (selfish | allied | tricks)
    progression: For allpass, if gains are compared: number of passed-out deals in a row, this one
        included [default: 1]
    depth: Count the turns at which only one card wins
    """

    contract: str | Sequence[str] | None
    declarer: Seat | None
    hand: bool | None
    discard: str | Sequence[str] | None
    leader: Leader | None
    out: str | Sequence[Seat] | None
    talon_order: str | Sequence[str] | None
    by: PlayCriterion | None
    model: Model | None
    progression: int | None
    depth: bool | None

class CardsListQuestion(CardsOptions, total=False):
    ask: Required[Literal["cards"]]
    id: str | float
    deal: str | None
    at: Required[int | Sequence[int]]

class CardsQuestion(CardsOptions, total=False):
    ask: Required[Literal["cards"]]
    id: str | float
    deal: str | None

class LineAnswer(TypedDict):
    """Result of a play, and a line of best cards of all players to the last trick."""

    deal: str
    rules: str
    declarer: Seat | None
    contract: str
    by: NotRequired[GainWord]
    model: NotRequired[Model]
    line: list[str]
    line_tricks: list[PlayedTrick]
    tricks: NotRequired[int | TricksBySeat | None]
    gains: NotRequired[Gains]
    made: NotRequired[bool]
    id: NotRequired[str | float]

class LineOptions(CommonOptions, PositionOptions, PaymentOptions, DecisionOptions, total=False):
    """Options of line.

    contract: Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno; or allpass, the play
        without a declarer after all have passed
    declarer: Seat that declares; to be left out for allpass (F | M | R)
    hand: The game is played from the hand, that is, without the talon (raises some targets)
    discard: The two cards that the declarer laid aside; the deal is given as it was dealt, before the
        exchange
    leader: Seat that leads to the first trick, if the rules would name another one (F | M | R | declarer
        | left | right)
    out: Seats that dropped out: their cards are not played
    talon_order: For allpass: cards of the talon in the order in which they are led [default: as listed]
    by: Criterion by which the cards are compared [default: tricks] (tricks | gain)
    model: Model of the defenders' decisions and play [default: selfish] (selfish | allied | tricks)
    progression: For allpass, if gains are compared: number of passed-out deals in a row, this one
        included [default: 1]
    """

    contract: str | Sequence[str] | None
    declarer: Seat | None
    hand: bool | None
    discard: str | Sequence[str] | None
    leader: Leader | None
    out: str | Sequence[Seat] | None
    talon_order: str | Sequence[str] | None
    by: PlayCriterion | None
    model: Model | None
    progression: int | None

class LineListQuestion(LineOptions, total=False):
    ask: Required[Literal["line"]]
    id: str | float
    deal: str | None
    at: Required[int | Sequence[int]]

class LineQuestion(LineOptions, total=False):
    ask: Required[Literal["line"]]
    id: str | float
    deal: str | None

class Quotas(TypedDict):
    """Quotas that the defenders can make sure of together."""

    both: bool
    together4: bool
    together5: bool

class DefenderQuota(TypedDict):
    """Tricks that one defender can make sure of."""

    seat: Seat
    guaranteed: int
    with_partner: int
    alone: int | None

RuleOfThumb = Literal["partner", "last", "second"]

Choice = Literal["play", "give-up", "drop", "alone", "invite", "kontra", "rekontra", "rekontra-left", "rekontra-right", "sub", "mort", "accept", "announce", "silent", "whist", "pass", "half-whist"]

class Decision(TypedDict):
    """A decision, and the gain from each choice."""

    seat: Seat
    best: Choice
    gains: dict[str, Any]

class PlayedResult(TypedDict):
    """Result of a played hand."""

    tricks: TricksBySeat | None
    gains: Gains

class AmountBySeat(TypedDict):
    """One value for each seat."""

    F: float
    M: float
    R: float

class DefendAnswer(TypedDict):
    """Tricks and gains that the defenders can reach against a contract."""

    deal: str
    rules: str
    declarer: Seat | None
    contract: str
    tricks: NotRequired[int]
    quotas: NotRequired[Quotas]
    seats: NotRequired[list[DefenderQuota]]
    rules_of_thumb: NotRequired[list[RuleOfThumb]]
    tricks_by_thumb: NotRequired[int]
    model: NotRequired[Model]
    decisions: NotRequired[list[Decision]]
    outcome: NotRequired[PlayedResult]
    secure: NotRequired[AmountBySeat | None]
    id: NotRequired[str | float]

class DefendOptions(CommonOptions, PositionOptions, PaymentOptions, total=False):
    """Options of defend.

    contract: Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno
    declarer: Seat that declares (F | M | R)
    hand: The game is played from the hand, that is, without the talon (raises some targets)
    discard: The two cards that the declarer laid aside; the deal is given as it was dealt, before the
        exchange
    leader: Seat that leads to the first trick, if the rules would name another one (F | M | R | declarer
        | left | right)
    out: Seats that dropped out: their cards are not played
    settle: Add the decisions before the play and the payment of the hand
    rule_of_thumb: Rules of thumb that the defenders follow: partner, last, second or all (see pref
        thumb)
    model: Model of the defenders' decisions and play [default: selfish] (selfish | allied | tricks)
    """

    contract: str | Sequence[str] | None
    declarer: Seat | None
    hand: bool | None
    discard: str | Sequence[str] | None
    leader: Leader | None
    out: str | Sequence[Seat] | None
    settle: bool | None
    rule_of_thumb: str | Sequence[str] | None
    model: Model | None

class DefendQuestion(DefendOptions, total=False):
    ask: Required[Literal["defend"]]
    id: str | float
    deal: str | None

class ParGame(TypedDict):
    """Game after an auction."""

    bid: NotRequired[str]
    hand: bool
    contract: str
    discard: NotRequired[list[str]]
    usurped: NotRequired[bool]
    tricks: NotRequired[int]
    made: bool
    decisions: list[Decision]

GivenUp = Literal["given-up"]

AllPass = Literal["redeal", "dealer-plays", "forehand-again", "dealer-forced", "second-round", "bid-again", "refa", "raspasovka"]

class Outcome(TypedDict):
    """Result of a contract when everybody plays best."""

    tricks: NotRequired[int]
    made: bool

class ContractResults(TypedDict):
    """Results of a contract without the talon and with it. For a misère that fails, the number of tricks
    is absent."""

    declarer: Seat
    contract: str
    hand: Outcome
    talon: Outcome

class ParAnswer(TypedDict):
    """Auction in which each player makes the calls that gain them most, and the game that follows."""

    deal: str
    rules: str
    model: Model
    calls: list[str]
    callers: list[Seat]
    declarer: Seat | None
    game: NotRequired[ParGame]
    then: NotRequired[GivenUp | AllPass]
    gains: Gains
    makes: list[ContractResults]
    id: NotRequired[str | float]

class ParOptions(CommonOptions, PaymentOptions, total=False):
    """Options of par.

    model: Model of the defenders' decisions and play [default: selfish] (selfish | allied | tricks)
    discards: Number of discards per contract whose gain is calculated, starting with the best in tricks,
        or all [default: 5]
    passed: Number of passed-out deals in a row before this one
    """

    model: Model | None
    discards: str | int | None
    passed: int | None

class ParQuestion(ParOptions, total=False):
    ask: Required[Literal["par"]]
    id: str | float
    deal: str | None

class UsurpDiscard(TypedDict):
    """Discard, and the contract and gain to which it leads."""

    discard: list[str]
    usurped: bool
    declarer: Seat
    contract: str
    gain: float
    rank: int

class TakeOver(TypedDict):
    """Exchange of a seat: two cards that it takes up, and two that it lays aside."""

    seat: Seat
    takes: list[str]
    discard: list[str]
    contract: NotRequired[str]

class BestUsurpDiscard(TypedDict):
    """Best discard, and the exchanges, contract and gains to which it leads."""

    discard: list[str]
    takings: list[TakeOver]
    declarer: Seat
    contract: str
    tricks: NotRequired[int]
    made: bool
    gains: Gains

class UncontestedDiscard(TypedDict):
    """Best discard if nobody could take up discards."""

    discard: list[str]
    contract: str
    gain: float

class UsurpAnswer(TypedDict):
    """Value of each discard of the declarer if opponents may take it up."""

    deal: str
    rules: str
    model: Model
    declarer: Seat
    bid: int
    bidders: list[Seat]
    discards: list[UsurpDiscard]
    best: BestUsurpDiscard
    alone: UncontestedDiscard
    id: NotRequired[str | float]

class UsurpOptions(CommonOptions, PaymentOptions, total=False):
    """Options of usurp.

    declarer: Seat that declares (F | M | R)
    bid: Number that the declarer has bid [default: 1]
    bidders: Opponents who have bid too, and may take up the declarer's discard [default: both]
    calls: Calls of the auction, in turn from forehand; they replace declarer, bid and bidders
    model: Model of the defenders' decisions and play [default: selfish] (selfish | allied | tricks)
    """

    declarer: Seat | None
    bid: int | None
    bidders: str | Sequence[Seat] | None
    calls: str | Sequence[str] | None
    model: Model | None

class UsurpQuestion(UsurpOptions, total=False):
    ask: Required[Literal["usurp"]]
    id: str | float
    deal: str | None

class Means(TypedDict):
    """Averages for a contract over layouts."""

    chance: Estimate
    tricks: NotRequired[Estimate]
    gain: NotRequired[Estimate]
    made: NotRequired[int]
    of: NotRequired[int]

class ExtremeLayout(TypedDict):
    """Number of tricks, and a layout on which the declarer takes it."""

    tricks: int
    layout: str

class Extremes(TypedDict):
    """Fewest and most tricks of a declarer with twelve cards over all layouts of the other cards, each
    played best by both sides with all cards known."""

    fewest: ExtremeLayout
    most: ExtremeLayout
    made: int
    of: int

class MeanBounds(TypedDict):
    """Bounds on a mean chance."""

    low: float
    high: float

class MixedDiscard(TypedDict):
    """Discard of a mix, and its probability."""

    discard: list[str]
    equal: NotRequired[list[list[str]]]
    lead: NotRequired[str]
    weight: float

class SingleDiscard(TypedDict):
    """Discard that the defenders know, and its chance."""

    discard: list[str]
    lead: NotRequired[str]
    chance: float

class CertifiedPart(TypedDict):
    """Strategies of both sides after the declarer's first card. Discards are numbered by their places in
    the mix."""

    lead: NotRequired[str]
    mix: list[dict[str, Any]]
    defence: list[dict[str, Any]]

class CertifiedLayout(TypedDict):
    """Layout, with the strategies that guarantee the bounds of the mix's chance on it."""

    layout: str
    low: str
    high: str
    parts: list[CertifiedPart]

class HiddenCertificate(TypedDict):
    """What is needed to check the chance of a mix on some of the fresh layouts by the rules of play
    alone."""

    leader: Seat
    weights: list[str]
    layouts: list[CertifiedLayout]

class HiddenValue(TypedDict):
    """Value of a contract whose discard is hidden, chosen before the defenders' hands are opened."""

    chance: Estimate
    bounds: MeanBounds
    estimate: float
    gain: NotRequired[Estimate]
    tricks_when_caught: NotRequired[float]
    layouts: int
    fresh: int
    mix: NotRequired[list[MixedDiscard]]
    single: NotRequired[SingleDiscard]
    certificate: NotRequired[HiddenCertificate]

class TalonEvaluation(TypedDict):
    """Averages for a contract with the talon."""

    chance: Estimate
    tricks: NotRequired[Estimate]
    gain: NotRequired[Estimate]
    made: NotRequired[int]
    of: NotRequired[int]
    extremes: NotRequired[Extremes]
    hidden: NotRequired[HiddenValue]

class Points(TypedDict):
    """Points of a hand in a contract with the talon."""

    count: int
    needed: int
    chance: float
    sheet: float
    sheet_chance: float

class ContractEvaluation(TypedDict):
    """Averages for a contract without the talon, and with it."""

    contract: str
    hand: NotRequired[Means]
    talon: TalonEvaluation
    points: NotRequired[Points]

class EvaluateAnswer(TypedDict):
    """Averages for each contract of a hand when the others' cards are unknown."""

    deal: str
    rules: str
    seat: Seat
    model: Model
    layouts: int
    of: int
    all: bool
    seed: int
    results: list[ContractEvaluation]
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]

class EvaluateOptions(CommonOptions, total=False):
    """Options of evaluate.

    contract: Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts
        of the rules
    goal: Result to find: tricks and gains as well, or, faster, only how often each contract is made
    layouts: Number of random layouts of the unknown cards, or all; all layouts are used if there are
        fewer
    seed: Random seed
    discard: The two cards laid aside in every layout, if twelve cards are known, instead of the best
        discard for each layout
    talon_only: Evaluate ten cards only with the talon, not without it, which saves half of the time or
        more
    extremes: If twelve cards are known: the fewest and the most tricks over all layouts, a layout for
        each, and on how many layouts the contract is made
    points: Count the points of a hand of ten cards, as a player can do it, with the chance that belongs
        to them
    where: Condition on a hand, such as M:S>=2, R:A>=1, R:HD=0; may be repeated
    passed: Seats that have passed: only layouts are used in which their hands make no contract without
        the talon
    bid: Seats that have bid: only layouts are used in which their hands make a contract with the talon
    use_calls: With a record: use only layouts in which the hands of seats that have passed make no
        contract without the talon, and the hands of seats that have bid make one with it
    model: Model of the defenders' decisions and play (selfish | allied | tricks)
    pot: Amount in the pot before the hand, if the payment depends on it
    leader: Seat that leads to the first trick, if the rules would name another one (F | M | R | declarer
        | left | right)
    hidden: For a misère in which the defenders open their hands: the best mix of discards if they do not
        know the discard, and the declarer chooses it before seeing their hands
    hidden_layouts: Number of random layouts on which the mix is found; its chance is then measured on
        others [default: 200; for each talon 24, if the talon is unknown]
    nodes: Largest number of nodes for each layout: sets of discards searched and linear programmes
        solved, counted together, at most 20,000 while the mix is being found. Where it is reached, only
        bounds of the chance are known [default: 200000]
    certify: Number of fresh layouts for which JSON answers have the strategies of both sides, so that
        the chance can be checked [default: none]
    """

    contract: str | Sequence[str] | None
    goal: SolveDetail | None
    layouts: str | int | None
    seed: int | None
    discard: str | Sequence[str] | None
    talon_only: bool | None
    extremes: bool | None
    points: bool | None
    where: str | Sequence[str] | None
    passed: str | Sequence[Seat] | None
    bid: str | Sequence[Seat] | None
    use_calls: bool | None
    model: Model | None
    pot: int | None
    leader: Leader | None
    hidden: bool | None
    hidden_layouts: int | None
    nodes: int | None
    certify: int | None

class EvaluateRecordQuestion(EvaluateOptions, total=False):
    ask: Required[Literal["evaluate"]]
    id: str | float
    record: Required[FieldObject | Mapping[str, object] | str]

class EvaluateQuestion(EvaluateOptions, total=False):
    ask: Required[Literal["evaluate"]]
    id: str | float
    deal: str | None

class CardAverages(TypedDict):
    """Averages for a card."""

    card: str
    chance: Estimate
    tricks: NotRequired[Estimate]
    gain: NotRequired[Estimate]
    made: NotRequired[int]
    of: NotRequired[int]
    rank: int

class AdviseAnswer(TypedDict):
    """Averages for each legal card of the seat to move when the others' cards are unknown."""

    deal: str
    rules: str
    declarer: Seat
    contract: str
    to_move: Seat
    layouts: int
    of: int
    all: bool
    seed: int
    cards: list[CardAverages]
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]

Phase = Literal["auction", "talon", "discard", "usurping", "announcement", "decisions", "play", "offer", "over"]

class ActionAverages(TypedDict):
    """Averages for an action."""

    action: str
    contract: NotRequired[str]
    gain: Estimate
    chance: NotRequired[Estimate]
    tricks: NotRequired[Estimate]
    rank: int

class ActionAdvice(TypedDict):
    """Averages for each legal action of the player to decide, over layouts of the cards that this player
    does not know. Each layout is solved with all cards known: after the action all players are assumed
    to see all cards, so that neither gaining nor hiding information has any value."""

    rules: str
    player: Seat
    to_act: Seat
    phase: Phase
    model: Model
    layouts: int
    of: int
    all: bool
    seed: int
    only_discard_hidden: bool
    actions: list[ActionAverages]
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]

AdviceCriterion = Literal["gain", "tricks", "made"]

class AdviseOptions(CommonOptions, total=False):
    """Options of advise.

    view: Instead of a record, what one seat knows: an object with seat, dealt, the actions, and the
        cards that were shown; the hidden cards are not needed. As a flag also a file that contains it
    contract: Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno
    declarer: Seat that declares (F | M | R)
    hand: The game is played from the hand, that is, without the talon (raises some targets)
    discard: The two cards that the declarer laid aside; the deal is given as it was dealt, before the
        exchange
    played: Cards played so far, from the first lead on
    leader: Seat that leads to the first trick, if the rules would name another one (F | M | R | declarer
        | left | right)
    out: Seats that dropped out: their cards are not played
    by: Criterion that orders the actions in a record [default: gain] (gain | tricks | made)
    model: Model of the players' decisions and play after the action in a record [default: tricks]
        (selfish | allied | tricks)
    use_calls: With a record: use only layouts in which the hands of seats that have passed make no
        contract without the talon, and the hands of seats that have bid make one with it
    layouts: Number of random layouts of the unknown cards; all layouts are used if there are fewer
        [default: 1000; for a record also all, if there are at most 5000]
    seed: Random seed
    where: Condition on a hand, such as M:S>=2, R:A>=1, R:HD=0; may be repeated
    """

    view: FieldObject | Mapping[str, object] | str | None
    contract: str | Sequence[str] | None
    declarer: Seat | None
    hand: bool | None
    discard: str | Sequence[str] | None
    played: str | Sequence[str] | None
    leader: Leader | None
    out: str | Sequence[Seat] | None
    by: AdviceCriterion | None
    model: Model | None
    use_calls: bool | None
    layouts: int | None
    seed: int | None
    where: str | Sequence[str] | None

class AdviseRecordListQuestion(AdviseOptions, total=False):
    ask: Required[Literal["advise"]]
    id: str | float
    record: Required[FieldObject | Mapping[str, object] | str]
    at: Required[int | Sequence[int]]

class AdviseRecordQuestion(AdviseOptions, total=False):
    ask: Required[Literal["advise"]]
    id: str | float
    record: Required[FieldObject | Mapping[str, object] | str]

class AdviseListQuestion(AdviseOptions, total=False):
    ask: Required[Literal["advise"]]
    id: str | float
    deal: str | None
    at: Required[int | Sequence[int]]

class AdviseQuestion(AdviseOptions, total=False):
    ask: Required[Literal["advise"]]
    id: str | float
    deal: str | None

class ChanceBounds(TypedDict):
    """Bounds on the probability that the declarer makes the contract."""

    low: float
    high: float
    exact: str | None

class HiddenDiscard(TypedDict):
    """Possible discard, and its part in the declarer's mix."""

    discard: list[str]
    equal: list[list[str]]
    tricks: NotRequired[int]
    made: bool
    weight: float

class PlanSummary(TypedDict):
    """Plan of the defenders, and its part in their mix."""

    weight: float
    beats: list[int]
    card: NotRequired[str]
    plan: NotRequired[dict[str, Any]]

class PlanAgainstBelief(TypedDict):
    """Plan that beats a set of discards of the greatest total probability in the belief."""

    beats: list[int]
    weight: float
    card: NotRequired[str]
    plan: NotRequired[dict[str, Any]]

class OwnCard(TypedDict):
    """Card of the declarer, and the chance after it."""

    card: str
    chance: float

class OwnChance(TypedDict):
    """Chance of a declarer with a given discard, against the defenders' mix of plans in the answer."""

    world: int
    chance: float
    cards: NotRequired[list[OwnCard]]

class HiddenCard(TypedDict):
    """Chance of the declarer if the seat to move is certain to play this card, and the declarer knows
    it."""

    card: str
    caught: bool | None
    chance: ChanceBounds
    weight: float

class CatchAnswer(TypedDict):
    """Chance of a declarer whose discard is hidden."""

    deal: str
    rules: str
    declarer: Seat | None
    contract: str
    out: NotRequired[list[Seat]]
    played: NotRequired[list[str]]
    leader: Seat
    to_move: Seat
    worlds: int
    caught: bool | None
    chance: ChanceBounds
    discards: list[HiddenDiscard]
    plans: list[PlanSummary]
    against: NotRequired[PlanAgainstBelief]
    own: NotRequired[OwnChance]
    mix: NotRequired[list[dict[str, Any]]]
    cards: NotRequired[list[HiddenCard]]
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]

YesNo = Literal["yes", "no"]

class CatchOptions(CommonOptions, total=False):
    """Options of catch.

    contract: Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno
    declarer: Seat that declares (F | M | R)
    leader: Seat that leads to the first trick, if the rules would name another one (F | M | R | declarer
        | left | right)
    out: Seats that dropped out: their cards are not played
    played: Cards played so far, from the first lead on; the hands of the deal still contain them
    discard: The two cards that the declarer laid aside, unknown to the defenders: the answer also has
        the declarer's own chance with this discard
    goal: Result of each discard with open cards: the number of tricks, or, faster, only whether the
        contract is made
    cards: Evaluate each card of the seat to move [default: yes] (yes | no)
    plan: Add the strategies of both sides, so that their guarantees can be checked
    belief: Belief of the defenders, for which the best plan is found: even (all possible discards),
        twelve (the best discards when only the twelve cards are known), or a list such as
        [{"discard":["CA","CK"],"weight":2}]
    layouts: For the belief twelve: number of random layouts of the defenders' cards [default: 200]
    seed: For the belief twelve: random seed of the layouts [default: 1]
    nodes: Largest number of nodes for each chance: sets of discards searched and linear programmes
        solved, counted together. When it is reached, the answer has a lower and an upper bound of the
        chance [default: no limit]
    """

    contract: str | Sequence[str] | None
    declarer: Seat | None
    leader: Leader | None
    out: str | Sequence[Seat] | None
    played: str | Sequence[str] | None
    discard: str | Sequence[str] | None
    goal: SolveDetail | None
    cards: YesNo | None
    plan: bool | None
    belief: Sequence[Mapping[str, object]] | str | None
    layouts: int | None
    seed: int | None
    nodes: int | None

class CatchQuestion(CatchOptions, total=False):
    ask: Required[Literal["catch"]]
    id: str | float
    deal: str

class CatchListQuestion(CatchOptions, total=False):
    ask: Required[Literal["catch"]]
    id: str | float
    deal: Required[Sequence[str | Deal]]

class CallStep(TypedDict):
    """A call, discard, announcement, decision or card of a hand, with the best alternatives and its
    cost."""

    seat: Seat
    done: str
    best: list[str]
    tricks_lost: NotRequired[int]
    decided: bool
    gain_lost: NotRequired[float]

class DiscardPairStep(TypedDict):
    """A call, discard, announcement, decision or card of a hand, with the best alternatives and its
    cost."""

    seat: Seat
    done: str
    best: list[str]
    tricks_lost: NotRequired[int]
    decided: bool
    gain_lost: NotRequired[float]

class ContractStep(TypedDict):
    """A call, discard, announcement, decision or card of a hand, with the best alternatives and its
    cost."""

    seat: Seat
    done: str
    best: list[str]
    tricks_lost: NotRequired[int]
    decided: bool
    gain_lost: NotRequired[float]

class ChoiceStep(TypedDict):
    """A call, discard, announcement, decision or card of a hand, with the best alternatives and its
    cost."""

    seat: Seat
    done: Choice
    best: list[Choice]
    tricks_lost: NotRequired[int]
    decided: bool
    gain_lost: NotRequired[float]

class CardStep(TypedDict):
    """A call, discard, announcement, decision or card of a hand, with the best alternatives and its
    cost."""

    seat: Seat
    done: str
    best: list[str]
    tricks_lost: NotRequired[int]
    decided: bool
    gain_lost: NotRequired[float]

PartWord = Literal["call", "announcement", "decisions", "card", "trick"]

class ReviewFault(TypedDict):
    """Breach of the rules, and the part of the record where it happened."""

    part: PartWord
    number: NotRequired[int]
    problem: str

class ReviewAnswer(TypedDict):
    """Cost of each step of a played hand."""

    deal: str
    rules: str
    declarer: Seat | None
    contract: str | None
    calls: list[CallStep]
    discard: NotRequired[DiscardPairStep]
    announcement: NotRequired[ContractStep]
    decisions: list[ChoiceStep]
    cards: list[CardStep]
    broken: list[ReviewFault]
    tricks: TricksBySeat
    made: NotRequired[bool]
    id: NotRequired[str | float]

Dealer = Literal["F", "M", "R", "D"]

class ReviewOptions(CommonOptions, PaymentOptions, DecisionOptions, total=False):
    """Options of review.

    contract: Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno; or allpass, if all have
        passed
    declarer: Seat that declared; to be left out for allpass (F | M | R)
    hand: The game is played from the hand, that is, without the talon (raises some targets)
    calls: Calls, in turn from forehand
    discard: The two cards that the declarer laid aside
    played: Cards played, from the first lead on
    leader: Seat that leads to the first trick, if the rules would name another one (F | M | R | declarer
        | left | right)
    out: Seats that dropped out: their cards are not played
    talon_order: For allpass: cards of the talon in the order in which they are led [default: as listed]
    model: Model of the defenders' decisions and play [default: selfish] (selfish | allied | tricks)
    discards: Number of discards per contract whose gain is calculated, starting with the best in tricks,
        or all [default: 5]
    dealer: Dealer: a seat, or D for the dealer who sits out with four at the table (F | M | R | D)
    offer: Sum that the declarer offered to the pot for the talon
    other_offers: Sums that the other seats offered, under rules by which all offers are paid
    progression: For allpass: number of passed-out deals in a row, this one included [default: 1]
    """

    contract: str | Sequence[str] | None
    declarer: Seat | None
    hand: bool | None
    calls: str | Sequence[str] | None
    discard: str | Sequence[str] | None
    played: str | Sequence[str] | None
    leader: Leader | None
    out: str | Sequence[Seat] | None
    talon_order: str | Sequence[str] | None
    model: Model | None
    discards: str | int | None
    dealer: Dealer | None
    offer: int | None
    other_offers: Mapping[str, int] | str | None
    progression: int | None

class ReviewRecordQuestion(ReviewOptions, total=False):
    ask: Required[Literal["review"]]
    id: str | float
    record: Required[FieldObject | Mapping[str, object] | str]

class ReviewQuestion(ReviewOptions, total=False):
    ask: Required[Literal["review"]]
    id: str | float
    deal: str | None

class WholeGains(TypedDict):
    F: int
    M: int
    R: int
    D: NotRequired[int]
    pot: int

class ScoreAnswer(TypedDict):
    """Gains from a played hand, or from a score sheet, in units, whists or supe; they sum to zero."""

    rules: str
    F: float
    M: float
    R: float
    D: NotRequired[float]
    pot: float
    whole: NotRequired[WholeGains]
    id: NotRequired[str | float]

class ScoreOptions(CommonOptions, PaymentOptions, DecisionOptions, total=False):
    """Options of score.

    contract: Contract: S H D C N, a level such as 7H, misere, slam, run6, uno, open-misere or open-slam;
        or allpass, if all have passed
    declarer: Seat that declared (F | M | R)
    tricks: Tricks of each seat; for misere and slam the declarer's are enough
    made: Whether the contract was made, if the tricks do not decide it (run6) (yes | no)
    hand: The game was played from the hand, that is, without the talon
    out: Seats that dropped out; under Russian rules, where nobody can, seats that passed instead of
        whisting
    dealer: Dealer: a seat, or D for the dealer who sits out with four at the table (F | M | R | D)
    offer: Sum that the declarer offered to the pot for the talon
    other_offers: Sums that the other seats offered, under rules by which all offers are paid
    progression: For allpass: number of passed-out deals in a row, this one included [default: 1]
    totals: Totals of a finished score sheet, instead of a hand: a JSON object, or a file that contains
        it
    whole: Also give the gains rounded to whole numbers with the same sum
    """

    contract: str | Sequence[str] | None
    declarer: Seat | None
    tricks: Mapping[str, int] | str | None
    made: YesNo | None
    hand: bool | None
    out: str | Sequence[Seat] | None
    dealer: Dealer | None
    offer: int | None
    other_offers: Mapping[str, int] | str | None
    progression: int | None
    totals: Mapping[str, object] | str | None
    whole: bool | None

class ScoreQuestion(ScoreOptions, total=False):
    ask: Required[Literal["score"]]
    id: str | float

class AuctionAnswer(TypedDict):
    """State of an auction after some calls."""

    rules: str
    done: bool
    may_usurp: NotRequired[list[Seat]]
    to_call: NotRequired[Seat]
    allowed: NotRequired[list[str]]
    declarer: NotRequired[Seat | None]
    then: NotRequired[AllPass]
    bid: NotRequired[str]
    hand: NotRequired[bool]
    or_hand: NotRequired[bool]
    id: NotRequired[str | float]

class AuctionOptions(CommonOptions, total=False):
    """Options of auction.

    calls: Calls so far, in turn from forehand, separated by blanks or commas; none for the first call
    passed: Number of passed-out deals in a row before this one, if they raise the lowest bid
    """

    calls: str | Sequence[str] | None
    passed: int | None

class AuctionQuestion(AuctionOptions, total=False):
    ask: Required[Literal["auction"]]
    id: str | float

class ViewStep(TypedDict):
    """A step of a hand as a player has seen it."""

    seat: Seat
    player: Seat
    action: str | None

class KnownCardsBySeat(TypedDict):
    """One value for each seat."""

    F: list[str] | None
    M: list[str] | None
    R: list[str] | None

Suit = Literal["S", "H", "D", "C"]

class SuitsBySeat(TypedDict):
    """One value for each seat."""

    F: list[Suit]
    M: list[Suit]
    R: list[Suit]

class StateView(TypedDict):
    """The part of a hand that one player knows: its own cards; the calls and decisions of all players
    and the cards they have played; and the cards that were shown. Everything else is left out, so that
    two hands that the seat cannot tell apart have equal views."""

    seat: Dealer
    rules: str | dict[str, Any]
    dealer: NotRequired[Dealer]
    four: NotRequired[bool]
    pot: NotRequired[float]
    limit: NotRequired[int]
    passed: NotRequired[int]
    marks: NotRequired[list[Seat]]
    dealt: list[str]
    talon: list[str]
    talon_leads: list[str | None]
    steps: list[ViewStep]
    hands: KnownCardsBySeat
    voids: SuitsBySeat
    phase: Phase
    to_act: Seat | None
    player: Seat | None
    declarer: Seat | None
    contract: str | None
    playing: list[Seat]
    tricks: TricksBySeat
    result: Gains | None

class StateStep(TypedDict):
    """An action that was taken."""

    seat: Seat
    player: Seat
    action: str

class CardsBySeat(TypedDict):
    """One value for each seat."""

    F: list[str]
    M: list[str]
    R: list[str]

class HandFacts(TypedDict):
    """All facts of a hand."""

    declarer: Seat | None
    contract: str | None
    playing: list[Seat]
    steps: list[StateStep]
    hands: CardsBySeat
    aside: list[str]
    voids: SuitsBySeat

class StateAnswer(TypedDict):
    """State of a hand."""

    rules: str
    to_act: Seat | None
    player: Seat | None
    phase: Phase
    legal_actions: list[str]
    claims: list[str]
    offers: list[str]
    tricks: TricksBySeat
    winners: list[Seat | None]
    view: NotRequired[StateView]
    facts: NotRequired[HandFacts]
    result: Gains | None
    id: NotRequired[str | float]

class StateOptions(CommonOptions, total=False):
    """Options of state.

    record: Record of the hand: an object with deal, table and actions, or the record that review reads;
        as an argument also a file that contains it
    view: Instead of a record, what one seat knows: an object with seat, dealt, the actions, and the
        cards that were shown; the hidden cards are not needed. As a flag also a file that contains it
    seat: Player whose view is the answer: a seat, or D for the dealer who sits out [default: all facts]
        (F | M | R | D)
    """

    record: FieldObject | Mapping[str, object] | str | None
    view: FieldObject | Mapping[str, object] | str | None
    seat: Dealer | None

class StateQuestion(StateOptions, total=False):
    ask: Required[Literal["state"]]
    id: str | float

class ActAnswer(TypedDict):
    """Action that a built-in player chooses."""

    rules: str
    to_act: Seat
    seat: Seat
    phase: Phase
    action: str
    id: NotRequired[str | float]

PlayerKind = Literal["random", "beginner", "quick", "strong"]

class ActOptions(CommonOptions, total=False):
    """Options of act.

    record: Record of the hand: an object with deal, table and actions, or the record that review reads;
        as an argument also a file that contains it
    view: Instead of a record, what one seat knows: an object with seat, dealt, the actions, and the
        cards that were shown; the hidden cards are not needed. As a flag also a file that contains it
    player: Player that chooses [default: beginner] (random | beginner | quick | strong)
    seed: Random seed of the player
    """

    record: FieldObject | Mapping[str, object] | str | None
    view: FieldObject | Mapping[str, object] | str | None
    player: PlayerKind | None
    seed: int | None

class ActQuestion(ActOptions, total=False):
    ask: Required[Literal["act"]]
    id: str | float

class HandTable(TypedDict):
    """The table at which a hand is played. In JSON a key is left out if it has its default value."""

    dealer: NotRequired[Dealer]
    four: NotRequired[bool]
    pot: NotRequired[float]
    limit: NotRequired[int]
    passed: NotRequired[int]
    marks: NotRequired[list[Seat]]

class NextHand(TypedDict):
    """Players of a hand."""

    number: int
    dealer: str
    seats: list[str]
    table: HandTable

class FinishedHand(TypedDict):
    """Finished hand of a game."""

    contract: str | None
    declarer: str | None
    seats: list[str]
    gains: list[float]
    pot: float
    refa: bool
    struck: bool
    words: str

class AddedRuling(TypedDict):
    """Ruling or penalty of the table."""

    after: int
    gains: list[float]
    pot: float
    words: str

SheetLayout = Literal["books", "paper", "gains"]

class PlayerEntries(TypedDict):
    """The numbers of one player on a score sheet: pool, mountain and whists, each in the order of
    writing."""

    pool: list[float]
    mountain: list[float]
    whists: list[list[float]]
    gains: list[float]
    total: float

SheetColumn = Literal["pool", "mountain", "whists", "gains", "pot"]

class StruckEntry(TypedDict):
    """Number on a score sheet that is struck out."""

    column: SheetColumn
    player: int | None
    on: int | None
    after: int
    amount: float

class SheetState(TypedDict):
    """Score sheet of a game."""

    layout: SheetLayout
    entries: list[PlayerEntries]
    pot: list[float]
    struck: list[StruckEntry]
    notes: list[str]
    pool_size: int | None

class PlayerStanding(TypedDict):
    """Place of a player among all players."""

    place: int
    player: str
    gain: float

class SessionAnswer(TypedDict):
    """State of a game over several hands."""

    rules: str
    players: list[str]
    end: str
    ends: list[str]
    over: bool
    next: NextHand | None
    hands: list[FinishedHand]
    rulings: list[AddedRuling]
    sheet: SheetState
    standings: list[PlayerStanding]
    gains: list[float]
    pot: float
    id: NotRequired[str | float]

class SessionOptions(CommonOptions, total=False):
    """Options of session.

    log: Records of the hands in the order in which they were played, of which the last may be
        unfinished. The table of a hand (dealer, pot, marks, passed) follows from the hands before it and
        may be left out. A record with `"struck":true` is struck out, and its hand may be unfinished; an
        object with `ruling` is a ruling between two hands. Both may have `words`. As an argument also a
        file with a record on each line
    players: Names of the three or four players in turn order; the last one deals first [default: F,M,R]
    end: Condition that ends the game: deals:12, pool:20, pool-alone:20 (without aid), bule:30, empty-pot
        or open [default: the usual one under the rules]
    """

    log: Sequence[Mapping[str, object]] | str | None
    players: Sequence[str] | None
    end: str | None

class SessionQuestion(SessionOptions, total=False):
    ask: Required[Literal["session"]]
    id: str | float

class HandRecord(TypedDict):
    """The record of a hand: rules, deal, table, and all actions in their order. In JSON it is an object
    with a key for each of them."""

    rules: str | dict[str, Any]
    deal: str
    dealer: NotRequired[Dealer]
    four: NotRequired[bool]
    pot: NotRequired[float]
    limit: NotRequired[int]
    passed: NotRequired[int]
    marks: NotRequired[list[Seat]]
    talon_order: NotRequired[list[str]]
    actions: list[str]

class ConvertedHand(TypedDict):
    """Hand in the other form."""

    name: str | None
    record: NotRequired[HandRecord]
    ppn: NotRequired[str]
    problem: NotRequired[str]

class PpnAnswer(TypedDict):
    """Converted hands."""

    hands: list[ConvertedHand]
    id: NotRequired[str | float]

class PpnOptions(CommonOptions, total=False):
    """Options of ppn.

    log: Records of finished hands; as an argument also a file with a record on each line, or a file of
        PPN
    ppn: Deals in PPN
    """

    log: Sequence[Mapping[str, object]] | str | None
    ppn: str | None

class PpnQuestion(PpnOptions, total=False):
    ask: Required[Literal["ppn"]]
    id: str | float

class DealAnswer(TypedDict):
    """Random deal or ending that meets the conditions."""

    deal: str
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]

class DealOptions(CommonOptions, total=False):
    """Options of deal.

    seed: Random seed
    where: Condition on a hand, such as M:S>=2, R:A>=1, R:HD=0; may be repeated
    makes: Condition on the result of a contract, such as F:H, F:H=7, F+:N>=8, R:S=fails,
        F:D=one-discard; may be repeated
    from_: Known cards of the deal, with ? for each unknown hand or talon
    tries: Give up after this number of deals in a row that do not meet the conditions
    cards: Number of cards of each hand; with fewer than ten, endings before a lead are generated
    """

    seed: int | None
    where: str | Sequence[str] | None
    makes: str | Sequence[str] | None
    from_: str | None
    tries: int | None
    cards: int | None

DealListQuestion = TypedDict("DealListQuestion", {"ask": Required[Literal["deal"]], "id": str | float, "count": Required[int], "rules": Rules | str | Mapping[str, object] | None, "time_limit": float | None, "seed": int | None, "where": str | Sequence[str] | None, "makes": str | Sequence[str] | None, "from": str | None, "tries": int | None, "cards": int | None}, total=False)

DealQuestion = TypedDict("DealQuestion", {"ask": Required[Literal["deal"]], "id": str | float, "rules": Rules | str | Mapping[str, object] | None, "time_limit": float | None, "seed": int | None, "where": str | Sequence[str] | None, "makes": str | Sequence[str] | None, "from": str | None, "tries": int | None, "cards": int | None}, total=False)

PuzzleKind = Literal["lead", "discard", "defence", "catch"]

CatchTheme = Literal["lead", "mix", "paradox"]

class CatchPuzzle(TypedDict):
    """Data of a puzzle in which the discard is hidden: its theme, the chance, and the declarer's mix."""

    theme: CatchTheme
    worlds: int
    chance: ChanceBounds
    mix: list[HiddenDiscard]
    compared: NotRequired[list[HiddenDiscard]]

class PuzzleAnswer(TypedDict):
    """Puzzle and its solution."""

    deal: str
    rules: str
    kind: PuzzleKind
    declarer: Seat
    contract: str
    leader: Seat
    taken: NotRequired[TricksBySeat]
    solution: list[list[str]]
    depth: NotRequired[int]
    hidden: NotRequired[CatchPuzzle]
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]

class PuzzleOptions(CommonOptions, total=False):
    """Options of puzzle.

    among: Number of random deals that are searched for puzzles
    seed: Random seed
    kind: Kind of step that the puzzle asks for (lead | discard | defence | catch)
    theme: Theme of puzzles of the kind catch; all themes if none is named (lead | mix | paradox)
    contract: Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts
        of the rules, which is the default. The default of the kind catch is misere
    declarer: Seat that declares (F | M | R)
    cards: Number of cards of each hand; with fewer than ten (only for the kinds lead and defence), the
        puzzles are endings, before which some tricks were taken
    """

    among: int | None
    seed: int | None
    kind: PuzzleKind | None
    theme: CatchTheme | None
    contract: str | Sequence[str] | None
    declarer: Seat | None
    cards: int | None

class PuzzleListQuestion(PuzzleOptions, total=False):
    ask: Required[Literal["puzzle"]]
    id: str | float
    count: Required[int]

class PuzzleQuestion(PuzzleOptions, total=False):
    ask: Required[Literal["puzzle"]]
    id: str | float

RuleOfThumbName = Literal["partner", "last", "second", "all"]

class ThumbCost(TypedDict):
    """Cost of a rule of thumb for the defenders over many games."""

    rules: str
    model: Model
    rule_of_thumb: RuleOfThumbName
    games: int
    tricks_lost_in: int
    tricks_lost: int
    gains_changed_in: int
    gains_lost: float
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]

class ThumbOptions(CommonOptions, total=False):
    """Options of thumb.

    deals: Deals over which the costs are summed
    random: Number of random deals to use instead of given deals
    seed: Random seed of the deals [default: 1]
    model: Model of the defenders' decisions and play [default: selfish] (selfish | allied | tricks)
    pot: Amount in the pot before each hand, if the payment depends on it
    """

    deals: str | Sequence[str] | None
    random: int | None
    seed: int | None
    model: Model | None
    pot: int | None

class ThumbQuestion(ThumbOptions, total=False):
    ask: Required[Literal["thumb"]]
    id: str | float

class ReplacementCounts(TypedDict):
    """Numbers of actions of a player that were replaced by the action of `beginner`."""

    crash: int
    unreadable: int
    illegal: int
    late: int

class MatchedPlayer(TypedDict):
    """The result of one player in a match."""

    name: str
    hands: int
    mean: float
    error: float | None
    low: float | None
    high: float | None
    replaced: NotRequired[ReplacementCounts]

class SmallSampleEstimate(TypedDict):
    """JSON form of an estimate that may be over a single deal or hand, which has no error and no
    interval."""

    mean: float
    error: float | None
    low: float | None
    high: float | None

class MatchReport(TypedDict):
    """Results of a match, and the speed of the play."""

    rules: str
    deals: int
    hands: int
    players: list[MatchedPlayer]
    pot: SmallSampleEstimate
    actions_per_second: int | None

TalonUse = Literal["hand", "talon"]

ContractRow = TypedDict("ContractRow", {"with": TalonUse, "contract": str, "declarer": Seat | None, "hands": int, "chance": SmallSampleEstimate, "tricks": NotRequired[SmallSampleEstimate], "gain": NotRequired[SmallSampleEstimate], "histogram": NotRequired[list[int]]})
"""The results of a contract for one declarer, or for all declarers together."""

ClassRow = TypedDict("ClassRow", {"with": TalonUse, "contract": str, "class": int, "hands": int, "chance": SmallSampleEstimate, "tricks": NotRequired[SmallSampleEstimate], "gain": NotRequired[SmallSampleEstimate]})
"""The results of a contract over the hands of one class."""

class DifferenceRow(TypedDict):
    """A difference in tricks over many hands, such as the tricks that the talon brings."""

    contract: str | None
    hands: int
    mean: SmallSampleEstimate
    histogram: list[list[int]]

class GainRow(TypedDict):
    """The gains of a seat."""

    seat: Seat
    hands: int
    mean: SmallSampleEstimate
    histogram: list[list[int]]

LayoutRow = TypedDict("LayoutRow", {"with": TalonUse, "contract": str, "answers": int, "made": int, "of": int})
"""On how many layouts a contract is made, summed over answers with exact counts, such as those about one hand with each talon."""

class Statistics(TypedDict):
    """The statistics over many answers."""

    answers: int
    errors: int
    skipped: int
    deals: int
    rules: list[str]
    contracts: list[ContractRow]
    strength: list[ClassRow]
    length: list[ClassRow]
    talon: list[DifferenceRow]
    rules_of_thumb: list[DifferenceRow]
    gains: list[GainRow]
    layouts: list[LayoutRow]

Question = SolveQuestion | SolveListQuestion | TalonQuestion | TalonListQuestion | CardsListQuestion | CardsQuestion | LineListQuestion | LineQuestion | DefendQuestion | ParQuestion | UsurpQuestion | EvaluateRecordQuestion | EvaluateQuestion | AdviseRecordListQuestion | AdviseRecordQuestion | AdviseListQuestion | AdviseQuestion | CatchQuestion | CatchListQuestion | ReviewRecordQuestion | ReviewQuestion | ScoreQuestion | AuctionQuestion | StateQuestion | ActQuestion | SessionQuestion | PpnQuestion | DealListQuestion | DealQuestion | PuzzleListQuestion | PuzzleQuestion | ThumbQuestion

AnswerType = TypeVar("AnswerType")

class AnswerList(TypedDict, Generic[AnswerType]):
    """Answers to a question with a list of deals or of points of the play, or with count."""

    answers: list[AnswerType]
    partial: NotRequired[Literal[True]]
    id: NotRequired[str | float]


class _Ask(Protocol):
    @overload
    def __call__(self, question: SolveQuestion, *, threads: int | None = None) -> SolveAnswer: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: SolveListQuestion, *, threads: int | None = None) -> AnswerList[SolveAnswer]: ...
    @overload
    def __call__(self, question: TalonQuestion, *, threads: int | None = None) -> TalonAnswer | TalonAverages: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: TalonListQuestion, *, threads: int | None = None) -> AnswerList[TalonAnswer | TalonAverages]: ...
    @overload
    def __call__(self, question: CardsListQuestion, *, threads: int | None = None) -> AnswerList[CardsAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: CardsQuestion, *, threads: int | None = None) -> CardsAnswer: ...
    @overload
    def __call__(self, question: LineListQuestion, *, threads: int | None = None) -> AnswerList[LineAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: LineQuestion, *, threads: int | None = None) -> LineAnswer: ...
    @overload
    def __call__(self, question: DefendQuestion, *, threads: int | None = None) -> DefendAnswer: ...
    @overload
    def __call__(self, question: ParQuestion, *, threads: int | None = None) -> ParAnswer: ...
    @overload
    def __call__(self, question: UsurpQuestion, *, threads: int | None = None) -> UsurpAnswer: ...
    @overload
    def __call__(self, question: EvaluateRecordQuestion, *, threads: int | None = None) -> EvaluateAnswer: ...
    @overload
    def __call__(self, question: EvaluateQuestion, *, threads: int | None = None) -> EvaluateAnswer: ...
    @overload
    def __call__(self, question: AdviseRecordListQuestion, *, threads: int | None = None) -> AnswerList[ActionAdvice]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: AdviseRecordQuestion, *, threads: int | None = None) -> ActionAdvice: ...
    @overload
    def __call__(self, question: AdviseListQuestion, *, threads: int | None = None) -> AnswerList[AdviseAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: AdviseQuestion, *, threads: int | None = None) -> AdviseAnswer: ...
    @overload
    def __call__(self, question: CatchQuestion, *, threads: int | None = None) -> CatchAnswer: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: CatchListQuestion, *, threads: int | None = None) -> AnswerList[CatchAnswer]: ...
    @overload
    def __call__(self, question: ReviewRecordQuestion, *, threads: int | None = None) -> ReviewAnswer: ...
    @overload
    def __call__(self, question: ReviewQuestion, *, threads: int | None = None) -> ReviewAnswer: ...
    @overload
    def __call__(self, question: ScoreQuestion, *, threads: int | None = None) -> ScoreAnswer: ...
    @overload
    def __call__(self, question: AuctionQuestion, *, threads: int | None = None) -> AuctionAnswer: ...
    @overload
    def __call__(self, question: StateQuestion, *, threads: int | None = None) -> StateAnswer: ...
    @overload
    def __call__(self, question: ActQuestion, *, threads: int | None = None) -> ActAnswer: ...
    @overload
    def __call__(self, question: SessionQuestion, *, threads: int | None = None) -> SessionAnswer: ...
    @overload
    def __call__(self, question: PpnQuestion, *, threads: int | None = None) -> PpnAnswer: ...
    @overload
    def __call__(self, question: DealListQuestion, *, threads: int | None = None) -> AnswerList[DealAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: DealQuestion, *, threads: int | None = None) -> DealAnswer: ...
    @overload
    def __call__(self, question: PuzzleListQuestion, *, threads: int | None = None) -> AnswerList[PuzzleAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: PuzzleQuestion, *, threads: int | None = None) -> PuzzleAnswer: ...
    @overload
    def __call__(self, question: ThumbQuestion, *, threads: int | None = None) -> ThumbCost: ...
    @overload
    def __call__(self, question: Mapping[str, Any], *, threads: int | None = None) -> dict[str, Any]: ...

def typed_ask(function: Callable[..., Any]) -> _Ask:
    """Gives a function the type of the answer to each question."""
    return function


class _EngineAsk(Protocol):
    @overload
    def __call__(self, question: SolveQuestion) -> SolveAnswer: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: SolveListQuestion) -> AnswerList[SolveAnswer]: ...
    @overload
    def __call__(self, question: TalonQuestion) -> TalonAnswer | TalonAverages: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: TalonListQuestion) -> AnswerList[TalonAnswer | TalonAverages]: ...
    @overload
    def __call__(self, question: CardsListQuestion) -> AnswerList[CardsAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: CardsQuestion) -> CardsAnswer: ...
    @overload
    def __call__(self, question: LineListQuestion) -> AnswerList[LineAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: LineQuestion) -> LineAnswer: ...
    @overload
    def __call__(self, question: DefendQuestion) -> DefendAnswer: ...
    @overload
    def __call__(self, question: ParQuestion) -> ParAnswer: ...
    @overload
    def __call__(self, question: UsurpQuestion) -> UsurpAnswer: ...
    @overload
    def __call__(self, question: EvaluateRecordQuestion) -> EvaluateAnswer: ...
    @overload
    def __call__(self, question: EvaluateQuestion) -> EvaluateAnswer: ...
    @overload
    def __call__(self, question: AdviseRecordListQuestion) -> AnswerList[ActionAdvice]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: AdviseRecordQuestion) -> ActionAdvice: ...
    @overload
    def __call__(self, question: AdviseListQuestion) -> AnswerList[AdviseAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: AdviseQuestion) -> AdviseAnswer: ...
    @overload
    def __call__(self, question: CatchQuestion) -> CatchAnswer: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: CatchListQuestion) -> AnswerList[CatchAnswer]: ...
    @overload
    def __call__(self, question: ReviewRecordQuestion) -> ReviewAnswer: ...
    @overload
    def __call__(self, question: ReviewQuestion) -> ReviewAnswer: ...
    @overload
    def __call__(self, question: ScoreQuestion) -> ScoreAnswer: ...
    @overload
    def __call__(self, question: AuctionQuestion) -> AuctionAnswer: ...
    @overload
    def __call__(self, question: StateQuestion) -> StateAnswer: ...
    @overload
    def __call__(self, question: ActQuestion) -> ActAnswer: ...
    @overload
    def __call__(self, question: SessionQuestion) -> SessionAnswer: ...
    @overload
    def __call__(self, question: PpnQuestion) -> PpnAnswer: ...
    @overload
    def __call__(self, question: DealListQuestion) -> AnswerList[DealAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: DealQuestion) -> DealAnswer: ...
    @overload
    def __call__(self, question: PuzzleListQuestion) -> AnswerList[PuzzleAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: PuzzleQuestion) -> PuzzleAnswer: ...
    @overload
    def __call__(self, question: ThumbQuestion) -> ThumbCost: ...
    @overload
    def __call__(self, question: Mapping[str, Any]) -> dict[str, Any]: ...

def typed_engine_ask(function: Callable[..., Any]) -> _EngineAsk:
    """Gives a function the type of the answer to each question."""
    return function


class _Aask(Protocol):
    @overload
    def __call__(self, question: SolveQuestion) -> Coroutine[Any, Any, SolveAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: SolveListQuestion) -> Coroutine[Any, Any, AnswerList[SolveAnswer]]: ...
    @overload
    def __call__(self, question: TalonQuestion) -> Coroutine[Any, Any, TalonAnswer | TalonAverages]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: TalonListQuestion) -> Coroutine[Any, Any, AnswerList[TalonAnswer | TalonAverages]]: ...
    @overload
    def __call__(self, question: CardsListQuestion) -> Coroutine[Any, Any, AnswerList[CardsAnswer]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: CardsQuestion) -> Coroutine[Any, Any, CardsAnswer]: ...
    @overload
    def __call__(self, question: LineListQuestion) -> Coroutine[Any, Any, AnswerList[LineAnswer]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: LineQuestion) -> Coroutine[Any, Any, LineAnswer]: ...
    @overload
    def __call__(self, question: DefendQuestion) -> Coroutine[Any, Any, DefendAnswer]: ...
    @overload
    def __call__(self, question: ParQuestion) -> Coroutine[Any, Any, ParAnswer]: ...
    @overload
    def __call__(self, question: UsurpQuestion) -> Coroutine[Any, Any, UsurpAnswer]: ...
    @overload
    def __call__(self, question: EvaluateRecordQuestion) -> Coroutine[Any, Any, EvaluateAnswer]: ...
    @overload
    def __call__(self, question: EvaluateQuestion) -> Coroutine[Any, Any, EvaluateAnswer]: ...
    @overload
    def __call__(self, question: AdviseRecordListQuestion) -> Coroutine[Any, Any, AnswerList[ActionAdvice]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: AdviseRecordQuestion) -> Coroutine[Any, Any, ActionAdvice]: ...
    @overload
    def __call__(self, question: AdviseListQuestion) -> Coroutine[Any, Any, AnswerList[AdviseAnswer]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: AdviseQuestion) -> Coroutine[Any, Any, AdviseAnswer]: ...
    @overload
    def __call__(self, question: CatchQuestion) -> Coroutine[Any, Any, CatchAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: CatchListQuestion) -> Coroutine[Any, Any, AnswerList[CatchAnswer]]: ...
    @overload
    def __call__(self, question: ReviewRecordQuestion) -> Coroutine[Any, Any, ReviewAnswer]: ...
    @overload
    def __call__(self, question: ReviewQuestion) -> Coroutine[Any, Any, ReviewAnswer]: ...
    @overload
    def __call__(self, question: ScoreQuestion) -> Coroutine[Any, Any, ScoreAnswer]: ...
    @overload
    def __call__(self, question: AuctionQuestion) -> Coroutine[Any, Any, AuctionAnswer]: ...
    @overload
    def __call__(self, question: StateQuestion) -> Coroutine[Any, Any, StateAnswer]: ...
    @overload
    def __call__(self, question: ActQuestion) -> Coroutine[Any, Any, ActAnswer]: ...
    @overload
    def __call__(self, question: SessionQuestion) -> Coroutine[Any, Any, SessionAnswer]: ...
    @overload
    def __call__(self, question: PpnQuestion) -> Coroutine[Any, Any, PpnAnswer]: ...
    @overload
    def __call__(self, question: DealListQuestion) -> Coroutine[Any, Any, AnswerList[DealAnswer]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: DealQuestion) -> Coroutine[Any, Any, DealAnswer]: ...
    @overload
    def __call__(self, question: PuzzleListQuestion) -> Coroutine[Any, Any, AnswerList[PuzzleAnswer]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: PuzzleQuestion) -> Coroutine[Any, Any, PuzzleAnswer]: ...
    @overload
    def __call__(self, question: ThumbQuestion) -> Coroutine[Any, Any, ThumbCost]: ...
    @overload
    def __call__(self, question: Mapping[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]: ...

def typed_aask(function: Callable[..., Any]) -> _Aask:
    """Gives a function the type of the answer to each question."""
    return function


class _Submit(Protocol):
    @overload
    def __call__(self, question: SolveQuestion) -> Future[SolveAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: SolveListQuestion) -> Future[AnswerList[SolveAnswer]]: ...
    @overload
    def __call__(self, question: TalonQuestion) -> Future[TalonAnswer | TalonAverages]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: TalonListQuestion) -> Future[AnswerList[TalonAnswer | TalonAverages]]: ...
    @overload
    def __call__(self, question: CardsListQuestion) -> Future[AnswerList[CardsAnswer]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: CardsQuestion) -> Future[CardsAnswer]: ...
    @overload
    def __call__(self, question: LineListQuestion) -> Future[AnswerList[LineAnswer]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: LineQuestion) -> Future[LineAnswer]: ...
    @overload
    def __call__(self, question: DefendQuestion) -> Future[DefendAnswer]: ...
    @overload
    def __call__(self, question: ParQuestion) -> Future[ParAnswer]: ...
    @overload
    def __call__(self, question: UsurpQuestion) -> Future[UsurpAnswer]: ...
    @overload
    def __call__(self, question: EvaluateRecordQuestion) -> Future[EvaluateAnswer]: ...
    @overload
    def __call__(self, question: EvaluateQuestion) -> Future[EvaluateAnswer]: ...
    @overload
    def __call__(self, question: AdviseRecordListQuestion) -> Future[AnswerList[ActionAdvice]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: AdviseRecordQuestion) -> Future[ActionAdvice]: ...
    @overload
    def __call__(self, question: AdviseListQuestion) -> Future[AnswerList[AdviseAnswer]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: AdviseQuestion) -> Future[AdviseAnswer]: ...
    @overload
    def __call__(self, question: CatchQuestion) -> Future[CatchAnswer]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: CatchListQuestion) -> Future[AnswerList[CatchAnswer]]: ...
    @overload
    def __call__(self, question: ReviewRecordQuestion) -> Future[ReviewAnswer]: ...
    @overload
    def __call__(self, question: ReviewQuestion) -> Future[ReviewAnswer]: ...
    @overload
    def __call__(self, question: ScoreQuestion) -> Future[ScoreAnswer]: ...
    @overload
    def __call__(self, question: AuctionQuestion) -> Future[AuctionAnswer]: ...
    @overload
    def __call__(self, question: StateQuestion) -> Future[StateAnswer]: ...
    @overload
    def __call__(self, question: ActQuestion) -> Future[ActAnswer]: ...
    @overload
    def __call__(self, question: SessionQuestion) -> Future[SessionAnswer]: ...
    @overload
    def __call__(self, question: PpnQuestion) -> Future[PpnAnswer]: ...
    @overload
    def __call__(self, question: DealListQuestion) -> Future[AnswerList[DealAnswer]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: DealQuestion) -> Future[DealAnswer]: ...
    @overload
    def __call__(self, question: PuzzleListQuestion) -> Future[AnswerList[PuzzleAnswer]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, question: PuzzleQuestion) -> Future[PuzzleAnswer]: ...
    @overload
    def __call__(self, question: ThumbQuestion) -> Future[ThumbCost]: ...
    @overload
    def __call__(self, question: Mapping[str, Any]) -> Future[dict[str, Any]]: ...

def typed_submit(function: Callable[..., Any]) -> _Submit:
    """Gives a function the type of the answer to each question."""
    return function


@overload
def solve(deal: DealInput, **options: Unpack[SolveOptions]) -> SolveAnswer: ...  # type: ignore[overload-overlap]
@overload
def solve(deal: Sequence[DealInput], **options: Unpack[SolveOptions]) -> list[SolveAnswer]: ...
@with_options(SolveOptions, CommonOptions, PositionOptions)
def solve(deal: DealInput | Sequence[DealInput], **options: Unpack[SolveOptions]) -> SolveAnswer | list[SolveAnswer]:
    """Find which contracts each hand makes.

    >>> solve(HAND, declarer="F", contract="S,D")["results"][1]
    {'declarer': 'F', 'contract': 'D', 'leader': 'F', 'tricks': 6, 'made': True, 'margin': 0}

    Args:
        deal: Cards of the deal, or a list of deals

    Returns:
        SolveAnswer; a list of them for a list of deals. Results of contracts, grouped by declarer and
        then in the order of the question; passing out comes last:
            results: Results, one for each declarer and contract, then one for passing out if it was asked for
    """
    answer: SolveAnswer | list[SolveAnswer] = verb("solve", options, deal=deal)
    return answer


@overload
def talon(deal: DealInput, *, declarer: Seat, **options: Unpack[TalonOptions]) -> TalonAnswer | TalonAverages: ...  # type: ignore[overload-overlap]
@overload
def talon(deal: DealInput | Sequence[DealInput], *, declarer: Seat | Literal['all'] | None = None, **options: Unpack[TalonOptions]) -> list[TalonAnswer | TalonAverages]: ...
@with_options(TalonOptions, CommonOptions, PaymentOptions)
def talon(deal: DealInput | Sequence[DealInput], *, declarer: Seat | Literal['all'] | None = None, **options: Unpack[TalonOptions]) -> TalonAnswer | TalonAverages | list[TalonAnswer | TalonAverages]:
    """Evaluate every discard of the declarer for every contract.

    >>> talon(HAND, declarer="F", contract="S,D")["choice"]
    {'contract': 'D', 'tricks': 8, 'made': True, 'discard': ['H9', 'C7']}

    Args:
        deal: Cards of the deal, or a list of deals
        declarer: Seat that declares, or all to let each seat declare in turn (F | M | R | all)

    Returns:
        TalonAnswer; a list of them for a list of deals, and if no seat is named as declarer. Value of
        each discard of one declarer for each contract:
            best: Best discards for each contract
            choice: Best contract and the discard for it; null if no contract was asked for
            talon_worth: Gain of the choice minus the gain of the best contract without the talon; present only
                if gains are compared
        TalonAverages; a list of them for a list of deals, and if no seat is named as declarer. Averages
        for every discard of one declarer, over layouts of the other two hands:
            layouts: Number of layouts in the averages
            of: Number of all layouts that agree with the known cards
            best: Best discard for each contract
    """
    answer: TalonAnswer | TalonAverages | list[TalonAnswer | TalonAverages] = verb("talon", options, deal=deal, declarer=declarer)
    return answer


@overload
def cards(deal: DealInput, *, at: None = None, **options: Unpack[CardsOptions]) -> CardsAnswer: ...
@overload
def cards(deal: DealInput, *, at: int | Sequence[int], **options: Unpack[CardsOptions]) -> list[CardsAnswer]: ...
@with_options(CardsOptions, CommonOptions, PositionOptions, PaymentOptions, DecisionOptions)
def cards(deal: DealInput, *, at: int | Sequence[int] | None = None, **options: Unpack[CardsOptions]) -> CardsAnswer | list[CardsAnswer]:
    """Evaluate each legal card in any position.

    >>> cards(HAND, declarer="F", contract="D")["cards"][0]["tricks"]
    6

    Args:
        deal: Cards of the deal
        at: Numbers of cards: the question is answered for each of these positions, after that number of the
            cards in played

    Returns:
        CardsAnswer; a list of them if at is given. Value of each legal card:
            to_move: Seat to move; null when the hand is over (F | M | R)
            talon_card: Card of the talon that leads to the trick of the next card; absent if a seat leads
            all_equal: Whether all play from here on is equal: whatever legal cards the seats play, the number of
                tricks of the declarer stays the same or, if gains are compared or all have passed, that of each
                seat. Absent if the hand is over, or a card of the talon is still to lead
            cards: Legal cards, by suit S H D C, from the ace down
    """
    answer: CardsAnswer | list[CardsAnswer] = verb("cards", options, deal=deal, at=at)
    return answer


@overload
def line(deal: DealInput, *, at: None = None, **options: Unpack[LineOptions]) -> LineAnswer: ...
@overload
def line(deal: DealInput, *, at: int | Sequence[int], **options: Unpack[LineOptions]) -> list[LineAnswer]: ...
@with_options(LineOptions, CommonOptions, PositionOptions, PaymentOptions, DecisionOptions)
def line(deal: DealInput, *, at: int | Sequence[int] | None = None, **options: Unpack[LineOptions]) -> LineAnswer | list[LineAnswer]:
    """Find one best line of play.

    >>> line(HAND, declarer="F", contract="D")["tricks"]
    6

    Args:
        deal: Cards of the deal
        at: Numbers of cards: the question is answered for each of these positions, after that number of the
            cards in played

    Returns:
        LineAnswer; a list of them if at is given. Result of a play, and a line of best cards of all
        players to the last trick:
            line: Cards still to be played; among several best cards the first by suit S H D C, from the ace
                down, is played
            line_tricks: Tricks that these cards form; the first includes the cards on the table
            tricks: Number of tricks for the declarer over the whole hand, including tricks already taken: the
                most that are guaranteed, in misère the fewest. Absent for contracts that do not count tricks
                (run6, uno), and if only `made` was asked for; or: Number of tricks of each seat over the whole
                hand; null if only the result of the contract is known (run6, and uno in the model `tricks`)
            gains: Gains of all players and the pot, if gains are compared
            made: Whether the declarer makes the contract
    """
    answer: LineAnswer | list[LineAnswer] = verb("line", options, deal=deal, at=at)
    return answer


@with_options(DefendOptions, CommonOptions, PositionOptions, PaymentOptions)
def defend(deal: DealInput, **options: Unpack[DefendOptions]) -> DefendAnswer:
    """Find the tricks that the defenders can make sure of, their decisions, and the payment.

    >>> defend(HAND, declarer="F", contract="D")["quotas"]
    {'both': False, 'together4': True, 'together5': False}

    Args:
        deal: Cards of the deal

    Returns:
        DefendAnswer. Tricks and gains that the defenders can reach against a contract:
            tricks: Number of tricks for the declarer, with the defenders playing as one side
            quotas: Quotas that the defenders can make sure of together
            seats: Defenders that play, the declarer's left neighbour first
            rules_of_thumb: Rules of thumb that the defenders follow
            tricks_by_thumb: Number of tricks for the declarer when the defenders play as one side and follow
                these rules of thumb
            decisions: Decisions in the order in which they are made; empty once a card is played
            outcome: Result of the hand
            secure: Gain that each seat can make sure of in the play if both others play against it; null if a
                seat drops out by these decisions, the hand is not played, or the number of tricks does not
                decide the contract (run6)
    """
    answer: DefendAnswer = verb("defend", options, deal=deal)
    return answer


@with_options(ParOptions, CommonOptions, PaymentOptions)
def par(deal: DealInput, **options: Unpack[ParOptions]) -> ParAnswer:
    """Find the auction, the contract and the gains if every player calls best, with all cards known.

    >>> par(HAND, model="tricks")["gains"]
    {'F': 6, 'M': 2, 'R': 2, 'pot': -10}

    Args:
        deal: Cards of the deal

    Returns:
        ParAnswer. Auction in which each player makes the calls that gain them most, and the game that
        follows:
            calls: Calls in turn from forehand; seats that have passed are skipped
            callers: Seat that made each of these calls
            declarer: Seat that declares, or the dealer who is forced to declare and gives up; null if nobody
                declares (F | M | R)
            game: Game that is played after the auction; absent if none is played
            then: Consequence of an auction after which no contract is played: all have passed, or the dealer
                gives up. Absent if a contract is played
            gains: Gains of all players and the pot
            makes: Results of the contracts that can be announced, for each declarer. Contracts that are played
                alike, such as the levels of one suit, or misère and open misère, are listed once, as the first
                of them
    """
    answer: ParAnswer = verb("par", options, deal=deal)
    return answer


@with_options(UsurpOptions, CommonOptions, PaymentOptions)
def usurp(deal: DealInput, **options: Unpack[UsurpOptions]) -> UsurpAnswer:
    """Find the best discard when a defender may take it up (Nachgehen).

    >>> usurp(HAND, declarer="R", model="tricks")["best"]["discard"]
    ['S9', 'DT']

    Args:
        deal: Cards of the deal

    Returns:
        UsurpAnswer. Value of each discard of the declarer if opponents may take it up:
            discards: All 66 possible discards
            best: Discard that gains most for the seat that won the auction
            alone: Best discard, and its result, if nobody could take up discards
    """
    answer: UsurpAnswer = verb("usurp", options, deal=deal)
    return answer


@overload
def evaluate(deal: DealInput, *, record: None = None, **options: Unpack[EvaluateOptions]) -> EvaluateAnswer: ...
@overload
def evaluate(*, record: FieldObject | Mapping[str, object] | str, **options: Unpack[EvaluateOptions]) -> EvaluateAnswer: ...
@with_options(EvaluateOptions, CommonOptions)
def evaluate(deal: DealInput | None = None, *, record: FieldObject | Mapping[str, object] | str | None = None, **options: Unpack[EvaluateOptions]) -> EvaluateAnswer:
    """Estimate how often a hand makes each contract when the other cards are unknown.

    >>> evaluate("F:AKQ.T9.87.AK7 ? ?", contract="S", layouts=50)["results"][0]["hand"]["chance"]
    {'mean': 0.16, 'error': 0.052372, 'low': 0.083374, 'high': 0.285142}

    Args:
        deal: Cards of the deal
        record: Record of a hand before the discard, instead of a deal: the cards are those that the player
            who decides has seen. An object with deal, table and actions, or the record that review reads; as
            a flag also a file that contains it

    Returns:
        EvaluateAnswer. Averages for each contract of a hand when the others' cards are unknown:
            seat: Seat whose hand is known (F | M | R)
            of: Number of layouts that agree with the known cards. Conditions may rule out some of these layouts
            all: Whether the averages are over all layouts that agree with the known cards
            results: Averages, one element for each contract, in the order of the question
    """
    answer: EvaluateAnswer = verb("evaluate", options, deal=deal, record=record)
    return answer


@overload
def advise(deal: DealInput, *, record: None = None, at: None = None, **options: Unpack[AdviseOptions]) -> AdviseAnswer: ...
@overload
def advise(deal: DealInput, *, record: None = None, at: int | Sequence[int], **options: Unpack[AdviseOptions]) -> list[AdviseAnswer]: ...
@overload
def advise(*, record: FieldObject | Mapping[str, object] | str, at: None = None, **options: Unpack[AdviseOptions]) -> ActionAdvice: ...
@overload
def advise(*, record: FieldObject | Mapping[str, object] | str, at: int | Sequence[int], **options: Unpack[AdviseOptions]) -> list[ActionAdvice]: ...
@with_options(AdviseOptions, CommonOptions)
def advise(deal: DealInput | None = None, *, record: FieldObject | Mapping[str, object] | str | None = None, at: int | Sequence[int] | None = None, **options: Unpack[AdviseOptions]) -> AdviseAnswer | list[AdviseAnswer] | ActionAdvice | list[ActionAdvice]:
    """Estimate the value of each legal card or action when the others' cards are unknown.

    >>> advise("F:AKQ.T9.87.AK7 ? ?", declarer="F", contract="S", leader="F", layouts=9)["cards"][0]["card"]
    'SA'

    Args:
        deal: Cards of the deal
        record: Record of a hand, instead of a deal: the answer is about the next action (call, discard,
            announcement, decision or card), as seen by the player who decides. An object with deal, table
            and actions, or the record that review reads; as a flag also a file that contains it
        at: Numbers of cards or actions: the question is answered for each of these positions, after that
            number of the cards in played, or of the actions in the record

    Returns:
        AdviseAnswer; a list of them if at is given. Averages for each legal card of the seat to move
        when the others' cards are unknown:
            to_move: Seat to move (F | M | R)
            of: Number of layouts that agree with the known cards and with the suits that seats did not follow.
                It can be up to 7 times the number of layouts in which every card played was legal
            all: Whether the averages are over all layouts that agree with the known cards
            cards: Legal cards, by suit S H D C, from the ace down
        ActionAdvice; a list of them if at is given. Averages for each legal action of the player to
        decide, over layouts of the cards that this player does not know. Each layout is solved with all
        cards known: after the action all players are assumed to see all cards, so that neither gaining
        nor hiding information has any value:
            player: Seat that decides (F | M | R)
            to_act: Seat that acts: the player's own, or that of the defender whose cards the player plays (F | M
                | R)
            phase: Phase of the hand (auction | talon | discard | usurping | announcement | decisions | play |
                offer | over)
            of: Number of layouts that agree with the view. It is exact if all of them were solved; otherwise it
                also counts layouts in which an action that was taken would not have been legal
            all: Whether the averages are over all layouts that agree with the view
            only_discard_hidden: Whether only the declarer's discard is hidden. If so, the question `catch` gives
                an exact answer, without the assumption that all players see all cards
            actions: Legal actions, the best first; equally good ones in the order of the legal actions
    """
    answer: AdviseAnswer | list[AdviseAnswer] | ActionAdvice | list[ActionAdvice] = verb("advise", options, deal=deal, record=record, at=at)
    return answer


@overload
def catch(deal: DealInput, **options: Unpack[CatchOptions]) -> CatchAnswer: ...  # type: ignore[overload-overlap]
@overload
def catch(deal: Sequence[DealInput], **options: Unpack[CatchOptions]) -> list[CatchAnswer]: ...
@with_options(CatchOptions, CommonOptions)
def catch(deal: DealInput | Sequence[DealInput], **options: Unpack[CatchOptions]) -> CatchAnswer | list[CatchAnswer]:
    """Find whether the defenders can beat a contract without knowing the discard.

    >>> catch(HAND, declarer="M", contract="misere", rules="russian")["caught"]
    True

    Args:
        deal: Cards of the deal, or a list of deals

    Returns:
        CatchAnswer; a list of them for a list of deals. Chance of a declarer whose discard is hidden:
            to_move: Seat to move (F | M | R)
            worlds: Number of worlds: groups of possible discards that leave the same play
            caught: Whether one plan of the defenders beats every discard; null if a limit ended the search
                before this was known
            chance: Bounds on the probability that the declarer makes the contract, with best play of both sides
            discards: Possible discards, each group once, by suit S H D C, from the ace down
            plans: Plans of the defenders' mix, which holds the declarer to the upper bound of the chance
            against: Plan that is best if the belief is right; absent if no belief is given
            own: The declarer's own chance, if the discard is given
            mix: The declarer's mix as a list of points of the play, if plans are asked for; the play begins at
                the first one
    """
    answer: CatchAnswer | list[CatchAnswer] = verb("catch", options, deal=deal)
    return answer


@overload
def review(deal: DealInput, *, record: None = None, **options: Unpack[ReviewOptions]) -> ReviewAnswer: ...
@overload
def review(*, record: FieldObject | Mapping[str, object] | str, **options: Unpack[ReviewOptions]) -> ReviewAnswer: ...
@with_options(ReviewOptions, CommonOptions, PaymentOptions, DecisionOptions)
def review(deal: DealInput | None = None, *, record: FieldObject | Mapping[str, object] | str | None = None, **options: Unpack[ReviewOptions]) -> ReviewAnswer:
    """Find the cost of each call, discard, decision and card of a played hand, and breaches of the rules. The program takes the hand from a record, so that only the options of the review are flags.

    >>> review(HAND, declarer="F", contract="D", discard="SQ CT", played="DA DQ D8")["cards"][0]["tricks_lost"]
    0

    Args:
        deal: Cards of the deal
        record: Record of the hand, instead of a deal and the other fields of a hand: an object with deal,
            table and actions

    Returns:
        ReviewAnswer. Cost of each step of a played hand:
            announcement: Contract that was announced, compared with the others that the winning bid allowed
                after the same discard; absent if the record has no calls or the bid allowed only one contract
            decisions: Decisions between the auction and the play
            cards: Cards
            broken: Steps that broke the rules; calls and cards after an illegal one are not evaluated
            tricks: Number of tricks that each seat took, as far as the hand was played
            made: Whether the contract was made; null if the hand was not played to its end
    """
    answer: ReviewAnswer = verb("review", options, deal=deal, record=record)
    return answer


@with_options(ScoreOptions, CommonOptions, PaymentOptions, DecisionOptions)
def score(**options: Unpack[ScoreOptions]) -> ScoreAnswer:
    """Settle a played hand, or a score sheet.

    >>> score(contract="S", declarer="F", tricks={"F": 6, "M": 2, "R": 2})
    {'rules': 'austrian', 'F': 6, 'M': 2, 'R': 2, 'pot': -10}

    Args:

    Returns:
        ScoreAnswer. Gains from a played hand, or from a score sheet, in units, whists or supe; they sum
        to zero:
            D: Gain of the dealer, if four are at the table and the dealer sits out
    """
    answer: ScoreAnswer = verb("score", options)
    return answer


@with_options(AuctionOptions, CommonOptions)
def auction(**options: Unpack[AuctionOptions]) -> AuctionAnswer:
    """Find the declarer after some calls, or the seat to call and its legal calls.

    >>> auction(calls=["pass", "1"])["to_call"]
    'R'

    Args:

    Returns:
        AuctionAnswer. State of an auction after some calls:
            done: Whether the auction is over
            may_usurp: Seats that may still take up the declarer's discard, in the order in which they are asked
            to_call: Seat to call (F | M | R)
            allowed: Calls that the seat may make, pass first; of the possible offers only the lowest is listed
            declarer: The dealer, if the consequence is that the dealer becomes declarer (`dealer-plays`);
                otherwise null. With four at the table, rearhand stands for the dealer (F | M | R)
            then: Consequence under the rules when all have passed (redeal | dealer-plays | forehand-again |
                dealer-forced | second-round | bid-again | refa | raspasovka)
            bid: The winning bid: its number or suit, or the call itself if it has neither
            hand: Whether the game is played without the talon
            or_hand: Whether the declarer may still choose to play without the talon after a bid for a game with
                it
    """
    answer: AuctionAnswer = verb("auction", options)
    return answer


@with_options(StateOptions, CommonOptions)
def state(**options: Unpack[StateOptions]) -> StateAnswer:
    """Show the state of a hand: its actions so far, the player to act and the legal actions.

    >>> state(record={"deal": HAND, "rules": "russian", "actions": ["6D", "pass"]})["player"]
    'R'

    Args:

    Returns:
        StateAnswer. State of a hand:
            to_act: Seat to act: the one that calls, discards or decides, or whose card is to be played; null
                when the hand is over (F | M | R)
            player: Seat that decides: the seat to act, or the whister who plays the cards of both defenders;
                null when the hand is over (F | M | R)
            phase: Phase of the hand (auction | talon | discard | usurping | announcement | decisions | play |
                offer | over)
            legal_actions: Texts of the legal actions of the player. The list is empty if the question names
                another seat, since the actions would show the player's cards
            claims: Texts of the claims that the player can make instead, empty if the question names another
                seat. Whether a claim stands is checked when it is made
            offers: Texts of the offers to divide the tricks that the player can make instead, empty if the
                question names another seat. The others then accept or refuse
            tricks: Number of tricks that each seat has taken
            winners: Winner of each complete trick; null for a trick that a card of the talon has won
            facts: All facts of the hand, if the question does not name a seat
            result: Gains of all players and of the pot, which sum to zero; null before the end
    """
    answer: StateAnswer = verb("state", options)
    return answer


@with_options(ActOptions, CommonOptions)
def act(**options: Unpack[ActOptions]) -> ActAnswer:
    """Show the action that a built-in player chooses next in a hand.

    >>> act(record={"deal": HAND, "rules": "russian", "actions": ["6D", "pass"]}, player="beginner")["action"]
    'pass'

    Args:

    Returns:
        ActAnswer. Action that a built-in player chooses:
            to_act: Seat to act: the one that calls, discards or decides, or whose card is to be played (F | M |
                R)
            seat: Seat that decides, whose view the player sees: the seat to act, or the whister who plays the
                cards of both defenders (F | M | R)
            phase: Phase of the hand (auction | talon | discard | usurping | announcement | decisions | play |
                offer | over)
            action: Action that the player chooses
    """
    answer: ActAnswer = verb("act", options)
    return answer


@with_options(SessionOptions, CommonOptions)
def session(**options: Unpack[SessionOptions]) -> SessionAnswer:
    """Show the score sheet of a game over several hands, and the table of its next hand.

    >>> session(log=[{"deal": HAND, "actions": ["pass", "pass", "pass"]}])["next"]["dealer"]
    'F'

    Args:

    Returns:
        SessionAnswer. State of a game over several hands:
            ends: Conditions that can end a game under these rules, one of each kind with a usual number, the
                usual one first
            over: Whether the game is over
            next: Hand that is being played, or that is dealt next; null when the game is over
            hands: Finished hands, those that are struck out among them
            rulings: Rulings and penalties
            sheet: Score sheet
            standings: Players by their gains so far, the best first
            gains: Gains of the players if the game ended now; when it is over, its result
            pot: Amount that is left in the pot after these gains
    """
    answer: SessionAnswer = verb("session", options)
    return answer


@with_options(PpnOptions, CommonOptions)
def ppn(**options: Unpack[PpnOptions]) -> PpnAnswer:
    """Convert hands between records and PPN, the notation of Serbian play sites.

    >>> ppn(log=[{"deal": HAND, "actions": ["pass", "pass", "pass"]}])["hands"][0]["ppn"]
    '[1 123 865OJGFBSP7421LHEDUQ3NMKICAWTR9V P,P,P]'

    Args:

    Returns:
        PpnAnswer. Converted hands:
            hands: Hands in the order of the question
    """
    answer: PpnAnswer = verb("ppn", options)
    return answer


@overload
def puzzle(*, count: None = None, **options: Unpack[PuzzleOptions]) -> PuzzleAnswer: ...
@overload
def puzzle(*, count: int, **options: Unpack[PuzzleOptions]) -> list[PuzzleAnswer]: ...
@with_options(PuzzleOptions, CommonOptions)
def puzzle(*, count: int | None = None, **options: Unpack[PuzzleOptions]) -> PuzzleAnswer | list[PuzzleAnswer]:
    """Find random deals in which exactly one first step wins, the deepest puzzles first.

    >>> puzzle(kind="lead", contract="H", among=2000)["solution"]
    [['SK'], ['SQ']]

    Args:
        count: Number of puzzles

    Returns:
        PuzzleAnswer; a list of them if count is given. Puzzle and its solution:
            deal: Cards of the deal or the ending
            leader: Seat that leads (F | M | R)
            taken: Number of tricks that each seat has taken before the ending; absent in a whole deal
            solution: Winning cards, or winning discards of two cards; if there are several, they are equivalent.
                In puzzles in which the declarer must mix, the discards of the mix
            depth: Number of turns in succession at which only one step wins, if the other side prolongs the
                series as far as it can. Absent if the discard is hidden
            hidden: Theme and mix, if the discard is hidden
    """
    answer: PuzzleAnswer | list[PuzzleAnswer] = verb("puzzle", options, count=count)
    return answer
