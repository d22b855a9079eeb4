//! Files of the page, which are embedded in the program.

use std::fmt::Write;

use rust_embed::{Embed, EmbeddedFile};

use super::coding::Coding;

// Written by build.rs: the type `Page`, which embeds the files as the build of the page has written them, and the
// constant `POLICY`, the value of the header Content-Security-Policy.
include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// File of the page.
pub(super) struct File<'a> {
    path: &'a str,
    pub(super) plain: EmbeddedFile,
}

impl<'a> File<'a> {
    /// The file at a path of an address. The path is not decoded or resolved: it must be equal to the path of a
    /// file. Compressed files have no address of their own, since they are sent at the address of the file that they
    /// compress.
    pub(super) fn at(path: &'a str) -> Option<File<'a>> {
        let path = path.strip_prefix('/')?;
        let path = if path.is_empty() { "index.html" } else { path };
        let is_compressed = path.ends_with(".br") || path.ends_with(".gz");
        Page::get(path).filter(|_| !is_compressed).map(|plain| File { path, plain })
    }

    pub(super) fn coded_file(&self, coding: Coding) -> Option<EmbeddedFile> {
        Page::get(&format!("{}{}", self.path, coding.extension()))
    }

    pub(super) fn content_type(&self) -> String {
        let kind = self.plain.metadata.mimetype();
        if kind == "text/html" { format!("{kind}; charset=utf-8") } else { kind.to_owned() }
    }

    /// The header Cache-Control for the file. Files that the build names after their content never change;
    /// browsers must revalidate all others.
    pub(super) fn cache_control(&self) -> &'static str {
        if self.path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
    }
}

pub(super) fn entity_tag(coded_file: &EmbeddedFile) -> String {
    let mut tag = "\"".to_owned();
    for byte in &coded_file.metadata.sha256_hash()[..16] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_found_by_path() {
        for path in Page::iter() {
            let is_compressed = path.ends_with(".br") || path.ends_with(".gz");
            assert_eq!(File::at(&format!("/{path}")).is_none(), is_compressed, "{path}");
            // Paths are not percent-decoded, so a file with other characters in its name could never be requested.
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
            assert!(path.chars().all(is_plain), "{path}");
        }
        assert_eq!(File::at("/").map(|file| file.path), Some("index.html"));
        for path in ["", "index.html", "//index.html", "/assets", "/assets/", "/../build.rs", "/%69ndex.html"]
        {
            assert!(File::at(path).is_none(), "{path:?}");
        }
    }
}
