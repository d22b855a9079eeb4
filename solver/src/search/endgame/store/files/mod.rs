//! Tables as files, and the background work that reads and builds them.
//!
//! - `folder`: a folder of tables; `file`: the format of their files.
//! - `loading`: loading of tables into the cache; `builder`: building of tables; `background`: the decision when to
//!   start either. `endgames`: the public interface.

pub(super) mod background;
mod builder;
mod endgames;
pub(in crate::search::endgame) mod file;
pub(in crate::search::endgame) mod folder;
mod loading;
