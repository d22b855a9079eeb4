//! Plans: the actions that a player compares.

use crate::cards::{Card, Cards};
use crate::hand::{Action, Phase, View};
use crate::order::sort_by_key;
use crate::players::beginner::{
    best_discard, call_margin, contract_count, contract_rank, margin, standing_bid,
};
use crate::rules::call::Call;
use crate::rules::contract::Contract;

/// Lowest margin, in half tricks, with which a bid is still compared. The talon may add half tricks.
const MIN_MARGIN_FOR_BID: i32 = -5;

/// The same for a misère: two cards that may be caught, each of which counts minus four. The discard may remove both.
const MIN_MARGIN_FOR_MISERE: i32 = -8;

/// The same for a misère whose bid is valued by its best discards: two more cards that may lie well.
const MIN_MARGIN_FOR_OPEN_MISERE: i32 = -16;

/// Lowest margin, in half tricks, with which a contract is still compared.
const MIN_MARGIN_FOR_CONTRACT: i32 = -4;

/// Maximum number of raises that are compared; higher raises are left out.
const MAX_RAISES: usize = 2;

/// Maximum number of strains for which discards are compared.
const MAX_STRAINS: usize = 3;

/// Maximum number of discards that are compared for each strain.
const MAX_DISCARDS: usize = 6;

/// Maximum number of contracts that are compared.
const MAX_CONTRACTS: usize = 6;

/// An action and, if it is a discard, the announcement after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) action: Action,
    pub(super) announcement: Option<Action>,
    /// Whether a declarer who has bid a misère knows the layout when laying aside.
    pub(super) knows_layout: bool,
}

impl From<Action> for Plan {
    fn from(action: Action) -> Plan {
        Plan { action, announcement: None, knows_layout: false }
    }
}

/// With `knows_layout` a misère whose defenders' hands are opened is bid for its best discards.
pub(super) fn plans(view: &View, legal: &[Action], beginner_action: Action, knows_layout: bool) -> Vec<Plan> {
    match view.phase {
        _ if legal.len() == 1 => vec![beginner_action.into()],
        Phase::Auction | Phase::Usurping => {
            let knows_layout = knows_layout && view.rules.decisions().misere_open;
            calls(view, legal, beginner_action, knows_layout)
        }
        Phase::Discard => discards(view, legal, beginner_action),
        Phase::Announcement => announcements(view, legal, beginner_action),
        // It makes no difference to the forecast, in which all cards are known, whether a lone whister plays open.
        Phase::Decisions if legal.contains(&Action::OpenPlay) => vec![beginner_action.into()],
        _ => legal.iter().map(|&action| action.into()).collect(),
    }
}

/// The calls to compare: those that are not bids, the call of a beginner, and bids for which the hand is not clearly
/// too weak. Bids of a number or a level and offers must also be among the lowest [`MAX_RAISES`] that are legal.
fn calls(view: &View, legal: &[Action], beginner_action: Action, knows_layout: bool) -> Vec<Plan> {
    let mut raises = 0;
    let mut is_compared = |action: Action| {
        let Action::Call(call) = action else { return true };
        let is_raise = matches!(call, Call::Number(_) | Call::Level(..) | Call::Offer(_));
        if is_raise {
            raises += 1;
        }
        let is_low = !is_raise || raises <= MAX_RAISES;
        let least = match call {
            Call::Misere if knows_layout => MIN_MARGIN_FOR_OPEN_MISERE,
            Call::Misere => MIN_MARGIN_FOR_MISERE,
            _ => MIN_MARGIN_FOR_BID,
        };
        action == beginner_action || call_margin(view, call).is_none_or(|margin| is_low && margin >= least)
    };
    let plan = |&action: &Action| {
        let knows_layout = knows_layout && action == Action::Call(Call::Misere);
        Plan { knows_layout, ..action.into() }
    };
    legal.iter().filter(|&&action| is_compared(action)).map(plan).collect()
}

fn discards(view: &View, legal: &[Action], beginner_action: Action) -> Vec<Plan> {
    let hand = view.hands[view.seat].expect("the player's own cards");
    let mut strains: Vec<StrainPlan> = Vec::new();
    for contract in view.rules.announceable(standing_bid(view)) {
        if strains.iter().any(|strain| strain.contract.played_as() == contract.played_as()) {
            continue;
        }
        let (discard, margin) = best_discard(view, hand, &[contract]);
        strains.push(StrainPlan { contract, discard, margin });
    }
    sort_by_key(&mut strains, |strain| -strain.margin);
    let mut plans = vec![Plan::from(beginner_action)];
    for strain in strains.iter().take(MAX_STRAINS) {
        let announcement = Some(Action::Announcement(strain.contract));
        let mut cards: Vec<Cards> = legal
            .iter()
            .filter_map(|action| match action {
                Action::Discard(cards) => Some(*cards),
                _ => None,
            })
            .collect();
        sort_by_key(&mut cards, |&cards| std::cmp::Reverse(merit(view, hand, strain, cards)));
        let plan = |&cards: &Cards| Plan { announcement, ..Action::Discard(cards).into() };
        plans.extend(cards.iter().take(MAX_DISCARDS).map(plan));
    }
    plans
}

/// The lowest contract of a strain, and the beginner's discard for it.
struct StrainPlan {
    contract: Contract,
    discard: Cards,
    /// The half tricks by which the hand exceeds the target after the discard.
    margin: i32,
}

/// The beginner's discard has the highest merit. The other discards are ordered by the half tricks of the cards kept,
/// then by the number of trumps kept, then by the number of cards kept in the suits of the discards (fewer is better),
/// then by the ranks of the discards (lower is better, in a misère higher).
fn merit(view: &View, hand: Cards, strain: &StrainPlan, discard: Cards) -> (bool, i32, usize, i32, i32) {
    let rest = hand - discard;
    let trumps = strain.contract.trump().map_or(0, |trump| rest.in_suit(trump).len());
    let left = discard.iter().map(|card: Card| rest.in_suit(card.suit()).len() as i32).sum::<i32>();
    let rank = discard.iter().map(|card| card.rank() as i32).sum::<i32>();
    let rank = if strain.contract.is_misere() { rank } else { -rank };
    (discard == strain.discard, contract_count(&view.rules, rest, strain.contract), trumps, -left, rank)
}

fn announcements(view: &View, legal: &[Action], beginner_action: Action) -> Vec<Plan> {
    let hand = view.hands[view.seat].expect("the player's own cards");
    let is_discard = |action| matches!(action, Some(Action::Discard(_)));
    let from_hand = !view.steps.iter().any(|step| step.player == view.seat && is_discard(step.action));
    let margin_of = |action: Action| match action {
        Action::Announcement(contract) => margin(&view.rules, hand, contract, from_hand),
        _ => unreachable!("contracts are announced"),
    };
    let rank = |action: Action| match action {
        Action::Announcement(contract) => contract_rank(&view.rules, contract, margin_of(action)),
        _ => unreachable!("contracts are announced"),
    };
    let mut contracts: Vec<Action> =
        legal.iter().copied().filter(|&action| margin_of(action) >= MIN_MARGIN_FOR_CONTRACT).collect();
    sort_by_key(&mut contracts, |&action| std::cmp::Reverse(rank(action)));
    contracts.truncate(MAX_CONTRACTS);
    if !contracts.contains(&beginner_action) {
        contracts.push(beginner_action);
    }
    contracts.into_iter().map(Plan::from).collect()
}
