//! The width of answers, and texts broken to fit it.

use std::io;
use std::sync::OnceLock;

use unicode_width::UnicodeWidthStr;

/// Default width, where none is known: a file, another program.
const USUAL: usize = 80;

/// Smallest width that is used.
const LEAST: usize = 40;

/// Returns the width of the terminal in columns, or else the value of COLUMNS.
pub(crate) fn width() -> usize {
    static WIDTH: OnceLock<usize> = OnceLock::new();
    *WIDTH.get_or_init(|| {
        let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        let named = || std::env::var("COLUMNS").ok()?.parse().ok();
        terminal.or_else(named).filter(|&width| width > 0).unwrap_or(USUAL).max(LEAST)
    })
}

/// Counts the columns that a text takes, without its colours.
pub(crate) fn columns(text: &str) -> usize {
    anstream::adapter::strip_str(text).map(UnicodeWidthStr::width).sum()
}

/// Breaks a text between words so that no line is wider than `width`; lines after the first begin with `indent`
/// blanks. A word that is wider has a line of its own.
pub(crate) fn broken(text: &str, width: usize, indent: usize) -> String {
    let (mut broken, mut taken) = (String::with_capacity(text.len()), 0);
    for (n, word) in text.split(' ').enumerate() {
        let columns = columns(word);
        if n == 0 || taken + 1 + columns <= width {
            broken.push_str(if n == 0 { "" } else { " " });
            taken += usize::from(n > 0) + columns;
        } else {
            broken.push('\n');
            broken.extend(std::iter::repeat_n(' ', indent));
            taken = indent + columns;
        }
        broken.push_str(word);
    }
    broken
}

/// Lists as many items as fit into `room` columns, at least one; if any are left out, or there are `more`, adds
/// `all`, the text with their number.
pub(crate) fn listed(items: &[String], room: usize, more: bool, all: &str) -> String {
    let shown = |count: usize| match items[..count].join(", ") {
        whole if count == items.len() && !more => whole,
        some => format!("{some}, … {all}"),
    };
    let fitting = (1..=items.len()).rev().map(shown).find(|text| columns(text) <= room);
    fitting.unwrap_or_else(|| shown(items.len().min(1)))
}
