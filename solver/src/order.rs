//! The order of a list by a key.

use std::cmp::Ordering;

/// Returns the indices from 0 to below `len` in the order of their keys; ties go to the lower index.
///
/// A sort of the standard library is compiled for each type and each key, some six kilobytes of the page;
/// this one is compiled once.
pub(crate) fn places_by_key<K: Ord>(len: usize, key: impl Fn(usize) -> K) -> Vec<usize> {
    places_by(len, &|a, b| key(a).cmp(&key(b)))
}

/// Returns the indices from 0 to below `len` in this order; ties go to the lower index.
pub(crate) fn places_by(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}
