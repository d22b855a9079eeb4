//! What a field of a question is.

/// A field of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldDeclaration {
    /// Its name.
    pub name: &'static str,
    /// What it may say.
    pub kind: FieldKind,
    /// What it means, in a few words.
    pub meaning: &'static str,
}

/// What a field may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// True or false.
    Switch,
    /// A whole number.
    Number {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A number of seconds.
    Seconds,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A text.
    Text,
    /// A list of words, as a list or as one text; of these words, if there are any.
    Words(&'static [&'static str]),
    /// A list of texts; one may stand alone.
    Texts,
    /// A deal, or a list of deals.
    Deals,
    /// A list of whole numbers up to this one; one may stand alone.
    Numbers(u64),
    /// An object with a whole number up to this one for each seat, or a text as `F=3,M=1`.
    BySeat(u64),
    /// The totals of a score sheet by seat, as an object or its text.
    Totals,
    /// The id of a question: a text or a number.
    Id,
    /// Rules: a name with switches, or an object in the shape of a file.
    Rules,
    /// One or several rules.
    RulesList,
}
