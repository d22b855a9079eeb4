//! The simplex method in integer arithmetic, which solves linear programmes exactly.

/// The sum of the variables, each times its factor, is at most `limit`.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    pub(crate) factors: Vec<i128>,
    /// Must not be negative.
    pub(crate) limit: i128,
}

/// All numbers are multiples of 1 / `scale`.
#[derive(Clone, Debug)]
pub(crate) struct Optimum {
    pub(crate) scale: i128,
    pub(crate) value: i128,
    pub(crate) variables: Vec<i128>,
    /// By how much the objective grows for each unit by which the limit of a constraint is raised.
    pub(crate) prices: Vec<i128>,
}

/// Maximizes the sum of the variables, each times its factor in the objective, where no variable is negative. Returns
/// `None` if a number does not fit in 128 bits.
///
/// Bland's rule prefers variables early in the list. The slack variables of the constraints form the first basis, and
/// their final costs are the dual prices. All numbers have the common denominator `scale`, the last pivot, so that no
/// fraction has to be reduced (Edmonds 1967; Bareiss 1968).
///
/// # Panics
/// If the objective is not bounded.
pub(crate) fn maximize(objective: &[i128], constraints: &[Constraint]) -> Option<Optimum> {
    let (columns, rows) = (objective.len(), constraints.len());
    let right = columns + rows;
    // Each row has the factors of the variables, those of the slack variables, and the limit.
    let mut table: Vec<Vec<i128>> = (constraints.iter().enumerate())
        .map(|(row, constraint)| {
            let slack = (0..rows).map(|other| i128::from(other == row));
            constraint.factors.iter().copied().chain(slack).chain([constraint.limit]).collect()
        })
        .collect();
    let mut costs: Vec<i128> = objective.iter().map(|factor| -factor).collect();
    costs.resize(right + 1, 0);
    let mut basis: Vec<usize> = (columns..right).collect();
    let mut scale = 1;
    while let Some(entering) = (0..right).find(|&n| costs[n] < 0) {
        let leaving = leaving_row(&table, &basis, entering)?;
        let pivot_row = std::mem::take(&mut table[leaving]);
        for row in table.iter_mut().filter(|row| !row.is_empty()).chain([&mut costs]) {
            eliminate(row, &pivot_row, entering, scale)?;
        }
        scale = pivot_row[entering];
        table[leaving] = pivot_row;
        basis[leaving] = entering;
    }
    let mut variables = vec![0; columns];
    for (&variable, row) in basis.iter().zip(&table).filter(|&(&variable, _)| variable < columns) {
        variables[variable] = row[right];
    }
    Some(Optimum { scale, value: costs[right], variables, prices: costs[columns..right].to_vec() })
}

/// The variable of this row becomes zero first when the entering variable grows. Ties go to the row whose variable
/// comes first, as Bland's rule demands.
fn leaving_row(table: &[Vec<i128>], basis: &[usize], entering: usize) -> Option<usize> {
    let mut leaving: Option<usize> = None;
    for row in (0..table.len()).filter(|&row| table[row][entering] > 0) {
        let is_earlier = leaving.map_or(Some(true), |best| {
            let limit = |row: usize| table[row].last().expect("a limit");
            let ratio = limit(row).checked_mul(table[best][entering])?;
            let best_ratio = limit(best).checked_mul(table[row][entering])?;
            Some((ratio, basis[row]) < (best_ratio, basis[best]))
        })?;
        if is_earlier {
            leaving = Some(row);
        }
    }
    Some(leaving.expect("the objective is bounded"))
}

/// Removes the entering variable from `row`, whose denominator `scale` becomes the pivot. All divisions are exact.
fn eliminate(row: &mut [i128], pivot_row: &[i128], entering: usize, scale: i128) -> Option<()> {
    let (pivot, factor) = (pivot_row[entering], row[entering]);
    for (value, &other) in row.iter_mut().zip(pivot_row) {
        let scaled = value.checked_mul(pivot)?.checked_sub(factor.checked_mul(other)?)?;
        // Most numbers fit in 64 bits, and division is many times faster there.
        *value = match (i64::try_from(scaled), i64::try_from(scale)) {
            (Ok(scaled), Ok(scale)) => i128::from(scaled / scale),
            _ => scaled / scale,
        };
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_programme_has_known_optimum_and_prices() {
        let constraint = |factors: [i128; 2], limit| Constraint { factors: factors.to_vec(), limit };
        let constraints = [constraint([1, 0], 4), constraint([0, 2], 12), constraint([3, 2], 18)];
        let optimum = maximize(&[3, 5], &constraints).expect("small numbers");
        let scaled =
            |numbers: &[i128]| numbers.iter().map(|number| number * optimum.scale).collect::<Vec<_>>();
        assert_eq!(optimum.value, 36 * optimum.scale);
        assert_eq!(optimum.variables, scaled(&[2, 6]));
        assert_eq!(optimum.prices.iter().map(|price| 2 * price).collect::<Vec<_>>(), scaled(&[0, 3, 2]));
    }

    #[test]
    fn too_large_numbers_give_no_optimum() {
        let row = |first, second| Constraint { factors: vec![first, second], limit: 1 };
        assert!(maximize(&[1, 1], &[row(i128::MAX / 2, 3), row(5, i128::MAX / 2)]).is_none());
    }
}
