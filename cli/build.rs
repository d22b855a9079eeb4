//! Puts the built page into the program, if that has the feature `page`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

/// Folder of the built page beside the sources; `PREF_PAGE` names another one.
const FOLDER: &str = "../web/dist";

/// What builds it.
const BUILD: &str = "cd web && npm ci && npm run build";

/// Every file of the page by its path, which is that of its address.
type Files = BTreeMap<String, PathBuf>;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    println!("cargo::rerun-if-env-changed=PREF_PAGE");
    let folder = std::env::var_os("PREF_PAGE").map_or_else(|| PathBuf::from(FOLDER), PathBuf::from);
    println!("cargo::rerun-if-changed={}", folder.display());
    if let Err(error) = embed(&folder) {
        println!("cargo::error={error}");
    }
}

/// Writes the table of the files as source.
fn embed(folder: &Path) -> Result<(), String> {
    let folder = fs::canonicalize(folder).unwrap_or_default();
    let index = fs::read_to_string(folder.join("index.html")).map_err(|_| {
        format!("the page is not built: build it first ({BUILD}), or name its folder in PREF_PAGE")
    })?;
    let mut files = Files::new();
    collect(&folder, "", &mut files)?;
    let mut table =
        format!("static PAGE: Page = Page {{\n    policy: {:?},\n    files: &[\n", policy(&index)?);
    for (path, file) in &files {
        // A packed file belongs to the one beside it.
        if path.ends_with(".br") || path.ends_with(".gz") {
            continue;
        }
        let packed = |ending: &str| match files.get(&format!("{path}{ending}")) {
            Some(file) => Ok(format!("Some({})", coded(file)?)),
            None => Ok::<String, String>("None".to_owned()),
        };
        let (plain, brotli, gzip, kind) = (coded(file)?, packed(".br")?, packed(".gz")?, kind(path));
        let _ = writeln!(
            table,
            "File {{ path: {path:?}, kind: {kind:?}, plain: {plain}, brotli: {brotli}, gzip: {gzip} }},"
        );
    }
    table += "    ],\n};\n";
    let written = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo names no folder")?).join("page.rs");
    fs::write(&written, table).map_err(|error| format!("{}: {error}", written.display()))
}

/// All files below a folder.
fn collect(folder: &Path, below: &str, files: &mut Files) -> Result<(), String> {
    let unread = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(unread)? {
        let entry = entry.map_err(unread)?.path();
        let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Addresses are looked up as they come: those of these names come as they are.
        if name.is_empty()
            || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
        {
            return Err(format!(
                "{}: the name of a file has letters, digits, and - . _ ~ only",
                entry.display()
            ));
        }
        let path = format!("{below}{name}");
        if entry.is_dir() {
            collect(&entry, &format!("{path}/"), files)?;
        } else {
            files.insert(path, entry);
        }
    }
    Ok(())
}

/// A file in one coding, with a hash of its bytes as its tag.
fn coded(file: &Path) -> Result<String, String> {
    let mut hasher = DefaultHasher::new();
    hasher.write(&fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?);
    let tag = format!("\"{:016x}\"", hasher.finish());
    Ok(format!("CodedFile {{ bytes: include_bytes!({file:?}), tag: {tag:?} }}"))
}

/// The content type of a file by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript",
        "css" => "text/css",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// The policy that the page sets for itself, with what only a header can say: a worker gets its own
/// from its header, and nobody frames a page that this program serves.
fn policy(index: &str) -> Result<String, String> {
    let meta = index.split_once("http-equiv=\"Content-Security-Policy\"").map(|(_, rest)| rest);
    let content = meta.and_then(|rest| rest.split_once("content=\"")?.1.split_once('"'));
    let (content, _) = content.ok_or("web/dist/index.html sets no Content-Security-Policy")?;
    let directives = content.split(';').map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let directives = directives.filter(|directive| !directive.is_empty());
    Ok(directives.chain(["frame-ancestors 'none'".to_owned()]).collect::<Vec<_>>().join("; "))
}
