//! Loading of tables from a folder into the cache.

use std::sync::Arc;

use super::file::{self, ErrorCallback, TableError};
use super::folder::TableFolder;
use crate::search::board::Board;
use crate::search::endgame::store::cache::EndgameCache;
use crate::search::endgame::values::kind::EndgameTableId;
use crate::search::endgame::values::mapped_file::MappedFile;
use crate::search::endgame::values::question::Question;

/// The stages of loading the tables for a question from a folder, in their order.
#[derive(Clone, Copy)]
pub(super) enum LoadStage {
    /// The values of endings of up to four cards in each hand.
    FourCards,
    /// The values of endings of up to five cards, and the smallest table of ranges in the folder.
    Small,
    Large,
}

impl EndgameCache {
    pub(super) fn in_folder(
        folder: TableFolder,
        on_error: impl Fn(EndgameTableId, TableError) + Send + Sync + 'static,
    ) -> EndgameCache {
        let mut cache = EndgameCache::default();
        cache.folder = Some((folder, Arc::new(on_error)));
        cache
    }

    pub(super) fn open(&self, table: EndgameTableId) -> Result<(), TableError> {
        if !self.has_table(table) {
            let folder = self.folder().ok_or(TableError::Missing)?;
            self.insert_table(table, folder.open(table)?);
        }
        Ok(())
    }

    /// Reports a file that exists but cannot be used.
    pub(in crate::search::endgame::store) fn read_now(&self, table: EndgameTableId) {
        if let Err(error) = self.open(table)
            && !matches!(error, TableError::Missing)
            && let Some((_, on_error)) = &self.folder
        {
            on_error(table, error);
        }
    }

    pub(super) fn folder(&self) -> Option<&TableFolder> {
        self.folder.as_ref().map(|(folder, _)| folder)
    }

    pub(super) fn read_in_background(
        self: &Arc<EndgameCache>,
        board: &Board,
        question: Question,
        stage: LoadStage,
    ) {
        let Some((folder, on_error)) = self.folder.clone() else { return };
        let Some(values) = EndgameTableId::for_board(board, question) else { return };
        let [small, largest] = [false, true].map(|large| values.ranges(large));
        let choices = match stage {
            LoadStage::FourCards => vec![vec![values.four_card_values()]],
            LoadStage::Small => vec![vec![values], vec![small, largest]],
            LoadStage::Large => vec![vec![largest]],
        };
        // Each choice is a list of tables. Only the first table that is not loaded yet and can be mapped is read.
        let files = choices.into_iter().filter_map(|choice| {
            let mut missing = choice.into_iter().filter(|&table| !self.has_table(table));
            missing.find_map(|table| map_file(&folder, table, &on_error))
        });
        let files: Vec<(EndgameTableId, MappedFile)> = files.collect();
        let cache = Arc::clone(self);
        // If the system refuses a thread, searches go on without the tables.
        let _ = std::thread::Builder::new()
            .name("endgame tables".to_owned())
            .spawn(move || cache.read_files(files, &on_error));
    }

    fn read_files(&self, files: Vec<(EndgameTableId, MappedFile)>, on_error: &ErrorCallback) {
        for (table, file) in files {
            match file::verify_checksum(file) {
                Ok(bytes) => self.insert_table(table, bytes),
                Err(error) => on_error(table, error),
            }
        }
    }
}

fn map_file(
    folder: &TableFolder,
    table: EndgameTableId,
    on_error: &ErrorCallback,
) -> Option<(EndgameTableId, MappedFile)> {
    match folder.map(table) {
        Ok(file) => Some((table, file)),
        Err(TableError::Missing) => None,
        // An unreadable file with the values of endings of four cards is not reported, since a search without it
        // computes these values. If the whole folder is unreadable, this is reported when the larger tables are read.
        Err(TableError::Io(_)) if table == table.four_card_values() => None,
        Err(error) => {
            on_error(table, error);
            None
        }
    }
}
