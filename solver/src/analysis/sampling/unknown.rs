//! What the declarer lays aside when he does not see the defenders' cards.

use crate::analysis::contracts::Outcome;
use crate::analysis::sampling::estimate::Average;
use crate::analysis::talon::{By, Weighing, discards, gain};
use crate::cards::Cards;
use crate::deal::Deal;
use crate::rules::contract::{Contract, Target};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::SettlementError;

/// Two cards laid aside and what each contract then comes to on average.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The two cards.
    pub cards: Cards,
    /// The averages of the contracts asked about, in that order.
    pub contracts: Vec<Average>,
}

/// The averages over these deals of each of the 66 discards, in the order of listing.
///
/// Every discard meets the same deals, in which the declarer's twelve cards are the same,
/// so that their averages differ by less than each is off. The play is with all cards known.
///
/// # Errors
/// Those of `outcomes`.
pub fn expected<E>(
    solver: &mut Solver,
    deals: &[Deal],
    declarer: Seat,
    mut outcomes: impl FnMut(&mut Solver, &Deal) -> Result<Vec<Outcome>, E>,
) -> Result<Vec<Expected>, E> {
    let mut all: Vec<Expected> = Vec::new();
    for deal in deals {
        let discards = discards(solver, deal, declarer, &mut outcomes)?;
        if all.is_empty() {
            let none = |cards, contracts| Expected { cards, contracts: vec![Average::default(); contracts] };
            all = discards.iter().map(|discard| none(discard.cards, discard.outcomes.len())).collect();
        }
        for (expected, discard) in all.iter_mut().zip(discards) {
            for (average, outcome) in expected.contracts.iter_mut().zip(discard.outcomes) {
                average.add(outcome);
            }
        }
    }
    Ok(all)
}

/// Find the mean gains of the best discards of each contract.
///
/// # Errors
/// If the rules have no price for a contract.
pub fn weigh(
    solver: &mut Solver,
    deals: &[Deal],
    declarer: Seat,
    contracts: &[Contract],
    all: &mut [Expected],
    weighing: Weighing<'_>,
) -> Result<(), SettlementError> {
    for (n, &contract) in contracts.iter().enumerate() {
        let mut order: Vec<usize> = (0..all.len()).collect();
        let worth = |expected: &Expected| worth(weighing.rules, contract, &expected.contracts[n], By::Made);
        order.sort_by(|&a, &b| worth(&all[b]).total_cmp(&worth(&all[a])));
        for place in order.into_iter().take(weighing.discards) {
            let expected = &mut all[place];
            for deal in deals {
                let exchanged = deal.exchange(declarer, expected.cards);
                let gain = gain(solver, &exchanged, deal.talon(), declarer, contract, false, weighing)?;
                expected.contracts[n].add_gain(gain);
            }
        }
    }
    Ok(())
}

/// How good an average is, better ones being greater: by gain what was not weighed comes
/// last, by tricks those over the target count.
#[must_use]
pub fn worth(rules: &Variant, contract: Contract, average: &Average, by: By) -> f64 {
    let chance = average.chance().mean;
    match (by, average.tricks(), rules.target(contract, false)) {
        (By::Gain, ..) => average.gain().map_or(f64::NEG_INFINITY, |gain| gain.mean),
        (By::Tricks, Some(tricks), Target::AtLeast(target)) => tricks.mean - f64::from(target),
        (By::Tricks, Some(tricks), Target::None) => -tricks.mean,
        // Tricks tell apart what is made as often, and never outweigh one layout.
        (_, Some(tricks), target) => {
            let few = matches!(target, Target::None);
            chance + if few { 10.0 - tricks.mean } else { tricks.mean } * 1e-9
        }
        (_, None, _) => chance,
    }
}
