//! The questions that take many solves: a layout of unknown cards, the auction, usurping.

use std::time::Duration;

use anyhow::{Context, ensure};
use preference::analysis::evaluate::{Question, from_hand, with_talon};
use preference::analysis::par::{End, Table, all_contract_values, par};
use preference::analysis::talon::pairs;
use preference::analysis::usurp::{Memory, Usurping, best, best_alone, discards};
use preference::{Amount, Cards, Contract, Hand, Model, Outcome, Seat, Seats, Solver, Variant};

use super::work::{Known, TRICKS, contract, timed};

/// What forehand makes of five contracts, from the hand and with the best discard: from the
/// hand what the fixture says, and with the talon, which he can lay aside again, no less.
pub(super) fn layout(solver: &mut Solver, known: &Known, tricks: bool) -> anyhow::Result<Vec<Duration>> {
    let contracts: Vec<Contract> = TRICKS.map(contract).collect();
    let hand = Hand::all_passed();
    let seat = Seat::Forehand;
    let question = Question {
        rules: known.variant,
        seat,
        contracts: &contracts,
        tricks,
        model: Model::Tricks,
        hand: &hand,
    };
    let deal = &known.deal.deal;
    let ((own, talon), time) =
        timed(|| (from_hand(solver, question, deal), with_talon(solver, question, deal)));
    for ((place, (own, _)), (talon, _)) in TRICKS.zip(own).zip(talon) {
        let expected = known.values[seat][place];
        let right = |outcome: Outcome| {
            outcome.tricks == tricks.then_some(expected) && outcome.made == (expected >= 6)
        };
        ensure!(right(own), "wrong answer {own:?} for {deal}");
        ensure!(talon.tricks >= own.tricks && talon.made >= own.made, "wrong talon {talon:?} for {deal}");
    }
    Ok(vec![time])
}

/// The auction: who plays from the hand takes what the fixture says, with the talon no less.
pub(super) fn par_of(solver: &mut Solver, known: &Known, model: Model) -> anyhow::Result<Vec<Duration>> {
    let hand = Hand::all_passed();
    let deal = &known.deal.deal;
    let table = Table { rules: known.variant, deal, model, hand: &hand, discards: 5 };
    let (found, time) = timed(|| {
        let contract_values = all_contract_values(solver, table);
        par(solver, table, &contract_values)
    });
    let found = found?;
    ensure!(found.gains.sum() == Amount::default(), "gains that do not add up for {deal}");
    if let End::Played { worth, usurped: false, .. } = &found.end {
        let game = worth.game;
        let place = TRICKS.into_iter().find(|&place| contract(place) == game.contract.played_as());
        if let (Some(place), Some(tricks)) = (place, worth.outcome.tricks) {
            let expected = known.values[game.declarer][place];
            let right = if game.from_hand { tricks == expected } else { tricks >= expected };
            ensure!(right, "wrong answer {tricks} for {deal}");
        }
    }
    Ok(vec![time])
}

/// The exchange game, under Illustrated rules, whose play is Austrian.
pub(super) fn usurped(solver: &mut Solver, known: &Known) -> anyhow::Result<Vec<Duration>> {
    if known.variant.label() != "austrian" {
        return Ok(Vec::new());
    }
    let rules: Variant = "illustrated".parse().expect("a preset");
    let (declarer, hand, deal) = (Seat::Forehand, Hand::all_passed(), &known.deal.deal);
    let usurping =
        Usurping { rules: &rules, declarer, bid: 1, bidders: Seats::ALL, hand: &hand, model: Model::Selfish };
    let all: Vec<Cards> = pairs(deal, declarer).collect();
    let (found, time) = timed(|| discards(solver, &mut Memory::default(), deal, usurping, &all));
    let found = found?;
    let (best, alone) = (best(declarer, &found), best_alone(declarer, &found));
    let (best, alone) = (best.context("66 discards")?, alone.context("66 discards")?);
    ensure!(best.exchanged.gains.sum() == Amount::default(), "gains that do not add up for {deal}");
    // Where nobody takes his cards he gains what he would alone.
    let kept = found.iter().filter(|discarded| discarded.exchanged.takings.len() == 1);
    for discarded in kept {
        ensure!(discarded.exchanged.gains == discarded.alone.1, "wrong answer for {deal}");
        ensure!(
            discarded.alone.1.seats[declarer] <= alone.alone.1.seats[declarer],
            "not the best for {deal}"
        );
    }
    Ok(vec![time])
}
