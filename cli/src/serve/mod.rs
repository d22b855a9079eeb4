//! The server of the page. It answers GET and HEAD for files that are embedded in the program, and nothing else.

mod answer;
mod coding;
mod hosts;
mod page;
mod waiting;

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
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};

use answer::answer;
use hosts::Hosts;
use waiting::{ServingPermit, WaitingRoom};

/// Limits on the resources that clients may use.
#[derive(Clone, Copy)]
struct Limits {
    /// Maximum number of simultaneous connections that have sent a request. Requests of further connections wait.
    connections: usize,
    /// Maximum number of connections that have not sent a request, or whose first request waits.
    waiting: usize,
    /// Maximum time for the head of a request, and between a response and the next request.
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
    waiting: 256,
    head: Duration::from_secs(2),
    connection: Duration::from_secs(600),
    headers: 64,
    bytes: 16 << 10,
};

/// Time that open connections have to end when the server ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);

/// Pause after the system failed to accept a connection, if no connection can be ended to make room.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// Server that is listening at an address.
pub(crate) struct Server {
    listener: TcpListener,
    listen_address: SocketAddr,
    limits: Limits,
}

impl Server {
    /// Port 0 stands for any free port.
    pub(crate) async fn bind(address: SocketAddr) -> io::Result<Server> {
        let listener = TcpListener::bind(address).await?;
        let listen_address = listener.local_addr()?;
        Ok(Server { listener, listen_address, limits: LIMITS })
    }

    /// The address of the page. If the server listens at all addresses of the machine, this is the loopback
    /// address.
    pub(crate) fn address(&self) -> String {
        let ip = match self.listen_address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(ip, self.listen_address.port()))
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
            // Connections that are still open after this time are cut off.
            let _ = timeout(SHUTDOWN_TIMEOUT, connections.shutdown()).await;
        }
    }
}

/// State that all connections share.
struct Shared {
    hosts: Hosts,
    limits: Limits,
    /// Free permits for connections that have sent a request.
    permits: Arc<Semaphore>,
}

fn concerns_one_connection(error: &io::Error) -> bool {
    // Its client has given up the connection, or the network has lost it.
    use io::ErrorKind as Kind;
    matches!(
        error.kind(),
        Kind::ConnectionAborted
            | Kind::ConnectionReset
            | Kind::HostUnreachable
            | Kind::Interrupted
            | Kind::NetworkDown
            | Kind::NetworkUnreachable
            | Kind::TimedOut
    )
}

async fn accept(server: Server, connections: Arc<GracefulShutdown>) {
    let Server { listener, listen_address, limits } = server;
    let permits = Arc::new(Semaphore::new(limits.connections));
    let shared = Arc::new(Shared { hosts: Hosts::new(listen_address), limits, permits });
    let mut waiting = WaitingRoom::new(limits.waiting);
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if concerns_one_connection(&error) => continue,
            Err(_) => {
                // The system has no room for more connections.
                if waiting.end_oldest() {
                    yield_now().await;
                } else {
                    sleep(ACCEPT_RETRY_DELAY).await;
                }
                continue;
            }
        };
        let permit = Arc::new(ServingPermit::new());
        let empty_permit = Arc::downgrade(&permit);
        let task = tokio::spawn(serve_connection(stream, Arc::clone(&shared), permit, connections.watcher()));
        waiting.add(task.abort_handle(), empty_permit);
    }
}

async fn serve_connection(
    stream: TcpStream,
    shared: Arc<Shared>,
    permit: Arc<ServingPermit>,
    watcher: Watcher,
) {
    // The connection takes its permit with the first request.
    let limits = shared.limits;
    let service = service_fn(move |request| {
        let response = answer(&shared.hosts, &request);
        let (permits, permit) = (Arc::clone(&shared.permits), Arc::clone(&permit));
        async move { permit.get_or_try_init(|| permits.acquire_owned()).await.map(|_| response) }
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

    /// Time limit of a server, short enough that a test can wait for its end.
    const SHORT_TIMEOUT: Duration = Duration::from_millis(200);

    /// Maximum time that a test waits.
    const TEST_TIMEOUT: Duration = Duration::from_secs(20);

    fn start_server(limits: Limits) -> SocketAddr {
        // The server ends when the tests end.
        let (send, receive) = std::sync::mpsc::channel();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let server = Server::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a port");
                send.send(server.listen_address).expect("the test waits");
                Server { limits, ..server }.run(std::future::pending()).await;
            });
        });
        receive.recv().expect("it listens")
    }

    fn connect(address: SocketAddr) -> TcpStream {
        let stream = TcpStream::connect(address).expect("it listens");
        stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a timeout");
        stream
    }

    fn send_request(stream: &mut TcpStream, address: SocketAddr) {
        write!(stream, "HEAD / HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
    }

    #[test]
    fn silent_client_is_disconnected() {
        let address = start_server(Limits { head: SHORT_TIMEOUT, ..LIMITS });
        for begun in ["", "GET / HTTP/1.1\r\nHost:"] {
            let mut stream = connect(address);
            stream.write_all(begun.as_bytes()).expect("it reads");
            let since = Instant::now();
            // The connection must end without an answer; an endless wait would be an error.
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).expect("it ends");
            assert!(
                since.elapsed() >= SHORT_TIMEOUT / 2 && !answer.starts_with(b"HTTP/1.1 200"),
                "{begun:?}"
            );
        }
    }

    #[test]
    fn idle_connection_is_closed_after_answer() {
        let address = start_server(Limits { head: SHORT_TIMEOUT, ..LIMITS });
        let mut stream = connect(address);
        send_request(&mut stream, address);
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it ends");
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }

    #[test]
    fn client_that_never_reads_is_disconnected() {
        let address = start_server(Limits { connection: SHORT_TIMEOUT, ..LIMITS });
        let mut stream = connect(address);
        let since = Instant::now();
        stream.set_write_timeout(Some(TEST_TIMEOUT)).expect("a timeout");
        // The client reads no answer, and sends requests until the server takes no more requests.
        let end = loop {
            if let Err(error) = write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\n\r\n") {
                break error.kind();
            }
            assert!(since.elapsed() < TEST_TIMEOUT, "the server still takes requests");
        };
        assert!(matches!(end, io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe), "{end}");
    }

    fn read_success(stream: &mut TcpStream) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("an answer");
            head.push(byte[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&head));
    }

    #[test]
    fn connection_over_limit_waits_for_free_slot() {
        let address = start_server(Limits { connections: 1, head: TEST_TIMEOUT, ..LIMITS });
        let mut first = connect(address);
        send_request(&mut first, address);
        read_success(&mut first);
        let mut second = connect(address);
        send_request(&mut second, address);
        second.set_read_timeout(Some(SHORT_TIMEOUT)).expect("a timeout");
        assert!(
            second.read_exact(&mut [0; 12]).is_err(),
            "the second connection was answered before the first one ended"
        );
        drop(first);
        second.set_read_timeout(Some(TEST_TIMEOUT)).expect("a timeout");
        read_success(&mut second);
    }

    #[test]
    fn half_open_connections_delay_no_request() {
        // No deadline ends the connections here; when the queue is full, each connection that is accepted ends the
        // oldest of them.
        const WAITING: usize = 8;
        let address =
            start_server(Limits { connections: 1, waiting: WAITING, head: 10 * TEST_TIMEOUT, ..LIMITS });
        let mut half_open: Vec<TcpStream> = (0..20).map(|_| connect(address)).collect();
        for stream in &mut half_open {
            // The server may have ended the connection.
            let _ = stream.write_all(b"HEAD / HTTP/1.1\r\n");
        }
        let mut other = connect(address);
        send_request(&mut other, address);
        read_success(&mut other);
        drop(other);
        let left = half_open.split_off(half_open.len() + 1 - WAITING);
        for (number, mut stream) in half_open.into_iter().enumerate() {
            match stream.read(&mut [0]) {
                Ok(read) => assert_eq!(read, 0, "{number}"),
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::ConnectionReset, "{number}"),
            }
        }
        for mut stream in left {
            write!(stream, "Host: {address}\r\n\r\n").expect("it reads");
            read_success(&mut stream);
        }
    }

    #[test]
    fn connection_with_permit_outlasts_half_open_ones() {
        let address = start_server(Limits { waiting: 1, head: TEST_TIMEOUT, ..LIMITS });
        let mut first = connect(address);
        send_request(&mut first, address);
        read_success(&mut first);
        let _half_open: Vec<TcpStream> = (0..5).map(|_| connect(address)).collect();
        // Connections are accepted in order: after this answer all others have been accepted.
        let mut last = connect(address);
        send_request(&mut last, address);
        read_success(&mut last);
        send_request(&mut first, address);
        read_success(&mut first);
    }

    #[test]
    fn address_of_all_interfaces_is_shown_as_localhost() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        for (listen_address, shown) in
            [("127.0.0.1:0", "http://127.0.0.1:"), ("0.0.0.0:0", "http://127.0.0.1:")]
        {
            let listen_address = listen_address.parse().expect("an address");
            let server = runtime.block_on(Server::bind(listen_address)).expect("a port");
            assert_eq!(server.address(), format!("{shown}{}/", server.listen_address.port()));
        }
    }
}
