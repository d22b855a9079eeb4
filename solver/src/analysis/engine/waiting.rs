//! Questions that wait for a thread.

use std::collections::VecDeque;
use std::time::Duration;

use crate::analysis::question::Question;
use crate::search::Stop;

/// Time that every thread works on its question before short ones are answered besides.
pub(super) const PATIENCE: Duration = Duration::from_millis(100);

/// A question, by its number.
pub(super) struct Asked {
    pub(super) number: u64,
    pub(super) question: Question,
    pub(super) stop: Stop,
}

/// Questions that wait, in their order: short ones, and those that may take long.
#[derive(Default)]
pub(super) struct Waiting {
    brief: VecDeque<Asked>,
    others: VecDeque<Asked>,
}

impl Waiting {
    /// Appends a question, and returns whether it is the only short one.
    pub(super) fn push(&mut self, asked: Asked) -> bool {
        let is_brief = asked.question.is_brief();
        let queue = if is_brief { &mut self.brief } else { &mut self.others };
        queue.push_back(asked);
        is_brief && self.brief.len() == 1
    }

    /// Removes the first question and returns it.
    pub(super) fn pop(&mut self) -> Option<Asked> {
        let number = |queue: &VecDeque<Asked>| queue.front().map_or(u64::MAX, |asked| asked.number);
        let is_brief = number(&self.brief) < number(&self.others);
        if is_brief { self.brief.pop_front() } else { self.others.pop_front() }
    }

    pub(super) fn has_brief(&self) -> bool {
        !self.brief.is_empty()
    }

    /// Removes the first short question and returns it.
    pub(super) fn pop_brief(&mut self) -> Option<Asked> {
        self.brief.pop_front()
    }
}
