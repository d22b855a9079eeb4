//! Tables as files, and the work in the background that reads and builds them.
//!
//! - `folder`: a folder of tables; `file`: the format of their files.
//! - `loading`: the loading of tables into the cache; `builder`: the building of tables; `background`: the
//!   start of both, when they pay. `endgames`: the public interface.

pub(super) mod background;
mod builder;
mod endgames;
pub(in crate::search::endgame) mod file;
pub(in crate::search::endgame) mod folder;
mod loading;
