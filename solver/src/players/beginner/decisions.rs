//! Choice of decisions between the announcement and the play.

use super::hand_count::{defender_count, margin};
use crate::hand::{Action, Choice, View};
use crate::rules::contract::{Contract, Target};

/// Lowest margin, in half tricks, with which a declarer answers a kontra with a rekontra.
const MIN_REKONTRA_MARGIN: i32 = 4;

/// Highest margin, in half tricks, with which a declarer gives up.
const MAX_GIVE_UP_MARGIN: i32 = -4;

/// Lowest count, in half tricks, with which a defender invites the other defender.
const MIN_INVITATION_COUNT: i32 = 6;

pub(super) fn choose_decision(view: &View, legal: &[Action]) -> Action {
    let can = |choice: Choice| legal.contains(&choice.into());
    if legal.contains(&Action::OpenPlay) {
        return Action::OpenPlay;
    }
    if legal.contains(&Action::ReturnToWhist) {
        return Choice::Pass.into();
    }
    let choice = if can(Choice::Whist) {
        whist(view, can(Choice::HalfWhist))
    } else if can(Choice::Alone) {
        if own_count(view) >= MIN_INVITATION_COUNT { Choice::Invite } else { Choice::Alone }
    } else if can(Choice::GiveUp) {
        if declarer_margin(view) <= MAX_GIVE_UP_MARGIN { Choice::GiveUp } else { Choice::Play }
    } else if can(Choice::Silent) {
        if can(Choice::Announce) && declarer_margin(view) >= 0 { Choice::Announce } else { Choice::Silent }
    } else if can(Choice::Accept) {
        if can(Choice::Rekontra) && declarer_margin(view) >= MIN_REKONTRA_MARGIN {
            Choice::Rekontra
        } else {
            Choice::Accept
        }
    } else if can(Choice::Kontra) && is_worth_kontra(view) {
        Choice::Kontra
    } else if can(Choice::Drop) && own_count(view) < 2 * i32::from(view.rules.decisions().quota) - 1 {
        Choice::Drop
    } else {
        Choice::Play
    };
    choice.into()
}

fn contract(view: &View) -> Contract {
    view.declaration.expect("decisions follow an announcement").contract
}

fn own_count(view: &View) -> i32 {
    defender_count(view.hands[view.seat].expect("the player's own cards"), contract(view).trump())
}

/// The margin in half tricks; `view` must be the declarer's.
fn declarer_margin(view: &View) -> i32 {
    let from_hand = view.declaration.is_some_and(|declaration| declaration.from_hand);
    let hand = view.hands[view.seat].expect("the player's own cards");
    margin(&view.rules, hand, contract(view), from_hand)
}

fn is_worth_kontra(view: &View) -> bool {
    let from_hand = view.declaration.is_some_and(|declaration| declaration.from_hand);
    match view.rules.target(contract(view), from_hand) {
        Target::AtLeast(target) => {
            let beating = 11 - i32::from(target);
            own_count(view) >= 2 * (beating - 1).max(1)
        }
        _ => false,
    }
}

fn whist(view: &View, has_half_whist: bool) -> Choice {
    let level = match contract(view) {
        Contract::Level(level, _) => level,
        _ => 6,
    };
    let books = view.rules.settlement().books.as_ref();
    let duty = books.and_then(|books| books.duties.get(usize::from(level) - 6)).copied().unwrap_or(1);
    let (required, own) = (i32::from(duty).max(2), own_count(view));
    let declarer = view.declarer.expect("decisions have a declarer");
    let is_second = view.seat == declarer.right();
    let other = view.steps.iter().rev().find(|step| step.player == declarer.left());
    let has_partner = is_second && other.is_some_and(|step| step.action == Some(Choice::Whist.into()));
    if has_partner && level >= 8 {
        Choice::Pass
    } else if own >= required {
        Choice::Whist
    } else if has_half_whist && own + 1 >= required {
        Choice::HalfWhist
    } else {
        Choice::Pass
    }
}
