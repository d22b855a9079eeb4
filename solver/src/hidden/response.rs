//! The declarer's best play in one world against a mix of the defenders' plans.

use ahash::AHashMap;

use super::beaten::PlanSearch;
use super::matrix::Fraction;
use super::play::HiddenPlay;
use super::worlds::WorldSet;
use crate::cards::Card;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PossiblePlan {
    pub(crate) weight: Fraction,
    /// Those that are possible after the cards played.
    pub(crate) beats: WorldSet,
}

/// The declarer knows the plans and their weights. Only the defenders' cards reveal which plan was drawn. Once the
/// cards played exclude all worlds that a plan beats, the defenders go on with another plan, which beats the subset of
/// the possible worlds that [`PlanSearch::extend_from_one_world`] returns. No limit may be set.
pub(crate) struct ResponseSearch<'a, 'b> {
    plans: &'b mut PlanSearch<'a>,
    world: usize,
    results: AHashMap<(u64, WorldSet, Vec<PossiblePlan>), Fraction>,
}

impl<'a, 'b> ResponseSearch<'a, 'b> {
    pub(crate) fn new(plans: &'b mut PlanSearch<'a>, world: usize) -> ResponseSearch<'a, 'b> {
        ResponseSearch { plans, world, results: AHashMap::new() }
    }

    /// Each with the probability that one of `plans` was drawn and the contract is made after the card. `possible` are
    /// the worlds that are possible after the cards played.
    pub(crate) fn card_chances(
        &mut self,
        play: &HiddenPlay,
        possible: WorldSet,
        plans: &[PossiblePlan],
    ) -> Vec<(Card, Fraction)> {
        let cards = self.plans.worlds.declarer_cards(play, possible);
        let mut valued = Vec::new();
        let world = self.world;
        for (card, worlds) in cards.into_iter().filter(|(_, worlds)| worlds >> world & 1 == 1) {
            let left = plans.iter().map(|plan| PossiblePlan { beats: plan.beats & worlds, ..*plan });
            let left: Vec<PossiblePlan> = left.collect();
            valued.push((card, self.chance(&play.play_after(card), worlds, &left)));
        }
        valued
    }

    /// The probability that one of `plans` was drawn and the contract is made by the declarer's best play.
    pub(crate) fn chance(
        &mut self,
        play: &HiddenPlay,
        possible: WorldSet,
        plans: &[PossiblePlan],
    ) -> Fraction {
        // A plan that beats the world leaves the declarer no chance.
        let open = plans.iter().filter(|plan| plan.beats >> self.world & 1 == 0);
        let plans: Vec<PossiblePlan> = open.copied().collect();
        if plans.is_empty() {
            return Fraction::from(0);
        }
        if !self.plans.is_failing(play, self.world) {
            return plans.iter().map(|plan| plan.weight).sum();
        }
        // The contract fails in this world with open cards. Cards that decide the contract decide it alike in all
        // worlds, so a contract that is decided has failed.
        if play.result_if_decided().is_some() {
            return Fraction::from(0);
        }
        let key = (play.key(), possible, plans);
        if let Some(&known) = self.results.get(&key) {
            return known;
        }
        let plans = key.2.clone();
        let chance = if play.is_declarers_turn() {
            let cards = self.card_chances(play, possible, &plans);
            cards.into_iter().map(|(_, chance)| chance).max().expect("a card")
        } else {
            let mut replies: Vec<(Card, Vec<PossiblePlan>)> = Vec::new();
            for &plan in &plans {
                let (card, plan) = self.reply(play, possible, plan);
                match replies.iter_mut().find(|(other, _)| *other == card) {
                    Some((_, plans)) => plans.push(plan),
                    None => replies.push((card, vec![plan])),
                }
            }
            let replies = replies.into_iter();
            replies.map(|(card, plans)| self.chance(&play.play_after(card), possible, &plans)).sum()
        };
        self.results.insert(key, chance);
        chance
    }

    /// From here on the plan has the worlds that it beats after the card.
    fn reply(
        &mut self,
        play: &HiddenPlay,
        possible: WorldSet,
        mut plan: PossiblePlan,
    ) -> (Card, PossiblePlan) {
        if plan.beats == 0 {
            plan.beats = self.plans.extend_from_one_world(play, possible).expect("no limit is set");
        }
        let card = match plan.beats {
            0 => play.distinct_defender_moves().iter().next().expect("a card"),
            beats => self.plans.planned_card(play, beats),
        };
        (card, plan)
    }
}

/// For an empty mix, a single plan that beats nothing.
pub(crate) fn possible_plans(plans: &[(WorldSet, Fraction)]) -> Vec<PossiblePlan> {
    if plans.is_empty() {
        return vec![PossiblePlan { weight: Fraction::from(1), beats: 0 }];
    }
    plans.iter().map(|&(beats, weight)| PossiblePlan { weight, beats }).collect()
}
