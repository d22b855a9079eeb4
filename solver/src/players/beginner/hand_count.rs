//! The tricks that a beginner expects from the cards of a hand, in half tricks.

use crate::cards::{Cards, Rank, Suit};
use crate::rules::contract::{Contract, Target};
use crate::rules::variant::Variant;

/// The margin of a contract that a beginner never plays. With ten cards no other contract has a lower one.
const UNPLAYABLE_MARGIN: i32 = -40;

/// Cards of one suit.
#[derive(Clone, Copy)]
struct SuitHolding {
    length: i32,
    ace: bool,
    king: bool,
    queen: bool,
}

impl SuitHolding {
    fn new(hand: Cards, suit: Suit) -> SuitHolding {
        let bits = hand.in_suit(suit).bits() >> (8 * suit.index());
        let has = |rank: Rank| bits >> (rank as u32) & 1 == 1;
        SuitHolding {
            length: bits.count_ones() as i32,
            ace: has(Rank::Ace),
            king: has(Rank::King),
            queen: has(Rank::Queen),
        }
    }

    fn side(self) -> i32 {
        let ace = if self.ace { 2 } else { 0 };
        let king = match (self.king, self.ace) {
            (true, true) => 2,
            (true, false) if self.length >= 2 => 1,
            _ => 0,
        };
        let queen = match (self.queen, self.ace, self.king) {
            (true, true, true) => 2,
            (true, false, false) => 0,
            (true, ..) if self.length >= 3 => 1,
            _ => 0,
        };
        let long = if self.ace || self.king { (self.length - 4).max(0) } else { 0 };
        ace + king + queen + long
    }

    fn trumps(self) -> i32 {
        let missing = [self.ace, self.king, self.queen].into_iter().filter(|held| !held).count() as i32;
        2 * (self.length - missing.min((9 - self.length) / 2)).max(0)
    }

    fn no_trump(self) -> i32 {
        let top = [self.ace, self.king, self.queen].into_iter().take_while(|&held| held).count() as i32;
        let is_long = top > 0 && top + 1 >= 8 - self.length;
        if !(self.ace || self.king && self.length >= 2) {
            -4
        } else if is_long || top == self.length {
            2 * self.length
        } else {
            self.side()
        }
    }

    fn defence(self) -> i32 {
        let ace = if self.ace { 2 } else { 0 };
        ace + i32::from(self.king && self.length >= 2)
    }

    fn defence_in_trumps(self) -> i32 {
        let winners = [self.ace, self.king && self.length >= 2, self.queen && self.length >= 3];
        2 * winners.into_iter().filter(|&wins| wins).count() as i32
    }
}

fn declarer_count(hand: Cards, trump: Option<Suit>) -> i32 {
    let of_suit = |suit| {
        let holding = SuitHolding::new(hand, suit);
        match trump {
            Some(trump) if trump == suit => holding.trumps(),
            Some(_) => holding.side(),
            None => holding.no_trump(),
        }
    };
    Suit::ALL.into_iter().map(of_suit).sum()
}

pub(super) fn defender_count(hand: Cards, trump: Option<Suit>) -> i32 {
    let of_suit = |suit| {
        let holding = SuitHolding::new(hand, suit);
        if Some(suit) == trump { holding.defence_in_trumps() } else { holding.defence() }
    };
    Suit::ALL.into_iter().map(of_suit).sum()
}

fn catchable_cards(hand: Cards, must_beat: bool) -> i32 {
    let step = if must_beat { 1 } else { 2 };
    let of_suit = |suit| {
        let cards = hand.in_suit(suit).iter().rev();
        cards.enumerate().filter(|(place, card)| card.rank() as usize > step * place).count()
    };
    Suit::ALL.into_iter().map(of_suit).sum::<usize>() as i32
}

pub(in crate::players) fn contract_count(rules: &Variant, hand: Cards, contract: Contract) -> i32 {
    // A misère counts minus four for each card that may be caught.
    if contract.is_misere() {
        let must_beat = rules.play_rules_in(None).head;
        -4 * catchable_cards(hand, must_beat)
    } else {
        declarer_count(hand, contract.trump())
    }
}

/// By how many half tricks the hand exceeds the target; negative if it falls short.
pub(in crate::players) fn margin(rules: &Variant, hand: Cards, contract: Contract, from_hand: bool) -> i32 {
    match rules.target(contract, from_hand) {
        Target::AtLeast(tricks) => contract_count(rules, hand, contract) - 2 * i32::from(tricks),
        Target::None => contract_count(rules, hand, contract),
        Target::Exactly(_) | Target::InARow(_) => UNPLAYABLE_MARGIN,
    }
}

/// The highest rank is the best. Contracts with a margin of 0 or more are compared by level, then by margin, then by
/// value. Without a level, a suit game has the level 0, and any other contract its value. Contracts with a negative
/// margin rank lower, by margin, then by value.
pub(in crate::players) fn contract_rank(
    rules: &Variant,
    contract: Contract,
    margin: i32,
) -> (bool, u8, i32, u8) {
    let value = rules.value(contract).unwrap_or(0);
    let level = match contract {
        Contract::Level(level, _) => level,
        Contract::Game(Some(_)) => 0,
        _ => value,
    };
    let is_good = margin >= 0;
    (is_good, if is_good { level } else { 0 }, margin, value)
}
