//! The chance with a known discard against the defenders' mix of plans.
use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::hidden::beaten::PlanSearch;
use crate::hidden::chance::ChanceSolution;
use crate::hidden::matrix::to_f64;
use crate::hidden::play::HiddenPlay;
use crate::hidden::response::{ResponseSearch, possible_plans};
use crate::hidden::worlds::Worlds;
use crate::order::sort_by_key;
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, QuestionError};

/// Chance of a declarer with a given discard, against the defenders' mix of plans in the answer.
///
/// The declarer knows the plans and their probabilities, but not which plan the defenders have drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OwnChance {
    /// Index of the group that contains the discard, counted from 0.
    #[cfg_attr(feature = "schema", schemars(range(max = 65)))]
    pub world: u8,
    /// Probability of making the contract with best play.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub chance: f64,
    /// Cards that the declarer can play, by suit S H D C, from the ace down; absent if a defender is to move. Of
    /// touching cards only the lowest is listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<OwnCard>,
}

/// Card of the declarer, and the chance after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OwnCard {
    /// Card.
    pub card: Card,
    /// Probability of making the contract with this card and best play from then on.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub chance: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum DiscardError {
    #[error("the cards played exclude this discard")]
    Excluded,
}

pub(super) fn world_of_discard(
    situation: &Situation,
    worlds: &Worlds,
) -> Result<Option<usize>, QuestionError> {
    let Some(discard) = situation.discard() else { return Ok(None) };
    situation.deal_in_play()?;
    let world = worlds.list.iter().position(|world| world.discards.contains(&discard));
    world.map(Some).ok_or_else(|| QuestionError::new(ErrorCode::BadValue, "discard", DiscardError::Excluded))
}

impl OwnChance {
    pub(super) fn find(
        search: &mut PlanSearch,
        play: &HiddenPlay,
        solution: &ChanceSolution,
        world: usize,
    ) -> OwnChance {
        let (possible, plans) = (search.worlds.full_set(), possible_plans(&solution.plans));
        let is_declarers_turn = play.is_declarers_turn();
        let mut response = ResponseSearch::new(search, world);
        let chance = to_f64(response.chance(play, possible, &plans));
        let mut cards =
            if is_declarers_turn { response.card_chances(play, possible, &plans) } else { Vec::new() };
        sort_by_key(&mut cards, |&(card, _)| std::cmp::Reverse(card));
        let cards = cards.into_iter().map(|(card, chance)| OwnCard { card, chance: to_f64(chance) });
        OwnChance { world: world as u8, chance, cards: cards.collect() }
    }
}
