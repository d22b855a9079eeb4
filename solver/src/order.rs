//! Sorting and ranking of indices by a key.

use std::cmp::Ordering;

/// Sorts the indices below `len` by their keys. Ties go to the lower index.
///
/// The sort of the standard library is compiled again for each type and each key, which costs the web page about six
/// kilobytes each time. Here the comparison is a trait object, so that the sort is compiled only once.
pub(crate) fn sorted_indices_by_key<K: Ord>(len: usize, key: impl Fn(usize) -> K) -> Vec<usize> {
    sorted_indices_by(len, &|a, b| key(a).cmp(&key(b)))
}

/// Ties go to the lower index.
pub(crate) fn sorted_indices_by(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

/// Items with equal keys keep their order. For the reason that [`sorted_indices_by_key`] gives, this sort is for lists
/// that are short or sorted once an answer.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

pub(crate) fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let order = sorted_indices_by(items.len(), &|a, b| compare(&items[a], &items[b]));
    let mut unsorted: Vec<Option<T>> = std::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().map(|n| unsorted[n].take().expect("each index is listed once")));
}

/// For a dozen items at most. Items with equal keys keep their order.
pub(crate) fn insertion_sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut place = end;
        while place > 0 && key(&items[place]) < key(&items[place - 1]) {
            items.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// The first index has rank 1. Equal indices share a rank, and the next one has the rank that its place gives it.
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
    fn items_with_equal_keys_keep_their_order() {
        let mut items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (0, 'd'), (1, 'e')];
        sort_by_key(&mut items, |&(key, _)| key);
        assert_eq!(items, [(0, 'd'), (1, 'b'), (1, 'e'), (2, 'a'), (2, 'c')]);
    }

    #[test]
    fn equal_values_share_rank() {
        let values = [4, 7, 4, 9, 1];
        let ranks = ranks_by(values.len(), &|a, b| values[b].cmp(&values[a]));
        assert_eq!(ranks, [3, 2, 3, 1, 5]);
        assert!(ranks_by(0, &|_, _| Ordering::Equal).is_empty());
    }
}
