//! How wide answers may be, and texts broken to fit.

use std::io;
use std::sync::OnceLock;

use unicode_width::UnicodeWidthStr;

/// The width where none is known: a file, another program.
const USUAL: usize = 80;

/// Narrower than this nothing can be read.
const LEAST: usize = 40;

/// The columns of the terminal that reads, else those that COLUMNS names.
pub(crate) fn width() -> usize {
    static WIDTH: OnceLock<usize> = OnceLock::new();
    *WIDTH.get_or_init(|| {
        let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        let named = || std::env::var("COLUMNS").ok()?.parse().ok();
        terminal.or_else(named).filter(|&width| width > 0).unwrap_or(USUAL).max(LEAST)
    })
}

/// The columns that a text takes, its colours left out.
pub(crate) fn columns(text: &str) -> usize {
    anstream::adapter::strip_str(text).map(UnicodeWidthStr::width).sum()
}

/// A text broken between words so that no line is wider than this; lines after the first begin
/// with this number of blanks. A word that is wider stands alone.
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

/// As many of these as fit into this number of columns, at least one; if any are left out, or
/// there are `more`, how many there are in all.
pub(crate) fn listed(items: &[String], room: usize, more: bool, all: &str) -> String {
    let shown = |count: usize| match items[..count].join(", ") {
        whole if count == items.len() && !more => whole,
        some => format!("{some}, … {all}"),
    };
    let fitting = (1..=items.len()).rev().map(shown).find(|text| columns(text) <= room);
    fitting.unwrap_or_else(|| shown(items.len().min(1)))
}
