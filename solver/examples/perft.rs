//! Counts the ways to play the next one to six cards of a deal.

use std::error::Error;

use preference::position::PlaySetup;
use preference::rules::PlayRules;
use preference::{Deal, Position, Seat, Seats, Suit};

fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 || position.is_over() {
        return 1;
    }
    let after = |card| {
        let mut after = *position;
        after.play(card).expect("a legal card can be played");
        perft(&after, depth - 1)
    };
    position.legal_cards().into_iter().map(after).sum()
}

fn main() -> Result<(), Box<dyn Error>> {
    let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    let setup = PlaySetup {
        play_rules: PlayRules::default(),
        trump: Some(Suit::Hearts),
        declarer: Some(Seat::Forehand),
        playing: Seats::ALL,
    };
    let position = Position::new(setup, deal.hands(), Seat::Forehand, &[])?;
    for depth in 1..=6 {
        println!("{depth} {}", perft(&position, depth));
    }
    Ok(())
}
