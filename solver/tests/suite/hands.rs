//! Hands that are played at random to their end under every preset, against a plain judge of each phase.
//!
//! `PREFERENCE_EFFORT=20` plays twenty times as many.

use std::collections::{BTreeMap, BTreeSet};

use preference::Analyst;
use preference::auction::{Auction, AuctionState};
use preference::cards::{Card, Cards};
use preference::deal::random;
use preference::gains::Model;
use preference::hand::{Action, Hand, HandStep, Phase, Table};
use preference::questions::review::ReviewOptions;
use preference::rules::{Call, Contract, Declaration, Variant};
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::{Aces, Amount, Doubling, HandDecisions, HandResult, HandTerms, Sheet};
use preference_fixtures::{effort, judge};
use rand::{Rng, RngExt};

/// Numbers of times that something happened, by preset and name.
type Counts = BTreeMap<(String, String), usize>;

pub(crate) fn random_table(random: &mut impl Rng) -> Table {
    Table {
        four: random.random_bool(0.3),
        pot: Some(Amount::from_integer(random.random_range(0..8) * 10)),
        passed: random.random_range(0..3),
        marks: Seats::from_bits(random.random_range(0..8)),
        ..Table::default()
    }
}

/// Chooses a legal action. The first call, mostly a pass, is chosen at least with the probability `first`, and low bids
/// and contracts are likelier than high ones, so that all ends of an auction are frequent.
pub(crate) fn random_action(random: &mut impl Rng, hand: &Hand, first: f64) -> Action {
    let actions = hand.legal_actions();
    let is_call = matches!(hand.phase(), Phase::Auction | Phase::Usurping);
    if is_call && random.random_bool(first) {
        return actions[0];
    }
    let power = if is_call || hand.phase() == Phase::Announcement { 4 } else { 1 };
    let place = random.random::<f64>().powi(power) * actions.len() as f64;
    actions[place as usize]
}

/// As [`random_action`], but a tenth of the leads is preceded by a random offer of tricks.
pub(crate) fn random_action_or_offer(random: &mut impl Rng, hand: &Hand, first: f64) -> Action {
    let offers = hand.offers();
    if !offers.is_empty() && random.random_bool(0.1) {
        return offers[random.random_range(0..offers.len())];
    }
    random_action(random, hand, first)
}

pub(crate) fn for_random_hands(seed: u64, hands: usize, mut run: impl FnMut(&str, u64, Hand)) {
    for name in Variant::names() {
        let rules: std::sync::Arc<Variant> = std::sync::Arc::new(name.parse().expect("a preset"));
        for n in 0..hands as u64 {
            let random = &mut random::generator(seed + n);
            let deal = random::deal(random);
            let hand = Hand::new(rules.clone(), deal, random_table(random)).expect("a hand");
            let mut order: Vec<Card> = deal.talon().iter().collect();
            if n % 2 == 0 {
                order.reverse();
            }
            run(name, seed + n, hand.with_talon_order(&order).expect("the talon"));
        }
    }
}

/// Decisions that were announced in a hand, and the number of them that have been followed.
struct Script<'a> {
    said: &'a [String],
    spoken: usize,
}

/// The question that follows the decisions made so far: the number of seats after the declarer, and the
/// choices.
type NextQuestion = (usize, Vec<&'static str>);

impl Script<'_> {
    /// The choice that was announced next. A choice without an alternative is not announced. If no further
    /// choice was announced, the error is the question for it.
    fn ask(&mut self, seat: usize, choices: &[&'static str]) -> Result<&'static str, NextQuestion> {
        if let [only] = choices {
            return Ok(only);
        }
        let Some(said) = self.said.get(self.spoken) else { return Err((seat, choices.to_vec())) };
        self.spoken += 1;
        Ok(choices.iter().find(|&choice| choice == said).expect("a choice that was listed"))
    }
}

fn choices(list: &[(bool, &'static str)]) -> Vec<&'static str> {
    list.iter().filter(|(is_possible, _)| *is_possible).map(|&(_, choice)| choice).collect()
}

/// Follows the decisions of a hand as docs/rules.md describes them, preset by preset. Returns the next question as the
/// error, or `Ok` when all decisions are made.
fn follow_rules(
    preset: &str,
    contract: Contract,
    has_no_ace: bool,
    said: &[String],
) -> Result<(), NextQuestion> {
    let mut script = Script { said, spoken: 0 };
    let suit = contract.trump().is_some();
    let has = |part: &str| preset.starts_with(part);
    let counting = matches!(contract, Contract::Game(_) | Contract::Level(..));
    if has("american") {
        return Ok(());
    }
    if has("russian") || has("leningrad") || has("rostov") {
        let Contract::Level(level, _) = contract else { return Ok(()) };
        let first = script.ask(1, &["whist", "pass"])?;
        let half = first == "pass" && level <= 7;
        let second = script.ask(2, &choices(&[(true, "whist"), (true, "pass"), (half, "half-whist")]))?;
        let back = if second == "half-whist" { script.ask(1, &["pass", "return"])? } else { "" };
        let whister = match (first, second, back) {
            (_, _, "return") | ("whist", "pass", _) => Some(1),
            ("pass", "whist", _) => Some(2),
            _ => None,
        };
        if let Some(whister) = whister {
            script.ask(whister, &["open", "closed"])?;
        }
        return Ok(());
    }
    let (hungarian, danube) = (has("hungarian"), has("danube"));
    let (bule, plain, early) = (has("bule"), has("austrian-plain"), has("austrian-1829"));
    let illustrated = has("illustrated");
    let gives_up = (hungarian || bule) && suit;
    if gives_up && script.ask(0, &["play", "give-up"])? == "give-up" {
        return Ok(());
    }
    let drops = suit && !danube || bule && counting;
    let kontra = hungarian || bule || danube || illustrated && !suit;
    let defence = choices(&[(true, "play"), (drops, "drop"), (kontra, "kontra")]);
    let mut spoken = vec![script.ask(1, &defence)?];
    let binds_both = hungarian || bule;
    if !(spoken[0] == "kontra" && binds_both) {
        spoken.push(script.ask(2, &defence)?);
    }
    let count = |word: &str| spoken.iter().filter(|&&choice| choice == word).count();
    let both_out = count("drop") == 2;
    if plain && !both_out && script.ask(0, &["play", "give-up"])? == "give-up" {
        return Ok(());
    }
    if count("kontra") > 0 {
        let both = danube && count("kontra") == 2;
        let answers = choices(&[
            (true, "accept"),
            (true, "rekontra"),
            (both, "rekontra-left"),
            (both, "rekontra-right"),
        ]);
        let answer = script.ask(0, &answers)?;
        let giver = 1 + spoken.iter().position(|&choice| choice == "kontra").expect("a kontra");
        if bule && answer == "rekontra" && script.ask(giver, &["accept", "sub"])? == "sub" {
            script.ask(0, &["accept", "mort"])?;
        }
    } else if count("drop") == 1 && !early {
        let host = 1 + spoken.iter().position(|&choice| choice == "play").expect("a player");
        script.ask(host, &["alone", "invite"])?;
    }
    let bonus = suit && (has("austrian") && !early || has("styrian") || illustrated);
    if bonus {
        let actions = choices(&[(true, "silent"), (has_no_ace, "announce")]);
        // The question is asked even if there is only one answer, so that it does not betray the hand.
        match script.said.get(script.spoken) {
            None => return Err((0, actions)),
            Some(said) => assert!(actions.contains(&said.as_str())),
        }
    }
    Ok(())
}

fn texts(actions: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    let mut texts: Vec<String> = actions.into_iter().map(|action| action.to_string()).collect();
    texts.sort_unstable();
    texts
}

fn seat_after(declarer: Seat, number: usize) -> Seat {
    (0..number).fold(declarer, |seat, _| seat.left())
}

/// A judge that follows a hand by the rules of each phase.
struct Judge<'a> {
    preset: &'a str,
    rules: &'a Variant,
    auction: Auction,
    /// The decisions, and the seat that made each.
    said: Vec<String>,
    speakers: Vec<Seat>,
}

impl Judge<'_> {
    fn calls(&self) -> Vec<Call> {
        // Under American rules an offer is at most 10, the gain of ten tricks.
        let mut calls = self.auction.legal_calls();
        if let Some(&Call::Offer(least)) = calls.last() {
            calls.pop();
            calls.extend((least..=10).map(Call::Offer));
        }
        calls
    }

    fn check(&self, hand: &Hand) -> String {
        let legal = texts(hand.legal_actions());
        let declarer = hand.declarer();
        match hand.phase() {
            Phase::Auction | Phase::Usurping => {
                assert_eq!(legal, texts(self.calls()), "{}", self.preset);
                assert_eq!(hand.to_act(), Some(self.auction.to_call()));
                let is_second = hand.phase() == Phase::Auction
                    && hand.steps().iter().take_while(|step| step.action == Call::Pass.into()).count() >= 3;
                if is_second { "second-round".to_owned() } else { hand.phase().name().to_owned() }
            }
            Phase::Talon => {
                let is_forced = matches!(self.auction.state(), AuctionState::Passed(_));
                let expected = if is_forced { ["give-up", "play"] } else { ["hand", "take"] };
                assert_eq!(legal, expected, "{}", self.preset);
                assert!(self.preset.starts_with("austrian-1829"));
                if is_forced { "forced-dealer".to_owned() } else { "talon".to_owned() }
            }
            Phase::Discard => {
                let declarer = declarer.expect("a declarer");
                let twelve = hand.deal_after_exchanges().hand(declarer) | hand.deal_after_exchanges().talon();
                assert_eq!((twelve.len(), legal.len()), (12, 66));
                for action in hand.legal_actions() {
                    let Action::Discard(cards) = action else { panic!("{action} is no discard") };
                    assert!(cards.len() == 2 && cards.is_subset(twelve));
                }
                "discard".to_owned()
            }
            Phase::Announcement => {
                let bid = match self.auction.state() {
                    AuctionState::Declared { bid, .. } => Some(bid),
                    _ => None,
                };
                let contracts = self.rules.announceable(bid).into_iter().map(Action::Announcement);
                assert_eq!(legal, texts(contracts));
                assert!(legal.len() > 1);
                "announcement".to_owned()
            }
            Phase::Decisions => {
                let declaration = hand.declaration().expect("a contract");
                let cards = hand.deal_after_exchanges().hand(declaration.declarer);
                let seen =
                    if declaration.from_hand { cards } else { cards | hand.deal_after_exchanges().talon() };
                let has_no_ace = (seen & Cards::ACES).is_empty();
                let question = follow_rules(self.preset, declaration.contract, has_no_ace, &self.said);
                let (seat, choices) = question.expect_err("a question");
                assert_eq!(legal, texts(choices), "{} {declaration:?} {:?}", self.preset, self.said);
                assert_eq!(hand.player(), Some(seat_after(declaration.declarer, seat)));
                format!("decision {}", legal.join("/"))
            }
            Phase::Play => {
                if let Some(declaration) = hand.declaration() {
                    let rest = follow_rules(self.preset, declaration.contract, true, &self.said);
                    assert_eq!(rest, Ok(()), "{}", self.preset);
                }
                self.check_cards(hand)
            }
            Phase::Offer | Phase::Over => unreachable!("nothing is to be decided"),
        }
    }

    fn check_cards(&self, hand: &Hand) -> String {
        let position = hand.position().expect("a position");
        let mut legal: Vec<_> = hand.legal_cards().iter().map(judge::card).collect();
        legal.sort_unstable();
        assert_eq!(legal.len(), hand.legal_actions().len());
        let mut by_judge = match position.talon_leads().map(|talon| talon.led) {
            None => judge::JudgePosition::from_position(position).legal_cards(),
            Some(led) => {
                let cards = position.hand(position.to_move());
                let following = cards.in_suit(led.suit());
                let cards = if following.is_empty() { cards } else { following };
                cards.iter().map(judge::card).collect()
            }
        };
        by_judge.sort_unstable();
        assert_eq!(legal, by_judge);
        assert_eq!(hand.to_act(), Some(position.to_move()));
        if hand.declaration().is_none() {
            return "play of all".to_owned();
        }
        let is_open = self.said.iter().any(|said| said == "open");
        let whister = self.said.last().filter(|_| is_open).map(|_| {
            let declarer = hand.declarer().expect("a declarer");
            let is_left = self.said[0] == "whist" || self.said.iter().any(|said| said == "return");
            if is_left { declarer.left() } else { declarer.right() }
        });
        let plays = whister.filter(|_| Some(position.to_move()) != hand.declarer());
        assert_eq!(hand.player(), Some(plays.unwrap_or(position.to_move())));
        match position.setup().playing.len() {
            2 => "play of two".to_owned(),
            _ if is_open => "open play".to_owned(),
            _ => "play".to_owned(),
        }
    }

    fn follow(&mut self, phase: Phase, step: HandStep) {
        let HandStep { player, action, .. } = step;
        match (phase, action) {
            (Phase::Auction | Phase::Usurping, Action::Call(call)) => {
                self.auction.call(call).expect("an allowed call");
            }
            (Phase::Decisions, action) => {
                self.said.push(action.to_string());
                self.speakers.push(player);
            }
            _ => {}
        }
    }

    /// Builds the input of the settlement, with the decisions read from their texts alone.
    fn terms(&self, hand: &Hand) -> HandTerms {
        let table = hand.table();
        let mut settled = HandDecisions {
            pot: table.pot,
            talon: hand.deal().talon(),
            progression: table.passed + 1,
            four: table.four,
            ..HandDecisions::default()
        };
        let Some(declarer) = hand.declarer() else { return settled.under(None) };
        let Declaration { contract, from_hand, .. } = hand.declaration().expect("a contract");
        let paid = self.auction.offer_payments();
        settled.offer = paid[declarer];
        settled.refa = self.rules.decisions().refa && table.marks.contains(declarer);
        if (hand.deal_after_exchanges().hand(declarer) & Cards::ACES).len() == 4 {
            settled.aces = Some(Aces::Four);
        }
        settled.gave_up = hand.steps().iter().any(|step| step.action.to_string() == "give-up");
        let mut whist = Vec::new();
        let mut has_whist = false;
        for (word, &player) in self.said.iter().zip(&self.speakers) {
            match word.as_str() {
                "drop" => settled.out.insert(player),
                "invite" => {
                    settled.out = Seats::NONE;
                    settled.guest = Some(player.partner(declarer));
                }
                "kontra" => {
                    settled.kontra.insert(player);
                    settled.doubling = Doubling::Kontra;
                    if !self.preset.starts_with("danube") && !self.preset.starts_with("illustrated") {
                        settled.out = Seats::NONE;
                    }
                }
                word @ ("rekontra" | "rekontra-left" | "rekontra-right") => {
                    settled.doubling = Doubling::Rekontra;
                    settled.answered = match word {
                        "rekontra-left" => declarer.left().into(),
                        "rekontra-right" => declarer.right().into(),
                        _ => Seats::NONE,
                    };
                }
                "sub" => settled.doubling = Doubling::Sub,
                "mort" => settled.doubling = Doubling::Mort,
                "announce" => settled.aces = Some(Aces::None),
                "whist" => {
                    has_whist = true;
                    whist.push(player);
                }
                "return" => {
                    settled.half_whist = None;
                    whist.push(player);
                }
                "pass" => has_whist = true,
                "half-whist" => settled.half_whist = Some(player),
                _ => {}
            }
        }
        settled.whist = has_whist.then_some(whist);
        settled.under(Declaration { contract, declarer, from_hand })
    }
}

fn ends_early(preset: &str, hand: &Hand) -> bool {
    hand.declaration().is_some_and(|declaration| ends_after(preset, declaration, hand.tricks()))
}

pub(crate) fn ends_after(preset: &str, declaration: Declaration, tricks: BySeat<u8>) -> bool {
    let Declaration { contract, declarer, .. } = declaration;
    let defenders = tricks[declarer.left()] + tricks[declarer.right()];
    let is_russian = ["russian", "leningrad", "rostov"].contains(&preset);
    match contract {
        Contract::Misere | Contract::OpenMisere => !is_russian && tricks[declarer] > 0,
        Contract::Slam | Contract::OpenSlam => defenders > 0,
        Contract::Game(_) if preset == "bule" => defenders >= 5,
        _ => false,
    }
}

fn check_end(judge: &Judge<'_>, hand: &Hand) -> String {
    let result = hand.result().expect("the hand is over");
    assert_eq!(result.sum(), Amount::default());
    assert_eq!(result.sitting_out.is_some(), hand.table().four);
    assert_eq!((hand.to_act(), hand.player(), hand.legal_actions()), (None, None, Vec::new()));
    let cards = hand.steps().iter().filter(|step| matches!(step.action, Action::Card(_))).count();
    let settled = judge.terms(hand);
    let in_row = hand.declaration().is_some_and(|declaration| declaration.contract == Contract::Run6);
    let mut played = HandResult::default();
    if cards > 0 {
        played.tricks = BySeat(hand.tricks().0.map(Some));
        played.made = hand.hand_result().made.filter(|_| in_row);
        let sum: u8 = hand.tricks().0.iter().sum();
        let seats = hand.position().expect("a position").setup().playing.len();
        let is_whole = cards == 10 * seats;
        assert!(is_whole || ends_early(judge.preset, hand), "{} {cards} cards", judge.preset);
        assert!(sum as usize <= cards / seats && cards % seats == 0);
    }
    match judge.rules.settle(&settled, &played) {
        Ok(gains) => {
            assert_eq!(gains, result);
            if settled.declaration.is_none() {
                "end all passed"
            } else if cards == 0 {
                "end unplayed"
            } else {
                "end played"
            }
        }
        Err(_) => {
            assert!(settled.declaration.is_none() && cards == 0);
            assert!(result.seats.0.iter().all(|&gain| gain == Amount::default()));
            "end without play"
        }
    }
    .to_owned()
}

/// Texts of actions that are tried in every phase; most of them are illegal there.
const TRIED: &str = "pass|hold|1|4|hand|hand5|hand:S|7H|misere|take|D|offer:1|offer:11|suit:D|usurp|stay|play|\
                     give-up|drop|alone|invite|kontra|rekontra|rekontra-left|sub|mort|accept|announce|silent|\
                     whist|half-whist|return|open|closed|play 7S|play H|play misere|discard S7 H8|HA|C9|SJ";

#[test]
fn random_hands_follow_rules_of_their_preset() {
    // Plays hands at random under all presets. In every phase the legal actions must be the ones that the judge lists,
    // other actions must be refused, and the result must be the settlement of the decisions that were announced.
    let mut counts = Counts::new();
    let tried: Vec<Action> = TRIED.split('|').map(|text| text.parse().expect("an action")).collect();
    for_random_hands(80_000_000, 300 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        let first = [0.2, 0.6, 0.8][random::number_below(random, 3)];
        let rules = hand.rules().clone();
        let auction = Auction::after_passes(&rules, hand.table().passed.into()).expect("an auction");
        let mut judge = Judge { preset, rules: &rules, auction, said: Vec::new(), speakers: Vec::new() };
        let mut count = |name: String| *counts.entry((preset.to_owned(), name)).or_default() += 1;
        while !hand.is_over() {
            let phase = hand.phase();
            count(judge.check(&hand));
            let legal = hand.legal_actions();
            let tried = tried.iter().skip(hand.steps().len() % 4).step_by(4);
            for action in tried.filter(|action| !legal.contains(action)) {
                let before = hand.steps().len();
                let error = hand.apply(*action).expect_err("an illegal action").to_string();
                assert!(!error.is_empty() && hand.steps().len() == before, "{preset} {action} {error}");
            }
            let action = random_action(random, &hand, first);
            assert_eq!(action.to_string().parse(), Ok(action));
            assert!(!ends_early(preset, &hand), "{preset} {seed}");
            hand.apply(action).unwrap_or_else(|error| panic!("{preset} {seed}: {error}"));
            judge.follow(phase, *hand.steps().last().expect("a step"));
        }
        count(check_end(&judge, &hand));
        if let Some(declaration) = hand.declaration().filter(|_| hand.position().is_some()) {
            count(contract_name(declaration.contract));
            let ways = [("from the hand", declaration.from_hand), ("end early", ends_early(preset, &hand))];
            ways.into_iter().filter(|(_, happened)| *happened).for_each(|(name, _)| count(name.to_owned()));
        }
        hand.apply(Call::Pass).expect_err("the hand is over");
    });
    for ((preset, name), count) in &counts {
        println!("{preset:22} {name:45} {count:6}");
    }
    for preset in Variant::names() {
        let reached = counts.keys().filter(|(of, _)| of == preset).map(|(_, name)| name.as_str());
        assert_eq!(reached.collect::<BTreeSet<_>>(), expected_names(preset), "{preset}");
    }
}

fn contract_name(contract: Contract) -> String {
    match contract {
        Contract::Level(level, _) => format!("level {level}"),
        Contract::Game(Some(_)) => "suit".to_owned(),
        Contract::Game(None) => "no trump".to_owned(),
        other => other.to_string(),
    }
}

fn expected_names(preset: &str) -> BTreeSet<&'static str> {
    let has = |parts: &[&str]| parts.iter().any(|part| preset.starts_with(part));
    let mut names = vec!["auction", "discard", "announcement", "play", "end played"];
    if has(&["russian", "leningrad", "rostov"]) {
        names.extend(["decision pass/whist", "decision half-whist/pass/whist", "decision pass/return"]);
        names.extend(["decision closed/open", "open play", "play of all", "end unplayed", "end all passed"]);
        names.extend(["level 6", "level 7", "level 8", "level 9", "level 10", "misere"]);
        return names.into_iter().collect();
    }
    names.extend(["suit", "from the hand"]);
    if has(&["american"]) {
        names.extend(["second-round", "end without play"]);
        return names.into_iter().collect();
    }
    if !has(&["austrian-plain", "austrian-1829"]) {
        names.push("end without play");
    }
    if !has(&["danube"]) {
        names.extend(["play of two", "end unplayed"]);
    }
    if has(&["austrian-1829"]) {
        names.extend(["second-round", "talon", "forced-dealer", "decision drop/play"]);
    } else if has(&["austrian", "styrian", "illustrated"]) {
        names.extend(["decision drop/play", "decision alone/invite", "decision silent"]);
        names.push("decision announce/silent");
    }
    if preset == "austrian-plain" {
        names.push("decision give-up/play");
    }
    if has(&["illustrated"]) {
        names.extend(["usurping", "decision kontra/play", "decision accept/rekontra"]);
        names.extend(["misere", "end early"]);
    }
    match preset {
        "illustrated" => names.extend(["slam", "open-misere", "open-slam"]),
        "illustrated-run6" | "illustrated-sansatout" => names.push("run6"),
        "hungarian-long" => names.extend(["no trump", "uno"]),
        _ => {}
    }
    if has(&["hungarian", "bule"]) {
        names.extend(["decision give-up/play", "decision drop/kontra/play", "decision kontra/play"]);
        names.extend(["decision accept/rekontra", "decision alone/invite", "misere", "slam", "end early"]);
    }
    if has(&["bule"]) {
        names.extend(["decision accept/sub", "decision accept/mort", "no trump"]);
    }
    if has(&["danube"]) {
        names.extend(["decision kontra/play", "decision accept/rekontra", "misere", "slam", "end early"]);
        names.push("decision accept/rekontra/rekontra-left/rekontra-right");
    }
    names.into_iter().collect()
}

#[test]
fn undo_returns_to_equal_hand() {
    let mut actions = 0;
    for_random_hands(81_000_000, 16 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        let mut before = Vec::new();
        while !hand.is_over() {
            let action = random_action(random, &hand, 0.5);
            before.push((hand.clone(), action));
            hand.apply(action).expect("legal");
        }
        let end = hand.clone();
        for (state, action) in before.iter().rev() {
            assert_eq!(hand.undo(), Some(*action), "{preset} {seed}");
            assert!(hand == *state, "{preset} {seed} before {action}");
            assert_eq!(hand.legal_actions(), state.legal_actions());
        }
        assert_eq!(hand.undo(), None);
        before.iter().for_each(|(_, action)| hand.apply(*action).expect("legal again"));
        assert!(hand == end, "{preset} {seed}");
        actions += before.len();
    });
    println!("{actions} actions taken back");
}

#[test]
fn situation_has_position_of_hand() {
    let mut compared = 0;
    for_random_hands(82_000_000, 16 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            let situation = hand.situation();
            let calls: Vec<String> = situation.calls().iter().map(Call::to_string).collect();
            assert!(situation.auction().is_ok(), "{preset} {seed} {calls:?}");
            if let Some(position) = hand.position().filter(|_| hand.phase() == Phase::Play) {
                let play = situation.play_state().unwrap_or_else(|error| panic!("{preset} {seed}: {error}"));
                assert_eq!(play.position(), position, "{preset} {seed}");
                assert_eq!(play.tricks_taken(), hand.tricks());
                compared += 1;
            }
            hand.apply(random_action(random, &hand, 0.5)).expect("legal");
        }
    });
    println!("{compared} positions compared");
    assert!(compared > 1000);
}

pub(crate) fn house_rules() -> Vec<Variant> {
    let folder = format!("{}/../fixtures/rules", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("rules").map(|file| file.expect("a file")).collect();
    files.sort_by_key(std::fs::DirEntry::path);
    let mut rules: Vec<Variant> =
        files.iter().map(|file| Variant::from_file(&file.path()).expect("house rules")).collect();
    for (name, extends) in [("first-american", "american"), ("first-hungarian", "hungarian")] {
        let text = format!("name = '{name}'\nextends = '{extends}'\n[auction]\ndiscard_first = true");
        rules.push(Variant::from_toml(&text).expect("house rules"));
    }
    rules
}

#[test]
fn series_of_hands_agree_with_score_sheet() {
    // Plays hands of a series under presets and house rules. Each hand begins with the pot and the marks of the sheet, and
    // is then added to the sheet. The hand and the sheet must agree on the gains, the pot and the doubling by a mark,
    // where the two can be compared.
    let presets = Variant::names().into_iter().map(|name| name.parse().expect("a preset"));
    let (mut hands, mut doubled) = (0, 0);
    for (n, rules) in presets.chain(house_rules()).enumerate() {
        let random = &mut random::generator(85_000_000 + n as u64);
        let mut sheet = Sheet::new(rules.clone(), 3 + n % 2);
        for _ in 0..12 * effort() {
            let table = Table::from_sheet(&sheet);
            let pot = table.pot.expect("a pot");
            let mut hand = Hand::new(rules.clone(), random::deal(random), table).expect("a hand");
            while !hand.is_over() {
                hand.apply(random_action(random, &hand, 0.4)).expect("legal");
            }
            let result = hand.result().expect("the hand is over");
            let seats = BySeat::from_fn(|seat| sheet.player(seat));
            let Ok(row) = sheet.add_hand(&hand.terms(), &hand.hand_result()) else {
                // A pot without a limit grows until its amount cannot be counted.
                assert_eq!(rules.label(), "austrian-unlimited");
                break;
            };
            let settlement = rules.settlement();
            if settlement.ante == 0 && settlement.dealer_adds == 0 {
                for (seat, &player) in seats.iter() {
                    assert_eq!(row.gains[player], result.seats[seat], "{}", rules.label());
                }
            }
            if pot + result.pot >= Amount::default() && settlement.ante > 0 {
                assert_eq!(row.pot, pot + result.pot, "{}", rules.label());
            }
            assert_eq!(row.refa, hand.terms().decisions.refa, "{}", rules.label());
            hands += 1;
            doubled += usize::from(row.refa);
        }
    }
    println!("{hands} hands, {doubled} of them doubled by a mark");
    assert!(doubled > 0);
}

#[test]
fn review_of_played_hand_has_steps_of_hand() {
    // Reviews hands that were played at random. The review finds no step against the rules, and its steps are those of
    // the hand.
    let mut analyst = Analyst::new();
    let options = ReviewOptions { model: Model::Selfish, discards: 1 };
    let (mut reviewed, mut valued_cards) = (0, 0);
    for_random_hands(86_000_000, 3 * effort(), |preset, seed, mut hand| {
        // The quick sample leaves out rules that differ little from the others.
        if effort() == 1 && !["russian", "bule", "austrian-1829", "american"].contains(&preset) {
            return;
        }
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            hand.apply(random_action(random, &hand, 0.5)).expect("legal");
        }
        let review = analyst.review(&hand.situation(), &options);
        let review = review.unwrap_or_else(|error| panic!("{preset} {seed}: {error}"));
        assert_eq!(
            review.broken,
            [],
            "{preset} {seed} {:?}",
            texts(hand.steps().iter().map(|step| step.action))
        );
        assert_eq!(review.tricks, hand.tricks(), "{preset} {seed}");
        let mut steps = Vec::new();
        let mut walk = hand.clone();
        while let Some(action) = walk.undo() {
            steps.insert(0, (walk.phase(), walk.to_act().expect("a seat acted"), action));
        }
        let steps_in = |phases: [Phase; 2]| -> Vec<(Seat, Action)> {
            let steps = steps.iter().filter(|step| phases.contains(&step.0));
            steps.map(|&(_, seat, action)| (seat, action)).collect()
        };
        let calls: Vec<(Seat, Action)> =
            review.calls.iter().map(|step| (step.seat, Action::Call(step.done))).collect();
        assert_eq!(calls, steps_in([Phase::Auction, Phase::Usurping]), "{preset} {seed}");
        // The review has only the last discard, which differs from the first one after usurping.
        let discard = review.discard.map(|step| (step.seat, Action::Discard(step.done.0)));
        let laid_aside = steps_in([Phase::Discard; 2]);
        // A dealer who gives up has laid nothing aside.
        assert_eq!(discard.as_ref(), laid_aside.last(), "{preset} {seed}");
        let announced = review.announcement.map(|step| (step.seat, Action::Announcement(step.done)));
        let announcement = steps_in([Phase::Announcement; 2]);
        assert!(announced.is_none() || announced.as_ref() == announcement.last(), "{preset} {seed}");
        let cards: Vec<(Seat, Action)> =
            review.cards.iter().map(|step| (step.seat, Action::Card(step.done))).collect();
        let played = steps_in([Phase::Play; 2]);
        let valued = &played[..cards.len().min(played.len())];
        assert_eq!(cards, valued, "{preset} {seed}");
        valued_cards += cards.len();
        reviewed += 1;
    });
    println!("{reviewed} hands reviewed, {valued_cards} cards valued");
    assert!(valued_cards > 5 * reviewed, "{valued_cards} cards in {reviewed} hands");
}

#[test]
fn impossible_tables_and_rules_are_refused() {
    let rules = |text: &str| Variant::from_toml(&format!("name = 'x'\n{text}")).expect("house rules");
    let deal = || random::deal(&mut random::generator(1));
    let error =
        |rules: Variant, table: Table| Hand::new(rules, deal(), table).expect_err("refused").to_string();
    let russian = || rules("extends = 'russian'");
    let dealer = |text: &str, four| Table { dealer: text.parse().ok(), four, ..Table::default() };
    assert!(error(russian(), dealer("F", false)).contains("the dealer must be R"));
    assert!(error(russian(), dealer("R", true)).contains("the dealer must be D"));
    assert!(Hand::new(russian(), deal(), dealer("D", true)).is_ok());
    let unlimited = rules("extends = 'austrian-unlimited'");
    assert!(error(unlimited.clone(), Table::default()).contains("pot"));
    assert!(
        Hand::new(unlimited, deal(), Table { pot: Some(Amount::from_integer(30)), ..Table::default() })
            .is_ok()
    );
    let too_high = rules("extends = 'austrian'\n[auction]\nlast = 5");
    assert!(error(too_high, Table::default()).contains("after the bid 5"));
    let unpriced = rules("extends = 'austrian'\n[values]\nS = 0");
    assert!(error(unpriced, Table::default()).contains("no price for S"));
}

#[test]
fn errors_of_illegal_actions_give_reason() {
    let rules: Variant = "american".parse().expect("a preset");
    let deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse().expect("a deal");
    let mut hand = Hand::new(rules, deal, Table::default()).expect("a hand");
    let apply = |hand: &mut Hand, text: &str| hand.apply(text.parse::<Action>().expect("an action"));
    let error = |hand: &mut Hand, text: &str| apply(hand, text).expect_err("illegal").to_string();
    assert!(error(&mut hand, "7S").starts_with("forehand may not say 7S; allowed: pass S C D H"));
    assert!(error(&mut hand, "whist").starts_with("forehand may not say or play whist; possible: pass, S"));
    for call in ["pass", "pass", "pass", "pass", "offer:3"] {
        apply(&mut hand, call).expect("legal");
    }
    assert_eq!(error(&mut hand, "offer:11"), "an offer of 11 is too high: all ten tricks gain 10");
    apply(&mut hand, "pass").expect("legal");
    assert_eq!(
        error(&mut hand, "discard S7 HA"),
        "middlehand cannot lay aside S7 HA: choose two of SK ST S8 S7 HJ H7 DQ DJ D7 CK CQ C8"
    );
    apply(&mut hand, "discard D7 CK").expect("legal");
    apply(&mut hand, "play H").expect("legal");
    assert!(error(&mut hand, "SK").contains("SK"), "forehand does not hold it");
    apply(&mut hand, "SA").expect("legal");
    let follow = error(&mut hand, "H7");
    assert!(follow.contains("H7") && follow.contains("follow"), "{follow}");
}
