//! The deal as the search represents it: seats counted from the declarer, a position as the mask of the cards
//! left, and the pattern of each suit for every subset of it.
//!
//! The seat that held a card at the start never changes, so the cards left and the seat on lead are the whole
//! position at the start of a trick. Each suit is a byte of the mask, trumps the lowest, by which the suit's
//! [`Pattern`] is looked up, and with it every fact about the suit that the search needs.

use super::moves::{Moves, lowest_touching};
use super::specialize::Rules;
use super::suit_pattern::{Code, PATTERNS, Pattern, patterns};
use super::suit_terms::SuitTerms;
use crate::cards::Suit;
use crate::position::{Position, TalonLeads};
use crate::rules::play::{PlayRules, TrickView, beaters, legal_cards, trump_mask};
use crate::seat::{Seat, Seats};

/// A hand laid out for the search.
#[derive(Clone)]
pub(crate) struct Board {
    /// The cards of each seat when the search began, the declarer first.
    hands: [u32; 3],
    /// The seat that plays after each seat.
    pub(crate) next: [u8; 3],
    /// The seats that play, as a mask, counted from the declarer.
    pub(crate) playing: u8,
    /// Number of seats that play.
    pub(crate) players: u8,
    /// The mask of the trump suit, the lowest byte, or 0 without trumps.
    pub(crate) trumps: u32,
    /// Number of bits by which masks of the table's cards are rotated so that trumps are the lowest byte.
    rotation: u32,
    pub(crate) play_rules: PlayRules,
    /// Whether one plays against two, so that the rules about partners bind the defenders.
    pub(crate) two_defenders: bool,
    /// The cards of the talon that lead to the first tricks.
    pub(crate) talon: TalonLeads,
    /// The seat at the table that is seat 0 here.
    first: Seat,
    /// The number of the pattern, by suit and subset of the suit's cards.
    ids: [[u16; 256]; 4],
    patterns: &'static [Pattern; PATTERNS],
    /// The terms of each pattern, by its number.
    terms_by_pattern: &'static [SuitTerms; PATTERNS],
}

/// A trick under way.
#[derive(Clone, Copy)]
pub(crate) struct Trick {
    /// The cards played so far.
    pub(crate) cards: u32,
    /// Number of cards played.
    pub(crate) count: u8,
    /// All cards of the suit led.
    pub(crate) led: u32,
    /// The seat that led.
    pub(crate) leader: u8,
    /// The seat whose card is winning.
    pub(crate) winner: u8,
    /// The card that is winning.
    pub(crate) winning: u32,
    /// The cards that beat the winning card.
    pub(crate) above: u32,
    /// The seat to play next.
    pub(crate) seat: u8,
}

impl Board {
    /// Returns a board without a position.
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
            talon: TalonLeads::default(),
            first: Seat::Forehand,
            ids: [[0; 256]; 4],
            patterns: patterns(),
            terms_by_pattern: SuitTerms::by_pattern(),
        }
    }

    /// Lays a position out on this board, and returns the cards left and the trick under way.
    ///
    /// Suits whose cards are distributed as before cost nothing.
    pub(crate) fn lay_out(&mut self, position: &Position) -> (u32, Option<Trick>) {
        let setup = position.setup();
        self.first = setup.declarer.unwrap_or(Seat::Forehand);
        let seats = self.order();
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
        let left = hands[0] | hands[1] | hands[2];
        self.talon = position.talon();
        let mut trick: Option<Trick> = self.trick_of_talon(0);
        for card in position.trick() {
            let card = self.board_cards(1 << card.bit());
            let seat = trick.map_or(self.seat(position.leader()), |trick| trick.seat as usize);
            hands[seat] |= card;
            trick = Some(trick.map_or_else(|| self.lead(seat, card), |trick| self.follow(trick, card)));
        }
        self.rotate_from(before);
        self.deal(hands);
        (left, trick)
    }

    /// Returns the trick number `number`, counted from where the search began, if a card of the talon that
    /// cannot win leads to it.
    pub(crate) fn trick_of_talon(&self, number: usize) -> Option<Trick> {
        let led = self.board_cards(self.talon.cards.get(number).copied().flatten()?.suit().cards().bits());
        let seat = self.seat(Seat::Forehand) as u8;
        Some(Trick { cards: 0, count: 0, led, leader: seat, winner: seat, winning: 0, above: led, seat })
    }

    /// Lays out hands in which the suits have these patterns, trumps first if there are any, and returns the
    /// cards left; each suit consists of its lowest cards.
    pub(crate) fn lay_out_patterns(&mut self, patterns: [u16; 4]) -> u32 {
        let mut hands = [0; 3];
        for (suit, id) in patterns.into_iter().enumerate() {
            for (hand, cards) in hands.iter_mut().zip(Pattern::cards_by_seat(id)) {
                *hand |= u32::from(cards) << (8 * suit);
            }
        }
        self.deal(hands);
        hands[0] | hands[1] | hands[2]
    }

    /// Returns the number here of a seat at the table.
    pub(crate) fn seat(&self, seat: Seat) -> usize {
        (seat.index() + 3 - self.first.index()) % 3
    }

    /// Returns the seats at the table in the order of their numbers here.
    pub(crate) fn order(&self) -> [Seat; 3] {
        [self.first, self.first.left(), self.first.right()]
    }

    /// Returns the mask here of seats at the table.
    pub(crate) fn seats(&self, seats: Seats) -> u8 {
        seats.iter().fold(0, |mask, seat| mask | 1 << self.seat(seat))
    }

    /// Converts a mask of the table's cards to the search's order of suits.
    fn board_cards(&self, cards: u32) -> u32 {
        cards.rotate_right(self.rotation)
    }

    /// Rotates the stored hands and patterns from the order of suits `before` to that of the present trumps.
    fn rotate_from(&mut self, before: u32) {
        let rotation = (self.rotation + 32 - before) % 32;
        self.hands = self.hands.map(|hand| hand.rotate_right(rotation));
        self.ids.rotate_left(rotation as usize / 8);
    }

    /// Deals these hands, and fills in the pattern of every subset of each suit.
    fn deal(&mut self, hands: [u32; 3]) {
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
                // A card that nobody owns is in no position that is searched.
                if let Some(owner) = (0..3).find(|&seat| hands[seat] >> top & 1 == 1) {
                    for (with_top, &below) in with_top.iter_mut().zip(&*below) {
                        *with_top = Pattern::with_top(below, owner);
                    }
                }
            }
        }
    }

    /// Returns the pattern of a suit, given by its byte, with these cards left.
    #[inline(always)]
    pub(crate) fn pattern(&self, suit: usize, left: u32) -> &'static Pattern {
        &self.patterns[usize::from(self.id(suit, left))]
    }

    /// Returns the number of that pattern.
    #[inline(always)]
    fn id(&self, suit: usize, left: u32) -> u16 {
        self.ids[suit & 3][(left >> (8 * suit) & 0xFF) as usize]
    }

    /// Returns the numbers of the patterns of all suits.
    #[inline(always)]
    fn ids(&self, left: u32) -> [u16; 4] {
        [self.id(0, left), self.id(1, left), self.id(2, left), self.id(3, left)]
    }

    /// Returns the cards of a seat among the cards left.
    #[inline]
    pub(crate) fn hand(&self, seat: usize, left: u32) -> u32 {
        self.hands[seat] & left
    }

    /// Returns the key of a position at the start of a trick: a number of 58 bits, equal for positions that
    /// differ only in the ranks of cards that are gone.
    ///
    /// It is exact, not a hash: four pattern numbers of 14 bits hold the owners of each suit's cards in order
    /// of rank, and two bits the leader. The rules treat positions of one key alike, since they compare cards
    /// within a suit and tell only trumps, which come first, from other suits.
    #[inline(always)]
    pub(crate) fn key(&self, left: u32, leader: usize) -> u64 {
        key_of(self.ids(left), leader)
    }

    /// Returns the pattern of a suit, given by its byte, in a position with this key.
    #[inline(always)]
    pub(crate) fn pattern_by_key(&self, suit: usize, key: u64) -> &'static Pattern {
        &self.patterns[id_in(suit, key)]
    }

    /// Returns the sum of the terms of all suits other than trumps in a position with this key.
    #[inline(always)]
    pub(crate) fn terms(&self, key: u64) -> SuitTerms {
        let terms_of = |suit| self.terms_by_pattern[id_in(suit, key)];
        let side = terms_of(1) + terms_of(2) + terms_of(3);
        if self.trumps != 0 { side } else { side + terms_of(0) }
    }

    /// Returns a key that is equal also for positions that differ by exchanging suits other than trumps,
    /// which changes nothing for rules that know no suit by name.
    #[inline]
    pub(crate) fn key_without_names(&self, left: u32, leader: usize) -> u64 {
        key_of(self.sort_suits(self.ids(left).map(u32::from)).map(|id| id as u16), leader)
    }

    /// Returns the codes of the suits: first that of trumps, if there are any, then the others in rising
    /// order.
    #[inline(always)]
    pub(crate) fn codes(&self, left: u32) -> [Code; 4] {
        let code = |suit| self.pattern(suit, left).code.number();
        self.sort_suits([code(0), code(1), code(2), code(3)]).map(Code::from_number)
    }

    /// Sorts four numbers, one for each suit, in rising order. The first is that of trumps if there are
    /// trumps, and stays first.
    #[inline(always)]
    fn sort_suits(&self, [mut a, mut b, mut c, mut d]: [u32; 4]) -> [u32; 4] {
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

    /// Returns a number that identifies everything besides the key on which a position's value depends: the
    /// rules of play that bind, the seats that play, whether there are two defenders, and whether there are
    /// trumps.
    pub(crate) fn rules(&self) -> u32 {
        u32::from(self.play_rules.effective_rules(self.trumps != 0).bits())
            | u32::from(self.playing) << 5
            | u32::from(self.two_defenders) << 8
            | u32::from(self.trumps != 0) << 9
    }

    /// Returns the trick that this lead starts.
    #[inline]
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

    /// Returns the trick with one more card.
    #[inline]
    pub(crate) fn follow(&self, trick: Trick, card: u32) -> Trick {
        // By masks: a branch would be mispredicted, which costs more.
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

    /// Returns the winner of the last trick, in which nobody has a choice.
    pub(crate) fn last_winner(&self, left: u32, leader: usize) -> u8 {
        let mut trick = self.lead(leader, self.hand(leader, left));
        while trick.count < self.players {
            trick = self.follow(trick, self.hand(trick.seat.into(), left));
        }
        trick.winner
    }

    /// Returns the leads of a seat, one of each group of touching cards.
    #[inline]
    pub(crate) fn leads(&self, left: u32, seat: usize) -> Moves {
        Moves::from_cards(lowest_touching(self.hand(seat, left), left))
    }

    /// Returns the cards that a follower may play, one of each group of equivalent cards.
    ///
    /// Cards that touch once the trick is cleared away are one move if all of them beat the winning card or
    /// none does; the winning card, counted as left, parts the two kinds. Then the trick goes the same way,
    /// the seats after it are bound in the same way, and the hands that remain differ in no comparison.
    #[inline(always)]
    pub(crate) fn follows<R: Rules>(&self, trick: &Trick, left: u32) -> Moves {
        let cards = self.legal_cards::<R>(trick, left);
        Moves::from_cards(lowest_touching(cards, left & !trick.cards | trick.winning))
    }

    /// Returns the cards that a follower may play, one of each group of equivalent cards, where the cards
    /// among `apart` are never one move with others.
    pub(crate) fn follows_apart<R: Rules>(&self, trick: &Trick, left: u32, apart: u32) -> Moves {
        let cards = self.legal_cards::<R>(trick, left);
        let left = left & !trick.cards | trick.winning;
        let lowest = |cards| lowest_touching(cards, left);
        let parts = [cards & trick.above, cards & !trick.above];
        Moves::from_cards(
            parts.into_iter().fold(0, |moves, part| moves | lowest(part & apart) | lowest(part & !apart)),
        )
    }

    /// Returns the legal cards of the seat to move in a trick.
    #[inline]
    pub(crate) fn legal_cards<R: Rules>(&self, trick: &Trick, left: u32) -> u32 {
        let facing = TrickView {
            led: trick.led,
            above: trick.above,
            first_after_declarer: self.two_defenders & (trick.leader == 0) & (trick.count == 1),
            partner_wins: self.two_defenders & (trick.seat != 0) & (trick.winner != 0),
        };
        legal_cards(R::play_rules(self.play_rules), self.hand(trick.seat as usize, left), self.trumps, facing)
    }
}

/// Number of bits of a key for the number of one suit's pattern.
const ID_BITS: usize = 14;

/// Packs four pattern numbers and a leader into a key.
#[inline(always)]
fn key_of(ids: [u16; 4], leader: usize) -> u64 {
    let [a, b, c, d] = ids.map(u64::from);
    a | b << ID_BITS | c << (2 * ID_BITS) | d << (3 * ID_BITS) | (leader as u64) << (4 * ID_BITS)
}

/// Extracts the number of the pattern of a suit, given by its byte, from a key.
#[inline(always)]
fn id_in(suit: usize, key: u64) -> usize {
    (key >> (ID_BITS * suit)) as usize & ((1 << ID_BITS) - 1)
}
