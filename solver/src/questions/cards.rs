//! The result of each legal card: tricks, or gains.
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::Card;
use crate::deal::Layout;
use crate::gains::expected_result;
use crate::gains::expected_result::ExpectedResult;
use crate::gains::payoffs::{Model, Preferences};
use crate::order::ranks_by;
use crate::outcomes::equal_play::is_play_equal;
use crate::outcomes::only_moves::count_only_moves;
use crate::outcomes::outcome::{Outcome, margin};
use crate::questions::played_tricks::{PlayedTrick, last_trick};
use crate::questions::question_list::QuestionList;
use crate::questions::question_type::{Cost, Example, FormResult, QuestionType, question_type};
use crate::rules::contract::{Contract, contract_or_pass};
use crate::rules::payment::PaymentScheme;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Amount, Gains, SettlementError};
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::situation::field_types::{ContractName, OneOrMany, WholeNumber};
use crate::situation::form::{FormPart, form, word_values};
use crate::situation::groups::{CommonFields, DecisionFields, PaymentFields, PositionFields};
#[cfg(feature = "clap")]
use crate::situation::groups::{PAYMENT_HEADING, POSITION_HEADING};
use crate::situation::play::{Play, PlayState};

form! {
    /// Play of a contract or after all have passed, and the criterion by which the cards are compared.
    pub struct PlayFields {
        /// Cards of the deal.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub deal: Option<String>,
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno; or allpass, the play without a
        /// declarer after all have passed.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "CONTRACT", required = true))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub contract: Option<ContractName>,
        /// Seat that declares; to be left out for allpass.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
        pub declarer: Option<Seat>,
        /// The game is played from the hand, that is, without the talon (raises some targets).
        #[cfg_attr(feature = "clap", arg(long))]
        pub hand: bool,
        /// The two cards that the declarer laid aside; the deal is given as it was dealt, before the exchange.
        #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub discard: Option<OneOrMany<Card>>,
        /// Position.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub position: PositionFields,
        /// For allpass: cards of the talon in the order in which they are led [default: as listed].
        #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub talon_order: Option<OneOrMany<Card>>,
        /// Numbers of cards: the question is answered for each of these positions, after that number of the cards
        /// in played.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<WholeNumber<0, 32>>"))]
        pub at: Vec<WholeNumber<0, 32>>,
        /// Criterion by which the cards are compared [default: tricks].
        #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT"))]
        pub by: Option<PlayCriterion>,
        /// Model of the defenders' decisions and play [default: selfish].
        #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
        pub model: Option<Model>,
        /// Pot and table.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub payment: PaymentFields,
        /// Decisions before the play.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub decisions: DecisionFields,
        /// For allpass, if gains are compared: number of passed-out deals in a row, this one included [default: 1].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = PAYMENT_HEADING))]
        pub progression: Option<WholeNumber<1, 255>>,
    }
}

form! {
    /// Evaluate each legal card in any position.
    pub struct CardsQuestion {
        /// Play of a contract, and the criterion by which the cards are compared.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub play: PlayFields,
        /// Count the turns at which only one card wins.
        #[cfg_attr(feature = "clap", arg(long))]
        pub depth: bool,
    }
}

/// Criterion by which the legal cards are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum PlayCriterion {
    /// Number of tricks of the declarer, with the defenders playing as one side; after all have passed, number of
    /// tricks of each seat, where few are better.
    #[default]
    Tricks,
    /// Gains from the payment of the hand, if the players decide and play by the model.
    Gain,
}

word_values!(PlayCriterion);

/// Options of the questions `cards` and `line`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayOptions {
    /// Criterion by which the legal cards are compared.
    pub by: PlayCriterion,
    /// Model of the defenders' decisions and play, which matters only if the criterion is the gain.
    pub model: Model,
}

/// Options of the question `cards`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardsOptions {
    /// Criterion and model.
    pub play: PlayOptions,
    /// Whether the answer has the depth.
    pub depth: bool,
}

impl PlayFields {
    pub(super) fn options(self, situation: Situation) -> FormResult<PlayOptions> {
        let by = self.by.unwrap_or_default();
        let situation = situation.with_contract_fields(self.contract, self.declarer, self.hand)?;
        // When all have passed and four are at the table, the dealer's cards can win tricks.
        let played_by_four = |name: &&str| situation.is_all_passed() && *name == "four";
        let payment = self.payment.given();
        let only_by_gain = self
            .first_given(&["model"])
            .or(payment.first().copied().filter(|name| !played_by_four(name)))
            .or(self.decisions.given().first().copied())
            .or(self.first_given(&["progression"]));
        if let Some(name) = only_by_gain.filter(|_| by == PlayCriterion::Tricks) {
            return Err(only_by_gain_error(name));
        }
        if situation.is_all_passed() {
            situation.check_all_passed(&self.decisions, &self.payment)?;
        } else {
            check_contract(&situation)?;
            if let Some(name) = self.first_given(&["progression", "talon_order"]) {
                return Err(QuestionError::not_here(name, "it affects only allpass"));
            }
        }
        let situation = situation
            .with_discarded(self.discard)?
            .with_position(&self.position)?
            .with_talon_leads(self.talon_order)
            .with_decision_fields(&self.decisions)?
            .with_payment(&self.payment)
            .with_progression(self.progression)
            .check_effects()?;
        Ok((situation, PlayOptions { by, model: self.model.unwrap_or_default() }))
    }
}

pub(super) fn only_by_gain_error(name: &'static str) -> QuestionError {
    let why = "it affects only the payment: compare by gain";
    QuestionError::new(ErrorCode::NotHere, name, Problem::NeedsOtherField(why))
}

pub(super) fn check_contract(situation: &Situation) -> Result<(), QuestionError> {
    situation.declaration().map(|_| ())
}

/// Value of each legal card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardsAnswer {
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
    /// Seat to move; null when the hand is over.
    pub to_move: Option<Seat>,
    /// Trick to which the last card was played; null before the first card.
    pub trick: Option<PlayedTrick>,
    /// Card of the talon that leads to the trick of the next card; absent if a seat leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub talon_card: Option<Card>,
    /// Tricks that each seat has taken.
    #[cfg_attr(feature = "schema", schemars(with = "BySeat<crate::tables::schema::values::Tricks>"))]
    pub taken: BySeat<u8>,
    /// Whether all play from here on is equal: whatever legal cards the seats play, the number of tricks of the
    /// declarer stays the same or, if gains are compared or all have passed, that of each seat. Absent if the hand is
    /// over, or a card of the talon is still to lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_equal: Option<bool>,
    /// Number of turns, one after the other and beginning with this one, at which only one card wins for the side to
    /// move: the contract is made or, for the defenders, fails. The other side makes the series as long as it can.
    /// Absent if it is not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub depth: Option<u8>,
    /// Legal cards, by suit S H D C, from the ace down.
    pub cards: Vec<CardValue>,
}

/// Contract that is played, and its declarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayedContract {
    /// Seat that declares; null when all have passed.
    pub declarer: Option<Seat>,
    /// Contract, or `allpass`.
    #[serde(with = "contract_or_pass")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::tables::schema::values::ContractOrPass"))]
    pub contract: Option<Contract>,
}

/// The value of `by` if gains are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum GainWord {
    /// Gains are compared.
    Gain,
}

impl From<&PlayState> for PlayedContract {
    fn from(state: &PlayState) -> PlayedContract {
        match state {
            PlayState::Contract(play) => {
                PlayedContract { declarer: Some(play.declarer()), contract: Some(play.contract()) }
            }
            PlayState::AllPassed { .. } => PlayedContract { declarer: None, contract: None },
        }
    }
}

/// Criterion and model of a comparison of gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GainBasis {
    /// Criterion by which the cards are compared.
    by: GainWord,
    /// Model of the defenders' decisions and play.
    pub model: Model,
}

impl GainBasis {
    /// The criterion `gain` with this model.
    #[must_use]
    pub const fn new(model: Model) -> GainBasis {
        GainBasis { by: GainWord::Gain, model }
    }
}

/// Value of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CardValue {
    /// Card.
    pub card: Card,
    /// Result when the card is played.
    #[serde(flatten)]
    pub value: PlayValue,
    /// Whether no other card is better for the seat to move.
    pub best: bool,
    /// Rank of the card for the seat to move: 1 for the best, equally good ones share a rank.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10)))]
    pub rank: u8,
    /// Cost for the side that plays the card; absent for a best card, and if gains are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<CardCost>,
    /// Number of the declarer's tricks above the target, negative below it; in misère the negative of the declarer's
    /// tricks. Null for contracts that do not count tricks (run6, uno), if gains are compared, and after all have
    /// passed.
    #[cfg_attr(feature = "schema", schemars(range(min = -10, max = 10)))]
    pub margin: Option<i8>,
}

/// Cost of a card against a best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CardCost {
    /// Number of tricks that this side loses or, after all have passed, takes in addition; absent for contracts that do
    /// not count tricks (run6, uno).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub tricks: Option<u8>,
    /// Whether the card loses the contract for this side: with a best card the declarer would make the contract, or
    /// the defenders would defeat it, but with this card they do not.
    pub decides: bool,
}

impl CardCost {
    fn between(best: &PlayValue, value: &PlayValue, mover: Seat) -> Option<CardCost> {
        match (best, value) {
            (PlayValue::Declarer(best), PlayValue::Declarer(outcome)) => {
                let tricks = best.tricks.zip(outcome.tricks).map(|(best, tricks)| best.abs_diff(tricks));
                Some(CardCost { tricks, decides: best.made != outcome.made })
            }
            (
                PlayValue::Everybody { tricks: Some(best), gains: None },
                PlayValue::Everybody { tricks: Some(tricks), .. },
            ) => Some(CardCost { tricks: Some(best[mover].abs_diff(tricks[mover])), decides: false }),
            _ => None,
        }
    }
}

/// Result of a play when every player plays best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum PlayValue {
    /// Result for the declarer, with the defenders playing as one side.
    Declarer(Outcome),
    /// Results for all seats, if gains are compared or all have passed.
    Everybody {
        /// Number of tricks of each seat over the whole hand; null if only the result of the contract is known (run6,
        /// and uno in the model `tricks`).
        #[cfg_attr(
            feature = "schema",
            schemars(with = "Option<BySeat<crate::tables::schema::values::Tricks>>")
        )]
        tricks: Option<BySeat<u8>>,
        /// Gains of all players and the pot, if gains are compared.
        #[serde(skip_serializing_if = "Option::is_none")]
        gains: Option<Gains>,
    },
}

impl PlayValue {
    const fn outcome(&self) -> Option<Outcome> {
        match self {
            PlayValue::Declarer(outcome) => Some(*outcome),
            PlayValue::Everybody { .. } => None,
        }
    }
}

pub(super) struct PlayQuery {
    pub(super) state: PlayState,
    pub(super) options: PlayOptions,
}

impl PlayQuery {
    pub(super) fn new(situation: &Situation, options: PlayOptions) -> Result<PlayQuery, QuestionError> {
        let state = situation.play_state()?;
        if options.by == PlayCriterion::Gain {
            situation.hand_as_dealt()?;
            check_nobody_drops_out(situation)?;
            check_all_tricks_taken(situation, &state)?;
            if situation.is_all_passed() {
                expected_result::check_price(situation.rules(), &situation.hand())?;
            }
        }
        Ok(PlayQuery { state, options })
    }

    /// A contract valued by tricks has two sides; other plays have three.
    pub(super) fn two_sided_play(&self) -> Option<&Play> {
        match &self.state {
            PlayState::Contract(play) if self.options.by == PlayCriterion::Tricks => Some(play),
            _ => None,
        }
    }

    pub(super) fn preferences(&self) -> Preferences {
        self.options.model.into()
    }

    pub(super) fn gain_basis(&self) -> Option<GainBasis> {
        (self.options.by == PlayCriterion::Gain).then(|| GainBasis::new(self.options.model))
    }

    pub(super) fn value(&self, expected: ExpectedResult) -> PlayValue {
        let gains = expected.gains.filter(|_| self.options.by == PlayCriterion::Gain);
        PlayValue::Everybody { tricks: expected.tricks, gains }
    }

    fn compare_cards(&self, situation: &Situation, values: Vec<(Card, PlayValue)>) -> Vec<CardValue> {
        let contract = PlayedContract::from(&self.state).contract;
        let preferences: Vec<_> = values.iter().map(|(_, value)| self.preference(value)).collect();
        let ranks = ranks_by(values.len(), &|one, other| preferences[other].cmp(&preferences[one]));
        let best = ranks.iter().position(|&rank| rank == 1);
        let best_value = best.map(|place| values[place].1.clone());
        let mover = self.state.position().to_move();
        let compared = values.into_iter().zip(ranks).map(|((card, value), rank)| {
            let outcome = value.outcome();
            let is_best = rank == 1;
            let best_value = best_value.as_ref().filter(|_| !is_best);
            CardValue {
                card,
                cost: best_value.and_then(|best| CardCost::between(best, &value, mover)),
                value,
                best: is_best,
                rank,
                margin: contract
                    .zip(outcome)
                    .and_then(|(contract, outcome)| margin(situation, contract, outcome)),
            }
        });
        compared.collect()
    }

    fn preference(&self, value: &PlayValue) -> (Option<Amount>, Option<i64>) {
        // Gains are compared if they are known, otherwise the result of the contract and then tricks or, after all
        // have passed, tricks alone.
        let PlayedContract { declarer, contract } = PlayedContract::from(&self.state);
        let seat = self.state.position().to_move();
        match value {
            PlayValue::Declarer(outcome) => {
                let (made, tricks) = contract.map_or((false, 0), |contract| outcome.rank(contract));
                // Making the contract outweighs any difference in tricks.
                let rank = 100 * i64::from(made) + i64::from(tricks);
                (None, Some(if Some(seat) == declarer { rank } else { -rank }))
            }
            PlayValue::Everybody { tricks, gains } => {
                let gain = gains.as_ref().map(|gains| match declarer {
                    // The defenders share their tricks evenly, so only the declarer's loss counts for them.
                    Some(declarer) if self.options.model == Model::Tricks && seat != declarer => {
                        -gains.seats[declarer]
                    }
                    declarer => self.options.model.utility(seat, declarer, gains)[0],
                });
                // If there are no gains, the seat prefers few tricks of its own.
                let few = tricks.filter(|_| gain.is_none()).map(|tricks| -i64::from(tricks[seat]));
                (gain, few)
            }
        }
    }
}

/// Under rules with books (Russian) a defender who does not whist passes, and a whister plays that defender's cards.
pub(super) fn check_nobody_drops_out(situation: &Situation) -> Result<(), QuestionError> {
    let (rules, hand) = (situation.rules(), situation.hand());
    match (rules.settlement().by, hand.declaration, hand.decisions.out.iter().next()) {
        (Some(PaymentScheme::Books), Some(declaration), Some(seat)) => {
            let rules = rules.label().to_owned();
            Err(SettlementError::NoDropping { seat, contract: declaration.contract, rules }.into())
        }
        _ => Ok(()),
    }
}

/// The payment depends on the winners of all earlier tricks.
pub(super) fn check_all_tricks_taken(situation: &Situation, state: &PlayState) -> Result<(), QuestionError> {
    let before = state.tricks_taken().0.iter().sum::<u8>();
    let tricks_left = state.position().tricks_left();
    let of_the_dealer = situation.hand().max_dealer_tricks(situation.rules());
    if (10 - of_the_dealer..=10).contains(&(before + tricks_left)) {
        return Ok(());
    }
    Err(QuestionError::new(ErrorCode::Missing, "taken", Problem::NotAllTaken { left: tricks_left, before }))
}

/// The legal cards by suit S H D C, from the ace down, each with its outcome.
pub(super) fn solve_outcomes(solver: &mut Solver, play: &Play) -> Vec<(Card, Outcome)> {
    play.position().legal_cards().iter().map(|card| (card, play.play_after(card).outcome(solver))).collect()
}

impl Analyst {
    /// The result of each legal card of the seat to move.
    ///
    /// # Errors
    /// If a fact is missing, the position is impossible, or the criterion is the gain and the hand has no price.
    ///
    /// ```
    /// # use preference::{Analyst, Contract, Deal, Seat, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "austrian".parse()?;
    /// use preference::questions::cards::CardsOptions;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_contract("D".parse::<Contract>()?);
    /// let hand = hand.with_cards_played(vec!["SA".parse()?, "ST".parse()?, "S9".parse()?, "HA".parse()?]);
    /// let cards = Analyst::new().cards(&hand, &CardsOptions::default())?;
    /// assert_eq!((cards.to_move, cards.cards.len()), (Some(Seat::Middlehand), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cards(
        &mut self,
        situation: &Situation,
        options: &CardsOptions,
    ) -> Result<CardsAnswer, QuestionError> {
        let query = PlayQuery::new(situation, options.play)?;
        let position = query.state.position();
        let values: Vec<(Card, PlayValue)> = match query.two_sided_play() {
            Some(play) => {
                let outcomes = self.with_solver(|solver| solve_outcomes(solver, play));
                outcomes.into_iter().map(|(card, outcome)| (card, PlayValue::Declarer(outcome))).collect()
            }
            None => {
                let preferences = query.preferences();
                let cards = self.with_solver(|solver| {
                    expected_result::solve_cards(solver, situation, &query.state, preferences)
                })?;
                cards.into_iter().map(|(card, expected)| (card, query.value(expected))).collect()
            }
        };
        let before = situation.clone().with_cards_played(Vec::new()).play_state()?;
        let counted = query.two_sided_play().map_or(Seats::ALL, |play| Seats::from_seat(play.declarer()));
        let all_equal = self.with_solver(|solver| is_play_equal(solver, position, counted));
        let depth = match query.two_sided_play().filter(|_| options.depth) {
            Some(play) => {
                let declares = position.to_move() == play.declarer();
                Some(self.with_solver(|solver| count_only_moves(solver, play, declares)))
            }
            None => None,
        };
        Ok(CardsAnswer {
            deal: situation.layout()?,
            rules: situation.rules().label().to_owned(),
            played: PlayedContract::from(&query.state),
            weighed: query.gain_basis(),
            to_move: (!position.is_over()).then(|| position.to_move()),
            trick: last_trick(*before.position(), situation.cards_played()),
            talon_card: position.talon_leads().map(|talon| talon.led),
            taken: query.state.tricks_taken(),
            all_equal,
            depth,
            cards: query.compare_cards(situation, values),
        })
    }
}

impl CardsQuestion {
    fn options(self, situation: Situation) -> FormResult<CardsOptions> {
        let (situation, play) = self.play.options(situation)?;
        if self.depth && (situation.is_all_passed() || play.by == PlayCriterion::Gain) {
            return Err(QuestionError::not_here(
                "depth",
                "only a contract compared by tricks is won or lost",
            ));
        }
        Ok((situation, CardsOptions { play, depth: self.depth }))
    }
}

question_type!(
    CardsQuestion "cards", CardsOptions => CardsAnswer, |analyst, situation, options| analyst.cards(situation, options),
    const EXAMPLE: Example = Example { question: r#"{"deal":"DEAL","declarer":"F","contract":"D"}"#, part: "/cards/0/tricks", shows: r#"6"# };,
    const QUESTION_LIST: QuestionList = QuestionList::Points;,
    const COST: Cost = Cost::Fast;,
    const NEEDED_KEYS: &'static [&'static str] = &["deal", "contract"];,
    fn deal(&self) -> Option<&str> { self.play.deal.as_deref() }
);
