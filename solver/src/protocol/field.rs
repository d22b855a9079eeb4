//! Fields of questions.

use serde_json::Value;

/// Field of a question, as the question's type declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDeclaration {
    /// Name of the field.
    pub name: String,
    /// JSON Schema of the field's values, with a description.
    pub schema: Value,
}

impl FieldDeclaration {
    /// Whether the field's values are numbers or switches instead of texts.
    #[must_use]
    pub fn is_number_or_switch(&self) -> bool {
        let is_one =
            |schema: &Value| matches!(schema["type"].as_str(), Some("boolean" | "integer" | "number"));
        let several = self.schema["anyOf"].as_array();
        is_one(&self.schema) || several.is_some_and(|forms| forms.iter().any(is_one))
    }
}
