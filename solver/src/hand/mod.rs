//! The state of a hand from the first call to the settlement, one action at a time.
//!
//! ```text
//! auction ──► talon ──► discard ──► usurping ──► announcement ──► decisions ──► play ──► over
//!    │          │          ▲           │              ▲                                   ▲
//!    │          │          └───────────┘              │                                   │
//!    │          └── from the hand ────────────────────┘                                   │
//!    └── all pass ──► the dealer declares, or play without a declarer, or ────────────────┘
//! ```
//!
//! A [`Hand`] is built from rules, a deal and a [`Table`]. There is always a legal action until the hand is over.
//! Before a lead the hand can also end by a [claim](Hand::claims) or an [offer](Hand::offers) that the others accept.
//!
//! Steps without a choice are skipped, except the question about aces: it is asked in every contract that pays for the
//! announcement, because skipping it would reveal the hand.
//!
//! Where the sources of the rules are silent, hands follow these conventions:
//!
//! - A dealer who is forced to declare takes up the talon and then plays or gives up, before the discard.
//! - An offer for the talon is at most the declarer's gain from all ten tricks.
//! - Only a lone whister chooses between open and closed play. In a misère every defender plays their own cards, even
//!   if they lie open (`misere_open`).
//! - In an open contract the declarer's cards are shown before the first lead.
//! - Only a player who sees all hands claims tricks. A claim that does not stand is not recorded; one that stands shows
//!   no cards.
//! - The other players can offer a division of the tricks, once before each lead.
//! - After usurping, the settlement counts the pair that the last declarer took up as the talon.

mod action;
mod claim;
pub(crate) mod decision_order;
pub(crate) mod declaration_error;
mod error;
mod facts;
mod legal;
mod offer;
mod ppn;
mod record;
mod record_error;
mod situation_reader;
mod table;
mod view;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::auction::{Auction, AuctionState};
use crate::cards::{Card, Cards};
use crate::deal::{Deal, TalonError};
use crate::position::{PlaySetup, Position, TalonLeads};
use crate::rules::bidding::AllPass;
use crate::rules::call::Call;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::decisions::GiveUpRight;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};
use crate::situation::{Play, PlayState, TricksTaken};

pub use crate::rules::choice::Choice;
pub use action::{Action, ActionTextError};
use decision_order::{DecisionOrder, DecisionState, has_no_ace, pays_for_no_ace};
pub use declaration_error::DeclarationError;
pub use error::ActionError;
pub use ppn::PpnTextError;
pub use record::HandRecord;
pub use record_error::RecordError;
use table::HandSetup;
pub use table::{HandSetupError, Table};
#[cfg(feature = "schema")]
pub(crate) use view::Tricks;
pub use view::{View, ViewStep};

/// The phase of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Calls are made, including second rounds and offers.
    Auction,
    /// The declarer takes up the talon or plays from the hand, or, as a dealer who is forced to declare,
    /// plays or gives up.
    Talon,
    /// The declarer lays two cards aside.
    Discard,
    /// Opponents that have bid may take up the declarer's discards.
    Usurping,
    /// The declarer announces the contract.
    Announcement,
    /// The players decide about whist, dropping out, kontra and the like.
    Decisions,
    /// Cards are played.
    Play,
    /// The players answer an offer to divide the tricks.
    Offer,
    /// The hand is over.
    Over,
}

impl Phase {
    /// The name of the phase in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Auction => "auction",
            Phase::Talon => "talon",
            Phase::Discard => "discard",
            Phase::Usurping => "usurping",
            Phase::Announcement => "announcement",
            Phase::Decisions => "decisions",
            Phase::Play => "play",
            Phase::Offer => "offer",
            Phase::Over => "over",
        }
    }
}

/// A phase, or a part of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Auction,
    /// The declarer takes up the talon or plays from the hand.
    Talon,
    /// A dealer who is forced to declare plays or gives up.
    ForcedDealer,
    Discard,
    Usurping,
    Announcement,
    Decisions,
    /// The only whister plays open or closed.
    Openness,
    Play,
    Offer,
    Over,
}

/// What actions change, besides the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    stage: Stage,
    /// The cards after the exchanges so far; the talon consists of the cards laid aside last.
    deal: Deal,
    declarer: Option<Seat>,
    /// The bid that won the auction; `None` for a dealer who declares after all have passed.
    bid: Option<Call>,
    from_hand: bool,
    /// The two cards that the declarer has taken up: the talon, or the discards of the former declarer.
    taken_up: Option<Cards>,
    gave_up: bool,
    declaration: Option<Declaration>,
    decisions: Option<DecisionState>,
    /// The whister who plays the cards of both defenders.
    open_whister: Option<Seat>,
    play: Option<PlayState>,
    ends_when_lost: bool,
    /// The number of the defenders' tricks that ends the play, if any does.
    defender_trick_limit: Option<u8>,
    offer: Option<PendingOffer>,
    /// Whether an offer was made before the present lead.
    has_offered: bool,
}

/// An offer that is not answered by all players yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PendingOffer {
    /// All tricks of the hand, with those that were taken before the offer.
    tricks: BySeat<u8>,
    /// The player who offers.
    player: Seat,
    accepted: Seats,
}

/// An action that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StateStep"))]
pub struct HandStep {
    /// The seat that acted, or whose card was played.
    pub seat: Seat,
    /// The seat that decided: `seat`, or the whister who plays the cards of both defenders.
    pub player: Seat,
    /// The action.
    pub action: Action,
}

/// The state of a hand, and its history.
///
/// ```
/// use preference::hand::{Hand, Table};
/// use preference::deal::Deal;
/// use preference::rules::Variant;
/// let rules: Variant = "russian".parse()?;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let mut hand = Hand::new(rules, deal, Table::default())?;
/// while !hand.is_over() {
///     hand.apply(hand.legal_actions()[0])?;
/// }
/// assert_eq!(hand.result().expect("the hand is over").sum(), 0.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    setup: Arc<HandSetup>,
    deal: Deal,
    /// The talon's cards in the order in which they lead when all have passed.
    talon_order: [Card; 2],
    auction: Auction,
    state: State,
    steps: Vec<HandStep>,
    /// The state before each step.
    states: Vec<State>,
    /// The auction before each step that is a call in the auction or about the declarer's discards.
    auctions: Vec<Auction>,
}

impl Hand {
    /// Starts a hand before its first call. If all pass and the talon leads, its cards lead in the order of
    /// suits and ranks.
    ///
    /// # Errors
    /// If the rules have no auction or no price for a contract that can be announced, if a bid that can win the auction
    /// allows no contract, if the payment depends on an unknown pot, or if the dealer is not the last seat in turn
    /// order.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Hand::new(rules, deal, Table::default())?;
    /// assert_eq!((hand.phase(), hand.to_act()), (Phase::Auction, Some(Seat::Forehand)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(rules: impl Into<Arc<Variant>>, deal: Deal, table: Table) -> Result<Hand, HandSetupError> {
        Ok(Hand::start(HandSetup::new(rules.into(), table)?.into(), deal))
    }

    /// Starts a hand with other cards under the same rules at the same table.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, Table};
    /// # use preference::{Deal, Seat};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let hand = Hand::new("russian".parse::<preference::Variant>()?, deal, Table::default())?;
    /// let other = hand.with_deal("F:KJ987.A.AJ7.T T.JT.KQT.KJ97 AQ.KQ987.8.AQ ..9.8".parse()?);
    /// assert_eq!(other.rules(), hand.rules());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_deal(&self, deal: Deal) -> Hand {
        Hand::start(Arc::clone(&self.setup), deal)
    }

    fn start(setup: Arc<HandSetup>, deal: Deal) -> Hand {
        let mut talon = deal.talon().iter();
        let mut next = || talon.next().expect("a talon of two cards");
        let state = State {
            stage: Stage::Auction,
            deal,
            declarer: None,
            bid: None,
            from_hand: false,
            taken_up: None,
            gave_up: false,
            declaration: None,
            decisions: None,
            open_whister: None,
            play: None,
            ends_when_lost: false,
            defender_trick_limit: None,
            offer: None,
            has_offered: false,
        };
        Hand {
            auction: setup.auction.clone(),
            setup,
            deal,
            talon_order: [next(), next()],
            state,
            steps: Vec::with_capacity(48),
            states: Vec::with_capacity(48),
            auctions: Vec::new(),
        }
    }

    /// Sets the order in which the talon's two cards lead if all pass.
    ///
    /// # Panics
    /// If an action has been taken.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, HandRecord, Phase, Table};
    /// # use preference::{Deal, Seat, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "russian".parse()?;
    /// let hand = Hand::new(rules, deal, Table::default())?.with_talon_order(&["CK".parse()?, "D7".parse()?])?;
    /// assert_eq!(hand.talon_order()[0], "CK".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_talon_order(self, cards: &[Card]) -> Result<Hand, TalonError> {
        assert!(self.steps.is_empty(), "the order of the talon is set before the first call");
        Ok(Hand { talon_order: self.deal.talon_in_order(cards)?, ..self })
    }

    /// Takes an action of the seat that decides. A new solver checks a claim; [`claim`](Self::claim) uses the caller's.
    ///
    /// # Errors
    /// If the action is not legal, or if a claim does not stand. The hand is then unchanged.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, Table};
    /// # use preference::{Deal, Seat};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new("russian".parse::<preference::Variant>()?, deal, Table::default())?;
    /// hand.apply("6S".parse::<Action>()?)?;
    /// assert!(hand.apply("6S".parse::<Action>()?).is_err(), "a bid must outrank the last one");
    /// assert_eq!(hand.to_act(), Some(Seat::Middlehand));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(&mut self, action: impl Into<Action>) -> Result<(), ActionError> {
        let action = action.into().canonical();
        if let Action::Claim(tricks) = action {
            return self.apply_claim(tricks);
        }
        if let Action::OfferTricks(tricks) = action {
            return self.apply_offer(tricks);
        }
        let Some(seat) = self.to_act() else { return Err(ActionError::Over { action }) };
        let player = self.player_of(seat);
        self.check(player, action)?;
        self.push_step(HandStep { seat, player, action });
        match (self.state.stage, action) {
            (Stage::Auction | Stage::Usurping, Action::Call(call)) => {
                self.auctions.push(self.auction.clone());
                self.auction.call_allowed(call);
                if self.state.stage == Stage::Auction { self.after_call() } else { self.after_usurp(call) }
            }
            (Stage::Talon, _) => {
                self.state.from_hand = action == Action::Call(Call::Hand);
                if self.state.from_hand { self.announce_or_ask() } else { self.take_talon() }
            }
            (Stage::ForcedDealer, _) if action == Action::Decision(Choice::GiveUp) => self.give_up(player),
            (Stage::ForcedDealer, _) => self.state.stage = Stage::Discard,
            (Stage::Discard, Action::Discard(cards)) => self.lay_aside(player, cards),
            (Stage::Announcement, Action::Announcement(contract)) => self.announce(contract),
            (Stage::Decisions, _) => self.decide(action),
            (Stage::Openness, _) => {
                self.state.open_whister = (action == Action::OpenPlay).then_some(player);
                self.state.stage = Stage::Play;
            }
            (Stage::Play, Action::Card(card)) => self.play_card(card),
            (Stage::Offer, _) => self.answer_offer(player, action),
            _ => unreachable!("the action is legal"),
        }
        Ok(())
    }

    /// Must be called before the step changes the state.
    fn push_step(&mut self, step: HandStep) {
        self.steps.push(step);
        self.states.push(self.state);
    }

    /// Takes back the last action and returns it; `None` before the first action.
    ///
    /// ```
    /// # use preference::hand::{Action, Hand, Table};
    /// # use preference::{Deal, Seat};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new("russian".parse::<preference::Variant>()?, deal, Table::default())?;
    /// let before = hand.clone();
    /// hand.apply("6S".parse::<Action>()?)?;
    /// hand.undo();
    /// assert_eq!(hand, before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Action> {
        let step = self.steps.pop()?;
        self.state = self.states.pop().expect("a state for each step");
        if matches!(self.state.stage, Stage::Auction | Stage::Usurping) {
            self.auction = self.auctions.pop().expect("an auction for each call");
        }
        Some(step.action)
    }

    fn after_call(&mut self) {
        if !self.auction.is_over() {
            return;
        }
        match self.auction.state() {
            AuctionState::Open { .. } => {}
            AuctionState::Declared { declarer, bid, hand, may_play_from_hand: or_hand } => {
                self.state.declarer = Some(declarer);
                self.state.bid = Some(bid);
                self.state.from_hand = hand;
                if hand {
                    self.announce_or_ask();
                } else if or_hand {
                    self.state.stage = Stage::Talon;
                } else {
                    self.take_talon();
                }
            }
            AuctionState::Passed(then) => match then {
                // The auction goes on.
                AllPass::ForehandAgain | AllPass::SecondRound | AllPass::BidAgain => {}
                AllPass::DealerPlays => {
                    self.state.declarer = Some(Seat::Rearhand);
                    self.take_talon();
                }
                AllPass::DealerForced => {
                    self.state.declarer = Some(Seat::Rearhand);
                    self.take_talon();
                    if self.setup.rules.decisions().give_up != GiveUpRight::Never {
                        self.state.stage = Stage::ForcedDealer;
                    }
                }
                AllPass::Raspasovka => self.start_passed_out_play(),
                AllPass::Redeal | AllPass::Refa => self.state.stage = Stage::Over,
            },
        }
    }

    fn take_talon(&mut self) {
        // The talon, or the discards of the former declarer.
        self.state.taken_up = Some(self.state.deal.talon());
        self.state.stage = Stage::Discard;
    }

    fn give_up(&mut self, declarer: Seat) {
        // A dealer who is forced to declare gives up, and the contract does not matter.
        let contract = self.setup.rules.announceable(None).first().copied();
        let contract = contract.expect("rules in which a dealer declares have a contract");
        self.state.declaration = Some(Declaration { contract, declarer, from_hand: false });
        self.state.gave_up = true;
        self.state.stage = Stage::Over;
    }

    fn lay_aside(&mut self, declarer: Seat, cards: Cards) {
        self.state.deal = self.state.deal.exchange(declarer, cards);
        if !self.auction.has_calls() {
            self.announce_or_ask();
        } else {
            self.state.stage = Stage::Usurping;
        }
    }

    fn after_usurp(&mut self, call: Call) {
        if call == Call::Usurp {
            if let AuctionState::Declared { declarer, bid, .. } = self.auction.state() {
                self.state.declarer = Some(declarer);
                self.state.bid = Some(bid);
            }
            self.take_talon();
        } else if !self.auction.has_calls() {
            self.announce_or_ask();
        }
    }

    /// The contract may be the only one that the bid allows.
    fn announce_or_ask(&mut self) {
        self.state.stage = Stage::Announcement;
        if let [only] = self.setup.rules.announceable(self.state.bid)[..] {
            self.announce(only);
        }
    }

    fn announce(&mut self, contract: Contract) {
        let declarer = self.state.declarer.expect("a declarer announces");
        let declaration = Declaration { contract, declarer, from_hand: self.state.from_hand };
        self.state.declaration = Some(declaration);
        self.state.stage = Stage::Decisions;
        let start = self.decision_order(declaration).start(&self.setup.table.decisions());
        self.pass_over_decisions(declaration, start);
    }

    fn decision_order(&self, declaration: Declaration) -> DecisionOrder<'_> {
        let rules = &self.setup.rules;
        let can_announce =
            pays_for_no_ace(rules, declaration.contract) && has_no_ace(&self.state.deal, declaration);
        DecisionOrder { rules, declaration, can_announce }
    }

    fn decide(&mut self, action: Action) {
        let choice = match action {
            Action::Decision(choice) => choice,
            Action::ReturnToWhist => Choice::Whist,
            _ => Choice::Pass,
        };
        let (Some(declaration), Some(decisions)) = (self.state.declaration, self.state.decisions) else {
            unreachable!("decisions follow an announcement");
        };
        let after = self.decision_order(declaration).after(decisions, choice);
        self.pass_over_decisions(declaration, after);
    }

    /// Continues at the first decision, from `decisions` on, that leaves a choice or must be asked in any case so that
    /// it does not reveal the hand; after the last decision, with the play or the end of the hand.
    fn pass_over_decisions(&mut self, declaration: Declaration, mut decisions: DecisionState) {
        let is_paid = pays_for_no_ace(&self.setup.rules, declaration.contract);
        let order = self.decision_order(declaration);
        loop {
            match order.next_decision(&decisions) {
                Some(question) if question.choices.len() == 1 && !(decisions.is_about_aces() && is_paid) => {
                    decisions = order.after(decisions, question.choices[0]);
                }
                Some(_) => {
                    self.state.decisions = Some(decisions);
                    return;
                }
                None => break,
            }
        }
        self.state.decisions = Some(decisions);
        if !decisions.is_played() {
            self.state.stage = Stage::Over;
            return;
        }
        self.start_play(declaration, decisions.active_seats());
        let is_lone = decisions.lone_whister().is_some();
        self.state.stage = if is_lone { Stage::Openness } else { Stage::Play };
    }

    fn start_play(&mut self, declaration: Declaration, playing: Seats) {
        let Declaration { contract, declarer, from_hand } = declaration;
        let rules = &self.setup.rules;
        let (trump, leader) = (contract.trump(), rules.leader(contract, declarer, playing));
        let setup =
            PlaySetup { play_rules: rules.play_rules_in(trump), trump, declarer: Some(declarer), playing };
        let position = Position::new(setup, self.state.deal.hands(), leader, &[]);
        let position = position.expect("the hands of a deal are equal");
        let play = Play::new(position, contract, rules.target(contract, from_hand), TricksTaken::default());
        self.state.play = Some(PlayState::Contract(play.expect("no trick has been taken yet")));
        let terms = self.terms();
        self.state.ends_when_lost = self.setup.rules.ends_when_lost(&terms);
        self.state.defender_trick_limit = self.setup.rules.defender_trick_limit(Some(contract));
    }

    fn start_passed_out_play(&mut self) {
        let rules = &self.setup.rules;
        let play_rules = rules.play_rules_in(None);
        let setup = PlaySetup { play_rules, trump: None, declarer: None, playing: Seats::ALL };
        let mut position = Position::new(setup, self.deal.hands(), Seat::Forehand, &[])
            .expect("the hands of a deal are equal");
        if rules.all_pass().talon_leads {
            position = position.with_talon_leads(TalonLeads {
                led: self.talon_order[0],
                next: Some(self.talon_order[1]),
                win: self.setup.table.four,
                winner_leads: rules.all_pass().winner_leads,
            });
        }
        self.state.play = Some(PlayState::AllPassed { position, taken: BySeat::default() });
        self.state.stage = Stage::Play;
    }

    fn play_card(&mut self, card: Card) {
        self.state.has_offered = false;
        let play = self.state.play.as_mut().expect("cards are played");
        match play {
            PlayState::Contract(play) => play.play_legal(card),
            PlayState::AllPassed { position, taken } => {
                if let Some(winner) = position.play_legal(card) {
                    taken[winner] += 1;
                }
            }
        }
        let position = play.position();
        let is_decided = match &*play {
            PlayState::Contract(play) if position.trick().next().is_none() => {
                let taken = play.tricks_taken();
                let defenders: u8 = play.declarer().others().into_iter().map(|seat| taken[seat]).sum();
                let is_lost = play.goal.verdict(position.tricks_left()) == Some(false);
                self.state.ends_when_lost && is_lost
                    || self.state.defender_trick_limit.is_some_and(|n| defenders >= n)
            }
            _ => false,
        };
        if is_decided || position.is_over() {
            self.state.stage = Stage::Over;
        }
    }
}
