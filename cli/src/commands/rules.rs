//! `pref rules`: the presets listed and printed, house rules checked.

use std::path::Path;

use preference::deal::CardStyle;
use preference::rules::Variant;
use serde::Serialize;

use crate::args::{RulesCommand, RulesCommandArgs};
use crate::failure::Failure;
use crate::output::{Look, text};
use crate::request::house_rules;

/// One set of rules in an answer.
#[derive(Serialize)]
struct Row {
    rules: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<String>,
    title: String,
    source: String,
    /// The file they are from, where they are checked.
    #[serde(skip)]
    file: String,
}

impl From<&Variant> for Row {
    fn from(variant: &Variant) -> Row {
        Row {
            rules: variant.label().to_owned(),
            aliases: variant.aliases().to_vec(),
            title: variant.title().to_owned(),
            source: variant.source().to_owned(),
            file: String::new(),
        }
    }
}

/// Rules in full.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    row: Row,
    toml: String,
}

pub(crate) fn run(args: &RulesCommandArgs) -> Result<(), Failure> {
    let look = Look::from(args.look);
    match &args.command {
        RulesCommand::List => {
            let all = Variant::names().into_iter();
            let all: Vec<Row> = all
                .map(|name| Row::from(&name.parse::<Variant>().expect("the names are those of presets")))
                .collect();
            look.print(&look.of_all(&all, list))?;
        }
        RulesCommand::Show { rules } => {
            let variant = if rules.to_ascii_lowercase().ends_with(".toml") {
                house_rules(Path::new(rules))?
            } else {
                rules.parse().map_err(|error| Failure::Input(format!("rules: {error}")))?
            };
            let shown = Shown { row: Row::from(&variant), toml: variant.to_toml() };
            look.print(&look.of(&shown, |shown, _| shown.toml.clone()))?;
        }
        RulesCommand::Check { files } => {
            let (mut good, mut wrong) = (Vec::new(), Vec::new());
            for file in files {
                match house_rules(file) {
                    Ok(variant) => {
                        good.push(Row { file: file.display().to_string(), ..Row::from(&variant) });
                    }
                    Err(Failure::Input(message)) => wrong.push(message),
                    Err(failure) => return Err(failure),
                }
            }
            look.print(&look.of_all(&good, checked))?;
            if !wrong.is_empty() {
                return Err(Failure::Input(wrong.join("\npref: ")));
            }
        }
    }
    Ok(())
}

fn list(rows: &[Row], _: CardStyle) -> String {
    let cells = rows.iter().map(|row| {
        let also: String = row.aliases.iter().map(|name| format!(" = {name}")).collect();
        vec![row.rules.clone() + &also, row.title.clone()]
    });
    text::table(Vec::new(), cells.collect(), 2)
}

fn checked(rows: &[Row], _: CardStyle) -> String {
    rows.iter().map(|row| format!("{}: good, the rules '{}'\n", row.file, row.rules)).collect()
}
