//! Host names under which a browser may request the page.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use hyper::Request;
use hyper::header::HOST;

/// Names under which a request may address this server.
///
/// The check of the name prevents DNS rebinding: a foreign site can make its own name resolve to this machine, so that
/// a visitor's browser takes the files of this server for a part of that site. But the site cannot make the browser
/// name another host in the request.
pub(super) struct Hosts {
    /// Allowed names, without the port.
    names: Vec<String>,
    port: u16,
    /// Whether any IP address is allowed as a name, since the server listens at all addresses of the machine. An
    /// address cannot be redirected.
    any_address: bool,
}

impl Hosts {
    pub(super) fn new(listen_address: SocketAddr) -> Hosts {
        let mut names = ["127.0.0.1", "localhost", "[::1]"].map(str::to_owned).to_vec();
        match listen_address {
            SocketAddr::V4(address) => names.push(address.ip().to_string()),
            SocketAddr::V6(address) => names.push(format!("[{}]", address.ip())),
        }
        let any_address = listen_address.ip().is_unspecified();
        Hosts { names, port: listen_address.port(), any_address }
    }

    fn has(&self, host: &str) -> bool {
        let name = match host.strip_suffix(&format!(":{}", self.port)) {
            Some(name) => name,
            // Browsers do not write this port, which is the default.
            None if self.port == 80 => host,
            None => return false,
        };
        self.names.iter().any(|own_name| own_name.eq_ignore_ascii_case(name))
            || (self.any_address && is_address(name))
    }

    /// Checks that a request names the server exactly once in its headers, and in its target if the target has a
    /// host.
    pub(super) fn has_host_of<B>(&self, request: &Request<B>) -> bool {
        let mut named = request.headers().get_all(HOST).iter();
        let (Some(host), None) = (named.next(), named.next()) else { return false };
        let target = request.uri().authority();
        host.to_str().is_ok_and(|host| self.has(host))
            && target.is_none_or(|authority| self.has(authority.as_str()))
    }
}

fn is_address(name: &str) -> bool {
    // Only the form that links have counts.
    let six = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    six.map_or_else(|| name.parse::<Ipv4Addr>().is_ok(), |name| name.parse::<Ipv6Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Address at which the server listens, a host, and whether the host names the server.
    const HOST_CASES: [(&str, &str, bool); 40] = [
        ("127.0.0.1:8471", "127.0.0.1:8471", true),
        ("127.0.0.1:8471", "localhost:8471", true),
        ("127.0.0.1:8471", "[::1]:8471", true),
        ("127.0.0.1:8471", "127.0.0.1", false),
        ("127.0.0.1:8471", "localhost", false),
        ("127.0.0.1:8471", "127.0.0.1:8472", false),
        ("127.0.0.1:8471", "127.0.0.1:80", false),
        ("127.0.0.1:8471", "127.0.0.1:08471", false),
        ("127.0.0.1:8471", "127.0.0.1:8471:8471", false),
        ("127.0.0.1:8471", "127.0.0.2:8471", false),
        ("127.0.0.1:8471", "192.168.1.5:8471", false),
        ("127.0.0.1:8471", "::1:8471", false),
        ("127.0.0.1:8471", "evil.example:8471", false),
        ("127.0.0.1:8471", "localhost.evil.example:8471", false),
        ("127.0.0.1:8471", "evil.example:8471@127.0.0.1:8471", false),
        ("127.0.0.1:8471", "user@127.0.0.1:8471", false),
        ("127.0.0.1:8471", "127.0.0.1:8471, evil.example", false),
        ("127.0.0.1:8471", " 127.0.0.1:8471", false),
        ("127.0.0.1:8471", "", false),
        ("127.0.0.1:8471", ":8471", false),
        ("127.0.0.1:80", "127.0.0.1", true),
        ("127.0.0.1:80", "localhost:80", true),
        ("127.0.0.1:80", "[::1]", true),
        ("127.0.0.1:80", "localhost:8471", false),
        ("127.0.0.1:80", "evil.example", false),
        ("192.168.1.5:8471", "192.168.1.5:8471", true),
        ("192.168.1.5:8471", "localhost:8471", true),
        ("192.168.1.5:8471", "192.168.1.6:8471", false),
        ("[fd00::5]:8471", "[fd00::5]:8471", true),
        ("[fd00::5]:8471", "fd00::5:8471", false),
        ("0.0.0.0:8471", "192.168.1.5:8471", true),
        ("0.0.0.0:8471", "[fd00::5]:8471", true),
        ("0.0.0.0:8471", "localhost:8471", true),
        ("0.0.0.0:8471", "192.168.1.5:80", false),
        ("0.0.0.0:8471", "192.168.1.5", false),
        ("0.0.0.0:8471", "evil.example:8471", false),
        ("0.0.0.0:8471", "[evil.example]:8471", false),
        ("0.0.0.0:8471", "1.2.3:8471", false),
        ("[::]:80", "192.168.1.5", true),
        ("[::]:80", "evil.example", false),
    ];

    #[test]
    fn server_accepts_only_own_names() {
        for (listen_address, name, expected) in HOST_CASES {
            let hosts = Hosts::new(listen_address.parse().expect("an address"));
            assert_eq!(hosts.has(name), expected, "{listen_address} asked for as {name:?}");
        }
    }

    #[test]
    fn request_is_accepted_only_if_all_hosts_match() {
        let good = "localhost:8471";
        let requests: [(&str, &[&str], bool); 8] = [
            ("/", &[good], true),
            ("/", &[], false),
            ("/", &[good, good], false),
            ("/", &["evil.example", good], false),
            ("/", &[good, "evil.example"], false),
            ("http://127.0.0.1:8471/", &[good], true),
            ("http://evil.example/", &[good], false),
            ("http://127.0.0.1:8471/", &["evil.example"], false),
        ];
        let hosts = Hosts::new("127.0.0.1:8471".parse().expect("an address"));
        for (target, named, expected) in requests {
            let mut request = Request::builder().uri(target);
            for name in named {
                request = request.header(HOST, *name);
            }
            let request = request.body(()).expect("a request");
            assert_eq!(hosts.has_host_of(&request), expected, "{target} {named:?}");
        }
    }
}
