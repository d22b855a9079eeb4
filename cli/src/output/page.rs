//! Statistics as a self-contained HTML page with plots.

use std::fmt::Write;

use anstream::adapter::strip_str;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use preference::cards::Suit;
use preference::deal::CardStyle;
use preference::rules::Contract;
use preference::statistics::{ClassRow, ContractRow, Statistics, TalonUse};

use super::statistics::{name, rules};
use super::text;

/// Width and height of a plot in pixels.
const PLOT_SIZE: (u32, u32) = (760, 320);

/// CSS of the page, with a light colour scheme in every browser.
const PAGE_STYLE: &str = "\
:root{color-scheme:light}body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}svg{width:100%;height:auto}\
pre{font:13px/1.4 ui-monospace,monospace;overflow-x:auto;background:#f6f6f6;padding:1rem}";

pub(crate) fn page(statistics: &Statistics, place: &str) -> anyhow::Result<String> {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>preference: {0}</title><style>{PAGE_STYLE}</style></head><body>\n\
         <h1>{1} from {0}</h1>\n",
        escape(place),
        text::count(statistics.answers, "answer")
    );
    if let Some(rules) = rules(statistics) {
        let _ = writeln!(page, "<p>Rules: {}</p>", escape(&rules));
    }
    for talon_use in [TalonUse::Hand, TalonUse::Talon] {
        let rows = statistics.contracts.iter();
        let rows: Vec<&ContractRow> =
            rows.filter(|row| row.with == talon_use && row.declarer.is_none()).collect();
        let bars =
            rows.iter().map(|row| (label(row.contract), 100.0 * row.means.chance.mean)).collect::<Vec<_>>();
        section(
            &mut page,
            &format!("How often each contract is made, {}", name(talon_use)),
            &bars,
            |root| draw_bars(root, &bars, "% of hands"),
        )?;
        for row in rows.iter().filter(|row| !row.histogram.is_empty()) {
            let hands = row.hands as f64;
            let bars = row.histogram.iter().enumerate();
            let bars = bars.map(|(tricks, &count)| (tricks.to_string(), 100.0 * count as f64 / hands));
            let bars: Vec<(String, f64)> = bars.collect();
            section(
                &mut page,
                &format!("Tricks in {}, {}", label(row.contract), name(talon_use)),
                &bars,
                |root| draw_bars(root, &bars, "% of hands"),
            )?;
        }
        for (title, rows, axis) in [
            ("By the points of the declarer's ten cards", &statistics.strength, "points"),
            ("By the trumps in the declarer's ten cards", &statistics.length, "trumps"),
        ] {
            let lines = lines(rows, talon_use);
            section(
                &mut page,
                &format!("{title}: how often the contract is made, {}", name(talon_use)),
                &lines,
                |root| draw_lines(root, &lines, axis),
            )?;
        }
    }
    for (title, rows) in [
        ("Tricks that the talon brings", &statistics.talon),
        ("Tricks that the defenders lose by rules of thumb", &statistics.rules_of_thumb),
    ] {
        for row in rows {
            let what = row.contract.map_or("all contracts".to_owned(), label);
            let bars = shares(&row.histogram, row.hands);
            section(
                &mut page,
                &format!("{title}, {what}: {:.2} on average", row.mean.mean),
                &bars,
                |root| draw_bars(root, &bars, "% of hands"),
            )?;
        }
    }
    for row in &statistics.gains {
        let bars = shares(&bin_histogram(&row.histogram), row.hands);
        let title =
            format!("Gain of {}: {:.2} on average", text::seat(row.seat).to_lowercase(), row.mean.mean);
        section(&mut page, &title, &bars, |root| draw_bars(root, &bars, "% of hands"))?;
    }
    write!(
        page,
        "<h2>Tables</h2>\n<pre>{}</pre>\n</body></html>\n",
        escape(&strip_str(&super::statistics::text(statistics)).to_string())
    )?;
    Ok(page)
}

fn label(contract: Contract) -> String {
    strip_str(&text::contract(contract, CardStyle::Unicode)).to_string()
}

/// `n`: the number of the line in the plot.
fn color(contract: Contract, n: usize) -> RGBAColor {
    match contract {
        Contract::Game(Some(Suit::Spades)) => RGBColor(46, 52, 54).into(),
        Contract::Game(Some(Suit::Hearts)) => RGBColor(204, 0, 0).into(),
        Contract::Game(Some(Suit::Diamonds)) => RGBColor(245, 121, 0).into(),
        Contract::Game(Some(Suit::Clubs)) => RGBColor(78, 154, 6).into(),
        Contract::Game(None) => RGBColor(52, 101, 164).into(),
        _ => Palette99::pick(n + 4).to_rgba(),
    }
}

fn section<T>(
    page: &mut String,
    title: &str,
    data: &[T],
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if data.is_empty() {
        return Ok(());
    }
    let mut plot = String::new();
    {
        let root = SVGBackend::with_string(&mut plot, PLOT_SIZE).into_drawing_area();
        draw(&root)?;
        root.present()?;
    }
    Ok(write!(page, "<h2>{}</h2>\n{plot}\n", escape(title))?)
}

fn shares(histogram: &[(i64, u64)], hands: u64) -> Vec<(String, f64)> {
    let share = |&(number, count): &(i64, u64)| (number.to_string(), 100.0 * count as f64 / hands as f64);
    histogram.iter().map(share).collect()
}

fn bin_histogram(histogram: &[(i64, u64)]) -> Vec<(i64, u64)> {
    // At most 31 bins, whose width is 1, 2 or 5 times a power of ten. A bin is named by its lowest number.
    /// Limit of the range of the numbers, in bins: the width of the bins is chosen so that the range is less than this.
    const RANGE_LIMIT: i64 = 30;
    let (Some((least, _)), Some((most, _))) = (histogram.first(), histogram.last()) else {
        return Vec::new();
    };
    let widths = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
    let width = widths.into_iter().find(|width| (most - least) / width < RANGE_LIMIT).unwrap_or(1);
    let mut bins: Vec<(i64, u64)> = Vec::new();
    for &(number, count) in histogram {
        let bin = number.div_euclid(width) * width;
        match bins.last_mut() {
            Some((last, sum)) if *last == bin => *sum += count,
            _ => bins.push((bin, count)),
        }
    }
    bins
}

/// Lines of a plot, one for each contract. Each point is a class of hands, and the percentage of its hands in which the
/// contract is made.
type Lines = Vec<(Contract, Vec<(f64, f64)>)>;

/// Smallest number of hands with which a class is shown.
const MIN_CLASS_SIZE: u64 = 5;

fn lines(rows: &[ClassRow], talon_use: TalonUse) -> Lines {
    let mut lines: Lines = Vec::new();
    for row in rows.iter().filter(|row| row.with == talon_use && row.hands >= MIN_CLASS_SIZE) {
        let point = (row.class as f64, 100.0 * row.means.chance.mean);
        match lines.last_mut().filter(|(last, _)| *last == row.contract) {
            Some((_, points)) => points.push(point),
            None => lines.push((row.contract, vec![point])),
        }
    }
    lines
}

fn bar_name(bars: &[(String, f64)], place: f64) -> String {
    // A position between bars has no name.
    let near = place.round();
    let bar = bars.get(near as usize).filter(|_| (place - near).abs() < 1e-6 && near >= 0.0);
    bar.map_or(String::new(), |(name, _)| name.clone())
}

fn draw_bars(
    root: &DrawingArea<SVGBackend<'_>, Shift>,
    bars: &[(String, f64)],
    axis: &str,
) -> anyhow::Result<()> {
    let most = bars.iter().map(|(_, value)| *value).fold(1.0, f64::max) * 1.1;
    let mut chart = ChartBuilder::on(root)
        .margin(8)
        .x_label_area_size(36)
        .y_label_area_size(52)
        .build_cartesian_2d(-0.5..bars.len() as f64 - 0.5, 0.0..most)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .x_labels(2 * bars.len() + 1)
        .x_label_formatter(&|&place| bar_name(bars, place))
        .y_desc(axis)
        .label_style(("sans-serif", 14))
        .draw()?;
    chart.draw_series(bars.iter().enumerate().map(|(n, (_, value))| {
        let middle = n as f64;
        Rectangle::new([(middle - 0.38, 0.0), (middle + 0.38, *value)], RGBColor(52, 101, 164).filled())
    }))?;
    chart.draw_series(bars.iter().enumerate().map(|(n, (_, value))| {
        let style =
            ("sans-serif", 12).into_font().into_text_style(root).pos(Pos::new(HPos::Center, VPos::Bottom));
        Text::new(format!("{value:.1}"), (n as f64, *value), style)
    }))?;
    Ok(())
}

fn draw_lines(root: &DrawingArea<SVGBackend<'_>, Shift>, lines: &Lines, axis: &str) -> anyhow::Result<()> {
    let classes = || lines.iter().flat_map(|(_, points)| points.iter().map(|point| point.0));
    let (least, most) = (classes().fold(f64::MAX, f64::min), classes().fold(0.0, f64::max));
    let mut chart = ChartBuilder::on(root)
        .margin(8)
        .x_label_area_size(44)
        .y_label_area_size(52)
        .build_cartesian_2d(least - 0.5..most + 0.5, 0.0..100.0)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_labels(usize::min((most - least) as usize + 1, 20))
        .x_label_formatter(&|class| format!("{class:.0}"))
        .x_desc(axis)
        .y_desc("% made")
        .label_style(("sans-serif", 14))
        .draw()?;
    for (n, (contract, points)) in lines.iter().enumerate() {
        let color = color(*contract, n);
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)).point_size(3))?
            .label(label(*contract))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .label_font(("sans-serif", 14))
        .draw()?;
    Ok(())
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
