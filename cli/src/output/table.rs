//! Tables without lines that keep to the width there is.

use comfy_table::{CellAlignment, Table, presets};

use super::width::{broken, columns, width};

/// A column of text is not broken to less than this.
const NARROWEST: usize = 20;

/// A table without lines, columns two blanks apart; all but the first `left`
/// columns are aligned to the right.
///
/// One that is too wide has its widest column broken into lines, if that is text; else the
/// columns on the right go below, beside the first ones again.
pub(crate) fn table(mut header: Vec<String>, mut rows: Vec<Vec<String>>, left: usize) -> String {
    let widths = widths(&header, &rows);
    let total = total(&widths);
    let Some((widest, &most)) = widths.iter().enumerate().max_by_key(|(_, width)| **width) else {
        return String::new();
    };
    if total <= width() {
        return drawn(header, rows, left);
    }
    let room = (most + width()).saturating_sub(total);
    if room >= NARROWEST {
        for row in rows.iter_mut().chain([&mut header]) {
            if let Some(cell) = row.get_mut(widest) {
                *cell = broken(cell, room, 0);
            }
        }
        return drawn(header, rows, left);
    }
    blocks(&widths, left)
        .iter()
        .map(|block| drawn(picked(&header, block), rows.iter().map(|row| picked(row, block)).collect(), left))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The columns that are left beside a table for one more.
pub(crate) fn room(header: &[String], rows: &[Vec<String>]) -> usize {
    width().saturating_sub(total(&widths(header, rows)) + 2)
}

/// How wide each column is.
fn widths(header: &[String], rows: &[Vec<String>]) -> Vec<usize> {
    let count = rows.iter().map(Vec::len).chain([header.len()]).max().unwrap_or(0);
    let cells = |n: usize| rows.iter().map(Vec::as_slice).chain([header]).filter_map(move |row| row.get(n));
    (0..count).map(|n| cells(n).map(|cell| columns(cell)).max().unwrap_or(0)).collect()
}

/// How wide a table of such columns is.
fn total(widths: &[usize]) -> usize {
    1 + widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
}

/// Which columns stand beside each other: each time the first `left` and as many others as fit.
fn blocks(widths: &[usize], left: usize) -> Vec<Vec<usize>> {
    let first: Vec<usize> = (0..left.min(widths.len())).collect();
    let mut blocks = vec![first.clone()];
    for n in first.len()..widths.len() {
        let block = blocks.last_mut().expect("there is one");
        let taken: Vec<usize> = block.iter().chain([&n]).map(|&n| widths[n]).collect();
        if block.len() == first.len() || total(&taken) <= width() {
            block.push(n);
        } else {
            blocks.push(first.iter().copied().chain([n]).collect());
        }
    }
    blocks
}

/// These columns of a row.
fn picked(row: &[String], columns: &[usize]) -> Vec<String> {
    columns.iter().filter_map(|&n| row.get(n).cloned()).collect()
}

fn drawn(header: Vec<String>, rows: Vec<Vec<String>>, left: usize) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if !header.is_empty() {
        table.set_header(header);
    }
    table.add_rows(rows);
    for (n, column) in table.column_iter_mut().enumerate() {
        column.set_padding((if n == 0 { 1 } else { 0 }, 2));
        if n >= left {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}
