//! Weights of what a player can count in a hand.

use crate::cards::{Card, Cards, Rank, Suit};
use crate::rules::play::PlayRules;

/// Levels for which a table has chances: the first is six tricks.
pub const LEVELS: [u8; 5] = [6, 7, 8, 9, 10];

/// What is counted, in the order of the weights of a table.
pub const COUNTED: [&str; 8] = [
    "each trump",
    "ace of trumps",
    "king of trumps",
    "queen of trumps",
    "side ace",
    "side king with another card",
    "side queen with two others",
    "each side card from the fourth of its suit on",
];

/// Weights for one class of rules, for games with a trump suit or for games without.
#[derive(Clone, Debug, PartialEq)]
pub struct PointTable {
    /// Obligations in play that are in force, by their [names](PlayRules::NAMES).
    pub play: &'static [&'static str],
    /// Whether there is a trump suit.
    pub trumps: bool,
    /// Whether the declarer leads.
    pub own_lead: bool,
    /// Points for each thing of [`COUNTED`].
    pub count: [i32; COUNTED.len()],
    /// For each level the curve of [`chance`](super::chance): `[half, scale]`.
    pub count_levels: [[f64; 2]; LEVELS.len()],
    /// Hundredths of a trick for each holding of the trump suit; empty in games without trumps. [`honours`] gives the
    /// row and the place in it.
    pub trump: &'static [[i32; 4]],
    /// The same for each other suit.
    pub side: [[i32; 4]; 32],
    /// As `count_levels`, in hundredths of a trick.
    pub sheet_levels: [[f64; 2]; LEVELS.len()],
}

/// How often each thing of [`COUNTED`] is in a hand.
#[must_use]
pub fn counted(hand: Cards, trump: Option<Suit>) -> [u8; COUNTED.len()] {
    let mut numbers = [0; COUNTED.len()];
    for suit in Suit::ALL {
        let held = hand.in_suit(suit);
        let has = |rank: Rank| u8::from(held.contains(Card::new(suit, rank)));
        let [ace, king, queen] = [Rank::Ace, Rank::King, Rank::Queen].map(has);
        let length = held.len();
        if Some(suit) == trump {
            numbers[..4].copy_from_slice(&[length as u8, ace, king, queen]);
        } else {
            numbers[4] += ace;
            numbers[5] += if length >= 2 { king } else { 0 };
            numbers[6] += if length >= 3 { queen } else { 0 };
            numbers[7] += length.saturating_sub(3) as u8;
        }
    }
    numbers
}

/// The row of a holding: A = 16, K = 8, Q = 4, J = 2, T = 1. Its column is the number of the cards below the ten.
#[must_use]
pub fn honours(holding: Cards, suit: Suit) -> (usize, usize) {
    let ranks = [Rank::Ace, Rank::King, Rank::Queen, Rank::Jack, Rank::Ten];
    let row =
        ranks.iter().fold(0, |row, &rank| 2 * row + usize::from(holding.contains(Card::new(suit, rank))));
    (row, holding.in_suit(suit).len() - row.count_ones() as usize)
}

impl PointTable {
    /// The points of a hand, counted in the head.
    #[must_use]
    pub fn count(&self, hand: Cards, trump: Option<Suit>) -> i32 {
        self.count.iter().zip(counted(hand, trump)).map(|(weight, number)| weight * i32::from(number)).sum()
    }

    /// The sum of the values of a hand's holdings, in hundredths of a trick.
    #[must_use]
    pub fn sheet(&self, hand: Cards, trump: Option<Suit>) -> i32 {
        let value = |suit: Suit| {
            let (row, column) = honours(hand, suit);
            if Some(suit) == trump { self.trump[row][column] } else { self.side[row][column] }
        };
        Suit::ALL.into_iter().map(value).sum()
    }

    pub(super) fn is_for(&self, play: PlayRules, trumps: bool, own_lead: bool) -> bool {
        let named = |(n, name): (usize, &&str)| (play.bits() >> n & 1 == 1) == self.play.contains(name);
        (self.trumps, self.own_lead) == (trumps, own_lead) && PlayRules::NAMES.iter().enumerate().all(named)
    }
}
