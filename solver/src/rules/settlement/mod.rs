//! What a played hand pays: a pure function from what happened to what everybody gains.
//!
//! There are five ways to settle a hand, each a table of numbers in the file of a variant:
//! out of a pot ([`Pot`]), between the declarer and each opponent ([`Each`]), by the tricks
//! taken ([`Reward`]), in the books of Russian players ([`Books`]) and on the paper of
//! Yugoslav ones ([`Paper`]). Nothing here asks for a variant's name.

mod books;
mod each;
mod error;
mod hand;
mod paper;
mod pot;
mod reward;

use std::borrow::Cow;
use std::fmt;

use num_rational::Ratio;
use serde::{Deserialize, Serialize};

use crate::cards::Suit;
use crate::rules::auction::AllPass;
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat};

pub use books::{Books, Responsibility};
pub use each::Each;
pub use error::SettlementError;
pub use hand::{Aces, Dealer, Declared, Doubling, Played};
pub use paper::Paper;
pub use pot::{GiveUp, Paid, Pot, Short};
pub use reward::Reward;

/// A sum in the units in which a variant is scored; fractions come up where a pot is
/// divided or an average taken.
pub type Amount = Ratio<i64>;

/// How a variant settles a hand: `[settlement]` in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settlement {
    /// Which of the ways below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Way>,
    /// What everybody puts into an empty pot.
    pub ante: u8,
    /// What the dealer puts in before every deal, instead of that.
    pub dealer_adds: u8,
    /// How many marks a player can have for deals that all passed.
    pub most_marks: u8,
    /// What the declarer pays the dealer if the talon's cards are of one rank.
    pub talon_pair: u8,
    /// Out of a pot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pot: Option<Pot>,
    /// Between the declarer and each opponent: for all contracts, or, beside another
    /// way, for those that have a price here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<Each>,
    /// By the tricks taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reward: Option<Reward>,
    /// In books: pool, mountain and whists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub books: Option<Books>,
    /// On paper: bule and supe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper: Option<Paper>,
    /// What is paid apart from the contract.
    pub bonuses: Bonuses,
}

/// A way to settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// `[settlement.pot]`
    Pot,
    /// `[settlement.each]`
    Each,
    /// `[settlement.reward]`
    Reward,
    /// `[settlement.books]`
    Books,
    /// `[settlement.paper]`
    Paper,
}

/// Payments between the declarer and each opponent, in play or out, in suit games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bonuses {
    /// Hearts played from the hand: got if made, paid if not.
    pub hearts_from_hand: u8,
    /// All four aces held: got if made.
    pub four_aces: u8,
    /// No ace among all twelve cards, announced before the first lead: got if made, paid
    /// if not.
    pub no_aces: u8,
}

/// What everybody gains; sums to zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gains {
    /// The players.
    pub seats: BySeat<Amount>,
    /// The dealer who sits out, with four at the table.
    pub sitting: Option<Amount>,
    /// The pot; where players write bule, ten times what is written.
    pub pot: Amount,
}

/// What one hand writes in books or on paper: of the three seats in turn order, and of who
/// sits out with four at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Points in the pool.
    pub pool: [Amount; 4],
    /// Points in the mountain; on paper, bule.
    pub mountain: [Amount; 4],
    /// Whists or supe of each on each.
    pub whists: [[Amount; 4]; 4],
}

/// What a hand comes to: who gains what, and what is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Who gains what.
    pub gains: Gains,
    /// What is written, where hands are settled in writing.
    pub written: Option<Written>,
}

/// Who can pay or be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purse {
    Seat(Seat),
    Sitting,
    Pot,
}

impl Purse {
    /// All who play, in the order in which books list them: the seats and who sits out.
    const PLAYERS: [Purse; 4] = [
        Purse::Seat(Seat::Forehand),
        Purse::Seat(Seat::Middlehand),
        Purse::Seat(Seat::Rearhand),
        Purse::Sitting,
    ];

    /// Its place among the players; the pot is none of them.
    fn index(self) -> usize {
        match self {
            Purse::Seat(seat) => seat.index(),
            Purse::Sitting | Purse::Pot => 3,
        }
    }
}

impl From<Seat> for Purse {
    fn from(seat: Seat) -> Purse {
        Purse::Seat(seat)
    }
}

impl Gains {
    /// Nobody gains anything.
    pub(crate) fn none(four: bool) -> Gains {
        let zero = Amount::from_integer(0);
        Gains { seats: BySeat([zero; 3]), sitting: four.then_some(zero), pot: zero }
    }

    /// One pays another, so that the sum stays zero.
    fn pay(&mut self, from: impl Into<Purse>, to: impl Into<Purse>, amount: Amount) {
        *self.of(from.into()) -= amount;
        *self.of(to.into()) += amount;
    }

    fn of(&mut self, purse: Purse) -> &mut Amount {
        match purse {
            Purse::Seat(seat) => &mut self.seats[seat],
            Purse::Sitting => self.sitting.get_or_insert_default(),
            Purse::Pot => &mut self.pot,
        }
    }

    /// The sum of all, which is zero.
    #[must_use]
    pub fn sum(&self) -> Amount {
        self.seats.0.iter().sum::<Amount>() + self.sitting.unwrap_or_default() + self.pot
    }
}

/// The gains of the seats in turn order, of the sitting dealer and the pot, as `F +6`.
impl fmt::Display for Gains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, gain) in self.seats.iter() {
            write!(f, "{seat} {gain:+} ")?;
        }
        if let Some(gain) = self.sitting {
            write!(f, "D {gain:+} ")?;
        }
        write!(f, "pot {:+}", self.pot)
    }
}

/// The numbers of a way, or the usual ones where the file leaves them out.
fn or_default<T: Clone + Default>(numbers: &Option<T>) -> Cow<'_, T> {
    numbers.as_ref().map_or_else(|| Cow::Owned(T::default()), Cow::Borrowed)
}

fn whole(amount: impl Into<i64>) -> Amount {
    Amount::from_integer(amount.into())
}

impl Variant {
    /// What everybody gains by a played hand.
    ///
    /// ```
    /// use preference::{Contract, Played, Seat, Variant};
    /// let rules: Variant = "austrian".parse()?;
    /// let mut played = Played::soloist("D".parse()?, Seat::Forehand);
    /// played.tricks = preference::BySeat([Some(6), Some(2), Some(2)]);
    /// assert_eq!(rules.settle(&played)?.to_string(), "F +6 M +2 R +2 pot -10");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rules cannot come to such a hand, or do not say what it pays.
    pub fn settle(&self, played: &Played) -> Result<Gains, SettlementError> {
        Ok(self.account(played)?.gains)
    }

    /// What everybody gains by a played hand, and what is written for it.
    ///
    /// # Errors
    /// As of [`settle`](Self::settle).
    pub fn account(&self, played: &Played) -> Result<Account, SettlementError> {
        let settlement = self.settlement();
        let by = settlement.by.ok_or_else(|| SettlementError::None { rules: self.label().to_owned() })?;
        let Some(game) = played.game else {
            return match &settlement.books {
                Some(books) if by == Way::Books => {
                    let entries = books.all_passed(played)?;
                    Ok(Account { gains: entries.result(books, played.four), written: Some(entries) })
                }
                _ => {
                    let rules = self.label().to_owned();
                    Err(match self.bidding().all_pass {
                        AllPass::DealerPlays | AllPass::ForehandAgain | AllPass::DealerForced => {
                            SettlementError::SomebodyPlays { rules }
                        }
                        _ => SettlementError::AllPass { rules },
                    })
                }
            };
        };
        let each = settlement.each.as_ref();
        let each = each.filter(|each| by == Way::Each || each.prices.contains_key(&game.contract));
        let gains = match (by, each) {
            (_, Some(each)) => self.settle_each(each, game, played)?,
            (Way::Each, None) => self.settle_each(&Each::default(), game, played)?,
            (Way::Pot, _) => self.settle_pot(&or_default(&settlement.pot), game, played)?,
            (Way::Reward, _) => self.settle_reward(&or_default(&settlement.reward), game, played)?,
            (Way::Books, _) => {
                let books = or_default(&settlement.books);
                let written = self.write_books(&books, game, played)?;
                return Ok(Account { gains: written.result(&books, played.four), written: Some(written) });
            }
            (Way::Paper, _) => {
                let (gains, written) = self.settle_paper(*or_default(&settlement.paper), game, played)?;
                return Ok(Account { gains, written: Some(written) });
            }
        };
        Ok(Account { gains, written: None })
    }

    /// The number of the defenders' tricks at which the play of this hand ends, if it may
    /// end before the last trick.
    #[must_use]
    pub fn ends_at(&self, played: &Played) -> Option<u8> {
        let settlement = self.settlement();
        let paper = settlement.paper.filter(|_| settlement.by == Some(Way::Paper))?;
        let contract = played.game?.contract;
        self.decisions().quotas.holds(contract).then_some(paper.ends_at)
    }

    /// The bonuses, and what a pair in the talon brings the dealer.
    fn add_bonuses(&self, gains: &mut Gains, game: Declared, played: &Played, made: bool) {
        let Bonuses { hearts_from_hand, four_aces, no_aces } = self.settlement().bonuses;
        let mut bonus = 0;
        let signed = |amount: u8| if made { i64::from(amount) } else { -i64::from(amount) };
        if game.contract.trump().is_some() {
            if game.contract.trump() == Some(Suit::Hearts) && game.from_hand {
                bonus += signed(hearts_from_hand);
            }
            bonus += match played.aces {
                Some(Aces::Four) if made => four_aces.into(),
                Some(Aces::None) => signed(no_aces),
                _ => 0,
            };
        }
        for opponent in [game.declarer.left(), game.declarer.right()] {
            gains.pay(opponent, game.declarer, whole(bonus));
        }
        if played.talon_is_a_pair() {
            let dealer = match played.dealer {
                None if played.four => Purse::Sitting,
                None => Purse::Seat(Seat::Rearhand),
                Some(Dealer::Sitting) => Purse::Sitting,
                Some(Dealer::Seat(seat)) => Purse::Seat(seat),
            };
            gains.pay(game.declarer, dealer, whole(self.settlement().talon_pair));
        }
    }

    /// What the contract is worth in these rules.
    fn value_of(&self, contract: Contract) -> Result<i64, SettlementError> {
        self.value(contract)
            .map(i64::from)
            .ok_or_else(|| SettlementError::NoValue { contract, rules: self.label().to_owned() })
    }
}
