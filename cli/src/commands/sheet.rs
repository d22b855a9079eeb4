//! `pref score --sheet`: the score of a series of deals.

use std::io::{BufWriter, Read, Write};
use std::path::Path;

use anyhow::Context;
use clap::Parser;
use preference::rules::payment::Way;
use preference::{Amount, BySeat, Sheet, Variant};
use serde::Serialize;
use serde_json::Number;

use crate::args::{Format, HandArgs, ScoreArgs};
use crate::commands::score::played;
use crate::failure::Failure;
use crate::output::{color_choice, json, text};

/// A line of a sheet: the options of one hand.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Line {
    #[command(flatten)]
    hand: HandArgs,
}

/// A deal in an answer.
#[derive(Serialize)]
struct Deal<'a> {
    deal: usize,
    players: Seated<'a>,
    gains: Named<'a>,
    pot: Number,
    refa: bool,
}

/// Who sat where.
#[derive(Serialize)]
struct Seated<'a> {
    #[serde(flatten)]
    seats: json::Seats<&'a str>,
    #[serde(rename = "D", skip_serializing_if = "Option::is_none")]
    sitting: Option<&'a str>,
}

/// The end of a sheet.
#[derive(Serialize)]
struct Total<'a> {
    total: Named<'a>,
    pot: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    books: Option<Books<'a>>,
}

#[derive(Serialize)]
struct Books<'a> {
    pool: Named<'a>,
    mountain: Named<'a>,
    /// Of each on the others.
    whists: Of<'a, Named<'a>>,
}

type Named<'a> = Of<'a, Number>;

/// Something of every player, by name in the order of the players.
struct Of<'a, T>(Vec<(&'a str, T)>);

impl<T: Serialize> Serialize for Of<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

fn named<'a>(players: &'a [String], amounts: &[Amount]) -> Named<'a> {
    Of(players.iter().map(String::as_str).zip(amounts.iter().map(|&amount| json::number(amount))).collect())
}

pub(crate) fn run(args: &ScoreArgs, rules: Variant, path: &Path) -> Result<(), Failure> {
    let mut input = String::new();
    if path == Path::new("-") {
        std::io::stdin().read_to_string(&mut input).context("cannot read standard input")?;
    } else {
        input = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    let out = anstream::AutoStream::new(std::io::stdout(), color_choice(args.color));
    let mut out = BufWriter::new(out);
    let written = keep(args, rules, &input, &mut out);
    // What came before a line that is wrong has been answered.
    out.flush()?;
    let (players, sheet) = written?;
    match args.format {
        Format::Json => {
            let total = Total {
                total: named(&players, sheet.totals()),
                pot: json::number(sheet.pot()),
                books: sheet.books().map(|books| Books {
                    pool: named(&players, &books.pool),
                    mountain: named(&players, &books.mountain),
                    whists: Of(players
                        .iter()
                        .map(String::as_str)
                        .zip(books.whists.iter().map(|whists| named(&players, whists)))
                        .collect()),
                }),
            };
            writeln!(out, "{}", json::line(&total))?;
        }
        Format::Text => write!(out, "{}", show_total(&players, &sheet))?,
    }
    out.flush()?;
    Ok(())
}

/// Go through the lines; JSON is written as it comes, text at the end of all.
fn keep(
    args: &ScoreArgs,
    rules: Variant,
    input: &str,
    out: &mut impl Write,
) -> Result<(Vec<String>, Sheet), Failure> {
    let mut game: Option<(Vec<String>, Sheet)> = None;
    let mut rules = Some(rules);
    let mut rows = Vec::new();
    let mut ended = Ok(());
    for (n, line) in input.lines().enumerate() {
        let wrong = |message: String| Failure::Input(format!("line {}: {message}", n + 1));
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(&first) = words.first() else { continue };
        let Some((players, sheet)) = &mut game else {
            let names: Vec<String> = words[1..].iter().map(|&name| name.to_owned()).collect();
            if first != "players" || !(3..=4).contains(&names.len()) {
                return Err(wrong("the first line names three or four, as 'players Ada Ben Cem'".to_owned()));
            }
            if let Some(name) =
                names.iter().enumerate().find_map(|(n, name)| names[..n].contains(name).then_some(name))
            {
                return Err(wrong(format!("two players are called {name}: tell them apart")));
            }
            let rules = rules.take().expect("there is one line of players");
            let sheet = Sheet::new(rules, names.len());
            game = Some((names, sheet));
            continue;
        };
        let added = Line::try_parse_from(words).map_err(Failure::from).and_then(|line| {
            let HandArgs { pot, dealer, four, .. } = &line.hand;
            if pot.is_some() || dealer.is_some() || *four {
                let message = "a sheet knows the pot, who deals and how many play: leave out --pot, --dealer and --four";
                return Err(Failure::Input(message.to_owned()));
            }
            played(&line.hand)
        });
        let added = added.and_then(|(hand, played)| {
            let declarer = hand.game.map(|game| (game.contract, sheet.player(game.declarer)));
            let row = sheet.add(&hand, &played).map_err(|error| Failure::Input(error.to_string()))?;
            Ok((declarer, row))
        });
        let (declarer, row) = match added {
            Ok(added) => added,
            Err(Failure::Input(message)) => {
                ended = Err(wrong(message));
                break;
            }
            Err(failure) => return Err(failure),
        };
        match args.format {
            Format::Json => {
                let name = |place: usize| players[place].as_str();
                let deal = Deal {
                    deal: rows.len() + 1,
                    players: Seated {
                        seats: BySeat(row.seats.0.map(name)).into(),
                        sitting: row.sitting.map(name),
                    },
                    gains: named(players, &row.gains),
                    pot: json::number(row.pot),
                    refa: row.refa,
                };
                writeln!(out, "{}", json::line(&deal))?;
                rows.push(Vec::new());
            }
            Format::Text => {
                let (contract, who) = declarer
                    .map_or(("all pass".to_owned(), String::new()), |(contract, player)| {
                        (contract.to_string(), players[player].clone())
                    });
                let mut cells = vec![(rows.len() + 1).to_string(), contract, who];
                cells.extend(row.gains.iter().map(|&gain| text::gain(gain)));
                cells.push(text::gain(row.pot).trim_start_matches('+').to_owned());
                rows.push(cells);
            }
        }
    }
    let Some(game) = game else {
        return Err(Failure::Input("the sheet is empty: begin it with 'players Ada Ben Cem'".to_owned()));
    };
    if args.format == Format::Text {
        let mut header: Vec<String> = ["", "contract", "declarer"].map(str::to_owned).into();
        header.extend(game.0.iter().cloned());
        header.push("pot".to_owned());
        write!(out, "{}", text::table(header, rows, 3))?;
    }
    ended.map(|()| game)
}

/// The totals, and what is in the books.
fn show_total(players: &[String], sheet: &Sheet) -> String {
    let mut header = vec![String::new()];
    header.extend(players.iter().cloned());
    let row = |name: &str, amounts: &[Amount]| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(amounts.iter().map(|&amount| text::gain(amount))).collect()
    };
    let mut rows = vec![row("total", sheet.totals())];
    if let Some(books) = sheet.books() {
        let paper = sheet.rules().settlement().by == Some(Way::Paper);
        if paper {
            rows.push(row("bule", &books.mountain));
        } else {
            rows.push(row("pool", &books.pool));
            rows.push(row("mountain", &books.mountain));
        }
        let written = if paper { "supe" } else { "whists" };
        for (n, player) in players.iter().enumerate() {
            rows.push(row(&format!("{written} of {player} on"), &books.whists[n]));
        }
    }
    if sheet.marks().iter().any(|&marks| marks > 0) {
        let marks: Vec<Amount> = sheet.marks().iter().map(|&n| Amount::from_integer(n.into())).collect();
        rows.push(row("marks", &marks));
    }
    format!("\n{}{}\n", text::table(header, rows, 1), text::remark(sheet.rules().label()))
}
