//! Compiled specializations of the search: the rules of play that are used most are constants in them.

use crate::rules::play::PlayRules;

/// The rules of play for which the search is compiled.
pub(crate) trait Rules {
    /// Returns the rules of play, given the board's.
    fn play_rules(board_rules: PlayRules) -> PlayRules;
}

/// Rules of play that are known when the search is compiled, so that a rule that is off costs nothing.
pub(crate) struct FixedRules<const BITS: u8>;

impl<const BITS: u8> Rules for FixedRules<BITS> {
    #[inline(always)]
    fn play_rules(_: PlayRules) -> PlayRules {
        const { PlayRules::from_bits(BITS) }
    }
}

/// A question that is compiled for each set of rules of play.
pub(crate) trait CompiledQuestion {
    /// The type of the answer.
    type Answer;

    /// Answers the question under the rules `R`.
    fn ask<R: Rules>(self) -> Self::Answer;
}

/// Whether rules of play are compiled in. They are not in WebAssembly, whose binary is downloaded before it
/// runs; there they made the search no faster.
const COMPILED_IN: bool = cfg!(not(target_family = "wasm"));

/// Answers `question` under these rules of play; for the rules that are used most, code compiled for them
/// answers it.
pub(crate) fn ask_compiled<Q: CompiledQuestion>(play_rules: PlayRules, question: Q) -> Q::Answer {
    if !COMPILED_IN {
        return question.ask::<BoardRules>();
    }
    match play_rules.bits() {
        0b00000 => question.ask::<FixedRules<0b00000>>(),
        0b00001 => question.ask::<FixedRules<0b00001>>(),
        0b01111 => question.ask::<FixedRules<0b01111>>(),
        _ => question.ask::<BoardRules>(),
    }
}

/// Any rules of play: the board's.
pub(crate) struct BoardRules;

impl Rules for BoardRules {
    #[inline(always)]
    fn play_rules(board_rules: PlayRules) -> PlayRules {
        board_rules
    }
}
