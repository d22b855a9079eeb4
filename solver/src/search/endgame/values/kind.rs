//! The identity of a table of endings (its question, its rules and its content), and its name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::codebook::RangeTriple;
use super::question::Question;
use super::ranges::Ranges;
use super::value_table::{MAX_ON_DEMAND_CARDS, MAX_VALUE_CARDS, Values};
use crate::cards::{Cards, Suit};
use crate::excerpt::excerpt;
use crate::position::{PlaySetup, Position};
use crate::rules::play::PlayRules;
use crate::search::board::Board;
use crate::seat::{BySeat, Seat, Seats};

/// Cards in each hand.
const SMALL_MAX_CARDS: u8 = 6;

/// Cards in each hand.
const LARGE_MAX_CARDS: u8 = 7;

const _: () = assert!(LARGE_MAX_CARDS <= RangeTriple::MAX_VALUE);

/// The identity of a table of endings of three hands: the rules of play, whether there are trumps, whether the declarer
/// maximizes or minimizes tricks, and whether it holds values, of up to four or five cards in each hand, or ranges that
/// contain the values, of up to six or seven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndgameTableId {
    play_rules: PlayRules,
    trumps: bool,
    fewest: bool,
    content: TableContent,
}

/// The content of a table, with the largest number of cards in each hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TableContent {
    Values(u8),
    Ranges(u8),
}

impl EndgameTableId {
    /// The values of endings of up to five cards in each hand, for games in which the declarer maximizes tricks or,
    /// with `fewest`, minimizes them.
    ///
    /// Rules without effect are dropped: `trump` and `overtrump` without trumps, and `overtrump` without `trump`.
    #[must_use]
    pub fn new(play_rules: PlayRules, trumps: bool, fewest: bool) -> EndgameTableId {
        let content = TableContent::Values(MAX_VALUE_CARDS);
        EndgameTableId { play_rules: play_rules.effective_rules(trumps), trumps, fewest, content }
    }

    /// Endings of up to five cards in each hand.
    pub(crate) fn for_board(board: &Board, question: Question) -> Option<EndgameTableId> {
        let table = EndgameTableId::new(board.play_rules, board.trumps != 0, question.maximizers == 0b110);
        (table.board().rules_id() == board.rules_id() && table.question() == question).then_some(table)
    }

    /// The ranges for the same games, of up to six cards in each hand or, if `large`, seven. A large table takes ten
    /// times the space and the time to build, and reduces the time of a search by a third to a half.
    #[must_use]
    pub fn ranges(self, large: bool) -> EndgameTableId {
        EndgameTableId {
            content: TableContent::Ranges(if large { LARGE_MAX_CARDS } else { SMALL_MAX_CARDS }),
            ..self
        }
    }

    /// The values of endings of up to four cards in each hand, for the same games. They take at most 2.4 MB; a search
    /// without the table computes them one by one.
    #[must_use]
    pub fn four_card_values(self) -> EndgameTableId {
        EndgameTableId { content: TableContent::Values(MAX_ON_DEMAND_CARDS), ..self }
    }

    pub(crate) fn all_under(trumps: PlayRules, no_trumps: PlayRules, large: bool) -> [EndgameTableId; 6] {
        let suit = EndgameTableId::new(trumps, true, false);
        let [most, fewest] = [false, true].map(|fewest| EndgameTableId::new(no_trumps, false, fewest));
        [suit, suit.ranges(large), most, most.ranges(large), fewest, fewest.ranges(large)]
    }

    /// Whether the table holds [large](Self::ranges) ranges.
    #[must_use]
    pub fn is_large(self) -> bool {
        self.content == TableContent::Ranges(LARGE_MAX_CARDS)
    }

    /// The largest number of cards in each hand in the endings of the table.
    #[must_use]
    pub fn max_cards(self) -> u8 {
        match self.content {
            TableContent::Values(cards) | TableContent::Ranges(cards) => cards,
        }
    }

    /// The size of the table in bytes.
    #[must_use]
    pub fn size_in_bytes(self) -> u64 {
        let bytes = if self.holds_ranges() { Ranges::size_in_bytes } else { Values::size_in_bytes };
        bytes(self.trumps, self.max_cards()) as u64
    }

    pub(crate) fn holds_ranges(self) -> bool {
        matches!(self.content, TableContent::Ranges(_))
    }

    pub(crate) fn board(self) -> Board {
        let setup = PlaySetup {
            play_rules: self.play_rules,
            trump: self.trumps.then_some(Suit::Spades),
            declarer: Some(Seat::Forehand),
            playing: Seats::ALL,
        };
        let nothing = BySeat([Cards::NONE; 3]);
        let mut board = Board::new();
        board.lay_out(&Position::new(setup, nothing, Seat::Forehand, &[]).expect("equal hands"));
        board
    }

    pub(crate) fn question(self) -> Question {
        let maximizers = if self.fewest { 0b110 } else { 0b001 };
        Question::new(0b001, maximizers)
    }
}

/// Writes `suit` or `notrump`; `-most` or `-fewest`; `-four` for the values of up to four cards, `-ranges` or
/// `-ranges-large` for ranges; then, each after a hyphen, the names of the rules of play that are on.
impl fmt::Display for EndgameTableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.trumps { "suit" } else { "notrump" })?;
        f.write_str(if self.fewest { "-fewest" } else { "-most" })?;
        f.write_str(match self.content {
            TableContent::Values(MAX_ON_DEMAND_CARDS) => "-four",
            TableContent::Values(_) => "",
            TableContent::Ranges(SMALL_MAX_CARDS) => "-ranges",
            TableContent::Ranges(_) => "-ranges-large",
        })?;
        for (n, name) in PlayRules::NAMES.iter().enumerate() {
            if self.play_rules.bits() >> n & 1 == 1 {
                write!(f, "-{name}")?;
            }
        }
        Ok(())
    }
}

/// The text is not the name of a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{}' is not the name of a table: write suit-most, suit-fewest, notrump-most or notrump-fewest, then four, ranges or ranges-large if it holds these, then the names of switches, such as suit-most-ranges-trump-head",
    excerpt(.0)
)]
pub struct EndgameTableError(String);

impl FromStr for EndgameTableId {
    type Err = EndgameTableError;

    /// Only the spelling that its `Display` writes is accepted.
    fn from_str(name: &str) -> Result<EndgameTableId, EndgameTableError> {
        let error = || EndgameTableError(name.to_owned());
        let mut words = name.split('-').peekable();
        let trumps = match words.next() {
            Some("suit") => true,
            Some("notrump") => false,
            _ => return Err(error()),
        };
        let fewest = match words.next() {
            Some("most") => false,
            Some("fewest") => true,
            _ => return Err(error()),
        };
        let content = if words.next_if_eq(&"four").is_some() {
            TableContent::Values(MAX_ON_DEMAND_CARDS)
        } else if words.next_if_eq(&"ranges").is_none() {
            TableContent::Values(MAX_VALUE_CARDS)
        } else if words.next_if_eq(&"large").is_none() {
            TableContent::Ranges(SMALL_MAX_CARDS)
        } else {
            TableContent::Ranges(LARGE_MAX_CARDS)
        };
        let mut play_rules = PlayRules::default();
        for word in words {
            *play_rules.switch_mut(word).ok_or_else(error)? = true;
        }
        let table = EndgameTableId { play_rules, trumps, fewest, content };
        let is_canonical = play_rules == play_rules.effective_rules(trumps) && table.to_string() == name;
        is_canonical.then_some(table).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_names_round_trip_and_wrong_names_are_refused() {
        for bits in 0..32 {
            for large in [false, true] {
                let play_rules = PlayRules::from_bits(bits);
                for table in EndgameTableId::all_under(play_rules, play_rules, large) {
                    assert_eq!(table.to_string().parse(), Ok(table));
                    let four = table.four_card_values();
                    assert_eq!(four.to_string().parse(), Ok(four));
                }
            }
        }
        let wrong_names =
            ["", "suit", "suit-many", "notrump-most-trump", "suit-most-head-trump", "suit-most-"];
        let wrong_contents = [
            "suit-ranges",
            "suit-most-large",
            "suit-most-trump-ranges",
            "suit-most-four-ranges",
            "suit-four",
        ];
        for wrong in wrong_names.into_iter().chain(wrong_contents) {
            assert!(wrong.parse::<EndgameTableId>().is_err(), "{wrong}");
        }
    }
}
