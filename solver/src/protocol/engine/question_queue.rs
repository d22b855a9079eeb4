//! The queue of the questions that wait for a thread.

use std::collections::VecDeque;
use std::time::Duration;

use crate::protocol::entries::entry;
use crate::protocol::question::{PROGRESS, Question, QuestionFields};
use crate::search::Stop;

/// How long all threads must have been busy before the extra thread takes a short question from the queue.
pub(super) const BUSY_TIME: Duration = Duration::from_millis(100);

pub(super) struct QueuedQuestion {
    pub(super) number: u64,
    pub(super) question: Question,
    pub(super) stop: Stop,
}

/// Short questions, and questions that may take long, each in the order in which they were asked.
#[derive(Default)]
pub(super) struct QuestionQueue {
    short: VecDeque<QueuedQuestion>,
    others: VecDeque<QueuedQuestion>,
}

impl Question {
    pub(super) fn is_answered_immediately(&self) -> bool {
        self.parsed.as_ref().is_ok_and(|question| matches!(question.ask.as_str(), "version" | "ready"))
    }

    pub(super) fn wants_progress(&self) -> bool {
        self.parsed.as_ref().is_ok_and(|question| question.fields.has(PROGRESS))
    }

    fn is_short(&self) -> bool {
        // Deals in a list, and searches through layouts, discards or auctions, take long. An error takes no time.
        let Ok(QuestionFields { ask, fields }) = &self.parsed else { return true };
        entry(ask).is_none_or(|question| !(question.is_long)(fields))
    }
}

impl QuestionQueue {
    /// Whether the question is now the only short one.
    pub(super) fn push(&mut self, question: QueuedQuestion) -> bool {
        let is_short = question.question.is_short();
        let queue = if is_short { &mut self.short } else { &mut self.others };
        queue.push_back(question);
        is_short && self.short.len() == 1
    }

    pub(super) fn pop(&mut self) -> Option<QueuedQuestion> {
        let number =
            |queue: &VecDeque<QueuedQuestion>| queue.front().map_or(u64::MAX, |question| question.number);
        let is_short = number(&self.short) < number(&self.others);
        if is_short { self.short.pop_front() } else { self.others.pop_front() }
    }

    pub(super) fn has_short(&self) -> bool {
        !self.short.is_empty()
    }

    pub(super) fn pop_short(&mut self) -> Option<QueuedQuestion> {
        self.short.pop_front()
    }
}
