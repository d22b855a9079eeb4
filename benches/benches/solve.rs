//! Answers on the fixture deals, by rules: every answer is checked while timed.
//!
//! The values of small endings are found in the first round, which is not measured; with
//! `PREF_TABLES` the complete tables of that folder are used.

use criterion::{Criterion, criterion_group, criterion_main};
use preference::analysis::talon;
use preference::{BySeat, Deal, Outcome, Play, Seat, Solver, Variant};
use preference_fixtures::{CONTRACTS, KnownDeal, deals, endgames, load_tables, play};

/// How many deals a round of each kind is made of.
const DEALS: usize = 20;
const TALONS: usize = 2;

const RULES: [&str; 3] = ["american", "russian", "austrian"];
const MISERE: usize = 5;

/// The deals with their values under these rules.
fn known<'a>(
    deals: &'a [KnownDeal],
    rules: &'a str,
) -> impl Iterator<Item = (&'a KnownDeal, &'a BySeat<[u8; 6]>)> {
    deals.iter().map(move |known| {
        let (_, values) = known.values.iter().find(|(name, _)| name == rules).expect("values");
        (known, values)
    })
}

/// A kind of answer about some deals, under each of the rules.
fn kind(
    criterion: &mut Criterion,
    name: &str,
    count: usize,
    ask: impl Fn(&mut Solver, &KnownDeal, &BySeat<[u8; 6]>, &dyn Fn(&Deal, usize, Seat) -> Play),
) {
    let deals = deals();
    let mut group = criterion.benchmark_group(name);
    for rules in RULES {
        let variant: Variant = rules.parse().expect("a preset");
        let endgames = endgames();
        load_tables(&endgames, &variant);
        let mut solver = Solver::with(endgames);
        group.bench_function(rules, |bencher| {
            bencher.iter(|| {
                solver.forget();
                for (known, values) in known(&deals[..count], rules) {
                    ask(&mut solver, known, values, &|deal, place, declarer| {
                        let contract = CONTRACTS[place].parse().expect("a contract");
                        play(deal, &variant, contract, declarer)
                    });
                }
            });
        });
    }
    group.finish();
}

/// Forehand in one suit game.
fn one(criterion: &mut Criterion) {
    kind(criterion, "one suit game of 20 deals", DEALS, |solver, known, values, play| {
        let tricks = play(&known.deal, 0, Seat::Forehand).outcome(solver).tricks;
        assert_eq!(tricks, Some(values[Seat::Forehand][0]), "{}", known.deal);
    });
}

/// Every declarer in every strain.
fn all(criterion: &mut Criterion) {
    kind(criterion, "all 15 games of 20 deals", DEALS, |solver, known, values, play| {
        for (declarer, values) in values.iter() {
            for (place, &expected) in values[..MISERE].iter().enumerate() {
                let tricks = play(&known.deal, place, declarer).outcome(solver).tricks;
                assert_eq!(tricks, Some(expected), "{}", known.deal);
            }
        }
    });
}

fn misere(criterion: &mut Criterion) {
    kind(criterion, "fewest tricks in misere of 20 deals", DEALS, |solver, known, values, play| {
        let tricks = play(&known.deal, MISERE, Seat::Forehand).outcome(solver).tricks;
        assert_eq!(tricks, Some(values[Seat::Forehand][MISERE]), "{}", known.deal);
    });
    kind(criterion, "misere made or not of 20 deals", DEALS, |solver, known, values, play| {
        let made = play(&known.deal, MISERE, Seat::Forehand).made(solver);
        assert_eq!(made, values[Seat::Forehand][MISERE] == 0, "{}", known.deal);
    });
}

/// All discards in the five strains; laying the talon aside again gives the deal.
fn discards(criterion: &mut Criterion) {
    table(criterion, "66 discards x 5 strains of 2 deals", Play::outcome);
    let made = |play: &Play, solver: &mut Solver| Outcome { tricks: None, made: play.made(solver) };
    table(criterion, "66 discards x 5 strains of 2 deals, made or not", made);
}

fn table(criterion: &mut Criterion, name: &str, answer: fn(&Play, &mut Solver) -> Outcome) {
    kind(criterion, name, TALONS, |solver, known, values, play| {
        let table = talon::discards(solver, &known.deal, Seat::Forehand, |solver, deal| {
            let outcome = |place| answer(&play(deal, place, Seat::Forehand), solver);
            Ok::<_, ()>((0..MISERE).map(outcome).collect::<Vec<Outcome>>())
        });
        let table = table.expect("nothing is refused");
        let back = table.iter().find(|discard| discard.cards == known.deal.talon()).expect("the talon");
        for (outcome, &expected) in back.outcomes.iter().zip(&values[Seat::Forehand][..MISERE]) {
            assert!(outcome.tricks.is_none_or(|tricks| tricks == expected), "{}", known.deal);
            assert_eq!(outcome.made, expected >= 6, "{}", known.deal);
        }
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = one, all, misere, discards
}
criterion_main!(benches);
