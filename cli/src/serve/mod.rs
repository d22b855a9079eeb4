//! The server of the page. It answers GET and HEAD for files that are embedded in the program, and nothing else.

mod answer;
mod coding;
mod hosts;
mod page;

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use answer::answer;
use hosts::Hosts;
use page::Page;

/// Limits on the resources that clients may use.
#[derive(Clone, Copy)]
struct Limits {
    /// Maximum number of simultaneous connections. Further ones wait.
    connections: usize,
    /// Maximum time in which a connection waits for the head of a request.
    head: Duration,
    /// Time after which a connection is ended, even if its client has not read the response.
    connection: Duration,
    /// Maximum number of headers in a request.
    headers: usize,
    /// Maximum size of the head of a request, in bytes.
    bytes: usize,
}

const LIMITS: Limits = Limits {
    connections: 256,
    head: Duration::from_secs(10),
    connection: Duration::from_secs(600),
    headers: 64,
    bytes: 16 << 10,
};

/// Time that open connections get to end when the server ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// Pause after the system failed to accept a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Server that is listening at an address.
pub(crate) struct Server {
    listener: TcpListener,
    listens: SocketAddr,
    limits: Limits,
}

impl Server {
    /// Begins to listen at an address. Port 0 stands for any free port.
    pub(crate) async fn bind(address: SocketAddr) -> io::Result<Server> {
        let listener = TcpListener::bind(address).await?;
        let listens = listener.local_addr()?;
        Ok(Server { listener, listens, limits: LIMITS })
    }

    /// Returns the address of the page. If the server listens at all addresses of the machine, this is the loopback
    /// address.
    pub(crate) fn address(&self) -> String {
        let ip = match self.listens.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(ip, self.listens.port()))
    }

    /// Serves the page until `end` is ready, and then completes the requests that have begun.
    pub(crate) async fn run(self, end: impl Future<Output = ()>) {
        let connections = Arc::new(GracefulShutdown::new());
        let accepting = tokio::spawn(accept(self, Arc::clone(&connections)));
        end.await;
        accepting.abort();
        // An error here means only that the task was aborted. From now on the server does not listen any more.
        let _ = accepting.await;
        if let Some(connections) = Arc::into_inner(connections) {
            // Connections that take longer than this are cut off.
            let _ = timeout(FAREWELL, connections.shutdown()).await;
        }
    }
}

/// Accepts connections until the task is aborted.
async fn accept(server: Server, connections: Arc<GracefulShutdown>) {
    let Server { listener, listens, limits } = server;
    let hosts = Arc::new(Hosts::new(listens));
    let room = Arc::new(Semaphore::new(limits.connections));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let talk = talk(stream, Arc::clone(&hosts), limits, connections.watcher());
        tokio::spawn(async move {
            talk.await;
            drop(place);
        });
    }
}

/// Answers the requests of one connection.
async fn talk(stream: TcpStream, hosts: Arc<Hosts>, limits: Limits, watcher: Watcher) {
    let service = service_fn(move |request| {
        let response = answer(Page::from_build(), &hosts, &request);
        async move { Ok::<_, Infallible>(response) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_headers(limits.headers)
        .max_buf_size(limits.bytes)
        .serve_connection(TokioIo::new(stream), service);
    // An error concerns only the client: it has closed the connection or exceeded a limit. So it is not reported.
    let _ = timeout(limits.connection, watcher.watch(connection)).await;
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::thread;
    use std::time::Instant;

    use super::*;

    /// Time limit of a server that is short enough for a test to wait for it.
    const SHORT: Duration = Duration::from_millis(200);

    /// Maximum time that a test waits.
    const LONG: Duration = Duration::from_secs(20);

    /// Starts a server with these limits. It ends when the tests end.
    fn start_server(limits: Limits) -> SocketAddr {
        let (send, receive) = std::sync::mpsc::channel();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let server = Server::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a port");
                send.send(server.listens).expect("the test waits");
                Server { limits, ..server }.run(std::future::pending()).await;
            });
        });
        receive.recv().expect("it listens")
    }

    fn connect(address: SocketAddr) -> TcpStream {
        let stream = TcpStream::connect(address).expect("it listens");
        stream.set_read_timeout(Some(LONG)).expect("a timeout");
        stream
    }

    fn send_request(stream: &mut TcpStream, address: SocketAddr) {
        write!(stream, "HEAD / HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
    }

    #[test]
    fn silent_client_is_disconnected() {
        let address = start_server(Limits { head: SHORT, ..LIMITS });
        for begun in ["", "GET / HTTP/1.1\r\nHost:"] {
            let mut stream = connect(address);
            stream.write_all(begun.as_bytes()).expect("it reads");
            let since = Instant::now();
            // The connection must end without an answer; an endless wait would be an error.
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).expect("it ends");
            assert!(since.elapsed() >= SHORT / 2 && !answer.starts_with(b"HTTP/1.1 200"), "{begun:?}");
        }
    }

    #[test]
    fn idle_connection_is_closed_after_answer() {
        let address = start_server(Limits { head: SHORT, ..LIMITS });
        let mut stream = connect(address);
        send_request(&mut stream, address);
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it ends");
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }

    #[test]
    fn client_that_never_reads_is_disconnected() {
        let address = start_server(Limits { connection: SHORT, ..LIMITS });
        let mut stream = connect(address);
        let since = Instant::now();
        stream.set_write_timeout(Some(LONG)).expect("a timeout");
        // The client reads no answer, and sends requests until the server takes no more.
        let end = loop {
            if let Err(error) = write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\n\r\n") {
                break error.kind();
            }
            assert!(since.elapsed() < LONG, "it goes on");
        };
        assert!(matches!(end, io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe), "{end}");
    }

    #[test]
    fn connection_over_limit_waits_for_free_slot() {
        let address = start_server(Limits { connections: 1, ..LIMITS });
        let first = connect(address);
        let mut second = connect(address);
        send_request(&mut second, address);
        second.set_read_timeout(Some(SHORT)).expect("a timeout");
        let mut answer = [0; 12];
        assert!(second.read_exact(&mut answer).is_err(), "it was answered beside the first");
        drop(first);
        second.set_read_timeout(Some(LONG)).expect("a timeout");
        second.read_exact(&mut answer).expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 200");
    }

    #[test]
    fn address_of_all_interfaces_is_shown_as_localhost() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        for (listens, shown) in [("127.0.0.1:0", "http://127.0.0.1:"), ("0.0.0.0:0", "http://127.0.0.1:")] {
            let listens = listens.parse().expect("an address");
            let server = runtime.block_on(Server::bind(listens)).expect("a port");
            assert_eq!(server.address(), format!("{shown}{}/", server.listens.port()));
        }
    }
}
