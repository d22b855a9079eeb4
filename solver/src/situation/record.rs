//! A hand as it was played: its cards, calls, discards, decisions and tricks.

use serde::Deserialize;
use thiserror::Error;

use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::deal::notation::read_cards;
use crate::rules::call::Call;
use crate::rules::contract::Declared;
use crate::rules::contract::{ALL_PASS, Contract};
use crate::rules::payment::Way;
use crate::rules::variant::Variant;
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::{Aces, Doubling, Hand};

/// A played hand, of a declarer or after all have passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its name in the file it is from.
    pub id: Option<String>,
    /// The rules by name, if the record says them.
    pub rules: Option<String>,
    /// The deal, with the talon as it was dealt.
    pub deal: Deal,
    /// The calls in turn, those who passed left out; none if they are not recorded.
    pub calls: Vec<Call>,
    /// What the declarer laid aside, with the talon.
    pub discard: Option<Cards>,
    /// What was played and decided before; without tricks.
    pub hand: Hand,
    /// After all have passed: the talon's cards in the order in which they lead, where they do;
    /// none for the order of listing.
    pub talon_order: Vec<Card>,
    /// Who led, if it was not whom the rules say.
    pub leader: Option<Seat>,
    /// The cards in the order in which they were played.
    pub played: Vec<Card>,
    /// Who took each trick, if the record says it.
    pub winners: Vec<Seat>,
}

/// Which part of a record is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{field}: {problem}", id.as_ref().map_or(String::new(), |id| format!("deal {id}, ")))]
pub struct RecordError {
    /// The record's name, as far as it was read.
    pub id: Option<String>,
    /// The part.
    pub field: &'static str,
    /// What is wrong with it.
    pub problem: String,
}

/// The JSON of a record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    id: Option<String>,
    rules: Option<String>,
    deal: String,
    #[serde(default)]
    calls: Vec<String>,
    declarer: Option<String>,
    contract: String,
    #[serde(default)]
    hand: bool,
    #[serde(default)]
    discard: Vec<String>,
    #[serde(default)]
    out: Vec<String>,
    guest: Option<String>,
    #[serde(default)]
    kontra: Vec<String>,
    #[serde(default)]
    doubling: u8,
    #[serde(default)]
    refa: bool,
    whist: Option<Vec<String>>,
    half_whist: Option<String>,
    #[serde(default)]
    gave_up: bool,
    aces: Option<String>,
    pot: Option<u32>,
    progression: Option<u8>,
    #[serde(default)]
    talon_order: Vec<String>,
    leader: Option<String>,
    #[serde(default)]
    played: Vec<String>,
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        Fields::deserialize(deserializer)?.read().map_err(serde::de::Error::custom)
    }
}

impl Fields {
    fn read(self) -> Result<Record, RecordError> {
        let id = self.id.clone();
        let wrong = |field: &'static str| {
            let id = id.clone();
            move |problem: String| RecordError { id: id.clone(), field, problem }
        };
        let seat = |field, text: &str| text.parse::<Seat>().map_err(|error| wrong(field)(error.to_string()));
        let seats = |field, texts: &[String]| texts.iter().map(|text| seat(field, text)).collect();
        let deal: Deal = self.deal.parse().map_err(|error| wrong("deal")(format!("{error}")))?;
        let game = self.game().map_err(|(field, problem)| wrong(field)(problem))?;
        let cards = |field, texts: &[String]| {
            read_cards(&texts.join(" ")).map_err(|error| wrong(field)(error.to_string()))
        };
        let discard = match game {
            Some(Declared { declarer, from_hand: false, .. }) => {
                let pair: Cards = cards("discard", &self.discard)?.into_iter().collect();
                check_discard(&deal, declarer, pair).map_err(wrong("discard"))?;
                Some(pair)
            }
            _ if self.discard.is_empty() => None,
            _ => return Err(wrong("discard")("a game from the hand lays nothing aside".to_owned())),
        };
        let talon_order = cards("talon_order", &self.talon_order)?;
        if !talon_order.is_empty() {
            deal.talon_in_order(&talon_order).map_err(|error| wrong("talon_order")(error.to_string()))?;
        }
        let call = |text: &String| text.parse().map_err(|error| wrong("calls")(format!("{error}")));
        let out: Vec<Seat> = seats("out", &self.out)?;
        let kontra: Vec<Seat> = seats("kontra", &self.kontra)?;
        let doubling = match (self.doubling, kontra.is_empty()) {
            (0, true) => Doubling::None,
            (0 | 1, false) => Doubling::Kontra,
            (2, false) => Doubling::Rekontra,
            (3, false) => Doubling::Sub,
            (4, false) => Doubling::Mort,
            _ => return Err(wrong("doubling")("write 1 to 4 beside who said kontra".to_owned())),
        };
        let whist = self.whist.as_ref().map(|whist| seats("whist", whist)).transpose()?;
        let aces = match self.aces.as_deref() {
            None => None,
            Some("4") => Some(Aces::Four),
            Some("none") => Some(Aces::None),
            Some(_) => return Err(wrong("aces")("write 4, or none where they were announced".to_owned())),
        };
        let hand = Hand {
            game,
            gave_up: self.gave_up,
            half_whist: self.half_whist.as_deref().map(|text| seat("half_whist", text)).transpose()?,
            aces,
            out: out.into_iter().collect(),
            guest: self.guest.as_deref().map(|text| seat("guest", text)).transpose()?,
            kontra: kontra.into_iter().collect(),
            doubling,
            refa: self.refa,
            whist,
            pot: self.pot,
            progression: self.progression.unwrap_or(1),
            talon: deal.talon(),
            ..Hand::all_passed()
        };
        if hand.progression == 0 {
            return Err(wrong("progression")("hands in a row that all have passed count from 1".to_owned()));
        }
        check_out(&hand).map_err(wrong("out"))?;
        let record = Record {
            calls: self.calls.iter().map(call).collect::<Result<_, _>>()?,
            leader: self.leader.as_deref().map(|text| seat("leader", text)).transpose()?,
            played: cards("played", &self.played)?,
            id: self.id.clone(),
            rules: self.rules,
            winners: Vec::new(),
            deal,
            discard,
            hand,
            talon_order,
        };
        check_aces(&record).map_err(wrong("aces"))?;
        Ok(record)
    }

    /// What was played, `None` when all have passed; else the part that is wrong, and why.
    fn game(&self) -> Result<Option<Declared>, (&'static str, String)> {
        if self.contract.eq_ignore_ascii_case(ALL_PASS) {
            let said = [
                ("declarer", self.declarer.is_some()),
                ("hand", self.hand),
                ("discard", !self.discard.is_empty()),
                ("out", !self.out.is_empty()),
                ("guest", self.guest.is_some()),
                ("kontra", !self.kontra.is_empty()),
                ("doubling", self.doubling > 0),
                ("refa", self.refa),
                ("whist", self.whist.is_some()),
                ("half_whist", self.half_whist.is_some()),
                ("gave_up", self.gave_up),
                ("aces", self.aces.is_some()),
                ("pot", self.pot.is_some()),
                ("leader", self.leader.is_some()),
            ];
            return match said.into_iter().find(|&(_, said)| said) {
                Some((field, _)) => Err((field, "all have passed: leave it out".to_owned())),
                None => Ok(None),
            };
        }
        let contract = self.contract.parse::<Contract>();
        let contract = contract.map_err(|error| ("contract", format!("{error}, or {ALL_PASS}")))?;
        let Some(declarer) = &self.declarer else {
            return Err(("declarer", format!("missing: who plays {contract}? F, M or R")));
        };
        let declarer = declarer.parse().map_err(|error| ("declarer", format!("{error}")))?;
        if !self.talon_order.is_empty() {
            return Err(("talon_order", format!("for {ALL_PASS} only: leave it out")));
        }
        Ok(Some(Declared { contract, declarer, from_hand: self.hand }))
    }
}

/// Whether these are two of the declarer's twelve.
pub(super) fn check_discard(deal: &Deal, declarer: Seat, pair: Cards) -> Result<(), String> {
    let twelve = deal.hand(declarer) | deal.talon();
    match (pair - twelve).iter().next() {
        Some(card) => Err(format!("{card} is not among the declarer's twelve cards")),
        None if pair.len() != 2 => Err("two different cards are laid aside".to_owned()),
        None => Ok(()),
    }
}

/// Whether the declarer holds the aces that he is said to hold.
fn check_aces(record: &Record) -> Result<(), String> {
    let Some(Declared { declarer, .. }) = record.hand.game else { return Ok(()) };
    let own = record.exchanged().hand(declarer);
    match record.hand.aces {
        Some(Aces::Four) if !(Cards::ACES - own).is_empty() => {
            Err(format!("{} does not hold all four", declarer.name()))
        }
        Some(Aces::None) if (Cards::ACES - own) != Cards::ACES => {
            Err(format!("{} holds one", declarer.name()))
        }
        _ => Ok(()),
    }
}

fn check_out(hand: &Hand) -> Result<(), String> {
    match hand.game {
        Some(Declared { declarer, .. }) if hand.out.contains(declarer) => {
            Err(format!("{} declares and cannot have dropped out", declarer.name()))
        }
        _ => Ok(()),
    }
}

impl Record {
    /// The deal as it was played, after the exchange.
    #[must_use]
    pub fn exchanged(&self) -> Deal {
        match (self.hand.game, self.discard) {
            (Some(game), Some(discard)) => self.deal.exchange(game.declarer, discard),
            _ => self.deal,
        }
    }

    /// Who played.
    #[must_use]
    pub fn playing(&self) -> Seats {
        let guest = self.hand.guest.map_or(Seats::NONE, Seats::of);
        Seats::ALL - (self.hand.out - guest)
    }

    /// The same as these rules have it: where defenders whist, one who is said to be out has
    /// passed, and his cards are played; who went back to whist has not said half-whist.
    #[must_use]
    pub(crate) fn under(&self, rules: &Variant) -> Record {
        let mut record = self.clone();
        let hand = &mut record.hand;
        if let (Some(game), Some(Way::Books)) = (hand.game, rules.settlement().by) {
            let both = [game.declarer.left(), game.declarer.right()];
            let whisted = |seat: &Seat| !hand.out.contains(*seat) && hand.half_whist.is_none();
            let whist = hand.whist.clone().unwrap_or_else(|| both.into_iter().filter(whisted).collect());
            if !whist.is_empty() {
                hand.half_whist = None;
            }
            hand.whist = Some(whist);
            hand.out = Seats::NONE;
        }
        record
    }

    /// Whether it came to the play: the declarer did not give up, and somebody plays against him.
    #[must_use]
    pub fn is_played(&self) -> bool {
        let Hand { gave_up, half_whist, whist, .. } = &self.hand;
        let whisted = whist.as_ref().is_none_or(|whisters| !whisters.is_empty());
        !gave_up && half_whist.is_none() && whisted && self.playing().len() > 1
    }

    /// The seats as a record numbers its players, the first of whom is to bid first.
    pub(crate) fn seats_of(order: [u8; 3]) -> impl Fn(u8) -> Option<Seat> {
        let seats = BySeat(order);
        move |player| Seat::ALL.into_iter().find(|&seat| seats[seat] == player)
    }
}
