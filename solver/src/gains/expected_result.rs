//! The expected result of a hand under way when each seat plays by its preferences.

use std::cmp::Reverse;

use crate::cards::Card;
use crate::gains::payoffs;
use crate::gains::payoffs::{Model, Payments, Preferences};
use crate::position::Position;
use crate::rules::variant::Variant;
use crate::search::{PlayConditions, Solver};
use crate::seat::{BySeat, Seat};
use crate::settlement::{Gains, HandTerms, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::play::PlayState;

/// The expected result of a hand under way: its tricks and gains at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedResult {
    /// The tricks of each seat; `None` if only the result of the contract is known (run6, and uno in the model
    /// `tricks`).
    pub tricks: Option<BySeat<u8>>,
    /// `None` without a price for a passed-out hand, or if the tricks before the position are unknown.
    pub gains: Option<Gains>,
}

/// The expected result of this situation's hand from `state` on.
///
/// # Errors
/// If the contract cannot be settled with any distribution of its tricks.
pub fn solve_expected_result(
    solver: &mut Solver,
    situation: &Situation,
    state: &PlayState,
    preferences: Preferences,
) -> Result<ExpectedResult, QuestionError> {
    PlayForecast::new(situation, preferences)?.solve(solver, state).map_err(QuestionError::from)
}

/// The expected result after each legal card of the seat to move, by suit S H D C, from the ace down.
///
/// # Errors
/// If the contract cannot be settled with any distribution of its tricks.
pub fn solve_cards(
    solver: &mut Solver,
    situation: &Situation,
    state: &PlayState,
    preferences: Preferences,
) -> Result<Vec<(Card, ExpectedResult)>, QuestionError> {
    let forecast = PlayForecast::new(situation, preferences)?;
    let legal = state.position().legal_cards();
    let after = legal.iter().map(|card| Ok((card, forecast.solve(solver, &state.state_after(card))?)));
    after.collect::<Result<Vec<_>, SettlementError>>().map_err(QuestionError::from)
}

/// The expected result, and a line that leads to it through the last trick. Of several cards that lead to it, the first
/// by suit S H D C, from the ace down, is played.
///
/// # Errors
/// If the contract cannot be settled with any distribution of its tricks.
pub fn solve_line(
    solver: &mut Solver,
    situation: &Situation,
    state: &PlayState,
    preferences: Preferences,
) -> Result<(ExpectedResult, Vec<Card>), QuestionError> {
    let forecast = PlayForecast::new(situation, preferences)?;
    let expected = forecast.solve(solver, state)?;
    // A hand that could be settled at the start of the line can be settled after every card.
    let keeps_result = |after: &PlayState, _| forecast.keeps_result(solver, &expected, after);
    let line = walk_line(*state, PlayState::position, PlayState::state_after, keeps_result);
    Ok((expected, line))
}

pub(crate) fn walk_line<P>(
    start: P,
    position: impl Fn(&P) -> &Position,
    after: impl Fn(&P, Card) -> P,
    mut keeps_result: impl FnMut(&P, Seat) -> bool,
) -> Vec<Card> {
    // There is always a card that keeps the result, so the last card is not checked.
    let mut line = Vec::new();
    let mut here = start;
    while !position(&here).is_over() {
        let mover = position(&here).to_move();
        let cards: Vec<Card> = position(&here).legal_cards().iter().collect();
        let (&last, others) = cards.split_last().expect("the hand goes on");
        let card =
            others.iter().copied().find(|&card| keeps_result(&after(&here, card), mover)).unwrap_or(last);
        line.push(card);
        here = after(&here, card);
    }
    line
}

pub(crate) fn check_price(rules: &Variant, hand: &HandTerms) -> Result<(), SettlementError> {
    rules.settle(hand, &BySeat([10, 0, 0]).into()).map(|_| ())
}

/// The tricks of each seat, including the tricks already taken, when all have passed and each seat plays for its own
/// gain. If the rules have no price for a passed-out hand, or the tricks do not add up to ten, each seat plays for few
/// tricks of its own.
pub fn solve_all_passed(
    solver: &mut Solver,
    situation: &Situation,
    position: &Position,
    taken: BySeat<u8>,
) -> BySeat<u8> {
    solve_passed_out_tricks(solver, situation.rules(), &situation.hand(), position, taken)
}

fn solve_passed_out_tricks(
    solver: &mut Solver,
    rules: &Variant,
    hand: &HandTerms,
    position: &Position,
    taken: BySeat<u8>,
) -> BySeat<u8> {
    // A passed-out hand has no decisions, so the only possible error is that there is no price.
    let mut passed = HandTerms::all_passed();
    passed.decisions.four = hand.decisions.four;
    let payments = Payments::new(rules, &passed).ok();
    solver.outcome(
        position,
        PlayConditions { tricks_taken: taken, ..PlayConditions::default() },
        |seat: Seat, tricks| {
            let next = [seat, seat.left(), seat.right()];
            let gains = payments.as_ref().and_then(|payments| payments.gains_if_possible(tricks));
            let gains = gains.map(|gains| next.map(|seat| gains.seats[seat]));
            (gains, next.map(|seat| Reverse(tricks[seat])))
        },
    )
}

struct PlayForecast<'a> {
    rules: &'a Variant,
    hand: HandTerms,
    preferences: Preferences,
}

impl<'a> PlayForecast<'a> {
    fn new(situation: &'a Situation, preferences: Preferences) -> Result<PlayForecast<'a>, QuestionError> {
        Ok(PlayForecast { rules: situation.rules(), hand: situation.hand_as_dealt()?, preferences })
    }

    fn solve(&self, solver: &mut Solver, state: &PlayState) -> Result<ExpectedResult, SettlementError> {
        let PlayForecast { rules, hand, preferences } = self;
        match state {
            PlayState::AllPassed { position, taken } => {
                let tricks = solve_passed_out_tricks(solver, rules, hand, position, *taken);
                let gains = match rules.settle(hand, &tricks.into()) {
                    Ok(gains) => Some(gains),
                    Err(error) if error.is_unpriced() || error.is_about_tricks() => None,
                    Err(error) => return Err(error),
                };
                Ok(ExpectedResult { tricks: Some(tricks), gains })
            }
            // The tricks before the position can decide the result, and only `play` contains them.
            PlayState::Contract(play) if self.is_played_by_result() => {
                let made = play.is_made(solver);
                let gains = payoffs::settle_by_result(rules, hand, play.position().setup().playing, made)?;
                Ok(ExpectedResult { tricks: None, gains: Some(gains) })
            }
            PlayState::Contract(play) => {
                let (position, taken) = (play.position(), play.tricks_taken());
                let settled = payoffs::solve_play(solver, rules, hand, position, taken, *preferences)?;
                Ok(ExpectedResult { tricks: settled.tricks, gains: Some(settled.gains) })
            }
        }
    }

    fn is_played_by_result(&self) -> bool {
        let target = self
            .hand
            .declaration
            .map(|declaration| self.rules.target(declaration.contract, declaration.from_hand));
        target.is_some_and(|target| payoffs::pays_by_result_alone(target, self.preferences.model))
    }

    fn keeps_result(&self, solver: &mut Solver, expected: &ExpectedResult, after: &PlayState) -> bool {
        self.solve(solver, after).is_ok_and(|result| self.are_same(expected, &result))
    }

    fn are_same(&self, before: &ExpectedResult, after: &ExpectedResult) -> bool {
        // Ties in a seat's utility are broken by a fixed rule that looks at the tricks. So the expected tricks are
        // also the tricks expected after one of the legal cards, and tricks can be compared.
        match (self.preferences.model, self.hand.declaration, before.tricks, after.tricks) {
            // In this model the defenders play as one side, and their tricks are divided by a fixed rule.
            (Model::Tricks, Some(declaration), Some(before), Some(after)) => {
                before[declaration.declarer] == after[declaration.declarer]
            }
            (_, _, Some(before), Some(after)) => before == after,
            _ => before.gains == after.gains,
        }
    }
}
