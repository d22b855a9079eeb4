//! Layouts of unknown cards, drawn and answered on all threads.

use preference::analysis::sampling::constraint::Constraint;
use preference::analysis::sampling::layouts::{Known, Layouts};
use preference::{Batch, BySeat, Cards, Solver};
use preference_fixtures::random;

use crate::args::SampleArgs;

/// How many layouts are drawn at once.
const CHUNK: u64 = 512;

/// Up to so many layouts are looked at one by one for those that constraints leave.
const FEW: u64 = 1 << 19;

/// How many are drawn for one that agrees with what is known before it is given up.
const PATIENCE: u64 = 20_000;

/// The answers on the layouts that were wanted.
pub(crate) struct Sampled<T> {
    pub(crate) answers: Vec<T>,
    /// How many layouts there are; where they are many, those counted that a constraint rules out.
    pub(crate) of: u64,
    /// The answers are on all there are.
    pub(crate) all: bool,
}

/// What is known, with the cards that constraints rule out and those that they force.
pub(crate) fn known(constraints: &[Constraint], mut known: Known) -> Known {
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
    // What constraints leave of a few is counted, so that all can be met where they are fewer
    // than wanted.
    let left: Option<Vec<u64>> = (of <= FEW && !args.constraints.is_empty() || of <= args.layouts)
        .then(|| (0..of).filter(|&n| holds(layouts.nth(n).0)).collect());
    let of = left.as_ref().map_or(of, |left| left.len() as u64);
    if let Some(all) = left.as_ref().filter(|_| of <= args.layouts) {
        let answers: Vec<T> = answered(all).collect();
        let of = answers.len() as u64;
        return if of > 0 { Ok(Sampled { answers, of, all: true }) } else { Err(nothing()) };
    }
    let generator = &mut random::generator(args.seed);
    let (mut answers, mut drawn) = (Vec::new(), 0);
    while (answers.len() as u64) < args.layouts {
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
    answers.truncate(usize::try_from(args.layouts).unwrap_or(usize::MAX));
    Ok(Sampled { answers, of, all: false })
}
