//! Matrix games, solved exactly: one side picks a world; the other picks a set of worlds, and wins if it has the world.

use std::cmp::Reverse;

use num_rational::Ratio;

use super::simplex::{Constraint, maximize};
use super::worlds::WorldSet;
use crate::order::sort_by_key;

pub(crate) type Fraction = Ratio<i128>;

pub(crate) fn to_f64(fraction: Fraction) -> f64 {
    *fraction.numer() as f64 / *fraction.denom() as f64
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MatrixSolution {
    /// A mix in which no set has more weight than `beaten`, without worlds of weight 0. The weights sum to 1.
    pub(crate) worlds: Vec<(usize, Fraction)>,
    /// A mix in which, for each world, its sets have together at least the weight `beaten`. The weights sum to 1.
    pub(crate) sets: Vec<Fraction>,
    /// The value of the game.
    pub(crate) beaten: Fraction,
}

impl MatrixSolution {
    /// Of several optimal mixes, one with worlds early in the list is found. `None` if the numbers become too large.
    ///
    /// The payoffs are 1 for a set that contains the world, and 0 otherwise. With 1 added to each payoff the value v is
    /// positive. The weights of the worlds divided by v are a solution of the linear programme: maximize the sum of p,
    /// where for each set the sum of p times payoff is at most 1. The dual prices are the weights of the sets divided
    /// by v.
    ///
    /// # Panics
    /// If there are no worlds or no sets.
    pub(crate) fn solve(worlds: &[usize], sets: &[WorldSet]) -> Option<MatrixSolution> {
        assert!(!worlds.is_empty() && !sets.is_empty(), "there must be worlds and sets to choose from");
        let payoffs = |set: &WorldSet| {
            let factors = worlds.iter().map(|&world| 1 + (set >> world & 1) as i128).collect();
            Constraint { factors, limit: 1 }
        };
        let constraints: Vec<Constraint> = sets.iter().map(payoffs).collect();
        let optimum = maximize(&vec![1; worlds.len()], &constraints)?;
        let weight = |part: i128| Fraction::new(part, optimum.value);
        let mut weights: Vec<(usize, Fraction)> = (worlds.iter().zip(&optimum.variables))
            .filter(|&(_, &part)| part > 0)
            .map(|(&world, &part)| (world, weight(part)))
            .collect();
        sort_by_key(&mut weights, |&(world, _)| world);
        let sets = optimum.prices.iter().map(|&price| weight(price)).collect();
        Some(MatrixSolution { worlds: weights, sets, beaten: weight(optimum.scale) - Fraction::from(1) })
    }
}

/// All their subsets are searched.
pub(crate) const MAX_WORLDS_FOR_SUBSETS: usize = 16;

/// The heaviest first.
pub(crate) fn subsets_by_weight(weights: &[(usize, i128)]) -> Vec<(WorldSet, i128)> {
    let mut subsets = vec![(0, 0)];
    for &(world, weight) in weights {
        let more: Vec<_> = subsets.iter().map(|&(set, sum)| (set | 1 << world, sum + weight)).collect();
        subsets.extend(more);
    }
    subsets.sort_by_key(|&(_, weight)| Reverse(weight));
    subsets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_of_cyclic_sets_is_two_thirds() {
        let solution = MatrixSolution::solve(&[0, 1, 2], &[0b011, 0b110, 0b101]).expect("small numbers");
        let third = Fraction::new(1, 3);
        assert_eq!(solution.beaten, Fraction::new(2, 3));
        assert_eq!(solution.worlds, [(0, third), (1, third), (2, third)]);
        assert_eq!(solution.sets, [third; 3]);
    }

    #[test]
    fn dominated_worlds_have_no_weight() {
        let solution = MatrixSolution::solve(&[0, 1, 2, 3], &[0b1101, 0b1110]).expect("small numbers");
        assert_eq!(solution.beaten, Fraction::new(1, 2));
        assert_eq!(solution.worlds, [(0, Fraction::new(1, 2)), (1, Fraction::new(1, 2))]);
    }

    #[test]
    fn mixes_of_random_games_guarantee_the_value() {
        use rand::RngExt;
        let random = &mut crate::deal::random::generator(40_000_000);
        for _ in 0..200 {
            let worlds: Vec<usize> = (0..random.random_range(1..8)).collect();
            let sets: Vec<WorldSet> = (0..random.random_range(1..7))
                .map(|_| random.random_range(0..1u128 << worlds.len()))
                .collect();
            let solution = MatrixSolution::solve(&worlds, &sets).expect("small numbers");
            let sum = |weights: &mut dyn Iterator<Item = Fraction>| weights.sum::<Fraction>();
            assert_eq!(sum(&mut solution.sets.iter().copied()), Fraction::from(1));
            assert_eq!(sum(&mut solution.worlds.iter().map(|world| world.1)), Fraction::from(1));
            for &set in &sets {
                let inside = solution.worlds.iter().filter(|world| set >> world.0 & 1 == 1);
                assert!(sum(&mut inside.map(|world| world.1)) <= solution.beaten);
            }
            for &world in &worlds {
                let with = sets.iter().zip(&solution.sets).filter(|(set, _)| *set >> world & 1 == 1);
                assert!(sum(&mut with.map(|set| *set.1)) >= solution.beaten);
            }
        }
    }
}
