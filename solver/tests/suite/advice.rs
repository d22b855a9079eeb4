//! Advice from the view of a seat. The layouts of the cards that the seat does not know are compared with a plain
//! enumeration, and the averages over these layouts with the answers to questions in which all cards are known.

use std::collections::{BTreeMap, BTreeSet};

use preference::Analyst;
use preference::cards::{Card, Cards};
use preference::deal::{Deal, random};
use preference::gains::Model;
use preference::hand::{Action, Hand, Phase, View, ViewStep};
use preference::outcomes::outcome::Outcome;
use preference::questions::advise::{ActionAdvice, ActionAdviceOptions, AdviceCriterion};
use preference::questions::cards::{CardsOptions, PlayCriterion, PlayOptions, PlayValue};
use preference::questions::defend::DefendOptions;
use preference::questions::par::ParOptions;
use preference::questions::solve::{ContractSolution, SolveOptions};
use preference::questions::talon::{DiscardCriterion, TalonOptions};
use preference::rules::Call;
use preference::sampling::{SampleOptions, ViewLayouts};
use preference::seat::{BySeat, Seat};
use preference::settlement::{Amount, HandDecisions};
use preference::situation::{ErrorCode, Situation};
use preference_fixtures::effort;

use crate::hands::{for_random_hands, random_action};

/// The cards of three hands and the two that lie aside, as text.
type DealText = String;

/// Replays the steps of `view` in a copy of the hand `like` with the cards of `deal`; `laid` are the discards, in turn.
/// Returns the copy if its view for the same seat is equal to `view`; `None` if it differs or a step is illegal.
fn hand_with_equal_view(like: &Hand, view: &View, deal: Deal, laid: &[Cards]) -> Option<Hand> {
    let seen: Vec<Card> = view.talon_leads.into_iter().flatten().collect();
    let led: Cards = seen.iter().copied().collect();
    let order: Vec<Card> = seen.iter().copied().chain((deal.talon() - led).iter()).collect();
    let mut hand = like.with_deal(deal).with_talon_order(&order).ok()?;
    let mut laid = laid.iter();
    for step in &view.steps {
        let action = match step.action {
            None | Some(Action::Discard(_)) => Action::Discard(*laid.next()?),
            Some(action) => action,
        };
        hand.apply(action).ok()?;
    }
    (hand.view(view.seat) == *view).then_some(hand)
}

/// Searches for a hand with an equal view in which, after the exchanges, the seats hold `hands` and the cards `aside`
/// lie aside. `declarers` are the seats that have laid cards aside, in turn; all their possible discards are tried.
/// `laid` are the discards of later declarers.
fn find_hand(
    like: &Hand,
    view: &View,
    declarers: &[Seat],
    hands: BySeat<Cards>,
    aside: Cards,
    laid: &[Cards],
) -> Option<Hand> {
    let Some((&seat, earlier)) = declarers.split_last() else {
        let is_dealt = hands[view.seat] == view.dealt && (view.talon - aside).is_empty();
        return is_dealt
            .then(|| hand_with_equal_view(like, view, Deal::new(hands, aside).ok()?, laid))
            .flatten();
    };
    let laid: Vec<Cards> = [aside].iter().chain(laid).copied().collect();
    let twelve: Vec<Card> = (hands[seat] | aside).iter().collect();
    for (n, &one) in twelve.iter().enumerate() {
        for &other in &twelve[n + 1..] {
            let taken: Cards = [one, other].into_iter().collect();
            let mut before = hands;
            before[seat] = (hands[seat] | aside) - taken;
            if before[seat].len() == 10
                && let Some(hand) = find_hand(like, view, earlier, before, taken, &laid)
            {
                return Some(hand);
            }
        }
    }
    None
}

/// Distributes `cards` in every way over the three hands and the cards aside, each of which can take the number of
/// further cards in `room`. Calls `run` with each distribution.
fn place(cards: &[Card], room: [usize; 4], placed: [Cards; 4], run: &mut impl FnMut([Cards; 4])) {
    let Some((&card, rest)) = cards.split_first() else { return run(placed) };
    for n in 0..4 {
        if room[n] > 0 {
            let (mut room, mut placed) = (room, placed);
            room[n] -= 1;
            placed[n].insert(card);
            place(rest, room, placed, run);
        }
    }
}

fn played(view: &View) -> BySeat<Cards> {
    let mut played = BySeat::<Cards>::default();
    for step in &view.steps {
        if let Some(Action::Card(card)) = step.action {
            played[step.seat].insert(card);
        }
    }
    played
}

/// Lists the layouts after the last discard that agree with a view, found by trying every distribution of the cards
/// whose place the view does not show. Returns `None` if there are more than `limit` distributions, or more than 20
/// after several discards.
fn enumerate(like: &Hand, view: &View, limit: usize) -> Option<BTreeSet<DealText>> {
    let played = played(view);
    let is_discard = |step: &&ViewStep| matches!(step.action, None | Some(Action::Discard(_)));
    let discards: Vec<&ViewStep> = view.steps.iter().filter(is_discard).collect();
    let declarers: Vec<Seat> = discards.iter().map(|step| step.seat).collect();
    let aside = match discards.last() {
        Some(step) => match step.action {
            Some(Action::Discard(cards)) => cards,
            _ => Cards::NONE,
        },
        None => view.talon,
    };
    // A declarer who has taken cards up and not yet laid two aside holds twelve.
    let fixed = Seat::ALL.map(|seat| (played[seat] | view.hands[seat].unwrap_or_default()) - aside);
    let limit = if declarers.len() > 1 { limit.min(20) } else { limit };
    let all = fixed.iter().fold(aside, |all, &cards| all | cards);
    let unseen: Vec<Card> = (Cards::PACK - all).iter().collect();
    let room = [10 - fixed[0].len(), 10 - fixed[1].len(), 10 - fixed[2].len(), 2 - aside.len()];
    let mut number = 1_usize;
    let mut left = unseen.len();
    for room in room {
        for n in 0..room {
            number = number * (left - n) / (n + 1);
        }
        left -= room;
    }
    if number > limit {
        return None;
    }
    let mut layouts = BTreeSet::new();
    place(&unseen, room, [fixed[0], fixed[1], fixed[2], aside], &mut |[f, m, r, aside]| {
        let hands = BySeat([f, m, r]);
        if let Some(hand) = find_hand(like, view, &declarers, hands, aside, &[]) {
            layouts.insert(hand.deal_after_exchanges().to_string());
        }
    });
    Some(layouts)
}

#[test]
fn layouts_of_views_match_enumeration() {
    // Checks that the hands of random layouts of a view have the same view. If a view has few layouts, all of them are
    // compared with the enumeration, which must contain the true cards.
    let (mut views, mut compared, mut ruled_out) = (BTreeMap::<Phase, usize>::new(), 0, 0);
    for_random_hands(91_000_000, 2 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        let mut limit = 700;
        while !hand.is_over() {
            for seat in Seat::ALL {
                // Views are compared at a third of all points of the hand, and always in the last tricks.
                if hand.steps().len() < 30 && random_number(random, 3) > 0 {
                    continue;
                }
                let view = hand.view(seat);
                let layouts = ViewLayouts::new(&view).expect("the hand itself is a layout");
                let number = (0..layouts.count().min(3)).map(|_| random_number(random, layouts.count()));
                for number in number.collect::<Vec<u64>>() {
                    if let Some(other) = layouts.hand(number) {
                        assert!(other.view(seat) == view, "{preset} seed {seed}: {number} {other:?}");
                        *views.entry(hand.phase()).or_default() += 1;
                    }
                }
                let Some(expected) = enumerate(&hand, &view, limit) else { continue };
                limit = 150;
                let all = (0..layouts.count()).filter_map(|number| layouts.hand(number));
                let listed: Vec<DealText> = all.map(|hand| hand.deal_after_exchanges().to_string()).collect();
                ruled_out += layouts.count() as usize - listed.len();
                let distinct: BTreeSet<DealText> = listed.iter().cloned().collect();
                assert_eq!(distinct.len(), listed.len(), "{preset} seed {seed}");
                assert_eq!(distinct, expected, "{preset} seed {seed}: {view:?}");
                assert!(distinct.contains(&hand.deal_after_exchanges().to_string()), "{preset} seed {seed}");
                compared += 1;
            }
            let action = random_action(random, &hand, 0.5);
            hand.apply(action).expect("a legal action");
        }
    });
    println!("{views:?}, {compared} compared, {ruled_out} layouts ruled out");
    for phase in [Phase::Auction, Phase::Discard, Phase::Announcement, Phase::Decisions, Phase::Play] {
        assert!(views.get(&phase).is_some_and(|&number| number > 10), "{phase:?}: {views:?}");
    }
    assert!(compared > 60 && ruled_out > 20, "{compared} compared, {ruled_out} ruled out");
}

fn random_number(random: &mut impl rand::Rng, limit: u64) -> u64 {
    rand::RngExt::random_range(random, 0..limit)
}

fn view_of_all_hands(hand: &Hand) -> View {
    let player = hand.player().expect("the hand goes on");
    let mut view = hand.view(player);
    for seat in Seat::ALL {
        let played = played(&view)[seat];
        view.hands[seat] = Some(hand.deal_after_exchanges().hand(seat) - played);
    }
    view
}

fn advice(analyst: &mut Analyst, view: &View, model: Model) -> ActionAdvice {
    let options = ActionAdviceOptions { model, ..ActionAdviceOptions::default() };
    analyst.advise_view(view, &options).expect("advice")
}

fn gains(advice: &ActionAdvice) -> BTreeMap<String, f64> {
    advice.actions.iter().map(|averages| (averages.action.to_string(), averages.gain.mean)).collect()
}

fn assert_same_gains(found: &BTreeMap<String, f64>, expected: &BTreeMap<String, f64>, context: &str) {
    let names: Vec<&String> = expected.keys().collect();
    assert_eq!(found.keys().collect::<Vec<_>>(), names, "{context}");
    for (name, gain) in expected {
        assert!((found[name] - gain).abs() < 1e-9, "{context}: {name} {} not {gain}", found[name]);
    }
}

#[test]
fn card_advice_is_mean_of_cards_over_layouts() {
    let analyst = &mut Analyst::new();
    let mut compared = BTreeMap::<(bool, bool), usize>::new();
    for_random_hands(92_000_000, 2 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        let model = [Model::Tricks, Model::Selfish][seed as usize % 2];
        let mut left = 2;
        while !hand.is_over() && left > 0 {
            if hand.phase() == Phase::Play && hand.legal_cards().len() > 1 {
                let view = hand.view(hand.player().expect("somebody plays"));
                let layouts = ViewLayouts::new(&view).expect("layouts");
                if layouts.count() <= 100 {
                    let context = format!("{preset} seed {seed} {model:?}");
                    let advice = advice(analyst, &view, model);
                    let (expected, number) = mean_of_cards(analyst, &layouts, model, |_| true);
                    assert_same_gains(&gains(&advice), &expected, &context);
                    assert_eq!((advice.layouts, advice.of, advice.all), (number, number, true), "{context}");
                    check_tricks(analyst, &advice, &layouts, &context);
                    let kind = (view.declaration.is_none(), layouts.hides_only_discard());
                    *compared.entry(kind).or_default() += 1;
                    left -= 1;
                }
            }
            let action = random_action(random, &hand, 0.7);
            hand.apply(action).expect("a legal action");
        }
    });
    println!("{compared:?}");
    assert!(compared[&(true, false)] > 2 && compared[&(false, false)] > 10, "{compared:?}");
}

fn mean_of_cards(
    analyst: &mut Analyst,
    layouts: &ViewLayouts,
    model: Model,
    mut is_possible: impl FnMut(&Hand) -> bool,
) -> (BTreeMap<String, f64>, u64) {
    let (mut sums, mut number) = (BTreeMap::new(), 0);
    for hand in (0..layouts.count()).filter_map(|n| layouts.hand(n)).filter(|hand| is_possible(hand)) {
        let player = hand.player().expect("somebody plays");
        let play = PlayOptions { by: PlayCriterion::Gain, model };
        let options = CardsOptions { play, ..CardsOptions::default() };
        let answer = analyst.cards(&hand.situation(), &options).expect("an answer");
        for card in answer.cards {
            let PlayValue::Everybody { gains: Some(gains), .. } = card.value else { panic!("no gains") };
            *sums.entry(card.card.to_string()).or_insert(0.0) += gains.seats[player].to_f64();
        }
        number += 1;
    }
    (sums.into_iter().map(|(card, sum)| (card, sum / number as f64)).collect(), number)
}

#[test]
fn calls_limit_layouts_of_advice() {
    // Compares advice that uses the calls with the mean over the layouts that agree with the calls: in these a seat that
    // has only passed can make no contract from the hand, and a seat that has bid can make one with the talon.
    let analyst = &mut Analyst::new();
    let (mut compared, mut limited, mut impossible) = (0, 0, 0);
    for_random_hands(98_000_000, 3 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            if hand.phase() == Phase::Play && hand.legal_cards().len() > 1 {
                let view = hand.view(hand.player().expect("somebody plays"));
                let layouts = ViewLayouts::new(&view).expect("layouts");
                if layouts.count() <= 60 {
                    let judge = &mut Analyst::new();
                    let is_possible = |hand: &Hand| agrees_with_calls(judge, hand, view.seat);
                    let (expected, number) = mean_of_cards(analyst, &layouts, Model::Tricks, is_possible);
                    let options = ActionAdviceOptions { use_calls: true, ..ActionAdviceOptions::default() };
                    let advice = analyst.advise_view(&view, &options);
                    let context = format!("{preset} seed {seed}");
                    if number == 0 {
                        assert_eq!(advice.expect_err("no layout").code(), ErrorCode::NoLayout, "{context}");
                        impossible += 1;
                    } else {
                        let advice = advice.expect("advice");
                        assert_same_gains(&gains(&advice), &expected, &context);
                        assert_eq!((advice.layouts, advice.all), (number, true), "{context}");
                        compared += 1;
                        limited += usize::from(number < layouts.count());
                    }
                    return;
                }
            }
            let action = random_action(random, &hand, 0.9);
            hand.apply(action).expect("a legal action");
        }
    });
    println!("{compared} compared, {limited} with fewer layouts, {impossible} without any");
    assert!(compared > 4 && limited > 1, "{compared} compared, {limited} with fewer layouts");
}

fn agrees_with_calls(analyst: &mut Analyst, hand: &Hand, viewer: Seat) -> bool {
    let calls = hand.steps().iter().map_while(|step| match step.action {
        Action::Call(call) => Some((step.seat, call)),
        _ => None,
    });
    let calls: Vec<_> = calls.collect();
    viewer.others().into_iter().all(|seat| {
        let mut own = calls.iter().filter(|(caller, _)| *caller == seat).map(|(_, call)| *call).peekable();
        if own.peek().is_none() {
            return true;
        }
        let has_bid = own.any(|call| call != Call::Pass);
        let situation = Situation::new(hand.rules().clone(), *hand.deal()).with_declarer(seat);
        if has_bid {
            let answer = analyst.talon(&situation, &TalonOptions::default()).expect("an answer");
            answer.discards.iter().any(|discard| discard.results.iter().any(|result| result.outcome.made))
        } else {
            let answer =
                analyst.solve(&situation.with_play_from_hand(), &SolveOptions::default()).expect("an answer");
            let is_made = |solution: &ContractSolution| match solution {
                ContractSolution::Contract { outcome, .. } => outcome.made,
                ContractSolution::AllPassed { .. } => false,
            };
            !answer.results.iter().any(is_made)
        }
    })
}

fn check_tricks(analyst: &mut Analyst, advice: &ActionAdvice, layouts: &ViewLayouts, context: &str) {
    let mut sums = BTreeMap::<String, (f64, f64)>::new();
    for hand in (0..layouts.count()).filter_map(|n| layouts.hand(n)) {
        if hand.declaration().is_none() {
            return;
        }
        let answer = analyst.cards(&hand.situation(), &CardsOptions::default()).expect("an answer");
        for card in answer.cards {
            let PlayValue::Declarer(Outcome { tricks, made }) = card.value else { panic!("two sides") };
            let sum = sums.entry(card.card.to_string()).or_default();
            sum.0 += f64::from(tricks.unwrap_or(0));
            sum.1 += f64::from(u8::from(made));
        }
    }
    for averages in &advice.actions {
        let (tricks, made) = sums[&averages.action.to_string()];
        let number = advice.layouts as f64;
        let chance = averages.chance.expect("a contract").mean;
        assert!((chance - made / number).abs() < 1e-9, "{context}: {}", averages.action);
        if let Some(estimate) = averages.tricks {
            assert!((estimate.mean - tricks / number).abs() < 1e-9, "{context}: {}", averages.action);
        }
    }
}

#[test]
fn advice_about_calls_is_gain_of_par() {
    let analyst = &mut Analyst::new();
    let mut compared = 0;
    for_random_hands(93_000_000, 1, |preset, seed, mut hand| {
        if !["russian", "austrian", "hungarian", "american"].contains(&preset) {
            return;
        }
        let random = &mut random::generator(seed);
        for _ in 0..seed % 3 {
            let action = random_action(random, &hand, 0.7);
            hand.apply(action).expect("a legal call");
        }
        if hand.phase() != Phase::Auction {
            return;
        }
        let view = view_of_all_hands(&hand);
        let found = advice(analyst, &view, Model::Tricks);
        let options = ParOptions { model: Model::Tricks, ..ParOptions::default() };
        let mut expected = BTreeMap::new();
        let layouts = ViewLayouts::new(&view).expect("layouts");
        for hand in (0..layouts.count()).filter_map(|n| layouts.hand(n)) {
            let actions = hand.legal_actions();
            // Only the first call (mostly a pass), the second one (mostly the lowest bid) and the last one are
            // compared.
            let last = actions.len() - 1;
            for action in BTreeSet::from([0, 1, last]).into_iter().map(|n| actions[n]) {
                let Action::Call(call) = action else { panic!("a call") };
                let situation = hand.situation();
                let calls = situation.calls().iter().copied().chain([call]).collect();
                let situation = situation.with_calls(calls).with_talon_order(hand.talon_order().to_vec());
                let gains = analyst.par(&situation, &options).expect("par").gains;
                let gain = gains.seats[view.seat].to_f64() / layouts.count() as f64;
                *expected.entry(action.to_string()).or_insert(0.0) += gain;
            }
        }
        assert_eq!(found.actions.len(), hand.legal_actions().len(), "{preset} seed {seed}");
        let mut found = gains(&found);
        found.retain(|name, _| expected.contains_key(name));
        assert_same_gains(&found, &expected, &format!("{preset} seed {seed}"));
        compared += 1;
    });
    assert!(compared > 1, "{compared} compared");
}

fn for_hands_in(
    phase: Phase,
    seed: u64,
    presets: &[&str],
    number: usize,
    mut run: impl FnMut(&str, u64, Hand),
) {
    for_random_hands(seed, number, |preset, seed, mut hand| {
        if !presets.contains(&preset) {
            return;
        }
        let random = &mut random::generator(seed);
        while !hand.is_over() && hand.phase() != phase {
            let action = random_action(random, &hand, 0.4);
            hand.apply(action).expect("a legal action");
        }
        if hand.phase() == phase {
            run(preset, seed, hand);
        }
    });
}

#[test]
fn advice_about_discards_is_gain_of_talon() {
    let analyst = &mut Analyst::new();
    let mut compared = 0;
    for_hands_in(Phase::Discard, 94_000_000, &["russian", "austrian"], 8, |preset, seed, hand| {
        if compared == 4 * effort() {
            return;
        }
        let view = view_of_all_hands(&hand);
        let found = advice(analyst, &view, Model::Tricks);
        let mut announced = hand.clone();
        announced.apply(hand.legal_actions()[0]).expect("a discard");
        let actions = announced.legal_actions().into_iter().filter_map(|action| match action {
            Action::Announcement(contract) => Some(contract),
            _ => None,
        });
        let mut contracts: Vec<_> = actions.collect();
        if let Some(&contract) = contracts.first() {
            announced.apply(Action::Announcement(contract)).expect("a contract");
        } else {
            contracts.extend(announced.declaration().map(|declaration| declaration.contract));
        }
        // The mark of the declarer (`refa`) is set only after the announcement.
        let refa = announced.terms().decisions.refa;
        let situation = hand.situation().with_decisions(HandDecisions { refa, ..hand.terms().decisions });
        let options = TalonOptions {
            contracts: contracts.into(),
            by: DiscardCriterion::Gain,
            model: Model::Tricks,
            discards: usize::MAX,
            ..TalonOptions::default()
        };
        let answer = analyst.talon(&situation, &options).expect("discards");
        // The answer may value only the first of several discards that pay the same.
        let mut expected = BTreeMap::new();
        for discard in &answer.discards {
            let gain = discard.results.iter().filter_map(|result| result.gain).max();
            if let Some(gain) = gain {
                expected.insert(Action::Discard(discard.cards).to_string(), gain.to_f64());
            }
        }
        let mut found = gains(&found);
        assert_eq!(found.len(), answer.discards.len(), "{preset} seed {seed}");
        found.retain(|name, _| expected.contains_key(name));
        assert!(expected.len() > 5, "{preset} seed {seed}");
        assert_same_gains(&found, &expected, &format!("{preset} seed {seed}"));
        compared += 1;
    });
    assert!(compared > 1, "{compared} compared");
}

#[test]
fn advice_about_contract_and_decisions_is_gain_of_defend() {
    // Compares the gain of each announcement, and of each choice in the first decision, with the gains in the answer to
    // `defend`.
    let analyst = &mut Analyst::new();
    let (mut announcements, mut decisions) = (0, 0);
    let presets = ["russian", "austrian", "hungarian", "illustrated", "american"];
    for_hands_in(Phase::Announcement, 95_000_000, &presets, 2, |preset, seed, hand| {
        if announcements == 4 * effort() {
            return;
        }
        let options = DefendOptions { settle: true, model: Model::Selfish, rule_of_thumb: None };
        let found = advice(analyst, &view_of_all_hands(&hand), Model::Selfish);
        let declarer = hand.declarer().expect("a declarer");
        let mut expected = BTreeMap::new();
        let mut first = None;
        for action in hand.legal_actions() {
            let mut after = hand.clone();
            after.apply(action).expect("a contract");
            let answer = analyst.defend(&after.situation(), &options).expect("an answer");
            let paid = answer.paid.expect("the hand is settled");
            expected.insert(action.to_string(), paid.outcome.gains.seats[declarer].to_f64());
            let is_decided = after.phase() == Phase::Decisions && !paid.decisions.is_empty();
            first = first.or(is_decided.then(|| (after, paid.decisions[0].clone())));
        }
        assert_same_gains(&gains(&found), &expected, &format!("{preset} seed {seed}"));
        announcements += 1;
        let Some((hand, decision)) = first else { return };
        if hand.player() == Some(decision.seat) && hand.legal_actions().len() == decision.gains.len() {
            let found = advice(analyst, &view_of_all_hands(&hand), Model::Selfish);
            let gain = |&(choice, gain): &(_, Amount)| (Action::from(choice).to_string(), gain.to_f64());
            let expected = decision.gains.iter().map(gain).collect();
            assert_same_gains(&gains(&found), &expected, &format!("{preset} seed {seed}"));
            let best = Action::from(decision.best).to_string();
            assert_eq!(found.actions[0].action.to_string(), best, "{preset} seed {seed}");
            decisions += 1;
        }
    });
    println!("{announcements} announcements, {decisions} decisions");
    assert!(announcements > 2 && decisions > 1, "{announcements} announcements, {decisions} decisions");
}

#[test]
fn hidden_cards_do_not_change_advice() {
    let analyst = &mut Analyst::new();
    let mut compared = 0;
    for phase in [Phase::Discard, Phase::Decisions, Phase::Play] {
        for_hands_in(phase, 96_000_000, &["russian"], 2, |preset, seed, hand| {
            let player = hand.player().expect("somebody decides");
            let view = hand.view(player);
            let layouts = ViewLayouts::new(&view).expect("layouts");
            let sample = SampleOptions { layouts: 4, ..SampleOptions::default() };
            let options =
                ActionAdviceOptions { sample, max_complete_layouts: 4, ..ActionAdviceOptions::default() };
            let other = layouts.hand(layouts.count() / 3).expect("no card has been played");
            assert_ne!(other.deal_after_exchanges(), hand.deal_after_exchanges(), "{preset} seed {seed}");
            let [one, other] =
                [view, other.view(player)].map(|view| analyst.advise_view(&view, &options).expect("advice"));
            assert_eq!(one, other, "{preset} seed {seed}");
            assert!(!one.all && one.actions.iter().all(|action| action.gain.error >= 0.0));
            compared += 1;
        });
    }
    assert!(compared > 2, "{compared} compared");
}

#[test]
fn criterion_orders_cards_for_the_side_that_plays() {
    let analyst = &mut Analyst::new();
    let rules: preference::Variant = "russian".parse().expect("a preset");
    let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse().expect("a deal");
    let mut hand = Hand::new(rules, deal, preference::hand::Table::default()).expect("a hand");
    let texts = ["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "whist"];
    let apply = |hand: &mut Hand, text: &str| hand.apply(text.parse::<Action>().expect("an action"));
    for text in texts {
        apply(&mut hand, text).expect("legal");
    }
    let sample = SampleOptions { layouts: 30, ..SampleOptions::default() };
    for by in [AdviceCriterion::Tricks, AdviceCriterion::Made, AdviceCriterion::Gain] {
        let options = ActionAdviceOptions { by, sample: sample.clone(), ..ActionAdviceOptions::default() };
        for text in ["", "SA"] {
            let mut hand = hand.clone();
            if !text.is_empty() {
                apply(&mut hand, text).expect("legal");
            }
            let player = hand.player().expect("somebody plays");
            let advice = analyst.advise_view(&hand.view(player), &options).expect("advice");
            assert_eq!((advice.layouts, advice.all), (30, false));
            let value = |n: usize| {
                let averages = &advice.actions[n];
                let tricks = averages.tricks.expect("counted").mean;
                let chance = averages.chance.expect("a contract").mean;
                let sign = if player == Seat::Forehand { 1.0 } else { -1.0 };
                match by {
                    AdviceCriterion::Tricks => sign * tricks,
                    AdviceCriterion::Made => sign * chance,
                    AdviceCriterion::Gain if player == Seat::Forehand => averages.gain.mean,
                    AdviceCriterion::Gain => 0.0,
                }
            };
            assert!((1..advice.actions.len()).all(|n| value(n - 1) >= value(n)), "{by:?} {advice:?}");
            for (n, action) in advice.actions.iter().enumerate() {
                let is_equal_to = |other: usize| match by {
                    AdviceCriterion::Gain => advice.actions[other].rank == action.rank,
                    _ => value(other) == value(n),
                };
                let first = (0..=n).find(|&other| is_equal_to(other)).expect("equal to itself");
                assert_eq!(usize::from(action.rank), first + 1, "{by:?} {advice:?}");
            }
            // The written JSON has only six decimals, so the answers are compared as texts.
            let text = serde_json::to_string(&advice).expect("an answer in JSON");
            let read: ActionAdvice = serde_json::from_str(&text).expect("advice");
            assert_eq!(serde_json::to_string(&read).expect("an answer in JSON"), text);
        }
    }
    let options = ActionAdviceOptions { by: AdviceCriterion::Made, ..ActionAdviceOptions::default() };
    hand.undo();
    let view = hand.view(hand.player().expect("somebody decides"));
    assert!(analyst.advise_view(&view, &options).is_err(), "decisions have no tricks");
    let view = hand.view(Seat::Forehand);
    let error =
        analyst.advise_view(&view, &ActionAdviceOptions::default()).expect_err("forehand does not decide");
    assert!(error.to_string().contains("decides"), "{error}");
}
