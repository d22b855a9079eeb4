//! Checks the search with a hidden discard against the reference solver in random endings, under all rules of play in
//! turn.

use preference_fixtures::effort;
use rand::{Rng, RngExt};

use super::beaten::PlanSearch;
use super::chance::ChanceSolution;
use super::matrix::{Fraction, MatrixSolution, to_f64};
use super::mix::{MixSearch, Weights, weighted_worlds};
use super::play::HiddenPlay;
use super::reference_solver::{OpenWorld, ReferenceSolver};
use super::response::{ResponseSearch, possible_plans};
use super::worlds::{WorldSet, Worlds, members, to_set};
use crate::cards::{Card, Cards, Suit};
use crate::deal::random;
use crate::position::{PlaySetup, Position};
use crate::rules::contract::Goal;
use crate::rules::play::PlayRules;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};

/// Ending in which the declarer has laid aside two cards, and some cards of a trick may have been played.
struct Ending {
    setup: PlaySetup,
    goal: Goal,
    /// Possible discards, each with the position that it leaves.
    worlds: Vec<(Cards, OpenWorld)>,
}

impl Ending {
    /// Returns a random ending with this number of cards in each hand. The seeds cycle through the rules of play,
    /// trumps and no trumps, and two and three hands.
    fn random(seed: u64, cards: usize) -> Ending {
        let random = &mut random::generator(seed);
        let declarer = Seat::ALL[random.random_range(0..3)];
        let out = if random.random() { declarer.left() } else { declarer.right() };
        let setup = PlaySetup {
            play_rules: PlayRules::from_bits((seed % 32) as u8),
            trump: (seed / 32 % 2 == 1).then_some(Suit::ALL[random.random_range(0..4)]),
            declarer: Some(declarer),
            playing: if seed / 64 % 4 == 3 { Seats::ALL - Seats::from_seat(out) } else { Seats::ALL },
        };
        // With few suits the players follow suit more often.
        let suits = random.random_range(2..=4);
        let pack = random::shuffled_pack(random);
        let mut pack = pack.into_iter().filter(|card| card.suit().index() < suits);
        let hands = BySeat::from_fn(|seat| {
            pack.by_ref().take(if seat == declarer { cards + 2 } else { cards }).collect::<Cards>()
        });
        let leader = setup.playing.first_from(Seat::ALL[random.random_range(0..3)]);
        let side = Seats::from_seat(declarer);
        let tricks = random.random_range(0..cards as u8);
        let goal = match random.random_range(0..3) {
            0 => Goal::AtLeast { seats: side, tricks: tricks + 1 },
            1 => Goal::AtMost { seats: side, tricks },
            _ => Goal::AtMost { seats: side, tricks: 0 },
        };
        let twelve = hands[declarer];
        let worlds = pairs(twelve).map(|discard| {
            let hands = BySeat::from_fn(|seat| if seat == declarer { twelve - discard } else { hands[seat] });
            let position = Position::new(setup, hands, leader, &[]).expect("equal hands");
            (discard, OpenWorld { position, tricks: 0 })
        });
        let mut ending = Ending { setup, goal, worlds: worlds.collect() };
        for _ in 0..random.random_range(0..setup.playing.len()) {
            ending.play_random(random);
        }
        ending
    }

    /// Plays a random card, and drops the worlds in which it is not legal.
    fn play_random(&mut self, random: &mut impl Rng) {
        let world = self.worlds[random.random_range(0..self.worlds.len())].1;
        let legal: Vec<Card> = world.position.legal_cards().iter().collect();
        let card = legal[random.random_range(0..legal.len())];
        self.worlds.retain(|(_, world)| world.position.legal_cards().contains(card));
        for (_, world) in &mut self.worlds {
            world.position.play(card).expect("legal");
        }
    }

    fn declarer(&self) -> Seat {
        self.setup.declarer.expect("a declarer")
    }

    fn makes(&self, tricks: u8) -> bool {
        match self.goal {
            Goal::AtLeast { tricks: least, .. } => tricks >= least,
            Goal::AtMost { tricks: most, .. } => tricks <= most,
            _ => unreachable!("the goals of the tests count tricks"),
        }
    }

    fn hidden_play(&self) -> (HiddenPlay, Worlds) {
        let (discard, world) = self.worlds[0];
        let declarer = self.declarer();
        let twelve = world.position.hand(declarer) | discard;
        let position = world.position.with_hand(declarer, twelve);
        let discards: Vec<Cards> = self.worlds.iter().map(|world| world.0).collect();
        (HiddenPlay::new(position, declarer, self.goal), Worlds::join(&position, declarer, &discards))
    }

    fn open_worlds(&self) -> Vec<OpenWorld> {
        self.worlds.iter().map(|world| world.1).collect()
    }

    /// Returns the position after the first of the equivalent discards that make up `world`.
    fn open_world(&self, worlds: &Worlds, world: usize) -> OpenWorld {
        let discard = worlds.list[world].discards[0];
        self.worlds.iter().find(|(other, _)| *other == discard).expect("a possible discard").1
    }
}

fn pairs(cards: Cards) -> impl Iterator<Item = Cards> {
    let cards: Vec<Card> = cards.iter().collect();
    (0..cards.len()).flat_map(move |n| {
        let (first, later) = (cards[n], cards[n + 1..].to_vec());
        later.into_iter().map(move |second| Cards::from_card(first) | Cards::from_card(second))
    })
}

/// Compares verdicts and beaten sets in `number` endings with the reference solver. Returns the number of endings in
/// which the contract is caught.
fn compare_plans(cards: usize, first_seed: u64, number: u64) -> u64 {
    let mut caught = 0;
    let mut solver = Solver::new();
    for seed in first_seed..first_seed + number {
        let ending = Ending::random(seed, cards);
        let (play, worlds) = ending.hidden_play();
        let reference =
            ReferenceSolver { declarer: ending.declarer(), makes: &|tricks| ending.makes(tricks) };
        let expected = reference.beats(&ending.open_worlds());
        let mut plans = PlanSearch::new(&mut solver, &worlds, &play);
        let random = &mut random::generator(seed);
        for _ in 0..3 {
            let set = to_set(members(worlds.full_set()).filter(|_| random.random()));
            let open: Vec<OpenWorld> = members(set).map(|world| ending.open_world(&worlds, world)).collect();
            assert_eq!(
                plans.beats(&play, set),
                Ok(reference.beats(&open)),
                "seed {seed}, {cards} cards, set {set:b}"
            );
        }
        let chance = plans.chance(&play, worlds.full_set());
        assert_eq!(chance.is_caught(), Some(expected), "seed {seed}, {cards} cards");
        for (set, _) in &chance.plans {
            let open: Vec<OpenWorld> = members(*set).map(|world| ending.open_world(&worlds, world)).collect();
            assert!(reference.beats(&open), "seed {seed}, {cards} cards, plan {set:b}");
        }
        caught += u64::from(expected);
    }
    caught
}

#[test]
fn verdicts_and_beaten_sets_match_plain_recursion() {
    let two = compare_plans(2, 40_200_000, 300 * effort() as u64);
    let three = compare_plans(3, 40_300_000, 60 * effort() as u64);
    let four = compare_plans(4, 40_400_000, effort() as u64);
    assert!(two > 30 && three > 5, "{two}, {three} and {four} caught");
}

/// A search that gave up at a limit must have stored nothing wrong: it goes on to the bounds that a search without a
/// limit finds.
#[test]
fn search_that_gave_up_goes_on_without_errors() {
    let mut solver = Solver::new();
    let mut gave_up = 0;
    for seed in 41_000_000..41_000_000 + 400 * effort() as u64 {
        let ending = Ending::random(seed, 3);
        let (play, worlds) = ending.hidden_play();
        let all = worlds.full_set();
        let whole = PlanSearch::new(&mut solver, &worlds, &play).chance(&play, all);
        let mut plans = PlanSearch::new(&mut solver, &worlds, &play);
        for limit in [1, 2, 5, 20] {
            plans.sets_left = limit;
            let mut cut = ChanceSolution::default();
            gave_up += usize::from(plans.narrow_chance(&play, all, &mut cut).is_err());
            assert!(cut.low <= whole.high && whole.low <= cut.high, "seed {seed}, limit {limit}");
        }
        plans.sets_left = u64::MAX;
        let end = plans.chance(&play, all);
        // The order of the work may change which bounds remain apart, but not a verdict.
        assert_eq!(end.is_caught(), whole.is_caught(), "seed {seed}");
        assert!(end.low <= whole.high && whole.low <= end.high, "seed {seed}");
    }
    assert!(gave_up > 0);
}

/// Checks that the upper bound equals the value of the matrix game of a declarer who knows the plan that was drawn.
#[test]
fn upper_bound_equals_value_over_all_plans_in_two_card_endings() {
    let mut solver = Solver::new();
    let mut mixed = 0;
    for seed in 40_500_000..40_500_000 + 800 * effort() as u64 {
        let ending = Ending::random(seed, 2);
        let (play, worlds) = ending.hidden_play();
        let reference =
            ReferenceSolver { declarer: ending.declarer(), makes: &|tricks| ending.makes(tricks) };
        let places: Vec<usize> = (0..ending.worlds.len()).collect();
        let open = places.iter().copied().zip(ending.open_worlds()).collect::<Vec<_>>();
        let sets = reference.beaten_by_each_plan(&open);
        let solution = MatrixSolution::solve(&places, &maximal_sets(&sets)).expect("small numbers");
        let value = Fraction::from(1) - solution.beaten;
        let chance = PlanSearch::new(&mut solver, &worlds, &play).chance(&play, worlds.full_set());
        assert_eq!(chance.high, value, "seed {seed}");
        mixed += usize::from(value != Fraction::from(0) && value != Fraction::from(1));
    }
    assert!(mixed > 0, "{mixed} values between 0 and 1");
}

fn maximal_sets(sets: &[WorldSet]) -> Vec<WorldSet> {
    let is_part = |set: &WorldSet| sets.iter().any(|other| other != set && set & !other == 0);
    let mut maximal: Vec<WorldSet> = sets.iter().copied().filter(|set| !is_part(set)).collect();
    maximal.sort_unstable();
    maximal.dedup();
    maximal
}

/// Counts of endings whose value was compared.
#[derive(Debug, Default)]
struct ValueCounts {
    /// Values found by the linear programme of the reference solver.
    solved: u64,
    /// Values between 0 and 1.
    mixed: u64,
    /// Endings in which the bounds differ.
    apart: u64,
    /// Values that are less than the upper bound.
    loose: u64,
}

/// Checks the chance that the declarer has with each discard against the defenders' mix. If the bounds are equal, it
/// must be the value of the game for each discard of the declarer's mix; for every discard it must be at most the
/// upper bound.
fn compare_responses(plans: &mut PlanSearch, play: &HiddenPlay, chance: &ChanceSolution, value: f64) {
    let possible = plans.worlds.full_set();
    let mix = possible_plans(&chance.plans);
    for world in members(possible) {
        let own = ResponseSearch::new(plans, world).chance(play, possible, &mix);
        let is_mixed = chance.mix.iter().any(|&(other, _)| other == world);
        let own_value = *own.numer() as f64 / *own.denom() as f64;
        assert!(own <= chance.high, "world {world}: {own} of {value}");
        assert!(
            !is_mixed || chance.low < chance.high || (own_value - value).abs() < 1e-6,
            "world {world}: {own} of {value}"
        );
    }
}

/// Compares the bounds with the value of the linear programme. If both bounds are 0 or both
/// are 1, an ending is skipped unless its seed is a multiple of 50.
fn compare_values(cards: usize, first_seed: u64, number: u64) -> ValueCounts {
    let mut solver = Solver::new();
    let mut counts = ValueCounts::default();
    for seed in first_seed..first_seed + number {
        let ending = Ending::random(seed, cards);
        let (play, worlds) = ending.hidden_play();
        let mut plans = PlanSearch::new(&mut solver, &worlds, &play);
        let chance = plans.chance(&play, worlds.full_set());
        let [low, high] =
            [chance.low, chance.high].map(|bound| *bound.numer() as f64 / *bound.denom() as f64);
        if (high == 0.0 || low == 1.0) && seed % 50 != 0 {
            continue;
        }
        let reference =
            ReferenceSolver { declarer: ending.declarer(), makes: &|tricks| ending.makes(tricks) };
        let value = reference.value(&ending.open_worlds());
        compare_responses(&mut plans, &play, &chance, value);
        assert!(low - 1e-6 <= value && value <= high + 1e-6, "seed {seed}: {value} of {low} to {high}");
        counts.solved += 1;
        counts.mixed += u64::from(value > 1e-6 && value < 1.0 - 1e-6);
        counts.apart += u64::from(low < high);
        counts.loose += u64::from(value < high - 1e-6);
        if value < high - 1e-6 {
            println!("seed {seed}, {cards} cards: value {value} of {} to {}", chance.low, chance.high);
        }
    }
    counts
}

#[test]
fn bounds_contain_value_of_linear_programme() {
    let two = compare_values(2, 40_600_000, 800 * effort() as u64);
    let three = compare_values(3, 40_700_000, 250 * effort() as u64);
    println!("endings of 2 cards: {two:?}, of 3 cards: {three:?}");
    assert!(two.mixed > 0 && three.mixed > 0, "{two:?} and {three:?}");
}

/// Compares the declarer's chance in mixes of up to six worlds, weighted at random, with the value that the reference
/// solver finds. Returns the number of mixes in which the declarer can do better than by playing all worlds alike.
fn compare_mixes(cards: usize, first_seed: u64, number: u64) -> u64 {
    let mut solver = Solver::new();
    let mut split = 0;
    for seed in first_seed..first_seed + number {
        let ending = Ending::random(seed, cards);
        let (play, worlds) = ending.hidden_play();
        let mut plans = PlanSearch::new(&mut solver, &worlds, &play);
        let random = &mut random::generator(seed);
        let failing: Vec<usize> = members(plans.failing_worlds(&play, worlds.full_set())).collect();
        let chosen = failing.into_iter().filter(|_| random.random_range(0..3) > 0).take(6);
        let weights: Weights = chosen
            .collect::<Vec<usize>>()
            .into_iter()
            .map(|world| (world, random.random_range(1..7)))
            .collect();
        if weights.len() < 3 || plans.beats(&play, weighted_worlds(&weights)) == Ok(true) {
            continue;
        }
        let chance = MixSearch::new(&mut plans).chance(&play, &weights).expect("small numbers");
        let reference =
            ReferenceSolver { declarer: ending.declarer(), makes: &|tricks| ending.makes(tricks) };
        let open: Vec<OpenWorld> =
            weights.iter().map(|&(world, _)| ending.open_world(&worlds, world)).collect();
        let factors: Vec<f64> = weights.iter().map(|&(_, weight)| weight as f64).collect();
        let value = reference.value_of_mix(&open, &factors);
        assert!((to_f64(chance) - value).abs() < 1e-6, "seed {seed}, {weights:?}: {chance} and {value}");
        let least = weights.iter().map(|&(_, weight)| weight).min().expect("a weight");
        split += u64::from(chance > Fraction::from(least));
    }
    split
}

#[test]
fn chances_of_mixes_match_linear_programme() {
    let two = compare_mixes(2, 40_800_000, 800 * effort() as u64);
    let three = compare_mixes(3, 40_900_000, 250 * effort() as u64);
    assert!(two > 0 && three > 0, "{two} and {three}");
}
