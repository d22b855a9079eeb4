//! Text tables without lines between the cells, fitted to the width of the terminal.

use super::width::{break_lines, columns, width};

/// Smallest width to which a column is narrowed by breaking its texts into lines.
const MIN_COLUMN_WIDTH: usize = 20;

/// A table whose columns are two blanks apart. The first `left` columns are aligned to the left, the others
/// to the right.
///
/// If the table is too wide, the texts of its widest column are broken into lines, provided that this column keeps a
/// width of `MIN_COLUMN_WIDTH`. Otherwise the columns on the right are moved below, next to a copy of the first `left`
/// columns.
pub(crate) fn table(mut header: Vec<String>, mut rows: Vec<Vec<String>>, left: usize) -> String {
    let widths = widths(&header, &rows);
    let total = total(&widths);
    let Some((widest, &most)) = widths.iter().enumerate().max_by_key(|(_, width)| **width) else {
        return String::new();
    };
    if total <= width() {
        return draw_table(&header, &rows, &widths, left);
    }
    let room = (most + width()).saturating_sub(total);
    if room >= MIN_COLUMN_WIDTH {
        for row in rows.iter_mut().chain([&mut header]) {
            if let Some(cell) = row.get_mut(widest) {
                *cell = break_lines(cell, room, 0);
            }
        }
        let widths = self::widths(&header, &rows);
        return draw_table(&header, &rows, &widths, left);
    }
    split_columns(&widths, left)
        .iter()
        .map(|block| {
            let rows: Vec<_> = rows.iter().map(|row| pick_columns(row, block)).collect();
            draw_table(&pick_columns(&header, block), &rows, &pick_columns(&widths, block), left)
        })
        .collect::<Vec<_>>()
        .join("\n")
}

pub(crate) fn room(header: &[String], rows: &[Vec<String>]) -> usize {
    width().saturating_sub(total(&widths(header, rows)) + 2)
}

fn with_header<'a>(header: &'a [String], rows: &'a [Vec<String>]) -> impl Iterator<Item = &'a [String]> {
    let header = Some(header).filter(|header| !header.is_empty());
    header.into_iter().chain(rows.iter().map(Vec::as_slice))
}

fn widths(header: &[String], rows: &[Vec<String>]) -> Vec<usize> {
    let mut widths = Vec::new();
    for row in with_header(header, rows) {
        widths.resize(widths.len().max(row.len()), 1);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.lines().map(columns).fold(*width, usize::max);
        }
    }
    widths
}

fn total(widths: &[usize]) -> usize {
    1 + widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
}

fn split_columns(widths: &[usize], left: usize) -> Vec<Vec<usize>> {
    // Each block has the first `left` columns, and as many of the others as fit.
    let first: Vec<usize> = (0..left.min(widths.len())).collect();
    let mut blocks = vec![first.clone()];
    for n in first.len()..widths.len() {
        let block = blocks.last_mut().expect("there is a first block");
        let taken: Vec<usize> = block.iter().chain([&n]).map(|&n| widths[n]).collect();
        if block.len() == first.len() || total(&taken) <= width() {
            block.push(n);
        } else {
            blocks.push(first.iter().copied().chain([n]).collect());
        }
    }
    blocks
}

fn pick_columns<T: Clone>(row: &[T], columns: &[usize]) -> Vec<T> {
    columns.iter().filter_map(|&n| row.get(n).cloned()).collect()
}

fn draw_table(header: &[String], rows: &[Vec<String>], widths: &[usize], left: usize) -> String {
    let mut text = String::new();
    for row in with_header(header, rows) {
        let cells: Vec<Vec<&str>> = row.iter().map(|cell| cell.lines().collect()).collect();
        for n in 0..cells.iter().map(Vec::len).max().unwrap_or(0).max(1) {
            let start = text.len();
            for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
                let line = cell.get(n).copied().unwrap_or("");
                let blanks = " ".repeat(width - columns(line));
                let (before, after) = if column < left { ("", &*blanks) } else { (&*blanks, "") };
                text.extend([if column == 0 { " " } else { "  " }, before, line, after]);
            }
            text.truncate(start + text[start..].trim_end().len());
            text.push('\n');
        }
    }
    text
}
