//! Descriptions of rules for answers.

use serde::Serialize;

use crate::rules::contract::{Contract, Target};
use crate::rules::play::Lead;
use crate::rules::rule_set::bidding::{AllPass, BidKind};
use crate::rules::rule_set::decisions::ContractScope;
use crate::rules::rule_set::payment::PaymentScheme;
use crate::rules::rule_set::variant::Variant;

/// Name, title and source of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RulesHeader {
    /// Name, with the switches that differ from the preset.
    pub rules: String,
    /// Other names of the preset.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Title in a few words.
    pub title: String,
    /// Source that describes the rules.
    pub source: String,
}

/// Full description of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RulesDescription {
    /// Name, title and source.
    #[serde(flatten)]
    pub header: RulesHeader,
    /// Lead, auction, talon and settlement, each in one word or as a switch.
    pub summary: RulesSummary,
    /// Switches that are on: obligations in the play, besides following suit.
    pub play: Vec<&'static str>,
    /// Targets of all contracts of the rules (the contracts that `"contract":"all"` selects).
    pub targets: Vec<ContractTarget>,
    /// Contracts in the order in which the rules rank them, the lowest first.
    pub ranking: Vec<Contract>,
    /// Text of a file of house rules that describes these rules in full; left out by a build that reads no such files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toml: Option<String>,
}

/// Main rules, each with the value that a file of house rules has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RulesSummary {
    /// Seat that leads to the first trick, unless the contract has a leader of its own.
    pub lead: Lead,
    /// Kind of bids in the auction; null if the rules have no auction.
    pub bids: Option<BidKind>,
    /// Rule for a hand in which all pass: whether it is played, bid again or redealt.
    pub all_pass: AllPass,
    /// Payment scheme; null if the rules have no settlement.
    pub settlement: Option<PaymentScheme>,
    /// Whether the talon is shown to all players before the declarer takes it up.
    pub talon_shown: bool,
    /// Whether the defenders' hands are opened in a misère.
    pub misere_open: bool,
    /// Contracts in which each playing defender needs a number of tricks.
    pub quotas: ContractScope,
}

/// Target of a contract, in tricks for the declarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ContractTarget {
    /// Contract.
    pub contract: Contract,
    /// Kind of the target.
    pub take: TargetKind,
    /// Number of tricks required without the talon.
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub hand: u8,
    /// Number of tricks required with the talon.
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub talon: u8,
    /// Whether the contract has a price, so that it can be announced and settled.
    pub priced: bool,
}

/// Way in which a target counts tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    /// At least this number of tricks.
    AtLeast,
    /// Exactly this number of tricks.
    Exactly,
    /// This number of tricks in a row.
    InARow,
}

impl Variant {
    /// The name, title and source of these rules.
    #[must_use]
    pub fn header(&self) -> RulesHeader {
        RulesHeader {
            rules: self.label().to_owned(),
            aliases: self.aliases().to_vec(),
            title: self.title().to_owned(),
            source: self.source().to_owned(),
        }
    }

    /// The full description of these rules.
    ///
    /// ```
    /// use preference::rules::{TargetKind, Variant};
    /// let rules: Variant = "danube-swabian".parse()?;
    /// let spades = rules.description().targets[0];
    /// assert_eq!((spades.take, spades.hand, spades.talon), (TargetKind::AtLeast, 8, 7));
    /// # Ok::<(), preference::rules::VariantError>(())
    /// ```
    #[must_use]
    pub fn description(&self) -> RulesDescription {
        RulesDescription {
            header: self.header(),
            summary: RulesSummary {
                lead: self.usual_lead(),
                bids: self.bidding().by,
                all_pass: self.bidding().all_pass,
                settlement: self.settlement().by,
                talon_shown: self.bidding().talon_shown,
                misere_open: self.decisions().misere_open,
                quotas: self.decisions().quotas,
            },
            play: self.play_rules().active_names().collect(),
            targets: self.contracts().iter().map(|&contract| self.contract_target(contract)).collect(),
            ranking: self.rank_contracts(self.contracts().iter().copied()),
            #[cfg(feature = "rules-files")]
            toml: Some(self.to_toml()),
            #[cfg(not(feature = "rules-files"))]
            toml: None,
        }
    }

    fn contract_target(&self, contract: Contract) -> ContractTarget {
        let (take, hand) = kind_and_tricks(self.target(contract, true));
        let (_, talon) = kind_and_tricks(self.target(contract, false));
        ContractTarget { contract, take, hand, talon, priced: self.has_announceable_price(contract) }
    }
}

const fn kind_and_tricks(target: Target) -> (TargetKind, u8) {
    match target {
        Target::AtLeast(tricks) => (TargetKind::AtLeast, tricks),
        Target::None => (TargetKind::Exactly, 0),
        Target::Exactly(tricks) => (TargetKind::Exactly, tricks),
        Target::InARow(tricks) => (TargetKind::InARow, tricks),
    }
}
