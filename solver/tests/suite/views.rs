//! Views of random hands: equal for a seat that cannot tell two hands apart, and different otherwise.

use std::collections::BTreeMap;

use preference::Analyst;
use preference::cards::{Card, Cards, Suit, Suits};
use preference::deal::{Deal, random};
use preference::hand::{Action, Hand, Phase, Table, View};
use preference::questions::state::StateOptions;
use preference::rules::{Call, Contract, Variant};
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::Dealer;
use preference_fixtures::effort;
use rstest::rstest;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::hands::{for_random_hands, random_action, random_action_or_offer};

/// The cards that a seat has seen at this moment, by a plain reading of the rules of each preset: its
/// own, the talon and discards that it took up or was shown, open hands, and cards played.
fn cards_seen(preset: &str, hand: &Hand, seat: Seat) -> Cards {
    let mut seen = hand.deal().hand(seat);
    let is_shown = !preset.starts_with("austrian")
        && !["styrian", "danube-swabian", "american"].contains(&preset)
        && !preset.starts_with("illustrated");
    let mut aside = hand.deal().talon();
    // The seat that has taken up the cards in `aside`, and whether they are the talon.
    let mut is_talon = true;
    let mut players = Vec::new();
    for step in hand.steps() {
        match step.action {
            Action::Discard(cards) => {
                if step.player == seat || is_talon && is_shown {
                    seen |= aside;
                }
                players.push(step.player);
                (aside, is_talon) = (cards, false);
            }
            Action::Card(card) => seen.insert(card),
            _ => {}
        }
    }
    let to_discard = hand.phase() == Phase::Discard
        || hand.legal_actions().contains(&"give-up".parse().expect("an action"));
    let takes = to_discard && hand.phase() != Phase::Decisions && hand.declarer().is_some();
    if takes && (hand.declarer() == Some(seat) || is_talon && is_shown) {
        seen |= aside;
    }
    let Some(position) = hand.position() else { return seen };
    if position.setup().declarer.is_none() && ["russian", "leningrad"].contains(&preset) {
        let cards = hand.steps().iter().filter(|step| matches!(step.action, Action::Card(_))).count();
        seen |= hand.talon_order().into_iter().take(if cards < 3 { 1 } else { 2 }).collect();
    }
    let is_led = hand.steps().iter().any(|step| matches!(step.action, Action::Card(_)));
    let is_misere = hand.declaration().is_some_and(|declaration| declaration.contract == Contract::Misere);
    let is_misere_open = is_misere
        && ["russian", "leningrad", "rostov"].contains(&preset)
        && (is_led || hand.to_act() != hand.declarer());
    let is_open = is_misere_open || hand.steps().iter().any(|step| step.action == Action::OpenPlay);
    for other in Seat::ALL {
        let declares = hand.declarer() == Some(other);
        let exposes = hand.declaration().is_some_and(|declaration| {
            matches!(declaration.contract, Contract::OpenMisere | Contract::OpenSlam)
        });
        if is_open && !declares || exposes && declares {
            seen |= position.hand(other);
        }
    }
    seen
}

/// The hand in which two cards have changed places and the same actions were taken. `None` if an
/// action is then illegal.
pub(crate) fn with_cards_swapped(hand: &Hand, one: Card, other: Card) -> Option<Hand> {
    let swap = |card: Card| match card {
        _ if card == one => other,
        _ if card == other => one,
        card => card,
    };
    let swap_all = |cards: Cards| cards.iter().map(swap).collect::<Cards>();
    let deal = hand.deal();
    let hands = BySeat::from_fn(|seat| swap_all(deal.hand(seat)));
    let swapped = Deal::new(hands, swap_all(deal.talon())).expect("a deal");
    let mut replay =
        hand.with_deal(swapped).with_talon_order(&hand.talon_order().map(swap)).expect("the talon");
    for step in hand.steps() {
        let action = match step.action {
            Action::Discard(cards) => Action::Discard(swap_all(cards)),
            action => action,
        };
        replay.apply(action).ok()?;
    }
    Some(replay)
}

/// What the player who decides can do, and is told about claims and offers.
fn answers(hand: &Hand) -> (Vec<Action>, Vec<Action>, Vec<Action>, Vec<String>) {
    let is_quick =
        hand.claims().is_empty() || hand.position().is_some_and(|position| position.tricks_left() < 6);
    let tried = (0..=10)
        .filter(|_| is_quick)
        .map(Action::Claim)
        .chain(["offer F=0,M=0,R=10"].map(|text| text.parse().expect("an action")));
    let told =
        |action| hand.clone().apply(action).map_or_else(|error| error.to_string(), |()| "done".to_owned());
    (hand.legal_actions(), hand.claims(), hand.offers(), tried.map(told).collect())
}

#[test]
fn views_differ_exactly_by_what_was_seen() {
    // Swaps two cards in random hands. If the actions stay legal after the swap, a seat that has seen neither card must
    // have equal views, and a seat that has seen only one of them must have different views.
    let (mut equal, mut different) = (BTreeMap::<Phase, usize>::new(), BTreeMap::<Phase, usize>::new());
    for_random_hands(83_000_000, 12 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            for seat in Seat::ALL {
                let seen = cards_seen(preset, &hand, seat);
                let played: Cards = hand
                    .steps()
                    .iter()
                    .filter_map(|step| match step.action {
                        Action::Card(card) => Some(card),
                        _ => None,
                    })
                    .collect();
                // Cards of one suit can often be swapped without another action being illegal.
                let cards: Vec<Card> = (Cards::PACK - played).iter().collect();
                let one = cards[random::number_below(random, cards.len())];
                let same: Vec<Card> =
                    cards.iter().copied().filter(|card| card.suit() == one.suit()).collect();
                let other = same[random::number_below(random, same.len())];
                if one == other {
                    continue;
                }
                let Some(swapped) = with_cards_swapped(&hand, one, other) else { continue };
                let views = [hand.view(seat), swapped.view(seat)];
                let phase = hand.phase();
                match (seen.contains(one), seen.contains(other)) {
                    (false, false) => {
                        let actions: Vec<String> =
                            hand.steps().iter().map(|step| step.action.to_string()).collect();
                        let is_equal = views[0] == views[1];
                        assert!(
                            is_equal,
                            "{preset} {seed} {seat} {one} {other} {} {actions:?} {seen}",
                            hand.deal()
                        );
                        if hand.player() == Some(seat) {
                            assert_eq!(
                                answers(&hand),
                                answers(&swapped),
                                "{preset} {seed} {one} {other} {actions:?}"
                            );
                        }
                        *equal.entry(phase).or_default() += 1;
                    }
                    // If the seat has seen both cards, its views may be equal or different: equal if both cards lay in
                    // one place, such as the talon.
                    (true, true) => {}
                    _ => {
                        let actions: Vec<String> =
                            hand.steps().iter().map(|step| step.action.to_string()).collect();
                        let is_equal = views[0] == views[1];
                        assert!(
                            !is_equal,
                            "{preset} {seed} {seat} {one} {other} {} {actions:?} {seen}",
                            hand.deal()
                        );
                        *different.entry(phase).or_default() += 1;
                    }
                }
            }
            hand.apply(random_action_or_offer(random, &hand, 0.4)).expect("legal");
        }
    });
    println!("equal views: {equal:?}\ndifferent views: {different:?}");
    let phases =
        [Phase::Auction, Phase::Discard, Phase::Announcement, Phase::Decisions, Phase::Play, Phase::Offer];
    for phase in phases {
        assert!(equal.contains_key(&phase) && different.contains_key(&phase), "{phase:?}");
    }
}

#[rstest]
#[case(["misere", "pass", "pass"], Seat::Forehand, false)]
#[case(["pass", "misere", "pass"], Seat::Middlehand, true)]
fn defenders_hands_lie_open_in_russian_misere(
    #[case] auction: [&str; 3],
    #[case] declarer: Seat,
    #[case] are_open_before_lead: bool,
) {
    let deal: Deal = "F:Q..KQJ97.AK97 AK.K987.A.JT8 J987.QJT.T8.Q T.A..".parse().expect("a deal");
    let rules: Variant = "russian".parse().expect("a preset");
    let mut hand = Hand::new(rules, deal, Table::default()).expect("a hand");
    for call in auction {
        hand.apply(call.parse::<Action>().expect("a call")).expect("legal");
    }
    while hand.phase() != Phase::Play {
        let action = hand.legal_actions()[0];
        hand.apply(action).expect("legal");
    }
    let defenders = Seats::ALL - Seats::from_seat(declarer);
    let are_open = |hand: &Hand| {
        let is_open = |seat: Seat, other: Seat| hand.view(seat).hands[other].is_some();
        let pairs =
            Seat::ALL.into_iter().flat_map(|seat| defenders.into_iter().map(move |other| (seat, other)));
        let mut others = pairs.filter(|(seat, other)| seat != other);
        let first = others.next().is_some_and(|(seat, other)| is_open(seat, other));
        assert!(others.all(|(seat, other)| is_open(seat, other) == first), "open to all or to nobody");
        first
    };
    assert_eq!(are_open(&hand), are_open_before_lead, "{declarer}");
    let card = hand.legal_actions()[0];
    hand.apply(card).expect("legal");
    assert!(are_open(&hand), "{declarer}");
    for seat in defenders {
        assert_eq!(hand.view(seat).hands[declarer], None, "{declarer}");
    }
}

#[test]
fn different_actions_have_different_views() {
    // Takes two different actions in the same hand. All seats see that they differ, except that a discard is
    // seen only by the declarer.
    let (mut shown, mut hidden) = (0, 0);
    for_random_hands(84_000_000, 8 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            let [one, other] = [(); 2].map(|()| random_action(random, &hand, 0.4));
            if one != other {
                let views = [one, other].map(|action| {
                    let mut after = hand.clone();
                    after.apply(action).expect("legal");
                    BySeat::from_fn(|seat| after.view(seat))
                });
                let player = hand.player();
                for seat in Seat::ALL {
                    let is_hidden = matches!(one, Action::Discard(_)) && player != Some(seat);
                    let is_equal = views[0][seat] == views[1][seat];
                    assert_eq!(is_equal, is_hidden, "{preset} {seed} {seat}: {one} or {other}");
                    *(if is_hidden { &mut hidden } else { &mut shown }) += 1;
                }
            }
            hand.apply(one).expect("legal");
        }
    });
    println!("{shown} actions seen, {hidden} not");
    assert!(shown > 1000 && hidden > 10);
}

#[test]
fn views_show_own_cards_and_true_voids() {
    let (mut voids, mut open) = (0, 0);
    for_random_hands(87_000_000, 8 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            if let Some(position) = hand.position().filter(|_| hand.phase() == Phase::Play) {
                for seat in position.setup().playing {
                    let view = hand.view(seat);
                    assert_eq!(view.hands[seat], Some(position.hand(seat)), "{preset} {seed}");
                    for other in position.setup().playing {
                        let held = position.hand(other);
                        assert!((view.voids[other].cards() & held).is_empty(), "{preset} {seed} {other}");
                        assert!(
                            view.hands[other].is_none_or(|cards| cards == held),
                            "{preset} {seed} {other}"
                        );
                        voids += usize::from(!view.voids[other].is_empty());
                        open += usize::from(other != seat && view.hands[other].is_some());
                    }
                }
            }
            hand.apply(random_action(random, &hand, 0.4)).expect("legal");
        }
    });
    println!("{voids} voids, {open} open hands of others");
    assert!(voids > 1000 && open > 100);
}

#[test]
fn views_are_equal_exactly_if_their_texts_are() {
    // Writes views of random hands as JSON. Equal views have equal texts, and different views different ones; the answer
    // to `state` for a seat is equal if the view of the seat is equal.
    let analyst = Analyst::new();
    let (mut equal, mut different) = (0, 0);
    for_random_hands(90_000_000, 4 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            let [one, other] = [(); 2].map(|()| random_action(random, &hand, 0.4));
            let hands = [one, other].map(|action| {
                let mut after = hand.clone();
                after.apply(action).expect("legal");
                after
            });
            for seat in Seat::ALL {
                let views = [0, 1].map(|n| hands[n].view(seat));
                let texts = [0, 1].map(|n| serde_json::to_string(&views[n]).expect("a view"));
                assert_eq!(
                    views[0] == views[1],
                    texts[0] == texts[1],
                    "{preset} {seed} {seat} {one} {other}"
                );
                let options = StateOptions { seat: Some(Dealer::Seat(seat)) };
                if views[0] == views[1] {
                    let states = [0, 1].map(|n| analyst.state(&hands[n], options).expect("a state"));
                    assert_eq!(states[0], states[1], "{preset} {seed} {seat} {one} {other}");
                    equal += usize::from(one != other);
                } else {
                    different += 1;
                }
            }
            hand.apply(one).expect("legal");
        }
    });
    println!("{equal} pairs of equal views, {different} of different ones");
    assert!(equal > 10 && different > 1000);
}

fn read_again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("JSON");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn views_and_states_are_read_as_written() {
    let analyst = Analyst::new();
    let (mut from_hand, mut with_talon) = (0, 0);
    for_random_hands(94_000_000, 4 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        loop {
            let seat = Seat::ALL[hand.steps().len() % 3];
            let view = hand.view(seat);
            assert_eq!(read_again(&view), view, "{preset} {seed}");
            let json = serde_json::to_value(&view).expect("JSON");
            assert_eq!(View::<Seat>::deserialize(json).expect("a view"), view, "{preset} {seed}");
            for options in [StateOptions { seat: Some(Dealer::Seat(seat)) }, StateOptions { seat: None }] {
                let state = analyst.state(&hand, options).expect("a state");
                assert_eq!(read_again(&state), state, "{preset} {seed}");
            }
            let declaration = view.declaration;
            from_hand += usize::from(declaration.is_some_and(|declaration| declaration.from_hand));
            with_talon += usize::from(declaration.is_some_and(|declaration| !declaration.from_hand));
            if hand.is_over() {
                break;
            }
            hand.apply(random_action(random, &hand, 0.4)).expect("legal");
        }
    });
    println!("{from_hand} views of games from the hand, {with_talon} of games with the talon");
    assert!(from_hand > 10 && with_talon > 10);
}

#[test]
fn sitting_dealer_sees_what_all_see() {
    // Compares the view of a dealer who sits out with the views of the seats: it shows what all of them see.
    let mut views = 0;
    for_random_hands(91_000_000, 4 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            hand.apply(random_action(random, &hand, 0.4)).expect("legal");
            let dealer = hand.view_of(Dealer::Sitting);
            assert_eq!(dealer.is_some(), hand.table().four);
            let Some(dealer) = dealer else { continue };
            let seats = Seat::ALL.map(|seat| hand.view(seat));
            assert!(dealer.dealt.is_empty());
            let is_seen_by_all =
                |seen: fn(&View) -> Cards| seats.iter().map(seen).reduce(|all, one| all & one);
            assert_eq!(Some(dealer.talon), is_seen_by_all(|view| view.talon), "{preset} {seed}");
            for (n, step) in dealer.steps.iter().enumerate() {
                let is_public = seats.iter().all(|view| view.steps[n].action.is_some());
                assert_eq!(step.action.is_some(), is_public, "{preset} {seed} {n}");
            }
            for seat in Seat::ALL {
                let mut others = seats.iter().filter(|view| view.seat != seat);
                let is_open = others.all(|view| view.hands[seat].is_some());
                assert_eq!(dealer.hands[seat].is_some(), is_open, "{preset} {seed} {seat}");
            }
            let [view, ..] = seats;
            assert_eq!((dealer.voids, dealer.phase, dealer.result), (view.voids, view.phase, view.result));
            views += 1;
        }
    });
    println!("{views} views of sitting dealers");
    assert!(views > 300);
}

/// The number of all tricks, and of the tricks won by a card of the talon.
fn count_tricks(hand: &Hand) -> [usize; 2] {
    let winners = hand.trick_winners();
    for seat in Seat::ALL {
        let won = winners.iter().filter(|&&winner| winner == Some(seat)).count();
        assert_eq!(won, usize::from(hand.tricks()[seat]), "{seat}: {}", hand.deal());
    }
    [winners.len(), winners.iter().filter(|winner| winner.is_none()).count()]
}

#[test]
fn winners_agree_with_tricks() {
    let mut won = 0;
    for_random_hands(92_000_000, 16 * effort(), |_, seed, mut hand| {
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            hand.apply(random_action(random, &hand, 0.4)).expect("legal");
        }
        won += count_tricks(&hand)[0];
    });
    assert!(won > 300, "{won} tricks");
}

#[test]
fn talon_wins_no_tricks_for_seats() {
    let rules: Variant = "russian".parse().expect("a preset");
    let table = Table { four: true, ..Table::default() };
    let mut by_talon = 0;
    for seed in 0..50 {
        let random = &mut random::generator(seed);
        let deal = random::deal(random);
        let mut hand = Hand::new(rules.clone(), deal, table.clone()).expect("rules of hands");
        for _ in Seat::ALL {
            hand.apply(Call::Pass).expect("legal");
        }
        while !hand.is_over() {
            hand.apply(random_action(random, &hand, 0.4)).expect("legal");
        }
        by_talon += count_tricks(&hand)[1];
    }
    assert!(by_talon > 0);
}

#[test]
fn void_is_shown_by_failing_to_follow() {
    // Checks the voids that one trick shows: forehand leads a spade, middlehand follows suit, and rearhand has no spade.
    let rules: Variant = "american".parse().expect("a preset");
    let deal = "F:AKQJT98.AK.A. 7.QJT.KQJ.AKQ .987.T98.JT98 ..7.7".parse().expect("a deal");
    let mut hand = Hand::new(rules, deal, Table::default()).expect("a hand");
    for text in ["H", "pass", "pass", "SA", "S7", "D8"] {
        hand.apply(text.parse::<Action>().expect("an action")).expect("legal");
    }
    let view = hand.view(Seat::Forehand);
    let expected = BySeat([Suits::default(), Suits::default(), Suits::from_iter([Suit::Spades])]);
    assert_eq!((view.voids, view.tricks), (expected, BySeat([1, 0, 0])));
}
