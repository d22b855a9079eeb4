//! Sets of cards that a seat can play, with one card of each group of touching cards.

/// Iterates from the lowest bit up, over the cards in `first` before the others.
#[derive(Clone, Copy)]
pub(crate) struct Moves {
    cards: u32,
    first: u32,
}

impl Moves {
    #[inline(always)]
    pub(crate) fn from_cards(cards: u32) -> Moves {
        Moves { cards, first: 0 }
    }

    #[inline(always)]
    pub(crate) fn with_first(self, first: u32) -> Moves {
        Moves { first, ..self }
    }

    /// Removes the lowest card or, if `highest`, the highest; cards in `first` come before all others.
    #[inline(always)]
    pub(crate) fn draw(&mut self, highest: bool) -> Option<u32> {
        if self.cards == 0 {
            return None;
        }
        let first = self.cards & self.first;
        let next = if first == 0 { self.cards } else { first };
        let card = if highest { 1 << next.ilog2() } else { next & next.wrapping_neg() };
        self.cards ^= card;
        Some(card)
    }
}

impl Iterator for Moves {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        self.draw(false)
    }
}

/// The lowest card of each group of touching cards among `cards`. `remaining` is the mask of all cards still in play.
///
/// One subtraction finds these cards in all suits. The cards outside `cards` divide each suit into fields: a field
/// starts at the lowest bit of the suit, or above an outside card, and ends with the next outside card or the suit's
/// highest bit, which is set in any case. So every field contains a set bit, and subtracting one at its start clears
/// the lowest set bit and borrows no further.
#[inline(always)]
pub(crate) fn lowest_touching(cards: u32, remaining: u32) -> u32 {
    const SEVENS: u32 = 0x0101_0101;
    const ACES: u32 = 0x8080_8080;
    let others = remaining & !cards;
    let starts = (others & !ACES) << 1 | SEVENS;
    let ends = remaining | ACES;
    cards & ends & !ends.wrapping_sub(starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_of_touching_cards_is_one_move() {
        let groups =
            |cards, others| Moves::from_cards(lowest_touching(cards, cards | others)).collect::<Vec<u32>>();
        assert_eq!(groups(0b0000_0111, 0), [1]);
        assert_eq!(groups(0b0001_0111, 0b1000), [1, 0b1_0000]);
        assert_eq!(groups(0b1_1000_0001, 0), [1, 0x100]);
        assert_eq!(groups(0b1010_1010, 0b0101_0100), [2, 8, 0x20, 0x80]);
        assert_eq!(groups(0x8100_0081, 0), [1, 0x100_0000]);
        assert_eq!(groups(0x8100_0081, 0x1000_0008), [1, 0x80, 0x100_0000, 0x8000_0000]);
    }
}
