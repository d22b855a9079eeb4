//! Queue of the connections that do not have a permit to be served yet.

use std::collections::VecDeque;
use std::sync::Weak;

use tokio::sync::{OnceCell, OwnedSemaphorePermit};
use tokio::task::AbortHandle;

/// Permit of a connection to be served, one of a limited number. It is empty until the connection has sent the head of
/// a request and a permit is free.
pub(super) type ServingPermit = OnceCell<OwnedSemaphorePermit>;

/// Connections without a permit, in the order in which they came: each has not sent the head of a request yet, or all
/// permits are taken.
///
/// A full room ends its oldest connection, so that a new one is accepted at once. A client that sends its request
/// immediately normally has a permit before it is the oldest; while all permits are taken, it may be ended, too.
pub(super) struct WaitingRoom {
    connections: VecDeque<(AbortHandle, Weak<ServingPermit>)>,
    size: usize,
}

impl WaitingRoom {
    pub(super) fn new(size: usize) -> WaitingRoom {
        WaitingRoom { connections: VecDeque::with_capacity(size), size }
    }

    pub(super) fn add(&mut self, task: AbortHandle, permit: Weak<ServingPermit>) {
        self.remove_served_or_ended();
        if self.connections.len() >= self.size {
            self.end_oldest();
        }
        self.connections.push_back((task, permit));
    }

    /// Ends the connection that has waited longest. Returns whether there was one.
    pub(super) fn end_oldest(&mut self) -> bool {
        self.remove_served_or_ended();
        let oldest = self.connections.pop_front();
        oldest.inspect(|(task, _)| task.abort()).is_some()
    }

    fn remove_served_or_ended(&mut self) {
        self.connections.retain(|(_, permit)| permit.upgrade().is_some_and(|permit| !permit.initialized()));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::Semaphore;

    use super::*;

    #[test]
    fn oldest_connection_without_permit_is_ended() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            let mut waiting = WaitingRoom::new(8);
            let permits = [(); 3].map(|()| Arc::new(ServingPermit::new()));
            let tasks = [(); 3].map(|()| tokio::spawn(std::future::pending::<()>()));
            for (task, permit) in tasks.iter().zip(&permits) {
                waiting.add(task.abort_handle(), Arc::downgrade(permit));
            }
            let acquired = Arc::new(Semaphore::new(1)).try_acquire_owned().expect("a free permit");
            permits[0].set(acquired).expect("it had no permit");
            assert_eq!([(); 3].map(|()| waiting.end_oldest()), [true, true, false]);
            tokio::task::yield_now().await;
            assert_eq!(tasks.map(|task| task.is_finished()), [false, true, true]);
        });
    }
}
