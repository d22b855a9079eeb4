//! Beliefs of the defenders: the probabilities that they give to the possible discards.
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::analyst::Analyst;
use crate::cards::{Card, Cards};
use crate::deal::partial::PartialDeal;
use crate::hidden::matrix::Fraction;
use crate::hidden::worlds::Worlds;
use crate::outcomes::outcome::SolveDetail;
use crate::questions::contract_selection::ContractSelection;
use crate::questions::talon::TalonOptions;
use crate::seat::BySeat;
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::field_types::{BeliefInput, RandomSeed, WholeNumber};
use crate::situation::fields::value_error;

const DEFAULT_LAYOUTS: u64 = 200;

/// Number of layouts that can be asked for with [`Belief::Twelve`].
pub type BeliefLayouts = WholeNumber<2, 1_000_000>;

/// Belief of the defenders about the discard.
#[derive(Clone, Debug, PartialEq)]
pub enum Belief {
    /// All possible discards are equally probable.
    Even,
    /// The discards that are best when only the declarer's twelve cards are known are equally probable: those whose
    /// chance is not below the 95 % confidence interval of the highest chance. The others have probability 0.
    Twelve {
        /// Of the defenders' cards.
        layouts: u64,
        /// Random seed.
        seed: u64,
    },
    /// The listed discards have the listed weights; other discards have weight 0.
    Weights(Vec<WeightedDiscard>),
}

/// Discard and its weight in a belief.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightedDiscard {
    /// The two cards that are laid aside.
    pub discard: Vec<Card>,
    /// Weight in proportion to the others, from 0 to 1,000,000, rounded to six digits after the point.
    pub weight: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum BeliefError {
    #[error("write two of the declarer's twelve cards, as in {{\"discard\":[\"CA\",\"CK\"],\"weight\":2}}")]
    Discard,
    #[error("write a weight from 0 to 1000000")]
    Weight,
    #[error("the cards played exclude every discard that has a weight")]
    Excluded,
}

const BELIEF_FORMS: &str =
    "write even, twelve, or a list such as [{\"discard\":[\"CA\",\"CK\"],\"weight\":2}]";

impl Belief {
    pub(super) fn new(
        belief: Option<&BeliefInput>,
        layouts: Option<BeliefLayouts>,
        seed: Option<RandomSeed>,
    ) -> Result<Option<Belief>, QuestionError> {
        let belief = belief.map(|BeliefInput(belief)| belief);
        let is_word = |word: &str| {
            belief.and_then(Value::as_str).is_some_and(|text| text.trim().eq_ignore_ascii_case(word))
        };
        if is_word("twelve") {
            let layouts = layouts.map_or(DEFAULT_LAYOUTS, WholeNumber::get);
            return Ok(Some(Belief::Twelve { layouts, seed: seed.map_or(1, RandomSeed::get) }));
        }
        for (name, is_given) in [("layouts", layouts.is_some()), ("seed", seed.is_some())] {
            if is_given {
                return Err(QuestionError::not_here(name, "only the belief twelve draws layouts"));
            }
        }
        if is_word("even") {
            return Ok(Some(Belief::Even));
        }
        let Some(belief) = belief else { return Ok(None) };
        let list = match belief {
            Value::String(text) => serde_json::from_str(text).ok(),
            other => Some(other.clone()),
        };
        let weights = list.and_then(|list| serde_json::from_value::<Vec<WeightedDiscard>>(list).ok());
        let weights = weights.filter(|weights| !weights.is_empty());
        weights
            .map(|weights| Some(Belief::Weights(weights)))
            .ok_or_else(|| value_error("belief", belief, BELIEF_FORMS))
    }

    pub(super) fn weights(
        &self,
        analyst: &mut Analyst,
        situation: &Situation,
        worlds: &Worlds,
    ) -> Result<Vec<(usize, Fraction)>, QuestionError> {
        let list = worlds.list.iter().enumerate();
        // A world has the weights of all its discards.
        let count_each = |counts: &dyn Fn(Cards) -> bool| -> Vec<(usize, Fraction)> {
            let count =
                |discards: &[Cards]| discards.iter().filter(|&&discard| counts(discard)).count() as i128;
            list.clone().map(|(n, world)| (n, Fraction::from(count(&world.discards)))).collect()
        };
        let weights = match self {
            Belief::Even => count_each(&|_| true),
            Belief::Twelve { layouts, seed } => {
                let best = best_on_twelve(analyst, situation, *layouts, *seed)?;
                count_each(&|discard| best.contains(&discard))
            }
            Belief::Weights(weights) => {
                let weights = read_weights(situation, weights)?;
                let weight = |discards: &[Cards]| {
                    weights
                        .iter()
                        .filter(|(discard, _)| discards.contains(discard))
                        .map(|&(_, weight)| weight)
                        .sum()
                };
                list.map(|(n, world)| (n, weight(&world.discards))).collect()
            }
        };
        let total: Fraction = weights.iter().map(|&(_, weight)| weight).sum();
        if total == Fraction::from(0) {
            return Err(QuestionError::new(ErrorCode::BadValue, "belief", BeliefError::Excluded));
        }
        Ok(weights.into_iter().map(|(world, weight)| (world, weight / total)).collect())
    }
}

fn read_weights(
    situation: &Situation,
    weights: &[WeightedDiscard],
) -> Result<Vec<(Cards, Fraction)>, QuestionError> {
    let deal = situation.deal_before_exchange()?;
    let twelve = deal.hand(situation.declarer()?) | deal.talon();
    let read = |(place, WeightedDiscard { discard, weight }): (usize, &WeightedDiscard)| {
        let refuse = |error| QuestionError::new(ErrorCode::BadValue, ("belief", place), error);
        let cards: Cards = discard.iter().copied().collect();
        if discard.len() != 2 || cards.len() != 2 || !cards.is_subset(twelve) {
            return Err(refuse(BeliefError::Discard));
        }
        if !(0.0..=1e6).contains(weight) {
            return Err(refuse(BeliefError::Weight));
        }
        Ok((cards, Fraction::new((weight * 1e6).round() as i128, 1_000_000)))
    };
    weights.iter().enumerate().map(read).collect()
}

fn best_on_twelve(
    analyst: &mut Analyst,
    situation: &Situation,
    layouts: u64,
    seed: u64,
) -> Result<Vec<Cards>, QuestionError> {
    // A discard is best if its chance, averaged over layouts of the defenders' cards, is not below the confidence
    // interval of the highest chance.
    let (deal, declarer) = (situation.deal_before_exchange()?, situation.declarer()?);
    let mut hands = BySeat::from_fn(|_| None);
    hands[declarer] = Some(deal.hand(declarer));
    let twelve = situation.with_cards(PartialDeal { hands, talon: Some(deal.talon()) });
    let options = TalonOptions {
        contracts: ContractSelection::from(vec![situation.declaration()?.contract]),
        goal: SolveDetail::MadeOnly,
        unknown_defence: Some(layouts),
        seed,
        ..TalonOptions::default()
    };
    let averages = analyst.talon_unknown(&twelve.with_cards_played(Vec::new()), &options)?;
    let lowest = averages.best[0].result.means.chance.low;
    let is_good = |chance: f64| chance >= lowest;
    let discards =
        averages.discards.into_iter().filter(|discard| is_good(discard.results[0].means.chance.mean));
    Ok(discards.map(|discard| discard.discard).collect())
}
