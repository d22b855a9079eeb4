//! The number of tricks that the declarer's trumps are sure to win, whatever is played in the other suits.
//!
//! Only the owners of the trumps are considered. In everything else the defenders have a free choice, and every rule of
//! play binds the declarer. This relaxed game is easier for the defenders, so its value is a lower bound on the
//! declarer's trump tricks. Its tricks are of these kinds:
//!
//! - A defender leads a trump. All follow if they can, and the declarer beats the trump if possible.
//! - A side suit is led and the declarer ruffs, as if forced to. The other defender may ruff before the
//!   declarer, who then overruffs if possible, or after the declarer.
//! - Any seat leads a side suit, and the declarer plays a card that is not a trump. Each defender may throw a
//!   trump. If neither does, the trick counts as won by the declarer, who then has the lead and only trumps left. (If
//!   a defender wins it instead, nothing changes: a defender is on lead and all trumps remain.)
//! - The declarer leads a trump.
//!
//! In a real hand the defenders have no other choices, and the declarer has these choices or more. The declarer plays
//! trumps as in this game, and any legal card otherwise, and so takes at least the tricks of this game. The number of
//! the declarer's other cards does not matter, except that a declarer with only trumps has to lead one. If the declarer
//! plays another card, the argument continues with the remaining cards.

use std::array;
use std::iter::once;
use std::sync::atomic::{AtomicU16, Ordering};

use super::suit_pattern::{PATTERN_COUNT, Pattern};

/// Whether a declarer on lead has cards other than trumps matters.
#[derive(Clone, Copy)]
pub(crate) enum Lead {
    Defender,
    /// The declarer, with other cards besides trumps.
    Declarer,
    /// The declarer, with only trumps left.
    OnlyTrumps,
}

/// For each pattern of trumps, computed on first use: four bits for each [`Lead`], which hold the number of tricks plus
/// one, or 0 if not computed yet. Threads that compute one entry at the same time store the same value.
static ENTRIES: [AtomicU16; PATTERN_COUNT] = [const { AtomicU16::new(0) }; PATTERN_COUNT];

#[inline(always)]
pub(crate) fn tricks(pattern: u16, lead: Lead) -> u8 {
    let stored = ENTRIES[usize::from(pattern)].load(Ordering::Relaxed);
    let entry = if stored == 0 { compute(pattern) } else { stored };
    (entry >> (4 * lead as u16) & 15) as u8 - 1
}

#[cold]
fn compute(pattern: u16) -> u16 {
    let held = Pattern::cards_by_seat(pattern);
    let tricks = if held[0] == 0 { [0; 3] } else { Trick { held }.tricks() };
    let entry = tricks.iter().rev().fold(0, |entry, &tricks| entry << 4 | u16::from(tricks + 1));
    ENTRIES[usize::from(pattern)].store(entry, Ordering::Relaxed);
    entry
}

/// For each seat, a bit for each trump's rank among the remaining trumps: all trumps of the seats, or those that they
/// play to a trick.
type Trumps = [u8; 3];

struct Trick {
    held: Trumps,
}

impl Trick {
    fn tricks(&self) -> [u8; 3] {
        let [declarer, left, right] = self.held;
        let only_trumps = max_tricks(
            distinct_cards(declarer).map(|card| self.tricks_if_declarer_leads(card, Lead::OnlyTrumps)),
        );
        let trump = max_tricks(
            distinct_cards(declarer).map(|card| self.tricks_if_declarer_leads(card, Lead::Declarer)),
        );
        let left_led = pairs(distinct_cards(left), required_card(right))
            .map(|(l, r)| self.tricks_if_declarer_plays_last(l, r));
        let left_led_another =
            pairs(once(0), optional_card(right)).map(|(l, r)| self.tricks_if_declarer_plays_last(l, r));
        let right_led = distinct_cards(right).map(|r| self.tricks_if_right_begins(r, &required_card(left)));
        let right_led_another = self.tricks_if_right_begins(0, &optional_card(left));
        let thrown = pairs(optional_card(left), optional_card(right)).filter(|&thrown| thrown != (0, 0));
        let thrown =
            thrown.map(|(l, r)| self.tricks_after([0, l, r], Lead::Defender)).chain(once(1 + only_trumps));
        let led = left_led.chain(left_led_another).chain(right_led).chain(once(right_led_another));
        let defender = min_tricks(led.chain(thrown));
        [defender, trump.max(defender), only_trumps]
    }

    /// `won` is the next lead if the declarer wins the trick: see [`Trick::tricks_after`].
    fn tricks_if_declarer_leads(&self, card: u8, won: Lead) -> u8 {
        let [_, left, right] = self.held;
        let replies = pairs(required_card(left), required_card(right));
        min_tricks(replies.map(|(l, r)| self.tricks_after([card, l, r], won)))
    }

    /// The defenders' trumps; 0 is no trump.
    fn tricks_if_declarer_plays_last(&self, l: u8, r: u8) -> u8 {
        let [declarer, ..] = self.held;
        max_tricks(
            beating_cards(declarer, l.max(r)).map(|card| self.tricks_after([card, l, r], Lead::OnlyTrumps)),
        )
    }

    /// The right defender begins with the trump `r`, then the declarer plays, and then the left defender one of `left`.
    fn tricks_if_right_begins(&self, r: u8, left: &(impl Iterator<Item = u8> + Clone)) -> u8 {
        let [declarer, ..] = self.held;
        max_tricks(
            beating_cards(declarer, r).map(|card| {
                min_tricks(left.clone().map(|l| self.tricks_after([card, l, r], Lead::OnlyTrumps)))
            }),
        )
    }

    /// The tricks from this trick on. `won` is the next lead if the declarer wins the trick; otherwise a defender leads
    /// next.
    fn tricks_after(&self, played: Trumps, won: Lead) -> u8 {
        let rest = pattern_of(array::from_fn(|seat| self.held[seat] & !played[seat]));
        if played[0] > played[1].max(played[2]) {
            1 + tricks(rest, won)
        } else {
            tricks(rest, Lead::Defender)
        }
    }
}

fn min_tricks(tricks: impl Iterator<Item = u8>) -> u8 {
    tricks.min().unwrap_or(u8::MAX)
}

fn max_tricks(tricks: impl Iterator<Item = u8>) -> u8 {
    tricks.max().unwrap_or(0)
}

fn pairs(
    left: impl Iterator<Item = u8>,
    right: impl Iterator<Item = u8> + Clone,
) -> impl Iterator<Item = (u8, u8)> {
    left.flat_map(move |l| right.clone().map(move |r| (l, r)))
}

fn distinct_cards(cards: u8) -> impl Iterator<Item = u8> + Clone {
    let groups = cards & !(cards << 1);
    (0..8).map(|rank| 1 << rank).filter(move |card| groups & card != 0)
}

fn optional_card(cards: u8) -> impl Iterator<Item = u8> + Clone {
    // No card (0) comes first: the seat need not play one. Of touching cards one is enough.
    once(0).chain(distinct_cards(cards))
}

fn required_card(cards: u8) -> impl Iterator<Item = u8> + Clone {
    // No card (0) only if there is none: the seat must play one. Of touching cards one is enough.
    distinct_cards(cards).chain((cards == 0).then_some(0))
}

fn beating_cards(cards: u8, other: u8) -> impl Iterator<Item = u8> {
    // All cards if none beats `other`. Of touching cards one is enough.
    let beating = cards & !(other | other.saturating_sub(1));
    distinct_cards(if beating == 0 { cards } else { beating })
}

fn pattern_of(held: Trumps) -> u16 {
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
    fn trump_tricks_are_at_least_unbeaten_cards() {
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
    fn pattern_round_trips_through_held_cards() {
        for id in 0..PATTERN_COUNT as u16 {
            assert_eq!(pattern_of(Pattern::cards_by_seat(id)), id);
        }
    }

    #[test]
    fn king_behind_tenace_wins() {
        // Gives the declarer K97, the right defender AQ8 and the left defender J. If a defender leads a low trump, the
        // declarer beats it; if the ace is led, the jack falls under it.
        let king_behind = pattern(&[0, 2, 0, 1, 2, 0, 2]);
        assert_eq!(tricks(king_behind, Lead::Defender), 1);
        assert_eq!(patterns()[usize::from(king_behind)].unbeaten[0], 0);
    }

    #[test]
    fn declarer_wins_fewer_tricks_if_only_trumps_are_left_to_lead() {
        // Gives the declarer jack and nine, and the right defender queen and ten. The declarer wins one trick if
        // a defender leads, and none if the declarer has to lead a trump.
        let before_tenace = pattern(&[0, 2, 0, 2]);
        let leads = [Lead::Defender, Lead::Declarer, Lead::OnlyTrumps];
        assert_eq!(leads.map(|lead| tricks(before_tenace, lead)), [1, 1, 0]);
    }
}
