//! The expected result of a hand under way when everybody plays for their own gains: now, after each card,
//! and along one best line.

use std::cmp::Reverse;

use crate::analysis::game::payoffs::{self, Model, Payments, Wishes};
use crate::cards::Card;
use crate::position::Position;
use crate::rules::variant::Variant;
use crate::search::{PlayConditions, Solver};
use crate::seat::{BySeat, Seat};
use crate::settlement::{Gains, Hand, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::play::PlayState;

/// The expected result of a hand under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedResult {
    /// The tricks of each seat; `None` where only the result of the contract is known.
    pub tricks: Option<BySeat<u8>>,
    /// The gains of everybody; `None` where all have passed and the rules settle no such hand, or it is an
    /// ending without the tricks before it.
    pub gains: Option<Gains>,
}

/// Solves the result of this situation's hand from its present state.
///
/// # Errors
/// If the contract cannot be settled for any tricks.
pub fn solve_expected_result(
    solver: &mut Solver,
    situation: &Situation,
    state: &PlayState,
    wishes: Wishes,
) -> Result<ExpectedResult, QuestionError> {
    PlayForecast::new(situation, wishes)?.solve(solver, state).map_err(QuestionError::from)
}

/// Solves the result after each card that the seat to move may play, in the order of listing; none when the
/// hand is over.
///
/// # Errors
/// If the contract cannot be settled for any tricks.
pub fn solve_cards(
    solver: &mut Solver,
    situation: &Situation,
    state: &PlayState,
    wishes: Wishes,
) -> Result<Vec<(Card, ExpectedResult)>, QuestionError> {
    let forecast = PlayForecast::new(situation, wishes)?;
    let legal = state.position().legal();
    let after = legal.iter().map(|card| Ok((card, forecast.solve(solver, &state.state_after(card))?)));
    after.collect::<Result<Vec<_>, SettlementError>>().map_err(QuestionError::from)
}

/// Solves the result, and a line that leads to it, through the last trick; ties go to the first card in the
/// order of listing.
///
/// # Errors
/// If the contract cannot be settled for any tricks.
pub fn solve_line(
    solver: &mut Solver,
    situation: &Situation,
    state: &PlayState,
    wishes: Wishes,
) -> Result<(ExpectedResult, Vec<Card>), QuestionError> {
    let forecast = PlayForecast::new(situation, wishes)?;
    let expected = forecast.solve(solver, state)?;
    // A hand that could be settled at the beginning can be settled after every card.
    let keeps_result = |after: &PlayState, _| forecast.keeps_result(solver, &expected, after);
    let line = walk_line(*state, PlayState::position, PlayState::state_after, keeps_result);
    Ok((expected, line))
}

/// Returns the line in which everybody plays the first of their cards after which the expected result stays
/// the same; there is always one.
pub(in crate::analysis) fn walk_line<P>(
    start: P,
    position: impl Fn(&P) -> &Position,
    after: impl Fn(&P, Card) -> P,
    mut keeps_result: impl FnMut(&P, Seat) -> bool,
) -> Vec<Card> {
    let mut line = Vec::new();
    let mut here = start;
    while !position(&here).is_over() {
        let mover = position(&here).to_move();
        let cards: Vec<Card> = position(&here).legal().iter().collect();
        let (&last, others) = cards.split_last().expect("somebody can always play");
        let card =
            others.iter().copied().find(|&card| keeps_result(&after(&here, card), mover)).unwrap_or(last);
        line.push(card);
        here = after(&here, card);
    }
    line
}

/// Checks that the rules have a price for a hand that all have passed, which no card changes.
///
/// # Errors
/// If they have none, with the reason.
pub(in crate::analysis) fn check_price(rules: &Variant, hand: &Hand) -> Result<(), SettlementError> {
    rules.settle(hand, &BySeat([10, 0, 0]).into()).map(|_| ())
}

/// Solves the tricks of each seat, including tricks already taken, when all have passed and everybody plays
/// for their own gain; where the rules do not settle such a hand, or these are not ten tricks, for few tricks
/// of their own.
pub fn solve_all_passed(
    solver: &mut Solver,
    situation: &Situation,
    position: &Position,
    taken: BySeat<u8>,
) -> BySeat<u8> {
    solve_for_themselves(solver, situation.rules(), &situation.hand(), position, taken)
}

fn solve_for_themselves(
    solver: &mut Solver,
    rules: &Variant,
    hand: &Hand,
    position: &Position,
    taken: BySeat<u8>,
) -> BySeat<u8> {
    // Where nobody has decided anything, the only possible error is that there is no price.
    let payments = Payments::new(rules, &Hand { four: hand.four, ..Hand::all_passed() }).ok();
    solver.outcome(position, PlayConditions { taken, ..PlayConditions::default() }, |seat: Seat, tricks| {
        let next = [seat, seat.left(), seat.right()];
        let gains = payments.as_ref().and_then(|payments| payments.gains_if_possible(tricks));
        let gains = gains.map(|gains| next.map(|seat| gains.seats[seat]));
        (gains, next.map(|seat| Reverse(tricks[seat])))
    })
}

/// The facts that stay the same along the play of a hand.
struct PlayForecast<'a> {
    rules: &'a Variant,
    hand: Hand,
    wishes: Wishes,
}

impl<'a> PlayForecast<'a> {
    fn new(situation: &'a Situation, wishes: Wishes) -> Result<PlayForecast<'a>, QuestionError> {
        Ok(PlayForecast { rules: situation.rules(), hand: situation.hand_as_dealt()?, wishes })
    }

    fn solve(&self, solver: &mut Solver, state: &PlayState) -> Result<ExpectedResult, SettlementError> {
        let PlayForecast { rules, hand, wishes } = self;
        match state {
            PlayState::AllPassed { position, taken } => {
                let tricks = solve_for_themselves(solver, rules, hand, position, *taken);
                let gains = match rules.settle(hand, &tricks.into()) {
                    Ok(gains) => Some(gains),
                    Err(error) if error.is_unpriced() || error.is_of_the_tricks() => None,
                    Err(error) => return Err(error),
                };
                Ok(ExpectedResult { tricks: Some(tricks), gains })
            }
            // The tricks before the position, which decide the result, are known only to the play.
            PlayState::Contract(play) if self.is_played_by_result() => {
                let made = play.made(solver);
                let gains = payoffs::settle_by_result(rules, hand, play.position().setup().playing, made)?;
                Ok(ExpectedResult { tricks: None, gains: Some(gains) })
            }
            PlayState::Contract(play) => {
                let (position, taken) = (play.position(), play.taken());
                let settled = payoffs::solve_play(solver, rules, hand, position, taken, *wishes)?;
                Ok(ExpectedResult { tricks: settled.tricks, gains: Some(settled.gains) })
            }
        }
    }

    /// Checks whether the hand is only played for being made.
    fn is_played_by_result(&self) -> bool {
        let target = self
            .hand
            .declaration
            .map(|declaration| self.rules.target(declaration.contract, declaration.from_hand));
        target.is_some_and(|target| payoffs::pays_by_result_alone(target, self.wishes.model))
    }

    /// Checks whether the result is still the one expected before a best card.
    fn keeps_result(&self, solver: &mut Solver, expected: &ExpectedResult, after: &PlayState) -> bool {
        self.solve(solver, after).is_ok_and(|result| self.are_same(expected, &result))
    }

    /// Checks whether the results expected before and after a best card are the same.
    ///
    /// Preferences distinguish outcomes by the gains, and then by a rule that looks at the tricks, so that
    /// the expected tricks are the tricks expected after one of the cards.
    fn are_same(&self, before: &ExpectedResult, after: &ExpectedResult) -> bool {
        match (self.wishes.model, self.hand.declaration, before.tricks, after.tricks) {
            // The division of tricks between defenders who play as one is nobody's choice.
            (Model::Tricks, Some(declaration), Some(before), Some(after)) => {
                before[declaration.declarer] == after[declaration.declarer]
            }
            (_, _, Some(before), Some(after)) => before == after,
            _ => before.gains == after.gains,
        }
    }
}
