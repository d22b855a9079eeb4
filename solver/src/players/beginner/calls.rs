//! Choice of calls: in the auction, about the declarer's discards, and about the talon.

use super::discard::best_discard;
use super::hand_count::margin;
use super::standing_bid::{standing_bid, usurping_bid};
use crate::cards::Cards;
use crate::hand::{Action, Choice, View};
use crate::rules::bidding::BidKind;
use crate::rules::call::Call;
use crate::rules::contract::Contract;

/// Half tricks that the talon is expected to add to a hand.
const TALON_HALF_TRICKS: i32 = 2;

/// Lowest margin, in half tricks, with which a hand is played without the talon.
const MIN_MARGIN_WITHOUT_TALON: i32 = 1;

/// The highest call that the hand justifies without the talon, else the lowest that it justifies with the talon, else a
/// pass. A seat that must name a suit names its best suit.
pub(super) fn choose_call(view: &View, legal: &[Action]) -> Action {
    let bidder = Bidder { view, hand: view.dealt };
    let calls = || {
        legal.iter().filter_map(|action| match action {
            Action::Call(call) => Some(*call),
            _ => None,
        })
    };
    if matches!(legal[0], Action::Call(Call::HandIn(_) | Call::Named(_))) {
        let best = calls().rev().max_by_key(|&call| bidder.named_suit_margin(call));
        return Action::Call(best.expect("a legal call"));
    }
    let from_hand = calls().rev().find(|&call| bidder.is_justified_from_hand(call));
    let with_talon = || {
        let mut is_raise_asked = false;
        calls().find(|&call| {
            // Among the bids with the talon only the lowest is considered.
            let is_raise = matches!(call, Call::Number(_) | Call::Level(..) | Call::Offer(_));
            let is_first = !(is_raise && std::mem::replace(&mut is_raise_asked, true));
            is_first && bidder.is_justified_with_talon(call)
        })
    };
    from_hand.or_else(with_talon).map_or(legal[0], Action::Call)
}

pub(super) fn choose_talon_action(view: &View, legal: &[Action]) -> Action {
    let bid = standing_bid(view);
    if legal.contains(&Choice::GiveUp.into()) {
        let (_, margin) = best_discard(view, view.dealt | view.talon, &view.rules.announceable(bid));
        return if margin >= -TALON_HALF_TRICKS { Choice::Play } else { Choice::GiveUp }.into();
    }
    let bidder = Bidder { view, hand: view.dealt };
    let margins = view.rules.announceable(bid).into_iter().map(|contract| bidder.margin(contract, true));
    let is_enough = margins.max().is_some_and(|margin| margin >= MIN_MARGIN_WITHOUT_TALON);
    Action::Call(if is_enough { Call::Hand } else { Call::Take })
}

/// The half tricks by which the hand exceeds the target of the best contract that it may announce after a call.
pub(in crate::players) fn call_margin(view: &View, call: Call) -> Option<i32> {
    let bidder = Bidder { view, hand: view.dealt };
    let bid = match (call, standing_bid(view)) {
        (Call::Hold, Some(bid)) => bid,
        (Call::Usurp, Some(Call::Number(number))) => usurping_bid(view, number),
        _ => call,
    };
    let margin = match bid {
        Call::Pass | Call::Hold | Call::Stay | Call::Take | Call::Usurp => return None,
        Call::HandIn(_) | Call::Named(_) => bidder.named_suit_margin(bid),
        Call::HandNumber(_) | Call::Hand => bidder.best_margin(bid, true),
        Call::Preference => bidder.best_margin(bid, view.rules.bidding().by != Some(BidKind::Asking)),
        Call::Suit(_) => bidder.best_margin(bid, view.rules.bidding().without_talon),
        Call::Number(_) | Call::Level(..) | Call::Misere | Call::Offer(_) => bidder.best_margin(bid, false),
    };
    Some(margin)
}

/// A bidder and the cards dealt to that seat.
struct Bidder<'a> {
    view: &'a View,
    hand: Cards,
}

impl Bidder<'_> {
    /// In half tricks, without those that the talon may add.
    fn margin(&self, contract: Contract, from_hand: bool) -> i32 {
        margin(&self.view.rules, self.hand, contract, from_hand)
    }

    fn best_margin(&self, call: Call, from_hand: bool) -> i32 {
        let contracts = self.view.rules.announceable(Some(call)).into_iter();
        contracts.map(|contract| self.margin(contract, from_hand)).max().unwrap_or(i32::MIN)
    }

    fn named_suit_margin(&self, call: Call) -> i32 {
        // For a pass, the lowest margin that justifies a bid with the talon, so that no weaker suit is named.
        match call {
            Call::HandIn(suit) => self.margin(Contract::Game(Some(suit)), true),
            Call::Named(suit) => self.margin(Contract::Game(Some(suit)), false),
            _ => -TALON_HALF_TRICKS,
        }
    }

    /// Whether the hand, without the talon, justifies a game from the hand, a suit, a préférence or a misère.
    fn is_justified_from_hand(&self, call: Call) -> bool {
        let bidding = self.view.rules.bidding();
        match call {
            Call::Preference if bidding.by == Some(BidKind::Asking) => {
                self.best_margin(call, false) >= MIN_MARGIN_WITHOUT_TALON
            }
            Call::Hand | Call::Preference => self.best_margin(call, true) >= MIN_MARGIN_WITHOUT_TALON,
            Call::HandNumber(number) => {
                let contracts = self.view.rules.announceable(Some(call)).into_iter();
                let mut equal_contracts = contracts.filter(|&one| self.view.rules.value(one) == Some(number));
                equal_contracts.any(|contract| {
                    let min_margin = if contract.trump().is_some() { MIN_MARGIN_WITHOUT_TALON } else { 0 };
                    self.margin(contract, true) >= min_margin
                })
            }
            Call::Suit(_) => self.best_margin(call, bidding.without_talon) >= 0,
            Call::Misere => self.best_margin(call, false) >= 0,
            _ => false,
        }
    }

    /// Whether a call with the talon, or holding the standing bid, is justified: for some contract that may be
    /// announced after it, the hand falls short of the target by no more than the talon is expected to add. Holding a
    /// game from the hand, usurping and offers need better hands.
    fn is_justified_with_talon(&self, call: Call) -> bool {
        let standing = standing_bid(self.view);
        match (call, standing) {
            (Call::Hold, Some(bid)) => {
                let from_hand = matches!(bid, Call::HandNumber(_));
                let min_margin = if from_hand { MIN_MARGIN_WITHOUT_TALON } else { -TALON_HALF_TRICKS };
                self.best_margin(bid, from_hand) >= min_margin
            }
            // Another player's discards are not expected to help.
            (Call::Usurp, Some(Call::Number(number))) => {
                self.best_margin(usurping_bid(self.view, number), false) >= 0
            }
            (Call::Number(_) | Call::Level(..) | Call::Named(_), _) => {
                self.best_margin(call, false) >= -TALON_HALF_TRICKS
            }
            (Call::Offer(sum), _) => {
                let tricks = (self.best_margin(call, false) + TALON_HALF_TRICKS) / 2;
                i64::from(tricks) >= i64::from(sum)
            }
            _ => false,
        }
    }
}
