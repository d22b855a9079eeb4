//! `pref serve`: a server for the page that runs in the browser.

use crate::args::ServeArgs;
use crate::failure::Failure;

#[cfg(not(feature = "page"))]
pub(crate) fn run(_: &ServeArgs) -> Result<(), Failure> {
    Err(Failure::Other(anyhow::anyhow!(
        "this program was built without the page: build it (cd web && npm ci && npm run build), then \
         cargo install --path cli --features page; or put web/dist on any host of static files"
    )))
}

#[cfg(feature = "page")]
pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    // One thread is enough, since the browser solves the deals.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(page::serve(args))
}

#[cfg(feature = "page")]
mod page {
    use std::future::poll_fn;
    use std::io::{self, IsTerminal, Write};
    use std::net::SocketAddr;
    use std::task::Poll;

    use anyhow::{Context, anyhow};

    use crate::args::ServeArgs;
    use crate::failure::{Failure, print_message};
    use crate::serve::Server;

    pub(super) async fn serve(args: &ServeArgs) -> Result<(), Failure> {
        let address = SocketAddr::new(args.host, args.port);
        let server = Server::bind(address).await.map_err(|error| listen_failure(address, error))?;
        // The handler is set before the address is printed, since a program that reads the address may send a signal
        // to end the server at once.
        let ended = end_signal().context("cannot wait for Ctrl-C")?;
        let mut stdout = io::stdout();
        writeln!(stdout, "{}", server.address())?;
        stdout.flush()?;
        if stdout.is_terminal() {
            print_message("serving the page at this address; Ctrl-C ends");
        }
        server.run(ended).await;
        Err(Failure::Interrupted("the page is no longer served".to_owned()))
    }

    fn listen_failure(address: SocketAddr, error: io::Error) -> Failure {
        let port = address.port();
        Failure::Other(match error.kind() {
            io::ErrorKind::AddrInUse => {
                anyhow!("port {port} is taken: name another with --port, or --port 0 for any that is free")
            }
            _ => anyhow::Error::new(error).context(format!("cannot listen at {address}")),
        })
    }

    /// Ctrl-C, or the signal with which a system ends services.
    #[cfg(unix)]
    fn end_signal() -> io::Result<impl Future<Output = ()>> {
        use tokio::signal::unix::{SignalKind, signal};
        let mut signals = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
        Ok(poll_fn(move |context| {
            let mut come = false;
            for signal in &mut signals {
                come |= signal.poll_recv(context).is_ready();
            }
            if come { Poll::Ready(()) } else { Poll::Pending }
        }))
    }

    #[cfg(windows)]
    fn end_signal() -> io::Result<impl Future<Output = ()>> {
        let mut signal = tokio::signal::windows::ctrl_c()?;
        Ok(poll_fn(move |context| signal.poll_recv(context).map(|_| ())))
    }
}
