//! What each card of a played hand cost.

use super::{Part, Review, Step};
use crate::analysis::contracts::Play;
use crate::analysis::game::settled::{Model, interested};
use crate::analysis::raspasovka;
use crate::analysis::under_way::{Expected, Stands, UnderWay};
use crate::cards::Card;
use crate::position::{PlayError, Position};
use crate::rules::contract::Declared;
use crate::rules::variant::Variant;
use crate::search::{RulesOfThumb, Solver};
use crate::seat::{BySeat, Seat};
use crate::settlement::{Amount, Gains, SettlementError};
use crate::situation::record::Record;

/// Each card of a contract against all that could be played.
pub(super) fn of_game(
    solver: &mut Solver,
    rules: &Variant,
    record: &Record,
    game: Declared,
    model: Model,
    review: &mut Review,
) {
    let leader = record.leader.unwrap_or_else(|| rules.leader(game.contract, game.declarer));
    let play = Play::led_by(rules, &record.exchanged(), game, leader, record.playing());
    let mut gains = self::gains(solver, rules, record, model, &play);
    match &gains {
        Err(error @ SettlementError::PotUnknown { .. }) => review.unpriced = Some(error.clone()),
        Err(error) => review.broken.push((Part::Decisions, error.to_string())),
        Ok(_) => {}
    }
    let mut outcome = play.outcome(solver);
    let weigh = |seat: Seat, before: &Play, done: Card, after: &Play| {
        let (next, paid) = (after.outcome(solver), self::gains(solver, rules, record, model, after));
        let legal = before.position().legal();
        let best = legal.iter().filter(|&card| before.after(card).keeps(solver, outcome, seat)).collect();
        let tricks = outcome.tricks.zip(next.tricks).map(|(before, after)| before.abs_diff(after));
        let turned = outcome.made != next.made;
        // Where defenders share their tricks evenly it is not theirs who took them.
        let counts = model != Model::Tricks || seat == game.declarer;
        let plays_for = interested(seat, Some(game.declarer), &record.hand);
        let stake = |gains: &Gains| model.liking(plays_for, Some(game.declarer), gains)[0];
        let paid_for = gains.as_ref().ok().zip(paid.as_ref().ok()).filter(|_| counts);
        let gain = paid_for.map(|(before, after)| stake(before) - stake(after));
        (outcome, gains) = (next, paid);
        Step { seat, done, best, tricks, turned, gain }
    };
    walk(record, review, play, |play| (play.position(), play.taken()), Play::play, weigh);
}

/// What everybody gains when the hand goes on from here.
fn gains(
    solver: &mut Solver,
    rules: &Variant,
    record: &Record,
    model: Model,
    play: &Play,
) -> Result<Gains, SettlementError> {
    let gains = under_way(rules, record, model, Stands::Contract(*play)).expected(solver)?.gains;
    Ok(gains.expect("a contract that is settled has gains"))
}

fn under_way<'a>(rules: &'a Variant, record: &'a Record, model: Model, stands: Stands) -> UnderWay<'a> {
    UnderWay { rules, stands, hand: &record.hand, model, rules_of_thumb: RulesOfThumb::default() }
}

/// Each card after all have passed against all that could be played.
pub(super) fn all_passed(
    solver: &mut Solver,
    rules: &Variant,
    record: &Record,
    model: Model,
    review: &mut Review,
) {
    let listed: Vec<Card> = record.deal.talon().iter().collect();
    let order = if record.talon_order.is_empty() { &listed } else { &record.talon_order };
    let first = raspasovka::first_lead(rules, &record.deal, order);
    let position = match first {
        Ok(position) => position,
        Err(error) => return review.broken.push((Part::Card(1), error.to_string())),
    };
    let stands = Stands::AllPassed { position, taken: BySeat::default() };
    if !record.played.is_empty() {
        review.unpriced = raspasovka::has_price(rules, &record.hand).err();
    }
    // Without a price few tricks are wanted.
    let worth = |seat: Seat, expected: &Expected| {
        let own = expected.tricks.expect("they are counted")[seat];
        let gain = expected.gains.as_ref().map(|gains| gains.seats[seat]);
        (gain.unwrap_or_else(|| -Amount::from_integer(own.into())), own, gain)
    };
    let weigh = |seat: Seat, before: &Stands, done: Card, _: &Stands| {
        let cards = under_way(rules, record, model, *before)
            .cards(solver)
            .expect("no contract that could not be settled");
        let cards: Vec<_> = cards.iter().map(|(card, expected)| (*card, worth(seat, expected))).collect();
        let most = cards.iter().map(|(_, worth)| worth.0).max().expect("somebody can always play");
        let best = || cards.iter().filter(|(_, worth)| worth.0 == most);
        let enough = best().map(|(_, worth)| worth.1).max().expect("one of them");
        let &(_, (own, tricks, gain)) = cards.iter().find(|&&(card, _)| card == done).expect("legal");
        let tricks = Some(tricks.saturating_sub(enough));
        let gain = gain.map(|_| most - own);
        Step { seat, done, best: best().map(|&(card, _)| card).collect(), tricks, turned: false, gain }
    };
    walk(record, review, stands, |stands| (stands.position(), stands.taken()), Stands::play, weigh);
}

/// Go through the cards of a record, weigh each, and name what is against the rules.
fn walk<P: Copy>(
    record: &Record,
    review: &mut Review,
    start: P,
    look: impl Fn(&P) -> (&Position, BySeat<u8>),
    play: impl Fn(&mut P, Card) -> Result<(), PlayError>,
    mut weigh: impl FnMut(Seat, &P, Card, &P) -> Step<Card>,
) {
    let mut here = start;
    for (n, &card) in record.played.iter().enumerate() {
        let before = here;
        let (position, taken) = look(&before);
        if position.is_over() {
            review.broken.push((Part::Card(n + 1), "the hand is over".to_owned()));
            break;
        }
        if let Err(error) = play(&mut here, card) {
            review.broken.push((Part::Card(n + 1), error.to_string()));
            break;
        }
        review.cards.push(weigh(position.to_move(), &before, card, &here));
        let (_, now) = look(&here);
        let number = usize::from(taken.0.iter().sum::<u8>());
        if let Some(winner) = Seat::ALL.into_iter().find(|&seat| now[seat] > taken[seat])
            && let Some(&said) = record.winners.get(number)
            && winner != said
        {
            let problem = format!("{} takes it, not {}", winner.name(), said.name());
            review.broken.push((Part::Trick(number + 1), problem));
        }
    }
    review.tricks = look(&here).1;
}
