//! Content codings of files, and the choice among them for a browser.

use hyper::HeaderMap;
use hyper::header::ACCEPT_ENCODING;

/// Content coding of the bytes that are sent for a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coding {
    Brotli,
    Gzip,
    Plain,
}

/// All codings, beginning with the one that is likely to be smallest.
const CODINGS: [Coding; 3] = [Coding::Brotli, Coding::Gzip, Coding::Plain];

impl Coding {
    pub(super) fn name(self) -> &'static str {
        match self {
            Coding::Brotli => "br",
            Coding::Gzip => "gzip",
            Coding::Plain => "identity",
        }
    }

    /// The extension that the build of the page adds to the name of a file in this coding.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Coding::Brotli => ".br",
            Coding::Gzip => ".gz",
            Coding::Plain => "",
        }
    }

    /// `accepted` has the browser's names and weights.
    fn weight(self, accepted: &[(String, u16)]) -> u16 {
        let named = |name: &str| accepted.iter().find(|(other, _)| other == name).map(|&(_, weight)| weight);
        match named(self.name()).or_else(|| named("*")) {
            Some(weight) => weight,
            // Plain bytes are acceptable unless the browser refuses them. If the browser gives them no weight, they
            // have the least weight.
            None if self == Coding::Plain => 1,
            None => 0,
        }
    }

    /// The available coding with the greatest weight for a browser; of equal weights the one that is likely to be
    /// smallest.
    pub(super) fn best(headers: &HeaderMap, is_available: impl Fn(Coding) -> bool) -> Coding {
        let accepted: Vec<(String, u16)> = headers
            .get_all(ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(parse_weight)
            .collect();
        let weight = |coding: Coding| coding.weight(&accepted);
        let usable = CODINGS.into_iter().filter(|&coding| weight(coding) > 0 && is_available(coding));
        // `max_by_key` returns the last of several equal elements, so the order is reversed.
        usable.rev().max_by_key(|&coding| weight(coding)).unwrap_or(Coding::Plain)
    }
}

/// The name in lower case, and the weight in thousandths. A weight that is not a number counts as 0.
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

    /// Headers of a browser, the coding that it gets if all are available, and the coding that it gets without Brotli.
    const CHOICES: [(&[&str], Coding, Coding); 23] = [
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
        for (values, of_all, without_brotli) in CHOICES {
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
