//! Choice of cards against a misère in which only the discard is hidden.

use std::cell::RefCell;

use crate::analyst::Analyst;
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::hand::{Action, Phase, View};
use crate::outcomes::outcome::SolveDetail;
use crate::questions::catch::CatchOptions;
use crate::rules::contract::{Contract, Declaration};
use crate::seat::{BySeat, Seat, Seats};
use crate::situation::{Leader, Situation};

thread_local! {
    /// The analyst of all players on this thread. Its tables make later choices faster without changing them.
    static ANALYST: RefCell<Analyst> = RefCell::new(Analyst::new());
}

/// The cards of a defender who sees all cards except the discard after which one plan catches a misère for every
/// discard. `None` in any other situation, or if there is no such card. The search for each card gives up after `nodes`
/// nodes.
pub(super) fn catching_cards(view: &View, nodes: u64) -> Option<Vec<Card>> {
    let situation = situation(view)?;
    let options = CatchOptions {
        goal: SolveDetail::MadeOnly,
        cards: true,
        node_limit: Some(nodes),
        ..CatchOptions::default()
    };
    let answer = ANALYST.with_borrow_mut(|analyst| analyst.catch(&situation, &options)).ok()?;
    let catching = answer.cards.iter().filter(|card| card.caught == Some(true)).map(|card| card.card);
    let catching: Vec<Card> = catching.collect();
    (!catching.is_empty()).then_some(catching)
}

/// A misère in which the defender sees all cards except the discard, and the declarer has taken no trick.
fn situation(view: &View) -> Option<Situation> {
    let Declaration { contract, declarer, from_hand } = view.declaration?;
    let is_suitable = view.phase == Phase::Play
        && contract == Contract::Misere
        && !from_hand
        && view.seat != declarer
        && view.playing == Seats::ALL
        && view.tricks[declarer] == 0;
    if !is_suitable {
        return None;
    }
    let played: Vec<(Seat, Card)> = view
        .steps
        .iter()
        .filter_map(|step| match step.action {
            Some(Action::Card(card)) => Some((step.seat, card)),
            _ => None,
        })
        .collect();
    let mut hands = BySeat::<Cards>::default();
    for seat in Seats::ALL - Seats::from_seat(declarer) {
        let cards = played.iter().filter(|(player, _)| *player == seat).map(|&(_, card)| card);
        hands[seat] = view.hands[seat]? | cards.collect();
    }
    // Any two of the declarer's twelve cards can serve as the talon.
    let twelve = hands.iter().fold(Cards::PACK, |rest, (_, &hand)| rest - hand);
    let talon: Cards = twelve.iter().take(2).collect();
    hands[declarer] = twelve - talon;
    let leader = played.first().map_or(view.to_act?, |&(seat, _)| seat);
    let situation = Situation::new(view.rules.clone(), Deal::new(hands, talon).ok()?)
        .with_declaration(Declaration { contract, declarer, from_hand })
        .with_leader(Leader::Seat(leader))
        .with_cards_played(played.into_iter().map(|(_, card)| card).collect());
    Some(situation)
}
