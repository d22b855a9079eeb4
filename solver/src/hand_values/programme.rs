//! The linear programme whose optimum is the best mix, as far as the bounds found so far tell.

#[cfg(not(target_family = "wasm"))]
use std::collections::BTreeMap;

#[cfg(not(target_family = "wasm"))]
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

use super::choices::Choices;
use super::reply::Cut;
#[cfg(not(target_family = "wasm"))]
use crate::hidden::matrix::to_f64;
#[cfg(not(target_family = "wasm"))]
use crate::hidden::worlds::members;

/// Optimum of the programme.
pub(super) struct Optimum {
    /// Upper bound on the mean chance of every mix.
    pub(super) bound: f64,
    /// For each branch, the probability of each world.
    pub(super) probabilities: Vec<Vec<(usize, f64)>>,
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
    let mut groups: BTreeMap<(usize, Vec<&Cut>), f64> = BTreeMap::new();
    for cuts in layouts {
        for branch in 0..choices.branches.len() {
            let cuts: Vec<&Cut> = cuts.iter().filter(|cut| cut.branch == branch).collect();
            if !cuts.is_empty() {
                *groups.entry((branch, cuts)).or_default() += 1.0;
            }
        }
    }
    for ((branch, cuts), count) in groups {
        let lost = problem.add_var(count / layouts.len() as f64, (0.0, 1.0));
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

#[cfg(target_family = "wasm")]
pub(super) fn best_mix(_: &Choices, _: &[Vec<Cut>]) -> Option<Optimum> {
    None
}
