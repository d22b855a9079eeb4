//! The preferences of the seats among the possible outcomes from a point in the play.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ahash::AHasher;

use crate::order::sort_by_key;

/// A distribution of tricks: 11 for each trick of the first seat plus 1 for each trick of the second. Seats are counted
/// from the declarer; the third seat gets the other tricks.
pub(super) type Shares = u8;

/// What a trick of each seat adds to [`Shares`].
pub(super) const TRICK_SHARE: [Shares; 3] = [11, 1, 0];

/// One more than the highest value of [`Shares`], which is ten tricks for the first seat.
pub(super) const SHARES_BOUND: usize = 10 * 11 + 1;

/// Number of distributions of ten tricks.
const DISTRIBUTION_COUNT: usize = 66;

pub(super) fn shares(tricks: u8) -> impl Iterator<Item = Shares> {
    (0..=tricks).flat_map(move |a| (0..=tricks - a).map(move |b| 11 * a + b))
}

/// The preferences of the seats with a certain number of tricks left. All ways of play that lead to them form a class.
pub(super) struct Class {
    /// Unique among the classes of all hands; 0 with fewer than two tricks left, for which there is no table.
    pub(super) number: u16,
    /// By seat, then by distribution of the remaining tricks; a greater rank is better for the seat.
    pub(super) ranks: [[u8; SHARES_BOUND]; 3],
    /// By seat.
    pub(super) best: [Shares; 3],
    /// `best_for_previous[seat][rank]` is the best rank for the previous seat among the outcomes that `seat` ranks at
    /// `rank` or higher.
    pub(super) best_for_previous: [[u8; DISTRIBUTION_COUNT]; 3],
    /// By the seat that wins the trick: an index among the classes with one trick less.
    pub(super) after: [u8; 3],
    /// The remaining tricks of a play that is over are the declarer's.
    pub(super) over: bool,
}

/// The id of each class, by the class's ranks.
pub(super) type ClassNumbers = HashMap<Vec<u8>, u16, BuildHasherDefault<AHasher>>;

/// The classes of a hand, by the number of tricks left.
pub(super) struct PreferenceClasses(pub(super) Vec<Vec<Class>>);

impl PreferenceClasses {
    /// Builds the classes of a hand with `tricks_left` tricks to come after the tricks `taken`, and finds the index of
    /// the class in which the play begins. The play ends at `trick_limit` tricks of the declarer's opponents.
    ///
    /// `ranks` holds each seat's rank of each distribution of all tricks, no two equal. `before_each` holds, for each
    /// seat, the seat that plays before it.
    pub(super) fn new(
        tricks_left: u8,
        taken: [u8; 3],
        trick_limit: Option<u8>,
        ranks: &[Vec<u8>; 3],
        before_each: [usize; 3],
        numbers: &mut ClassNumbers,
    ) -> (PreferenceClasses, u8) {
        let mut classes: Vec<Vec<Class>> = Vec::new();
        // The index of the class, by the number of tricks left and the distribution of the tricks played since the
        // start of the search.
        let mut class_by_point: HashMap<(u8, Shares), u8, BuildHasherDefault<AHasher>> = HashMap::default();
        let before = 11 * taken[0] + taken[1];
        for tricks in 0..=tricks_left {
            let mut class_by_id: HashMap<Vec<u8>, u8, BuildHasherDefault<AHasher>> = HashMap::default();
            let mut here: Vec<Class> = Vec::new();
            for since in shares(tricks_left - tricks) {
                let so_far = before + since;
                let order = [0, 1, 2].map(|seat: usize| {
                    compress_ranks(tricks, |rest| ranks[seat][usize::from(so_far + rest)])
                });
                let played = taken.iter().sum::<u8>() + tricks_left - tricks;
                let to_end = trick_limit.map_or(u8::MAX, |limit| limit.saturating_sub(played - so_far / 11));
                let mut id = order.concat();
                id.push(to_end);
                let class = *class_by_id.entry(id).or_insert_with_key(|id| {
                    // With no trick left, no class comes after this one.
                    let after = tricks.checked_sub(1).map_or([0; 3], |tricks| {
                        let class = |trick| class_by_point.get(&(tricks, since + trick)).copied();
                        TRICK_SHARE
                            .map(|trick| class(trick).expect("the classes with fewer tricks are built first"))
                    });
                    // Positions with fewer than two tricks left are not looked up in the table.
                    let next = numbers.len() as u16;
                    let number = if tricks < 2 { 0 } else { *numbers.entry(id.clone()).or_insert(next) };
                    here.push(Class::new(number, tricks, &order, before_each, after, to_end == 0));
                    (here.len() - 1) as u8
                });
                class_by_point.insert((tricks, since), class);
            }
            classes.push(here);
        }
        let first = class_by_point[&(tricks_left, 0)];
        (PreferenceClasses(classes), first)
    }
}

/// Replaces the ranks by 0, 1, 2 and so on, in the same order.
fn compress_ranks(tricks: u8, rank: impl Fn(Shares) -> u8) -> Vec<u8> {
    let ranks: Vec<u8> = shares(tricks).map(rank).collect();
    let mut sorted = ranks.clone();
    sort_by_key(&mut sorted, |&rank| rank);
    let index = |rank| sorted.binary_search(rank).expect("the same ranks are in both lists");
    ranks.iter().map(|rank| index(rank) as u8).collect()
}

impl Class {
    fn new(
        number: u16,
        tricks: u8,
        order: &[Vec<u8>; 3],
        before: [usize; 3],
        after: [u8; 3],
        over: bool,
    ) -> Class {
        let mut ranks = [[0; SHARES_BOUND]; 3];
        let mut best = [0; 3];
        for seat in 0..3 {
            for (share, &rank) in shares(tricks).zip(&order[seat]) {
                ranks[seat][usize::from(share)] = rank;
                if usize::from(rank) + 1 == order[seat].len() {
                    best[seat] = share;
                }
            }
        }
        let mut best_for_previous = [[0; DISTRIBUTION_COUNT]; 3];
        for seat in 0..3 {
            for (&rank, &other) in order[seat].iter().zip(&order[before[seat]]) {
                best_for_previous[seat][usize::from(rank)] = other;
            }
            for rank in (1..order[seat].len()).rev() {
                best_for_previous[seat][rank - 1] =
                    best_for_previous[seat][rank - 1].max(best_for_previous[seat][rank]);
            }
        }
        Class { number, ranks, best, best_for_previous, after, over }
    }
}
