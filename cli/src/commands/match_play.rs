//! `pref match`: players play whole hands against each other.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use preference::Progress;
use preference::deal::CardStyle;
use preference::players::{
    Match, MatchAnswer, MatchOptions, MatchTally, MatchedPlayer, Participant, PlayedHand, SeatedGains,
};
use preference::search::Stop;
use preference::worker_pool::WorkerPool;
use schemars::JsonSchema;
use serde::Serialize;

use super::bot_process::kill_all;
use super::bots::Bots;
use super::match_file::MatchFile;
use crate::args::MatchArgs;
use crate::failure::Failure;
use crate::interruption::{stop_on_ctrl_c, stop_on_ctrl_c_with};
use crate::output::{DisplayStyle, text};
use crate::overwrite::{refuse_overwriting, refuse_standard_output};
use crate::progress;
use crate::request::rules;

/// Number of deals per thread that are played before their records are written.
const DEALS_PER_THREAD: u64 = 8;

/// Results of a match, and the speed of the play.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MatchReport")]
pub(crate) struct Report {
    /// Results.
    #[serde(flatten)]
    answer: MatchAnswer,
    /// Actions per second on all threads; null if all hands were in the file of records.
    actions_per_second: Option<u64>,
}

pub(crate) fn run(args: &MatchArgs) -> Result<(), Failure> {
    if let Some(records) = &args.records {
        refuse_standard_output("--records", records)?;
        refuse_overwriting("--records", records, args.rules.rules_file.as_deref())?;
    }
    let options =
        MatchOptions { players: args.participants()?, is_duplicate: args.duplicate, seed: args.seed };
    let game = Match::new(rules(&args.rules)?, options)
        .map_err(|error| Failure::Input(format!("--rules: {error}")))?;
    let deals = args.hands.div_ceil(game.hands_per_deal());
    let mut tally = MatchTally::new(&game);
    let file = match &args.records {
        Some(path) if args.resume => Some(MatchFile::resume(path, &game, &mut tally)?),
        Some(path) => Some(MatchFile::create(path)?),
        None => None,
    };
    if tally.deals() > deals {
        let hands = tally.deals() * game.hands_per_deal();
        return Err(Failure::Input(format!(
            "--hands: {hands} hands are in the file of records already: write at least {hands}"
        )));
    }
    let (began, first) = (Instant::now(), tally.deals());
    let actions = play(args, &game, deals, &mut tally, file)?;
    let seconds = began.elapsed().as_secs_f64();
    let actions_per_second = (first < deals).then(|| (actions as f64 / seconds) as u64);
    let display = DisplayStyle::from(args.display);
    let report = Report { answer: tally.answer(), actions_per_second };
    display.print(&display.format(&report, |report, _: CardStyle| report_text(&game, report)))?;
    Ok(())
}

fn play(
    args: &MatchArgs,
    game: &Match,
    deals: u64,
    tally: &mut MatchTally,
    mut file: Option<MatchFile>,
) -> Result<usize, Failure> {
    let (stop, start_error) = (Stop::new(), Arc::new(OnceLock::new()));
    let (move_time, stopped, error) = (args.move_time, stop.clone(), Arc::clone(&start_error));
    let batch = WorkerPool::with_workers(args.threads.unwrap_or(0), move || {
        Bots::new(move_time, stopped.clone(), Arc::clone(&error))
    })?;
    if game.has_external_players() {
        stop_on_ctrl_c_with(&stop, kill_all)?;
    } else if file.is_some() {
        stop_on_ctrl_c(&stop)?;
    }
    let shown = Arc::new(Progress::default());
    shown.begin(deals);
    (0..tally.deals()).for_each(|_| shown.step());
    progress::show(Arc::clone(&shown));
    let (mut actions, chunk) = (0, DEALS_PER_THREAD * batch.threads() as u64);
    while tally.deals() < deals {
        if stop.is_stopped() {
            return Err(interrupted(file.is_some()));
        }
        let numbers: Vec<u64> = (tally.deals()..deals.min(tally.deals() + chunk)).collect();
        let played = batch.map(&numbers, |bots, &number| game.play_deal_with(number, bots));
        if let Some(error) = start_error.get() {
            return Err(Failure::Input(error.clone()));
        }
        // After Ctrl-C no command was asked: these hands are not theirs.
        if stop.is_stopped() && game.has_external_players() {
            return Err(interrupted(file.is_some()));
        }
        for hands in played {
            if let Some(file) = &mut file {
                file.write_deal(game, &hands)?;
            }
            actions += hands.iter().map(|played: &PlayedHand| played.hand.steps().len()).sum::<usize>();
            let gains: Vec<SeatedGains> = hands.iter().map(SeatedGains::from).collect();
            tally.add_deal(&gains);
            shown.step();
        }
        if let Some(file) = &mut file {
            file.flush()?;
        }
    }
    Ok(actions)
}

fn interrupted(has_records: bool) -> Failure {
    let resumed = if has_records { "; the same command with --resume goes on" } else { "" };
    Failure::Interrupted(format!("interrupted{resumed}"))
}

fn replaced_text(player: &MatchedPlayer) -> Option<String> {
    let counts = player.replaced?;
    let MatchedPlayer { name, .. } = player;
    Some(match counts.total() {
        0 => format!("{name}: no action was replaced"),
        total => format!(
            "{name}: {} by beginner (crash {}, unreadable {}, illegal {}, late {})",
            if total == 1 {
                "1 action was replaced".to_owned()
            } else {
                format!("{total} actions were replaced")
            },
            counts.crash,
            counts.unreadable,
            counts.illegal,
            counts.late
        ),
    })
}

fn report_text(game: &Match, report: &Report) -> String {
    let answer = &report.answer;
    // Adding zero turns -0 into 0.
    let number = |number: f64| {
        if number.is_finite() {
            format!("{:+.2}", (100.0 * number).round() / 100.0 + 0.0)
        } else {
            "–".to_owned()
        }
    };
    let header = ["", "gain", "low", "high", "hands"].map(str::to_owned).to_vec();
    let rows = answer.players.iter().map(|player| {
        let gain = player.gain;
        let cells = [number(gain.mean), number(gain.low), number(gain.high), player.hands.to_string()];
        [player.name.clone()].into_iter().chain(cells).collect()
    });
    let names = game.options().players.each_ref().map(Participant::name);
    let seatings = match game.hands_per_deal() {
        1 => String::new(),
        seatings => format!(", each in {seatings} seatings"),
    };
    let title = format!("{}: {}{seatings}", names.join(", "), text::count(answer.deals, "deal"));
    let legend = format!(
        "{}; mean gains per hand and their 95 % intervals over the deals; the pot gains {} per hand",
        answer.rules,
        number(answer.pot.mean)
    );
    let speed = report.actions_per_second.map_or_else(
        || "no hand was left to play".to_owned(),
        |actions| format!("{actions} actions a second"),
    );
    let replaced: Vec<String> = answer.players.iter().filter_map(replaced_text).collect();
    let remarks: Vec<String> = [legend].into_iter().chain(replaced).chain([speed]).collect();
    let remarks: Vec<String> = remarks.iter().map(|remark| text::remark(remark)).collect();
    format!("{}\n{}{}", text::heading(&title), text::table(header, rows.collect(), 1), remarks.join("\n"))
}
