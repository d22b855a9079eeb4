//! Random endings: positions with fewer than ten cards in each hand, at the start of a trick.

use crate::situation::error::QuestionError;
use crate::situation::field_types::{HandSize, WholeNumber};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::cards::{Card, Cards};
use crate::deal::{Layout, random};
use crate::position::{PlaySetup, Position};
use crate::rules::contract::Declaration;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};
use crate::situation::{Play, TricksTaken};

/// Number of cards in a full hand, which is also the number of tricks of a deal.
pub(crate) const FULL_HAND: u8 = 10;

pub(crate) fn cards_per_hand(field: Option<HandSize>) -> Result<u8, QuestionError> {
    match field.map_or(FULL_HAND, WholeNumber::to) {
        cards if cards < FULL_HAND && cfg!(not(feature = "hands")) => {
            Err(QuestionError::not_here("cards", "this build of the library has no endings"))
        }
        cards => Ok(cards),
    }
}

pub(crate) fn ending_hands(hands: BySeat<Cards>, number: u8, generator: &mut impl Rng) -> BySeat<Cards> {
    BySeat::from_fn(|seat| {
        let mut cards: Vec<Card> = hands[seat].iter().collect();
        cards.partial_shuffle(generator, usize::from(number)).0.iter().copied().collect()
    })
}

pub(crate) struct Ending {
    hands: BySeat<Cards>,
    leader: Seat,
}

impl Ending {
    pub(crate) fn draw(cards: u8, leaders: Seats, generator: &mut impl Rng) -> Ending {
        let hands = ending_hands(random::deal(generator).hands(), cards, generator);
        let leader = generator.random_range(0..leaders.len());
        Ending { hands, leader: leaders.iter().nth(leader).expect("a seat for each number") }
    }

    pub(crate) fn layout(&self) -> Layout {
        Layout::ending(BySeat(self.hands.0.map(Some))).expect("different cards")
    }

    /// Iterates over the states in which a contract can reach this ending, one for each number of tricks that the
    /// declarer can have taken before, in ascending order. The leader has taken at least one trick: the last one. The
    /// defenders' tricks are divided as evenly as possible.
    pub(crate) fn plays(&self, rules: &Variant, declaration: Declaration) -> impl Iterator<Item = Play> {
        let Declaration { contract, declarer, from_hand } = declaration;
        let setup = PlaySetup {
            play_rules: rules.play_rules_in(contract.trump()),
            trump: contract.trump(),
            declarer: Some(declarer),
            playing: Seats::ALL,
        };
        let position = Position::new(setup, self.hands, self.leader, &[]).expect("equal hands");
        let target = rules.target(contract, from_hand);
        let before = FULL_HAND - position.tricks_left();
        let defenders = Seats::ALL - Seats::from_seat(declarer);
        let next = if self.leader == declarer { defenders.next_after(declarer) } else { self.leader };
        (0..=before).filter_map(move |declarer_tricks| {
            let mut taken = BySeat::default();
            taken[declarer] = declarer_tricks;
            let others = before - declarer_tricks;
            taken[next] = others.div_ceil(2);
            for seat in defenders - Seats::from_seat(next) {
                taken[seat] = others / 2;
            }
            let leader_has_trick = taken[position.leader()] > 0;
            leader_has_trick.then(|| Play::new(position, contract, target, TricksTaken::from(taken)).ok())?
        })
    }
}
