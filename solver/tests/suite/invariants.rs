//! What must hold between the answers to different questions, on random deals.

use preference::analysis::{cards, line, talon};
use preference::{
    BySeat, Cards, Contract, Deal, Game, Goal, Play, PlayRules, Position, Seat, Seats, Solver, Suit, Variant,
};
use preference_fixtures::random;
use proptest::prelude::*;

/// A contract of a random deal under any switches.
fn play(seed: u64, play_rules: u8, contract: &str) -> Play {
    let deal = random::deal(&mut random::generator(seed));
    start(&deal, PlayRules::from_bits(play_rules), contract.parse().expect("a contract"))
}

fn start(deal: &Deal, play_rules: PlayRules, contract: Contract) -> Play {
    let declarer = Seat::Middlehand;
    let game = Game { play_rules, trump: contract.trump(), declarer: Some(declarer), playing: Seats::ALL };
    let position = Position::new(game, deal.hands(), Seat::Forehand, &[]).expect("a deal");
    let rules: Variant = "austrian".parse().expect("a preset");
    Play::new(position, contract, rules.target(contract, false), BySeat::default(), 0).expect("a contract")
}

/// The deal with two suits exchanged.
fn exchanged(deal: &Deal, a: Suit, b: Suit) -> Deal {
    let exchange = |hand: Cards| {
        let other = |suit| {
            if suit == a {
                b
            } else if suit == b {
                a
            } else {
                suit
            }
        };
        hand.iter().map(|card| preference::Card::new(other(card.suit()), card.rank())).collect()
    };
    Deal::new(BySeat(deal.hands().0.map(exchange)), exchange(deal.talon())).expect("a deal")
}

const CONTRACTS: [&str; 6] = ["S", "C", "N", "misere", "uno", "run6"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn side_suits_are_only_names(seed: u64, play_rules in 0..32_u8, n in 0..6_usize) {
        let deal = random::deal(&mut random::generator(seed));
        let contract = CONTRACTS[n].parse().expect("a contract");
        let outcome = |deal: &Deal| start(deal, PlayRules::from_bits(play_rules), contract).outcome(&mut Solver::new());
        prop_assert_eq!(outcome(&deal), outcome(&exchanged(&deal, Suit::Hearts, Suit::Diamonds)));
    }

    #[test]
    fn a_longer_target_is_never_easier(seed: u64, play_rules in 0..32_u8, n in 0..3_usize) {
        let play = play(seed, play_rules, CONTRACTS[n]);
        let (solver, seats) = (&mut Solver::new(), Seats::of(play.declarer()));
        let most = solver.most(play.position(), seats);
        for tricks in 0..=10 {
            prop_assert_eq!(solver.reaches(play.position(), seats, Goal::AtLeast { seats, tricks }), tricks <= most);
        }
    }

    #[test]
    fn a_deal_is_worth_what_its_best_card_is(seed: u64, play_rules in 0..32_u8, n in 0..6_usize, played in 0..12_usize) {
        let mut play = play(seed, play_rules, CONTRACTS[n]);
        for _ in 0..played {
            let card = play.position().legal().iter().last().expect("a card");
            play.play(card).expect("a legal card");
        }
        let solver = &mut Solver::new();
        let outcome = play.outcome(solver);
        let worth = |outcome: preference::Outcome| match outcome.tricks {
            Some(tricks) if play.contract().is_misere() => -i32::from(tricks),
            tricks => i32::from(tricks.unwrap_or(outcome.made.into())),
        };
        let cards = cards::outcomes(solver, &play);
        let contract_values = cards.iter().map(|&(_, outcome)| worth(outcome));
        let best = if play.position().to_move() == play.declarer() { contract_values.max() } else { contract_values.min() };
        prop_assert_eq!(best, Some(worth(outcome)));
    }

    #[test]
    fn a_line_keeps_its_promise(seed: u64, play_rules in 0..32_u8, n in 0..6_usize, out: bool) {
        let mut play = play(seed, play_rules, CONTRACTS[n]);
        if out {
            let game = Game { playing: Seats::ALL - Seats::of(Seat::Rearhand), ..play.position().game() };
            let hands = BySeat::from_fn(|seat| play.position().hand(seat));
            let position = Position::new(game, hands, Seat::Rearhand, &[]).expect("two hands");
            let rules: Variant = "austrian".parse().expect("a preset");
            let target = rules.target(play.contract(), false);
            play = Play::new(position, play.contract(), target, BySeat::default(), 0).expect("a contract");
        }
        let (outcome, line) = line::best(&mut Solver::new(), &play);
        prop_assert_eq!(line.len(), if out { 20 } else { 30 });
        for card in line {
            play.play(card).expect("a line of legal cards");
        }
        prop_assert!(play.position().is_over());
        prop_assert_eq!(play.outcome(&mut Solver::new()), outcome);
        if let Some(tricks) = outcome.tricks {
            prop_assert_eq!(play.taken()[play.declarer()], tricks);
        }
    }

    /// What is learnt from one question does not colour the next.
    #[test]
    fn a_used_solver_answers_as_a_new_one(seed: u64) {
        let solver = &mut Solver::new();
        for (n, contract) in CONTRACTS.iter().enumerate() {
            for play_rules in [0, 1, 15] {
                let play = play(seed.wrapping_add(n as u64 % 2), play_rules, contract);
                prop_assert_eq!(play.outcome(solver), play.outcome(&mut Solver::new()), "{}", contract);
            }
        }
    }
}

#[test]
fn all_discards_are_weighed() {
    let deal: Deal = "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98".parse().expect("a deal");
    let contracts: Vec<Contract> = ["S", "misere"].map(|name| name.parse().expect("a contract")).into();
    let outcomes = |solver: &mut Solver, deal: &Deal| -> Result<_, ()> {
        Ok(contracts
            .iter()
            .map(|&contract| start(deal, PlayRules::from_bits(1), contract).outcome(solver))
            .collect())
    };
    let discards = talon::discards(&mut Solver::new(), &deal, Seat::Middlehand, outcomes).expect("outcomes");
    assert_eq!(discards.len(), 66);
    let mut listed =
        discards.iter().map(|discard| discard.cards.iter().map(|card| 31 - card.bit()).collect::<Vec<_>>());
    assert!(listed.clone().is_sorted(), "in the order of listing");
    assert!(listed.all(|pair| pair.len() == 2));
    for (best, n) in talon::best(&contracts, &discards, talon::By::Tricks).iter().zip(0..) {
        let tricks = discards.iter().filter_map(|discard| discard.outcomes[n].tricks);
        let wanted = if best.contract.is_misere() { tricks.min() } else { tricks.max() };
        assert_eq!(best.outcome.tricks, wanted);
        for discard in &discards {
            assert_eq!(best.discards.contains(&discard.cards), discard.outcomes[n] == best.outcome);
        }
    }
}
