//! One line of best play.
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::Card;
use crate::deal::Layout;
use crate::gains::expected_result;
use crate::gains::expected_result::walk_line;
use crate::outcomes::outcome::Outcome;
use crate::questions::cards::{GainBasis, PlayFields, PlayOptions, PlayQuery, PlayValue, PlayedContract};
use crate::questions::played_tricks::{PlayedTrick, split_into_tricks};
use crate::questions::question_list::QuestionList;
use crate::questions::question_type::{Cost, Example, FormResult, QuestionType, question_type};
use crate::search::Solver;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::form::form;
use crate::situation::play::Play;

form! {
    /// Find one best line of play.
    pub struct LineQuestion {
        /// Play of a contract, and the criterion by which the cards are compared.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub play: PlayFields,
    }
}

/// Result of a play, and a line of best cards of all players to the last trick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LineAnswer {
    /// Cards of the deal.
    pub deal: Layout,
    /// Name of the rules.
    pub rules: String,
    /// Contract and declarer.
    #[serde(flatten)]
    pub played: PlayedContract,
    /// Criterion and model by which the cards are compared; absent if tricks are compared.
    #[serde(flatten)]
    pub weighed: Option<GainBasis>,
    /// Result of the play.
    #[serde(flatten)]
    pub value: PlayValue,
    /// Cards still to be played; among several best cards the first by suit S H D C, from the ace down, is played.
    pub line: Vec<Card>,
    /// Tricks that these cards form; the first includes the cards on the table.
    pub line_tricks: Vec<PlayedTrick>,
}

fn solve_line(solver: &mut Solver, play: &Play) -> (Outcome, Vec<Card>) {
    // Among several best cards the first by suit S H D C, from the ace down, is played, so that the line depends only
    // on the position.
    let outcome = play.outcome(solver);
    let keeps_outcome = |after: &Play, mover| after.keeps_outcome(solver, outcome, mover);
    (outcome, walk_line(*play, Play::position, Play::play_after, keeps_outcome))
}

impl Analyst {
    /// One line of best play from the state of the situation through the last trick.
    ///
    /// ```
    /// # use preference::{Analyst, Contract, Deal, Seat, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "austrian".parse()?;
    /// use preference::questions::cards::PlayOptions;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_contract("D".parse::<Contract>()?);
    /// let line = Analyst::new().line(&hand, &PlayOptions::default())?;
    /// assert_eq!(line.line.len(), 30);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(
        &mut self,
        situation: &Situation,
        options: &PlayOptions,
    ) -> Result<LineAnswer, QuestionError> {
        let query = PlayQuery::new(situation, *options)?;
        let (value, line) = match query.two_sided_play() {
            Some(play) => {
                let (outcome, line) = self.with_solver(|solver| solve_line(solver, play));
                (PlayValue::Declarer(outcome), line)
            }
            None => {
                let preferences = query.preferences();
                let (expected, line) = self.with_solver(|solver| {
                    expected_result::solve_line(solver, situation, &query.state, preferences)
                })?;
                (query.value(expected), line)
            }
        };
        Ok(LineAnswer {
            deal: situation.layout()?,
            rules: situation.rules().label().to_owned(),
            played: PlayedContract::from(&query.state),
            weighed: query.gain_basis(),
            value,
            line_tricks: split_into_tricks(*query.state.position(), &line),
            line,
        })
    }
}

impl LineQuestion {
    fn options(self, situation: Situation) -> FormResult<PlayOptions> {
        self.play.options(situation)
    }
}

question_type!(
    LineQuestion "line", PlayOptions => LineAnswer, |analyst, situation, options| analyst.line(situation, options),
    const EXAMPLE: Example = Example { question: r#"{"deal":"DEAL","declarer":"F","contract":"D"}"#, part: "/tricks", shows: r#"6"# };,
    const QUESTION_LIST: QuestionList = QuestionList::Points;,
    const COST: Cost = Cost::Fast;,
    const NEEDED_KEYS: &'static [&'static str] = &["deal", "contract"];,
    fn deal(&self) -> Option<&str> { self.play.deal.as_deref() }
);
