//! The list of the questions about hands, by their types.

/// Expands a macro with the types of all questions about hands, in the order in which they are listed.
///
/// Without the feature `hands` the list lacks `catch`, `state` and `act`.
///
/// ```
/// use preference::analysis::question_type::QuestionType;
/// macro_rules! names {
///     ($($question:ty),* $(,)?) => { [$(<$question>::NAME),*] };
/// }
/// let names = preference::with_questions!(names);
/// assert_eq!(names[..3], ["solve", "talon", "cards"]);
/// ```
#[macro_export]
macro_rules! with_questions {
    ($macro:ident) => {
        $crate::with_question_groups! {
            $macro
            [
                $crate::analysis::questions::SolveQuestion,
                $crate::analysis::questions::TalonQuestion,
                $crate::analysis::questions::CardsQuestion,
                $crate::analysis::questions::LineQuestion,
                $crate::analysis::questions::DefendQuestion,
                $crate::analysis::questions::ParQuestion,
                $crate::analysis::questions::UsurpQuestion,
                $crate::analysis::questions::EvaluateQuestion,
                $crate::analysis::questions::AdviseQuestion,
            ]
            hands [$crate::analysis::questions::CatchQuestion]
            [
                $crate::analysis::questions::ReviewQuestion,
                $crate::analysis::questions::ScoreQuestion,
                $crate::analysis::questions::AuctionQuestion,
            ]
            hands [$crate::analysis::questions::StateQuestion, $crate::players::ActQuestion]
            [$crate::analysis::questions::DealQuestion, $crate::analysis::questions::PuzzleQuestion]
            hands []
        }
    };
}

/// Expands a macro with the questions of all groups, and with those of the feature `hands` after each group.
#[cfg(feature = "hands")]
#[doc(hidden)]
#[macro_export]
macro_rules! with_question_groups {
    ($macro:ident $([$($every:path),* $(,)?] hands [$($hands:path),*])*) => {
        $macro! { $($($every,)* $($hands,)*)* }
    };
}

/// Expands a macro with the questions of all groups, without those of the feature `hands`.
#[cfg(not(feature = "hands"))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_question_groups {
    ($macro:ident $([$($every:path),* $(,)?] hands [$($hands:path),*])*) => {
        $macro! { $($($every,)*)* }
    };
}
