//! Cost of each card of a played hand.

use super::steps::{Breach, Part, ReviewAnswer, ReviewFault, Step};
use crate::analysis::game::expected_result::{self, ExpectedResult, solve_expected_result};
use crate::analysis::game::payoffs::{Model, interested_seat};
use crate::cards::Card;
use crate::position::{PlayError, Position};
use crate::search::Solver;
use crate::seat::{BySeat, Seat};
use crate::settlement::{Amount, Gains, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::play::{Play, PlayState};

/// Computes the cost of each card of a contract against the best legal card.
pub(super) fn review_contract(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
    review: &mut ReviewAnswer,
) -> Result<(), QuestionError> {
    let play = situation.clone().with_cards_played(Vec::new()).play()?;
    let (hand, declarer) = (situation.hand(), play.declarer());
    let mut gains = match solve_gains(solver, situation, model, &play) {
        Ok(gains) => Some(gains),
        Err(error) if note_unsettled(&error, review) => None,
        Err(error) => return Err(error),
    };
    let mut outcome = play.outcome(solver);
    let ends_when_lost = situation.rules().ends_when_lost(&hand);
    let is_lost = |play: &Play| play.goal.decision(play.position().tricks_left()) == Some(false);
    let is_over = |play: &Play| ends_when_lost && is_lost(play);
    let look = |play: &Play| (*play.position(), play.taken(), is_over(play));
    let end = review_cards(situation, review, play, look, Play::play, |seat, before, done, after| {
        let next = after.outcome(solver);
        let paid = gains.as_ref().map(|_| solve_gains(solver, situation, model, after)).transpose()?;
        let legal = before.position().legal_cards();
        let best = legal
            .iter()
            .filter(|&card| before.play_after(card).keeps_outcome(solver, outcome, seat))
            .collect();
        let tricks = outcome.tricks.zip(next.tricks).map(|(before, after)| before.abs_diff(after));
        let turned = outcome.made != next.made;
        // If the defenders share their tricks evenly, one defender alone cannot lose a gain.
        let counts = model != Model::Tricks || seat == declarer;
        let plays_for = interested_seat(seat, Some(declarer), &hand);
        let stake = |gains: &Gains| model.utility(plays_for, Some(declarer), gains)[0];
        let paid_for = gains.as_ref().zip(paid.as_ref()).filter(|_| counts);
        let gain = paid_for.map(|(before, after)| stake(before) - stake(after));
        (outcome, gains) = (next, paid);
        Ok(Step { seat, done, best, tricks, turned, gain })
    })?;
    review.made = is_over(&end).then_some(false);
    Ok(())
}

/// Notes in the review that the hand cannot be settled. Returns `false` if the error is another one.
pub(super) fn note_unsettled(error: &QuestionError, review: &mut ReviewAnswer) -> bool {
    match error.settlement() {
        Some(error @ SettlementError::PotUnknown { .. }) => review.unpriced = Some(error.clone()),
        Some(error) => {
            let problem = Breach::Settlement(error.clone());
            review.broken.push(ReviewFault { part: Part::Decisions, problem });
        }
        None => return false,
    }
    true
}

/// Solves the gain of each seat when the hand goes on from the state of `play`.
fn solve_gains(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
    play: &Play,
) -> Result<Gains, QuestionError> {
    let state = PlayState::Contract(*play);
    let gains = solve_expected_result(solver, situation, &state, model.into())?.gains;
    Ok(gains.expect("a contract that is settled has gains"))
}

/// Computes the cost of each card of a hand that all have passed against the best legal card.
pub(super) fn review_all_passed(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
    review: &mut ReviewAnswer,
) -> Result<(), QuestionError> {
    let (position, taken) = situation.clone().with_cards_played(Vec::new()).passed_out_position()?;
    let state = PlayState::AllPassed { position, taken };
    if !situation.cards_played().is_empty() {
        review.unpriced = expected_result::check_price(situation.rules(), &situation.hand()).err();
    }
    let look = |state: &PlayState| (*state.position(), state.taken(), false);
    let end = review_cards(situation, review, state, look, PlayState::play, |seat, before, done, _| {
        let results = expected_result::solve_cards(solver, situation, before, model.into())?;
        Ok(step_of_card(seat, done, &results))
    });
    end.map(|_| ())
}

/// Computes the cost of the card `done` of a seat that plays for itself, given the result of each legal card.
/// The best card is the one with the highest gain or, if there is no price, with the fewest tricks for the
/// seat.
fn step_of_card(seat: Seat, done: Card, results: &[(Card, ExpectedResult)]) -> Step<Card> {
    let values = results.iter().map(|(card, expected)| {
        let tricks = expected.tricks.expect("they are counted")[seat];
        let gain = expected.gains.as_ref().map(|gains| gains.seats[seat]);
        (*card, gain.unwrap_or_else(|| -Amount::from_integer(tricks.into())), tricks, gain)
    });
    let values: Vec<(Card, Amount, u8, Option<Amount>)> = values.collect();
    let most = values.iter().map(|value| value.1).max().expect("somebody can always play");
    let best = values.iter().filter(|value| value.1 == most);
    let best_tricks = best.clone().map(|value| value.2).max().expect("one of them");
    let &(_, value, tricks, gain) = values.iter().find(|value| value.0 == done).expect("legal");
    Step {
        seat,
        done,
        best: best.map(|value| value.0).collect(),
        tricks: Some(tricks.saturating_sub(best_tricks)),
        turned: false,
        gain: gain.map(|_| most - value),
    }
}

/// Reviews the cards of a record one by one, and reports breaches of the rules. Cards played after the end of
/// the hand are not valued. `look` returns the position, the tricks taken, and whether the hand has ended
/// before the last trick. `play` plays a card, and `weigh` computes its cost from the states before and after
/// it. Returns the state at the end of the record.
fn review_cards<P: Copy>(
    situation: &Situation,
    review: &mut ReviewAnswer,
    start: P,
    look: impl Fn(&P) -> (Position, BySeat<u8>, bool),
    play: impl Fn(&mut P, Card) -> Result<(), PlayError>,
    mut weigh: impl FnMut(Seat, &P, Card, &P) -> Result<Step<Card>, QuestionError>,
) -> Result<P, QuestionError> {
    let mut here = start;
    for (n, &card) in situation.cards_played().iter().enumerate() {
        let before = here;
        let (position, taken, is_over) = look(&before);
        let part = Part::Card(n + 1);
        if position.is_over() {
            review.broken.push(ReviewFault { part, problem: Breach::Over });
            break;
        }
        if let Err(error) = play(&mut here, card) {
            review.broken.push(ReviewFault { part, problem: error.into() });
            break;
        }
        if !is_over {
            review.cards.push(weigh(position.to_move(), &before, card, &here)?);
        }
        let (_, now, _) = look(&here);
        let number = usize::from(taken.0.iter().sum::<u8>());
        if let Some(takes) = Seat::ALL.into_iter().find(|&seat| now[seat] > taken[seat])
            && let Some(&said) = situation.winners().get(number)
            && takes != said
        {
            let problem = Breach::Winner { takes, said };
            review.broken.push(ReviewFault { part: Part::Trick(number + 1), problem });
        }
    }
    review.tricks = look(&here).1;
    Ok(here)
}
