//! The player `random`.

use crate::deal::random;
use crate::hand::{Action, View};
use crate::players::player::Player;

/// The player `random`: all legal actions are equally likely.
#[derive(Clone, Copy, Debug)]
pub struct RandomPlayer {
    seed: u64,
}

impl RandomPlayer {
    /// A choice depends only on the seed and on the number of earlier actions in the hand. Use another seed for each
    /// hand, or the same choices repeat.
    #[must_use]
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { seed }
    }
}

impl Player for RandomPlayer {
    fn choose(&mut self, view: &View, legal: &[Action]) -> Action {
        let seed = random::derived_seed(self.seed, view.steps.len() as u64);
        legal[random::number_below(&mut random::generator(seed), legal.len())]
    }
}
