//! The simplex method with a table of floating point numbers: no more than the page's engine needs.

/// Smaller numbers are taken for zero.
const EPSILON: f64 = 1e-9;

/// Added to each limit, and a little more with each row, so that no two rows tie: ties could make the method go round
/// in a circle.
const SHIFT: f64 = 1e-8;

/// Linear programme: in each row, the sum of the variables times its numbers is at most its limit.
pub(super) struct Table {
    rows: Vec<Vec<f64>>,
    /// By how much the first variable grows with each variable or slack outside the basis, with the sign changed; then
    /// its value.
    costs: Vec<f64>,
    /// The variable or slack of each row and of each column. Slacks are numbered after the variables.
    basis: Vec<usize>,
    outside: Vec<usize>,
}

impl Table {
    /// No limit is negative.
    pub(super) fn new(mut rows: Vec<Vec<f64>>, limits: Vec<f64>) -> Table {
        let columns = rows.first().map_or(0, Vec::len);
        for (number, (row, limit)) in rows.iter_mut().zip(limits).enumerate() {
            row.push(limit + SHIFT * (1.0 + number as f64 / 1024.0));
        }
        let mut costs = vec![0.0; columns + 1];
        costs[0] = -1.0;
        let basis = (columns..columns + rows.len()).collect();
        Table { rows, costs, basis, outside: (0..columns).collect() }
    }

    /// Returns the largest value of the first variable where none is negative, and the price of each limit: by how much
    /// the value grows with it. Returns `None` if the value is not bounded, or no end is in sight.
    pub(super) fn maximize_first(mut self) -> Option<(f64, Vec<f64>)> {
        const MAX_PIVOTS: usize = 20_000;
        let columns = self.outside.len();
        for _ in 0..MAX_PIVOTS {
            let entering =
                (0..columns).min_by(|&one, &other| self.costs[one].total_cmp(&self.costs[other]))?;
            if self.costs[entering] > -EPSILON {
                let mut prices = vec![0.0; self.rows.len()];
                for (&name, &cost) in self.outside.iter().zip(&self.costs) {
                    if name >= columns {
                        prices[name - columns] = cost;
                    }
                }
                return Some((self.costs[columns], prices));
            }
            let ratio = |row: &Vec<f64>| row[columns] / row[entering];
            let leaving = (self.rows.iter().enumerate())
                .filter(|(_, row)| row[entering] > EPSILON)
                .min_by(|(_, one), (_, other)| ratio(one).total_cmp(&ratio(other)))?;
            self.pivot(leaving.0, entering);
        }
        None
    }

    fn pivot(&mut self, leaving: usize, entering: usize) {
        let mut pivot_row = std::mem::take(&mut self.rows[leaving]);
        let pivot = pivot_row[entering];
        pivot_row.iter_mut().for_each(|number| *number /= pivot);
        for row in self.rows.iter_mut().filter(|row| !row.is_empty()).chain([&mut self.costs]) {
            let factor = row[entering];
            if factor != 0.0 {
                row.iter_mut().zip(&pivot_row).for_each(|(number, other)| *number -= factor * other);
                row[entering] = -factor / pivot;
            }
        }
        pivot_row[entering] = 1.0 / pivot;
        self.rows[leaving] = pivot_row;
        std::mem::swap(&mut self.basis[leaving], &mut self.outside[entering]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_programme_has_known_optimum_and_prices() {
        // z is at most 3 x and at most 5 y; x + y is at most 1.
        let rows = vec![vec![1.0, -3.0, 0.0], vec![1.0, 0.0, -5.0], vec![0.0, 1.0, 1.0]];
        let (value, prices) = Table::new(rows, vec![0.0, 0.0, 1.0]).maximize_first().expect("bounded");
        assert!((value - 15.0 / 8.0).abs() < 1e-6);
        let expected = [5.0 / 8.0, 3.0 / 8.0, 15.0 / 8.0];
        assert!(prices.iter().zip(expected).all(|(price, expected)| (price - expected).abs() < 1e-6));
    }

    #[test]
    fn value_without_bound_is_none() {
        assert!(Table::new(vec![vec![1.0, -1.0]], vec![0.0]).maximize_first().is_none());
    }
}
