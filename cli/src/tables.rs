//! The folder with the user's endgame tables.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::{Once, OnceLock};

use preference::search::{EndgameTableId, Endgames, TableError, TableFolder};

use crate::args::EngineArgs;
use crate::failure::{Failure, print_message};

/// Environment variable that names the folder.
const FOLDER_VARIABLE: &str = "PREF_TABLES";

/// Environment variable with the maximum size of all tables together, in megabytes. A run builds a table only if the
/// total then stays within this limit.
const LIMIT_VARIABLE: &str = "PREF_TABLES_LIMIT";

/// Default of this limit, in megabytes.
const DEFAULT_LIMIT: u64 = 1000;

pub(crate) fn folder() -> Option<TableFolder> {
    let path = std::env::var_os(FOLDER_VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    let path = path.or_else(|| Some(dirs::cache_dir()?.join("preference").join("tables")));
    path.map(TableFolder::new)
}

/// Loads the endgame tables of the folder, unless `no_tables` is set. A table that cannot be used is reported on
/// standard error.
pub(crate) fn load_endgames(no_tables: bool) -> Endgames {
    let Some(folder) = folder().filter(|_| !no_tables) else { return Endgames::new() };
    let path = folder.path().to_owned();
    Endgames::in_folder(folder, move |table, error| {
        let remedy = remedy(&error, table);
        let path = path.display();
        print_message(format_args!("warning: the table {table} in {path} {error}; it is not used{remedy}"));
    })
}

/// Loads the endgame tables. A long run also builds further tables, as long as all of them together stay within the
/// limit that the options set, or else `PREF_TABLES_LIMIT`.
pub(crate) fn load_growing_endgames(engine: &EngineArgs) -> Result<Endgames, Failure> {
    let endgames = load_endgames(engine.no_tables);
    if !engine.no_tables {
        let limit = engine.tables_limit.map_or_else(limit_from_environment, Ok)?;
        endgames.build_when_worthwhile(limit.saturating_mul(1_000_000), |_| {
            ANNOUNCED.call_once(announce_building);
        });
        let _ = GROWING.set(endgames.clone());
    }
    Ok(endgames)
}

pub(crate) fn stop_building() {
    if let Some(endgames) = GROWING.get() {
        endgames.stop();
    }
}

/// Endgame tables of this run, which may be building further tables.
static GROWING: OnceLock<Endgames> = OnceLock::new();
/// Flag that makes the note about the building of tables appear at most once.
static ANNOUNCED: Once = Once::new();

/// The limit in megabytes.
fn limit_from_environment() -> Result<u64, Failure> {
    let Some(limit) = std::env::var_os(LIMIT_VARIABLE).filter(|limit| !limit.is_empty()) else {
        return Ok(DEFAULT_LIMIT);
    };
    let number = limit.to_str().and_then(|limit| limit.parse().ok());
    number
        .ok_or_else(|| Failure::Input(format!("{LIMIT_VARIABLE}: write a number of megabytes, such as 500")))
}

fn announce_building() {
    if let Some(folder) = folder().filter(|_| std::io::stderr().is_terminal()) {
        let path = folder.path().display();
        print_message(format_args!(
            "note: this run builds endgame tables in {path}; later runs use them, too"
        ));
    }
}

pub(crate) fn remedy(error: &TableError, table: EndgameTableId) -> String {
    match error {
        TableError::Io(_) | TableError::NotAFile => String::new(),
        _ => format!("; build it again with pref tables build --force {table}"),
    }
}

pub(crate) fn table_names(no_tables: bool) -> Vec<String> {
    let stored = folder().filter(|_| !no_tables).and_then(|folder| folder.list().ok()).unwrap_or_default();
    let ready = stored.into_iter().filter(|stored| stored.state.is_ok());
    ready.map(|stored| stored.table.to_string()).collect()
}
