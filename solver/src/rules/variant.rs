//! Variants of the game, read from TOML: the presets and house rules alike.
//!
//! A variant may extend another and then names only what differs. Nothing in
//! the code asks for a variant's name.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use thiserror::Error;

use crate::rules::contract::{Contract, Target};
use crate::rules::play::Switches;
use crate::seat::Seat;

/// The presets' files, in the order in which they are listed.
const PRESETS: [&str; 18] = [
    include_str!("presets/austrian.toml"),
    include_str!("presets/austrian-1829.toml"),
    include_str!("presets/austrian-1829-early.toml"),
    include_str!("presets/austrian-plain.toml"),
    include_str!("presets/austrian-unlimited.toml"),
    include_str!("presets/austrian-limited.toml"),
    include_str!("presets/styrian.toml"),
    include_str!("presets/illustrated.toml"),
    include_str!("presets/illustrated-run6.toml"),
    include_str!("presets/illustrated-sansatout.toml"),
    include_str!("presets/hungarian.toml"),
    include_str!("presets/hungarian-long.toml"),
    include_str!("presets/bule.toml"),
    include_str!("presets/danube-swabian.toml"),
    include_str!("presets/russian.toml"),
    include_str!("presets/leningrad.toml"),
    include_str!("presets/rostov.toml"),
    include_str!("presets/american.toml"),
];

/// Who leads to the first trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lead {
    /// The declarer himself.
    Declarer,
    /// Forehand, whoever declares.
    Forehand,
    /// The seat after the declarer in turn order.
    Left,
    /// The seat before the declarer in turn order.
    Right,
}

impl Lead {
    /// The seat that leads when this one declares.
    #[must_use]
    pub const fn seat(self, declarer: Seat) -> Seat {
        match self {
            Lead::Declarer => declarer,
            Lead::Forehand => Seat::Forehand,
            Lead::Left => declarer.left(),
            Lead::Right => declarer.right(),
        }
    }
}

/// A way to play the game.
///
/// ```
/// use preference::{Contract, Seat, Target, Variant};
/// let rules: Variant = "danube-swabian,+head".parse()?;
/// assert!(rules.switches().head);
/// assert_eq!(rules.target(Contract::Game(Some(preference::Suit::Spades)), false), Target::AtLeast(7));
/// assert_eq!(rules.leader(Contract::Misere, Seat::Rearhand), Seat::Rearhand);
/// # Ok::<(), preference::VariantError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    label: String,
    title: String,
    switches: Switches,
    lead: Lead,
    contracts: Vec<Contract>,
    targets: Vec<(Contract, u8)>,
    leads: Vec<(Contract, Lead)>,
    hand_target: u8,
}

impl Variant {
    /// The names of all presets, without their other names.
    #[must_use]
    pub fn names() -> Vec<String> {
        presets().into_iter().map(|file| file.name).collect()
    }

    /// Read house rules from the text of a file.
    ///
    /// # Errors
    /// If the text is not TOML, has an unknown key or a value that is not
    /// allowed, or extends a preset that does not exist.
    pub fn from_toml(text: &str) -> Result<Variant, VariantError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let before = error.span().map_or("", |span| &text[..span.start]);
            let (line, last) =
                (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap_or_default());
            let place = format!("line {line}, column {}", last.chars().count() + 1);
            VariantError::File(format!("{place}: {}", error.message().replace('\n', " ")))
        })?;
        resolve(file, &presets(), 0)
    }

    /// The variant with its switches set otherwise, as `+head` or `-trump`.
    ///
    /// # Errors
    /// If the sign is missing or no switch has this name.
    pub fn with_switch(mut self, change: &str) -> Result<Variant, VariantError> {
        let wrong = || VariantError::Switch(change.to_owned());
        let on = match change.chars().next() {
            Some('+') => true,
            Some('-') => false,
            _ => return Err(wrong()),
        };
        let name = change[1..].to_ascii_lowercase();
        *self.switches.named(&name).ok_or_else(wrong)? = on;
        self.label = format!("{},{}{name}", self.label, &change[..1]);
        Ok(self)
    }

    /// The name as it was asked for, with the switches that were changed.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The variant in a few words.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The obligations in play.
    #[must_use]
    pub fn switches(&self) -> Switches {
        self.switches
    }

    /// The contracts that "all" stands for, in the order of listing.
    #[must_use]
    pub fn contracts(&self) -> &[Contract] {
        &self.contracts
    }

    /// What the declarer of this contract must do, playing from the hand or
    /// with the talon.
    #[must_use]
    pub fn target(&self, contract: Contract, from_hand: bool) -> Target {
        match contract {
            Contract::Level(tricks, _) => Target::AtLeast(tricks),
            Contract::Misere | Contract::OpenMisere => Target::None,
            Contract::Slam | Contract::OpenSlam => Target::AtLeast(10),
            Contract::Run6 => Target::InARow(6),
            Contract::Uno => Target::Exactly(1),
            Contract::Game(strain) => {
                let tricks = own(&self.targets, contract).unwrap_or(6);
                let hand = if from_hand && strain.is_some() { self.hand_target } else { 0 };
                Target::AtLeast((tricks + hand).min(10))
            }
        }
    }

    /// The seat that leads to the first trick of this contract.
    #[must_use]
    pub fn leader(&self, contract: Contract, declarer: Seat) -> Seat {
        own(&self.leads, contract).unwrap_or(self.lead).seat(declarer)
    }
}

impl std::str::FromStr for Variant {
    type Err = VariantError;

    /// Read `NAME[,+SWITCH|,-SWITCH]…`.
    fn from_str(text: &str) -> Result<Variant, VariantError> {
        let mut words = text.split(',').map(str::trim);
        let name = words.next().unwrap_or_default().to_ascii_lowercase();
        let presets = presets();
        let file =
            presets.iter().find(|file| file.is_named(&name)).ok_or_else(|| unknown(&name, &presets))?;
        let mut variant = resolve(file.clone(), &presets, 0)?;
        variant.label = name;
        words.try_fold(variant, Variant::with_switch)
    }
}

/// The contract that others are played like: a level like the game in its strain,
/// the open games like those that are not.
fn play_of(contract: Contract) -> Contract {
    match contract {
        Contract::Level(_, strain) => Contract::Game(strain),
        Contract::OpenMisere => Contract::Misere,
        Contract::OpenSlam => Contract::Slam,
        _ => contract,
    }
}

/// What a contract has of its own, said last.
fn own<T: Copy>(list: &[(Contract, T)], contract: Contract) -> Option<T> {
    list.iter().rev().find(|(of, _)| *of == play_of(contract)).map(|&(_, value)| value)
}

/// The file of a variant; what is left out comes from the one it extends.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    #[serde(default)]
    aliases: Vec<String>,
    title: Option<String>,
    /// Where the rules are described; kept for readers of the file.
    #[serde(rename = "source")]
    _source: Option<String>,
    extends: Option<String>,
    #[serde(default)]
    play: BTreeMap<String, bool>,
    lead: Option<Lead>,
    contracts: Option<Vec<Contract>>,
    hand_target: Option<u8>,
    #[serde(default)]
    targets: BTreeMap<String, u8>,
    #[serde(default)]
    leads: BTreeMap<String, Lead>,
}

impl File {
    fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }
}

fn presets() -> Vec<File> {
    PRESETS.iter().map(|text| toml::from_str(text).expect("the presets are checked by a test")).collect()
}

/// Fill in what the file leaves to the variants it extends.
fn resolve(file: File, presets: &[File], depth: usize) -> Result<Variant, VariantError> {
    if depth > presets.len() {
        return Err(VariantError::Circle(file.name));
    }
    let base = match &file.extends {
        Some(name) => {
            let base = presets.iter().find(|preset| preset.is_named(name));
            Some(resolve(base.ok_or_else(|| unknown(name, presets))?.clone(), presets, depth + 1)?)
        }
        None => None,
    };
    let wrong = |message: String| VariantError::File(format!("the rules '{}': {message}", file.name));
    let mut variant = match base {
        Some(base) => base,
        None => {
            let missing = |key| VariantError::Missing { name: file.name.clone(), key };
            Variant {
                label: String::new(),
                title: String::new(),
                switches: Switches::default(),
                lead: file.lead.ok_or_else(|| missing("lead"))?,
                contracts: file.contracts.clone().ok_or_else(|| missing("contracts"))?,
                targets: Vec::new(),
                leads: Vec::new(),
                hand_target: 0,
            }
        }
    };
    variant.lead = file.lead.unwrap_or(variant.lead);
    variant.contracts = file.contracts.unwrap_or(variant.contracts);
    variant.hand_target = file.hand_target.unwrap_or(variant.hand_target);
    if variant.hand_target > 4 {
        return Err(wrong(format!("hand_target = {}: write 0 to 4", variant.hand_target)));
    }
    for (name, on) in file.play {
        *variant.switches.named(&name).ok_or(VariantError::Switch(format!("[play] {name}")))? = on;
    }
    for (key, tricks) in file.targets {
        match key.parse() {
            Ok(contract @ Contract::Game(_)) if (1..=10).contains(&tricks) => {
                variant.targets.push((contract, tricks));
            }
            _ => {
                return Err(wrong(format!(
                    "[targets] {key} = {tricks}: write S H D C or N, and 1 to 10 tricks"
                )));
            }
        }
    }
    for (key, lead) in file.leads {
        let contract: Contract = key.parse().map_err(|error| wrong(format!("[leads] {error}")))?;
        variant.leads.push((play_of(contract), lead));
    }
    variant.title = file.title.unwrap_or_else(|| file.name.clone());
    variant.label = file.name;
    Ok(variant)
}

fn unknown(name: &str, presets: &[File]) -> VariantError {
    let names: Vec<&str> = presets
        .iter()
        .flat_map(|file| std::iter::once(&file.name).chain(&file.aliases))
        .map(String::as_str)
        .collect();
    let nearest = names
        .iter()
        .max_by(|a, b| strsim::jaro_winkler(name, a).total_cmp(&strsim::jaro_winkler(name, b)))
        .map_or(String::new(), |&nearest| nearest.to_owned());
    VariantError::Unknown { name: name.to_owned(), nearest, names: names.join(" ") }
}

/// What is wrong with a name of rules or with a file of house rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VariantError {
    /// No preset has this name.
    #[error("there are no rules named '{name}', did you mean {nearest}? All: {names}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The existing name nearest to it.
        nearest: String,
        /// All names, with blanks between.
        names: String,
    },
    /// A change of switches that names none.
    #[error("'{0}' is no switch of play: write + or - and one of {names}", names = Names)]
    Switch(String),
    /// The file is not TOML or has a key or value that is not allowed.
    #[error("{0}")]
    File(String),
    /// A variant that extends no other leaves out what it needs.
    #[error("the rules '{name}' say nothing of '{key}': add it, or extend a preset")]
    Missing {
        /// The variant's name.
        name: String,
        /// The key that is missing.
        key: &'static str,
    },
    /// A variant that extends itself over others.
    #[error("the rules '{0}' extend themselves")]
    Circle(String),
}

struct Names;

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Switches::NAMES.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Suit;

    fn names(contracts: &[Contract]) -> String {
        contracts.iter().map(Contract::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_preset_resolves() {
        for name in Variant::names() {
            let variant: Variant = name.parse().expect("a preset");
            assert_eq!(variant.label(), name);
            assert_eq!(names(&variant.contracts()[..5]), "S H D C N", "{name}");
        }
        assert_eq!(Variant::names().len(), PRESETS.len());
    }

    /// Switches in order, first lead and the contracts after S H D C N.
    #[test]
    fn presets_say_what_the_descriptions_say() {
        let rows = [
            ("austrian", "trump head overtrump lowest", 'd', ""),
            ("austrian-1829", "trump", 'd', ""),
            ("austrian-1829-early", "trump", 'd', ""),
            ("austrian-plain", "trump", 'd', ""),
            ("austrian-unlimited", "trump head overtrump lowest", 'd', ""),
            ("austrian-limited", "trump head overtrump lowest", 'd', ""),
            ("styrian", "trump head overtrump lowest", 'd', ""),
            ("illustrated", "trump head overtrump lowest", 'd', "misere slam"),
            ("illustrated-run6", "trump head overtrump lowest", 'd', "misere run6"),
            ("illustrated-sansatout", "trump head overtrump lowest", 'd', "misere run6"),
            ("hungarian", "trump", 'd', "misere slam"),
            ("hungarian-long", "trump", 'd', "misere slam uno"),
            ("bule", "trump", 'f', "misere slam"),
            ("danube-swabian", "trump", 'd', "misere slam"),
            ("russian", "trump", 'f', "misere"),
            ("sochi", "trump", 'f', "misere"),
            ("leningrad", "trump", 'f', "misere"),
            ("rostov", "trump", 'f', "misere"),
            ("american", "none", 'f', ""),
        ];
        for (name, switches, lead, more) in rows {
            let variant: Variant = name.parse().expect("a preset");
            assert_eq!(variant.switches().to_string(), switches, "{name}");
            assert_eq!(names(&variant.contracts()[5..]), more, "{name}");
            let leader = variant.leader(Contract::Misere, Seat::Middlehand);
            assert_eq!(leader, if lead == 'd' { Seat::Middlehand } else { Seat::Forehand }, "{name}");
        }
    }

    #[test]
    fn contracts_with_a_lead_or_target_of_their_own() {
        let leader = |rules: &str, contract: &str| {
            let rules: Variant = rules.parse().expect("rules");
            rules.leader(contract.parse().expect("a contract"), Seat::Rearhand).letter()
        };
        assert_eq!(leader("illustrated-sansatout", "run6"), 'M');
        assert_eq!(leader("illustrated-run6", "run6"), 'R');
        assert_eq!(leader("bule", "N"), 'M');
        assert_eq!(leader("bule", "7N"), 'M');
        assert_eq!(leader("bule", "slam"), 'F');
        let danube: Variant = "danube-swabian".parse().expect("rules");
        let target = |contract: &str, hand| danube.target(contract.parse().expect("a contract"), hand);
        assert_eq!(target("S", true), Target::AtLeast(8));
        assert_eq!(target("H", true), Target::AtLeast(7));
        assert_eq!(target("6S", true), Target::AtLeast(6));
        assert_eq!(target("N", true), Target::AtLeast(6));
    }

    #[test]
    fn names_and_switches_are_checked() {
        let error = |text: &str| text.parse::<Variant>().expect_err("refused").to_string();
        assert!(error("austrain").contains("did you mean austrian? All: austrian austrian-1829"));
        assert!(
            error("american,trump")
                .contains("'trump' is no switch of play: write + or - and one of trump head")
        );
        assert!(error("american,+heads").contains("+heads"));
        let variant: Variant = "Russian,+head,-trump".parse().expect("rules");
        assert_eq!(variant.label(), "russian,+head,-trump");
        assert_eq!(variant.switches().to_string(), "head");
    }

    #[test]
    fn house_rules_extend_presets() {
        let variant = Variant::from_toml(
            "name = 'ours'\ntitle = 'Ours'\nextends = 'sochi'\nlead = 'left'\n[play]\nhead = true\n[targets]\ns = 5\n[leads]\n7H = 'right'\n",
        );
        let variant = variant.expect("house rules");
        assert_eq!(variant.leader(Contract::Misere, Seat::Forehand), Seat::Middlehand);
        assert_eq!(variant.leader(Contract::Game(Some(Suit::Hearts)), Seat::Forehand), Seat::Rearhand);
        assert_eq!((variant.switches().to_string().as_str(), variant.title()), ("trump head", "Ours"));
        assert_eq!(variant.target(Contract::Game(Some(Suit::Spades)), false), Target::AtLeast(5));
        let error = |text: &str| Variant::from_toml(text).expect_err("refused").to_string();
        assert!(error("name = 'x'\ntitle = 'X'\nled = 'left'").contains("unknown field `led`"));
        assert!(error("name = 'x'\nlead = 3").starts_with("line 2, column 8: "));
        assert!(error("name = 'x'").contains("say nothing of 'lead'"));
        assert!(error("name = 'x'\nextends = 'rostov'\n[play]\nheads = true").contains("[play] heads"));
        assert!(
            error("name = 'x'\nextends = 'rostov'\n[targets]\nS = 11").contains("[targets] S = 11: write")
        );
        assert!(
            error("name = 'x'\nextends = 'rostov'\n[targets]\nmisere = 1").contains("[targets] misere = 1")
        );
        assert!(
            error("name = 'x'\nextends = 'rostov'\nhand_target = 5")
                .contains("hand_target = 5: write 0 to 4")
        );
        assert!(error("name = 'x'\ntitle = 'X'\nextends = 'y'").contains("no rules named 'y'"));
        assert!(
            error("name = 'x'\ntitle = 'X'\nextends = 'rostov'\n[leads]\nZ = 'left'")
                .contains("'Z' is no contract")
        );
    }
}
