//! Files of the page, which are embedded in the program.

use super::coding::Coding;

/// The page as its build has written it.
pub(super) struct Page {
    /// Value of the header Content-Security-Policy.
    pub(super) policy: &'static str,
    /// Files in the order of their paths.
    pub(super) files: &'static [File],
}

pub(super) struct File {
    /// Path of the file in its address, without the first slash.
    pub(super) path: &'static str,
    /// Content type.
    pub(super) kind: &'static str,
    pub(super) plain: CodedFile,
    pub(super) brotli: Option<CodedFile>,
    pub(super) gzip: Option<CodedFile>,
}

/// File in one content coding.
pub(super) struct CodedFile {
    pub(super) bytes: &'static [u8],
    /// Entity tag for these bytes, including the quotes.
    pub(super) tag: &'static str,
}

impl Page {
    /// Returns the page with which this program was built.
    pub(super) fn from_build() -> &'static Page {
        &PAGE
    }

    /// Returns the file at a path of an address. The path is not decoded or resolved: it must be equal to the path of
    /// a file.
    pub(super) fn file(&self, path: &str) -> Option<&'static File> {
        let path = path.strip_prefix('/')?;
        let path = if path.is_empty() { "index.html" } else { path };
        let place = self.files.binary_search_by(|file| file.path.cmp(path)).ok()?;
        Some(&self.files[place])
    }
}

impl File {
    /// Returns the bytes of the file in this coding; `None` if the build has not made them.
    pub(super) fn coded_file(&self, coding: Coding) -> Option<&CodedFile> {
        match coding {
            Coding::Brotli => self.brotli.as_ref(),
            Coding::Gzip => self.gzip.as_ref(),
            Coding::Plain => Some(&self.plain),
        }
    }

    /// Returns the header Cache-Control for the file. Files that the build names after their content never change;
    /// browsers must revalidate all others.
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

    /// Compares tags with bytes, since browsers identify the files that they have by their tags.
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
