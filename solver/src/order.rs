//! Sorting and ranking of indices by a key.

use std::cmp::Ordering;

/// Sorts the indices below `len` by their keys, and returns them. Ties go to the lower index.
///
/// The sort of the standard library is compiled again for each type and each key, which costs the web page
/// about six kilobytes each time. This function passes the comparison of keys to [`sorted_indices_by`] as a trait
/// object, so that the sort is compiled only once.
pub(crate) fn sorted_indices_by_key<K: Ord>(len: usize, key: impl Fn(usize) -> K) -> Vec<usize> {
    sorted_indices_by(len, &|a, b| key(a).cmp(&key(b)))
}

/// Sorts the indices below `len` by the comparison `compare`, and returns them. Ties go to the lower index.
pub(crate) fn sorted_indices_by(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

/// Ranks the indices below `len` by the comparison `compare`; the first has rank 1. Indices that compare
/// as equal share a rank; the rank of the index after them is one more than the number of indices that precede it.
pub(crate) fn ranks_by(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u8> {
    let places = sorted_indices_by(len, compare);
    let mut ranks = vec![1; len];
    for (position, pair) in places.windows(2).enumerate() {
        let (previous, next) = (pair[0], pair[1]);
        ranks[next] = if compare(previous, next).is_eq() { ranks[previous] } else { position as u8 + 2 };
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_rank() {
        let values = [4, 7, 4, 9, 1];
        let ranks = ranks_by(values.len(), &|a, b| values[b].cmp(&values[a]));
        assert_eq!(ranks, [3, 2, 3, 1, 5]);
        assert!(ranks_by(0, &|_, _| Ordering::Equal).is_empty());
    }
}
