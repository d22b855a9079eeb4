//! Random deals. The generator is PCG-64 of rand_pcg 0.10, and rand 0.10 shuffles the pack.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::seat::BySeat;

/// Builds the random number generator with this seed.
#[must_use]
pub fn generator(seed: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed)
}

/// Another seed: the random number with this index, from 0, that the generator with the seed `seed` draws.
#[must_use]
pub fn derived_seed(seed: u64, number: u64) -> u64 {
    let mut random = generator(seed);
    random.advance(number.into());
    random.random()
}

/// Draws a random number from 0 to `bound - 1`.
///
/// # Panics
/// If the bound is 0.
pub fn number_below(random: &mut impl Rng, bound: usize) -> usize {
    random.random_range(0..bound)
}

/// Shuffles the 32 cards and returns them in random order.
pub fn shuffled_pack(random: &mut impl Rng) -> Vec<Card> {
    let mut pack: Vec<Card> = Cards::PACK.iter().collect();
    pack.shuffle(random);
    pack
}

/// A deal, and the order of the two cards of its talon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealtPack {
    /// The deal.
    pub deal: Deal,
    /// The talon's cards in the order in which they lead when all have passed.
    pub talon_order: [Card; 2],
}

/// Draws a random complete deal; all deals are equally likely.
///
/// ```
/// use preference::deal::random;
/// let deals: Vec<String> = (0..2).map(|_| random::deal(&mut random::generator(7)).to_string()).collect();
/// assert_eq!(deals[0], deals[1]);
/// ```
pub fn deal(random: &mut impl Rng) -> Deal {
    dealt_pack(random).deal
}

/// Draws the complete deal that [`deal`] draws from the same generator, and the order of its talon.
pub fn dealt_pack(random: &mut impl Rng) -> DealtPack {
    let pack = shuffled_pack(random);
    let hands = BySeat::from_fn(|seat| pack[seat.index() * 10..][..10].iter().copied().collect());
    let talon_order = [pack[30], pack[31]];
    let deal = Deal::new(hands, talon_order.into_iter().collect()).expect("32 cards, each once");
    DealtPack { deal, talon_order }
}
