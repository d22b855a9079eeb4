//! Texts of answers, for people.

use anstyle::{AnsiColor, Style};
use preference::cards::{Card, Cards, Suit};
use preference::deal::{CardStyle, Layout};
use preference::gains::decisions::Decision;
use preference::outcomes::outcome::Outcome;
use preference::rules::Contract;
use preference::sampling::Estimate;
use preference::seat::Seat;
use preference::settlement::{Amount, Gains};

pub(crate) use super::table::{room, table};
pub(crate) use super::width::list_fitting;
use super::width::{break_lines, width};

const MADE_STYLE: Style = AnsiColor::Green.on_default().bold();
const RED_STYLE: Style = AnsiColor::Red.on_default();
const FAINT_STYLE: Style = Style::new().dimmed();
const BOLD_STYLE: Style = Style::new().bold();

/// Returns a text with a style. A stream without colours removes the style when the text is written.
fn apply_style(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Returns a number with the name of the counted things; `thing` is that name in the singular.
pub(crate) fn count(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// Returns the line that heads an answer.
pub(crate) fn heading(text: &str) -> String {
    apply_style(BOLD_STYLE, text)
}

/// Returns a faint explanation of an answer, broken to the width of the terminal.
pub(crate) fn remark(text: &str) -> String {
    apply_style(FAINT_STYLE, &break_lines(text, width(), 0))
}

/// Breaks a line to the width of the terminal. Lines after the first are indented.
pub(crate) fn line(text: &str) -> String {
    break_lines(text, width(), 2)
}

/// Returns the sign of a suit. Hearts and diamonds are red unless suits are letters.
fn sign(suit: Suit, style: CardStyle) -> String {
    match suit {
        Suit::Hearts | Suit::Diamonds if style != CardStyle::Letters => {
            apply_style(RED_STYLE, style.suit(suit))
        }
        _ => style.suit(suit).to_owned(),
    }
}

/// Returns the text of a card.
pub(crate) fn card(card: Card, style: CardStyle) -> String {
    sign(card.suit(), style) + style.rank(card.rank())
}

/// Returns the texts of cards, separated by blanks.
pub(crate) fn list(cards: Cards, style: CardStyle) -> String {
    cards.iter().map(|held| card(held, style)).collect::<Vec<_>>().join(" ")
}

/// Returns a hand as a text with its suits separated.
pub(crate) fn hand(cards: Cards, style: CardStyle) -> String {
    if style == CardStyle::Letters {
        return style.hand(cards);
    }
    let suits = Suit::ALL.into_iter().filter(|&suit| !cards.in_suit(suit).is_empty());
    suits.map(|suit| suit_cards(cards, suit, style)).collect::<Vec<_>>().join(" ")
}

/// Returns the cards of one suit as a text: the sign of the suit, and the ranks.
fn suit_cards(cards: Cards, suit: Suit, style: CardStyle) -> String {
    let ranks: String = cards.in_suit(suit).iter().map(|card| style.rank(card.rank())).collect();
    sign(suit, style) + &ranks
}

/// Returns a contract as the header of a column.
pub(crate) fn contract(contract: Contract, style: CardStyle) -> String {
    match (contract, contract.trump()) {
        (Contract::Game(None), _) => "NT".to_owned(),
        (Contract::Level(level, None), _) => format!("{level}NT"),
        (Contract::Level(level, _), Some(suit)) => format!("{level}{}", sign(suit, style)),
        (_, Some(suit)) => sign(suit, style),
        _ => contract.to_string(),
    }
}

/// Returns the tricks of an outcome, if they are known, with ✓ if the contract is made and ✗ if it fails.
pub(crate) fn outcome(outcome: Outcome) -> String {
    let tricks = outcome.tricks.map_or(String::new(), |tricks| format!("{tricks} "));
    if outcome.made { apply_style(MADE_STYLE, &format!("{tricks}✓")) } else { format!("{tricks}✗") }
}

/// Returns the legend for the texts of [`outcome`]; `counted` is set if these texts have the tricks.
pub(crate) const fn legend(counted: bool) -> &'static str {
    if counted {
        "the declarer's tricks, ✓ contract made, ✗ contract fails"
    } else {
        "✓ contract made, ✗ contract fails"
    }
}

/// Returns the name of a seat with a capital letter, as the first cell of a row.
pub(crate) fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::Forehand => "Forehand",
        Seat::Middlehand => "Middlehand",
        Seat::Rearhand => "Rearhand",
    }
}

/// Returns the seats of a layout with their hands. If all cards are known, the talon comes last.
pub(crate) fn hands(layout: &Layout, style: CardStyle) -> Vec<[String; 2]> {
    let mut rows: Vec<[String; 2]> = Seat::ALL
        .map(|place| {
            [seat(place).to_owned(), layout.hand(place).map_or("–".to_owned(), |cards| hand(cards, style))]
        })
        .into();
    if let Ok(deal) = layout.deal() {
        rows.push(["Talon".to_owned(), hand(deal.talon(), style)]);
    }
    rows
}

/// Returns a gain with its sign, or 0. Fractions have two decimal places.
pub(crate) fn gain(amount: Amount) -> String {
    if amount.is_integer() {
        return if amount == Amount::default() { "0".to_owned() } else { format!("{amount:+}") };
    }
    format!("{:+.2}", amount.to_f64())
}

/// Returns the gains of all players and the pot on one line.
pub(crate) fn gains(gains: &Gains) -> String {
    let seats = gains.seats.iter().map(|(seat, &amount)| format!("{seat} {}", gain(amount)));
    let dealer = gains.sitting_out.map(|amount| format!("D {}", gain(amount)));
    let pot = format!("pot {}", gain(gains.pot));
    seats.chain(dealer).chain([pot]).collect::<Vec<String>>().join(" ")
}

/// Returns the lines about some decisions, one for each.
pub(crate) fn decisions(decisions: &[Decision]) -> String {
    decisions.iter().map(decision_line).collect()
}

/// Returns the line about a decision: the choice that is best, and the gain from each choice.
fn decision_line(decision: &Decision) -> String {
    let gains = decision.gains.iter();
    let gains: Vec<String> =
        gains.map(|(choice, gained)| format!("{} {}", choice.name(), gain(*gained))).collect();
    let text = format!(" {}: {} ({})", seat(decision.seat), decision.best.name(), gains.join(", "));
    line(&text) + "\n"
}

/// Returns a chance in percent, and its standard error.
pub(crate) fn percent(chance: Estimate) -> [String; 2] {
    [format!("{:.1}%", 100.0 * chance.mean), format!("{:.1}", 100.0 * chance.error)]
}

/// Returns a mean, and its standard error.
pub(crate) fn mean(estimate: Option<Estimate>) -> [String; 2] {
    estimate.map_or_else(Default::default, |estimate| {
        [format!("{:.2}", estimate.mean), format!("{:.2}", estimate.error)]
    })
}

/// Returns the chance of a contract in percent, and its confidence interval.
pub(crate) fn chance(chance: Estimate) -> [String; 2] {
    let Estimate { mean, low, high, .. } = chance;
    [format!("{:.1}%", 100.0 * mean), format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high)]
}
