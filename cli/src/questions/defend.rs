//! `pref defend`: the tricks that the defenders can make sure of, and the decisions before the play.

use preference::deal::CardStyle;
use preference::gains::PlayedResult;
use preference::questions::defend::DefendQuestion;
use preference::questions::defend::{Defence, DefenceSettlement, DefendAnswer, ThumbBound};
use preference::seat::Seat;
use preference::situation::Situation;

use super::Own;
use super::asking::Skin;
use super::play;
use crate::args::examples;
use crate::output::text;
use crate::request::Request;

impl Skin<DefendQuestion> for Own {
    type Extras = ();
    const EXAMPLES: &'static str = examples::DEFEND;

    fn text(
        _: &Request<DefendQuestion>,
        (): &(),
        situation: &Situation,
        answer: &DefendAnswer,
        style: CardStyle,
    ) -> String {
        let mut shown = format!("{}\n", text::heading(&answer.deal.in_style(CardStyle::Letters)));
        let title = play::title(&answer.played, style);
        match &answer.defence {
            Some(defence) => {
                let contract = answer.played.contract;
                let decisions = situation.rules().decisions();
                shown += &format!("{title}: {} tricks for the declarer\n", defence.tricks);
                let quota = contract.is_some_and(|contract| decisions.quotas.contains(contract));
                shown += &tricks_table(defence, quota.then_some(decisions.quota));
            }
            None => shown += &format!("{title}\n"),
        }
        if let Some(ThumbBound { mut rules_of_thumb, tricks_by_thumb }) = answer.bound {
            let names = preference::search::RulesOfThumb::NAMES.into_iter();
            let names: Vec<&str> =
                names.filter(|name| rules_of_thumb.rule_mut(name).is_some_and(|on| *on)).collect();
            let names = names.join(", ");
            shown += &format!(
                "If the defenders follow rules of thumb ({names}), the declarer takes {tricks_by_thumb} tricks\n"
            );
        }
        if let Some(paid) = &answer.paid {
            shown += &text::decisions(&paid.decisions);
            shown += &gains_table(paid);
        }
        shown + &text::remark(&answer.rules)
    }
}

/// If the defenders have a quota, a line below says whether both can reach it, and whether they can take four or five
/// tricks together.
fn tricks_table(defence: &Defence, quota: Option<u8>) -> String {
    let header = ["", "against both others", "with the other's help", "if the other is out"]
        .map(str::to_owned)
        .to_vec();
    let rows = defence.seats.iter().map(|row| {
        let alone = row.alone.map_or("–".to_owned(), |tricks| tricks.to_string());
        vec![text::seat(row.seat).to_owned(), row.guaranteed.to_string(), row.with_partner.to_string(), alone]
    });
    let yes = |is| if is { "yes" } else { "no" };
    let Some(quota) = quota else { return text::table(header, rows.collect(), 1) };
    let each = match quota {
        1 => "one trick each".to_owned(),
        2 => "two tricks each".to_owned(),
        _ => format!("{quota} tricks each"),
    };
    let sure = format!(
        "The defenders are sure of {each}: {}; four together: {}; five together: {}",
        yes(defence.quotas.both),
        yes(defence.quotas.together4),
        yes(defence.quotas.together5)
    );
    format!("{}{}\n", text::table(header, rows.collect(), 1), text::line(&sure))
}

fn gains_table(paid: &DefenceSettlement) -> String {
    let PlayedResult { tricks, gains } = &paid.outcome;
    let mut rows: Vec<Vec<String>> = Seat::ALL
        .map(|seat| {
            let tricks = tricks.map_or(String::new(), |tricks| tricks[seat].to_string());
            let secure = paid.secure.map_or(String::new(), |secure| text::gain(secure[seat]));
            vec![text::seat(seat).to_owned(), tricks, text::gain(gains.seats[seat]), secure]
        })
        .into();
    let blank = String::new;
    rows.extend(gains.sitting_out.map(|gain| vec!["Dealer".to_owned(), blank(), text::gain(gain), blank()]));
    rows.push(vec!["Pot".to_owned(), blank(), text::gain(gains.pot), blank()]);
    let secure = if paid.secure.is_some() { "guaranteed gain" } else { "" };
    text::table(["", "tricks", "gain", secure].map(str::to_owned).to_vec(), rows, 1)
}
