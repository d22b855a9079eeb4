//! Hands in progress in which each seat plays for its payment. Cards and lines are compared with the
//! settlement of the final position.

use std::collections::{BTreeMap, BTreeSet};

use preference::cards::{Cards, Suit};
use preference::gains::Model;
use preference::gains::expected_result::{solve_cards, solve_expected_result, solve_line};
use preference::position::{PlaySetup, Position};
use preference::rules::{Contract, Declaration, Variant};
use preference::search::Solver;
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::{HandDecisions, HandResult, HandTerms};
use preference::situation::{CardsInput, Play, PlayState, Situation, TricksTaken, TricksTakenError};
use preference_fixtures::{effort, random};
use rand::RngExt;

fn payment(rules: &Variant, hand: &HandTerms, ended: &PlayState) -> preference::settlement::Gains {
    let made = match ended {
        PlayState::Contract(play) => play.is_made(&mut Solver::plain()),
        PlayState::AllPassed { .. } => false,
    };
    let in_a_row = hand.declaration.is_some_and(|declaration| declaration.contract == Contract::Run6);
    let played = HandResult { made: in_a_row.then_some(made), ..ended.tricks_taken().into() };
    rules.settle(hand, &played).expect("a played hand")
}

#[test]
fn best_card_leads_to_gains_of_line() {
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
        let setup = PlaySetup {
            play_rules: rules.play_rules(),
            trump: contract.and_then(Contract::trump),
            declarer: contract.map(|_| declarer),
            playing: Seats::ALL,
        };
        let played = random.random_range(0..3);
        let position = random::position(random, setup, size, played);
        let mut taken = BySeat([0; 3]);
        for _ in position.tricks_left()..10 {
            taken[Seat::ALL[random.random_range(0..3)]] += 1;
        }
        let declaration = contract.map(|contract| Declaration { contract, declarer, from_hand: false });
        let hand = HandDecisions { pot: Some(40.into()), ..HandDecisions::default() }.under(declaration);
        let situation =
            Situation::new(rules.clone(), CardsInput::Nothing).with_decisions(hand.clone().decisions);
        let situation = match declaration {
            Some(declaration) => situation.with_declaration(declaration),
            None => situation.with_all_passed(),
        };
        let stands = match contract {
            Some(contract) => {
                let alone = declarer.others().into_iter().all(|seat| taken[seat] == 0);
                let run = (contract == Contract::Run6 && !alone).then(|| taken[declarer].min(4));
                let target = rules.target(contract, false);
                let taken = TricksTaken { tricks: taken, run };
                let play = Play::new(position, contract, target, taken).expect("tricks that can be");
                PlayState::Contract(play)
            }
            None => PlayState::AllPassed { position, taken },
        };
        let context = format!("seed {seed}, {name}, {declaration:?}, {model:?}, {position:?}");
        let (expected, line) =
            solve_line(&mut solver, &situation, &stands, model.into()).expect("a hand with a price");
        let gains = expected.gains.expect("a hand with a price");
        // No card may lead to a better result for the seat to move, and one card must lead to an equal
        // result.
        let mover = position.to_move();
        let liking = |gains: &preference::settlement::Gains| match (model, declaration) {
            (Model::Tricks, Some(declaration)) if mover != declaration.declarer => {
                [-gains.seats[declarer]; 3]
            }
            (Model::Tricks, Some(declaration)) => [gains.seats[declaration.declarer]; 3],
            _ => model.utility(mover, declaration.map(|declaration| declaration.declarer), gains),
        };
        let cards = solve_cards(&mut solver, &situation, &stands, model.into()).expect("a hand with a price");
        let best = cards.iter().map(|(_, expected)| liking(expected.gains.as_ref().expect("a price"))).max();
        assert_eq!(best, Some(liking(&gains)), "{context}");
        // The line must end with these gains.
        let mut ended = stands;
        for card in line {
            ended.play(card).expect("a legal card");
        }
        assert!(ended.position().is_over(), "{context}");
        let ends = rules.defender_trick_limit(declaration.map(|said| said.contract)).unwrap_or(10);
        let theirs = 10 - ended.tricks_taken()[declarer];
        if model == Model::Tricks || theirs > ends {
            // These gains cannot be compared with a settlement: in the model `Tricks` tied payments are shared evenly,
            // and if the defenders have more tricks than `ends`, the hand was played on although it was over.
            continue;
        }
        assert_eq!(payment(&rules, &hand, &ended), gains, "{context}");
    }
}

#[test]
fn run_is_derived_if_trick_counts_determine_it() {
    // Lists all orders in which up to nine tricks can have been won, for given tricks of each seat and a given next
    // leader. The number of tricks that the declarer has won in a row is derived only if it is the same in all these
    // orders.
    let rules: Variant = "illustrated-run6".parse().expect("a preset");
    let target = rules.target(Contract::Run6, false);
    let declarer = Seat::Middlehand;
    let mut rows: BTreeMap<([u8; 3], usize), BTreeSet<u8>> = BTreeMap::new();
    for count in 1..=9_u32 {
        for order in 0..3_usize.pow(count) {
            let winners: Vec<usize> = (0..count).map(|n| order / 3_usize.pow(n) % 3).collect();
            let (mut taken, mut row, mut longest) = ([0; 3], 0, 0);
            for &winner in &winners {
                taken[winner] += 1;
                row = if winner == declarer.index() { row + 1 } else { 0 };
                longest = longest.max(row);
            }
            let row = if longest >= 6 { 6 } else { row };
            rows.entry((taken, winners[winners.len() - 1])).or_default().insert(row);
        }
    }
    let (mut decided, mut open) = (0, 0);
    for ((taken, leader), rows) in rows {
        let left = 10 - taken.iter().sum::<u8>();
        let hands = BySeat([Suit::Spades, Suit::Hearts, Suit::Clubs].map(|suit| hand_of(suit, left)));
        let setup = PlaySetup {
            play_rules: rules.play_rules(),
            trump: None,
            declarer: Some(declarer),
            playing: Seats::ALL,
        };
        let position = Position::new(setup, hands, Seat::ALL[leader], &[]).expect("equal hands");
        let play =
            |run| Play::new(position, Contract::Run6, target, TricksTaken { tricks: BySeat(taken), run });
        let context = format!("{taken:?}, {leader} leads: {rows:?}");
        if let [row] = rows.iter().copied().collect::<Vec<u8>>()[..] {
            let given = play(Some(if row == 6 { taken[declarer.index()] } else { row }));
            assert_eq!(play(None).expect(&context), given.expect(&context), "{context}");
            decided += 1;
        } else {
            assert!(matches!(play(None), Err(TricksTakenError::RunUnknown { .. })), "{context}");
            open += 1;
        }
    }
    assert!(decided > 100 && open > 100, "{decided} decided, {open} open");
}

/// Nine cards are the eight of one suit, and a diamond.
fn hand_of(suit: Suit, count: u8) -> Cards {
    let ninth = Suit::Diamonds.cards().iter().nth(suit as usize);
    suit.cards().iter().chain(ninth).take(count.into()).collect()
}

#[test]
fn started_run_counts_for_gain() {
    // Checks that tricks won in a row before the position count for the gains; the position alone does not show
    // them.
    let rules: Variant = "illustrated-run6".parse().expect("a preset");
    let layout: preference::deal::Layout = "F:A...A K...K Q...Q".parse().expect("a layout");
    let hands = BySeat::from_fn(|seat| layout.hand(seat).unwrap_or_default());
    let setup = PlaySetup {
        play_rules: rules.play_rules(),
        trump: None,
        declarer: Some(Seat::Forehand),
        playing: Seats::ALL,
    };
    let position = Position::new(setup, hands, Seat::Forehand, &[]).expect("equal hands");
    let taken = BySeat([4, 4, 0]);
    let situation =
        Situation::new(rules.clone(), layout).with_contract(Contract::Run6).with_declarer(Seat::Forehand);
    let gain = |run| {
        let target = rules.target(Contract::Run6, false);
        let taken = TricksTaken { tricks: taken, run: Some(run) };
        let play = Play::new(position, Contract::Run6, target, taken).expect("tricks that can be");
        let stands = PlayState::Contract(play);
        let found = solve_expected_result(&mut Solver::new(), &situation, &stands, Model::Selfish.into());
        let gains = found.expect("a price").gains.expect("a price");
        // A situation that has all facts about the play must give the same play.
        let said = situation.clone().with_tricks_taken(taken).play().expect("tricks that can be");
        assert_eq!(said, play);
        gains.seats[Seat::Forehand]
    };
    let nothing = preference::settlement::Amount::default();
    assert!(gain(4) > nothing, "two more make it six in a row");
    assert!(gain(3) < nothing, "two more make it five in a row");
}
