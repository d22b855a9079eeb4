//! Play for the payments of the hand, in which there need not be two sides with opposite goals.

mod gain_estimate;
mod two_sides;

use std::array;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::position::Position;
use crate::rules::contract::{Contract, Target};
use crate::rules::variant::Variant;
use crate::search::{PlayConditions, RulesOfThumb, Solver};
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Amount, Gains, HandDecisions, HandResult, HandTerms, SettlementError};
use crate::situation::form::word_values;

pub use gain_estimate::{GainBounds, GainEstimate};
pub(crate) use two_sides::PricedPlay;

/// Model of the players' decisions and play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Every seat decides and plays for its own gain.
    ///
    /// Among outcomes with the same gain the declarer prefers the one with the lower sum of the defenders'
    /// gains, then the one with the lower gain of the left defender. A defender prefers the one with the
    /// lower gain of the declarer, then the one with the higher gain of the partner. After all have passed, a
    /// seat prefers the one with the higher gain of the next seat.
    #[default]
    Selfish,
    /// The defenders decide and play for the sum of their gains.
    ///
    /// Among outcomes with the same sum they prefer the one with the lower gain of the declarer, then the one with
    /// the more even split.
    Allied,
    /// The defenders never drop out: they play as one side, and share their tricks evenly.
    ///
    /// Only the declarer makes decisions before the play. The odd trick goes to the declarer's left
    /// neighbour.
    Tricks,
}

word_values!(Model);

impl Model {
    /// The name of the model in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Model::Selfish => "selfish",
            Model::Allied => "allied",
            Model::Tricks => "tricks",
        }
    }
}

/// What the seats play for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The model of decisions and play.
    pub model: Model,
    /// The rules of thumb that the defenders follow if both play.
    pub rules_of_thumb: RulesOfThumb,
}

impl From<Model> for Preferences {
    fn from(model: Model) -> Preferences {
        Preferences { model, rules_of_thumb: RulesOfThumb::default() }
    }
}

/// Result of a played hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedResult {
    /// Number of tricks of each seat; null if only the result of the contract is known (run6, and uno in the model
    /// `tricks`).
    #[cfg_attr(feature = "schema", schemars(with = "Option<BySeat<crate::hand::Tricks>>"))]
    pub tricks: Option<BySeat<u8>>,
    /// Gains of all players and the pot.
    pub gains: Gains,
}

/// A seat's utility: greater is better. The first component that differs decides.
pub type Utility = [Amount; 3];

impl Model {
    /// The utility of these gains for `seat`. If there is no `declarer`, all have passed.
    #[must_use]
    pub fn utility(self, seat: Seat, declarer: Option<Seat>, gains: &Gains) -> Utility {
        let gain = |seat: Seat| gains.seats[seat];
        let Some(declarer) = declarer else { return [gain(seat), gain(seat.left()), gain(seat.right())] };
        let (left, right) = (gain(declarer.left()), gain(declarer.right()));
        if seat == declarer {
            return [gain(seat), -(left + right), -left];
        }
        let partner = seat.partner(declarer);
        match self {
            Model::Selfish | Model::Tricks => [gain(seat), -gain(declarer), gain(partner)],
            Model::Allied => {
                let apart = left - right;
                [left + right, -gain(declarer), -(if apart < Amount::default() { -apart } else { apart })]
            }
        }
    }
}

/// The payments of a hand for every distribution of its tricks, computed on first use.
#[derive(Debug)]
pub(crate) struct Prices {
    hand: HandTerms,
    payments: OnceLock<Result<Payments, SettlementError>>,
}

impl Prices {
    pub(crate) fn new(hand: HandTerms) -> Prices {
        Prices { hand, payments: OnceLock::new() }
    }

    pub(crate) fn hand(&self) -> &HandTerms {
        &self.hand
    }

    pub(crate) fn payments(&self, rules: &Variant) -> Result<&Payments, SettlementError> {
        self.payments.get_or_init(|| Payments::new(rules, &self.hand)).as_ref().map_err(Clone::clone)
    }
}

/// Each distribution of the ten tricks is settled once.
///
/// The indices are the tricks of the dealer sitting out, of forehand and of middlehand.
#[derive(Debug)]
pub(crate) struct Payments(Vec<[[Result<Gains, SettlementError>; 11]; 11]>);

impl Payments {
    pub(crate) fn new(rules: &Variant, hand: &HandTerms) -> Result<Payments, SettlementError> {
        let settle = |dealer, first, second| settle_tricks(rules, hand, dealer, first, second);
        let row = |dealer, first| array::from_fn(|second| settle(dealer, first, second as u8));
        let table = |dealer| array::from_fn(|first| row(dealer, first as u8));
        let payments = Payments((0..=hand.max_dealer_tricks(rules)).map(table).collect());
        let mut errors = payments.0.iter().flatten().flatten().filter_map(|settled| settled.as_ref().err());
        match errors.find(|error| !error.is_about_tricks()) {
            Some(error) => Err(error.clone()),
            None => Ok(payments),
        }
    }

    /// Impossible distributions are left out.
    pub(crate) fn outcomes(&self, playing: Seats) -> impl Iterator<Item = (BySeat<u8>, &Gains)> {
        let tricks = (0..self.0.len() as u8).flat_map(move |dealer| distributions(10 - dealer));
        let possible = tricks
            .filter(move |tricks| tricks.iter().all(|(seat, &tricks)| tricks == 0 || playing.contains(seat)));
        possible.filter_map(|tricks| Some((tricks, self.gains_if_possible(tricks)?)))
    }

    /// `None` if the tricks are impossible; [`Payments::new`] reports all other errors.
    pub(crate) fn gains_if_possible(&self, tricks: BySeat<u8>) -> Option<&Gains> {
        self.gains(tricks).ok()
    }

    pub(crate) fn gains(&self, tricks: BySeat<u8>) -> Result<&Gains, SettlementError> {
        let [first, second, third] = tricks.0.map(usize::from);
        let sum = first + second + third;
        let by_dealer = 10_usize.checked_sub(sum).and_then(|dealer| self.0.get(dealer));
        let by_dealer = by_dealer.ok_or(SettlementError::TrickSum { sum: sum as u32 })?;
        by_dealer[first][second].as_ref().map_err(Clone::clone)
    }
}

/// The tricks are those of a dealer sitting out, of forehand (`first`) and of middlehand (`second`).
fn settle_tricks(
    rules: &Variant,
    hand: &HandTerms,
    dealer: u8,
    first: u8,
    second: u8,
) -> Result<Gains, SettlementError> {
    let sum = dealer + first + second;
    let third = 10_u8.checked_sub(sum).ok_or(SettlementError::TrickSum { sum: sum.into() })?;
    rules.settle(hand, &BySeat([first, second, third]).into())
}

fn distributions(number: u8) -> impl Iterator<Item = BySeat<u8>> {
    (0..=number).flat_map(move |first| {
        (0..=number - first).map(move |second| BySeat([first, second, number - first - second]))
    })
}

/// The tricks and the gain of each seat when each plays by its preferences from this position on.
///
/// `hand` is the hand after all decisions; `taken` are the tricks taken before the position. A lone whister also plays
/// the cards of the defender who passed.
///
/// A contract of which only the result is solved has no tricks: if the number of tricks does not decide the result (six
/// in a row), and in the model `tricks` if an exact number of tricks is required (uno). It is solved as if no trick had
/// been taken before the position; otherwise see [`expected_result`](crate::gains::expected_result).
pub(crate) fn solve_play(
    solver: &mut Solver,
    rules: &Variant,
    hand: &HandTerms,
    position: &Position,
    taken: BySeat<u8>,
    preferences: Preferences,
) -> Result<PlayedResult, SettlementError> {
    let Preferences { model, rules_of_thumb } = preferences;
    let declarer = position.setup().declarer;
    if let (Some(declarer), Some(declaration)) = (declarer, hand.declaration) {
        let target = rules.target(declaration.contract, declaration.from_hand);
        if pays_by_result_alone(target, model) {
            let made = solver.can_reach(position, Seats::from_seat(declarer), target.goal(declarer));
            let gains = settle_by_result(rules, hand, position.setup().playing, made)?;
            return Ok(PlayedResult { tricks: None, gains });
        }
    }
    if let (Model::Tricks, Some(declarer)) = (model, declarer) {
        let trick_limit = rules.defender_trick_limit(hand.contract()).unwrap_or(10);
        let side = Seats::from_seat(declarer);
        let misere = hand.contract().is_some_and(Contract::is_misere);
        let declarer_tricks =
            if misere { solver.min_tricks(position, side) } else { solver.max_tricks(position, side) };
        let tricks = share_tricks_evenly(position, taken, declarer, declarer_tricks, trick_limit);
        let gains = rules.settle(hand, &tricks.into())?;
        return Ok(PlayedResult { tricks: Some(tricks), gains });
    }
    let payments = Payments::new(rules, hand)?;
    // Rules of thumb do not bind the defenders after an invitation.
    let rules_of_thumb =
        if hand.decisions.guest.is_none() { rules_of_thumb } else { RulesOfThumb::default() };
    let conditions = PlayConditions {
        tricks_taken: taken,
        defender_trick_limit: rules.defender_trick_limit(hand.contract()),
        rules_of_thumb,
    };
    let tricks = solver.outcome(position, conditions, |seat, tricks| {
        let seat = controlling_seat(seat, declarer, &hand.decisions);
        payments.gains_if_possible(tricks).map(|gains| model.utility(seat, declarer, gains))
    });
    Ok(PlayedResult { tricks: Some(tricks), gains: payments.gains(tricks)?.clone() })
}

/// If the tricks do not decide the result or, in the model `tricks`, if an exact number is required.
pub(crate) fn pays_by_result_alone(target: Target, model: Model) -> bool {
    match target {
        Target::InARow(_) => true,
        Target::Exactly(_) => model == Model::Tricks,
        Target::AtLeast(_) | Target::None => false,
    }
}

/// The declarer gets the number of tricks with which the contract is just made, or fails by one trick; for tricks in a
/// row, ten or none. The next seat to play gets the other tricks.
pub(crate) fn settle_by_result(
    rules: &Variant,
    hand: &HandTerms,
    playing: Seats,
    made: bool,
) -> Result<Gains, SettlementError> {
    let Some(declaration) = hand.declaration else { return rules.settle(hand, &HandResult::default()) };
    let target = rules.target(declaration.contract, declaration.from_hand);
    let declarer_tricks = match target {
        Target::AtLeast(tricks) => tricks - u8::from(!made),
        Target::None => u8::from(!made),
        Target::Exactly(tricks) => tricks + u8::from(!made),
        Target::InARow(_) if made => 10,
        Target::InARow(_) => 0,
    };
    let mut tricks = BySeat([Some(0); 3]);
    tricks[declaration.declarer] = Some(declarer_tricks);
    tricks[playing.next_after(declaration.declarer)] = Some(10 - declarer_tricks);
    let made = matches!(target, Target::InARow(_)).then_some(made);
    rules.settle(hand, &HandResult { tricks, made })
}

/// A lone whister also plays the cards of the defender who passed.
pub(crate) fn controlling_seat(seat: Seat, declarer: Option<Seat>, hand: &HandDecisions) -> Seat {
    match (&hand.whist, declarer) {
        (Some(whisters), Some(declarer)) if whisters.len() == 1 && seat != declarer => whisters[0],
        _ => seat,
    }
}

/// If the declarer takes this number of tricks from the first lead on.
pub(crate) fn settle_by_tricks(
    rules: &Variant,
    hand: &HandTerms,
    position: &Position,
    declarer: Seat,
    declarer_tricks: u8,
) -> Result<Gains, SettlementError> {
    let trick_limit = rules.defender_trick_limit(hand.contract()).unwrap_or(10);
    let tricks = share_tricks_evenly(position, BySeat::default(), declarer, declarer_tricks, trick_limit);
    rules.settle(hand, &tricks.into())
}

fn share_tricks_evenly(
    position: &Position,
    taken: BySeat<u8>,
    declarer: Seat,
    declarer_tricks: u8,
    trick_limit: u8,
) -> BySeat<u8> {
    // The play ends when the defenders have `trick_limit` tricks; the remaining tricks are then the declarer's.
    let playing = position.setup().playing;
    let (left, right) = (declarer.left(), declarer.right());
    let before = taken[left] + taken[right];
    let theirs = (position.tricks_left() - declarer_tricks).min(trick_limit.saturating_sub(before));
    let mut tricks = taken;
    tricks[declarer] += position.tricks_left() - theirs;
    let to_left = match (playing.contains(left), playing.contains(right)) {
        (true, true) => theirs.div_ceil(2),
        (true, false) => theirs,
        _ => 0,
    };
    tricks[left] += to_left;
    tricks[right] += theirs - to_left;
    tricks
}

/// Includes the tricks already taken; 0 without a declarer.
pub(crate) fn bound_tricks(
    solver: &mut Solver,
    position: &Position,
    taken: BySeat<u8>,
    rules_of_thumb: RulesOfThumb,
) -> u8 {
    let Some(declarer) = position.setup().declarer else { return 0 };
    let conditions = PlayConditions { tricks_taken: taken, rules_of_thumb, ..PlayConditions::default() };
    let tricks = solver.outcome(position, conditions, |seat, tricks| {
        let declarer_tricks = i8::try_from(tricks[declarer]).expect("a hand has ten tricks");
        if seat == declarer { declarer_tricks } else { -declarer_tricks }
    });
    tricks[declarer]
}

pub(crate) fn settle_unplayed(rules: &Variant, hand: &HandTerms) -> Result<PlayedResult, SettlementError> {
    // Both defenders have dropped out or passed, a defender said half-whist, or the declarer gave up.
    let gains = rules.settle(hand, &HandResult::default())?;
    let mut tricks = BySeat::default();
    if let (Some(declaration), false) = (hand.declaration, hand.decisions.gave_up) {
        tricks[declaration.declarer] = 10;
    }
    Ok(PlayedResult { tricks: Some(tricks), gains })
}

pub(crate) fn secure_gain(
    solver: &mut Solver,
    rules: &Variant,
    hand: &HandTerms,
    position: &Position,
    taken: BySeat<u8>,
    seat: Seat,
) -> Result<Amount, SettlementError> {
    let payments = Payments::new(rules, hand)?;
    let conditions = PlayConditions {
        tricks_taken: taken,
        defender_trick_limit: rules.defender_trick_limit(hand.contract()),
        ..PlayConditions::default()
    };
    let tricks = solver.outcome(position, conditions, |mover, tricks| {
        let gain = payments.gains_if_possible(tricks).map(|gains| gains.seats[seat]);
        gain.map(|gain| if mover == seat { gain } else { -gain })
    });
    Ok(payments.gains(tricks)?.seats[seat])
}
