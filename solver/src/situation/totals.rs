//! Reader of the totals of a score sheet, and of rulings, from JSON.
use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::error::{ErrorCode, QuestionError};
use super::json::parse_object;
use crate::excerpt::excerpt;
use crate::order::sort_by_key;
use crate::rules::payment::PaymentScheme;
use crate::rules::variant::Variant;
use crate::seat::Seat;
use crate::settlement::{Amount, Ruling, RulingPayment, SheetTotals};

const TOTALS: &str = "totals";
const EXAMPLE: &str =
    r#"{"F":{"pool":20,"mountain":12,"whists":{"M":34,"R":50}},"M":{"pool":20},"R":{"pool":20}}"#;
/// The most points or whists of an entry.
const MAX_ENTRY: u32 = u32::MAX;
/// The keys in the order of the seats; with four players the dealer who sits out is the last.
const SEATS: [&str; 4] = ["F", "M", "R", "D"];
const POT: &str = "pot";

#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum TotalsError {
    #[error("{found} is not valid here: write an object such as {EXAMPLE}")]
    Object { found: String },
    #[error("the totals of {player} are missing: add them, as \"{player}\":{{\"pool\":20,\"mountain\":12}}")]
    Missing { player: String },
    #[error("'{key}' is not a player here: write {players}")]
    Player { key: String, players: String },
    #[error("{player} appears twice: write each player once")]
    Twice { player: String },
    #[error("{found} is not valid for {player}: write an object with pool, mountain and whists")]
    Entries { player: String, found: String },
    #[error(
        "{found} is not valid for {player}, since these rules pay each hand at once: write what {player} pays"
    )]
    Unpaid { player: String, found: String },
    #[error(
        "{found} is not valid for {player}, since these rules keep a written sheet: write pool, mountain or whists"
    )]
    Unwritten { player: String, found: String },
    #[error("'{key}' is neither a player here nor the pot: write {players} or pot")]
    Payee { key: String, players: String },
    #[error("{player} pays {player}: name another player, or pot")]
    OwnPayment { player: String },
    #[error(
        "the ruling gives and takes no points: add what somebody pays, or gets in the pool, mountain or whists"
    )]
    Empty,
    #[error("{player} has whists on {player}, and nobody writes them on themselves: leave them out")]
    OwnWhists { player: String },
    #[error(
        "{found} is not valid for {entry} of {player}: write a number from {least} to {MAX_ENTRY}, whole or with .5"
    )]
    Entry { player: String, entry: String, found: String, least: i64 },
}

impl From<TotalsError> for QuestionError {
    fn from(error: TotalsError) -> QuestionError {
        let code = if matches!(error, TotalsError::Missing { .. }) {
            ErrorCode::Missing
        } else {
            ErrorCode::BadValue
        };
        QuestionError::new(code, TOTALS, error)
    }
}

struct TotalsReader<'a> {
    /// The players in the order of the sheet.
    players: Vec<&'a str>,
    /// The mountain is then the bule, and may be negative.
    has_bule: bool,
    /// All numbers may then be negative, and players may be missing.
    is_ruling: bool,
}

/// Reads the totals of a sheet from an object or from its text: for each player the pool, the mountain (under rules
/// with bule, the bule), and the whists on the other players. Entries that are left out are 0.
///
/// `players` are the names in the order of the sheet; the seat in the first deal also names a player. Without names the
/// players are the seats F, M and R, and D if the object has the key `D`.
///
/// # Errors
/// If a player is missing or unknown, or an entry is not a number of whists or points.
pub fn read_totals(value: &Value, players: &[&str], rules: &Variant) -> Result<SheetTotals, QuestionError> {
    let not_object = || TotalsError::Object { found: excerpt(&value.to_string()) };
    let parsed = match value {
        Value::String(text) => parse_object(text, EXAMPLE).map_err(|error| error.in_field(TOTALS))?,
        Value::Object(entries) => entries.clone(),
        _ => return Err(not_object().into()),
    };
    let players = match players {
        [] if parsed.contains_key(SEATS[3]) => SEATS.to_vec(),
        [] => SEATS[..3].to_vec(),
        names => names.to_vec(),
    };
    let has_bule = rules.settlement().by == Some(PaymentScheme::Paper);
    Ok(TotalsReader { players, has_bule, is_ruling: false }.read(&parsed)?)
}

/// Reads a ruling: an object with an entry for each player whom it concerns. Under rules with a written sheet an entry
/// has the points to be added, with the keys of [`read_totals`]; otherwise it has `pays`, with what the player pays to
/// each of the others and to the `pot`. Negative points are taken off, negative payments are received.
///
/// # Errors
/// If a player is unknown, a number is none, the rules do not write or pay such points, or there are none.
pub fn read_ruling(
    entries: &Map<String, Value>,
    players: &[&str],
    rules: &Variant,
) -> Result<Ruling, QuestionError> {
    let reader = TotalsReader { players: players.to_vec(), has_bule: false, is_ruling: true };
    let ruling = if rules.has_written_sheet() {
        Ruling::Entries(reader.read(entries)?)
    } else {
        Ruling::Payments(reader.read_payments(entries)?)
    };
    let is_empty = match &ruling {
        Ruling::Entries(points) => *points == SheetTotals::new(players.len()),
        Ruling::Payments(payments) => payments.iter().all(|payment| payment.amount == Amount::default()),
    };
    if is_empty { Err(TotalsError::Empty.into()) } else { Ok(ruling) }
}

/// Writes what [`read_ruling`] reads. A payment out of the pot is a negative one into it.
///
/// ```
/// use preference::rules::Variant;
/// use preference::situation::totals::{read_ruling, ruling_entries};
/// use serde_json::json;
/// let rules: Variant = "austrian".parse()?;
/// let fine = json!({"Ada": {"pays": {"Ben": 5, "pot": 10}}});
/// let ruling = read_ruling(fine.as_object().expect("an object"), &["Ada", "Ben", "Cem"], &rules)?;
/// assert_eq!(ruling_entries(&ruling, &["Ada", "Ben", "Cem"]), *fine.as_object().expect("an object"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn ruling_entries(ruling: &Ruling, players: &[&str]) -> Map<String, Value> {
    let mut entries = Map::new();
    let mut add = |player: usize, key: &str, inner: Option<&str>, amount: Amount| {
        if amount != Amount::default() {
            let entry = &mut entries.entry(players[player]).or_insert_with(|| Map::new().into())[key];
            match inner {
                Some(inner) => entry[inner] = json!(amount),
                None => *entry = json!(amount),
            }
        }
    };
    match ruling {
        Ruling::Payments(payments) => {
            // The pot is the last payee.
            let mut sums: BTreeMap<(usize, usize), Amount> = BTreeMap::new();
            for &RulingPayment { from, to, amount } in payments {
                let (payer, payee, amount) = match (from, to) {
                    (Some(payer), to) => (payer, to, amount),
                    (None, Some(payee)) => (payee, None, -amount),
                    (None, None) => continue,
                };
                *sums.entry((payer, payee.unwrap_or(players.len()))).or_default() += amount;
            }
            for ((payer, payee), amount) in sums {
                add(payer, "pays", Some(players.get(payee).copied().unwrap_or(POT)), amount);
            }
        }
        Ruling::Entries(totals) => {
            for player in 0..players.len() {
                add(player, "pool", None, totals.pool[player]);
                add(player, "mountain", None, totals.mountain[player]);
                for (other, name) in players.iter().enumerate() {
                    add(player, "whists", Some(name), totals.whists[player][other]);
                }
            }
        }
    }
    entries
}

impl TotalsReader<'_> {
    fn read(&self, entries: &Map<String, Value>) -> Result<SheetTotals, TotalsError> {
        let mut totals = SheetTotals::new(self.players.len());
        let mut named = Vec::new();
        for (key, value) in entries {
            let player = self.player_index(key)?;
            if named.contains(&player) {
                return Err(TotalsError::Twice { player: self.name(player) });
            }
            named.push(player);
            self.read_player(&mut totals, player, value)?;
        }
        match (0..self.players.len()).find(|player| !named.contains(player)) {
            Some(player) if !self.is_ruling => Err(TotalsError::Missing { player: self.name(player) }),
            _ => Ok(totals),
        }
    }

    fn read_payments(&self, entries: &Map<String, Value>) -> Result<Vec<RulingPayment>, TotalsError> {
        let mut payments = Vec::new();
        for (key, value) in entries {
            let player = self.player_index(key)?;
            let name = || self.name(player);
            for (key, value) in value.as_object().into_iter().flatten() {
                let error = || TotalsError::Unpaid { player: name(), found: format!("'{}'", excerpt(key)) };
                let paid = value.as_object().filter(|_| key == "pays").ok_or_else(error)?;
                for (other, amount) in paid {
                    let payee =
                        || TotalsError::Payee { key: excerpt(other), players: self.players.join(", ") };
                    let to = match other.as_str() {
                        POT => None,
                        name => Some(self.player_index(name).map_err(|_| payee())?),
                    };
                    if to == Some(player) {
                        return Err(TotalsError::OwnPayment { player: name() });
                    }
                    let amount = self.amount(player, &format!("the payment to {other}"), amount)?;
                    payments.push(RulingPayment { from: Some(player), to, amount });
                }
            }
        }
        // In one order, whatever that of the keys was.
        sort_by_key(&mut payments, |payment| (payment.from, payment.to.is_none(), payment.to));
        Ok(payments)
    }

    fn read_player(&self, totals: &mut SheetTotals, player: usize, value: &Value) -> Result<(), TotalsError> {
        let error = |excerpt| TotalsError::Entries { player: self.name(player), found: excerpt };
        let entries = value.as_object().ok_or_else(|| error(excerpt(&value.to_string())))?;
        for (key, value) in entries {
            match key.as_str() {
                "pool" => totals.pool[player] = self.amount(player, key, value)?,
                "mountain" => totals.mountain[player] = self.amount(player, key, value)?,
                "whists" => self.read_whists(&mut totals.whists[player], player, value)?,
                other if self.is_ruling => {
                    let found = format!("'{}'", excerpt(other));
                    return Err(TotalsError::Unwritten { player: self.name(player), found });
                }
                other => return Err(error(format!("'{}'", excerpt(other)))),
            }
        }
        Ok(())
    }

    fn read_whists(&self, row: &mut [Amount], player: usize, value: &Value) -> Result<(), TotalsError> {
        let Value::Object(whists) = value else {
            let text = format!("\"whists\":{}", excerpt(&value.to_string()));
            return Err(TotalsError::Entries { player: self.name(player), found: text });
        };
        let mut named = Vec::new();
        for (key, value) in whists {
            let other = self.player_index(key)?;
            if other == player {
                return Err(TotalsError::OwnWhists { player: self.name(player) });
            }
            if named.contains(&other) {
                return Err(TotalsError::Twice { player: self.name(other) });
            }
            named.push(other);
            row[other] = self.amount(player, &format!("whists on {}", self.players[other]), value)?;
        }
        Ok(())
    }

    fn player_index(&self, key: &str) -> Result<usize, TotalsError> {
        // A player may be named by the seat in the first deal.
        let by_name = self.players.iter().position(|&name| name == key);
        by_name.or_else(|| self.player_index_by_seat(key)).ok_or_else(|| {
            let is_table_of_three = self.players == SEATS[..3];
            let more = if is_table_of_three { ", with four players D" } else { "" };
            TotalsError::Player { key: excerpt(key), players: self.players.join(", ") + more }
        })
    }

    fn player_index_by_seat(&self, key: &str) -> Option<usize> {
        let sitting = (key == SEATS[3]).then_some(3);
        let index = key.parse::<Seat>().ok().map(Seat::index).or(sitting);
        index.filter(|&index| index < self.players.len())
    }

    fn name(&self, player: usize) -> String {
        self.players[player].to_owned()
    }

    /// A whole number, or a whole number and a half; below 0 only in a ruling, or if it is bule.
    fn amount(&self, player: usize, entry: &str, value: &Value) -> Result<Amount, TotalsError> {
        let least =
            if self.is_ruling || self.has_bule && entry == "mountain" { -i64::from(MAX_ENTRY) } else { 0 };
        let halves = value.as_f64().map(|number| number * 2.0);
        let range = 2.0 * least as f64..=2.0 * f64::from(MAX_ENTRY);
        match halves.filter(|halves| halves.fract() == 0.0 && range.contains(halves)) {
            Some(halves) => Ok(Amount::new(halves as i64, 2)),
            None => Err(TotalsError::Entry {
                player: self.name(player),
                entry: entry.to_owned(),
                found: excerpt(&value.to_string()),
                least,
            }),
        }
    }
}
