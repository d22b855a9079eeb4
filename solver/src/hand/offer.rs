//! Offers: the players agree on a division of the tricks, and the rest of the hand is not played.

use super::{Hand, HandStep, PendingOffer, Stage};
use crate::hand::action::Action;
use crate::hand::claim::is_order_decisive;
use crate::hand::error::ActionError;
use crate::rules::choice::Choice;
use crate::seat::{BySeat, Seat, Seats};
use crate::situation::PlayState;

impl Hand {
    /// The divisions of the tricks that the player who decides can offer instead of leading. They are not among the
    /// [`legal_actions`](Self::legal_actions), but [`apply`](Self::apply) takes them.
    ///
    /// `offer F=6,M=2,R=2` divides all tricks of the hand, including those already taken. The other players answer in
    /// turn, `accept` or `refuse`. As soon as all have accepted, the hand is settled as if it had been played so. After
    /// a refusal the player leads, and can make another offer only before the next lead. A seat that has dropped out
    /// and a defender whose cards the other plays are not asked.
    ///
    /// Which offers are possible depends only on what all players know:
    ///
    /// - The player is about to lead a card; no card of the talon leads to the trick.
    /// - Nobody gets fewer tricks than already taken, and a seat that has dropped out gets none.
    /// - If the play ends as soon as one side has a certain number of tricks, that side gets no more. All tricks after
    ///   the end count for the other side.
    /// - In a contract of tricks in a row, the order of the remaining tricks must not matter.
    ///
    /// ```
    /// use preference::hand::{Action, Hand, Phase, Table};
    /// use preference::{Deal, Variant};
    /// let rules: Variant = "russian".parse()?;
    /// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// let mut hand = Hand::new(rules, deal, Table::default())?;
    /// for text in ["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "whist", "offer F=7,M=1,R=2"] {
    ///     hand.apply(text.parse::<Action>()?)?;
    /// }
    /// assert_eq!((hand.phase(), hand.player()), (Phase::Offer, Some("M".parse()?)));
    /// hand.apply("accept".parse::<Action>()?)?;
    /// hand.apply("accept".parse::<Action>()?)?;
    /// assert!(hand.is_over());
    /// assert_eq!(hand.tricks().0, [7, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn offers(&self) -> Vec<Action> {
        let Some(tricks) = self.tricks_of_hand() else { return Vec::new() };
        let divisions = (0..=tricks).rev().flat_map(|first| {
            let rest = tricks - first;
            (0..=rest).rev().map(move |second| BySeat([first, second, rest - second]))
        });
        divisions.filter(|&division| self.is_possible_division(division)).map(Action::OfferTricks).collect()
    }

    /// The division of the tricks that is offered and not answered by all players yet.
    #[must_use]
    pub fn offered_tricks(&self) -> Option<BySeat<u8>> {
        self.state.offer.map(|offer| offer.tricks)
    }

    /// The tricks taken and those still to come, before a lead.
    fn tricks_of_hand(&self) -> Option<u8> {
        let play = self.play_before_lead()?;
        let taken: u8 = play.tricks_taken().0.iter().sum();
        Some(taken + play.position().tricks_left())
    }

    fn is_possible_division(&self, tricks: BySeat<u8>) -> bool {
        let Some(play) = self.play_before_lead().filter(|_| !self.state.has_offered) else { return false };
        let (position, taken) = (play.position(), play.tricks_taken());
        let Some(rest) = rest_of_division(tricks, taken) else { return false };
        let others = Seats::ALL - position.setup().playing;
        let is_whole = rest.0.iter().sum::<u8>() == position.tricks_left();
        if !is_whole || others.iter().any(|seat| rest[seat] > 0) {
            return false;
        }
        let PlayState::Contract(play) = play else { return true };
        let declarer = rest[play.declarer()];
        let defenders = position.tricks_left() - declarer;
        let (most_of_declarer, most_of_defenders) = self.most_further_tricks(play);
        declarer <= most_of_declarer && defenders <= most_of_defenders && !is_order_decisive(play, declarer)
    }

    pub(super) fn apply_offer(&mut self, tricks: BySeat<u8>) -> Result<(), ActionError> {
        let action = Action::OfferTricks(tricks);
        let (Some(seat), Some(player)) = (self.to_act(), self.player()) else {
            return Err(ActionError::Over { action });
        };
        if self.play_before_lead().is_none() {
            return Err(ActionError::NotPossible { player, action, legal: self.legal_actions() });
        }
        if self.state.has_offered {
            return Err(ActionError::OfferedAlready { player });
        }
        if !self.is_possible_division(tricks) {
            let example = self.offers().first().copied();
            return Err(ActionError::Division { player, action, taken: self.tricks(), example });
        }
        self.push_step(HandStep { seat, player, action });
        self.state.offer = Some(PendingOffer { tricks, player, accepted: Seats::NONE });
        self.state.has_offered = true;
        self.state.stage = Stage::Offer;
        Ok(())
    }

    pub(super) fn next_to_answer(&self) -> Option<Seat> {
        let offer = self.state.offer?;
        let playing = self.position()?.setup().playing;
        let left = offer.player.left();
        [left, left.left()].into_iter().find(|&seat| {
            playing.contains(seat) && self.player_of(seat) == seat && !offer.accepted.contains(seat)
        })
    }

    pub(super) fn answer_offer(&mut self, player: Seat, answer: Action) {
        let (Some(offer), Some(play)) = (&mut self.state.offer, self.state.play) else {
            unreachable!("an offer is answered during the play");
        };
        if answer != Action::Decision(Choice::Accept) {
            self.state.offer = None;
            self.state.stage = Stage::Play;
            return;
        }
        offer.accepted.insert(player);
        let tricks = offer.tricks;
        if self.next_to_answer().is_some() {
            return;
        }
        let rest =
            rest_of_division(tricks, play.tricks_taken()).expect("nobody gets fewer tricks than taken");
        self.state.play = Some(play.with_rest_divided(rest));
        self.state.offer = None;
        self.state.stage = Stage::Over;
    }
}

fn rest_of_division(tricks: BySeat<u8>, taken: BySeat<u8>) -> Option<BySeat<u8>> {
    let is_enough = Seat::ALL.into_iter().all(|seat| tricks[seat] >= taken[seat]);
    is_enough.then(|| BySeat::from_fn(|seat| tricks[seat] - taken[seat]))
}
