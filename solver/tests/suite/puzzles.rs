//! Errors for wrong conditions on deals, and tests of puzzles: endings, and deals with a hidden discard.

use preference::Analyst;
use preference::cards::{Card, Cards};
use preference::deal::random;
use preference::outcomes::discards::{discard_pairs, representative};
use preference::protocol::ask::Responder;
use preference::questions::cards::CardsOptions;
use preference::questions::catch::{CatchAnswer, CatchOptions, HiddenDiscard};
use preference::questions::contract_selection::ContractSelection;
use preference::questions::puzzle::catch_theme::CatchTheme;
use preference::questions::puzzle::{PuzzleAnswer, PuzzleKind, PuzzleOptions};
use preference::questions::talon::TalonOptions;
use preference::rules::{Contract, Declaration, Variant};
use preference::sampling::Condition;
use preference::search::Solver;
use preference::seat::{Seat, Seats};
use preference::situation::{CardsInput, Leader, Situation};
use preference_fixtures::{effort, judge};
use rstest::rstest;

#[rstest]
#[case("H=7", "is not a condition such as F:H")]
#[case("X:H", "'X' is not a seat")]
#[case("F:Q=7", "'Q' is not a contract")]
#[case("F:H=11", "'=11': write =N")]
#[case("F:H=one", "write =N, >=N, <=N")]
fn wrong_conditions_are_refused(#[case] text: &str, #[case] expected: &str) {
    let error = text.parse::<Condition>().expect_err("refused").to_string();
    assert!(error.contains(expected), "{text}: {error}");
}

fn catch(analyst: &mut Analyst, rules: &Variant, puzzle: &PuzzleAnswer) -> CatchAnswer {
    let PuzzleAnswer { contract, declarer, .. } = *puzzle;
    let declaration = Declaration { contract, declarer, from_hand: false };
    let situation = Situation::new(rules.clone(), puzzle.deal).with_declaration(declaration);
    let options = CatchOptions { cards: true, ..CatchOptions::default() };
    analyst.catch(&situation, &options).expect("an answer")
}

fn check_claim(puzzle: &PuzzleAnswer, answer: &CatchAnswer) -> CatchTheme {
    let (hidden, deal) = (puzzle.hidden.as_ref().expect("a hidden discard"), puzzle.deal);
    assert_eq!(
        (puzzle.kind, puzzle.depth, puzzle.leader),
        (PuzzleKind::Catch, None, answer.leader),
        "{deal}"
    );
    assert_eq!((hidden.worlds, &hidden.chance), (answer.worlds, &answer.chance), "{deal}");
    let rank = |discard: &HiddenDiscard| discard.outcome.rank(puzzle.contract);
    let best = answer.discards.iter().map(rank).max();
    if hidden.theme == CatchTheme::Lead {
        assert_eq!(answer.caught, Some(true), "{deal}");
        let catching = answer.cards.iter().filter(|card| card.caught == Some(true));
        let catching: Vec<Cards> = catching.map(|card| Cards::from_card(card.card)).collect();
        assert!(
            matches!(catching[..], [card] if puzzle.solution.last() == Some(&card)),
            "{deal} {catching:?}"
        );
        assert!(answer.cards.len() > 1 && hidden.mix.is_empty() && hidden.compared.is_empty(), "{deal}");
        return hidden.theme;
    }
    assert!(answer.caught == Some(false) && answer.chance.high < 1.0, "{deal}");
    let solution: Vec<Cards> = hidden.mix.iter().map(|discard| discard.discard).collect();
    assert_eq!(puzzle.solution, solution, "{deal}");
    let mixed = answer.discards.iter().filter(|discard| discard.weight > 0.0);
    assert!(mixed.clone().all(|discard| hidden.mix.contains(discard)), "{deal}");
    assert_eq!(mixed.count(), hidden.mix.len(), "{deal}");
    if let [heavy, light] = &hidden.compared[..] {
        assert_eq!(hidden.theme, CatchTheme::Paradox, "{deal}");
        assert!(answer.discards.contains(heavy) && answer.discards.contains(light), "{deal}");
        assert!(heavy.weight > light.weight && rank(heavy) < rank(light), "{deal}");
        assert_eq!(Some(rank(light)), best, "{deal}");
    } else {
        assert!(hidden.theme == CatchTheme::Mix && hidden.compared.is_empty(), "{deal}");
    }
    hidden.theme
}

#[test]
fn claims_of_hidden_puzzles_are_confirmed_by_catch() {
    let (mut analyst, rules) = (Analyst::new(), "russian".parse::<Variant>().expect("a preset"));
    let mut themes = Vec::new();
    let rows = [
        (Seat::Forehand, "misere", 0, 60),
        (Seat::Middlehand, "misere", 2, 150),
        (Seat::Rearhand, "misere", 4, 60),
        (Seat::Middlehand, "7H", 6, 30),
    ];
    for (declarer, contract, seed, among) in rows {
        let contract: Contract = contract.parse().expect("a contract");
        let situation = Situation::new(rules.clone(), CardsInput::Nothing).with_declarer(declarer);
        let options = PuzzleOptions {
            count: 99,
            among: among * effort() as u64,
            seed,
            kind: PuzzleKind::Catch,
            theme: None,
            contracts: ContractSelection::from(vec![contract]),
            ..PuzzleOptions::default()
        };
        // There may be no puzzle among few deals.
        let puzzles = analyst.puzzle(&situation, &options).unwrap_or_default();
        let worlds = puzzles.iter().filter_map(|puzzle| puzzle.hidden.as_ref()).map(|hidden| hidden.worlds);
        assert!(worlds.is_sorted_by(|one, next| one >= next));
        for puzzle in &puzzles {
            assert_eq!((puzzle.contract, puzzle.declarer), (contract, declarer));
            themes.push(check_claim(puzzle, &catch(&mut analyst, &rules, puzzle)));
        }
    }
    for theme in [CatchTheme::Lead, CatchTheme::Mix, CatchTheme::Paradox] {
        assert!(themes.contains(&theme), "{theme:?} in {themes:?}");
    }
}

#[rstest]
#[case(CatchTheme::Lead)]
#[case(CatchTheme::Mix)]
#[case(CatchTheme::Paradox)]
fn theme_selects_among_hidden_puzzles(#[case] theme: CatchTheme) {
    let (mut analyst, rules) = (Analyst::new(), "russian".parse::<Variant>().expect("a preset"));
    let situation = Situation::new(rules, CardsInput::Nothing).with_declarer(Seat::Middlehand);
    let contracts = ContractSelection::from(vec![Contract::Misere]);
    let options =
        PuzzleOptions { kind: PuzzleKind::Catch, count: 99, among: 120, contracts, ..Default::default() };
    let all = analyst.puzzle(&situation, &options).expect("puzzles");
    let has_theme =
        |puzzle: &&PuzzleAnswer| puzzle.hidden.as_ref().is_some_and(|hidden| hidden.theme == theme);
    let expected: Vec<PuzzleAnswer> = all.iter().filter(has_theme).cloned().collect();
    let options = PuzzleOptions { theme: Some(theme), ..options.clone() };
    assert_eq!(analyst.puzzle(&situation, &options).unwrap_or_default(), expected, "{theme:?}");
}

#[rstest]
#[case(r#""kind":"catch","theme":"swindle""#, r#""code":"bad-value","field":"theme""#)]
#[case(r#""kind":"lead","theme":"mix""#, r#""code":"not-here","field":"theme""#)]
#[case(r#""theme":"lead""#, r#""code":"not-here","field":"theme""#)]
#[case(r#""kind":"catch","contract":"allpass""#, r#""code":"not-here","field":"contract""#)]
#[case(
    r#""kind":"catch","contract":["run6","uno","open-misere"]"#,
    r#""code":"not-here","field":"contract""#
)]
#[case(r#""kind":"catch","theme":"lead","contract":"slam""#, r#""code":"not-here","field":"theme""#)]
#[case(r#""kind":"catch""#, r#""code":"nothing-found","field":"among""#)]
fn impossible_hidden_discard_puzzles_are_refused(#[case] fields: &str, #[case] expected: &str) {
    let line = format!(r#"{{"ask":"puzzle","rules":"russian","among":1,{fields}}}"#);
    let answer = Responder::default().answer(&mut Analyst::new(), &line);
    assert!(answer.contains(expected), "{line}: {answer}");
}

/// The winning leads of an ending, found by plain minimax, and the number of legal leads. A declarer's lead
/// wins if the contract is made after it, a defender's if it fails.
fn winning_leads(rules: &Variant, puzzle: &PuzzleAnswer) -> (Vec<Card>, usize) {
    let PuzzleAnswer { contract, declarer, leader, .. } = *puzzle;
    let taken = puzzle.taken.expect("tricks before the ending");
    let declaration = Declaration { contract, declarer, from_hand: false };
    let situation = Situation::new(rules.clone(), puzzle.deal)
        .with_declaration(declaration)
        .with_leader(Leader::Seat(leader))
        .with_tricks_taken(taken);
    let position = *situation.play().expect("an ending").position();
    let target = rules.target(contract, false);
    let is_made = |winners: &[usize]| {
        let tricks = winners.iter().filter(|&&winner| Seat::ALL[winner] == declarer).count();
        target.is_made_by(taken[declarer] + tricks as u8).expect("a number of tricks decides").into()
    };
    let declarers = Seats::from_seat(declarer);
    let legal: Vec<Card> = position.legal_cards().iter().collect();
    let wins = |&card: &Card| {
        let (judge_position, winner) = judge::JudgePosition::from_position(&position).play(judge::card(card));
        assert!(winner.is_none(), "three seats play to a trick");
        (judge_position.value(declarers, 1, &is_made) == 1) == (leader == declarer)
    };
    (legal.iter().copied().filter(wins).collect(), legal.len())
}

#[rstest]
#[case("austrian", "H", Seat::Forehand, PuzzleKind::Lead)]
#[case("russian", "7S", Seat::Middlehand, PuzzleKind::Defence)]
#[case("russian", "misere", Seat::Rearhand, PuzzleKind::Defence)]
#[case("american", "8N", Seat::Rearhand, PuzzleKind::Lead)]
fn solutions_of_endings_match_plain_minimax(
    #[case] name: &str,
    #[case] contract: &str,
    #[case] declarer: Seat,
    #[case] kind: PuzzleKind,
) {
    let mut analyst = Analyst::new();
    let rules: Variant = name.parse().expect("a preset");
    let contract: Contract = contract.parse().expect("a contract");
    let situation = Situation::new(rules.clone(), CardsInput::Nothing).with_declarer(declarer);
    let options = PuzzleOptions {
        count: 10 * effort(),
        among: 100 * effort() as u64,
        kind,
        contracts: ContractSelection::from(vec![contract]),
        cards: 4,
        ..PuzzleOptions::default()
    };
    let puzzles = analyst.puzzle(&situation, &options).expect("puzzles");
    for puzzle in &puzzles {
        let deal = puzzle.deal;
        let taken = puzzle.taken.expect("tricks before the ending");
        assert_eq!(taken.0.iter().sum::<u8>(), 6, "{deal}");
        // The seat that leads has taken the last trick.
        assert!(taken[puzzle.leader] > 0, "{deal} {taken:?}");
        assert_eq!(puzzle.leader == declarer, kind == PuzzleKind::Lead, "{deal}");
        let (winning, legal) = winning_leads(&rules, puzzle);
        let winning: Vec<Cards> = winning.into_iter().map(Cards::from_card).collect();
        assert!(puzzle.solution == winning && winning.len() < legal, "{name} {deal} {winning:?}");
    }
    assert!(puzzles.len() > 2, "{name} {contract} {kind:?}: {} puzzles", puzzles.len());
}

/// The depth of `cards`, by plain minimax and recursion over all plays.
fn plain_depth(situation: &Situation, played: &[Card], declares: bool) -> u8 {
    let play = situation.clone().with_cards_played(played.to_vec()).play().expect("legal cards");
    let (position, declarer) = (*play.position(), play.declarer());
    if position.is_over() {
        return 0;
    }
    let with = |card: Card| [played, &[card]].concat();
    let mover = position.to_move();
    let legal: Vec<Card> = position.legal_cards().iter().collect();
    if (mover == declarer) != declares {
        return legal
            .into_iter()
            .map(|card| plain_depth(situation, &with(card), declares))
            .max()
            .expect("a card");
    }
    let others = Seat::ALL.into_iter().filter(|&seat| seat != mover).map(|seat| position.hand(seat));
    let others = others.fold(position.trick().collect(), |all: Cards, hand| all | hand);
    // Cards of one suit without another seat's card between them are one choice.
    let is_one_choice = |cards: &[Card]| {
        let (high, low) = (cards[0], cards[cards.len() - 1]);
        high.suit() == low.suit()
            && !others.iter().any(|card| card.suit() == low.suit() && low < card && card < high)
    };
    if is_one_choice(&legal) {
        return plain_depth(situation, &with(legal[0]), declares);
    }
    let target = situation.rules().target(play.contract(), false);
    let wins = |&card: &Card| {
        let after = situation.clone().with_cards_played(with(card)).play().expect("legal cards");
        let taken = after.tricks_taken()[declarer];
        let is_made = |winners: &[usize]| {
            let tricks = winners.iter().filter(|&&winner| Seat::ALL[winner] == declarer).count();
            target.is_made_by(taken + tricks as u8).expect("a number of tricks decides").into()
        };
        let position = judge::JudgePosition::from_position(after.position());
        (position.value(Seats::from_seat(declarer), 1, &is_made) == 1) == declares
    };
    let winning: Vec<Card> = legal.iter().copied().filter(wins).collect();
    match winning.first() {
        Some(&card) if winning.len() < legal.len() && is_one_choice(&winning) => {
            1 + plain_depth(situation, &with(card), declares)
        }
        _ => 0,
    }
}

#[test]
fn depth_of_cards_matches_plain_recursion() {
    let (mut analyst, mut counts) = (Analyst::new(), [0; 4]);
    let options = CardsOptions { depth: true, ..CardsOptions::default() };
    for (name, contract, kind) in [
        ("austrian", "H", PuzzleKind::Lead),
        ("russian", "misere", PuzzleKind::Defence),
        ("american", "8N", PuzzleKind::Defence),
    ] {
        let rules: Variant = name.parse().expect("a preset");
        let searched = PuzzleOptions {
            count: 20 * effort(),
            among: 100 * effort() as u64,
            kind,
            contracts: ContractSelection::from(vec![contract.parse().expect("a contract")]),
            cards: 3,
            ..PuzzleOptions::default()
        };
        let situation = Situation::new(rules.clone(), CardsInput::Nothing).with_declarer(Seat::Middlehand);
        for puzzle in analyst.puzzle(&situation, &searched).expect("puzzles") {
            let PuzzleAnswer { contract, declarer, leader, .. } = puzzle;
            let mut situation = Situation::new(rules.clone(), puzzle.deal)
                .with_declaration(Declaration { contract, declarer, from_hand: false })
                .with_leader(Leader::Seat(leader))
                .with_tricks_taken(puzzle.taken.expect("tricks before the ending"));
            // From the first card on, and in the middle of the first trick.
            for lead in [None, puzzle.solution[0].iter().next()] {
                situation = situation.with_cards_played(lead.into_iter().collect());
                let answer = analyst.cards(&situation, &options).expect("an answer");
                let declares = answer.to_move == Some(declarer);
                let depth = answer.depth.expect("a depth");
                let played: Vec<Card> = lead.into_iter().collect();
                assert_eq!(
                    depth,
                    plain_depth(&situation, &played, declares),
                    "{name} {} {lead:?}",
                    puzzle.deal
                );
                counts[usize::from(depth)] += 1;
                if lead.is_none() {
                    assert_eq!(Some(depth), puzzle.depth, "{name} {}", puzzle.deal);
                }
            }
        }
    }
    assert!(counts[..3].iter().all(|&count| count > 2), "{counts:?}");
}

#[rstest]
#[case(r#""kind":"discard","cards":4"#, r#""code":"not-here","field":"cards""#)]
#[case(r#""kind":"catch","cards":4"#, r#""code":"not-here","field":"cards""#)]
#[case(r#""contract":["uno","run6"],"cards":4"#, r#""code":"not-here","field":"contract""#)]
#[case(r#""cards":11"#, r#""code":"bad-value","field":"cards""#)]
// A declarer who leads to a later trick has taken the trick before, so that a misère has failed already.
#[case(r#""contract":"misere","cards":4"#, r#""code":"nothing-found","field":"among""#)]
fn impossible_puzzles_of_endings_are_refused(#[case] fields: &str, #[case] expected: &str) {
    let line = format!(r#"{{"ask":"puzzle","rules":"russian","among":30,{fields}}}"#);
    let answer = Responder::default().answer(&mut Analyst::new(), &line);
    assert!(answer.contains(expected), "{line}: {answer}");
}

#[test]
fn depth_of_discard_counts_discard_and_play_after_it() {
    let rules: Variant = "illustrated".parse().expect("a preset");
    let (mut analyst, mut counts) = (Analyst::new(), [0; 3]);
    for contract in ["S", "N", "misere"] {
        let contract: Contract = contract.parse().expect("a contract");
        let declaration = Declaration { contract, declarer: Seat::Forehand, from_hand: false };
        let searched = PuzzleOptions {
            count: 4 * effort(),
            among: 400 * effort() as u64,
            kind: PuzzleKind::Discard,
            contracts: vec![contract].into(),
            ..PuzzleOptions::default()
        };
        let nothing = Situation::new(rules.clone(), CardsInput::Nothing).with_declarer(Seat::Forehand);
        let puzzles = analyst.puzzle(&nothing, &searched).expect("puzzles").into_iter();
        let puzzles = puzzles.map(|puzzle| (puzzle.deal.deal().expect("a deal"), puzzle.depth));
        let others = (0..4).map(|seed| (random::deal(&mut random::generator(65_400_000 + seed)), None));
        for (deal, puzzle_depth) in puzzles.chain(others) {
            let situation =
                Situation::new(rules.clone(), deal).with_declarer(Seat::Forehand).with_contract(contract);
            let options =
                TalonOptions { depth: true, contracts: vec![contract].into(), ..TalonOptions::default() };
            let depth = analyst.talon(&situation, &options).expect("an answer").best[0].depth;
            assert!(puzzle_depth.is_none() || depth == puzzle_depth, "{deal} {contract}");
            // One discard of each kind that makes the contract.
            let mut winning: Vec<Cards> = Vec::new();
            for cards in discard_pairs(&rules, &deal, Seat::Forehand) {
                let kind = |cards| representative(&deal, Seat::Forehand, cards);
                let play = situation.clone().with_discard(cards).play_with(declaration).expect("a play");
                if play.is_made(&mut Solver::new()) && winning.iter().all(|&other| kind(other) != kind(cards))
                {
                    winning.push(cards);
                }
            }
            let expected = match winning[..] {
                // Forehand leads, so that the turns of `cards` are the declarer's.
                [only] => {
                    let options = CardsOptions { depth: true, ..CardsOptions::default() };
                    let cards = analyst.cards(&situation.with_discard(only), &options).expect("an answer");
                    1 + cards.depth.expect("a depth")
                }
                _ => 0,
            };
            assert_eq!(depth, Some(expected), "{deal} {contract}");
            counts[usize::from(expected.min(2))] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}
