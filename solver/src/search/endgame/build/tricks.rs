//! The outcomes of a trick, as far as the suit led and the trumps determine them.
//!
//! The legal leads, the cards that must be played to them, the winner, and the remaining cards of the suit
//! led depend on its pattern, and on which seats have trumps and other cards at all. So the outcomes are
//! computed once for each pattern and serve all positions with that pattern. Which card of another suit is
//! thrown away changes nothing in the trick: here all discards are one way to play.
//!
//! Where one follower only can trump, so are its trumps. No other trump is in the trick, so it may play any
//! of them, or must play its lowest as the first of two defenders; and the other follower, who has to follow
//! suit or has no trumps, can beat none of them, whichever it is. Where both followers can trump, the second
//! may have to overtrump the first: then the outcomes depend on the pattern of the trumps, but not on the
//! suit led, of which only the leader has cards.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use ahash::AHasher;

use super::suit_lengths::SuitLengths;
use super::suits::Suits;
use crate::search::board::{Board, Trick};
use crate::search::endgame::values::question::GameQuestion;
use crate::search::suit_pattern::{CLASS_LENS, Pattern};

/// The conditions on which the outcomes of a trick depend, besides the patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TrickKind {
    /// The class of the suit led, or of any suit that only the leader has if both followers can trump it.
    pub(super) led: usize,
    /// Whether that is the trump suit.
    pub(super) leads_trumps: bool,
    pub(super) trumpers: Trumpers,
    pub(super) leader: usize,
    /// The followers who can discard: they have no card of the suit led, and other cards than trumps.
    pub(super) discarders: u8,
}

/// The followers who can trump a suit of which they have no cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Trumpers {
    Nobody,
    /// This seat.
    One(usize),
    /// Both, with trumps of this class.
    Both(usize),
}

/// The end of a trick.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TrickEnd {
    /// The index, in its class, of the pattern that is left of the suit led.
    pub(super) led: u16,
    /// The index of the pattern that is left of the trumps, where both followers can trump.
    pub(super) trumps: u16,
    /// The winner, or [`EITHER`].
    pub(super) winner: u8,
}

/// The winner is one of the defenders, as one side decides.
pub(super) const EITHER: u8 = 3;

/// A follower's card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FollowerCard {
    /// A card of the suit led, or a trump where both followers can trump: the end of the trick gives the
    /// remaining pattern.
    Named,
    /// Any card of the other suits.
    Discard,
    /// Any trump that is allowed, where one follower can trump.
    Trump,
}

/// All cards that the last seat can play after the second card, each with the end of the trick.
type ThirdCards = Vec<(FollowerCard, TrickEnd)>;

/// On the board, the suit that stands for all suits other than the suit led and the trumps.
const SIDE_SUIT: u32 = 0xFF << 16;

/// The outcomes of all tricks of a kind, a list for each card of the trick. An entry of one list holds the
/// offset of its continuations in the next list; they end where the next entry's begin.
#[derive(Default)]
pub(super) struct TrickOutcomes {
    tricks: Vec<u32>,
    leads: Vec<u32>,
    /// The numbers of second cards with their continuations, which are equal after many leads.
    seconds: Vec<u32>,
    after_seconds: Vec<SecondCard>,
    /// The numbers of the second cards by their kind.
    by_card: [Vec<u32>; 3],
    thirds: ThirdCards,
    lowest_trump: bool,
}

/// A second card with all its continuations, by which it is numbered.
#[derive(PartialEq, Eq, Hash)]
struct SecondPlay {
    card: FollowerCard,
    thirds: ThirdCards,
}

/// A second card, and its continuations.
struct SecondCard {
    card: FollowerCard,
    /// Offset of the last seat's cards.
    thirds: u32,
}

impl TrickOutcomes {
    /// Computes the outcomes for each pattern of the suit led or, where both followers can trump, of the
    /// trumps.
    pub(super) fn new(
        board: &mut Board,
        question: impl GameQuestion,
        suits: &Suits,
        trick_kind: TrickKind,
    ) -> TrickOutcomes {
        let (mut outcomes, mut numbers) = (TrickOutcomes::default(), SecondNumbers::default());
        let side_suit = Pattern::from_owners((0..3).filter(|seat| trick_kind.discarders >> seat & 1 == 1));
        for &led in suits.patterns(trick_kind.led) {
            let trumps = match trick_kind.trumpers {
                Trumpers::Nobody => &[0][..],
                Trumpers::One(seat) => &[Pattern::from_owners([seat].into_iter())],
                Trumpers::Both(class) => suits.patterns(class),
            };
            for &trumps in trumps {
                let held = if trick_kind.leads_trumps {
                    [led, 0, side_suit, 0]
                } else {
                    [trumps, led, side_suit, 0]
                };
                let left = board.lay_out_patterns(held);
                let start = KindStart { board, question, suits, trick_kind, left };
                outcomes.add(&start, &mut numbers);
            }
        }
        outcomes.tricks.push(outcomes.leads.len() as u32);
        outcomes.leads.push(outcomes.seconds.len() as u32);
        for (n, second) in outcomes.after_seconds.iter().enumerate() {
            outcomes.by_card[second.card as usize].push(n as u32);
        }
        outcomes
            .after_seconds
            .push(SecondCard { card: FollowerCard::Named, thirds: outcomes.thirds.len() as u32 });
        if let Trumpers::One(seat) = trick_kind.trumpers {
            // Two trumps of this seat, with one between them that separates them.
            let trumps = Pattern::from_owners([seat, if seat == 0 { 1 } else { 0 }, seat].into_iter());
            let left = board.lay_out_patterns([trumps, suits.patterns(trick_kind.led)[0], side_suit, 0]);
            let trick = question
                .leads(board, left & 0xFF << 8, trick_kind.leader)
                .next()
                .map(|card| board.lead(trick_kind.leader, card));
            let trick = trick.filter(|trick| usize::from(trick.seat) == seat);
            outcomes.lowest_trump = trick.is_some_and(|trick| {
                question.follows(board, &trick, left).filter(|card| card & 0xFF != 0).count() == 1
            });
        }
        outcomes
    }

    /// Adds the outcomes of one trick. Of equivalent cards only one is stored.
    fn add(&mut self, start: &KindStart<impl GameQuestion>, numbers: &mut SecondNumbers) {
        let &KindStart { board, question, trick_kind, left, .. } = start;
        self.tricks.push(self.leads.len() as u32);
        let mut leads: Vec<Vec<u32>> = Vec::new();
        for card in question.leads(board, left & 0xFF << start.suit_led(), trick_kind.leader) {
            let trick = board.lead(trick_kind.leader, card);
            let mut seconds = Vec::new();
            for card in question.follows(board, &trick, left) {
                let trick = board.follow(trick, card);
                let mut thirds = ThirdCards::new();
                for third in question.follows(board, &trick, left) {
                    insert(&mut thirds, (start.card_kind(third), start.end(&board.follow(trick, third))));
                }
                insert(
                    &mut seconds,
                    self.number_second(SecondPlay { card: start.card_kind(card), thirds }, numbers),
                );
            }
            insert(&mut leads, seconds);
        }
        for seconds in leads {
            self.leads.push(self.seconds.len() as u32);
            self.seconds.extend(seconds);
        }
    }

    /// Returns the number of a second card with its continuations, and adds them if they are new.
    fn number_second(&mut self, second: SecondPlay, numbers: &mut SecondNumbers) -> u32 {
        let next = self.after_seconds.len() as u32;
        *numbers.entry(second).or_insert_with_key(|SecondPlay { card, thirds }| {
            self.after_seconds.push(SecondCard { card: *card, thirds: self.thirds.len() as u32 });
            self.thirds.extend(thirds);
            next
        })
    }

    /// Returns the number of tricks.
    pub(super) fn tricks(&self) -> usize {
        self.tricks.len() - 1
    }

    /// Returns the leads to the trick of this number.
    #[inline]
    pub(super) fn leads(&self, trick: usize) -> Range<usize> {
        self.tricks[trick] as usize..self.tricks[trick + 1] as usize
    }

    /// Returns the numbers of the second cards that the next seat may play to a lead, each with its
    /// continuations.
    #[inline]
    pub(super) fn seconds(&self, lead: usize) -> &[u32] {
        &self.seconds[self.leads[lead] as usize..self.leads[lead + 1] as usize]
    }

    /// Counts the second cards.
    pub(super) fn all_seconds(&self) -> usize {
        self.after_seconds.len() - 1
    }

    /// Returns the numbers of all such second cards, for any pattern.
    pub(super) fn seconds_by(&self, card: FollowerCard) -> &[u32] {
        &self.by_card[card as usize]
    }

    /// Returns the second card of this number.
    #[inline]
    pub(super) fn second_card(&self, second: usize) -> FollowerCard {
        self.after_seconds[second].card
    }

    /// Returns the numbers of the cards that the last seat may play after this second card.
    #[inline]
    pub(super) fn thirds(&self, second: usize) -> Range<usize> {
        self.after_seconds[second].thirds as usize..self.after_seconds[second + 1].thirds as usize
    }

    /// Counts the last cards.
    pub(super) fn all_thirds(&self) -> usize {
        self.thirds.len()
    }

    /// Returns the last card of this number, and the end of the trick.
    #[inline]
    pub(super) fn third(&self, third: usize) -> (FollowerCard, TrickEnd) {
        self.thirds[third]
    }

    /// Checks whether the second seat, where it is the one that can trump, may play its lowest trump only.
    pub(super) fn lowest_trump(&self) -> bool {
        self.lowest_trump
    }
}

/// The start of a trick of a kind, for one pattern of the suit led or of the trumps.
struct KindStart<'a, Q> {
    board: &'a Board,
    question: Q,
    suits: &'a Suits,
    trick_kind: TrickKind,
    /// The cards left.
    left: u32,
}

impl<Q: GameQuestion> KindStart<'_, Q> {
    /// Returns the offset of the suit led in masks of cards.
    fn suit_led(&self) -> u32 {
        u32::from(!self.trick_kind.leads_trumps) * 8
    }

    fn both_can_trump(&self) -> bool {
        matches!(self.trick_kind.trumpers, Trumpers::Both(_))
    }

    /// Returns the kind of a follower's card.
    fn card_kind(&self, card: u32) -> FollowerCard {
        if card & SIDE_SUIT != 0 {
            FollowerCard::Discard
        } else if card & 0xFF << self.suit_led() == 0 && !self.both_can_trump() {
            FollowerCard::Trump
        } else {
            FollowerCard::Named
        }
    }

    /// Returns the end of a trick to which all have played.
    fn end(&self, trick: &Trick) -> TrickEnd {
        let left_after = self.left & !trick.cards;
        let order = |byte: u32| self.suits.order(self.board.pattern(byte as usize / 8, left_after));
        let trumps = if self.both_can_trump() { order(0) } else { 0 };
        let has_rival = self.question.rival(self.board, trick, self.left).is_some();
        let winner = if has_rival { EITHER } else { trick.winner };
        TrickEnd { led: order(self.suit_led()), trumps, winner }
    }
}

/// The numbers of second cards with their continuations.
type SecondNumbers = HashMap<SecondPlay, u32, BuildHasherDefault<AHasher>>;

/// Appends an item to the list unless the list contains it.
fn insert<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl TrickKind {
    /// Returns the kind of a trick to which `leader` leads; `leads_trumps` says whether that is the trump
    /// suit.
    pub(super) fn new(lengths: &SuitLengths, leads_trumps: bool, leader: usize) -> TrickKind {
        let holds = |class: usize, seat: usize| CLASS_LENS[class][seat] > 0;
        let void = |seat: usize| seat != leader && !holds(lengths.led, seat);
        let can_trump = |seat: usize| void(seat) && lengths.trumps.is_some_and(|class| holds(class, seat));
        let discarders = (0..3).filter(|&seat| void(seat) && lengths.side_cards[seat] > 0);
        let discarders = discarders.fold(0, |mask, seat| mask | 1 << seat);
        let mut trumpers = (0..3).filter(|&seat| can_trump(seat));
        let (led, trumpers) = match (trumpers.next(), trumpers.next()) {
            (Some(_), Some(_)) => (
                Pattern::class([0, 1, 2].map(|seat| u8::from(seat == leader))),
                lengths.trumps.map_or(Trumpers::Nobody, Trumpers::Both),
            ),
            (Some(seat), None) => (lengths.led, Trumpers::One(seat)),
            (None, _) => (lengths.led, Trumpers::Nobody),
        };
        TrickKind { led, leads_trumps, trumpers, leader, discarders }
    }
}
