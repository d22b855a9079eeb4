//! A counter of answers that come from several places.

use super::{Collector, CountedAnswer, Statistics, StatisticsError};

/// A counter of answers. Errors contain an answer's place among the inputs. In a table with a row for each result, the
/// rows of one record follow each other and count as one answer.
#[derive(Debug)]
pub struct AnswerCounter<Place, Record> {
    collector: Collector,
    pending: Option<PendingAnswer<Place, Record>>,
    /// Place of the first answer that has nothing to count.
    skipped: Option<Place>,
}

/// Answer that may get further results from the next row.
#[derive(Debug)]
struct PendingAnswer<Place, Record> {
    place: Place,
    record: Option<Record>,
    answer: CountedAnswer,
}

impl<Place, Record> Default for AnswerCounter<Place, Record> {
    fn default() -> AnswerCounter<Place, Record> {
        AnswerCounter { collector: Collector::default(), pending: None, skipped: None }
    }
}

impl<Place, Record: PartialEq> AnswerCounter<Place, Record> {
    /// Counts an answer. `record` identifies the record that a row of a table answers. Answers without anything that is
    /// counted are skipped.
    ///
    /// # Errors
    /// If the deal of an earlier answer is not valid; the error has the place of that answer.
    pub fn add(
        &mut self,
        place: Place,
        record: Option<Record>,
        mut answer: CountedAnswer,
    ) -> Result<(), (Place, StatisticsError)> {
        if let Some(pending) = &mut self.pending
            && record.is_some()
            && pending.record == record
            && pending.answer.deal == answer.deal
            && answer.contract.is_some()
            && !answer.results.is_empty()
            && !pending.answer.results.is_empty()
        {
            pending.answer.results.append(&mut answer.results);
            return Ok(());
        }
        self.count_pending()?;
        self.pending = Some(PendingAnswer { place, record, answer });
        Ok(())
    }

    /// Counts the last answer, and returns the statistics over all answers.
    ///
    /// # Errors
    /// If the deal of the last answer is not valid, or only skipped answers were added; the error then has the first
    /// one's place.
    pub fn finish(mut self) -> Result<Statistics, (Place, StatisticsError)> {
        self.count_pending()?;
        let statistics = self.collector.statistics();
        match self.skipped {
            Some(place) if statistics.answers == 0 => Err((place, StatisticsError::Nothing)),
            _ => Ok(statistics),
        }
    }

    fn count_pending(&mut self) -> Result<(), (Place, StatisticsError)> {
        let Some(PendingAnswer { place, answer, .. }) = self.pending.take() else { return Ok(()) };
        match self.collector.add(&answer) {
            Err(StatisticsError::Nothing) => drop(self.skipped.get_or_insert(place)),
            other => other.map_err(|error| (place, error))?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::statistics::TableRules;

    const DEAL: &str = "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98 .87..";

    fn row(cells: &Value) -> Map<String, Value> {
        cells.as_object().cloned().expect("an object")
    }

    /// The column `record` of each row is the number of its record.
    fn count(rows: &[Value], rules: &TableRules) -> Result<Statistics, (usize, StatisticsError)> {
        let mut counter = AnswerCounter::default();
        for (number, cells) in rows.iter().enumerate() {
            let answer = CountedAnswer::from_row(&row(cells), rules).map_err(|error| (number, error))?;
            counter.add(number, cells.get("record").cloned(), answer)?;
        }
        counter.finish()
    }

    fn result(record: u64, declarer: &str, tricks: u8) -> Value {
        json!({"record": record, "deal": DEAL, "rules": "russian", "declarer": declarer, "contract": "S",
            "tricks": tricks, "made": tricks >= 6})
    }

    #[test]
    fn rows_of_one_record_count_as_one_answer() {
        let rows = [result(1, "F", 7), result(1, "M", 5), result(2, "F", 6)];
        let counted = count(&rows, &TableRules::default()).expect("results");
        assert_eq!((counted.answers, counted.contracts[0].hands), (2, 3));
        let unnumbered = rows.map(|mut row| {
            row.as_object_mut().map(|cells| cells.remove("record"));
            row
        });
        assert_eq!(count(&unnumbered, &TableRules::default()).expect("results").answers, 3);
    }

    #[test]
    fn rules_decide_which_contracts_of_columns_are_made() {
        let unnamed = json!({"deal": DEAL, "F_7S": 7, "M_7S": 6, "R_misere": false});
        let error = count(std::slice::from_ref(&unnamed), &TableRules::default()).expect_err("unknown rules");
        assert!(matches!(error, (0, StatisticsError::UnknownRules { column }) if column == "F_7S"));
        let rules = TableRules {
            rules: Some("russian".parse().map(std::sync::Arc::new).expect("rules")),
            hand: false,
        };
        let counted = count(std::slice::from_ref(&unnamed), &rules).expect("results");
        assert_eq!(counted.contracts[0].means.chance.mean, 0.5);
        let mut named = unnamed;
        named["rules"] = "russian".into();
        let own = count(&[named.clone()], &TableRules::default()).expect("results");
        assert_eq!((own.rules, own.contracts.len()), (counted.rules, counted.contracts.len()));
        named["rules"] = "none".into();
        let error = count(&[named], &rules).expect_err("no such rules");
        assert!(matches!(error, (0, StatisticsError::BadRules(_))));
    }

    #[test]
    fn errors_have_places_of_answers() {
        let empty = json!({"rules": "russian"});
        let wrong = json!({"deal": "F:A", "rules": "russian"});
        let place = |rows: &[Value]| count(rows, &TableRules::default()).expect_err("an error");
        assert!(matches!(place(&[empty.clone(), empty.clone()]), (0, StatisticsError::Nothing)));
        assert!(matches!(
            place(&[result(1, "F", 7), wrong.clone(), empty.clone()]),
            (1, StatisticsError::BadDeal(_))
        ));
        assert!(matches!(
            place(&[result(1, "F", 7), empty.clone(), wrong]),
            (2, StatisticsError::BadDeal(_))
        ));
        let counted = count(&[empty, result(1, "F", 7)], &TableRules::default()).expect("a result");
        assert_eq!((counted.answers, counted.skipped), (1, 1));
    }
}
