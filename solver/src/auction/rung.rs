//! Bids as rungs of a ladder.

use crate::cards::Suit;
use crate::order::sorted_indices_by_key;
use crate::rules::bidding::{BidKind, Bidding, HandBids};
use crate::rules::call::Call;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rung {
    pub(super) call: Call,
    /// A bid outbids every bid with a lower rank.
    pub(super) rank: u8,
    pub(super) hand: bool,
    /// Whether the bidder must take the talon, even where the winner of an auction may play from the hand.
    pub(super) must_take_talon: bool,
    /// Whether the bid can only be the player's first call.
    pub(super) first_call: bool,
    /// If the rules allow no jumps, a bid must not skip a regular one. Games from the hand, and bids that can only be a
    /// first call, are regular only where suits are bid.
    pub(super) regular: bool,
}

impl Rung {
    /// Regular unless the bid is a game from the hand or can only be a first call.
    fn new(call: Call, rank: u8, hand: bool, first_call: bool) -> Rung {
        Rung { call, rank, hand, must_take_talon: false, first_call, regular: !hand && !first_call }
    }

    /// For a call that becomes the standing bid without being in the list of bids, such as a named suit, an offer or
    /// usurping. Only bids of at least the rank [`LOWEST_HAND_RANK`] outbid it.
    pub(super) fn unlisted(call: Call) -> Rung {
        Rung {
            call,
            rank: LOWEST_HAND_RANK - 1,
            hand: false,
            must_take_talon: false,
            first_call: false,
            regular: true,
        }
    }
}

/// Lowest rank of the games from the hand. Open games with the talon have even higher ranks.
const LOWEST_HAND_RANK: u8 = 100;

/// `passed` is the number of passed-out deals in a row before this one; `value` is that of a suit as a contract.
pub(super) fn rungs(bidding: &Bidding, passed: usize, value: impl Fn(Suit) -> Option<u8>) -> Vec<Rung> {
    let lowest = bidding.exit.get(passed).or(bidding.exit.last()).copied().unwrap_or(6);
    let mut rungs = Vec::new();
    let numbers = bidding.first..=bidding.last;
    let is_open = |number: u8| bidding.open_from > 0 && number >= bidding.open_from;
    match bidding.by {
        Some(BidKind::Numbers) => {
            for number in numbers.clone() {
                let rank = if is_open(number) { LOWEST_HAND_RANK + 20 + number } else { number };
                rungs.push(Rung::new(Call::Number(number), rank, false, false));
            }
        }
        Some(BidKind::Levels) => {
            for level in lowest.clamp(6, 10)..=10 {
                for (n, strain) in bidding.strains().into_iter().enumerate() {
                    let rank = 10 * (level - 5) + n as u8;
                    rungs.push(Rung::new(Call::Level(level, strain), rank, false, false));
                }
            }
            if bidding.misere {
                rungs.push(Rung::new(Call::Misere, 10 * (8 - 5) + 9, false, true));
            }
        }
        Some(BidKind::Suits) => {
            for suit in Suit::ALL {
                if let Some(value) = value(suit) {
                    rungs.push(Rung::new(Call::Suit(suit), value, bidding.without_talon, false));
                }
            }
        }
        Some(BidKind::Asking) => rungs.push(Rung::new(Call::Number(1), 1, false, false)),
        None => {}
    }
    match bidding.hands {
        HandBids::None => {}
        HandBids::Suits => rungs.push(Rung::new(Call::Hand, LOWEST_HAND_RANK, true, true)),
        HandBids::Values => {
            for number in numbers.clone() {
                rungs.push(Rung::new(Call::HandNumber(number), LOWEST_HAND_RANK + number, true, true));
            }
        }
    }
    if bidding.preference {
        // Under the rules of 1829 this call announces hearts with the talon, under all others from the hand.
        let hand = bidding.by != Some(BidKind::Asking);
        let rank = if bidding.preference_ends { u8::MAX } else { LOWEST_HAND_RANK + 1 };
        rungs.push(Rung::new(Call::Preference, rank, hand, true));
    }
    if bidding.hands_from > 0 {
        for number in bidding.hands_from..=bidding.last {
            let above = if is_open(number) { 40 } else { 10 };
            rungs.push(Rung::new(Call::HandNumber(number), LOWEST_HAND_RANK + above + number, true, true));
        }
    }
    for rung in &mut rungs {
        // Where suits are bid, all bids are regular, even if they are played without the talon.
        rung.regular |= bidding.by == Some(BidKind::Suits);
    }
    sorted_indices_by_key(rungs.len(), |place| rungs[place].rank)
        .into_iter()
        .map(|place| rungs[place])
        .collect()
}
