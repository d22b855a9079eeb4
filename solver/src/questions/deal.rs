//! Random deals that meet conditions.
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::deal::partial::PartialDeal;
use crate::deal::{Deal, Layout, random};
use crate::questions::question_list::check_count;
use crate::questions::question_type::{Example, FormResult, QuestionType};
use crate::sampling::condition::Condition;
use crate::sampling::constraint::Constraint;
use crate::sampling::endings::{FULL_HAND, cards_per_hand, ending_hands};
use crate::sampling::layouts::KnownCards;
use crate::sampling::sample::{count_layouts, parse_conditions};
use crate::seat::BySeat;
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, QuestionError};
#[cfg(feature = "schema")]
use crate::situation::field_types::OneOrMany;
use crate::situation::field_types::{HandSize, RandomSeed, WholeNumber};
use crate::situation::form::{FormPart, form};
use crate::situation::groups::CommonFields;

form! {
    /// Generate random deals that meet conditions.
    pub struct DealQuestion {
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Number of deals; a JSON answer has at most 100,000.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
        pub count: Option<WholeNumber<0, { u64::MAX }>>,
        /// Random seed.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
        pub seed: Option<RandomSeed>,
        /// Condition on a hand, such as M:S>=2, R:A>=1, R:HD=0; may be repeated.
        #[cfg_attr(feature = "clap", arg(long = "where", value_name = "SEAT:CARDS>=N"))]
        #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
        pub r#where: Vec<String>,
        /// Condition on the result of a contract, such as F:H, F:H=7, F+:N>=8, R:S=fails, F:D=one-discard; may be
        /// repeated.
        #[cfg_attr(feature = "clap", arg(long, value_name = "SEAT:CONTRACT=N"))]
        #[cfg_attr(feature = "schema", schemars(with = "OneOrMany<String>"))]
        pub makes: Vec<String>,
        /// Known cards of the deal, with ? for each unknown hand or talon.
        #[cfg_attr(feature = "clap", arg(long, value_name = "DEAL"))]
        pub from: Option<PartialDeal>,
        /// Give up after this number of deals in a row that do not meet the conditions.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1000000"))]
        pub tries: Option<WholeNumber<1, { u64::MAX }>>,
        /// Number of cards of each hand; with fewer than ten, endings before a lead are generated.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "10"))]
        pub cards: Option<HandSize>,
    }
}

/// Conditions on the deals, and their number.
#[derive(Clone, Debug)]
pub struct DealOptions {
    /// Number of deals.
    pub count: u64,
    /// Random seed.
    pub seed: u64,
    /// Conditions on hands.
    pub constraints: Vec<Constraint>,
    /// Conditions on the results of contracts.
    pub contract_conditions: Vec<Condition>,
    /// Known cards of the deal.
    pub known_cards: Option<PartialDeal>,
    /// Limit on the deals drawn in a row without one that meets the conditions, rounded up to a multiple of 512.
    pub max_failed_draws: u64,
    /// Number of cards of each hand: ten in a deal, fewer in an ending.
    pub cards: u8,
}

impl Default for DealOptions {
    fn default() -> DealOptions {
        DealOptions {
            count: 1,
            seed: 1,
            constraints: Vec::new(),
            contract_conditions: Vec::new(),
            known_cards: None,
            max_failed_draws: DEFAULT_TRIES,
            cards: FULL_HAND,
        }
    }
}

impl DealOptions {
    const fn is_ending(&self) -> bool {
        cfg!(feature = "hands") && self.cards < FULL_HAND
    }
}

/// Random deal or ending that meets the conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DealAnswer {
    /// Cards of the deal or the ending.
    pub deal: Layout,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "none of {0} deals in a row meets the conditions, which may exclude each other: change them, or allow more tries"
)]
struct NoDealFound(u64);

/// Deals that are drawn together.
const BATCH_SIZE: u64 = 512;

/// Deals drawn in a row without one that meets the conditions.
const DEFAULT_TRIES: u64 = 1_000_000;

/// Numbers of deals drawn and found so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DealCounts {
    /// Number of deals found that meet the conditions.
    pub found: u64,
    /// Number of deals drawn.
    pub drawn: u64,
}

impl Analyst {
    /// Draws random deals until the required number of them meet the conditions. Passes each of them to `on_deal`, with
    /// the numbers of deals drawn and found so far, and calls it without a deal after each batch of draws.
    ///
    /// # Errors
    /// If no layout agrees with the known cards, too many deals in a row do not meet the conditions, or `on_deal`
    /// fails.
    pub fn deal<E: From<QuestionError>>(
        &mut self,
        situation: &Situation,
        options: &DealOptions,
        mut on_deal: impl FnMut(Option<DealAnswer>, DealCounts) -> Result<(), E>,
    ) -> Result<(), E> {
        let counted = if options.is_ending() { &[][..] } else { &options.constraints };
        let layouts = count_layouts(&known_cards(options), counted, "from")?;
        let generator = &mut random::generator(options.seed);
        let (mut counts, mut last) = (DealCounts::default(), 0);
        let has_conditions = !(options.constraints.is_empty() && options.contract_conditions.is_empty());
        while counts.found < options.count {
            let mut deals = Vec::new();
            // Without conditions every deal that is drawn is one of the answers.
            let batch =
                if has_conditions { BATCH_SIZE } else { BATCH_SIZE.min(options.count - counts.found) };
            for _ in 0..batch {
                let (mut hands, talon) = layouts.nth(layouts.random_number(generator));
                let deal = Deal::new(hands, talon).expect("ten cards each");
                let layout = if options.is_ending() {
                    hands = ending_hands(hands, options.cards, generator);
                    Layout::ending(BySeat(hands.0.map(Some))).expect("different cards")
                } else {
                    Layout::from(deal)
                };
                if options.constraints.iter().all(|constraint| constraint.holds(hands)) {
                    deals.push((deal, layout));
                }
            }
            counts.drawn += batch;
            let good = self.solve_in_time(&deals, |solver, (deal, _)| {
                options
                    .contract_conditions
                    .iter()
                    .all(|condition| condition.holds(solver, situation.rules(), deal))
            });
            for ((_, deal), _) in deals.into_iter().zip(good).filter(|(_, good)| *good) {
                if counts.found < options.count {
                    counts.found += 1;
                    last = counts.drawn;
                    on_deal(Some(DealAnswer { deal }), counts)?;
                }
            }
            // The caller shows the progress even if no deal was found in this batch.
            on_deal(None, counts)?;
            if self.is_partial() {
                if counts.found == 0 {
                    self.fail_if_out_of_time();
                }
                return Ok(());
            }
            // Only misses in succession count, so that a rare condition is found often enough.
            if counts.found < options.count && counts.drawn - last >= options.max_failed_draws {
                let field = if options.contract_conditions.is_empty() { "where" } else { "makes" };
                return Err(QuestionError::new(
                    ErrorCode::NothingFound,
                    field,
                    NoDealFound(options.max_failed_draws),
                )
                .into());
            }
        }
        Ok(())
    }
}

fn known_cards(options: &DealOptions) -> KnownCards {
    let mut known_cards = KnownCards::ten_each();
    if let Some(partial) = options.known_cards {
        known_cards.hands = BySeat(partial.hands.0.map(Option::unwrap_or_default));
        known_cards.talon = partial.talon.unwrap_or_default();
    }
    known_cards
}

impl QuestionType for DealQuestion {
    const NAME: &'static str = "deal";
    const EXAMPLE: Example = Example {
        question: r#"{"seed":7}"#,
        part: "/deal",
        shows: r#""F:AKQJT7.T8.T7. 9.K.AKJ8.AT98 8.AQJ9.Q9.KQJ .7..7""#,
    };
    const NEEDED_KEYS: &'static [&'static str] = &[];
    const HAS_PARTIAL_ANSWERS: bool = true;
    const HAS_ANSWER_COUNT: bool = true;
    type Options = DealOptions;
    type Answer = DealAnswer;

    fn apply_to(self, situation: Situation) -> FormResult<DealOptions> {
        let usual = DealOptions::default();
        let options = DealOptions {
            count: self.count.map_or(usual.count, WholeNumber::get),
            seed: self.seed.map_or(usual.seed, RandomSeed::get),
            constraints: parse_conditions("where", &self.r#where)?,
            contract_conditions: parse_conditions("makes", &self.makes)?,
            known_cards: self.from,
            max_failed_draws: self.tries.map_or(usual.max_failed_draws, WholeNumber::get),
            cards: cards_per_hand(self.cards)?,
        };
        if let Some(name) = self.first_given(&["makes", "from"]).filter(|_| options.is_ending()) {
            return Err(QuestionError::not_here(
                name,
                "it is about whole deals, and endings have fewer cards",
            ));
        }
        Ok((situation, options))
    }

    fn has_deal(_: &Situation, _: &DealOptions) -> bool {
        false
    }

    fn has_answer_list(_: &Situation, options: &DealOptions) -> bool {
        options.count != 1
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &DealOptions,
    ) -> Result<Vec<DealAnswer>, QuestionError> {
        check_count(options.count)?;
        let mut deals = Vec::new();
        analyst.deal(situation, options, |deal, _| {
            deals.extend(deal);
            Ok::<(), QuestionError>(())
        })?;
        Ok(deals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Cards;
    use crate::rules::variant::Variant;
    use crate::seat::Seat;
    use crate::situation::CardsInput;

    fn endings(options: &DealOptions) -> Vec<Layout> {
        let rules: Variant = "austrian".parse().expect("a preset");
        let situation = Situation::new(rules, CardsInput::Nothing);
        let mut endings = Vec::new();
        let keep = |answer: Option<DealAnswer>, _| {
            endings.extend(answer.map(|answer| answer.deal));
            Ok::<(), QuestionError>(())
        };
        Analyst::new().deal(&situation, options, keep).expect("endings");
        endings
    }

    #[test]
    fn endings_are_equally_likely() {
        // Each seat holds two of 32 cards, so each card in a sixteenth of the endings.
        let number = 8000;
        let options = DealOptions { count: number, seed: 5, cards: 2, ..DealOptions::default() };
        let endings = endings(&options);
        for seat in Seat::ALL {
            for card in Cards::PACK {
                let hands = endings.iter().map(|ending| ending.hand(seat).expect("nobody dropped out"));
                let count = hands.filter(|hand| hand.contains(card)).count() as f64;
                let (mean, deviation) = (number as f64 / 16.0, (number as f64 * 15.0 / 256.0).sqrt());
                assert!((count - mean).abs() < 5.0 * deviation, "{seat} {card}: {count} of {number}");
            }
        }
    }

    #[test]
    fn endings_meet_conditions_on_cards() {
        let constraints = vec!["F:S>=2".parse().expect("a condition"), "M:A=0".parse().expect("a condition")];
        let options =
            DealOptions { count: 50, cards: 4, constraints: constraints.clone(), ..DealOptions::default() };
        let endings = endings(&options);
        assert_eq!(endings.len(), 50);
        for ending in endings {
            let hands = BySeat::from_fn(|seat| ending.hand(seat).expect("nobody dropped out"));
            assert!(hands.iter().all(|(_, hand)| hand.len() == 4), "{ending}");
            assert!(constraints.iter().all(|constraint: &Constraint| constraint.holds(hands)), "{ending}");
            assert_eq!(ending.cards().len(), 12, "{ending}");
        }
    }
}
