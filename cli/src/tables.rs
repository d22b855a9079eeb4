//! The folder with the user's tables of endings.

use std::path::PathBuf;

use preference::search::{EndgameTable, Endgames, TableError, TableFolder};

use crate::failure::tell;

/// The variable that names the folder.
const VARIABLE: &str = "PREF_TABLES";

/// The folder: the one that `PREF_TABLES` names, else one in the user's cache folder;
/// none if the system has no such place for the user.
pub(crate) fn folder() -> Option<TableFolder> {
    let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    let folder = named.or_else(|| Some(dirs::cache_dir()?.join("preference").join("tables")));
    folder.map(TableFolder::new)
}

/// The values of endings that solvers start with: the tables of the folder, if they are wanted;
/// one that cannot be used is told on standard error.
pub(crate) fn at_hand(no_tables: bool) -> Endgames {
    let Some(folder) = folder().filter(|_| !no_tables) else { return Endgames::new() };
    let path = folder.path().to_owned();
    Endgames::in_folder(folder, move |table, error| {
        let remedy = remedy(&error, table);
        let path = path.display();
        tell(format_args!("warning: the table {table} in {path} {error}; it is not used{remedy}"));
    })
}

/// What helps against a table that cannot be used.
pub(crate) fn remedy(error: &TableError, table: EndgameTable) -> String {
    match error {
        TableError::Io(_) | TableError::NotAFile => String::new(),
        _ => format!("; build it again with pref tables build --force {table}"),
    }
}

/// The names of the tables that are ready, if they are wanted.
pub(crate) fn names(no_tables: bool) -> Vec<String> {
    let stored = folder().filter(|_| !no_tables).and_then(|folder| folder.list().ok()).unwrap_or_default();
    let ready = stored.into_iter().filter(|stored| stored.state.is_ok());
    ready.map(|stored| stored.table.to_string()).collect()
}
