//! A session: one hand after another at a table of three or four players, until the game ends.
//!
//! ```text
//! new ──► hand 1 ── apply … ──► settled ── deal_next ──► hand 2 ── apply … ──► settled ──► over ── final_gains
//!             ◄── undo ──┘         │                                              │
//!             ◄────── undo ────────┘                        ◄────── undo ─────────┘
//! ```
//!
//! A [`Session`] is built from rules, the players' names and [`SessionOptions`]: the deals, and the condition
//! that ends the session ([`SessionEnd`]). The table of each hand follows from the score sheet: dealer, pot,
//! marks and passed-out hands in a row. The deal passes to the left; the last player deals first. The last
//! action of a hand settles it, and can be undone until the next hand is dealt.
//!
//! A [`SessionLog`] writes each event of a session to a sink; [`Session::replay`] reads them back, so that a
//! session can continue after a crash.

mod event;
mod log;
mod options;
mod replay;

use std::cmp::Reverse;
use std::sync::Arc;

use thiserror::Error;

use crate::deal::random::DealtPack;
use crate::excerpt::is_plain;
use crate::hand::{Action, ActionError, Hand, Table};
use crate::order::sorted_indices_by_key;
use crate::rules::contract::Declaration;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat};
use crate::settlement::closed_pools::ClosedPools;
use crate::settlement::{Amount, FinalGains, ScoreSheet, SettlementError, Sheet, SheetRow, SheetTotals};

pub use log::{SessionLog, SessionLogError};
pub use options::{DealSource, SessionEnd, SessionOptions, SessionSetupError};
pub use replay::{ReplayError, ReplayProblem, ReplayedSession};

/// The score of a session after some hands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Score {
    sheet: Sheet,
    /// The totals as they are written on the score sheet; `None` under rules that pay each hand at once, and while
    /// nothing has been written.
    written_totals: Option<SheetTotals>,
}

/// A played and settled hand of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledDeal {
    /// The gains of the players, and the totals as they are written on the score sheet, where points beyond the size of
    /// a player's pool may be written in the pool of another player.
    pub row: SheetRow,
    /// The contract and its declarer.
    pub declaration: Option<Declaration>,
}

/// A player's place among all players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1. Players with equal gains share the better place.
    pub place: usize,
    /// The player, by index in the list of players.
    pub player: usize,
    /// The player's gains so far.
    pub gain: Amount,
}

/// A session and its history.
///
/// ```
/// use preference::Variant;
/// use preference::session::{Session, SessionEnd, SessionOptions};
/// let rules: Variant = "austrian".parse()?;
/// let options = SessionOptions::from_seed(7).with_end(SessionEnd::Deals(4));
/// let mut session = Session::new(rules, &["Ada", "Ben", "Cem", "Dora"], options)?;
/// loop {
///     while !session.hand().is_over() {
///         session.apply(session.hand().legal_actions()[0])?;
///     }
///     if session.is_over() {
///         break;
///     }
///     session.deal_next()?;
/// }
/// // All have passed in each hand, and every player has paid one ante into the pot.
/// assert_eq!(session.final_gains().pot, 40.into());
/// assert_eq!(session.standings()[3].gain, preference::settlement::Amount::from_integer(-10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    rules: Arc<Variant>,
    players: Vec<String>,
    options: SessionOptions,
    end: SessionEnd,
    /// Number of the present hand, from 1.
    number: u32,
    hand: Hand,
    /// The player in each seat of the present hand, and the player who sits out.
    seats: BySeat<usize>,
    sitting: Option<usize>,
    /// The score after the settled hands, the present one included if it is over.
    score: Score,
    /// The score before the present hand, if it is settled.
    score_before: Option<Score>,
    settled: Vec<SettledDeal>,
}

impl Session {
    /// Starts a session with its first hand.
    ///
    /// # Errors
    /// If there are not three or four players with different names of plain text, if the rules do not allow the end
    /// condition in the options, if a number in the options is 0 or the list of deals is empty, or if no hand can be
    /// played and settled by the rules.
    pub fn new(
        rules: impl Into<Arc<Variant>>,
        players: &[impl AsRef<str>],
        options: SessionOptions,
    ) -> Result<Session, SessionSetupError> {
        let rules = rules.into();
        let players: Vec<String> = players.iter().map(|name| name.as_ref().to_owned()).collect();
        check_names(&players)?;
        let end = options.end.unwrap_or(SessionEnd::default_for(&rules));
        end.check(&rules)?;
        if options.max_deals == Some(0) || !options.deals.has_deal(1) {
            return Err(SessionSetupError::Zero);
        }
        let sheet = begin_sheet(&rules, players.len(), end)?;
        let written_totals = sheet.books().cloned();
        let dealt = options.deals.deal(1).expect("there is a first deal");
        let hand = deal_hand(&rules, &sheet, dealt)?;
        let (seats, sitting) = (BySeat::from_fn(|seat| sheet.player(seat)), sheet.player_sitting_out());
        let score = Score { sheet, written_totals };
        let (number, score_before, settled) = (1, None, Vec::new());
        Ok(Session {
            rules,
            players,
            options: SessionOptions { end: Some(end), ..options },
            end,
            number,
            hand,
            seats,
            sitting,
            score,
            score_before,
            settled,
        })
    }

    /// Takes an action on behalf of the player who decides. The last action of a hand settles it.
    ///
    /// # Errors
    /// If the action is not legal, if the hand is over, or if the amounts of the sheet grow too large to be
    /// counted. The session is then unchanged.
    pub fn apply(&mut self, action: impl Into<Action>) -> Result<(), SessionError> {
        if self.hand.is_over() {
            return Err(if self.is_over() { SessionError::Over } else { SessionError::Settled });
        }
        self.hand.apply(action)?;
        if self.hand.is_over()
            && let Err(error) = self.settle()
        {
            self.hand.undo();
            return Err(error.into());
        }
        Ok(())
    }

    /// Takes back the last action of the present hand and returns it; `None` before its first action. If the
    /// action had settled the hand, the settlement is undone too.
    pub fn undo(&mut self) -> Option<Action> {
        let action = self.hand.undo()?;
        if let Some(before) = self.score_before.take() {
            self.score = before;
            self.settled.pop();
        }
        Some(action)
    }

    /// Deals the next hand.
    ///
    /// # Errors
    /// If the present hand is not over, or if the session is over. The session is then unchanged.
    pub fn deal_next(&mut self) -> Result<(), SessionError> {
        if !self.hand.is_over() {
            return Err(SessionError::Unfinished);
        }
        if self.is_over() {
            return Err(SessionError::Over);
        }
        let dealt = self.options.deals.deal(self.number + 1).expect("the session goes on");
        let sheet = &self.score.sheet;
        self.hand = deal_hand(&self.rules, sheet, dealt)?;
        self.seats = BySeat::from_fn(|seat| sheet.player(seat));
        self.sitting = sheet.player_sitting_out();
        self.number += 1;
        self.score_before = None;
        Ok(())
    }

    /// Puts a hand at the same table in the place of the present one, which has not begun, and settles it if it is over.
    pub(crate) fn replace_hand(&mut self, hand: Hand) -> Result<(), SessionError> {
        let dealt = std::mem::replace(&mut self.hand, hand);
        if self.hand.is_over()
            && let Err(error) = self.settle()
        {
            self.hand = dealt;
            return Err(error.into());
        }
        Ok(())
    }

    /// The present hand must be over.
    fn settle(&mut self) -> Result<(), SettlementError> {
        let mut score = self.score.clone();
        let mut row = score.sheet.add_hand(&self.hand.terms(), &self.hand.hand_result())?;
        if let Some(after) = score.sheet.books() {
            let empty = SheetTotals::new(self.players.len());
            let before = self.score.sheet.books().unwrap_or(&empty);
            match (self.end, &self.rules.settlement().books) {
                (SessionEnd::Pool { points, aid: true }, Some(books)) => {
                    let pools = ClosedPools { books, size: points.into() };
                    pools.write(score.written_totals.get_or_insert(empty.clone()), before, after);
                }
                _ => score.written_totals = Some(after.clone()),
            }
        }
        row.books.clone_from(&score.written_totals);
        self.settled.push(SettledDeal { row, declaration: self.hand.declaration() });
        self.score_before = Some(std::mem::replace(&mut self.score, score));
        Ok(())
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Variant {
        &self.rules
    }

    pub(crate) fn shared_rules(&self) -> Arc<Variant> {
        Arc::clone(&self.rules)
    }

    /// The names of the players. The last one deals first.
    #[must_use]
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The options with which the session was started.
    #[must_use]
    pub fn options(&self) -> &SessionOptions {
        &self.options
    }

    /// The condition that ends the session.
    #[must_use]
    pub fn end(&self) -> SessionEnd {
        self.end
    }

    /// The number of the present hand, from 1.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The present hand. After its end it remains until the next one is dealt.
    #[must_use]
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The player in this seat of the present hand, by index in the list of players.
    #[must_use]
    pub fn player(&self, seat: Seat) -> usize {
        self.seats[seat]
    }

    /// The dealer of the present hand, by index: rearhand or, with four at the table, the player who
    /// sits out.
    #[must_use]
    pub fn dealer(&self) -> usize {
        self.sitting.unwrap_or(self.seats[Seat::Rearhand])
    }

    /// The player who decides on the next action, by index; `None` when the hand is over.
    #[must_use]
    pub fn to_act(&self) -> Option<usize> {
        self.hand.player().map(|seat| self.seats[seat])
    }

    /// The score sheet: the gains so far, the pot and the marks.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.score.sheet
    }

    /// The totals as they are written on the score sheet. They differ from those of
    /// [`sheet`](Self::sheet) only in points that were written in the pool of another player. `None` under rules
    /// that pay each hand at once, and while nothing has been written.
    #[must_use]
    pub fn written_totals(&self) -> Option<&SheetTotals> {
        self.score.written_totals.as_ref()
    }

    /// The settled hands in the order in which they were played.
    #[must_use]
    pub fn settled_deals(&self) -> &[SettledDeal] {
        &self.settled
    }

    /// Whether the session is over: the present hand is settled, and the condition that ends the session is met,
    /// the maximum number of deals is reached, or no deal is left.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.score_before.is_some()
            && (self.is_end_reached()
                || self.options.max_deals.is_some_and(|limit| self.number >= limit)
                || !self.options.deals.has_deal(self.number + 1))
    }

    fn is_end_reached(&self) -> bool {
        let zero = Amount::default();
        let books = self.score.sheet.books();
        match self.end {
            SessionEnd::Pool { points, aid } => {
                let size = Amount::from(points);
                let all = Amount::from_integer(self.players.len() as i64) * size;
                books.is_some_and(|books| {
                    if aid {
                        books.pool.iter().sum::<Amount>() >= all
                    } else {
                        books.pool.iter().all(|&pool| pool >= size)
                    }
                })
            }
            // The bule are recorded as the mountain.
            SessionEnd::Bule { .. } => {
                books.is_some_and(|books| books.mountain.iter().sum::<Amount>() <= zero)
            }
            SessionEnd::EmptyPot => self.score.sheet.pot() <= zero,
            SessionEnd::Deals(deals) => self.number >= deals,
            SessionEnd::Open => false,
        }
    }

    /// The result that each player would have if the session ended now, and the amount that would be left in
    /// the pot. Under rules with bule the results also contain the value of the bule with which the players begin, so that
    /// they differ from the sums of the hands' gains.
    #[must_use]
    pub fn final_gains(&self) -> FinalGains {
        self.score.sheet.final_gains()
    }

    /// Lists the players by their gains so far, the best first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let gains = self.score.sheet.totals();
        let places = sorted_indices_by_key(gains.len(), |player| Reverse(gains[player]));
        let better = |gain: Amount| gains.iter().filter(|&&other| other > gain).count();
        let standing =
            |player: usize| Standing { place: better(gains[player]) + 1, player, gain: gains[player] };
        places.into_iter().map(standing).collect()
    }

    /// The score sheet as the players have written it so far, or a table of the gains under rules that
    /// pay each hand at once.
    #[must_use]
    pub fn score_sheet(&self) -> ScoreSheet {
        let rows: Vec<SheetRow> = self.settled.iter().map(|deal| deal.row.clone()).collect();
        let opening = opening_totals(self.players.len(), self.end);
        let sheet = ScoreSheet::new(&self.rules, &self.players, opening.as_ref(), &rows);
        match self.end {
            SessionEnd::Pool { points, .. } => sheet.with_pool_size(points),
            _ => sheet,
        }
    }
}

fn check_names(players: &[String]) -> Result<(), SessionSetupError> {
    if !(3..=4).contains(&players.len()) {
        return Err(SessionSetupError::Players(players.len()));
    }
    for (n, name) in players.iter().enumerate() {
        if name.trim().is_empty() || !is_plain(name) {
            return Err(SessionSetupError::Name(name.clone()));
        }
        if players[..n].contains(name) {
            return Err(SessionSetupError::SameName(name.clone()));
        }
    }
    Ok(())
}

/// The totals before the first hand: each player's bule, if the session ends by bule; otherwise `None`,
/// for a sheet that begins empty.
fn opening_totals(players: usize, end: SessionEnd) -> Option<SheetTotals> {
    let SessionEnd::Bule { start } = end else { return None };
    Some(SheetTotals { mountain: vec![start.into(); players], ..SheetTotals::new(players) })
}

fn begin_sheet(rules: &Arc<Variant>, players: usize, end: SessionEnd) -> Result<Sheet, SettlementError> {
    match opening_totals(players, end) {
        Some(totals) => Sheet::with_totals(Arc::clone(rules), totals),
        None => Ok(Sheet::new(Arc::clone(rules), players)),
    }
}

fn deal_hand(rules: &Arc<Variant>, sheet: &Sheet, dealt: DealtPack) -> Result<Hand, SessionSetupError> {
    let hand = Hand::new(Arc::clone(rules), dealt.deal, Table::from_sheet(sheet))?;
    Ok(hand.with_talon_order(&dealt.talon_order).expect("the talon of the deal"))
}

/// The error for an event that cannot take place in a session.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The action cannot be taken.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// The present hand is over, and the next one has not been dealt.
    #[error("the hand is over: deal the next one first")]
    Settled,
    /// The present hand is not over.
    #[error("the hand is not over: play it to its end before the next one is dealt")]
    Unfinished,
    /// The session is over.
    #[error("the session is over")]
    Over,
    /// The hand cannot be added to the sheet.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// No hand can be played at the table that follows from the sheet.
    #[error(transparent)]
    Setup(#[from] SessionSetupError),
}
