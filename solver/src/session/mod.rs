//! A session: one hand after another at a table of three or four players, until the game ends.
//!
//! ```text
//! new ──► hand 1 ── apply … ──► settled ── deal_next ──► hand 2 ── apply … ──► settled ──► over ── final_gains
//!             ◄── undo ──┘         │                                              │
//!             ◄────── undo ────────┘                        ◄────── undo ─────────┘
//! ```
//!
//! A [`Session`] is built from rules, the players' names and [`SessionOptions`]: the deals, and the condition that ends
//! the session ([`SessionEnd`]). The table of each hand follows from the score sheet. The last player deals first. The
//! last action of a hand settles it, and can be undone until the next hand is dealt.
//!
//! Between two hands the table may add a ruling. A hand that is struck out stays visible on the sheet, counts for
//! nothing, and is dealt again by the same dealer.
//!
//! A [`SessionLog`] writes each event to a sink; [`Session::replay`] reads them back after a crash.

#[cfg(feature = "rules-files")]
mod event;
#[cfg(feature = "rules-files")]
mod log;
mod options;
#[cfg(feature = "rules-files")]
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
use crate::settlement::{
    Amount, FinalGains, Ruling, ScoreSheet, SettlementError, Sheet, SheetRow, SheetTotals, WordsError,
    check_words,
};

#[cfg(feature = "rules-files")]
pub use log::{SessionLog, SessionLogError};
pub use options::{DealSource, SessionEnd, SessionOptions, SessionSetupError};
#[cfg(feature = "rules-files")]
pub use replay::{ReplayError, ReplayProblem, ReplayedSession};

/// The score of a session after some hands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Score {
    sheet: Sheet,
    /// The totals as written on the score sheet; `None` under rules that pay at once, and while nothing has been
    /// written.
    written_totals: Option<SheetTotals>,
}

impl Score {
    /// Writes the totals of a row that was added to the sheet, whose written totals were `before`.
    fn write(&mut self, row: &mut SheetRow, before: Option<&SheetTotals>, end: SessionEnd) {
        if let Some(after) = self.sheet.books() {
            let empty = SheetTotals::new(after.players());
            let before = before.unwrap_or(&empty);
            match (end, &self.sheet.rules().settlement().books) {
                (SessionEnd::Pool { points, aid: true }, Some(books)) => {
                    let pools = ClosedPools { books, size: points.into() };
                    pools.write(self.written_totals.get_or_insert(empty.clone()), before, after);
                }
                _ => self.written_totals = Some(after.clone()),
            }
        }
        row.books.clone_from(&self.written_totals);
    }

    fn add_hand(&mut self, hand: &Hand, end: SessionEnd) -> Result<SheetRow, SettlementError> {
        let before = self.sheet.books().cloned();
        let mut row = self.sheet.add_hand(&hand.terms(), &hand.hand_result())?;
        self.write(&mut row, before.as_ref(), end);
        Ok(row)
    }

    fn add_ruling(&mut self, ruling: &Ruling, end: SessionEnd) -> Result<SheetRow, SettlementError> {
        let before = self.sheet.books().cloned();
        let mut row = self.sheet.add_ruling(ruling)?;
        self.write(&mut row, before.as_ref(), end);
        Ok(row)
    }
}

/// A row of a session's sheet: a hand that was settled or struck out, or a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// The gains, and the totals as written on the score sheet, where points beyond the size of a player's pool may be
    /// in the pool of another player.
    pub row: SheetRow,
    /// The contract of a hand, and its declarer.
    pub declaration: Option<Declaration>,
}

/// What has become of the present hand.
#[derive(Clone, Debug, PartialEq, Eq)]
enum HandState {
    Open,
    /// With the score before the hand.
    Settled(Box<Score>),
    Struck,
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
    /// Number of the present hand, from 1. Hands that are struck out do not count.
    number: u32,
    /// Number of hands that have been dealt.
    dealt: u32,
    hand: Hand,
    /// The player in each seat of the present hand, and the player who sits out.
    seats: BySeat<usize>,
    sitting: Option<usize>,
    /// The score after the settled hands, the present one included if it is over.
    score: Score,
    hand_state: HandState,
    rows: Vec<SessionRow>,
    /// The rulings since the end of the present hand.
    later_rulings: Vec<Ruling>,
}

impl Session {
    /// Starts a session with its first hand.
    ///
    /// # Errors
    /// If there are not three or four players with different names of plain text, the rules do not allow the end
    /// condition, a number in the options is 0 or the list of deals is empty, or no hand can be played and settled by
    /// the rules.
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
        Ok(Session {
            rules,
            players,
            options: SessionOptions { end: Some(end), ..options },
            end,
            number: 1,
            dealt: 1,
            hand,
            seats,
            sitting,
            score,
            hand_state: HandState::Open,
            rows: Vec::new(),
            later_rulings: Vec::new(),
        })
    }

    /// Takes an action on behalf of the player who decides. The last action of a hand settles it.
    /// # Errors
    /// If the action is not legal, the hand is over, or the amounts of the sheet grow too large. The session is then
    /// unchanged.
    pub fn apply(&mut self, action: impl Into<Action>) -> Result<(), SessionError> {
        if self.is_hand_closed() {
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

    /// Takes back the last action of the present hand, and its settlement; `None` before its first action, after a
    /// ruling that followed it, and if it is struck out.
    pub fn undo(&mut self) -> Option<Action> {
        if self.hand_state == HandState::Struck || !self.later_rulings.is_empty() {
            return None;
        }
        let action = self.hand.undo()?;
        if let HandState::Settled(before) = std::mem::replace(&mut self.hand_state, HandState::Open) {
            self.score = *before;
            self.rows.pop();
        }
        Some(action)
    }

    /// Adds a ruling or penalty to the sheet, after the present hand or before its first action. The words are a remark
    /// on its row, or empty. The opposite ruling makes a wrong one good, as on paper.
    ///
    /// ```
    /// use preference::Variant;
    /// use preference::session::{Session, SessionOptions};
    /// use preference::settlement::{Ruling, RulingPayment};
    /// let rules: Variant = "austrian".parse()?;
    /// let mut session = Session::new(rules, &["Ada", "Ben", "Cem"], SessionOptions::from_seed(7))?;
    /// let fine = RulingPayment { from: Some(0), to: None, amount: 10.into() };
    /// session.add_ruling(Ruling::Payments(vec![fine]), "came late")?;
    /// assert_eq!(session.hand().table().pot, Some(10.into()));
    /// assert_eq!(session.score_sheet().notes, ["ruling before hand 1: came late"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the hand has begun and is not over, the words are not plain text or too long, or the sheet does not take the
    /// ruling. The session is then unchanged.
    pub fn add_ruling(&mut self, ruling: Ruling, words: &str) -> Result<(), SessionError> {
        check_words(words)?;
        if !self.is_hand_closed() && !self.hand.steps().is_empty() {
            return Err(SessionError::RulingInHand);
        }
        let mut score = self.score.clone();
        let row = score.add_ruling(&ruling, self.end)?.with_words(words);
        if self.is_hand_closed() {
            self.later_rulings.push(ruling);
        } else {
            // The table of the hand follows from the sheet.
            let hand = Hand::new(Arc::clone(&self.rules), *self.hand.deal(), Table::from_sheet(&score.sheet));
            let hand = hand.map_err(SessionSetupError::from)?;
            self.hand = hand.with_talon_order(&self.hand.talon_order()).expect("the talon of the same deal");
        }
        self.score = score;
        self.rows.push(SessionRow { row, declaration: None });
        Ok(())
    }

    /// Strikes the present hand out, whether it is over or not. Its row stays visible on the sheet and counts for
    /// nothing; rulings after it stand. The same player deals again, and the next hand has the same number. The words
    /// are a remark on the row.
    ///
    /// # Errors
    /// If the hand is struck out already, the words are not plain text or too long, or a ruling after it cannot stand
    /// without it. The session is then unchanged.
    pub fn strike_out(&mut self, words: &str) -> Result<(), SessionError> {
        check_words(words)?;
        let mut rows = self.rows.clone();
        let score = match &self.hand_state {
            HandState::Struck => return Err(SessionError::Struck),
            HandState::Open => {
                rows.push(self.struck_row(words));
                self.score.clone()
            }
            HandState::Settled(before) => {
                let mut score = (**before).clone();
                let place = rows.len() - 1 - self.later_rulings.len();
                let hand = &mut rows[place].row;
                *hand = hand.clone().struck_out().with_words(words);
                for (ruling, later) in self.later_rulings.iter().zip(&mut rows[place + 1..]) {
                    let words = std::mem::take(&mut later.row.words);
                    later.row = score.add_ruling(ruling, self.end)?.with_words(words);
                }
                score
            }
        };
        (self.score, self.rows, self.hand_state) = (score, rows, HandState::Struck);
        Ok(())
    }

    fn struck_row(&self, words: &str) -> SessionRow {
        let row = SheetRow {
            seats: self.seats,
            sitting: self.sitting,
            gains: vec![Amount::default(); self.players.len()],
            pot: self.score.sheet.pot(),
            refa: false,
            books: self.score.written_totals.clone(),
            is_ruling: false,
            is_struck: true,
            words: words.to_owned(),
        };
        SessionRow { row, declaration: self.hand.declaration() }
    }

    /// Deals the next hand.
    /// # Errors
    /// If the present hand is not over, or the session is over.
    pub fn deal_next(&mut self) -> Result<(), SessionError> {
        if !self.is_hand_closed() {
            return Err(SessionError::Unfinished);
        }
        if self.is_over() {
            return Err(SessionError::Over);
        }
        let dealt = self.options.deals.deal(self.dealt + 1).expect("the session goes on");
        let sheet = &self.score.sheet;
        self.hand = deal_hand(&self.rules, sheet, dealt)?;
        self.seats = BySeat::from_fn(|seat| sheet.player(seat));
        self.sitting = sheet.player_sitting_out();
        self.dealt += 1;
        self.number += u32::from(self.hand_state != HandState::Struck);
        self.hand_state = HandState::Open;
        self.later_rulings.clear();
        Ok(())
    }

    /// Replaces the present hand, which has not begun, by a hand at the same table, and settles it if it is over.
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
        let row = score.add_hand(&self.hand, self.end)?;
        self.rows.push(SessionRow { row, declaration: self.hand.declaration() });
        self.hand_state = HandState::Settled(Box::new(std::mem::replace(&mut self.score, score)));
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

    /// The number of the present hand, from 1. Hands that are struck out do not count.
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

    /// The dealer of the present hand, by index: rearhand or, with four at the table, the player who sits out.
    #[must_use]
    pub fn dealer(&self) -> usize {
        self.sitting.unwrap_or(self.seats[Seat::Rearhand])
    }

    /// The player who decides on the next action, by index; `None` when the hand is over or struck out.
    #[must_use]
    pub fn to_act(&self) -> Option<usize> {
        self.hand.player().filter(|_| !self.is_hand_closed()).map(|seat| self.seats[seat])
    }

    /// Whether the present hand is settled or struck out, so that the next one can be dealt.
    #[must_use]
    pub fn is_hand_closed(&self) -> bool {
        self.hand_state != HandState::Open
    }

    /// The score sheet: the gains so far, the pot and the marks.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.score.sheet
    }

    /// The totals as they are written on the score sheet. Points that were written in the pool of another player
    /// distinguish them from those of [`sheet`](Self::sheet). `None` under rules that pay each hand at once, and while
    /// nothing has been written.
    #[must_use]
    pub fn written_totals(&self) -> Option<&SheetTotals> {
        self.score.written_totals.as_ref()
    }

    /// The rows of the sheet: hands that are settled or struck out, and rulings.
    #[must_use]
    pub fn rows(&self) -> &[SessionRow] {
        &self.rows
    }

    /// Whether the condition that ends the session is met or the maximum number of deals is reached at the end of a
    /// hand, or no deal is left after it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let is_settled = matches!(self.hand_state, HandState::Settled(_));
        let is_last = self.options.max_deals.is_some_and(|limit| self.number >= limit);
        is_settled && (self.is_end_reached() || is_last)
            || self.is_hand_closed() && !self.options.deals.has_deal(self.dealt + 1)
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

    /// The result that each player would have if the session ended now, and the amount that would be left in the pot.
    /// Under rules with bule the results contain the bule with which the players begin, unlike the sums of the hands'
    /// gains.
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

    /// The score sheet as the players have written it so far, or a table of the gains under rules that pay at once.
    #[must_use]
    pub fn score_sheet(&self) -> ScoreSheet {
        let rows: Vec<SheetRow> = self.rows.iter().map(|row| row.row.clone()).collect();
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

/// Each player's bule, if the session ends by bule; otherwise the sheet begins empty.
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
    /// The ruling would stand within a hand.
    #[error("a ruling stands between two hands: play the hand to its end, or strike it out")]
    RulingInHand,
    /// The hand cannot be struck out again.
    #[error("the hand is struck out: deal the next one")]
    Struck,
    /// The words cannot stand on the sheet.
    #[error(transparent)]
    Words(#[from] WordsError),
    /// The hand cannot be added to the sheet.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// No hand can be played at the table that follows from the sheet.
    #[error(transparent)]
    Setup(#[from] SessionSetupError),
}
