//! The trait of all players, and the function that plays a hand with them.

use crate::hand::{Action, Hand, View};
use crate::seat::BySeat;

/// A program that plays hands.
pub trait Player {
    /// Chooses one of the legal actions for the seat that decides, which has this view.
    ///
    /// The choice depends only on the view and on the seed with which the player was built, not on earlier choices.
    /// `legal` is the list of [`Hand::legal_actions`](crate::hand::Hand::legal_actions), which is not empty.
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action;
}

/// Plays a hand to its end with a player in each seat, and returns the number of actions.
///
/// # Panics
/// If a player chooses an illegal action.
pub fn play_hand(hand: &mut Hand, players: &mut BySeat<Box<dyn Player>>) -> usize {
    let mut actions = 0;
    while let Some(seat) = hand.player() {
        let action = players[seat].choose(&hand.view(seat), &hand.legal_actions());
        if let Err(error) = hand.apply(action) {
            panic!("the player in {} breaks the rules: {error}", seat.name());
        }
        actions += 1;
    }
    actions
}
