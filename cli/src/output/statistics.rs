//! Statistics as text for reading, and as one table.

use preference::deal::CardStyle;
use preference::rules::Contract;
use preference::sampling::{Estimate, Means};
use preference::statistics::{ClassRow, DifferenceRow, LayoutRow, Statistics, TalonUse};

use super::text;

pub(crate) fn text(statistics: &Statistics) -> String {
    let mut parts = vec![counts(statistics)];
    for talon_use in [TalonUse::Hand, TalonUse::Talon] {
        let contract_rows = || statistics.contracts.iter().filter(|row| row.with == talon_use);
        let alone = |contract| contract_rows().filter(|row| row.contract == contract).count() < 3;
        let rows = contract_rows().filter(|row| row.declarer.is_some() || !alone(row.contract));
        let rows: Vec<Vec<String>> = rows
            .map(|row| {
                let declarer = row.declarer.map_or("all", text::seat).to_owned();
                let mut cells =
                    vec![text::contract(row.contract, CardStyle::Unicode), declarer, row.hands.to_string()];
                cells.extend(means(&row.means));
                cells
            })
            .collect();
        let header = ["", "declarer", "hands", "made", "95%", "tricks"].map(str::to_owned).to_vec();
        parts.extend(part(&format!("Contracts, {}", name(talon_use)), header, rows, 2));
    }
    let classes = [
        ("Points of the ten cards dealt", &statistics.strength),
        ("Trumps in the ten cards dealt", &statistics.length),
    ];
    for (title, rows) in classes {
        for talon_use in [TalonUse::Hand, TalonUse::Talon] {
            let (header, rows) = class_table(rows, talon_use);
            parts.extend(part(
                &format!("{title}: how often the contract is made, {}", name(talon_use)),
                header,
                rows,
                1,
            ));
        }
    }
    parts.extend(differences("Tricks that the talon brings", &statistics.talon));
    parts.extend(differences("Tricks that the defenders lose by rules of thumb", &statistics.rules_of_thumb));
    let header = ["", "hands", "mean gain", "95%"].map(str::to_owned).to_vec();
    let gains = statistics.gains.iter().map(|row| {
        vec![
            text::seat(row.seat).to_owned(),
            row.hands.to_string(),
            number(row.mean.mean),
            interval(row.mean),
        ]
    });
    parts.extend(part("Gains", header, gains.collect(), 1));
    for talon_use in [TalonUse::Hand, TalonUse::Talon] {
        let header = ["", "answers", "made", "of", "share"].map(str::to_owned).to_vec();
        let rows = statistics.layouts.iter().filter(|row| row.with == talon_use).map(layout_cells);
        let title = format!("Layouts on which the contract is made, {}", name(talon_use));
        parts.extend(part(&title, header, rows.collect(), 1));
    }
    parts.join("\n")
}

fn layout_cells(row: &LayoutRow) -> Vec<String> {
    let counts = [row.answers, row.made, row.of].map(|count| count.to_string());
    let contract = text::contract(row.contract, CardStyle::Unicode);
    [contract].into_iter().chain(counts).chain([percent(layout_share(row))]).collect()
}

fn layout_share(row: &LayoutRow) -> f64 {
    row.made as f64 / row.of.max(1) as f64
}

fn counts(statistics: &Statistics) -> String {
    let mut text = text::count(statistics.answers, "answer");
    if statistics.deals != statistics.answers {
        text += &format!(" about {}", text::count(statistics.deals, "deal"));
    }
    if statistics.errors > 0 {
        text += &format!(", {} without an answer", text::count(statistics.errors, "record"));
    }
    if statistics.skipped > 0 {
        text += &format!(", {} with nothing to count", text::count(statistics.skipped, "more answer"));
    }
    text + "\n" + &rules(statistics).map(|rules| format!("Rules: {rules}\n")).unwrap_or_default()
}

pub(super) fn rules(statistics: &Statistics) -> Option<String> {
    (!statistics.rules.is_empty()).then(|| statistics.rules.join(", "))
}

pub(super) fn name(talon_use: TalonUse) -> &'static str {
    match talon_use {
        TalonUse::Hand => "without the talon",
        TalonUse::Talon => "with the talon and the best discard",
    }
}

fn part(title: &str, header: Vec<String>, rows: Vec<Vec<String>>, left: usize) -> Option<String> {
    (!rows.is_empty()).then(|| format!("{}\n{}", text::heading(title), text::table(header, rows, left)))
}

fn means(means: &Means) -> [String; 3] {
    let chance = means.chance;
    let interval = format!("{}–{}", percent(chance.low), percent(chance.high));
    [percent(chance.mean), interval, means.tricks.map_or("–".to_owned(), |tricks| number(tricks.mean))]
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn number(number: f64) -> String {
    format!("{number:.2}")
}

fn interval(mean: Estimate) -> String {
    // Too few hands have no interval.
    if mean.low.is_finite() {
        format!("{} to {}", number(mean.low), number(mean.high))
    } else {
        "–".to_owned()
    }
}

fn class_table(rows: &[ClassRow], talon_use: TalonUse) -> (Vec<String>, Vec<Vec<String>>) {
    let class_rows = || rows.iter().filter(move |row| row.with == talon_use);
    let mut contracts: Vec<Contract> = class_rows().map(|row| row.contract).collect();
    contracts.dedup();
    let mut classes: Vec<usize> = class_rows().map(|row| row.class).collect();
    classes.sort_unstable();
    classes.dedup();
    let header = [String::new(), "hands".to_owned()];
    let header = header
        .into_iter()
        .chain(contracts.iter().map(|&contract| text::contract(contract, CardStyle::Unicode)));
    let lines = classes.iter().map(|&class| {
        let hands = class_rows().filter(|row| row.class == class).map(|row| row.hands).max().unwrap_or(0);
        let cells = contracts.iter().map(|&contract| {
            let row = class_rows().find(|row| row.class == class && row.contract == contract);
            row.map_or("–".to_owned(), |row| percent(row.means.chance.mean))
        });
        [class.to_string(), hands.to_string()].into_iter().chain(cells).collect()
    });
    (header.collect(), lines.collect())
}

fn share_text(row: &DifferenceRow, is_counted: fn(i64) -> bool) -> String {
    let counted = row.histogram.iter().filter(|(number, _)| is_counted(*number));
    let count: u64 = counted.map(|(_, count)| count).sum();
    percent(count as f64 / row.hands as f64)
}

fn differences(title: &str, rows: &[DifferenceRow]) -> Option<String> {
    let header = ["", "hands", "mean", "95%", "none", "one", "two", "more"].map(str::to_owned).to_vec();
    let cells = rows.iter().map(|row| {
        let share = |is_counted| share_text(row, is_counted);
        let name =
            row.contract.map_or("all".to_owned(), |contract| text::contract(contract, CardStyle::Unicode));
        let mut cells = vec![name, row.hands.to_string(), number(row.mean.mean), interval(row.mean)];
        cells.extend([share(|n| n <= 0), share(|n| n == 1), share(|n| n == 2), share(|n| n > 2)]);
        cells
    });
    part(title, header, cells.collect(), 1)
}

fn mean_cells(means: &Means) -> impl Iterator<Item = String> + use<> {
    let Estimate { mean, low, high, .. } = means.chance;
    let chance = [mean, low, high].map(|share| format!("{share:.6}"));
    let tricks = means.tricks.map(|tricks| [tricks.mean, tricks.low, tricks.high].map(number));
    chance.into_iter().chain(tricks.unwrap_or_default())
}

/// The statistics as one CSV table. Each row has the means of one contract, class or seat, and the name of the
/// statistic to which they belong.
pub(crate) fn csv(statistics: &Statistics) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "table",
        "with",
        "contract",
        "declarer",
        "class",
        "hands",
        "made",
        "made_low",
        "made_high",
        "mean",
        "mean_low",
        "mean_high",
        "rules",
    ])?;
    let rules = statistics.rules.join(" ");
    let mut write = |cells: Vec<String>| writer.write_record(cells.iter().chain([&rules]));
    let with_cell = |talon_use| if talon_use == TalonUse::Hand { "hand" } else { "talon" };
    for row in &statistics.contracts {
        let declarer = row.declarer.map_or("all".to_owned(), |seat| seat.letter().to_string());
        let first = [
            "contracts",
            with_cell(row.with),
            &row.contract.to_string(),
            &declarer,
            "",
            &row.hands.to_string(),
        ];
        write(first.map(str::to_owned).into_iter().chain(mean_cells(&row.means)).collect())?;
    }
    for (table, rows) in [("points", &statistics.strength), ("trumps", &statistics.length)] {
        for row in rows {
            let (contract, class) = (row.contract.to_string(), row.class.to_string());
            let first = [table, with_cell(row.with), &contract, "all", &class, &row.hands.to_string()];
            write(first.map(str::to_owned).into_iter().chain(mean_cells(&row.means)).collect())?;
        }
    }
    let spread = |mean: Estimate| [mean.mean, mean.low, mean.high].map(|number| format!("{number:.6}"));
    for (table, rows) in [("talon", &statistics.talon), ("rules_of_thumb", &statistics.rules_of_thumb)] {
        for row in rows {
            let contract = row.contract.map_or("all".to_owned(), |contract| contract.to_string());
            let first = [table, "", &contract, "", "", &row.hands.to_string(), "", "", ""];
            write(first.map(str::to_owned).into_iter().chain(spread(row.mean)).collect())?;
        }
    }
    for row in &statistics.gains {
        let first = ["gains", "", "", &row.seat.letter().to_string(), "", &row.hands.to_string(), "", "", ""];
        write(first.map(str::to_owned).into_iter().chain(spread(row.mean)).collect())?;
    }
    for row in &statistics.layouts {
        let contract = row.contract.to_string();
        let share = format!("{:.6}", layout_share(row));
        let first = ["layouts", with_cell(row.with), &contract, "", "", &row.of.to_string(), &share];
        write(first.map(str::to_owned).into_iter().chain(std::iter::repeat_n(String::new(), 5)).collect())?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
