//! Misères that a player has to bid, discard and lead before the defenders' hands are opened:
//!
//! - `miseres record [COUNT]` draws `COUNT` hands with the declarer's lead and as many with the others' lead, and prints
//!   them with their deals, in the form of the file `miseres.txt`.
//! - `miseres play PLAYER [EVERY]` lets the player bid, discard and lead the hands of the file, or every `EVERY`-th, while
//!   the others pass, and prints its mean gain against three kinds of defenders: some who know the discard and play best
//!   with open cards; the player `strong`; and some who play the best mix of plans against a hidden discard. Hands on which
//!   the player does not bid a misère are played to their end, with `quick` in the other seats.
//! - `miseres discard WAY... [EVERY]` makes the declarer bid the misère on each hand, and compares ways to choose
//!   the discard and the first lead with the first of them, against the same defenders: the name of a player, or `mix` for a
//!   choice drawn from the mix of `evaluate --hidden`. The rest is played by `strong`.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use preference::deal::{Deal, PartialDeal, random};
use preference::hand::{Action, Hand, Phase, Table};
use preference::hand_values::HiddenOptions;
use preference::hand_values::answer::MixedDiscard;
use preference::outcomes::outcome::SolveDetail;
use preference::players::{PlayerKind, PlayerKindError};
use preference::questions::catch::CatchOptions;
use preference::questions::evaluate::EvaluateOptions;
use preference::rules::{Contract, Variant};
use preference::sampling::{Average, Estimate, SampleOptions};
use preference::search::Solver;
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::{HandResult, Sheet};
use preference::{Analyst, Situation};
use preference_benches::rows;
use rand::RngExt;

/// Random seed from which the seeds of the deals and of the players are derived.
const SEED: u64 = 6600;

/// With the talon, the misère of a drawn hand is made with open cards on this share of random layouts.
const SHARES: std::ops::RangeInclusive<f64> = 0.4..=0.975;

const FILE_HEAD: &str = "\
# Misères before the talon is seen, russian rules: declarer | deal. With the talon and the best discard for each layout,
# the misère of the declarer's ten cards is made on 40 to 97.5 % of 40 random layouts of the other cards, all cards known.
# Forehand leads, so that the declarer leads in every other hand. Random seed 6600. Written with
#   cargo run --release -p preference-benches --bin miseres -- record > benches/miseres.txt
";

/// Limit on the nodes of the search for the defenders' mix.
const NODES: u64 = 20_000;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, default| arguments.get(index).map_or(default, String::as_str);
    let rules: Variant = "russian".parse()?;
    match argument(0, "") {
        "record" => record(&rules, argument(1, "500").parse()?),
        "play" => play(&rules, argument(1, "strong").parse()?, argument(2, "1").parse()?),
        "discard" => {
            let (every, ways) = match arguments.last().and_then(|last| last.parse().ok()) {
                Some(every) => (every, &arguments[1..arguments.len() - 1]),
                None => (1, &arguments[1..]),
            };
            let ways = ways.iter().map(|way| way.parse()).collect::<Result<Vec<_>, _>>()?;
            compare_discards(&rules, &ways, every)
        }
        _ => anyhow::bail!(
            "usage: miseres record [COUNT] > FILE, miseres play PLAYER [EVERY], or miseres discard WAY... [EVERY]"
        ),
    }
}

fn record(rules: &Variant, count: usize) -> anyhow::Result<()> {
    print!("{FILE_HEAD}");
    let mut analyst = Analyst::new();
    let mut missing = BySeat([count, count, 0]);
    let mut next = Seat::Forehand;
    for number in 0.. {
        if missing[next] == 0 {
            break;
        }
        let deal = random::deal(&mut random::generator(random::derived_seed(SEED, number)));
        let share = |analyst: &mut Analyst, layouts: u64| -> anyhow::Result<f64> {
            let mut hands = BySeat([None; 3]);
            hands[next] = Some(deal.hand(next));
            let situation = Situation::new(rules.clone(), PartialDeal { hands, talon: None });
            let options = EvaluateOptions {
                contracts: vec![Contract::Misere].into(),
                goal: SolveDetail::MadeOnly,
                talon_only: true,
                sample: SampleOptions { layouts, ..SampleOptions::default() },
                ..EvaluateOptions::default()
            };
            Ok(analyst.evaluate(&situation, &options)?.results[0].talon.means.chance.mean)
        };
        // A few layouts are enough to leave out most hands.
        if share(&mut analyst, 4)? > 0.0 && SHARES.contains(&share(&mut analyst, 40)?) {
            println!("{next} | {deal}");
            missing[next] -= 1;
            next = if next == Seat::Forehand { Seat::Middlehand } else { Seat::Forehand };
        }
    }
    Ok(())
}

/// Gains of the declarer against the three kinds of defenders.
type GainsByDefenders = [f64; 3];

/// Names of the three kinds.
const DEFENDERS: [&str; 3] = ["with open cards", "strong", "the best mix"];

fn play(rules: &Variant, kind: PlayerKind, every: usize) -> anyhow::Result<()> {
    let mut analyst = Analyst::new();
    let (mut all, mut bid): (Vec<GainsByDefenders>, Vec<GainsByDefenders>) = (Vec::new(), Vec::new());
    for mut game in games(rules, kind, every) {
        let gains = if game.bids_misere()? {
            game.discard_and_lead(kind.into(), &mut analyst)?;
            let gains = game.gains_of_misere(&mut analyst)?;
            bid.push(gains);
            gains
        } else {
            [game.play_out(PlayerKind::Quick)?; 3]
        };
        all.push(gains);
    }
    println!("{kind}: {} hands, {} misères", all.len(), bid.len());
    for (place, defenders) in DEFENDERS.into_iter().enumerate() {
        let column = |gains: &[GainsByDefenders]| interval(gains.iter().map(|gains| gains[place]));
        println!("against {defenders}: {} a hand, {} a misère", column(&all), column(&bid));
    }
    Ok(())
}

fn compare_discards(rules: &Variant, ways: &[Discarder], every: usize) -> anyhow::Result<()> {
    let mut analyst = Analyst::new();
    let mut rows: Vec<Comparison> = Vec::new();
    let mut choice_time = vec![Duration::ZERO; ways.len()];
    for game in games(rules, PlayerKind::Strong, every) {
        let is_bid = game.clone().bids_misere()?;
        let mut valued: Vec<(Game, GainsByDefenders)> = Vec::new();
        for (way, time) in ways.iter().zip(&mut choice_time) {
            let mut game = game.clone();
            game.bid_misere()?;
            let start = Instant::now();
            game.discard_and_lead(*way, &mut analyst)?;
            *time += start.elapsed();
            let known = valued.iter().find(|(other, _)| other.hand.steps() == game.hand.steps());
            let gains = match known {
                Some((_, gains)) => *gains,
                None => game.clone().gains_of_misere(&mut analyst)?,
            };
            valued.push((game, gains));
        }
        let differs = valued.iter().map(|(game, _)| game.hand.steps() != valued[0].0.hand.steps()).collect();
        rows.push(Comparison {
            is_bid,
            differs,
            gains: valued.into_iter().map(|(_, gains)| gains).collect(),
        });
    }
    println!("{} misères, {} bid by strong", rows.len(), rows.iter().filter(|row| row.is_bid).count());
    for (place, (way, time)) in ways.iter().zip(choice_time).enumerate() {
        let differing = rows.iter().filter(|row| row.differs[place]).count();
        println!(
            "{way}: {:.0} ms a choice, {differing} other than {}",
            time.as_secs_f64() * 1e3 / rows.len() as f64,
            ways[0]
        );
        for (hands, bid_only) in [("all hands", false), ("bid by strong", true)] {
            for (defenders, name) in DEFENDERS.into_iter().enumerate() {
                let shown = || rows.iter().filter(|row| row.is_bid || !bid_only);
                let gain = interval(shown().map(|row| row.gains[place][defenders]));
                let more = interval(shown().map(|row| row.gains[place][defenders] - row.gains[0][defenders]));
                println!("  {hands}, against {name}: {gain}, difference {more}");
            }
        }
    }
    Ok(())
}

/// What several ways to discard gain in one hand.
struct Comparison {
    is_bid: bool,
    /// Whether the choices differ from those of the first way.
    differs: Vec<bool>,
    gains: Vec<GainsByDefenders>,
}

/// Who chooses the discard and the first lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Discarder {
    Player(PlayerKind),
    /// The mix with the best chance, its choice drawn at random.
    Mix,
}

impl From<PlayerKind> for Discarder {
    fn from(kind: PlayerKind) -> Discarder {
        Discarder::Player(kind)
    }
}

impl FromStr for Discarder {
    type Err = PlayerKindError;

    fn from_str(text: &str) -> Result<Discarder, PlayerKindError> {
        if text == "mix" { Ok(Discarder::Mix) } else { text.parse().map(Discarder::Player) }
    }
}

impl fmt::Display for Discarder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Discarder::Player(kind) => kind.fmt(f),
            Discarder::Mix => f.write_str("mix"),
        }
    }
}

/// Every `every`-th hand of the file.
fn games(rules: &Variant, kind: PlayerKind, every: usize) -> impl Iterator<Item = Game> {
    rows(include_str!("../../miseres.txt")).step_by(every).map(move |(number, line)| {
        let (declarer, deal) = line.split_once(" | ").expect("two fields");
        let seed = random::derived_seed(SEED, number as u64);
        let (declarer, deal) = (declarer.parse().expect("a seat"), deal.parse().expect("a deal"));
        Game::new(rules, declarer, deal, kind, seed).expect("a hand")
    })
}

fn interval(gains: impl Iterator<Item = f64>) -> String {
    let mut average = Average::default();
    gains.for_each(|gain| average.add_gain(gain));
    average.gain().map_or_else(
        || "none".to_owned(),
        |Estimate { mean, low, high, .. }| format!("{mean:+.1} ({low:+.1} to {high:+.1})"),
    )
}

/// Hand in which one player declares and the others pass.
#[derive(Clone)]
struct Game {
    hand: Hand,
    declarer: Seat,
    kind: PlayerKind,
    seed: u64,
}

impl Game {
    fn new(rules: &Variant, declarer: Seat, deal: Deal, kind: PlayerKind, seed: u64) -> anyhow::Result<Game> {
        let table = Table::from_sheet(&Sheet::new(rules.clone(), 3));
        Ok(Game { hand: Hand::new(rules.clone(), deal, table)?, declarer, kind, seed })
    }

    fn chosen(&self, seat: Seat, kind: PlayerKind) -> Action {
        let mut player = kind.build_player(random::derived_seed(self.seed, seat.index() as u64));
        player.choose(&self.hand.view(seat), &self.hand.legal_actions())
    }

    /// Plays on until the calls are over.
    fn bids_misere(&mut self) -> anyhow::Result<bool> {
        while let (Phase::Auction, Some(seat)) = (self.hand.phase(), self.hand.player()) {
            let action = if seat == self.declarer {
                self.chosen(seat, self.kind)
            } else {
                "pass".parse::<Action>()?
            };
            self.hand.apply(action)?;
        }
        let steps = self.hand.steps().iter();
        let bid = steps.filter(|step| step.action.to_string() == "misere").count();
        Ok(bid > 0 && self.hand.declarer() == Some(self.declarer))
    }

    fn bid_misere(&mut self) -> anyhow::Result<()> {
        while let (Phase::Auction, Some(seat)) = (self.hand.phase(), self.hand.player()) {
            let call = if seat == self.declarer { "misere" } else { "pass" };
            self.hand.apply(call.parse::<Action>()?)?;
        }
        Ok(())
    }

    /// Plays on until the defenders' hands are opened.
    fn discard_and_lead(&mut self, way: Discarder, analyst: &mut Analyst) -> anyhow::Result<()> {
        let drawn = match way {
            Discarder::Mix => Some(self.drawn_choice(analyst)?),
            Discarder::Player(_) => None,
        };
        while let Some(seat) = self.hand.player() {
            let played = self.hand.steps().iter().any(|step| matches!(step.action, Action::Card(_)));
            if self.hand.phase() == Phase::Play && (seat != self.declarer || played) {
                break;
            }
            let action = match (&drawn, self.hand.phase()) {
                (Some(drawn), Phase::Discard) => Action::Discard(drawn.discard),
                (Some(drawn), Phase::Play) => Action::Card(drawn.lead.expect("the declarer leads")),
                _ if seat != self.declarer => self.chosen(seat, PlayerKind::Strong),
                _ => match way {
                    Discarder::Player(kind) => self.chosen(seat, kind),
                    Discarder::Mix => self.chosen(seat, self.kind),
                },
            };
            self.hand.apply(action)?;
        }
        Ok(())
    }

    fn drawn_choice(&self, analyst: &mut Analyst) -> anyhow::Result<MixedDiscard> {
        let deal = self.hand.deal();
        let mut hands = BySeat([None; 3]);
        hands[self.declarer] = Some(deal.hand(self.declarer));
        let cards = PartialDeal { hands, talon: Some(deal.talon()) };
        let options = EvaluateOptions {
            contracts: vec![Contract::Misere].into(),
            goal: SolveDetail::MadeOnly,
            sample: SampleOptions { layouts: 1, seed: self.seed, ..SampleOptions::default() },
            hidden: Some(HiddenOptions::default()),
            ..EvaluateOptions::default()
        };
        let answer = analyst.evaluate(&Situation::new(self.hand.rules().clone(), cards), &options)?;
        let mix = answer.results[0].talon.hidden.as_ref().expect("a hidden discard").mix.clone();
        let mut left = random::generator(self.seed).random_range(0.0..1.0);
        let last = mix.last().expect("a discard").clone();
        let drawn = mix.into_iter().find(|mixed| {
            left -= mixed.weight;
            left < 0.0
        });
        Ok(drawn.unwrap_or(last))
    }

    /// Gains of the misère whose discard and first lead have been chosen.
    fn gains_of_misere(&mut self, analyst: &mut Analyst) -> anyhow::Result<GainsByDefenders> {
        let position = *self.hand.position().expect("the play has begun");
        let tricks = Solver::new().min_tricks(&position, Seats::from_seat(self.declarer));
        let [made, caught] = [self.gain_of(0)?, self.gain_of(tricks)?];
        let options =
            CatchOptions { goal: SolveDetail::MadeOnly, node_limit: Some(NODES), ..CatchOptions::default() };
        let answer = analyst.catch(&self.hand.situation(), &options)?;
        let chance = if tricks == 0 { 1.0 } else { answer.own.expect("a discard").chance };
        let strong = self.play_out(PlayerKind::Strong)?;
        Ok([caught, strong, chance * made + (1.0 - chance) * caught])
    }

    fn gain_of(&self, tricks: u8) -> anyhow::Result<f64> {
        let mut result = HandResult::default();
        result.tricks[self.declarer] = Some(tricks);
        let gains = self.hand.rules().settle(&self.hand.terms(), &result)?;
        Ok(gains.seats[self.declarer].to_f64())
    }

    fn play_out(&mut self, others: PlayerKind) -> anyhow::Result<f64> {
        while let Some(seat) = self.hand.player() {
            let kind = if seat == self.declarer { self.kind } else { others };
            let action = self.chosen(seat, kind);
            self.hand.apply(action)?;
        }
        let gains = self.hand.result().expect("the hand is over");
        Ok(gains.seats[self.declarer].to_f64())
    }
}
