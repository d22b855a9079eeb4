//! Cost of each card of a played hand.
use super::steps::{Breach, Part, ReviewAnswer, Step};
use crate::cards::Card;
use crate::gains::expected_result;
use crate::gains::expected_result::{ExpectedResult, solve_expected_result};
use crate::gains::payoffs::{Model, controlling_seat};
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::{Amount, Gains, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::play::{Play, PlayState};

/// Cards played after the end of the hand are not valued.
pub(super) fn review_cards(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
    review: &mut ReviewAnswer,
) -> Result<(), QuestionError> {
    let cards = situation.cards_played();
    let start = situation.clone().with_cards_played(Vec::new()).play_state()?;
    let (states, error) = start.replay(cards);
    match start {
        PlayState::Contract(_) => review_contract(solver, situation, model, &states, review)?,
        PlayState::AllPassed { .. } => review_all_passed(solver, situation, model, &states, review)?,
    }
    for tricks in states.iter().map(PlayState::tricks_taken).collect::<Vec<_>>().windows(2) {
        let (taken, now) = (tricks[0], tricks[1]);
        let number = usize::from(taken.0.iter().sum::<u8>());
        if let Some(takes) = Seat::ALL.into_iter().find(|&seat| now[seat] > taken[seat])
            && let Some(&said) = situation.winners().get(number)
            && takes != said
        {
            review.add_fault(Part::Trick(number + 1), Breach::Winner { takes, said });
        }
    }
    if states.len() <= cards.len() {
        review.add_fault(Part::Card(states.len()), error.map_or(Breach::Over, Breach::from));
    }
    review.tricks = states[states.len() - 1].tricks_taken();
    Ok(())
}

fn review_contract(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
    states: &[PlayState],
    review: &mut ReviewAnswer,
) -> Result<(), QuestionError> {
    let mut plays = states.iter().filter_map(PlayState::as_contract);
    let mut before = plays.next().expect("the state before the first lead");
    let (hand, declarer) = (situation.hand(), before.declarer());
    let mut gains = match solve_gains(solver, situation, model, before) {
        Ok(gains) => Some(gains),
        Err(error) if note_unsettled(&error, review) => None,
        Err(error) => return Err(error),
    };
    let mut outcome = before.outcome(solver);
    let ends_when_lost = situation.rules().ends_when_lost(&hand);
    for (after, &done) in plays.zip(situation.cards_played()) {
        let seat = before.position().to_move();
        let next = after.outcome(solver);
        let paid = gains.as_ref().map(|_| solve_gains(solver, situation, model, after)).transpose()?;
        let legal = before.position().legal_cards().iter();
        let best =
            legal.filter(|&card| before.play_after(card).keeps_outcome(solver, outcome, seat)).collect();
        let tricks = outcome.tricks.zip(next.tricks).map(|(before, after)| before.abs_diff(after));
        let turned = outcome.made != next.made;
        // In the model `Tricks` the defenders share their tricks evenly, so a loss of gain is not charged to
        // one defender's card.
        let counts = model != Model::Tricks || seat == declarer;
        let plays_for = controlling_seat(seat, Some(declarer), &hand.decisions);
        let stake = |gains: &Gains| model.utility(plays_for, Some(declarer), gains)[0];
        let paid_for = gains.as_ref().zip(paid.as_ref()).filter(|_| counts);
        let gain = paid_for.map(|(before, after)| stake(before) - stake(after));
        review.cards.push(Step { seat, done, best, tricks, turned, gain });
        (before, outcome, gains) = (after, next, paid);
        if ends_when_lost && before.goal.verdict(before.position().tricks_left()) == Some(false) {
            review.made = Some(false);
            break;
        }
    }
    Ok(())
}

/// `false` if the error has another cause.
pub(super) fn note_unsettled(error: &QuestionError, review: &mut ReviewAnswer) -> bool {
    match error.settlement() {
        Some(error @ SettlementError::PotUnknown { .. }) => review.unpriced = Some(error.clone()),
        Some(error) => review.add_fault(Part::Decisions, error.clone()),
        None => return false,
    }
    true
}

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

fn review_all_passed(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
    states: &[PlayState],
    review: &mut ReviewAnswer,
) -> Result<(), QuestionError> {
    if !situation.cards_played().is_empty() {
        review.unpriced = expected_result::check_price(situation.rules(), &situation.hand()).err();
    }
    for (before, &done) in states[..states.len() - 1].iter().zip(situation.cards_played()) {
        let results = expected_result::solve_cards(solver, situation, before, model.into())?;
        review.cards.push(step_of_card(before.position().to_move(), done, &results));
    }
    Ok(())
}

fn step_of_card(seat: Seat, played: Card, results: &[(Card, ExpectedResult)]) -> Step<Card> {
    // Without a price the best card is the one with the fewest tricks for the seat.
    let values = results.iter().map(|(card, expected)| {
        let tricks = expected.tricks.expect("tricks are counted")[seat];
        let gain = expected.gains.as_ref().map(|gains| gains.seats[seat]);
        (*card, gain.unwrap_or_else(|| -Amount::from_integer(tricks.into())), tricks, gain)
    });
    let values: Vec<(Card, Amount, u8, Option<Amount>)> = values.collect();
    let most = values.iter().map(|value| value.1).max().expect("there is a legal card");
    let best = values.iter().filter(|value| value.1 == most);
    let best_tricks = best.clone().map(|value| value.2).max().expect("there is a best card");
    let &(_, value, tricks, gain) = values.iter().find(|value| value.0 == played).expect("a legal card");
    Step {
        seat,
        done: played,
        best: best.map(|value| value.0).collect(),
        tricks: Some(tricks.saturating_sub(best_tricks)),
        turned: false,
        gain: gain.map(|_| most - value),
    }
}
