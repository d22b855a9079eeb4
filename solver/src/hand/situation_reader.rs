//! Reader of a hand, step by step, from the situation that `review` reads.

use super::{Hand, Stage};
use crate::cards::Card;
use crate::hand::action::Action;
use crate::hand::decision_order::matches_decisions;
use crate::hand::declaration_error::check_declaration;
use crate::hand::record_error::RecordError;
use crate::hand::table::Table;
use crate::rules::call::Call;
use crate::rules::choice::Choice;
use crate::rules::contract::Contract;
use crate::seat::Seats;
use crate::settlement::HandDecisions;
use crate::situation::Situation;

impl Hand {
    /// Reads a hand from the situation that [`situation`](Self::situation) returns and `review` reads, with every step
    /// up to the end of the situation as an action.
    ///
    /// Some steps are reconstructed from their outcome:
    ///
    /// - If the situation has a contract, all decisions are assumed to be made: the first sequence, in the order of the
    ///   legal actions, that leads to the outcome.
    /// - A lone whister plays closed.
    /// - After usurping only the last discard is known. Each earlier declarer is assumed to have discarded the pair
    ///   that the situation has as its talon.
    /// - Only the declarer's mark (refa) is known. The other seats are assumed to have none.
    ///
    /// ```
    /// use preference::hand::{Action, Hand, Table};
    /// use preference::{Deal, Seat, Variant};
    /// let rules: Variant = "russian".parse()?;
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "pass", "whist", "open", "DA"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!((hand.to_act(), hand.player()), (Some(Seat::Middlehand), Some(Seat::Rearhand)));
    /// let copy = Hand::from_situation(&hand.situation())?;
    /// assert_eq!(copy.position(), hand.position());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the deal is not complete, a step is illegal or missing before later steps, or the rules allow no hand at the
    /// table.
    pub fn from_situation(record: &Situation) -> Result<Hand, RecordError> {
        let record = record.normalize_by_rules();
        let deal = record.deal().map_err(RecordError::Deal)?;
        let terms = record.hand().decisions;
        let marks = record.declarer_if_any().filter(|_| terms.refa).map_or(Seats::NONE, Seats::from_seat);
        let table = Table {
            dealer: terms.dealer,
            four: terms.four,
            pot: terms.pot,
            limit: terms.limit,
            passed: terms.progression.saturating_sub(1),
            marks,
        };
        let mut hand = Hand::new(record.shared_rules(), deal, table)?;
        if !record.talon_order().is_empty() {
            hand = hand.with_talon_order(record.talon_order())?;
        }
        let mut reader = RecordReader { record: &record, terms, calls_read: 0, cards_read: 0, hand };
        while reader.read_step()? {}
        reader.finish()
    }
}

/// The hand has the steps of the record that have been read.
struct RecordReader<'a> {
    record: &'a Situation,
    terms: HandDecisions,
    calls_read: usize,
    cards_read: usize,
    hand: Hand,
}

impl RecordReader<'_> {
    fn read_step(&mut self) -> Result<bool, RecordError> {
        let stage = self.hand.state.stage;
        if !matches!(stage, Stage::Auction | Stage::Usurping) && !self.is_usurped() {
            check_declaration(self.record, self.hand.auction())?;
        }
        match stage {
            Stage::Auction | Stage::Usurping => {
                let Some(&call) = self.record.calls().get(self.calls_read) else { return Ok(false) };
                self.calls_read += 1;
                let number = self.calls_read;
                self.hand.apply(call).map_err(|error| RecordError::Call { number, error })?;
            }
            Stage::Talon => {
                // A discard shows that the talon was taken up.
                let call = match self.record.discard() {
                    Some(_) => Call::Take,
                    None if self.record.is_from_hand() => Call::Hand,
                    None => return Ok(false),
                };
                self.hand.apply(call).expect("the declarer takes up the talon or not");
            }
            Stage::ForcedDealer => {
                let choice = match self.record.discard() {
                    _ if self.terms.gave_up => Choice::GiveUp,
                    Some(_) => Choice::Play,
                    None => return Ok(false),
                };
                self.hand.apply(choice).expect("the dealer plays or gives up");
            }
            Stage::Discard => {
                let talon = self.hand.deal_after_exchanges().talon();
                // Earlier declarers are assumed to have laid aside the talon of the situation.
                let cards = if self.is_usurped() { Some(talon) } else { self.record.discard() };
                let Some(cards) = cards else { return Ok(false) };
                self.hand.apply(Action::Discard(cards)).map_err(RecordError::Discard)?;
            }
            Stage::Announcement => {
                let Some(contract) = self.contract() else { return Ok(false) };
                self.hand.apply(Action::Announcement(contract)).map_err(RecordError::Announcement)?;
            }
            Stage::Decisions => {
                // A contract implies that all decisions were made.
                if self.contract().is_none() {
                    return Ok(false);
                }
                self.hand = after_decisions(&self.hand, &self.terms).ok_or(RecordError::Decisions)?;
            }
            Stage::Openness => {
                if self.next_card().is_none() {
                    return Ok(false);
                }
                self.hand.apply(Action::ClosedPlay).expect("the whister plays open or closed");
            }
            Stage::Play => {
                let Some(card) = self.next_card() else { return Ok(false) };
                self.check_leader()?;
                self.play(card)?;
            }
            Stage::Offer => unreachable!("a situation has no offers"),
            Stage::Over => {
                let Some(card) = self.next_card() else { return Ok(false) };
                self.play(card)?;
            }
        }
        Ok(true)
    }

    fn contract(&self) -> Option<Contract> {
        self.record.declaration_if_any().map(|declaration| declaration.contract)
    }

    fn next_card(&self) -> Option<Card> {
        self.record.cards_played().get(self.cards_read).copied()
    }

    fn play(&mut self, card: Card) -> Result<(), RecordError> {
        self.cards_read += 1;
        let number = self.cards_read;
        self.hand.apply(card).map_err(|error| RecordError::Card { number, error })
    }

    /// Whether an opponent takes up the discards in a call that is still to be read.
    fn is_usurped(&self) -> bool {
        self.record.calls()[self.calls_read..].contains(&Call::Usurp)
    }

    fn check_leader(&self) -> Result<(), RecordError> {
        let (Some(declaration), Some(position)) = (self.hand.declaration(), self.hand.position()) else {
            return Ok(());
        };
        let recorded = self.record.leader(declaration, position.setup().playing);
        let by_rules = position.to_move();
        if self.cards_read == 0 && recorded != by_rules {
            return Err(RecordError::Leader { by_rules, recorded });
        }
        Ok(())
    }

    fn finish(self) -> Result<Hand, RecordError> {
        // No step of the record may be left over.
        let RecordReader { record, terms, calls_read, cards_read, hand } = self;
        if let Some(&call) = record.calls().get(calls_read) {
            return Err(RecordError::CallAfterEnd { number: calls_read + 1, call });
        }
        let stage = hand.state.stage;
        let has_outcome = record.declarer_if_any().is_some() || record.is_all_passed();
        let is_open = stage == Stage::Auction && has_outcome
            || matches!(stage, Stage::Talon | Stage::ForcedDealer | Stage::Discard | Stage::Usurping)
                && record.declaration_if_any().is_some()
            || record.cards_played().len() > cards_read;
        if let Some(seat) = hand.to_act().filter(|_| is_open) {
            return Err(RecordError::Missing { phase: hand.phase(), seat });
        }
        // If every decision had only one choice, the decisions have not been compared yet.
        if let (Some(declarer), Some(_), false) =
            (hand.declarer(), hand.state.decisions, stage == Stage::Decisions)
            && !matches_decisions(&terms, &hand.terms().decisions, declarer)
        {
            return Err(RecordError::Decisions);
        }
        Ok(hand)
    }
}

fn after_decisions(hand: &Hand, terms: &HandDecisions) -> Option<Hand> {
    if hand.state.stage != Stage::Decisions {
        let declarer = hand.declarer()?;
        return matches_decisions(terms, &hand.terms().decisions, declarer).then(|| hand.clone());
    }
    hand.legal_actions().into_iter().find_map(|action| {
        let mut after = hand.clone();
        after.apply(action).expect("a legal decision");
        after_decisions(&after, terms)
    })
}
