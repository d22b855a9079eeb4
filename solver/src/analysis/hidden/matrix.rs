//! Matrix games with exact fractions: one side picks a world, the other a set of worlds, which wins if it
//! contains that world.

use std::cmp::Reverse;

use num_rational::Ratio;

use super::worlds::{WorldSet, to_set};

/// Exact fraction.
pub(crate) type Fraction = Ratio<i128>;

/// Converts a fraction to the nearest decimal number.
pub(crate) fn to_f64(fraction: Fraction) -> f64 {
    *fraction.numer() as f64 / *fraction.denom() as f64
}

/// Solution of a matrix game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MatrixGame {
    /// Weight of each world in a mix in which no set has more weight than `beaten`; the weights sum to 1.
    pub(crate) worlds: Vec<(usize, Fraction)>,
    /// Weight of each set in a mix in which the sets with any given world have at least the weight `beaten`;
    /// the weights sum to 1.
    pub(crate) sets: Vec<Fraction>,
    /// Probability that the world is in the set.
    pub(crate) beaten: Fraction,
}

impl MatrixGame {
    /// Solves the game in which one side picks one of these worlds, and the other side picks one of these
    /// sets and wins if it contains that world. If there are several optimal mixes, one with worlds early in
    /// the list is found.
    ///
    /// This is the simplex method with Bland's rule. With 1 added to each payoff the value v is positive, and the
    /// weights of the worlds divided by v are a solution of: maximize the sum of p, where for each set the sum of p times
    /// payoff is at most 1. The slack variables are a first solution, and their costs at the end are the weights of
    /// the sets divided by v. All numbers are kept as whole multiples of one fraction, 1 / `scale`, which is that of
    /// the last pivot; so no fraction is ever reduced (Edmonds 1967; Bareiss 1968).
    ///
    /// # Panics
    /// If there are no worlds or no sets.
    pub(crate) fn solve(worlds: &[usize], sets: &[WorldSet]) -> MatrixGame {
        assert!(!worlds.is_empty() && !sets.is_empty(), "both sides have a choice");
        let (columns, rows) = (worlds.len(), sets.len());
        let right = columns + rows;
        // Each row has the coefficients of the worlds, those of the slack variables, and the right side.
        let mut table: Vec<Vec<i128>> = (0..rows)
            .map(|row| {
                let payoff = worlds.iter().map(|&world| 1 + (sets[row] >> world & 1) as i128);
                payoff.chain((0..rows).map(|other| i128::from(other == row))).chain([1]).collect()
            })
            .collect();
        let mut costs: Vec<i128> = (0..=right).map(|n| if n < columns { -1 } else { 0 }).collect();
        let mut basis: Vec<usize> = (columns..right).collect();
        let mut scale = 1;
        while let Some(entering) = (0..right).find(|&n| costs[n] < 0) {
            let leaving = (0..rows)
                .filter(|&row| table[row][entering] > 0)
                .min_by(|&row, &other| {
                    let ratio = |row: usize, other: usize| table[row][right] * table[other][entering];
                    ratio(row, other).cmp(&ratio(other, row)).then(basis[row].cmp(&basis[other]))
                })
                .expect("the sum of weights is bounded");
            let pivot_row = std::mem::take(&mut table[leaving]);
            for row in table.iter_mut().filter(|row| !row.is_empty()).chain([&mut costs]) {
                eliminate(row, &pivot_row, entering, scale);
            }
            scale = pivot_row[entering];
            table[leaving] = pivot_row;
            basis[leaving] = entering;
        }
        let total = costs[right];
        let mut weights: Vec<(usize, Fraction)> = (basis.iter().zip(&table))
            .filter(|&(&variable, row)| variable < columns && row[right] > 0)
            .map(|(&variable, row)| (worlds[variable], Fraction::new(row[right], total)))
            .collect();
        weights.sort_by_key(|&(world, _)| world);
        let sets = costs[columns..right].iter().map(|&cost| Fraction::new(cost, total)).collect();
        MatrixGame { worlds: weights, sets, beaten: Fraction::new(scale, total) - Fraction::from(1) }
    }

    /// Returns the set of the worlds that have a weight.
    pub(crate) fn support(&self) -> WorldSet {
        to_set(self.worlds.iter().map(|&(world, _)| world))
    }
}

/// Subtracts a multiple of the pivot's row from another one, so that the entering variable disappears there. Both have the
/// scale `scale`, and the result has that of the pivot; the divisions leave no remainder.
fn eliminate(row: &mut [i128], pivot_row: &[i128], entering: usize, scale: i128) {
    let (pivot, factor) = (pivot_row[entering], row[entering]);
    for (value, &other) in row.iter_mut().zip(pivot_row) {
        let scaled = *value * pivot - factor * other;
        // Most numbers are small, and small ones are divided many times faster.
        *value = match (i64::try_from(scaled), i64::try_from(scale)) {
            (Ok(scaled), Ok(scale)) => i128::from(scaled / scale),
            _ => scaled / scale,
        };
    }
}

/// Returns the subsets of a set of weighted worlds, the heaviest first.
pub(crate) fn subsets_by_weight(weights: &[(usize, Fraction)]) -> Vec<(WorldSet, Fraction)> {
    let mut subsets = vec![(0, Fraction::from(0))];
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
        let game = MatrixGame::solve(&[0, 1, 2], &[0b011, 0b110, 0b101]);
        let third = Fraction::new(1, 3);
        assert_eq!(game.beaten, Fraction::new(2, 3));
        assert_eq!(game.worlds, [(0, third), (1, third), (2, third)]);
        assert_eq!(game.sets, [third; 3]);
    }

    #[test]
    fn dominated_worlds_have_no_weight() {
        let game = MatrixGame::solve(&[0, 1, 2, 3], &[0b1101, 0b1110]);
        assert_eq!(game.beaten, Fraction::new(1, 2));
        assert_eq!(game.worlds, [(0, Fraction::new(1, 2)), (1, Fraction::new(1, 2))]);
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
            let game = MatrixGame::solve(&worlds, &sets);
            let sum = |weights: &mut dyn Iterator<Item = Fraction>| weights.sum::<Fraction>();
            assert_eq!(sum(&mut game.sets.iter().copied()), Fraction::from(1));
            assert_eq!(sum(&mut game.worlds.iter().map(|world| world.1)), Fraction::from(1));
            for &set in &sets {
                let inside = game.worlds.iter().filter(|world| set >> world.0 & 1 == 1);
                assert!(sum(&mut inside.map(|world| world.1)) <= game.beaten);
            }
            for &world in &worlds {
                let with = sets.iter().zip(&game.sets).filter(|(set, _)| *set >> world & 1 == 1);
                assert!(sum(&mut with.map(|set| *set.1)) >= game.beaten);
            }
        }
    }
}
