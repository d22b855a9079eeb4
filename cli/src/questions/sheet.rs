//! `pref score --sheet`: the score of a series of deals.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::Parser;
use preference::excerpt::{excerpt, is_plain};
use preference::questions::score::ScoreSubject;
use preference::questions::score::{HandFields, ScoreQuestion};
use preference::rules::payment::PaymentScheme;
use preference::rules::{Contract, Variant};
use preference::seat::{BySeat, Seat};
use preference::settlement::{
    Amount, Ruling, ScoreSheet, SettlementError, Sheet, SheetDrawing, SheetRow, SheetTotals, check_words,
    strike_through,
};
use preference::situation::totals::{read_ruling, read_totals};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::asking::Asked;
use super::carried_totals::{CarriedTotals, ruling_entries};
use super::names::{PlayerSeat, with_seats};
use crate::args::{Format, SheetArgs};
use crate::failure::Failure;
use crate::input::read_text;
use crate::output::svg::picture;
use crate::output::{DisplayStyle, text};
use crate::overwrite::{refuse_overwriting, refuse_standard_output, write_file};
use crate::request::{self, Request};

/// Maximum number of characters of a player's name, so that the columns of a sheet stay narrow.
const MAX_NAME_LENGTH: usize = 20;

/// Line of a sheet: the options of one hand.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Line {
    #[command(flatten)]
    hand: HandFields,
}

/// Line of the answer: a deal, a ruling or, after all of them, the totals.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only a schema")]
pub(crate) enum SheetLine {
    /// Deal or ruling.
    Row(Row),
    /// Totals.
    Total(Total),
}

/// Deal or ruling of a sheet.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SheetDeal")]
pub(crate) struct Row {
    /// Number of the deal, from 1; absent in a ruling. A deal that is struck out has the number of the deal after it.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    deal: Option<usize>,
    /// The row is a ruling or penalty.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ruling: bool,
    /// The row is struck out, and its gains do not count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    struck: bool,
    /// Words on the row.
    #[serde(skip_serializing_if = "String::is_empty")]
    words: String,
    /// Names of the players; absent in a ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<SeatedNames>,
    /// Gains of the players from this row, antes included.
    gains: NamedValues<Amount>,
    /// Amount in the pot after the row. Under rules with bule it includes the value of all bule written, each counted
    /// as 10 supe unless the rules set another number.
    pot: Amount,
    /// Whether a mark (refa) doubled the payment of the hand.
    refa: bool,
    /// Points that a ruling adds on the score sheet, under rules with books or bule.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Books>,
    /// Contract and the declarer's name, for the text.
    #[serde(skip)]
    played: Option<(Contract, String)>,
}

/// Names of the players at the seats, and of the dealer who sits out.
#[derive(Serialize, JsonSchema)]
struct SeatedNames {
    /// Names at the seats.
    #[serde(flatten)]
    seats: BySeat<String>,
    /// Name of the dealer, if four are at the table.
    #[serde(rename = "D", skip_serializing_if = "Option::is_none")]
    sitting: Option<String>,
}

/// Totals of all deals at the end of a sheet.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SheetTotals")]
pub(crate) struct Total {
    /// Gain of each player from all deals, and from the totals with which the sheet begins.
    total: NamedValues<Amount>,
    /// Amount in the pot.
    pot: Amount,
    /// Totals rounded to whole numbers with the same sum, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<WholeTotal>,
    /// Entries of the score sheet (pool, mountain and whists), under rules with books or bule.
    #[serde(skip_serializing_if = "Option::is_none")]
    books: Option<Books>,
}

/// Totals at the end of a sheet, rounded to whole numbers.
#[derive(Serialize, JsonSchema)]
struct WholeTotal {
    /// Gain of each player.
    #[schemars(with = "NamedValues<i64>")]
    total: NamedValues<Amount>,
    /// Amount in the pot.
    #[schemars(with = "i64")]
    pot: Amount,
}

/// Entries of the score sheet.
#[derive(Serialize, JsonSchema)]
struct Books {
    /// Points in the pool.
    pool: NamedValues<Amount>,
    /// Points in the mountain; under rules with bule, the bule.
    mountain: NamedValues<Amount>,
    /// Whists that each player has written on each of the others; under rules with bule, the supe.
    whists: NamedValues<NamedValues<Amount>>,
}

/// Value of each player by name, in the order of the players.
struct NamedValues<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for NamedValues<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<T: JsonSchema> JsonSchema for NamedValues<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}ByPlayer", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <BTreeMap<String, T>>::json_schema(generator)
    }
}

impl<T: Clone> NamedValues<T> {
    fn new(players: &[String], values: &[T]) -> NamedValues<T> {
        NamedValues(players.iter().cloned().zip(values.iter().cloned()).collect())
    }
}

/// Sheet that is being read: its players, the score so far, and a row for each deal and ruling.
struct OpenSheet {
    rules: Arc<Variant>,
    players: Vec<String>,
    sheet: Sheet,
    opening: Option<SheetTotals>,
    rows: Vec<Row>,
    /// Rows of the sheet in the form of the library.
    settled: Vec<SheetRow>,
}

/// Marks of a line: what it is apart from its options.
struct LineMarks {
    is_struck: bool,
    words: String,
}

/// Reader of a sheet, which reads one line after another.
struct SheetReader<'a> {
    rules: &'a Arc<Variant>,
    /// Sheet; `None` until the line with the players is read.
    open_sheet: Option<OpenSheet>,
    /// Totals that were read and not yet used, since no hand has followed.
    carried: CarriedTotals,
    /// Number of the line that is being read, for messages.
    line: usize,
}

pub(super) fn run(asked: &Asked<ScoreQuestion, SheetArgs>, path: &Path) -> Result<(), Failure> {
    let (rules, args) = (&request::rules(&asked.rules)?, &asked.extras);
    let display = DisplayStyle::from(&asked.output);
    if args.paper && asked.output.display.format == Format::Json {
        return Err(Failure::Input("--paper prints text: leave out --format json".to_owned()));
    }
    if let Some(svg) = &args.svg {
        refuse_standard_output("--svg", svg)?;
        refuse_overwriting("--svg", svg, asked.rules.rules_file.as_deref().into_iter().chain([path]))?;
    }
    let input = read_text((path != Path::new("-")).then_some(path))?;
    let mut reader = SheetReader { rules, open_sheet: None, carried: CarriedTotals::default(), line: 0 };
    let ended = reader.read_lines(&input).map_err(|failure| match failure {
        Failure::Input(message) => Failure::Input(format!("line {}: {message}", reader.line)),
        other => other,
    });
    let open_sheet = reader.open_sheet;
    // If a line is wrong, the deals before it are still printed, except with --paper.
    if let Some(open_sheet) =
        open_sheet.as_ref().filter(|open_sheet| !open_sheet.rows.is_empty() && !args.paper)
    {
        let mut out = display.stdout();
        write!(
            out,
            "{}",
            display.format_list(&open_sheet.rows, |rows, _| deal_table(&open_sheet.players, rows))
        )?;
        out.flush()?;
    }
    ended?;
    let open_sheet = open_sheet.ok_or_else(|| {
        Failure::Input("the sheet is empty: begin it with 'players Ada Ben Cem'".to_owned())
    })?;
    let OpenSheet { rules, players, opening, settled, .. } = &open_sheet;
    let score_sheet = ScoreSheet::new(rules, players, opening.as_ref(), settled);
    if args.paper {
        display.print(&format!("{score_sheet}{}\n", text::remark(rules.label())))?;
    } else {
        display
            .print(&display.format(&open_sheet.total(asked.question.whole), |total, _| {
                total_text(&open_sheet, total)
            }))?;
    }
    if let Some(path) = &args.svg {
        let drawing = SheetDrawing::new(&score_sheet);
        write_file(path, &picture(&drawing), args.overwrite)?;
    }
    Ok(())
}

impl SheetReader<'_> {
    fn read_lines(&mut self, input: &str) -> Result<(), Failure> {
        for line in input.lines() {
            self.line += 1;
            self.add_line(line)?;
        }
        self.begin_sheet()
    }

    fn add_line(&mut self, line: &str) -> Result<(), Failure> {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        match &mut self.open_sheet {
            _ if words.is_empty() => Ok(()),
            Some(open_sheet) if CarriedTotals::is_totals_line(&words) && !open_sheet.rows.is_empty() => {
                Err(Failure::Input("totals must come before the first hand: move the line up".to_owned()))
            }
            _ if CarriedTotals::is_totals_line(&words) => self.carried.add_line(self.line, &words),
            None => {
                self.open_sheet = Some(OpenSheet::new(self.rules, &words)?);
                Ok(())
            }
            Some(_) => {
                self.begin_sheet()?;
                self.open_sheet.as_mut().map_or(Ok(()), |open_sheet| open_sheet.add_row(&words))
            }
        }
    }

    fn begin_sheet(&mut self) -> Result<(), Failure> {
        let Some((open_sheet, (totals, line))) = self.open_sheet.as_mut().zip(self.carried.take_totals())
        else {
            return Ok(());
        };
        open_sheet.begin_with_totals(&totals).inspect_err(|_| self.line = line)
    }
}

impl OpenSheet {
    /// `words` are those of the first line, which names the players.
    fn new(rules: &Arc<Variant>, words: &[&str]) -> Result<OpenSheet, Failure> {
        let names: Vec<String> = words[1..].iter().map(|&name| name.to_owned()).collect();
        if words[0] != "players" || !(3..=4).contains(&names.len()) {
            return Err(Failure::Input(
                "the first line must name three or four players, such as 'players Ada Ben Cem'".to_owned(),
            ));
        }
        if let Some(name) =
            names.iter().enumerate().find_map(|(n, name)| names[..n].contains(name).then_some(name))
        {
            let name = excerpt(name);
            return Err(Failure::Input(format!("two players have the name {name}: rename one of them")));
        }
        if let Some(name) = names.iter().find(|name| name.parse::<Seat>().is_ok()) {
            let name = excerpt(name);
            return Err(Failure::Input(format!("the name '{name}' is that of a seat: write a longer name")));
        }
        if let Some(name) = names.iter().find(|name| !is_plain(name)) {
            let shown = excerpt(name);
            // With another sign a name without control characters would be plain.
            let problem = if is_plain(&format!("{name}x")) {
                "has no sign that can be seen: write plain text"
            } else {
                "has a control character: leave out this character"
            };
            return Err(Failure::Input(format!("the name '{shown}' {problem}")));
        }
        if let Some(name) = names.iter().find(|name| name.chars().count() > MAX_NAME_LENGTH) {
            let name = excerpt(name);
            return Err(Failure::Input(format!(
                "the name '{name}' is too long: write {MAX_NAME_LENGTH} characters at most"
            )));
        }
        let sheet = Sheet::new(Arc::clone(rules), names.len());
        Ok(OpenSheet {
            rules: Arc::clone(rules),
            players: names,
            sheet,
            opening: None,
            rows: Vec::new(),
            settled: Vec::new(),
        })
    }

    fn begin_with_totals(&mut self, totals: &Value) -> Result<(), Failure> {
        let players: Vec<&str> = self.players.iter().map(String::as_str).collect();
        let totals =
            read_totals(totals, &players, &self.rules).map_err(|error| Failure::Input(error.with_field()))?;
        self.sheet = Sheet::with_totals(Arc::clone(&self.rules), totals.clone())
            .map_err(|error| Failure::Input(error.to_string()))?;
        self.opening = Some(totals);
        Ok(())
    }

    /// Reads `struck` at the beginning of a line, and the words behind `--`.
    fn add_row(&mut self, words: &[&str]) -> Result<(), Failure> {
        let is_struck = words[0] == "struck";
        let words = &words[usize::from(is_struck)..];
        let end = words.iter().position(|&word| word == "--");
        let (options, remark) = words.split_at(end.unwrap_or(words.len()));
        let remark = remark.get(1..).unwrap_or_default().join(" ");
        check_words(&remark).map_err(|error| Failure::Input(error.to_string()))?;
        let marks = LineMarks { is_struck, words: remark };
        match options {
            ["players" | "totals" | "struck", ..] | [] => Err(Failure::Input(
                "only a hand or a ruling can be struck out or have words: write it behind 'struck', as in 'struck -c D -d Ada --tricks Ada=6,Ben=2,Cem=2 -- dealt again'"
                    .to_owned(),
            )),
            ["ruling", ruling @ ..] => self.add_ruling(ruling, marks),
            hand => self.add_hand(hand, marks),
        }
    }

    fn add_ruling(&mut self, words: &[&str], marks: LineMarks) -> Result<(), Failure> {
        let players: Vec<&str> = self.players.iter().map(String::as_str).collect();
        let ruling = read_ruling(&ruling_entries(words)?, &players, &self.rules)
            .map_err(|error| Failure::Input(error.to_string()))?;
        let points = match &ruling {
            Ruling::Entries(points) => Some(self.named_books(points)),
            Ruling::Payments(_) => None,
        };
        self.settle(marks, points, None, |sheet| sheet.add_ruling(&ruling))
    }

    fn add_hand(&mut self, words: &[&str], marks: LineMarks) -> Result<(), Failure> {
        let words = with_seats(words, &self.player_seats())?;
        let line = Line::try_parse_from(words).map_err(|error| Failure::in_line(&error))?;
        let HandFields { payment, table, .. } = &line.hand;
        if payment.pot.is_some() || table.dealer.is_some() || payment.four || table.progression.is_some() {
            let message = "a sheet keeps count of the pot, the dealer, the players and the passed-out deals itself: leave out --pot, --dealer, --four and --progression";
            return Err(Failure::Input(message.to_owned()));
        }
        let request = Request::new(
            &ScoreQuestion { played: line.hand, ..ScoreQuestion::default() },
            Arc::clone(&self.rules),
        )?;
        let hand = request.situation.hand();
        let played = hand.declaration.map(|declaration| {
            (declaration.contract, self.players[self.sheet.player(declaration.declarer)].clone())
        });
        let ScoreSubject::Hand(hand_result) = &request.options.subject else {
            unreachable!("a line of a sheet has no totals")
        };
        self.settle(marks, None, played, |sheet| sheet.add_hand(&hand, hand_result))
    }

    /// Adds a row; a row that is struck out is added to a copy of the sheet.
    fn settle(
        &mut self,
        LineMarks { is_struck, words }: LineMarks,
        points: Option<Books>,
        played: Option<(Contract, String)>,
        add: impl Fn(&mut Sheet) -> Result<SheetRow, SettlementError>,
    ) -> Result<(), Failure> {
        let row = if is_struck {
            add(&mut self.sheet.clone()).map(SheetRow::struck_out)
        } else {
            add(&mut self.sheet)
        };
        let row = row.map_err(|error| Failure::Input(error.to_string()))?.with_words(words);
        let hands = self.settled.iter().filter(|row| !row.is_ruling && !row.is_struck).count();
        let name = |player: usize| self.players[player].clone();
        self.rows.push(Row {
            deal: (!row.is_ruling).then_some(hands + 1),
            ruling: row.is_ruling,
            struck: row.is_struck,
            words: row.words.clone(),
            players: (!row.is_ruling).then(|| SeatedNames {
                seats: BySeat(row.seats.0.map(name)),
                sitting: row.sitting.map(name),
            }),
            gains: NamedValues::new(&self.players, &row.gains),
            pot: row.pot,
            refa: row.refa,
            points,
            played,
        });
        self.settled.push(row);
        Ok(())
    }

    fn named_books(&self, books: &SheetTotals) -> Books {
        let named = |amounts: &[Amount]| NamedValues::new(&self.players, amounts);
        let whists = self.players.iter().cloned().zip(books.whists.iter().map(|whists| named(whists)));
        Books {
            pool: named(&books.pool),
            mountain: named(&books.mountain),
            whists: NamedValues(whists.collect()),
        }
    }

    fn player_seats(&self) -> Vec<PlayerSeat<'_>> {
        let seat = |player| Seat::ALL.into_iter().find(|&seat| self.sheet.player(seat) == player);
        self.players.iter().enumerate().map(|(player, name)| (name.as_str(), seat(player))).collect()
    }

    fn total(&self, with_whole: bool) -> Total {
        let named = |amounts: &[Amount]| NamedValues::new(&self.players, amounts);
        let whole = with_whole.then(|| {
            let whole = self.sheet.final_gains().rounded();
            WholeTotal { total: named(&whole.players), pot: whole.pot }
        });
        Total {
            total: named(self.sheet.totals()),
            pot: self.sheet.pot(),
            whole,
            books: self.sheet.books().map(|books| self.named_books(books)),
        }
    }
}

fn deal_table(players: &[String], rows: &[Row]) -> String {
    let has_words = rows.iter().any(|row| row.struck || !row.words.is_empty());
    let cells = rows.iter().map(|row| {
        let (contract, who) = match &row.played {
            Some((contract, who)) => (contract.to_string(), who.clone()),
            None if row.ruling => ("ruling".to_owned(), String::new()),
            None => ("all pass".to_owned(), String::new()),
        };
        let number = row.deal.map_or(String::new(), |deal| deal.to_string());
        let mut cells = vec![number, contract, who];
        cells.extend(row.gains.0.iter().map(|&(_, gain)| text::gain(gain)));
        cells.push(text::gain(row.pot).trim_start_matches('+').to_owned());
        if row.struck {
            cells = cells.iter().map(|cell| strike_through(cell)).collect();
        }
        if has_words {
            let struck = row.struck.then_some("struck out");
            let words = Some(row.words.as_str()).filter(|words| !words.is_empty());
            cells.insert(3, struck.into_iter().chain(words).collect::<Vec<_>>().join(": "));
        }
        cells
    });
    let mut header: Vec<String> = ["", "contract", "declarer"].map(str::to_owned).into();
    header.extend(has_words.then(|| "words".to_owned()));
    let left = header.len();
    header.extend(players.iter().cloned());
    header.push("pot".to_owned());
    text::table(header, cells.collect(), left)
}

fn row(name: &str, amounts: &[Amount]) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(amounts.iter().map(|&amount| text::gain(amount))).collect()
}

fn total_text(open_sheet: &OpenSheet, total: &Total) -> String {
    let OpenSheet { rules, players, sheet, .. } = open_sheet;
    let mut header = vec![String::new()];
    header.extend(players.iter().cloned());
    let mut rows = vec![row("total", sheet.totals())];
    if let Some(whole) = &total.whole {
        let amounts: Vec<Amount> = whole.total.0.iter().map(|&(_, amount)| amount).collect();
        rows.push(row("whole", &amounts));
    }
    if let Some(books) = sheet.books() {
        let paper = rules.settlement().by == Some(PaymentScheme::Paper);
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
    let gap = if open_sheet.rows.is_empty() { "" } else { "\n" };
    format!("{gap}{}{}\n", text::table(header, rows, 1), text::remark(rules.label()))
}
