//! Responses to requests: a file of the page, or a refusal with its reason on one line.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    HeaderName, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Method, Request, Response, StatusCode};

use super::coding::Coding;
use super::hosts::Hosts;
use super::page::{File, POLICY, entity_tag};

/// Headers of every response, in addition to the security policy. They forbid other sites to load the files, and
/// isolate the page from the processes of other pages.
const COMMON_HEADERS: [(HeaderName, &str); 5] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
];

/// Methods that the server allows, as the header Allow lists them.
const ALLOWED_METHODS: &str = "GET, HEAD";

pub(super) fn answer<B>(hosts: &Hosts, request: &Request<B>) -> Response<Full<Bytes>> {
    let method = request.method();
    let mut response = if !hosts.has_host_of(request) {
        refusal(
            StatusCode::MISDIRECTED_REQUEST,
            "This server has another name: open the address that it printed.",
        )
    } else if method != Method::GET && method != Method::HEAD {
        let mut response = refusal(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are allowed.");
        set_header(response.headers_mut(), ALLOW, ALLOWED_METHODS);
        response
    } else if let Some(file) = File::at(request.uri().path()) {
        file_response(&file, request.headers())
    } else {
        refusal(StatusCode::NOT_FOUND, "There is no such file.")
    };
    let headers = response.headers_mut();
    for (name, value) in COMMON_HEADERS {
        set_header(headers, name, value);
    }
    set_header(headers, CONTENT_SECURITY_POLICY, POLICY);
    if method == Method::HEAD {
        *response.body_mut() = Full::default();
    }
    response
}

fn file_response(file: &File<'_>, request_headers: &HeaderMap) -> Response<Full<Bytes>> {
    let coding = Coding::best(request_headers, |coding| file.coded_file(coding).is_some());
    let coded_file = file.coded_file(coding).unwrap_or_else(|| file.plain.clone());
    let tag = entity_tag(&coded_file);
    let mut response = Response::new(Full::default());
    let headers = response.headers_mut();
    set_header(headers, CACHE_CONTROL, file.cache_control());
    set_header(headers, VARY, "Accept-Encoding");
    let is_current = browser_has(request_headers, &tag);
    set_header(headers, ETAG, tag);
    if is_current {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    set_header(headers, CONTENT_TYPE, file.content_type());
    if coding != Coding::Plain {
        set_header(headers, CONTENT_ENCODING, coding.name());
    }
    with_body(response, Bytes::from_owner(coded_file.data))
}

fn browser_has(request_headers: &HeaderMap, tag: &str) -> bool {
    let values = request_headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = values.flat_map(|value| value.split(',')).map(str::trim);
    // A cache between browser and server may have marked the tag as weak.
    tags.any(|cached| cached == "*" || cached.strip_prefix("W/").unwrap_or(cached) == tag)
}

fn refusal(status: StatusCode, why: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::default());
    *response.status_mut() = status;
    set_header(response.headers_mut(), CONTENT_TYPE, "text/plain; charset=utf-8");
    set_header(response.headers_mut(), CACHE_CONTROL, "no-store");
    with_body(response, Bytes::from_static(why.as_bytes()))
}

fn with_body(mut response: Response<Full<Bytes>>, bytes: Bytes) -> Response<Full<Bytes>> {
    // The header remains correct if the body is removed later, as for HEAD.
    response.headers_mut().insert(CONTENT_LENGTH, bytes.len().into());
    *response.body_mut() = Full::new(bytes);
    response
}

/// The value may have only visible characters.
fn set_header(headers: &mut HeaderMap, name: HeaderName, value: impl Into<String>) {
    headers.insert(name, HeaderValue::try_from(value.into()).expect("visible characters"));
}

#[cfg(test)]
mod tests {
    use hyper::body::Body;

    use super::*;

    fn answer_to(method: &str, path: &str, headers: &[(HeaderName, &str)]) -> Response<Full<Bytes>> {
        let hosts = Hosts::new("127.0.0.1:8471".parse().expect("an address"));
        let mut request = Request::builder().method(method).uri(path).header("host", "localhost:8471");
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        answer(&hosts, &request.body(()).expect("a request"))
    }

    fn header(response: &Response<Full<Bytes>>, name: HeaderName) -> Option<&str> {
        response.headers().get(name).map(|value| value.to_str().expect("text"))
    }

    fn body_length(response: &Response<Full<Bytes>>) -> Option<u64> {
        response.body().size_hint().exact()
    }

    #[test]
    fn each_coding_has_own_body_length_and_tag() {
        use hyper::header::ACCEPT_ENCODING;
        let index = File::at("/").expect("a page");
        let mut tags = Vec::new();
        for (accepted, coding) in
            [("br, gzip", Coding::Brotli), ("br;q=0, gzip", Coding::Gzip), ("zstd", Coding::Plain)]
        {
            let coded_file = index.coded_file(coding).expect("the build writes all codings");
            let length = coded_file.data.len() as u64;
            let name = (coding != Coding::Plain).then(|| coding.name());
            for (method, bytes) in [("GET", length), ("HEAD", 0)] {
                let response = answer_to(method, "/", &[(ACCEPT_ENCODING, accepted)]);
                assert_eq!(response.status(), StatusCode::OK);
                assert_eq!(header(&response, CONTENT_ENCODING), name, "{accepted}");
                assert_eq!(header(&response, ETAG), Some(entity_tag(&coded_file).as_str()), "{accepted}");
                assert_eq!(header(&response, VARY), Some("Accept-Encoding"));
                assert_eq!(header(&response, CONTENT_LENGTH), Some(length.to_string().as_str()));
                assert_eq!(body_length(&response), Some(bytes), "{method} {accepted}");
            }
            tags.push(entity_tag(&coded_file));
        }
        tags.sort();
        tags.dedup();
        assert_eq!(tags.len(), 3, "each coding has its own tag");
    }

    #[test]
    fn cached_file_gets_not_modified() {
        use hyper::header::ACCEPT_ENCODING;
        let index = File::at("/").expect("a page");
        let plain = entity_tag(&index.plain);
        let brotli = entity_tag(&index.coded_file(Coding::Brotli).expect("the build writes it"));
        let cases = [
            (plain.clone(), "", true),
            (format!("W/{plain}"), "", true),
            ("*".to_owned(), "", true),
            (format!("\"x\", {plain}"), "", true),
            (brotli.clone(), "br", true),
            // The tag belongs to another coding of the file.
            (brotli, "", false),
            (plain.clone(), "br", false),
            (plain.replace('"', ""), "", false),
            ("\"x\"".to_owned(), "", false),
        ];
        for (tags, accepted, is_current) in cases {
            let response = answer_to("GET", "/", &[(IF_NONE_MATCH, &tags), (ACCEPT_ENCODING, accepted)]);
            let status = if is_current { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
            assert_eq!(response.status(), status, "{tags} {accepted}");
            assert_eq!(body_length(&response) == Some(0), is_current, "{tags} {accepted}");
            assert!(response.headers().contains_key(ETAG) && response.headers().contains_key(CACHE_CONTROL));
        }
    }

    #[test]
    fn host_is_checked_before_method_and_path() {
        use hyper::header::HOST;
        let status =
            |method, path, headers: &[(HeaderName, &str)]| answer_to(method, path, headers).status().as_u16();
        assert_eq!(status("POST", "/nothing", &[(HOST, "evil.example")]), 421);
        assert_eq!(status("POST", "/nothing", &[]), 405);
        assert_eq!(status("GET", "/nothing", &[]), 404);
        assert_eq!(status("GET", "/?a=b", &[]), 200);
    }

    #[test]
    fn every_answer_has_security_headers() {
        // Errors too: a foreign page could show an error response as its own content.
        for (method, path) in [("GET", "/"), ("GET", "/icon.svg"), ("GET", "/nothing"), ("PUT", "/")] {
            let response = answer_to(method, path, &[]);
            for (name, value) in COMMON_HEADERS {
                assert_eq!(header(&response, name), Some(value), "{method} {path}");
            }
            assert_eq!(header(&response, CONTENT_SECURITY_POLICY), Some(POLICY), "{method} {path}");
        }
    }
}
