//! The rules of play as the search is compiled for them: the switches of those most played
//! are known beforehand.

use crate::rules::play::PlayRules;

/// The switches of play as the search is compiled for them.
pub(crate) trait Rules {
    /// The switches, given those of the board.
    fn play_rules(of_board: PlayRules) -> PlayRules;
}

/// Switches known when the search is compiled, so that what is off costs nothing.
pub(crate) struct Fixed<const BITS: u8>;

impl<const BITS: u8> Rules for Fixed<BITS> {
    #[inline(always)]
    fn play_rules(_: PlayRules) -> PlayRules {
        const { PlayRules::from_bits(BITS) }
    }
}

/// A question that is compiled for each set of switches.
pub(crate) trait Ask {
    /// What it asks for.
    type Answer;

    /// The answer under these rules.
    fn ask<R: Rules>(self) -> Self::Answer;
}

/// Whether switches are compiled in: not in WebAssembly, which travels before it runs. There it made the
/// search no faster.
const COMPILED_IN: bool = cfg!(not(target_family = "wasm"));

/// The answer to a question under these switches; what they decide is compiled in for the rules
/// most played.
pub(crate) fn under<Q: Ask>(play_rules: PlayRules, question: Q) -> Q::Answer {
    if !COMPILED_IN {
        return question.ask::<Any>();
    }
    match play_rules.bits() {
        0b00000 => question.ask::<Fixed<0b00000>>(),
        0b00001 => question.ask::<Fixed<0b00001>>(),
        0b01111 => question.ask::<Fixed<0b01111>>(),
        _ => question.ask::<Any>(),
    }
}

/// Any switches: those of the board.
pub(crate) struct Any;

impl Rules for Any {
    #[inline(always)]
    fn play_rules(of_board: PlayRules) -> PlayRules {
        of_board
    }
}
