//! Layouts of unknown cards, drawn and answered on all threads.

use preference::analysis::layouts::{Known, Layouts};
use preference::{Batch, BySeat, Cards, Solver};
use preference_fixtures::random;

use crate::args::SampleArgs;

/// How many layouts are drawn at once.
const CHUNK: u64 = 512;

/// How many are drawn for one that agrees with what is known before it is given up.
const PATIENCE: u64 = 20_000;

/// The answers on the layouts that were wanted.
pub(crate) struct Sampled<T> {
    pub(crate) answers: Vec<T>,
    /// How many layouts there are, those that a constraint rules out counted unless `all`.
    pub(crate) of: u64,
    /// The answers are on all there are.
    pub(crate) all: bool,
}

/// What is known, with the cards that constraints rule out.
pub(crate) fn known(args: &SampleArgs, mut known: Known) -> Known {
    for constraint in &args.constraints {
        let (seat, lacks) = constraint.lacks();
        known.lacks[seat] = known.lacks[seat] | lacks;
    }
    known
}

/// Random layouts that agree with what is known, or all if there are no more than wanted, and
/// the answers on them; `None` for a layout that does not agree after all.
pub(crate) fn sample<T: Send>(
    batch: &Batch,
    args: &SampleArgs,
    layouts: &Layouts,
    answer: impl Fn(&mut Solver, BySeat<Cards>, Cards) -> Option<T> + Sync,
) -> Result<Sampled<T>, String> {
    let holds = |hands| args.constraints.iter().all(|constraint| constraint.holds(hands));
    let answered = |numbers: &[u64]| {
        let laid: Vec<(BySeat<Cards>, Cards)> =
            numbers.iter().map(|&n| layouts.nth(n)).filter(|&(hands, _)| holds(hands)).collect();
        batch.map(&laid, |solver, &(hands, talon)| answer(solver, hands, talon)).into_iter().flatten()
    };
    let of = layouts.count();
    let nothing = || "no layout agrees with what is known: leave out a constraint".to_owned();
    if of <= args.layouts {
        let all: Vec<u64> = (0..of).collect();
        let answers: Vec<T> = answered(&all).collect();
        let of = answers.len() as u64;
        return if of > 0 { Ok(Sampled { answers, of, all: true }) } else { Err(nothing()) };
    }
    let generator = &mut random::generator(args.seed);
    let (mut answers, mut drawn) = (Vec::new(), 0);
    while (answers.len() as u64) < args.layouts {
        let numbers: Vec<u64> = (0..CHUNK).map(|_| layouts.random_number(generator)).collect();
        drawn += CHUNK;
        answers.extend(answered(&numbers));
        if drawn > PATIENCE * (1 + answers.len() as u64) {
            return Err(nothing());
        }
    }
    answers.truncate(usize::try_from(args.layouts).unwrap_or(usize::MAX));
    Ok(Sampled { answers, of, all: false })
}
