//! The max^n search, for play in which every seat has preferences of its own (Luckhart and Irani, 1986): each
//! player chooses the move that leads to the outcome that this player prefers.
//!
//! Such play does not have two sides, so bounds are of no use, and each position is solved exactly. Cards are skipped
//! only within a trick: once it is clear that the previous seat will not choose the card that it has just played, the
//! other replies to that card do not matter. The tree stays small because positions that differ only in the names of
//! suits and in the ranks of cards out of play count as one, and because the tricks taken so far matter only if they
//! still change some seat's preferences. Two histories belong to the same *class* if every seat ranks all continuations
//! in the same order after both of them: a declarer who has made the contract and one who can no longer make it both
//! want the remaining tricks for the payment per trick.

mod conditions;
mod dealer;
mod preferences;

use std::cmp::Reverse;

use super::board::{Board, Trick};
use super::moves::Moves;
use super::specialize::{CompiledQuestion, Rules, ask_compiled};
use super::stop::Stop;
use super::table::{PositionBounds, QuestionKinds, TranspositionTable};
use crate::cards::Suit;
use crate::order::sorted_indices_by;
use crate::position::{Position, TalonLeads};
use crate::seat::{BySeat, Seat};
use conditions::{ACES_AND_KINGS, BEFORE_DECLARER};
pub use conditions::{PlayConditions, RulesOfThumb};
pub(super) use dealer::through_talon;
use preferences::{Class, ClassNumbers, PreferenceClasses, SHARES_BOUND, Shares, TRICK_SHARE, shares};

/// The solved positions of all hands searched so far.
///
/// Two hands share a class if each seat ranks the ways to share the remaining tricks in the same order in both. Then
/// the answers for positions in this class hold for both hands, such as hands of one deal with different discards or
/// contracts.
pub(super) struct Memory {
    table: TranspositionTable,
    classes: ClassNumbers,
    /// Under one rule set, all positions with the same key and state have the same answer.
    contexts: QuestionKinds,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            table: TranspositionTable::new(TABLE_BITS),
            classes: ClassNumbers::default(),
            contexts: QuestionKinds::default(),
        }
    }
}

/// 2^16 lines of 64 bytes, four mebibytes. A hand has tens of thousands of positions for each class.
const TABLE_BITS: u32 = 16;

/// If a rule of thumb depends on aces and kings, their counts take the upper eight bits of a state, and the numbers of
/// the classes must fit into the lower eight. One hand never exceeds even this smaller limit: it has at most 165
/// classes with two or more tricks left.
const MAX_CLASSES: usize = 1 << 16;
const MAX_CLASSES_WITH_COUNTS: usize = 1 << COUNTS_SHIFT;
const COUNTS_SHIFT: u32 = 8;

impl Memory {
    /// The id of these rules, in the upper six bits of a key. Clears the table and all numbers first if there
    /// is no room for the classes of one more hand or for these rules. `with_counts` says whether a state contains
    /// counts of aces and kings.
    fn make_room(&mut self, rules: u32, with_counts: bool) -> u64 {
        let classes = if with_counts { MAX_CLASSES_WITH_COUNTS } else { MAX_CLASSES };
        if self.classes.len() + MAX_CLASSES_WITH_COUNTS > classes || !self.contexts.has_room_for(rules) {
            self.table.clear();
            self.classes.clear();
            self.contexts = QuestionKinds::default();
        }
        self.contexts.bits(rules)
    }
}

/// The start of a trick.
#[derive(Clone, Copy)]
struct Point<'a> {
    remaining: u32,
    tricks: u8,
    class: &'a Class,
}

/// The number of positions at the start of a trick after which the stop signal is polled.
const POLL_INTERVAL: u64 = 1 << 12;

struct Maxn<'a> {
    board: &'a Board,
    classes: &'a PreferenceClasses,
    conditions: PlayConditions,
    tricks_at_start: u8,
    table: &'a mut TranspositionTable,
    context: u64,
    nodes: u64,
    stop: &'a Stop,
}

impl<'a> Maxn<'a> {
    fn start<R: Rules>(&mut self, point: Point<'a>, leader: usize) -> Shares {
        let Point { remaining, tricks, class } = point;
        if tricks == 0 {
            return 0;
        }
        if class.over {
            return TRICK_SHARE[0] * tricks;
        }
        let board = self.board;
        let played = usize::from(self.tricks_at_start - tricks);
        if let Some(trick) = board.trick_of_talon(played) {
            // The key does not contain the suit that is led next, so no entry is stored.
            return self.in_trick::<R>(point, trick, None);
        }
        let follows_talon = |talon: TalonLeads| played == 1 + usize::from(talon.next.is_some());
        let leader = match board.talon {
            Some(talon) if follows_talon(talon) && !talon.winner_leads => board.seat_number(Seat::Forehand),
            _ => leader,
        };
        if tricks == 1 {
            return TRICK_SHARE[usize::from(board.last_winner(remaining, leader))];
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.stop.poll();
        }
        // Under the rule of thumb `second` the state contains the number of aces and kings in each suit, so the
        // key must keep the order of the suits.
        let key = if self.conditions.rules_of_thumb.second {
            board.key(remaining, leader)
        } else {
            board.key_up_to_suit_exchange(remaining, leader)
        };
        let key = key | self.context;
        let state = class.number | self.count_aces_and_kings(remaining) << COUNTS_SHIFT;
        // The state contains the class, so an entry holds a single answer, stored as its lower and its upper bound.
        if let Some(stored) = self.table.get(key, state) {
            return stored.lo;
        }
        // Leads of trumps are tried last.
        let leads = self.leads(remaining, leader).with_first(!board.trumps);
        let leads = leads.map(|card| board.lead(leader, card));
        let answer = self.choose::<R>(point, leader, None, leads);
        self.table.put(key, state, PositionBounds { lo: answer, hi: answer, best: 32 }, tricks);
        answer
    }

    /// The number of aces and kings that the seat before the declarer holds in each suit, two bits per suit. The rule
    /// of thumb `second` depends on it; without this rule the result is 0. The number is enough: the suit pattern tells
    /// how many cards the seat holds, and its aces and kings are the highest of them.
    fn count_aces_and_kings(&self, remaining: u32) -> u16 {
        if !self.conditions.rules_of_thumb.second {
            return 0;
        }
        let held = self.board.hand(BEFORE_DECLARER, remaining) & ACES_AND_KINGS;
        held.to_le_bytes().iter().rev().fold(0, |numbers, suit| numbers << 2 | suit.count_ones() as u16)
    }

    fn leads(&self, remaining: u32, leader: usize) -> Moves {
        let (board, rules_of_thumb) = (self.board, self.conditions.rules_of_thumb);
        if leader == 0 || !(rules_of_thumb.last || rules_of_thumb.second) {
            return board.leads(remaining, leader);
        }
        let last = leader != BEFORE_DECLARER;
        if !(if last { rules_of_thumb.last } else { rules_of_thumb.second }) {
            return board.leads(remaining, leader);
        }
        let cards_of = |suit: Suit| board.hand(leader, remaining) & suit.cards().bits();
        let leads = Suit::ALL.map(|suit| rules_of_thumb.leads(last, cards_of(suit)));
        Moves::from_cards(leads.into_iter().fold(0, |cards, suit| cards | suit))
    }

    /// How the seats share the remaining tricks, this trick included. The seat that played last can already get
    /// an outcome of rank `sure` with another card. If its last card leads to nothing better, any outcome that is not
    /// better than `sure` for that seat will do.
    fn in_trick<R: Rules>(&mut self, point: Point<'a>, trick: Trick, sure: Option<u8>) -> Shares {
        let board = self.board;
        if trick.count == board.players {
            let winner = usize::from(trick.winner);
            let tricks = point.tricks - 1;
            let class = &self.classes.0[usize::from(tricks)][usize::from(point.class.after[winner])];
            let next = Point { remaining: point.remaining & !trick.cards, tricks, class };
            return TRICK_SHARE[winner] + self.start::<R>(next, winner);
        }
        let follows = if self.conditions.rules_of_thumb.second && usize::from(trick.seat) == BEFORE_DECLARER {
            board.follows_apart::<R>(&trick, point.remaining, ACES_AND_KINGS)
        } else {
            board.follows::<R>(&trick, point.remaining).with_first(trick.above)
        };
        let follows = follows.map(|card| board.follow(trick, card));
        self.choose::<R>(point, trick.seat.into(), sure, follows)
    }

    /// The previous seat can already get an outcome of rank `sure` with another card. `seat` will choose the best
    /// outcome found so far or a better one. If for the previous seat none of those is better than `sure`, it will not
    /// play the card that led here, and the remaining cards are skipped.
    fn choose<R: Rules>(
        &mut self,
        point: Point<'a>,
        seat: usize,
        sure: Option<u8>,
        continuations: impl Iterator<Item = Trick>,
    ) -> Shares {
        let class = point.class;
        let (ranks, best, best_for_previous) =
            (&class.ranks[seat], class.best[seat], &class.best_for_previous[seat]);
        let mut chosen: Option<(u8, Shares)> = None;
        for trick in continuations {
            let share = self.in_trick::<R>(point, trick, chosen.map(|(rank, _)| rank));
            let rank = ranks[usize::from(share)];
            if chosen.is_none_or(|(best, _)| rank > best) {
                chosen = Some((rank, share));
                if share == best || sure.is_some_and(|sure| best_for_previous[usize::from(rank)] <= sure) {
                    break;
                }
            }
        }
        chosen.expect("the seat has a legal card").1
    }
}

struct SearchStart<'a, 'b> {
    maxn: &'b mut Maxn<'a>,
    point: Point<'a>,
    leader: usize,
    trick: Option<Trick>,
}

impl CompiledQuestion for SearchStart<'_, '_> {
    type Answer = Shares;

    fn ask<R: Rules>(self) -> Shares {
        let SearchStart { maxn, point, leader, trick } = self;
        match trick {
            _ if point.class.over => TRICK_SHARE[0] * point.tricks,
            None => maxn.start::<R>(point, leader),
            Some(trick) => maxn.in_trick::<R>(point, trick, None),
        }
    }
}

/// How the seats share all tricks, including tricks already taken, and the number of visited positions at the start of
/// a trick. Cards of the talon that are led in this search cannot win; see [`through_talon`] for cards that can.
pub(super) fn outcome<W: Ord>(
    board: &mut Board,
    memory: &mut Memory,
    position: &Position,
    conditions: PlayConditions,
    utility: &dyn Fn(Seat, BySeat<u8>) -> W,
    stop: &Stop,
) -> (BySeat<u8>, u64) {
    stop.poll();
    let (remaining, trick) = board.lay_out(position);
    let order = board.seat_order();
    let tricks = position.tricks_left();
    let rules_of_thumb =
        if board.two_defenders { conditions.rules_of_thumb } else { RulesOfThumb::default() };
    let conditions = PlayConditions { rules_of_thumb, ..conditions };
    board.play_rules.nosteal |= rules_of_thumb.partner;
    let before = order.map(|seat| conditions.tricks_taken[seat]);
    let total = tricks + before.iter().sum::<u8>();
    let tricks_of = |share| tricks_by_seat(order, total, share);
    let ranks = order.map(|seat| {
        let outcomes: Vec<Shares> = shares(total).collect();
        // If several outcomes have the same utility for a seat, the one with the lowest number gets the highest rank.
        // Any tie-break that depends only on the tricks would do.
        let keys: Vec<_> =
            outcomes.iter().map(|&share| (utility(seat, tricks_of(share)), Reverse(share))).collect();
        let mut ranks = vec![0; SHARES_BOUND];
        for (rank, place) in
            sorted_indices_by(keys.len(), &|a, b| keys[a].cmp(&keys[b])).into_iter().enumerate()
        {
            ranks[usize::from(outcomes[place])] = rank as u8;
        }
        ranks
    });
    let rules =
        board.rules_id() | u32::from(rules_of_thumb.last) << 10 | u32::from(rules_of_thumb.second) << 11;
    let context = memory.make_room(rules, rules_of_thumb.second);
    let mut before_each = [0; 3];
    for (seat, &next) in board.next.iter().enumerate().filter(|(seat, _)| board.playing >> seat & 1 == 1) {
        before_each[usize::from(next)] = seat;
    }
    let (classes, class) = PreferenceClasses::new(
        tricks,
        before,
        conditions.defender_trick_limit,
        &ranks,
        before_each,
        &mut memory.classes,
    );
    let table = &mut memory.table;
    table.next_age();
    let leader = board.seat_number(position.leader());
    let point = Point { remaining, tricks, class: &classes.0[usize::from(tricks)][usize::from(class)] };
    let mut maxn = Maxn {
        board,
        classes: &classes,
        conditions,
        tricks_at_start: tricks,
        table,
        context,
        nodes: 0,
        stop,
    };
    let play_rules = board.play_rules;
    let share = ask_compiled(play_rules, SearchStart { maxn: &mut maxn, point, leader, trick });
    (tricks_of(11 * before[0] + before[1] + share), maxn.nodes)
}

/// `order` is that of the search, and `total` the number of all tricks.
fn tricks_by_seat(order: [Seat; 3], total: u8, share: Shares) -> BySeat<u8> {
    let (first, second) = (share / 11, share % 11);
    let mut by_seat = BySeat::default();
    for (seat, tricks) in order.into_iter().zip([first, second, total - first - second]) {
        by_seat[seat] = tricks;
    }
    by_seat
}
