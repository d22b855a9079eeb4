//! The deal as the search sees it: seats counted from the soloist, a position
//! as the mask of the cards left, and what each suit looks like for every
//! subset of it.
//!
//! Who owned a card at the start never changes, so the cards left and the seat
//! on lead are the whole position at the start of a trick. Each suit then is a
//! byte, and everything the search wants to know of it is looked up by that
//! byte in a [`Shape`].

use crate::cards::Suit;
use crate::position::Position;
use crate::rules::play::{Facing, Switches, beaters, higher_in_suit, legal, trump_mask};
use crate::seat::{Seat, Seats};

/// What a suit looks like with some of its cards left.
#[derive(Clone, Copy, Default)]
pub(crate) struct Shape {
    /// The number of the suit's owners read from the lowest card left to the
    /// highest, cards that are gone closed up. Two suits have one number only if
    /// they have as many cards left and the same owners in the same order: it is
    /// the path to a node of a tree with three children everywhere, nodes
    /// numbered level by level. Below 9841 = 1 + 3 + … + 3⁸.
    pub(crate) id: u16,
    /// How many cards each seat has.
    pub(crate) len: [u8; 3],
    /// Who owns the highest card; 3 if the suit is gone.
    pub(crate) top: u8,
    /// How many of the highest cards, without a gap, that seat owns.
    pub(crate) run: u8,
    /// For seat `e` at `3 * e + k`: the cards of his that no opponent can be
    /// left to beat, when the opponents are the next seat (`k` = 0), the one
    /// after (1) or both (2). See [`Shape::unbeaten`].
    unbeaten: [u8; 9],
}

impl Shape {
    /// How many cards of `seat` stay unbeaten if every card of the `opponents`
    /// (a mask of seats, not empty) beats at most one lower card of his.
    #[inline]
    pub(crate) fn unbeaten(&self, seat: usize, opponents: u8) -> u8 {
        let turned = (opponents >> seat | opponents << (3 - seat)) & 7;
        debug_assert!(turned & !1 != 0, "somebody else is an opponent");
        self.unbeaten[3 * seat + (turned >> 1) as usize - 1]
    }

    /// The shape with one more card on top.
    fn with_top(&self, owner: usize) -> Shape {
        let mut shape = *self;
        shape.id = 3 * self.id + 1 + owner as u16;
        shape.len[owner] += 1;
        shape.run = if self.top as usize == owner { self.run + 1 } else { 1 };
        shape.top = owner as u8;
        // The new card is the highest: an opponent's can beat any one card below
        // it, and his own can be beaten by later ones only. Matching greedily from
        // below is best, since every later card reaches all that are unmatched.
        for seat in 0..3 {
            for k in 0..3 {
                let opponent = match k {
                    0 => owner == (seat + 1) % 3,
                    1 => owner == (seat + 2) % 3,
                    _ => owner != seat,
                };
                let unbeaten = &mut shape.unbeaten[3 * seat + k];
                if owner == seat {
                    *unbeaten += 1;
                } else if opponent {
                    *unbeaten = unbeaten.saturating_sub(1);
                }
            }
        }
        shape
    }
}

/// A hand ready to be searched.
pub(crate) struct Board {
    /// What each seat held when the search began, the soloist first.
    hands: [u32; 3],
    /// The seat that plays after each.
    pub(crate) next: [u8; 3],
    /// Who plays, as a mask of seats counted from the soloist.
    pub(crate) playing: u8,
    /// How many play.
    pub(crate) players: u8,
    /// The mask of the trump suit, 0 without trumps.
    pub(crate) trumps: u32,
    /// The byte of the trump suit.
    pub(crate) trump: Option<usize>,
    switches: Switches,
    /// Whether one plays against two, so that the defenders owe each other something.
    two_defenders: bool,
    /// The seat at the table that is seat 0 here.
    first: Seat,
    shapes: [[Shape; 256]; 4],
}

/// A trick under way.
#[derive(Clone, Copy)]
pub(crate) struct Trick {
    /// The cards played so far.
    pub(crate) cards: u32,
    /// How many they are.
    pub(crate) count: u8,
    /// All cards of the suit led.
    pub(crate) led: u32,
    /// Who led.
    pub(crate) leader: u8,
    /// Whose card is winning.
    pub(crate) winner: u8,
    /// That card.
    pub(crate) winning: u32,
    /// Whose turn it is.
    pub(crate) seat: u8,
}

impl Board {
    /// The board of a position, with the cards left and the trick under way.
    pub(crate) fn new(position: &Position) -> (Board, u32, Option<Trick>) {
        let game = position.game();
        let first = game.soloist.unwrap_or(Seat::Forehand);
        let seats = [first, first.left(), first.right()];
        let mut hands = seats.map(|seat| position.hand(seat).bits());
        let left = hands[0] | hands[1] | hands[2];
        let playing = (0..3).fold(0, |mask, n| mask | u8::from(game.playing.contains(seats[n])) << n);
        let mut board = Board {
            hands,
            next: [0, 1, 2].map(|n| {
                let next = (n + 1) % 3;
                if playing >> next & 1 == 1 { next } else { (next + 1) % 3 }
            }),
            playing,
            players: game.playing.len() as u8,
            trumps: trump_mask(game.trump),
            trump: game.trump.map(Suit::index),
            switches: game.switches,
            two_defenders: game.soloist.is_some() && game.playing.len() == 3,
            first,
            shapes: [[Shape::default(); 256]; 4],
        };
        let mut trick: Option<Trick> = None;
        for card in position.trick() {
            let card = 1 << card.bit();
            let seat = trick.map_or(board.seat(position.leader()), |trick| trick.seat as usize);
            hands[seat] |= card;
            trick = Some(trick.map_or_else(|| board.lead(seat, card), |trick| board.follow(trick, card)));
        }
        board.hands = hands;
        board.fill_shapes();
        (board, left, trick)
    }

    /// The number here of a seat at the table.
    pub(crate) fn seat(&self, seat: Seat) -> usize {
        (seat.index() + 3 - self.first.index()) % 3
    }

    /// The mask here of seats at the table.
    pub(crate) fn seats(&self, seats: Seats) -> u8 {
        seats.iter().fold(0, |mask, seat| mask | 1 << self.seat(seat))
    }

    fn fill_shapes(&mut self) {
        for suit in 0..4 {
            let hands = self.hands.map(|hand| hand >> (8 * suit) & 0xFF);
            let shapes = &mut self.shapes[suit];
            shapes[0].top = 3;
            for byte in 1..256_usize {
                let top = byte.ilog2();
                let below = shapes[byte ^ 1 << top];
                // A card that nobody owns is in no position searched.
                let owner = (0..3).find(|&seat| hands[seat] >> top & 1 == 1);
                shapes[byte] = owner.map_or(below, |owner| below.with_top(owner));
            }
        }
    }

    /// What a suit (by its byte) looks like with these cards left.
    #[inline]
    pub(crate) fn shape(&self, suit: usize, left: u32) -> &Shape {
        &self.shapes[suit][(left >> (8 * suit) & 0xFF) as usize]
    }

    /// The cards of a seat among those left.
    #[inline]
    pub(crate) fn hand(&self, seat: usize, left: u32) -> u32 {
        self.hands[seat] & left
    }

    /// The position at the start of a trick as a number of 58 bits, the same for
    /// positions that differ only in the ranks of cards that are gone, or by
    /// exchanging suits that are not trumps.
    ///
    /// Four shape numbers of 14 bits tell every card's owner relative to the
    /// others, two bits the leader; suits other than trumps are sorted, which
    /// exchanging them cannot change. Rules treat such positions alike: they
    /// compare cards within a suit and know only trumps from other suits.
    #[inline]
    pub(crate) fn key(&self, left: u32, leader: usize) -> u64 {
        let mut ids = [0, 1, 2, 3].map(|suit| self.shape(suit, left).id);
        let sides = match self.trump {
            Some(trump) => {
                ids.swap(trump, 3);
                3
            }
            None => 4,
        };
        let mut order = |a: usize, b: usize| {
            if ids[a] > ids[b] {
                ids.swap(a, b);
            }
        };
        order(0, 1);
        if sides == 4 {
            order(2, 3);
            order(0, 2);
            order(1, 3);
            order(1, 2);
        } else {
            order(1, 2);
            order(0, 1);
        }
        let [a, b, c, d] = ids.map(u64::from);
        a | b << 14 | c << 28 | d << 42 | (leader as u64) << 56
    }

    /// What tells apart the rules under which positions of one key have one value.
    pub(crate) fn rules(&self) -> u32 {
        u32::from(self.switches.bits())
            | u32::from(self.playing) << 5
            | u32::from(self.two_defenders) << 8
            | u32::from(self.trump.is_some()) << 9
    }

    /// The trick that this lead starts.
    #[inline]
    pub(crate) fn lead(&self, leader: usize, card: u32) -> Trick {
        Trick {
            cards: card,
            count: 1,
            led: 0xFF << (card.trailing_zeros() & !7),
            leader: leader as u8,
            winner: leader as u8,
            winning: card,
            seat: self.next[leader],
        }
    }

    /// The trick with one more card.
    #[inline]
    pub(crate) fn follow(&self, trick: Trick, card: u32) -> Trick {
        let wins = beaters(trick.winning, self.trumps) & card != 0;
        Trick {
            cards: trick.cards | card,
            count: trick.count + 1,
            winner: if wins { trick.seat } else { trick.winner },
            winning: if wins { card } else { trick.winning },
            seat: self.next[trick.seat as usize],
            ..trick
        }
    }

    /// The legal cards of the seat to move in a trick.
    #[inline]
    pub(crate) fn legal(&self, trick: &Trick, left: u32) -> u32 {
        let facing = Facing {
            led: trick.led,
            winning: trick.winning,
            first_after_soloist: self.two_defenders && trick.leader == 0 && trick.count == 1,
            partner_wins: self.two_defenders && trick.seat != 0 && trick.winner != 0,
        };
        legal(self.switches, self.hand(trick.seat as usize, left), self.trumps, facing)
    }
}

/// The lowest of each group of touching cards among `cards`, where `others` are
/// the cards that part two groups.
#[inline]
pub(crate) fn touching(cards: u32, others: u32, mut each: impl FnMut(u32)) {
    let mut rest = cards;
    while rest != 0 {
        let card = rest & rest.wrapping_neg();
        let above = higher_in_suit(card);
        let stop = above & others;
        let same = if stop == 0 { above } else { above & ((stop & stop.wrapping_neg()) - 1) };
        rest &= !(card | same);
        each(card);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_cards_are_one_move() {
        let groups = |cards: u32, others: u32| {
            let mut found = Vec::new();
            touching(cards, others, |card| found.push(card));
            found
        };
        assert_eq!(groups(0b0000_0111, 0), [1]);
        assert_eq!(groups(0b0001_0111, 0b1000), [1, 0b1_0000]);
        assert_eq!(groups(0b1_1000_0001, 0), [1, 0x100]);
        assert_eq!(groups(0b1010_1010, 0b0101_0100), [2, 8, 0x20, 0x80]);
    }

    #[test]
    fn unbeaten_cards_match_each_higher_card_with_one_below() {
        // Owners from the lowest card up.
        let shape =
            |owners: &[usize]| owners.iter().fold(Shape::default(), |shape, &owner| shape.with_top(owner));
        let kqj_under_ace = shape(&[0, 0, 0, 1]);
        assert_eq!(kqj_under_ace.unbeaten(0, 0b110), 2);
        assert_eq!(kqj_under_ace.unbeaten(0, 0b100), 3);
        let between = shape(&[0, 1, 0, 2, 0]);
        assert_eq!(between.unbeaten(0, 0b110), 1);
        assert_eq!(between.unbeaten(0, 0b010), 2);
        assert_eq!(between.unbeaten(1, 0b001), 0);
        assert_eq!((between.top, between.run, between.len), (0, 1, [3, 1, 1]));
    }
}
