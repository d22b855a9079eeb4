//! `pref serve`: the page or, in a program without the page, instructions for getting it.

use rstest::rstest;

use crate::pref;

#[cfg(not(feature = "page"))]
#[test]
fn program_without_page_explains_how_to_get_it() {
    let assert = pref("serve", &[]).assert().code(1).stdout("");
    let error = String::from_utf8_lossy(&assert.get_output().stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    for way in ["npm run build", "cargo install --path cli --features page", "web/dist"] {
        assert!(error.contains(way), "{way}: {error}");
    }
}

#[rstest]
#[case("serve --port 65536", "invalid value '65536' for '--port <N>': write 0 to 65535")]
#[case("serve --port -1", "invalid value '-1' for '--port <N>': write 0 to 65535")]
#[case("serve --host example.org", "invalid value 'example.org' for '--host <ADDRESS>'")]
fn wrong_port_or_address_is_refused(#[case] arguments: &str, #[case] expected: &str) {
    let assert = pref(arguments, &[]).assert().code(2).stdout("");
    let error = String::from_utf8_lossy(&assert.get_output().stderr);
    assert!(error.contains(expected), "{arguments}: {error}");
}

#[cfg(feature = "page")]
mod page {
    use std::fs;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    use crate::pref;

    /// Process that serves the page on a free port. The process is ended when the value is dropped.
    struct PageServer {
        child: Child,
        port: u16,
    }

    impl PageServer {
        fn new(arguments: &[&str]) -> PageServer {
            let mut child = Command::new(env!("CARGO_BIN_EXE_pref"))
                .args(["serve", "--port", "0"])
                .args(arguments)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the program starts");
            let mut line = String::new();
            let mut output = BufReader::new(child.stdout.as_mut().expect("a pipe"));
            output.read_line(&mut line).expect("a line");
            let port =
                line.trim_end().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix('/'));
            let port =
                port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("an address: {line:?}"));
            PageServer { child, port }
        }

        fn connect(&self) -> TcpStream {
            let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
            stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
            stream
        }

        /// Sends these bytes on a new connection, and returns the answer after which the connection ends.
        fn raw(&self, request: &str) -> Answer {
            let mut stream = self.connect();
            // The server may refuse the request before it has read all of it.
            let _ = stream.write_all(request.as_bytes());
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes);
            Answer::read(&bytes)
        }

        /// Sends a request that names the right host and has further headers.
        fn ask(&self, method: &str, path: &str, headers: &str) -> Answer {
            let host = format!("Host: 127.0.0.1:{}\r\nConnection: close\r\n", self.port);
            self.raw(&format!("{method} {path} HTTP/1.1\r\n{host}{headers}\r\n"))
        }

        /// The status of the answer to a request that has only these headers.
        fn status(&self, target: &str, headers: &[&str]) -> u16 {
            let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
            self.raw(&format!("GET {target} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n")).status
        }
    }

    #[cfg(unix)]
    impl PageServer {
        fn send_signal(&self, signal: &str) {
            let message = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status();
            assert!(message.expect("kill runs").success());
        }
    }

    impl Drop for PageServer {
        fn drop(&mut self) {
            // The process may have ended already.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    struct Answer {
        status: u16,
        head: String,
        body: Vec<u8>,
    }

    impl Answer {
        fn read(bytes: &[u8]) -> Answer {
            let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a whole head");
            let head = String::from_utf8(bytes[..end].to_vec()).expect("text");
            let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
            Answer { status, head, body: bytes[end + 4..].to_vec() }
        }

        /// The value of the header with this name, which must not occur twice.
        fn header(&self, name: &str) -> Option<&str> {
            let headers = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
            let mut found = headers.filter(|(known, _)| known.eq_ignore_ascii_case(name));
            let first = found.next().map(|(_, value)| value);
            assert!(found.next().is_none(), "{name} twice: {}", self.head);
            first
        }
    }

    fn dist() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist")
    }

    /// The files of the page as built, without the compressed ones.
    fn files() -> Vec<String> {
        fn collect(folder: &Path, below: &str, files: &mut Vec<String>) {
            for entry in fs::read_dir(folder).expect("the page is built") {
                let entry = entry.expect("an entry");
                let path = format!("{below}{}", entry.file_name().to_string_lossy());
                match entry.path().is_dir() {
                    true => collect(&entry.path(), &format!("{path}/"), files),
                    false => files.push(path),
                }
            }
        }
        let mut files = Vec::new();
        collect(&dist(), "", &mut files);
        files.retain(|path| !path.ends_with(".br") && !path.ends_with(".gz"));
        assert!(files.len() > 5, "{files:?}");
        files
    }

    /// The path of the first file in `assets` whose name begins and ends with these texts.
    fn asset(begins: &str, ends: &str) -> String {
        let begins = format!("assets/{begins}");
        let found = files().into_iter().find(|path| path.starts_with(&begins) && path.ends_with(ends));
        format!("/{}", found.expect("the page has such a file"))
    }

    #[test]
    fn every_file_is_served_as_built() {
        let server = PageServer::new(&[]);
        for path in files() {
            let answer = server.ask("GET", &format!("/{path}"), "");
            assert_eq!(answer.status, 200, "{path}");
            assert!(answer.body == fs::read(dist().join(&path)).expect("a file"), "{path}: other bytes");
            assert_eq!(
                answer.header("Content-Length"),
                Some(answer.body.len().to_string().as_str()),
                "{path}"
            );
            assert_eq!(answer.header("Content-Encoding"), None, "{path}");
            assert_eq!(answer.header("Vary"), Some("Accept-Encoding"), "{path}");
            let kind = match path.rsplit('.').next().expect("an ending") {
                "html" => "text/html; charset=utf-8",
                "js" => "text/javascript",
                "css" => "text/css",
                "wasm" => "application/wasm",
                "json" => "application/json",
                "webmanifest" => "application/manifest+json",
                "svg" => "image/svg+xml",
                "png" => "image/png",
                _ => continue,
            };
            assert_eq!(answer.header("Content-Type"), Some(kind), "{path}");
            let kept = match path.starts_with("assets/") {
                true => "public, max-age=31536000, immutable",
                false => "no-cache",
            };
            assert_eq!(answer.header("Cache-Control"), Some(kept), "{path}");
        }
        let index = fs::read(dist().join("index.html")).expect("the page");
        assert!(server.ask("GET", "/", "").body == index);
        assert!(server.ask("GET", "/?from=a-link", "").body == index);
    }

    /// Requests files with several accepted codings. A compressed file must be sent if the build has written
    /// one and the client accepts it.
    #[test]
    fn compressed_files_are_sent_if_accepted() {
        let server = PageServer::new(&[]);
        assert!(dist().join("index.html.br").exists(), "the build of the page writes compressed files");
        for path in files() {
            for (accepted, coding, ending) in [
                ("gzip, deflate, br, zstd", "br", ".br"),
                ("gzip", "gzip", ".gz"),
                ("br;q=0, gzip", "gzip", ".gz"),
                ("br;q=0, gzip;q=0", "", ""),
            ] {
                let answer =
                    server.ask("GET", &format!("/{path}"), &format!("Accept-Encoding: {accepted}\r\n"));
                let packed = dist().join(format!("{path}{ending}"));
                let (coding, bytes) = match fs::read(&packed) {
                    Ok(bytes) if !ending.is_empty() => (Some(coding), bytes),
                    // The build has a .gz file but no .br file, and the client accepts both codings, so that the
                    // .gz file may be sent.
                    _ if dist().join(format!("{path}.gz")).exists() && accepted.starts_with("gzip") => {
                        continue;
                    }
                    _ => (None, fs::read(dist().join(&path)).expect("a file")),
                };
                assert_eq!(answer.header("Content-Encoding"), coding, "{path}, {accepted}");
                assert!(answer.body == bytes, "{path}, {accepted}: other bytes");
            }
            assert_eq!(server.ask("GET", &format!("/{path}.br"), "").status, 404, "{path}.br");
            assert_eq!(server.ask("GET", &format!("/{path}.gz"), "").status, 404, "{path}.gz");
        }
    }

    #[test]
    fn head_has_headers_of_file() {
        let server = PageServer::new(&[]);
        for path in ["/".to_owned(), asset("", ".wasm"), "/nothing".to_owned()] {
            let (get, head) = (server.ask("GET", &path, ""), server.ask("HEAD", &path, ""));
            assert_eq!((get.status, get.body.is_empty()), (head.status, false), "{path}");
            assert!(head.body.is_empty(), "{path}");
            for name in ["Content-Length", "Content-Type", "ETag", "Cache-Control", "Content-Security-Policy"]
            {
                assert_eq!(get.header(name), head.header(name), "{path} {name}");
            }
            assert_eq!(head.header("Content-Length"), Some(get.body.len().to_string().as_str()));
        }
    }

    #[test]
    fn other_methods_and_paths_are_refused() {
        let server = PageServer::new(&[]);
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW"] {
            let answer = server.ask(method, "/", "");
            assert_eq!((answer.status, answer.header("Allow")), (405, Some("GET, HEAD")), "{method}");
        }
        for path in [
            "/nothing",
            "/assets",
            "/assets/",
            "/../Cargo.toml",
            "/../../web/dist/index.html",
            "/assets/../index.html",
            "/./index.html",
            "/%2e%2e/Cargo.toml",
            "/%2e%2e%2fCargo.toml",
            "/..%5cCargo.toml",
            "/%69ndex.html",
            "/index.html%00",
            "/index.html/",
            "//index.html",
            "///",
            "/INDEX.HTML",
            "/etc/passwd",
            "//etc/passwd",
        ] {
            let answer = server.ask("GET", path, "");
            assert_eq!(answer.status, 404, "{path}");
            assert_eq!(answer.header("Content-Type"), Some("text/plain; charset=utf-8"), "{path}");
        }
    }

    #[test]
    fn requests_to_other_hosts_are_refused() {
        let server = PageServer::new(&[]);
        let port = server.port;
        let own = format!("Host: localhost:{port}");
        let foreign = format!("Host: evil.example:{port}");
        for (target, headers, status) in [
            ("/", vec![own.as_str()], 200),
            ("/", vec![&format!("Host: 127.0.0.1:{port}")], 200),
            ("/", vec![&format!("Host: [::1]:{port}")], 200),
            ("/", vec![], 421),
            ("/", vec!["Host:"], 421),
            ("/", vec!["Host: localhost"], 421),
            ("/", vec![&format!("Host: localhost:{}", port ^ 1)], 421),
            ("/", vec![&format!("Host: 192.168.1.5:{port}")], 421),
            ("/", vec![&foreign], 421),
            ("/nothing", vec![&foreign], 421),
            ("/", vec![&own, &own], 421),
            ("/", vec![&foreign, &own], 421),
            (&format!("http://localhost:{port}/"), vec![&own], 200),
            (&format!("http://evil.example:{port}/"), vec![&own], 421),
            (&format!("http://localhost:{port}/"), vec![&foreign], 421),
        ] {
            assert_eq!(server.status(target, &headers), status, "{target} {headers:?}");
        }
    }

    #[test]
    fn server_on_all_interfaces_accepts_any_address() {
        let server = PageServer::new(&["--host", "0.0.0.0"]);
        let status = |name: &str| server.status("/", &[&format!("Host: {name}:{}", server.port)]);
        assert_eq!([status("localhost"), status("192.168.1.5"), status("[fd00::1]")], [200; 3]);
        assert_eq!([status("evil.example"), status("192.168.1.5.evil.example")], [421; 2]);
    }

    #[test]
    fn cached_page_gets_not_modified() {
        let server = PageServer::new(&[]);
        let first = server.ask("GET", "/", "");
        let tag = first.header("ETag").expect("a tag");
        assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() > 10, "{tag}");
        let again = server.ask("GET", "/", &format!("If-None-Match: {tag}\r\n"));
        assert_eq!((again.status, again.body.len(), again.header("ETag")), (304, 0, Some(tag)));
        assert_eq!(again.header("Cache-Control"), Some("no-cache"));
        let other = server.ask("GET", "/", "If-None-Match: \"other\"\r\n");
        assert_eq!((other.status, other.body.len()), (200, first.body.len()));
    }

    #[test]
    fn every_file_has_security_policy() {
        let server = PageServer::new(&[]);
        let index = fs::read_to_string(dist().join("index.html")).expect("the page");
        let meta = index.split("Content-Security-Policy").nth(1).expect("a policy");
        let meta = meta.split('"').nth(2).expect("a content");
        for path in ["/".to_owned(), asset("worker-", ".js"), asset("", ".wasm"), "/nothing".to_owned()] {
            let answer = server.ask("GET", &path, "");
            let policy = answer.header("Content-Security-Policy").expect("a policy");
            let has = |directive: &str| policy.split("; ").any(|known| known == directive);
            for directive in meta.split(';').map(str::trim).filter(|directive| !directive.is_empty()) {
                assert!(has(directive), "{path}: {directive} is not in {policy}");
            }
            assert!(has("frame-ancestors 'none'") && has("manifest-src 'self'"), "{path}: {policy}");
            for (name, value) in [
                ("X-Content-Type-Options", "nosniff"),
                ("Referrer-Policy", "no-referrer"),
                ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Cross-Origin-Embedder-Policy", "require-corp"),
            ] {
                assert_eq!(answer.header(name), Some(value), "{path}");
            }
        }
    }

    #[test]
    fn oversized_request_head_is_refused() {
        let server = PageServer::new(&[]);
        let header = |size: usize| format!("X-Long: {}\r\n", "x".repeat(size));
        assert_eq!(server.ask("GET", "/", &header(4 << 10)).status, 200);
        assert_eq!(server.ask("GET", "/", &header(64 << 10)).status, 431);
        let headers =
            |count: usize| (0..count).map(|number| format!("X-{number}: x\r\n")).collect::<String>();
        assert_eq!(server.ask("GET", "/", &headers(50)).status, 200);
        assert_eq!(server.ask("GET", "/", &headers(70)).status, 431);
    }

    #[test]
    fn connection_is_reused() {
        let server = PageServer::new(&[]);
        let mut stream = server.connect();
        for _ in 0..2 {
            write!(stream, "HEAD / HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port)
                .expect("the program reads");
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).expect("an answer");
            assert_eq!(&answer, b"HTTP/1.1 200");
            let mut rest = Vec::new();
            while !rest.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).expect("the rest of the head");
                rest.push(byte[0]);
            }
        }
    }

    #[test]
    fn taken_port_is_reported_with_remedy() {
        let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = taken.local_addr().expect("an address").port();
        let assert = pref(&format!("serve --port {port}"), &[]).assert().code(1).stdout("");
        let error = String::from_utf8_lossy(&assert.get_output().stderr);
        assert!(error.contains(&format!("port {port} is taken")) && error.contains("--port"), "{error}");
    }

    /// Sends a signal while one connection is kept open after an answer and another one is silent. Neither
    /// may delay the end.
    #[cfg(unix)]
    #[test]
    fn server_ends_on_signal() {
        for signal in ["INT", "TERM"] {
            let mut server = PageServer::new(&[]);
            // Connections are accepted in order: once the other one is answered, the silent one has been accepted.
            let mut silent = server.connect();
            let mut kept = server.connect();
            write!(kept, "HEAD / HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port)
                .expect("the program reads");
            kept.read_exact(&mut [0; 12]).expect("an answer");
            let since = Instant::now();
            server.send_signal(signal);
            let mut left = Vec::new();
            silent.read_to_end(&mut left).expect("the connection ends in order");
            assert!(left.is_empty());
            kept.read_to_end(&mut left).expect("the connection ends in order");
            let status = server.child.wait().expect("the server ends");
            assert_eq!(status.code(), Some(130), "{signal}");
            assert!(since.elapsed() < Duration::from_secs(5), "{signal}: {:?}", since.elapsed());
            assert!(
                TcpStream::connect(("127.0.0.1", server.port)).is_err(),
                "{signal}: the server still listens"
            );
            let mut error = String::new();
            let mut pipe = server.child.stderr.take().expect("a pipe");
            pipe.read_to_string(&mut error).expect("text");
            assert_eq!(error, "pref: the page is no longer served\n", "{signal}");
        }
    }

    /// Sends a signal while an answer is being sent. The answer must be completed, and the requests waiting
    /// behind it must not be answered.
    #[cfg(unix)]
    #[test]
    fn answer_in_progress_is_completed_on_signal() {
        const REQUESTS: usize = 40;
        let server = PageServer::new(&[]);
        let path = asset("", ".wasm");
        let mut stream = server.connect();
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port);
        stream.write_all(request.repeat(REQUESTS).as_bytes()).expect("the program reads");
        // By now the server is in the middle of an answer, and waits for the client to read.
        std::thread::sleep(Duration::from_millis(300));
        server.send_signal("INT");
        std::thread::sleep(Duration::from_millis(100));
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("the connection ends in order");
        let (mut rest, mut answers) = (bytes.as_slice(), 0);
        while !rest.is_empty() {
            let answer = Answer::read(rest);
            let length = answer.header("Content-Length").and_then(|length| length.parse::<usize>().ok());
            let beyond = answer.body.len().checked_sub(length.expect("a length")).expect("a whole answer");
            rest = &rest[rest.len() - beyond..];
            answers += 1;
        }
        assert!((1..REQUESTS).contains(&answers), "{answers} answers");
    }
}
