//! The list of the questions about hands, by their types.

/// Expands a macro with the types of all questions about hands, in the order in which they are listed.
///
/// Without the feature `hands` the list lacks `catch`, `state`, `act`, `session` and `ppn`.
///
/// ```
/// use preference::questions::question_type::QuestionType;
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
                $crate::questions::solve::SolveQuestion,
                $crate::questions::talon::TalonQuestion,
                $crate::questions::cards::CardsQuestion,
                $crate::questions::line::LineQuestion,
                $crate::questions::defend::DefendQuestion,
                $crate::questions::par::ParQuestion,
                $crate::questions::usurp::UsurpQuestion,
                $crate::questions::evaluate::EvaluateQuestion,
                $crate::questions::advise::AdviseQuestion,
            ]
            hands [$crate::questions::catch::CatchQuestion]
            [
                $crate::questions::review::ReviewQuestion,
                $crate::questions::score::ScoreQuestion,
                $crate::questions::auction::AuctionQuestion,
            ]
            hands [
                $crate::questions::state::StateQuestion,
                $crate::players::ActQuestion,
                $crate::questions::session::SessionQuestion,
                $crate::questions::ppn::PpnQuestion
            ]
            [
                $crate::questions::deal::DealQuestion,
                $crate::questions::puzzle::PuzzleQuestion,
                $crate::questions::thumb::ThumbQuestion,
            ]
            hands []
        }
    };
}

#[cfg(feature = "hands")]
#[doc(hidden)]
#[macro_export]
macro_rules! with_question_groups {
    ($macro:ident $([$($every:path),* $(,)?] hands [$($hands:path),*])*) => {
        $macro! { $($($every,)* $($hands,)*)* }
    };
}

#[cfg(not(feature = "hands"))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_question_groups {
    ($macro:ident $([$($every:path),* $(,)?] hands [$($hands:path),*])*) => {
        $macro! { $($($every,)*)* }
    };
}
