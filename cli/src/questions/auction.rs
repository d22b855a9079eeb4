//! `pref auction`: the state of an auction: the declarer, the seat to call with its legal calls, or what follows if all
//! have passed.

use preference::deal::CardStyle;
use preference::questions::auction::{AuctionAnswer, AuctionQuestion, CallsResult};
use preference::rules::{AllPass, Call};
use preference::situation::Situation;

use super::Own;
use super::asking::Skin;
use crate::args::examples;
use crate::output::text;
use crate::request::Request;

impl Skin<AuctionQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::AUCTION;

    fn text(
        _: &Request<AuctionQuestion>,
        (): &(),
        _: &Situation,
        answer: &AuctionAnswer,
        _: CardStyle,
    ) -> String {
        auction_text(answer)
    }
}

fn auction_text(answer: &AuctionAnswer) -> String {
    let said = match &answer.result {
        CallsResult::Open { to_call, allowed } => {
            let calls: Vec<String> = allowed.iter().map(Call::to_string).collect();
            format!("{} to call: {}", text::seat(*to_call), calls.join(", "))
        }
        CallsResult::Declared { declarer, bid, hand, or_hand } => {
            let talon = match (hand, or_hand) {
                (true, _) => "without the talon",
                (false, true) => "with or without the talon",
                (false, false) => "with the talon",
            };
            let usurpers: Vec<&str> = answer.may_usurp.iter().map(|&seat| text::seat(seat)).collect();
            let usurp = match &usurpers[..] {
                [] => String::new(),
                seats => format!("; {} may usurp or stay", seats.join(", then ")),
            };
            format!("{} declares {bid} {talon}{usurp}", text::seat(*declarer))
        }
        CallsResult::Passed { then, .. } => format!("All have passed: {}", after_passes(*then)),
    };
    format!("{}\n{}", text::line(&said), text::remark(&answer.rules))
}

pub(crate) const fn after_passes(then: AllPass) -> &'static str {
    match then {
        AllPass::Redeal => "the next dealer deals",
        AllPass::DealerPlays => "rearhand, the dealer, declares",
        AllPass::ForehandAgain => "forehand may still bid 1 and play with the talon",
        AllPass::DealerForced => "the dealer takes the talon and plays, or pays",
        AllPass::SecondRound => "the players offer sums to the pot for the talon",
        AllPass::BidAgain => "suits are bid again, and the winner takes the talon",
        AllPass::Refa => "every player gets a mark (refa)",
        AllPass::Raspasovka => "the hand is played without a declarer, and every player wants few tricks",
    }
}
