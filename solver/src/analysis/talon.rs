//! What the declarer lays aside: every discard under every contract.

use crate::analysis::contracts::Outcome;
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::rules::contract::Contract;
use crate::search::Solver;
use crate::seat::Seat;

/// Two cards laid aside and what each contract then comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discard {
    /// The two cards.
    pub cards: Cards,
    /// One outcome for each contract asked about, in that order.
    pub outcomes: Vec<Outcome>,
}

/// The best of a contract over all discards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The contract.
    pub contract: Contract,
    /// What it comes to after the best discard.
    pub outcome: Outcome,
    /// Every discard that reaches it, in the order of listing.
    pub discards: Vec<Cards>,
}

/// The outcomes after each of the 66 discards of a declarer who takes the talon
/// up, in the order of listing.
///
/// `outcomes` is asked for the outcomes of all contracts on the deal after the
/// exchange.
///
/// # Errors
/// Those of `outcomes`.
pub fn discards<E>(
    solver: &mut Solver,
    deal: &Deal,
    declarer: Seat,
    mut outcomes: impl FnMut(&mut Solver, &Deal) -> Result<Vec<Outcome>, E>,
) -> Result<Vec<Discard>, E> {
    let twelve: Vec<Card> = (deal.hand(declarer) | deal.talon()).iter().collect();
    let pairs = twelve.iter().enumerate().flat_map(|(n, &a)| twelve[n + 1..].iter().map(move |&b| [a, b]));
    pairs
        .map(|pair| {
            let cards = pair.into_iter().collect();
            let outcomes = outcomes(solver, &deal.exchange(declarer, cards))?;
            Ok(Discard { cards, outcomes })
        })
        .collect()
}

/// The best outcome of each contract, and every discard that reaches it: a made
/// contract before one that fails, then the most tricks, in misère the fewest.
#[must_use]
pub fn best(contracts: &[Contract], discards: &[Discard]) -> Vec<Best> {
    let best = |(n, &contract): (usize, &Contract)| {
        let worth = |outcome: Outcome| {
            let tricks = i16::from(outcome.tricks.unwrap_or(0));
            (outcome.made, if contract.is_misere() { -tricks } else { tricks })
        };
        let outcome =
            discards.iter().map(|discard| discard.outcomes[n]).max_by_key(|&outcome| worth(outcome))?;
        let reach = discards.iter().filter(|discard| discard.outcomes[n] == outcome);
        Some(Best { contract, outcome, discards: reach.map(|discard| discard.cards).collect() })
    };
    contracts.iter().enumerate().filter_map(best).collect()
}
