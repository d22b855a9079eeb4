//! The preferences of the seats from a point in the play.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ahash::AHasher;

/// A distribution of the tricks still to come, as a number: 11 for each trick of the first seat, counted from
/// the declarer, and one for each of the second; the third has the rest.
pub(super) type Shares = u8;

/// The number that a trick of each seat adds.
pub(super) const TRICK: [Shares; 3] = [11, 1, 0];

/// One more than the highest number: ten tricks for the first seat.
pub(super) const SHARES: usize = 10 * 11 + 1;

/// Number of ways to share ten tricks.
const WAYS: usize = 66;

/// Iterates over all ways to share this number of tricks.
pub(super) fn shares(tricks: u8) -> impl Iterator<Item = Shares> {
    (0..=tricks).flat_map(move |a| (0..=tricks - a).map(move |b| 11 * a + b))
}

/// The preferences of the seats from a point with a certain number of tricks left, whichever play led there.
pub(super) struct Class {
    /// Its number among all classes, of any hand.
    pub(super) number: u16,
    /// The rank that each seat gives each way to share the tricks that are left; the higher, the better.
    pub(super) ranks: [[u8; SHARES]; 3],
    /// The distribution that each seat likes best.
    pub(super) best: [Shares; 3],
    /// By the rank of an outcome that a seat is sure of: the highest rank that the seat before it gives to
    /// any outcome that this seat likes no less.
    pub(super) leaves: [[u8; WAYS]; 3],
    /// The class after a trick of each seat.
    pub(super) after: [u8; 3],
    /// The play is over, and the tricks left are the declarer's.
    pub(super) over: bool,
}

/// The numbers of classes, by their contents.
pub(super) type Numbers = HashMap<Vec<u8>, u16, BuildHasherDefault<AHasher>>;

/// The classes of a hand, by the tricks left.
pub(super) struct Wishes(pub(super) Vec<Vec<Class>>);

impl Wishes {
    /// Builds the classes of hands in which `left` tricks are to come after `taken`, and returns them with
    /// the class that the play begins with.
    ///
    /// `ranks` holds, by seat and by outcome (all tricks shared), a rank, no two alike; `before_each` is the
    /// seat that plays before each.
    pub(super) fn new(
        left: u8,
        taken: [u8; 3],
        ends: Option<u8>,
        ranks: &[Vec<u8>; 3],
        before_each: [usize; 3],
        numbers: &mut Numbers,
    ) -> (Wishes, u8) {
        let mut classes: Vec<Vec<Class>> = Vec::new();
        // By the tricks of the first and the second seat since the start, and the tricks left.
        let mut class_by_point: HashMap<(u8, Shares), u8, BuildHasherDefault<AHasher>> = HashMap::default();
        let before = 11 * taken[0] + taken[1];
        for tricks in 0..=left {
            let mut class_by_id: HashMap<Vec<u8>, u8, BuildHasherDefault<AHasher>> = HashMap::default();
            let mut here: Vec<Class> = Vec::new();
            for since in shares(left - tricks) {
                let so_far = before + since;
                let order = [0, 1, 2].map(|seat: usize| {
                    compress_ranks(tricks, |rest| ranks[seat][usize::from(so_far + rest)])
                });
                let played = taken.iter().sum::<u8>() + left - tricks;
                let to_end = ends.map_or(u8::MAX, |ends| ends.saturating_sub(played - so_far / 11));
                let mut id = order.concat();
                id.push(to_end);
                let class = *class_by_id.entry(id).or_insert_with_key(|id| {
                    // With no trick left nothing is looked up.
                    let after = tricks.checked_sub(1).map_or([0; 3], |tricks| {
                        let class = |trick| class_by_point.get(&(tricks, since + trick)).copied();
                        TRICK.map(|trick| class(trick).expect("fewer tricks have been classed before"))
                    });
                    // With fewer tricks nothing is looked up.
                    let next = numbers.len() as u16;
                    let number = if tricks < 2 { 0 } else { *numbers.entry(id.clone()).or_insert(next) };
                    here.push(Class::new(number, tricks, &order, before_each, after, to_end == 0));
                    (here.len() - 1) as u8
                });
                class_by_point.insert((tricks, since), class);
            }
            classes.push(here);
        }
        let first = class_by_point[&(left, 0)];
        (Wishes(classes), first)
    }
}

/// Ranks all ways to share this number of tricks from 0 up, and returns the ranks in their order.
fn compress_ranks(tricks: u8, rank: impl Fn(Shares) -> u8) -> Vec<u8> {
    let ranks: Vec<u8> = shares(tricks).map(rank).collect();
    let mut sorted = ranks.clone();
    sorted.sort_unstable();
    let place = |rank| sorted.binary_search(rank).expect("the same ranks are in both lists");
    ranks.iter().map(|rank| place(rank) as u8).collect()
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
        let mut ranks = [[0; SHARES]; 3];
        let mut best = [0; 3];
        for seat in 0..3 {
            for (share, &rank) in shares(tricks).zip(&order[seat]) {
                ranks[seat][usize::from(share)] = rank;
                if usize::from(rank) + 1 == order[seat].len() {
                    best[seat] = share;
                }
            }
        }
        let mut leaves = [[0; WAYS]; 3];
        for seat in 0..3 {
            for (&rank, &other) in order[seat].iter().zip(&order[before[seat]]) {
                leaves[seat][usize::from(rank)] = other;
            }
            for rank in (1..order[seat].len()).rev() {
                leaves[seat][rank - 1] = leaves[seat][rank - 1].max(leaves[seat][rank]);
            }
        }
        Class { number, ranks, best, leaves, after, over }
    }
}
