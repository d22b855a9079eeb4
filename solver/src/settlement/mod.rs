//! Settlement of a played hand: every player's gains, from the hand and its result alone.
//!
//! There are five schemes: out of a pot, between the declarer and each opponent, by the tricks taken, in the books of
//! Russian players, and on the paper of Yugoslav players. Each takes its numbers from the variant
//! ([`Settlement`](crate::rules::payment::Settlement)).

mod amount;
mod bonuses;
mod books;
mod bule;
pub(crate) mod closed_pools;
mod decision_checks;
mod error;
mod gains;
mod hand;
mod per_opponent;
mod pot;
mod score_sheet;
mod sheet;
mod sheet_drawing;
mod sheet_text;
mod totals;
mod trick_reward;

use std::borrow::Cow;

use crate::rules::bidding::AllPass;
use crate::rules::contract::{Contract, Target};
use crate::rules::payment::{PaymentScheme, PerOpponent};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat};

pub use amount::Amount;
pub use error::SettlementError;
pub use gains::{BookEntries, Gains, HandSettlement, rounded};
pub use hand::{Aces, Dealer, Doubling, HandDecisions, HandResult, HandTerms};
pub use score_sheet::{PlayerEntries, ScoreSheet, SheetLayout, SheetPlace, StruckNumber};
pub use sheet::{
    FinalGains, MAX_WORDS_LENGTH, Ruling, RulingPayment, Sheet, SheetRow, WordsError, check_words,
};
pub use sheet_drawing::{DrawnLine, DrawnText, SheetDrawing};
pub use sheet_text::strike_through;
pub use totals::SheetTotals;

fn numbers_or_default<T: Clone + Default>(numbers: &Option<T>) -> Cow<'_, T> {
    numbers.as_ref().map_or_else(|| Cow::Owned(T::default()), Cow::Borrowed)
}

impl Variant {
    /// The gains of all players and the pot.
    ///
    /// ```
    /// use preference::rules::Variant;
    /// use preference::seat::{BySeat, Seat};
    /// use preference::settlement::HandTerms;
    /// let rules: Variant = "austrian".parse()?;
    /// let hand = HandTerms::new("D".parse()?, Seat::Forehand);
    /// assert_eq!(rules.settle(&hand, &BySeat([6, 2, 2]).into())?.to_string(), "F +6 M +2 R +2 pot -10");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rules do not allow the hand's decisions or have no price for it, or if its result is impossible.
    pub fn settle(&self, hand: &HandTerms, played: &HandResult) -> Result<Gains, SettlementError> {
        Ok(self.hand_settlement(hand, played)?.gains)
    }

    /// Whether the play of this hand ends as soon as the contract is lost: in a misère or slam, if everybody's gains
    /// are the same for every number of tricks with which the declarer fails.
    pub(crate) fn ends_when_lost(&self, hand: &HandTerms) -> bool {
        let Some(declaration) = hand.declaration else { return false };
        let lost = match (
            declaration.contract.played_as(),
            self.target(declaration.contract, declaration.from_hand),
        ) {
            (Contract::Misere, Target::None) => 1..=10,
            (Contract::Slam, Target::AtLeast(10)) => 0..=9,
            _ => return false,
        };
        let first = self.gains_by_tricks(hand, declaration.declarer, *lost.start());
        first.is_some()
            && lost
                .into_iter()
                .all(|tricks| self.gains_by_tricks(hand, declaration.declarer, tricks) == first)
    }

    /// `None` if the number alone does not decide the gains, or if the hand cannot be settled.
    fn gains_by_tricks(&self, hand: &HandTerms, declarer: Seat, taken: u8) -> Option<Gains> {
        let mut tricks = BySeat::default();
        tricks[declarer] = Some(taken);
        self.settle(hand, &HandResult { tricks, made: None }).ok()
    }

    /// The gains of all players and the pot, and the entries on the score sheet.
    pub fn hand_settlement(
        &self,
        hand: &HandTerms,
        played: &HandResult,
    ) -> Result<HandSettlement, SettlementError> {
        let settlement = self.settlement();
        let by = settlement.by.ok_or_else(|| SettlementError::None { rules: self.label().to_owned() })?;
        let decisions = &hand.decisions;
        let Some(declaration) = hand.declaration else {
            return match &settlement.books {
                Some(books) if by == PaymentScheme::Books => {
                    let entries = books.all_pass_entries(decisions, played, hand.max_dealer_tricks(self))?;
                    let gains = entries.result(books, decisions.four);
                    Ok(HandSettlement { gains, entries: Some(entries) })
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
        let each =
            each.filter(|each| by == PaymentScheme::Each || each.prices.contains_key(&declaration.contract));
        let (mut gains, written) = match (by, each) {
            // A price between the players goes before every other scheme: Illustrated pays suit games from the pot.
            (_, Some(each)) => (self.settle_each(each, declaration, decisions, played)?, None),
            (PaymentScheme::Each, None) => {
                (self.settle_each(&PerOpponent::default(), declaration, decisions, played)?, None)
            }
            (PaymentScheme::Pot, _) => {
                (self.settle_pot(&numbers_or_default(&settlement.pot), declaration, decisions, played)?, None)
            }
            (PaymentScheme::Reward, _) => (
                self.settle_reward(&numbers_or_default(&settlement.reward), declaration, decisions, played)?,
                None,
            ),
            (PaymentScheme::Books, _) => {
                let books = numbers_or_default(&settlement.books);
                let written = self.book_entries(&books, declaration, decisions, played)?;
                (written.result(&books, decisions.four), Some(written))
            }
            (PaymentScheme::Paper, _) => {
                let (gains, written) = self.settle_paper(
                    *numbers_or_default(&settlement.paper),
                    declaration,
                    decisions,
                    played,
                )?;
                (gains, Some(written))
            }
        };
        self.pay_offers(&mut gains, declaration, decisions)?;
        Ok(HandSettlement { gains, entries: written })
    }

    pub(crate) fn has_written_sheet(&self) -> bool {
        matches!(self.settlement().by, Some(PaymentScheme::Books | PaymentScheme::Paper))
    }

    /// Each player's final result on a score sheet with these totals, of the three seats in turn order, then of the
    /// dealer who sits out. Under rules with bule each player pays the pot `bule_point` supe (usually 10) for each
    /// point of bule.
    ///
    /// ```
    /// use preference::rules::Variant;
    /// use preference::settlement::{Amount, SheetTotals};
    /// let rules: Variant = "russian".parse()?;
    /// let mut totals = SheetTotals::new(3);
    /// totals.mountain[0] = Amount::from_integer(3);
    /// totals.whists[1][0] = Amount::from_integer(8);
    /// assert_eq!(rules.settle_totals(&totals)?.to_string(), "F -28 M +18 R +10 pot +0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rules keep no written sheet, or the totals are too large, not those of three or four players, or have a
    /// pool that the rules do not have.
    pub fn settle_totals(&self, totals: &SheetTotals) -> Result<Gains, SettlementError> {
        let settlement = self.settlement();
        let entries = totals.as_entries()?;
        let four = totals.players() == 4;
        match settlement.by {
            Some(PaymentScheme::Books) => Ok(entries.result(&numbers_or_default(&settlement.books), four)),
            Some(PaymentScheme::Paper) if totals.pool.iter().any(|&points| points != Amount::default()) => {
                Err(SettlementError::NoPool { rules: self.label().to_owned() })
            }
            Some(PaymentScheme::Paper) => {
                Ok(entries.result_in_supe(*numbers_or_default(&settlement.paper), four))
            }
            _ => Err(SettlementError::NoSheet { rules: self.label().to_owned() }),
        }
    }
}
