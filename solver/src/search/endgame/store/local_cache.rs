//! The local cache of one solver, so that threads do not wait at every question for the cache that all solvers share.

use super::cache::{CachedEndings, Effort};
use super::shared::Endgames;
use crate::search::board::Board;
use crate::search::endgame::values::question::Question;

#[derive(Default)]
pub(crate) struct LocalCache(Vec<CachedQuestion>);

pub(crate) struct CachedQuestion {
    /// The number of the board's rules (see [`Board::rules_id`]), and the question.
    id: (u32, Question),
    pub(crate) endings: CachedEndings,
    /// The solver's work for this question since its last report to the shared cache.
    pub(crate) effort: Effort,
}

/// One rule set needs three: with trumps, without, and for misère.
const MAX_QUESTIONS: usize = 8;

/// When its work for a question reaches either number, the solver reports it and fetches the endings again.
const REPORT_AFTER: Effort = Effort { asked: 16, visited: 50_000 };

impl LocalCache {
    /// The caller must add the positions at the start of a trick that its search visits to `effort.visited`.
    pub(crate) fn get(
        &mut self,
        endgames: &Endgames,
        board: &Board,
        question: Question,
    ) -> &mut CachedQuestion {
        let id = (board.rules_id(), question);
        let place = self.0.iter().position(|cached| cached.id == id).unwrap_or_else(|| {
            if self.0.len() == MAX_QUESTIONS {
                self.0.clear();
            }
            let endings = endgames.get(board, question, Effort::default());
            self.0.push(CachedQuestion { id, endings, effort: Effort::default() });
            self.0.len() - 1
        });
        let cached = &mut self.0[place];
        cached.effort.asked += 1;
        if cached.effort.asked >= REPORT_AFTER.asked || cached.effort.visited >= REPORT_AFTER.visited {
            cached.endings = endgames.get(board, question, std::mem::take(&mut cached.effort));
        }
        cached
    }
}
