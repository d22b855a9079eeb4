//! Least squares and logistic regression, for a few hundred unknowns.

/// Least squares with a penalty on the squares of the weights.
pub struct Regression {
    /// The normal equations, row by row, with the right side in the last column.
    equations: Vec<Vec<f64>>,
}

impl Regression {
    /// A regression with this number of weights, and this penalty on the square of each.
    #[must_use]
    pub fn new(weights: usize, penalty: f64) -> Regression {
        let row = |n: usize| {
            let mut row = vec![0.0; weights + 1];
            row[n] = penalty;
            row
        };
        Regression { equations: (0..weights).map(row).collect() }
    }

    /// Adds an example: the value of each variable that is not zero, possibly in several parts, and the result.
    pub fn add(&mut self, variables: &[(usize, f64)], result: f64) {
        for &(row, value) in variables {
            let equation = &mut self.equations[row];
            for &(column, other) in variables {
                equation[column] += value * other;
            }
            *equation.last_mut().expect("a right side") += value * result;
        }
    }

    /// Solves the normal equations by elimination. No pivots are needed: with a penalty the matrix is positive definite.
    #[must_use]
    pub fn solve(mut self) -> Vec<f64> {
        let equations = &mut self.equations;
        let size = equations.len();
        for pivot in 0..size {
            let (above, below) = equations.split_at_mut(pivot + 1);
            let known = &above[pivot];
            for row in below.iter_mut().filter(|row| row[pivot] != 0.0) {
                let factor = row[pivot] / known[pivot];
                row[pivot..]
                    .iter_mut()
                    .zip(&known[pivot..])
                    .for_each(|(cell, known)| *cell -= factor * known);
            }
        }
        let mut weights = vec![0.0; size];
        for n in (0..size).rev() {
            let known: f64 = (n + 1..size).map(|later| equations[n][later] * weights[later]).sum();
            weights[n] = (equations[n][size] - known) / equations[n][n];
        }
        weights
    }
}

/// The chance as a logistic function of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Logistic {
    /// The number with the chance one half.
    pub half: f64,
    /// The difference that multiplies the odds by e.
    pub scale: f64,
}

impl Logistic {
    /// The function that fits best to pairs of a number and a chance, by Newton's method.
    #[must_use]
    pub fn fit(examples: &[(f64, f64)]) -> Logistic {
        const ROUNDS: usize = 100;
        let count = examples.len() as f64;
        let mean = examples.iter().map(|&(number, _)| number).sum::<f64>() / count;
        let variance = examples.iter().map(|&(number, _)| (number - mean).powi(2)).sum::<f64>() / count;
        let deviation = variance.sqrt().max(1e-9);
        let (mut constant, mut slope) = (0.0, 0.0);
        for _ in 0..ROUNDS {
            // A weak penalty keeps the weights finite where all examples have the chance 0 or 1.
            let (mut gradient, mut hessian) = ([-1e-3 * constant, -1e-3 * slope], [1e-3, 0.0, 1e-3]);
            for &(number, chance) in examples {
                let x = (number - mean) / deviation;
                let predicted = 1.0 / (1.0 + (-(constant + slope * x)).exp());
                let (difference, weight) = (chance - predicted, predicted * (1.0 - predicted));
                gradient = [gradient[0] + difference, gradient[1] + difference * x];
                hessian = [hessian[0] + weight, hessian[1] + weight * x, hessian[2] + weight * x * x];
            }
            let determinant = hessian[0] * hessian[2] - hessian[1] * hessian[1];
            let step = [
                (hessian[2] * gradient[0] - hessian[1] * gradient[1]) / determinant,
                (hessian[0] * gradient[1] - hessian[1] * gradient[0]) / determinant,
            ];
            // Steps are kept short, since Newton's method overshoots far from the solution.
            let shorten = (1.0 / step[0].abs().max(step[1].abs())).min(1.0);
            constant += shorten * step[0];
            slope += shorten * step[1];
        }
        Logistic { half: mean - deviation * constant / slope, scale: deviation / slope }
    }
}
