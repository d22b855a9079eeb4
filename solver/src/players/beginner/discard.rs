//! Choice of the discard and of the announced contract.

use super::hand_count::{contract_count, contract_rank, margin};
use super::standing_bid::standing_bid;
use crate::cards::{Card, Cards};
use crate::hand::{Action, View};
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;

pub(super) fn choose_discard(view: &View) -> Action {
    let hand = view.hands[view.seat].expect("the player's own cards");
    let contracts = view.rules.announceable(standing_bid(view));
    let (discard, _) = best_discard(view, hand, &contracts);
    Action::Discard(discard)
}

/// The margin is in half tricks.
pub(in crate::players) fn best_discard(view: &View, hand: Cards, contracts: &[Contract]) -> (Cards, i32) {
    let rules = &view.rules;
    // Levels of one strain have the same discard.
    let mut discards: Vec<(Contract, Cards)> = Vec::with_capacity(8);
    let mut best = None;
    for &contract in contracts {
        let played_as = contract.played_as();
        let known = discards.iter().find(|(other, _)| *other == played_as);
        let discard = known.map_or_else(|| weakest_two(rules, hand, contract), |&(_, discard)| discard);
        if known.is_none() {
            discards.push((played_as, discard));
        }
        let margin = margin(rules, hand - discard, contract, false);
        let rank = contract_rank(rules, contract, margin);
        if best.is_none_or(|(highest, _, _)| rank > highest) {
            best = Some((rank, discard, margin));
        }
    }
    let (_, discard, margin) = best.expect("a declarer has a contract");
    (discard, margin)
}

fn weakest_two(rules: &Variant, hand: Cards, contract: Contract) -> Cards {
    let weakest = |hand: Cards| {
        let merit = |&card: &Card| {
            let rest = hand - Cards::from_card(card);
            let is_trump = Some(card.suit()) == contract.trump();
            let length = hand.in_suit(card.suit()).len() as i32;
            let rank = card.rank() as i32;
            let low = if contract.is_misere() { rank } else { -rank };
            (contract_count(rules, rest, contract), !is_trump, -length, low)
        };
        hand.iter().max_by_key(merit).expect("a hand that is not empty")
    };
    let first = Cards::from_card(weakest(hand));
    first | Cards::from_card(weakest(hand - first))
}

pub(super) fn choose_contract(view: &View, legal: &[Action]) -> Action {
    let hand = view.hands[view.seat].expect("the player's own cards");
    let from_hand = !view
        .steps
        .iter()
        .any(|step| step.player == view.seat && matches!(step.action, Some(Action::Discard(_))));
    let rank = |action: &&Action| match **action {
        Action::Announcement(contract) => {
            contract_rank(&view.rules, contract, margin(&view.rules, hand, contract, from_hand))
        }
        _ => unreachable!("contracts are announced"),
    };
    // Ties go to the first contract.
    *legal.iter().rev().max_by_key(rank).expect("a legal announcement")
}
