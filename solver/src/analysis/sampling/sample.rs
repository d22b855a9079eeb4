//! Layouts of unknown cards, drawn and answered on all threads.

use crate::analysis::analyst::Analyst;
use crate::analysis::sampling::constraint::Constraint;
use crate::analysis::sampling::layouts::{Known, Layouts};
use crate::cards::Cards;
use crate::deal::random;
use crate::search::Solver;
use crate::seat::BySeat;
use crate::situation::error::{Code, QuestionError};
use crate::situation::fields::Fields;

/// How many layouts are drawn at once.
const CHUNK: u64 = 512;

/// Up to this number, layouts are held against the constraints one by one.
const FEW: u64 = 1 << 19;

/// How many layouts are drawn to find one that agrees with what is known, before giving up.
const PATIENCE: u64 = 20_000;

/// Which layouts of the unknown cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleOptions {
    /// The number of random layouts; all, if there are no more.
    pub layouts: u64,
    /// Which random layouts.
    pub seed: u64,
    /// What hands are known to hold.
    pub constraints: Vec<Constraint>,
}

impl Default for SampleOptions {
    fn default() -> SampleOptions {
        SampleOptions { layouts: 1000, seed: 1, constraints: Vec::new() }
    }
}

impl SampleOptions {
    /// Reads `layouts`, `seed` and `where`.
    ///
    /// # Errors
    /// If a field is wrong.
    pub(in crate::analysis) fn read(fields: &mut Fields) -> Result<SampleOptions, QuestionError> {
        Ok(SampleOptions {
            layouts: fields.number("layouts", 2..=u64::MAX)?.unwrap_or(1000),
            seed: fields.number("seed", 0..=u64::MAX)?.unwrap_or(1),
            constraints: fields.conditions("where")?,
        })
    }
}

/// The answers on the layouts that were wanted.
pub(in crate::analysis) struct Sampled<T> {
    pub(in crate::analysis) answers: Vec<T>,
    /// How many layouts there are; where they are many, with those that a constraint rules out.
    pub(in crate::analysis) of: u64,
    /// The answers are on all there are.
    pub(in crate::analysis) all: bool,
}

/// No layout agrees with what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no layout agrees with what is known: leave out a constraint")]
struct NoneAgrees;

fn nothing() -> QuestionError {
    QuestionError::new(Code::NoLayout, "where", NoneAgrees)
}

/// What is known, with the cards that constraints rule out and those that they force.
pub(in crate::analysis) fn known(constraints: &[Constraint], mut known: Known) -> Known {
    for constraint in constraints {
        let (seat, lacks) = constraint.lacks();
        known.lacks[seat] = known.lacks[seat] | lacks;
        let (seat, forced) = constraint.forces();
        known.hands[seat] = known.hands[seat] | forced;
    }
    known
}

/// Random layouts that agree with what is known, or all if there are no more than wanted, and
/// the answers on them; `None` for a layout that does not agree after all.
///
/// # Errors
/// If none agrees.
pub(in crate::analysis) fn sample<T: Send>(
    analyst: &mut Analyst,
    options: &SampleOptions,
    layouts: &Layouts,
    answer: impl Fn(&mut Solver, BySeat<Cards>, Cards) -> Option<T> + Sync,
) -> Result<Sampled<T>, QuestionError> {
    let holds = |hands| options.constraints.iter().all(|constraint| constraint.holds(hands));
    let mut answered = |numbers: &[u64]| {
        let laid: Vec<(BySeat<Cards>, Cards)> =
            numbers.iter().map(|&n| layouts.nth(n)).filter(|&(hands, _)| holds(hands)).collect();
        let answers = analyst.solve_each(&laid, |solver, &(hands, talon)| answer(solver, hands, talon));
        answers.into_iter().flatten().collect::<Vec<T>>()
    };
    let of = layouts.count();
    // What constraints leave of a few is counted, so that all can be met where they are fewer
    // than wanted.
    let left: Option<Vec<u64>> = (of <= FEW && !options.constraints.is_empty() || of <= options.layouts)
        .then(|| (0..of).filter(|&n| holds(layouts.nth(n).0)).collect());
    let of = left.as_ref().map_or(of, |left| left.len() as u64);
    if let Some(all) = left.as_ref().filter(|_| of <= options.layouts) {
        let answers = answered(all);
        let of = answers.len() as u64;
        return if of > 0 { Ok(Sampled { answers, of, all: true }) } else { Err(nothing()) };
    }
    let generator = &mut random::generator(options.seed);
    let (mut answers, mut drawn) = (Vec::new(), 0);
    while (answers.len() as u64) < options.layouts {
        let number = |generator: &mut _| match &left {
            Some(left) => left[random::below(generator, left.len())],
            None => layouts.random_number(generator),
        };
        let numbers: Vec<u64> = (0..CHUNK).map(|_| number(generator)).collect();
        drawn += CHUNK;
        answers.extend(answered(&numbers));
        if drawn > PATIENCE * (1 + answers.len() as u64) {
            return Err(nothing());
        }
    }
    answers.truncate(usize::try_from(options.layouts).unwrap_or(usize::MAX));
    Ok(Sampled { answers, of, all: false })
}
