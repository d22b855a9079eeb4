//! Play in which every seat has wishes of its own.
//!
//! The game then has no two sides, and bounds are of no use: each position is worked out
//! backwards, every seat choosing the card that leads to the outcome he likes best. Within a
//! trick only what the seat before would not choose anyway is left out. What
//! keeps it small is that few things matter. A position is one with all that differ from
//! it in names of suits and ranks of cards that are gone; and of the tricks taken so far
//! only what they still change in anybody's wishes. Two ways to have come here are one
//! *class* if every seat ranks everything that can follow alike: a declarer who has made
//! his contract and one who cannot make it any more both want the rest of the tricks for
//! what a trick pays.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ahash::AHasher;

use super::board::{Board, Moves, Trick};
use super::specialize::{Ask, Rules, under};
use super::table::{Known, Table};
use crate::cards::Suit;
use crate::position::Position;
use crate::seat::{BySeat, Seat};

/// How the tricks still to come are shared, as a number: 11 for each of the first seat,
/// counted from the declarer, and one for each of the second; the third has the rest.
type Shares = u8;

/// What a trick of each seat adds.
const TRICK: [Shares; 3] = [11, 1, 0];

/// One more than the highest number: ten tricks for the first seat.
const SHARES: usize = 10 * 11 + 1;

/// How many ways there are to share ten tricks.
const WAYS: usize = 66;

/// All ways to share so many tricks.
fn shares(tricks: u8) -> impl Iterator<Item = Shares> {
    (0..=tricks).flat_map(move |a| (0..=tricks - a).map(move |b| 11 * a + b))
}

/// What the seats want from a point with so many tricks left, whatever led there.
struct Class {
    /// Its number among all of them, whatever hand they are of.
    number: u16,
    /// How high each seat ranks each way to share the tricks that are left.
    ranks: [[u8; SHARES]; 3],
    /// What each seat likes best.
    best: [Shares; 3],
    /// By the rank of what a seat is sure of, the highest rank for who plays before it of all
    /// that it likes no less.
    leaves: [[u8; WAYS]; 3],
    /// The class after a trick of each seat.
    after: [u8; 3],
    /// The play is over, and the tricks left are the declarer's.
    over: bool,
}

/// The classes of a hand, by the tricks left.
struct Wishes(Vec<Vec<Class>>);

/// What is known of positions, in whatever hands they came up.
///
/// A class of one hand is that of another in which the seats rank alike what is left, and
/// what is known of positions in it holds for both. So hands with other discards, decisions
/// or contracts share what they have in common.
pub(super) struct Shared {
    table: Table,
    /// The numbers of the classes, by what makes them.
    classes: Numbers,
    /// The rules under which positions of one key have one answer.
    contexts: Vec<u32>,
}

type Numbers = HashMap<Vec<u8>, u16, BuildHasherDefault<AHasher>>;

impl Default for Shared {
    fn default() -> Shared {
        Shared { table: Table::new(TABLE_BITS), classes: Numbers::default(), contexts: Vec::new() }
    }
}

/// How many classes have numbers at once. Where a rule that names aces and kings takes the
/// upper bits of a state, no more than fit below them, which one hand never exceeds: it has
/// 220 with two tricks left or more.
const CLASSES: usize = 1 << 16;
const CLASSES_BELOW_HONOURS: usize = 1 << HONOURS_FROM;
const HONOURS_FROM: u32 = 8;

/// How many numbers the upper six bits of a key have; the 64th is that of vacant entries.
const CONTEXTS: usize = 63;

impl Shared {
    /// The number, in the upper six bits of a key, of these rules, and room for the classes of
    /// one more hand.
    fn make_room(&mut self, rules: u32, honours: bool) -> u64 {
        let classes = if honours { CLASSES_BELOW_HONOURS } else { CLASSES };
        let number = self.contexts.iter().position(|&known| known == rules);
        if self.classes.len() + CLASSES_BELOW_HONOURS > classes
            || number.is_none() && self.contexts.len() == CONTEXTS
        {
            self.table.clear();
            self.classes.clear();
            self.contexts.clear();
        }
        let number = self.contexts.iter().position(|&known| known == rules).unwrap_or_else(|| {
            self.contexts.push(rules);
            self.contexts.len() - 1
        });
        (number as u64) << 58
    }
}

impl Wishes {
    /// The classes of hands in which `left` tricks are to come after those taken, and the
    /// class they begin with. `rank` gives the rank of every outcome, all tricks shared,
    /// in the order of [`shares`], no two alike.
    fn new(
        left: u8,
        taken: [u8; 3],
        ends: Option<u8>,
        ranks: &[Vec<u8>; 3],
        before_each: [usize; 3],
        numbers: &mut Numbers,
    ) -> (Wishes, u8) {
        let mut classes: Vec<Vec<Class>> = Vec::new();
        // By the tricks of the first and the second seat since the start, and those left.
        let mut number: HashMap<(u8, Shares), u8, BuildHasherDefault<AHasher>> = HashMap::default();
        let before = 11 * taken[0] + taken[1];
        for tricks in 0..=left {
            let mut known: HashMap<Vec<u8>, u8, BuildHasherDefault<AHasher>> = HashMap::default();
            let mut here: Vec<Class> = Vec::new();
            for since in shares(left - tricks) {
                let so_far = before + since;
                let order = [0, 1, 2]
                    .map(|seat: usize| ranked(tricks, |rest| ranks[seat][usize::from(so_far + rest)]));
                let all = taken.iter().sum::<u8>() + left - tricks;
                let to_end = ends.map_or(u8::MAX, |ends| ends.saturating_sub(all - so_far / 11));
                let mut id = order.concat();
                id.push(to_end);
                let class = *known.entry(id).or_insert_with_key(|id| {
                    let after = TRICK.map(|trick| {
                        number.get(&(tricks.wrapping_sub(1), since + trick)).copied().unwrap_or(0)
                    });
                    // With fewer tricks nothing is looked up.
                    let next = numbers.len() as u16;
                    let number = if tricks < 2 { 0 } else { *numbers.entry(id.clone()).or_insert(next) };
                    here.push(Class::new(number, tricks, &order, before_each, after, to_end == 0));
                    (here.len() - 1) as u8
                });
                number.insert((tricks, since), class);
            }
            classes.push(here);
        }
        let first = number[&(left, 0)];
        (Wishes(classes), first)
    }
}

/// Ranks from 0 up of all ways to share so many tricks, in their order.
fn ranked(tricks: u8, rank: impl Fn(Shares) -> u8) -> Vec<u8> {
    let all: Vec<u8> = shares(tricks).map(rank).collect();
    let mut sorted = all.clone();
    sorted.sort_unstable();
    all.iter().map(|rank| sorted.binary_search(rank).unwrap_or(0) as u8).collect()
}

impl Class {
    fn new(
        number: u16,
        tricks: u8,
        order: &[Vec<u8>; 3],
        before: [usize; 3],
        after: [u8; 3],
        over: bool,
    ) -> Class {
        let mut ranks = [[0; SHARES]; 3];
        let mut best = [0; 3];
        for seat in 0..3 {
            for (share, &rank) in shares(tricks).zip(&order[seat]) {
                ranks[seat][usize::from(share)] = rank;
                if usize::from(rank) + 1 == order[seat].len() {
                    best[seat] = share;
                }
            }
        }
        let mut leaves = [[0; WAYS]; 3];
        for seat in 0..3 {
            for (&rank, &other) in order[seat].iter().zip(&order[before[seat]]) {
                leaves[seat][usize::from(rank)] = other;
            }
            for rank in (1..order[seat].len()).rev() {
                leaves[seat][rank - 1] = leaves[seat][rank - 1].max(leaves[seat][rank]);
            }
        }
        Class { number, ranks, best, leaves, after, over }
    }
}

/// The table's size: 2^16 lines of 64 bytes, four mebibytes; a hand has some ten thousands
/// of positions and classes, and hands of one deal share them.
const TABLE_BITS: u32 = 16;

/// What there is to a hand beside the cards: for [`Solver::outcome`](super::Solver::outcome).
#[derive(Clone, Copy, Debug, Default)]
pub struct Course {
    /// The tricks that each seat has taken before.
    pub taken: BySeat<u8>,
    /// The play ends when the declarer's opponents have so many tricks; the rest count as
    /// his.
    pub ends: Option<u8>,
    /// The rules of thumb that two defenders keep to.
    pub rules_of_thumb: RulesOfThumb,
}

/// The aces and kings.
const HONOURS: u32 = 0xC0C0_C0C0;

/// The seat after which the declarer plays second, counted from him.
const BEFORE_SOLOIST: usize = 2;

/// Rules of thumb for defenders, kept to as if they were rules of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RulesOfThumb {
    /// Never to take over the partner's trick unnecessarily.
    pub partner: bool,
    /// To lead the highest card of a suit when the declarer plays last.
    pub last: bool,
    /// To lead an ace, a king or the lowest card of a suit when the declarer plays second.
    pub second: bool,
}

impl RulesOfThumb {
    /// Their names, in the order of the fields.
    pub const NAMES: [&'static str; 3] = ["partner", "last", "second"];

    /// The rule of this name, to be read or set.
    pub fn named(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "partner" => Some(&mut self.partner),
            "last" => Some(&mut self.last),
            "second" => Some(&mut self.second),
            _ => None,
        }
    }

    /// The cards of a suit that may be led by a defender after whom the declarer plays
    /// last or, if not `last`, second.
    fn leads(self, last: bool, suit: u32) -> u32 {
        if suit == 0 {
            0
        } else if last && self.last {
            1 << suit.ilog2()
        } else if !last && self.second {
            suit & HONOURS | suit & suit.wrapping_neg()
        } else {
            suit
        }
    }
}

/// A hand worked out backwards.
struct Maxn<'a> {
    board: &'a Board,
    wishes: &'a Wishes,
    course: Course,
    /// The tricks left at the beginning.
    all: u8,
    table: &'a mut Table,
    context: u64,
    nodes: u64,
}

impl<'a> Maxn<'a> {
    /// How the tricks left are shared from the start of a trick.
    fn start<R: Rules>(&mut self, left: u32, leader: usize, tricks: u8, class: &'a Class) -> Shares {
        if tricks == 0 {
            return 0;
        }
        if class.over {
            return TRICK[0] * tricks;
        }
        let board = self.board;
        let (played, talon) = (usize::from(self.all - tricks), board.talon);
        if let Some(trick) = board.trick_of_talon(played) {
            // The key does not know which suit is led next, so nothing is kept.
            return self.within::<R>(left, trick, tricks, class, None);
        }
        let led = talon.suits.iter().flatten().count();
        let leader =
            if led > 0 && played == led && !talon.winner_leads { board.seat(Seat::Forehand) } else { leader };
        if tricks == 1 {
            return TRICK[usize::from(board.last_winner(left, leader))];
        }
        self.nodes += 1;
        // What is said of honours is said in the order of the suits.
        let key = if self.course.rules_of_thumb.second {
            board.key(left, leader)
        } else {
            board.key_but_for_names(left, leader)
        };
        let key = key | self.context;
        let state = class.number | self.honours(left) << HONOURS_FROM;
        // One entry a class: what is kept as the lowest value is the answer.
        if let Some(known) = self.table.get(key, state) {
            return known.lo;
        }
        // Trumps last.
        let [trumps, others] = self.leads(left, leader).parted(board.trumps);
        let leads = others.chain(trumps).map(|card| board.lead(leader, card));
        let answer = self.choose::<R>(left, leader, tricks, class, None, leads);
        self.table.put(key, state, Known { lo: answer, hi: answer, best: 32 }, tricks);
        answer
    }

    /// What the key does not tell of a position and a rule that names aces and kings asks
    /// for, in eight bits: how many of them the seat before the declarer has in each suit.
    ///
    /// They are his highest cards there, so that their number says which they are.
    fn honours(&self, left: u32) -> u16 {
        if !self.course.rules_of_thumb.second {
            return 0;
        }
        let held = self.board.hand(BEFORE_SOLOIST, left) & HONOURS;
        held.to_le_bytes().iter().rev().fold(0, |all, suit| all << 2 | suit.count_ones() as u16)
    }

    /// What may be led.
    fn leads(&self, left: u32, leader: usize) -> Moves {
        let (board, rules_of_thumb) = (self.board, self.course.rules_of_thumb);
        if leader == 0 || !(rules_of_thumb.last || rules_of_thumb.second) {
            return board.leads(left, leader);
        }
        let last = leader != BEFORE_SOLOIST;
        if !(if last { rules_of_thumb.last } else { rules_of_thumb.second }) {
            return board.leads(left, leader);
        }
        let of_suit = |suit: Suit| board.hand(leader, left) & suit.cards().bits();
        let leads = Suit::ALL.map(|suit| rules_of_thumb.leads(last, of_suit(suit)));
        Moves::all(leads.into_iter().fold(0, |all, suit| all | suit))
    }

    /// The same from within a trick; something that who played last likes no more than
    /// `sure`, if it is no more.
    fn within<R: Rules>(
        &mut self,
        left: u32,
        trick: Trick,
        tricks: u8,
        class: &'a Class,
        sure: Option<u8>,
    ) -> Shares {
        let board = self.board;
        if trick.count == board.players {
            let winner = usize::from(trick.winner);
            let next = &self.wishes.0[usize::from(tricks) - 1][usize::from(class.after[winner])];
            return TRICK[winner] + self.start::<R>(left & !trick.cards, winner, tricks - 1, next);
        }
        let follows = if self.course.rules_of_thumb.second && usize::from(trick.seat) == BEFORE_SOLOIST {
            [board.follows_apart::<R>(&trick, left, HONOURS), Moves::NONE]
        } else {
            board.follows::<R>(&trick, left)
        };
        let follows = follows.into_iter().flatten();
        let follows = follows.map(|card| board.follow(trick, card));
        self.choose::<R>(left, trick.seat.into(), tricks, class, sure, follows)
    }

    /// What a seat likes best of what his cards lead to.
    ///
    /// Who played before him has something of rank `sure`. Once all that this seat can still
    /// choose, which is nothing that he likes less than what he has found, is no better for
    /// that seat, it will not be chosen there, whatever it is.
    fn choose<R: Rules>(
        &mut self,
        left: u32,
        seat: usize,
        tricks: u8,
        class: &'a Class,
        sure: Option<u8>,
        continuations: impl Iterator<Item = Trick>,
    ) -> Shares {
        let (ranks, best, leaves) = (&class.ranks[seat], class.best[seat], &class.leaves[seat]);
        let mut chosen: Option<(u8, Shares)> = None;
        for trick in continuations {
            let share = self.within::<R>(left, trick, tricks, class, chosen.map(|(rank, _)| rank));
            let rank = ranks[usize::from(share)];
            if chosen.is_none_or(|(best, _)| rank > best) {
                chosen = Some((rank, share));
                if share == best || sure.is_some_and(|sure| leaves[usize::from(rank)] <= sure) {
                    break;
                }
            }
        }
        chosen.expect("somebody can always play").1
    }
}

struct FromHere<'a, 'b> {
    maxn: &'b mut Maxn<'a>,
    left: u32,
    leader: usize,
    trick: Option<Trick>,
    tricks: u8,
    class: &'a Class,
}

impl Ask for FromHere<'_, '_> {
    type Answer = Shares;

    fn ask<R: Rules>(self) -> Shares {
        let FromHere { maxn, left, leader, trick, tricks, class } = self;
        match trick {
            _ if class.over => TRICK[0] * tricks,
            None => maxn.start::<R>(left, leader, tricks, class),
            Some(trick) => maxn.within::<R>(left, trick, tricks, class, None),
        }
    }
}

/// How the seats share all tricks, those taken included, when each on his turn plays for
/// the outcome he likes best; and the starts of tricks visited.
pub(super) fn outcome<W: Ord>(
    board: &mut Board,
    memory: &mut Shared,
    position: &Position,
    course: Course,
    wish: impl Fn(Seat, BySeat<u8>) -> W,
) -> (BySeat<u8>, u64) {
    let (left, trick) = board.lay_out(position);
    let order = board.order();
    let tricks = position.tricks_left();
    let rules_of_thumb = if board.two_defenders { course.rules_of_thumb } else { RulesOfThumb::default() };
    let course = Course { rules_of_thumb, ..course };
    board.play_rules.nosteal |= rules_of_thumb.partner;
    let before = order.map(|seat| course.taken[seat]);
    let all = tricks + before.iter().sum::<u8>();
    let shared = |share: Shares| {
        let (first, second) = (share / 11, share % 11);
        let mut tricks = BySeat::default();
        for (seat, own) in order.into_iter().zip([first, second, all - first - second]) {
            tricks[seat] = own;
        }
        tricks
    };
    let ranks = order.map(|seat| {
        let mut outcomes: Vec<Shares> = shares(all).collect();
        // Of outcomes that he likes alike, the one that comes first here: any rule will do
        // that looks at the tricks alone.
        outcomes.sort_by_cached_key(|&share| (wish(seat, shared(share)), std::cmp::Reverse(share)));
        let mut ranks = vec![0; SHARES];
        for (rank, share) in outcomes.into_iter().enumerate() {
            ranks[usize::from(share)] = rank as u8;
        }
        ranks
    });
    let rules = board.rules() | u32::from(rules_of_thumb.last) << 10 | u32::from(rules_of_thumb.second) << 11;
    let context = memory.make_room(rules, rules_of_thumb.second);
    let mut before_each = [0; 3];
    for (seat, &next) in board.next.iter().enumerate().filter(|(seat, _)| board.playing >> seat & 1 == 1) {
        before_each[usize::from(next)] = seat;
    }
    let (wishes, class) = Wishes::new(tricks, before, course.ends, &ranks, before_each, &mut memory.classes);
    let table = &mut memory.table;
    table.next_age();
    let leader = board.seat(position.leader());
    let class = &wishes.0[usize::from(tricks)][usize::from(class)];
    let mut maxn = Maxn { board, wishes: &wishes, course, all: tricks, table, context, nodes: 0 };
    let play_rules = board.play_rules;
    let share = under(play_rules, FromHere { maxn: &mut maxn, left, leader, trick, tricks, class });
    (shared(11 * before[0] + before[1] + share), maxn.nodes)
}
