//! The answer of `review`: the steps of a played hand with their costs, and breaches of the rules.
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use crate::auction::AuctionError;
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::gains::decisions::Choice;
use crate::hand::DeclarationError;
use crate::position::PlayError;
use crate::rules::call::Call;
use crate::rules::contract::Contract;
use crate::seat::{BySeat, Seat};
use crate::settlement::{Amount, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;
use crate::situation::field_types::ContractName;

/// A call, discard, announcement, decision or card of a hand, with the best alternatives and its cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "{T}Step"))]
#[non_exhaustive]
pub struct Step<T> {
    /// Seat that took the step.
    pub seat: Seat,
    /// Step that was taken.
    pub done: T,
    /// Best steps, which may include the step that was taken. Discards and the cards of a contract are compared by
    /// tricks or, where tricks are not counted, by the result of the contract; all other steps are compared by gain, or
    /// by tricks if a passed-out hand has no price.
    pub best: Vec<T>,
    /// Number of tricks that the step cost the seat's side; absent where tricks are not counted.
    #[serde(rename = "tricks_lost", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub tricks: Option<u8>,
    /// Whether the step changed the result of the contract, from made to failed or the other way round.
    #[serde(rename = "decided")]
    pub turned: bool,
    /// Gain that the step cost the seat if all players decide and play on by the model; under the model `allied`
    /// a defender's step counts for both defenders together. If a lone whister plays the cards of the defender
    /// who passed, the cost is that of the whister. Absent if the hand has no price, and for cards of defenders in
    /// the model `tricks`, in which they share their tricks evenly.
    #[serde(rename = "gain_lost", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub gain: Option<Amount>,
}

impl<T> Step<T> {
    /// Whether the step cost the seat or its side anything.
    #[must_use]
    pub fn is_costly(&self) -> bool {
        self.turned
            || self.tricks.is_some_and(|tricks| tricks > 0)
            || self.gain.is_some_and(|gain| gain > Amount::default())
    }
}

/// Cost of each step of a played hand.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReviewAnswer {
    /// Cards as they were dealt.
    pub deal: Deal,
    /// Name of the rules.
    pub rules: String,
    /// Seat that declares; null when all have passed, and before the announcement.
    pub declarer: Option<Seat>,
    /// Contract, or `allpass`; null before the announcement.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::tables::schema::values::ContractOrPass>"))]
    pub contract: Option<ContractName>,
    /// Calls.
    pub calls: Vec<Step<Call>>,
    /// Discard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discard: Option<Step<DiscardPair>>,
    /// Contract that was announced, compared with the others that the winning bid allowed after the same
    /// discard; absent if the record has no calls or the bid allowed only one contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcement: Option<Step<Contract>>,
    /// Decisions between the auction and the play.
    pub decisions: Vec<Step<Choice>>,
    /// Cards.
    pub cards: Vec<Step<Card>>,
    /// Steps that broke the rules; calls and cards after an illegal one are not evaluated.
    pub broken: Vec<ReviewFault>,
    /// Number of tricks that each seat took, as far as the hand was played.
    #[cfg_attr(feature = "schema", schemars(with = "BySeat<crate::tables::schema::values::Tricks>"))]
    pub tricks: BySeat<u8>,
    /// Whether the contract was made; null if the hand was not played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made: Option<bool>,
    /// Reason why the play has no price: the rules have none for a passed-out hand, or the price depends on the pot,
    /// which is unknown.
    #[serde(skip)]
    pub unpriced: Option<SettlementError>,
}

impl ReviewAnswer {
    pub(super) fn new(situation: &Situation) -> Result<ReviewAnswer, QuestionError> {
        let declaration = situation.declaration_if_any();
        let contract = match declaration {
            Some(declaration) => Some(ContractName::Contract(declaration.contract)),
            None => situation.is_all_passed().then_some(ContractName::AllPass),
        };
        Ok(ReviewAnswer {
            deal: situation.deal()?,
            rules: situation.rules().label().to_owned(),
            declarer: declaration.map(|declaration| declaration.declarer),
            contract,
            calls: Vec::new(),
            discard: None,
            announcement: None,
            decisions: Vec::new(),
            cards: Vec::new(),
            broken: Vec::new(),
            tricks: BySeat::default(),
            made: None,
            unpriced: None,
        })
    }

    pub(super) fn add_fault(&mut self, part: Part, problem: impl Into<Breach>) {
        self.broken.push(ReviewFault { part, problem: problem.into() });
    }
}

/// Discard of two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscardPair(pub Cards);

#[cfg(feature = "schema")]
crate::tables::schema::derived::schema_as!(DiscardPair as String);
#[cfg(feature = "schema")]
crate::tables::schema::derived::schema_as!(ReviewFault as ReviewFaultForm);

impl<'de> Deserialize<'de> for DiscardPair {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<DiscardPair, D::Error> {
        String::deserialize(deserializer)?.parse().map(DiscardPair).map_err(serde::de::Error::custom)
    }
}

impl Serialize for DiscardPair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names: Vec<String> = self.0.iter().map(|card| card.to_string()).collect();
        serializer.serialize_newtype_struct("DiscardPair", &names.join(" "))
    }
}

/// Part of the record of a hand.
///
/// This is the name of a [`Part`] in JSON, without its number.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum PartWord {
    Call,
    Announcement,
    Decisions,
    Card,
    Trick,
}

/// Part of the record of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A call, by its number from 1.
    Call(usize),
    /// The contract that the declarer announces.
    Announcement,
    /// Decisions between the auction and the play.
    Decisions,
    /// A card, by its number from 1.
    Card(usize),
    /// The winner of a trick, by the number of the trick from 1.
    Trick(usize),
}

/// Breach of the rules. Calls after an illegal call, and cards after an illegal card, are not valued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewFault {
    /// Part of the record where the rules were broken.
    pub part: Part,
    /// Way in which the rules were broken.
    pub problem: Breach,
}

/// Breach of the rules, and the part of the record where it happened.
///
/// This is the JSON form of a [`ReviewFault`]: the name and the number of the part are separate fields, and
/// the breach is a message.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ReviewFaultForm {
    /// Part of the record where the rules were broken.
    part: PartWord,
    /// Number of the call, card or trick, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    number: Option<usize>,
    /// Message that says how the rules were broken.
    problem: String,
}

impl<'de> Deserialize<'de> for ReviewFault {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ReviewFault, D::Error> {
        let ReviewFaultForm { part, number, problem } = ReviewFaultForm::deserialize(deserializer)?;
        let number = || number.ok_or_else(|| serde::de::Error::missing_field("number"));
        let part = match part {
            PartWord::Call => Part::Call(number()?),
            PartWord::Announcement => Part::Announcement,
            PartWord::Decisions => Part::Decisions,
            PartWord::Card => Part::Card(number()?),
            PartWord::Trick => Part::Trick(number()?),
        };
        Ok(ReviewFault { part, problem: Breach::Reported(problem) })
    }
}

impl Serialize for ReviewFault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (part, number) = match self.part {
            Part::Call(number) => (PartWord::Call, Some(number)),
            Part::Announcement => (PartWord::Announcement, None),
            Part::Decisions => (PartWord::Decisions, None),
            Part::Card(number) => (PartWord::Card, Some(number)),
            Part::Trick(number) => (PartWord::Trick, Some(number)),
        };
        ReviewFaultForm { part, number, problem: self.problem.to_string() }.serialize(serializer)
    }
}

/// Way in which the record of a hand breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum Breach {
    #[error("{0}")]
    Reported(String),
    /// A call that is not allowed.
    #[error(transparent)]
    Call(#[from] AuctionError),
    /// A card that cannot be played.
    #[error(transparent)]
    Card(#[from] PlayError),
    /// A hand that the rules cannot settle.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// A declarer or a contract that does not follow from the calls.
    #[error(transparent)]
    Declaration(#[from] DeclarationError),
    #[error("the hand is over")]
    Over,
    #[error("no cards are played: no defender plays, the declarer gave up, or a defender said half-whist")]
    NobodyPlays,
    #[error(
        "these decisions cannot occur under the rules; fields to check: out, guest, kontra, doubling, answered, whist, half_whist and aces"
    )]
    ImpossibleDecisions,
    #[error("{} takes the trick, not {}", takes.name(), said.name())]
    Winner { takes: Seat, said: Seat },
}
