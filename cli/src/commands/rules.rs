//! `pref rules`: lists and prints the preset rules, and checks house rules.

use std::path::Path;

use preference::deal::CardStyle;
use preference::rules::{RulesHeader, Variant};
use serde::Serialize;

use crate::args::{RulesCommand, RulesCommandArgs};
use crate::failure::Failure;
use crate::output::{DisplayStyle, text};
use crate::request::house_rules;

/// Header of house rules, and the file from which they were read.
#[derive(Serialize)]
struct CheckedFile {
    #[serde(flatten)]
    header: RulesHeader,
    #[serde(skip)]
    file: String,
}

pub(crate) fn run(args: &RulesCommandArgs) -> Result<(), Failure> {
    let display = DisplayStyle::from(args.display);
    match &args.command {
        RulesCommand::List => {
            let names = Variant::names().into_iter();
            let headers: Vec<RulesHeader> = names
                .map(|name| name.parse::<Variant>().expect("each name is the name of a preset").header())
                .collect();
            display.print(&display.format_list(&headers, list))?;
        }
        RulesCommand::Show { rules } => {
            let variant = if rules.to_ascii_lowercase().ends_with(".toml") {
                house_rules(Path::new(rules))?
            } else {
                rules.parse().map_err(|error| Failure::Input(format!("rules: {error}")))?
            };
            display.print(&display.format(&variant.description(), |_, _| variant.to_toml()))?;
        }
        RulesCommand::Check { files } => {
            let (mut good, mut messages) = (Vec::new(), Vec::new());
            for file in files {
                match house_rules(file) {
                    Ok(variant) => {
                        good.push(CheckedFile { file: file.display().to_string(), header: variant.header() });
                    }
                    Err(Failure::Input(_)) => {
                        let mistakes = Variant::mistakes_in_file(file);
                        messages.extend(mistakes.iter().map(|error| format!("{}: {error}", file.display())));
                    }
                    Err(failure) => return Err(failure),
                }
            }
            display.print(&display.format_list(&good, checked_text))?;
            if !messages.is_empty() {
                return Err(Failure::Input(messages.join("\npref: ")));
            }
        }
    }
    Ok(())
}

fn list(rows: &[RulesHeader], _: CardStyle) -> String {
    let cells = rows.iter().map(|row| {
        let also: String = row.aliases.iter().map(|name| format!(" = {name}")).collect();
        vec![row.rules.clone() + &also, row.title.clone()]
    });
    text::table(Vec::new(), cells.collect(), 2)
}

fn checked_text(rows: &[CheckedFile], _: CardStyle) -> String {
    rows.iter().map(|row| format!("{}: good, the rules '{}'\n", row.file, row.header.rules)).collect()
}
