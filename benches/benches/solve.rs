//! Benchmarks of answers about the fixture deals, which are checked within the timed code. The values of small endings
//! are computed in the warm-up. If `PREF_TABLES` names a folder, its complete endgame tables are used.

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use preference::Analyst;
use preference::outcomes::outcome::{Outcome, SolveDetail};
use preference::questions::contract_selection::ContractSelection;
use preference::questions::talon::TalonOptions;
use preference::rules::Variant;
use preference::search::Solver;
use preference::seat::{BySeat, Seat};
use preference::situation::{Play, Situation};
use preference_benches::{CONTRACTS, KnownDeal, deals, endgames, load_tables_for, play};

/// Number of deals that are solved in one iteration of most benchmarks.
const DEAL_COUNT: usize = 20;
/// Number of deals that are solved in one iteration of the benchmarks of discards.
const DISCARD_DEAL_COUNT: usize = 2;

const RULES: [&str; 3] = ["american", "russian", "austrian"];
/// Index of misère in [`CONTRACTS`].
const MISERE_INDEX: usize = 5;

fn known_values<'a>(
    deals: &'a [KnownDeal],
    rules: &'a str,
) -> impl Iterator<Item = (&'a KnownDeal, &'a BySeat<[u8; 6]>)> {
    deals.iter().map(move |deal| {
        let (_, values) = deal.values.iter().find(|(name, _)| name == rules).expect("values");
        (deal, values)
    })
}

fn bench_kind(
    criterion: &mut Criterion,
    name: &str,
    count: usize,
    ask: impl Fn(&mut Analyst, &KnownDeal, &BySeat<[u8; 6]>, &Arc<Variant>),
) {
    let deals = deals();
    let mut group = criterion.benchmark_group(name);
    for rules in RULES {
        let variant: Arc<Variant> = Arc::new(rules.parse().expect("a preset"));
        let endgames = endgames();
        load_tables_for(&endgames, &variant);
        let mut analyst = Analyst::with_endgames(&endgames);
        group.bench_function(rules, |bencher| {
            bencher.iter(|| {
                analyst.forget();
                for (deal, values) in known_values(&deals[..count], rules) {
                    ask(&mut analyst, deal, values, &variant);
                }
            });
        });
    }
    group.finish();
}

fn solve_contract<T: Send>(
    analyst: &mut Analyst,
    deal: &KnownDeal,
    rules: &Variant,
    contract_index: usize,
    declarer: Seat,
    solve: fn(&Play, &mut Solver) -> T,
) -> T {
    let contract = CONTRACTS[contract_index].parse().expect("a contract");
    let play = play(&deal.deal, rules, contract, declarer);
    analyst.with_solver(|solver| solve(&play, solver))
}

fn one_suit_game(criterion: &mut Criterion) {
    bench_kind(criterion, "one suit game of 20 deals", DEAL_COUNT, |analyst, deal, values, rules| {
        let tricks = solve_contract(analyst, deal, rules, 0, Seat::Forehand, Play::outcome).tricks;
        assert_eq!(tricks, Some(values[Seat::Forehand][0]), "{}", deal.deal);
    });
}

fn all_games(criterion: &mut Criterion) {
    bench_kind(criterion, "all 15 games of 20 deals", DEAL_COUNT, |analyst, deal, values, rules| {
        for (declarer, values) in values.iter() {
            for (contract_index, &expected) in values[..MISERE_INDEX].iter().enumerate() {
                let tricks =
                    solve_contract(analyst, deal, rules, contract_index, declarer, Play::outcome).tricks;
                assert_eq!(tricks, Some(expected), "{}", deal.deal);
            }
        }
    });
}

fn misere(criterion: &mut Criterion) {
    bench_kind(
        criterion,
        "fewest tricks in misere of 20 deals",
        DEAL_COUNT,
        |analyst, deal, values, rules| {
            let tricks =
                solve_contract(analyst, deal, rules, MISERE_INDEX, Seat::Forehand, Play::outcome).tricks;
            assert_eq!(tricks, Some(values[Seat::Forehand][MISERE_INDEX]), "{}", deal.deal);
        },
    );
    bench_kind(criterion, "misere made or not of 20 deals", DEAL_COUNT, |analyst, deal, values, rules| {
        let made = solve_contract(analyst, deal, rules, MISERE_INDEX, Seat::Forehand, Play::is_made);
        assert_eq!(made, values[Seat::Forehand][MISERE_INDEX] == 0, "{}", deal.deal);
    });
}

fn discards(criterion: &mut Criterion) {
    // If the talon itself is laid aside, the results must be the known values.
    bench_talon(criterion, "66 discards x 5 strains of 2 deals", SolveDetail::Tricks);
    bench_talon(criterion, "66 discards x 5 strains of 2 deals, made or not", SolveDetail::MadeOnly);
}

fn bench_talon(criterion: &mut Criterion, name: &str, detail: SolveDetail) {
    let contracts = CONTRACTS[..MISERE_INDEX].iter().map(|name| name.parse().expect("a contract")).collect();
    let contracts = ContractSelection::List { contracts, all_pass: false };
    let options = TalonOptions { contracts, goal: detail, ..TalonOptions::default() };
    bench_kind(criterion, name, DISCARD_DEAL_COUNT, |analyst, deal, values, rules| {
        let situation = Situation::new(Arc::clone(rules), deal.deal).with_declarer(Seat::Forehand);
        let table = analyst.talon(&situation, &options).expect("nothing is refused");
        let talon_discard =
            table.discards.iter().find(|discard| discard.cards == deal.deal.talon()).expect("the talon");
        assert_eq!(talon_discard.results.len(), MISERE_INDEX);
        for (result, &expected) in talon_discard.results.iter().zip(&values[Seat::Forehand]) {
            let Outcome { tricks, made } = result.outcome;
            assert!(tricks.is_none_or(|tricks| tricks == expected), "{}", deal.deal);
            assert_eq!(made, expected >= 6, "{}", deal.deal);
        }
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = one_suit_game, all_games, misere, discards
}
criterion_main!(benches);
