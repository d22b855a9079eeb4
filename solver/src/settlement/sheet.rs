//! The running score over a series of deals, such as an evening.

use std::sync::Arc;

use thiserror::Error;

use super::amount::Amount;
use super::error::SettlementError;
use super::gains::{BookEntries, Gains, HandSettlement, rounded};
use super::hand::{Dealer, HandDecisions, HandResult, HandTerms};
use super::totals::SheetTotals;
use crate::excerpt::{excerpt, is_plain};
use crate::rules::payment::Settlement;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat};

/// The running score of three or four players under one set of rules.
///
/// The last player deals first, and the deal passes to the left after each hand. With three at the table the dealer is
/// rearhand; with four the dealer sits out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    rules: Arc<Variant>,
    deals: usize,
    pot: Amount,
    totals: Vec<Amount>,
    /// By player. A mark (refa) for a passed-out deal doubles a later hand that the player declares.
    marks: Vec<u8>,
    /// Number of passed-out deals since a contract last ended the run of such deals. Some contracts do not end it.
    passed_in_a_row: u8,
    /// Passed-out deals for which every player got a mark.
    deals_with_marks: u8,
    books: Option<SheetTotals>,
}

/// One deal or ruling on a score sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// The player in each seat, by index in the list of players; in a ruling, in the next deal.
    pub seats: BySeat<usize>,
    /// The player who sits out, with four at the table.
    pub sitting: Option<usize>,
    /// Gain or loss of each player from this row, antes included.
    pub gains: Vec<Amount>,
    /// Amount in the pot after the row.
    pub pot: Amount,
    /// Whether the hand was doubled, by a mark of the declarer or by `refa` of the added hand.
    pub refa: bool,
    /// `None` under rules that pay each hand at once, and while nothing has been written.
    pub books: Option<SheetTotals>,
    /// Whether the row is a ruling and not a deal.
    pub is_ruling: bool,
    /// Whether the row is struck out: it stays visible and counts for nothing.
    pub is_struck: bool,
    /// Remark on the row, such as the reason of a ruling; empty if there is none.
    pub words: String,
}

impl SheetRow {
    /// Strikes the row out. Add such a row to a copy of the sheet, so that the pot, the marks and the next dealer of
    /// the sheet itself stay as they were.
    ///
    /// ```
    /// use preference::Variant;
    /// use preference::seat::{BySeat, Seat};
    /// use preference::settlement::{HandTerms, ScoreSheet, Sheet, SheetPlace};
    /// let rules: Variant = "russian".parse()?;
    /// let mut sheet = Sheet::new(rules.clone(), 3);
    /// let hand = HandTerms::new("6S".parse()?, Seat::Forehand);
    /// let wrong = sheet.clone().add_hand(&hand, &BySeat([6, 3, 1]).into())?.struck_out();
    /// let right = sheet.add_hand(&hand, &BySeat([6, 2, 2]).into())?;
    /// let paper = ScoreSheet::new(&rules, &["Ada", "Ben", "Cem"], None, &[wrong, right]);
    /// assert_eq!(paper.entries[1].whists[0], [4.into()]);
    /// assert_eq!(paper.numbers(SheetPlace::Whists(1, 0)), [(6.into(), true), (4.into(), false)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn struck_out(self) -> SheetRow {
        SheetRow { is_struck: true, ..self }
    }

    /// Sets the remark.
    #[must_use]
    pub fn with_words(self, words: impl Into<String>) -> SheetRow {
        SheetRow { words: words.into(), ..self }
    }
}

/// Maximum number of characters of the words of a row.
pub const MAX_WORDS_LENGTH: usize = 80;

/// The words cannot stand on a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the words '{}' are too long or not plain text: write {MAX_WORDS_LENGTH} characters at most",
    excerpt(.0)
)]
pub struct WordsError(String);

/// Checks that the words of a row, if any, are plain text and not too long for a sheet.
pub fn check_words(words: &str) -> Result<(), WordsError> {
    if !is_plain(words) || words.chars().count() > MAX_WORDS_LENGTH {
        return Err(WordsError(words.to_owned()));
    }
    Ok(())
}

/// A ruling or penalty of the table, apart from what the hands pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Payments, under rules that pay each hand at once.
    Payments(Vec<RulingPayment>),
    /// Points to be added to the written totals; negative points are taken off.
    Entries(SheetTotals),
}

/// A payment between two players, by index in the list of players; `None` is the pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulingPayment {
    /// Who pays.
    pub from: Option<usize>,
    /// Who is paid.
    pub to: Option<usize>,
    /// Negative if the payment goes the other way.
    pub amount: Amount,
}

/// The final result of each player on a sheet, and the amount that is left in the pot. They sum to zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalGains {
    /// The gains of the players.
    pub players: Vec<Amount>,
    /// The pot; under rules with bule, the value of all bule in supe, plus the offers and other payments to it.
    pub pot: Amount,
}

impl FinalGains {
    /// Rounded to whole numbers by [`rounded`], so that their sum remains zero. The pot is last in the order that
    /// breaks ties.
    #[must_use]
    pub fn rounded(&self) -> FinalGains {
        let mut players = rounded(&[&self.players[..], &[self.pot]].concat());
        let pot = players.pop().unwrap_or_default();
        FinalGains { players, pot }
    }
}

impl Sheet {
    /// # Panics
    /// If the number of players is not three or four.
    #[must_use]
    pub fn new(rules: impl Into<Arc<Variant>>, players: usize) -> Sheet {
        assert!(players == 3 || players == 4, "a sheet has three or four players");
        Sheet {
            rules: rules.into(),
            deals: 0,
            pot: Amount::default(),
            totals: vec![Amount::default(); players],
            marks: vec![0; players],
            passed_in_a_row: 0,
            deals_with_marks: 0,
            books: None,
        }
    }

    /// A sheet that begins with the totals of an earlier one, in the order of the players on this sheet, the last of
    /// whom deals first. No marks are carried over.
    pub fn with_totals(
        rules: impl Into<Arc<Variant>>,
        totals: SheetTotals,
    ) -> Result<Sheet, SettlementError> {
        let rules = rules.into();
        let gains = rules.settle_totals(&totals)?;
        let mut sheet = Sheet::new(rules, totals.players());
        sheet.pot = gains.pot;
        sheet.totals = gains.player_gains();
        sheet.books = Some(totals);
        Ok(sheet)
    }

    /// The rules that are played.
    #[must_use]
    pub fn rules(&self) -> &Variant {
        &self.rules
    }

    /// The gains of each player so far.
    #[must_use]
    pub fn totals(&self) -> &[Amount] {
        &self.totals
    }

    /// The pot; under rules with bule, the value in supe of all bule written, plus the offers and other payments to it.
    #[must_use]
    pub fn pot(&self) -> Amount {
        self.pot
    }

    /// The final result of each player, and the amount in the pot, if the series ended now.
    #[must_use]
    pub fn final_gains(&self) -> FinalGains {
        FinalGains { players: self.totals.clone(), pot: self.pot }
    }

    /// The number of marks for passed-out deals that each player has.
    #[must_use]
    pub fn marks(&self) -> &[u8] {
        &self.marks
    }

    /// The passed-out deals in a row up to now. Some contracts do not interrupt the count.
    #[must_use]
    pub fn passed_out_in_a_row(&self) -> u8 {
        self.passed_in_a_row
    }

    /// What the next hand is played for: the pot with the dealer's contribution, or with the antes if the pot is empty
    /// and the players refill it. A negative amount counts as 0.
    #[must_use]
    pub fn next_pot(&self) -> Amount {
        let settlement = self.rules.settlement();
        let pot = self.pot + Amount::from_integer(settlement.dealer_adds.into());
        let is_refilled = settlement.ante > 0 && settlement.dealer_adds == 0 && pot <= Amount::default();
        let antes = i64::from(settlement.ante) * self.totals.len() as i64;
        let pot = if is_refilled { pot + Amount::from_integer(antes) } else { pot };
        pot.max(Amount::default())
    }

    /// `None` under rules that pay each hand at once, and while nothing has been written.
    #[must_use]
    pub fn books(&self) -> Option<&SheetTotals> {
        self.books.as_ref()
    }

    /// The index of the player in this seat in the next deal.
    #[must_use]
    pub fn player(&self, seat: Seat) -> usize {
        (self.deals + seat.index()) % self.totals.len()
    }

    /// The index of the player who sits out in the next deal; `None` with three at the table.
    #[must_use]
    pub fn player_sitting_out(&self) -> Option<usize> {
        (self.totals.len() == 4).then(|| (self.deals + 3) % 4)
    }

    /// Adds a deal and returns its row. The pot, the dealer, whether four are at the table, and the passed-out deals in
    /// a row are those of the sheet, not of `hand`. A mark of the declarer doubles the hand even if `hand.refa` is not
    /// set.
    ///
    /// # Errors
    /// If the hand cannot be settled, or the amounts grow too large. The sheet is then unchanged.
    pub fn add_hand(&mut self, hand: &HandTerms, played: &HandResult) -> Result<SheetRow, SettlementError> {
        let settlement = self.rules.settlement();
        let (ante, adds) = (settlement.ante.into(), settlement.dealer_adds.into());
        let seats = BySeat::from_fn(|seat| self.player(seat));
        let sitting = self.player_sitting_out();
        let dealer = sitting.unwrap_or(seats[Seat::Rearhand]);
        let (mut pot, mut gains) = (self.pot, vec![Amount::default(); self.totals.len()]);
        let ante = Amount::from_integer(ante);
        gains[dealer] -= Amount::from_integer(adds);
        pot += Amount::from_integer(adds);
        let refills = settlement.ante > 0 && adds == 0;
        if refills && pot <= Amount::default() {
            put_in_antes(ante, &mut pot, &mut gains);
        }
        let declarer = hand.declaration.map(|declaration| seats[declaration.declarer]);
        let refa = hand.decisions.refa || declarer.is_some_and(|player| self.marks[player] > 0);
        let decisions = HandDecisions {
            // A pot with a negative amount counts as empty.
            pot: Some(pot.max(Amount::default())),
            four: sitting.is_some(),
            dealer: Some(sitting.map_or(Dealer::Seat(Seat::Rearhand), |_| Dealer::Sitting)),
            refa,
            progression: self.passed_in_a_row.saturating_add(1),
            ..hand.decisions.clone()
        };
        let hand = decisions.under(hand.declaration);
        let settled = self.settle_hand(&hand, played)?;
        check_countable(settled.gains.pot)?;
        // A sheet that would need more than ten thousand antes of every player for one hand is refused.
        let rounds = 10_000 * self.totals.len() as i64;
        if refills
            && pot + settled.gains.pot + Amount::from_integer(rounds * i64::from(settlement.ante))
                < Amount::default()
        {
            return Err(SettlementError::TooLarge);
        }
        while refills && pot + settled.gains.pot < Amount::default() {
            put_in_antes(ante, &mut pot, &mut gains);
        }
        for (seat, &gain) in settled.gains.seats.iter() {
            gains[seats[seat]] += gain;
        }
        if let (Some(player), Some(gain)) = (sitting, settled.gains.sitting_out) {
            gains[player] += gain;
        }
        pot += settled.gains.pot;
        check_countable(pot)?;
        for (&total, &gain) in self.totals.iter().zip(&gains) {
            check_countable(total)?;
            check_countable(gain)?;
        }
        if let Some(written) = &settled.entries {
            self.write_entries(written, seats, sitting);
        }
        let books = self.rules.settlement().books.as_ref();
        let ends_pass_series =
            books.map_or(hand.declaration.is_some(), |books| books.ends_pass_series(&hand));
        self.update_marks(declarer, refa, ends_pass_series);
        for (total, gain) in self.totals.iter_mut().zip(&gains) {
            *total += *gain;
        }
        self.pot = pot;
        self.deals += 1;
        let (is_ruling, is_struck, words) = (false, false, String::new());
        let books = self.books.clone();
        Ok(SheetRow { seats, sitting, gains, pot, refa, books, is_ruling, is_struck, words })
    }

    /// Adds a ruling and returns its row. The dealer, the marks and the count of passed-out deals stay as they are.
    ///
    /// ```
    /// use preference::rules::Variant;
    /// use preference::settlement::{Amount, Ruling, RulingPayment, Sheet};
    /// let mut sheet = Sheet::new("austrian".parse::<Variant>()?, 3);
    /// let fine = RulingPayment { from: Some(0), to: None, amount: 10.into() };
    /// sheet.add_ruling(&Ruling::Payments(vec![fine]))?;
    /// assert_eq!((sheet.totals()[0], sheet.pot()), (Amount::from_integer(-10), 10.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rules do not pay or write such points, a payment takes more out of the pot than it holds, or the amounts
    /// grow too large. The sheet is then unchanged.
    pub fn add_ruling(&mut self, ruling: &Ruling) -> Result<SheetRow, SettlementError> {
        let (gains, pot, books) = match ruling {
            Ruling::Payments(payments) => {
                let (gains, pot) = self.pay(payments)?;
                (gains, pot, self.books.clone())
            }
            Ruling::Entries(entries) => {
                let before = self.books.clone().unwrap_or_else(|| SheetTotals::new(self.totals.len()));
                if entries.players() != before.players() {
                    return Err(SettlementError::Totals { players: entries.players() });
                }
                let gains = self.rules.settle_totals(entries)?;
                let books = before.sum(entries);
                // The totals with these entries must not be too large, either.
                self.rules.settle_totals(&books)?;
                (gains.player_gains(), gains.pot, Some(books))
            }
        };
        let totals: Vec<Amount> =
            self.totals.iter().zip(&gains).map(|(&total, &gain)| total + gain).collect();
        for &amount in totals.iter().chain([&(self.pot + pot)]) {
            check_countable(amount)?;
        }
        (self.totals, self.books, self.pot) = (totals, books, self.pot + pot);
        Ok(SheetRow {
            seats: BySeat::from_fn(|seat| self.player(seat)),
            sitting: self.player_sitting_out(),
            gains,
            pot: self.pot,
            refa: false,
            books: self.books.clone(),
            is_ruling: true,
            is_struck: false,
            words: String::new(),
        })
    }

    fn pay(&self, payments: &[RulingPayment]) -> Result<(Vec<Amount>, Amount), SettlementError> {
        if self.rules.has_written_sheet() {
            return Err(SettlementError::PaidRuling { rules: self.rules.label().to_owned() });
        }
        // The pot is the last.
        let players = self.totals.len();
        let mut gains = vec![Amount::default(); players + 1];
        for &RulingPayment { from, to, amount } in payments {
            check_countable(amount)?;
            gains[from.unwrap_or(players)] -= amount;
            gains[to.unwrap_or(players)] += amount;
        }
        let pot = gains.pop().unwrap_or_default();
        if pot < Amount::default() && self.pot + pot < Amount::default() {
            return Err(SettlementError::RulingExceedsPot { pot: self.pot, taken: -pot });
        }
        Ok((gains, pot))
    }

    fn settle_hand(&self, hand: &HandTerms, played: &HandResult) -> Result<HandSettlement, SettlementError> {
        // A passed-out hand that nobody plays pays nothing.
        let is_unplayed = hand.declaration.is_none() && *played == HandResult::default();
        match self.rules.hand_settlement(hand, played) {
            Err(SettlementError::AllPass { .. }) if is_unplayed => {
                Ok(HandSettlement { gains: Gains::zero(hand.decisions.four), entries: None })
            }
            // Books have a price for the tricks of a passed-out hand, but these rules do not play such a hand.
            Err(SettlementError::TricksMissing)
                if is_unplayed && self.rules.bidding().all_pass.is_unplayed() =>
            {
                Ok(HandSettlement { gains: Gains::zero(hand.decisions.four), entries: None })
            }
            settled => settled,
        }
    }

    fn update_marks(&mut self, declarer: Option<usize>, refa: bool, ends_pass_series: bool) {
        // After a passed-out hand every player gets a mark, if the rules still give marks. After any other hand the
        // declarer loses the mark that doubled the hand.
        if ends_pass_series {
            self.passed_in_a_row = 0;
        }
        match declarer {
            Some(player) => {
                if refa {
                    self.marks[player] = self.marks[player].saturating_sub(1);
                }
            }
            None => {
                self.passed_in_a_row = self.passed_in_a_row.saturating_add(1);
                let Settlement { most_marks: most, most_refas, .. } = *self.rules.settlement();
                if self.rules.decisions().refa && (most_refas == 0 || self.deals_with_marks < most_refas) {
                    self.deals_with_marks = self.deals_with_marks.saturating_add(1);
                    for mark in &mut self.marks {
                        *mark = (*mark + 1).min(most);
                    }
                }
            }
        }
    }

    /// `written` is ordered by seat.
    fn write_entries(&mut self, written: &BookEntries, seats: BySeat<usize>, sitting: Option<usize>) {
        let players = self.totals.len();
        let books = self.books.get_or_insert_with(|| SheetTotals::new(players));
        let places: Vec<usize> = seats.0.into_iter().chain(sitting).collect();
        for (n, &player) in places.iter().enumerate() {
            books.pool[player] += written.pool[n];
            books.mountain[player] += written.mountain[n];
            for (on, &other) in places.iter().enumerate() {
                books.whists[player][other] += written.whists[n][on];
            }
        }
    }
}

fn put_in_antes(ante: Amount, pot: &mut Amount, gains: &mut [Amount]) {
    for gain in gains {
        *gain -= ante;
        *pot += ante;
    }
}

fn check_countable(amount: Amount) -> Result<(), SettlementError> {
    // The next hand must be settled exactly with this amount.
    if amount.is_within_range() { Ok(()) } else { Err(SettlementError::TooLarge) }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::contract::Contract;

    fn sheet(rules: &str, players: usize) -> Sheet {
        Sheet::new(rules.parse::<Variant>().expect("a preset"), players)
    }

    fn play(sheet: &mut Sheet, contract: &str, declarer: Seat, tricks: [u8; 3]) -> SheetRow {
        let contract: Contract = contract.parse().expect("a contract");
        sheet.add_hand(&HandTerms::new(contract, declarer), &BySeat(tricks).into()).expect("settled")
    }

    fn all_pass(sheet: &mut Sheet) {
        sheet.add_hand(&HandTerms::all_passed(), &HandResult::default()).expect("nobody plays");
    }

    fn numbers(amounts: &[Amount]) -> Vec<i64> {
        amounts.iter().map(Amount::to_integer).collect()
    }

    #[test]
    fn pot_grows_by_lost_contract() {
        let mut unlimited = sheet("austrian-unlimited", 3);
        for _ in 0..3 {
            all_pass(&mut unlimited);
        }
        assert_eq!(unlimited.pot().to_integer(), 30);
        // With the dealer's ten the pot is 40.
        let row = play(&mut unlimited, "C", Seat::Forehand, [5, 4, 1]);
        assert_eq!(row.pot.to_integer(), 120);
        let mut limited = sheet("austrian-limited", 3);
        limited.pot = Amount::from_integer(120);
        let row = play(&mut limited, "C", Seat::Forehand, [6, 1, 3]);
        assert_eq!(row.pot.to_integer(), 130);
        let row = play(&mut limited, "C", Seat::Forehand, [6, 2, 2]);
        assert_eq!(row.pot.to_integer(), 40);
    }

    #[test]
    fn empty_pot_is_refilled_by_all() {
        let mut sheet = sheet("austrian", 4);
        let row = play(&mut sheet, "D", Seat::Forehand, [6, 2, 2]);
        assert_eq!(numbers(&row.gains), [-4, -8, -8, -10]);
        assert_eq!(row.pot.to_integer(), 30);
        for _ in 0..3 {
            play(&mut sheet, "D", Seat::Forehand, [6, 2, 2]);
        }
        assert_eq!(sheet.pot().to_integer(), 0);
        let row = play(&mut sheet, "D", Seat::Forehand, [6, 2, 2]);
        assert_eq!(row.pot.to_integer(), 30);
        assert_eq!(sheet.totals().iter().sum::<Amount>() + sheet.pot(), Amount::default());
    }

    #[test]
    fn early_pot_pays_what_it_holds_and_is_refilled() {
        // Plays hearts from the hand: the contract would take 20 out of the pot, but the pot holds only the 10 that the
        // dealer has put in.
        let mut sheet = sheet("austrian-1829-early", 3);
        let mut hand = HandTerms::new("H".parse().expect("a contract"), Seat::Forehand);
        hand.declaration.as_mut().expect("a contract").from_hand = true;
        let row = sheet.add_hand(&hand, &BySeat([6, 2, 2]).into()).expect("settled");
        assert_eq!((numbers(&row.gains), row.pot.to_integer()), (vec![2, 4, 4 - 10], 0));
        // The first player deals next, and puts in the ten for which that hand is played.
        let row = play(&mut sheet, "D", Seat::Forehand, [6, 2, 2]);
        assert_eq!((numbers(&row.gains), row.pot.to_integer()), (vec![2 - 10, 6, 2], 0));
        assert_eq!(sheet.totals().iter().sum::<Amount>(), Amount::default());
    }

    #[test]
    fn tricks_of_unplayed_hand_are_refused() {
        let mut sheet = sheet("austrian", 3);
        let played = BySeat([4, 3, 3]).into();
        let refused = sheet.add_hand(&HandTerms::all_passed(), &played).expect_err("refused");
        assert!(matches!(refused, SettlementError::AllPass { .. }), "{refused}");
        all_pass(&mut sheet);
    }

    #[rstest]
    #[case("redeal")]
    #[case("second-round")]
    #[case("raspasovka")]
    fn unplayed_hand_is_not_written_in_books(#[case] after: &str) {
        // Adds a passed-out hand without tricks, under rules with books. If the rules do not play such a hand, nothing is
        // written; if they play it as a raspasovka, the tricks are missing, and the hand is refused.
        let rules = format!("name = 'x'\nextends = 'russian'\n[auction]\nall_pass = '{after}'");
        let mut sheet = Sheet::new(Variant::from_toml(&rules).expect("house rules"), 4);
        let result = sheet.add_hand(&HandTerms::all_passed(), &HandResult::default());
        let is_played = after == "raspasovka";
        assert_eq!(result.err(), is_played.then_some(SettlementError::TricksMissing), "{after}");
        assert_eq!(
            (sheet.books().is_none(), sheet.passed_out_in_a_row()),
            (true, u8::from(!is_played)),
            "{after}"
        );
    }

    #[test]
    fn mark_doubles_next_game_of_each_player() {
        let mut sheet = sheet("hungarian", 3);
        all_pass(&mut sheet);
        assert_eq!(sheet.marks(), [1, 1, 1]);
        // Forehand of the second deal is the second player.
        let row = play(&mut sheet, "S", Seat::Forehand, [6, 2, 2]);
        assert!(row.refa);
        assert_eq!(sheet.marks(), [1, 0, 1]);
        let row = play(&mut sheet, "S", Seat::Rearhand, [2, 2, 6]);
        assert!(!row.refa);
    }

    #[test]
    fn ruling_moves_points_and_nothing_else() {
        let mut sheet = sheet("austrian", 4);
        play(&mut sheet, "D", Seat::Forehand, [6, 2, 2]);
        let (before, pot, dealer) = (sheet.totals().to_vec(), sheet.pot(), sheet.player_sitting_out());
        let pays = |from, to, amount: i64| RulingPayment { from, to, amount: Amount::from_integer(amount) };
        let ruling = Ruling::Payments(vec![pays(Some(1), None, 10), pays(Some(1), Some(3), 5)]);
        let row = sheet.add_ruling(&ruling).expect("a ruling");
        assert_eq!((numbers(&row.gains), row.is_ruling), (vec![0, -15, 0, 5], true));
        let gained: Vec<Amount> =
            sheet.totals().iter().zip(&before).map(|(&now, &then)| now - then).collect();
        assert_eq!((gained, sheet.pot()), (row.gains, pot + Amount::from_integer(10)));
        assert_eq!((sheet.player_sitting_out(), sheet.passed_out_in_a_row()), (dealer, 0));
        let before = sheet.clone();
        let emptied = sheet.add_ruling(&Ruling::Payments(vec![pays(None, Some(0), 41)]));
        let [pot, taken] = [40, 41].map(Amount::from_integer);
        assert_eq!(emptied, Err(SettlementError::RulingExceedsPot { pot, taken }));
        let written = sheet.add_ruling(&Ruling::Entries(SheetTotals::new(4)));
        assert!(matches!(written, Err(SettlementError::NoSheet { .. })), "{written:?}");
        assert_eq!(sheet, before);
    }

    #[rstest]
    // Ten points in the mountain cost the two others' averages; three players share 100 whists.
    #[case("russian", [-200, 100, 100], 0)]
    #[case("bule", [-100, 0, 0], 100)]
    fn ruling_is_written_on_sheet(#[case] rules: &str, #[case] thirds: [i64; 3], #[case] pot: u32) {
        let mut sheet = sheet(rules, 3);
        let mut fine = SheetTotals::new(3);
        fine.mountain[0] = 10.into();
        let row = sheet.add_ruling(&Ruling::Entries(fine)).expect("a ruling");
        let part = if rules == "russian" { 3 } else { 1 };
        assert_eq!(row.gains, thirds.map(|gain| Amount::new(gain, part)), "{rules}");
        assert_eq!((sheet.books().expect("books").mountain[0], sheet.pot()), (10.into(), pot.into()));
        let paid = RulingPayment { from: Some(0), to: None, amount: 10.into() };
        let refused = sheet.add_ruling(&Ruling::Payments(vec![paid]));
        assert!(matches!(refused, Err(SettlementError::PaidRuling { .. })), "{refused:?}");
    }

    #[test]
    fn entries_are_added_to_totals_by_player() {
        let mut sheet = sheet("russian", 4);
        let row = play(&mut sheet, "9S", Seat::Forehand, [9, 1, 0]);
        assert_eq!(row.gains.iter().sum::<Amount>(), Amount::default());
        play(&mut sheet, "6S", Seat::Forehand, [5, 3, 2]);
        let books = sheet.books().expect("books");
        assert_eq!(numbers(&books.pool), [8, 0, 0, 0]);
        // The second player failed by one trick.
        assert_eq!(numbers(&books.mountain), [0, 2, 0, 0]);
        assert_eq!(numbers(&books.whists[1]), [8, 0, 0, 0]);
        assert_eq!(numbers(&books.whists[2]), [0, 8, 0, 0]);
        assert_eq!(numbers(&books.whists[0]), [0, 2, 0, 0]);
    }

    #[test]
    fn consecutive_raspasovkas_cost_more() {
        let mut sheet = sheet("leningrad", 3);
        for _ in 0..4 {
            sheet.add_hand(&HandTerms::all_passed(), &BySeat([6, 2, 2]).into()).expect("settled");
        }
        // Forehand, who changes from deal to deal, takes six tricks each time. A trick costs 2 in the first deal, 4 in
        // the second, and 6 in the third and the fourth.
        let books = sheet.books().expect("books");
        assert_eq!(numbers(&books.mountain), [12 + 8 + 12 + 36, 4 + 24 + 12 + 12, 4 + 8 + 36 + 12]);
    }

    #[rstest]
    #[case("", vec![], 2)]
    #[case("[settlement.books]\nprogression_kept = true", vec![], 4)]
    #[case("[settlement.books]\nprogression_kept = true", vec![Seat::Rearhand], 2)]
    fn unwhisted_contract_ends_pass_series_unless_rules_keep_it(
        #[case] keys: &str,
        #[case] whisters: Vec<Seat>,
        #[case] price: i64,
    ) {
        // Settles two passed-out hands. Between them a contract for six tricks is settled, against which one defender or
        // nobody says whist.
        let rules = format!("name = 'x'\nextends = 'leningrad'\n{keys}");
        let mut sheet = Sheet::new(Variant::from_toml(&rules).expect("house rules"), 3);
        let contract = "6S".parse().expect("a contract");
        let mut six = HandTerms::new(contract, Seat::Forehand);
        six.decisions.whist = Some(whisters.clone());
        let tricks = if whisters.is_empty() { [10, 0, 0] } else { [6, 2, 2] };
        sheet.add_hand(&HandTerms::all_passed(), &BySeat([4, 3, 3]).into()).expect("settled");
        sheet.add_hand(&six, &BySeat(tricks).into()).expect("settled");
        let before = sheet.books().expect("books").mountain.clone();
        sheet.add_hand(&HandTerms::all_passed(), &BySeat([4, 3, 3]).into()).expect("settled");
        // The forehand of the third deal is the last player.
        let more = sheet.books().expect("books").mountain[2] - before[2];
        assert_eq!(more.to_integer(), 4 * price, "{rules} {whisters:?}");
    }

    #[test]
    fn unbounded_amounts_are_refused() {
        let mut sheet = sheet("austrian-unlimited", 3);
        let hand = || HandTerms::new("S".parse().expect("a contract"), Seat::Forehand);
        let refused = (0..100).find_map(|_| sheet.add_hand(&hand(), &BySeat([0, 0, 10]).into()).err());
        assert_eq!(refused, Some(SettlementError::TooLarge));
        let rules = "name = 'x'\nextends = 'hungarian'\n[values]\nS = 255\n[settlement.pot]\nunit_by_value = 255\nhand_adds = 255\nhand_times = 255\nmade = 255";
        let mut sheet = Sheet::new(Variant::from_toml(rules).expect("house rules"), 3);
        let error = sheet.add_hand(&hand(), &BySeat([6, 2, 2]).into()).expect_err("refused");
        assert_eq!((error, sheet.pot()), (SettlementError::TooLarge, Amount::default()));
    }
}
