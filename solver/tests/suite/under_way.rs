//! Hands under way that everybody plays for what they pay: cards and lines against the
//! settlement of where they lead.

use preference::analysis::game::Model;
use preference::analysis::game::expected::{cards, expected, line};
use preference::position::{Game, Position};
use preference::rules::{Contract, Declared, Variant};
use preference::search::Solver;
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::{Hand, Played};
use preference::situation::{Given, Play, Situation, Stands, Taken};
use preference_fixtures::{effort, random};
use rand::RngExt;

/// What `hand` pays when it ended so.
fn paid(rules: &Variant, hand: &Hand, ended: &Stands) -> preference::settlement::Gains {
    let made = match ended {
        Stands::Contract(play) => play.made(&mut Solver::plain()),
        Stands::AllPassed { .. } => false,
    };
    let in_a_row = hand.game.is_some_and(|game| game.contract == Contract::Run6);
    let played = Played { made: in_a_row.then_some(made), ..ended.taken().into() };
    rules.settle(hand, &played).expect("a played hand")
}

#[test]
fn a_best_card_leads_where_the_line_ends() {
    let mut solver = Solver::new();
    let cases = [
        ("austrian", "H"),
        ("hungarian", "S"),
        ("russian", "7S"),
        ("american", "C"),
        ("illustrated-run6", "run6"),
        ("illustrated", "misere"),
        ("hungarian-long", "uno"),
        ("russian", "allpass"),
        ("rostov", "allpass"),
    ];
    for n in 0..cases.len() * 12 * effort() {
        let seed = 60_000_000 + n as u64;
        let random = &mut random::generator(seed);
        let (name, contract) = cases[n % cases.len()];
        let rules: Variant = name.parse().expect("a preset");
        let contract: Option<Contract> = contract.parse().ok();
        let declarer = Seat::ALL[random.random_range(0..3)];
        let size = random.random_range(2..5_usize);
        let model = [Model::Selfish, Model::Allied, Model::Tricks][random.random_range(0..3)];
        let game = Game {
            play_rules: rules.play_rules(),
            trump: contract.and_then(Contract::trump),
            declarer: contract.map(|_| declarer),
            playing: Seats::ALL,
        };
        let played = random.random_range(0..3);
        let position = random::position(random, game, size, played);
        let mut taken = BySeat([0; 3]);
        for _ in position.tricks_left()..10 {
            taken[Seat::ALL[random.random_range(0..3)]] += 1;
        }
        let game = contract.map(|contract| Declared { contract, declarer, from_hand: false });
        let hand = Hand { game, pot: Some(40.into()), ..Hand::all_passed() };
        let situation = Situation::new(rules.clone(), Given::Nothing).said(hand.clone());
        let situation = match game {
            Some(game) => situation.declared(game),
            None => situation.all_passed(),
        };
        let stands = match contract {
            Some(contract) => {
                let run = if contract == Contract::Run6 { taken[declarer].min(4) } else { 0 };
                let target = rules.target(contract, false);
                let taken = Taken { tricks: taken, run };
                let play = Play::new(position, contract, target, taken).expect("tricks that can be");
                Stands::Contract(play)
            }
            None => Stands::AllPassed { position, taken },
        };
        let context = format!("seed {seed}, {name}, {game:?}, {model:?}, {position:?}");
        let (expected, line) =
            line(&mut solver, &situation, &stands, model.into()).expect("a hand with a price");
        let gains = expected.gains.expect("a hand with a price");
        // Nobody has a card that leads to more, and somebody one that leads to as much.
        let mover = position.to_move();
        let liking = |gains: &preference::settlement::Gains| match (model, game) {
            (Model::Tricks, Some(game)) if mover != game.declarer => [-gains.seats[declarer]; 3],
            (Model::Tricks, Some(game)) => [gains.seats[game.declarer]; 3],
            _ => model.liking(mover, game.map(|game| game.declarer), gains),
        };
        let cards = cards(&mut solver, &situation, &stands, model.into()).expect("a hand with a price");
        let best = cards.iter().map(|(_, expected)| liking(expected.gains.as_ref().expect("a price"))).max();
        assert_eq!(best, Some(liking(&gains)), "{context}");
        // And there the line ends.
        let mut ended = stands;
        for card in line {
            ended.play(card).expect("a legal card");
        }
        assert!(ended.position().is_over(), "{context}");
        let ends = rules.ends_at(&hand).unwrap_or(10);
        let theirs = 10 - ended.taken()[declarer];
        if model == Model::Tricks || theirs > ends {
            // Shared evenly, or played on though it was over.
            continue;
        }
        assert_eq!(paid(&rules, &hand, &ended), gains, "{context}");
    }
}

/// Where a hand is played for what it pays the position alone does not tell how it stands.
#[test]
fn a_row_begun_counts() {
    let rules: Variant = "illustrated-run6".parse().expect("a preset");
    let layout: preference::deal::Layout = "F:A...A K...K Q...Q".parse().expect("a layout");
    let hands = BySeat::from_fn(|seat| layout.hand(seat).unwrap_or_default());
    let game = Game {
        play_rules: rules.play_rules(),
        trump: None,
        declarer: Some(Seat::Forehand),
        playing: Seats::ALL,
    };
    let position = Position::new(game, hands, Seat::Forehand, &[]).expect("equal hands");
    let taken = BySeat([4, 4, 0]);
    let situation = Situation::new(rules.clone(), layout).contract(Contract::Run6).by(Seat::Forehand);
    let gain = |run| {
        let target = rules.target(Contract::Run6, false);
        let taken = Taken { tricks: taken, run };
        let play = Play::new(position, Contract::Run6, target, taken).expect("tricks that can be");
        let stands = Stands::Contract(play);
        let found = expected(&mut Solver::new(), &situation, &stands, Model::Selfish.into());
        let gains = found.expect("a price").gains.expect("a price");
        // The same when the situation says all of it.
        let said = situation.clone().taken(taken).play().expect("tricks that can be");
        assert_eq!(said, play);
        gains.seats[Seat::Forehand]
    };
    let nothing = preference::settlement::Amount::default();
    assert!(gain(4) > nothing, "two more make it six in a row");
    assert!(gain(3) < nothing, "two more make it five in a row");
}
