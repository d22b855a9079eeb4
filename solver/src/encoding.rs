//! Encoding of text files: UTF-8 is read, UTF-16 is recognised and refused.

use std::io;

use thiserror::Error;

/// Byte order marks of UTF-16, little endian and big endian.
const UTF16_MARKS: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// Error for a text in UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is UTF-16, as PowerShell and Excel write it: save it as UTF-8")]
pub struct Utf16Error;

impl From<Utf16Error> for io::Error {
    fn from(error: Utf16Error) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

/// Checks that a text is not in UTF-16: it begins neither with a byte order mark of UTF-16 nor, as UTF-16 without a
/// mark does, with two ASCII characters each of which has a NUL byte on the same side. Real texts in UTF-8 have no NUL
/// bytes.
///
/// ```
/// use preference::encoding::check_encoding;
/// assert!(check_encoding("\u{feff}F:AQJ".as_bytes()).is_ok());
/// assert!(check_encoding(b"\xff\xfeF\0:\0").is_err());
/// assert!(check_encoding(b"F\0:\0").is_err());
/// ```
///
/// # Errors
/// If the text is in UTF-16.
pub fn check_encoding(text: &[u8]) -> Result<(), Utf16Error> {
    let is_marked = UTF16_MARKS.iter().any(|mark| text.starts_with(mark));
    if is_marked || has_wide_characters(text) { Err(Utf16Error) } else { Ok(()) }
}

/// Checks whether a text begins with two ASCII characters each of which has a NUL byte on the same side.
fn has_wide_characters(text: &[u8]) -> bool {
    let is_character = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    match *text {
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] => is_character(a) && is_character(b),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn utf16_is_recognised_with_and_without_mark() {
        let orders: [fn(u16) -> [u8; 2]; 2] = [u16::to_le_bytes, u16::to_be_bytes];
        for order in orders {
            let wide = |text: &str| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
            for text in ["F:AKQ.T9", "{\"deal\":", "# имя", "\r\nF:", "\u{feff}имя"] {
                assert_eq!(check_encoding(&wide(text)), Err(Utf16Error), "{text:?}");
                assert_eq!(check_encoding(text.as_bytes()), Ok(()), "{text:?}");
            }
        }
    }

    #[rstest]
    #[case(b"")]
    #[case(b"F")]
    #[case(b"F\0")]
    #[case(b"\0\0\0\0")]
    #[case(b"F\0\0\0")]
    #[case(b"F\0:x")]
    #[case(b"\x01\0\x02\0")]
    fn bytes_that_are_not_text_are_not_taken_for_utf16(#[case] bytes: &[u8]) {
        assert_eq!(check_encoding(bytes), Ok(()), "{bytes:?}");
    }
}
