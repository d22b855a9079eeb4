//! How answers look: `json` for programs, `text` for people.

pub(crate) mod json;
pub(crate) mod text;

use crate::args::Color;

/// The user's wish about colour as the output streams take it.
pub(crate) fn color_choice(color: Color) -> anstream::ColorChoice {
    match color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    }
}
