//! PPN, the notation in which Serbian play sites record hands.
//!
//! A deal is written as fourteen fields in square brackets (thirteen without `refa`), or as four if all have passed.
//! Tags `[Name "value"]`, with or without quotes, may precede it. It has only the highest bid of each player, not the
//! calls and their order. As JSON a deal is an object whose keys are the names of the fields.

use std::sync::Arc;

use serde_json::{Map, Value};
use thiserror::Error;

use super::Situation;
use super::cards_input::Leader;
use crate::cards::{Card, Cards, Suit};
use crate::deal::Deal;
use crate::excerpt::excerpt;
use crate::rules::call::Call;
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Doubling, HandDecisions};

/// The error for a deal of a PPN file that cannot be read, with the field that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{field}: {problem}", id.as_ref().map_or(String::new(), |id| format!("deal {}, ", excerpt(id))))]
pub struct PpnError {
    /// The name of the deal, if it was read.
    pub id: Option<String>,
    /// The name of the field.
    pub field: &'static str,
    /// The mistake, in words.
    pub problem: String,
}

/// A deal of a PPN file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PpnRecord {
    /// Name of the deal.
    pub id: String,
    /// Situation of the deal. It has no calls, unless all have passed.
    pub situation: Situation,
    /// Highest bid of each seat, such as `P`, `2`, `M3`, `G` or `G5`.
    pub bids: BySeat<String>,
}

/// Parses the deals of a PPN file under these rules. Each deal has its own result.
#[must_use]
pub fn read(text: &str, rules: &Arc<Variant>) -> Vec<Result<PpnRecord, PpnError>> {
    let mut records = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let section = &rest[start + 1..];
        let Some(end) = section.find(']') else {
            let number = records.len() + 1;
            let problem = "the bracket '[' is not closed".to_owned();
            records.push(Err(PpnError { id: Some(number.to_string()), field: "record", problem }));
            break;
        };
        let body = section[..end].trim();
        if !is_tag(body) {
            records.push(parse_record(body.split_whitespace().collect(), rules));
        }
        rest = &section[end + 1..];
    }
    records
}

const DEAL_ORDER: &str = "dealOrder";

/// The fields in the order of the format; also the keys of a deal as JSON.
const FIELDS: [&str; 14] = [
    "id", DEAL_ORDER, "cards", "bids", "declarer", "discards", "contract", "accepted", "kontra", "refa",
    "value", "leader", "tricks", "summary",
];

const PASSED_OUT_FIELD_COUNT: usize = 4;

const REFA_INDEX: usize = 9;

fn is_tag(body: &str) -> bool {
    // A tag is empty, has a quote, or begins with a letter; a deal begins with its number.
    body.is_empty() || body.contains('"') || body.starts_with(char::is_alphabetic)
}

/// Whether a JSON object is a deal of PPN, that is, whether it has the key `dealOrder`.
#[must_use]
pub fn is_object(object: &Map<String, Value>) -> bool {
    object.contains_key(DEAL_ORDER)
}

/// Reads a deal from a JSON object with the names of the fields in camel case as keys. Each value is a text or a number
/// as in a file, or a list, whose elements are joined. `cards` can also be an object with the cards of players 1 to 3
/// as `p1`, `p2` and `p3`, and of the talon as `talon` (or `t`). A missing field has the value `0`; without `bids` all
/// three have passed.
pub fn read_object(object: &Map<String, Value>, rules: &Arc<Variant>) -> Result<PpnRecord, PpnError> {
    let id = object.get("id").and_then(|id| value_text(id, ""));
    let error = |field: &'static str, problem: String| PpnError { id: id.clone(), field, problem };
    if let Some(key) = object.keys().find(|key| !FIELDS.contains(&key.as_str())) {
        let problem = format!("there is no field '{}'; the fields: {}", excerpt(key), FIELDS.join(", "));
        return Err(error("record", problem));
    }
    let order = object.get(DEAL_ORDER).and_then(|order| value_text(order, "")).unwrap_or_default();
    let mut fields = Vec::new();
    for key in FIELDS {
        let text = match object.get(key) {
            Some(Value::Object(hands)) if key == "cards" => join_hands(hands, &order),
            Some(value) => {
                value_text(value, if [DEAL_ORDER, "cards", "discards"].contains(&key) { "" } else { "," })
            }
            None if key == "bids" => Some("P,P,P".to_owned()),
            None => Some("0".to_owned()),
        };
        let text = text.filter(|text| !text.is_empty() && !text.contains(char::is_whitespace));
        fields.push(text.ok_or_else(|| error(key, format!("'{key}' is not written as in a file of PPN")))?);
    }
    let passed = fields[3].split(',').all(|bid| bid == "P");
    parse_record(
        fields
            .iter()
            .map(String::as_str)
            .take(if passed { PASSED_OUT_FIELD_COUNT } else { FIELDS.len() })
            .collect(),
        rules,
    )
}

fn value_text(value: &Value, separator: &str) -> Option<String> {
    // A switch is 0 or 1, as in a file.
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(on) => Some(u8::from(*on).to_string()),
        Value::Array(list) => {
            let texts: Option<Vec<String>> = list.iter().map(|value| value_text(value, separator)).collect();
            texts.map(|texts| texts.join(separator))
        }
        Value::Null | Value::Object(_) => None,
    }
}

fn join_hands(hands: &Map<String, Value>, order: &str) -> Option<String> {
    let talon = hands.get("talon").or_else(|| hands.get("t"))?;
    let players = order.chars().map(|player| hands.get(&format!("p{player}")));
    players.chain([Some(talon)]).map(|hand| value_text(hand?, "")).collect()
}

fn parse_record(mut fields: Vec<&str>, rules: &Arc<Variant>) -> Result<PpnRecord, PpnError> {
    let id = fields.first().map(|&id| id.to_owned());
    let error = |field: usize, problem: String| PpnError { id: id.clone(), field: FIELDS[field], problem };
    if fields.len() == PASSED_OUT_FIELD_COUNT && fields[3].split(',').eq(["P"; 3]) {
        parse_order(fields[1]).map_err(|problem| error(1, problem))?;
        let deal = parse_deal(fields[2]).map_err(|problem| error(2, problem))?;
        let situation =
            Situation::new(Arc::clone(rules), deal).with_all_passed().with_calls(vec![Call::Pass; 3]);
        let bids = BySeat::from_fn(|_| "P".to_owned());
        return Ok(PpnRecord { id: id.unwrap_or_default(), situation, bids });
    }
    // Records of games without refas leave out the field `refa`.
    if fields.len() == FIELDS.len() - 1 {
        fields.insert(REFA_INDEX, "0");
    }
    if fields.len() != FIELDS.len() {
        let problem = format!("{} fields instead of {}: {}", fields.len(), FIELDS.len(), FIELDS.join(", "));
        return Err(PpnError { id, field: "record", problem });
    }
    let order = parse_order(fields[1]).map_err(|problem| error(1, problem))?;
    let seat_of = seat_by_player(order);
    let player =
        |field: usize, text: &str| parse_player(text, &seat_of).map_err(|problem| error(field, problem));
    let deal = parse_deal(fields[2]).map_err(|problem| error(2, problem))?;
    let declarer = player(4, fields[4])?;
    let (contract, from_hand) = parse_contract(fields[6]).map_err(|problem| error(6, problem))?;
    let declaration = Declaration { contract, declarer, from_hand };
    check_bids(fields[3], declarer, &without_hand_letter(fields[6])).map_err(|problem| error(3, problem))?;
    if fields[10].parse::<u32>().is_err() {
        return Err(error(10, not_number_message(fields[10])));
    }
    let discard = parse_discard(fields[5], &deal, declaration).map_err(|problem| error(5, problem))?;
    let defenders = Seats::ALL - Seats::from_seat(declarer);
    let accepted: u8 = fields[7].parse().map_err(|_| error(7, not_number_message(fields[7])))?;
    let plays = match accepted {
        0 => Seats::NONE,
        1..=3 => Seats::from_seat(player(7, fields[7])?),
        _ => defenders,
    };
    if plays.contains(declarer) {
        return Err(error(7, "this player is the declarer and cannot defend".to_owned()));
    }
    let refa = match fields[REFA_INDEX] {
        "0" => false,
        "1" => true,
        other => return Err(error(REFA_INDEX, format!("'{}' is neither 0 nor 1", excerpt(other)))),
    };
    let mut hand =
        HandDecisions { out: defenders - plays, refa, talon: deal.talon(), ..HandDecisions::default() };
    if fields[8] != "0" {
        parse_kontra(fields[8], declarer, &mut hand, |text| player(8, text), |problem| error(8, problem))?;
    }
    let (mut played, mut winners) = (Vec::new(), Vec::new());
    for trick in fields[12].split(',').filter(|trick| !trick.is_empty() && *trick != "0") {
        let (shown, winner) =
            trick.split_at(trick.len() - trick.chars().next_back().map_or(0, char::len_utf8));
        played.extend(
            parse_cards(shown).map_err(|problem| error(12, format!("'{}': {problem}", excerpt(trick))))?,
        );
        winners.push(player(12, winner)?);
    }
    let situation = Situation::new(Arc::clone(rules), deal)
        .with_declaration(declaration)
        .with_decisions(hand)
        .with_leader(Leader::Seat(player(11, fields[11])?))
        .with_cards_played(played)
        .with_winners(winners);
    let situation = discard.map_or(situation.clone(), |pair| situation.with_discard(pair));
    let mut bids = fields[3].split(',').map(str::to_owned);
    let bids = BySeat::from_fn(|_| bids.next().expect("the bid of each player was checked"));
    Ok(PpnRecord { id: id.unwrap_or_default(), situation, bids })
}

fn not_number_message(text: &str) -> String {
    format!("'{}' is not a number", excerpt(text))
}

fn parse_player(text: &str, seat_of: impl Fn(u8) -> Option<Seat>) -> Result<Seat, String> {
    let seat = text.parse().ok().and_then(seat_of);
    seat.ok_or_else(|| format!("'{}' is none of the players 1, 2 and 3", excerpt(text)))
}

/// The first player in `order` is forehand.
fn seat_by_player(order: [u8; 3]) -> impl Fn(u8) -> Option<Seat> {
    let seats = BySeat(order);
    move |player| Seat::ALL.into_iter().find(|&seat| seats[seat] == player)
}

fn parse_discard(text: &str, deal: &Deal, declaration: Declaration) -> Result<Option<Cards>, String> {
    match (text, declaration.from_hand) {
        ("XX", true) => Ok(None),
        ("XX", false) => Err("XX means a game from the hand, but the contract has no G".to_owned()),
        (_, true) => Err("in a game without the talon nothing is laid aside: write XX".to_owned()),
        (text, false) => {
            let pair = parse_cards(text)?.into_iter().collect();
            check_discard(deal, declaration.declarer, pair)?;
            Ok(Some(pair))
        }
    }
}

fn check_discard(deal: &Deal, declarer: Seat, pair: Cards) -> Result<(), String> {
    let twelve = deal.hand(declarer) | deal.talon();
    match (pair - twelve).iter().next() {
        Some(card) => Err(format!("{card} is not among the declarer's twelve cards")),
        None if pair.len() != 2 => Err("a discard must be two different cards".to_owned()),
        None => Ok(()),
    }
}

fn parse_kontra(
    text: &str,
    declarer: Seat,
    hand: &mut HandDecisions,
    player: impl Fn(&str) -> Result<Seat, PpnError>,
    error: impl Fn(String) -> PpnError,
) -> Result<(), PpnError> {
    let (letter, number) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    let seat = player(number)?;
    if seat == declarer {
        return Err(error(format!("'{}' names the declarer: name a defender", excerpt(text))));
    }
    let other = seat.partner(declarer);
    hand.doubling = match letter {
        "I" => {
            (hand.guest, hand.out) = (Some(other), Seats::NONE);
            return Ok(());
        }
        "K" => Doubling::Kontra,
        "R" => Doubling::Rekontra,
        "S" => Doubling::Sub,
        "M" => Doubling::Mort,
        _ => return Err(error(format!("'{}' is not 0, I, K, R, S or M with a player", excerpt(text)))),
    };
    // The defender who says kontra is responsible for both defenders, and so nobody has dropped out.
    hand.kontra = Seats::from_seat(seat);
    hand.out = Seats::NONE;
    Ok(())
}

fn parse_order(text: &str) -> Result<[u8; 3], String> {
    let digits: Vec<u8> = text.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
    match digits[..] {
        [a, b, c] if [1, 2, 3].iter().all(|player| digits.contains(player)) => Ok([a, b, c]),
        _ => {
            Err(format!("'{}' does not list the players 1, 2 and 3 in the order of the deal", excerpt(text)))
        }
    }
}

/// Within a suit the codes run from the seven to the ace: `1` to `8` are spades, `9` and `A` to `G` diamonds, `H` to
/// `O` hearts, and `P` to `W` clubs.
fn parse_card(code: char) -> Option<Card> {
    let number = match code {
        '1'..='9' => code as u32 - '1' as u32,
        'A'..='W' => 9 + code as u32 - 'A' as u32,
        _ => return None,
    };
    let suit = SUITS.get(number as usize / 8)?;
    Some(suit.cards().iter().nth(7 - number as usize % 8).expect("a suit has eight cards"))
}

const SUITS: [Suit; 4] = [Suit::Spades, Suit::Diamonds, Suit::Hearts, Suit::Clubs];

pub(crate) fn card_code(card: Card) -> char {
    let suit = SUITS.iter().position(|&suit| suit == card.suit()).expect("one of the four suits");
    let higher = card.suit().cards().iter().take_while(|&other| other != card).count();
    let number = (8 * suit + 7 - higher) as u8;
    char::from(if number < 9 { b'1' + number } else { b'A' + number - 9 })
}

fn parse_cards(text: &str) -> Result<Vec<Card>, String> {
    let message = |code: char| format!("'{}' is not the code of a card", excerpt(&code.to_string()));
    text.chars().map(|code| parse_card(code).ok_or_else(|| message(code))).collect()
}

fn parse_deal(text: &str) -> Result<Deal, String> {
    let cards = parse_cards(text)?;
    if cards.len() != 32 {
        return Err(format!("{} cards instead of 32", cards.len()));
    }
    let pack: Cards = cards.iter().copied().collect();
    if let Some(missing) = (Cards::PACK - pack).iter().next() {
        return Err(format!("{missing} is missing, and another card appears twice"));
    }
    let hands = BySeat::from_fn(|seat| cards[10 * seat.index()..][..10].iter().copied().collect());
    Deal::new(hands, cards[30..].iter().copied().collect()).map_err(|error| error.to_string())
}

/// Their numbers in PPN are 2 to 8.
const CONTRACTS: [&str; 7] = ["S", "D", "H", "C", "misere", "N", "slam"];

pub(crate) fn number_of_contract(contract: Contract) -> Option<usize> {
    let name = contract.to_string();
    CONTRACTS.iter().position(|&other| other == name).map(|place| place + 2)
}

fn without_hand_letter(text: &str) -> String {
    // The letter `G` marks a game from the hand.
    text.trim_start_matches('G').to_owned()
}

fn check_bids(text: &str, declarer: Seat, contract: &str) -> Result<(), String> {
    // A bid is `P` for a pass, or a number, with `M` before it if the player held the bid and `G` for a game from the
    // hand, or `G` alone. No bid may be higher than the declarer's, nor the declarer's higher than the contract.
    let bids: Vec<&str> = text.split(',').collect();
    let [a, b, c] = bids[..] else { return Err(format!("{} bids instead of three", bids.len())) };
    let mut highest = BySeat([(false, 0); 3]);
    for (seat, bid) in Seat::ALL.into_iter().zip([a, b, c]) {
        let message = || format!("'{}' is not P, 2 to 8, M or G before a number, or G", excerpt(bid));
        highest[seat] = parse_bid(bid).ok_or_else(message)?;
    }
    let declarer_bid = highest[declarer];
    if declarer_bid == (false, 0) {
        return Err(format!("{} declares and has passed", declarer.name()));
    }
    if let Some((seat, _)) = highest.iter().find(|&(_, &bid)| bid > declarer_bid) {
        return Err(format!("{} has bid more than the declarer", seat.name()));
    }
    if contract.parse().is_ok_and(|contract: u8| contract < declarer_bid.1) {
        return Err(format!(
            "the contract {} is worth less than the bid {}",
            excerpt(contract),
            declarer_bid.1
        ));
    }
    Ok(())
}

/// Whether the bid is from the hand, and its number or 0. A pass, `(false, 0)`, is lower than all bids.
pub(crate) fn parse_bid(bid: &str) -> Option<(bool, u8)> {
    let (hand, number) = bid.strip_prefix('G').map_or((false, bid), |number| (true, number));
    let number = number.strip_prefix('M').unwrap_or(number);
    match (bid, number) {
        ("P", _) => Some((false, 0)),
        (_, "") if hand => Some((true, 0)),
        _ => Some((hand, number.parse().ok().filter(|number| (2..=8).contains(number))?)),
    }
}

fn parse_contract(text: &str) -> Result<(Contract, bool), String> {
    let (hand, number) = text.strip_prefix('G').map_or((false, text), |number| (true, number));
    let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(2));
    let Some(name) = place.and_then(|place| CONTRACTS.get(place)) else {
        return Err(format!("'{}' is not a contract from 2 to 8, or G2 to G8 from the hand", excerpt(text)));
    };
    Ok((name.parse().map_err(|error| format!("{error}"))?, hand))
}

#[cfg(test)]
mod tests;
