//! Embeds the built page in the program if the feature `page` is enabled.

use std::fs;
use std::path::{Path, PathBuf};

/// Folder of the built page in the source tree; the variable `PREF_PAGE` overrides it.
const PAGE_FOLDER: &str = "../web/dist";

/// Commands that build the page.
const BUILD_COMMANDS: &str = "cd web && npm ci && npm run build";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    println!("cargo::rerun-if-env-changed=PREF_PAGE");
    let folder = std::env::var_os("PREF_PAGE").map_or_else(|| PathBuf::from(PAGE_FOLDER), PathBuf::from);
    println!("cargo::rerun-if-changed={}", folder.display());
    if let Err(error) = embed(&folder) {
        println!("cargo::error={error}");
    }
}

/// Writes `page.rs`: the type `Page`, which embeds the files, and the constant `POLICY`.
fn embed(folder: &Path) -> Result<(), String> {
    let folder = fs::canonicalize(folder).unwrap_or_default();
    let index = fs::read_to_string(folder.join("index.html")).map_err(|_| {
        format!("the page is not built: build it first ({BUILD_COMMANDS}), or name its folder in PREF_PAGE")
    })?;
    let policy = policy(&index)?;
    let source = format!(
        "#[derive(Embed)]\n#[folder = {folder:?}]\nstruct Page;\n\npub(super) const POLICY: &str = {policy:?};\n"
    );
    let written = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo names no folder")?).join("page.rs");
    fs::write(&written, source).map_err(|error| format!("{}: {error}", written.display()))
}

/// Returns the value of the header Content-Security-Policy: the policy in the `meta` element of the page, and
/// `frame-ancestors`, which only a header can set, so that no other page can frame this one. The header is also needed
/// for workers, to which the `meta` element does not apply.
fn policy(index: &str) -> Result<String, String> {
    let meta = index.split_once("http-equiv=\"Content-Security-Policy\"").map(|(_, rest)| rest);
    let content = meta.and_then(|rest| rest.split_once("content=\"")?.1.split_once('"'));
    let (content, _) = content.ok_or("web/dist/index.html sets no Content-Security-Policy")?;
    let directives = content.split(';').map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let directives = directives.filter(|directive| !directive.is_empty());
    Ok(directives.chain(["frame-ancestors 'none'".to_owned()]).collect::<Vec<_>>().join("; "))
}
