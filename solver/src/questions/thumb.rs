//! Measurement of the cost of rules of thumb for the defenders.
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::{Deal, random};
use crate::excerpt::excerpt;
use crate::gains::payoffs::{Model, Preferences, bound_tricks, solve_play};
use crate::position::Position;
use crate::questions::question_type::{Example, FormResult, QuestionType};
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::search::{RulesOfThumb, Solver};
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Amount, HandTerms, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
#[cfg(feature = "schema")]
use crate::situation::field_types::OneOrMany;
use crate::situation::field_types::{MAX_AMOUNT, RandomSeed, WholeNumber};
use crate::situation::form::form;
use crate::situation::groups::CommonFields;
#[cfg(feature = "clap")]
use crate::situation::groups::PAYMENT_HEADING;
use crate::situation::play::Play;

form! {
    /// Measure the cost of rules of thumb for the defenders.
    pub struct ThumbQuestion {
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Deals over which the costs are summed.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
        pub deals: Vec<Deal>,
        /// Number of random deals to use instead of given deals.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        pub random: Option<WholeNumber<1, MAX_AMOUNT>>,
        /// Random seed of the deals [default: 1].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", requires = "random"))]
        pub seed: Option<RandomSeed>,
        /// Model of the defenders' decisions and play [default: selfish].
        #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
        pub model: Option<Model>,
        /// Amount in the pot before each hand, if the payment depends on it.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
        pub pot: Option<WholeNumber<0, MAX_AMOUNT>>,
    }
}

/// Options of the question `thumb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThumbOptions {
    /// Deals over which the costs are summed.
    pub deals: ThumbDeals,
    /// Model of the defenders' decisions and play.
    pub model: Model,
}

/// Deals over which the cost is summed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThumbDeals {
    /// These deals.
    Listed(Vec<Deal>),
    /// The first deals of the generator of random deals.
    Random {
        /// Number of deals.
        count: u64,
        /// Random seed.
        seed: u64,
    },
}

impl ThumbDeals {
    fn iter(&self) -> Box<dyn Iterator<Item = Deal> + '_> {
        match self {
            ThumbDeals::Listed(deals) => Box::new(deals.iter().copied()),
            &ThumbDeals::Random { count, seed } => {
                let mut generator = random::generator(seed);
                Box::new((0..count).map(move |_| random::deal(&mut generator)))
            }
        }
    }
}

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

impl Serialize for RulesOfThumb {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rules = *self;
        let names = RulesOfThumb::NAMES.into_iter();
        let on: Vec<&str> = names.filter(|name| rules.rule_mut(name).is_some_and(|on| *on)).collect();
        serializer.collect_seq(on)
    }
}

impl RulesOfThumb {
    pub(super) fn union(self, other: RulesOfThumb) -> RulesOfThumb {
        RulesOfThumb {
            partner: self.partner || other.partner,
            last: self.last || other.last,
            second: self.second || other.second,
        }
    }
}

/// Each rule alone, and all together.
const MEASURED_SETS: [(&str, RulesOfThumb); 4] = [
    ("partner", RulesOfThumb { partner: true, last: false, second: false }),
    ("last", RulesOfThumb { partner: false, last: true, second: false }),
    ("second", RulesOfThumb { partner: false, last: false, second: true }),
    ("all", RulesOfThumb { partner: true, last: true, second: true }),
];

/// Cost of a rule of thumb for the defenders over many games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ThumbCost {
    /// Name of the rules of the game.
    pub rules: String,
    /// Model of the defenders' play.
    pub model: Model,
    /// Name of the rule of thumb, or `all`.
    #[cfg_attr(feature = "schema", schemars(with = "crate::tables::schema::values::RuleOfThumbName"))]
    pub rule_of_thumb: String,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these rules have no suit games")]
struct NoSuitGames;

/// By element of [`MEASURED_SETS`]: the tricks and the sum of the gains that the defenders lose in one game.
type GameCosts = [(u8, Amount); 4];

/// Deals that are solved together; in tests so few that a few deals have several parts.
const MAX_PART_DEALS: usize = if cfg!(test) { 4 } else { 4096 };

impl Analyst {
    /// Sums the cost of each rule of thumb, and of all together, for the defenders over many deals. In each deal every
    /// seat plays its best suit game, with the ten cards that were dealt. The rules and the pot are those of the
    /// situation. Deals are drawn and solved in parts, so that the use of memory does not depend on their number; a
    /// partial answer is the cost over the first parts.
    ///
    /// # Errors
    /// If the rules have no suit games, or no price for them, or the pot does not affect the payment.
    pub fn thumb(
        &mut self,
        situation: &Situation,
        options: &ThumbOptions,
    ) -> Result<Vec<ThumbCost>, QuestionError> {
        let count = match &options.deals {
            ThumbDeals::Listed(deals) => deals.len() as u64,
            ThumbDeals::Random { count, .. } => *count,
        };
        self.progress().begin(count);
        let mut deals = options.deals.iter();
        let mut costs = self.sum_costs(situation, &[], options.model)?;
        // Small parts first, so that a short time limit leaves a partial answer.
        let mut size = 1;
        loop {
            size = (2 * size).min(MAX_PART_DEALS);
            let part: Vec<Deal> = deals.by_ref().take(size).collect();
            if part.is_empty() {
                return Ok(costs);
            }
            let more = self.run_in_time(|analyst| analyst.sum_costs(situation, &part, options.model));
            let Some(more) = more else { break };
            costs.iter_mut().zip(&more?).for_each(|(cost, more)| cost.add(more));
        }
        if costs.iter().all(|cost| cost.games == 0) {
            self.fail_if_out_of_time();
        }
        Ok(costs)
    }

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
                rule_of_thumb: rule_of_thumb.to_owned(),
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

impl QuestionType for ThumbQuestion {
    const NAME: &'static str = "thumb";
    const EXAMPLE: Example =
        Example { question: r#"{"random":5,"seed":1}"#, part: "/answers/0/games", shows: r#"15"# };
    const NEEDED_KEYS: &'static [&'static str] = &[];
    const HAS_PARTIAL_ANSWERS: bool = true;
    const HAS_ANSWER_COUNT: bool = true;
    type Options = ThumbOptions;
    type Answer = ThumbCost;

    fn apply_to(self, situation: Situation) -> FormResult<ThumbOptions> {
        let deals = match self.random {
            Some(_) if !self.deals.is_empty() => {
                return Err(QuestionError::not_here("random", "the deals are given"));
            }
            Some(count) => {
                ThumbDeals::Random { count: count.get(), seed: self.seed.map_or(1, RandomSeed::get) }
            }
            None if self.seed.is_some() => {
                return Err(QuestionError::not_here("seed", "no random deals are used"));
            }
            None if self.deals.is_empty() => {
                return Err(QuestionError::missing(
                    "deals",
                    "deals, or random with a number of random deals",
                ));
            }
            None => ThumbDeals::Listed(self.deals),
        };
        let situation = situation.with_pot(self.pot);
        situation.check_pot()?;
        Ok((situation, ThumbOptions { deals, model: self.model.unwrap_or_default() }))
    }

    fn has_deal(_: &Situation, _: &ThumbOptions) -> bool {
        false
    }

    fn has_answer_list(_: &Situation, _: &ThumbOptions) -> bool {
        true
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &ThumbOptions,
    ) -> Result<Vec<ThumbCost>, QuestionError> {
        analyst.thumb(situation, options)
    }
}

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
        let play = Play::from_deal(rules, &deal, declaration);
        let mut hand = situation.hand().decisions.under(declaration);
        hand.decisions.talon = Cards::NONE;
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

fn defenders_gain(
    solver: &mut Solver,
    rules: &Variant,
    hand: &HandTerms,
    position: &Position,
    preferences: Preferences,
) -> Result<Amount, SettlementError> {
    let gains = solve_play(solver, rules, hand, position, BySeat::default(), preferences)?.gains;
    let declarer = position.setup().declarer.expect("a suit game has a declarer");
    Ok(gains.seats[declarer.left()] + gains.seats[declarer.right()])
}

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

    fn costs(analyst: &mut Analyst, deals: ThumbDeals) -> Vec<ThumbCost> {
        let options = ThumbOptions { deals, model: Model::Tricks };
        analyst.thumb(&situation(), &options).expect("suit games")
    }

    #[test]
    fn random_deals_cost_as_much_as_same_deals_given() {
        let generator = &mut random::generator(5);
        let deals: Vec<Deal> = (0..6).map(|_| random::deal(generator)).collect();
        let analyst = &mut Analyst::with_threads(2, &Endgames::new()).expect("threads");
        let given = costs(analyst, ThumbDeals::Listed(deals));
        assert_eq!(costs(analyst, ThumbDeals::Random { count: 6, seed: 5 }), given);
        assert_eq!(analyst.progress().parts(), (6, 6));
        assert_ne!(costs(analyst, ThumbDeals::Random { count: 6, seed: 6 }), given);
    }

    #[test]
    fn costs_of_zero_deals_are_zero() {
        let costs = costs(&mut Analyst::new(), ThumbDeals::Listed(Vec::new()));
        assert_eq!(costs.iter().map(|cost| (cost.games, cost.tricks_lost)).collect::<Vec<_>>(), [(0, 0); 4]);
    }
}
