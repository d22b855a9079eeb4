//! Measurement of the cost of rules of thumb for the defenders.
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use crate::analyst::Analyst;
use crate::deal::{Deal, random};
use crate::excerpt::excerpt;
use crate::gains::payoffs::{Model, Preferences, bound_tricks, solve_play};
use crate::position::Position;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::search::{RulesOfThumb, Solver};
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Amount, SettledHand, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::play::Play;

/// The error for a word that is not a rule of thumb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRuleOfThumb(String);

impl fmt::Display for UnknownRuleOfThumb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = excerpt(&self.0);
        write!(f, "'{word}' is not a rule of thumb: write {} or all", RulesOfThumb::NAMES.join(", "))
    }
}

impl std::error::Error for UnknownRuleOfThumb {}

impl FromStr for RulesOfThumb {
    type Err = UnknownRuleOfThumb;

    /// Parses the name of one rule of thumb, or `all`.
    fn from_str(text: &str) -> Result<RulesOfThumb, UnknownRuleOfThumb> {
        let name = text.to_ascii_lowercase();
        let mut rules = RulesOfThumb::default();
        if name == "all" {
            return Ok(RulesOfThumb { partner: true, last: true, second: true });
        }
        *rules.rule_mut(&name).ok_or_else(|| UnknownRuleOfThumb(text.to_owned()))? = true;
        Ok(rules)
    }
}

impl<'de> Deserialize<'de> for RulesOfThumb {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<RulesOfThumb, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        let rules = names.iter().map(|name| name.parse::<RulesOfThumb>());
        let rules: Result<Vec<RulesOfThumb>, _> = rules.collect();
        let rules = rules.map_err(serde::de::Error::custom)?;
        Ok(rules.into_iter().fold(RulesOfThumb::default(), RulesOfThumb::union))
    }
}

/// Serializes rules of thumb as the list of their names.
impl Serialize for RulesOfThumb {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rules = *self;
        let names = RulesOfThumb::NAMES.into_iter();
        let on: Vec<&str> = names.filter(|name| rules.rule_mut(name).is_some_and(|on| *on)).collect();
        serializer.collect_seq(on)
    }
}

impl RulesOfThumb {
    /// Returns the union of two sets of rules of thumb.
    pub(super) fn union(self, other: RulesOfThumb) -> RulesOfThumb {
        RulesOfThumb {
            partner: self.partner || other.partner,
            last: self.last || other.last,
            second: self.second || other.second,
        }
    }
}

/// Sets of rules of thumb whose cost is measured, with their names: each rule alone, and all together.
const MEASURED_SETS: [(&str, RulesOfThumb); 4] = [
    ("partner", RulesOfThumb { partner: true, last: false, second: false }),
    ("last", RulesOfThumb { partner: false, last: true, second: false }),
    ("second", RulesOfThumb { partner: false, last: false, second: true }),
    ("all", RulesOfThumb { partner: true, last: true, second: true }),
];

/// Cost of a rule of thumb for the defenders over many games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ThumbCost {
    /// Name of the rules of the game.
    pub rules: String,
    /// Model of the defenders' play.
    pub model: Model,
    /// Name of the rule of thumb, or `all`.
    #[cfg_attr(feature = "schema", schemars(with = "crate::tables::schema::values::RuleOfThumbName"))]
    pub rule_of_thumb: &'static str,
    /// Number of games: three for each deal, the best suit game of every seat.
    pub games: u64,
    /// Number of games in which the defenders, playing as one, lose tricks.
    pub tricks_lost_in: u64,
    /// Tricks that the defenders, playing as one, lose over all games.
    pub tricks_lost: u64,
    /// Number of games in which the sum of the defenders' gains changes.
    pub gains_changed_in: u64,
    /// Loss in the sum of the defenders' gains over all games; negative if the rule of thumb gains.
    pub gains_lost: Amount,
}

impl ThumbCost {
    /// Adds the cost of the same rule of thumb in other games.
    pub fn add(&mut self, more: &ThumbCost) {
        self.games += more.games;
        self.tricks_lost_in += more.tricks_lost_in;
        self.tricks_lost += more.tricks_lost;
        self.gains_changed_in += more.gains_changed_in;
        self.gains_lost += more.gains_lost;
    }
}

/// The error for rules without suit games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these rules have no suit games")]
struct NoSuitGames;

/// Cost of each element of [`MEASURED_SETS`] in one game: the tricks that the defenders lose, and the loss in
/// the sum of their gains.
type GameCosts = [(u8, Amount); 4];

/// Number of random deals that are drawn and solved together. In tests the number is so small that even a few
/// deals are divided into several parts.
const CHUNK_SIZE: u64 = if cfg!(test) { 4 } else { 4096 };

impl Analyst {
    /// Sums the cost of each rule of thumb, and of all together, for the defenders over these deals. In each
    /// deal every seat plays its best suit game, with the ten cards that were dealt. The rules and the pot are taken
    /// from the situation.
    ///
    /// # Errors
    /// If the rules have no suit games, or no price for them, or the situation has a pot that does not affect
    /// the payment.
    pub fn rule_of_thumb_costs(
        &mut self,
        situation: &Situation,
        deals: &[Deal],
        model: Model,
    ) -> Result<Vec<ThumbCost>, QuestionError> {
        self.progress().begin(deals.len() as u64);
        self.sum_costs(situation, deals, model)
    }

    /// Sums the costs over `count` random deals as [`rule_of_thumb_costs`](Analyst::rule_of_thumb_costs) does. The
    /// deals are the first deals of the generator with this seed. They are drawn and solved in parts, so that the use
    /// of memory does not depend on `count`.
    ///
    /// # Errors
    /// If [`rule_of_thumb_costs`](Analyst::rule_of_thumb_costs) fails.
    pub fn rule_of_thumb_costs_of_random_deals(
        &mut self,
        situation: &Situation,
        count: u64,
        seed: u64,
        model: Model,
    ) -> Result<Vec<ThumbCost>, QuestionError> {
        self.progress().begin(count);
        let generator = &mut random::generator(seed);
        let mut costs = self.sum_costs(situation, &[], model)?;
        let mut remaining = count;
        while remaining > 0 {
            let deals: Vec<Deal> = (0..remaining.min(CHUNK_SIZE)).map(|_| random::deal(generator)).collect();
            remaining -= deals.len() as u64;
            let more = self.sum_costs(situation, &deals, model)?;
            costs.iter_mut().zip(&more).for_each(|(cost, more)| cost.add(more));
        }
        Ok(costs)
    }

    /// Sums the costs over `deals`, which may be a part of the deals of a question.
    fn sum_costs(
        &mut self,
        situation: &Situation,
        deals: &[Deal],
        model: Model,
    ) -> Result<Vec<ThumbCost>, QuestionError> {
        situation.check_pot()?;
        let games_of_deals =
            self.solve_each(deals, |solver, deal| game_costs(solver, &situation.with_cards(*deal), model));
        let mut costs: Vec<ThumbCost> = MEASURED_SETS
            .iter()
            .map(|&(rule_of_thumb, _)| ThumbCost {
                rules: situation.rules().label().to_owned(),
                model,
                rule_of_thumb,
                games: 0,
                tricks_lost_in: 0,
                tricks_lost: 0,
                gains_changed_in: 0,
                gains_lost: Amount::default(),
            })
            .collect();
        for games in games_of_deals {
            for game_costs in games? {
                for (cost, (tricks, gains)) in costs.iter_mut().zip(game_costs) {
                    cost.games += 1;
                    cost.tricks_lost_in += u64::from(tricks > 0);
                    cost.tricks_lost += u64::from(tricks);
                    cost.gains_changed_in += u64::from(gains != Amount::default());
                    cost.gains_lost += gains;
                }
            }
        }
        Ok(costs)
    }
}

/// Measures the cost of each rule of thumb in the three games of one deal: the best suit game of each seat with the
/// ten cards that were dealt.
fn game_costs(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
) -> Result<Vec<GameCosts>, QuestionError> {
    let (rules, deal) = (situation.rules(), situation.deal()?);
    let mut games = Vec::new();
    for declarer in Seat::ALL {
        let suits = rules.contracts().iter().filter_map(|contract| contract.trump());
        let declaration =
            |suit| Declaration { contract: Contract::Game(Some(suit)), declarer, from_hand: false };
        let side = Seats::from_seat(declarer);
        let tricks =
            |suit| solver.max_tricks(Play::from_deal(rules, &deal, declaration(suit)).position(), side);
        let best = suits.map(paired_with_tricks(tricks)).max_by_key(|&(tricks, _)| tricks);
        let Some((tricks, suit)) = best else {
            return Err(QuestionError::new(
                crate::situation::error::ErrorCode::BadRules,
                "rules",
                NoSuitGames,
            ));
        };
        let declaration = declaration(suit);
        let (play, hand) = (
            Play::from_deal(rules, &deal, declaration),
            situation.clone().with_declaration(declaration).hand(),
        );
        let hand = SettledHand { talon: crate::cards::Cards::NONE, ..hand };
        let position = play.position();
        let free = defenders_gain(solver, rules, &hand, position, model.into())?;
        let mut costs = GameCosts::default();
        for (cost, (_, rules_of_thumb)) in costs.iter_mut().zip(MEASURED_SETS) {
            let bound = bound_tricks(solver, position, BySeat::default(), rules_of_thumb);
            let preferences = Preferences { model, rules_of_thumb };
            *cost = (bound - tricks, free - defenders_gain(solver, rules, &hand, position, preferences)?);
        }
        games.push(costs);
    }
    Ok(games)
}

/// Computes the sum of the defenders' gains with best play from this position on.
fn defenders_gain(
    solver: &mut Solver,
    rules: &Variant,
    hand: &SettledHand,
    position: &Position,
    preferences: Preferences,
) -> Result<Amount, SettlementError> {
    let gains = solve_play(solver, rules, hand, position, BySeat::default(), preferences)?.gains;
    let declarer = position.setup().declarer.expect("a suit game has a declarer");
    Ok(gains.seats[declarer.left()] + gains.seats[declarer.right()])
}

/// Returns a function that pairs a suit with the number of tricks that `tricks` returns for it.
fn paired_with_tricks<S: Copy>(mut tricks: impl FnMut(S) -> u8) -> impl FnMut(S) -> (u8, S) {
    move |suit| (tricks(suit), suit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Endgames;

    fn situation() -> Situation {
        Situation::new("russian".parse::<Variant>().expect("a preset"), crate::situation::CardsInput::Nothing)
    }

    #[test]
    fn random_deals_cost_as_much_as_same_deals_given() {
        let generator = &mut random::generator(5);
        let deals: Vec<Deal> = (0..6).map(|_| random::deal(generator)).collect();
        let analyst = &mut Analyst::with_threads(2, &Endgames::new()).expect("threads");
        let given = analyst.rule_of_thumb_costs(&situation(), &deals, Model::Tricks).expect("suit games");
        let drawn = analyst
            .rule_of_thumb_costs_of_random_deals(&situation(), 6, 5, Model::Tricks)
            .expect("suit games");
        assert_eq!(drawn, given);
        assert_eq!(analyst.progress().parts(), (6, 6));
        let others = analyst
            .rule_of_thumb_costs_of_random_deals(&situation(), 6, 6, Model::Tricks)
            .expect("suit games");
        assert_ne!(others, given);
    }

    #[test]
    fn costs_of_zero_deals_are_zero() {
        let costs = Analyst::new()
            .rule_of_thumb_costs_of_random_deals(&situation(), 0, 1, Model::Tricks)
            .expect("suit games");
        assert_eq!(costs.iter().map(|cost| (cost.games, cost.tricks_lost)).collect::<Vec<_>>(), [(0, 0); 4]);
    }
}
