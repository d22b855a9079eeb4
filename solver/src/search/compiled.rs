//! The rules of play as the search is compiled for them: the switches of those most played
//! are known beforehand.

use crate::rules::play::Switches;

/// The switches of play as the search is compiled for them.
pub(crate) trait Rules {
    /// The switches, given those of the board.
    fn switches(of_board: Switches) -> Switches;
}

/// Switches known when the search is compiled, so that what is off costs nothing.
pub(crate) struct Fixed<const BITS: u8>;

impl<const BITS: u8> Rules for Fixed<BITS> {
    #[inline(always)]
    fn switches(_: Switches) -> Switches {
        const { Switches::from_bits(BITS) }
    }
}

/// A question that is compiled for switches.
pub(crate) trait Ask {
    /// What it asks for.
    type Answer;

    /// The answer under these rules.
    fn ask<R: Rules>(self) -> Self::Answer;
}

/// Ask under the switches of a board: what they decide is compiled in for the rules most
/// played.
pub(crate) fn under<A: Ask>(switches: Switches, question: A) -> A::Answer {
    match switches.bits() {
        0b00000 => question.ask::<Fixed<0b00000>>(),
        0b00001 => question.ask::<Fixed<0b00001>>(),
        0b01111 => question.ask::<Fixed<0b01111>>(),
        _ => question.ask::<Any>(),
    }
}

/// Any switches.
pub(crate) struct Any;

impl Rules for Any {
    #[inline(always)]
    fn switches(of_board: Switches) -> Switches {
        of_board
    }
}
