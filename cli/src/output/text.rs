//! Texts of answers, for people.

use anstyle::{AnsiColor, Style};
use preference::cards::{Card, Cards, Suit};
use preference::deal::{CardStyle, Layout};
use preference::gains::decisions::Decision;
use preference::outcomes::outcome::Outcome;
use preference::rules::{Contract, Variant};
use preference::sampling::Estimate;
use preference::seat::Seat;
use preference::settlement::{Amount, Gains};

pub(crate) use super::table::{room, table};
pub(crate) use super::width::fitted_list;
use super::width::{break_lines, width};

const MADE_STYLE: Style = AnsiColor::Green.on_default().bold();
const RED_STYLE: Style = AnsiColor::Red.on_default();
const FAINT_STYLE: Style = Style::new().dimmed();
const BOLD_STYLE: Style = Style::new().bold();

fn apply_style(style: Style, text: &str) -> String {
    // A stream without colours removes the style when the text is written.
    format!("{style}{text}{style:#}")
}

/// `thing` is the name of the counted things in the singular.
pub(crate) fn count(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

pub(crate) fn heading(text: &str) -> String {
    apply_style(BOLD_STYLE, text)
}

pub(crate) fn remark(text: &str) -> String {
    apply_style(FAINT_STYLE, &break_lines(text, width(), 0))
}

pub(crate) fn line(text: &str) -> String {
    break_lines(text, width(), 2)
}

fn sign(suit: Suit, style: CardStyle) -> String {
    // Hearts and diamonds are red unless suits are letters.
    match suit {
        Suit::Hearts | Suit::Diamonds if style != CardStyle::Letters => {
            apply_style(RED_STYLE, style.suit(suit))
        }
        _ => style.suit(suit).to_owned(),
    }
}

/// The line about the turns in a row at which only one choice wins; empty without such turns.
pub(crate) fn depth(choice: &str, turns: Option<u8>) -> String {
    let series = match turns {
        None | Some(0) => return String::new(),
        Some(1) => String::new(),
        Some(turns) => format!(", {turns} turns in a row"),
    };
    line(&format!("Only the best {choice} wins{series}; equal {choice}s count as one.")) + "\n"
}

pub(crate) fn card(card: Card, style: CardStyle) -> String {
    sign(card.suit(), style) + style.rank(card.rank())
}

pub(crate) fn list(cards: Cards, style: CardStyle) -> String {
    cards.iter().map(|held| card(held, style)).collect::<Vec<_>>().join(" ")
}

pub(crate) fn hand(cards: Cards, style: CardStyle) -> String {
    if style == CardStyle::Letters {
        return style.hand(cards);
    }
    let suits = Suit::ALL.into_iter().filter(|&suit| !cards.in_suit(suit).is_empty());
    suits.map(|suit| suit_cards(cards, suit, style)).collect::<Vec<_>>().join(" ")
}

fn suit_cards(cards: Cards, suit: Suit, style: CardStyle) -> String {
    let ranks: String = cards.in_suit(suit).iter().map(|card| style.rank(card.rank())).collect();
    sign(suit, style) + &ranks
}

pub(crate) fn contract(contract: Contract, style: CardStyle) -> String {
    match (contract, contract.trump()) {
        (Contract::Game(None), _) => "NT".to_owned(),
        (Contract::Level(level, None), _) => format!("{level}NT"),
        (Contract::Level(level, _), Some(suit)) => format!("{level}{}", sign(suit, style)),
        (_, Some(suit)) => sign(suit, style),
        _ => contract.to_string(),
    }
}

/// The tricks of an outcome, if they are known, with ✓ if the contract is made and ✗ if it fails.
pub(crate) fn outcome(outcome: Outcome) -> String {
    let tricks = outcome.tricks.map_or(String::new(), |tricks| format!("{tricks} "));
    if outcome.made { apply_style(MADE_STYLE, &format!("{tricks}✓")) } else { format!("{tricks}✗") }
}

/// The legend for the texts of [`outcome`]; `counted` is set if these texts have the tricks.
pub(crate) const fn legend(counted: bool) -> &'static str {
    if counted {
        "the declarer's tricks, ✓ contract made, ✗ contract fails"
    } else {
        "✓ contract made, ✗ contract fails"
    }
}

pub(crate) fn unannounceable_note(
    rules: &Variant,
    contracts: impl IntoIterator<Item = Contract>,
) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for other in contracts.into_iter().filter(|&contract| !rules.can_be_announced(contract)) {
        let name = contract(other, CardStyle::Unicode);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (!names.is_empty()).then(|| format!("{} cannot be announced under these rules", names.join(", ")))
}

pub(crate) fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::Forehand => "Forehand",
        Seat::Middlehand => "Middlehand",
        Seat::Rearhand => "Rearhand",
    }
}

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

pub(crate) fn gain(amount: Amount) -> String {
    if amount.is_integer() {
        return if amount == Amount::default() { "0".to_owned() } else { format!("{amount:+}") };
    }
    format!("{:+.2}", amount.to_f64())
}

pub(crate) fn gains(gains: &Gains) -> String {
    let seats = gains.seats.iter().map(|(seat, &amount)| format!("{seat} {}", gain(amount)));
    let dealer = gains.sitting_out.map(|amount| format!("D {}", gain(amount)));
    let pot = format!("pot {}", gain(gains.pot));
    seats.chain(dealer).chain([pot]).collect::<Vec<String>>().join(" ")
}

pub(crate) fn decisions(decisions: &[Decision]) -> String {
    decisions.iter().map(decision_line).collect()
}

fn decision_line(decision: &Decision) -> String {
    let gains = decision.gains.iter();
    let gains: Vec<String> =
        gains.map(|(choice, gained)| format!("{} {}", choice.name(), gain(*gained))).collect();
    let text = format!(" {}: {} ({})", seat(decision.seat), decision.best.name(), gains.join(", "));
    line(&text) + "\n"
}

pub(crate) fn percent(chance: Estimate) -> [String; 2] {
    [format!("{:.1}%", 100.0 * chance.mean), format!("{:.1}", 100.0 * chance.error)]
}

pub(crate) fn mean(estimate: Option<Estimate>) -> [String; 2] {
    estimate.map_or_else(Default::default, |estimate| {
        [format!("{:.2}", estimate.mean), format!("{:.2}", estimate.error)]
    })
}

pub(crate) fn chance(chance: Estimate) -> [String; 2] {
    let Estimate { mean, low, high, .. } = chance;
    [format!("{:.1}%", 100.0 * mean), format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high)]
}
