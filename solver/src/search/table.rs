//! The transposition table (Greenblatt, Eastlake and Crocker 1967): bounds for positions at the start of a trick.
//!
//! An entry holds the whole key, and keys are exact (no Zobrist hashes). So a hit is always a position that
//! the rules treat like this one, such as a position that differs only in the ranks of cards out of play.
//! Overwriting an entry costs time, but never makes an answer wrong.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionBounds {
    pub(crate) lo: u8,
    pub(crate) hi: u8,
    /// A bit number; 32 if there is none. It is only a hint, since it may come from another position with the same key.
    pub(crate) best: u8,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Entry {
    key: u64,
    state: u16,
    bounds: PositionBounds,
    /// A measure of the work that the entry saves.
    tricks: u8,
    /// The age of the table when the entry was written.
    age: u8,
}

const _: () = assert!(size_of::<Entry>() == 16);

/// Four entries fill one line of the processor's cache.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Bucket([Entry; 4]);

const VACANT_BUCKET: Bucket = {
    let bounds = PositionBounds { lo: 0, hi: 0, best: 32 };
    Bucket([Entry { key: VACANT, state: 0, bounds, tricks: 0, age: 0 }; 4])
};

/// Keeps the entries of different kinds of question apart in one table. A number is the upper six bits of a key; the
/// 64th number belongs to vacant entries.
#[derive(Default)]
pub(crate) struct QuestionKinds(Vec<u32>);

impl QuestionKinds {
    /// If not, the table and the numbers must be cleared.
    pub(crate) fn has_room_for(&self, kind: u32) -> bool {
        self.0.len() < 63 || self.0.contains(&kind)
    }

    /// [`has_room_for`](Self::has_room_for) must be true for this kind.
    pub(crate) fn bits(&mut self, kind: u32) -> u64 {
        let number = self.0.iter().position(|&other| other == kind).unwrap_or_else(|| {
            self.0.push(kind);
            self.0.len() - 1
        });
        (number as u64) << 58
    }
}

/// A transposition table of fixed size.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// Shifts a mixed key right to the index of its bucket.
    shift: u32,
    /// Questions so far, modulo 256.
    age: u8,
}

/// The key of vacant entries. No position has it, since its leader would be seat 3.
const VACANT: u64 = u64::MAX;

impl TranspositionTable {
    /// 2^`bits` buckets, each with four entries in 64 bytes.
    pub(crate) fn new(bits: u32) -> TranspositionTable {
        // Shifting by 64 bits would overflow, so at least one bit is kept; for a single bucket the mask in
        // `bucket_index` reduces the index to 0.
        let shift = 64 - bits.max(1);
        TranspositionTable { buckets: vec![VACANT_BUCKET; 1 << bits], shift, age: 0 }
    }

    /// Uses the first 2^`bits` buckets from now on, at least two. Entries that were written with another number of
    /// buckets stay, and are found again with that number.
    pub(crate) fn use_bits(&mut self, bits: u32) {
        if self.buckets.len() < 1 << bits {
            self.buckets.resize(1 << bits, VACANT_BUCKET);
        }
        self.shift = 64 - bits;
    }

    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            for entry in &mut bucket.0 {
                entry.key = VACANT;
            }
        }
    }

    pub(crate) fn next_age(&mut self) {
        // Entries of earlier questions are overwritten first.
        self.age = self.age.wrapping_add(1);
    }

    /// `state` is the part of the key besides the position; for a search goal see `SearchGoal::table_state`.
    #[inline(always)]
    fn bucket_index(&self, key: u64, state: u16) -> usize {
        // Multiplying by an odd constant (2^64 over the golden ratio) spreads the key over the upper bits.
        // Only the uppermost bits depend on all bits of the key.
        let mixed = (key ^ u64::from(state) << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> self.shift) as usize & (self.buckets.len() - 1)
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: u64, state: u16) -> Option<PositionBounds> {
        let bucket = &self.buckets[self.bucket_index(key, state)];
        // All four entries are compared without branches, which would be mispredicted.
        let mut index = bucket.0.len();
        for (n, entry) in bucket.0.iter().enumerate() {
            index = if (entry.key == key) & (entry.state == state) { n } else { index };
        }
        bucket.0.get(index).map(|entry| entry.bounds)
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, key: u64, state: u16, bounds: PositionBounds, tricks: u8) {
        let age = self.age;
        let place = self.bucket_index(key, state);
        let bucket = &mut self.buckets[place].0;
        let mut chosen = 0;
        let mut least = u16::MAX;
        for (n, entry) in bucket.iter().enumerate() {
            if entry.key == key && entry.state == state {
                chosen = n;
                break;
            }
            let worth =
                u16::from(entry.key != VACANT) * (u16::from(entry.tricks) + 16 * u16::from(entry.age == age));
            if worth < least {
                least = worth;
                chosen = n;
            }
        }
        bucket[chosen] = Entry { key, state, bounds, tricks, age };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entry_is_found_only_under_whole_key() {
        let mut table = TranspositionTable::new(0);
        let bounds = PositionBounds { lo: 1, hi: 3, best: 7 };
        table.put(5, 1, bounds, 4);
        assert_eq!(table.get(5, 1), Some(bounds));
        assert_eq!(table.get(5, 2), None);
        assert_eq!(table.get(6, 1), None);
        table.clear();
        assert_eq!(table.get(5, 1), None);
    }

    #[test]
    fn every_key_bit_changes_bucket_index() {
        let table = TranspositionTable::new(13);
        for bit in 0..64 {
            let moved = (0..100_u64).map(|n| n.wrapping_mul(0x0123_4567_89AB_CDEF));
            let moved = moved
                .filter(|&key| table.bucket_index(key, 7) != table.bucket_index(key ^ 1 << bit, 7))
                .count();
            assert!(moved > 90, "bit {bit} moves {moved} of 100 keys");
        }
    }

    #[test]
    fn small_and_old_entries_are_replaced() {
        let mut table = TranspositionTable::new(0);
        let bounds = PositionBounds { lo: 0, hi: 1, best: 32 };
        for key in 0..4 {
            table.put(key, 0, bounds, key as u8 + 2);
        }
        table.put(9, 0, bounds, 1);
        assert_eq!(table.get(0, 0), None);
        table.next_age();
        table.put(10, 0, bounds, 1);
        table.put(11, 0, bounds, 1);
        assert_eq!((table.get(9, 0), table.get(1, 0)), (None, None));
        assert_eq!(table.get(3, 0), Some(bounds));
    }
}
