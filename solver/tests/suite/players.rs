//! Players and matches.
//!
//! `PREFERENCE_EFFORT=20` plays twenty times as many hands.

use std::collections::BTreeMap;

use preference::Analyst;
use preference::cards::{Card, Cards};
use preference::deal::{Deal, random};
use preference::hand::{Action, Hand, Phase, Table};
use preference::players::{
    LayoutLimits, LayoutPlayer, Match, MatchAnswer, MatchOptions, MatchTally, Participant, Player,
    PlayerKind, SeatedGains, play_hand,
};
use preference::protocol::ask::Responder;
use preference::rules::Variant;
use preference::seat::{BySeat, Seat};
use preference::settlement::Amount;
use preference::worker_pool::WorkerPool;
use preference_fixtures::effort;
use preference_fixtures::near_misses::near_misses;
use rand::RngExt;
use rstest::rstest;
use serde_json::{Value, json};

use crate::hands::{for_random_hands, random_action_or_offer};
use crate::views::with_cards_swapped;

const BEGINNER: PlayerKind = PlayerKind::Beginner;
const RANDOM: PlayerKind = PlayerKind::Random;

/// The players that take only about a microsecond for a choice.
const PLAIN: [PlayerKind; 2] = [RANDOM, BEGINNER];

/// Limits that keep choices fast, but still exercise every part of a `LayoutPlayer`, a player that draws layouts of the
/// cards it has not seen.
const FEW_LAYOUTS: LayoutLimits =
    LayoutLimits { calls: 3, best_misere_discards: true, discards: 2, decisions: 3, cards: 3, nodes: 2000 };

fn play(rules: &str, options: MatchOptions, deals: u64, threads: usize) -> MatchAnswer {
    let rules: Variant = rules.parse().expect("a preset");
    let game = Match::new(rules, options).expect("a match");
    let batch = WorkerPool::with_workers(threads, || ()).expect("threads");
    let numbers: Vec<u64> = (0..deals).collect();
    let mut tally = MatchTally::new(&game);
    for hands in batch.map(&numbers, |(), &number| game.play_deal(number)) {
        let gains: Vec<SeatedGains> = hands.iter().map(SeatedGains::from).collect();
        tally.add_deal(&gains);
    }
    tally.answer()
}

#[test]
fn players_choose_legal_actions_in_every_phase() {
    // Lets a random or a beginner player, drawn at each point, choose in hands that such players play. The choice must be
    // legal, and must not depend on whether the player has chosen before.
    let mut phases = BTreeMap::<(&str, Phase), usize>::new();
    for_random_hands(85_000_000, 20 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        // Some choices are random, so that players meet positions that they would avoid.
        let share = if seed % 2 == 0 { 0.0 } else { 0.3 };
        while let Some(player) = hand.player() {
            let (view, legal) = (hand.view(player), hand.legal_actions());
            let kind = PLAIN[random.random_range(0..PLAIN.len())];
            let action = kind.build_player(seed).choose(&view, &legal);
            assert!(legal.contains(&action), "{preset} {seed} {kind}: {action}");
            let mut used = kind.build_player(seed);
            let _ = used.choose(&hand.view(player.left()), &legal[..1]);
            assert_eq!(used.choose(&view, &legal), action, "{preset} {seed} {kind}");
            *phases.entry((kind.name(), hand.phase())).or_default() += 1;
            let action =
                if random.random_bool(share) { random_action_or_offer(random, &hand, 0.4) } else { action };
            hand.apply(action).expect("legal");
        }
    });
    println!("{phases:?}");
    for kind in PLAIN {
        use Phase::{Announcement, Auction, Decisions, Discard, Offer, Play, Talon};
        for phase in [Auction, Talon, Discard, Announcement, Decisions, Play, Offer] {
            assert!(phases.contains_key(&(kind.name(), phase)), "{kind} {phase:?}");
        }
    }
}

#[rstest]
#[case(PlayerKind::Beginner)]
#[case(PlayerKind::Quick)]
#[case(PlayerKind::Strong)]
fn declarer_accepts_no_fewer_tricks_than_are_certain(#[case] kind: PlayerKind) {
    let mut hand = hand_before_lead();
    for (offer, answer) in [("offer F=0,M=10,R=0", "accept"), ("offer F=0,M=9,R=1", "refuse")] {
        hand.apply(offer.parse::<Action>().expect("an action")).expect("legal");
        let action = kind.build_player(1).choose(&hand.view(Seat::Middlehand), &hand.legal_actions());
        assert_eq!(action.to_string(), answer, "{kind} {offer}");
        hand.undo();
    }
}

#[test]
fn beginner_counts_masters_to_answer_offers() {
    let mut hand = hand_before_lead();
    // Rearhand has the five highest clubs.
    for (offer, answer) in [("offer F=0,M=6,R=4", "refuse"), ("offer F=0,M=5,R=5", "accept")] {
        for text in [offer, "accept"] {
            hand.apply(text.parse::<Action>().expect("an action")).expect("legal");
        }
        let action =
            PlayerKind::Beginner.build_player(1).choose(&hand.view(Seat::Rearhand), &hand.legal_actions());
        assert_eq!(action.to_string(), answer, "{offer}");
        hand.undo();
        hand.undo();
    }
}

/// A hand in which forehand is about to lead, and middlehand is sure of all tricks.
fn hand_before_lead() -> Hand {
    let deal: Deal = "F:.KQJT9.KQJT.8 AKQJT987.A.A. .87.987.AKQJT ...97".parse().expect("a deal");
    let rules: Variant = "russian".parse().expect("a preset");
    let mut hand = Hand::new(rules, deal, Table::default()).expect("a hand");
    for text in ["pass", "6S", "pass", "discard C9 C7", "play 6S", "whist", "whist"] {
        hand.apply(text.parse::<Action>().expect("an action")).expect("legal");
    }
    hand
}

#[test]
fn act_continues_records_as_players_have_played() {
    // Lets players play hands, and asks the question `act` about each beginning of the recorded actions. The answer must
    // be the next recorded action, and an error after the last one.
    let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
    let mut asked = 0;
    for_random_hands(86_700_000, effort(), |preset, seed, mut hand| {
        let kind = PlayerKind::ALL[(seed % 2) as usize];
        let start = hand.steps().len();
        let mut seated: BySeat<Box<dyn Player>> = BySeat::from_fn(|_| kind.build_player(seed));
        play_hand(&mut hand, &mut seated);
        let record = serde_json::to_value(hand.record()).expect("a record has a JSON form");
        let actions = record["actions"].as_array().expect("actions").clone();
        for count in start..=actions.len() {
            let mut record = record.clone();
            record["actions"] = actions[..count].into();
            let question = json!({"ask": "act", "record": record, "player": kind, "seed": seed});
            let answer: Value = responder.answer(&mut analyst, &question.to_string()).parse().expect("JSON");
            let Some(action) = actions.get(count) else {
                assert_eq!(answer["error"]["code"], "not-here", "{preset} {seed}: {answer}");
                continue;
            };
            assert_eq!(&answer["action"], action, "{preset} {seed} {count}: {answer}");
            let step = &hand.steps()[count];
            let seats = json!([step.seat, step.player]);
            assert_eq!(json!([answer["to_act"], answer["seat"]]), seats, "{preset} {seed} {count}");
            asked += 1;
        }
    });
    println!("{asked} actions");
    assert!(asked > 100);
}

#[rstest]
#[case("illustrated")]
#[case("illustrated-run6")]
#[case("illustrated-sansatout")]
fn players_choose_legally_about_discards_of_declarer(#[case] rules: &str) {
    let variant: std::sync::Arc<Variant> = std::sync::Arc::new(rules.parse().expect("a preset"));
    for seed in 86_500_000..86_500_040 {
        let random = &mut random::generator(seed);
        let deal = random::deal(random);
        let mut hand = Hand::new(variant.clone(), deal, Table::default()).expect("a hand");
        for text in ["1", "2", "pass", "hold", "pass"] {
            hand.apply(text.parse::<Action>().expect("an action")).expect("legal");
        }
        let discards = hand.legal_actions();
        hand.apply(discards[random.random_range(0..discards.len())]).expect("legal");
        assert_eq!(hand.phase(), Phase::Usurping);
        let (view, legal) = (hand.view(Seat::Middlehand), hand.legal_actions());
        for kind in PLAIN {
            let action = kind.build_player(seed).choose(&view, &legal);
            assert!(legal.contains(&action), "{rules} {seed} {kind}: {action}");
        }
    }
}

fn play_misere(deal: Deal, discard: Cards, mut players: BySeat<Box<dyn Player>>) -> u8 {
    let rules: Variant = "russian".parse().expect("a preset");
    let mut hand = Hand::new(rules, deal, Table::default()).expect("a hand");
    for text in ["misere", "pass", "pass"] {
        hand.apply(text.parse::<Action>().expect("a call")).expect("legal");
    }
    hand.apply(Action::Discard(discard)).expect("legal");
    play_hand(&mut hand, &mut players);
    hand.tricks()[Seat::Forehand]
}

#[test]
fn strong_defenders_catch_every_misere_that_can_be_caught() {
    // Plays near misses that the defenders can catch without knowing the discard. If all seats are `strong` players, the
    // declarer must take a trick after each of several discards.
    let caught = near_misses().into_iter().filter(|near_miss| {
        near_miss.leader == Seat::Forehand && near_miss.chance == "0" && near_miss.worlds > 20
    });
    for (seed, near_miss) in caught.take(3 * effort()).enumerate() {
        let deal = near_miss.deal;
        let twelve: Vec<Card> = (deal.hand(Seat::Forehand) | deal.talon()).iter().collect();
        let mut by_rank = twelve.clone();
        by_rank.sort_by_key(|card| std::cmp::Reverse(card.rank() as u8));
        for pair in [[0, 1], [0, 2], [1, 2]] {
            let discard: Cards = pair.map(|place| by_rank[place]).into_iter().collect();
            let players = BySeat::from_fn(|_| PlayerKind::Strong.build_player(seed as u64));
            let tricks = play_misere(deal, discard, players);
            assert!(tricks > 0, "{deal} without {discard:?}");
        }
    }
}

// Of a hand of Lesnoy's table 1 the king and an ace may be caught, and both mostly go aside.
#[rstest]
#[case("S7 S8 S9 ST SA HK C7 C8 C9 CA", true, 4)]
// Three cards may be caught. With open cards and the best discard the misère gains 43 whists.
#[case("HA HQ H8 H7 DT D8 D7 CQ C8 C7", true, 2)]
// Four cards may be caught.
#[case("SA SK S7 HA HK H7 D8 D7 C8 C7", false, 2)]
fn strong_bids_misere_that_is_worth_it(#[case] hand: &str, #[case] is_worth_it: bool, #[case] count: usize) {
    let ten: Cards = hand.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect();
    let rules: Variant = "russian".parse().expect("a preset");
    for seed in 0..(count * effort()) as u64 {
        let mut others = random::shuffled_pack(&mut random::generator(97_000_000 + seed));
        others.retain(|&card| !ten.contains(card));
        let [left, right, talon]: [Cards; 3] =
            [0..10, 10..20, 20..22].map(|places| others[places].iter().copied().collect());
        let deal = Deal::new(BySeat([ten, left, right]), talon).expect("a deal");
        let dealt = Hand::new(rules.clone(), deal, Table::default()).expect("a hand");
        let mut strong = PlayerKind::Strong.build_player(seed);
        let chosen = strong.choose(&dealt.view(Seat::Forehand), &dealt.legal_actions());
        assert_eq!(chosen.to_string() == "misere", is_worth_it, "{deal}: {chosen}");
    }
}

#[test]
fn players_use_only_their_view() {
    // Swaps cards that the player who decides has not seen. If the view stays equal, a random and a beginner player must
    // each choose the same action.
    let mut compared = BTreeMap::<Phase, usize>::new();
    for_random_hands(88_000_000, 8 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while let Some(player) = hand.player() {
            let (view, legal) = (hand.view(player), hand.legal_actions());
            let cards: Vec<Card> = (Cards::PACK - hand.deal().hand(player)).iter().collect();
            for _ in 0..3 {
                let [one, other] = [(); 2].map(|()| cards[random.random_range(0..cards.len())]);
                if one == other {
                    continue;
                }
                let Some(swapped) = with_cards_swapped(&hand, one, other) else { continue };
                if swapped.view(player) != view {
                    continue;
                }
                for kind in PLAIN {
                    let before = kind.build_player(seed).choose(&view, &legal);
                    let after =
                        kind.build_player(seed).choose(&swapped.view(player), &swapped.legal_actions());
                    assert_eq!(before, after, "{preset} {seed} {kind}: {one} and {other} swapped");
                }
                *compared.entry(hand.phase()).or_default() += 1;
            }
            let kind = if random.random_bool(0.7) { BEGINNER } else { RANDOM };
            let action = kind.build_player(seed).choose(&view, &legal);
            hand.apply(action).expect("legal");
        }
    });
    println!("{compared:?}");
    for phase in [Phase::Auction, Phase::Discard, Phase::Announcement, Phase::Decisions, Phase::Play] {
        assert!(compared.get(&phase).is_some_and(|&number| number > 20), "{phase:?}");
    }
}

#[test]
fn layout_players_use_only_their_view() {
    // Swaps cards that the player who decides has not seen. If the view stays equal, a `LayoutPlayer` must choose the same
    // action. The action must be legal, and the same when the player is asked again.
    let (mut asked, mut compared) = (BTreeMap::<Phase, usize>::new(), BTreeMap::<Phase, usize>::new());
    for_random_hands(89_000_000, 8 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while let Some(player) = hand.player() {
            let (view, legal) = (hand.view(player), hand.legal_actions());
            let share = match hand.phase() {
                Phase::Play => 0.05,
                Phase::Auction => 0.2,
                _ => 0.8,
            };
            if legal.len() > 1 && random.random_bool(share) {
                let mut used = LayoutPlayer::new(FEW_LAYOUTS, seed);
                let action = used.choose(&view, &legal);
                assert!(legal.contains(&action), "{preset} {seed}: {action}");
                assert_eq!(used.choose(&view, &legal), action, "{preset} {seed}");
                *asked.entry(hand.phase()).or_default() += 1;
                let cards: Vec<Card> = (Cards::PACK - hand.deal().hand(player)).iter().collect();
                let [one, other] = [(); 2].map(|()| cards[random.random_range(0..cards.len())]);
                let swapped = (one != other).then(|| with_cards_swapped(&hand, one, other)).flatten();
                if let Some(swapped) = swapped.filter(|swapped| swapped.view(player) == view) {
                    let mut new_player = LayoutPlayer::new(FEW_LAYOUTS, seed);
                    let after = new_player.choose(&swapped.view(player), &swapped.legal_actions());
                    assert_eq!(action, after, "{preset} {seed}: {one} and {other} swapped");
                    *compared.entry(hand.phase()).or_default() += 1;
                }
            }
            let kind = if random.random_bool(0.7) { BEGINNER } else { RANDOM };
            hand.apply(kind.build_player(seed).choose(&view, &legal)).expect("legal");
        }
    });
    println!("{asked:?} {compared:?}");
    for phase in [Phase::Auction, Phase::Discard, Phase::Announcement, Phase::Decisions, Phase::Play] {
        assert!(asked.get(&phase).is_some_and(|&number| number > 3), "{phase:?}");
        assert!(phase == Phase::Announcement || compared.contains_key(&phase), "{phase:?}");
    }
}

#[rstest]
#[case("russian")]
#[case("austrian")]
#[case("illustrated")]
fn quick_beats_random(#[case] rules: &str) {
    let players = [PlayerKind::Quick, RANDOM, RANDOM].map(Participant::from);
    let options = MatchOptions { players, is_duplicate: false, seed: 7 };
    let answer = play(rules, options, 20, 0);
    assert!(answer.players[0].gain.low > answer.players[1].gain.high, "{rules}: {answer:?}");
}

#[rstest]
#[case("russian", true)]
#[case("illustrated", false)]
#[case("american", true)]
fn match_does_not_depend_on_threads(#[case] rules: &str, #[case] is_duplicate: bool) {
    let options =
        MatchOptions { players: [BEGINNER, RANDOM, BEGINNER].map(Participant::from), is_duplicate, seed: 5 };
    let answers = [1, 2, 5].map(|threads| play(rules, options.clone(), 40, threads));
    assert_eq!(answers[0], answers[1], "{rules}");
    assert_eq!(answers[0], answers[2], "{rules}");
    let other = play(rules, MatchOptions { seed: 6, ..options }, 40, 1);
    assert_ne!(answers[0], other, "{rules}");
}

#[test]
fn beginner_beats_random_under_every_preset() {
    // Plays a match under every preset. The confidence interval of the gain of `beginner` must lie above that of `random`.
    for rules in Variant::names() {
        let options = MatchOptions {
            players: [BEGINNER, BEGINNER, RANDOM].map(Participant::from),
            is_duplicate: true,
            seed: 2,
        };
        let answer = play(rules, options, 150 * effort() as u64, 0);
        let [beginner, random] = &answer.players[..] else { panic!("two kinds of players") };
        println!(
            "{rules}: beginner {:.2} above {:.2}, random {:.2} below {:.2}",
            beginner.gain.mean, beginner.gain.low, random.gain.mean, random.gain.high
        );
        assert!(beginner.gain.low > random.gain.high, "{rules}: {answer:?}");
    }
}

#[test]
fn gains_of_match_and_pot_sum_to_zero() {
    // Checks that the mean gains of the three seats and of the pot sum to zero. With three equal players the mean gain
    // must be a third of the pot's mean loss.
    for rules in Variant::names() {
        let game = |players: [PlayerKind; 3]| MatchOptions {
            players: players.map(Participant::from),
            is_duplicate: true,
            seed: 3,
        };
        let answer = play(rules, game([BEGINNER, BEGINNER, RANDOM]), 20, 1);
        let sum = 2.0 * answer.players[0].gain.mean + answer.players[1].gain.mean + answer.pot.mean;
        assert!(sum.abs() < 1e-6, "{rules}: {sum}");
        assert_eq!((answer.deals, answer.hands), (20, 60));
        assert_eq!((answer.players[0].hands, answer.players[1].hands), (120, 60));
        for kind in PLAIN {
            let answer = play(rules, game([kind; 3]), 20, 1);
            assert_eq!((answer.players.len(), answer.hands), (1, 20));
            let gain = answer.players[0].gain.mean;
            assert!((3.0 * gain + answer.pot.mean).abs() < 1e-6, "{rules} {kind}: {gain}");
        }
    }
}

#[test]
fn tally_is_mean_over_deals() {
    // Computes the mean gain of the beginner and its confidence interval directly from the hands, and compares them with
    // the tally.
    let rules: Variant = "hungarian".parse().expect("a preset");
    let options = MatchOptions {
        players: [BEGINNER, RANDOM, RANDOM].map(Participant::from),
        is_duplicate: true,
        seed: 4,
    };
    let game = Match::new(rules, options).expect("a match");
    let mut tally = MatchTally::new(&game);
    let mut means = Vec::new();
    for number in 0..30 {
        let hands = game.play_deal(number);
        assert_eq!(hands.len(), 3);
        let mut sum = Amount::default();
        for played in &hands {
            let gains = played.hand.result().expect("the hand is over");
            assert_eq!(gains.sum(), Amount::default());
            let seat = Seat::ALL.into_iter().find(|&seat| played.players[seat] == BEGINNER.into());
            sum += gains.seats[seat.expect("a beginner")];
        }
        means.push(sum.to_f64() / 3.0);
        tally.add_deal(&hands.iter().map(SeatedGains::from).collect::<Vec<_>>());
    }
    let mean = means.iter().sum::<f64>() / 30.0;
    let variance = means.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / 29.0;
    // Student's quantile with 29 degrees of freedom.
    let wide = 2.045_230 * (variance / 30.0).sqrt();
    let gain = tally.answer().players[0].gain;
    assert!((gain.mean - mean).abs() < 1e-6, "{gain:?} {mean}");
    assert!((gain.low - (mean - wide)).abs() < 1e-4 && (gain.high - (mean + wide)).abs() < 1e-4, "{gain:?}");
}

#[test]
fn random_player_chooses_evenly() {
    // Counts how often `random` chooses each call that is legal at the beginning of the auction. All must be about equally
    // frequent.
    let rules: Variant = "austrian".parse().expect("a preset");
    let hand = Hand::new(rules, random::deal(&mut random::generator(1)), Table::default()).expect("a hand");
    let (view, legal) = (hand.view(Seat::Forehand), hand.legal_actions());
    let mut counts = BTreeMap::<String, u32>::new();
    for seed in 0..4000 {
        *counts.entry(RANDOM.build_player(seed).choose(&view, &legal).to_string()).or_default() += 1;
    }
    assert_eq!(counts.len(), legal.len());
    let expected = 4000.0 / legal.len() as f64;
    // Five standard deviations.
    let limit = 5.0 * expected.sqrt();
    assert!(counts.values().all(|&count| (f64::from(count) - expected).abs() < limit), "{counts:?}");
}

/// Follows hands whose choices were found by reading the rules in `docs/players.md`. Actions after `!` are
/// not choices of the beginner.
#[rstest]
// Spades count five tricks, the ace one, the guarded king a half: six and a half without the talon.
// Middlehand counts an ace and a guarded king, and plays; rearhand counts nothing.
#[case(
    "austrian",
    "F:AKQJT.A7.K7.7 98.KQJT.AQJ.K 7.98.T98.QJT9 ...A8",
    "hand pass pass !play_S play drop alone silent SA S8"
)]
// Five tricks and a half, with the talon one more. The seven of hearts is from the shortest suit.
#[case(
    "austrian",
    "F:AKQJ.A7.K87.8 T98.KQJT.AQJ. 7.98.T9.AKQJT ...97",
    "1 pass pass discard_H7_C7 play_S play play silent SA S8 S7"
)]
// Every card is low enough for a misère.
#[case("russian", "F:97.987.J97.87 AKQ.AKQ.AKQ.A JT8.JT.T8.KQJ ...T9", "misere")]
// Middlehand counts more than the four tricks owed, rearhand half a trick.
#[case(
    "russian",
    "F:97.987.J97.87 AKQ.AKQ.AKQ.A JT8.JT.T8.KQJ ...T9",
    "!6S !pass !pass !discard_CT_C9 !play_6S whist pass open"
)]
// Every card of middlehand is low enough for a misère, even under the duty to beat. Without holes the
// discard is from the shortest suit.
#[case(
    "illustrated",
    "F:AKQJT.A.KQ.AK 987.987.87.87 .KQJT.AJT9.QJ ...T9",
    "!1 !2 !pass !hold !pass !discard_CT_C9 usurp discard_D8_D7 !stay play_open-misere"
)]
// The talon leads the ten of clubs, and rearhand plays the highest card below the ace.
#[case("russian", "F:97.987.J97.87 AKQ.AKQ.AKQ.A JT8.JT.T8.KQJ ...T9", "!pass !pass !pass C7 CA CK")]
fn beginner_follows_written_rules(#[case] rules: &str, #[case] deal: &str, #[case] line: &str) {
    let variant: Variant = rules.parse().expect("a preset");
    let deal = deal.parse().expect("a deal");
    let mut hand = Hand::new(variant, deal, Table::default()).expect("a hand");
    for word in line.split(' ') {
        let text = word.trim_start_matches('!').replace('_', " ");
        let player = hand.player().expect("the hand goes on");
        if !word.starts_with('!') {
            let choice = BEGINNER.build_player(1).choose(&hand.view(player), &hand.legal_actions());
            assert_eq!(choice.to_string(), text, "{rules} {deal}: {line}");
        }
        hand.apply(text.parse::<Action>().expect("an action")).expect("legal");
    }
}

#[test]
fn player_names_are_parsed() {
    for kind in PlayerKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    let error = "expert".parse::<PlayerKind>().expect_err("no player").to_string();
    assert_eq!(error, "there is no player named 'expert'; the players are random beginner quick strong");
}

#[test]
fn records_match_checksum_of_player_version() {
    // Plays hands with each kind of player under all presets, and compares a checksum of the records with the one stored
    // for the version of the player. A `LayoutPlayer` draws few layouts here.
    let checksum = |count, player: fn(u64) -> Box<dyn Player>| {
        let mut records = String::new();
        for_random_hands(86_800_000, count, |_, seed, mut hand| {
            let mut seated: BySeat<Box<dyn Player>> = BySeat::from_fn(|_| player(seed));
            play_hand(&mut hand, &mut seated);
            records += &serde_json::to_string(&hand.record()).expect("a record has a JSON form");
        });
        format!("{:08x}", crc32fast::hash(records.as_bytes()))
    };
    let random = checksum(4, |seed| RANDOM.build_player(seed));
    let beginner = checksum(4, |seed| BEGINNER.build_player(seed));
    let layout_player = checksum(1, |seed| Box::new(LayoutPlayer::new(FEW_LAYOUTS, seed)));
    let played = PlayerKind::ALL.map(|kind| {
        let sum = match kind {
            PlayerKind::Random => &random,
            PlayerKind::Beginner => &beginner,
            _ => &layout_player,
        };
        format!("{kind} {}: {sum}", kind.version())
    });
    let rule =
        "raise `PlayerKind::version` of a player that chooses other actions, and write its checksum here";
    let known = ["random 1: 9d0f1932", "beginner 1: 62290e98", "quick 3: 464b9bb1", "strong 4: 464b9bb1"];
    assert_eq!(played, known, "{rule}");
}

#[test]
fn record_leads_to_equal_hand() {
    for rules in ["russian", "illustrated", "austrian-unlimited"] {
        let variant: Variant = rules.parse().expect("a preset");
        let options = MatchOptions {
            players: [BEGINNER, BEGINNER, RANDOM].map(Participant::from),
            is_duplicate: true,
            seed: 9,
        };
        let game = Match::new(variant, options).expect("a match");
        for played in game.play_deal(7) {
            let record = game.record(&played);
            let hand = Hand::from_record(&record.hand).expect("a record");
            assert_eq!(hand, played.hand, "{rules}");
            assert_eq!(Some(record.result), hand.result(), "{rules}");
        }
        let [one, other] = [(); 2].map(|()| game.play_deal(3));
        assert!(one.iter().zip(&other).all(|(one, other)| one.hand == other.hand));
    }
    let mut hand = Hand::new(
        "russian".parse::<Variant>().expect("a preset"),
        random::deal(&mut random::generator(3)),
        Table::default(),
    )
    .expect("a hand");
    let actions = play_hand(&mut hand, &mut BySeat::from_fn(|_| BEGINNER.build_player(0)));
    assert_eq!(actions, hand.steps().len());
}
