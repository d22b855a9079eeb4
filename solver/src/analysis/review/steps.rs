//! The steps of a played hand, and what was against the rules.

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::analysis::cards::PlayedContract;
use crate::analysis::game::decisions::Choice;
use crate::auction::AuctionError;
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::position::PlayError;
use crate::rules::call::Call;
use crate::rules::contract::Contract;
use crate::seat::{BySeat, Seat};
use crate::settlement::{Amount, SettlementError};
use crate::situation::Situation;
use crate::situation::error::QuestionError;

/// A step of a hand and what it cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step<T> {
    /// Who took it.
    pub seat: Seat,
    /// What was done.
    pub done: T,
    /// What was best, in tricks of a card and a discard, in gains of a call and a decision; it may
    /// have been done.
    pub best: Vec<T>,
    /// Tricks that it cost the seat's side; none where tricks are not counted.
    #[serde(rename = "tricks_lost", skip_serializing_if = "Option::is_none")]
    pub tricks: Option<u8>,
    /// It decided whether the contract is made.
    #[serde(rename = "decided")]
    pub turned: bool,
    /// What it cost of what the model has the seat play for, all others going on for theirs: its
    /// gain, or that of both allied defenders; a lone whister's where they play the hand of the
    /// defender who passed. `None` where the hand has no price.
    #[serde(rename = "gain_lost", skip_serializing_if = "Option::is_none")]
    pub gain: Option<Amount>,
}

impl<T> Step<T> {
    /// Whether it cost anything.
    #[must_use]
    pub fn cost(&self) -> bool {
        self.turned
            || self.tricks.is_some_and(|tricks| tricks > 0)
            || self.gain.is_some_and(|gain| gain > Amount::default())
    }
}

/// A hand looked over.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewAnswer {
    /// The cards as they were dealt.
    pub deal: Deal,
    /// The rules by name.
    pub rules: String,
    /// What was played.
    #[serde(flatten)]
    pub played: PlayedContract,
    /// The calls.
    pub calls: Vec<Step<Call>>,
    /// What was laid aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discard: Option<Step<Pair>>,
    /// What was said between the auction and the play.
    pub decisions: Vec<Step<Choice>>,
    /// The cards.
    pub cards: Vec<Step<Card>>,
    /// What was against the rules.
    pub broken: Vec<Broken>,
    /// The tricks of each seat as far as they were played.
    pub tricks: BySeat<u8>,
    /// Whether the contract was made; absent if the hand was not played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made: Option<bool>,
    /// Why the play has no price, where something beside the hand decides it.
    #[serde(skip)]
    pub unpriced: Option<SettlementError>,
}

impl ReviewAnswer {
    pub(super) fn new(situation: &Situation) -> Result<ReviewAnswer, QuestionError> {
        let game = situation.game();
        Ok(ReviewAnswer {
            deal: situation.deal()?,
            rules: situation.rules().label().to_owned(),
            played: PlayedContract {
                declarer: game.map(|game| game.declarer),
                contract: game.map(|game| game.contract),
            },
            calls: Vec::new(),
            discard: None,
            decisions: Vec::new(),
            cards: Vec::new(),
            broken: Vec::new(),
            tricks: BySeat::default(),
            made: None,
            unpriced: None,
        })
    }

    pub(super) fn breaks(&mut self, part: Part, problem: impl Into<Breach>) {
        self.broken.push(Broken { part, problem: problem.into() });
    }
}

/// Two cards laid aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair(pub Cards);

/// In JSON the names of both cards with a blank between.
impl Serialize for Pair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let style = crate::deal::notation::CardStyle::in_use();
        let names: Vec<String> = self.0.iter().map(|card| style.card(card)).collect();
        serializer.serialize_str(&names.join(" "))
    }
}

/// A part of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A call, from 1.
    Call(usize),
    /// What the declarer announced.
    Announcement,
    /// What was said between the auction and the play.
    Decisions,
    /// A card, from 1.
    Card(usize),
    /// Who took a trick, from 1.
    Trick(usize),
}

/// What was against the rules, and where. What came after it is not looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// At which part.
    pub part: Part,
    /// Which rule was broken.
    pub problem: Breach,
}

impl Serialize for Broken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object {
            part: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            number: Option<usize>,
            problem: String,
        }
        let (part, number) = match self.part {
            Part::Call(number) => ("call", Some(number)),
            Part::Announcement => ("announcement", None),
            Part::Decisions => ("decisions", None),
            Part::Card(number) => ("card", Some(number)),
            Part::Trick(number) => ("trick", Some(number)),
        };
        Object { part, number, problem: self.problem.to_string() }.serialize(serializer)
    }
}

/// A rule that was broken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Breach {
    /// A call that is not allowed.
    #[error(transparent)]
    Call(#[from] AuctionError),
    /// A card that cannot be played.
    #[error(transparent)]
    Card(#[from] PlayError),
    /// A hand that the rules cannot settle.
    #[error(transparent)]
    Settlement(#[from] SettlementError),
    /// A contract that may not be announced on the bid.
    #[error("on {bid} the declarer may announce {}", list(may))]
    Announced {
        /// The bid.
        bid: Call,
        /// What may be announced.
        may: Vec<Contract>,
    },
    /// Another declares.
    #[error("by these calls {} declares {}", declarer.name(), if *hand { "from the hand" } else { "with the talon" })]
    Declares {
        /// Who.
        declarer: Seat,
        /// From the hand.
        hand: bool,
    },
    /// The auction is not over.
    #[error("{} is still to call", .0.name())]
    Open(Seat),
    /// The dealer is made to declare.
    #[error("by these calls the dealer has to declare")]
    DealerDeclares,
    /// Nobody declares.
    #[error("by these calls all have passed")]
    AllPassed,
    /// Nobody plays for few tricks.
    #[error("{0}")]
    NotPlayed(&'static str),
    /// Cards after the last trick.
    #[error("the hand is over")]
    Over,
    /// Cards although nobody plays.
    #[error("nobody plays against the contract, or it was given up")]
    NobodyPlays,
    /// Decisions that the rules do not know.
    #[error(
        "nobody comes to this by the rules: look at out, guest, kontra, doubling, answered, whist, half_whist and aces"
    )]
    NoWay,
    /// Another takes the trick.
    #[error("{} takes it, not {}", takes.name(), said.name())]
    Winner {
        /// Who takes it.
        takes: Seat,
        /// Who is said to.
        said: Seat,
    },
}

fn list(contracts: &[Contract]) -> String {
    contracts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
