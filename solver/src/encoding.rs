//! Encoding of text files: UTF-8 is read, UTF-16 and UTF-32 are recognised and refused.

use std::io;

use thiserror::Error;

/// Byte order marks of UTF-16, little endian and big endian.
const UTF16_MARKS: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// Byte order marks of UTF-32.
const UTF32_MARKS: [[u8; 4]; 2] = [[0xff, 0xfe, 0, 0], [0, 0, 0xfe, 0xff]];

/// Error for a text in an encoding with wide characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// The text is in UTF-16.
    #[error("this is UTF-16, as PowerShell and Excel write it: save it as UTF-8")]
    Utf16,
    /// The text is in UTF-32.
    #[error("this is UTF-32: save it as UTF-8")]
    Utf32,
}

impl From<EncodingError> for io::Error {
    fn from(error: EncodingError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

/// Checks that a text is neither in UTF-16 nor in UTF-32: it begins neither with their byte order mark nor with ASCII
/// characters that have NUL bytes on one side. Real texts in UTF-8 have no NUL bytes.
///
/// ```
/// use preference::encoding::check_encoding;
/// assert!(check_encoding("\u{feff}F:AQJ".as_bytes()).is_ok());
/// assert!(check_encoding(b"\xff\xfeF\0:\0").is_err());
/// assert!(check_encoding(b"F\0:\0").is_err());
/// ```
pub fn check_encoding(text: &[u8]) -> Result<(), EncodingError> {
    // The mark of UTF-32, little endian, begins with that of UTF-16.
    if UTF32_MARKS.iter().any(|mark| text.starts_with(mark)) || has_very_wide_characters(text) {
        return Err(EncodingError::Utf32);
    }
    let is_marked = UTF16_MARKS.iter().any(|mark| text.starts_with(mark));
    if is_marked || has_wide_characters(text) { Err(EncodingError::Utf16) } else { Ok(()) }
}

fn has_very_wide_characters(text: &[u8]) -> bool {
    match *text {
        [a, 0, 0, 0, b, 0, 0, 0, ..] | [0, 0, 0, a, 0, 0, 0, b, ..] => is_character(a) && is_character(b),
        _ => false,
    }
}

fn is_character(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte.is_ascii_whitespace()
}

fn has_wide_characters(text: &[u8]) -> bool {
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
                assert_eq!(check_encoding(&wide(text)), Err(EncodingError::Utf16), "{text:?}");
                assert_eq!(check_encoding(text.as_bytes()), Ok(()), "{text:?}");
            }
        }
    }

    #[test]
    fn utf32_is_recognised_with_and_without_mark() {
        let orders: [fn(u32) -> [u8; 4]; 2] = [u32::to_le_bytes, u32::to_be_bytes];
        for order in orders {
            for text in ["F:AKQ.T9", "{\"deal\":", "# имя", "\u{feff}имя"] {
                let wide: Vec<u8> = text.chars().flat_map(|c| order(c.into())).collect();
                assert_eq!(check_encoding(&wide), Err(EncodingError::Utf32), "{text:?}");
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
