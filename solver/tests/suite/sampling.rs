//! What a player can know of the unseen cards, against every way they could lie.

use std::collections::HashSet;

use preference::analysis::advise::View;
use preference::analysis::contracts::Play;
use preference::analysis::sampling::layouts::Known;
use preference::analysis::talon::{makes, most};
use preference::{BySeat, Card, Cards, Contract, Declared, Seat, Seats, Solver, Variant};
use preference_fixtures::random;
use rand::RngExt;

/// Every way to give these cards to places with so much room.
fn ways(cards: &[Card], room: [usize; 4], placed: [Cards; 4], found: &mut Vec<[Cards; 4]>) {
    let Some((&card, rest)) = cards.split_first() else {
        found.push(placed);
        return;
    };
    for place in 0..4 {
        if room[place] > 0 {
            let (mut room, mut placed) = (room, placed);
            room[place] -= 1;
            placed[place].insert(card);
            ways(rest, room, placed, found);
        }
    }
}

#[test]
fn layouts_agree_with_every_card_played() {
    let mut ruled_out = 0;
    for seed in 71_000_000..71_000_030_u64 {
        let rules: Variant =
            ["austrian", "american", "russian"][seed as usize % 3].parse().expect("a preset");
        let random = &mut random::generator(seed);
        let deal = random::deal(random);
        let contract: Contract = ["S", "H", "N", "misere"][seed as usize % 4].parse().expect("a contract");
        let game = Declared { contract, declarer: Seat::ALL[seed as usize % 3], from_hand: false };
        let mut play = Play::from_deal(&rules, &deal, game);
        let (leader, mut played) = (play.position().leader(), Vec::new());
        let moves = 21 + seed as usize % 7;
        while played.len() < moves {
            let legal: Vec<Card> = play.position().legal().iter().collect();
            let card = legal[random.random_range(0..legal.len())];
            play.play(card).expect("legal");
            played.push(card);
        }
        let seat = play.position().to_move();
        // Who declares knows what he has laid aside.
        let aside = if seat == game.declarer { deal.talon() } else { Cards::NONE };
        let own = deal.hand(seat);
        let playing = Seats::ALL;
        let view = View { rules: &rules, game, leader, playing, own, aside, played: &played };
        assert_eq!(view.to_move(), seat);
        let layouts = view.layouts(Known::ten_each()).expect("the deal itself is one");
        let drawn: HashSet<([Cards; 3], Cards)> = (0..layouts.count())
            .map(|n| layouts.nth(n))
            .filter(|&(hands, talon)| view.play(hands, talon).is_some())
            .map(|(hands, talon)| (hands.0, talon))
            .collect();

        let gone: Cards = played.iter().copied().collect();
        let open: Vec<Card> = (Cards::PACK - own - gone - aside).iter().collect();
        let held = |of: Seat| if of == seat { own } else { deal.hand(of) & gone };
        let room = |of: Seat| 10 - held(of).len();
        let [a, b, c] = Seat::ALL.map(room);
        let mut all = Vec::new();
        ways(&open, [a, b, c, 2 - aside.len()], [Cards::NONE; 4], &mut all);
        let whole = all.len();
        let expected: HashSet<([Cards; 3], Cards)> = all
            .into_iter()
            .map(|[f, m, r, talon]| {
                let hands = BySeat([f, m, r]);
                let hands = BySeat::from_fn(|of| hands[of] | held(of));
                (hands, talon | aside)
            })
            .filter(|&(hands, talon)| view.play(hands, talon).is_some())
            .map(|(hands, talon)| (hands.0, talon))
            .collect();
        assert!(drawn.contains(&(deal.hands().0, deal.talon())), "seed {seed}");
        assert_eq!(drawn, expected, "seed {seed}");
        ruled_out += whole - expected.len();
    }
    assert!(ruled_out > 100, "what was played ruled out {ruled_out} layouts");
}

#[test]
fn what_makes_takes_the_tricks() {
    let mut solver = Solver::new();
    let mut made = 0;
    for seed in 72_000_000..72_000_012_u64 {
        let rules: Variant = ["illustrated-run6", "american"][seed as usize % 2].parse().expect("a preset");
        let deal = random::deal(&mut random::generator(seed));
        for contract in ["C", "N", "misere", "run6", "uno"] {
            let contract: Contract = contract.parse().expect("a contract");
            let declarer = Seat::ALL[seed as usize % 3];
            let (_, outcome) = most(&mut solver, &rules, &deal, declarer, contract, true);
            let makes = makes(&mut solver, &rules, &deal, declarer, contract);
            assert_eq!(makes, outcome.made, "{contract} seed {seed}");
            made += usize::from(makes);
        }
    }
    assert!((3..50).contains(&made), "{made} made");
}
