//! Mistakes in the syntax of a file of rules: the parser names what its grammar expects at the place, which is of
//! little help if a bracket is missing lines above.

use toml::de::DeTable;

use crate::excerpt::excerpt;

/// `byte` is the place at which the parser stopped.
pub(super) fn syntax_problem(text: &str, byte: usize) -> String {
    let start = text[..byte].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default().trim();
    if is_json(text) {
        "this is JSON, but a file of rules is TOML: write name = \"ours\" for \"name\": \"ours\", and [play] above the keys of a table".to_owned()
    } else if !is_toml(&text[..start]) {
        let above =
            unfinished_line(&text[..start]).map_or("above".to_owned(), |line| format!("on line {line}"));
        format!("the value {above} has no end: close its bracket or its quotes")
    } else if is_toml(line) {
        // The lines above are valid, and so is this one: they cannot stand together.
        "this key or table is in the file already: write it once".to_owned()
    } else {
        line_problem(line)
    }
}

fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    // `[[` and `[name]` begin tables of TOML.
    text.starts_with('{') || text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'))
}

fn is_toml(text: &str) -> bool {
    DeTable::parse(text).is_ok()
}

/// The number, from 1, of the line with the value at the end of the text, if it is one of the last lines.
fn unfinished_line(text: &str) -> Option<usize> {
    // Each try parses the text above again.
    const MAX_LINES: usize = 100;
    let lines = text.lines().count();
    let starts = text.rmatch_indices('\n').map(|(end, _)| end + 1).skip(1).chain([0]);
    let mut tried = starts.take(MAX_LINES).enumerate();
    tried.find(|&(_, start)| is_toml(&text[..start])).map(|(n, _)| lines - n)
}

fn line_problem(line: &str) -> String {
    if line.starts_with('[') {
        return "this is not the heading of a table: write its name in brackets, such as [play]".to_owned();
    }
    let Some((key, value)) = line.split_once(['=', ':']) else {
        return "this is neither a key with its value nor the heading of a table: write KEY = VALUE, or [TABLE]"
            .to_owned();
    };
    let key = key.trim();
    let value = value.split('#').next().unwrap_or_default().trim();
    let quoted = excerpt(key);
    if key.is_empty() {
        "the key before = is missing".to_owned()
    } else if !is_toml(&format!("{key} = 0")) {
        format!("'{quoted}' is not a key: write a word, or a text in quotes, before =")
    } else if line[key.len()..].trim_start().starts_with(':') {
        format!("'{quoted}' is followed by a colon: write {quoted} = VALUE")
    } else if value.is_empty() {
        format!(
            "{quoted} has no value: write a number, true or false, a text in quotes, or a list in brackets"
        )
    } else {
        value_problem(value)
    }
}

fn value_problem(value: &str) -> String {
    let quoted = excerpt(value);
    let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''));
    match quote.map(|quote| value[1..].split_once(quote)) {
        Some(None) => format!("the quote that begins {quoted} is not closed"),
        Some(Some((_, rest))) if !rest.is_empty() => {
            format!("nothing may follow the text: write {} on another line", excerpt(rest.trim()))
        }
        _ => format!(
            "{quoted} is not a value: write a number, true or false, a text in quotes, or a list in brackets"
        ),
    }
}
