//! Mistakes in conditions on deals.

use preference::analysis::sampling::Condition;

#[test]
fn wrong_conditions_are_refused() {
    for (text, expected) in [
        ("H=7", "is not a condition such as F:H"),
        ("X:H", "'X' is not a seat"),
        ("F:Q=7", "'Q' is not a contract"),
        ("F:H=11", "'=11': write =N"),
        ("F:H=one", "write =N, >=N, <=N"),
    ] {
        let error = text.parse::<Condition>().expect_err("refused").to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
