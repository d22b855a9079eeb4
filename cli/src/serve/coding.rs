//! Content codings of files, and the choice among them for a browser.

use hyper::HeaderMap;
use hyper::header::ACCEPT_ENCODING;

/// Content coding in which the bytes of a file are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coding {
    Brotli,
    Gzip,
    Plain,
}

/// Codings, the ones that are likely to be smaller first.
const CODINGS: [Coding; 3] = [Coding::Brotli, Coding::Gzip, Coding::Plain];

impl Coding {
    /// Returns its name in headers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Coding::Brotli => "br",
            Coding::Gzip => "gzip",
            Coding::Plain => "identity",
        }
    }

    /// Returns its weight for a browser that accepts codings by these names and weights.
    fn weight(self, accepted: &[(String, u16)]) -> u16 {
        let named = |name: &str| accepted.iter().find(|(other, _)| other == name).map(|&(_, weight)| weight);
        match named(self.name()).or_else(|| named("*")) {
            Some(weight) => weight,
            // Plain bytes are always allowed, with the least weight.
            None if self == Coding::Plain => 1,
            None => 0,
        }
    }

    /// Returns the available coding with the greatest weight for a browser, the smallest of equals. Plain bytes are
    /// sent if there is no other, even if the browser refuses them.
    pub(super) fn best(headers: &HeaderMap, there_is: impl Fn(Coding) -> bool) -> Coding {
        let accepted: Vec<(String, u16)> = headers
            .get_all(ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(parse_weight)
            .collect();
        let weight = |coding: Coding| coding.weight(&accepted);
        let usable = CODINGS.into_iter().filter(|&coding| weight(coding) > 0 && there_is(coding));
        // `max_by_key` returns the last of equals, so the best come last.
        usable.rev().max_by_key(|&coding| weight(coding)).unwrap_or(Coding::Plain)
    }
}

/// Parses a coding, in lower case, and its weight in thousandths, 0 where that is not a number.
fn parse_weight(part: &str) -> (String, u16) {
    let mut words = part.split(';').map(|word| word.trim().to_ascii_lowercase());
    let name = words.next().unwrap_or_default();
    let weight = words.find_map(|word| word.strip_prefix("q=").map(|number| number.parse().unwrap_or(0.0)));
    let weight: f32 = weight.unwrap_or(1.0);
    (name, (weight.clamp(0.0, 1.0) * 1000.0).round() as u16)
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::Coding::{Brotli, Gzip, Plain};
    use super::*;

    /// Headers of a browser, and the coding that it gets with all codings and without Brotli.
    const ACCEPTED: [(&[&str], Coding, Coding); 23] = [
        (&[], Plain, Plain),
        (&[""], Plain, Plain),
        (&["gzip, deflate, br, zstd"], Brotli, Gzip),
        (&["gzip"], Gzip, Gzip),
        (&["br"], Brotli, Plain),
        (&["BR"], Brotli, Plain),
        (&["gzip", "br"], Brotli, Gzip),
        (&["deflate"], Plain, Plain),
        (&["*"], Brotli, Gzip),
        (&["*;q=0"], Plain, Plain),
        (&["br;q=0"], Plain, Plain),
        (&["br;q=0, gzip"], Gzip, Gzip),
        (&["br ; q=0.0 , gzip"], Gzip, Gzip),
        (&["br;q=0.000, *"], Gzip, Gzip),
        (&["br;Q=0, gzip"], Gzip, Gzip),
        (&["br;q=0.001"], Brotli, Plain),
        (&["br;q=0.5, gzip;q=0.8"], Gzip, Gzip),
        (&["br;q=0.5, gzip;q=0.5"], Brotli, Gzip),
        (&["identity, br;q=0.5, gzip;q=0.5"], Plain, Plain),
        (&["identity;q=0"], Plain, Plain),
        (&["identity;q=0, gzip;q=0.1"], Gzip, Gzip),
        (&["br;q=much, gzip"], Gzip, Gzip),
        (&["brotli, gzipped"], Plain, Plain),
    ];

    #[test]
    fn best_coding_follows_accept_encoding() {
        for (values, of_all, without_brotli) in ACCEPTED {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(ACCEPT_ENCODING, HeaderValue::from_static(value));
            }
            assert_eq!(Coding::best(&headers, |_| true), of_all, "{values:?}");
            let best = Coding::best(&headers, |coding| coding != Brotli);
            assert_eq!(best, without_brotli, "{values:?} without Brotli");
        }
    }
}
