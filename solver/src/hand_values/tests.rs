//! Checks the mixes found before the defenders' hands are opened against the reference solver's linear programme over
//! all layouts and all strategies, in random endings under all rules of play in turn.

use preference_fixtures::effort;
use rand::RngExt;
use rand::seq::SliceRandom;

use super::certificate::CertifiedPart;
use super::choices::Choices;
use super::cutting_planes::find_mix;
use super::reply::Limits;
use crate::cards::{Card, Cards};
use crate::deal::random;
use crate::hidden::beaten::PlanSearch;
use crate::hidden::certificate::{defence_nodes, mix_nodes};
use crate::hidden::matrix::to_f64;
use crate::hidden::mix::Weights;
use crate::hidden::play::HiddenPlay;
use crate::hidden::reference_solver::{OpenWorld, ReferenceSolver};
use crate::hidden::strategy::{KnownMixStrategies, PointBudget};
use crate::hidden::worlds::members;
use crate::position::{PlaySetup, Position};
use crate::rules::contract::Goal;
use crate::rules::play::PlayRules;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};

#[path = "../../examples/checker/strategies.rs"]
mod strategies;

use strategies::{StrategyChecker, Weight, WeightedWorlds, World};

/// Ending of a misère in which the declarer lays two cards aside before the defenders' hands are opened.
struct ClosedEnding {
    declarer: Seat,
    discards: Vec<Cards>,
    plays: Vec<HiddenPlay>,
    /// For each layout, the position after each discard.
    layouts: Vec<Vec<OpenWorld>>,
}

impl ClosedEnding {
    /// Returns a random ending with this number of cards in each hand, and `count` layouts, or all of them if there
    /// are fewer.
    fn random(seed: u64, cards: usize, count: usize) -> ClosedEnding {
        let random = &mut random::generator(seed);
        let declarer = Seat::ALL[random.random_range(0..3)];
        let setup = PlaySetup {
            play_rules: PlayRules::from_bits((seed % 32) as u8),
            trump: None,
            declarer: Some(declarer),
            playing: Seats::ALL,
        };
        let suits = random.random_range(2..=4);
        let pack = random::shuffled_pack(random).into_iter().filter(|card| card.suit().index() < suits);
        let pack: Vec<Card> = pack.take(3 * cards + 2).collect();
        let (held, unseen) = pack.split_at(cards + 2);
        let held: Cards = held.iter().copied().collect();
        let leader = Seat::ALL[random.random_range(0..3)];
        let side = Seats::from_seat(declarer);
        let goal = Goal::AtMost { seats: side, tricks: 0 };
        let mut hands: Vec<Cards> = (0..1_u32 << unseen.len())
            .filter(|bits| bits.count_ones() as usize == cards)
            .map(|bits| (0..unseen.len()).filter(|n| bits >> n & 1 == 1).map(|n| unseen[n]).collect())
            .collect();
        hands.shuffle(random);
        hands.truncate(count);
        let held_cards: Vec<Card> = held.iter().collect();
        let mut discards: Vec<Cards> = Vec::new();
        for (n, &first) in held_cards.iter().enumerate() {
            discards.extend(
                held_cards[n + 1..].iter().map(|&second| [first, second].into_iter().collect::<Cards>()),
            );
        }
        let (mut plays, mut layouts) = (Vec::new(), Vec::new());
        for left in hands {
            let right: Cards = unseen.iter().copied().filter(|&card| !left.contains(card)).collect();
            let position = |own: Cards| {
                let hands = BySeat::from_fn(|seat| match seat {
                    _ if seat == declarer => own,
                    _ if seat == declarer.left() => left,
                    _ => right,
                });
                Position::new(setup, hands, leader, &[]).expect("equal hands")
            };
            let worlds =
                discards.iter().map(|&discard| OpenWorld { position: position(held - discard), tricks: 0 });
            let worlds: Vec<OpenWorld> = worlds.collect();
            plays.push(HiddenPlay::new(worlds[0].position.with_hand(declarer, held), declarer, goal));
            layouts.push(worlds);
        }
        ClosedEnding { declarer, discards, plays, layouts }
    }
}

/// The choices of a random ending.
pub(super) fn random_choices(seed: u64) -> Choices {
    let ending = ClosedEnding::random(seed, 3, 1);
    Choices::new(&ending.plays[0], &ending.discards)
}

/// Compares the values of `number` endings. Returns how many are between 0 and 1, and how many of these the declarer
/// leads.
fn compare_values(cards: usize, layouts: usize, first_seed: u64, number: u64) -> (u64, u64) {
    let mut solver = Solver::new();
    let (mut mixed, mut own_lead) = (0, 0);
    for seed in first_seed..first_seed + number {
        let ending = ClosedEnding::random(seed, cards, layouts);
        let choices = Choices::new(&ending.plays[0], &ending.discards);
        let first = choices.single(0, members(choices.branches[0].worlds).next().expect("a world"));
        // Half of the endings begin without the bounds that are usually found first.
        let first_cuts = |play| choices.first_cuts(&mut Solver::new(), play, &mut None, 500).cuts;
        let cuts = ending.plays.iter().map(|play| if seed % 2 == 0 { first_cuts(play) } else { Vec::new() });
        let found = find_mix(&choices, cuts.collect(), first, false, |mix| {
            let limits = Limits { nodes: u64::MAX, extension: u64::MAX };
            let replies = ending.plays.iter().map(|play| {
                let reply = choices.reply(&mut solver, play, &mut None, mix, limits);
                let caught: f64 = reply.caught.iter().map(|&(.., caught)| caught).sum();
                assert!((reply.low - reply.high).abs() < 1e-9, "seed {seed}: {reply:?}");
                assert!((1.0 - caught - reply.low).abs() < 1e-9, "seed {seed}: {reply:?}");
                reply
            });
            Some(replies.collect())
        });
        let found = found.expect("no limit of time");
        let reference = ReferenceSolver { declarer: ending.declarer, makes: &|tricks| tricks == 0 };
        let value = reference.value_before_opening(&ending.layouts);
        let (low, high) = (found.value(), found.bound);
        assert!(low < value + 1e-6 && value < high + 1e-6, "seed {seed}: {value} of {low} to {high}");
        // The search stops within two thousandths, and a simpler mix may lose as much again.
        assert!(high - low < 0.005, "seed {seed}: {low} to {high}");
        let is_mixed = value > 1e-6 && value < 1.0 - 1e-6;
        mixed += u64::from(is_mixed);
        own_lead += u64::from(is_mixed && ending.plays[0].is_declarers_turn());
    }
    (mixed, own_lead)
}

#[test]
fn values_match_linear_programme_over_all_layouts() {
    let two = compare_values(2, usize::MAX, 66_200_000, 200 * effort() as u64);
    let three = compare_values(3, 2, 66_300_000, effort() as u64);
    println!("values between 0 and 1, and of these with the declarer's lead: {two:?}, {three:?}");
    assert!(two.0 > 10 && two.1 > 2, "{two:?}");
}

/// A mix after one first card, with the strategies of both sides.
struct MixedBranch {
    found: KnownMixStrategies,
    worlds: WeightedWorlds,
    open: Vec<OpenWorld>,
    weights: Vec<f64>,
}

impl ClosedEnding {
    /// A random mix on the first layout after each first card; `nodes` limits the search.
    fn random_mixes(&self, seed: u64, nodes: u64) -> Vec<MixedBranch> {
        let (random, play) = (&mut random::generator(seed), &self.plays[0]);
        let choices = Choices::new(play, &self.discards);
        let mut solver = Solver::new();
        let mut plans = PlanSearch::resume(&mut solver, &choices.worlds, play, choices.no_results.clone());
        let mut mixes = Vec::new();
        for branch in &choices.branches {
            let chosen = members(branch.worlds).filter(|_| random.random_range(0..3) > 0).take(6);
            let chosen: Vec<usize> = chosen.collect();
            let weights: Weights =
                chosen.into_iter().map(|world| (world, random.random_range(1..7))).collect();
            if weights.is_empty() {
                continue;
            }
            let budget = &mut PointBudget(100_000);
            let found = plans.strategies_for_mix(&branch.opened_play(play), &weights, nodes, budget);
            let opened = |world: usize| {
                let first = choices.worlds.list[world].discards[0];
                let place = self.discards.iter().position(|&discard| discard == first).expect("a discard");
                let mut open = self.layouts[0][place];
                if let Some(lead) = branch.lead {
                    open.position.play(lead).expect("a card in hand");
                }
                open
            };
            let open: Vec<OpenWorld> = weights.iter().map(|&(world, _)| opened(world)).collect();
            let worlds = weights.iter().zip(&open).map(|(&(world, weight), open)| {
                let (number, position) = (world as u8, open.position);
                (World { number, position, goal: play.goal() }, Weight::from(weight))
            });
            mixes.push(MixedBranch {
                found: found.expect("few points"),
                worlds: worlds.collect(),
                open,
                weights: weights.iter().map(|&(_, weight)| weight as f64).collect(),
            });
        }
        mixes
    }
}

/// Checks the strategies of `number` endings, and compares their chances with the reference solver. Returns the number
/// of mixes in which a single plan is not the best defence.
fn check_certificates(cards: usize, first_seed: u64, number: u64) -> u64 {
    let mut drawn = 0;
    for seed in first_seed..first_seed + number {
        let ending = ClosedEnding::random(seed, cards, 1);
        let reference = ReferenceSolver { declarer: ending.declarer, makes: &|tricks| tricks == 0 };
        for nodes in [3, u64::MAX] {
            for mixed in ending.random_mixes(seed, nodes) {
                let value = reference.value_of_mix(&mixed.open, &mixed.weights);
                let (low, high) = (mixed.found.low, mixed.found.high);
                assert!(to_f64(low) < value + 1e-6 && value < to_f64(high) + 1e-6, "seed {seed}: {value}");
                assert!(nodes < u64::MAX || low == high, "seed {seed}: {low} to {high}");
                let part = CertifiedPart {
                    lead: None,
                    mix: mix_nodes(mixed.found.mix, |world| world as u8),
                    defence: defence_nodes(mixed.found.defence, |world| world as u8),
                };
                let mut checker = StrategyChecker::new(ending.declarer);
                let guaranteed = checker.guaranteed_weight(&part.mix, 0, mixed.worlds.clone());
                assert_eq!(guaranteed, Ok(low), "seed {seed}");
                let defended = checker.defended_weight(&part.defence, &mixed.worlds);
                assert_eq!(defended, Ok(high), "seed {seed}");
                drawn += u64::from(part.defence.iter().any(|node| !node.then.is_empty()));
            }
        }
    }
    drawn
}

#[test]
fn certificates_are_accepted_and_equal_the_linear_programme() {
    let two = check_certificates(2, 66_500_000, 200 * effort() as u64);
    let three = check_certificates(3, 66_600_000, 40 * effort() as u64);
    println!("mixes that need more than one plan: {two}, {three}");
    assert!(two > 0 && three > 0, "{two}, {three}");
}
