//! The drawing of a score sheet: lines and texts with their positions, ready to be rendered on a page.

use std::ops::Range;

use super::amount::Amount;
use super::score_sheet::{ScoreSheet, SheetLayout, SheetPlace, format_amount, format_signed};

/// The length of a side of the Russian sheet, without its margin, in pixels like all lengths here.
const SHEET_SIDE: f64 = 1000.0;
const MARGIN: f64 = 60.0;
/// Depth of the two strips of a sector: for whists at the outer side, and for the pool next to it.
const STRIP_DEPTH: f64 = 130.0;
const FONT_SIZE: f64 = 20.0;
const LINE_HEIGHT: f64 = 24.0;
const CHARACTER_WIDTH: f64 = 10.5;
const COLUMN_WIDTH: f64 = 130.0;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}

/// A straight line of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnLine {
    /// The distance of one end from the left edge.
    pub x1: f64,
    /// The distance of one end from the top edge.
    pub y1: f64,
    /// The distance of the other end from the left edge.
    pub x2: f64,
    /// The distance of the other end from the top edge.
    pub y2: f64,
}

/// A text of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnText {
    /// The middle, from the left edge.
    pub x: f64,
    /// The middle, from the top edge.
    pub y: f64,
    /// The size of the characters.
    pub size: f64,
    /// Clockwise around the middle, in degrees.
    pub angle: f64,
    /// The text.
    pub text: String,
    /// What is struck through, in bytes.
    pub struck: Vec<Range<usize>>,
}

/// The drawing of a score sheet. Lengths are in pixels; the upper left corner is the origin.
///
/// ```
/// use preference::Variant;
/// use preference::settlement::{ScoreSheet, SheetDrawing};
/// let rules: Variant = "russian".parse()?;
/// let drawing = SheetDrawing::new(&ScoreSheet::new(&rules, &["Ada", "Ben", "Cem"], None, &[]));
/// assert!(drawing.texts.iter().any(|text| text.text.starts_with("Ada")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetDrawing {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The lines.
    pub lines: Vec<DrawnLine>,
    /// The texts.
    pub texts: Vec<DrawnText>,
}

impl SheetDrawing {
    /// Draws a score sheet.
    #[must_use]
    pub fn new(sheet: &ScoreSheet) -> SheetDrawing {
        let mut drawing = match sheet.layout {
            SheetLayout::Books => draw_books(sheet),
            SheetLayout::Paper => draw_columns(&paper_columns(sheet)),
            SheetLayout::Gains => draw_columns(&gains_columns(sheet)),
        };
        drawing.add_notes(&sheet.notes);
        drawing
    }

    fn add_notes(&mut self, notes: &[String]) {
        let longest = notes.iter().map(|note| note.chars().count()).max().unwrap_or(0);
        self.width = self.width.max(longest as f64 * CHARACTER_WIDTH + MARGIN);
        for note in notes {
            self.add_text(Point { x: self.width / 2.0, y: self.height }, 0.8 * FONT_SIZE, 0.0, note);
            self.height += LINE_HEIGHT;
        }
    }

    fn add_line(&mut self, from: Point, to: Point) {
        self.lines.push(DrawnLine { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    }

    fn add_text(&mut self, middle: Point, size: f64, angle: f64, text: impl Into<NumberLine>) {
        let NumberLine { text, struck } = text.into();
        if !text.is_empty() {
            self.texts.push(DrawnText { x: middle.x, y: middle.y, size, angle, text, struck });
        }
    }
}

/// Some of its numbers may be struck through.
#[derive(Clone, Default)]
struct NumberLine {
    text: String,
    struck: Vec<Range<usize>>,
}

impl NumberLine {
    fn push(&mut self, number: &str, is_struck: bool) {
        let start = self.text.len();
        self.text.push_str(number);
        if is_struck {
            self.struck.push(start..self.text.len());
        }
    }
}

impl<T: Into<String>> From<T> for NumberLine {
    fn from(text: T) -> NumberLine {
        NumberLine { text: text.into(), struck: Vec::new() }
    }
}

/// A sector of the Russian sheet. Its outer side is a side of the sheet, from which depths are measured.
struct Sector {
    corners: Vec<Point>,
    /// The left end of the outer side, as seen by the player, who sits there and faces the middle of the sheet.
    left: Point,
    right: Point,
    /// The angle by which the player's texts are turned clockwise, in degrees.
    angle: f64,
}

impl Sector {
    /// `part` is a fraction of the outer side, from its left end.
    fn point_at(&self, part: f64, depth: f64) -> Point {
        let (dx, dy) = (self.right.x - self.left.x, self.right.y - self.left.y);
        // The middle of the sheet is on the left when one walks along the outer side from its left end to its
        // right end.
        let (inward_x, inward_y) = (dy / SHEET_SIDE, -dx / SHEET_SIDE);
        Point { x: self.left.x + dx * part + inward_x * depth, y: self.left.y + dy * part + inward_y * depth }
    }

    fn strip_line(&self, depth: f64) -> Option<[Point; 2]> {
        let distance = |point: Point| {
            let origin = self.point_at(0.0, 0.0);
            let inward = self.point_at(0.0, 1.0);
            (point.x - origin.x) * (inward.x - origin.x) + (point.y - origin.y) * (inward.y - origin.y)
                - depth
        };
        let next = self.corners.iter().cycle().skip(1);
        let mut ends = self.corners.iter().zip(next).filter_map(|(&one, &other)| {
            let (before, after) = (distance(one), distance(other));
            // The line crosses this border if the two ends of the border are on different sides of the line.
            ((before < 0.0) != (after < 0.0)).then(|| {
                let part = before / (before - after);
                Point { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part }
            })
        });
        Some([ends.next()?, ends.next()?])
    }
}

fn sectors(players: usize) -> Vec<Sector> {
    // The first is at the bottom, the others follow clockwise.
    let point = |x: f64, y: f64| Point { x: MARGIN + x * SHEET_SIDE, y: MARGIN + y * SHEET_SIDE };
    let (top_left, top_right) = (point(0.0, 0.0), point(1.0, 0.0));
    let (bottom_left, bottom_right) = (point(0.0, 1.0), point(1.0, 1.0));
    let (middle, top) = (point(0.5, 0.5), point(0.5, 0.0));
    let sector = |left, right, angle, inner: &[Point]| Sector {
        corners: [&[left, right], inner].concat(),
        left,
        right,
        angle,
    };
    if players == 3 {
        return vec![
            sector(bottom_left, bottom_right, 0.0, &[middle]),
            sector(top_left, bottom_left, 90.0, &[middle, top]),
            sector(bottom_right, top_right, -90.0, &[top, middle]),
        ];
    }
    vec![
        sector(bottom_left, bottom_right, 0.0, &[middle]),
        sector(top_left, bottom_left, 90.0, &[middle]),
        sector(top_right, top_left, 180.0, &[middle]),
        sector(bottom_right, top_right, -90.0, &[middle]),
    ]
}

/// From the outer side inwards, each sector has the whists on the other players, the pool and the mountain. The whists
/// on the player to the left are at the left.
fn draw_books(sheet: &ScoreSheet) -> SheetDrawing {
    let side = SHEET_SIDE + 2.0 * MARGIN;
    let mut drawing = SheetDrawing { width: side, height: side, ..SheetDrawing::default() };
    for (player, sector) in sectors(sheet.players.len()).iter().enumerate() {
        for (n, &corner) in sector.corners.iter().enumerate() {
            drawing.add_line(corner, sector.corners[(n + 1) % sector.corners.len()]);
        }
        for depth in [STRIP_DEPTH, 2.0 * STRIP_DEPTH] {
            if let Some([one, other]) = sector.strip_line(depth) {
                drawing.add_line(one, other);
            }
        }
        draw_entries(&mut drawing, sheet, player, sector);
    }
    if let Some(size) = sheet.pool_size {
        let middle = Point { x: side / 2.0, y: side / 2.0 };
        drawing.add_text(middle, 1.5 * FONT_SIZE, 0.0, size.to_string());
    }
    drawing
}

fn draw_entries(drawing: &mut SheetDrawing, sheet: &ScoreSheet, player: usize, sector: &Sector) {
    let title = format!("{} {}", sheet.players[player], format_signed(sheet.entries[player].total));
    drawing.add_text(sector.point_at(0.5, -MARGIN / 2.0), 1.3 * FONT_SIZE, sector.angle, title);
    let others = sheet.others(player);
    let width = SHEET_SIDE / others.len() as f64;
    for (n, &other) in others.iter().enumerate() {
        let part = (n as f64 + 0.5) / others.len() as f64;
        if n > 0 {
            let border = n as f64 / others.len() as f64;
            drawing.add_line(sector.point_at(border, 0.0), sector.point_at(border, STRIP_DEPTH));
        }
        let name = sheet.players[other].as_str();
        drawing.add_text(sector.point_at(part, 14.0), 0.7 * FONT_SIZE, sector.angle, name);
        // The diagonals between the sectors cut off the outer corners of this strip, so its lines must be shorter.
        let whists = sheet.numbers(SheetPlace::Whists(player, other));
        let lines = number_lines(&whists, width - STRIP_DEPTH, 4);
        draw_lines(drawing, sector, lines, Point { x: part, y: STRIP_DEPTH - 16.0 });
    }
    draw_lines(
        drawing,
        sector,
        number_lines(&sheet.numbers(SheetPlace::Pool(player)), SHEET_SIDE - 4.0 * STRIP_DEPTH, 5),
        Point { x: 0.5, y: 2.0 * STRIP_DEPTH - 14.0 },
    );
    draw_lines(
        drawing,
        sector,
        number_lines(&sheet.numbers(SheetPlace::Mountain(player)), 260.0, 4),
        Point { x: 0.5, y: 2.0 * STRIP_DEPTH + 100.0 },
    );
}

/// The place of the first line has a fraction of the sector's outer side as `x` and the depth as `y`.
fn draw_lines(drawing: &mut SheetDrawing, sector: &Sector, lines: Vec<NumberLine>, first: Point) {
    for (n, line) in lines.into_iter().enumerate() {
        let middle = sector.point_at(first.x, first.y - n as f64 * LINE_HEIGHT);
        drawing.add_text(middle, FONT_SIZE, sector.angle, line);
    }
}

/// Each number is followed by a point, as players write them. If more than `max_lines` lines of this width are needed,
/// `…` stands instead of the first ones.
fn number_lines(numbers: &[(Amount, bool)], width: f64, max_lines: usize) -> Vec<NumberLine> {
    let texts: Vec<(String, bool)> = numbers
        .iter()
        .map(|&(amount, is_struck)| (format!("{}.", format_amount(amount)), is_struck))
        .collect();
    let mut lines: Vec<&[(String, bool)]> = Vec::new();
    let (mut start, mut taken) = (0, 0);
    for (n, (text, _)) in texts.iter().enumerate() {
        let columns = text.chars().count();
        if n > start && (taken + columns) as f64 * CHARACTER_WIDTH > width {
            lines.push(&texts[start..n]);
            (start, taken) = (n, 0);
        }
        taken += columns;
    }
    lines.push(&texts[start..]);
    let left_out = lines.len().saturating_sub(max_lines);
    let mut shown: Vec<NumberLine> = Vec::new();
    for (n, line) in lines[left_out..].iter().enumerate() {
        let mut text = NumberLine::from(if n == 0 && left_out > 0 { "…" } else { "" });
        for (number, is_struck) in *line {
            text.push(number, *is_struck);
        }
        shown.push(text);
    }
    shown
}

struct Column {
    title: String,
    numbers: Vec<(String, bool)>,
    total: String,
}

/// Columns for each player: supe on each other player and, before the last of these, bule.
fn paper_columns(sheet: &ScoreSheet) -> Vec<Column> {
    let mut columns = Vec::new();
    for (player, entries) in sheet.entries.iter().enumerate() {
        let others = sheet.others(player);
        for (n, &other) in others.iter().enumerate() {
            if n + 1 == others.len() {
                columns.push(Column {
                    title: sheet.players[player].clone(),
                    numbers: written_numbers(sheet, SheetPlace::Mountain(player), format_amount),
                    total: format_signed(entries.total),
                });
            }
            columns.push(Column {
                title: format!("→ {}", sheet.players[other]),
                numbers: written_numbers(sheet, SheetPlace::Whists(player, other), format_amount),
                total: String::new(),
            });
        }
    }
    columns
}

fn written_numbers(
    sheet: &ScoreSheet,
    place: SheetPlace,
    write: fn(Amount) -> String,
) -> Vec<(String, bool)> {
    let numbers = sheet.numbers(place).into_iter();
    numbers.map(|(amount, is_struck)| (write(amount), is_struck)).collect()
}

fn gains_columns(sheet: &ScoreSheet) -> Vec<Column> {
    let players = sheet.players.iter().zip(&sheet.entries).enumerate().map(|(n, (name, entries))| Column {
        title: name.clone(),
        numbers: written_numbers(sheet, SheetPlace::Gains(n), format_signed),
        total: format_signed(entries.total),
    });
    let numbers = written_numbers(sheet, SheetPlace::Pot, format_amount);
    let total = sheet.pot.last().copied().map(format_amount).unwrap_or_default();
    players.chain([Column { title: "pot".to_owned(), numbers, total }]).collect()
}

fn draw_columns(columns: &[Column]) -> SheetDrawing {
    let rows = columns.iter().map(|column| column.numbers.len()).max().unwrap_or(0) as f64;
    let (right, below) = (MARGIN + columns.len() as f64 * COLUMN_WIDTH, MARGIN + (rows + 2.0) * LINE_HEIGHT);
    let mut drawing =
        SheetDrawing { width: right + MARGIN, height: below + MARGIN, ..SheetDrawing::default() };
    for row in [0.0, 1.0, rows + 1.0, rows + 2.0] {
        let y = MARGIN + row * LINE_HEIGHT;
        drawing.add_line(Point { x: MARGIN, y }, Point { x: right, y });
    }
    for n in 0..=columns.len() {
        let x = MARGIN + n as f64 * COLUMN_WIDTH;
        drawing.add_line(Point { x, y: MARGIN }, Point { x, y: below });
    }
    for (n, Column { title, numbers, total }) in columns.iter().enumerate() {
        let x = MARGIN + (n as f64 + 0.5) * COLUMN_WIDTH;
        let y = |row: f64| MARGIN + (row + 0.5) * LINE_HEIGHT;
        drawing.add_text(Point { x, y: y(0.0) }, 0.8 * FONT_SIZE, 0.0, title.as_str());
        for (row, (number, is_struck)) in numbers.iter().enumerate() {
            let mut text = NumberLine::default();
            text.push(number, *is_struck);
            drawing.add_text(Point { x, y: y(row as f64 + 1.0) }, 0.8 * FONT_SIZE, 0.0, text);
        }
        drawing.add_text(Point { x, y: y(rows + 1.0) }, 0.8 * FONT_SIZE, 0.0, total.as_str());
    }
    drawing
}
