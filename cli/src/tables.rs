//! The folder with the user's tables of endings.

use std::path::PathBuf;

use preference::{EndgameTable, Endgames, TableError, TableFolder};

/// The variable that names the folder.
const VARIABLE: &str = "PREF_TABLES";

/// The folder: the one that `PREF_TABLES` names, else one in the user's cache folder;
/// none if the system has no such place for the user.
pub(crate) fn folder() -> Option<TableFolder> {
    let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    let folder = named.or_else(|| Some(dirs::cache_dir()?.join("preference").join("tables")));
    folder.map(TableFolder::new)
}

/// What the solvers start with: the tables of the folder, whoever finds one unusable being
/// told so on standard error.
pub(crate) fn at_hand() -> Endgames {
    let Some(folder) = folder() else { return Endgames::new() };
    let path = folder.path().to_owned();
    Endgames::in_folder(folder, move |table, error| {
        let remedy = remedy(&error, table);
        anstream::eprintln!(
            "pref: warning: the table {table} in {} {error}; it is not used{remedy}",
            path.display()
        );
    })
}

/// What helps against a table that cannot be used.
pub(crate) fn remedy(error: &TableError, table: EndgameTable) -> String {
    match error {
        TableError::Io(_) => String::new(),
        _ => format!("; build it again with pref tables build --force {table}"),
    }
}
