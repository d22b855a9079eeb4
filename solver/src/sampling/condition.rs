//! Conditions on the result of a contract in a deal, with all cards known.
use std::str::FromStr;

use thiserror::Error;

use crate::deal::Deal;
use crate::excerpt::excerpt;
use crate::outcomes::discards::{best_by_tricks, can_make, group_discards, rank_discards};
use crate::outcomes::winning_cards::unique_winning_cards;
use crate::rules::contract::{Contract, ContractError, Declaration};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{Seat, SeatError};
use crate::situation::play::Play;

/// A condition on the result of one declarer's contract, from the hand or with the talon.
///
/// ```
/// use preference::sampling::Condition;
/// use preference::deal::Deal;
/// use preference::rules::Variant;
/// use preference::search::Solver;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let rules: Variant = "austrian".parse()?;
/// let condition: Condition = "F:D=6".parse()?;
/// assert!(condition.holds(&mut Solver::new(), &rules, &deal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    declarer: Seat,
    contract: Contract,
    with_talon: bool,
    required: RequiredResult,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequiredResult {
    Made(bool),
    AtLeast(u8),
    AtMost(u8),
    Exactly(u8),
    OneLead,
    OneDiscard,
}

impl Condition {
    /// Solves the contract in this deal under these rules, and returns whether the condition holds.
    #[must_use]
    pub fn holds(&self, solver: &mut Solver, rules: &Variant, deal: &Deal) -> bool {
        let Condition { declarer, with_talon, required, .. } = *self;
        match required {
            RequiredResult::Made(made) if with_talon => {
                can_make(solver, rules, deal, self.declaration(false)) == made
            }
            RequiredResult::Made(made) => self.play_from_hand(rules, deal).is_made(solver) == made,
            RequiredResult::AtLeast(least) => {
                self.tricks(solver, rules, deal).is_some_and(|tricks| tricks >= least)
            }
            RequiredResult::AtMost(most) => {
                self.tricks(solver, rules, deal).is_some_and(|tricks| tricks <= most)
            }
            RequiredResult::Exactly(number) => self.tricks(solver, rules, deal) == Some(number),
            RequiredResult::OneLead => {
                unique_winning_cards(solver, &self.play_from_hand(rules, deal)).is_some()
            }
            RequiredResult::OneDiscard => {
                let discards = rank_discards(solver, rules, deal, self.declaration(false), usize::MAX);
                let best = discards.iter().take_while(|(_, outcome)| *outcome == discards[0].1);
                group_discards(deal, declarer, best.map(|&(cards, _)| cards)).len() == 1
            }
        }
    }

    fn declaration(&self, from_hand: bool) -> Declaration {
        Declaration { contract: self.contract, declarer: self.declarer, from_hand }
    }

    fn play_from_hand(&self, rules: &Variant, deal: &Deal) -> Play {
        Play::from_deal(rules, deal, self.declaration(true))
    }

    /// `None` if tricks are not counted in the contract.
    fn tricks(&self, solver: &mut Solver, rules: &Variant, deal: &Deal) -> Option<u8> {
        let outcome = match self.with_talon {
            true => best_by_tricks(solver, rules, deal, self.declaration(false), true).1,
            false => self.play_from_hand(rules, deal).outcome(solver),
        };
        outcome.tricks
    }
}

impl FromStr for Condition {
    type Err = ConditionError;

    /// Parses `SEAT:CONTRACT`, which requires that the seat makes the contract from the hand. A result may
    /// follow: `=N`, `>=N` or `<=N` tricks, `=fails`, or `=one-lead` (only one lead wins for the side
    /// of the leader; equivalent cards count as one). With `+` after the seat the contract is played with the talon.
    /// The result `=one-discard` (only one discard is best, equivalent discards counting as one) always means a
    /// contract with the talon.
    fn from_str(text: &str) -> Result<Condition, ConditionError> {
        let (seat, rest) = text.split_once(':').ok_or_else(|| ConditionError::Form(text.to_owned()))?;
        let (seat, with_talon) = match seat.trim().strip_suffix('+') {
            Some(seat) => (seat, true),
            None => (seat.trim(), false),
        };
        let (contract, required) = match rest.find(['<', '>', '=']) {
            None => (rest, RequiredResult::Made(true)),
            Some(place) => {
                let (contract, text) = rest.split_at(place);
                let required = parse_required_result(text);
                (contract, required.ok_or_else(|| ConditionError::Wanted(text.to_owned()))?)
            }
        };
        let with_talon = with_talon || required == RequiredResult::OneDiscard;
        Ok(Condition { declarer: seat.parse()?, contract: contract.trim().parse()?, with_talon, required })
    }
}

fn parse_required_result(text: &str) -> Option<RequiredResult> {
    let number = |text: &str| text.trim().parse().ok().filter(|&number: &u8| number <= 10);
    match text {
        "=fails" => Some(RequiredResult::Made(false)),
        "=one-lead" => Some(RequiredResult::OneLead),
        "=one-discard" => Some(RequiredResult::OneDiscard),
        _ => match (text.strip_prefix(">="), text.strip_prefix("<="), text.strip_prefix('=')) {
            (Some(least), ..) => number(least).map(RequiredResult::AtLeast),
            (_, Some(most), _) => number(most).map(RequiredResult::AtMost),
            (.., Some(exactly)) => number(exactly).map(RequiredResult::Exactly),
            _ => None,
        },
    }
}

/// The error of a text that is not a condition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// The text has no colon between seat and contract.
    #[error(
        "'{}' is not a condition such as F:H (hearts are made), F:H=7, F+:N>=8 (with the talon) or R:S=fails",
        excerpt(.0)
    )]
    Form(String),
    /// The text does not begin with a seat.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// The text does not name a contract.
    #[error(transparent)]
    Contract(#[from] ContractError),
    /// The required result is not one of the known results.
    #[error(
        "'{}': write =N, >=N, <=N with N tricks up to 10, =fails, =one-lead or =one-discard",
        excerpt(.0)
    )]
    Wanted(String),
}
