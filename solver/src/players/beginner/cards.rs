//! Choice of cards in the play.

use std::cmp::Reverse;

use crate::cards::{Card, Cards};
use crate::hand::{Action, View};
use crate::players::current_trick::CurrentTrick;
use crate::rules::contract::Contract;
use crate::seat::{Seat, Seats};

/// The aim of a seat in the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// To take tricks.
    Win,
    /// To avoid tricks: as the declarer of a misère or of `uno`, or when all have passed.
    Avoid,
    /// To make the declarer of a misère take tricks.
    Catch,
}

pub(super) fn choose_card(view: &View, legal: &[Action]) -> Action {
    let trick = CurrentTrick::new(view);
    let cards = legal.iter().filter_map(|action| match action {
        Action::Card(card) => Some(*card),
        _ => None,
    });
    let play = CardChoice { view, trick, legal: cards.collect() };
    let card = match (play.aim(), play.trick.is_lead()) {
        (Aim::Win, true) => play.lead_to_win(),
        (Aim::Win, false) => play.follow_to_win(),
        (Aim::Avoid, true) => play.lead_to_avoid(),
        (Aim::Avoid, false) => play.follow_to_avoid(),
        (Aim::Catch, true) => play.lead_to_catch(),
        (Aim::Catch, false) => play.follow_to_catch(),
    };
    Action::Card(card)
}

fn best_by<K: Ord>(cards: Cards, merit: impl Fn(Card) -> K) -> Option<Card> {
    cards.iter().rev().max_by_key(|&card| merit(card))
}

/// The facts on which the choice of a card depends.
struct CardChoice<'a> {
    view: &'a View,
    trick: CurrentTrick,
    legal: Cards,
}

impl CardChoice<'_> {
    fn aim(&self) -> Aim {
        let Some(declaration) = self.view.declaration else { return Aim::Avoid };
        let is_misere =
            matches!(declaration.contract, Contract::Misere | Contract::OpenMisere | Contract::Uno);
        match (is_misere, declaration.declarer == self.trick.seat) {
            (false, _) => Aim::Win,
            (true, true) => Aim::Avoid,
            (true, false) => Aim::Catch,
        }
    }

    fn is_declarer(&self) -> bool {
        self.view.declarer == Some(self.trick.seat)
    }

    fn is_trump(&self, card: Card) -> bool {
        Some(card.suit()) == self.trick.trump
    }

    fn length(&self, card: Card) -> usize {
        self.trick.hand.in_suit(card.suit()).len()
    }

    fn legal_where(&self, condition: impl Fn(Card) -> bool) -> Cards {
        self.legal.iter().filter(|&card| condition(card)).collect()
    }

    fn lead_to_win(&self) -> Card {
        let trick = &self.trick;
        if let Some(trump) = trick.trump.filter(|_| self.is_declarer()) {
            let (own, rivals) = (self.legal.in_suit(trump), trick.rival_cards.in_suit(trump));
            let highest = own.iter().next().filter(|_| !rivals.is_empty());
            if let Some(highest) = highest.filter(|&card| trick.is_master(card)) {
                return highest;
            }
            if let Some(lowest) = own.iter().next_back().filter(|_| highest.is_some())
                && own.len() > rivals.len()
            {
                return lowest;
            }
        }
        let opponents = trick.opponents;
        let sure_winners = self.legal_where(|card| {
            !self.is_trump(card)
                && trick.is_master(card)
                && !trick.may_trump(self.view, opponents, card.suit())
        });
        let by_length = |card: Card| {
            let length = self.length(card) as i32;
            if trick.trump.is_some() && !self.is_declarer() { -length } else { length }
        };
        let side = self.legal_where(|card| !self.is_trump(card));
        best_by(sure_winners, |card| (by_length(card), card.rank()))
            .or_else(|| best_by(side, |card| (self.length(card), Reverse(card.rank()))))
            .or_else(|| best_by(self.legal, |card| Reverse(card.rank())))
            .expect("a legal card")
    }

    fn follow_to_win(&self) -> Card {
        let trick = &self.trick;
        let winning = self.legal_where(|card| trick.would_win(card));
        let opponents_later = trick.later - trick.partner.map_or(Seats::NONE, Seats::from_seat);
        let cheapest = |cards: Cards| best_by(cards, |card| (!self.is_trump(card), Reverse(card.rank())));
        let is_partners = trick.winner.is_some() && trick.winner == trick.partner;
        let chosen = if is_partners && (opponents_later.is_empty() || trick.is_winning_card_master()) {
            None
        } else if trick.later.is_empty() {
            cheapest(winning)
        } else {
            let is_ruff = |card: Card| self.is_trump(card) && trick.led != Some(card.suit());
            let sure = |card: Card| trick.is_master(card) || is_ruff(card) && !is_partners;
            cheapest(winning.iter().filter(|&card| sure(card)).collect())
        };
        chosen.unwrap_or_else(|| self.least_valuable_card())
    }

    fn least_valuable_card(&self) -> Card {
        let worth = |card: Card| {
            let suit = self.trick.hand.in_suit(card.suit());
            let is_beaten_once = |top: Card| top != card && self.trick.rivals_above(top) == 1;
            let guards = suit.len() == 2 && suit.iter().next().is_some_and(is_beaten_once);
            let kept = if self.is_trump(card) {
                3
            } else if self.trick.is_master(card) {
                2
            } else {
                i32::from(guards)
            };
            (kept, card.rank(), suit.len())
        };
        best_by(self.legal, |card| Reverse(worth(card))).expect("a legal card")
    }

    fn lead_to_avoid(&self) -> Card {
        let merit = |card| (self.trick.rivals_above(card), Reverse(self.length(card)), Reverse(card.rank()));
        best_by(self.legal, merit).expect("a legal card")
    }

    fn follow_to_avoid(&self) -> Card {
        let trick = &self.trick;
        let losing = self.legal_where(|card| !trick.would_win(card));
        let is_following = |card: Card| trick.led == Some(card.suit());
        let chosen = if losing.iter().any(is_following) {
            best_by(losing, Card::rank)
        } else if !losing.is_empty() {
            let rivals_below =
                |card: Card| trick.rival_cards.in_suit(card.suit()).len() - trick.rivals_above(card);
            best_by(losing, |card| (rivals_below(card), card.rank()))
        } else if trick.later.is_empty() {
            best_by(self.legal, Card::rank)
        } else {
            best_by(self.legal, |card| Reverse(card.rank()))
        };
        chosen.expect("a legal card")
    }

    fn is_declarer_void(&self, card: Card) -> bool {
        let is_void = |declarer: Seat| self.view.voids[declarer].contains(card.suit());
        self.view.declarer.is_some_and(is_void)
    }

    fn lead_to_catch(&self) -> Card {
        let merit = |card| (!self.is_declarer_void(card), Reverse(card.rank()), Reverse(self.length(card)));
        best_by(self.legal, merit).expect("a legal card")
    }

    fn follow_to_catch(&self) -> Card {
        let trick = &self.trick;
        let losing = self.legal_where(|card| !trick.would_win(card));
        let highest = |cards| best_by(cards, |card| (card.rank(), Reverse(self.length(card))));
        let is_declarer_later = self.view.declarer.is_some_and(|declarer| trick.later.contains(declarer));
        let is_following = |card: Card| trick.led == Some(card.suit());
        let chosen = if trick.winner.is_some() && trick.winner == self.view.declarer && !losing.is_empty() {
            highest(losing)
        } else if is_declarer_later && self.legal.iter().any(is_following) {
            best_by(self.legal, |card| Reverse(card.rank()))
        } else {
            highest(self.legal)
        };
        chosen.expect("a legal card")
    }
}
