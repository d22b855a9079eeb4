//! Options of a session: its deals, and the condition that ends it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::deal::Deal;
use crate::deal::random::{DealtPack, dealt_pack, generator};
use crate::excerpt::excerpt;
use crate::hand::HandSetupError;
use crate::rules::payment::PaymentScheme;
use crate::rules::variant::Variant;
use crate::settlement::SettlementError;

/// The deals of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealSource {
    /// Random deals of [`random::deal`](crate::deal::random::deal), one after another with the generator of this seed.
    Seed(u64),
    /// The session ends when all these deals have been played. When all have passed, the talon's cards lead in the
    /// order in which cards are listed.
    List(Vec<Deal>),
}

impl DealSource {
    /// The deal with this number, from 1; `None` after the end of a list.
    ///
    /// ```
    /// use preference::session::DealSource;
    /// let seventh = DealSource::Seed(1).deal(7).expect("there is always another deal");
    /// assert_eq!(DealSource::List(vec![seventh.deal]).deal(1).expect("a deal").deal, seventh.deal);
    /// ```
    #[must_use]
    pub fn deal(&self, number: u32) -> Option<DealtPack> {
        match self {
            DealSource::Seed(seed) => {
                let random = &mut generator(*seed);
                (0..number).map(|_| dealt_pack(random)).last()
            }
            DealSource::List(deals) => {
                let deal = *deals.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
                let mut talon = deal.talon().iter();
                let mut next = || talon.next().expect("a talon of two cards");
                Some(DealtPack { deal, talon_order: [next(), next()] })
            }
        }
    }

    pub(super) fn has_deal(&self, number: u32) -> bool {
        match self {
            DealSource::Seed(_) => true,
            DealSource::List(deals) => deals.len() as u64 >= u64::from(number),
        }
    }
}

/// The condition that ends a session after a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SessionEnd {
    /// Under rules with books: the pools of all players are closed, that is, each has this number of points.
    ///
    /// With `aid`, points that a player makes beyond the size of the pool go to the open pool of another player, on
    /// whom the giver writes their value in whists. When all pools are closed, they are taken off the player's own
    /// mountain. Neither changes anybody's result.
    Pool {
        /// The size of the pool.
        points: u32,
        /// Whether a player whose pool is closed fills another one.
        aid: bool,
    },
    /// Under rules with bule: together the players have worked all bule off, so that the sum is zero or less.
    Bule {
        /// Number of bule that each player begins with.
        start: u32,
    },
    /// The pot is empty after a hand.
    EmptyPot,
    /// This number of hands has been dealt and played.
    Deals(u32),
    /// The players go on until they end the session themselves.
    Open,
}

impl SessionEnd {
    /// The usual end condition under these rules: pools of 10 points with aid under rules with books, 30 bule for each
    /// player under rules with bule, and otherwise twelve deals, so that three or four players deal equally often.
    #[must_use]
    pub fn default_for(rules: &Variant) -> SessionEnd {
        match rules.settlement().by {
            Some(PaymentScheme::Books) => SessionEnd::Pool { points: 10, aid: true },
            Some(PaymentScheme::Paper) => SessionEnd::Bule { start: 30 },
            _ => SessionEnd::Deals(12),
        }
    }

    /// One end condition of each kind that these rules allow, the usual one first.
    ///
    /// ```
    /// use preference::session::SessionEnd;
    /// let rules: preference::Variant = "austrian".parse()?;
    /// assert_eq!(SessionEnd::kinds_for(&rules), [SessionEnd::Deals(12), SessionEnd::EmptyPot, SessionEnd::Open]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn kinds_for(rules: &Variant) -> Vec<SessionEnd> {
        let usual = SessionEnd::default_for(rules);
        let others = [
            SessionEnd::Pool { points: 10, aid: true },
            SessionEnd::Pool { points: 10, aid: false },
            SessionEnd::Bule { start: 30 },
            SessionEnd::Deals(12),
            SessionEnd::EmptyPot,
            SessionEnd::Open,
        ];
        let others = others.into_iter().filter(|&end| end != usual && end.is_suitable(rules));
        std::iter::once(usual).chain(others).collect()
    }

    fn is_suitable(self, rules: &Variant) -> bool {
        let settlement = rules.settlement();
        match self {
            SessionEnd::Pool { .. } => settlement.by == Some(PaymentScheme::Books),
            SessionEnd::Bule { .. } => settlement.by == Some(PaymentScheme::Paper),
            SessionEnd::EmptyPot => settlement.ante > 0 || settlement.dealer_adds > 0,
            SessionEnd::Deals(_) | SessionEnd::Open => true,
        }
    }

    pub(super) fn check(self, rules: &Variant) -> Result<(), SessionSetupError> {
        if !self.is_suitable(rules) {
            return Err(SessionSetupError::End { end: self, rules: rules.label().to_owned() });
        }
        let number = match self {
            SessionEnd::Pool { points, .. } => points,
            SessionEnd::Bule { start } => start,
            SessionEnd::Deals(deals) => deals,
            SessionEnd::EmptyPot | SessionEnd::Open => 1,
        };
        if number == 0 { Err(SessionSetupError::Zero) } else { Ok(()) }
    }
}

/// Options of a session.
///
/// ```
/// use preference::session::{SessionEnd, SessionOptions};
/// let options = SessionOptions::from_seed(7).with_end(SessionEnd::Deals(3));
/// assert_eq!(options.end, Some(SessionEnd::Deals(3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionOptions {
    /// The deals.
    pub deals: DealSource,
    /// The condition that ends the session; `None` for the usual one under the rules.
    pub end: Option<SessionEnd>,
    /// Maximum number of deals: after them the session ends even if the condition is not met.
    pub max_deals: Option<u32>,
}

impl SessionOptions {
    /// Returns options for random deals of this seed, with the usual end.
    #[must_use]
    pub fn from_seed(seed: u64) -> SessionOptions {
        SessionOptions { deals: DealSource::Seed(seed), end: None, max_deals: None }
    }

    /// Returns options for a list of deals, with the usual end.
    #[must_use]
    pub fn from_deals(deals: Vec<Deal>) -> SessionOptions {
        SessionOptions { deals: DealSource::List(deals), end: None, max_deals: None }
    }

    /// Sets the condition that ends the session.
    #[must_use]
    pub fn with_end(self, end: SessionEnd) -> SessionOptions {
        SessionOptions { end: Some(end), ..self }
    }

    /// Sets the maximum number of deals, after which the session ends in any case.
    #[must_use]
    pub fn with_max_deals(self, deals: u32) -> SessionOptions {
        SessionOptions { max_deals: Some(deals), ..self }
    }
}

/// The error for rules, players or options with which no session can be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum SessionSetupError {
    #[error("a session has three or four players, not {0}")]
    Players(usize),
    #[error("'{}' cannot be a player's name: give each player a name of plain text", excerpt(.0))]
    Name(String),
    #[error("two players have the name '{}': give each player another name", excerpt(.0))]
    SameName(String),
    #[error("a session under '{rules}' cannot end by {}", end_text(*end))]
    End { end: SessionEnd, rules: String },
    #[error(
        "the number of deals, the size of the pool and the number of bule must be at least 1, and a list of deals \
         must not be empty"
    )]
    Zero,
    /// No hand can be played by the rules.
    #[error(transparent)]
    Hand(#[from] HandSetupError),
    /// The rules settle no hands.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
}

fn end_text(end: SessionEnd) -> &'static str {
    match end {
        SessionEnd::Pool { .. } => "the size of the pools, since these rules have no pools",
        SessionEnd::Bule { .. } => "bule, since these rules do not count bule",
        SessionEnd::EmptyPot => "an empty pot, since nobody pays into a pot",
        SessionEnd::Deals(_) => "a number of deals",
        SessionEnd::Open => "an open end",
    }
}
