//! Questions that wait for a thread.

use std::collections::VecDeque;
use std::time::Duration;

use crate::analysis::question::{PROGRESS, Question, QuestionFields};
use crate::search::Stop;

/// Time that every thread works on its question before short ones are answered besides.
pub(super) const PATIENCE: Duration = Duration::from_millis(100);

/// A question, by its number.
pub(super) struct QueuedQuestion {
    pub(super) number: u64,
    pub(super) question: Question,
    pub(super) stop: Stop,
}

/// Questions that wait, in their order: short ones, and ones that may take long.
#[derive(Default)]
pub(super) struct QuestionQueue {
    brief: VecDeque<QueuedQuestion>,
    others: VecDeque<QueuedQuestion>,
}

impl Question {
    /// Checks whether it is about the program, and answered in no time.
    pub(super) fn is_about_program(&self) -> bool {
        self.asked.as_ref().is_ok_and(|question| matches!(question.ask.as_str(), "version" | "ready"))
    }

    /// Returns whether lines with the progress are asked for.
    pub(super) fn wants_progress(&self) -> bool {
        self.asked.as_ref().is_ok_and(|question| question.fields.has(PROGRESS))
    }

    /// Checks whether the answer takes a fraction of a second: one deal, and nothing that tries many layouts,
    /// discards or auctions.
    fn is_brief(&self) -> bool {
        let Ok(QuestionFields { ask, fields }) = &self.asked else { return true };
        let is_long = fields.is_list("deal") || ["at", "by", "settle"].iter().any(|name| fields.has(name));
        let asks = ["solve", "cards", "line", "defend", "score", "auction", "rules"];
        asks.contains(&ask.as_str()) && !is_long
    }
}

impl QuestionQueue {
    /// Appends a question, and returns whether it is the only short one.
    pub(super) fn push(&mut self, question: QueuedQuestion) -> bool {
        let is_brief = question.question.is_brief();
        let queue = if is_brief { &mut self.brief } else { &mut self.others };
        queue.push_back(question);
        is_brief && self.brief.len() == 1
    }

    /// Removes the first question and returns it.
    pub(super) fn pop(&mut self) -> Option<QueuedQuestion> {
        let number =
            |queue: &VecDeque<QueuedQuestion>| queue.front().map_or(u64::MAX, |question| question.number);
        let is_brief = number(&self.brief) < number(&self.others);
        if is_brief { self.brief.pop_front() } else { self.others.pop_front() }
    }

    pub(super) fn has_brief(&self) -> bool {
        !self.brief.is_empty()
    }

    /// Removes the first short question and returns it.
    pub(super) fn pop_brief(&mut self) -> Option<QueuedQuestion> {
        self.brief.pop_front()
    }
}
