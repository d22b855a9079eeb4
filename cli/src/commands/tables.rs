//! `pref tables`: builds, lists, checks and removes endgame tables.

use std::time::Instant;

use anyhow::{Context, anyhow};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use preference::deal::CardStyle;
use preference::search::{EndgameTableId, StoredTable, TableFolder};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{TablesArgs, TablesCommand};
use crate::failure::{Failure, print_message};
use crate::output::{DisplayStyle, text};
use crate::request;
use crate::tables;

/// Endgame table, and the state of its file.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TableState")]
pub(crate) struct Row {
    /// Name of the table.
    #[schemars(regex(
        pattern = "^(suit|notrump)-(most|fewest)(-four|-ranges(-large)?)?(-trump)?(-head)?(-overtrump)?(-lowest)?(-nosteal)?$"
    ))]
    table: String,
    /// Size in bytes: in a list the size of the file, otherwise the size of the table.
    bytes: u64,
    /// State of the table in words: ready, not verified, good, built in (a time), ready already, removed, was not
    /// there, or the fault of its file.
    state: String,
}

/// Folder of the endgame tables.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TableFolder")]
pub(crate) struct Folder {
    /// Path of the folder.
    path: String,
}

pub(crate) fn run(args: &TablesArgs) -> Result<(), Failure> {
    let folder = tables::folder().ok_or_else(|| {
        Failure::Other(anyhow!("there is no cache folder here: name a folder in PREF_TABLES"))
    })?;
    match &args.command {
        TablesCommand::Build { tables, rules, large, force } if tables.is_empty() => {
            let tables = EndgameTableId::for_rules(&*request::rules(rules)?, *large);
            build(args, &folder, &tables, *force)
        }
        TablesCommand::Build { tables, force, .. } => build(args, &folder, tables, *force),
        TablesCommand::List => {
            let rows = stored_tables(&folder)?.into_iter().map(|stored| Row {
                table: stored.table.to_string(),
                bytes: stored.bytes,
                state: state_text(&stored),
            });
            print_tables(args, &rows.collect::<Vec<Row>>())?;
            report_strays(&folder)
        }
        TablesCommand::Verify { tables } => verify(args, &folder, tables),
        TablesCommand::Remove { tables, all } => remove(args, &folder, tables, *all),
        TablesCommand::Path => {
            let path = Folder { path: folder.path().display().to_string() };
            let display = DisplayStyle::from(args.display);
            display.print(&display.format(&path, |folder, _| folder.path.clone()))?;
            Ok(())
        }
    }
}

fn state_text(stored: &StoredTable) -> String {
    match &stored.state {
        Ok(()) if stored.is_verified => "ready".to_owned(),
        Ok(()) => "not verified".to_owned(),
        Err(error) => error.to_string(),
    }
}

fn build(
    args: &TablesArgs,
    folder: &TableFolder,
    tables: &[EndgameTableId],
    force: bool,
) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for &table in tables {
        let state = if !force && folder.verify(table).is_ok() {
            "ready already".to_owned()
        } else {
            let began = Instant::now();
            let bar = bar(table.size_in_bytes(), "{msg:34} {wide_bar} {percent:>3} %  {eta_precise}");
            bar.set_message(table.to_string());
            folder
                .build(table, |done| bar.inc(done))
                .with_context(|| format!("cannot store the table {table} in {}", folder.path().display()))?;
            bar.finish_and_clear();
            format!("built in {}", HumanDuration(began.elapsed()))
        };
        rows.push(Row { table: table.to_string(), bytes: table.size_in_bytes(), state });
    }
    print_tables(args, &rows)
}

fn verify(args: &TablesArgs, folder: &TableFolder, tables: &[EndgameTableId]) -> Result<(), Failure> {
    let tables = match tables {
        [] => stored_tables(folder)?.into_iter().map(|stored| stored.table).collect(),
        named => named.to_vec(),
    };
    let bar = bar(tables.len() as u64, "{msg:34} {wide_bar} {pos} of {len}");
    let (mut rows, mut bad) = (Vec::new(), 0);
    for table in tables {
        bar.set_message(table.to_string());
        let state = folder.verify(table).map_or_else(
            |error| {
                bad += 1;
                format!("{error}{}", tables::remedy(&error, table))
            },
            |()| "good".to_owned(),
        );
        rows.push(Row { table: table.to_string(), bytes: table.size_in_bytes(), state });
        bar.inc(1);
    }
    bar.finish_and_clear();
    print_tables(args, &rows)?;
    if bad > 0 {
        return Err(Failure::Other(anyhow!("{bad} of the tables cannot be used: build or remove them")));
    }
    Ok(())
}

fn bar(steps: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    bar.set_style(ProgressStyle::with_template(template).expect("a template that indicatif reads"));
    bar
}

fn remove(
    args: &TablesArgs,
    folder: &TableFolder,
    tables: &[EndgameTableId],
    every: bool,
) -> Result<(), Failure> {
    let context = || format!("cannot remove a table from {}", folder.path().display());
    let tables = if every {
        folder.sweep().with_context(context)?;
        stored_tables(folder)?.into_iter().map(|stored| stored.table).collect()
    } else {
        tables.to_vec()
    };
    let mut rows = Vec::new();
    for table in tables {
        let removed = folder.remove(table).with_context(context)?;
        let state = if removed { "removed" } else { "was not there" };
        rows.push(Row { table: table.to_string(), bytes: table.size_in_bytes(), state: state.to_owned() });
    }
    print_tables(args, &rows)
}

/// Reports tables of other versions and incomplete files. They are reported on standard error, since they are not
/// part of the answer.
fn report_strays(folder: &TableFolder) -> Result<(), Failure> {
    let strays = folder.strays().with_context(|| unreadable_message(folder))?;
    if !strays.is_empty() {
        let bytes: u64 = strays.iter().filter_map(|file| Some(file.metadata().ok()?.len())).sum();
        print_message(format_args!(
            "note: {} of other versions or incomplete, {:.0} MB: pref tables remove --all removes them too",
            text::count(strays.len() as u64, "more file"),
            bytes as f64 / 1e6
        ));
    }
    Ok(())
}

fn unreadable_message(folder: &TableFolder) -> String {
    format!("cannot read the folder {}", folder.path().display())
}

fn stored_tables(folder: &TableFolder) -> Result<Vec<StoredTable>, Failure> {
    Ok(folder.list().with_context(|| unreadable_message(folder))?)
}

fn print_tables(args: &TablesArgs, rows: &[Row]) -> Result<(), Failure> {
    let display = DisplayStyle::from(args.display);
    display.print(&display.format_list(rows, table_text))?;
    Ok(())
}

fn table_text(rows: &[Row], _: CardStyle) -> String {
    if rows.is_empty() {
        return "no tables".to_owned();
    }
    let cells =
        |row: &Row| vec![row.table.clone(), format!("{:.0} MB", row.bytes as f64 / 1e6), row.state.clone()];
    text::table(Vec::new(), rows.iter().map(cells).collect(), 3)
}
