//! Rules as they are shown: their names, what they owe in play, what each contract asks for, the whole file.

use serde::Serialize;

use crate::rules::contract::{Contract, Target};
use crate::rules::variant::Variant;

/// Who some rules are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
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
pub struct Described {
    /// Who they are.
    #[serde(flatten)]
    pub named: Named,
    /// What is owed in play beside following suit: the switches that are on.
    pub play: Vec<&'static str>,
    /// The contracts that "all" stands for, in the order of listing, and what each asks for.
    pub targets: Vec<Asked>,
    /// The rules as a file of house rules.
    pub toml: String,
}

/// What a contract asks of the declarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// The contract.
    pub contract: Contract,
    /// What the numbers are.
    pub take: Take,
    /// Tricks of the declarer who plays from the hand.
    pub hand: u8,
    /// Tricks of the declarer who takes the talon.
    pub talon: u8,
}

/// What a number of tricks is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
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
    pub fn named(&self) -> Named {
        Named {
            rules: self.label().to_owned(),
            aliases: self.aliases().to_vec(),
            title: self.title().to_owned(),
            source: self.source().to_owned(),
        }
    }

    /// These rules in full.
    ///
    /// ```
    /// use preference::rules::{Take, Variant};
    /// let rules: Variant = "danube-swabian".parse()?;
    /// let spades = rules.described().targets[0];
    /// assert_eq!((spades.take, spades.hand, spades.talon), (Take::AtLeast, 8, 7));
    /// # Ok::<(), preference::rules::VariantError>(())
    /// ```
    #[must_use]
    pub fn described(&self) -> Described {
        let asked = |&contract: &Contract| {
            let (take, hand) = parts(self.target(contract, true));
            Asked { contract, take, hand, talon: parts(self.target(contract, false)).1 }
        };
        Described {
            named: self.named(),
            play: self.play_rules().on().collect(),
            targets: self.contracts().iter().map(asked).collect(),
            toml: self.to_toml(),
        }
    }
}

const fn parts(target: Target) -> (Take, u8) {
    match target {
        Target::AtLeast(tricks) => (Take::AtLeast, tricks),
        Target::None => (Take::Exactly, 0),
        Target::Exactly(tricks) => (Take::Exactly, tricks),
        Target::InARow(tricks) => (Take::InARow, tricks),
    }
}
