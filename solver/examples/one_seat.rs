//! Plays a whole hand from one seat, which never learns the hidden cards.
//!
//! Rearhand holds its own ten cards. What the others say and play is read from a list, as a program at a table of people
//! would be told it; rearhand's own actions come from a built-in player.
//!
//! `cargo run -p preference --example one_seat`

use std::error::Error;

use preference::Seat;
use preference::Variant;
use preference::analysis::sampling::KnownHand;
use preference::cards::{Card, Cards};
use preference::hand::{Action, Table};
use preference::players::PlayerKind;

/// What the two other players say and play, in their order.
const HEARD: [&str; 15] =
    ["6D", "pass", "discard", "play 6D", "pass", "DA", "DK", "SA", "SQ", "SJ", "HA", "H9", "D9", "CT", "D7"];

fn main() -> Result<(), Box<dyn Error>> {
    let rules: Variant = "russian".parse()?;
    let dealt: Cards = "9.KQT8.T8.AJ9".parse()?;
    let mut known = KnownHand::new(rules, Table::default(), Seat::Rearhand, dealt)?;
    let mut player = PlayerKind::Beginner.build_player(1);
    let mut heard = HEARD.into_iter();
    loop {
        // The talon lies open after the auction, and middlehand's cards after rearhand has decided to play them.
        if known.unnamed_talon_cards() > 0 {
            known.show_talon(&["D7".parse::<Card>()?, "CK".parse()?])?;
        }
        for seat in known.unnamed_hands() {
            known.show_hand(seat, "KT87.J7.QJ.Q8".parse()?)?;
        }
        let view = known.view()?;
        let Some(to_act) = view.to_act else {
            println!("tricks {:?}", view.tricks.0);
            return Ok(());
        };
        let action = if view.player == Some(Seat::Rearhand) {
            Some(player.choose(&view, &known.legal_actions()?))
        } else {
            let text = heard.next().ok_or("the list of what was heard is too short")?;
            // Forehand lays two cards aside unseen.
            if text == "discard" { None } else { Some(text.parse::<Action>()?) }
        };
        println!("{to_act} {}", action.map_or("discard".to_owned(), |action| action.to_string()));
        known.push(action)?;
    }
}
