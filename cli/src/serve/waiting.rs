//! Connections without a place.

use std::collections::VecDeque;
use std::sync::Weak;

use tokio::sync::{OnceCell, OwnedSemaphorePermit};
use tokio::task::AbortHandle;

/// Place of a connection. It is empty until the connection has sent the head of a request.
pub(super) type Place = OnceCell<OwnedSemaphorePermit>;

/// Connections without a place, in the order in which they came: each has not sent the head of a request yet, or all
/// places are taken.
///
/// A client that opens connections and sends nothing would fill any room. So a full room ends its oldest connection,
/// and a new client never waits to be heard. An honest client sends its request at once, and leaves before it is the
/// oldest.
pub(super) struct WaitingRoom {
    connections: VecDeque<(AbortHandle, Weak<Place>)>,
    size: usize,
}

impl WaitingRoom {
    /// Returns an empty room for this number of connections.
    pub(super) fn new(size: usize) -> WaitingRoom {
        WaitingRoom { connections: VecDeque::with_capacity(size), size }
    }

    /// Adds a connection, which is served by this task.
    pub(super) fn add(&mut self, task: AbortHandle, place: Weak<Place>) {
        self.connections.retain(|(_, place)| place.upgrade().is_some_and(|place| !place.initialized()));
        if self.connections.len() >= self.size {
            self.end_oldest();
        }
        self.connections.push_back((task, place));
    }

    /// Ends the connection that has waited longest.
    pub(super) fn end_oldest(&mut self) {
        if let Some((task, _)) = self.connections.pop_front() {
            task.abort();
        }
    }
}
