//! Contracts and their targets, and goals: conditions on the winners of the tricks.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::cards::Suit;
use crate::deal::notation::read_suit;
use crate::excerpt::{excerpt, trim_invisible};
use crate::letters::to_lowercase;
use crate::macros::{read_from_text, write_as_text};
use crate::seat::{BySeat, Seat, Seats};

/// A contract as it is announced.
///
/// ```
/// use preference::cards::Suit;
/// use preference::rules::Contract;
/// let contract: Contract = "7H".parse()?;
/// assert_eq!(contract, Contract::Level(7, Some(Suit::Hearts)));
/// assert_eq!(contract.trump(), Some(Suit::Hearts));
/// # Ok::<(), preference::rules::ContractError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Contract {
    /// `S H D C N`: a game with this suit as trumps, or without trumps; the variant says how many tricks it requires.
    Game(Option<Suit>),
    /// `6S` to `10N`: the declarer takes at least this number of tricks, with this suit as trumps or without.
    Level(u8, Option<Suit>),
    /// The declarer takes no trick; German-speaking players call it Bettel.
    Misere,
    /// Misère with the declarer's cards exposed.
    OpenMisere,
    /// The declarer takes all ten tricks.
    Slam,
    /// Slam with the declarer's cards exposed.
    OpenSlam,
    /// The declarer takes any six tricks in a row.
    Run6,
    /// The declarer takes exactly one trick.
    Uno,
}

impl Contract {
    /// The trump suit, if there is one.
    ///
    /// ```
    /// use preference::Contract;
    /// use preference::cards::Suit;
    /// let trump = |text: &str| text.parse().map(Contract::trump);
    /// assert_eq!(trump("7H")?, Some(Suit::Hearts));
    /// assert_eq!((trump("N")?, trump("misere")?), (None, None));
    /// # Ok::<(), preference::rules::ContractError>(())
    /// ```
    #[must_use]
    pub const fn trump(self) -> Option<Suit> {
        match self {
            Contract::Game(strain) | Contract::Level(_, strain) => strain,
            _ => None,
        }
    }

    /// The plain contract that is played in the same way: the game of a level's strain, or a closed contract for an
    /// open one.
    ///
    /// ```
    /// use preference::Contract;
    /// assert_eq!("7H".parse::<Contract>()?.played_as(), "H".parse()?);
    /// assert_eq!(Contract::OpenSlam.played_as(), Contract::Slam);
    /// assert_eq!(Contract::Uno.played_as(), Contract::Uno);
    /// # Ok::<(), preference::rules::ContractError>(())
    /// ```
    #[must_use]
    pub const fn played_as(self) -> Contract {
        match self {
            Contract::Level(_, strain) => Contract::Game(strain),
            Contract::OpenMisere => Contract::Misere,
            Contract::OpenSlam => Contract::Slam,
            _ => self,
        }
    }

    /// Whether the declarer minimizes tricks instead of maximizing them.
    ///
    /// ```
    /// use preference::Contract;
    /// assert!(Contract::OpenMisere.is_misere());
    /// assert!(!Contract::Uno.is_misere(), "one trick must be taken");
    /// ```
    #[must_use]
    pub const fn is_misere(self) -> bool {
        matches!(self, Contract::Misere | Contract::OpenMisere)
    }
}

/// The text that stands in place of a contract if all have passed.
pub const ALL_PASS: &str = "allpass";

/// The error for a text that does not name a contract.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{}' is not a contract: write S H D C N, a level such as 7H or 6N (6 to 10), misere, slam, run6, uno, open-misere or open-slam",
    excerpt(.0)
)]
pub struct ContractError(String);

impl FromStr for Contract {
    type Err = ContractError;

    fn from_str(text: &str) -> Result<Contract, ContractError> {
        let error = || ContractError(text.to_owned());
        let text = trim_invisible(text);
        let digits = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(error)?;
        let (level, strain) = text.split_at(digits);
        match (read_strain(strain), level) {
            (Some(strain), "") => Ok(Contract::Game(strain)),
            (Some(strain), level) => match level.parse() {
                Ok(level @ 6..=10) => Ok(Contract::Level(level, strain)),
                _ => Err(error()),
            },
            (None, "") => match to_lowercase(text).as_str() {
                "misere" | "misère" | "bettel" | "мизер" => Ok(Contract::Misere),
                "open-misere" | "open-misère" => Ok(Contract::OpenMisere),
                "slam" | "durchmarsch" => Ok(Contract::Slam),
                "open-slam" => Ok(Contract::OpenSlam),
                "run6" => Ok(Contract::Run6),
                "uno" => Ok(Contract::Uno),
                _ => Err(error()),
            },
            _ => Err(error()),
        }
    }
}

/// `Some(None)` means no trumps.
fn read_strain(text: &str) -> Option<Option<Suit>> {
    if let Some((suit, "")) = read_suit(text) {
        return Some(Some(suit));
    }
    match to_lowercase(text).as_str() {
        "spade" | "spades" | "pik" => Some(Some(Suit::Spades)),
        "heart" | "hearts" | "herz" => Some(Some(Suit::Hearts)),
        "diamond" | "diamonds" | "karo" => Some(Some(Suit::Diamonds)),
        "club" | "clubs" | "kreuz" | "treff" => Some(Some(Suit::Clubs)),
        // As a contract, `SA` means sans-atout (no trumps), not the ace of spades.
        "n" | "nt" | "sa" | "sans" | "sans-atout" | "бескозырка" => Some(None),
        _ => None,
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |strain: Option<Suit>| strain.map_or('N', Suit::letter);
        match *self {
            Contract::Game(strain) => write!(f, "{}", letter(strain)),
            Contract::Level(level, strain) => write!(f, "{level}{}", letter(strain)),
            Contract::Misere => f.write_str("misere"),
            Contract::OpenMisere => f.write_str("open-misere"),
            Contract::Slam => f.write_str("slam"),
            Contract::OpenSlam => f.write_str("open-slam"),
            Contract::Run6 => f.write_str("run6"),
            Contract::Uno => f.write_str("uno"),
        }
    }
}

write_as_text!(Contract);
read_from_text!(Contract);

/// JSON form of an optional contract: `None` is written as `allpass`.
pub(crate) mod contract_or_pass {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{ALL_PASS, Contract};

    pub(crate) fn serialize<S: Serializer>(
        contract: &Option<Contract>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match contract {
            Some(contract) => contract.serialize(serializer),
            None => serializer.serialize_str(ALL_PASS),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Contract>, D::Error> {
        let text = String::deserialize(deserializer)?;
        (text != ALL_PASS).then(|| text.parse().map_err(serde::de::Error::custom)).transpose()
    }
}

/// A contract, its declarer, and whether it is played from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Declaration {
    /// The contract.
    pub contract: Contract,
    /// The seat that plays the contract.
    pub declarer: Seat,
    /// Whether the contract is played from the hand: the declarer does not take the talon.
    pub from_hand: bool,
}

/// What a declarer must reach to make a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The declarer must take at least this number of tricks.
    AtLeast(u8),
    /// The declarer must take no tricks.
    None,
    /// The declarer must take exactly this number of tricks.
    Exactly(u8),
    /// The declarer must take this number of tricks in a row.
    InARow(u8),
}

impl Target {
    /// Whether `tricks` tricks in the whole hand reach the target; `None` if the number alone does not decide.
    ///
    /// ```
    /// use preference::rules::Target;
    /// assert_eq!(Target::AtLeast(6).is_made_by(7), Some(true));
    /// assert_eq!(Target::Exactly(1).is_made_by(7), Some(false));
    /// assert_eq!(Target::InARow(6).is_made_by(7), None);
    /// ```
    #[must_use]
    pub const fn is_made_by(self, tricks: u8) -> Option<bool> {
        match self {
            Target::AtLeast(target) => Some(tricks >= target),
            Target::None => Some(tricks == 0),
            Target::Exactly(target) => Some(tricks == target),
            Target::InARow(_) => None,
        }
    }

    /// By how many tricks `tricks` exceed the target; negative if it is missed. For [`Target::None`] and
    /// [`Target::Exactly`] the result is minus the distance from the target, so it is never positive. `None` if the
    /// number alone does not decide.
    ///
    /// ```
    /// use preference::rules::Target;
    /// assert_eq!(Target::AtLeast(6).margin(8), Some(2));
    /// assert_eq!(Target::None.margin(3), Some(-3));
    /// assert_eq!(Target::InARow(6).margin(7), None);
    /// ```
    #[must_use]
    pub const fn margin(self, tricks: u8) -> Option<i8> {
        match self {
            Target::AtLeast(target) => Some(tricks as i8 - target as i8),
            Target::None => Some(-(tricks as i8)),
            Target::Exactly(target) => Some(-(tricks.abs_diff(target) as i8)),
            Target::InARow(_) => None,
        }
    }

    /// The goal that the target sets for this declarer before the first trick.
    ///
    /// ```
    /// use preference::rules::{Goal, Target};
    /// use preference::{Seat, Seats};
    /// let seats = Seats::from_seat(Seat::Rearhand);
    /// assert_eq!(Target::None.goal(Seat::Rearhand), Goal::AtMost { seats, tricks: 0 });
    /// ```
    #[must_use]
    pub const fn goal(self, declarer: Seat) -> Goal {
        let seats = Seats::from_seat(declarer);
        match self {
            Target::AtLeast(tricks) => Goal::AtLeast { seats, tricks },
            Target::None => Goal::AtMost { seats, tricks: 0 },
            Target::Exactly(tricks) => Goal::Exactly { seats, tricks },
            Target::InARow(tricks) => Goal::InARow { seats, tricks, run: 0 },
        }
    }
}

/// A condition on the winners of the tricks still to be played. One side tries to make it true, the other to make it
/// false.
///
/// It is a small automaton: [`Goal::after_trick`] returns the goal for the remaining tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// These seats together win at least this number of the tricks still to be played.
    AtLeast {
        /// The seats whose tricks count.
        seats: Seats,
        /// Smallest number of the tricks still to be played that reaches the goal.
        tricks: u8,
    },
    /// These seats together win at most this number of the tricks still to be played.
    AtMost {
        /// The seats whose tricks count.
        seats: Seats,
        /// Largest number of the tricks still to be played that reaches the goal.
        tricks: u8,
    },
    /// These seats together win exactly this number of the tricks still to be played.
    Exactly {
        /// The seats whose tricks count.
        seats: Seats,
        /// Number of the tricks still to be played that the seats must win.
        tricks: u8,
    },
    /// These seats together win this number of tricks in a row.
    InARow {
        /// The seats whose tricks count.
        seats: Seats,
        /// The number of tricks in a row that reaches the goal.
        tricks: u8,
        /// The number of tricks in a row that these seats have just won.
        run: u8,
    },
    /// Each seat wins at least its own number of the tricks still to be played.
    Quotas(BySeat<u8>),
    /// The goal is reached, whoever wins the remaining tricks.
    Reached,
    /// The goal cannot be reached any more.
    Missed,
}

impl Goal {
    /// The goal for the remaining tricks after `winner` has taken a trick.
    ///
    /// ```
    /// use preference::rules::Goal;
    /// use preference::{Seat, Seats};
    /// let seats = Seats::from_seat(Seat::Forehand);
    /// let goal = Goal::InARow { seats, tricks: 6, run: 3 };
    /// assert_eq!(goal.after_trick(Seat::Forehand), Goal::InARow { seats, tricks: 6, run: 4 });
    /// assert_eq!(goal.after_trick(Seat::Rearhand), Goal::InARow { seats, tricks: 6, run: 0 });
    /// ```
    #[must_use]
    pub fn after_trick(self, winner: Seat) -> Goal {
        match self {
            Goal::AtLeast { seats, tricks } => {
                Goal::AtLeast { seats, tricks: tricks.saturating_sub(seats.contains(winner).into()) }
            }
            Goal::AtMost { seats, tricks } if seats.contains(winner) => match tricks.checked_sub(1) {
                Some(tricks) => Goal::AtMost { seats, tricks },
                None => Goal::Missed,
            },
            Goal::Exactly { seats, tricks } if seats.contains(winner) => match tricks.checked_sub(1) {
                Some(tricks) => Goal::Exactly { seats, tricks },
                None => Goal::Missed,
            },
            Goal::InARow { run, tricks, .. } if run >= tricks => Goal::Reached,
            Goal::InARow { seats, tricks, run } => {
                let run = if seats.contains(winner) { run + 1 } else { 0 };
                if run >= tricks { Goal::Reached } else { Goal::InARow { seats, tricks, run } }
            }
            Goal::Quotas(mut quotas) => {
                quotas[winner] = quotas[winner].saturating_sub(1);
                Goal::Quotas(quotas)
            }
            decided_goal => decided_goal,
        }
    }

    /// `None` unless the goal is `AtLeast` or `AtMost`.
    pub(crate) fn eased(self) -> Option<Goal> {
        match self {
            Goal::AtLeast { seats, tricks } => {
                Some(Goal::AtLeast { seats, tricks: tricks.saturating_sub(1) })
            }
            Goal::AtMost { seats, tricks } => Some(Goal::AtMost { seats, tricks: tricks + 1 }),
            _ => None,
        }
    }

    /// Whether the goal is certain to be reached (`true`) or cannot be reached (`false`), with `left` tricks to come.
    ///
    /// ```
    /// use preference::rules::Goal;
    /// use preference::{Seat, Seats};
    /// let goal = Goal::AtLeast { seats: Seats::from_seat(Seat::Forehand), tricks: 2 };
    /// assert_eq!(goal.verdict(2), None);
    /// assert_eq!(goal.verdict(1), Some(false));
    /// ```
    #[must_use]
    pub fn verdict(self, left: u8) -> Option<bool> {
        match self {
            Goal::AtLeast { tricks: 0, .. } | Goal::Reached => Some(true),
            Goal::AtLeast { tricks, .. } | Goal::Exactly { tricks, .. } if tricks > left => Some(false),
            Goal::AtMost { tricks, .. } if tricks >= left => Some(true),
            Goal::Exactly { tricks, .. } if left == 0 => Some(tricks == 0),
            Goal::InARow { tricks, run, .. } if run >= tricks => Some(true),
            Goal::InARow { tricks, run, .. } if run.saturating_add(left) < tricks => Some(false),
            Goal::Quotas(quotas) => match quotas.0.iter().map(|&quota| u16::from(quota)).sum::<u16>() {
                0 => Some(true),
                sum if sum > left.into() => Some(false),
                _ => None,
            },
            Goal::Missed => Some(false),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("7H", "H")]
    #[case("10N", "N")]
    #[case("open-misere", "misere")]
    #[case("open-slam", "slam")]
    #[case("D", "D")]
    #[case("run6", "run6")]
    fn open_and_level_contracts_are_played_as_plain_ones(#[case] name: &str, #[case] like: &str) {
        let contract: Contract = name.parse().expect("a contract");
        assert_eq!(contract.played_as().to_string(), like, "{name}");
    }

    #[test]
    fn number_of_tricks_decides_all_targets_but_runs() {
        let rows = [
            (Target::AtLeast(6), [false, true, true]),
            (Target::None, [false; 3]),
            (Target::Exactly(6), [false, true, false]),
        ];
        for (target, made) in rows {
            assert_eq!([5, 6, 7].map(|tricks| target.is_made_by(tricks)), made.map(Some), "{target:?}");
        }
        assert_eq!(Target::None.is_made_by(0), Some(true));
        assert_eq!([0, 6, 10].map(|tricks| Target::InARow(6).is_made_by(tricks)), [None; 3]);
    }

    #[rstest]
    #[case(Target::AtLeast(6), [-6, -1, 0, 4].map(Some))]
    #[case(Target::None, [0, -5, -6, -10].map(Some))]
    #[case(Target::Exactly(1), [-1, -4, -5, -9].map(Some))]
    #[case(Target::InARow(6), [None; 4])]
    fn margin_is_negative_below_target(#[case] target: Target, #[case] margins: [Option<i8>; 4]) {
        let counts = [0, 5, 6, 10];
        assert_eq!(counts.map(|tricks| target.margin(tricks)), margins, "{target:?}");
        for tricks in counts {
            let reached = target.margin(tricks).map(|margin| margin >= 0);
            assert_eq!(reached, target.is_made_by(tricks), "{target:?} {tricks}");
        }
    }

    #[test]
    fn contracts_round_trip_and_are_read_in_all_spellings() {
        for name in [
            "S",
            "H",
            "D",
            "C",
            "N",
            "6S",
            "7H",
            "10N",
            "misere",
            "open-misere",
            "slam",
            "open-slam",
            "run6",
            "uno",
        ] {
            assert_eq!(name.parse::<Contract>().map(|contract| contract.to_string()).as_deref(), Ok(name));
        }
        assert_eq!("h".parse(), Ok(Contract::Game(Some(Suit::Hearts))));
        assert_eq!("7♥".parse(), Ok(Contract::Level(7, Some(Suit::Hearts))));
        for (name, words) in [
            ("S", "spades Spade PIK ♠"),
            ("H", "hearts heart Herz"),
            ("D", "diamonds diamond KARO"),
            ("C", "clubs club Kreuz treff"),
            ("N", "n NT SA sans Sans-Atout бескозырка БЕСКОЗЫРКА"),
            ("7H", "7hearts 7Herz"),
            ("6N", "6sa 6NT"),
            ("misere", "Bettel MISÈRE мизер Мизер"),
            ("slam", "Durchmarsch"),
        ] {
            for word in words.split(' ') {
                assert_eq!(
                    word.parse::<Contract>().map(|contract| contract.to_string()).as_deref(),
                    Ok(name)
                );
            }
        }
        for name in ["", "5S", "5sa", "7bettel", "sans atout", "11N", "X", "7", "7misere", "SS", "HA"] {
            assert!(name.parse::<Contract>().is_err(), "{name}");
        }
    }

    fn is_reached(goal: Goal, winners: &str) -> bool {
        let mut left = winners.len() as u8;
        let mut goal = goal;
        for winner in winners.chars() {
            if let Some(answer) = goal.verdict(left) {
                return answer;
            }
            goal = goal.after_trick(winner.to_string().parse().expect("a seat"));
            left -= 1;
        }
        goal.verdict(0).expect("decided when all is played")
    }

    #[test]
    fn goals_are_decided_by_trick_winners() {
        let seats = Seats::from_seat(Seat::Forehand);
        assert!(is_reached(Goal::AtLeast { seats, tricks: 2 }, "FMF"));
        assert!(!is_reached(Goal::AtLeast { seats, tricks: 2 }, "FMR"));
        assert!(is_reached(Goal::AtMost { seats, tricks: 1 }, "FMR"));
        assert!(!is_reached(Goal::AtMost { seats, tricks: 0 }, "MMF"));
        assert!(is_reached(Goal::Exactly { seats, tricks: 1 }, "MFM"));
        assert!(!is_reached(Goal::Exactly { seats, tricks: 1 }, "FFM"));
        assert!(!is_reached(Goal::Exactly { seats, tricks: 1 }, "MRM"));
        assert!(is_reached(Goal::InARow { seats, tricks: 2, run: 0 }, "MFFM"));
        assert!(!is_reached(Goal::InARow { seats, tricks: 2, run: 0 }, "FMFM"));
        assert!(is_reached(Goal::InARow { seats, tricks: 2, run: 1 }, "FMMM"));
        let quotas = Goal::Quotas(BySeat([0, 1, 2]));
        assert!(is_reached(quotas, "RMR"));
        assert!(!is_reached(quotas, "RMF"));
        assert_eq!(Goal::Quotas(BySeat([255, 255, 255])).verdict(10), Some(false));
        assert_eq!(Goal::InARow { seats, tricks: 255, run: 250 }.verdict(10), None);
    }
}
