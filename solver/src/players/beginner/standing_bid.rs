//! The standing bid in an auction, as a view shows it.

use crate::hand::{Action, View};
use crate::rules::call::Call;

/// The bid that won, once the auction is over.
pub(in crate::players) fn standing_bid(view: &View) -> Option<Call> {
    let mut standing = None;
    for step in &view.steps {
        let Some(Action::Call(call)) = step.action else { continue };
        standing = match (call, standing) {
            (Call::Pass | Call::Hold | Call::Stay, _) => standing,
            (Call::Usurp, Some(Call::Number(number))) => Some(usurping_bid(view, number)),
            _ => Some(call),
        };
    }
    standing
}

pub(super) fn usurping_bid(view: &View, number: u8) -> Call {
    Call::Number((number + 1).max(view.rules.bidding().usurp_from))
}
