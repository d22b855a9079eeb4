//! The preferences of the seats among the outcomes that are possible from a point in the play.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ahash::AHasher;

/// A distribution of tricks still to come among the seats, as a number: 11 for each trick of the first seat
/// and 1 for each trick of the second. Seats are counted from the declarer, and the third seat has the rest.
pub(super) type Shares = u8;

/// The number that a trick of each seat adds to [`Shares`].
pub(super) const TRICK: [Shares; 3] = [11, 1, 0];

/// One more than the highest value of [`Shares`], which is ten tricks for the first seat.
pub(super) const SHARES: usize = 10 * 11 + 1;

/// Number of distributions of ten tricks.
const WAYS: usize = 66;

/// Iterates over all distributions of `tricks` tricks.
pub(super) fn shares(tricks: u8) -> impl Iterator<Item = Shares> {
    (0..=tricks).flat_map(move |a| (0..=tricks - a).map(move |b| 11 * a + b))
}

/// A class of histories: the preferences of the seats from a point with a certain number of tricks left,
/// whichever play led there.
pub(super) struct Class {
    /// Its number among the classes of all hands; 0 with fewer than two tricks left, since nothing is looked
    /// up then.
    pub(super) number: u16,
    /// For each seat, the rank that it gives each distribution of the remaining tricks. The higher the rank,
    /// the better.
    pub(super) ranks: [[u8; SHARES]; 3],
    /// For each seat, the distribution that it likes best.
    pub(super) best: [Shares; 3],
    /// For each seat, and by the rank of an outcome that it can get: the highest rank that the seat before it
    /// gives to any outcome that this seat likes no less.
    pub(super) leaves: [[u8; WAYS]; 3],
    /// The index of the class after a trick of each seat, among the classes with one trick less.
    pub(super) after: [u8; 3],
    /// Whether the play is over, so that the remaining tricks are the declarer's.
    pub(super) over: bool,
}

/// The numbers of classes, by their contents.
pub(super) type Numbers = HashMap<Vec<u8>, u16, BuildHasherDefault<AHasher>>;

/// The classes of a hand, by the number of tricks left.
pub(super) struct Wishes(pub(super) Vec<Vec<Class>>);

impl Wishes {
    /// Builds the classes of a hand in which `tricks_left` tricks are still to come after the tricks `taken`.
    /// Returns them with the index of the class in which the play begins. `ends` is the number of the
    /// opponents' tricks at which the play ends, if it does.
    ///
    /// `ranks` holds, for each seat and each distribution of all tricks, a rank; no two ranks of a seat are
    /// equal. `before_each` holds, for each seat, the seat that plays before it.
    pub(super) fn new(
        tricks_left: u8,
        taken: [u8; 3],
        ends: Option<u8>,
        ranks: &[Vec<u8>; 3],
        before_each: [usize; 3],
        numbers: &mut Numbers,
    ) -> (Wishes, u8) {
        let mut classes: Vec<Vec<Class>> = Vec::new();
        // The index of the class, by the number of tricks left and the distribution of the tricks since the
        // start.
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
                let to_end = ends.map_or(u8::MAX, |ends| ends.saturating_sub(played - so_far / 11));
                let mut id = order.concat();
                id.push(to_end);
                let class = *class_by_id.entry(id).or_insert_with_key(|id| {
                    // With no trick left, nothing comes after the class.
                    let after = tricks.checked_sub(1).map_or([0; 3], |tricks| {
                        let class = |trick| class_by_point.get(&(tricks, since + trick)).copied();
                        TRICK.map(|trick| class(trick).expect("fewer tricks have been classed before"))
                    });
                    // With fewer than two tricks left, nothing is looked up in the table.
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
        (Wishes(classes), first)
    }
}

/// Ranks all distributions of `tricks` tricks from 0 up, in the order that `rank` gives. Returns the ranks in
/// the order of [`shares`].
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
