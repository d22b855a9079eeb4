//! How deep a puzzle is: the winning cards that have no alternative.

use std::collections::HashMap;

use super::winning_cards::{are_neighbours, unique_winning_cards};
use crate::cards::Card;
use crate::position::Position;
use crate::search::Solver;
use crate::seat::BySeat;
use crate::situation::play::Play;

/// Number of turns, one after the other, at which only one card wins for the declarer or, unless `declares`, for the
/// defenders.
pub(crate) fn count_only_moves(solver: &mut Solver, play: &Play, declares: bool) -> u8 {
    // The other side chooses the replies that make the series of only moves longest. If all legal cards are
    // equivalent, playing one is not a step. The series ends where several different choices win.
    StepCounter { solver, declares, counts: HashMap::new() }.count_from(play)
}

struct StepCounter<'a> {
    solver: &'a mut Solver,
    declares: bool,
    /// The count from each position with the tricks taken.
    counts: HashMap<(Position, BySeat<u8>), u8>,
}

impl StepCounter<'_> {
    fn count_from(&mut self, play: &Play) -> u8 {
        if play.position().is_over() {
            return 0;
        }
        let key = (*play.position(), play.tricks_taken());
        if let Some(&steps) = self.counts.get(&key) {
            return steps;
        }
        let legal: Vec<Card> = play.position().legal_cards().iter().collect();
        let ours = (play.position().to_move() == play.declarer()) == self.declares;
        let steps = if !ours {
            let mut replies = legal;
            replies.dedup_by(|card, before| are_neighbours(play, &[*before, *card]));
            replies.into_iter().map(|card| self.count_from(&play.play_after(card))).max().unwrap_or(0)
        } else if are_neighbours(play, &legal) {
            self.count_from(&play.play_after(legal[0]))
        } else {
            unique_winning_cards(self.solver, play)
                .map_or(0, |cards| 1 + self.count_from(&play.play_after(cards[0])))
        };
        self.counts.insert(key, steps);
        steps
    }
}
