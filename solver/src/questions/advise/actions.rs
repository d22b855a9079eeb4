//! Advice about the next action in a hand, from the part of the hand that the player knows.
use average::{Estimate as _, Variance};
use serde::{Deserialize, Serialize};

use super::action_results::{ActionResult, solve_actions};
use crate::analyst::Analyst;
use crate::gains::payoffs::Model;
use crate::hand::{Action, Hand, Phase, View};
use crate::order::{ranks_by, sort_by_key};
use crate::questions::record::hand_over_error;
use crate::rules::contract::Contract;
use crate::sampling::call_conditions::CallConditions;
use crate::sampling::estimate::{Average, Estimate, Means};
use crate::sampling::sample::{SampleOptions, draw_sample};
use crate::sampling::view_layouts::{ViewLayouts, ViewLayoutsError};
use crate::seat::Seat;
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::form::word_values;

/// Criterion that orders the actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum AdviceCriterion {
    /// Mean gain of the player. For a defender, the model `allied` replaces it by the gain of both defenders together,
    /// and the model `tricks`, for cards, by the declarer's loss.
    #[default]
    Gain,
    /// Mean tricks: the declarer prefers many, in misère few, and the defenders the opposite; after all have passed,
    /// each seat prefers few of its own. This criterion applies only to cards.
    Tricks,
    /// Share of layouts in which the contract is made or, for a defender, fails. This criterion applies only to cards
    /// of a contract.
    Made,
}

word_values!(AdviceCriterion);

/// Options of the advice about an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionAdviceOptions {
    /// Criterion that orders the actions.
    pub by: AdviceCriterion,
    /// Model of the players' decisions and play.
    pub model: Model,
    /// Sample of the layouts of unknown cards.
    pub sample: SampleOptions,
    /// If there are at most this many layouts, all of them are solved, even if the sample is smaller.
    pub max_complete_layouts: u64,
    /// Whether only layouts that agree with the calls of the other seats are used, as [`CallConditions`] reads them.
    pub use_calls: bool,
}

impl Default for ActionAdviceOptions {
    fn default() -> ActionAdviceOptions {
        ActionAdviceOptions {
            by: AdviceCriterion::Gain,
            model: Model::Tricks,
            sample: SampleOptions::default(),
            max_complete_layouts: 5000,
            use_calls: false,
        }
    }
}

/// Averages for each legal action of the player to decide, over layouts of the cards that this player does not know.
/// Each layout is solved with all cards known: after the action all players are assumed to see all cards, so that
/// neither gaining nor hiding information has any value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ActionAdvice {
    /// Name of the rules.
    pub rules: String,
    /// Seat that decides.
    pub player: Seat,
    /// Seat that acts: the player's own, or that of the defender whose cards the player plays.
    pub to_act: Seat,
    /// Phase of the hand.
    pub phase: Phase,
    /// Model of the players' decisions and play.
    pub model: Model,
    /// Number of layouts in the averages.
    pub layouts: u64,
    /// Number of layouts that agree with the view. It is exact if all of them were solved; otherwise it also counts
    /// layouts in which an action that was taken would not have been legal.
    pub of: u64,
    /// Whether the averages are over all layouts that agree with the view.
    pub all: bool,
    /// Random seed.
    pub seed: u64,
    /// Whether only the declarer's discard is hidden. If so, the question `catch` gives an exact answer, without the
    /// assumption that all players see all cards.
    pub only_discard_hidden: bool,
    /// Legal actions, the best first; equally good ones in the order of the legal actions.
    pub actions: Vec<ActionAverages>,
}

/// Averages for an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ActionAverages {
    /// Action.
    pub action: Action,
    /// After a discard, the contract with the highest mean gain; absent for other actions, and if opponents may still
    /// take up the discard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
    /// Mean gain of the player.
    pub gain: Estimate,
    /// For a card of a contract, the share of layouts in which the declarer makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<Estimate>,
    /// For a card, the mean tricks of the declarer or, after all have passed, of the seat that plays the card; absent
    /// where tricks are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tricks: Option<Estimate>,
    /// Rank of the action for the player, by the criterion: 1 for the best, equally good ones share a rank.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 255)))]
    pub rank: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum ActionAdviceError {
    #[error("the hand is over")]
    Over,
    #[error(
        "{} is to decide, but the view is that of {}: pass the view of the seat that decides",
        .player.name(),
        .viewer.name()
    )]
    OtherPlayer { player: Seat, viewer: Seat },
    #[error("no layout agrees with the view")]
    NoLayout,
}

impl Analyst {
    /// Estimates the result of each legal action of the player who is to decide: averages over layouts of the cards
    /// that this player does not know, each solved with all cards known.
    ///
    /// The layouts agree with everything in the view; [`ViewLayouts`] describes their distribution. Equal views lead to
    /// equal advice.
    ///
    /// ```
    /// use preference::questions::advise::ActionAdviceOptions;
    /// use preference::hand::{Action, Hand, Table};
    /// use preference::{Analyst, Deal, Variant};
    /// let rules: Variant = "russian".parse()?;
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "pass", "whist", "open", "DA"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// let view = hand.view(hand.player().ok_or("the hand is over")?);
    /// let advice = Analyst::new().advise_view(&view, &ActionAdviceOptions::default())?;
    /// // Only the discard is hidden: two of the eleven cards that the declarer has not played.
    /// assert_eq!((advice.layouts, advice.all, advice.only_discard_hidden), (55, true, true));
    /// assert_eq!(advice.actions.len(), 2); // the two diamonds of middlehand
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the viewer is not the player to decide, no layout agrees with the view, or the criterion does not apply to
    /// the action.
    pub fn advise_view(
        &mut self,
        view: &View,
        options: &ActionAdviceOptions,
    ) -> Result<ActionAdvice, QuestionError> {
        let refuse = |problem| QuestionError::new(ErrorCode::NotHere, "view", problem);
        let (Some(to_act), Some(player)) = (view.to_act, view.player) else {
            return Err(refuse(ActionAdviceError::Over));
        };
        if player != view.seat {
            return Err(refuse(ActionAdviceError::OtherPlayer { player, viewer: view.seat }));
        }
        check_criterion(view, options.by)?;
        let layouts =
            ViewLayouts::with_constraints(view, &options.sample.constraints).map_err(layouts_error)?;
        let mut sample = options.sample.clone();
        if layouts.count() <= options.max_complete_layouts {
            sample.layouts = sample.layouts.max(layouts.count());
        }
        let calls =
            if options.use_calls { CallConditions::from_view(view) } else { CallConditions::default() };
        let mut tally = ActionTally::default();
        let mut failed = None;
        let sampled = draw_sample(
            self,
            &sample,
            &layouts,
            |solver, hand| {
                let is_possible = calls.are_met(solver, &view.rules, hand.deal());
                is_possible.then(|| solve_actions(solver, hand, options.model))
            },
            |results| match results {
                Ok(results) => tally.add(results),
                Err(error) => failed = Some(error),
            },
        );
        if let Some(error) = failed {
            return Err(error);
        }
        let sampled = sampled
            .map_err(|_| QuestionError::new(ErrorCode::NoLayout, "view", ActionAdviceError::NoLayout))?;
        Ok(ActionAdvice {
            rules: view.rules.label().to_owned(),
            player,
            to_act,
            phase: view.phase,
            model: options.model,
            layouts: sampled.answers,
            of: sampled.layouts,
            all: sampled.is_complete,
            seed: options.sample.seed,
            only_discard_hidden: layouts.hides_only_discard(),
            actions: tally.rank_actions(view, options.by, sampled.is_complete),
        })
    }
}

impl Analyst {
    /// Estimates the result of each legal action in a hand, as seen by the player who decides.
    /// # Errors
    /// If the hand is over, no layout agrees with the view, or the criterion does not apply to the action.
    pub fn advise_hand(
        &mut self,
        hand: &Hand,
        options: &ActionAdviceOptions,
    ) -> Result<ActionAdvice, QuestionError> {
        let Some(player) = hand.player() else {
            return Err(hand_over_error());
        };
        self.advise_view(&hand.view(player), options).map_err(|error| match error.field() {
            Some(field) if field.name == "view" => error.in_field("record"),
            _ => error,
        })
    }
}

fn check_criterion(view: &View, by: AdviceCriterion) -> Result<(), QuestionError> {
    let is_played = view.phase == Phase::Play;
    match by {
        AdviceCriterion::Gain => Ok(()),
        AdviceCriterion::Tricks if is_played => Ok(()),
        AdviceCriterion::Made if is_played && view.declaration.is_some() => Ok(()),
        AdviceCriterion::Tricks => Err(QuestionError::not_here("by", "only cards are compared by tricks")),
        AdviceCriterion::Made => {
            Err(QuestionError::not_here("by", "only the cards of a contract are compared by its result"))
        }
    }
}

fn layouts_error(error: ViewLayoutsError) -> QuestionError {
    QuestionError::new(ErrorCode::NoLayout, "view", error)
}

/// Sums over layouts, in the order in which the actions were first added.
#[derive(Default)]
struct ActionTally {
    rows: Vec<TallyRow>,
}

/// The sums of an action or, after a discard, of an action with a contract.
struct TallyRow {
    action: Action,
    contract: Option<Contract>,
    average: Average,
    has_outcomes: bool,
    stake: Variance,
}

impl ActionTally {
    /// The results must have the same order on all layouts.
    fn add(&mut self, results: Vec<ActionResult>) {
        if self.rows.is_empty() {
            self.rows.extend(results.iter().map(|result| TallyRow {
                action: result.action,
                contract: result.contract,
                average: Average::default(),
                has_outcomes: result.outcome.is_some(),
                stake: Variance::default(),
            }));
        }
        for (row, result) in self.rows.iter_mut().zip(results) {
            debug_assert_eq!((row.action, row.contract), (result.action, result.contract));
            row.average.add_gain(result.gain.to_f64());
            row.stake.add(result.stake.to_f64());
            if let Some(outcome) = result.outcome {
                row.average.add(outcome);
            }
        }
    }

    fn rank_actions(self, view: &View, by: AdviceCriterion, is_complete: bool) -> Vec<ActionAverages> {
        // A discard has the averages of the contract with the highest mean gain.
        let mut rows: Vec<TallyRow> = Vec::new();
        for row in self.rows {
            match rows.last_mut().filter(|last| last.action == row.action) {
                Some(last) if row.stake.mean() > last.stake.mean() => *last = row,
                Some(_) => {}
                None => rows.push(row),
            }
        }
        let stakes: Vec<f64> = rows.iter().map(|row| row.stake.mean()).collect();
        let mut actions: Vec<ActionAverages> =
            rows.into_iter().map(|row| row.averages(view, is_complete)).collect();
        let preferences: Vec<f64> =
            actions.iter().zip(stakes).map(|(action, stake)| action.preference(view, by, stake)).collect();
        let compare = |a: usize, b: usize| preferences[b].total_cmp(&preferences[a]);
        for (action, rank) in actions.iter_mut().zip(ranks_by(preferences.len(), &compare)) {
            action.rank = rank;
        }
        sort_by_key(&mut actions, |action| action.rank);
        actions
    }
}

impl TallyRow {
    fn averages(self, view: &View, is_complete: bool) -> ActionAverages {
        let average = self.average.with_exactness(is_complete);
        let gain = average.gain().expect("at least one layout was solved");
        let means = self.has_outcomes.then(|| Means::from(&average));
        ActionAverages {
            action: self.action,
            contract: self.contract,
            gain,
            chance: means.filter(|_| view.declaration.is_some()).map(|means| means.chance),
            tricks: means.and_then(|means| means.tricks),
            rank: 1,
        }
    }
}

impl ActionAverages {
    /// `stake` is the mean of the gain by which the model compares actions.
    fn preference(&self, view: &View, by: AdviceCriterion, stake: f64) -> f64 {
        let is_declarer = view.declarer == Some(view.seat);
        let for_player = |value: f64| if is_declarer { value } else { -value };
        let tricks = self.tricks.map_or(0.0, |tricks| tricks.mean);
        match (by, view.declaration) {
            (AdviceCriterion::Gain, _) => stake,
            (AdviceCriterion::Tricks, Some(declaration)) => {
                for_player(if declaration.contract.is_misere() { -tricks } else { tricks })
            }
            (AdviceCriterion::Tricks, None) => -tricks,
            (AdviceCriterion::Made, _) => for_player(self.chance.map_or(0.0, |chance| chance.mean)),
        }
    }
}
