//! The result of each contract after each discard, with all cards known.
use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::Layout;
use crate::gains::decisions::contract_gains;
use crate::gains::payoffs::Model;
use crate::order::{ranks_by, sorted_indices_by_key};
use crate::outcomes::discards::{DiscardKey, discard_key, discard_pairs, group_discards};
use crate::outcomes::only_moves::count_only_moves;
use crate::outcomes::outcome::{Outcome, SolveDetail};
use crate::questions::cards::GainBasis;
use crate::questions::contract_selection::ContractSelection;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::Amount;
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::DiscardCount;
use crate::situation::form::word_values;

/// Criterion that orders discards and contracts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum DiscardCriterion {
    /// A made contract before one that fails, then tricks over the target.
    #[default]
    Tricks,
    /// A made contract before one that fails, then the value of the contract.
    Made,
    /// Gain of the declarer.
    Gain,
}

word_values!(DiscardCriterion);

/// Options of the question `talon`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalonOptions {
    /// Contracts for which the discards are evaluated. Each must have a price if gains are compared.
    pub contracts: ContractSelection,
    /// Detail of the results of each contract.
    pub goal: SolveDetail,
    /// Criterion that orders the discards.
    pub by: DiscardCriterion,
    /// Model of the defenders' decisions and play, which matters only if gains are compared.
    pub model: Model,
    /// Discards per contract whose gain is solved, starting with the best in tricks; equivalent discards count as one
    /// if all cards are known.
    pub discards: usize,
    /// Number of random layouts of the other hands; `None` if these are known.
    pub unknown_defence: Option<u64>,
    /// Random seed.
    pub seed: u64,
    /// Whether the answer has the depth of each contract.
    pub depth: bool,
}

impl Default for TalonOptions {
    fn default() -> TalonOptions {
        TalonOptions {
            contracts: ContractSelection::All,
            goal: SolveDetail::Tricks,
            by: DiscardCriterion::Tricks,
            model: Model::Selfish,
            discards: DiscardCount::DEFAULT,
            unknown_defence: None,
            seed: 1,
            depth: false,
        }
    }
}

/// Value of each discard of one declarer for each contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TalonAnswer {
    /// Cards as they were dealt.
    pub deal: Layout,
    /// Name of the rules.
    pub rules: String,
    /// Seat that takes the talon.
    pub declarer: Seat,
    /// Criterion and model, if gains are compared.
    #[serde(flatten)]
    pub weighed: Option<GainBasis>,
    /// All possible discards: 66, or 45 under rules with `discard_first`.
    #[cfg_attr(feature = "schema", schemars(length(min = 45, max = 66)))]
    pub discards: Vec<DiscardResult>,
    /// Best discards for each contract.
    pub best: Vec<BestDiscards>,
    /// Best contract and the discard for it; null if no contract was asked for.
    pub choice: Option<TalonChoice>,
    /// Results of the same contracts without the talon.
    pub hand: Vec<ContractResult>,
    /// Gain of the choice minus the gain of the best contract without the talon; present only if gains are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub talon_worth: Option<Amount>,
}

/// Discard, and the result of each contract after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiscardResult {
    /// The two cards that are laid aside.
    #[serde(rename = "discard")]
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub cards: Cards,
    /// Number of the discard's group, from 1: discards of one group are equivalent in the play.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 66)))]
    pub group: u8,
    /// Rank of the discard over all contracts of the question: 1 for the best, equally good ones share a rank. The
    /// number of contracts made comes first, then the sum of the declarer's tricks, in which tricks of a misère count
    /// as negative. If gains are compared, this is the rank of the discard's highest gain; absent if no gain was
    /// calculated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 66)))]
    pub rank: Option<u8>,
    /// Results, one for each contract, in the order of the question.
    pub results: Vec<DiscardOutcome>,
}

/// Result of a contract after a discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiscardOutcome {
    /// Contract.
    pub contract: Contract,
    /// Tricks for the declarer, and whether the contract is made.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Gain of the declarer; present only if gains are compared, and only for the discards with the best tricks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Amount>,
    /// Rank of the discard for this contract: 1 for the best, equally good ones share a rank. If gains are compared, it
    /// is absent if the gain was not calculated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 66)))]
    pub rank: Option<u8>,
}

impl DiscardOutcome {
    fn preference(&self, by: DiscardCriterion) -> (Option<Amount>, (bool, i16)) {
        (self.gain.filter(|_| by == DiscardCriterion::Gain), self.outcome.rank(self.contract))
    }
}

impl DiscardResult {
    fn preference(&self, by: DiscardCriterion) -> (Option<Amount>, usize, i16) {
        // The tricks of a misère count as negative.
        if by == DiscardCriterion::Gain {
            return (self.results.iter().filter_map(|result| result.gain).max(), 0, 0);
        }
        let made = self.results.iter().filter(|result| result.outcome.made).count();
        let tricks = self.results.iter().map(|result| result.outcome.trick_value(result.contract)).sum();
        (None, made, tricks)
    }
}

impl From<DiscardOutcome> for ContractResult {
    fn from(DiscardOutcome { contract, outcome, gain, .. }: DiscardOutcome) -> ContractResult {
        ContractResult { contract, outcome, gain }
    }
}

/// Result of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ContractResult {
    /// Contract.
    pub contract: Contract,
    /// Tricks for the declarer, and whether the contract is made.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Gain of the declarer; present only if gains are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Amount>,
}

/// Best result of a contract over all discards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BestDiscards {
    /// Result of the contract.
    #[serde(flatten)]
    pub result: ContractResult,
    /// Rank of the contract among all contracts of the question: 1 for the best, equally good ones share a rank.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 66)))]
    pub rank: u8,
    /// Discards that reach this result.
    #[cfg_attr(feature = "schema", schemars(length(min = 1), inner(length(equal = 2))))]
    pub discards: Vec<Cards>,
    /// Number of turns in a row, the discard among them, at which only one choice makes the contract; 0 if several
    /// discards make it, or none does. Equivalent discards and cards count as one. Absent unless it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(max = 11)))]
    pub depth: Option<u8>,
}

/// Best contract, and the discard for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TalonChoice {
    /// Result of the contract.
    #[serde(flatten)]
    pub result: ContractResult,
    /// The two cards that are laid aside.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
}

impl Analyst {
    /// Solves the result of each contract after each discard of the declarer, with all cards known.
    ///
    /// # Errors
    /// If the declarer is missing, the deal is incomplete, or the criterion is the gain and a contract has no price.
    ///
    /// ```
    /// # use preference::{Analyst, Contract, Deal, Seat, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "austrian".parse()?;
    /// use preference::questions::talon::TalonOptions;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand);
    /// let talon = Analyst::new().talon(&hand, &TalonOptions::default())?;
    /// assert_eq!(talon.choice.ok_or("there are contracts")?.discard, "H9 C7".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn talon(
        &mut self,
        situation: &Situation,
        options: &TalonOptions,
    ) -> Result<TalonAnswer, QuestionError> {
        let (deal, declarer) = (situation.deal_before_exchange()?, situation.declarer()?);
        situation.declarers()?;
        let rules = situation.rules();
        let contracts = options.contracts.contracts(rules);
        let mut discards = self.solve_discards(situation, &contracts, options.goal)?;
        let (mut discards, hand) = self.with_solver(|solver| {
            let mut hand =
                solve_results(solver, &situation.clone().with_play_from_hand(), &contracts, options.goal)?;
            if options.by == DiscardCriterion::Gain {
                add_gains(solver, situation, &mut discards, options)?;
                for result in &mut hand {
                    let declaration = Declaration { contract: result.contract, declarer, from_hand: true };
                    let gains = contract_gains(
                        solver,
                        &situation.clone().with_declaration(declaration),
                        options.model,
                    )?;
                    result.gain = Some(gains.seats[declarer]);
                }
            }
            Ok::<_, QuestionError>((discards, hand))
        })?;
        rank_discards(&mut discards, options.by);
        let mut best = best_discards(rules, &discards, options.by);
        if options.depth {
            for (n, best) in best.iter_mut().enumerate() {
                best.depth = Some(self.depth(situation, &discards, n)?);
            }
        }
        let chosen = best.iter().find(|best| best.rank == 1);
        let best_from_hand = hand
            .iter()
            // Of equal results the first counts, and `max_by_key` returns the last.
            .rev()
            .max_by_key(|result| contract_preference(rules, result, DiscardCriterion::Gain, true));
        let talon_worth = || Some(chosen?.result.gain? - best_from_hand?.gain?);
        Ok(TalonAnswer {
            deal: deal.into(),
            rules: rules.label().to_owned(),
            declarer,
            weighed: (options.by == DiscardCriterion::Gain).then(|| GainBasis::new(options.model)),
            talon_worth: talon_worth(),
            choice: chosen.and_then(|chosen| {
                Some(TalonChoice { result: chosen.result, discard: *chosen.discards.first()? })
            }),
            discards,
            best,
            hand,
        })
    }

    /// Of the contract with number `n`.
    fn depth(
        &mut self,
        situation: &Situation,
        discards: &[DiscardResult],
        n: usize,
    ) -> Result<u8, QuestionError> {
        let mut winning = discards.iter().filter(|discard| discard.results[n].outcome.made);
        let Some(only) = winning.next() else { return Ok(0) };
        if winning.any(|other| other.group != only.group) {
            return Ok(0);
        }
        let declaration = Declaration {
            contract: only.results[n].contract,
            declarer: situation.declarer()?,
            from_hand: false,
        };
        let play = situation.clone().with_discard(only.cards).play_with(declaration)?;
        Ok(1 + self.with_solver(|solver| count_only_moves(solver, &play, true)))
    }

    fn solve_discards(
        &mut self,
        situation: &Situation,
        contracts: &[Contract],
        goal: SolveDetail,
    ) -> Result<Vec<DiscardResult>, QuestionError> {
        // By suit S H D C, from the ace down; discards that leave the same play are solved once.
        let (deal, declarer) = (situation.deal()?, situation.declarer()?);
        let groups = group_discards(&deal, declarer, discard_pairs(situation.rules(), &deal, declarer));
        let mut plays = Vec::new();
        // All discards of one contract follow each other, since their positions have much in common.
        for &contract in contracts {
            let declaration = Declaration { contract, declarer, from_hand: false };
            for group in &groups {
                plays.push(situation.clone().with_discard(group[0]).play_with(declaration)?);
            }
        }
        self.progress().begin(plays.len() as u64);
        let outcomes = self.solve_each(&plays, |solver, play| goal.solve_outcome(solver, play));
        let discards = discard_pairs(situation.rules(), &deal, declarer).map(|cards| {
            let group =
                groups.iter().position(|group| group.contains(&cards)).expect("every discard is in a group");
            let results = contracts.iter().enumerate().map(|(n, &contract)| {
                let outcome = outcomes[n * groups.len() + group];
                DiscardOutcome { contract, outcome, gain: None, rank: None }
            });
            DiscardResult { cards, group: group as u8 + 1, rank: None, results: results.collect() }
        });
        Ok(discards.collect())
    }
}

/// Without another exchange.
pub(crate) fn solve_results(
    solver: &mut Solver,
    situation: &Situation,
    contracts: &[Contract],
    goal: SolveDetail,
) -> Result<Vec<ContractResult>, QuestionError> {
    let (declarer, from_hand) = (situation.declarer()?, situation.is_from_hand());
    contracts
        .iter()
        .map(|&contract| {
            let play = situation.play_with(Declaration { contract, declarer, from_hand })?;
            Ok(ContractResult { contract, outcome: goal.solve_outcome(solver, &play), gain: None })
        })
        .collect()
}

fn add_gains(
    solver: &mut Solver,
    situation: &Situation,
    discards: &mut [DiscardResult],
    options: &TalonOptions,
) -> Result<(), QuestionError> {
    // Discards with the same key pay the same: they share one gain, and count as one discard.
    let (deal, declarer) = (situation.deal()?, situation.declarer()?);
    for n in 0..discards.first().map_or(0, |discard| discard.results.len()) {
        let result = |place: usize| &discards[place].results[n];
        let order = sorted_indices_by_key(discards.len(), |place| {
            Reverse(result(place).outcome.rank(result(place).contract))
        });
        let mut gains: Vec<(DiscardKey, Amount)> = Vec::new();
        for place in order {
            let discard = &mut discards[place];
            let key = discard_key(&deal, declarer, discard.cards);
            let gain = match gains.iter().find(|&&(other, _)| other == key) {
                Some(&(_, gain)) => gain,
                None if gains.len() == options.discards => continue,
                None => {
                    let contract = discard.results[n].contract;
                    let gain = gain_after_discard(solver, situation, contract, discard.cards, options.model)?;
                    gains.push((key, gain));
                    gain
                }
            };
            discard.results[n].gain = Some(gain);
        }
    }
    Ok(())
}

pub(crate) fn gain_after_discard(
    solver: &mut Solver,
    situation: &Situation,
    contract: Contract,
    discard: Cards,
    model: Model,
) -> Result<Amount, QuestionError> {
    let declarer = situation.declarer()?;
    let declaration = Declaration { contract, declarer, from_hand: false };
    let laid = situation.clone().with_declaration(declaration).with_discard(discard);
    Ok(contract_gains(solver, &laid, model)?.seats[declarer])
}

fn rank_discards(discards: &mut [DiscardResult], by: DiscardCriterion) {
    // Without a solved gain a discard has no rank by gain.
    for n in 0..discards.first().map_or(0, |discard| discard.results.len()) {
        let preferences: Vec<_> = discards.iter().map(|discard| discard.results[n].preference(by)).collect();
        let ranks = ranks_by(discards.len(), &|one, other| preferences[other].cmp(&preferences[one]));
        for (discard, rank) in discards.iter_mut().zip(ranks) {
            let result = &mut discard.results[n];
            result.rank = (by != DiscardCriterion::Gain || result.gain.is_some()).then_some(rank);
        }
    }
    let preferences: Vec<_> = discards.iter().map(|discard| discard.preference(by)).collect();
    let ranks = ranks_by(discards.len(), &|one, other| preferences[other].cmp(&preferences[one]));
    for (discard, rank) in discards.iter_mut().zip(ranks) {
        let is_compared =
            by != DiscardCriterion::Gain || discard.results.iter().any(|result| result.gain.is_some());
        discard.rank = is_compared.then_some(rank);
    }
}

fn best_discards(rules: &Variant, discards: &[DiscardResult], by: DiscardCriterion) -> Vec<BestDiscards> {
    let contracts = discards.first().map_or(0, |discard| discard.results.len());
    let best_of = |n: usize| -> Vec<&DiscardResult> {
        discards.iter().filter(|discard| discard.results[n].rank == Some(1)).collect()
    };
    let best: Vec<Vec<&DiscardResult>> = (0..contracts).map(best_of).collect();
    let results: Vec<ContractResult> =
        best.iter().enumerate().map(|(n, best)| best[0].results[n].into()).collect();
    let preference = |n: usize| contract_preference(rules, &results[n], by, false);
    let ranks = ranks_by(contracts, &|one, other| preference(other).cmp(&preference(one)));
    let named = best.iter().map(|best| best.iter().map(|discard| discard.cards).collect());
    named
        .zip(results.iter().zip(ranks))
        .map(|(discards, (&result, rank))| BestDiscards { result, rank, discards, depth: None })
        .collect()
}

/// Compared part by part; greater is better: the gain, whether the contract is made, the tricks over the target, the
/// value, and again the tricks over the target. Parts that do not count are the same for all results.
type ContractPreference = (Option<Amount>, bool, i8, Option<u8>, i8);

fn contract_preference(
    rules: &Variant,
    result: &ContractResult,
    by: DiscardCriterion,
    from_hand: bool,
) -> ContractPreference {
    // Ties are broken by the tricks over the target and then by the value of the contract; with the criterion `Made`
    // by the value first.
    let outcome = result.outcome;
    let target = rules.target(result.contract, from_hand);
    let margin = outcome.tricks.and_then(|tricks| target.margin(tricks));
    let over = margin.unwrap_or(-i8::from(!outcome.made));
    let books = rules.settlement().books.as_ref();
    let value = rules.value(result.contract).or_else(|| books?.price(result.contract));
    match by {
        DiscardCriterion::Tricks => (None, outcome.made, over, value, 0),
        DiscardCriterion::Made => (None, outcome.made, 0, value, over),
        DiscardCriterion::Gain => (result.gain, outcome.made, over, value, 0),
    }
}

impl TalonAnswer {
    /// The twelve cards of the declarer.
    ///
    /// # Panics
    /// Never: the cards are those of a whole deal.
    #[must_use]
    pub fn twelve(&self) -> Cards {
        let deal = self.deal.deal().expect("the talon is of a whole deal");
        deal.hand(self.declarer) | deal.talon()
    }
}
