//! Facts about a hand: its parts, its result, and the situation for the analyses.

use std::sync::Arc;

use super::{Hand, HandStep, Stage};
use crate::auction::Auction;
use crate::cards::Card;
use crate::deal::Deal;
use crate::hand::action::Action;
use crate::hand::decision_order::has_four_aces;
use crate::hand::table::Table;
use crate::position::Position;
use crate::rules::call::Call;
use crate::rules::choice::Choice;
use crate::rules::contract::{Declaration, Target};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat};
use crate::settlement::{Aces, Gains, HandResult, HandSettlement, HandTerms};
use crate::situation::{PlayState, Situation};

impl Hand {
    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Variant {
        &self.setup.rules
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.setup.table
    }

    /// The cards as they were dealt.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6S", "pass", "pass", "discard H9 C7"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.deal().hand(Seat::Forehand).len(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The cards after the exchanges so far, played ones included; the talon consists of the cards laid aside last.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, Table};
    /// # use preference::{Deal, Seat};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new("russian".parse::<preference::Variant>()?, deal, Table::default())?;
    /// for text in ["6S", "pass", "pass", "discard H9 C7"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.deal_after_exchanges().talon(), "H9 C7".parse()?);
    /// assert_eq!(hand.deal().talon(), "D7 CK".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn deal_after_exchanges(&self) -> &Deal {
        &self.state.deal
    }

    /// The talon's cards in the order in which they lead if all pass.
    #[must_use]
    pub fn talon_order(&self) -> [Card; 2] {
        self.talon_order
    }

    /// The actions so far.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6S", "pass"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!((hand.steps().len(), hand.steps()[1].seat), (2, Seat::Middlehand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn steps(&self) -> &[HandStep] {
        &self.steps
    }

    /// The declarer; `None` before the end of the auction, and if nobody declares.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, Table};
    /// # use preference::{Deal, Seat};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new("russian".parse::<preference::Variant>()?, deal, Table::default())?;
    /// assert_eq!(hand.declarer(), None);
    /// for call in ["6S", "pass", "pass"] {
    ///     hand.apply(call.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.declarer(), Some(Seat::Forehand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn declarer(&self) -> Option<Seat> {
        self.state.declarer
    }

    /// The contract and its declarer; `None` before the announcement, and if nobody declares.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6S", "pass", "pass", "discard H9 C7"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.declaration(), None);
    /// hand.apply("play 6D".parse::<Action>()?)?;
    /// assert_eq!(hand.declaration().ok_or("announced")?.contract, "6D".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn declaration(&self) -> Option<Declaration> {
        self.state.declaration
    }

    /// The position in the play; `None` before it is decided which seats play, and if no cards are played.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// assert!(hand.position().is_none());
    /// for text in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "whist"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.position().ok_or("in the play")?.tricks_left(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.state.play.as_ref().map(PlayState::position)
    }

    /// `None` before it is decided which seats play, and if no cards are played.
    pub(crate) fn play_state(&self) -> Option<&PlayState> {
        self.state.play.as_ref()
    }

    pub(crate) fn auction(&self) -> &Auction {
        &self.auction
    }

    pub(super) fn is_ended_early(&self) -> bool {
        let last = self.steps.last().map(|step| step.action);
        self.is_over()
            && (matches!(last, Some(Action::Claim(_)))
                || self.states.last().is_some_and(|state| state.stage == Stage::Offer))
    }

    /// The number of tricks that each seat has taken so far, including those of a claim or an accepted offer.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "whist"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// for text in ["DA", "DJ", "D8"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.tricks()[Seat::Forehand], 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tricks(&self) -> BySeat<u8> {
        self.state.play.as_ref().map_or_else(BySeat::default, PlayState::tricks_taken)
    }

    /// The winner of each complete trick that was played; `None` for a trick that a card of the talon has won.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "whist"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// for text in ["DA", "DJ", "D8"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.trick_winners(), [Some(Seat::Forehand)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn trick_winners(&self) -> Vec<Option<Seat>> {
        let Some(play) = &self.state.play else { return Vec::new() };
        let players = play.position().setup().playing.len();
        let before = self.steps.iter().zip(&self.states).filter_map(|(step, state)| match step.action {
            Action::Card(_) => state.play.as_ref().map(PlayState::tricks_taken),
            _ => None,
        });
        // A claim or an accepted offer adds tricks that were not played.
        let end = match self.steps.last().map(|step| step.action) {
            Some(Action::Card(_)) => play.tricks_taken(),
            _ => self
                .states
                .last()
                .and_then(|state| state.play)
                .map_or_else(BySeat::default, |play| play.tricks_taken()),
        };
        // The tricks of each seat before each card and at the end.
        let taken: Vec<BySeat<u8>> = before.chain([end]).collect();
        let starts: Vec<BySeat<u8>> = taken.into_iter().step_by(players).collect();
        let winner =
            |tricks: &[BySeat<u8>]| Seat::ALL.into_iter().find(|&seat| tricks[1][seat] > tricks[0][seat]);
        starts.windows(2).map(winner).collect()
    }

    /// Whether a claim or an accepted offer has divided tricks that were not played.
    #[must_use]
    pub fn has_unplayed_tricks(&self) -> bool {
        let taken: u8 = self.tricks().0.iter().sum();
        usize::from(taken) > self.trick_winners().len()
    }

    /// The gains of all players and the pot, which sum to zero; `None` before the end.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6D", "pass", "pass", "discard H9 C7", "play 6D"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.result(), None);
    /// for text in ["pass", "pass"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// // Nobody whists, so the contract is made without play.
    /// assert!(hand.is_over() && hand.result().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn result(&self) -> Option<Gains> {
        self.settlement().map(|settlement| settlement.gains)
    }

    /// The gains, and the entries on the score sheet; `None` before the end.
    ///
    /// # Panics
    /// If amounts of the rules are too large to be counted.
    #[must_use]
    pub fn settlement(&self) -> Option<HandSettlement> {
        if !self.is_over() {
            return None;
        }
        if self.state.declaration.is_none() && self.state.play.is_none() {
            // All have passed, and under these rules such a hand is not played.
            let gains = Gains::zero(self.setup.table.four);
            return Some(HandSettlement { gains, entries: None });
        }
        let settlement = self.setup.rules.hand_settlement(&self.terms(), &self.hand_result());
        Some(settlement.expect("a price of each contract was found before the first call"))
    }

    /// The contract and the decisions so far, in the form that the settlement needs.
    #[must_use]
    pub fn terms(&self) -> HandTerms {
        let mut hand = self.setup.table.decisions();
        hand.talon = self.state.taken_up.unwrap_or(self.deal.talon());
        if let Some(decisions) = &self.state.decisions {
            hand = decisions.decisions(&hand);
        }
        hand.gave_up |= self.state.gave_up;
        if let Some(Declaration { declarer, .. }) = self.state.declaration {
            if hand.aces.is_none() && has_four_aces(&self.state.deal, declarer) {
                hand.aces = Some(Aces::Four);
            }
            hand.refa = self.setup.rules.decisions().refa && self.setup.table.marks.contains(declarer);
            let mut offers = self.auction.offer_payments();
            hand.offer = std::mem::take(&mut offers[declarer]);
            hand.other_offers = offers;
        }
        hand.under(self.state.declaration)
    }

    /// The result of the hand so far, in the form that the settlement needs.
    #[must_use]
    pub fn hand_result(&self) -> HandResult {
        self.state.play.as_ref().map_or_else(HandResult::default, |play| self.result_of(play))
    }

    pub(super) fn result_of(&self, play: &PlayState) -> HandResult {
        let made = match (play, self.state.declaration) {
            (PlayState::Contract(play), Some(Declaration { contract, from_hand, .. })) => {
                let is_row = matches!(self.setup.rules.target(contract, from_hand), Target::InARow(_));
                play.goal.verdict(play.position().tricks_left()).filter(|_| is_row)
            }
            _ => None,
        };
        HandResult { tricks: BySeat(play.tricks_taken().0.map(Some)), made }
    }

    /// The situation for the analyses, with all cards known. After usurping, the talon is the pair that the last
    /// declarer took up. If a dealer has given up, the talon counts as the discard.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "whist"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.situation().declaration()?.contract, "6D".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn situation(&self) -> Situation {
        let state = &self.state;
        let before_exchange = self.states.iter().rev().find(|state| state.stage == Stage::Discard);
        let is_exchanged = before_exchange.is_some() && state.stage != Stage::Discard;
        let deal = before_exchange.filter(|_| is_exchanged).map_or(state.deal, |before| before.deal);
        let calls = self.steps.iter().zip(&self.states).filter_map(|(step, before)| match step.action {
            Action::Call(call) if matches!(before.stage, Stage::Auction | Stage::Usurping) => Some(call),
            _ => None,
        });
        let calls: Vec<Call> = calls.collect();
        let mut situation = Situation::new(Arc::clone(&self.setup.rules), deal).with_calls(calls);
        if let Some(declaration) = state.declaration {
            situation = situation.with_declaration(declaration);
        } else if let Some(declarer) = state.declarer {
            situation = situation.with_declarer(declarer);
        } else if matches!(state.stage, Stage::Play | Stage::Over) {
            situation = situation.with_all_passed();
            if self.setup.rules.all_pass().talon_leads {
                situation = situation.with_talon_order(self.talon_order.to_vec());
            }
        }
        // A dealer who gave up has laid nothing aside, so the talon's own cards count as the discard.
        if is_exchanged || state.gave_up {
            situation = situation.with_discard(state.deal.talon());
        }
        let played = self.steps.iter().filter_map(|step| match step.action {
            Action::Card(card) => Some(card),
            _ => None,
        });
        let situation = situation.with_decisions(self.terms().decisions).with_cards_played(played.collect());
        let choices = self.steps.iter().zip(&self.states).filter_map(|(step, before)| match step.action {
            _ if before.stage != Stage::Decisions => None,
            Action::Decision(choice) => Some(choice),
            Action::ReturnToWhist => Some(Choice::Whist),
            _ => Some(Choice::Pass),
        });
        situation.with_choices(choices.collect())
    }
}
