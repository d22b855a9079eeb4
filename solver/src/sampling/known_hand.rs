//! A hand as one seat knows it, one action at a time, without the hidden cards.

use std::sync::Arc;

use rand::RngExt;
use thiserror::Error;

use crate::cards::{Card, Cards};
use crate::deal::{Deal, random};
use crate::hand::{Action, ActionError, Hand, HandSetupError, Phase, Table, View, ViewStep};
use crate::position::Position;
use crate::rules::play::{legal_cards, trump_mask};
use crate::rules::variant::Variant;
use crate::sampling::view_layouts::{ViewLayouts, ViewLayoutsError};
use crate::seat::{BySeat, Seat};
use crate::settlement::Gains;

/// Maximum number of layouts that are tried until one agrees with what is known. Only announcements about aces, discards
/// that were taken over, and gains at the end of a hand rule out layouts that [`ViewLayouts`] counts.
const MAX_DRAWS: u64 = 20_000;

/// Maximum number of layouts that are tried for a claim, since each is solved.
const MAX_CLAIM_DRAWS: u64 = 200;

/// Number of layouts whose gains are compared before the gains of a hand count as known to the seat.
const COMPARED_LAYOUTS: u64 = 64;

/// A hand as one seat knows it: its cards, what was said and played, and the cards that were shown.
///
/// ```
/// use preference::sampling::KnownHand;
/// use preference::hand::{Action, Table};
/// use preference::{Seat, Variant};
/// let rules: Variant = "russian".parse()?;
/// let dealt = "S9 HK HQ HT H8 DT D8 CA CJ C9".parse()?;
/// let mut known = KnownHand::new(rules, Table::default(), Seat::Rearhand, dealt)?;
/// for text in ["6D", "pass", "pass"] {
///     known.push(Some(text.parse()?))?;
/// }
/// known.show_talon(&["D7".parse()?, "CK".parse()?])?;
/// known.push(None)?; // forehand lays two cards aside unseen
/// known.push(Some("play 6D".parse()?))?;
/// known.push(Some("pass".parse()?))?;
/// assert_eq!(known.view()?.player, Some(Seat::Rearhand));
/// assert_eq!(known.legal_actions()?.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KnownHand {
    seat: Seat,
    /// A hand in which everything that is known holds. Its hidden cards are arbitrary, and no answer depends on them.
    possible: Hand,
    /// The talon's cards as far as they were shown, in the order in which they were shown.
    talon: Vec<Card>,
    /// Hands of other seats that were shown.
    open: BySeat<Option<Cards>>,
    /// Cards that a seat does not hold after the last discard, since it could not have played as it did with them.
    excluded: BySeat<Cards>,
    steps: Vec<ViewStep>,
}

impl KnownHand {
    /// Starts a hand before its first call.
    ///
    /// # Errors
    /// If `dealt` has not ten cards, or the rules allow no hand at the table.
    pub fn new(
        rules: impl Into<Arc<Variant>>,
        table: Table,
        seat: Seat,
        dealt: Cards,
    ) -> Result<KnownHand, KnownHandError> {
        if dealt.len() != 10 {
            return Err(KnownHandError::Dealt { number: dealt.len() });
        }
        let mut rest = (Cards::PACK - dealt).iter();
        let hands =
            BySeat::from_fn(|other| if other == seat { dealt } else { rest.by_ref().take(10).collect() });
        let deal = Deal::new(hands, rest.collect()).expect("ten cards for each seat, and two");
        Ok(KnownHand {
            seat,
            possible: Hand::new(rules, deal, table)?,
            talon: Vec::new(),
            open: BySeat::default(),
            excluded: BySeat::default(),
            steps: Vec::new(),
        })
    }

    /// The seat that knows this.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The cards of the talon that the seat has seen and that [`show_talon`](Self::show_talon) has not named.
    #[must_use]
    pub fn unnamed_talon_cards(&self) -> usize {
        let view = self.possible.view(self.seat);
        view.talon.len().saturating_sub(self.talon.len())
    }

    /// The seats whose cards lie open and that [`show_hand`](Self::show_hand) has not named.
    pub fn unnamed_hands(&self) -> impl Iterator<Item = Seat> + use<> {
        let hands = self.possible.view(self.seat).hands;
        let (seat, open) = (self.seat, self.open);
        seat.others().into_iter().filter(move |&other| hands[other].is_some() && open[other].is_none())
    }

    /// Names the cards of the talon that the seat has seen: both, or, when all have passed and the talon leads, the next
    /// one.
    ///
    /// # Errors
    /// If the seat has seen fewer cards of the talon, or these cards cannot lie there.
    pub fn show_talon(&mut self, cards: &[Card]) -> Result<(), KnownHandError> {
        if cards.len() > self.unnamed_talon_cards() {
            return Err(KnownHandError::TalonUnseen);
        }
        let dealt = self.possible.deal().hand(self.seat);
        if cards.iter().any(|&card| dealt.contains(card)) {
            return Err(KnownHandError::TalonCards);
        }
        let mut known = self.clone();
        known.talon.extend(cards);
        known.possible = known.find_hand(|_| true).ok_or(KnownHandError::TalonCards)?;
        *self = known;
        Ok(())
    }

    /// Names the cards of a seat whose cards lie open: those that it holds now. Cards that it has played may be among
    /// them.
    ///
    /// # Errors
    /// If the cards of this seat do not lie open, or it cannot hold these cards.
    pub fn show_hand(&mut self, other: Seat, cards: Cards) -> Result<(), KnownHandError> {
        if !self.unnamed_hands().any(|unnamed| unnamed == other) {
            return Err(KnownHandError::HandUnseen { seat: other });
        }
        if !(cards & self.possible.deal().hand(self.seat)).is_empty() {
            return Err(KnownHandError::HandCards { seat: other });
        }
        let mut known = self.clone();
        known.open[other] = Some(cards);
        known.possible = known.find_hand(|_| true).ok_or(KnownHandError::HandCards { seat: other })?;
        *self = known;
        Ok(())
    }

    /// Adds an action of the seat that decides; `None` for a discard that the seat does not see.
    ///
    /// # Errors
    /// If the action is not legal with any cards that the player may hold, or cards that were shown have not been named.
    /// The hand is then unchanged.
    pub fn push(&mut self, action: Option<Action>) -> Result<(), KnownHandError> {
        let (Some(seat), Some(player)) = (self.possible.to_act(), self.possible.player()) else {
            return Err(KnownHandError::Over);
        };
        self.check_named()?;
        let is_discard = self.possible.phase() == Phase::Discard;
        match action {
            None if !is_discard || player == self.seat => return Err(KnownHandError::OwnAction { player }),
            _ => {}
        }
        let step = ViewStep { seat, player, action };
        let mut known = self.clone();
        known.steps.push(step);
        if let (Some(Action::Card(card)), Some(position)) = (action, self.possible.position()) {
            known.excluded[seat] |= cards_ruled_out(position, card);
        }
        let error = match action.map(|action| known.possible.apply(action)) {
            Some(Ok(())) => {
                *self = known;
                return Ok(());
            }
            Some(Err(error)) => Some(error),
            None => None,
        };
        let held = self.possible.view(self.seat).hands[seat];
        let is_seen =
            seat == self.seat || held.zip(self.open[seat]).is_some_and(|(held, open)| held.is_subset(open));
        let needs_cards = matches!(self.possible.phase(), Phase::Discard | Phase::Play);
        let is_hidden = match action {
            Some(Action::Claim(_)) => matches!(error, Some(ActionError::ClaimNotSure { .. })),
            Some(Action::OfferTricks(_) | Action::Refuse) => false,
            Some(Action::Decision(_)) => !is_seen,
            _ => !is_seen && needs_cards,
        };
        let impossible = KnownHandError::Impossible { seat, action };
        if let Some(error) = error {
            if !is_hidden {
                return Err(KnownHandError::Action(error));
            }
            // An action of another kind is illegal with all cards. The list of legal ones would name arbitrary cards.
            let is_other_kind = matches!(error, ActionError::NotPossible { .. });
            if is_other_kind && !(matches!(action, Some(Action::Decision(_))) && self.asks_about_aces()) {
                return Err(if needs_cards { impossible } else { KnownHandError::Action(error) });
            }
        }
        known.possible = known.find_hand(|_| true).ok_or(impossible)?;
        *self = known;
        Ok(())
    }

    /// Names the cards that an opponent has laid aside and the seat has taken up since.
    ///
    /// # Errors
    /// If the seat has not taken up a discard that it had not seen, or the opponent cannot have laid these cards aside.
    pub fn show_discard(&mut self, cards: Cards) -> Result<(), KnownHandError> {
        let seen = self.possible.view(self.seat).steps;
        let place = seen
            .iter()
            .zip(&self.steps)
            .position(|(seen, known)| seen.action.is_some() && known.action.is_none());
        let place = place.ok_or(KnownHandError::DiscardUnseen)?;
        let mut known = self.clone();
        known.steps[place].action = Some(Action::Discard(cards));
        let step = known.steps[place];
        let impossible = KnownHandError::Impossible { seat: step.seat, action: step.action };
        known.possible = known.find_hand(|_| true).ok_or(impossible)?;
        *self = known;
        Ok(())
    }

    /// Sets the gains of a finished hand, which can depend on cards that the seat has not seen.
    pub fn set_result(&mut self, result: &Gains) -> Result<(), KnownHandError> {
        if !self.possible.is_over() {
            return Err(KnownHandError::Result);
        }
        if self.possible.result().as_ref() != Some(result) {
            self.possible = self
                .find_hand(|hand| hand.result().as_ref() == Some(result))
                .ok_or(KnownHandError::Result)?;
        }
        Ok(())
    }

    /// Checks that the gains of a finished hand do not depend on hidden cards.
    pub fn check_result(&self) -> Result<(), KnownHandError> {
        let Some(result) = self.possible.result() else { return Ok(()) };
        let is_known = self.layouts(&self.steps).is_ok_and(|layouts| {
            numbers(layouts.count())
                .take(COMPARED_LAYOUTS as usize)
                .all(|number| layouts.hand(number).is_none_or(|hand| hand.result().as_ref() == Some(&result)))
        });
        if is_known { Ok(()) } else { Err(KnownHandError::ResultUnknown) }
    }

    /// Returns what the seat knows.
    ///
    /// # Errors
    /// If cards that were shown have not been named, or a discard was named that the seat has not seen.
    pub fn view(&self) -> Result<View, KnownHandError> {
        self.check_named()?;
        let view = self.possible.view(self.seat);
        for other in self.seat.others() {
            let Some(held) = view.hands[other] else { continue };
            if self.open[other].is_none_or(|open| !held.is_subset(open)) {
                return Err(KnownHandError::OpenHand { seat: other });
            }
        }
        match view.steps.iter().zip(&self.steps).find(|(seen, known)| seen.action != known.action) {
            Some((seen, _)) => Err(KnownHandError::HiddenDiscard { seat: seen.seat }),
            None => Ok(view),
        }
    }

    /// Lists the legal actions if the seat decides; otherwise none.
    pub fn legal_actions(&self) -> Result<Vec<Action>, KnownHandError> {
        self.check_named()?;
        let is_player = self.possible.player() == Some(self.seat);
        Ok(if is_player { self.possible.legal_actions() } else { Vec::new() })
    }

    /// A hand of which the seat has the same view. Its hidden cards are arbitrary.
    pub fn possible_hand(&self) -> Result<&Hand, KnownHandError> {
        self.view().map(|_| &self.possible)
    }

    fn check_named(&self) -> Result<(), KnownHandError> {
        if self.unnamed_talon_cards() > 0 {
            return Err(KnownHandError::TalonMissing);
        }
        if let Some(seat) = self.unnamed_hands().next() {
            return Err(KnownHandError::HandMissing { seat });
        }
        let seen = self.possible.view(self.seat).steps;
        match seen
            .iter()
            .zip(&self.steps)
            .find(|(seen, known)| seen.action.is_some() && known.action.is_none())
        {
            Some((step, _)) => Err(KnownHandError::DiscardMissing { seat: step.seat }),
            None => Ok(()),
        }
    }

    fn asks_about_aces(&self) -> bool {
        let silent = Action::Decision(crate::hand::Choice::Silent);
        self.possible.legal_actions().contains(&silent)
    }

    /// Some of the layouts contradict what is known.
    fn layouts(&self, steps: &[ViewStep]) -> Result<ViewLayouts, ViewLayoutsError> {
        let mut view = self.possible.view(self.seat);
        view.talon = self.talon.iter().copied().collect();
        let leads = view.talon_leads.map(|lead| lead.is_some());
        let named = [0, 1].map(|n| self.talon.get(n).copied());
        view.talon_leads = [named[0].filter(|_| leads[0]), named[1].filter(|_| leads[1])];
        view.steps = steps.to_vec();
        view.hands = BySeat::from_fn(|other| self.open[other]);
        ViewLayouts::excluding(&view, &self.excluded, &[])
    }

    fn find_hand(&self, test: impl Fn(&Hand) -> bool) -> Option<Hand> {
        let layouts = self.layouts(&self.steps).ok()?;
        let has_claim = self.steps.iter().any(|step| matches!(step.action, Some(Action::Claim(_))));
        let draws = if has_claim { MAX_CLAIM_DRAWS } else { MAX_DRAWS };
        let mut drawn = numbers(layouts.count()).take(draws as usize);
        drawn.find_map(|number| layouts.hand(number).filter(&test))
    }
}

fn numbers(count: u64) -> impl Iterator<Item = u64> {
    let mut generator = random::generator(0);
    let all = if count <= MAX_DRAWS { 0..count } else { 0..0 };
    let random = std::iter::repeat_with(move || generator.random_range(0..count.max(1)));
    all.chain(random.take(if count <= MAX_DRAWS { 0 } else { MAX_DRAWS as usize }))
}

fn cards_ruled_out(position: &Position, card: Card) -> Cards {
    // Each obligation leaves the cards of one class if the hand has any, so that a card is legal if and only if it is
    // legal together with each single other card of the hand.
    let Some(trick) = position.trick_view() else { return Cards::NONE };
    let setup = position.setup();
    let (trumps, bit) = (trump_mask(setup.trump), Cards::from_card(card).bits());
    let is_ruled_out = |other: &Card| {
        let hand = bit | Cards::from_card(*other).bits();
        legal_cards(setup.play_rules, hand, trumps, trick) & bit == 0
    };
    Cards::PACK.iter().filter(is_ruled_out).collect()
}

/// The error for facts that no seat of any hand can know.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum KnownHandError {
    #[error("{number} cards were dealt to the seat: write the ten cards as they were before the exchange")]
    Dealt { number: usize },
    /// The rules allow no hand at the table.
    #[error(transparent)]
    Setup(#[from] HandSetupError),
    #[error("the hand is over")]
    Over,
    #[error("the seat has seen cards of the talon: write them in the order in which they were shown")]
    TalonMissing,
    #[error("the seat has not seen these cards of the talon: leave them out")]
    TalonUnseen,
    #[error(
        "these cards cannot have been in the talon: a seat has held them, or they are not two different cards"
    )]
    TalonCards,
    #[error("the cards of {} lie open: write them", .seat.name())]
    HandMissing { seat: Seat },
    #[error("the cards of {} do not lie open: leave them out", .seat.name())]
    HandUnseen { seat: Seat },
    #[error("{} cannot hold these cards: another seat has held one of them, or a card played would not have been legal", .seat.name())]
    HandCards { seat: Seat },
    #[error("the open cards of {} are not all: write the cards that the seat holds now or held when they were shown", .seat.name())]
    OpenHand { seat: Seat },
    #[error("the seat has taken up the discard of {}: write its two cards", .seat.name())]
    DiscardMissing { seat: Seat },
    #[error("the seat has taken up no discard that it had not seen")]
    DiscardUnseen,
    #[error("the seat has not seen the discard of {}: write discard without cards", .seat.name())]
    HiddenDiscard { seat: Seat },
    #[error("discard without cards is for a discard that the seat does not see, and {} is to act", .player.name())]
    OwnAction { player: Seat },
    /// An action is not legal.
    #[error(transparent)]
    Action(#[from] ActionError),
    #[error(
        "{}: {} can hold no cards with which this is legal",
        action.map_or("discard".to_owned(), |action| action.to_string()),
        .seat.name()
    )]
    Impossible { seat: Seat, action: Option<Action> },
    #[error("the hand cannot have these gains")]
    Result,
    #[error("the gains depend on cards that the seat has not seen: write the result of the hand")]
    ResultUnknown,
}
