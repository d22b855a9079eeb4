//! What the declarer lays aside: every discard under every contract.

use crate::analysis::contracts::{Outcome, Play};
use crate::analysis::game::decisions::worth;
use crate::analysis::game::settled::Model;
use crate::cards::{Card, Cards, Suit};
use crate::deal::Deal;
use crate::rules::contract::Declared;
use crate::rules::contract::{Contract, Goal, Target};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{Seat, Seats};
use crate::settlement::{Amount, Hand, SettlementError};

/// Two cards laid aside and what each contract then comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discard {
    /// The two cards.
    pub cards: Cards,
    /// One outcome for each contract asked about, in that order.
    pub outcomes: Vec<Outcome>,
    /// What the declarer gains by each of these contracts, where that was weighed.
    pub gains: Vec<Option<Amount>>,
}

/// The best of a contract over all discards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The contract.
    pub contract: Contract,
    /// What it comes to after the best discard.
    pub outcome: Outcome,
    /// What the declarer gains by it, where that was weighed.
    pub gain: Option<Amount>,
    /// Every discard that reaches it, in the order of listing.
    pub discards: Vec<Cards>,
}

/// What makes one discard, or one contract, better than another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// Tricks: a made contract before one that fails, then those over the target.
    #[default]
    Tricks,
    /// A made contract before one that fails, then the more valuable.
    Made,
    /// The declarer's gain.
    Gain,
}

/// How a contract is weighed for its gain.
#[derive(Clone, Copy, Debug)]
pub struct Weighing<'a> {
    /// The rules that settle it.
    pub rules: &'a Variant,
    /// What the players decide and play for.
    pub model: Model,
    /// Of how many discards the gain is found, those with the best tricks for the contract.
    pub discards: usize,
    /// What is known beside the contract: the pot, marks.
    pub hand: &'a Hand,
    /// Who leads, if it is not whom the rules say.
    pub leader: Option<Seat>,
}

/// All pairs of the declarer's hand and the talon, in the order of listing.
pub fn pairs(deal: &Deal, declarer: Seat) -> impl Iterator<Item = Cards> {
    let twelve: Vec<Card> = (deal.hand(declarer) | deal.talon()).iter().collect();
    (0..twelve.len()).flat_map(move |n| {
        let (first, later) = (twelve[n], twelve[n + 1..].to_vec());
        later.into_iter().map(move |second| Cards::of(first) | Cards::of(second))
    })
}

/// The discard that leaves the same play as this one: of cards between which no defender
/// has one, the lowest are laid aside instead.
///
/// What such cards are called does not matter to anybody's tricks: to leave the higher of
/// them in the hand changes no comparison with any other card.
#[must_use]
pub fn representative(deal: &Deal, declarer: Seat, discard: Cards) -> Cards {
    let own = deal.hand(declarer) | deal.talon();
    let mut chosen = Cards::NONE;
    for suit in Suit::ALL {
        let mut run = Cards::NONE;
        let mut aside = 0;
        // From the highest card down, so that the end of a run holds its lowest ones.
        let mut close = |run: &mut Cards, aside: &mut usize| {
            let lowest = run.iter().skip(run.len() - *aside);
            chosen = chosen | lowest.collect();
            (*run, *aside) = (Cards::NONE, 0);
        };
        for card in suit.cards().iter() {
            if own.contains(card) {
                run.insert(card);
                aside += usize::from(discard.contains(card));
            } else {
                close(&mut run, &mut aside);
            }
        }
        close(&mut run, &mut aside);
    }
    chosen
}

/// Discards that leave the same play together, each group by the first of its own.
#[must_use]
pub fn groups(deal: &Deal, declarer: Seat, discards: impl IntoIterator<Item = Cards>) -> Vec<Vec<Cards>> {
    let mut groups: Vec<(Cards, Vec<Cards>)> = Vec::new();
    for cards in discards {
        let same = representative(deal, declarer, cards);
        match groups.iter_mut().find(|(known, _)| *known == same) {
            Some((_, group)) => group.push(cards),
            None => groups.push((same, vec![cards])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The outcomes after each of the 66 discards of a declarer who takes the talon
/// up, in the order of listing.
///
/// `outcomes` is asked for the outcomes of all contracts on the deal after the
/// exchange, once for discards that leave the same play.
///
/// # Errors
/// Those of `outcomes`.
pub fn discards<E>(
    solver: &mut Solver,
    deal: &Deal,
    declarer: Seat,
    mut outcomes: impl FnMut(&mut Solver, &Deal) -> Result<Vec<Outcome>, E>,
) -> Result<Vec<Discard>, E> {
    let mut known: Vec<(Cards, Vec<Outcome>)> = Vec::new();
    pairs(deal, declarer)
        .map(|cards| {
            let same = representative(deal, declarer, cards);
            let outcomes = match known.iter().find(|&&(known, _)| known == same) {
                Some((_, outcomes)) => outcomes.clone(),
                None => {
                    let outcomes = outcomes(solver, &deal.exchange(declarer, cards))?;
                    known.push((same, outcomes.clone()));
                    outcomes
                }
            };
            let gains = vec![None; outcomes.len()];
            Ok(Discard { cards, outcomes, gains })
        })
        .collect()
}

/// The most tricks that a contract can be sure of with the talon, in misère the fewest, and a
/// discard for it: of those that reach it one of low cards rather than high ones, in misère
/// the other way round. Several times faster than [`discards`]. The tricks of a misère that
/// cannot be made are found only if they count.
pub fn most(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declarer: Seat,
    contract: Contract,
    failing_counts: bool,
) -> (Cards, Outcome) {
    let play = |cards: Cards| {
        let game = Declared { contract, declarer, from_hand: false };
        Play::from_deal(rules, &deal.exchange(declarer, cards), game)
    };
    let order = promising(deal, declarer, contract);
    let Some((&first, others)) = order.split_first() else { unreachable!("twelve cards have pairs") };
    if contract.is_misere() {
        if let Some(&cards) = order.iter().find(|&&cards| play(cards).made(solver)) {
            return (cards, Outcome { tricks: Some(0), made: true });
        }
        if !failing_counts {
            return (first, Outcome { tricks: None, made: false });
        }
    }
    let side = Seats::of(declarer);
    let mut best = (first, play(first).outcome(solver));
    for &cards in others {
        let play = play(cards);
        let Some(tricks) = best.1.tricks else {
            if best.1.made {
                break;
            }
            if play.made(solver) {
                best = (cards, Outcome { tricks: None, made: true });
            }
            continue;
        };
        // Only whether it is better by one is asked, and how much only if it is.
        let better = match contract.is_misere() {
            true if tricks == 0 => break,
            true => solver.reaches(play.position(), side, Goal::AtMost { seats: side, tricks: tricks - 1 }),
            false if tricks == 10 => break,
            false => solver.reaches(play.position(), side, Goal::AtLeast { seats: side, tricks: tricks + 1 }),
        };
        if better {
            best = (cards, play.outcome(solver));
        }
    }
    best
}

/// Whether a contract is made after any discard. Faster than [`most`].
pub fn makes(solver: &mut Solver, rules: &Variant, deal: &Deal, declarer: Seat, contract: Contract) -> bool {
    let game = Declared { contract, declarer, from_hand: false };
    promising(deal, declarer, contract)
        .into_iter()
        .any(|cards| Play::from_deal(rules, &deal.exchange(declarer, cards), game).made(solver))
}

/// One of each group of discards that leave the same play, low cards rather than high ones
/// and trumps last, in misère high ones.
fn promising(deal: &Deal, declarer: Seat, contract: Contract) -> Vec<Cards> {
    let mut order: Vec<Cards> =
        groups(deal, declarer, pairs(deal, declarer)).into_iter().map(|group| group[0]).collect();
    let trumps = contract.trump().map_or(Cards::NONE, Suit::cards);
    order.sort_by_cached_key(|&cards| {
        let height = cards.iter().map(|card| card.bit() as i32 % 8).sum::<i32>();
        ((cards & trumps).len(), if contract.is_misere() { -height } else { height })
    });
    order
}

/// The discards with the best tricks for a contract, one of those that leave the same play
/// with as many aces, and what the contract comes to; no more than so many.
pub fn best_in_tricks(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declarer: Seat,
    contract: Contract,
    number: usize,
) -> Vec<(Cards, Outcome)> {
    let game = Declared { contract, declarer, from_hand: false };
    let mut all: Vec<(Cards, Outcome)> = paying_apart(deal, declarer)
        .map(|cards| (cards, Play::from_deal(rules, &deal.exchange(declarer, cards), game).outcome(solver)))
        .collect();
    all.sort_by_key(|&(_, outcome)| std::cmp::Reverse(rank(contract, outcome)));
    all.truncate(number);
    all
}

/// Discards after which a contract is made, in the order of listing, one of those that leave the same
/// play with as many aces, no more than so many; and whether there are fewer, since it fails after
/// others. Faster than [`best_in_tricks`].
pub(super) fn made_after(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declarer: Seat,
    contract: Contract,
    number: usize,
) -> (Vec<Cards>, bool) {
    let game = Declared { contract, declarer, from_hand: false };
    let (mut made, mut fails) = (Vec::new(), false);
    for cards in paying_apart(deal, declarer) {
        if made.len() == number {
            return (made, false);
        }
        if Play::from_deal(rules, &deal.exchange(declarer, cards), game).made(solver) {
            made.push(cards);
        } else {
            fails = true;
        }
    }
    let fewer = fails && made.len() < number;
    (made, fewer)
}

/// The first of each group of discards that pay the same, in the order of listing.
fn paying_apart(deal: &Deal, declarer: Seat) -> impl Iterator<Item = Cards> {
    let mut known = Vec::new();
    pairs(deal, declarer).filter(move |&cards| {
        let payment = payment(deal, declarer, cards);
        let new = !known.contains(&payment);
        known.push(payment);
        new
    })
}

/// What discards that pay the same have in common: the play that they leave, and whether all
/// four aces are kept.
pub(super) type Payment = (Cards, bool);

/// What this discard pays like.
pub(super) fn payment(deal: &Deal, declarer: Seat, discard: Cards) -> Payment {
    let kept = (deal.hand(declarer) | deal.talon()) - discard;
    (representative(deal, declarer, discard), (Cards::ACES - kept).is_empty())
}

/// Find the gains of the best discards of each contract, and of all that pay the same.
///
/// # Errors
/// If the rules have no price for a contract.
pub fn weigh(
    solver: &mut Solver,
    deal: &Deal,
    declarer: Seat,
    contracts: &[Contract],
    discards: &mut [Discard],
    weighing: Weighing<'_>,
) -> Result<(), SettlementError> {
    for (n, &contract) in contracts.iter().enumerate() {
        let mut order: Vec<usize> = (0..discards.len()).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(rank(contract, discards[place].outcomes[n])));
        let mut known: Vec<(Payment, Amount)> = Vec::new();
        for place in order {
            let discard = &mut discards[place];
            let key = payment(deal, declarer, discard.cards);
            let gain = match known.iter().find(|&&(known, _)| known == key) {
                Some(&(_, gain)) => gain,
                None if known.len() == weighing.discards => continue,
                None => {
                    let exchanged = deal.exchange(declarer, discard.cards);
                    let gain = gain(solver, &exchanged, deal.talon(), declarer, contract, false, weighing)?;
                    known.push((key, gain));
                    gain
                }
            };
            discard.gains[n] = Some(gain);
        }
    }
    Ok(())
}

/// The declarer's gain by this contract; the deal is the one that is played.
///
/// # Errors
/// If the rules have no price for the contract.
pub fn gain(
    solver: &mut Solver,
    deal: &Deal,
    talon: Cards,
    declarer: Seat,
    contract: Contract,
    from_hand: bool,
    weighing: Weighing<'_>,
) -> Result<Amount, SettlementError> {
    let game = Some(Declared { contract, declarer, from_hand });
    let hand = Hand { game, talon, ..weighing.hand.clone() };
    let gains = worth(solver, weighing.rules, deal, &hand, weighing.leader, weighing.model)?;
    Ok(gains.seats[declarer])
}

/// How good the outcome of a contract is, better ones being greater.
fn rank(contract: Contract, outcome: Outcome) -> (bool, i16) {
    let tricks = i16::from(outcome.tricks.unwrap_or(0));
    (outcome.made, if contract.is_misere() { -tricks } else { tricks })
}

/// The best outcome of each contract, and every discard that reaches it: the greatest
/// gain where gains were weighed and `by` asks for it, else a made contract before one that
/// fails, then the most tricks, in misère the fewest.
#[must_use]
pub fn best(contracts: &[Contract], discards: &[Discard], by: By) -> Vec<Best> {
    let best = |(n, &contract): (usize, &Contract)| {
        let worth = |discard: &Discard| {
            let gain = discard.gains[n].filter(|_| by == By::Gain);
            (gain, rank(contract, discard.outcomes[n]))
        };
        // The first of those that are best.
        let top = discards.iter().rev().max_by_key(|discard| worth(discard))?;
        let reach = discards.iter().filter(|discard| worth(discard) == worth(top));
        Some(Best {
            contract,
            outcome: top.outcomes[n],
            gain: top.gains[n],
            discards: reach.map(|discard| discard.cards).collect(),
        })
    };
    contracts.iter().enumerate().filter_map(best).collect()
}

/// Which of these contracts is the best choice, the first of those alike.
///
/// By tricks those over the target count; by `made` the value of the contract; what is equal
/// then goes by value, and by tricks.
#[must_use]
pub fn choice<'a>(rules: &Variant, best: &'a [Best], by: By, from_hand: bool) -> Option<&'a Best> {
    let worth = |best: &Best| {
        let outcome = best.outcome;
        let over = match (rules.target(best.contract, from_hand), outcome.tricks) {
            (Target::AtLeast(target), Some(tricks)) => i16::from(tricks) - i16::from(target),
            (Target::None, Some(tricks)) => -i16::from(tricks),
            _ => -i16::from(!outcome.made),
        };
        let value = rules.value(best.contract);
        match by {
            By::Tricks => (None, outcome.made, over, value, 0),
            By::Made => (None, outcome.made, 0, value, over),
            By::Gain => (best.gain, outcome.made, over, value, 0),
        }
    };
    best.iter().rev().max_by_key(|best| worth(best))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discards_between_which_no_defender_has_a_card_are_one() {
        let deal: Deal = "F:AKQ.T9.987.A7 J.AKQJ.AK.KQJ T98.87.QJT.T9".parse().expect("a deal");
        let cards = |text: &str| {
            crate::deal::notation::read_cards(text).expect("cards").into_iter().collect::<Cards>()
        };
        let same = |text: &str| representative(&deal, Seat::Forehand, cards(text));
        assert_eq!(same("SA SK"), cards("SK SQ"));
        assert_eq!(same("D9 D8"), cards("D8 D7"));
        assert_eq!(same("HT SA"), cards("H9 SQ"));
        // The eight of clubs came with the talon; the ace stands alone.
        assert_eq!(same("C8 CA"), cards("C7 CA"));
    }
}
