//! `pref rules`: the presets listed and printed, house rules checked.

use std::io::Write;

use preference::Variant;
use serde::Serialize;

use crate::args::{Format, RulesCommand, RulesCommandArgs};
use crate::failure::Failure;
use crate::output::{color_choice, json, text};
use crate::request::{house_rules, option};

/// One set of rules in an answer.
#[derive(Serialize)]
struct Row {
    rules: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<String>,
    title: String,
    source: String,
}

impl From<&Variant> for Row {
    fn from(variant: &Variant) -> Row {
        Row {
            rules: variant.label().to_owned(),
            aliases: variant.aliases().to_vec(),
            title: variant.title().to_owned(),
            source: variant.source().to_owned(),
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
    let mut out = anstream::AutoStream::new(std::io::stdout(), color_choice(args.color));
    match &args.command {
        RulesCommand::List => {
            let all: Vec<Variant> = Variant::names()
                .iter()
                .map(|name| name.parse().expect("the names are those of presets"))
                .collect();
            match args.format {
                Format::Json => {
                    for variant in &all {
                        writeln!(out, "{}", json::line(&Row::from(variant)))?;
                    }
                }
                Format::Text => {
                    let rows = all.iter().map(|variant| {
                        let also: String =
                            variant.aliases().iter().map(|name| format!(" = {name}")).collect();
                        vec![variant.label().to_owned() + &also, variant.title().to_owned()]
                    });
                    write!(out, "{}", text::table(Vec::new(), rows.collect(), 2))?;
                }
            }
        }
        RulesCommand::Show { rules } => {
            let variant: Variant = rules.parse().map_err(option("rules"))?;
            let toml = variant.to_toml();
            match args.format {
                Format::Json => writeln!(out, "{}", json::line(&Shown { row: Row::from(&variant), toml }))?,
                Format::Text => write!(out, "{toml}")?,
            }
        }
        RulesCommand::Check { files } => {
            let mut wrong = Vec::new();
            for file in files {
                match house_rules(file) {
                    Ok(variant) => match args.format {
                        Format::Json => writeln!(out, "{}", json::line(&Row::from(&variant)))?,
                        Format::Text => {
                            writeln!(out, "{}: good, the rules '{}'", file.display(), variant.label())?;
                        }
                    },
                    Err(Failure::Input(message)) => wrong.push(message),
                    Err(failure) => return Err(failure),
                }
            }
            if !wrong.is_empty() {
                return Err(Failure::Input(wrong.join("\npref: ")));
            }
        }
    }
    Ok(())
}
