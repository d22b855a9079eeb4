//! Random layouts of the cards that a seat does not see, with weights from the calls of the other players.

use super::likely_layouts::contradictions;
use crate::deal::random;
use crate::hand::{Hand, View};
use crate::sampling::{ViewLayouts, ViewLayoutsError};

/// Number of draws in a row after which no layout of a view is expected.
const MAX_FAILED_DRAWS: usize = 100_000;

/// Largest number of layouts for which room is made in advance.
const MAX_RESERVED_LAYOUTS: usize = 10_000;

/// A layout that agrees with a view, and its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedLayout {
    /// The hand with this layout and with the steps of the view.
    pub hand: Hand,
    /// Relative probability of the layout.
    pub weight: f64,
}

/// Draws random layouts that agree with a view, all equally likely, possibly several times.
///
/// With `calls`, each contradiction between the other players' actions and the choices of `beginner` halves the weight
/// of the layout; `quick` and `strong` count contradictions alike. Otherwise all weights are 1. Weights change no draw.
///
/// ```
/// use preference::hand::{Action, Hand, Table};
/// use preference::players::draw_layouts;
/// use preference::{Deal, Seat, Variant};
/// let rules: Variant = "russian".parse()?;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let mut hand = Hand::new(rules, deal, Table::default())?;
/// hand.apply("9N".parse::<Action>()?)?;
/// let view = hand.view(Seat::Middlehand);
/// let layouts = draw_layouts(&view, 100, 1, true)?;
/// assert!(layouts.iter().all(|layout| layout.hand.view(Seat::Middlehand) == view));
/// // A beginner with most of these hands would have passed, which differs by two contradictions from a bid.
/// assert!(layouts.iter().filter(|layout| layout.weight == 0.25).count() > 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If no hand that can be played has this view, or none is found in a hundred thousand draws in a row.
pub fn draw_layouts(
    view: &View,
    count: usize,
    seed: u64,
    calls: bool,
) -> Result<Vec<WeightedLayout>, ViewLayoutsError> {
    let layouts = ViewLayouts::new(view)?;
    let generator = &mut random::generator(seed);
    let mut drawn = Vec::with_capacity(count.min(MAX_RESERVED_LAYOUTS));
    let mut failed = 0;
    while drawn.len() < count {
        let number = random::number_below(generator, layouts.count() as usize) as u64;
        if let Some(hand) = layouts.hand(number) {
            let start = if calls { layouts.start(number) } else { None };
            let halvings = start.map_or(0, |start| contradictions(view, &start));
            drawn.push(WeightedLayout { hand, weight: 0.5_f64.powf(halvings as f64) });
            failed = 0;
        } else if failed < MAX_FAILED_DRAWS {
            failed += 1;
        } else {
            return Err(ViewLayoutsError::NotFound);
        }
    }
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::{Action, Table};
    use crate::players::beginner::Beginner;
    use crate::players::player::Player;
    use crate::rules::variant::Variant;

    /// The number of contradictions, recounted from the steps of a hand with all cards known. Only for hands in which
    /// nothing has been laid aside.
    fn recounted(hand: &Hand, viewer: &View) -> i32 {
        let mut replayed = hand.clone();
        let mut actions = Vec::new();
        while let Some(action) = replayed.undo() {
            actions.push(action);
        }
        let mut count = 0;
        for action in actions.into_iter().rev() {
            let player = replayed.player().expect("the hand goes on");
            if player != viewer.seat {
                let expected = Beginner.choose(&replayed.view(player), &replayed.legal_actions());
                let passes = |action: Action| action.to_string() == "pass";
                count += match action == expected {
                    true => 0,
                    false if passes(action) == passes(expected) => 1,
                    false => 2,
                };
            }
            replayed.apply(action).expect("legal");
        }
        count
    }

    #[test]
    fn each_contradiction_halves_weight() {
        let mut weights = Vec::new();
        for calls in [&["6S"][..], &["pass", "pass"], &["6D", "7C", "pass"], &["pass", "6S"]] {
            let rules: Variant = "russian".parse().expect("a preset");
            let deal = random::deal(&mut random::generator(92_000_000));
            let mut hand = Hand::new(rules, deal, Table::default()).expect("a hand");
            for call in calls {
                hand.apply(call.parse::<Action>().expect("a call")).expect("legal");
            }
            let view = hand.view(hand.player().expect("the hand goes on"));
            let plain = draw_layouts(&view, 60, 3, false).expect("layouts");
            let weighted = draw_layouts(&view, 60, 3, true).expect("layouts");
            for (plain, weighted) in plain.iter().zip(&weighted) {
                assert_eq!((&plain.hand, plain.weight), (&weighted.hand, 1.0));
                assert_eq!(weighted.weight, 0.5_f64.powi(recounted(&weighted.hand, &view)), "{calls:?}");
                weights.push(weighted.weight);
            }
        }
        for weight in [1.0, 0.5, 0.25] {
            assert!(weights.contains(&weight), "{weight}");
        }
    }

    #[test]
    fn hidden_discards_and_cards_are_weighed() {
        let rules: Variant = "russian".parse().expect("a preset");
        let deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse().expect("a deal");
        let mut hand = Hand::new(rules, deal, Table::default()).expect("a hand");
        let actions =
            ["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "pass", "closed", "DA", "DJ"];
        for action in actions {
            hand.apply(action.parse::<Action>().expect("an action")).expect("legal");
        }
        let view = hand.view(crate::seat::Seat::Rearhand);
        let layouts = draw_layouts(&view, 40, 1, true).expect("layouts");
        assert!(layouts.iter().all(|layout| layout.hand.view(view.seat) == view));
        assert!(layouts.iter().all(|layout| layout.weight > 0.0 && layout.weight <= 1.0));
        assert!(layouts.iter().any(|layout| layout.weight < layouts[0].weight));
    }
}
