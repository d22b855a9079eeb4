//! The search is compiled separately for each of the most common sets of rules of play, and once for all other sets.

use crate::rules::play::PlayRules;

pub(crate) trait Rules {
    fn play_rules(board_rules: PlayRules) -> PlayRules;
}

/// Known at compile time, so that a rule that is off costs nothing.
pub(crate) struct FixedRules<const BITS: u8>;

impl<const BITS: u8> Rules for FixedRules<BITS> {
    #[inline(always)]
    fn play_rules(_: PlayRules) -> PlayRules {
        const { PlayRules::from_bits(BITS) }
    }
}

/// A question whose code is compiled once for each type of [`Rules`].
pub(crate) trait CompiledQuestion {
    type Answer;

    fn ask<R: Rules>(self) -> Self::Answer;
}

/// WebAssembly has neither the specializations nor the search with a deferred discard, to keep the download small:
/// there the former did not make the search faster, and the latter would add seven kilobytes.
pub(crate) const COMPILED_IN: bool = cfg!(not(target_family = "wasm"));

pub(crate) fn ask_compiled<Q: CompiledQuestion>(play_rules: PlayRules, question: Q) -> Q::Answer {
    // With the specialized code if there is any for these rules.
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

/// The rules of play of the board, which are not known at compile time.
pub(crate) struct BoardRules;

impl Rules for BoardRules {
    #[inline(always)]
    fn play_rules(board_rules: PlayRules) -> PlayRules {
        board_rules
    }
}
