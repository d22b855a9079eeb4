//! Positions in which all play is equal: the rest can be claimed.

use crate::position::Position;
use crate::rules::contract::Goal;
use crate::search::Solver;
use crate::seat::{BySeat, Seats};

/// Whatever legal cards are played, good or bad. `None` if the hand is over, or a card of the talon is still to be led.
pub(crate) fn is_play_equal(solver: &mut Solver, position: &Position, counted: Seats) -> Option<bool> {
    if position.is_over() || position.talon_leads().is_some() {
        return None;
    }
    let everybody = position.setup().playing;
    // If all seats cooperated, they could give a seat any number of tricks that some line of play gives it.
    // So if together they can give it neither more nor fewer tricks than one arbitrary line does, every line
    // gives it the same number.
    let one_play = tricks_of_first_cards(*position);
    let mut search = solver.search_from(position, everybody);
    let is_fixed = |seat| {
        let (seats, tricks) = (Seats::from_seat(seat), one_play[seat]);
        !(search.can_reach(Goal::AtLeast { seats, tricks: tricks + 1 })
            || tricks > 0 && search.can_reach(Goal::AtMost { seats, tricks: tricks - 1 }))
    };
    Some(counted.iter().all(is_fixed))
}

fn tricks_of_first_cards(mut position: Position) -> BySeat<u8> {
    let mut tricks = BySeat([0; 3]);
    while !position.is_over() {
        let card = position.legal_cards().iter().next().expect("the hand goes on");
        if let Some(winner) = position.play(card).expect("a legal card") {
            tricks[winner] += 1;
        }
    }
    tricks
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use preference_fixtures::effort;
    use rand::RngExt;

    use super::*;
    use crate::deal::random;
    use crate::rules::contract::{Contract, Declaration};
    use crate::rules::variant::Variant;
    use crate::seat::Seat;
    use crate::situation::play::Play;

    fn extremes(position: &Position, memory: &mut HashMap<String, BySeat<(u8, u8)>>) -> BySeat<(u8, u8)> {
        if position.is_over() {
            return BySeat([(0, 0); 3]);
        }
        let key = format!("{position:?}");
        if let Some(&extremes) = memory.get(&key) {
            return extremes;
        }
        let mut joined: Option<BySeat<(u8, u8)>> = None;
        for card in position.legal_cards() {
            let mut after = *position;
            let winner = after.play(card).expect("a legal card");
            let rest = extremes(&after, memory);
            let own = BySeat::from_fn(|seat| {
                let trick = u8::from(winner == Some(seat));
                (rest[seat].0 + trick, rest[seat].1 + trick)
            });
            joined = Some(joined.map_or(own, |all| {
                BySeat::from_fn(|seat| (all[seat].0.min(own[seat].0), all[seat].1.max(own[seat].1)))
            }));
        }
        let extremes = joined.expect("a legal card");
        memory.insert(key, extremes);
        extremes
    }

    #[test]
    fn play_is_equal_if_all_legal_plays_take_same_tricks() {
        let mut solver = Solver::new();
        let (mut equal, mut different) = (0, 0);
        for seed in 97_000_000..97_000_000 + 60 * effort() as u64 {
            let random = &mut random::generator(seed);
            let name = ["austrian", "american", "hungarian", "russian"][seed as usize % 4];
            let rules: Variant = name.parse().expect("a preset");
            let deal = random::deal(random);
            let contract: Contract =
                ["S", "H", "N", "misere"][seed as usize / 4 % 4].parse().expect("a contract");
            let declaration =
                Declaration { contract, declarer: Seat::ALL[seed as usize % 3], from_hand: true };
            let play = Play::from_deal(&rules, &deal, declaration);
            let mut position = *play.position();
            while Seat::ALL.map(|seat| position.hand(seat).len()).iter().sum::<usize>() > 9 {
                let cards: Vec<_> = position.legal_cards().iter().collect();
                position.play(cards[random.random_range(0..cards.len())]).expect("a legal card");
            }
            let memory = &mut HashMap::new();
            while !position.is_over() {
                let extremes = extremes(&position, memory);
                for counted in [Seats::from_seat(declaration.declarer), Seats::ALL] {
                    let expected = counted.iter().all(|seat| extremes[seat].0 == extremes[seat].1);
                    let found = is_play_equal(&mut solver, &position, counted);
                    assert_eq!(found, Some(expected), "seed {seed} {name} {position:?}");
                    *(if expected { &mut equal } else { &mut different }) += 1;
                }
                let cards: Vec<_> = position.legal_cards().iter().collect();
                position.play(cards[random.random_range(0..cards.len())]).expect("a legal card");
            }
            assert_eq!(is_play_equal(&mut solver, &position, Seats::ALL), None);
        }
        assert!(equal > 100 && different > 100, "{equal} equal, {different} different");
    }
}
