//! Samples of the layouts of unknown cards: layouts are drawn, and a question is answered for each of them, on all
//! threads.

use std::error::Error;
use std::ops::Range;
use std::str::FromStr;

use rand::RngExt;

use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::random;
use crate::sampling::constraint::Constraint;
use crate::sampling::layouts::{KnownCards, Layouts, LayoutsError};
use crate::search::Solver;
use crate::seat::BySeat;
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::field_types::RandomSeed;

/// Number of layouts that are drawn and answered together.
const CHUNK_SIZE: u64 = 512;

/// Largest number of layouts drawn per answer. If more would be needed, the search for layouts that agree with the
/// known facts is given up.
const MAX_DRAWS_PER_ANSWER: u64 = 20_000;

/// Options of a sample of layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleOptions {
    /// Number of random layouts; all layouts are used if there are fewer.
    pub layouts: u64,
    /// Random seed.
    pub seed: u64,
    /// Constraints on the hands.
    pub constraints: Vec<Constraint>,
}

impl Default for SampleOptions {
    fn default() -> SampleOptions {
        SampleOptions { layouts: 1000, seed: 1, constraints: Vec::new() }
    }
}

impl SampleOptions {
    pub(crate) fn from_fields(
        layouts: Option<u64>,
        seed: Option<RandomSeed>,
        r#where: &[String],
    ) -> Result<SampleOptions, QuestionError> {
        let usual = SampleOptions::default();
        Ok(SampleOptions {
            layouts: layouts.unwrap_or(usual.layouts),
            seed: seed.map_or(usual.seed, RandomSeed::get),
            constraints: parse_conditions("where", r#where)?,
        })
    }
}

pub(crate) fn parse_conditions<T: FromStr<Err: Error + Send + Sync + 'static>>(
    name: &'static str,
    texts: &[String],
) -> Result<Vec<T>, QuestionError> {
    let texts = texts.iter().enumerate();
    let parse = |(n, text): (usize, &String)| {
        text.parse().map_err(|error| QuestionError::new(ErrorCode::BadValue, (name, n), error))
    };
    texts.map(parse).collect()
}

/// A set of layouts that are numbered from 0.
pub(crate) trait LayoutSet: Sync {
    type Layout: Sync;

    /// The number may include layouts that contradict facts that the count ignores.
    fn count(&self) -> u64;

    /// `None` if the layout contradicts a fact.
    fn layout(&self, number: u64) -> Option<Self::Layout>;

    /// As [`layout`](Self::layout) for each of the numbers.
    fn in_range(&self, numbers: Range<u64>) -> Vec<Option<Self::Layout>> {
        numbers.map(|number| self.layout(number)).collect()
    }
}

impl LayoutSet for Layouts {
    /// The hands, and the cards in no hand: the talon or the discard.
    type Layout = (BySeat<Cards>, Cards);

    fn count(&self) -> u64 {
        Layouts::count(self)
    }

    fn layout(&self, number: u64) -> Option<(BySeat<Cards>, Cards)> {
        Some(self.nth(number)).filter(|&(hands, _)| self.meets_constraints(hands))
    }

    fn in_range(&self, numbers: Range<u64>) -> Vec<Option<(BySeat<Cards>, Cards)>> {
        let layouts = Layouts::in_range(self, numbers).into_iter();
        layouts.map(|layout| Some(layout).filter(|&(hands, _)| self.meets_constraints(hands))).collect()
    }
}

/// Size of an evaluated sample: the number of layouts for which there is an answer, and the number of layouts
/// in all.
pub(crate) struct SampleResult {
    pub(crate) answers: u64,
    /// Number of layouts in all. If every layout was tried, this is the number of answers. Otherwise it includes
    /// layouts for which `answer` returns `None` and, if the count could not take all constraints into account, layouts
    /// that violate a constraint.
    pub(crate) layouts: u64,
    pub(crate) is_complete: bool,
}

/// The error of a sample in which no layout, or hardly any, agrees with the known facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no layout agrees with the known cards and the constraints: leave out a constraint")]
struct NoMatchingLayout;

fn no_layout_error() -> QuestionError {
    QuestionError::new(ErrorCode::NoLayout, "where", NoMatchingLayout)
}

/// Counts the layouts, with the constraints as far as a count can take them into account.
pub(crate) fn count_layouts(
    known_cards: &KnownCards,
    constraints: &[Constraint],
    field: &'static str,
) -> Result<Layouts, QuestionError> {
    Layouts::with_constraints(known_cards, constraints).map_err(|error| {
        let field = if error == LayoutsError::Constrained { "where" } else { field };
        QuestionError::new(ErrorCode::NoLayout, field, error)
    })
}

fn partial_sample(analyst: &Analyst, sampled: SampleResult) -> Result<SampleResult, QuestionError> {
    // If no layout was answered, the question fails because of the time limit.
    if sampled.answers == 0 {
        analyst.fail_if_out_of_time();
    }
    Ok(sampled)
}

/// Calls `answer` for random layouts that agree with the known facts, or for all layouts if there are no more than the
/// sample size. Passes the answers to `on_answer`, in the order of the layouts. `answer` returns `None` for a
/// layout that contradicts facts which the count cannot take into account.
pub(crate) fn draw_sample<L: LayoutSet, T: Send>(
    analyst: &mut Analyst,
    options: &SampleOptions,
    layouts: &L,
    answer: impl Fn(&mut Solver, &L::Layout) -> Option<T> + Sync,
    mut on_answer: impl FnMut(T),
) -> Result<SampleResult, QuestionError> {
    let progress = analyst.progress();
    let (count, wanted) = (layouts.count(), options.layouts);
    progress.begin(count.min(wanted));
    let mut answers = 0;
    if count <= wanted {
        let count_answer = |answer| {
            answers += 1;
            on_answer(answer);
        };
        if !answer_all(analyst, layouts, answer, count_answer) {
            return partial_sample(analyst, SampleResult { answers, layouts: count, is_complete: false });
        }
        if answers == 0 {
            return Err(no_layout_error());
        }
        return Ok(SampleResult { answers, layouts: answers, is_complete: true });
    }
    let generator = &mut random::generator(options.seed);
    let mut drawn = 0;
    while answers < wanted {
        // Draws one layout for each missing answer, and more if only a few of the layouts drawn so far agreed
        // with the facts.
        let missing = (wanted - answers).saturating_mul(1 + drawn / (1 + answers));
        let numbers: Vec<u64> =
            (0..missing.min(CHUNK_SIZE)).map(|_| generator.random_range(0..count)).collect();
        drawn += numbers.len() as u64;
        let chunk = answer_layouts(analyst, layouts, &numbers, &answer).into_iter();
        answers += chunk.take((wanted - answers) as usize).map(&mut on_answer).count() as u64;
        if analyst.is_partial() {
            return partial_sample(analyst, SampleResult { answers, layouts: count, is_complete: false });
        }
        if drawn > MAX_DRAWS_PER_ANSWER * (1 + answers) {
            return Err(no_layout_error());
        }
    }
    Ok(SampleResult { answers, layouts: count, is_complete: false })
}

/// Calls `answer` for all layouts, and passes the answers to `on_answer` in the order of the layouts. No layout is
/// answered while `on_answer` runs, and the next few hundred follow only when it has seen all answers so far. Returns
/// whether the time sufficed.
pub(crate) fn answer_all<L: LayoutSet, T: Send>(
    analyst: &mut Analyst,
    layouts: &L,
    answer: impl Fn(&mut Solver, &L::Layout) -> Option<T> + Sync,
    mut on_answer: impl FnMut(T),
) -> bool {
    let count = layouts.count();
    for first in (0..count).step_by(CHUNK_SIZE as usize) {
        let chunk = layouts.in_range(first..count.min(first + CHUNK_SIZE));
        let answers = analyst.solve_in_time(&chunk, |solver, layout| {
            solver.on_walk(|solver| answer(solver, layout.as_ref()?))
        });
        answers.into_iter().flatten().for_each(&mut on_answer);
        if analyst.is_partial() {
            return false;
        }
    }
    true
}

/// Layouts that contradict the facts, and layouts that are not reached within the time limit, are left out.
fn answer_layouts<L: LayoutSet, T: Send>(
    analyst: &mut Analyst,
    layouts: &L,
    numbers: &[u64],
    answer: &(impl Fn(&mut Solver, &L::Layout) -> Option<T> + Sync),
) -> Vec<T> {
    let answers = analyst.solve_in_time(numbers, |solver, &number| answer(solver, &layouts.layout(number)?));
    answers.into_iter().flatten().collect()
}
