//! Rules as they are shown: their names, what they owe in play, what each contract asks for, the whole file.

use serde::Serialize;

use crate::rules::contract::{Contract, Target};
use crate::rules::variant::Variant;

/// Who some rules are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesHeader {
    /// Their name, with the switches that differ.
    pub rules: String,
    /// Other names of the preset.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// What they are, in a few words.
    pub title: String,
    /// Where they are described.
    pub source: String,
}

/// Rules in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesDescription {
    /// Who they are.
    #[serde(flatten)]
    pub named: RulesHeader,
    /// What is owed in play beside following suit: the switches that are on.
    pub play: Vec<&'static str>,
    /// The contracts that "all" stands for, in the order of listing, and what each asks for.
    pub targets: Vec<ContractTarget>,
    /// The rules as a file of house rules.
    pub toml: String,
}

/// What a contract asks of the declarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ContractTarget {
    /// The contract.
    pub contract: Contract,
    /// What the numbers are.
    pub take: TargetKind,
    /// Tricks of the declarer who plays from the hand.
    pub hand: u8,
    /// Tricks of the declarer who takes the talon.
    pub talon: u8,
}

/// What a number of tricks is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    /// The fewest that make the contract.
    AtLeast,
    /// The only ones that make it.
    Exactly,
    /// One after the other.
    InARow,
}

impl Variant {
    /// Who these rules are.
    #[must_use]
    pub fn named(&self) -> RulesHeader {
        RulesHeader {
            rules: self.label().to_owned(),
            aliases: self.aliases().to_vec(),
            title: self.title().to_owned(),
            source: self.source().to_owned(),
        }
    }

    /// These rules in full.
    ///
    /// ```
    /// use preference::rules::{TargetKind, Variant};
    /// let rules: Variant = "danube-swabian".parse()?;
    /// let spades = rules.described().targets[0];
    /// assert_eq!((spades.take, spades.hand, spades.talon), (TargetKind::AtLeast, 8, 7));
    /// # Ok::<(), preference::rules::VariantError>(())
    /// ```
    #[must_use]
    pub fn described(&self) -> RulesDescription {
        let asked = |&contract: &Contract| {
            let (take, hand) = parts(self.target(contract, true));
            ContractTarget { contract, take, hand, talon: parts(self.target(contract, false)).1 }
        };
        RulesDescription {
            named: self.named(),
            play: self.play_rules().on().collect(),
            targets: self.contracts().iter().map(asked).collect(),
            toml: self.to_toml(),
        }
    }
}

const fn parts(target: Target) -> (TargetKind, u8) {
    match target {
        Target::AtLeast(tricks) => (TargetKind::AtLeast, tricks),
        Target::None => (TargetKind::Exactly, 0),
        Target::Exactly(tricks) => (TargetKind::Exactly, tricks),
        Target::InARow(tricks) => (TargetKind::InARow, tricks),
    }
}
