//! Tables of answers: the names and types of the columns, and the values of the cells.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::situation::error::QuestionError;
use crate::tables::schema::definitions::without_references;
use crate::tables::schema::derived::{join_properties, schema_of_output};

/// Column of a table, or field of a structure within one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Name of the column.
    pub name: String,
    /// Type of the values, all of which may be null.
    #[serde(rename = "type")]
    pub kind: ColumnType,
}

/// Type of the values in a column.
///
/// ```
/// use preference::tables::columns::{Column, ColumnType};
/// let gains = ["F", "M"].map(|seat| Column { name: seat.to_owned(), kind: ColumnType::Float64 });
/// let list = ColumnType::List(Box::new(ColumnType::Struct(gains.into())));
/// assert_eq!(list.to_string(), "list<struct<F: float64, M: float64>>");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Whole numbers from -128 to 127.
    Int8,
    /// Whole numbers of 32 bits.
    Int32,
    /// Whole numbers of 64 bits.
    Int64,
    /// Floating-point numbers of 64 bits.
    Float64,
    /// Yes or no.
    Bool,
    /// Texts. A value that is not a text is written as JSON.
    String,
    /// Lists of values of one type.
    List(Box<ColumnType>),
    /// Objects with these fields.
    Struct(Vec<Column>),
    /// Objects with any keys, and values of one type.
    Map(Box<ColumnType>),
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnType::Int8 => f.write_str("int8"),
            ColumnType::Int32 => f.write_str("int32"),
            ColumnType::Int64 => f.write_str("int64"),
            ColumnType::Float64 => f.write_str("float64"),
            ColumnType::Bool => f.write_str("bool"),
            ColumnType::String => f.write_str("string"),
            ColumnType::List(item) => write!(f, "list<{item}>"),
            ColumnType::Map(value) => write!(f, "map<string, {value}>"),
            ColumnType::Struct(fields) => {
                f.write_str("struct<")?;
                for (n, Column { name, kind }) in fields.iter().enumerate() {
                    write!(f, "{}{name}: {kind}", if n > 0 { ", " } else { "" })?;
                }
                f.write_str(">")
            }
        }
    }
}

impl Serialize for ColumnType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl ColumnType {
    fn from_schema(schema: &Value) -> ColumnType {
        // Values that may have several types without a common one, or whole numbers outside the range of a signed
        // 64-bit integer, are held as texts.
        if let Some(forms) = schema["anyOf"].as_array() {
            let is_null = |form: &&Value| form["type"] == "null" || form.get("const") == Some(&Value::Null);
            let types = forms.iter().filter(|form| !is_null(form)).map(ColumnType::from_schema);
            return types.reduce(ColumnType::join).unwrap_or(ColumnType::String);
        }
        let mut types: Vec<&str> = match &schema["type"] {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect(),
        };
        types.retain(|one| *one != "null");
        match &types[..] {
            ["boolean"] => ColumnType::Bool,
            ["number"] => ColumnType::Float64,
            ["integer"] => ColumnType::from_integer_schema(schema),
            ["array"] if schema["items"].is_object() => {
                ColumnType::List(Box::new(ColumnType::from_schema(&schema["items"])))
            }
            ["object"] => match (&schema["properties"], &schema["additionalProperties"]) {
                (Value::Object(properties), _) => ColumnType::Struct(property_columns(properties)),
                (_, values @ Value::Object(_)) => ColumnType::Map(Box::new(ColumnType::from_schema(values))),
                _ => ColumnType::String,
            },
            _ => ColumnType::String,
        }
    }

    fn join(self, other: ColumnType) -> ColumnType {
        // Types that have nothing in common become texts.
        match (self, other) {
            (one, other) if one == other => one,
            (ColumnType::List(one), ColumnType::List(other)) => ColumnType::List(Box::new(one.join(*other))),
            (ColumnType::Struct(mut fields), ColumnType::Struct(others)) => {
                for other in others {
                    match fields.iter_mut().find(|field| field.name == other.name) {
                        Some(field) => field.kind = field.kind.clone().join(other.kind),
                        None => fields.push(other),
                    }
                }
                ColumnType::Struct(fields)
            }
            _ => ColumnType::String,
        }
    }

    fn from_integer_schema(schema: &Value) -> ColumnType {
        match (schema["minimum"].as_i64(), schema["maximum"].as_u64()) {
            (_, Some(0..=127)) => ColumnType::Int8,
            (_, Some(most)) if i32::try_from(most).is_ok() => ColumnType::Int32,
            (_, Some(most)) if i64::try_from(most).is_ok() => ColumnType::Int64,
            (None, None) => ColumnType::Int64,
            _ => ColumnType::String,
        }
    }
}

/// Names of the columns that hold the error of a row: its code and its message.
pub const ERROR_COLUMNS: [&str; 2] = ["error_code", "error"];

/// The columns of [`ERROR_COLUMNS`].
#[must_use]
pub fn error_columns() -> [Column; 2] {
    ERROR_COLUMNS.map(|name| column(name, ColumnType::String))
}

/// The cells of [`ERROR_COLUMNS`] in a row without an answer. The message begins with the wrong field.
#[must_use]
pub fn error_cells(error: &QuestionError) -> [Value; 2] {
    let code = serde_json::to_value(error.code()).expect("a code has a JSON form");
    [code, error.with_field().into()]
}

/// Row of a table: one value for each column.
pub type Row = Vec<Value>;

/// The columns of the answers to one question, from [`Responder::columns`](crate::protocol::ask::Responder::columns).
#[derive(Clone, Debug)]
pub struct Columns {
    list: Vec<Column>,
    is_long: bool,
}

pub(crate) fn column(name: impl Into<String>, kind: ColumnType) -> Column {
    Column { name: name.into(), kind }
}

fn property_columns(properties: &Map<String, Value>) -> Vec<Column> {
    properties.iter().map(|(name, schema)| column(name, ColumnType::from_schema(schema))).collect()
}

impl Columns {
    pub(crate) fn new(list: Vec<Column>, is_long: bool) -> Columns {
        Columns { list, is_long }
    }

    pub(crate) fn from_keys<A: schemars::JsonSchema>() -> Columns {
        let schema = without_references(schema_of_output::<A>());
        let mut properties = Map::new();
        let alone = std::slice::from_ref(&schema);
        for form in schema["anyOf"].as_array().map_or(alone, Vec::as_slice) {
            if let Some(form) = form["properties"].as_object() {
                join_properties(&mut properties, form);
            }
        }
        Columns { list: property_columns(&properties), is_long: false }
    }

    /// Makes lists and objects texts that hold JSON.
    #[must_use]
    pub fn with_json_text(mut self) -> Columns {
        for column in &mut self.list {
            if matches!(column.kind, ColumnType::List(_) | ColumnType::Struct(_) | ColumnType::Map(_)) {
                column.kind = ColumnType::String;
            }
        }
        self
    }

    /// Whether each row is one result of an answer, so that an answer may have several rows.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.is_long
    }

    /// The columns in the order of the cells of a row.
    #[must_use]
    pub fn as_slice(&self) -> &[Column] {
        &self.list
    }

    pub(crate) fn row_of_keys(&self, answer: &impl Serialize) -> Row {
        // Null for a key that the answer does not have.
        let Ok(Value::Object(mut answer)) = serde_json::to_value(answer) else {
            unreachable!("the JSON form of an answer is an object")
        };
        self.list.iter().map(|column| answer.remove(&column.name).unwrap_or_default()).collect()
    }
}
