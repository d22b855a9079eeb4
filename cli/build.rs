//! Puts the built page into the program, if that has the feature `page`.

use std::fs;
use std::path::{Path, PathBuf};

/// Folder of the built page beside the sources; `PREF_PAGE` names another one.
const FOLDER: &str = "../web/dist";

/// What builds it.
const BUILD: &str = "cd web && npm ci && npm run build";

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

/// Writes the type that has the files, and the policy, as source.
fn embed(folder: &Path) -> Result<(), String> {
    let folder = fs::canonicalize(folder).unwrap_or_default();
    let index = fs::read_to_string(folder.join("index.html")).map_err(|_| {
        format!("the page is not built: build it first ({BUILD}), or name its folder in PREF_PAGE")
    })?;
    let policy = policy(&index)?;
    let source = format!(
        "#[derive(Embed)]\n#[folder = {folder:?}]\nstruct Page;\n\npub(super) const POLICY: &str = {policy:?};\n"
    );
    let written = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo names no folder")?).join("page.rs");
    fs::write(&written, source).map_err(|error| format!("{}: {error}", written.display()))
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
