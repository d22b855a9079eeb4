"""The exact double-dummy solver and analysis engine for Préférence.

Each question has a function: solve, talon, cards, line, defend, par, usurp, evaluate, advise, catch, review,
score, auction, state, act, session, ppn, deal, puzzle. Their arguments are the long flags of the commands of
the program pref, with _ for -. Answers are dictionaries with the keys of the JSON that the commands print;
print(answer) shows tables. solve_many and ask_many answer many questions on all cores, in lists and in
frames. stats summarises many answers, and thumb measures the cost of rules of thumb over many deals. Hand
plays a hand one action at a time, Session plays one hand after another until the game ends, and match
measures how well players, your own ones among them, play.

>>> import preference
>>> hand = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K"
>>> [result["tricks"] for result in preference.solve(hand, declarer="F", contract="S,D")["results"]]
[5, 6]
"""

from preference import _verbs
from preference._ask import Cancelled, DealError, PreferenceError, QuestionError
from preference._deal import RandomDeal, deal
from preference._engine import Engine
from preference._hand import Hand, HandStep, IllegalAction
from preference._inputs import Deal, Rules
from preference._many import ask, ask_batches, ask_many, solve_batches, solve_many
from preference._match import Bot, match
from preference._session import Session, SessionError, Standing
from preference._show import Answer, Answers
from preference._stats import stats
from preference._table import Table
from preference._thumb import thumb
from preference._verbs import *  # noqa: F403
from preference._view import HandError, HandViewStep, View
from preference.encoding import HandEncoding, encode

__version__: str = "0.1.0"

__all__ = [
    "Answer",
    "Answers",
    "Bot",
    "Cancelled",
    "Deal",
    "DealError",
    "Engine",
    "Hand",
    "HandEncoding",
    "HandError",
    "HandStep",
    "HandViewStep",
    "IllegalAction",
    "PreferenceError",
    "QuestionError",
    "RandomDeal",
    "Rules",
    "Session",
    "SessionError",
    "Standing",
    "Table",
    "View",
    "ask",
    "ask_batches",
    "ask_many",
    "deal",
    "encode",
    "match",
    "solve_batches",
    "solve_many",
    "stats",
    "thumb",
]
__all__ += _verbs.__all__
