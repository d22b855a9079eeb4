//! Exact counts and extremes over all layouts, against layouts solved one by one.

use preference::cards::{Card, Cards};
use preference::deal::{Deal, PartialDeal};
use preference::outcomes::outcome::{Outcome, SolveDetail};
use preference::questions::evaluate::{EvaluateOptions, Extremes, TalonEvaluation};
use preference::questions::talon::TalonOptions;
use preference::rules::{Contract, Declaration};
use preference::sampling::{Constraint, KnownCards, Layouts, Means, SampleOptions};
use preference::search::Solver;
use preference::seat::BySeat;
use preference::situation::Play;
use preference::{Analyst, Seat, Situation, Variant};
use preference_fixtures::{effort, random};
use rand::RngExt;
use rand::seq::IndexedRandom;

const RULES: [&str; 4] = ["austrian", "russian", "american", "hungarian"];
const CONTRACTS: [&str; 5] = ["S", "8H", "N", "misere", "10N"];

/// A declarer with twelve known cards, and layouts that differ in the places of a few cards.
struct Case {
    situation: Situation,
    declarer: Seat,
    contract: Contract,
    constraints: Vec<Constraint>,
    layouts: Vec<Deal>,
}

impl Case {
    fn random(seed: u64) -> Case {
        let generator = &mut random::generator(seed);
        let deal = random::deal(generator);
        let rules: Variant = RULES[generator.random_range(0..RULES.len())].parse().expect("a preset");
        let declarer = Seat::ALL[generator.random_range(0..3)];
        let contract = CONTRACTS[generator.random_range(0..CONTRACTS.len())].parse().expect("a contract");
        let left: Vec<Card> = deal.hand(declarer.left()).iter().collect();
        // Seven of the cards of the left hand stay where they are; with the others there are C(13, 3) layouts.
        let fixed: Vec<Card> = left.sample(generator, 7).copied().collect();
        let constraint = |card: &Card| format!("{}:{card}=1", declarer.left()).parse().expect("a constraint");
        let constraints: Vec<Constraint> = fixed.iter().map(constraint).collect();
        let mut known = KnownCards::ten_each();
        (known.hands[declarer], known.talon) = (deal.hand(declarer), deal.talon());
        let layouts = Layouts::with_constraints(&known, &constraints).expect("layouts");
        let layout = |number| {
            let (hands, talon) = layouts.nth(number);
            Deal::new(hands, talon).expect("a deal")
        };
        let layouts: Vec<Deal> = (0..layouts.count()).map(layout).collect();
        let mut hands = BySeat([None; 3]);
        hands[declarer] = Some(deal.hand(declarer));
        let situation = Situation::new(rules, PartialDeal { hands, talon: Some(deal.talon()) });
        Case { situation, declarer, contract, constraints, layouts }
    }

    fn evaluate(&self, discard: Option<Cards>, goal: SolveDetail) -> TalonEvaluation {
        let options = EvaluateOptions {
            contracts: vec![self.contract].into(),
            goal,
            sample: SampleOptions {
                layouts: u64::MAX,
                constraints: self.constraints.clone(),
                ..SampleOptions::default()
            },
            discard,
            talon_only: true,
            extremes: true,
            ..EvaluateOptions::default()
        };
        let answer = Analyst::new().evaluate(&self.situation, &options).expect("an answer");
        assert!(answer.all && answer.results[0].hand.is_none());
        answer.results[0].talon.clone()
    }

    /// Checks the answer against the outcome on each layout.
    fn check(&self, answer: &TalonEvaluation, outcomes: &[Outcome]) {
        let made = outcomes.iter().filter(|outcome| outcome.made).count() as u64;
        assert_eq!((answer.means.made, answer.means.of), (Some(made), Some(outcomes.len() as u64)));
        let tricks: Vec<u8> = outcomes.iter().map(|outcome| outcome.tricks.expect("tricks")).collect();
        let Extremes { fewest, most, made: counted, of, .. } = answer.extremes.as_ref().expect("extremes");
        assert_eq!((*counted, *of), (made, outcomes.len() as u64));
        for (extreme, wanted) in [(fewest, tricks.iter().min()), (most, tricks.iter().max())] {
            let wanted = *wanted.expect("a layout");
            let first = tricks.iter().position(|&tricks| tricks == wanted).expect("a layout");
            assert_eq!((extreme.tricks, extreme.layout), (wanted, self.layouts[first]));
        }
    }
}

#[test]
fn best_discards_on_every_layout_agree_with_all_discards_solved() {
    for seed in 0..effort() as u64 {
        println!("seed {seed}");
        let case = Case::random(seed);
        let analyst = &mut Analyst::new();
        let options = TalonOptions { contracts: vec![case.contract].into(), ..TalonOptions::default() };
        let outcomes = case.layouts.iter().map(|&deal| {
            let situation = Situation::new(case.situation.rules().clone(), deal).with_declarer(case.declarer);
            let talon = analyst.talon(&situation, &options).expect("outcomes");
            let results = talon.discards.iter().map(|discard| discard.results[0].outcome);
            results.max_by_key(|outcome| outcome.rank(case.contract)).expect("a discard")
        });
        let outcomes: Vec<Outcome> = outcomes.collect();
        for goal in [SolveDetail::Tricks, SolveDetail::MadeOnly] {
            case.check(&case.evaluate(None, goal), &outcomes);
        }
    }
}

#[test]
fn given_discard_on_every_layout_agrees_with_plain_search() {
    for seed in 100..100 + effort() as u64 {
        println!("seed {seed}");
        let case = Case::random(seed);
        let deal = case.layouts[0];
        let twelve: Vec<Card> = (deal.hand(case.declarer) | deal.talon()).iter().collect();
        let pair = twelve.sample(&mut random::generator(seed), 2).copied().collect();
        let solver = &mut Solver::plain();
        let outcomes = case.layouts.iter().map(|deal| {
            let mut hands = deal.hands();
            hands[case.declarer] = (hands[case.declarer] | deal.talon()) - pair;
            let deal = Deal::new(hands, pair).expect("a deal");
            let declaration =
                Declaration { contract: case.contract, declarer: case.declarer, from_hand: false };
            Play::from_deal(case.situation.rules(), &deal, declaration).outcome(solver)
        });
        let outcomes: Vec<Outcome> = outcomes.collect();
        for goal in [SolveDetail::Tricks, SolveDetail::MadeOnly] {
            case.check(&case.evaluate(Some(pair), goal), &outcomes);
        }
    }
}

/// The counts of ten cards are the sums of the counts with each talon.
#[test]
fn counts_of_talons_add_up_to_the_whole() {
    for seed in 200..200 + effort() as u64 {
        println!("seed {seed}");
        let generator = &mut random::generator(seed);
        let deal = random::deal(generator);
        let seat = Seat::ALL[generator.random_range(0..3)];
        // Seven cards of each other hand stay where they are: with the others there are 8! / (3! 3! 2!) layouts.
        let fixed = seat.others().into_iter().flat_map(|other| {
            let cards: Vec<Card> = deal.hand(other).iter().collect();
            let fixed: Vec<Card> = cards.sample(generator, 7).copied().collect();
            fixed.into_iter().map(move |card| format!("{other}:{card}=1").parse().expect("a constraint"))
        });
        let constraints: Vec<Constraint> = fixed.collect();
        let options = EvaluateOptions {
            contracts: vec![CONTRACTS[seed as usize % 5].parse().expect("a contract")].into(),
            goal: SolveDetail::MadeOnly,
            sample: SampleOptions { layouts: u64::MAX, constraints, ..SampleOptions::default() },
            ..EvaluateOptions::default()
        };
        let mut hands = BySeat([None; 3]);
        hands[seat] = Some(deal.hand(seat));
        let ten = PartialDeal { hands, talon: None };
        let rules: Variant = RULES[seed as usize % 4].parse().expect("a preset");
        let mut counts = |partial: PartialDeal| {
            let answer = Analyst::new().evaluate(&Situation::new(rules.clone(), partial), &options).ok()?;
            let result = answer.results[0].clone();
            let count = |means: &Means| [means.made.expect("a count"), means.of.expect("a count")];
            Some([count(&result.hand.expect("the game from the hand")), count(&result.talon.means)])
        };
        let whole = counts(ten).expect("an answer");
        assert_eq!((whole[0][1], whole[1][1]), (560, 560));
        // Talons that contradict the constraints have no answer.
        let parts: Vec<_> =
            ten.with_each_talon().expect("ten cards").into_iter().filter_map(&mut counts).collect();
        let mut sum = [[0; 2]; 2];
        for part in &parts {
            (0..4).for_each(|n| sum[n / 2][n % 2] += part[n / 2][n % 2]);
        }
        assert_eq!((sum, parts.len()), (whole, 28));
    }
}

#[test]
fn discards_and_extremes_need_the_twelve_cards() {
    let evaluate = |deal: &str, discard: Option<&str>, extremes| {
        let partial: PartialDeal = deal.parse().expect("a partly known deal");
        let rules: Variant = "austrian".parse().expect("a preset");
        let discard = discard.map(|cards| cards.split(' ').map(|card| card.parse::<Card>().expect("a card")));
        let options = EvaluateOptions {
            contracts: vec!["S".parse().expect("a contract")].into(),
            goal: SolveDetail::MadeOnly,
            sample: SampleOptions { layouts: 2, ..SampleOptions::default() },
            discard: discard.map(Iterator::collect),
            extremes,
            ..EvaluateOptions::default()
        };
        let answer = Analyst::new().evaluate(&Situation::new(rules, partial), &options);
        answer.map(|_| ()).map_err(|error| error.field().expect("a field").to_string())
    };
    let ten = "F:AKQJT.A9.A98. ? ?";
    assert_eq!(evaluate(ten, None, true), Err("extremes".to_owned()));
    assert_eq!(evaluate(ten, Some("SA SK"), false), Err("discard".to_owned()));
    let twelve = "F:AKQJT.A9.A98.T7 ? ?";
    assert_eq!(evaluate(twelve, Some("SA S9"), false), Err("discard".to_owned()));
    assert_eq!(evaluate(twelve, Some("SA"), false), Err("discard".to_owned()));
    assert_eq!(evaluate(twelve, Some("SA SK"), false), Ok(()));
}
