//! The outcomes of a trick that follow from the suit led and the trumps.
//!
//! The *pattern* of a suit says which seat holds each of its cards, in the order of rank. The legal leads, the cards
//! that may be played to them, the winner, and the remaining cards of the suit led depend only on the pattern of that
//! suit and on which seats have trumps and other cards at all. So the outcomes are computed once for each pattern, and
//! apply to all positions with that pattern. For the trick itself it makes no difference which card of another suit a
//! seat discards, so all discards of a seat count as one card here.
//!
//! If only one follower can trump, all its trumps count as one card, too. There is no other trump in the trick, so this
//! follower may play any of its trumps; only the switch `lowest` obliges the first of two defenders to play the lowest.
//! The other follower has to follow suit or has no trumps, and cannot beat any of these trumps. If both followers can
//! trump, the second may have to overtrump the first. Then the outcomes depend on the pattern of the trumps, but not on
//! the suit led, of which only the leader has cards.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use ahash::AHasher;

use super::suit_lengths::SuitLengths;
use super::suits::Suits;
use crate::search::board::{Board, Trick};
use crate::search::endgame::values::question::GameQuestion;
use crate::search::suit_pattern::{CLASS_LENS, Pattern};

/// Everything that determines the outcomes of a trick, except the patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TrickKind {
    /// The class of the suit led. If both followers can trump, a stand-in, the class of a suit with one card: only the
    /// leader has cards of the suit led.
    pub(super) led: usize,
    pub(super) leads_trumps: bool,
    pub(super) trumpers: Trumpers,
    pub(super) leader: usize,
    /// A mask of the followers that are void in the suit led, and have cards of the side suits.
    pub(super) discarders: u8,
}

/// The followers that have trumps, and are void in the suit led.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Trumpers {
    Nobody,
    One(usize),
    /// The trumps are of this class.
    Both(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TrickEnd {
    /// The remaining pattern, as the index in its class.
    pub(super) led: u16,
    /// The same for the trumps, if both followers can trump; otherwise 0.
    pub(super) trumps: u16,
    /// A seat, or [`EITHER_DEFENDER`].
    pub(super) winner: u8,
}

/// The winner of a trick that either defender can win; one side chooses between them: see [`GameQuestion::choose`].
pub(super) const EITHER_DEFENDER: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FollowerCard {
    /// A particular card of the suit led, or a particular trump if both followers can trump.
    Particular,
    /// Any card of the side suits.
    Discard,
    /// Any trump that the rules allow, for the only follower that can trump.
    Trump,
}

type ThirdCards = Vec<(FollowerCard, TrickEnd)>;

/// The suit on the board that stands for all side suits.
const SIDE_SUIT: u32 = 0xFF << 16;

/// The outcomes of all tricks of one kind: lists of the leads, of the second and of the third cards. Each entry of a
/// list holds the offset of its continuations in the next list, up to those of the next entry.
#[derive(Default)]
pub(super) struct TrickOutcomes {
    tricks: Vec<u32>,
    leads: Vec<u32>,
    /// For each lead: the indices in `stored_seconds` of the second cards that can follow it. Many leads share second
    /// cards with the same continuations.
    seconds: Vec<u32>,
    stored_seconds: Vec<StoredSecondCard>,
    /// Indices in `stored_seconds`.
    by_kind: [Vec<u32>; 3],
    thirds: ThirdCards,
    must_play_lowest_trump: bool,
}

/// Second cards with equal keys have the same index.
#[derive(PartialEq, Eq, Hash)]
struct SecondCardKey {
    card: FollowerCard,
    thirds: ThirdCards,
}

struct StoredSecondCard {
    card: FollowerCard,
    /// Offset of its continuations in the list of third cards.
    thirds: u32,
}

impl TrickOutcomes {
    /// Computes them for each pattern of the suit led or, if both followers can trump, of the trumps.
    pub(super) fn new(
        board: &mut Board,
        question: impl GameQuestion,
        suits: &Suits,
        trick_kind: TrickKind,
    ) -> TrickOutcomes {
        let (mut outcomes, mut indices) = (TrickOutcomes::default(), SecondCardIndices::default());
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
                let remaining = board.lay_out_patterns(held);
                let start = TrickOpening { board, question, suits, trick_kind, remaining };
                outcomes.add(&start, &mut indices);
            }
        }
        outcomes.tricks.push(outcomes.leads.len() as u32);
        outcomes.leads.push(outcomes.seconds.len() as u32);
        for (n, second) in outcomes.stored_seconds.iter().enumerate() {
            outcomes.by_kind[second.card as usize].push(n as u32);
        }
        outcomes
            .stored_seconds
            .push(StoredSecondCard { card: FollowerCard::Particular, thirds: outcomes.thirds.len() as u32 });
        if let Trumpers::One(seat) = trick_kind.trumpers {
            // The seat gets two trumps, with a trump of another seat between them, so that they are not equivalent.
            let trumps = Pattern::from_owners([seat, if seat == 0 { 1 } else { 0 }, seat].into_iter());
            let remaining = board.lay_out_patterns([trumps, suits.patterns(trick_kind.led)[0], side_suit, 0]);
            let trick = question
                .leads(board, remaining & 0xFF << 8, trick_kind.leader)
                .next()
                .map(|card| board.lead(trick_kind.leader, card));
            let trick = trick.filter(|trick| usize::from(trick.seat) == seat);
            outcomes.must_play_lowest_trump = trick.is_some_and(|trick| {
                question.follows(board, &trick, remaining).filter(|card| card & 0xFF != 0).count() == 1
            });
        }
        outcomes
    }

    fn add(&mut self, start: &TrickOpening<impl GameQuestion>, indices: &mut SecondCardIndices) {
        // Of leads with the same continuations only one is stored; likewise for second and third cards.
        let &TrickOpening { board, question, trick_kind, remaining, .. } = start;
        self.tricks.push(self.leads.len() as u32);
        let mut leads: Vec<Vec<u32>> = Vec::new();
        for card in question.leads(board, remaining & 0xFF << start.suit_led(), trick_kind.leader) {
            let trick = board.lead(trick_kind.leader, card);
            let mut seconds = Vec::new();
            for card in question.follows(board, &trick, remaining) {
                let trick = board.follow(trick, card);
                let mut thirds = ThirdCards::new();
                for third in question.follows(board, &trick, remaining) {
                    insert(&mut thirds, (start.card_kind(third), start.end(&board.follow(trick, third))));
                }
                insert(
                    &mut seconds,
                    self.intern_second_card(SecondCardKey { card: start.card_kind(card), thirds }, indices),
                );
            }
            insert(&mut leads, seconds);
        }
        for seconds in leads {
            self.leads.push(self.seconds.len() as u32);
            self.seconds.extend(seconds);
        }
    }

    fn intern_second_card(&mut self, second: SecondCardKey, indices: &mut SecondCardIndices) -> u32 {
        let next = self.stored_seconds.len() as u32;
        *indices.entry(second).or_insert_with_key(|SecondCardKey { card, thirds }| {
            self.stored_seconds.push(StoredSecondCard { card: *card, thirds: self.thirds.len() as u32 });
            self.thirds.extend(thirds);
            next
        })
    }

    pub(super) fn trick_count(&self) -> usize {
        self.tricks.len() - 1
    }

    #[inline]
    pub(super) fn leads(&self, trick: usize) -> Range<usize> {
        self.tricks[trick] as usize..self.tricks[trick + 1] as usize
    }

    #[inline]
    pub(super) fn seconds(&self, lead: usize) -> &[u32] {
        &self.seconds[self.leads[lead] as usize..self.leads[lead + 1] as usize]
    }

    /// The number of second cards that differ in kind or in what can follow.
    pub(super) fn second_count(&self) -> usize {
        self.stored_seconds.len() - 1
    }

    pub(super) fn seconds_by(&self, card: FollowerCard) -> &[u32] {
        &self.by_kind[card as usize]
    }

    #[inline]
    pub(super) fn second_card(&self, second: usize) -> FollowerCard {
        self.stored_seconds[second].card
    }

    #[inline]
    pub(super) fn thirds(&self, second: usize) -> Range<usize> {
        self.stored_seconds[second].thirds as usize..self.stored_seconds[second + 1].thirds as usize
    }

    pub(super) fn third_count(&self) -> usize {
        self.thirds.len()
    }

    #[inline]
    pub(super) fn third(&self, third: usize) -> (FollowerCard, TrickEnd) {
        self.thirds[third]
    }

    pub(super) fn must_play_lowest_trump(&self) -> bool {
        // Whoever must play the lowest trump is the only follower that can trump.
        self.must_play_lowest_trump
    }
}

/// A trick with a certain pattern of the suit led or of the trumps.
struct TrickOpening<'a, Q> {
    board: &'a Board,
    question: Q,
    suits: &'a Suits,
    trick_kind: TrickKind,
    remaining: u32,
}

impl<Q: GameQuestion> TrickOpening<'_, Q> {
    fn suit_led(&self) -> u32 {
        u32::from(!self.trick_kind.leads_trumps) * 8
    }

    fn both_can_trump(&self) -> bool {
        matches!(self.trick_kind.trumpers, Trumpers::Both(_))
    }

    fn card_kind(&self, card: u32) -> FollowerCard {
        if card & SIDE_SUIT != 0 {
            FollowerCard::Discard
        } else if card & 0xFF << self.suit_led() == 0 && !self.both_can_trump() {
            FollowerCard::Trump
        } else {
            FollowerCard::Particular
        }
    }

    fn end(&self, trick: &Trick) -> TrickEnd {
        let remaining_after = self.remaining & !trick.cards;
        let order =
            |byte: u32| self.suits.index_in_class(self.board.pattern(byte as usize / 8, remaining_after));
        let trumps = if self.both_can_trump() { order(0) } else { 0 };
        let has_rival = self.question.rival(self.board, trick, self.remaining).is_some();
        let winner = if has_rival { EITHER_DEFENDER } else { trick.winner };
        TrickEnd { led: order(self.suit_led()), trumps, winner }
    }
}

type SecondCardIndices = HashMap<SecondCardKey, u32, BuildHasherDefault<AHasher>>;

fn insert<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl TrickKind {
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
