//! Measured questions that need many solves: the evaluation of a layout, the auction, and the exchange game.

use std::time::Duration;

use anyhow::ensure;
use preference::Analyst;
use preference::deal::PartialDeal;
use preference::gains::Model;
use preference::outcomes::outcome::SolveDetail;
use preference::questions::evaluate::EvaluateOptions;
use preference::questions::par::ParOptions;
use preference::questions::usurp::UsurpOptions;
use preference::rules::{Contract, Variant};
use preference::sampling::{Means, SampleOptions};
use preference::seat::Seat;
use preference::settlement::Amount;
use preference::situation::Situation;

use crate::known_values::{DealValues, TRICK_CONTRACTS, contract, timed};

/// Evaluates forehand's contracts in the five strains, from the hand and with the best discard. Constraints leave only
/// one layout, the deal itself. From the hand the results must be the known values of the deal, with the talon at least
/// as good, since the talon itself can be laid aside.
pub(crate) fn evaluate_layout(
    analyst: &mut Analyst,
    deal_values: &DealValues,
    with_tricks: bool,
) -> anyhow::Result<Vec<Duration>> {
    let seat = Seat::Forehand;
    let deal = deal_values.deal.deal;
    let contracts: Vec<Contract> = TRICK_CONTRACTS.map(contract).collect();
    // Constraints fix all cards of one other hand, so that only one layout is possible.
    let hands = PartialDeal::from(deal);
    let constraints = hands.hands[seat.left()]
        .iter()
        .flat_map(|hand| hand.iter().map(|card| format!("{}:{card}=1", seat.left()).parse()));
    let options = EvaluateOptions {
        contracts: contracts.into(),
        goal: if with_tricks { SolveDetail::Tricks } else { SolveDetail::MadeOnly },
        sample: SampleOptions {
            constraints: constraints.collect::<Result<_, _>>()?,
            ..SampleOptions::default()
        },
        ..EvaluateOptions::default()
    };
    let mut known_cards = hands;
    (known_cards.hands[seat.left()], known_cards.hands[seat.right()]) = (None, None);
    let situation = Situation::new(deal_values.variant.clone(), known_cards);
    let (answer, time) = timed(|| analyst.evaluate(&situation, &options));
    let answer = answer?;
    ensure!(answer.layouts == 1, "{} layouts instead of one for {deal}", answer.layouts);
    let worth = |means: &Means| (means.chance.mean > 0.5, means.tricks.map(|tricks| tricks.mean as u8));
    for (contract_index, result) in TRICK_CONTRACTS.zip(&answer.results) {
        let expected = deal_values.values[seat][contract_index];
        let from_hand = result.hand.as_ref().map(worth);
        ensure!(
            from_hand == Some((expected >= 6, with_tricks.then_some(expected))),
            "wrong answer {from_hand:?} for {deal}"
        );
        ensure!(Some(worth(&result.talon.means)) >= from_hand, "wrong talon for {deal}");
    }
    Ok(vec![time])
}

/// The tricks of a declarer in one of the five strains must be the known value of the deal from the hand, and at least
/// as many with the talon.
pub(crate) fn solve_auction(
    analyst: &mut Analyst,
    deal_values: &DealValues,
    model: Model,
) -> anyhow::Result<Vec<Duration>> {
    let deal = &deal_values.deal.deal;
    let options = ParOptions { model, ..ParOptions::default() };
    let situation = deal_values.situation();
    let (answer, time) = timed(|| analyst.par(&situation, &options));
    let answer = answer?;
    ensure!(answer.gains.sum() == Amount::default(), "gains that do not add up for {deal}");
    if let (Some(declarer), Some(game)) = (answer.declarer, answer.game.filter(|game| !game.usurped)) {
        let contract_index = TRICK_CONTRACTS
            .into_iter()
            .find(|&contract_index| contract(contract_index) == game.contract.played_as());
        if let (Some(contract_index), Some(tricks)) = (contract_index, game.outcome.tricks) {
            let expected = deal_values.values[declarer][contract_index];
            let is_right = if game.hand { tricks == expected } else { tricks >= expected };
            ensure!(is_right, "wrong answer {tricks} for {deal}");
        }
    }
    Ok(vec![time])
}

/// Solves the exchange game under Illustrated rules, which are played like Austrian ones, for deal values of the
/// latter.
pub(crate) fn usurp_exchange(
    analyst: &mut Analyst,
    deal_values: &DealValues,
) -> anyhow::Result<Vec<Duration>> {
    if deal_values.variant.label() != "austrian" {
        return Ok(Vec::new());
    }
    let rules: Variant = "illustrated".parse().expect("a preset");
    let deal = deal_values.deal.deal;
    let situation = Situation::new(rules, deal).with_declarer(Seat::Forehand);
    let (answer, time) = timed(|| analyst.usurp(&situation, &UsurpOptions::default()));
    let answer = answer?;
    ensure!(answer.best.gains.sum() == Amount::default(), "gains that do not add up for {deal}");
    // If nobody takes up a discard, the declarer gains as much as if nobody were allowed to take it up.
    for discard in answer.discards.iter().filter(|discard| !discard.usurped) {
        ensure!(discard.uncontested.is_some_and(|(_, gain)| gain == discard.gain), "wrong answer for {deal}");
        ensure!(discard.gain <= answer.uncontested.gain, "not the best for {deal}");
    }
    Ok(vec![time])
}
