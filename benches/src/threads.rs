//! The same solves on more and more threads.

use std::time::Instant;

use crate::known_deals::KnownDeal;
use preference::batch::Batch;
use preference::search::Endgames;
use serde::Serialize;

use crate::known_values::{RULES, check};
use crate::work::{Solve, solves};

/// How often each number of threads is measured, in turns; the median counts.
const ROUNDS: usize = 5;

/// How fast one number of threads is.
#[derive(Serialize)]
pub struct Scaling {
    /// The number of threads.
    pub threads: usize,
    /// The median of the rounds.
    pub solves_per_second: f64,
    /// The speed, divided by that of one thread times their number.
    pub of_linear: f64,
}

/// How fast the solves of these deals are on one thread and more, each answer checked.
///
/// # Errors
/// If an answer is wrong, or the system refuses the threads.
pub fn scaling(
    known: &[KnownDeal],
    threads: Option<usize>,
    endgames: &Endgames,
) -> anyhow::Result<Vec<Scaling>> {
    let most = match threads {
        Some(threads) => threads.max(1),
        None => Batch::new(0)?.threads(),
    };
    let counts: Vec<usize> = (0..).map(|n| 1 << n).take_while(|&n| n < most).chain([most]).collect();
    let batches = counts.iter().map(|&threads| Ok(Batch::with_endgames(threads, endgames)?));
    let batches = batches.collect::<anyhow::Result<Vec<Batch>>>()?;
    let questions: Vec<Solve> = RULES.iter().flat_map(|rules| solves(known, rules, 0..5)).collect();
    let mut speeds = vec![Vec::new(); counts.len()];
    // The first round, which is not counted, finds the values of small endings.
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
    // A round's speeds are compared with each other: a slow moment is slow for all.
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
