//! Variants of the game: presets and house rules. Nothing in the code depends on a variant's name.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::cards::{Cards, Suit};
use crate::deal::Deal;
use crate::order::sorted_indices_by_key;
use crate::rules::contract::{Contract, Target};
use crate::rules::play::{Lead, PlayRules};
use crate::rules::rule_set::bidding::Bidding;
use crate::rules::rule_set::decisions::Decisions;
use crate::rules::rule_set::error::VariantError;
use crate::rules::rule_set::payment::Settlement;
use crate::rules::rule_set::play_table::AllPassPlay;
use crate::rules::rule_set::presets::{find_preset, presets};
use crate::rules::rule_set::schema::Rules;
use crate::rules::rule_set::source::{ParsedRules, Source};
use crate::seat::{Seat, Seats};

/// A complete set of rules of the game.
///
/// ```
/// use preference::rules::{Contract, Target, Variant};
/// use preference::seat::{Seat, Seats};
/// let rules: Variant = "danube-swabian,+head".parse()?;
/// assert!(rules.play_rules().head);
/// assert_eq!(rules.target(Contract::Game(Some(preference::cards::Suit::Spades)), false), Target::AtLeast(7));
/// assert_eq!(rules.leader(Contract::Misere, Seat::Rearhand, Seats::ALL), Seat::Rearhand);
/// # Ok::<(), preference::rules::VariantError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    pub(super) label: String,
    pub(super) rules: Rules,
}

impl Variant {
    /// Lists the main names of all presets, without their other names.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        presets().iter().map(|rules| rules.name.as_str()).collect()
    }

    /// Builds house rules from a JSON object with the same keys as a file of rules.
    ///
    /// # Errors
    /// If a key is unknown, has a value that is not allowed, has no effect or contradicts another; if `name`, `lead` or
    /// `contracts` is missing; if the preset that the rules extend does not exist; or if the name has a comma, or is the
    /// name of a preset with other rules.
    pub fn from_json(object: &Map<String, Value>) -> Result<Variant, VariantError> {
        Variant::read(&Source::Object(object))
    }

    pub(super) fn read(source: &Source<'_>) -> Result<Variant, VariantError> {
        let ParsedRules { tables, rules: written } = source.read()?;
        let tables = source.complete_tables(tables, written.extends.as_deref())?;
        let mut rules = Rules::deserialize(&tables).expect("each of its parts has been read");
        source.check_complete(&rules)?;
        let missing = |key| VariantError::Missing { name: written.name.clone(), key };
        if written.name.is_empty() {
            return Err(missing("name"));
        }
        if rules.lead.is_none() {
            return Err(missing("lead"));
        }
        if rules.contracts.is_none() {
            return Err(missing("contracts"));
        }
        rules.remove_unused_schemes();
        source.check_names(&written, &rules)?;
        rules.extends = None;
        rules.aliases = written.aliases;
        rules.title = if written.title.is_empty() { written.name.clone() } else { written.title };
        rules.source = written.source;
        Ok(Variant { label: written.name, rules })
    }

    /// The variant with a switch turned on (for example by the change `+head`) or off (by `-trump`).
    pub fn with_switch(mut self, change: &str) -> Result<Variant, VariantError> {
        let error = || VariantError::Switch(change.to_owned());
        let on = match change.chars().next() {
            Some('+') => true,
            Some('-') => false,
            _ => return Err(error()),
        };
        let name = change[1..].to_ascii_lowercase();
        let mut play_rules = self.play_rules();
        let switch = play_rules.switch_mut(&name).ok_or_else(error)?;
        if self.label.split(',').skip(1).any(|change| change[1..] == name) {
            return Err(VariantError::SwitchTwice(name));
        }
        *switch = on;
        self.rules.play = self.rules.play.with_switches(play_rules);
        self.label = format!("{},{}{name}", self.label, &change[..1]);
        Ok(self)
    }

    /// The variant's name, followed by the switches that were changed, as in `russian,+head`.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The variant's title in a few words.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.rules.title
    }

    /// The source that describes the rules; empty if the file does not name one.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.rules.source
    }

    /// The other names of the preset or of the house rules.
    #[must_use]
    pub fn aliases(&self) -> &[String] {
        &self.rules.aliases
    }

    /// The obligations in play that hold in games with a trump suit.
    #[must_use]
    pub fn play_rules(&self) -> PlayRules {
        self.rules.play.switches()
    }

    /// The obligations in play that hold in games with this trump suit, or without trumps, where `lowest` may be off.
    #[must_use]
    pub fn play_rules_in(&self, trump: Option<Suit>) -> PlayRules {
        self.rules.play.switches_in(trump)
    }

    /// All contracts of the rules (those that `"contract":"all"` selects), in the order in which answers list them.
    #[must_use]
    pub fn contracts(&self) -> &[Contract] {
        self.rules.contracts.as_deref().unwrap_or_default()
    }

    /// The target that the declarer of this contract must reach, from the hand or with the talon.
    #[must_use]
    pub fn target(&self, contract: Contract, from_hand: bool) -> Target {
        match contract {
            Contract::Level(tricks, _) => Target::AtLeast(tricks),
            Contract::Misere | Contract::OpenMisere => Target::None,
            Contract::Slam | Contract::OpenSlam => Target::AtLeast(10),
            Contract::Run6 => Target::InARow(6),
            Contract::Uno => Target::Exactly(1),
            Contract::Game(strain) => {
                let tricks = entry_for(contract, &self.rules.targets).unwrap_or(6);
                let hand = if from_hand && strain.is_some() { self.rules.hand_target } else { 0 };
                Target::AtLeast((tricks + hand).min(10))
            }
        }
    }

    /// The seat that leads to the first trick of this contract if the seats in `playing` play.
    #[must_use]
    pub fn leader(&self, contract: Contract, declarer: Seat, playing: Seats) -> Seat {
        entry_for(contract, &self.rules.leads).unwrap_or(self.usual_lead()).seat(declarer, playing)
    }

    pub(crate) fn with_lead(mut self, lead: Lead) -> Variant {
        self.rules.lead = Some(lead);
        self.rules.leads.clear();
        self
    }

    pub(super) fn usual_lead(&self) -> Lead {
        self.rules.lead.unwrap_or(Lead::Declarer)
    }

    /// The value of a contract, which determines the rank of its bid and its price.
    #[must_use]
    pub fn value(&self, contract: Contract) -> Option<u8> {
        self.rules.values.get(&contract).copied().filter(|&value| value > 0)
    }

    pub(crate) fn valued_contracts(&self) -> impl Iterator<Item = (Contract, u8)> + '_ {
        let mut contracts: Vec<(Contract, u8)> =
            self.rules.values.iter().map(|(&contract, &value)| (contract, value)).collect();
        contracts.retain(|&(_, value)| value > 0);
        let order = sorted_indices_by_key(contracts.len(), |place| contracts[place].1);
        order.into_iter().map(move |place| contracts[place])
    }

    /// The rules of play for a passed-out hand.
    #[must_use]
    pub fn all_pass(&self) -> AllPassPlay {
        self.rules.all_pass
    }

    /// The rules of the auction.
    #[must_use]
    pub fn bidding(&self) -> &Bidding {
        &self.rules.auction
    }

    /// The cards from which a declarer with the talon lays two aside: all twelve, or under `discard_first` the ten
    /// dealt.
    #[must_use]
    pub fn discards_from(&self, deal: &Deal, declarer: Seat) -> Cards {
        let talon = if self.rules.auction.discard_first { Cards::NONE } else { deal.talon() };
        deal.hand(declarer) | talon
    }

    /// The rules of the decisions between the auction and the play.
    #[must_use]
    pub fn decisions(&self) -> &Decisions {
        &self.rules.decisions
    }

    /// The rules of settlement.
    #[must_use]
    pub fn settlement(&self) -> &Settlement {
        &self.rules.settlement
    }
}

impl std::str::FromStr for Variant {
    type Err = VariantError;

    /// `NAME[,+SWITCH|,-SWITCH]…`
    fn from_str(text: &str) -> Result<Variant, VariantError> {
        let mut words = text.split(',').map(str::trim);
        let name = words.next().unwrap_or_default().to_ascii_lowercase();
        let mut variant = Variant::read(&Source::Preset(find_preset(&name)?))?;
        variant.label = name;
        words.try_fold(variant, Variant::with_switch)
    }
}

/// Writes a preset as its name with the changed switches, and other rules as an object with the keys of a file.
impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.label.parse::<Variant>() {
            Ok(preset) if preset == *self => serializer.serialize_str(&self.label),
            _ => self.rules.serialize(serializer),
        }
    }
}

/// If a contract has no entry, that of the plain contract that is played in the same way.
fn entry_for<T: Copy>(contract: Contract, entries: &BTreeMap<Contract, T>) -> Option<T> {
    entries.get(&contract).or_else(|| entries.get(&contract.played_as())).copied()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::rule_set::payment::Responsibility;

    fn names(contracts: &[Contract]) -> String {
        contracts.iter().map(Contract::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_preset_is_found_by_name() {
        for name in Variant::names() {
            let variant: Variant = name.parse().expect("a preset");
            assert_eq!(variant.label(), name);
            assert_eq!(names(&variant.contracts()[..5]), "S H D C N", "{name}");
        }
    }

    #[test]
    fn rules_round_trip_through_toml() {
        for name in Variant::names() {
            let variant: Variant = name.parse().expect("a preset");
            let again = Variant::from_toml(&variant.to_toml()).expect("a file");
            assert_eq!(again, variant);
            let other: Variant = format!("{name},+nosteal,-head").parse().expect("a preset");
            let again = Variant::from_toml(&other.to_toml()).expect("a file");
            assert_eq!(again.play_rules(), other.play_rules());
        }
    }

    #[rstest]
    #[case("austrian", "trump head overtrump lowest", 'd', "")]
    #[case("austrian-1829", "trump", 'd', "")]
    #[case("austrian-1829-early", "trump", 'd', "")]
    #[case("austrian-plain", "trump", 'd', "")]
    #[case("austrian-unlimited", "trump head overtrump lowest", 'd', "")]
    #[case("austrian-limited", "trump head overtrump lowest", 'd', "")]
    #[case("styrian", "trump head overtrump lowest", 'd', "")]
    #[case("illustrated", "trump head overtrump lowest", 'd', "misere slam")]
    #[case("illustrated-run6", "trump head overtrump lowest", 'd', "misere run6")]
    #[case("illustrated-sansatout", "trump head overtrump lowest", 'd', "misere run6")]
    #[case("hungarian", "trump", 'd', "misere slam")]
    #[case("hungarian-long", "trump", 'd', "misere slam uno")]
    #[case("bule", "trump", 'f', "misere slam")]
    #[case("danube-swabian", "trump", 'd', "misere slam")]
    #[case("russian", "trump", 'f', "misere")]
    #[case("sochi", "trump", 'f', "misere")]
    #[case("leningrad", "trump", 'f', "misere")]
    #[case("rostov", "trump", 'f', "misere")]
    #[case("american", "none", 'f', "")]
    fn presets_have_described_play_rules_leads_and_contracts(
        #[case] name: &str,
        #[case] play_rules: &str,
        #[case] lead: char,
        #[case] more: &str,
    ) {
        // Checks the switches of play that are on, the leader to the first trick (`d` for declarer, `f` for
        // forehand), and the contracts after S H D C N.
        let variant: Variant = name.parse().expect("a preset");
        assert_eq!(variant.play_rules().to_string(), play_rules, "{name}");
        assert_eq!(names(&variant.contracts()[5..]), more, "{name}");
        let leader = variant.leader(Contract::Misere, Seat::Middlehand, Seats::ALL);
        assert_eq!(leader, if lead == 'd' { Seat::Middlehand } else { Seat::Forehand }, "{name}");
    }

    fn rearhand_leader(rules: &str, contract: &str) -> char {
        let rules: Variant = rules.parse().expect("rules");
        rules.leader(contract.parse().expect("a contract"), Seat::Rearhand, Seats::ALL).letter()
    }

    #[test]
    fn rules_may_set_leader_and_target_of_single_contracts() {
        let leader = rearhand_leader;
        assert_eq!(leader("illustrated-sansatout", "run6"), 'M');
        assert_eq!(leader("illustrated-run6", "run6"), 'R');
        assert_eq!(leader("bule", "N"), 'M');
        assert_eq!(leader("bule", "7N"), 'M');
        assert_eq!(leader("bule", "slam"), 'F');
        // If the seat before the declarer has dropped out, the other defender leads, not the next seat in
        // turn order.
        let bule: Variant = "bule".parse().expect("rules");
        let (sans, two) = (Contract::Game(None), Seats::ALL - Seats::from_seat(Seat::Rearhand));
        assert_eq!(bule.leader(sans, Seat::Forehand, two), Seat::Middlehand);
        assert_eq!(bule.leader(sans, Seat::Middlehand, two), Seat::Forehand);
        let danube: Variant = "danube-swabian".parse().expect("rules");
        let target = |contract: &str, hand| danube.target(contract.parse().expect("a contract"), hand);
        assert_eq!(target("S", true), Target::AtLeast(8));
        assert_eq!(target("H", true), Target::AtLeast(7));
        assert_eq!(target("6S", true), Target::AtLeast(6));
        assert_eq!(target("N", true), Target::AtLeast(6));
    }

    #[test]
    fn unknown_names_and_switches_are_refused() {
        let error = |text: &str| text.parse::<Variant>().expect_err("refused").to_string();
        assert!(error("austrain").contains("(did you mean austrian?); the rules are austrian austrian-1829"));
        assert!(
            error("american,trump")
                .contains("'trump' is not a switch of play: write + or - and one of trump head")
        );
        assert!(error("american,+heads").contains("+heads"));
        let variant: Variant = "Russian,+head,-trump".parse().expect("rules");
        assert_eq!(variant.label(), "russian,+head,-trump");
        assert_eq!(variant.play_rules().to_string(), "head");
    }

    #[test]
    fn house_rules_extend_presets() {
        let variant = Variant::from_toml(
            "name = 'ours'\ntitle = 'Ours'\nextends = 'sochi'\nlead = 'left'\n[play]\nhead = true\n[targets]\ns = 5\n[leads]\nH = 'right'\n[settlement.books]\nresponsibility = 'half'\n",
        );
        let variant = variant.expect("house rules");
        assert_eq!(variant.leader(Contract::Misere, Seat::Forehand, Seats::ALL), Seat::Middlehand);
        assert_eq!(
            variant.leader(Contract::Game(Some(Suit::Hearts)), Seat::Forehand, Seats::ALL),
            Seat::Rearhand
        );
        assert_eq!((variant.play_rules().to_string().as_str(), variant.title()), ("trump head", "Ours"));
        assert_eq!(variant.target(Contract::Game(Some(Suit::Spades)), false), Target::AtLeast(5));
        let books = variant.settlement().books.clone().expect("those of the preset");
        assert_eq!((books.responsibility, books.half_whist), (Responsibility::Half, true));
        let error = |text: &str| Variant::from_toml(text).expect_err("refused").to_string();
        assert!(
            error("name = 'x'\ntitle = 'X'\nled = 'left'")
                .contains("there is no key 'led' here (did you mean lead?)")
        );
        assert!(error("name = 'x'\nlead = 3").starts_with("line 2, column 8, in 'lead = 3': "));
        assert!(error("name = 'x'").contains("have no 'lead'"));
        assert!(error("name = 'x'\nextends = 'rostov'\n[play]\nheads = true").contains(
            "in 'heads = true': there is no key 'heads' here (did you mean head?); the keys are trump"
        ));
        assert!(
            error("name = 'x'\nextends = 'rostov'\n[targets]\nS = 11").contains("[targets] S = 11: write")
        );
        assert!(
            error("name = 'x'\nextends = 'rostov'\n[targets]\nmisere = 1").contains("[targets] misere = 1")
        );
        assert!(
            error("name = 'x'\nextends = 'rostov'\nhand_target = 5")
                .contains("line 3, column 1, in 'hand_target = 5': hand_target is 5: write 0 to 4")
        );
        assert!(
            error("name = 'x'\nextends = 'y'")
                .starts_with("line 2, column 1, in 'extends = 'y'': there are no rules")
        );
        for (table, value) in [
            ("settlement", "ante = 7"),
            ("settlement.books", "duties = [4, 2, 1, 1, 11]"),
            ("settlement.books", "progression = []"),
            ("auction", "exit = [5]"),
            ("auction", "last = 12"),
            ("decisions", "doublings = 9"),
        ] {
            let error = error(&format!("name = 'x'\nextends = 'rostov'\n[{table}]\n{value}"));
            assert!(error.starts_with(&format!("line 4, column 1, in '{value}'")), "{error}");
        }
        assert!(
            error("name = 'x'\ntitle = 'X'\nextends = 'rostov'\n[leads]\nZ = 'left'")
                .contains("'Z' is not a contract")
        );
    }
}
