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
use super::page::{File, Page};

/// Headers of every response, besides the security policy: no other site may load the files, and the page does not
/// share its process with another page.
const ALWAYS: [(HeaderName, &str); 5] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
];

/// Methods that the server allows, as a header lists them.
const METHODS: &str = "GET, HEAD";

/// Answers a request.
pub(super) fn answer<B>(page: &Page, hosts: &Hosts, request: &Request<B>) -> Response<Full<Bytes>> {
    let method = request.method();
    let mut response = if !hosts.are_named_by(request) {
        refusal(
            StatusCode::MISDIRECTED_REQUEST,
            "This server has another name: open the address that it printed.",
        )
    } else if method != Method::GET && method != Method::HEAD {
        let mut response = refusal(StatusCode::METHOD_NOT_ALLOWED, "This can be read only.");
        set_header(response.headers_mut(), ALLOW, METHODS);
        response
    } else if let Some(file) = page.file(request.uri().path()) {
        file_response(file, request.headers())
    } else {
        refusal(StatusCode::NOT_FOUND, "There is no such file.")
    };
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        set_header(headers, name, value);
    }
    set_header(headers, CONTENT_SECURITY_POLICY, page.policy);
    if method == Method::HEAD {
        *response.body_mut() = Full::default();
    }
    response
}

/// Returns the response with a file in the coding that suits the browser best, or the status that the browser's copy
/// is current.
fn file_response(file: &'static File, request_headers: &HeaderMap) -> Response<Full<Bytes>> {
    let coding = Coding::best(request_headers, |coding| file.coded_file(coding).is_some());
    let coded = file.coded_file(coding).unwrap_or(&file.plain);
    let mut response = Response::new(Full::default());
    let headers = response.headers_mut();
    set_header(headers, ETAG, coded.tag);
    set_header(headers, CACHE_CONTROL, file.cache_control());
    set_header(headers, VARY, "Accept-Encoding");
    if is_known(request_headers, coded.tag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    set_header(headers, CONTENT_TYPE, file.kind);
    if coding != Coding::Plain {
        set_header(headers, CONTENT_ENCODING, coding.name());
    }
    with_body(response, coded.bytes)
}

/// Checks whether the browser already has the bytes with this entity tag.
fn is_known(request_headers: &HeaderMap, tag: &str) -> bool {
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
    with_body(response, why.as_bytes())
}

/// Returns the response with this body. It has the length also if the body itself is left out, as for HEAD.
fn with_body(mut response: Response<Full<Bytes>>, bytes: &'static [u8]) -> Response<Full<Bytes>> {
    response.headers_mut().insert(CONTENT_LENGTH, bytes.len().into());
    *response.body_mut() = Full::new(Bytes::from_static(bytes));
    response
}

fn set_header(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}

#[cfg(test)]
mod tests {
    use hyper::body::Body;

    use super::super::page::CodedFile;
    use super::*;

    const PAGE: Page = Page {
        policy: "default-src 'none'",
        files: &[
            File {
                path: "assets/a.js",
                kind: "text/javascript",
                plain: CodedFile { bytes: b"plain", tag: "\"p\"" },
                brotli: Some(CodedFile { bytes: b"b", tag: "\"b\"" }),
                gzip: Some(CodedFile { bytes: b"gz", tag: "\"g\"" }),
            },
            File {
                path: "index.html",
                kind: "text/html; charset=utf-8",
                plain: CodedFile { bytes: b"index", tag: "\"i\"" },
                brotli: None,
                gzip: None,
            },
        ],
    };

    /// Returns the response to a request with this method, path and headers.
    fn answer_to(method: &str, path: &str, headers: &[(HeaderName, &str)]) -> Response<Full<Bytes>> {
        let hosts = Hosts::new("127.0.0.1:8471".parse().expect("an address"));
        let mut request = Request::builder().method(method).uri(path).header("host", "localhost:8471");
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        answer(&PAGE, &hosts, &request.body(()).expect("a request"))
    }

    fn header(response: &Response<Full<Bytes>>, name: HeaderName) -> Option<&str> {
        response.headers().get(name).map(|value| value.to_str().expect("text"))
    }

    /// Returns the number of bytes in the body of a response.
    fn body_length(response: &Response<Full<Bytes>>) -> Option<u64> {
        response.body().size_hint().exact()
    }

    #[test]
    fn each_coding_has_own_body_length_and_tag() {
        use hyper::header::ACCEPT_ENCODING;
        let cases = [
            ("/assets/a.js", "br, gzip", Some("br"), "\"b\"", 1),
            ("/assets/a.js", "br;q=0, gzip", Some("gzip"), "\"g\"", 2),
            ("/assets/a.js", "zstd", None, "\"p\"", 5),
            ("/", "br, gzip", None, "\"i\"", 5),
        ];
        for (path, accepted, coding, tag, length) in cases {
            for (method, bytes) in [("GET", length), ("HEAD", 0)] {
                let response = answer_to(method, path, &[(ACCEPT_ENCODING, accepted)]);
                assert_eq!(response.status(), StatusCode::OK);
                assert_eq!(header(&response, CONTENT_ENCODING), coding, "{path} {accepted}");
                assert_eq!(header(&response, ETAG), Some(tag), "{path} {accepted}");
                assert_eq!(header(&response, VARY), Some("Accept-Encoding"));
                assert_eq!(header(&response, CONTENT_LENGTH), Some(length.to_string().as_str()));
                assert_eq!(body_length(&response), Some(bytes), "{method} {path} {accepted}");
            }
        }
    }

    #[test]
    fn cached_file_gets_not_modified() {
        use hyper::header::ACCEPT_ENCODING;
        let cases = [
            ("\"p\"", "", true),
            ("W/\"p\"", "", true),
            ("*", "", true),
            ("\"x\", \"p\"", "", true),
            ("\"b\"", "br", true),
            // The tag belongs to another coding of the file.
            ("\"b\"", "", false),
            ("\"p\"", "br", false),
            ("p", "", false),
            ("\"x\"", "", false),
        ];
        for (tags, accepted, is_current) in cases {
            let response =
                answer_to("GET", "/assets/a.js", &[(IF_NONE_MATCH, tags), (ACCEPT_ENCODING, accepted)]);
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

    /// Checks the headers of all responses. Errors count, too, since a foreign page might show one as its own.
    #[test]
    fn every_answer_has_security_headers() {
        for (method, path) in [("GET", "/"), ("GET", "/assets/a.js"), ("GET", "/nothing"), ("PUT", "/")] {
            let response = answer_to(method, path, &[]);
            for (name, value) in ALWAYS {
                assert_eq!(header(&response, name), Some(value), "{method} {path}");
            }
            assert_eq!(header(&response, CONTENT_SECURITY_POLICY), Some(PAGE.policy), "{method} {path}");
        }
    }
}
