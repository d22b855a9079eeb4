//! Statements of books about hands (`fixtures/statements.toml`): their form, and the chances that are arithmetic.

use std::collections::BTreeSet;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Statements {
    source: Vec<Source>,
    statement: Vec<Statement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    id: String,
    title: String,
    found: String,
    note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Statement {
    source: String,
    kind: Kind,
    cards: Option<String>,
    holding: Option<String>,
    split: Option<String>,
    rule: Option<String>,
    own: Option<u32>,
    tricks: Option<u32>,
    lead: Option<Lead>,
    says: Option<f64>,
    gain: Option<f64>,
    note: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Trick,
    Certain,
    Buy,
    BuyTwo,
    Caught,
    Split,
    Order,
    Rule,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Lead {
    Own,
    Others,
}

fn binomial(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

/// Chance that two of 22 cards have at least one of `own` cards.
fn bought(own: u32) -> f64 {
    1.0 - binomial(22 - own, 2) / binomial(22, 2)
}

/// Chance that the cards of a suit which are among twenty unknown cards lie so, either way round.
fn split_chance(more: u32, fewer: u32) -> f64 {
    let missing = more + fewer;
    let one_way = binomial(missing, more) * binomial(20 - missing, 10 - more) / binomial(20, 10);
    if more == fewer { one_way } else { 2.0 * one_way }
}

#[test]
fn statements_are_well_formed_and_their_arithmetic_is_right() {
    let statements = toml::from_str(include_str!("../../../fixtures/statements.toml"));
    let Statements { source, statement } = statements.unwrap_or_else(|error| panic!("{error}"));
    let sources: BTreeSet<&str> = source.iter().map(|source| source.id.as_str()).collect();
    let used: BTreeSet<&str> = statement.iter().map(|statement| statement.source.as_str()).collect();
    assert_eq!(sources, used);
    for Source { id, title, found, note } in &source {
        assert!(!title.is_empty() && found.contains('/') && note.as_deref() != Some(""), "{id}");
    }
    for statement in &statement {
        let subjects = [&statement.cards, &statement.holding, &statement.split, &statement.rule];
        assert_eq!(subjects.into_iter().flatten().count(), 1, "{statement:?}");
        assert!(statement.says.is_none_or(|says| (0.0..=1.0).contains(&says)), "{statement:?}");
        assert!(statement.says.is_some() || statement.note.is_some(), "{statement:?}");
        assert_eq!(statement.tricks.is_some(), statement.kind == Kind::Certain, "{statement:?}");
        let has_gain = matches!(statement.kind, Kind::Buy | Kind::BuyTwo | Kind::Order);
        assert!(has_gain || statement.gain.is_none(), "{statement:?}");
        assert!(statement.lead.is_none() || statement.holding.is_some(), "{statement:?}");
        if let Some(hand) = &statement.cards {
            let deal = format!("F:{hand} ? ?");
            crate::pref("evaluate --layouts 2 --contract misere --rules russian", &[&deal])
                .assert()
                .success();
        }
        match (statement.kind, statement.own, statement.says) {
            (Kind::Buy, Some(own), Some(says)) => {
                assert!((bought(own) - says).abs() < 0.006, "{statement:?}");
            }
            (Kind::Rule, Some(own), Some(says)) => assert!(bought(own) > says, "{statement:?}"),
            _ => {}
        }
        if let Some((more, fewer)) = statement.split.as_deref().and_then(|split| split.split_once(':')) {
            let chance = split_chance(more.parse().expect("a number"), fewer.parse().expect("a number"));
            let digits = if statement.note.is_some() { 0.005 } else { 0.0001 };
            assert!((chance - statement.says.expect("a chance")).abs() < digits, "{statement:?} {chance}");
        }
    }
}
