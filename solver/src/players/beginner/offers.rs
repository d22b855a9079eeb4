//! Answers to offers to divide the tricks.

use crate::cards::{Card, Cards};
use crate::hand::{Action, Choice, View};
use crate::rules::contract::Target;
use crate::seat::{BySeat, Seat, Seats};

pub(super) fn answer_offer(view: &View) -> Action {
    let offered = view.steps.iter().rev().find_map(|step| match step.action {
        Some(Action::OfferTricks(tricks)) => Some(tricks),
        _ => None,
    });
    let offered = offered.expect("an offer is answered");
    if is_acceptable(view, offered) { Choice::Accept.into() } else { Action::Refuse }
}

fn is_acceptable(view: &View, offered: BySeat<u8>) -> bool {
    let further = |seats: Seats| seats.iter().map(|seat| offered[seat] - view.tricks[seat]).sum::<u8>();
    let own = Seats::from_seat(view.seat);
    let Some(declaration) = view.declaration else { return further(own) <= holes(view, view.seat) };
    let declarer = declaration.declarer;
    let declarer_alone = Seats::from_seat(declarer);
    let is_declarer = declarer == view.seat;
    match view.rules.target(declaration.contract, declaration.from_hand) {
        Target::AtLeast(_) => {
            let side = if is_declarer { own } else { view.playing - declarer_alone };
            let counted: Seats = side.iter().filter(|&seat| view.hands[seat].is_some()).collect();
            further(counted) >= masters(view, counted)
        }
        Target::None if is_declarer => further(own) <= holes(view, declarer),
        Target::None => further(declarer_alone) >= holes(view, declarer).max(1),
        Target::Exactly(target) => (offered[declarer] == target) == is_declarer,
        Target::InARow(_) => {
            further(if is_declarer { declarer_alone } else { view.playing - declarer_alone }) == left(view)
        }
    }
}

fn left(view: &View) -> u8 {
    view.hands[view.seat].map_or(0, |hand| hand.len() as u8)
}

fn rival_cards(view: &View, seats: Seats) -> Cards {
    let seen = view.steps.iter().fold(view.talon, |seen, step| match step.action {
        Some(Action::Card(card)) => seen | Cards::from_card(card),
        Some(Action::Discard(cards)) => seen | cards,
        _ => seen,
    });
    let known = |seats: Seats| {
        seats.iter().filter_map(|seat| view.hands[seat]).fold(Cards::NONE, |all, hand| all | hand)
    };
    (Cards::PACK - seen - known(Seats::ALL)) | known(Seats::ALL - seats)
}

/// The number of cards of these seats above which no rival can hold a card of the suit.
fn masters(view: &View, seats: Seats) -> u8 {
    let rivals = rival_cards(view, seats);
    let is_master = |card: &Card| rivals.in_suit(card.suit()).iter().all(|rival| rival.rank() < card.rank());
    let hands = seats.iter().filter_map(|seat| view.hands[seat]);
    let masters: usize = hands.map(|hand| hand.iter().filter(is_master).count()).sum();
    (masters as u8).min(left(view))
}

/// The number of cards of a seat that may be caught: below which the rivals can hold more cards of the suit than the
/// seat itself or, with the duty to beat the winning card, any card.
fn holes(view: &View, seat: Seat) -> u8 {
    let Some(hand) = view.hands[seat] else { return 0 };
    let rivals = rival_cards(view, Seats::from_seat(seat));
    let must_beat = view.rules.play_rules_in(None).head;
    let is_hole = |card: &Card| {
        let below = |cards: Cards| {
            cards.in_suit(card.suit()).iter().filter(|other| other.rank() < card.rank()).count()
        };
        below(rivals) > if must_beat { 0 } else { below(hand) }
    };
    hand.iter().filter(is_hole).count() as u8
}
