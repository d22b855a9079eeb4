//! The local cache of one solver: endgame values fetched now and then from the cache that all solvers share,
//! so that threads do not wait for each other with every question.

use super::at_hand::{Done, Known};
use super::question::Question;
use super::shared::Endgames;
use crate::search::board::Board;

/// The endings of the latest questions of one solver.
#[derive(Default)]
pub(crate) struct Seen(Vec<SeenOf>);

/// The endings of one question.
pub(crate) struct SeenOf {
    /// The number of the board's rules, and the question.
    of: (u32, Question),
    pub(crate) known: Known,
    /// The solver's work since the shared cache was asked last.
    pub(crate) done: Done,
}

/// Largest number of cached questions: one set of rules has three.
const QUESTIONS: usize = 8;

/// The amount of work after which the shared cache is asked again.
const OFTEN: Done = Done { asked: 16, visited: 50_000 };

impl Seen {
    /// Returns the endings for boards like this one. The question counts as asked once more; the caller adds
    /// the starts of tricks that its search visits.
    pub(crate) fn get(&mut self, endgames: &Endgames, board: &Board, question: Question) -> &mut SeenOf {
        let of = (board.rules(), question);
        let place = self.0.iter().position(|seen| seen.of == of).unwrap_or_else(|| {
            if self.0.len() == QUESTIONS {
                self.0.clear();
            }
            let known = endgames.get(board, question, Done::default());
            self.0.push(SeenOf { of, known, done: Done::default() });
            self.0.len() - 1
        });
        let seen = &mut self.0[place];
        seen.done.asked += 1;
        if seen.done.asked >= OFTEN.asked || seen.done.visited >= OFTEN.visited {
            seen.known = endgames.get(board, question, std::mem::take(&mut seen.done));
        }
        seen
    }
}
