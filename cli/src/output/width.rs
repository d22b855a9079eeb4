//! The width of answers, and the breaking of texts to fit it.

use std::io;
use std::sync::OnceLock;

use unicode_width::UnicodeWidthStr;

/// Width of answers to a file or to another program, unless the variable COLUMNS sets the width.
const DEFAULT_WIDTH: usize = 80;

/// Smallest width to which answers are fitted.
const MIN_WIDTH: usize = 40;

/// The columns of the terminal, or else COLUMNS, or else `DEFAULT_WIDTH`; at least `MIN_WIDTH`.
pub(crate) fn width() -> usize {
    static WIDTH: OnceLock<usize> = OnceLock::new();
    *WIDTH.get_or_init(|| {
        let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        let named = || std::env::var("COLUMNS").ok()?.parse().ok();
        terminal.or_else(named).filter(|&width| width > 0).unwrap_or(DEFAULT_WIDTH).max(MIN_WIDTH)
    })
}

/// Codes for colours take none.
pub(crate) fn columns(text: &str) -> usize {
    anstream::adapter::strip_str(text).map(UnicodeWidthStr::width).sum()
}

/// Breaks a text between words so that no line is wider than `width`. Lines after the first begin with `indent` blanks.
/// A word that is wider than a line gets a line of its own.
pub(crate) fn break_lines(text: &str, width: usize, indent: usize) -> String {
    let (mut lines, mut taken) = (String::with_capacity(text.len()), 0);
    for (n, word) in text.split(' ').enumerate() {
        let columns = columns(word);
        if n == 0 || taken + 1 + columns <= width {
            lines.push_str(if n == 0 { "" } else { " " });
            taken += usize::from(n > 0) + columns;
        } else {
            lines.push('\n');
            lines.extend(std::iter::repeat_n(' ', indent));
            taken = indent + columns;
        }
        lines.push_str(word);
    }
    lines
}

/// Joins as many items as fit into `room` columns, but at least one. If items are left out, or if `has_more` is set
/// because the list is longer than `items`, `total` follows, a text with the number of all items.
pub(crate) fn fitted_list(items: &[String], room: usize, has_more: bool, total: &str) -> String {
    let text = |count| first_items(items, count, has_more, total);
    let fitting = (1..=items.len()).rev().map(text).find(|text| columns(text) <= room);
    fitting.unwrap_or_else(|| text(items.len().min(1)))
}

/// `total` follows if items are left out, or if `has_more` is set.
fn first_items(items: &[String], count: usize, has_more: bool, total: &str) -> String {
    let list = items[..count].join(", ");
    if count == items.len() && !has_more { list } else { format!("{list}, … {total}") }
}
