//! The address at which the page is served.

use std::net::IpAddr;

use clap::Args;

use super::groups::integer;

/// Default port. No known service uses this port. It is the same in every run, so that the browser finds the data that
/// it stored for the page in an earlier run.
const PORT: u16 = 8471;

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Port to listen on, or 0 for any free port
    #[arg(long, value_name = "N", default_value_t = PORT, value_parser = integer::<u16>(0..=65535))]
    pub(crate) port: u16,
    /// Address of this machine to listen on, or 0.0.0.0 for all addresses
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    pub(crate) host: IpAddr,
}

/// A host name could stand for several addresses, so it is refused.
fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "write an address, such as 127.0.0.1 or ::1".to_owned())
}
