//! The ways a trick can go, as far as the suit led and the trumps say.
//!
//! What may be led, what must be played to it, who wins, and what is left of both suits depends
//! on their patterns only, and on who has other cards at all. So it is worked out once for
//! each pair of patterns and serves all positions that share them. Which card of another suit is
//! thrown away changes nothing in the trick: here all discards are one way to play.

use super::question::GameQuestion;
use super::suits::Suits;
use crate::search::board::{Board, Trick};
use crate::search::suit_pattern::{CLASS_LENS, Pattern};

/// What the ways of a trick depend on, beside the patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Setting {
    /// The class of the suit led.
    pub(super) led: usize,
    /// Whether that is the trump suit.
    pub(super) led_trumps: bool,
    /// The class of the trumps, where a follower may have to choose whether to play one.
    pub(super) trumps: Option<usize>,
    pub(super) leader: usize,
    /// The followers who can discard: they have none of the suit led, and other cards than trumps.
    pub(super) discarders: u8,
}

/// What a trick comes to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    /// The place of what is left of the suit led in its class.
    pub(super) led: u16,
    /// The same of the trumps, where the setting has them.
    pub(super) trumps: u16,
    /// The winner, or [`EITHER`].
    pub(super) winner: u8,
}

/// The winner is one of the defenders, as one side decides.
pub(super) const EITHER: u8 = 3;

/// A follower's card: of the suit led or a trump, or any other.
#[derive(Clone, PartialEq)]
struct Play<T> {
    discards: bool,
    then: T,
}

impl<T> Play<T> {
    fn new(card: u32, then: T) -> Play<T> {
        Play { discards: card & BESIDE != 0, then }
    }
}

/// On the board, the suit that stands for all others than the suit led and the trumps.
const BESIDE: u32 = 0xFF << 16;

/// All ways of all tricks of a setting, a list for each card of the trick. An entry of one list holds
/// where its continuations begin in the next list; they end where those of the next entry begin.
#[derive(Default)]
pub(super) struct Ways {
    tricks: Vec<u32>,
    leads: Vec<u32>,
    seconds: Vec<Play<u32>>,
    thirds: Vec<Play<End>>,
}

impl Ways {
    /// The ways for each pattern of the suit led and, nested in it, of the trumps.
    pub(super) fn new(board: &mut Board, asked: impl GameQuestion, suits: &Suits, setting: Setting) -> Ways {
        let mut ways = Ways::default();
        let beside = Pattern::of((0..3).filter(|seat| setting.discarders >> seat & 1 == 1));
        for &led in suits.patterns(setting.led) {
            for &trumps in setting.trumps.map_or(&[0][..], |class| suits.patterns(class)) {
                let held = if setting.led_trumps { [led, 0, beside, 0] } else { [trumps, led, beside, 0] };
                let left = board.hold(held);
                ways.add(board, asked, suits, setting, left);
            }
        }
        ways.tricks.push(ways.leads.len() as u32);
        ways.leads.push(ways.seconds.len() as u32);
        ways.seconds.push(Play { discards: false, then: ways.thirds.len() as u32 });
        ways
    }

    /// Add the ways of one trick. Of cards that lead to the same only one is kept.
    fn add(&mut self, board: &Board, asked: impl GameQuestion, suits: &Suits, setting: Setting, left: u32) {
        let suit = u32::from(!setting.led_trumps) * 8;
        let end = |trick: &Trick| {
            let after = left & !trick.cards;
            let order = |byte: u32| suits.order(board.pattern(byte as usize / 8, after));
            let trumps = if setting.trumps.is_some() { order(0) } else { 0 };
            let winner = if asked.rival(board, trick, left).is_some() { EITHER } else { trick.winner };
            End { led: order(suit), trumps, winner }
        };
        self.tricks.push(self.leads.len() as u32);
        let mut leads = Vec::new();
        for card in asked.leads(board, left & 0xFF << suit, setting.leader) {
            let trick = board.lead(setting.leader, card);
            let mut seconds = Vec::new();
            for card in asked.follows(board, &trick, left) {
                let trick = board.follow(trick, card);
                let mut thirds = Vec::new();
                for third in asked.follows(board, &trick, left) {
                    insert(&mut thirds, Play::new(third, end(&board.follow(trick, third))));
                }
                insert(&mut seconds, Play::new(card, thirds));
            }
            insert(&mut leads, seconds);
        }
        for seconds in leads {
            self.leads.push(self.seconds.len() as u32);
            for Play { discards, then: thirds } in seconds {
                self.seconds.push(Play { discards, then: self.thirds.len() as u32 });
                self.thirds.extend(thirds);
            }
        }
    }

    /// The leads to the trick of this number.
    #[inline]
    pub(super) fn leads(&self, trick: usize) -> impl Iterator<Item = usize> {
        self.tricks[trick] as usize..self.tricks[trick + 1] as usize
    }

    /// What the next seat may play to a lead: whether it discards, and the number of the play.
    #[inline]
    pub(super) fn seconds(&self, lead: usize) -> impl Iterator<Item = (bool, usize)> {
        let plays = self.leads[lead] as usize..self.leads[lead + 1] as usize;
        plays.map(|play| (self.seconds[play].discards, play))
    }

    /// What the last seat may play to that: whether it discards, and what the trick comes to.
    #[inline]
    pub(super) fn thirds(&self, second: usize) -> impl Iterator<Item = (bool, End)> {
        let plays = self.seconds[second].then as usize..self.seconds[second + 1].then as usize;
        self.thirds[plays].iter().map(|play| (play.discards, play.then))
    }
}

fn insert<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

impl Setting {
    /// The setting of a trick to which `leader` leads the suit `led`, with suits of these classes;
    /// with trumps the first suit is the trumps.
    pub(super) fn of(classes: [usize; 4], trumps: bool, leader: usize, led: usize) -> Setting {
        let holds = |suit: usize, seat: usize| CLASS_LENS[classes[suit]][seat] > 0;
        let led_trumps = trumps && led == 0;
        let free = |seat: &usize| *seat != leader && !holds(led, *seat);
        let mut followers = (0..3).filter(free);
        let choice = trumps && !led_trumps && followers.clone().any(|seat| holds(0, seat));
        let beside = |&seat: &usize| (usize::from(trumps)..4).any(|suit| suit != led && holds(suit, seat));
        let discarders = followers.by_ref().filter(beside).fold(0, |mask, seat| mask | 1 << seat);
        Setting { led: classes[led], led_trumps, trumps: choice.then_some(classes[0]), leader, discarders }
    }
}
