//! The seat to act, and its legal actions.

use super::{Hand, Phase, Stage};
use crate::cards::{Card, Cards};
use crate::hand::action::Action;
use crate::hand::decision_order::PendingDecision;
use crate::hand::error::ActionError;
use crate::rules::call::Call;
use crate::rules::choice::Choice;
use crate::seat::Seat;

impl Hand {
    /// The phase of the hand.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, Table};
    /// # use preference::{Deal, Seat};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new("russian".parse::<preference::Variant>()?, deal, Table::default())?;
    /// # use preference::hand::Phase;
    /// assert_eq!(hand.phase(), Phase::Auction);
    /// for call in ["6S", "pass", "pass"] {
    ///     hand.apply(call.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.phase(), Phase::Discard, "a talon that must be taken is no step");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn phase(&self) -> Phase {
        match self.state.stage {
            Stage::Auction => Phase::Auction,
            Stage::Talon | Stage::ForcedDealer => Phase::Talon,
            Stage::Discard => Phase::Discard,
            Stage::Usurping => Phase::Usurping,
            Stage::Announcement => Phase::Announcement,
            Stage::Decisions | Stage::Openness => Phase::Decisions,
            Stage::Play => Phase::Play,
            Stage::Offer => Phase::Offer,
            Stage::Over => Phase::Over,
        }
    }

    /// Whether the hand is over.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// assert!(!hand.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.stage == Stage::Over
    }

    /// The seat that calls, discards, decides or answers, or whose card is to be played; `None` when the hand is over.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// hand.apply("6S".parse::<Action>()?)?;
    /// assert_eq!(hand.to_act(), Some(Seat::Middlehand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        match self.state.stage {
            Stage::Auction | Stage::Usurping => Some(self.auction.to_call()),
            Stage::Talon | Stage::ForcedDealer | Stage::Discard | Stage::Announcement => self.state.declarer,
            Stage::Decisions => {
                let (declaration, decisions) = self.state.declaration.zip(self.state.decisions)?;
                self.decision_order(declaration).next_seat(&decisions)
            }
            Stage::Openness => self.state.decisions.and_then(|decisions| decisions.lone_whister()),
            Stage::Play => self.state.play.as_ref().map(|play| play.position().to_move()),
            Stage::Offer => self.next_to_answer(),
            Stage::Over => None,
        }
    }

    /// The seat that decides: the seat to act, or the whister who plays the cards of both defenders.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, Table};
    /// # use preference::{Deal, Seat};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new("russian".parse::<preference::Variant>()?, deal, Table::default())?;
    /// for text in ["6S", "pass", "pass", "discard H9 C7", "play 6D", "pass", "whist", "open", "DA"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!((hand.to_act(), hand.player()), (Some(Seat::Middlehand), Some(Seat::Rearhand)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn player(&self) -> Option<Seat> {
        self.to_act().map(|seat| self.player_of(seat))
    }

    pub(super) fn player_of(&self, seat: Seat) -> Seat {
        let is_declarer = self.state.declarer == Some(seat);
        self.state.open_whister.filter(|_| !is_declarer).unwrap_or(seat)
    }

    /// The legal actions of the seat that decides; none only when the hand is over.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6S", "pass", "pass"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.legal_actions().len(), 66, "the pairs of twelve cards");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_actions(&self) -> Vec<Action> {
        match self.state.stage {
            Stage::Auction | Stage::Usurping => self.legal_calls().into_iter().map(Action::Call).collect(),
            Stage::Talon => [Call::Take, Call::Hand].map(Action::Call).to_vec(),
            Stage::ForcedDealer => [Choice::Play, Choice::GiveUp].map(Action::from).to_vec(),
            Stage::Discard => {
                let cards: Vec<Card> = self.cards_to_discard().iter().collect();
                let pairs = cards.iter().enumerate().flat_map(|(n, &one)| {
                    cards[n + 1..]
                        .iter()
                        .map(move |&other| Action::Discard(Cards::from_card(one) | Cards::from_card(other)))
                });
                pairs.collect()
            }
            Stage::Announcement => {
                let contracts = self.setup.rules.announceable(self.state.bid);
                contracts.into_iter().map(Action::Announcement).collect()
            }
            Stage::Decisions => {
                let is_return = self.state.decisions.is_some_and(|decisions| decisions.is_return());
                let choices = self.pending_decision().map(|decision| decision.choices).unwrap_or_default();
                let action = |choice| match choice {
                    Choice::Whist if is_return => Action::ReturnToWhist,
                    choice => Action::from(choice),
                };
                choices.into_iter().map(action).collect()
            }
            Stage::Openness => vec![Action::OpenPlay, Action::ClosedPlay],
            Stage::Play => self.legal_cards().iter().map(Action::Card).collect(),
            Stage::Offer => vec![Choice::Accept.into(), Action::Refuse],
            Stage::Over => Vec::new(),
        }
    }

    /// Whether an action is among the [`legal_actions`](Self::legal_actions), without listing them.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, Table};
    /// # use preference::{Deal, Seat};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let hand = Hand::new("russian".parse::<preference::Variant>()?, deal, Table::default())?;
    /// assert!(hand.is_legal("pass".parse::<Action>()?) && !hand.is_legal("SA".parse::<Action>()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_legal(&self, action: impl Into<Action>) -> bool {
        self.player().is_some_and(|player| self.check(player, action.into().canonical()).is_ok())
    }

    /// The cards that may be played; none outside the play.
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
    /// assert_eq!(hand.legal_cards().len(), 10, "any card may be led");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_cards(&self) -> Cards {
        match (self.state.stage, &self.state.play) {
            (Stage::Play, Some(play)) => play.position().legal_cards(),
            _ => Cards::NONE,
        }
    }

    /// The cards from which two are to be laid aside; none outside the discard.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, Table};
    /// # use preference::{Deal, Seat};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new("russian".parse::<preference::Variant>()?, deal, Table::default())?;
    /// assert!(hand.cards_to_discard().is_empty());
    /// for call in ["6S", "pass", "pass"] {
    ///     hand.apply(call.parse::<Action>()?)?;
    /// }
    /// assert_eq!(hand.cards_to_discard().len(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cards_to_discard(&self) -> Cards {
        match (self.state.stage, self.state.declarer) {
            (Stage::Discard, Some(declarer)) => self.setup.rules.discards_from(&self.state.deal, declarer),
            _ => Cards::NONE,
        }
    }

    /// The highest amount that may be offered for the talon in any hand under these rules at this table.
    #[must_use]
    pub fn highest_offer(&self) -> u32 {
        self.setup.highest_offer
    }

    fn legal_calls(&self) -> Vec<Call> {
        // Every sum that may be offered is a call of its own.
        let mut calls = self.auction.legal_calls();
        if let Some(&Call::Offer(least)) = calls.last() {
            calls.pop();
            calls.extend((least..=self.setup.highest_offer).map(Call::Offer));
        }
        calls
    }

    fn pending_decision(&self) -> Option<PendingDecision> {
        let (declaration, decisions) = self.state.declaration.zip(self.state.decisions)?;
        self.decision_order(declaration).next_decision(&decisions)
    }

    pub(super) fn check(&self, player: Seat, action: Action) -> Result<(), ActionError> {
        // Cards, discards and most calls are checked without a list of all legal actions.
        let is_legal = match (self.state.stage, action) {
            (Stage::Play, Action::Card(card)) => self.legal_cards().contains(card),
            (Stage::Discard, Action::Discard(cards)) => {
                cards.len() == 2 && cards.is_subset(self.cards_to_discard())
            }
            (Stage::Auction | Stage::Usurping, Action::Call(call @ Call::Offer(_))) => {
                self.legal_calls().contains(&call)
            }
            (Stage::Auction | Stage::Usurping, Action::Call(call)) => self.auction.is_listed(call),
            _ => self.legal_actions().contains(&action),
        };
        if is_legal {
            return Ok(());
        }
        Err(match (self.state.stage, action) {
            (Stage::Play, Action::Card(card)) => {
                let mut play = self.state.play.expect("cards are played");
                ActionError::Card(play.play(card).expect_err("the card is not legal"))
            }
            (Stage::Discard, Action::Discard(cards)) => {
                ActionError::Discard { player, cards, choice: self.cards_to_discard() }
            }
            (Stage::Auction | Stage::Usurping, Action::Call(call)) => {
                match (self.auction.clone().call(call), call) {
                    (Err(error), _) => ActionError::Call(error),
                    (Ok(()), Call::Offer(sum)) => {
                        ActionError::Offer { sum, highest: self.setup.highest_offer }
                    }
                    (Ok(()), _) => unreachable!("only offers are limited"),
                }
            }
            _ => ActionError::NotPossible { player, action, legal: self.legal_actions() },
        })
    }
}
