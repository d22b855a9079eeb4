//! The list of the questions about hands, by their types.

/// Expands a macro with the types of all questions about hands, in the order in which they are listed.
///
/// A type may be preceded by an attribute that leaves it out on some targets: the engine of the page does not have the
/// questions `catch`, `state` and `act`, since the page does not ask them and would load more slowly with them.
///
/// ```
/// use preference::analysis::question_type::QuestionType;
/// macro_rules! names {
///     ($($(#[$target:meta])* $question:ty),* $(,)?) => { [$($(#[$target])* <$question>::NAME),*] };
/// }
/// let names = preference::with_questions!(names);
/// assert_eq!(names[..3], ["solve", "talon", "cards"]);
/// ```
#[macro_export]
macro_rules! with_questions {
    ($macro:ident) => {
        $macro! {
            $crate::analysis::questions::SolveQuestion,
            $crate::analysis::questions::TalonQuestion,
            $crate::analysis::questions::CardsQuestion,
            $crate::analysis::questions::LineQuestion,
            $crate::analysis::questions::DefendQuestion,
            $crate::analysis::questions::ParQuestion,
            $crate::analysis::questions::UsurpQuestion,
            $crate::analysis::questions::EvaluateQuestion,
            $crate::analysis::questions::AdviseQuestion,
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            $crate::analysis::questions::CatchQuestion,
            $crate::analysis::questions::ReviewQuestion,
            $crate::analysis::questions::ScoreQuestion,
            $crate::analysis::questions::AuctionQuestion,
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            $crate::analysis::questions::StateQuestion,
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            $crate::players::ActQuestion,
            $crate::analysis::questions::DealQuestion,
            $crate::analysis::questions::PuzzleQuestion,
        }
    };
}
