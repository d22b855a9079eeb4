//! One solve on the fixture deals, by rules: every answer is checked while timed.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use preference::{Seat, Solver, Variant};
use preference_fixtures::{CONTRACTS, deals, play};

/// How many deals each figure is a mean over.
const DEALS: usize = 20;

fn solve(criterion: &mut Criterion) {
    let deals = deals();
    for (kind, contracts) in [("tricks", &CONTRACTS[..5]), ("misere", &CONTRACTS[5..])] {
        let mut group = criterion.benchmark_group(kind);
        group.throughput(Throughput::Elements((DEALS * contracts.len()) as u64));
        for rules in ["american", "russian", "austrian"] {
            let variant: Variant = rules.parse().expect("a preset");
            let first = if kind == "misere" { 5 } else { 0 };
            group.bench_function(rules, |bencher| {
                bencher.iter(|| {
                    let mut solver = Solver::new();
                    for known in &deals[..DEALS] {
                        let (_, values) =
                            known.values.iter().find(|(name, _)| name == rules).expect("values");
                        for (n, contract) in contracts.iter().enumerate() {
                            let contract = contract.parse().expect("a contract");
                            let play = play(&known.deal, &variant, contract, Seat::Forehand);
                            let expected = values[Seat::Forehand][first + n];
                            assert_eq!(play.outcome(&mut solver).tricks, Some(expected), "{}", known.deal);
                        }
                    }
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = solve
}
criterion_main!(benches);
