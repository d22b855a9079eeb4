//! Schemas of questions and answers, compared with the input and the output of the program.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use preference::Analyst;
use preference::protocol::ask::Responder;
use preference::protocol::entries::{QUESTION_NAMES, key_columns};
use preference::protocol::question::Question;
use preference::protocol::schema::{self, fields};
use preference::questions::question_type::QuestionType;
use preference::rules::RulesHeader;
use preference::search::Stop;
use preference::situation::Fields;
use preference::tables::columns::{ColumnType, Columns};
use preference::tables::schema::schema_of_output;
#[cfg(feature = "full")]
use preference_arrow as arrow;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::ask::{played_record, questions};
use crate::{answer, pref};

/// Questions as JSON objects, at least one of each kind.
fn sample_questions() -> Vec<Value> {
    let mut asked: Vec<Value> = questions()
        .into_iter()
        .map(|question| {
            let mut fields = question.fields;
            if let Some(deal) = question.deal {
                fields["deal"] = json!(deal);
            }
            fields
        })
        .collect();
    let deal = crate::DEAL;
    let mut hand: Value =
        include_str!("../../../docs/hand.jsonl").lines().next().expect("a hand").parse().expect("JSON");
    hand["ask"] = json!("review");
    asked.push(hand);
    let record = played_record();
    asked.extend([
        json!({"ask": "state", "record": record}),
        json!({"ask": "state", "record": record, "seat": "M"}),
        json!({"ask": "advise", "record": record, "layouts": 3}),
        json!({"ask": "evaluate", "record": {"deal": deal, "actions": ["1"]}, "use_calls": true, "layouts": 3}),
        json!({"ask": "advise", "record": {"deal": deal, "actions": []}, "layouts": 3, "model": "tricks"}),
        json!({"ask": "act", "record": record, "player": "random", "seed": 7}),
        json!({"ask": "session", "rules": "russian", "players": ["Ada", "Ben", "Cem"], "log": [record], "end": "deals:4"}),
        json!({"ask": "session", "log": [{"deal": deal, "actions": ["pass", "pass", "pass"]}]}),
        json!({"ask": "ppn", "log": [{"deal": deal, "actions": ["pass", "pass", "pass"]}]}),
        json!({"ask": "ppn", "ppn": "[2 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 P,P,P]", "rules": "hungarian"}),
        json!({"ask": "review", "record": {"deal": deal, "actions": ["1", "pass"]}}),
    ]);
    asked.extend([
        json!({"ask": "version"}),
        json!({"ask": "rules", "rules": "illustrated-sansatout,-head"}),
        json!({"ask": "rules", "rules": {"toml": "name = 'ours'\nextends = 'russian'\n"}}),
        json!({"ask": "ready", "rules": "russian"}),
        json!({"ask": "ready", "rules": ["russian", {"name": "ours", "extends": "austrian"}]}),
        json!({"ask": "cancel", "cancel": 3, "id": "x"}),
        json!({"ask": "solve", "deal": [deal, deal], "contract": "S", "x_note": [1]}),
        json!({"ask": "line", "deal": deal, "contract": "S", "declarer": "F", "played": "SA", "at": [0, 1]}),
        json!({"ask": "deal", "count": 2}),
        json!({"ask": "cards", "deal": deal, "contract": "allpass", "rules": "russian", "time_limit": 9}),
        json!({"ask": "score", "contract": "S", "declarer": "F", "tricks": {"F": 6, "M": 2, "R": 2}}),
        json!({"ask": "score", "rules": "russian", "whole": true, "totals": {"F": {"pool": 20, "mountain": 12, "whists": {"M": 34, "D": 50.5}}, "M": {}, "R": {}, "D": {}}}),
    ]);
    asked
}

/// The schema that the program prints for all questions.
fn printed_exchanges() -> Value {
    serde_json::from_str(&answer("schema", &[])).expect("an object")
}

/// The definition to which the reference in a schema of this document leads.
fn referred<'a>(document: &'a Value, schema: &Value) -> &'a Value {
    let path = schema["$ref"].as_str().expect("a reference");
    document.pointer(path.strip_prefix('#').expect("a local reference")).expect("a definition")
}

/// The schemas of each question and of the answers to it, in a document that defines their types.
fn schemas() -> BTreeMap<String, (Validator, Validator)> {
    let document = printed_exchanges();
    let exchanges = document["properties"].as_object().expect("questions");
    let validator = |exchange: &Value, part: &str| {
        let mut schema = referred(&document, exchange)["properties"][part].clone();
        schema["$defs"] = document["$defs"].clone();
        jsonschema::validator_for(&schema).expect("a schema")
    };
    exchanges
        .iter()
        .map(|(ask, one)| (ask.clone(), (validator(one, "question"), validator(one, "answer"))))
        .collect()
}

fn violations(schema: &Validator, object: &Value) -> Vec<String> {
    schema.iter_errors(object).map(|error| error.to_string()).collect()
}

#[test]
fn questions_and_answers_match_schemas() {
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let schemas = schemas();
    assert_eq!(schemas.len(), QUESTION_NAMES.len());
    let mut met = BTreeSet::new();
    for mut question in sample_questions() {
        let ask = question["ask"].as_str().expect("a question").to_owned();
        let (questions, answers) = &schemas[&ask];
        assert_eq!(violations(questions, &question), Vec::<String>::new(), "{question}");
        let answer: Value =
            serde_json::from_str(&responder.answer(&mut analyst, &question.to_string())).expect("an object");
        assert_eq!(violations(answers, &answer), Vec::<String>::new(), "{question}");
        assert!(answer.get("error").is_none(), "{question}: {answer}");
        // The engine answers `cancel` itself.
        let values = [Value::Null, json!(false), json!([])].into_iter().filter(|_| ask != "cancel");
        for without_effect in values {
            question["no_such_field"] = without_effect;
            let refused = responder.answer(&mut analyst, &question.to_string());
            assert!(refused.contains(r#""code":"unknown-field","field":"no_such_field""#), "{question}");
        }
        question["no_such_field"] = json!(1);
        assert!(!questions.is_valid(&question), "{ask}");
        let refused: Value =
            serde_json::from_str(&responder.answer(&mut analyst, &question.to_string())).expect("an object");
        assert_eq!(refused["error"]["code"], "unknown-field", "{question}");
        assert_eq!(violations(answers, &refused), Vec::<String>::new(), "{question}");
        assert!(!answers.is_valid(&json!({"id": 1})), "{ask}");
        met.insert(ask);
    }
    assert_eq!(met.len(), QUESTION_NAMES.len(), "each question is asked");
}

/// The schema of the objects that the program prints in answer to a question.
fn printed_schema(ask: &str) -> Value {
    let answer = schema::answer(ask).expect("a question");
    // The command `pref rules list` prints only the header of each rule set.
    if ask == "rules" { either("RulesOutput", [answer, schema_of_output::<RulesHeader>()]) } else { answer }
}

/// The schema of objects that match one of two documents.
fn either(title: &str, documents: [Value; 2]) -> Value {
    let mut definitions = BTreeMap::new();
    for mut document in documents.clone() {
        let inner = document.as_object_mut().expect("an object").remove("$defs");
        definitions.extend(inner.as_ref().and_then(Value::as_object).cloned().unwrap_or_default());
        definitions.insert(document["title"].as_str().expect("a title").to_owned(), document);
    }
    let forms = documents
        .map(|document| json!({"$ref": format!("#/$defs/{}", document["title"].as_str().expect("a title"))}));
    json!({"title": title, "anyOf": forms, "$defs": definitions})
}

/// Names of the objects that the program prints and that answer no question.
const OUTPUTS: [&str; 6] = ["bench", "match", "sheet", "stats", "tables", "tables-path"];

#[test]
fn schemas_in_docs_are_current() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/schema");
    let answers =
        QUESTION_NAMES.iter().map(|&ask| (ask, printed_schema(ask))).chain([("error", schema::error())]);
    let printed = OUTPUTS.map(|name| {
        let printed: Value =
            serde_json::from_str(&answer(&format!("schema {name}"), &[])).expect("an object");
        (name, printed)
    });
    let answers = answers.chain(printed);
    for (name, schema) in answers {
        let file = format!("{folder}/{name}.json");
        let mut document = json!({"$schema": "https://json-schema.org/draft/2020-12/schema"});
        document.as_object_mut().expect("an object").extend(schema.as_object().expect("an object").clone());
        let text = format!("{document:#}\n");
        if std::env::var_os("UPDATE_EXAMPLES").is_some() {
            std::fs::write(&file, text).expect("a folder");
        } else {
            let current = std::fs::read_to_string(&file).expect("a schema");
            assert!(current == text, "{file} is out of date: UPDATE_EXAMPLES=1 writes it");
        }
    }
}

/// The schema of each object that can answer a question. References to these schemas are followed.
fn object_forms(answers: &Value) -> Vec<&Value> {
    let forms = answers["anyOf"].as_array().expect("forms").iter().map(|form| referred(answers, form));
    forms
        .flat_map(|form| match form["anyOf"].as_array() {
            Some(forms) => forms.iter().map(|form| referred(answers, form)).collect(),
            None => vec![form],
        })
        .collect()
}

/// The table of the questions for a page: purpose, and the forms of answers.
fn question_table() -> String {
    let mut table =
        "| question | purpose | a list of answers | a partial answer |\n|---|---|---|---|\n".to_owned();
    for &ask in &QUESTION_NAMES {
        let question = schema::question(ask).expect("a question");
        let answers = schema::answers(ask).expect("a question");
        let has = |key: &str| {
            let there = object_forms(&answers).iter().any(|form| form["properties"].get(key).is_some());
            if there { "possible" } else { "" }
        };
        let purpose = question["description"].as_str().expect("a description");
        let purpose = purpose.split(". ").next().unwrap_or_default().replace('|', "or");
        table += &format!("| `{ask}` | {purpose} | {} | {} |\n", has("answers"), has("partial"));
    }
    table
}

#[test]
fn table_of_questions_in_docs_is_current() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/programs.md");
    let page = std::fs::read_to_string(file).expect("a page");
    let (begin, end) = ("<!-- questions -->\n\n", "\n<!-- end of questions -->");
    let (before, rest) = page.split_once(begin).expect("the begin of the table");
    let (current, after) = rest.split_once(end).expect("the end of the table");
    let table = question_table();
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        std::fs::write(file, [before, begin, &table, end, after].concat()).expect("a page");
    } else {
        assert!(current == table, "{file} is out of date: UPDATE_EXAMPLES=1 writes it");
    }
}

/// Compares the declared fields of each question with the fields that it reads.
#[test]
fn field_tables_match_fields_read() {
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let mut ask = |question: &Value| -> Value {
        serde_json::from_str(&responder.answer(&mut analyst, &question.to_string())).expect("an object")
    };
    for question in sample_questions() {
        let name = question["ask"].as_str().expect("a question");
        let table: BTreeSet<&str> =
            fields(name).expect("a question").iter().map(|field| field.name.as_str()).collect();
        let mut other = question.clone();
        other["no_such_field"] = json!(1);
        let message = ask(&other)["error"]["message"].as_str().expect("a message").to_owned();
        let read = message.split_once("fields: ").expect("a list of fields").1.split(' ');
        for read in read.filter(|read| *read != "ask") {
            assert!(table.contains(read), "{name} reads {read}");
        }
        for field in table {
            let mut other = question.clone();
            // No field of any kind accepts this value.
            other[field] = json!([[1]]);
            let error = &ask(&other)["error"];
            assert_ne!(*error, Value::Null, "{name} accepts any value of {field}");
            assert_ne!(error["code"], "unknown-field", "{name} has no field {field}");
        }
    }
}

/// Adds each field of a hand to a review of a record, which contains the hand.
#[test]
fn record_refuses_fields_of_hand() {
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let actions = ["pass", "pass", "pass"];
    let record = json!({"rules": "russian", "deal": "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K", "actions": actions});
    let review = json!({"ask": "review", "record": record});
    let values = json!({
        "deal": "?", "contract": "S", "declarer": "F", "calls": ["pass"], "discard": ["SA", "SQ"], "played": ["SA"],
        "leader": "F", "out": ["M"], "talon_order": ["D7", "CK"], "kontra": ["M"], "doubling": 1, "answered": ["M"],
        "whist": ["M"], "half_whist": "M", "guest": "M", "aces": "4", "talon": ["D7", "CK"], "pot": 3, "limit": 50,
        "dealer": "D", "offer": 1, "other_offers": {"M": 1}, "progression": 2,
    });
    let beside = ["record", "model", "discards", "rules", "time_limit", "progress"];
    let fields = fields("review").expect("a question");
    for field in fields.iter().map(|field| &*field.name).filter(|name| !beside.contains(name)) {
        let mut question = review.clone();
        question[field] = values.get(field).cloned().unwrap_or(json!(true));
        let answer = responder.answer(&mut analyst, &question.to_string());
        assert!(answer.contains(r#""code":"not-here""#) && answer.contains(field), "{field}: {answer}");
    }
}

/// Reads the form of a question, and writes it again.
fn rewrite_question<Q: QuestionType>(question: &Value) -> Value {
    let mut fields = Fields::from(question.as_object().expect("an object").clone());
    let read = Q::take(&mut fields, Q::NAME).unwrap_or_else(|error| panic!("{question}: {error}"));
    read.to_json()
}

type Rewrite = fn(&Value) -> Value;

/// A function for each question, by the name of the question.
macro_rules! list_rewrites {
    ($($question:ty),* $(,)?) => {
        BTreeMap::from([$((<$question>::NAME, rewrite_question::<$question> as Rewrite)),*])
    };
}

/// Parses an answer into its type, and serializes it again.
fn reread_answer<Q: QuestionType<Answer: DeserializeOwned>>(answer: &Value) -> Value {
    let read: Q::Answer =
        serde_json::from_value(answer.clone()).unwrap_or_else(|error| panic!("{answer}: {error}"));
    serde_json::to_value(read).expect("an answer has a JSON form")
}

/// As [`list_rewrites`], for the answers.
macro_rules! list_rereads {
    ($($question:ty),* $(,)?) => {
        BTreeMap::from([$((<$question>::NAME, reread_answer::<$question> as Rewrite)),*])
    };
}

#[test]
fn answer_types_round_trip() {
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let reread: BTreeMap<&str, Rewrite> = preference::with_questions!(list_rereads);
    let mut met = BTreeSet::new();
    for question in sample_questions() {
        let name = question["ask"].as_str().expect("a question");
        let Some(reread) = reread.get(name) else { continue };
        let mut answer: Value =
            serde_json::from_str(&responder.answer(&mut analyst, &question.to_string())).expect("an object");
        let own = answer.as_object_mut().expect("an object");
        own.retain(|key, _| key != "id" && !key.starts_with("x_"));
        let answers = match &answer["answers"] {
            Value::Array(answers) => answers.clone(),
            _ => vec![answer],
        };
        for answer in answers {
            assert_eq!(reread(&answer), answer, "{question}");
        }
        met.insert(name.to_owned());
    }
    assert_eq!(met.len(), reread.len());
}

#[test]
fn question_types_keep_every_field() {
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let mut ask = |question: &Value| responder.answer(&mut analyst, &question.to_string());
    let rewrite: BTreeMap<&str, Rewrite> = preference::with_questions!(list_rewrites);
    let mut met = BTreeSet::new();
    for mut question in sample_questions() {
        let fields = question.as_object_mut().expect("an object");
        fields.retain(|name, _| name != "id" && !name.starts_with("x_"));
        let name = question["ask"].as_str().expect("a question").to_owned();
        let Some(rewrite) = rewrite.get(&*name) else { continue };
        let again = rewrite(&question);
        let says_nothing =
            |value: &Value| matches!(value, Value::Null | Value::Bool(false)) || *value == json!([]);
        for (field, value) in question.as_object().expect("an object") {
            assert!(
                again.get(field).is_some() || says_nothing(value),
                "{field} of {question} is lost: {again}"
            );
        }
        assert_eq!(ask(&again), ask(&question), "{question} is {again}");
        met.insert(name);
    }
    assert_eq!(met.len(), rewrite.len());
}

/// Whether a cell has the type of its column, also in the fields of objects in lists, and has no
/// other fields.
fn fits(kind: &ColumnType, cell: &Value) -> bool {
    cell.is_null()
        || match kind {
            ColumnType::Int8 => cell.as_i64().is_some_and(|number| i8::try_from(number).is_ok()),
            ColumnType::Int32 => cell.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
            ColumnType::Int64 => cell.is_i64(),
            ColumnType::Float64 => cell.is_number(),
            ColumnType::Bool => cell.is_boolean(),
            // Such a column may hold seeds, which may exceed signed numbers, and tricks that are one number
            // or a number for each seat.
            ColumnType::String => !cell.is_array(),
            ColumnType::List(item) => {
                cell.as_array().is_some_and(|items| items.iter().all(|value| fits(item, value)))
            }
            ColumnType::Map(value) => {
                cell.as_object().is_some_and(|entries| entries.values().all(|cell| fits(value, cell)))
            }
            ColumnType::Struct(fields) => cell.as_object().is_some_and(|object| {
                object.iter().all(|(name, value)| {
                    fields.iter().any(|field| field.name == *name && fits(&field.kind, value))
                })
            }),
        }
}

/// The columns of the answers to a question, and the rows of its answer.
fn table(responder: &Responder, analyst: &mut Analyst, question: &Value) -> (Columns, Vec<Vec<Value>>) {
    let ask = question["ask"].as_str().expect("a question");
    let mut fields = question.as_object().expect("an object").clone();
    fields.retain(|name, _| {
        !["ask", "deal", "id", "time_limit"].contains(&name.as_str()) && !name.starts_with("x_")
    });
    let mut fields = Fields::from(fields);
    let rules = Responder::default().rules_of(&mut fields, ask).expect("rules");
    let columns = Responder::columns(ask, rules, fields, false).expect("columns");
    let read = Question::read(1, &question.to_string());
    let Ok(asked) = read.parsed else { panic!("{question}") };
    let rows = responder.rows(analyst, asked, &columns, &Stop::new()).expect("rows");
    (columns, rows)
}

/// Compares every answer with its row in a table. Nothing may be lost, and every cell must have the type of
/// its column.
#[test]
fn answers_fit_table_columns() {
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let mut met = BTreeSet::new();
    for question in sample_questions() {
        let ask = question["ask"].as_str().expect("a question");
        let Some(keys) = key_columns(ask) else { continue };
        let answers = schema::answers(ask).expect("a question");
        let own =
            |form: &&Value| !["answers", "error"].iter().any(|key| form["properties"].get(*key).is_some());
        let known: BTreeSet<&str> = object_forms(&answers)
            .into_iter()
            .filter(own)
            .flat_map(|form| form["properties"].as_object().expect("properties").keys())
            .map(String::as_str)
            .filter(|key| !["id", "partial"].contains(key))
            .collect();
        assert_eq!(known, keys.as_slice().iter().map(|column| column.name.as_str()).collect(), "{ask}");
        let (columns, rows) = table(&responder, &mut analyst, &question);
        let reply: Value =
            serde_json::from_str(&responder.answer(&mut analyst, &question.to_string())).expect("an object");
        let many = reply["answers"].as_array().map_or(1, Vec::len);
        assert_eq!(rows.len(), many, "{question}");
        for row in rows {
            assert!(row.iter().any(|cell| !cell.is_null()), "{question}");
            for (column, cell) in columns.as_slice().iter().zip(&row) {
                assert!(fits(&column.kind, cell), "{question}: {column:?} {cell}");
                // All values of the answer must be in the row.
                if ask != "solve" && many == 1 {
                    assert_eq!(*cell, reply.get(&column.name).cloned().unwrap_or_default(), "{column:?}");
                }
            }
        }
        met.insert(ask.to_owned());
    }
    // These are all questions about hands, that is, all but rules, version, ready and cancel.
    assert_eq!(met.len(), QUESTION_NAMES.len() - 4);
}

/// Removes nulls from objects, and replaces JSON texts by their values.
#[cfg(feature = "full")]
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let entries = object.into_iter().map(|(name, value)| (name, without_nulls(value)));
            entries.filter(|(_, value)| !value.is_null()).collect()
        }
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        Value::Number(number) => number.as_f64().into(),
        Value::String(text) => serde_json::from_str(&text)
            .ok()
            .filter(|value: &Value| !value.is_null())
            .map_or(text.into(), |value| if value.is_string() { value } else { without_nulls(value) }),
        other => other,
    }
}

/// Converts rows to a batch of Arrow, and the batch back to JSON objects. The objects must be equal to the
/// rows, also in the fields of objects in lists.
#[cfg(feature = "full")]
#[test]
fn rows_round_trip_through_arrow() {
    let (responder, mut analyst) = (Responder::default(), Analyst::new());
    let mut met = BTreeSet::new();
    for question in sample_questions() {
        let ask = question["ask"].as_str().expect("a question").to_owned();
        if key_columns(&ask).is_none() {
            continue;
        }
        let (columns, rows) = table(&responder, &mut analyst, &question);
        let copies = arrow::row_objects(&arrow::batch(columns.as_slice(), &rows)).expect("objects");
        assert_eq!(copies.len(), rows.len(), "{question}");
        for (copy, row) in copies.into_iter().zip(rows) {
            let names = columns.as_slice().iter().map(|column| column.name.clone());
            let row: Value = names.zip(row).collect::<serde_json::Map<_, _>>().into();
            assert_eq!(without_nulls(copy.into()), without_nulls(row), "{question}");
        }
        met.insert(ask);
    }
    assert_eq!(met.len(), QUESTION_NAMES.len() - 4);
}

#[test]
fn schemas_are_printed_by_name() {
    let one: Value = serde_json::from_str(&answer("schema talon", &[])).expect("an object");
    let question = referred(&one, &one["properties"]["question"]);
    assert_eq!(question["properties"]["ask"]["const"], "talon");
    let stats: Value = serde_json::from_str(&answer("schema stats", &[])).expect("an object");
    assert_eq!(stats["title"], "Statistics");
    let refused = pref("schema tallon", &[]).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.starts_with("pref: there is no schema 'tallon'; schemas: solve talon"), "{message}");
}

/// Collects the paths of schemas for which a code generator would have to invent a type name: objects and enumerations
/// that are not definitions, and references with other keys.
fn unnamed_types(schema: &Value, path: &str, unnamed: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match schema {
        Value::Object(object) => object.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(schemas) => schemas.iter().enumerate().map(|(n, one)| (n.to_string(), one)).collect(),
        _ => Vec::new(),
    };
    for (key, value) in inner.into_iter().filter(|(key, _)| key != "$defs") {
        let path = format!("{path}/{key}");
        let is_reference = value.get("$ref").is_some_and(Value::is_string);
        if value["properties"].is_object()
            || value["enum"].is_array()
            || (is_reference && value.as_object().is_some_and(|object| object.len() > 1))
        {
            unnamed.push(path.clone());
        }
        unnamed_types(value, &path, unnamed);
    }
}

#[test]
fn schemas_name_every_type() {
    let outputs = OUTPUTS.map(|name| answer(&format!("schema {name}"), &[]));
    let outputs = outputs.iter().map(|text| serde_json::from_str(text).expect("an object"));
    for document in outputs.chain([printed_exchanges(), schema::error()]) {
        let title = document["title"].as_str().expect("a title");
        let empty = serde_json::Map::new();
        let definitions = document["$defs"].as_object().unwrap_or(&empty);
        let mut unnamed = Vec::new();
        unnamed_types(&document, title, &mut unnamed);
        for (name, definition) in definitions {
            assert_eq!(*name, definition["title"], "{title}");
            assert!(name.starts_with(|first: char| first.is_ascii_uppercase()), "{title}: {name}");
            assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric()), "{title}: {name}");
            unnamed_types(definition, name, &mut unnamed);
        }
        assert_eq!(unnamed, Vec::<String>::new(), "{title}");
    }
}

#[test]
fn error_is_defined_once() {
    let text = answer("schema", &[]);
    assert_eq!(text.matches("\"title\": \"Error\"").count(), 1);
    assert_eq!(text.matches("\"nothing-found\"").count(), 1);
}
