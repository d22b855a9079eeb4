//! Statistics over many answers.

mod answer;
mod counter;
mod rows;
mod table_row;
mod tally;

use std::collections::{BTreeMap, BTreeSet};

use crate::cards::{Cards, Rank, Suit};
use crate::deal::{DealError, Layout, PartialDeal};
use crate::excerpt::shorten;
use crate::outcomes::outcome::Outcome;
use crate::rules::VariantError;
use crate::rules::contract::Contract;
use crate::sampling::Means;
use crate::seat::Seat;
use answer::parse_contract;
pub use answer::{CountedAnswer, CountedGains, CountedLayouts, CountedOutcome, CountedPair, CountedResult};
pub use counter::AnswerCounter;
pub use rows::{ClassRow, ContractRow, DifferenceRow, GainRow, LayoutRow, Statistics, TalonUse};
pub use table_row::TableRules;
use tally::{NumberTally, Tally};

/// Reason why an answer, or a row of a table, is not counted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum StatisticsError {
    #[error("this is not a deal: {0}")]
    BadDeal(DealError),
    #[error("rules: {0}")]
    BadRules(#[from] VariantError),
    #[error(
        "{column}: nothing says under which rules these tricks were taken, so it is unknown which contracts are made"
    )]
    UnknownRules { column: String },
    #[error("this is not an answer: {0}")]
    BadForm(#[from] serde_json::Error),
    #[error(
        "nothing is counted here: statistics count the answers of solve, talon and par, the answers of defend with a \
         payment or a rule of thumb, and the answers of evaluate over all layouts"
    )]
    Nothing,
}

/// The names of house rules in answers are not checked.
const MAX_RULES_CHARS: usize = 200;

/// An accumulator of statistics. Its size depends on the number of different contracts, classes of hands, results and
/// rules, not on the number of answers.
#[derive(Debug, Default)]
pub struct Collector {
    answers: u64,
    errors: u64,
    skipped: u64,
    deals: u64,
    /// Consecutive answers about the same deal count as one deal.
    last_deal: Option<String>,
    rules: BTreeSet<String>,
    contracts: BTreeMap<(TalonUse, Contract, Option<Seat>), Tally>,
    strength: BTreeMap<(TalonUse, Contract, usize), Tally>,
    length: BTreeMap<(TalonUse, Contract, usize), Tally>,
    talon: BTreeMap<Option<Contract>, NumberTally>,
    rules_of_thumb: BTreeMap<Option<Contract>, NumberTally>,
    gains: BTreeMap<Seat, NumberTally>,
    layouts: BTreeMap<(TalonUse, Contract), LayoutRow>,
}

impl Collector {
    /// Counts an answer.
    ///
    /// # Errors
    /// If the answer has no result that is counted (it is then counted as skipped), or its deal is not valid.
    pub fn add(&mut self, answer: &CountedAnswer) -> Result<(), StatisticsError> {
        if answer.is_error {
            self.errors += 1;
            return Ok(());
        }
        if let Some(answers) = &answer.answers {
            let mut skipped = Ok(());
            for answer in answers {
                match self.add(answer) {
                    Err(StatisticsError::Nothing) => skipped = Err(StatisticsError::Nothing),
                    other => other?,
                }
            }
            return skipped;
        }
        let deal = match &answer.deal {
            // Answers of `evaluate` are about partly known deals.
            Some(text) if text.contains('?') => {
                text.parse::<PartialDeal>().map_err(StatisticsError::BadDeal)?;
                None
            }
            Some(text) => Some(text.parse::<Layout>().map_err(StatisticsError::BadDeal)?),
            None => None,
        };
        let mut counted = false;
        let lists = [
            (&answer.results, TalonUse::Hand),
            (&answer.hand, TalonUse::Hand),
            (&answer.best, TalonUse::Talon),
        ];
        for (list, talon_use) in lists {
            for result in list {
                let declarer = result.declarer.or(answer.declarer);
                if let (Some(seat), Some(contract), Some(outcome)) =
                    (declarer, result.contract(), result.outcome())
                {
                    self.add_outcome(talon_use, contract, seat, outcome, deal.as_ref());
                    counted = true;
                } else {
                    // All have passed: everybody plays for themselves, and nobody makes a contract.
                    counted |= result.is_passed();
                }
            }
        }
        counted |= self.add_talon_tricks(answer);
        for pair in &answer.makes {
            let (Some(seat), Some(contract)) = (pair.declarer, parse_contract(pair.contract.as_deref()))
            else {
                continue;
            };
            let (Some(hand), Some(talon)) = (pair.hand.outcome(), pair.talon.outcome()) else { continue };
            self.add_outcome(TalonUse::Hand, contract, seat, hand, deal.as_ref());
            self.add_outcome(TalonUse::Talon, contract, seat, talon, deal.as_ref());
            self.add_talon_difference(contract, hand, talon);
            counted = true;
        }
        counted |= self.add_rules_of_thumb(answer);
        for result in &answer.results {
            counted |= self.add_layouts(TalonUse::Hand, result, result.hand);
            counted |= self.add_layouts(TalonUse::Talon, result, result.talon);
        }
        for gains in [&answer.gains, &answer.outcome.gains] {
            for seat in Seat::ALL {
                let Some(gain) = gains.gain(seat) else { continue };
                self.gains.entry(seat).or_default().add(gain);
                counted = true;
            }
        }
        if !counted {
            self.skipped += 1;
            return Err(StatisticsError::Nothing);
        }
        self.answers += 1;
        self.rules.extend(answer.rules.as_deref().map(|rules| shorten(rules, MAX_RULES_CHARS)));
        if answer.deal.is_none() || answer.deal != self.last_deal {
            self.deals += 1;
            self.last_deal.clone_from(&answer.deal);
        }
        Ok(())
    }

    fn add_outcome(
        &mut self,
        talon_use: TalonUse,
        contract: Contract,
        seat: Seat,
        outcome: Outcome,
        deal: Option<&Layout>,
    ) {
        for declarer in [None, Some(seat)] {
            self.contracts.entry((talon_use, contract, declarer)).or_default().add(outcome);
        }
        let Some(cards) = deal.and_then(|deal| deal.hand(seat)).filter(|cards| cards.len() == 10) else {
            return;
        };
        self.strength.entry((talon_use, contract, count_points(cards))).or_default().add(outcome);
        if let Some(trump) = contract.trump() {
            self.length.entry((talon_use, contract, cards.in_suit(trump).len())).or_default().add(outcome);
        }
    }

    /// Whether a contract of the answer has results with and without the talon.
    fn add_talon_tricks(&mut self, answer: &CountedAnswer) -> bool {
        let mut counted = false;
        for after in &answer.best {
            let before = answer.hand.iter().find(|before| before.contract == after.contract);
            let both =
                before.and_then(|before| Some((after.contract()?, before.outcome()?, after.outcome()?)));
            if let Some((contract, before, after)) = both {
                self.add_talon_difference(contract, before, after);
                counted = true;
            }
        }
        counted
    }

    fn add_talon_difference(&mut self, contract: Contract, before: Outcome, after: Outcome) {
        let (Some(before), Some(after)) = (before.tricks, after.tricks) else { return };
        let more = f64::from(after) - f64::from(before);
        let brought = if contract.is_misere() { -more } else { more };
        self.talon.entry(Some(contract)).or_default().add(brought);
    }

    /// Whether there are exact counts.
    fn add_layouts(&mut self, talon_use: TalonUse, result: &CountedResult, counts: CountedLayouts) -> bool {
        let (Some(contract), Some(made), Some(of)) = (result.contract(), counts.made, counts.of) else {
            return false;
        };
        let row = self.layouts.entry((talon_use, contract));
        let row = row.or_insert(LayoutRow { with: talon_use, contract, answers: 0, made: 0, of: 0 });
        row.answers += 1;
        row.made += made;
        row.of += of;
        true
    }

    /// Whether the answer has both numbers of tricks.
    fn add_rules_of_thumb(&mut self, answer: &CountedAnswer) -> bool {
        let numbers = answer.tricks.zip(answer.tricks_by_thumb);
        let contract = parse_contract(answer.contract.as_deref());
        let (Some((tricks, by_thumb)), Some(contract)) = (numbers, contract) else { return false };
        for contract in [None, Some(contract)] {
            self.rules_of_thumb.entry(contract).or_default().add(f64::from(by_thumb) - f64::from(tricks));
        }
        true
    }

    /// The statistics over all answers so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics {
            answers: self.answers,
            errors: self.errors,
            skipped: self.skipped,
            deals: self.deals,
            rules: self.rules.iter().cloned().collect(),
            contracts: contract_rows(&self.contracts),
            strength: class_rows(&self.strength),
            length: class_rows(&self.length),
            talon: difference_rows(&self.talon),
            rules_of_thumb: difference_rows(&self.rules_of_thumb),
            gains: gain_rows(&self.gains),
            layouts: layout_rows(&self.layouts),
        }
    }
}

fn contract_rows(contracts: &BTreeMap<(TalonUse, Contract, Option<Seat>), Tally>) -> Vec<ContractRow> {
    let rows = contracts.iter().map(|(&(talon_use, contract, declarer), tally)| ContractRow {
        with: talon_use,
        contract,
        declarer,
        hands: tally.hands,
        means: Means::from(&tally.average),
        histogram: tally.histogram(),
    });
    let mut rows: Vec<ContractRow> = rows.collect();
    rows.sort_by_key(|row| (row.with, listing_key(row.contract)));
    rows
}

fn class_rows(classes: &BTreeMap<(TalonUse, Contract, usize), Tally>) -> Vec<ClassRow> {
    let rows = classes.iter().map(|(&(talon_use, contract, class), tally)| ClassRow {
        with: talon_use,
        contract,
        class,
        hands: tally.hands,
        means: Means::from(&tally.average),
    });
    let mut rows: Vec<ClassRow> = rows.collect();
    rows.sort_by_key(|row| (row.with, listing_key(row.contract)));
    rows
}

fn difference_rows(contracts: &BTreeMap<Option<Contract>, NumberTally>) -> Vec<DifferenceRow> {
    let rows = contracts.iter().map(|(&contract, differences)| DifferenceRow {
        contract,
        hands: differences.hands(),
        mean: differences.mean(),
        histogram: differences.histogram(),
    });
    let mut rows: Vec<DifferenceRow> = rows.collect();
    rows.sort_by_key(|row| row.contract.map(listing_key));
    rows
}

fn gain_rows(seats: &BTreeMap<Seat, NumberTally>) -> Vec<GainRow> {
    let rows = seats.iter().map(|(&seat, gains)| GainRow {
        seat,
        hands: gains.hands(),
        mean: gains.mean(),
        histogram: gains.histogram(),
    });
    rows.collect()
}

fn layout_rows(layouts: &BTreeMap<(TalonUse, Contract), LayoutRow>) -> Vec<LayoutRow> {
    let mut rows: Vec<LayoutRow> = layouts.values().copied().collect();
    rows.sort_by_key(|row| (row.with, listing_key(row.contract)));
    rows
}

fn listing_key(contract: Contract) -> (u8, u8, Contract) {
    // By level, in each level spades, hearts, diamonds, clubs, no trump; then all other contracts.
    let strain = |strain: Option<Suit>| strain.map_or(4, |suit| 3 - suit as u8);
    match contract {
        Contract::Game(game) => (0, strain(game), contract),
        Contract::Level(level, game) => (level, strain(game), contract),
        _ => (u8::MAX, 0, contract),
    }
}

/// 4 for an ace, 3 for a king, 2 for a queen, 1 for a jack.
fn count_points(cards: Cards) -> usize {
    let points = cards.iter().map(|card| match card.rank() {
        Rank::Ace => 4,
        Rank::King => 3,
        Rank::Queen => 2,
        Rank::Jack => 1,
        _ => 0,
    });
    points.sum()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    const DEAL: &str = "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J J7.J.JT9.QT98 .87..";

    fn contract(name: &str) -> Contract {
        name.parse().expect("a contract")
    }

    fn counted_answer(answer: &Value) -> CountedAnswer {
        CountedAnswer::deserialize(answer).expect("an object")
    }

    /// Hands, the share of hands on which the contract is made, and the mean number of tricks.
    fn counted_row(
        statistics: &Statistics,
        talon_use: TalonUse,
        name: &str,
        declarer: Option<Seat>,
    ) -> Option<(u64, f64, Option<f64>)> {
        let key = (talon_use, contract(name), declarer);
        let row = statistics.contracts.iter().find(|row| (row.with, row.contract, row.declarer) == key)?;
        Some((row.hands, row.means.chance.mean, row.means.tricks.map(|tricks| tricks.mean)))
    }

    fn talon_histogram(statistics: &Statistics, name: &str) -> Option<Vec<(i64, u64)>> {
        let row = statistics.talon.iter().find(|row| row.contract == Some(contract(name)))?;
        Some(row.histogram.clone())
    }

    #[test]
    fn statistics_match_counted_answers() {
        // Checks every number in the statistics of a few answers, which were counted by hand.
        let mut collector = Collector::default();
        let result = |seat: &str, contract: &str, tricks: u8, made: bool| json!({"declarer": seat, "contract": contract, "leader": "F", "tricks": tricks, "made": made});
        let solve = json!({"deal": DEAL, "rules": "austrian", "results": [
            result("F", "S", 7, true), result("M", "S", 5, false), result("F", "misere", 2, false),
            {"declarer": null, "contract": "allpass", "leader": "F", "tricks": {"F": 1, "M": 2, "R": 7}},
        ]});
        let talon = json!({"deal": DEAL, "declarer": "F", "best": [
            {"contract": "S", "tricks": 9, "made": true, "discards": []},
            {"contract": "misere", "tricks": 1, "made": false, "discards": []},
        ], "hand": [{"contract": "S", "tricks": 7, "made": true}, {"contract": "misere", "tricks": 2, "made": false}]});
        let defend = json!({"deal": DEAL, "declarer": "F", "contract": "S", "tricks": 6, "tricks_by_thumb": 8,
            "outcome": {"gains": {"F": -15, "M": 0, "R": 5.5, "pot": 9.5}}});
        let par = json!({"deal": DEAL, "gains": {"F": 3, "M": 0, "R": 0, "pot": -3}, "makes": [
            {"declarer": "R", "contract": "S", "hand": {"tricks": 1, "made": false}, "talon": {"tricks": 1, "made": false}}]});
        for answer in
            [&solve, &json!({"id": 3, "answers": [talon, defend]}), &par, &json!({"error": {"code": "time"}})]
        {
            collector.add(&counted_answer(answer)).expect("a counted answer");
        }
        let statistics = collector.statistics();
        assert_eq!((statistics.answers, statistics.errors), (4, 1));
        let row = |talon_use, name, declarer| counted_row(&statistics, talon_use, name, declarer);
        assert_eq!(row(TalonUse::Hand, "S", None), Some((4, 0.5, Some(5.0))));
        assert_eq!(row(TalonUse::Hand, "S", Some(Seat::Forehand)), Some((2, 1.0, Some(7.0))));
        assert_eq!(row(TalonUse::Talon, "S", None), Some((2, 0.5, Some(5.0))));
        assert_eq!(row(TalonUse::Talon, "S", Some(Seat::Middlehand)), None);
        // Forehand has 9 + 0 + 0 + 7 points and three spades; middlehand has 0 + 9 + 9 + 1 points and three
        // spades.
        let points: Vec<(usize, u64)> = statistics
            .strength
            .iter()
            .filter(|row| row.with == TalonUse::Hand && row.contract == contract("S"))
            .map(|row| (row.class, row.hands))
            .collect();
        assert_eq!(points, [(5, 1), (16, 2), (19, 1)]);
        let trumps: Vec<(usize, u64)> = statistics
            .length
            .iter()
            .filter(|row| row.with == TalonUse::Hand)
            .map(|row| (row.class, row.hands))
            .collect();
        assert_eq!(trumps, [(2, 1), (3, 3)]);
        let talon_tricks = |name| talon_histogram(&statistics, name);
        assert_eq!(
            (talon_tricks("S"), talon_tricks("misere")),
            (Some(vec![(0, 1), (2, 1)]), Some(vec![(1, 1)]))
        );
        assert_eq!(statistics.rules_of_thumb[0].contract, None);
        assert_eq!(statistics.rules_of_thumb[0].histogram, [(2, 1)]);
        let gains: Vec<(u64, f64)> = statistics.gains.iter().map(|row| (row.hands, row.mean.mean)).collect();
        assert_eq!(gains, [(2, -6.0), (2, 0.0), (2, 2.75)]);
    }

    fn solved_answer(deal: &str) -> Value {
        json!({"deal": deal, "rules": "russian", "results": [
            {"declarer": "F", "contract": "S", "tricks": 7, "made": true}]})
    }

    #[test]
    fn answers_without_results_are_skipped() {
        let mut collector = Collector::default();
        let deals = [
            "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K",
            "F:KJ987.A.AJ7.T T.JT.KQT.KJ97 AQ.KQ987.8.AQ ..9.8",
        ];
        let nothing = json!({"rules": "austrian", "done": true});
        let list = json!({"answers": [nothing, solved_answer(deals[0])]});
        for answer in [&solved_answer(deals[0]), &nothing, &list, &solved_answer(deals[1])] {
            match collector.add(&counted_answer(answer)) {
                Ok(()) | Err(StatisticsError::Nothing) => {}
                Err(error) => panic!("{error}"),
            }
        }
        let counted = collector.statistics();
        assert_eq!((counted.answers, counted.skipped, counted.deals), (3, 2, 2));
        assert_eq!(counted.rules, ["russian"]);
    }

    #[test]
    fn counts_over_all_layouts_are_summed() {
        let mut collector = Collector::default();
        let answer = |talon: &str, made: [u64; 2]| {
            json!({"deal": format!("F:? AQJ.A9.AK9.T7 ? {talon}"), "rules": "russian", "results": [
                {"contract": "7S", "talon": {"made": made[0], "of": 184_756, "chance": {"mean": 0.1}}},
                {"contract": "misere", "talon": {"made": made[1], "of": 184_756}}]})
        };
        for answer in [answer("KT...", [4, 10]), answer(".KQ..", [5, 20])] {
            collector.add(&counted_answer(&answer)).expect("a counted answer");
        }
        let rows = collector.statistics().layouts;
        let row = |name: &str, made: u64| {
            let (with, contract) = (TalonUse::Talon, contract(name));
            LayoutRow { with, contract, answers: 2, made, of: 369_512 }
        };
        assert_eq!(rows, [row("7S", 9), row("misere", 30)]);
    }

    #[rstest]
    #[case(json!({"rules": "austrian", "done": false}), "nothing is counted")]
    #[case(json!({"deal": "F:A"}), "this is not a deal")]
    #[case(json!({}), "nothing is counted")]
    fn uncountable_answers_are_reported(#[case] answer: Value, #[case] expected: &str) {
        let error = Collector::default().add(&counted_answer(&answer)).expect_err("an error");
        assert!(error.to_string().starts_with(expected), "{answer}: {error}");
    }
}
