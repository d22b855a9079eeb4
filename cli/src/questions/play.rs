//! Titles, table cells and legends that `pref cards` and `pref line` share.

use preference::deal::CardStyle;
use preference::gains::Model;
use preference::questions::cards::{GainBasis, PlayValue, PlayedContract};
use preference::seat::Seat;

use crate::output::text;

pub(crate) fn title(played: &PlayedContract, style: CardStyle) -> String {
    let game = played.declarer.zip(played.contract);
    game.map_or("All have passed".to_owned(), |(declarer, contract)| {
        format!("{} plays {}", text::seat(declarer), text::contract(contract, style))
    })
}

pub(crate) fn header(gain_basis: Option<GainBasis>) -> Vec<String> {
    let gains = ["F gains", "M", "R"].into_iter().filter(|_| gain_basis.is_some());
    ["F tricks", "M", "R"].into_iter().chain(gains).map(str::to_owned).collect()
}

pub(crate) fn row(value: &PlayValue) -> Vec<String> {
    match value {
        PlayValue::Declarer(outcome) => vec![text::outcome(*outcome)],
        PlayValue::Everybody { tricks, gains } => {
            let tricks =
                Seat::ALL.map(|seat| tricks.map_or("–".to_owned(), |tricks| tricks[seat].to_string()));
            let gains = gains.iter().flat_map(|gains| gains.seats.0.map(text::gain));
            tricks.into_iter().chain(gains).collect()
        }
    }
}

pub(crate) fn legend(rules: &str, played: &PlayedContract, gain_basis: Option<GainBasis>) -> String {
    match (played.declarer, gain_basis.map(|gain_basis| gain_basis.model)) {
        (Some(_), Some(model)) => {
            let aims = match model {
                Model::Selfish => "every player plays for their own gain",
                Model::Allied => "the declarer plays for their own gain, the defenders for the sum of theirs",
                Model::Tricks => "both sides play for tricks, and the defenders share theirs evenly",
            };
            format!("{rules}, {}; {aims}", model.name())
        }
        (None, Some(_)) => format!("{rules}; every player plays for their own gain"),
        (_, None) => format!("{rules}; every player plays to take few tricks"),
    }
}
