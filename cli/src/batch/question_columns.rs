//! Mapping of the columns of input tables to the keys of a question.

use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::bail;
use preference::deal::Deal;
use preference::excerpt::excerpt;
use preference::protocol::entries::missing_key;
use preference::protocol::schema::{self, FieldDeclaration};
use preference::spelling::{Suggestion, nearest};
#[cfg(feature = "full")]
use preference_jobs::BatchReader;
use preference_jobs::{
    ColumnMapping, ColumnRole, KeptColumns, KeptTypes, OUTPUT_COLUMNS, ProgramError, QuoteForm,
    to_whole_number,
};
use serde_json::{Map, Value};

use crate::args::KeyColumn;

/// Texts that R, pandas and databases write for a missing value.
const NULL_TEXTS: [&str; 4] = ["NA", "NULL", "\\N", "NaN"];

/// Maximum number of names that a message lists.
const MAX_LISTED_NAMES: usize = 40;

/// Mapping of the columns of input tables to the keys of a question.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuestionColumns {
    /// Fields of the question; `None` if each record names its own question.
    fields: Option<BTreeMap<&'static str, &'static FieldDeclaration>>,
    ask: String,
    /// Keys that the flags set for every record.
    flag_keys: Vec<String>,
    /// Columns that are copied into the output.
    keep: KeptColumns,
    /// Their names in the output, by their names in the inputs.
    kept_names: HashMap<String, Vec<String>>,
    /// Keys that are read from columns with other names, or from no column.
    columns: Vec<KeyColumn>,
    /// Whether every column is read, with its name as the key.
    any: bool,
    /// Style of quotes within quoted cells of CSV.
    quotes: QuoteForm,
}

impl QuestionColumns {
    /// `flags` has the keys that are set on the command line.
    pub(crate) fn new(
        ask: Option<&str>,
        flags: &Map<String, Value>,
        columns: &[KeyColumn],
    ) -> QuestionColumns {
        let fields = ask.and_then(schema::fields);
        let fields = fields.map(|fields| fields.iter().map(|field| (field.name.as_str(), field)).collect());
        QuestionColumns {
            fields,
            ask: ask.unwrap_or_default().to_owned(),
            flag_keys: flags.keys().cloned().collect(),
            columns: columns.to_vec(),
            ..QuestionColumns::default()
        }
    }

    pub(super) fn with_kept(self, keep: KeptColumns) -> QuestionColumns {
        let mut kept_names: HashMap<String, Vec<String>> = HashMap::new();
        for kept in &keep.columns {
            kept_names.entry(kept.column.clone()).or_default().push(kept.name.clone());
        }
        QuestionColumns { keep, kept_names, ..self }
    }

    pub(super) fn with_quotes(self, quotes: QuoteForm) -> QuestionColumns {
        QuestionColumns { quotes, ..self }
    }

    /// Every column is read, with its name as the key and its texts unchanged.
    pub(crate) fn any() -> QuestionColumns {
        QuestionColumns { any: true, ..QuestionColumns::default() }
    }

    /// Checks that every key that `--columns` names is a key of the question, or `id` or `ask`.
    pub(super) fn check_keys(&self) -> anyhow::Result<()> {
        let is_key = |key: &str| self.fields.as_ref().is_none_or(|fields| fields.contains_key(key));
        match self.columns.iter().find(|column| !is_key(&column.key) && !matches!(&*column.key, "id" | "ask"))
        {
            Some(column) => bail!("--columns: {} has no key '{}'", self.ask, excerpt(&column.key)),
            None => Ok(()),
        }
    }

    fn role(&self, name: &str) -> ColumnRole {
        ColumnRole { key: self.key(name), kept: self.kept_names(name) }
    }

    fn check_complete(
        &self,
        names: &[String],
        folder_names: &[String],
        roles: &[ColumnRole],
    ) -> anyhow::Result<()> {
        // A column that is only copied may be missing if the names of folders supply its value.
        let there: Vec<&str> = names.iter().map(String::as_str).collect();
        let there = || if there.is_empty() { "none".to_owned() } else { list_names(&there) };
        let all: HashSet<&String> = names.iter().collect();
        let missing = |name: &&String| !all.contains(name);
        let named = self.columns.iter().filter_map(|column| column.column.as_ref());
        if let Some(name) = named.clone().find(missing) {
            bail!("there is no column '{name}', which --columns names; there are: {}", there());
        }
        let kept = self.keep.columns.iter().map(|kept| &kept.column).filter(|_| !self.keep.includes_all);
        if let Some(name) = kept.clone().find(|name| missing(name) && !folder_names.contains(name)) {
            bail!("there is no column '{name}', which --keep names; there are: {}", there());
        }
        let has = |key: &str| self.has_key(key, roles);
        if self.fields.is_none() && !has("ask") {
            bail!("the question is missing: name it with --ask, or in a column 'ask'");
        }
        match missing_key(&self.ask, has) {
            Some(_) if names.iter().any(|name| name.parse::<Deal>().is_ok()) => {
                bail!("the first line has to name the columns, but it has a deal")
            }
            Some(key) => bail!(
                "there is no column '{key}'; there are: {}; name one of them with --columns {key}=NAME",
                there()
            ),
            None => Ok(()),
        }
    }

    fn has_key(&self, key: &str, roles: &[ColumnRole]) -> bool {
        self.flag_keys.iter().any(|flag| flag == key)
            || roles.iter().any(|role| role.key.as_deref() == Some(key))
    }
}

impl ColumnMapping for QuestionColumns {
    fn key(&self, name: &str) -> Option<String> {
        if self.any {
            return Some(name.to_owned());
        }
        if let Some(named) = self.columns.iter().find(|column| column.column.as_deref() == Some(name)) {
            return Some(named.key.clone());
        }
        let elsewhere = self.columns.iter().any(|column| column.key == name);
        let is_field = match &self.fields {
            Some(fields) => fields.contains_key(name),
            // Tables of answers have these columns, which are not fields of any question.
            None => !OUTPUT_COLUMNS.contains(&name),
        };
        let is_of_every_question = matches!(name, "id" | "ask") || name.starts_with("x_");
        ((is_of_every_question || is_field) && !elsewhere).then(|| name.to_owned())
    }

    /// The role of each column. Columns that every table of answers has, and a column without a name, such as the row
    /// numbers of R and pandas, need none.
    fn roles(&self, names: &[String], folder_names: &[String]) -> Result<Vec<ColumnRole>, ProgramError> {
        let mut earlier = HashSet::new();
        for name in names {
            let is_used = !name.is_empty() || self.kept_names.contains_key("");
            if is_used && !earlier.insert(name) {
                return Err(format!("two columns have the name '{name}'").into());
            }
        }
        let roles: Vec<ColumnRole> = names.iter().map(|name| self.role(name)).collect();
        if self.any {
            return Ok(roles);
        }
        self.check_complete(names, folder_names, &roles)?;
        if self.keep.includes_all {
            // The other columns are in the answers already.
            return Ok(roles);
        }
        let named = names.iter().zip(&roles).filter(|(name, _)| !name.is_empty());
        let unused = named.filter(|(name, role)| !role.is_used() && !OUTPUT_COLUMNS.contains(&name.as_str()));
        let useless: Vec<&str> = unused.map(|(name, _)| name.as_str()).collect();
        match useless[..] {
            [] => Ok(roles),
            [name] => {
                let fields = self.fields.iter().flat_map(|fields| fields.keys().copied());
                let suggestion = Suggestion(nearest(name, fields));
                Err(format!(
                    "the column '{name}' is not a field of {}{suggestion}: copy it with --keep '{name}', or leave it out",
                    self.ask
                )
                .into())
            }
            _ => Err(format!(
                "the columns {} are not fields of {}: copy all of them with --keep all, or some of them by name, \
                 or leave them out",
                list_names(&useless),
                self.ask
            )
            .into()),
        }
    }

    fn kept_names(&self, name: &str) -> Vec<String> {
        self.kept_names.get(name).cloned().unwrap_or_default()
    }

    /// Checks that the question is about a deal, for an input that has only deals.
    fn check_accepts_plain_text(&self) -> Result<(), ProgramError> {
        match &self.fields {
            None => Err("the question about the deals is missing: name it with --ask".into()),
            Some(fields) if !fields.contains_key("deal") => {
                let ask = &self.ask;
                Err(format!(
                    "{ask} is not a question about a deal: give its fields in a .jsonl, .csv or .parquet file"
                )
                .into())
            }
            Some(_) => Ok(()),
        }
    }

    /// Whether a text in a column stands for a missing value of its key, as programs for statistics and
    /// databases write it.
    fn is_null(&self, key: &str, text: &str) -> bool {
        text.is_empty() || key != "id" && !key.starts_with("x_") && NULL_TEXTS.contains(&text)
    }

    fn value(&self, key: &str, text: &str) -> Value {
        match self.fields.as_ref().map(|fields| fields.get(key)) {
            Some(Some(field)) if field.is_number_or_switch() => value(text),
            Some(Some(_)) if text.starts_with(['{', '[']) => value(text),
            // The row names its own question.
            None if !self.any && key != "id" => value(text),
            _ => text.into(),
        }
    }

    fn quotes(&self) -> QuoteForm {
        self.quotes
    }

    fn kept_types(&self) -> Option<&KeptTypes> {
        self.keep.typed.as_ref()
    }

    /// The converter of Arrow batches, which also accepts a deal in columns of card sets.
    #[cfg(feature = "full")]
    fn batch_reader(&self) -> BatchReader {
        preference_arrow::question_objects
    }
}

fn list_names(names: &[&str]) -> String {
    let mut text =
        names.iter().take(MAX_LISTED_NAMES).map(|name| format!("'{}'", excerpt(name))).collect::<Vec<_>>();
    if names.len() > MAX_LISTED_NAMES {
        text.push(format!("and {} more", names.len() - MAX_LISTED_NAMES));
    }
    text.join(", ")
}

fn value(text: &str) -> Value {
    // A text that is not JSON, or that is `null`, becomes a string. Spreadsheets write `TRUE`, and `1.0` for 1.
    match serde_json::from_str(text).or_else(|_| serde_json::from_str(&text.to_ascii_lowercase())) {
        Ok(Value::Null) | Err(_) => text.into(),
        Ok(value) => to_whole_number(value),
    }
}
