//! The linear programme whose optimum is the best mix, as far as the bounds found so far tell.

use std::collections::BTreeMap;

#[cfg(not(target_family = "wasm"))]
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

use super::choices::Choices;
#[cfg(any(test, target_family = "wasm"))]
use super::dense_simplex::Table;
use super::reply::Cut;
use crate::hidden::matrix::to_f64;
use crate::hidden::worlds::members;

/// Optimum of the programme.
#[derive(Debug)]
pub(super) struct Optimum {
    /// Upper bound on the mean chance of every mix.
    pub(super) bound: f64,
    /// For each branch, the probability of each world.
    pub(super) probabilities: Vec<Vec<(usize, f64)>>,
}

/// The share of the layouts that have the same bounds in a branch.
fn shares<'a>(choices: &Choices, layouts: &'a [Vec<Cut>]) -> BTreeMap<(usize, Vec<&'a Cut>), f64> {
    let mut counts: BTreeMap<(usize, Vec<&Cut>), f64> = BTreeMap::new();
    for cuts in layouts {
        for branch in 0..choices.branches.len() {
            let cuts: Vec<&Cut> = cuts.iter().filter(|cut| cut.branch == branch).collect();
            if !cuts.is_empty() {
                *counts.entry((branch, cuts)).or_default() += 1.0;
            }
        }
    }
    counts.values_mut().for_each(|count| *count /= layouts.len() as f64);
    counts
}

/// Finds the mix with the largest mean chance if only these bounds limit the chance on each layout. Returns `None` if
/// the programme cannot be solved.
///
/// For each layout and branch the programme has a variable for the part of the mix that is lost there, which is at
/// least as large as each bound says. Layouts with the same bounds share their variables.
#[cfg(not(target_family = "wasm"))]
pub(super) fn best_mix(choices: &Choices, layouts: &[Vec<Cut>]) -> Option<Optimum> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut probabilities: Vec<Vec<(usize, Variable)>> = Vec::new();
    for branch in &choices.branches {
        let worlds = members(branch.worlds);
        probabilities.push(worlds.map(|world| (world, problem.add_var(0.0, (0.0, 1.0)))).collect());
    }
    let sum: Vec<(Variable, f64)> =
        probabilities.iter().flatten().map(|&(_, variable)| (variable, 1.0)).collect();
    problem.add_constraint(&sum, ComparisonOp::Eq, 1.0);
    for ((branch, cuts), share) in shares(choices, layouts) {
        let lost = problem.add_var(share, (0.0, 1.0));
        for cut in cuts {
            let factor = |world: usize| {
                let caught = cut.caught.iter().find(|&&(other, _)| other == world);
                caught.map(|&(_, caught)| -to_f64(caught))
            };
            let worlds = probabilities[branch].iter();
            let mut row: Vec<(Variable, f64)> =
                worlds.filter_map(|&(world, variable)| Some((variable, factor(world)?))).collect();
            row.push((lost, 1.0));
            problem.add_constraint(&row, ComparisonOp::Ge, 0.0);
        }
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let value = |worlds: &Vec<(usize, Variable)>| {
        worlds.iter().map(|&(world, variable)| (world, solution[variable])).collect()
    };
    Some(Optimum {
        bound: (1.0 - solution.objective()).clamp(0.0, 1.0),
        probabilities: probabilities.iter().map(value).collect(),
    })
}

/// The same without a solver that needs a clock. The dual programme is solved, since its first basis is known: the
/// defenders mix the bounds of each layout and branch, with its share as the sum of their weights at most, and
/// maximize the smallest loss of a choice. The prices of the choices are their probabilities.
#[cfg(any(test, target_family = "wasm"))]
pub(super) fn best_mix_densely(choices: &Choices, layouts: &[Vec<Cut>]) -> Option<Optimum> {
    let shares = shares(choices, layouts);
    let own: Vec<(usize, usize)> = (choices.branches.iter().enumerate())
        .flat_map(|(number, branch)| members(branch.worlds).map(move |world| (number, world)))
        .collect();
    let cuts: Vec<(usize, &Cut)> = (shares.keys().enumerate())
        .flat_map(|(group, (_, cuts))| cuts.iter().map(move |&cut| (group, cut)))
        .collect();
    let losses = own.iter().map(|&(branch, world)| {
        let loss = |cut: &Cut| {
            let caught = cut.caught.iter().find(|&&(other, _)| cut.branch == branch && other == world);
            caught.map_or(0.0, |&(_, caught)| -to_f64(caught))
        };
        [1.0].into_iter().chain(cuts.iter().map(|&(_, cut)| loss(cut))).collect()
    });
    let sums = (0..shares.len()).map(|group| {
        let is_inside = |&(other, _): &(usize, &Cut)| f64::from(u8::from(other == group));
        [0.0].into_iter().chain(cuts.iter().map(is_inside)).collect()
    });
    let rows: Vec<Vec<f64>> = losses.chain(sums).collect();
    let limits = own.iter().map(|_| 0.0).chain(shares.values().copied()).collect();
    let (value, prices) = Table::new(rows, limits).maximize_first()?;
    let mut probabilities = vec![Vec::new(); choices.branches.len()];
    for (&(branch, world), price) in own.iter().zip(prices) {
        probabilities[branch].push((world, price));
    }
    Some(Optimum { bound: (1.0 - value).clamp(0.0, 1.0), probabilities })
}

#[cfg(target_family = "wasm")]
pub(super) use best_mix_densely as best_mix;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hidden::matrix::Fraction;
    use rand::RngExt;

    /// Random bounds, a few of them on each layout: by a plan, or by a mix of two plans.
    fn random_cuts(choices: &Choices, random: &mut impl rand::Rng) -> Vec<Vec<Cut>> {
        let mut cut = || {
            let branch = random.random_range(0..choices.branches.len());
            let mixed = random.random_bool(0.3);
            let caught = members(choices.branches[branch].worlds).filter_map(|world| {
                let share = if mixed { random.random_range(0..3) } else { 2 * random.random_range(0..2) };
                (share > 0).then(|| (world, Fraction::new(share, 2)))
            });
            let caught = caught.collect();
            Cut { branch, caught }
        };
        (0..20).map(|_| (0..4).map(|_| cut()).collect()).collect()
    }

    #[test]
    fn both_solvers_find_the_same_bound() {
        let random = &mut crate::deal::random::generator(70_000_000);
        for seed in 0..60 {
            let choices = crate::hand_values::tests::random_choices(seed);
            let cuts = random_cuts(&choices, random);
            let (sparse, dense) = (
                best_mix(&choices, &cuts).expect("optimum"),
                best_mix_densely(&choices, &cuts).expect("optimum"),
            );
            assert!((sparse.bound - dense.bound).abs() < 1e-6, "seed {seed}: {sparse:?} {dense:?}");
            // The mix has the value of the bound.
            let share = |branch: usize, world: usize| {
                dense.probabilities[branch].iter().find(|one| one.0 == world).map_or(0.0, |one| one.1)
            };
            let sum: f64 = dense.probabilities.iter().flatten().map(|one| one.1).sum();
            assert!((sum - 1.0).abs() < 1e-6, "seed {seed}: {sum}");
            let lost = shares(&choices, &cuts).into_iter().map(|((branch, cuts), count)| {
                let losses = cuts.iter().map(|cut| {
                    cut.caught
                        .iter()
                        .map(|&(world, caught)| to_f64(caught) * share(branch, world))
                        .sum::<f64>()
                });
                count * losses.fold(0.0, f64::max)
            });
            assert!((1.0 - lost.sum::<f64>() - dense.bound).abs() < 1e-6, "seed {seed}");
        }
    }
}
