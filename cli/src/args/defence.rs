//! The options of the defenders' side.

use clap::{Args, ValueEnum};
use preference::Hand;

use super::{DealArgs, OutputArgs, PlayArgs, RulesArgs};

#[derive(Args)]
pub(crate) struct DefendArgs {
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// Add the decisions before the play and what the hand then pays
    #[arg(long)]
    pub(crate) settle: bool,
    /// Rules of thumb that the defenders keep to: partner, last, second or all (see pref thumb)
    #[arg(long, value_name = "LIST", value_parser = rules_of_thumb)]
    pub(crate) rule_of_thumb: Option<preference::RulesOfThumb>,
    #[command(flatten)]
    pub(crate) pay: PayArgs,
}

/// What is played for.
#[derive(Args)]
pub(crate) struct PayArgs {
    /// What the defenders decide and play for [default: selfish]
    #[arg(long, value_enum)]
    model: Option<ModelArg>,
    /// What is in the pot before the hand
    #[arg(long, value_name = "N")]
    pub(crate) pot: Option<u32>,
    /// The limit of the pot, if it is not that of the rules
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u32>,
    /// A mark for a deal that all passed doubles this one
    #[arg(long)]
    pub(crate) refa: bool,
    /// Four are at the table, the dealer sits out
    #[arg(long)]
    pub(crate) four: bool,
}

impl PayArgs {
    /// What they say of a hand, whose contract is still to be filled in.
    pub(crate) fn hand(&self) -> Hand {
        Hand { pot: self.pot, limit: self.limit, refa: self.refa, four: self.four, ..Hand::all_passed() }
    }

    /// What the defenders decide and play for.
    pub(crate) fn model(&self) -> preference::Model {
        self.model.unwrap_or(ModelArg::Selfish).into()
    }

    /// An option that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--model", self.model.is_some()),
            ("--pot", self.pot.is_some()),
            ("--limit", self.limit.is_some()),
            ("--refa", self.refa),
            ("--four", self.four),
        ];
        given.into_iter().find_map(|(name, given)| given.then_some(name))
    }
}

#[derive(Args)]
pub(crate) struct ThumbArgs {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Take so many random deals instead of those given
    #[arg(long, value_name = "N", conflicts_with = "deals")]
    pub(crate) random: Option<usize>,
    /// Which random deals
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What the defenders play for
    #[arg(long, value_enum, default_value_t = ModelArg::Selfish)]
    pub(crate) model: ModelArg,
    /// What is in the pot before each hand, where the pot decides what is paid
    #[arg(long, value_name = "N")]
    pub(crate) pot: Option<u32>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelArg {
    /// Every seat for its own gain
    Selfish,
    /// The defenders for the sum of their gains
    Allied,
    /// The defenders always play, for few tricks of the declarer, and share theirs evenly
    Tricks,
}

impl ModelArg {
    pub(crate) fn name(self) -> &'static str {
        preference::Model::from(self).name()
    }
}

impl From<ModelArg> for preference::Model {
    fn from(model: ModelArg) -> preference::Model {
        match model {
            ModelArg::Selfish => preference::Model::Selfish,
            ModelArg::Allied => preference::Model::Allied,
            ModelArg::Tricks => preference::Model::Tricks,
        }
    }
}

fn rules_of_thumb(text: &str) -> Result<preference::RulesOfThumb, String> {
    let mut rules_of_thumb = preference::RulesOfThumb::default();
    for word in text.split(',').map(|word| word.trim().to_ascii_lowercase()) {
        if word == "all" {
            return Ok(preference::RulesOfThumb { partner: true, last: true, second: true });
        }
        *rules_of_thumb.named(&word).ok_or("write partner, last, second or all")? = true;
    }
    Ok(rules_of_thumb)
}
