//! Files of the page, which are embedded in the program.

use super::coding::Coding;

/// The page as the build wrote it.
pub(super) struct Page {
    /// Value of the header Content-Security-Policy.
    pub(super) policy: &'static str,
    /// Files in the order of their paths.
    pub(super) files: &'static [File],
}

pub(super) struct File {
    /// Path of its address, without the first slash.
    pub(super) path: &'static str,
    /// Content type.
    pub(super) kind: &'static str,
    pub(super) plain: CodedFile,
    pub(super) brotli: Option<CodedFile>,
    pub(super) gzip: Option<CodedFile>,
}

/// Bytes of a file in one content coding.
pub(super) struct CodedFile {
    pub(super) bytes: &'static [u8],
    /// Entity tag of the bytes, quotes included.
    pub(super) tag: &'static str,
}

impl Page {
    /// Returns the page that this program was built with.
    pub(super) fn from_build() -> &'static Page {
        &PAGE
    }

    /// Returns the file at this path of an address. The path is not decoded or resolved: it has to equal a path of
    /// the table.
    pub(super) fn file(&self, path: &str) -> Option<&'static File> {
        let path = path.strip_prefix('/')?;
        let path = if path.is_empty() { "index.html" } else { path };
        let place = self.files.binary_search_by(|file| file.path.cmp(path)).ok()?;
        Some(&self.files[place])
    }
}

impl File {
    /// Returns the file in this coding, if it was packed in it.
    pub(super) fn coded_file(&self, coding: Coding) -> Option<&CodedFile> {
        match coding {
            Coding::Brotli => self.brotli.as_ref(),
            Coding::Gzip => self.gzip.as_ref(),
            Coding::Plain => Some(&self.plain),
        }
    }

    /// Returns the header Cache-Control of the file. Files that the build names after their content never change;
    /// browsers revalidate all others.
    pub(super) fn cache_control(&self) -> &'static str {
        if self.path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
    }
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_found_by_path() {
        let page = Page::from_build();
        for file in page.files {
            let by_path = page.file(&format!("/{}", file.path)).expect(file.path);
            assert_eq!(by_path.path, file.path);
            assert!(!file.path.ends_with(".br") && !file.path.ends_with(".gz"), "{}", file.path);
        }
        assert_eq!(page.file("/").map(|file| file.path), Some("index.html"));
        for path in ["", "index.html", "//index.html", "/assets", "/assets/", "/../build.rs", "/%69ndex.html"]
        {
            assert!(page.file(path).is_none(), "{path:?}");
        }
    }

    /// Compares tags and bytes: browsers identify the files that they keep by their tags.
    #[test]
    fn tags_are_equal_only_for_equal_bytes() {
        let codings = [Coding::Brotli, Coding::Gzip, Coding::Plain];
        let files = Page::from_build().files.iter();
        let coded: Vec<&CodedFile> =
            files.flat_map(|file| codings.into_iter().filter_map(|coding| file.coded_file(coding))).collect();
        for (place, one) in coded.iter().enumerate() {
            for other in &coded[..place] {
                assert_eq!(one.tag == other.tag, one.bytes == other.bytes, "{} {}", one.tag, other.tag);
            }
        }
    }
}
