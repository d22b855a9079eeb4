//! Encoding of text files: UTF-8 is read, UTF-16 is recognised and refused.

use std::io;

use thiserror::Error;

/// Byte order marks of UTF-16, little endian and big endian.
const UTF16_MARKS: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// Error for a text in UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is UTF-16, as PowerShell and Excel write it: save it as UTF-8")]
pub struct Utf16;

impl From<Utf16> for io::Error {
    fn from(error: Utf16) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

/// Checks that a text does not begin with a byte order mark of UTF-16.
///
/// ```
/// use preference::encoding::check_encoding;
/// assert!(check_encoding("\u{feff}F:AQJ".as_bytes()).is_ok());
/// assert!(check_encoding(b"\xff\xfeF\0:\0").is_err());
/// ```
///
/// # Errors
/// If the text begins with such a mark.
pub fn check_encoding(text: &[u8]) -> Result<(), Utf16> {
    if UTF16_MARKS.iter().any(|mark| text.starts_with(mark)) { Err(Utf16) } else { Ok(()) }
}
