//! Measures the speed of the same solves on one thread and on several.

use std::time::Instant;

use crate::known_deals::KnownDeal;
use preference::search::Endgames;
use preference::worker_pool::WorkerPool;
use serde::Serialize;

use crate::known_values::{RULES, check};
use crate::work::{Solve, solves};

/// Each round measures every number of threads once; the result is the median.
const ROUNDS: usize = 5;

/// Speed with a certain number of threads.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scaling {
    /// Number of threads.
    pub threads: usize,
    /// Median of the solves per second over all rounds.
    pub solves_per_second: f64,
    /// Speed as a share of linear speed, which is the speed of one thread times the number of threads.
    pub of_linear: f64,
}

/// Measures the speed of the solves of these deals on 1, 2, 4, … and `threads` threads, by default those of
/// [`WorkerPool`], and checks each answer.
pub fn scaling(
    deals: &[KnownDeal],
    threads: Option<usize>,
    endgames: &Endgames,
) -> anyhow::Result<Vec<Scaling>> {
    let max_threads = match threads {
        Some(threads) => threads.max(1),
        None => WorkerPool::new(0)?.threads(),
    };
    let counts: Vec<usize> =
        (0..).map(|n| 1 << n).take_while(|&n| n < max_threads).chain([max_threads]).collect();
    let batches = counts.iter().map(|&threads| Ok(WorkerPool::with_endgames(threads, endgames)?));
    let batches = batches.collect::<anyhow::Result<Vec<WorkerPool>>>()?;
    let questions: Vec<Solve> = RULES.iter().flat_map(|rules| solves(deals, rules, 0..5)).collect();
    let mut speeds = vec![Vec::new(); counts.len()];
    // The first round computes the values of small endings, so it is not counted.
    for round in 0..=ROUNDS {
        for (batch, speeds) in batches.iter().zip(&mut speeds) {
            batch.forget();
            let began = Instant::now();
            let answers = batch.map(&questions, |solver, (play, expected)| {
                check(play.outcome(solver).tricks, *expected, play)
            });
            let seconds = began.elapsed().as_secs_f64();
            answers.into_iter().collect::<anyhow::Result<()>>()?;
            if round > 0 {
                speeds.push(questions.len() as f64 / seconds);
            }
        }
    }
    // Speeds are compared within one round, since a slow moment of the machine slows all of its measurements.
    let shares = |n: usize| (0..ROUNDS).map(|round| speeds[n][round] / speeds[0][round]).collect();
    Ok(counts
        .iter()
        .enumerate()
        .map(|(n, &threads)| Scaling {
            threads,
            solves_per_second: median(speeds[n].clone()),
            of_linear: median(shares(n)) / threads as f64,
        })
        .collect())
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
