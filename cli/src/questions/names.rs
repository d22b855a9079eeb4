//! Replacement of players' names by seats in the lines of a sheet.

use preference::excerpt::excerpt;
use preference::seat::Seat;

use crate::failure::Failure;

/// Options whose values name seats: a single seat, a list of seats, or seats with a number for each.
const SEAT_OPTIONS: [&str; 10] = [
    "-d",
    "--declarer",
    "--tricks",
    "--out",
    "--guest",
    "--kontra",
    "--answered",
    "--whist",
    "--half-whist",
    "--other-offers",
];

/// Name of a player at the table with the seat in this deal.
pub(super) type PlayerSeat<'a> = (&'a str, Option<Seat>);

pub(super) fn with_seats(words: &[&str], players: &[PlayerSeat]) -> Result<Vec<String>, Failure> {
    let mut before = "";
    words
        .iter()
        .map(|&word| {
            let option = std::mem::replace(&mut before, word);
            match word.split_once('=') {
                _ if SEAT_OPTIONS.contains(&option) => seats(word, players),
                Some((option, value)) if SEAT_OPTIONS.contains(&option) => {
                    Ok(format!("{option}={}", seats(value, players)?))
                }
                _ => Ok(word.to_owned()),
            }
        })
        .collect()
}

/// Replaces the names in a value by seats: `Ada`, `Ada,Ben` or `Ada=6,Ben=2`.
fn seats(value: &str, players: &[PlayerSeat]) -> Result<String, Failure> {
    let parts = value.split(',').map(|part| {
        let (name, number) = part.find('=').map_or((part, ""), |at| part.split_at(at));
        if name.is_empty() || name.parse::<Seat>().is_ok() {
            return Ok(part.to_owned());
        }
        let player = players.iter().find(|&&(player, _)| player == name);
        let seat = player.map(|&(_, seat)| seat);
        let message = match seat {
            Some(Some(seat)) => return Ok(format!("{seat}{number}")),
            Some(None) => "sits out of this deal: leave the name out".to_owned(),
            None => {
                let names: Vec<&str> = players.iter().map(|&(name, _)| name).collect();
                format!("is neither a player nor a seat: write {}, or F, M, R", names.join(", "))
            }
        };
        Err(Failure::Input(format!("'{}' {message}", excerpt(name))))
    });
    parts.collect::<Result<Vec<String>, Failure>>().map(|parts| parts.join(","))
}
