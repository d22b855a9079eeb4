//! `pref thumb`: the cost of rules of thumb for the defenders, over many deals.

use preference::deal::{CardStyle, Deal};
use preference::questions::thumb::{ThumbCost, ThumbQuestion};
use preference::situation::Situation;

use super::Own;
use super::asking::{Asked, Skin};
use crate::args::examples;
use crate::failure::Failure;
use crate::input::lines;
use crate::output::text;
use crate::request::Request;

impl Skin<ThumbQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::THUMB;

    fn takes_deals() -> bool {
        true
    }

    fn prepare(asked: &mut Asked<ThumbQuestion, ()>) -> Result<(), Failure> {
        if asked.question.random.is_none() || !asked.deals.is_empty() {
            asked.question.deals = read_deals(&std::mem::take(&mut asked.deals))?;
            if asked.question.deals.is_empty() {
                return Err(Failure::Input(
                    "there are no deals: write one per line, or ask for random ones with --random".to_owned(),
                ));
            }
        }
        Ok(())
    }

    fn list_text(
        _: &Request<ThumbQuestion>,
        (): &(),
        _: &Situation,
        costs: &[ThumbCost],
        _: CardStyle,
    ) -> String {
        costs_text(costs)
    }

    fn text(_: &Request<ThumbQuestion>, (): &(), _: &Situation, cost: &ThumbCost, _: CardStyle) -> String {
        costs_text(std::slice::from_ref(cost))
    }
}

fn costs_text(costs: &[ThumbCost]) -> String {
    let header = ["rule", "games", "costs tricks in", "tricks a game", "changes gains in", "gains a game"];
    let rows = costs.iter().map(|cost| {
        let games = cost.games.max(1) as f64;
        vec![
            cost.rule_of_thumb.clone(),
            cost.games.to_string(),
            format!("{:.1} %", 100.0 * cost.tricks_lost_in as f64 / games),
            format!("{:.3}", cost.tricks_lost as f64 / games),
            format!("{:.1} %", 100.0 * cost.gains_changed_in as f64 / games),
            format!("{:.2}", cost.gains_lost.to_f64() / games),
        ]
    });
    let table = text::table(header.map(str::to_owned).to_vec(), rows.collect(), 1);
    let legend = costs.first().map(|cost| {
        let lost = "tricks and gains that both defenders together lose";
        format!("{}, {} defenders; {lost}", cost.rules, cost.model.name())
    });
    format!("{table}{}\n", text::remark(&legend.unwrap_or_default()))
}

fn read_deals(arguments: &[String]) -> Result<Vec<Deal>, Failure> {
    let mut deals = Vec::new();
    for line in lines(arguments) {
        let line = line?;
        let place = line.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
        let text = line.deal().map_err(|error| Failure::Input(format!("{place}{error}")))?;
        deals.push(text.parse().map_err(|error| Failure::Input(format!("{place}{error}")))?);
    }
    Ok(deals)
}
