//! One best line of play.

use serde::Serialize;

use crate::analysis::analyst::Analyst;
use crate::analysis::cards::{GainBasis, PlayOptions, PlayQuery, PlayValue, PlayedContract};
use crate::analysis::contracts::Outcome;
use crate::analysis::game::expected::{self, walk};
use crate::cards::Card;
use crate::deal::Layout;
use crate::search::Solver;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::play::Play;

/// What a play comes to, and a line of best cards for everybody through the last trick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineAnswer {
    /// The cards at the beginning.
    pub deal: Layout,
    /// The rules by name.
    pub rules: String,
    /// What is played.
    #[serde(flatten)]
    pub played: PlayedContract,
    /// What it is followed for, where that is gains.
    #[serde(flatten)]
    pub weighed: Option<GainBasis>,
    /// What it comes to.
    #[serde(flatten)]
    pub value: PlayValue,
    /// The cards still to be played; of several best cards the first in the order of listing.
    pub line: Vec<Card>,
}

/// The outcome, and a line of best cards.
///
/// Of several best cards the first in the order of listing is played, so that the line depends on
/// nothing but the position.
fn best(solver: &mut Solver, play: &Play) -> (Outcome, Vec<Card>) {
    let outcome = play.outcome(solver);
    let keeps = |after: &Play, mover| after.keeps(solver, outcome, mover);
    (outcome, walk(*play, Play::position, Play::after, keeps))
}

impl Analyst {
    /// One best line of play.
    ///
    /// # Errors
    /// As of [`cards`](Analyst::cards).
    pub fn line(
        &mut self,
        situation: &Situation,
        options: &PlayOptions,
    ) -> Result<LineAnswer, QuestionError> {
        let followed = PlayQuery::of(situation, *options)?;
        let (value, line) = match followed.two_sides() {
            Some(play) => {
                let (outcome, line) = self.with_solver(|solver| best(solver, play));
                (PlayValue::Declarer(outcome), line)
            }
            None => {
                let wishes = followed.wishes();
                let (expected, line) =
                    self.with_solver(|solver| expected::line(solver, situation, &followed.stands, wishes))?;
                (followed.value(expected), line)
            }
        };
        Ok(LineAnswer {
            deal: situation.layout()?,
            rules: situation.rules().label().to_owned(),
            played: PlayedContract::from(&followed.stands),
            weighed: followed.weighed(),
            value,
            line,
        })
    }
}
