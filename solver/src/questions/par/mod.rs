//! The par result: the auction when all seats know all cards, and its gains.

mod auction_end;
mod auctions;
mod contract_values;
mod leaf_pool;
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::Layout;
use crate::gains::decisions::{Decision, solve_decisions};
use crate::gains::payoffs::Model;
use crate::outcomes::outcome::Outcome;
use crate::questions::question_type::{Example, FormResult, QuestionType, question_type};
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::rules::contract::{Contract, Declaration};
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::Gains;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::{DiscardCount, WholeNumber};
use crate::situation::form::form;
#[cfg(feature = "clap")]
use crate::situation::groups::PAYMENT_HEADING;
use crate::situation::groups::{CommonFields, PaymentFields};

pub(super) use auction_end::{AuctionEnd, AuctionResult};
pub(super) use auctions::Auctions;
pub use contract_values::ParOptions;
pub(super) use contract_values::{ContractOutcomes, ContractValue, all_contract_outcomes, contract_outcomes};
pub(super) use leaf_pool::LeafPool;

form! {
    /// Find the auction, the contract and the gains if every player calls best, with all cards known.
    pub struct ParQuestion {
        /// Cards of the deal.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub deal: Option<String>,
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Model of the defenders' decisions and play [default: selfish].
        #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
        pub model: Option<Model>,
        /// Pot and table.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub payment: PaymentFields,
        /// Number of discards per contract whose gain is calculated, starting with the best in tricks, or all [default: 5].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N|all", help_heading = PAYMENT_HEADING))]
        pub discards: Option<DiscardCount>,
        /// Number of passed-out deals in a row before this one.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
        pub passed: Option<WholeNumber<0, 200>>,
    }
}

impl ParQuestion {
    fn options(self, situation: Situation) -> FormResult<ParOptions> {
        let options = ParOptions {
            model: self.model.unwrap_or_default(),
            discards: DiscardCount::discards(self.discards),
        };
        let passed = self.passed.map_or(0, WholeNumber::to);
        let situation = situation.with_payment(&self.payment).check_effects()?.with_passed(passed, true)?;
        Ok((situation, options))
    }
}

/// Auction in which each player makes the calls that gain them most, and the game that follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ParAnswer {
    /// Cards of the deal.
    pub deal: Layout,
    /// Name of the rules.
    pub rules: String,
    /// Model of the players' decisions and play.
    pub model: Model,
    /// Calls in turn from forehand; seats that have passed are skipped.
    pub calls: Vec<Call>,
    /// Seat that made each of these calls.
    pub callers: Vec<Seat>,
    /// Seat that declares, or the dealer who is forced to declare and gives up; null if nobody declares.
    pub declarer: Option<Seat>,
    /// Game that is played after the auction; absent if none is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<ParGame>,
    /// Consequence of an auction after which no contract is played: all have passed, or the dealer gives up. Absent
    /// if a contract is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<NoDeclarer>,
    /// Gains of all players and the pot.
    pub gains: Gains,
    /// Results of the contracts that can be announced, for each declarer. Contracts that are played alike, such as the
    /// levels of one suit, or misère and open misère, are listed once, as the first of them.
    pub makes: Vec<ContractResults>,
}

/// The end of an auction after which no declarer plays a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDeclarer {
    /// The dealer is forced to declare and gives up.
    GivenUp,
    /// All have passed.
    Passed(AllPass),
}

/// The JSON form of [`NoDeclarer`].
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum NoDeclarerForm {
    GivenUp(GivenUp),
    Passed(AllPass),
}

/// The dealer is forced to declare and gives up.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum GivenUp {
    GivenUp,
}

#[cfg(feature = "schema")]
crate::tables::schema::derived::schema_as!(NoDeclarer as NoDeclarerForm);

impl<'de> Deserialize<'de> for NoDeclarer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<NoDeclarer, D::Error> {
        Ok(match NoDeclarerForm::deserialize(deserializer)? {
            NoDeclarerForm::GivenUp(GivenUp::GivenUp) => NoDeclarer::GivenUp,
            NoDeclarerForm::Passed(then) => NoDeclarer::Passed(then),
        })
    }
}

impl Serialize for NoDeclarer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match *self {
            NoDeclarer::GivenUp => NoDeclarerForm::GivenUp(GivenUp::GivenUp),
            NoDeclarer::Passed(then) => NoDeclarerForm::Passed(then),
        };
        form.serialize(serializer)
    }
}

/// Game after an auction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ParGame {
    /// The winning bid: its number or suit, or the call itself if it has neither. Absent if the dealer declares after
    /// all have passed.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "serialize_call_name",
        default,
        deserialize_with = "deserialize_call_name"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub bid: Option<Call>,
    /// Whether the game is played from the hand, that is, without the talon.
    pub hand: bool,
    /// Contract.
    pub contract: Contract,
    /// The two cards that the declarer lays aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Option<Cards>,
    /// Whether an opponent took up the discard of the seat that won the auction.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub usurped: bool,
    /// Result of the contract.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Decisions before the play, in the order in which they are made.
    pub decisions: Vec<Decision>,
}

fn deserialize_call_name<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Call>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
}

fn serialize_call_name<S: serde::Serializer>(bid: &Option<Call>, serializer: S) -> Result<S::Ok, S::Error> {
    bid.map(Call::bid_text).serialize(serializer)
}

/// Results of a contract without the talon and with it. For a misère that fails, the number of tricks is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ContractResults {
    /// Seat that declares.
    pub declarer: Seat,
    /// Contract.
    pub contract: Contract,
    /// Result without the talon.
    pub hand: Outcome,
    /// Result with the talon and the best discard for this contract.
    pub talon: Outcome,
}

impl Analyst {
    /// Solves the auction in which every seat makes the call that gains it most, with the talon, the discard, the
    /// decisions before the play and the play taken into account.
    ///
    /// Among calls that gain the same, a pass is preferred, then the first allowed call. A seat that offers for the
    /// talon offers one more than the last offer; if the rules let each seat offer only once, any higher sum. Offers so
    /// high that the seat would gain less by declaring than in any other course of the hand are left out.
    ///
    /// # Errors
    /// If the deal is incomplete, or the rules have no auction or no payment for its results.
    ///
    /// ```
    /// # use preference::{Analyst, Contract, Deal, Seat, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "austrian".parse()?;
    /// use preference::questions::par::ParOptions;
    /// let par = Analyst::new().par(&Situation::new(rules, deal), &ParOptions::default())?;
    /// assert_eq!(par.declarer, Some(Seat::Forehand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn par(&mut self, situation: &Situation, options: &ParOptions) -> Result<ParAnswer, QuestionError> {
        let (rules, deal) = (situation.rules(), situation.deal_before_exchange()?);
        // Contracts with the talon take longer to solve than contracts from the hand, so they are started
        // first.
        let parts: Vec<(Seat, bool)> =
            [false, true].into_iter().flat_map(|hand| Seat::ALL.map(|seat| (seat, hand))).collect();
        let values = self.solve_each(&parts, |solver, &(seat, from_hand)| {
            contract_outcomes(solver, rules, &deal, seat, from_hand)
        });
        self.with_leaf_pool(rules, options.model, |solver, pool| {
            let (auction, _) = situation.auction()?;
            let mut auctions = Auctions::new(solver, pool, situation, *options, &values)?;
            let AuctionResult { calls, end, gains } = auctions.solve_auction(&auction)?;
            let (declarer, game, then) = match end {
                AuctionEnd::Played { bid, value, usurped } => {
                    let declarer = value.declaration.declarer;
                    let decisions = if usurped {
                        Vec::new()
                    } else {
                        solve_decisions_before(solver, situation, &value, options.model)?
                    };
                    (Some(declarer), Some(par_game(bid, &value, usurped, decisions)), None)
                }
                AuctionEnd::GivenUp(dealer) => (Some(dealer), None, Some(NoDeclarer::GivenUp)),
                AuctionEnd::Passed(then) => (None, None, Some(NoDeclarer::Passed(then))),
            };
            let makes = list_contract_results(&values);
            let rules = rules.label().to_owned();
            let (callers, calls) = calls.into_iter().unzip();
            Ok(ParAnswer {
                deal: deal.into(),
                rules,
                model: options.model,
                calls,
                callers,
                declarer,
                game,
                then,
                gains,
                makes,
            })
        })
    }
}

fn par_game(bid: Option<Call>, value: &ContractValue, usurped: bool, decisions: Vec<Decision>) -> ParGame {
    let Declaration { contract, from_hand, .. } = value.declaration;
    ParGame {
        bid,
        hand: from_hand,
        contract,
        discard: value.discard,
        usurped,
        outcome: value.outcome,
        decisions,
    }
}

fn solve_decisions_before(
    solver: &mut Solver,
    situation: &Situation,
    value: &ContractValue,
    model: Model,
) -> Result<Vec<Decision>, QuestionError> {
    let declared = situation.clone().with_declaration(value.declaration);
    let after_discard = match value.discard {
        Some(discard) => declared.with_discard(discard),
        None => declared,
    };
    Ok(solve_decisions(solver, &after_discard, model.into())?.decisions)
}

fn list_contract_results(values: &[ContractOutcomes]) -> Vec<ContractResults> {
    // Of contracts that are played alike only the first is listed.
    let mut makes: Vec<ContractResults> = Vec::new();
    for ((Declaration { contract, declarer, .. }, talon), (_, hand)) in
        outcomes(values, false).zip(outcomes(values, true))
    {
        let like = contract.played_as();
        if !makes.iter().any(|other| other.declarer == declarer && other.contract.played_as() == like) {
            makes.push(ContractResults { declarer, contract, hand, talon });
        }
    }
    makes
}

fn outcomes(values: &[ContractOutcomes], from_hand: bool) -> impl Iterator<Item = (Declaration, Outcome)> {
    let outcomes = values.iter().flat_map(ContractOutcomes::outcomes);
    outcomes.filter(move |(declaration, _)| declaration.from_hand == from_hand)
}

question_type!(
    ParQuestion "par", ParOptions => ParAnswer, |analyst, situation, options| analyst.par(situation, options),
    const EXAMPLE: Example = Example { question: r#"{"deal":"DEAL","model":"tricks"}"#, part: "/gains", shows: r#"{"F":6,"M":2,"R":2,"pot":-10}"# };,
    fn deal(&self) -> Option<&str> { self.deal.as_deref() }
);

#[cfg(test)]
mod tests;
