//! Decisions before the play compared with decision trees that are written by hand, and bounds on the gains.

use preference::cards::Suit;
use preference::deal::Deal;
use preference::gains::decisions::{
    Choice, DecisionResult, contract_gains, estimate_gains, path_to_hand, solve_decisions,
};
use preference::gains::expected_result::solve_expected_result;
use preference::gains::{GainEstimate, Model};
use preference::position::{PlaySetup, Position};
use preference::rules::{Contract, Declaration, Variant};
use preference::search::Solver;
use preference::seat::{Seat, Seats};
use preference::settlement::{Aces, Amount, Doubling, Gains, HandDecisions, HandResult};
use preference::situation::{Play, PlayState, Situation, TricksTaken};
use preference_fixtures::{effort, random};

/// Deal that is played under one rule set, in one model of the defence.
struct DecisionCase<'a> {
    rules: &'a Variant,
    deal: Deal,
    contract: Contract,
    declarer: Seat,
    model: Model,
}

impl DecisionCase<'_> {
    fn hand(&self) -> HandDecisions {
        HandDecisions { talon: self.deal.talon(), pot: Some(30.into()), ..HandDecisions::default() }
    }

    fn declaration(&self) -> Declaration {
        Declaration { contract: self.contract, declarer: self.declarer, from_hand: false }
    }

    fn situation(&self, said: HandDecisions) -> Situation {
        Situation::new(self.rules.clone(), self.deal)
            .with_declaration(self.declaration())
            .with_decisions(said)
    }

    fn play(&self, solver: &mut Solver, hand: &HandDecisions) -> Gains {
        let setup = PlaySetup {
            play_rules: self.rules.play_rules(),
            trump: self.contract.trump(),
            declarer: Some(self.declarer),
            playing: Seats::ALL - hand.out,
        };
        let leader = self.rules.leader(self.contract, self.declarer, setup.playing);
        let position = Position::new(setup, self.deal.hands(), leader, &[]).expect("a deal");
        let target = self.rules.target(self.contract, false);
        let play =
            Play::new(position, self.contract, target, TricksTaken::default()).expect("nothing is taken");
        let (situation, stands) = (self.situation(hand.clone()), PlayState::Contract(play));
        let expected =
            solve_expected_result(solver, &situation, &stands, self.model.into()).expect("settled");
        expected.gains.expect("a contract has a price")
    }

    fn unplayed_gains(&self, hand: &HandDecisions) -> Gains {
        self.rules.settle(&hand.clone().under(self.declaration()), &HandResult::default()).expect("settled")
    }

    fn prefer(&self, seat: Seat, first: Gains, second: Gains) -> Gains {
        let liking = |gains: &Gains| self.model.utility(seat, Some(self.declarer), gains);
        if liking(&second) > liking(&first) { second } else { first }
    }

    /// The gains if the other defender than `seat` drops out. `seat` then plays alone or, if the rules allow
    /// it, invites the other defender.
    fn alone_gains(&self, solver: &mut Solver, hand: &HandDecisions, seat: Seat) -> Gains {
        let other = if seat.left() == self.declarer { seat.right() } else { seat.left() };
        let alone = HandDecisions { out: Seats::from_seat(other), ..hand.clone() };
        let mut gains = self.play(solver, &alone);
        if self.rules.decisions().invite {
            let invited = self.play(solver, &HandDecisions { guest: Some(other), ..hand.clone() });
            gains = self.prefer(seat, gains, invited);
        }
        self.gains_with_late_give_up(&alone, gains)
    }

    /// Returns `gains` or, if the declarer prefers them and the rules let the declarer give up after the defenders'
    /// decisions, the gains of giving up.
    fn gains_with_late_give_up(&self, hand: &HandDecisions, gains: Gains) -> Gains {
        if !self.rules.decisions().give_up_last {
            return gains;
        }
        self.prefer(
            self.declarer,
            gains,
            self.unplayed_gains(&HandDecisions { gave_up: true, ..hand.clone() }),
        )
    }

    fn dropping_gains(&self, solver: &mut Solver, hand: &HandDecisions) -> Gains {
        let (left, right) = (self.declarer.left(), self.declarer.right());
        let both = self.gains_with_late_give_up(hand, self.play(solver, hand));
        let left_alone = self.alone_gains(solver, hand, left);
        let right_alone = self.alone_gains(solver, hand, right);
        let out = HandDecisions { out: Seats::from_seat(left) | Seats::from_seat(right), ..hand.clone() };
        let nobody = self.unplayed_gains(&out);
        let plays = self.prefer(right, both, left_alone);
        let drops = self.prefer(right, right_alone, nobody);
        self.prefer(left, plays, drops)
    }

    /// The gains after a kontra by the defender `seat`, who is then responsible for both defenders. The
    /// declarer may answer with a rekontra.
    fn kontra_gains(&self, solver: &mut Solver, seat: Seat) -> Gains {
        let doubled = |doubling| HandDecisions { kontra: Seats::from_seat(seat), doubling, ..self.hand() };
        let accepted = self.play(solver, &doubled(Doubling::Kontra));
        let answered = self.play(solver, &doubled(Doubling::Rekontra));
        self.prefer(self.declarer, accepted, answered)
    }

    fn decide_checked(&self, solver: &mut Solver) -> DecisionResult {
        let decided =
            solve_decisions(solver, &self.situation(self.hand()), self.model.into()).expect("a price");
        for decision in &decided.decisions {
            assert!(decision.gains.iter().any(|&(choice, _)| choice == decision.best));
        }
        decided
    }
}

fn cases<'a>(rules: &'a Variant, seed: u64) -> impl Iterator<Item = DecisionCase<'a>> {
    let contracts = ["S", "H", "D", "C"];
    (0..).map(move |n| {
        let deal = random::deal(&mut random::generator(seed + n));
        let declarer = Seat::ALL[n as usize % 3];
        let contract = contracts[n as usize % 4].parse().expect("a contract");
        let model = if n % 2 == 0 { Model::Selfish } else { Model::Allied };
        DecisionCase { rules, deal, contract, declarer, model }
    })
}

#[test]
fn dropping_out_and_inviting_match_written_tree() {
    let solver = &mut Solver::new();
    let mut said = Vec::new();
    let mut alone_to_pay = 0;
    for name in ["austrian", "austrian-1829", "austrian-plain"] {
        let rules: Variant = name.parse().expect("a preset");
        let strong = |case: &DecisionCase<'_>| {
            let hand = case.deal.hand(case.declarer);
            hand.in_suit(case.contract.trump().expect("trumps")).len() >= 4
        };
        for case in cases(&rules, 60_000_000).filter(strong).take(15 * effort()) {
            let decided = case.decide_checked(solver);
            // Decisions about holding four aces or no aces are not tested here.
            let of_aces = |choice| matches!(choice, Choice::Announce | Choice::Silent);
            if decided.hand.decisions.aces.is_none() && decided.decisions.iter().all(|d| !of_aces(d.best)) {
                let expected = case.dropping_gains(solver, &case.hand());
                assert_eq!(decided.settled.gains, expected, "{name} {}", case.deal);
            }
            if decided.hand.decisions.gave_up && decided.hand.decisions.out.len() == 1 {
                alone_to_pay += 1;
                assert_eq!(decided.settled.gains.seats[case.declarer], Amount::from_integer(-5));
            }
            said.extend(decided.decisions.iter().map(|decision| decision.best));
        }
    }
    for choice in [Choice::Play, Choice::Drop, Choice::Alone, Choice::Invite, Choice::GiveUp] {
        assert!(said.contains(&choice), "{choice:?} was never best");
    }
    println!("a declarer gave up to one defender alone {alone_to_pay} times");
}

#[test]
fn kontra_and_answer_match_written_tree() {
    let solver = &mut Solver::new();
    let rules: Variant = "hungarian".parse().expect("a preset");
    // A declarer who may give up does so before the defenders say a kontra that gains for them. Therefore the second
    // rule set forbids giving up.
    let held = "name = 'held'\nextends = 'hungarian'\n[decisions]\ngive_up = 'never'";
    let held = Variant::from_toml(held).expect("house rules");
    let mut said = Vec::new();
    let cases = cases(&rules, 61_000_000).take(8).chain(cases(&held, 61_000_000).take(8));
    for case in cases {
        let (left, right) = (case.declarer.left(), case.declarer.right());
        let hand = case.hand();
        let both = case.play(solver, &hand);
        let left_alone = case.alone_gains(solver, &hand, left);
        let right_alone = case.alone_gains(solver, &hand, right);
        let out = HandDecisions { out: Seats::from_seat(left) | Seats::from_seat(right), ..hand.clone() };
        let nobody = case.unplayed_gains(&out);
        let by_right = case.kontra_gains(solver, right);
        let plays = case.prefer(right, case.prefer(right, both, left_alone), by_right.clone());
        let drops = case.prefer(right, case.prefer(right, right_alone, nobody), by_right);
        let defended = case.prefer(left, case.prefer(left, plays, drops), case.kontra_gains(solver, left));
        let given_up = case.rules.settle(
            &HandDecisions { gave_up: true, ..hand }.under(case.declaration()),
            &HandResult::default(),
        );
        let expected = match given_up {
            Ok(given_up) => case.prefer(case.declarer, defended, given_up),
            Err(_) => defended,
        };
        let decided = case.decide_checked(solver);
        assert_eq!(decided.settled.gains, expected, "{} {:?}", case.deal, case.declarer);
        said.extend(decided.decisions.iter().map(|decision| decision.best));
    }
    for choice in [Choice::GiveUp, Choice::Kontra, Choice::Drop] {
        assert!(said.contains(&choice), "{choice:?} was never best");
    }
}

#[test]
fn kontras_of_both_defenders_match_written_tree() {
    // Lets each defender double independently of the other one. The declarer answers both kontras, one of them, or none.
    let solver = &mut Solver::new();
    let rules: Variant = "danube-swabian".parse().expect("a preset");
    let mut said = Vec::new();
    for case in cases(&rules, 64_000_000).take(12) {
        let (left, right) = (case.declarer.left(), case.declarer.right());
        let answered = |solver: &mut Solver, kontra: Seats| {
            let doubled = |doubling, answered| HandDecisions { kontra, doubling, answered, ..case.hand() };
            let mut best = case.play(solver, &doubled(Doubling::Kontra, Seats::NONE));
            let alone =
                [Seats::from_seat(left), Seats::from_seat(right)].into_iter().filter(|_| kontra.len() > 1);
            for answered in [Seats::NONE].into_iter().chain(alone) {
                let gains = case.play(solver, &doubled(Doubling::Rekontra, answered));
                best = case.prefer(case.declarer, best, gains);
            }
            best
        };
        let [one, other] = [left, right].map(|seat| answered(solver, Seats::from_seat(seat)));
        let both = answered(solver, Seats::from_seat(left) | Seats::from_seat(right));
        let plain = case.play(solver, &case.hand());
        let plays = case.prefer(right, plain, other);
        let doubles = case.prefer(right, one, both);
        let expected = case.prefer(left, plays, doubles);
        let decided = case.decide_checked(solver);
        assert_eq!(decided.settled.gains, expected, "{} {:?}", case.deal, case.declarer);
        // If the declarer answers only one of two kontras, the path to this hand must be found, and the
        // declarer's choice must have the gain of the hand.
        for alone in [left, right] {
            let kontra = Seats::from_seat(left) | Seats::from_seat(right);
            let hand = HandDecisions {
                kontra,
                doubling: Doubling::Rekontra,
                answered: Seats::from_seat(alone),
                ..case.hand()
            };
            let way = path_to_hand(solver, &case.situation(hand.clone()), case.model).expect("a price");
            let way = way.expect("a way");
            let last = way.iter().rfind(|said| said.decision.seat == case.declarer).expect("an answer");
            let choice = if alone == left { Choice::RekontraLeft } else { Choice::RekontraRight };
            assert_eq!(last.choice, choice);
            let gain = last.decision.gains.iter().find(|&&(other, _)| other == choice).expect("said").1;
            assert_eq!(gain, case.play(solver, &hand).seats[case.declarer]);
        }
        said.extend(decided.decisions.iter().map(|decision| decision.best));
    }
    for choice in [Choice::Play, Choice::Kontra] {
        assert!(said.contains(&choice), "{choice:?} was never best");
    }
}

#[test]
fn whisting_and_passing_match_written_tree() {
    let solver = &mut Solver::new();
    let mut said = Vec::new();
    for name in ["russian", "leningrad", "rostov"] {
        let rules: Variant = name.parse().expect("a preset");
        for mut case in cases(&rules, 62_000_000).take(24) {
            let level = 6 + (said.len() % 3) as u8;
            case.contract = Contract::Level(level, case.contract.trump());
            let (left, right) = (case.declarer.left(), case.declarer.right());
            let whisted = |whisters: &[Seat]| HandDecisions { whist: Some(whisters.to_vec()), ..case.hand() };
            let both = case.play(solver, &whisted(&[left, right]));
            let only_left = case.play(solver, &whisted(&[left]));
            let only_right = case.play(solver, &whisted(&[right]));
            let whists = case.prefer(right, both, only_left.clone());
            let mut passes = case.prefer(right, only_right, case.unplayed_gains(&whisted(&[])));
            if level <= 7 {
                let half = case.unplayed_gains(&HandDecisions { half_whist: Some(right), ..whisted(&[]) });
                passes = case.prefer(right, passes, case.prefer(left, half, only_left));
            }
            let expected = case.prefer(left, whists, passes);
            let decided = case.decide_checked(solver);
            assert_eq!(decided.settled.gains, expected, "{name} {} {:?}", case.deal, case.declarer);
            said.extend(decided.decisions.iter().map(|decision| decision.best));
        }
    }
    for choice in [Choice::Whist, Choice::Pass] {
        assert!(said.contains(&choice), "{choice:?} was never best");
    }
}

#[test]
fn contract_gains_equal_gains_of_solve_decisions() {
    // Compares the gains of `contract_gains` with the gains of `solve_decisions`, under all presets. The contracts are
    // played in the three models in turn.
    let mut solver = Solver::new();
    for name in Variant::names() {
        let rules: Variant = name.parse().expect("a preset");
        // Every fourth of the 25 contracts with a level is taken, so that each strain occurs.
        let contracts = rules.all_announceable().into_iter().enumerate();
        let some = contracts.filter(|(n, contract)| !matches!(contract, Contract::Level(..)) || n % 4 == 1);
        for (n, contract) in some {
            let seed = 63_000_000 + n as u64;
            let deal = random::deal(&mut random::generator(seed));
            let model = [Model::Selfish, Model::Allied, Model::Tricks][n % 3];
            let declaration = Declaration { contract, declarer: Seat::ALL[n % 3], from_hand: false };
            let said = HandDecisions { pot: Some(40.into()), ..HandDecisions::default() };
            let situation =
                Situation::new(rules.clone(), deal).with_declaration(declaration).with_decisions(said);
            let all = solve_decisions(&mut solver, &situation, model.into());
            let gains = contract_gains(&mut solver, &situation, model).expect("a price");
            let place = || format!("{name} {contract} {model:?}, seed {seed}");
            assert_eq!(gains, all.expect("a price").settled.gains, "{}", place());
            assert_eq!(gains.sum(), Amount::default(), "{}", place());
        }
    }
}

#[test]
fn gains_lie_within_bounds() {
    // Compares the answer of `estimate_gains` with the gains of `contract_gains`: exact gains must be equal, and bounds
    // must contain the gains.
    let (mut solver, mut bounded, mut below) = (Solver::new(), 0, 0);
    for name in Variant::names() {
        let rules: Variant = name.parse().expect("a preset");
        for (n, contract) in rules.all_announceable().into_iter().enumerate() {
            if n % 5 == 4 || matches!(contract, Contract::Level(..)) && n % 3 != 1 {
                continue;
            }
            let seed = 68_000_000 + n as u64;
            let deal = random::deal(&mut random::generator(seed));
            let declarer = Seat::ALL[n % 3];
            let model = [Model::Selfish, Model::Allied][n / 2 % 2];
            let declaration = Declaration { contract, declarer, from_hand: false };
            let said = HandDecisions { pot: Some(40.into()), ..HandDecisions::default() };
            let situation =
                Situation::new(rules.clone(), deal).with_declaration(declaration).with_decisions(said);
            let gains = contract_gains(&mut solver, &situation, model).expect("a price");
            match estimate_gains(&mut solver, &situation, model).expect("a price") {
                GainEstimate::Exact(found) => assert_eq!(found, gains, "{name} {contract} seed {seed}"),
                GainEstimate::Bounds(between) => {
                    for (seat, gain) in gains.seats.iter() {
                        let within = between.lower[seat]..=between.upper[seat];
                        assert!(within.contains(gain), "{name} {contract} {model:?} seed {seed}");
                    }
                    bounded += 1;
                    // Bounds by which the declarer certainly loses are counted.
                    below += usize::from(between.upper[declarer] < Amount::default());
                }
            }
        }
    }
    assert!(bounded > 40 && below > 5, "{bounded} bounds, {below} of certain losses");
}

#[test]
fn path_leads_to_announced_decisions() {
    let solver = &mut Solver::new();
    let mut found = 0;
    for name in ["austrian", "hungarian", "illustrated", "russian", "leningrad", "american"] {
        let rules: Variant = name.parse().expect("a preset");
        for case in cases(&rules, 62_000_000).take(6) {
            let (left, right) = (case.declarer.left(), case.declarer.right());
            let way = |solver: &mut Solver, said: &HandDecisions| {
                path_to_hand(solver, &case.situation(said.clone()), case.model).expect("a price")
            };
            let hand = case.hand();
            let others = [
                HandDecisions { out: Seats::from_seat(left), ..hand.clone() },
                HandDecisions { out: Seats::from_seat(left), guest: Some(left), ..hand.clone() },
                HandDecisions {
                    kontra: Seats::from_seat(right),
                    doubling: Doubling::Rekontra,
                    ..hand.clone()
                },
                HandDecisions { whist: Some(vec![right]), ..hand.clone() },
                HandDecisions { aces: Some(Aces::None), ..hand.clone() },
                HandDecisions { gave_up: true, ..hand.clone() },
            ];
            let ways = others.map(|said| (way(solver, &said), said));
            let decided = case.decide_checked(solver);
            let context = format!("{name} {} {:?}", case.deal, case.model);
            // On the path to the best decisions every decision must be the best one.
            let best = way(solver, &decided.hand.decisions).expect("a path to the best decisions");
            let decisions: Vec<_> = best.iter().map(|said| said.decision.clone()).collect();
            assert_eq!(decisions, decided.decisions, "{context}");
            let none = Amount::default();
            assert!(
                best.iter().all(|said| said.decision.best == said.choice && said.cost == none),
                "{context}"
            );
            // On any path the last decision must lead to the payment of the hand.
            for (way, said) in ways {
                let Some(last) = way.as_ref().and_then(|way| way.last()) else { continue };
                assert!(way.iter().flatten().all(|said| said.cost >= none), "{context} {said:?}");
                let gains = &last.decision.gains;
                let gain = gains.iter().find(|&&(choice, _)| choice == last.choice).expect("said").1;
                let aces = said.aces.or(decided.hand.decisions.aces);
                let out = said.out - said.guest.map_or(Seats::NONE, Seats::from_seat);
                let hand = HandDecisions { aces, out, ..said.clone() };
                let books = rules.settlement().books.is_some();
                let whist = hand.whist.clone().filter(|_| books);
                let hand = HandDecisions { whist, ..hand };
                // Under rules with books, a defender who drops out while the other one whists counts as
                // having passed, and the cards are still played.
                let hand = match (books, hand.out.is_empty()) {
                    (true, false) => HandDecisions { whist: Some(vec![right]), out: Seats::NONE, ..hand },
                    _ => hand,
                };
                let paid = if hand.gave_up { case.unplayed_gains(&hand) } else { case.play(solver, &hand) };
                assert_eq!(gain, paid.seats[last.decision.seat], "{context} {said:?}");
                found += 1;
            }
        }
    }
    assert!(found > 40, "{found} ways");
}

#[test]
fn decisions_are_weighed_with_actual_pot() {
    // Compares the expected decisions with the path to them. The decisions must cost nothing, whatever the pot,
    // and the gains must depend on the pot.
    let rules: Variant = "austrian-unlimited".parse().expect("a preset");
    let mut solver = Solver::new();
    let mut pots_matter = 0;
    for seed in 0..6 {
        let deal = random::deal(&mut random::generator(seed));
        let case = DecisionCase {
            rules: &rules,
            deal,
            contract: Contract::Game(Some(Suit::Hearts)),
            declarer: Seat::ALL[seed as usize % 3],
            model: Model::Allied,
        };
        let found = [30_u32, 300].map(|pot| {
            let before = case.situation(HandDecisions { pot: Some(pot.into()), ..case.hand() });
            let decided = solve_decisions(&mut solver, &before, case.model.into()).expect("a price");
            let path = path_to_hand(&mut solver, &case.situation(decided.hand.clone().decisions), case.model)
                .expect("a price")
                .expect("a path to the decisions");
            let decisions: Vec<_> = path.iter().map(|said| said.decision.clone()).collect();
            assert_eq!(decisions, decided.decisions, "seed {seed} pot {pot}");
            assert!(path.iter().all(|said| said.cost == Amount::default()), "seed {seed} pot {pot}");
            decisions.iter().map(|decision| decision.gains.clone()).collect::<Vec<_>>()
        });
        pots_matter += usize::from(found[0] != found[1]);
    }
    assert!(pots_matter > 0, "a tenth of the pot is the unit");
}
