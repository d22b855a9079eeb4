//! Discards of a declarer: the pairs that can be laid aside, groups of discards that leave the same play, and
//! the best outcome of a contract.

use std::cmp::Reverse;

use crate::analysis::contracts::Outcome;
use crate::cards::{Card, Cards, Suit};
use crate::deal::Deal;
use crate::order::places_by_key;
use crate::rules::contract::{Contract, Declaration, Goal};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{Seat, Seats};
use crate::situation::play::Play;

/// Message for a hand given as twelve cards under rules by which only two of the ten dealt cards may be laid
/// aside.
pub(super) const TEN_AND_TALON: &str = "under these rules two of the ten cards dealt are laid aside before the talon is taken up: give the ten cards, and the talon's two apart from them";

/// Iterates over all pairs of cards that the declarer can lay aside under these rules, in the order of
/// listing.
pub fn pairs(rules: &Variant, deal: &Deal, declarer: Seat) -> impl Iterator<Item = Cards> + use<> {
    let cards: Vec<Card> = rules.discards_from(deal, declarer).iter().collect();
    (0..cards.len()).flat_map(move |n| {
        let (first, later) = (cards[n], cards[n + 1..].to_vec());
        later.into_iter().map(move |second| Cards::from_card(first) | Cards::from_card(second))
    })
}

/// Returns the representative of all discards that leave the same play as `discard`. Each card is replaced by
/// the lowest card of its run: the declarer's cards between which no defender has a card. If both cards are
/// of one run, the two lowest are taken.
///
/// The choice among the cards of a run does not affect anybody's tricks: if the declarer keeps a higher card
/// of the run, it beats and loses to the same cards of the defenders.
#[must_use]
pub fn representative(deal: &Deal, declarer: Seat, discard: Cards) -> Cards {
    let twelve = deal.hand(declarer) | deal.talon();
    let (mut chosen, mut rest) = (0, discard.bits());
    while let Some(highest) = rest.checked_ilog2() {
        // The run with this card begins above the next lower card of a defender.
        let others = !twelve.in_suit(Card::from_bit(highest).suit()).bits();
        let first = (others & ((1 << highest) - 1)).checked_ilog2().map_or(0, |other| other + 1);
        let aside = (rest >> first).count_ones();
        chosen |= ((1 << aside) - 1) << first;
        rest &= (1 << first) - 1;
    }
    Cards::from_bits(chosen)
}

/// Groups discards that leave the same play, in the order of their first members.
#[must_use]
pub fn groups(deal: &Deal, declarer: Seat, discards: impl IntoIterator<Item = Cards>) -> Vec<Vec<Cards>> {
    let mut groups: Vec<(Cards, Vec<Cards>)> = Vec::new();
    for cards in discards {
        let same = representative(deal, declarer, cards);
        match groups.iter_mut().find(|(representative, _)| *representative == same) {
            Some((_, group)) => group.push(cards),
            None => groups.push((same, vec![cards])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Finds the best discard of the declarer, and the outcome after it: the most tricks that the declarer can
/// guarantee, or in misère the fewest.
///
/// If several discards are best, one with low cards is returned, or in misère one with high cards. This
/// search is several times faster than solving after every discard. If a misère cannot be made, its tricks
/// are solved only if `failing_counts`.
pub(super) fn best_by_tricks(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declaration: Declaration,
    failing_counts: bool,
) -> (Cards, Outcome) {
    let Declaration { contract, declarer, .. } = declaration;
    let play = |cards: Cards| Play::from_deal(rules, &deal.exchange(declarer, cards), declaration);
    let order = ordered_candidates(rules, deal, declarer, contract);
    let Some((&first, others)) = order.split_first() else { unreachable!("ten cards have pairs") };
    if contract.is_misere() {
        if let Some(&cards) = order.iter().find(|&&cards| play(cards).is_made(solver)) {
            return (cards, Outcome { tricks: Some(0), made: true });
        }
        if !failing_counts {
            return (first, Outcome { tricks: None, made: false });
        }
    }
    let side = Seats::from_seat(declarer);
    let mut best = (first, play(first).outcome(solver));
    for &cards in others {
        let play = play(cards);
        let Some(tricks) = best.1.tricks else {
            if best.1.made {
                break;
            }
            if play.is_made(solver) {
                best = (cards, Outcome { tricks: None, made: true });
            }
            continue;
        };
        // The number of tricks is solved only for a discard that is better by at least one trick.
        let better = match contract.is_misere() {
            true if tricks == 0 => break,
            true => solver.can_reach(play.position(), side, Goal::AtMost { seats: side, tricks: tricks - 1 }),
            false if tricks == 10 => break,
            false => {
                solver.can_reach(play.position(), side, Goal::AtLeast { seats: side, tricks: tricks + 1 })
            }
        };
        if better {
            best = (cards, play.outcome(solver));
        }
    }
    best
}

/// Returns whether a contract is made after at least one discard. This is faster than [`best_by_tricks`].
pub(super) fn can_make(solver: &mut Solver, rules: &Variant, deal: &Deal, declaration: Declaration) -> bool {
    let Declaration { contract, declarer, .. } = declaration;
    ordered_candidates(rules, deal, declarer, contract)
        .into_iter()
        .any(|cards| Play::from_deal(rules, &deal.exchange(declarer, cards), declaration).is_made(solver))
}

/// Lists one discard of each group that leaves the same play, in a promising order: discards with fewer
/// trumps first, then low cards first, or in misère high cards first.
fn ordered_candidates(rules: &Variant, deal: &Deal, declarer: Seat, contract: Contract) -> Vec<Cards> {
    let groups = groups(deal, declarer, pairs(rules, deal, declarer));
    let trumps = contract.trump().map_or(Cards::NONE, Suit::cards);
    let keys: Vec<(usize, i32)> = groups
        .iter()
        .map(|group| {
            let height = group[0].iter().map(|card| card.bit() as i32 % 8).sum::<i32>();
            ((group[0] & trumps).len(), if contract.is_misere() { -height } else { height })
        })
        .collect();
    places_by_key(groups.len(), |place| keys[place]).into_iter().map(|place| groups[place][0]).collect()
}

/// Finds the `number` best discards for a contract by tricks, each with the outcome after it; ties are in the
/// order of listing.
///
/// Only the first of all discards that pay the same ([`Payment`]) is included.
pub(super) fn best_in_tricks(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declaration: Declaration,
    number: usize,
) -> Vec<(Cards, Outcome)> {
    let Declaration { contract, declarer, .. } = declaration;
    let outcomes: Vec<(Cards, Outcome)> = distinct_discards(rules, deal, declarer)
        .map(|cards| {
            (cards, Play::from_deal(rules, &deal.exchange(declarer, cards), declaration).outcome(solver))
        })
        .collect();
    let order = places_by_key(outcomes.len(), |place| Reverse(outcomes[place].1.rank(contract)));
    order.into_iter().take(number).map(|place| outcomes[place]).collect()
}

/// Finds the first `number` discards after which a contract is made, in the order of listing. Also returns
/// whether there are fewer, while the contract fails after other discards.
///
/// Only the first of all discards that pay the same ([`Payment`]) is included. This is faster than
/// [`best_in_tricks`].
pub(super) fn making_discards(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declaration: Declaration,
    number: usize,
) -> (Vec<Cards>, bool) {
    let declarer = declaration.declarer;
    let (mut made, mut fails) = (Vec::new(), false);
    for cards in distinct_discards(rules, deal, declarer) {
        if made.len() == number {
            return (made, false);
        }
        if Play::from_deal(rules, &deal.exchange(declarer, cards), declaration).is_made(solver) {
            made.push(cards);
        } else {
            fails = true;
        }
    }
    let fewer = fails && made.len() < number;
    (made, fewer)
}

/// Iterates over the first of each group of discards that pay the same, in the order of listing.
fn distinct_discards<'a>(
    rules: &Variant,
    deal: &'a Deal,
    declarer: Seat,
) -> impl Iterator<Item = Cards> + use<'a> {
    let mut payments = Vec::new();
    pairs(rules, deal, declarer).filter(move |&cards| {
        let payment = payment(deal, declarer, cards);
        let is_new = !payments.contains(&payment);
        payments.push(payment);
        is_new
    })
}

/// Key by which discards that pay the same are recognized: the [`representative`], which identifies the play,
/// and whether all four aces are kept.
pub(super) type Payment = (Cards, bool);

/// Returns the [`Payment`] key of this discard.
pub(super) fn payment(deal: &Deal, declarer: Seat, discard: Cards) -> Payment {
    let kept = (deal.hand(declarer) | deal.talon()) - discard;
    (representative(deal, declarer, discard), (Cards::ACES - kept).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::random;

    fn cards(text: &str) -> Cards {
        crate::deal::notation::read_cards(text).expect("cards").into_iter().collect()
    }

    /// Returns whether two discards leave the same play: card by card they are of one suit, and no defender
    /// has a card between them.
    fn leave_same_play(defenders: Cards, one: Cards, other: Cards) -> bool {
        one.iter().zip(other.iter()).all(|(one, other)| {
            let (low, high) = (one.bit().min(other.bit()), one.bit().max(other.bit()));
            one.suit() == other.suit() && !(low..high).any(|bit| defenders.contains(Card::from_bit(bit)))
        })
    }

    #[test]
    fn equivalent_discards_have_one_representative() {
        let deal: Deal = "F:AKQ.T9.987.A7 J.AKQJ.AK.KQJ T98.87.QJT.T9".parse().expect("a deal");
        let same = |text: &str| representative(&deal, Seat::Forehand, cards(text));
        assert_eq!(same("SA SK"), cards("SK SQ"));
        assert_eq!(same("D9 D8"), cards("D8 D7"));
        assert_eq!(same("HT SA"), cards("H9 SQ"));
        // The eight of clubs was in the talon; the ace is alone in its run.
        assert_eq!(same("C8 CA"), cards("C7 CA"));
    }

    /// Compares discards pairwise: two leave the same play if, card by card, no defender has a card between
    /// them.
    #[test]
    fn representatives_are_equal_only_for_equivalent_discards() {
        let random = &mut random::generator(69_500_000);
        let rules: Variant = "austrian".parse().expect("a preset");
        let mut others = 0;
        for n in 0..40 {
            let (deal, seat) = (random::deal(random), Seat::ALL[n % 3]);
            let held = Seat::ALL.map(|other| if other == seat { Cards::NONE } else { deal.hand(other) });
            let defenders = held[0] | held[1] | held[2];
            let discards: Vec<Cards> = pairs(&rules, &deal, seat).collect();
            for &one in &discards {
                let same = representative(&deal, seat, one);
                others += usize::from(same != one);
                assert!(discards.contains(&same), "{deal} {one:?} {same:?}");
                assert!(leave_same_play(defenders, one, same), "{deal} {one:?} {same:?}");
                for &other in &discards {
                    let is_same = representative(&deal, seat, other) == same;
                    let expected = leave_same_play(defenders, one, other);
                    assert_eq!(is_same, expected, "{deal} {one:?} {other:?}");
                }
            }
        }
        assert!(others > 200, "{others}");
    }

    #[test]
    fn best_outcome_matches_ranked_discards_and_play() {
        let mut solver = Solver::new();
        for (seed, name) in (69_000_000..).zip(["austrian", "american", "hungarian-long", "russian"]) {
            let rules: Variant = name.parse().expect("a preset");
            let deal = random::deal(&mut random::generator(seed));
            for contract in ["S", "D", "N", "misere", "slam", "run6", "uno"] {
                let contract: Contract = contract.parse().expect("a contract");
                let declarer = Seat::ALL[seed as usize % 3];
                let declaration = Declaration { contract, declarer, from_hand: false };
                let best = best_in_tricks(&mut solver, &rules, &deal, declaration, 1)[0];
                let (discard, outcome) = best_by_tricks(&mut solver, &rules, &deal, declaration, true);
                assert_eq!(outcome, best.1, "{name} {contract} seed {seed}");
                let laid = deal.exchange(declarer, discard);
                let play = Play::from_deal(&rules, &laid, declaration);
                assert_eq!(play.outcome(&mut solver), outcome, "{name} {contract} seed {seed}");
            }
        }
    }

    /// Compares discards under `discard_first`: both cards come from the ten that were dealt, and the talon
    /// is kept.
    #[test]
    fn discard_first_lays_aside_dealt_cards_only() {
        let later = preference_fixtures::AMERICAN_LATER;
        let rules = Variant::from_toml(later).expect("house rules");
        let usual = later.replace("discard_first = true", "discard_first = false");
        let usual = Variant::from_toml(&usual).expect("house rules");
        let (mut solver, mut fewer) = (Solver::new(), 0);
        for seed in 69_000_100..69_000_220_u64 {
            let deal = random::deal(&mut random::generator(seed));
            let declarer = Seat::ALL[seed as usize % 3];
            let contract: Contract =
                ["S", "H", "N", "misere"][seed as usize % 4].parse().expect("a contract");
            let declaration = Declaration { contract, declarer, from_hand: false };
            let hand: Vec<Card> = deal.hand(declarer).iter().collect();
            let mut outcomes = Vec::new();
            for (n, &first) in hand.iter().enumerate() {
                for &second in &hand[n + 1..] {
                    let cards = Cards::from_card(first) | Cards::from_card(second);
                    let play = Play::from_deal(&rules, &deal.exchange(declarer, cards), declaration);
                    outcomes.push((cards, play.outcome(&mut solver)));
                }
            }
            let listed: Vec<Cards> = pairs(&rules, &deal, declarer).collect();
            assert_eq!(listed, outcomes.iter().map(|&(cards, _)| cards).collect::<Vec<_>>());
            let best = outcomes.iter().map(|&(_, outcome)| outcome.rank(contract)).max().expect("45 pairs");
            let (discard, outcome) = best_by_tricks(&mut solver, &rules, &deal, declaration, true);
            assert_eq!(outcome.rank(contract), best, "seed {seed}");
            assert!((discard - deal.hand(declarer)).is_empty(), "seed {seed}");
            assert_eq!(can_make(&mut solver, &rules, &deal, declaration), outcome.made, "seed {seed}");
            let best_discards = best_in_tricks(&mut solver, &rules, &deal, declaration, usize::MAX);
            assert!(
                best_discards.iter().all(|(cards, outcome)| outcomes.contains(&(*cards, *outcome))),
                "seed {seed}"
            );
            let with_all = best_by_tricks(&mut solver, &usual, &deal, declaration, true).1;
            let every = pairs(&usual, &deal, declarer).map(|cards| {
                let play = Play::from_deal(&usual, &deal.exchange(declarer, cards), declaration);
                play.outcome(&mut solver).rank(contract)
            });
            assert_eq!(Some(with_all.rank(contract)), every.max(), "seed {seed}");
            fewer += usize::from(with_all.rank(contract) > best);
        }
        assert!(fewer > 0, "a card of the talon was never better laid aside");
    }

    #[test]
    fn contract_can_be_made_only_if_best_discard_makes_it() {
        let mut solver = Solver::new();
        let mut made = 0;
        for seed in 72_000_000..72_000_012_u64 {
            let name = ["illustrated-run6", "american"][seed as usize % 2];
            let rules: Variant = name.parse().expect("a preset");
            let deal = random::deal(&mut random::generator(seed));
            for contract in ["C", "N", "misere", "run6", "uno"] {
                let contract: Contract = contract.parse().expect("a contract");
                let declaration =
                    Declaration { contract, declarer: Seat::ALL[seed as usize % 3], from_hand: false };
                let (_, outcome) = best_by_tricks(&mut solver, &rules, &deal, declaration, true);
                let makes = can_make(&mut solver, &rules, &deal, declaration);
                assert_eq!(makes, outcome.made, "{contract} seed {seed}");
                made += usize::from(makes);
            }
        }
        assert!((3..50).contains(&made), "{made} made");
    }
}
