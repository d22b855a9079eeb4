//! Interruption of long work by Ctrl-C.

use std::sync::OnceLock;

use anyhow::Context;
use preference::search::Stop;

/// Stop flag of the running work, which Ctrl-C sets.
static STOP: OnceLock<Stop> = OnceLock::new();

pub(crate) fn stop_on_ctrl_c(stop: &Stop) -> anyhow::Result<()> {
    stop_on_ctrl_c_with(stop, || ())
}

/// Makes the first Ctrl-C stop the work, and the second one call `end` and end the program.
pub(crate) fn stop_on_ctrl_c_with(stop: &Stop, end: fn()) -> anyhow::Result<()> {
    let stop = STOP.get_or_init(|| stop.clone());
    ctrlc::set_handler(move || {
        if stop.is_stopped() {
            end();
            std::process::exit(130);
        }
        stop.stop();
    })
    .context("cannot wait for Ctrl-C")
}
