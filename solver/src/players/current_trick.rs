//! The trick in progress, and the cards that may still be played, as a player sees them.

use crate::cards::{Card, Cards, Suit};
use crate::hand::{Action, View};
use crate::seat::{Seat, Seats};

/// The trick to which a card is to be played, and the cards that may still be played, as a player sees them.
pub(super) struct CurrentTrick {
    pub(super) seat: Seat,
    pub(super) hand: Cards,
    pub(super) trump: Option<Suit>,
    /// The suit led, possibly by a card of the talon when all have passed; `None` if the seat to act leads.
    pub(super) led: Option<Suit>,
    pub(super) winner: Option<Seat>,
    /// The card that must be beaten to win the trick, if there is one.
    best: Option<Card>,
    /// The seats that play to the trick after the seat to act.
    pub(super) later: Seats,
    /// The other defender who plays, if the seat to act is a defender.
    pub(super) partner: Option<Seat>,
    /// The seats that play against the seat to act.
    pub(super) opponents: Seats,
    /// Cards that the player has not seen, and open hands of opponents.
    pub(super) rival_cards: Cards,
}

impl CurrentTrick {
    /// The next action in `view` must be to play a card.
    pub(super) fn new(view: &View) -> CurrentTrick {
        let seat = view.to_act.expect("the next action is to play a card");
        let hand = view.hands[seat].expect("the player sees the cards of the seat to act");
        let cards = view.steps.iter().rev().filter_map(|step| match step.action {
            Some(Action::Card(card)) => Some((step.seat, card)),
            _ => None,
        });
        let played = cards.clone().count();
        let players = view.playing.len();
        let trump = view.declaration.and_then(|declaration| declaration.contract.trump());
        let talon_card = view.talon_leads.get(played / players).copied().flatten();
        let mut trick = CurrentTrick {
            seat,
            hand,
            trump,
            led: talon_card.map(Card::suit),
            winner: None,
            // With four at the table the dealer owns the talon's cards, which may win.
            best: talon_card.filter(|_| view.table.four),
            later: Seats::NONE,
            partner: None,
            opponents: Seats::NONE,
            rival_cards: Cards::NONE,
        };
        let mut trick_cards = [None; 2];
        let in_trick = played % players;
        for (place, card) in trick_cards[..in_trick].iter_mut().rev().zip(cards.clone()) {
            *place = Some(card);
        }
        let mut earlier = Seats::from_seat(seat);
        for (other, card) in trick_cards.into_iter().flatten() {
            trick.add(other, card);
            earlier |= Seats::from_seat(other);
        }
        trick.later = view.playing - earlier;
        trick.partner = match view.declarer {
            Some(declarer) if declarer != seat => Some(seat.partner(declarer)),
            _ => None,
        };
        trick.partner = trick.partner.filter(|&partner| view.playing.contains(partner));
        let partner = trick.partner.map_or(Seats::NONE, Seats::from_seat);
        trick.opponents = view.playing - Seats::from_seat(seat) - partner;
        let mut seen: Cards = cards.map(|(_, card)| card).collect();
        seen |= view.dealt | view.talon | hand;
        for step in &view.steps {
            if let Some(Action::Discard(discard)) = step.action {
                seen |= discard;
            }
        }
        let open = |seats: Seats| {
            seats.iter().filter_map(|other| view.hands[other]).fold(Cards::NONE, |all, hand| all | hand)
        };
        seen |= open(Seats::ALL);
        trick.rival_cards = (Cards::PACK - seen) | open(trick.opponents);
        trick
    }

    fn add(&mut self, seat: Seat, card: Card) {
        self.led = self.led.or(Some(card.suit()));
        if self.would_win(card) {
            (self.winner, self.best) = (Some(seat), Some(card));
        }
    }

    pub(super) fn would_win(&self, card: Card) -> bool {
        // Every lead is winning so far.
        let is_trump = |card: Card| Some(card.suit()) == self.trump;
        match (self.best, self.led) {
            (Some(best), _) if best.suit() == card.suit() => card.rank() > best.rank(),
            (Some(best), _) => is_trump(card) && !is_trump(best),
            (None, Some(led)) => card.suit() == led || is_trump(card),
            (None, None) => true,
        }
    }

    pub(super) fn is_lead(&self) -> bool {
        self.led.is_none()
    }

    pub(super) fn rivals_above(&self, card: Card) -> usize {
        let rivals = self.rival_cards.in_suit(card.suit()).iter();
        rivals.filter(|rival| rival.rank() > card.rank()).count()
    }

    pub(super) fn is_master(&self, card: Card) -> bool {
        self.rivals_above(card) == 0
    }

    pub(super) fn is_winning_card_master(&self) -> bool {
        self.best.is_some_and(|best| self.is_master(best))
    }

    /// Whether one of these seats has shown a void in this suit and may still hold a trump.
    pub(super) fn may_trump(&self, view: &View, seats: Seats, suit: Suit) -> bool {
        let Some(trump) = self.trump.filter(|&trump| trump != suit) else { return false };
        let is_void = |seat: Seat, suit: Suit| view.voids[seat].contains(suit);
        let has_trumps = !self.rival_cards.in_suit(trump).is_empty();
        has_trumps && seats.iter().any(|seat| is_void(seat, suit) && !is_void(seat, trump))
    }
}
