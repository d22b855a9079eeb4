//! Invariants between the answers to different questions about random deals.

use preference::Analyst;
use preference::cards::{Card, Cards, Suit};
use preference::deal::Deal;
use preference::outcomes::outcome::Outcome;
use preference::position::{PlaySetup, Position};
use preference::questions::cards::{CardsOptions, PlayOptions, PlayValue};
use preference::questions::talon::TalonOptions;
use preference::rules::{Contract, Goal, PlayRules, Variant};
use preference::search::Solver;
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::HandDecisions;
use preference::situation::{Leader, Play, Situation, TricksTaken};
use preference_fixtures::random;
use proptest::prelude::*;

fn play(seed: u64, play_rules: u8, contract: &str) -> Play {
    let deal = random::deal(&mut random::generator(seed));
    start(&deal, PlayRules::from_bits(play_rules), contract.parse().expect("a contract"))
}

fn start(deal: &Deal, play_rules: PlayRules, contract: Contract) -> Play {
    let declarer = Seat::Middlehand;
    let setup =
        PlaySetup { play_rules, trump: contract.trump(), declarer: Some(declarer), playing: Seats::ALL };
    let position = Position::new(setup, deal.hands(), Seat::Forehand, &[]).expect("a deal");
    let rules: Variant = "austrian".parse().expect("a preset");
    Play::new(position, contract, rules.target(contract, false), TricksTaken::default()).expect("a contract")
}

fn rules(play_rules: PlayRules) -> Variant {
    let austrian: Variant = "austrian".parse().expect("a preset");
    let rules = PlayRules::NAMES.iter().enumerate().try_fold(austrian, |rules, (n, name)| {
        let sign = if play_rules.bits() >> n & 1 == 1 { '+' } else { '-' };
        rules.with_switch(&format!("{sign}{name}"))
    });
    rules.expect("switches")
}

fn situation(deal: &Deal, play_rules: PlayRules, leader: Seat) -> Situation {
    Situation::new(rules(play_rules), *deal).with_declarer(Seat::Middlehand).with_leader(Leader::Seat(leader))
}

fn outcome(value: &PlayValue) -> Outcome {
    match value {
        PlayValue::Declarer(outcome) => *outcome,
        PlayValue::Everybody { .. } => panic!("a declarer plays for tricks"),
    }
}

fn exchange_suits(deal: &Deal, a: Suit, b: Suit) -> Deal {
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
        hand.iter().map(|card| preference::cards::Card::new(other(card.suit()), card.rank())).collect()
    };
    Deal::new(BySeat(deal.hands().0.map(exchange)), exchange(deal.talon())).expect("a deal")
}

const CONTRACTS: [&str; 6] = ["S", "C", "N", "misere", "uno", "run6"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn exchanged_side_suits_change_no_outcome(seed: u64, play_rules in 0..32_u8, n in 0..6_usize) {
        let deal = random::deal(&mut random::generator(seed));
        let contract = CONTRACTS[n].parse().expect("a contract");
        let outcome = |deal: &Deal| start(deal, PlayRules::from_bits(play_rules), contract).outcome(&mut Solver::new());
        prop_assert_eq!(outcome(&deal), outcome(&exchange_suits(&deal, Suit::Hearts, Suit::Diamonds)));
    }

    #[test]
    fn higher_target_is_never_easier(seed: u64, play_rules in 0..32_u8, n in 0..3_usize) {
        let play = play(seed, play_rules, CONTRACTS[n]);
        let (solver, seats) = (&mut Solver::new(), Seats::from_seat(play.declarer()));
        let most = solver.max_tricks(play.position(), seats);
        for tricks in 0..=10 {
            prop_assert_eq!(solver.can_reach(play.position(), seats, Goal::AtLeast { seats, tricks }), tricks <= most);
        }
    }

    #[test]
    fn position_is_worth_its_best_card(seed: u64, play_rules in 0..32_u8, n in 0..6_usize, played in 0..12_usize) {
        let mut play = play(seed, play_rules, CONTRACTS[n]);
        let mut cards = Vec::new();
        for _ in 0..played {
            let card = play.position().legal_cards().iter().next_back().expect("a card");
            play.play(card).expect("a legal card");
            cards.push(card);
        }
        let deal = random::deal(&mut random::generator(seed));
        let hand = situation(&deal, PlayRules::from_bits(play_rules), Seat::Forehand)
            .with_contract(play.contract())
            .with_cards_played(cards);
        prop_assert_eq!(hand.play().expect("a contract"), play);
        let analyst = &mut Analyst::new();
        let answer = analyst.cards(&hand, &CardsOptions::default()).expect("a contract");
        let before = analyst.with_solver(|solver| play.outcome(solver));
        let worth = |outcome: Outcome| match outcome.tricks {
            Some(tricks) if play.contract().is_misere() => -i32::from(tricks),
            tricks => i32::from(tricks.unwrap_or(outcome.made.into())),
        };
        let legal: Vec<Card> = answer.cards.iter().map(|card| card.card).collect();
        prop_assert_eq!(legal, play.position().legal_cards().iter().collect::<Vec<Card>>());
        let values = answer.cards.iter().map(|card| worth(outcome(&card.value)));
        let best = if play.position().to_move() == play.declarer() { values.max() } else { values.min() };
        prop_assert_eq!(best, Some(worth(before)));
    }

    #[test]
    fn line_reaches_its_value(seed: u64, play_rules in 0..32_u8, n in 0..6_usize, out: bool) {
        let mut play = play(seed, play_rules, CONTRACTS[n]);
        let deal = random::deal(&mut random::generator(seed));
        let leader = if out { Seat::Rearhand } else { Seat::Forehand };
        let mut hand =
            situation(&deal, PlayRules::from_bits(play_rules), leader).with_contract(play.contract());
        if out {
            let setup = PlaySetup { playing: Seats::ALL - Seats::from_seat(Seat::Rearhand), ..play.position().setup() };
            let hands = BySeat::from_fn(|seat| play.position().hand(seat));
            let position = Position::new(setup, hands, Seat::Rearhand, &[]).expect("two hands");
            let rules: Variant = "austrian".parse().expect("a preset");
            let target = rules.target(play.contract(), false);
            play = Play::new(position, play.contract(), target, TricksTaken::default()).expect("a contract");
            hand = hand.with_decisions(HandDecisions { out: Seats::from_seat(Seat::Rearhand), ..HandDecisions::default() });
        }
        prop_assert_eq!(hand.play().expect("a contract"), play);
        let answer = Analyst::new().line(&hand, &PlayOptions::default()).expect("a contract");
        let (outcome, line) = (outcome(&answer.value), answer.line);
        prop_assert_eq!(line.len(), if out { 20 } else { 30 });
        for card in line {
            play.play(card).expect("a line of legal cards");
        }
        prop_assert!(play.position().is_over());
        prop_assert_eq!(play.outcome(&mut Solver::new()), outcome);
        if let Some(tricks) = outcome.tricks {
            prop_assert_eq!(play.tricks_taken()[play.declarer()], tricks);
        }
    }

    #[test]
    fn used_solver_gives_same_answers(seed: u64) {
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
fn all_discards_are_evaluated() {
    let deal: Deal = "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98".parse().expect("a deal");
    let contracts: Vec<Contract> = ["S", "misere"].map(|name| name.parse().expect("a contract")).into();
    let hand = situation(&deal, PlayRules::from_bits(1), Seat::Forehand);
    let options = TalonOptions { contracts: contracts.clone().into(), ..TalonOptions::default() };
    let talon = Analyst::new().talon(&hand, &options).expect("outcomes");
    let discards = talon.discards;
    assert_eq!(discards.len(), 66);
    let mut listed =
        discards.iter().map(|discard| discard.cards.iter().map(|card| 31 - card.bit()).collect::<Vec<_>>());
    assert!(listed.clone().is_sorted(), "by suit, from the ace down");
    assert!(listed.all(|pair| pair.len() == 2));
    assert_eq!(talon.best.len(), contracts.len());
    for ((best, &contract), n) in talon.best.iter().zip(&contracts).zip(0..) {
        assert_eq!(best.result.contract, contract);
        let tricks = discards.iter().filter_map(|discard| discard.results[n].outcome.tricks);
        let wanted = if contract.is_misere() { tricks.min() } else { tricks.max() };
        assert_eq!(best.result.outcome.tricks, wanted);
        for discard in &discards {
            let reaches = discard.results[n].outcome == best.result.outcome;
            assert_eq!(best.discards.contains(&discard.cards), reaches);
        }
    }
}
