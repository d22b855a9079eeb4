//! The player `beginner`, which plays by the rules of `rules.md`: the rules that a beginner is taught in a club.
//!
//! The rules use only the view of the player. They are not changed, because this player is the baseline of others.

mod calls;
mod cards;
mod decisions;
mod discard;
mod hand_count;
mod offers;
mod standing_bid;

use crate::hand::{Action, Phase, View};
use crate::players::player::Player;

pub(super) use calls::call_margin;
pub(super) use discard::best_discard;
pub(super) use hand_count::{contract_count, contract_rank, margin};
pub(super) use standing_bid::standing_bid;

/// The player `beginner`.
#[derive(Clone, Copy, Debug)]
pub struct Beginner;

impl Player for Beginner {
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        match view.phase {
            _ if legal.len() == 1 => legal[0],
            Phase::Auction | Phase::Usurping => calls::choose_call(view, legal),
            Phase::Talon => calls::choose_talon_action(view, legal),
            Phase::Discard => discard::choose_discard(view),
            Phase::Announcement => discard::choose_contract(view, legal),
            Phase::Decisions => decisions::choose_decision(view, legal),
            Phase::Play => cards::choose_card(view, legal),
            Phase::Offer => offers::answer_offer(view),
            Phase::Over => unreachable!("a hand that is over has no legal action"),
        }
    }
}
