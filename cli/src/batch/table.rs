//! Tables as inputs: CSV, and Parquet.

use std::collections::BTreeMap;
use std::io::{BufRead, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::bail;
use preference::analysis::question::LONGEST_LINE;
use preference::analysis::schema::{self, Kind};
use serde_json::Value;

use super::file::Guard;
use super::record::{Body, Each};

/// What the columns of tables may be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    /// The fields of what is asked; none if each record says what is asked.
    fields: Option<BTreeMap<&'static str, Kind>>,
    ask: String,
    /// The columns that are taken over.
    keep: Vec<String>,
    /// There may be any.
    any: bool,
}

impl Header {
    pub(crate) fn new(ask: Option<&str>, keep: &[String]) -> Header {
        let fields = ask.and_then(schema::fields);
        let fields = fields.map(|fields| fields.iter().map(|field| (field.name, field.kind)).collect());
        Header { fields, ask: ask.unwrap_or_default().to_owned(), keep: keep.to_vec(), any: false }
    }

    /// Columns of any names, whose texts are left as they are.
    pub(crate) fn any() -> Header {
        Header { any: true, ..Header::default() }
    }

    /// Refuses a table with a column that says nothing here, or with two of one name.
    fn check(&self, names: &[String]) -> anyhow::Result<()> {
        for (n, name) in names.iter().enumerate() {
            if names[..n].contains(name) {
                bail!("two columns have the name '{name}'");
            }
            let own = self.any
                || matches!(name.as_str(), "id" | "ask")
                || name.starts_with("x_")
                || self.keep.contains(name);
            let field = self.fields.as_ref().is_none_or(|fields| fields.contains_key(name.as_str()));
            if !own && !field {
                let ask = &self.ask;
                bail!(
                    "the column '{name}' is no field of {ask}: take it over with --keep '{name}', or leave it out"
                );
            }
        }
        if self.any {
            return Ok(());
        }
        let missing = |name: &&String| !names.contains(name);
        if let Some(name) = self.keep.iter().find(missing) {
            bail!("there is no column '{name}', which --keep names");
        }
        if self.fields.is_none() && !names.iter().any(|name| name == "ask") {
            bail!("what is asked? Say it with --ask, or in a column 'ask'");
        }
        Ok(())
    }

    /// Refuses lines of deals where no deal is asked about.
    pub(super) fn check_deals(&self) -> anyhow::Result<()> {
        match &self.fields {
            None => bail!("what is asked of the deals? Say it with --ask"),
            Some(fields) if !fields.contains_key("deal") => {
                let ask = &self.ask;
                bail!("{ask} asks about no deal: give its fields as .jsonl, .csv or .parquet")
            }
            Some(_) => Ok(()),
        }
    }

    /// A text of a column as the value of its field.
    fn value(&self, name: &str, text: &str) -> Value {
        match self.fields.as_ref().map(|fields| fields.get(name)) {
            Some(Some(Kind::Switch | Kind::Number { .. } | Kind::Seconds | Kind::Numbers(_))) => value(text),
            Some(Some(_)) if text.starts_with(['{', '[']) => value(text),
            // The row says itself what is asked.
            None if !self.any && name != "id" && !self.keep.iter().any(|keep| keep == name) => value(text),
            _ => text.into(),
        }
    }
}

/// The value that a text tells. Spreadsheets write `TRUE`, and `1.0` for 1.
fn value(text: &str) -> Value {
    let number = |number: f64| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    match serde_json::from_str(text).or_else(|_| serde_json::from_str(&text.to_ascii_lowercase())) {
        Ok(Value::Number(found)) => match found.as_f64().filter(|&found| number(found)) {
            Some(whole) => (whole as u64).into(),
            None => found.into(),
        },
        Ok(Value::Null) | Err(_) => text.into(),
        Ok(value) => value,
    }
}

/// Gives each row of a table whose columns are separated by commas, semicolons or tabs.
pub(super) fn csv(mut input: Box<dyn BufRead>, header: &Header, take: &mut Each<'_>) -> anyhow::Result<()> {
    let mut first = Vec::new();
    input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut first)?;
    // Some editors mark the beginning.
    let mark = if first.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let count = |separator: u8| first[mark..].iter().filter(|byte| **byte == separator).count();
    let separator =
        [b',', b';', b'\t'].into_iter().max_by_key(|&separator| (count(separator), separator == b','));
    let (guard, over) = Guard::new(Cursor::new(first.split_off(mark)).chain(input));
    let mut reader =
        csv::ReaderBuilder::new().delimiter(separator.unwrap_or(b',')).flexible(true).from_reader(guard);
    let text = |field: &[u8]| String::from_utf8_lossy(field).trim().to_owned();
    let names: Vec<String> = reader.byte_headers()?.iter().map(text).collect();
    over();
    if names.iter().all(String::is_empty) {
        bail!("the first line has to name the columns");
    }
    header.check(&names)?;
    let mut row = csv::ByteRecord::new();
    while reader.read_byte_record(&mut row)? {
        over();
        let place = row.position().map(|position| (position.line(), position.byte() + mark as u64));
        let body = if row.len() == names.len() {
            let cells = names.iter().zip(row.iter().map(text)).filter(|(_, cell)| !cell.is_empty());
            Body::Row(cells.map(|(name, cell)| (name.clone(), header.value(name, &cell))).collect())
        } else {
            let text = row.iter().map(text).collect::<Vec<_>>().join(",");
            Body::Broken { cells: row.len(), columns: names.len(), text }
        };
        if !take(place, body) {
            break;
        }
    }
    Ok(())
}

#[cfg(feature = "full")]
pub(super) fn parquet(
    path: &Path,
    header: &Header,
    read: &Arc<AtomicU64>,
    take: &mut Each<'_>,
) -> anyhow::Result<()> {
    use std::fs::File;
    use std::sync::atomic::Ordering;

    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use preference::analysis::arrow;

    let file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
    let rows = builder.metadata().file_metadata().num_rows().max(1) as u64;
    let names: Vec<String> = builder.schema().fields().iter().map(|field| field.name().clone()).collect();
    header.check(&names)?;
    let mut done = 0;
    for batch in builder.with_batch_size(1024).build()? {
        let batch = batch?;
        for row in arrow::objects(&batch)? {
            if !take(None, Body::Row(row)) {
                return Ok(());
            }
        }
        let before = done * bytes / rows;
        done += batch.num_rows() as u64;
        read.fetch_add(done * bytes / rows - before, Ordering::Relaxed);
    }
    Ok(())
}

#[cfg(not(feature = "full"))]
pub(super) fn parquet(_: &Path, _: &Header, _: &Arc<AtomicU64>, _: &mut Each<'_>) -> anyhow::Result<()> {
    Err(super::file::not_built("Parquet"))
}
