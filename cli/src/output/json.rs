//! The JSON of the answers; its shape is fixed.

use preference::analysis::sampling::estimate::Average;
use preference::{
    ALL_PASS, Amount, BySeat, Card, CardStyle, Cards, Layout, Outcome, Play, Position, Seat, Variant,
};
use serde::{Serialize, Serializer};
use serde_json::Number;

/// An object of one deal: what was asked, then the answer.
#[derive(Serialize)]
pub(crate) struct Answer<'a, T> {
    pub(crate) deal: String,
    pub(crate) rules: &'a str,
    #[serde(flatten)]
    pub(crate) answer: T,
}

#[derive(Serialize)]
pub(crate) struct Solved {
    pub(crate) results: Vec<Solution>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Solution {
    Contract(Contract),
    AllPass(AllPass),
}

#[derive(Serialize)]
pub(crate) struct AllPass {
    /// Nobody.
    declarer: Option<char>,
    contract: &'static str,
    leader: char,
    tricks: Seats<u8>,
}

impl AllPass {
    pub(crate) fn new(leader: Seat, tricks: BySeat<u8>) -> AllPass {
        AllPass { declarer: None, contract: ALL_PASS, leader: leader.letter(), tricks: tricks.into() }
    }
}

#[derive(Serialize)]
pub(crate) struct Contract {
    declarer: char,
    contract: String,
    leader: char,
    #[serde(flatten)]
    outcome: Result,
}

#[derive(Serialize)]
pub(crate) struct Result {
    #[serde(skip_serializing_if = "Option::is_none")]
    tricks: Option<u8>,
    made: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<Number>,
}

#[derive(Serialize)]
pub(crate) struct Talon {
    pub(crate) declarer: char,
    /// What they are weighed by, and by whose wishes, where it is gains.
    #[serde(flatten)]
    pub(crate) weighed: Option<Weighed>,
    pub(crate) discards: Vec<Discard>,
    pub(crate) best: Vec<Best>,
    pub(crate) choice: Option<Choice>,
    /// The contracts from the hand.
    pub(crate) hand: Vec<Named>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) talon_worth: Option<Number>,
}

#[derive(Serialize)]
pub(crate) struct Weighed {
    pub(crate) by: &'static str,
    pub(crate) model: &'static str,
}

/// The best contract and what to lay aside for it.
#[derive(Serialize)]
pub(crate) struct Choice {
    #[serde(flatten)]
    result: Named,
    discard: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct Discard {
    pub(crate) discard: Vec<String>,
    pub(crate) results: Vec<Named>,
}

#[derive(Serialize)]
pub(crate) struct Named {
    contract: String,
    #[serde(flatten)]
    outcome: Result,
}

#[derive(Serialize)]
pub(crate) struct Best {
    #[serde(flatten)]
    result: Named,
    discards: Vec<Vec<String>>,
}

#[derive(Serialize)]
pub(crate) struct Played<T> {
    /// Nobody when all have passed.
    declarer: Option<char>,
    contract: String,
    #[serde(flatten)]
    pub(crate) answer: T,
}

/// An answer, and by what it was weighed.
#[derive(Serialize)]
pub(crate) struct Weighing<T> {
    #[serde(flatten)]
    pub(crate) weighed: Option<Weighed>,
    #[serde(flatten)]
    pub(crate) answer: T,
}

#[derive(Serialize)]
pub(crate) struct ToMove<T> {
    /// Nobody when the hand is over.
    to_move: Option<char>,
    cards: Vec<CardResult<T>>,
}

#[derive(Serialize)]
pub(crate) struct CardResult<T> {
    card: String,
    #[serde(flatten)]
    outcome: T,
}

#[derive(Serialize)]
pub(crate) struct BestLine<T> {
    #[serde(flatten)]
    outcome: T,
    line: Vec<String>,
}

/// Something of each seat, by its letter.
#[derive(Serialize)]
pub(crate) struct Seats<T> {
    #[serde(rename = "F")]
    forehand: T,
    #[serde(rename = "M")]
    middlehand: T,
    #[serde(rename = "R")]
    rearhand: T,
}

/// What everybody gains.
#[derive(Serialize)]
pub(crate) struct Gains {
    #[serde(flatten)]
    seats: Seats<Number>,
    #[serde(rename = "D", skip_serializing_if = "Option::is_none")]
    sitting: Option<Number>,
    pot: Number,
}

/// A decision and what its alternatives gain.
#[derive(Serialize)]
pub(crate) struct Decision {
    seat: char,
    best: &'static str,
    #[serde(serialize_with = "in_order")]
    gains: Vec<(&'static str, Number)>,
}

/// An object whose keys stay in the order of what can be said.
fn in_order<S: Serializer>(gains: &[(&str, Number)], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_map(gains.iter().map(|(name, gain)| (name, gain)))
}

impl From<&preference::analysis::game::decisions::Decision> for Decision {
    fn from(decision: &preference::analysis::game::decisions::Decision) -> Decision {
        let gains = decision.gains.iter().map(|&(choice, gain)| (choice.name(), number(gain)));
        Decision { seat: decision.seat.letter(), best: decision.best.name(), gains: gains.collect() }
    }
}

impl<T> From<BySeat<T>> for Seats<T> {
    fn from(BySeat([forehand, middlehand, rearhand]): BySeat<T>) -> Seats<T> {
        Seats { forehand, middlehand, rearhand }
    }
}

impl From<&preference::Gains> for Gains {
    fn from(gains: &preference::Gains) -> Gains {
        let seats = BySeat(gains.seats.0.map(number)).into();
        Gains { seats, sitting: gains.sitting.map(number), pot: number(gains.pot) }
    }
}

/// A whole number as one, any other as the nearest fraction that JSON has.
pub(crate) fn number(amount: Amount) -> Number {
    if amount.is_integer() {
        return amount.to_integer().into();
    }
    let fraction = *amount.numer() as f64 / *amount.denom() as f64;
    Number::from_f64(fraction).expect("a fraction is finite")
}

impl<'a, T: Serialize> Answer<'a, T> {
    /// One line of JSON.
    pub(crate) fn line(layout: &Layout, variant: &'a Variant, style: CardStyle, answer: T) -> String {
        let answer = Answer { deal: layout.in_style(style), rules: variant.label(), answer };
        line(&answer)
    }
}

impl From<Outcome> for Result {
    fn from(outcome: Outcome) -> Result {
        Result { tricks: outcome.tricks, made: outcome.made, gain: None }
    }
}

impl Contract {
    pub(crate) fn new(play: &Play, outcome: Outcome) -> Contract {
        Contract {
            declarer: play.declarer().letter(),
            contract: play.contract().to_string(),
            leader: play.position().leader().letter(),
            outcome: outcome.into(),
        }
    }
}

impl Named {
    pub(crate) fn new(contract: preference::Contract, outcome: Outcome, gain: Option<Amount>) -> Named {
        let outcome = Result { gain: gain.map(number), ..outcome.into() };
        Named { contract: contract.to_string(), outcome }
    }
}

impl Choice {
    pub(crate) fn new(best: &preference::analysis::talon::Best, style: CardStyle) -> Choice {
        Choice {
            result: Named::new(best.contract, best.outcome, best.gain),
            discard: cards(best.discards[0], style),
        }
    }
}

impl Best {
    pub(crate) fn new(best: &preference::analysis::talon::Best, style: CardStyle) -> Best {
        Best {
            result: Named::new(best.contract, best.outcome, best.gain),
            discards: best.discards.iter().map(|&discard| cards(discard, style)).collect(),
        }
    }
}

impl<T> Played<T> {
    pub(crate) fn new(play: &Play, answer: T) -> Played<T> {
        Played::of(Some((play.declarer(), play.contract())), answer)
    }

    /// The same told by what is played, if anything is.
    pub(crate) fn of(game: Option<(Seat, preference::Contract)>, answer: T) -> Played<T> {
        let contract = game.map_or(ALL_PASS.to_owned(), |(_, contract)| contract.to_string());
        Played { declarer: game.map(|(declarer, _)| declarer.letter()), contract, answer }
    }
}

impl<T> ToMove<T> {
    pub(crate) fn new(
        position: &Position,
        outcomes: impl IntoIterator<Item = (Card, T)>,
        style: CardStyle,
    ) -> ToMove<T> {
        let cards = outcomes.into_iter();
        ToMove {
            to_move: (!position.is_over()).then(|| position.to_move().letter()),
            cards: cards.map(|(card, outcome)| CardResult { card: style.card(card), outcome }).collect(),
        }
    }
}

impl<T> BestLine<T> {
    pub(crate) fn new(outcome: T, line: &[Card], style: CardStyle) -> BestLine<T> {
        BestLine { outcome, line: line.iter().map(|&card| style.card(card)).collect() }
    }
}

/// A mean over layouts, its standard error, and between what the true mean lies nineteen times
/// of twenty.
#[derive(Serialize)]
pub(crate) struct Estimate {
    mean: f64,
    error: f64,
    low: f64,
    high: f64,
}

/// What a contract comes to on average.
#[derive(Serialize)]
pub(crate) struct Averaged {
    contract: String,
    #[serde(flatten)]
    means: Means,
}

#[derive(Serialize)]
pub(crate) struct Means {
    /// How often it is made, from 0 to 1.
    chance: Estimate,
    #[serde(skip_serializing_if = "Option::is_none")]
    tricks: Option<Estimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<Estimate>,
}

impl Averaged {
    pub(crate) fn new(contract: preference::Contract, average: &Average) -> Averaged {
        Averaged { contract: contract.to_string(), means: Means::from(average) }
    }
}

impl From<&Average> for Means {
    fn from(average: &Average) -> Means {
        Means {
            chance: {
                let (low, high) = average.interval();
                Estimate { low, high, ..average.chance().into() }
            },
            tricks: average.tricks().map(Estimate::from),
            gain: average.gain().map(Estimate::from),
        }
    }
}

impl From<preference::analysis::sampling::estimate::Estimate> for Estimate {
    fn from(estimate: preference::analysis::sampling::estimate::Estimate) -> Estimate {
        let (low, high) = estimate.interval();
        Estimate { mean: estimate.mean, error: estimate.error, low, high }
    }
}

/// A set of cards as a list of their names.
pub(crate) fn cards(cards: Cards, style: CardStyle) -> Vec<String> {
    cards.iter().map(|card| style.card(card)).collect()
}

/// One line of JSON.
pub(crate) fn line(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("strings, numbers and lists have a JSON form")
}
