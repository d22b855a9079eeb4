//! The deal in the form that the search uses. Seats are numbered from the declarer, a position is a mask of the
//! remaining cards, and the pattern of each suit is precomputed for every subset of the suit's cards.
//!
//! The owner of a card never changes, so at the start of a trick the remaining cards and the seat on lead define the
//! whole position. Each suit is a byte of the mask, trumps the lowest. The byte is the index under which the suit's
//! [`Pattern`] is found, with every fact about the suit that the search needs.

use super::moves::{Moves, lowest_touching};
use super::specialize::Rules;
use super::suit_pattern::{Code, PATTERN_COUNT, Pattern, patterns};
use super::suit_terms::SuitTerms;
use crate::cards::{Cards, Suit};
use crate::position::{Position, TalonLeads};
use crate::rules::play::{PlayRules, TrickView, beaters, legal_cards, trump_mask};
use crate::seat::{Seat, Seats};

/// A deal with its rules of play.
#[derive(Clone)]
pub(crate) struct Board {
    /// The cards of each seat when the search began, as masks, the declarer's first.
    hands: [u32; 3],
    pub(crate) next: [u8; 3],
    /// A mask of seats, numbered from the declarer.
    pub(crate) playing: u8,
    pub(crate) players: u8,
    /// The mask of the lowest byte; 0 without trumps.
    pub(crate) trumps: u32,
    /// Number of bits by which a mask in the suit order of [`Cards`] is rotated so that trumps are the lowest byte.
    rotation: u32,
    pub(crate) play_rules: PlayRules,
    /// Whether a declarer plays against two defenders. Only then do the rules about partners apply.
    pub(crate) two_defenders: bool,
    pub(crate) talon: Option<TalonLeads>,
    /// The seat with number 0: the declarer, or forehand if there is none.
    first: Seat,
    /// By suit and by the mask of the suit's remaining cards.
    ids: [[u16; 256]; 4],
    patterns: &'static [Pattern; PATTERN_COUNT],
    /// By the pattern's number.
    terms_by_pattern: &'static [SuitTerms; PATTERN_COUNT],
}

#[derive(Clone, Copy)]
pub(crate) struct Trick {
    pub(crate) cards: u32,
    pub(crate) count: u8,
    /// The whole suit, as a mask.
    pub(crate) led: u32,
    pub(crate) leader: u8,
    pub(crate) winner: u8,
    pub(crate) winning: u32,
    /// The cards that beat `winning`.
    pub(crate) above: u32,
    pub(crate) seat: u8,
}

impl Board {
    pub(crate) fn new() -> Board {
        Board {
            hands: [0; 3],
            next: [1, 2, 0],
            playing: 0b111,
            players: 3,
            trumps: 0,
            rotation: 0,
            play_rules: PlayRules::default(),
            two_defenders: false,
            talon: None,
            first: Seat::Forehand,
            ids: [[0; 256]; 4],
            patterns: patterns(),
            terms_by_pattern: SuitTerms::by_pattern(),
        }
    }

    pub(crate) fn lay_out(&mut self, position: &Position) -> (u32, Option<Trick>) {
        // Suits whose cards are distributed as in the previous position are not computed again.
        let setup = position.setup();
        self.first = setup.declarer.unwrap_or(Seat::Forehand);
        let seats = self.seat_order();
        self.playing = (0..3).fold(0, |mask, n| mask | u8::from(setup.playing.contains(seats[n])) << n);
        self.next = [0, 1, 2].map(|n| {
            let next = (n + 1) % 3;
            if self.playing >> next & 1 == 1 { next } else { (next + 1) % 3 }
        });
        self.players = setup.playing.len() as u8;
        let before = std::mem::replace(&mut self.rotation, 8 * setup.trump.map_or(0, Suit::index) as u32);
        self.trumps = self.board_cards(trump_mask(setup.trump));
        self.play_rules = setup.play_rules;
        self.two_defenders = setup.declarer.is_some() && setup.playing.len() == 3;
        let mut hands = seats.map(|seat| self.board_cards(position.hand(seat).bits()));
        self.talon = position.talon_leads();
        let (remaining, trick) = self.cards_and_trick(position);
        let leader = self.seat_number(position.leader());
        let mut seat = self.trick_of_talon(0).map_or(leader, |trick| trick.seat.into());
        for card in position.trick() {
            hands[seat] |= self.board_cards(1 << card.bit());
            seat = self.next[seat] as usize;
        }
        self.rotate_from(before);
        self.set_hands(hands);
        (remaining, trick)
    }

    pub(crate) fn cards_and_trick(&self, position: &Position) -> (u32, Option<Trick>) {
        let hands = Seat::ALL.into_iter().fold(Cards::NONE, |cards, seat| cards | position.hand(seat));
        let mut trick = self.trick_of_talon(0);
        for card in position.trick() {
            let card = self.board_cards(1 << card.bit());
            trick = Some(trick.map_or_else(
                || self.lead(self.seat_number(position.leader()), card),
                |trick| self.follow(trick, card),
            ));
        }
        (self.board_cards(hands.bits()), trick)
    }

    /// The empty trick with this number, from 0 at the start of the search, if a card of the talon is led to it. This
    /// card determines the suit led and cannot win.
    pub(crate) fn trick_of_talon(&self, number: usize) -> Option<Trick> {
        let talon = self.talon?;
        let card = [Some(talon.led), talon.next].get(number).copied().flatten()?;
        let led = self.board_cards(card.suit().cards().bits());
        let seat = self.seat_number(Seat::Forehand) as u8;
        Some(Trick { cards: 0, count: 0, led, leader: seat, winner: seat, winning: 0, above: led, seat })
    }

    /// Lays out hands in which the suits have the patterns with these numbers, trumps first if there are any. In the
    /// returned mask of all cards each suit consists of its lowest ranks.
    pub(crate) fn lay_out_patterns(&mut self, patterns: [u16; 4]) -> u32 {
        let mut hands = [0; 3];
        for (suit, id) in patterns.into_iter().enumerate() {
            for (hand, cards) in hands.iter_mut().zip(Pattern::cards_by_seat(id)) {
                *hand |= u32::from(cards) << (8 * suit);
            }
        }
        self.set_hands(hands);
        hands[0] | hands[1] | hands[2]
    }

    pub(crate) fn seat_number(&self, seat: Seat) -> usize {
        (seat.index() + 3 - self.first.index()) % 3
    }

    pub(crate) fn seat_order(&self) -> [Seat; 3] {
        [self.first, self.first.left(), self.first.right()]
    }

    pub(crate) fn seat_mask(&self, seats: Seats) -> u8 {
        seats.iter().fold(0, |mask, seat| mask | 1 << self.seat_number(seat))
    }

    fn board_cards(&self, cards: u32) -> u32 {
        cards.rotate_right(self.rotation)
    }

    fn rotate_from(&mut self, before: u32) {
        let rotation = (self.rotation + 32 - before) % 32;
        self.hands = self.hands.map(|hand| hand.rotate_right(rotation));
        self.ids.rotate_left(rotation as usize / 8);
    }

    fn set_hands(&mut self, hands: [u32; 3]) {
        // Only a suit that has changed needs the patterns of its subsets again.
        let before = std::mem::replace(&mut self.hands, hands);
        for suit in 0..4 {
            let cards_of_suit = |hands: [u32; 3]| hands.map(|hand| hand >> (8 * suit) & 0xFF);
            let hands = cards_of_suit(hands);
            if hands == cards_of_suit(before) {
                continue;
            }
            let ids = &mut self.ids[suit];
            let cards = 32 - (hands[0] | hands[1] | hands[2]).leading_zeros();
            for top in 0..cards {
                let (below, with_top) = ids.split_at_mut(1 << top);
                // No searched position contains a card without an owner, so subsets with such a card need no pattern.
                if let Some(owner) = (0..3).find(|&seat| hands[seat] >> top & 1 == 1) {
                    for (with_top, &below) in with_top.iter_mut().zip(&*below) {
                        *with_top = Pattern::with_top(below, owner);
                    }
                }
            }
        }
    }

    /// `suit` is the index of the suit's byte in masks.
    #[inline(always)]
    pub(crate) fn pattern(&self, suit: usize, remaining: u32) -> &'static Pattern {
        &self.patterns[usize::from(self.pattern_id(suit, remaining))]
    }

    #[inline(always)]
    fn pattern_id(&self, suit: usize, remaining: u32) -> u16 {
        self.ids[suit & 3][(remaining >> (8 * suit) & 0xFF) as usize]
    }

    #[inline(always)]
    fn pattern_ids(&self, remaining: u32) -> [u16; 4] {
        [
            self.pattern_id(0, remaining),
            self.pattern_id(1, remaining),
            self.pattern_id(2, remaining),
            self.pattern_id(3, remaining),
        ]
    }

    #[inline(always)]
    pub(crate) fn hand(&self, seat: usize, remaining: u32) -> u32 {
        self.hands[seat] & remaining
    }

    /// The key of a position at the start of a trick, a number of 58 bits. It depends on the relative ranks of the
    /// cards in the hands, but not on the ranks of cards out of play.
    ///
    /// The key is exact, not a hash: four pattern numbers of 14 bits each hold the owners of each suit's cards in the
    /// order of rank, and two bits hold the leader. The rules treat positions with the same key alike: they compare
    /// cards only within a suit, and trumps, the only suit with special rules, come first in the key.
    #[inline(always)]
    pub(crate) fn key(&self, remaining: u32, leader: usize) -> u64 {
        pack_key(self.pattern_ids(remaining), leader)
    }

    #[inline(always)]
    pub(crate) fn pattern_by_key(&self, suit: usize, key: u64) -> &'static Pattern {
        &self.patterns[pattern_id_in_key(suit, key)]
    }

    #[inline(always)]
    pub(crate) fn terms(&self, key: u64) -> SuitTerms {
        self.sum_terms(self.terms_by_pattern, key)
    }

    #[inline(always)]
    pub(crate) fn terms_with_surplus(&self, key: u64, surplus: u8) -> SuitTerms {
        self.sum_terms(SuitTerms::by_pattern_with_surplus(surplus), key)
    }

    /// Without the terms of trumps.
    #[inline(always)]
    fn sum_terms(&self, terms: &[SuitTerms], key: u64) -> SuitTerms {
        let [first, second, third, fourth] = [0, 1, 2, 3].map(|suit| pattern_id_in_key(suit, key));
        let side = terms[second] + terms[third] + terms[fourth];
        if self.trumps != 0 { side } else { side + terms[first] }
    }

    /// A key that stays the same if suits other than trumps are exchanged: the rules name none of these.
    #[inline(always)]
    pub(crate) fn key_up_to_suit_exchange(&self, remaining: u32, leader: usize) -> u64 {
        pack_key(self.sort_suits(self.pattern_ids(remaining).map(u32::from)).map(|id| id as u16), leader)
    }

    /// Trumps first if there are any, then the other suits in rising order.
    #[inline(always)]
    pub(crate) fn codes(&self, remaining: u32) -> [Code; 4] {
        self.sort_suits([
            self.code_number(0, remaining),
            self.code_number(1, remaining),
            self.code_number(2, remaining),
            self.code_number(3, remaining),
        ])
        .map(Code::from_number)
    }

    #[inline(always)]
    fn code_number(&self, suit: usize, remaining: u32) -> u32 {
        self.pattern(suit, remaining).code.number()
    }

    #[inline(always)]
    fn sort_suits(&self, [mut a, mut b, mut c, mut d]: [u32; 4]) -> [u32; 4] {
        // If there are trumps, the first number is theirs and stays first.
        let order = |a: &mut u32, b: &mut u32| (*a, *b) = ((*a).min(*b), (*a).max(*b));
        if self.trumps != 0 {
            order(&mut b, &mut d);
            order(&mut b, &mut c);
            order(&mut c, &mut d);
        } else {
            order(&mut a, &mut b);
            order(&mut c, &mut d);
            order(&mut a, &mut c);
            order(&mut b, &mut d);
            order(&mut b, &mut c);
        }
        [a, b, c, d]
    }

    /// A number for everything besides the key that determines the value of a position.
    pub(crate) fn rules_id(&self) -> u32 {
        u32::from(self.play_rules.effective_rules(self.trumps != 0).bits())
            | u32::from(self.playing) << 5
            | u32::from(self.two_defenders) << 8
            | u32::from(self.trumps != 0) << 9
    }

    #[inline(always)]
    pub(crate) fn lead(&self, leader: usize, card: u32) -> Trick {
        Trick {
            cards: card,
            count: 1,
            led: 0xFF << (card.trailing_zeros() & !7),
            leader: leader as u8,
            winner: leader as u8,
            winning: card,
            above: beaters(card, self.trumps),
            seat: self.next[leader],
        }
    }

    #[inline(always)]
    pub(crate) fn follow(&self, trick: Trick, card: u32) -> Trick {
        // The new or old winner is selected with masks, since a branch would often be mispredicted.
        let wins = u32::from(trick.above & card != 0).wrapping_neg();
        let either = |new: u32, old: u32| old ^ (old ^ new) & wins;
        Trick {
            cards: trick.cards | card,
            count: trick.count + 1,
            winner: either(trick.seat.into(), trick.winner.into()) as u8,
            winning: either(card, trick.winning),
            above: either(beaters(card, self.trumps), trick.above),
            seat: self.next[trick.seat as usize],
            ..trick
        }
    }

    /// Every seat has a single card left.
    pub(crate) fn last_winner(&self, remaining: u32, leader: usize) -> u8 {
        let mut trick = self.lead(leader, self.hand(leader, remaining));
        while trick.count < self.players {
            trick = self.follow(trick, self.hand(trick.seat.into(), remaining));
        }
        trick.winner
    }

    #[inline(always)]
    pub(crate) fn leads(&self, remaining: u32, seat: usize) -> Moves {
        Moves::from_cards(lowest_touching(self.hand(seat, remaining), remaining))
    }

    /// One of each group of equivalent cards.
    ///
    /// Cards that touch if the cards of this trick are ignored are equivalent if all of them beat the winning card or
    /// none does. So the winning card counts as a remaining card here: it separates the two kinds. Whichever of several
    /// equivalent cards is played, the trick has the same winner, the later seats may play the same cards, and in the
    /// remaining hands every comparison of cards has the same result.
    #[inline(always)]
    pub(crate) fn follows<R: Rules>(&self, trick: &Trick, remaining: u32) -> Moves {
        let cards = self.legal_cards::<R>(trick, remaining);
        Moves::from_cards(lowest_touching(cards, remaining & !trick.cards | trick.winning))
    }

    /// Cards in `apart` are never grouped with cards outside it.
    pub(crate) fn follows_apart<R: Rules>(&self, trick: &Trick, remaining: u32, apart: u32) -> Moves {
        let cards = self.legal_cards::<R>(trick, remaining);
        let remaining = remaining & !trick.cards | trick.winning;
        let lowest = |cards| lowest_touching(cards, remaining);
        let parts = [cards & trick.above, cards & !trick.above];
        Moves::from_cards(
            parts.into_iter().fold(0, |moves, part| moves | lowest(part & apart) | lowest(part & !apart)),
        )
    }

    /// For a surplus of one or two cards: see [`DeferredDiscard`](super::deferred::DeferredDiscard).
    pub(crate) fn follows_with_surplus<R: Rules>(&self, trick: &Trick, remaining: u32, surplus: u8) -> Moves {
        let rules = PlayRules { head: false, overtrump: false, ..R::play_rules(self.play_rules) };
        let hand = self.hand(0, remaining);
        let suit_led = hand & trick.led;
        let mut cards = self.legal_cards_under(rules, trick, remaining);
        if suit_led != 0 && suit_led.count_ones() <= surplus.into() {
            cards |= self.legal_cards_under(rules, trick, remaining & !suit_led);
        }
        // If the surplus may include all cards of the suit led and all trumps, every card is legal.
        if rules.trump && (suit_led | hand & self.trumps).count_ones() <= surplus.into() {
            cards = hand;
        }
        Moves::from_cards(lowest_touching(cards, remaining & !trick.cards | trick.winning))
    }

    #[inline(always)]
    pub(crate) fn legal_cards<R: Rules>(&self, trick: &Trick, remaining: u32) -> u32 {
        self.legal_cards_under(R::play_rules(self.play_rules), trick, remaining)
    }

    #[inline(always)]
    fn legal_cards_under(&self, rules: PlayRules, trick: &Trick, remaining: u32) -> u32 {
        let facing = TrickView {
            led: trick.led,
            above: trick.above,
            first_after_declarer: self.two_defenders & (trick.leader == 0) & (trick.count == 1),
            partner_wins: self.two_defenders & (trick.seat != 0) & (trick.winner != 0),
        };
        legal_cards(rules, self.hand(trick.seat as usize, remaining), self.trumps, facing)
    }
}

/// Bits of a key for one pattern's number.
const ID_BITS: usize = 14;

#[inline(always)]
fn pack_key(ids: [u16; 4], leader: usize) -> u64 {
    let [a, b, c, d] = ids.map(u64::from);
    a | b << ID_BITS | c << (2 * ID_BITS) | d << (3 * ID_BITS) | (leader as u64) << (4 * ID_BITS)
}

#[inline(always)]
fn pattern_id_in_key(suit: usize, key: u64) -> usize {
    (key >> (ID_BITS * suit)) as usize & ((1 << ID_BITS) - 1)
}
