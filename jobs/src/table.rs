//! CSV inputs.

use std::io::{BufRead, Cursor, Read};
use std::path::Path;

use serde_json::Map;

use crate::column_mapping::{ColumnMapping, ColumnRole};
use crate::file::RecordLimitReader;
use crate::lines::MAX_RECORD_BYTES;
use crate::options::QuoteForm;
use crate::partition::folder_names;
use crate::quotes::{BACKSLASH, QuoteReader};
use crate::read_error::{HeaderError, ReadError};
use crate::record::{Body, Fault, RecordVisitor, Row};

/// Byte order mark, which some editors write at the beginning of a file.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Beginning of the line that `Export-Csv` of PowerShell writes before the names of the columns.
const TYPE_LINE_PREFIX: &[u8] = b"#TYPE ";

/// Table whose header line has been read.
struct Table<R> {
    reader: csv::Reader<R>,
    names: Vec<String>,
    /// Number of bytes that are added to the reader's positions to get positions in the input.
    skipped_bytes: u64,
    /// Number of lines that are added to the reader's line numbers.
    skipped_lines: u64,
}

pub(crate) fn names(input: Box<dyn BufRead>, mapping: &dyn ColumnMapping) -> Result<Vec<String>, ReadError> {
    Ok(open(input, mapping.quotes())?.0.names)
}

/// Opens a table, detects its separator (comma, semicolon or tab, or the character in a line `sep=`) and reads the
/// names of its columns. The returned function must be called after each record; it starts the count of a record's
/// bytes again.
fn open(
    mut input: Box<dyn BufRead>,
    quotes: QuoteForm,
) -> Result<(Table<QuoteReader<impl Read>>, impl Fn()), ReadError> {
    let mut line =
        |first: &mut Vec<u8>| input.by_ref().take(MAX_RECORD_BYTES as u64).read_until(b'\n', first);
    let mut first = Vec::new();
    line(&mut first)?;
    let mut begins = if first.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let (mut separator, mut lines) = (None, 0);
    if let [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', named, end @ ..] = &first[begins..]
        && matches!(end, [] | b"\n" | b"\r\n")
    {
        // A line such as `sep=;` declares the separator for spreadsheets.
        lines += 1;
        separator = Some(*named);
        begins = first.len();
        line(&mut first)?;
    }
    if first[begins..].starts_with(TYPE_LINE_PREFIX) {
        begins = first.len();
        line(&mut first)?;
        lines += 1;
    }
    let header = first.split_off(begins);
    // The reader counts the second byte of a line's end as the first one of the next row.
    let end = usize::from(header.ends_with(b"\r\n"));
    let count = |separator: u8| header.iter().filter(|byte| **byte == separator).count();
    let likely =
        [b',', b';', b'\t'].into_iter().max_by_key(|&separator| (count(separator), separator == b','));
    let (limited, reset_limit) = RecordLimitReader::new(Cursor::new(header).chain(input));
    let delimiter = separator.or(likely).unwrap_or(b',');
    let escape = (quotes == QuoteForm::Backslash).then_some(BACKSLASH);
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.delimiter(delimiter).escape(escape).flexible(true);
    let mut reader = reader.from_reader(QuoteReader::new(limited, delimiter, quotes));
    let name = |field: &[u8]| std::str::from_utf8(field).map(|name| name.trim().to_owned());
    let names = reader.byte_headers()?.iter().map(name).collect::<Result<Vec<_>, _>>();
    let names = names.map_err(HeaderError::from)?;
    reset_limit();
    let names_end = reader.position().byte();
    if reader.get_ref().is_open_at_end() || reader.get_mut().has_stray_before(names_end) {
        return Err(HeaderError::Quotes.into());
    }
    if names.iter().all(String::is_empty) {
        return Err(HeaderError::NoNames.into());
    }
    Ok((
        Table { reader, names, skipped_bytes: (begins + end) as u64, skipped_lines: lines + end as u64 },
        reset_limit,
    ))
}

pub(crate) fn rows(
    input: Box<dyn BufRead>,
    path: &Path,
    mapping: &dyn ColumnMapping,
    visit: &mut RecordVisitor<'_>,
) -> Result<(), ReadError> {
    let (mut table, reset_limit) = open(input, mapping.quotes())?;
    let roles = mapping.roles(&table.names, &folder_names(path))?;
    let mut row = csv::ByteRecord::new();
    loop {
        match table.reader.read_byte_record(&mut row) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(source) if table.reader.get_ref().is_in_quotes() => {
                let line = row.position().map_or(0, |place| place.line() + table.skipped_lines);
                return Err(ReadError::OpenQuote { line, source });
            }
            Err(error) => return Err(error.into()),
        }
        reset_limit();
        let place = row.position();
        let place =
            place.map(|place| (place.line() + table.skipped_lines, place.byte() + table.skipped_bytes));
        let text = || row.iter().map(String::from_utf8_lossy).collect::<Vec<_>>().join(",");
        let end = table.reader.position().byte();
        let body = if table.reader.get_mut().has_stray_before(end) {
            Body::Misquoted { text: text(), fault: Fault::Misquoted }
        } else if table.reader.get_ref().is_open_at_end() {
            Body::Misquoted { text: text(), fault: Fault::OpenQuote { line: place.map(|(line, _)| line) } }
        } else if row.len() == roles.len() {
            Body::Row(Box::new(cells(&table.names, &roles, mapping, &row, place.map(|(line, _)| line))))
        } else {
            Body::WrongCellCount { cells: row.len(), columns: roles.len(), text: text() }
        };
        if !visit(place, body) {
            return Ok(());
        }
    }
}

fn cells(
    names: &[String],
    roles: &[ColumnRole],
    mapping: &dyn ColumnMapping,
    row: &csv::ByteRecord,
    line: Option<u64>,
) -> Row {
    // An empty cell counts as missing.
    let (mut fields, mut kept, mut fault) = (Map::new(), Map::new(), None);
    for ((name, role), cell) in
        names.iter().zip(roles).zip(row.iter()).filter(|((_, role), _)| role.is_used())
    {
        let Ok(cell) = std::str::from_utf8(cell) else {
            fault.get_or_insert_with(|| Fault::NotUtf8 { column: Some(name.clone()), line });
            continue;
        };
        if !cell.is_empty() {
            kept.extend(role.kept.iter().map(|name| (name.clone(), cell.into())));
        }
        let Some(key) = &role.key else { continue };
        // Blanks around an id are kept.
        let text = if key == "id" { cell } else { cell.trim() };
        if !mapping.is_null(key, text) {
            fields.insert(key.clone(), mapping.value(key, text));
        }
    }
    Row { fields: fault.map_or(Ok(fields), Err), kept, typed: None }
}
