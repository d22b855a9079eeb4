//! Layouts that are likely, given the calls and decisions of the other players.

use rand::RngExt;
use rand::seq::SliceRandom;

use crate::deal::random;
use crate::hand::{Action, Hand, View};
use crate::players::beginner::Beginner;
use crate::players::player::Player;
use crate::rules::call::Call;
use crate::sampling::{LayoutStart, ViewLayouts};

/// Number of layouts that are drawn for each layout that is kept.
const DRAWS_PER_LAYOUT: usize = 16;

/// Layouts that are drawn until the first one agrees with the view.
const MAX_DRAWS: usize = 20_000;

/// Draws layouts that agree with the view, and returns the hand with each of the likeliest, at most `limit`: those in
/// which the calls, announcements and decisions of the other players differ least from the choices of beginners. If a
/// declarer has laid cards aside unseen, a beginner's discard is assumed, unless it contradicts the cards played since.
///
/// Sixteen layouts are drawn for each that is kept, so that the kept ones contradict only actions that beginners rarely
/// choose. If there are no more layouts than these draws, each is tried once. If none of the draws agrees with the
/// view, layouts are drawn until one does, at most [`MAX_DRAWS`].
pub(super) fn likely_layouts(view: &View, limit: usize, seed: u64) -> Vec<Hand> {
    let Ok(layouts) = ViewLayouts::new(view) else { return Vec::new() };
    let generator = &mut random::generator(seed);
    let (count, draws) = (layouts.count(), DRAWS_PER_LAYOUT * limit);
    let mut layout_numbers: Vec<u64> = if count <= draws as u64 { (0..count).collect() } else { Vec::new() };
    layout_numbers.shuffle(generator);
    let mut kept = LeastContradicting { layouts: Vec::new(), limit };
    for draw in 0..MAX_DRAWS {
        let number = match layout_numbers.get(draw) {
            Some(&number) => number,
            None if layout_numbers.is_empty() => generator.random_range(0..count),
            None => break,
        };
        if let Some(start) = layouts.start(number) {
            kept.judge(view, &start);
        }
        if kept.contradiction_limit() == Some(0) || draw >= draws && !kept.layouts.is_empty() {
            break;
        }
    }
    kept.layouts.into_iter().map(|layout| layout.hand).collect()
}

/// The actions of the other players contradict the choices of beginners.
struct JudgedLayout {
    hand: Hand,
    contradictions: usize,
}

/// Ordered by contradictions, then by the order in which they were drawn.
struct LeastContradicting {
    layouts: Vec<JudgedLayout>,
    limit: usize,
}

impl LeastContradicting {
    fn contradiction_limit(&self) -> Option<usize> {
        let last = self.layouts.last().filter(|_| self.layouts.len() == self.limit)?;
        Some(last.contradictions)
    }

    fn judge(&mut self, view: &View, start: &LayoutStart) {
        let contradiction_limit = self.contradiction_limit().unwrap_or(usize::MAX);
        let Ok(judged) = judge(view, start, contradiction_limit) else { return };
        let place = self.layouts.partition_point(|other| other.contradictions <= judged.contradictions);
        self.layouts.insert(place, judged);
        self.layouts.truncate(self.limit);
    }
}

/// Reasons not to keep a layout.
enum Refusal {
    Illegal,
    Contradictions,
}

/// How often the other players contradict the choices of beginners; all steps of the view are legal in the layout.
pub(super) fn contradictions(view: &View, start: &LayoutStart) -> usize {
    judge(view, start, usize::MAX).map_or(0, |judged| judged.contradictions)
}

/// Assumes a beginner's discards or, if they contradict the cards played since, those of the layout.
fn judge(view: &View, start: &LayoutStart, contradiction_limit: usize) -> Result<JudgedLayout, Refusal> {
    match replay(view, start, contradiction_limit, true) {
        Err(Refusal::Illegal) if view.steps.iter().any(|step| step.action.is_none()) => {
            replay(view, start, contradiction_limit, false)
        }
        judged => judged,
    }
}

/// Plays the steps of the view with a layout. Fails at an illegal step, or as soon as there are `contradiction_limit`
/// contradictions. Unseen discards are a beginner's or those of the layout, which counts as one contradiction.
fn replay(
    view: &View,
    start: &LayoutStart,
    contradiction_limit: usize,
    has_beginner_discards: bool,
) -> Result<JudgedLayout, Refusal> {
    let mut hand = start.hand.clone();
    let mut discards = start.discards.iter();
    let mut contradictions = usize::from(!has_beginner_discards);
    for step in &view.steps {
        let action = match step.action {
            Some(action @ (Action::Card(_) | Action::OfferTricks(_))) => action,
            Some(action) if step.player == view.seat => action,
            Some(action) => {
                contradictions += contradiction(action, beginner_action(&hand).ok_or(Refusal::Illegal)?);
                action
            }
            None if has_beginner_discards => beginner_action(&hand).ok_or(Refusal::Illegal)?,
            None => Action::Discard(discards.clone().next().copied().ok_or(Refusal::Illegal)?),
        };
        if matches!(action, Action::Discard(_)) {
            discards.next();
        }
        if contradictions >= contradiction_limit {
            return Err(Refusal::Contradictions);
        }
        hand.apply(action).map_err(|_| Refusal::Illegal)?;
    }
    Ok(JudgedLayout { hand, contradictions })
}

fn beginner_action(hand: &Hand) -> Option<Action> {
    let player = hand.player()?;
    Some(Beginner.choose(&hand.view(player), &hand.legal_actions()))
}

/// 0 for the action `expected` of a beginner, 1 for two calls other than pass or announcements in one strain, otherwise
/// 2.
fn contradiction(action: Action, expected: Action) -> usize {
    let is_alike = match (action, expected) {
        (Action::Call(action), Action::Call(expected)) => (action == Call::Pass) == (expected == Call::Pass),
        (Action::Announcement(action), Action::Announcement(expected)) => {
            action.played_as() == expected.played_as()
        }
        _ => false,
    };
    match (action == expected, is_alike) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::Table;
    use crate::rules::variant::Variant;

    fn for_views_of_beginners(check: impl Fn(&View, &Hand)) {
        for name in ["russian", "austrian", "illustrated", "hungarian"] {
            let rules: Variant = name.parse().expect("a preset");
            for seed in 91_000_000..91_000_006 {
                let deal = random::deal(&mut random::generator(seed));
                let table = Table { pot: Some(100.into()), ..Table::default() };
                let mut hand = Hand::new(rules.clone(), deal, table).expect("a hand");
                while let Some(player) = hand.player() {
                    check(&hand.view(player), &hand);
                    hand.apply(beginner_action(&hand).expect("the hand goes on")).expect("legal");
                }
            }
        }
    }

    #[test]
    fn true_layout_of_beginners_has_no_contradictions() {
        for_views_of_beginners(|view, hand| {
            let start = hand.with_deal(*hand.deal()).with_talon_order(&hand.talon_order());
            let discards = Vec::new();
            let start = LayoutStart { hand: start.expect("the cards of the talon"), discards };
            let judged = replay(view, &start, 1, true).unwrap_or_else(|_| panic!("{view:?}"));
            assert_eq!(&judged.hand, hand);
        });
    }

    #[test]
    fn likely_layouts_agree_with_view() {
        for_views_of_beginners(|view, _| {
            let layouts = likely_layouts(view, 3, 5);
            assert!(!layouts.is_empty() && layouts.len() <= 3, "{view:?}");
            for layout in &layouts {
                assert_eq!(&layout.view(view.seat), view);
            }
            assert_eq!(layouts, likely_layouts(view, 3, 5));
        });
    }

    #[test]
    fn bids_count_less_than_passes_as_contradictions() {
        let count = |action: &str, expected: &str| {
            let [action, expected] = [action, expected].map(|text| text.parse().expect("an action"));
            contradiction(action, expected)
        };
        assert_eq!(count("6S", "6S"), 0);
        assert_eq!(count("7S", "6S"), 1);
        assert_eq!(count("pass", "6S"), 2);
        assert_eq!(count("play 7S", "play 6S"), 1);
        assert_eq!(count("play 6D", "play 6S"), 2);
        assert_eq!(count("whist", "pass"), 2);
    }
}
