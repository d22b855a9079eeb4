//! Values of a hand for a player who does not see the other hands: averages over layouts.

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::Deal;
use crate::deal::partial::PartialDeal;
use crate::gains::decisions::{contract_gains, gains_by_tricks};
use crate::gains::payoffs::Model;
#[cfg(feature = "hands")]
use crate::hand_values::answer::HiddenValue;
#[cfg(feature = "hands")]
use crate::hand_values::points::Points;
#[cfg(feature = "hands")]
use crate::hand_values::{HiddenValues, check_rules};
use crate::outcomes::discards::{TWELVE_CARDS_ERROR, best_by_tricks, can_make};
use crate::outcomes::outcome::{Outcome, SolveDetail};
use crate::questions::question_type::{Example, FormResult, QuestionType, question_type};
use crate::rules::Variant;
use crate::rules::contract::{Contract, Declaration};
use crate::sampling::estimate::{Average, Means};
use crate::sampling::layouts::KnownCards;
use crate::sampling::sample::{count_layouts, draw_sample};
use crate::search::Solver;
use crate::seat::{BySeat, Seat};
use crate::settlement::Amount;
use crate::situation::error::{ErrorCode, QuestionError, priced_or_none};
use crate::situation::play::Play;
use crate::situation::{CardsInput, Situation};

mod extremes;
mod form;

pub use extremes::{ExtremeLayout, Extremes};
pub use form::{EvaluateOptions, EvaluateQuestion};

use extremes::{FoundExtremes, LayoutQuestion, LayoutTricks, SeenTricks};

/// Averages for each contract of a hand when the others' cards are unknown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EvaluateAnswer {
    /// Known cards, with `?` for the others.
    pub deal: PartialDeal,
    /// Name of the rules.
    pub rules: String,
    /// Seat whose hand is known.
    pub seat: Seat,
    /// Model of the defenders' decisions and play.
    pub model: Model,
    /// Number of layouts in the averages.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000_000)))]
    pub layouts: u64,
    /// Number of layouts that agree with the known cards. Conditions may rule out some of these layouts.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = crate::deal::DEAL_COUNT)))]
    pub of: u64,
    /// Whether the averages are over all layouts that agree with the known cards.
    pub all: bool,
    /// Random seed.
    pub seed: u64,
    /// Averages, one element for each contract, in the order of the question.
    pub results: Vec<ContractEvaluation>,
}

/// Averages for a contract without the talon, and with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ContractEvaluation {
    /// Contract.
    pub contract: Contract,
    /// Averages without the talon; absent if twelve cards are given, or only the talon was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Means>,
    /// Averages with the talon.
    pub talon: TalonEvaluation,
    /// Points of the ten cards for the contract with the talon; absent if they are not asked for, and where there is no
    /// count: in contracts other than six to ten tricks, with fewer than four trumps, or if it was not fitted for the
    /// rules.
    #[cfg(feature = "hands")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
}

/// Averages for a contract with the talon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TalonEvaluation {
    /// Averages after the best discard in each layout, or after the given one.
    #[serde(flatten)]
    pub means: Means,
    /// Fewest and most tricks over all layouts; absent if they are not asked for, in contracts that do not count tricks,
    /// or if the time was up before they were known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extremes: Option<Extremes>,
    /// Value if the discard is hidden and chosen before the defenders' hands are opened; absent if it is not asked for,
    /// if no discard is hidden in the contract, or if the time was up before it was known.
    #[cfg(feature = "hands")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<HiddenValue>,
}

/// Reasons why the known hand cannot be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum EvaluateError {
    #[error("one hand must be known and the two others '?', as in F:AQJ.A9.AK9.T7 ? ?")]
    OneHand,
    #[error("the known hand is that of {}: name other seats", .0.name())]
    Own(Seat),
    #[error("{TWELVE_CARDS_ERROR}")]
    Twelve,
    #[error("the talon is unknown: give all twelve cards of the hand, or the talon too")]
    UnknownTalon,
    #[error("write two of the cards from which the discard is chosen, as in SA SK")]
    Discard,
}

/// The hand to evaluate, with everything that is known about the cards.
struct KnownHand {
    seat: Seat,
    /// Whether the hand is given as twelve cards, including the talon.
    has_twelve_cards: bool,
    known_cards: KnownCards,
}

impl KnownHand {
    fn has_game_from_hand(&self, options: &EvaluateOptions) -> bool {
        !self.has_twelve_cards && !options.talon_only
    }

    #[cfg(feature = "hands")]
    fn points(&self, rules: &Variant, contract: Contract) -> Option<Points> {
        let ten = self.known_cards.hands[self.seat];
        Points::of_hand(ten, rules, contract, self.seat).filter(|_| !self.has_twelve_cards)
    }

    fn check_discard(&self, rules: &Variant, options: &EvaluateOptions) -> Result<(), QuestionError> {
        let talon = self.known_cards.talon;
        let is_unknown = talon.len() < 2;
        let field = if options.extremes { "extremes" } else { "discard" };
        if is_unknown && (options.extremes || options.discard.is_some()) {
            return Err(QuestionError::new(ErrorCode::NotHere, field, EvaluateError::UnknownTalon));
        }
        let talon = if rules.bidding().discard_first { Cards::NONE } else { talon };
        let allowed = self.known_cards.hands[self.seat] | talon;
        match options.discard {
            Some(pair) if pair.len() != 2 || !(pair - allowed).is_empty() => {
                Err(QuestionError::new(ErrorCode::BadValue, "discard", EvaluateError::Discard))
            }
            _ => Ok(()),
        }
    }
}

/// What is found about a contract on one layout.
struct ContractResult {
    outcome: Outcome,
    /// The declarer's gain; `None` if the contract has no price or gains are not asked for.
    gain: Option<Amount>,
    /// `None` if the contract does not count tricks, or the extremes are not asked for here.
    tricks: Option<LayoutTricks>,
}

impl Analyst {
    /// Estimates the result of each contract for the only known hand: averages over layouts, solved with all cards
    /// known.
    ///
    /// # Errors
    /// If the number of known hands is not one; if twelve cards are known under rules by which the discard comes before
    /// the talon; if `calls` names the seat of the known hand; or if no layout agrees with the known cards and the
    /// conditions.
    pub fn evaluate(
        &mut self,
        situation: &Situation,
        options: &EvaluateOptions,
    ) -> Result<EvaluateAnswer, QuestionError> {
        let partial = situation.partial()?;
        let hand = read_known_hand(&partial, options)?;
        let situation = &situation.clone().with_lead_of_rules(hand.seat);
        let rules = situation.rules();
        if hand.has_twelve_cards && rules.bidding().discard_first {
            return Err(QuestionError::new(ErrorCode::BadDeal, "deal", EvaluateError::Twelve));
        }
        hand.check_discard(rules, options)?;
        let layouts = count_layouts(&hand.known_cards, &options.sample.constraints, "deal")?;
        let contracts = options.contracts.contracts(rules);
        #[cfg(feature = "hands")]
        let hidden_values = hidden_values(situation, options, &hand, &contracts)?;
        // Where all layouts are averaged, the extremes are found in the same walk.
        let takes_all = layouts.count() <= options.sample.layouts;
        let walks = if options.extremes && !takes_all { layouts.count() * contracts.len() as u64 } else { 0 };
        #[cfg(feature = "hands")]
        let walks = walks + hidden_values.iter().flatten().map(HiddenValues::parts).sum::<u64>();
        self.progress().announce(walks);
        // For each contract: the averages of the game from the hand, and of the game with the talon.
        let mut averages = vec![[Average::default(), Average::default()]; contracts.len()];
        let seen: Vec<SeenTricks> = contracts.iter().map(|_| SeenTricks::none()).collect();
        let seen = if options.extremes && takes_all { &seen[..] } else { &[] };
        let mut found: Vec<FoundExtremes> = seen.iter().map(|_| FoundExtremes::default()).collect();
        let mut failed = None;
        let sampled = draw_sample(
            self,
            &options.sample,
            &layouts,
            |solver, &(hands, talon)| evaluate_layout(solver, situation, options, &hand, seen, hands, talon),
            |results| match results {
                Ok(results) => {
                    let with_talon = add_results(&mut averages, results).into_iter();
                    for ((found, seen), tricks) in found.iter_mut().zip(seen).zip(with_talon) {
                        found.add(seen, tricks.as_ref());
                    }
                }
                Err(error) => failed = Some(error),
            },
        )?;
        if let Some(error) = failed {
            return Err(error);
        }
        #[cfg(feature = "hands")]
        let mut hidden_values = hidden_values.into_iter();
        let mut found = found.into_iter().map(|found| found.of_all().filter(|_| sampled.is_complete));
        let results = contracts.into_iter().zip(averages).map(|(contract, averages)| {
            let [from_hand, with_talon] = averages.map(|average| average.with_exactness(sampled.is_complete));
            let question = LayoutQuestion {
                rules,
                declaration: Declaration { contract, declarer: hand.seat, from_hand: false },
                discard: options.discard,
                calls: options.calls,
            };
            ContractEvaluation {
                contract,
                hand: hand.has_game_from_hand(options).then(|| (&from_hand).into()),
                talon: TalonEvaluation {
                    means: (&with_talon).into(),
                    extremes: match found.next() {
                        Some(extremes) => extremes,
                        None if options.extremes => question.extremes(self, &layouts),
                        None => None,
                    },
                    #[cfg(feature = "hands")]
                    hidden: hidden_values.next().flatten().and_then(|value| value.find(self)),
                },
                #[cfg(feature = "hands")]
                points: hand.points(rules, contract).filter(|_| options.points),
            }
        });
        let results = results.collect();
        Ok(EvaluateAnswer {
            deal: partial,
            rules: rules.label().to_owned(),
            seat: hand.seat,
            model: options.model,
            layouts: sampled.answers,
            of: sampled.layouts,
            all: sampled.is_complete,
            seed: options.sample.seed,
            results,
        })
    }
}

#[cfg(feature = "hands")]
fn hidden_values<'a>(
    situation: &'a Situation,
    options: &'a EvaluateOptions,
    hand: &KnownHand,
    contracts: &[Contract],
) -> Result<Vec<Option<HiddenValues<'a>>>, QuestionError> {
    let Some(hidden) = &options.hidden else { return Ok(Vec::new()) };
    check_rules(situation.rules(), contracts)?;
    let value = |&contract: &Contract| {
        let declaration = Declaration { contract, declarer: hand.seat, from_hand: false };
        HiddenValues::new(situation, declaration, &hand.known_cards, &options.sample, options.calls, hidden)
    };
    contracts.iter().map(value).collect()
}

/// `None` if the layout contradicts the calls of the other seats.
fn evaluate_layout(
    solver: &mut Solver,
    situation: &Situation,
    options: &EvaluateOptions,
    hand: &KnownHand,
    seen: &[SeenTricks],
    hands: BySeat<Cards>,
    talon: Cards,
) -> Option<Result<[Vec<ContractResult>; 2], QuestionError>> {
    let deal = Deal::new(hands, talon).expect("ten cards each");
    let situation = situation.with_cards(deal);
    options.calls.are_met(solver, situation.rules(), &deal).then(|| {
        let from_hand = if hand.has_game_from_hand(options) {
            solve_contracts(solver, &situation, hand.seat, options, None)?
        } else {
            Vec::new()
        };
        Ok([from_hand, solve_contracts(solver, &situation, hand.seat, options, Some(seen))?])
    })
}

/// Returns the tricks with the talon, for the extremes.
fn add_results(
    averages: &mut [[Average; 2]],
    [from_hand, with_talon]: [Vec<ContractResult>; 2],
) -> Vec<Option<LayoutTricks>> {
    let mut add = |place: usize, results: Vec<ContractResult>| {
        let add = |(averages, result): (&mut [Average; 2], ContractResult)| {
            averages[place].add(result.outcome);
            if let Some(gain) = result.gain {
                averages[place].add_gain(gain.to_f64());
            }
            result.tricks
        };
        averages.iter_mut().zip(results).map(add).collect()
    };
    let _: Vec<Option<LayoutTricks>> = add(0, from_hand);
    add(1, with_talon)
}

fn read_known_hand(partial: &PartialDeal, options: &EvaluateOptions) -> Result<KnownHand, QuestionError> {
    let mut hands = Seat::ALL.into_iter().filter(|&seat| partial.hands[seat].is_some());
    let (Some(seat), None) = (hands.next(), hands.next()) else {
        return Err(QuestionError::new(ErrorCode::BadDeal, "deal", EvaluateError::OneHand));
    };
    for (name, seats) in [("passed", options.calls.passed), ("bid", options.calls.bid)] {
        if seats.contains(seat) {
            return Err(QuestionError::new(ErrorCode::NotHere, name, EvaluateError::Own(seat)));
        }
    }
    let cards = partial.hands[seat].unwrap_or_default();
    let mut start = KnownCards::ten_each();
    let has_twelve_cards = cards.len() == 12;
    if has_twelve_cards {
        // Once the talon is taken up, it does not matter which two of the twelve cards came from it.
        start.talon = cards.iter().skip(10).collect();
    }
    start.hands[seat] = cards - start.talon;
    start.talon = partial.talon.unwrap_or(start.talon);
    Ok(KnownHand { seat, has_twelve_cards, known_cards: start })
}

/// From the hand, or with the talon after the given discard or the one that is best in tricks (not in gain) with all
/// cards known. `seen` is given for games with the talon; it is empty if the extremes are not asked for.
fn solve_contracts(
    solver: &mut Solver,
    situation: &Situation,
    declarer: Seat,
    options: &EvaluateOptions,
    seen: Option<&[SeenTricks]>,
) -> Result<Vec<ContractResult>, QuestionError> {
    let rules = situation.rules();
    let deal = situation.deal().expect("a layout is a whole deal");
    let from_hand = seen.is_none();
    let mut seen = seen.unwrap_or_default().iter();
    let results = options.contracts.contracts(rules).into_iter().map(|contract| {
        let declaration = Declaration { contract, declarer, from_hand };
        let discard = if from_hand { None } else { options.discard };
        let seen = seen.next();
        if options.goal == SolveDetail::MadeOnly {
            let question = LayoutQuestion { rules, declaration, discard, calls: options.calls };
            let tricks = seen.and_then(|seen| seen.ask(solver, &question, deal));
            // The question about the extremes answers this one, too.
            let made = match &tricks {
                Some(tricks) => tricks.is_made(),
                None if from_hand || discard.is_some() => {
                    let deal = discard.map_or(deal, |discard| deal.exchange(declarer, discard));
                    Play::from_deal(rules, &deal, declaration).is_made(solver)
                }
                None => can_make(solver, rules, &deal, declaration),
            };
            return Ok(ContractResult { outcome: Outcome { tricks: None, made }, gain: None, tricks });
        }
        let (discard, outcome) = match discard {
            Some(discard) => {
                let deal = deal.exchange(declarer, discard);
                (Some(discard), Play::from_deal(rules, &deal, declaration).outcome(solver))
            }
            None if from_hand => (None, Play::from_deal(rules, &deal, declaration).outcome(solver)),
            None => {
                let (best, outcome) = best_by_tricks(solver, rules, &deal, declaration, true);
                (Some(best), outcome)
            }
        };
        let mut declared = situation.clone().with_declaration(declaration);
        if let Some(discard) = discard {
            declared = declared.with_discard(discard);
        }
        let gain = declarer_gain(solver, &declared, options.model, outcome.tricks)?;
        Ok(ContractResult { outcome, gain, tricks: seen.and_then(|seen| seen.compare(outcome, deal)) })
    });
    results.collect()
}

/// `None` if the contract has no price. `tricks` are the declarer's.
fn declarer_gain(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
    tricks: Option<u8>,
) -> Result<Option<Amount>, QuestionError> {
    let declarer = situation.declarer()?;
    let gains = match tricks {
        Some(tricks) if model == Model::Tricks => gains_by_tricks(tricks, solver, situation),
        _ => contract_gains(solver, situation, model),
    };
    Ok(priced_or_none(gains)?.map(|gains| gains.seats[declarer]))
}

question_type!(
    EvaluateQuestion "evaluate", EvaluateOptions => EvaluateAnswer, |analyst, situation, options| analyst.evaluate(situation, options),
    const EXAMPLE: Example = Example { question: r#"{"deal":"F:AKQ.T9.87.AK7 ? ?","contract":"S","layouts":50}"#, part: "/results/0/hand/chance", shows: r#"{"mean":0.16,"error":0.052372,"low":0.083374,"high":0.285142}"# };,
    const HAS_PARTIAL_ANSWERS: bool = true;,
    fn has_deal(situation: &Situation, _: &EvaluateOptions) -> bool { matches!(situation.cards(), CardsInput::Nothing) },
    fn deal(&self) -> Option<&str> { self.deal.as_deref() },
    fn allows_unknown_hands(_: &EvaluateOptions) -> bool { true }
);
