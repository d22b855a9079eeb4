//! Trump tricks: how many tricks the declarer's trumps are sure to win, whatever happens in the
//! other suits.
//!
//! Only the owners of the trumps are looked at. All else is left to the defenders, and the
//! declarer is bound by every rule there is: a game that is easier for the defenders, so that its
//! value is a lower bound. A trick of this game is one of these:
//!
//! - A defender leads a trump. All follow if they can, and the declarer beats it if possible.
//! - A side suit is led and the declarer ruffs, as if forced to. The other defender may ruff
//!   before the declarer, who then overruffs if possible, or after the declarer.
//! - A side suit is led, by anybody, and the declarer plays a card that is no trump. Each
//!   defender may throw a trump. If neither does, the declarer may have won the trick,
//!   willingly or not; it counts like others.
//! - The declarer leads a trump.
//!
//! In a real hand the defenders have no other choices, and the declarer has these or more: the
//! declarer plays trumps as in this game, and of other cards any legal one, and so takes at
//! least the tricks taken here. It does not matter how many other cards the declarer has, except
//! that without any the declarer leads a trump: where the declarer plays another card, the
//! argument goes on with what is left.

use std::array;
use std::iter::once;
use std::sync::atomic::{AtomicU16, Ordering};

use super::suit_pattern::{PATTERNS, Pattern};

/// The player who is about to lead, and what the declarer has.
#[derive(Clone, Copy)]
pub(crate) enum Lead {
    /// A defender.
    Defender,
    /// The declarer, who has other cards beside trumps.
    Declarer,
    /// The declarer, who has only trumps left.
    OnlyTrumps,
}

/// The tricks for each pattern of trumps, found when first asked for: a figure of four bits for
/// each [`Lead`], one more than the tricks. If two threads find one, they find the same.
static FOUND: [AtomicU16; PATTERNS] = [const { AtomicU16::new(0) }; PATTERNS];

/// The trump tricks of the declarer where trumps have this pattern, given by its number.
#[inline(always)]
pub(crate) fn tricks(pattern: u16, lead: Lead) -> u8 {
    let found = FOUND[usize::from(pattern)].load(Ordering::Relaxed);
    let found = if found == 0 { find(pattern) } else { found };
    (found >> (4 * lead as u16) & 15) as u8 - 1
}

/// The tricks for each [`Lead`], which are kept.
#[cold]
fn find(pattern: u16) -> u16 {
    let held = Pattern::held(pattern);
    let figures = if held[0] == 0 { [0; 3] } else { Trick { held }.tricks() };
    let found = figures.iter().rev().fold(0, |all, &tricks| all << 4 | u16::from(tricks + 1));
    FOUND[usize::from(pattern)].store(found, Ordering::Relaxed);
    found
}

/// Trumps of each seat, all or one or none: a bit for each, by its rank among the trumps left.
type Held = [u8; 3];

/// A trick to be played by seats that hold these trumps.
struct Trick {
    held: Held,
}

impl Trick {
    /// The declarer's tricks for each [`Lead`], in their order.
    fn tricks(&self) -> [u8; 3] {
        let [own, left, right] = self.held;
        let first =
            |card, won| least(both(must(left), must(right)).map(|(l, r)| self.after([card, l, r], won)));
        let last = |(l, r): (u8, u8)| {
            most(over(own, l.max(r)).map(|card| self.after([card, l, r], Lead::OnlyTrumps)))
        };
        let only = most(each(own).map(|card| first(card, Lead::OnlyTrumps)));
        let trump = most(each(own).map(|card| first(card, Lead::Declarer)));
        let left_led = both(each(left), must(right)).map(last);
        let left_led_another = both(once(0), may(right)).map(last);
        let right_led = each(right).map(|r| self.between(r, &must(left)));
        let right_led_another = self.between(0, &may(left));
        let thrown = both(may(left), may(right)).filter(|&thrown| thrown != (0, 0));
        let aside = thrown.map(|(l, r)| self.after([0, l, r], Lead::Defender)).chain(once(1 + only));
        let led = left_led.chain(left_led_another).chain(right_led).chain(once(right_led_another));
        let defender = least(led.chain(aside));
        [defender, trump.max(defender), only]
    }

    /// The declarer's tricks if a trick begins with `r` of the right defender, or none of the
    /// right defender's trumps if it is 0, then comes the declarer and then the left defender.
    fn between(&self, r: u8, left: &(impl Iterator<Item = u8> + Clone)) -> u8 {
        let [own, ..] = self.held;
        most(over(own, r).map(|card| least(left.clone().map(|l| self.after([card, l, r], Lead::OnlyTrumps)))))
    }

    /// The declarer's tricks when these trumps have been played, this trick included; `won` says
    /// who leads next, and with what, if the declarer has won it.
    fn after(&self, played: Held, won: Lead) -> u8 {
        let rest = pattern_of(array::from_fn(|seat| self.held[seat] & !played[seat]));
        if played[0] > played[1].max(played[2]) {
            1 + tricks(rest, won)
        } else {
            tricks(rest, Lead::Defender)
        }
    }
}

fn least(tricks: impl Iterator<Item = u8>) -> u8 {
    tricks.min().unwrap_or(u8::MAX)
}

fn most(tricks: impl Iterator<Item = u8>) -> u8 {
    tricks.max().unwrap_or(0)
}

fn both(
    left: impl Iterator<Item = u8>,
    right: impl Iterator<Item = u8> + Clone,
) -> impl Iterator<Item = (u8, u8)> {
    left.flat_map(move |l| right.clone().map(move |r| (l, r)))
}

/// Each of these cards, one of several that touch.
fn each(cards: u8) -> impl Iterator<Item = u8> + Clone {
    let groups = cards & !(cards << 1);
    (0..8).map(|rank| 1 << rank).filter(move |card| groups & card != 0)
}

/// One of these cards or none.
fn may(cards: u8) -> impl Iterator<Item = u8> + Clone {
    once(0).chain(each(cards))
}

/// One of these cards, none if there is none.
fn must(cards: u8) -> impl Iterator<Item = u8> + Clone {
    each(cards).chain((cards == 0).then_some(0))
}

/// The declarer's cards that beat `other` or, if none does, all.
fn over(own: u8, other: u8) -> impl Iterator<Item = u8> {
    let over = own & !(other | other.saturating_sub(1));
    each(if over == 0 { own } else { over })
}

/// The number of the pattern of trumps that seats hold.
fn pattern_of(held: Held) -> u16 {
    let owner = |rank: u32| (0..3).find(|&seat| held[seat] >> rank & 1 == 1);
    (0..8).filter_map(owner).fold(0, Pattern::with_top)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::suit_pattern::patterns;

    fn pattern(owners: &[usize]) -> u16 {
        owners.iter().copied().fold(0, Pattern::with_top)
    }

    #[test]
    fn trump_tricks_are_no_fewer_than_cards_that_nobody_can_beat_one_by_one() {
        let mut more = 0;
        for pattern in patterns() {
            let [defender, declarer, only] =
                [Lead::Defender, Lead::Declarer, Lead::OnlyTrumps].map(|lead| tricks(pattern.id, lead));
            let [unbeaten, ..] = pattern.unbeaten;
            assert!(unbeaten <= defender.min(only), "{:?}", Pattern::owners(pattern.id).collect::<Vec<_>>());
            assert!(declarer >= defender.max(only) && declarer <= pattern.len[0]);
            more += usize::from(defender > unbeaten);
        }
        assert!(more > 500, "{more}");
    }

    #[test]
    fn patterns_are_taken_apart_and_put_together() {
        for id in 0..PATTERNS as u16 {
            assert_eq!(pattern_of(Pattern::held(id)), id);
        }
    }

    /// K97 over AQ8 and before J: whoever leads low is overtaken, and if the ace is led, the
    /// jack falls under it.
    #[test]
    fn a_king_behind_a_tenace_wins() {
        let king_behind = pattern(&[0, 2, 0, 1, 2, 0, 2]);
        assert_eq!(tricks(king_behind, Lead::Defender), 1);
        assert_eq!(patterns()[usize::from(king_behind)].unbeaten[0], 0);
    }

    /// Jack and nine before queen and ten: led to they win one, led from they win none.
    #[test]
    fn a_declarer_with_only_trumps_must_lead_them() {
        let before_tenace = pattern(&[0, 2, 0, 2]);
        let all = [Lead::Defender, Lead::Declarer, Lead::OnlyTrumps];
        assert_eq!(all.map(|lead| tricks(before_tenace, lead)), [1, 1, 0]);
    }
}
