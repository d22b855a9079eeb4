//! Hands that differ only in the order of the suits, brought into one form.

use crate::cards::{Card, Cards, Suit};
use crate::order::sorted_indices_by_key;

/// Exchange of suits that brings a hand into the form in which its suits are sorted by their cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnedSuits {
    /// For each suit of the sorted form, the suit of the hand.
    own: [Suit; 4],
}

impl TurnedSuits {
    pub(super) fn new(hand: Cards) -> TurnedSuits {
        let ranks =
            |suit: Suit| hand.in_suit(suit).iter().map(|card| 1_u32 << card.rank() as u32).sum::<u32>();
        let order = sorted_indices_by_key(4, |suit| std::cmp::Reverse(ranks(Suit::ALL[suit])));
        TurnedSuits { own: std::array::from_fn(|place| Suit::ALL[order[place]]) }
    }

    pub(super) fn sorted(self, cards: Cards) -> Cards {
        let sorted = |suit: Suit| {
            let place = self.own.iter().position(|&own| own == suit).expect("one of the suits");
            Suit::ALL[place]
        };
        cards.iter().map(|card| Card::new(sorted(card.suit()), card.rank())).collect()
    }

    pub(super) fn own(self, cards: Cards) -> Cards {
        cards.iter().map(|card| self.own_card(card)).collect()
    }

    pub(super) fn own_card(self, card: Card) -> Card {
        let place = Suit::ALL.iter().position(|&suit| suit == card.suit()).expect("one of the suits");
        Card::new(self.own[place], card.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_with_exchanged_suits_have_one_form() {
        let hands = ["KJ987.K.AQ.J987", "J987.AQ.KJ987.K", "AQ.K.J987.KJ987"];
        let hands = hands.map(|text| text.parse::<Cards>().expect("a hand"));
        let [first, others @ ..] = hands.map(|hand| (TurnedSuits::new(hand), hand));
        for (turned, hand) in others {
            assert_eq!(turned.sorted(hand), first.0.sorted(first.1));
            assert_eq!(turned.own(turned.sorted(hand)), hand);
        }
    }
}
