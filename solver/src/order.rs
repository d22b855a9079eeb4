//! Sorting of indices by a key.

use std::cmp::Ordering;

/// Sorts the indices below `len` by their keys, and returns them. Ties go to the lower index.
///
/// The sort of the standard library is compiled again for each type and each key, which costs the web page
/// about six kilobytes each time. This one is compiled once.
pub(crate) fn places_by_key<K: Ord>(len: usize, key: impl Fn(usize) -> K) -> Vec<usize> {
    places_by(len, &|a, b| key(a).cmp(&key(b)))
}

/// Sorts the indices below `len` by the comparison `compare`, and returns them. Ties go to the lower index.
pub(crate) fn places_by(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}
