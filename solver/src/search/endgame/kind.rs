//! What a table of endings is about, and its name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::index::Index;
use super::{CARDS, Question};
use crate::cards::{Cards, Suit};
use crate::position::{Game, Position};
use crate::rules::play::Switches;
use crate::search::board::Board;
use crate::seat::{BySeat, Seat, Seats};

/// What one table of endings is about: under which rules three hands play, and what the
/// soloist wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndgameTable {
    switches: Switches,
    trumps: bool,
    fewest: bool,
}

impl EndgameTable {
    /// The table for games with trumps or without, where the soloist wants many tricks
    /// or, with `fewest`, few.
    ///
    /// Switches that bind nobody in such a game are dropped: `trump` and `overtrump`
    /// where there are no trumps, `overtrump` where nobody has to trump.
    #[must_use]
    pub fn new(switches: Switches, trumps: bool, fewest: bool) -> EndgameTable {
        EndgameTable { switches: switches.binding(trumps), trumps, fewest }
    }

    /// The tables that the games of these rules use: suit games, games without trumps,
    /// misère.
    #[must_use]
    pub fn all(switches: Switches) -> [EndgameTable; 3] {
        [(true, false), (false, false), (false, true)]
            .map(|(trumps, fewest)| EndgameTable::new(switches, trumps, fewest))
    }

    /// How many bytes its values take.
    #[must_use]
    pub fn bytes(self) -> u64 {
        Index::new(0b111, self.trumps, CARDS).places() as u64
    }

    /// A board for which it holds.
    pub(super) fn board(self) -> Board {
        let game = Game {
            switches: self.switches,
            trump: self.trumps.then_some(Suit::Spades),
            soloist: Some(Seat::Forehand),
            playing: Seats::ALL,
        };
        let nothing = BySeat([Cards::NONE; 3]);
        let mut board = Board::new();
        board.lay_out(&Position::new(game, nothing, Seat::Forehand, &[]).expect("equal hands"));
        board
    }

    pub(super) fn question(self) -> Question {
        Question { counted: 0b001, pursuers: if self.fewest { 0b110 } else { 0b001 } }
    }
}

/// `suit-most`, `notrump-most` or `notrump-fewest`, and the switches that are on.
impl fmt::Display for EndgameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.trumps { "suit" } else { "notrump" })?;
        f.write_str(if self.fewest { "-fewest" } else { "-most" })?;
        for (n, name) in Switches::NAMES.iter().enumerate() {
            if self.switches.bits() >> n & 1 == 1 {
                write!(f, "-{name}")?;
            }
        }
        Ok(())
    }
}

/// The name is not one of a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}' is no name of a table: write suit-most, notrump-most or notrump-fewest and switches, as suit-most-trump-head"
)]
pub struct EndgameTableError(String);

impl FromStr for EndgameTable {
    type Err = EndgameTableError;

    /// Reads what is written, and no other spelling of it.
    fn from_str(name: &str) -> Result<EndgameTable, EndgameTableError> {
        let wrong = || EndgameTableError(name.to_owned());
        let mut words = name.split('-');
        let trumps = match words.next() {
            Some("suit") => true,
            Some("notrump") => false,
            _ => return Err(wrong()),
        };
        let fewest = match words.next() {
            Some("fewest") => true,
            Some("most") => false,
            _ => return Err(wrong()),
        };
        let mut switches = Switches::default();
        for word in words {
            *switches.named(word).ok_or_else(wrong)? = true;
        }
        let table = EndgameTable { switches, trumps, fewest };
        let usual = switches == switches.binding(trumps) && table.to_string() == name;
        usual.then_some(table).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for bits in 0..32 {
            for table in EndgameTable::all(Switches::from_bits(bits)) {
                assert_eq!(table.to_string().parse(), Ok(table));
            }
        }
        for wrong in ["", "suit", "suit-many", "notrump-most-trump", "suit-most-head-trump", "suit-most-"] {
            assert!(wrong.parse::<EndgameTable>().is_err(), "{wrong}");
        }
    }
}
