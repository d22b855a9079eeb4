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
/// soloist wants; whether it holds the values of endings of up to five cards in each hand or,
/// for up to six, a bound that he can hold to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndgameTable {
    switches: Switches,
    trumps: bool,
    fewest: bool,
    bound: bool,
}

impl EndgameTable {
    /// The table for games with trumps or without, where the soloist wants many tricks
    /// or, with `fewest`, few.
    ///
    /// Switches that bind nobody in such a game are dropped: `trump` and `overtrump`
    /// where there are no trumps, `overtrump` where nobody has to trump.
    #[must_use]
    pub fn new(switches: Switches, trumps: bool, fewest: bool) -> EndgameTable {
        EndgameTable { switches: switches.binding(trumps), trumps, fewest, bound: false }
    }

    /// The table of bounds that goes with this one: a floor under the soloist's tricks, or a
    /// cap over them if he wants few. None where it would not be used: with trumps if he wants
    /// few or the rules have everybody head the trick, without trumps if he wants many.
    #[must_use]
    pub fn bounds(self) -> Option<EndgameTable> {
        let used = if self.trumps { !self.fewest && !self.switches.head } else { self.fewest };
        used.then_some(EndgameTable { bound: true, ..self })
    }

    /// The tables that the games of these rules use: suit games, games without trumps,
    /// misère, and for each the bounds where they are of use.
    #[must_use]
    pub fn all(switches: Switches) -> Vec<EndgameTable> {
        [(true, false), (false, false), (false, true)]
            .map(|(trumps, fewest)| EndgameTable::new(switches, trumps, fewest))
            .into_iter()
            .flat_map(|table| [Some(table), table.bounds()])
            .flatten()
            .collect()
    }

    /// The most cards in each hand.
    #[must_use]
    pub fn cards(self) -> u8 {
        CARDS + u8::from(self.bound)
    }

    /// How many bytes its values take.
    #[must_use]
    pub fn bytes(self) -> u64 {
        Index::new(0b111, self.trumps, self.cards(), self.bound).places() as u64
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
        let pursuers = if self.fewest { 0b110 } else { 0b001 };
        Question { counted: 0b001, pursuers, pooled: self.bound }
    }
}

/// `suit-most`, `notrump-most` or `notrump-fewest`, for bounds `suit-floor` or
/// `notrump-cap`, and the switches that are on.
impl fmt::Display for EndgameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.trumps { "suit" } else { "notrump" })?;
        f.write_str(match (self.fewest, self.bound) {
            (false, false) => "-most",
            (true, false) => "-fewest",
            (false, true) => "-floor",
            (true, true) => "-cap",
        })?;
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
    "'{0}' is no name of a table: write suit-most, notrump-most or notrump-fewest, or suit-floor or notrump-cap, and switches, as suit-most-trump-head"
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
        let (fewest, bound) = match words.next() {
            Some("most") => (false, false),
            Some("fewest") => (true, false),
            Some("floor") => (false, true),
            Some("cap") => (true, true),
            _ => return Err(wrong()),
        };
        let mut switches = Switches::default();
        for word in words {
            *switches.named(word).ok_or_else(wrong)? = true;
        }
        let values = EndgameTable { switches, trumps, fewest, bound: false };
        let table = if bound { values.bounds().ok_or_else(wrong)? } else { values };
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
        let wrong = ["", "suit", "suit-many", "notrump-most-trump", "suit-most-head-trump", "suit-most-"];
        for wrong in wrong.into_iter().chain(["suit-floor-head", "notrump-floor"]) {
            assert!(wrong.parse::<EndgameTable>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn bounds_are_where_they_are_used() {
        let names = |head| {
            let switches = Switches { head, ..Switches::default() };
            EndgameTable::all(switches).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let free = "suit-most suit-floor notrump-most notrump-fewest notrump-cap";
        assert_eq!(names(false), free);
        let heading = "suit-most-head notrump-most-head notrump-fewest-head notrump-cap-head";
        assert_eq!(names(true), heading);
    }
}
