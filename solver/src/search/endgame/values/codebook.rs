//! The codebook, with which each triple of ranges is stored in one byte.
//!
//! A triple holds the ranges for the three seats that can be on lead. There are more triples than a byte has values,
//! but a few triples cover most positions. There is a codebook for each number of cards. It has 256 entries: the 255
//! most frequent triples in a sample of the positions, and the widest possible triple. A position whose triple is not
//! an entry gets the narrowest entry that contains all its ranges.

use std::collections::HashMap;
use std::hash::BuildHasher;

use crate::order::sort_by_key;

/// A range of possible values, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) low: u8,
    pub(crate) high: u8,
}

/// Three bits for each end of each range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RangeTriple(u32);

impl RangeTriple {
    pub(crate) const ZERO: RangeTriple = RangeTriple(0);

    const RANGE_BITS: usize = 6;

    /// The greatest value of three bits.
    pub(crate) const MAX_VALUE: u8 = 7;

    /// A triple as a number is less than this. Most numbers stand for no triple.
    pub(crate) const NUMBER_COUNT: usize = 1 << (3 * RangeTriple::RANGE_BITS);

    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_number(number: usize) -> RangeTriple {
        RangeTriple(number as u32)
    }

    pub(crate) fn from_fn(range: impl Fn(usize) -> Range) -> RangeTriple {
        RangeTriple((0..3).fold(0, |bits, leader| {
            let Range { low, high } = range(leader);
            bits | u32::from(low | high << 3) << (RangeTriple::RANGE_BITS * leader)
        }))
    }

    #[inline(always)]
    pub(crate) fn range(self, leader: usize) -> Range {
        let bits = self.0 >> (RangeTriple::RANGE_BITS * leader);
        Range { low: (bits & 7) as u8, high: (bits >> 3 & 7) as u8 }
    }

    /// The tricks by which the ranges of `other` are wider, over all leaders; `None` if they do not contain these
    /// ranges.
    pub(crate) fn widening(self, other: RangeTriple) -> Option<u8> {
        (0..3).try_fold(0, |sum, leader| {
            let (this, other) = (self.range(leader), other.range(leader));
            Some(sum + this.low.checked_sub(other.low)? + other.high.checked_sub(this.high)?)
        })
    }
}

/// The triple of ranges that each byte stands for, in endings with a certain number of cards.
pub(crate) struct Codebook([RangeTriple; 256]);

impl Codebook {
    pub(crate) const BYTES: usize = 4 * 256;

    pub(crate) fn from_counts<S: BuildHasher>(
        counts: HashMap<RangeTriple, u64, S>,
        max_value: u8,
    ) -> Codebook {
        let mut ranges: Vec<(RangeTriple, u64)> = counts.into_iter().collect();
        // Ties are broken by the order of triples, so that the result is deterministic.
        sort_by_key(&mut ranges, |&(ranges, count)| (std::cmp::Reverse(count), ranges));
        let widest = RangeTriple::from_fn(|_| Range { low: 0, high: max_value });
        let mut codebook = [widest; 256];
        for (entry, (ranges, _)) in codebook[..255].iter_mut().zip(ranges) {
            *entry = ranges;
        }
        Codebook(codebook)
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Codebook {
        let (words, _) = bytes.as_chunks::<4>();
        Codebook(std::array::from_fn(|n| RangeTriple(u32::from_le_bytes(words[n]))))
    }

    pub(crate) fn to_bytes(&self) -> impl Iterator<Item = u8> {
        self.0.iter().flat_map(|ranges| ranges.0.to_le_bytes())
    }

    #[inline(always)]
    pub(crate) fn ranges(&self, byte: u8) -> RangeTriple {
        self.0[usize::from(byte)]
    }

    /// Finds, for each triple of ranges from 0 to `max_value`, the byte of the narrowest entry that contains it.
    pub(crate) fn closest_codes(&self, max_value: u8) -> ClosestCode {
        let mut bytes = vec![0; RangeTriple::NUMBER_COUNT];
        let ends = || (0..=max_value).flat_map(|high| (0..=high).map(move |low| Range { low, high }));
        for a in ends() {
            for b in ends() {
                for c in ends() {
                    let ranges = RangeTriple::from_fn(|leader| [a, b, c][leader]);
                    let widening = |byte: &u8| ranges.widening(self.ranges(*byte)).unwrap_or(u8::MAX);
                    bytes[ranges.number()] = (0..=u8::MAX).min_by_key(widening).unwrap_or(u8::MAX);
                }
            }
        }
        ClosestCode(bytes)
    }
}

pub(crate) struct ClosestCode(Vec<u8>);

impl ClosestCode {
    #[inline(always)]
    pub(crate) fn byte(&self, ranges: RangeTriple) -> u8 {
        self.0[ranges.number()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(ends: [(u8, u8); 3]) -> RangeTriple {
        RangeTriple::from_fn(|leader| Range { low: ends[leader].0, high: ends[leader].1 })
    }

    #[test]
    fn rare_triple_is_widened_to_nearest_entry() {
        let frequent = (0..4).flat_map(|low| (low..4).map(move |high| ranges([(low, high), (1, 2), (3, 3)])));
        let counts: HashMap<RangeTriple, u64> = frequent.map(|ranges| (ranges, 5)).collect();
        let codebook = Codebook::from_counts(counts.clone(), 6);
        let closest = codebook.closest_codes(6);
        for &ranges in counts.keys() {
            assert_eq!(codebook.ranges(closest.byte(ranges)), ranges);
        }
        let widened = |rare| codebook.ranges(closest.byte(rare));
        assert_eq!(widened(ranges([(0, 3), (2, 2), (3, 3)])), ranges([(0, 3), (1, 2), (3, 3)]));
        assert_eq!(widened(ranges([(0, 3), (1, 2), (3, 4)])), ranges([(0, 6); 3]));
    }

    #[test]
    fn codebook_round_trips_through_bytes() {
        // There are more triples than a codebook has entries.
        let lows = (0..300_u16).map(|n| [n % 7, n / 7 % 7, n / 49].map(|low| low as u8));
        let some = lows.map(|lows| (ranges(lows.map(|low| (low, 6))), 1));
        let codebook = Codebook::from_counts(some.collect::<HashMap<_, _>>(), 6);
        let bytes: Vec<u8> = codebook.to_bytes().collect();
        assert_eq!(bytes.len(), Codebook::BYTES);
        let copy = Codebook::from_bytes(&bytes);
        assert!((0..=u8::MAX).all(|byte| copy.ranges(byte) == codebook.ranges(byte)));
    }
}
