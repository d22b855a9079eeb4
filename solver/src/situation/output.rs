//! Writing of a situation as a JSON object.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::Situation;
use super::cards_input::CardsInput;
use crate::deal::partial::PartialDeal;
use crate::rules::contract::ALL_PASS;
use crate::seat::BySeat;
use crate::settlement::{Aces, Amount, Dealer, Doubling, HandDecisions};

/// Writes an object with the situation's fields, in the form in which questions give them.
impl Serialize for Situation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rules", &*self.rules)?;
        match &self.cards {
            CardsInput::Nothing => {}
            CardsInput::Deal(deal) => map.serialize_entry("deal", deal)?,
            CardsInput::Ending(layout) => map.serialize_entry("deal", layout)?,
            CardsInput::Partial(partial) => map.serialize_entry::<_, PartialDeal>("deal", partial)?,
        }
        if !self.calls.is_empty() {
            let calls: Vec<String> = self.calls.iter().map(ToString::to_string).collect();
            map.serialize_entry("calls", &calls)?;
        }
        if let Some(discard) = self.discard {
            map.serialize_entry("discard", &discard)?;
        }
        let cards = [("talon_order", &self.talon_order), ("trick", &self.trick), ("played", &self.played)];
        for (name, cards) in cards.into_iter().filter(|(_, cards)| !cards.is_empty()) {
            map.serialize_entry(name, cards)?;
        }
        if let Some(declarer) = self.declarer {
            map.serialize_entry("declarer", &declarer)?;
        }
        match self.contract {
            _ if self.all_passed => map.serialize_entry("contract", ALL_PASS)?,
            Some(contract) => map.serialize_entry("contract", &contract)?,
            None => {}
        }
        if self.from_hand {
            map.serialize_entry("hand", &true)?;
        }
        if let Some(leader) = self.leader {
            map.serialize_entry("leader", &leader.to_string())?;
        }
        if self.taken.tricks != BySeat::default() {
            map.serialize_entry("taken", &self.taken.tricks)?;
        }
        if let Some(run) = self.taken.run {
            map.serialize_entry("run", &run)?;
        }
        serialize_decisions(&self.decisions, &mut map)?;
        map.end()
    }
}

fn serialize_decisions<M: SerializeMap>(hand: &HandDecisions, map: &mut M) -> Result<(), M::Error> {
    // Fields that have the value of a hand without decisions are left out.
    for (name, seats) in [("out", hand.out), ("kontra", hand.kontra), ("answered", hand.answered)] {
        if !seats.is_empty() {
            map.serialize_entry(name, &seats)?;
        }
    }
    for (name, seat) in [("guest", hand.guest), ("half_whist", hand.half_whist)] {
        if let Some(seat) = seat {
            map.serialize_entry(name, &seat)?;
        }
    }
    for (name, number) in [("pot", hand.pot), ("limit", hand.limit.map(Amount::from))] {
        if let Some(number) = number {
            map.serialize_entry(name, &number)?;
        }
    }
    for (name, on) in [("refa", hand.refa), ("gave_up", hand.gave_up), ("four", hand.four)] {
        if on {
            map.serialize_entry(name, &true)?;
        }
    }
    if hand.doubling > Doubling::Kontra {
        map.serialize_entry("doubling", &(hand.doubling as u8))?;
    }
    if let Some(whist) = &hand.whist {
        map.serialize_entry("whist", whist)?;
    }
    if let Some(aces) = hand.aces {
        map.serialize_entry("aces", if aces == Aces::Four { "4" } else { "none" })?;
    }
    if !hand.talon.is_empty() {
        map.serialize_entry("talon", &hand.talon)?;
    }
    match hand.dealer {
        None => {}
        Some(Dealer::Seat(seat)) => map.serialize_entry("dealer", &seat)?,
        Some(Dealer::Sitting) => map.serialize_entry("dealer", "D")?,
    }
    if hand.offer > 0 {
        map.serialize_entry("offer", &hand.offer)?;
    }
    if hand.other_offers != BySeat::default() {
        map.serialize_entry("other_offers", &hand.other_offers)?;
    }
    if hand.progression > 1 {
        map.serialize_entry("progression", &hand.progression)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::rules::variant::Variant;
    use crate::situation::error::QuestionError;
    use crate::situation::fields::Fields;

    fn read_situation(object: &Value) -> Result<Situation, QuestionError> {
        let mut fields = Fields::from(object.as_object().expect("an object").clone());
        let name = fields.take_value::<Option<String>>("rules")?.expect("rules");
        let rules: Variant = name.parse().expect("a preset");
        Situation::new(rules, CardsInput::Nothing).read_record(&mut fields)
    }

    #[test]
    fn situation_round_trips_through_json() {
        let deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";
        let objects = [
            json!({"rules": "austrian", "deal": deal}),
            json!({"rules": "hungarian", "deal": deal, "declarer": "F", "contract": "D", "hand": true,
                "played": ["SA", "ST", "S9"], "out": ["M"], "aces": "none"}),
            json!({"rules": "danube-swabian", "deal": deal, "declarer": "M", "contract": "misere",
                "discard": ["CQ", "C8"], "kontra": ["F", "R"], "doubling": 2, "answered": ["R"], "refa": true}),
            json!({"rules": "illustrated-run6", "deal": deal, "declarer": "R", "contract": "run6",
                "taken": {"F": 1, "M": 0, "R": 2}, "run": 2, "leader": "R", "guest": "F", "pot": 30, "limit": 50}),
            json!({"rules": "russian", "deal": deal, "contract": "allpass", "talon_order": ["D7", "CK"],
                "four": true, "progression": 3}),
            json!({"rules": "russian", "deal": deal, "declarer": "F", "contract": "9S", "whist": ["R", "M"],
                "dealer": "D", "four": true, "talon": ["SA", "HA"]}),
            json!({"rules": "russian", "deal": deal, "declarer": "F", "contract": "6S", "half_whist": "R"}),
            json!({"rules": "austrian-plain", "deal": deal, "declarer": "M", "contract": "D",
                "calls": ["pass", "1", "pass"], "gave_up": true, "dealer": "R"}),
            json!({"rules": "american", "deal": deal, "declarer": "F", "contract": "S", "offer": 7,
                "other_offers": {"F": 0, "M": 3, "R": 5}}),
        ];
        for object in objects {
            let situation = read_situation(&object).unwrap_or_else(|error| panic!("{object}: {error}"));
            assert_eq!(serde_json::to_value(&situation).expect("a situation has a JSON form"), object);
        }
    }
}
