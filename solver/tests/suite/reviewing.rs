//! Reviews of played hands: the costs of their steps, and steps that break the rules.

use preference::Analyst;
use preference::cards::Card;
use preference::gains::Model;
use preference::gains::decisions::solve_decisions;
use preference::hand::{Action, Phase};
use preference::outcomes::outcome::Outcome;
use preference::questions::review::{Part, ReviewOptions};
use preference::rules::{Contract, Declaration, Variant};
use preference::seat::{Seat, Seats};
use preference::settlement::{Amount, HandDecisions};
use preference::situation::{Play, Situation};
use preference_fixtures::{effort, random};
use rand::RngExt;

use crate::hands::{for_random_hands, random_action};

/// It has no calls.
fn random_record(seed: u64, rules: &Variant, contract: Contract) -> Situation {
    let random = &mut random::generator(seed);
    let deal = random::deal(random);
    let declarer = Seat::ALL[seed as usize % 3];
    let declaration = Declaration { contract, declarer, from_hand: false };
    let twelve: Vec<Card> = (deal.hand(declarer) | deal.talon()).iter().collect();
    let discard =
        [twelve[random.random_range(0..6)], twelve[random.random_range(6..12)]].into_iter().collect();
    let mut play = Play::from_deal(rules, &deal.exchange(declarer, discard), declaration);
    let mut cards = Vec::new();
    while !play.position().is_over() {
        let legal: Vec<Card> = play.position().legal_cards().iter().collect();
        let card = legal[random.random_range(0..legal.len())];
        play.play(card).expect("legal");
        cards.push(card);
    }
    Situation::new(rules.clone(), deal)
        .with_declaration(declaration)
        .with_discard(discard)
        .with_cards_played(cards)
}

#[test]
fn costs_of_cards_add_up_to_result() {
    let mut analyst = Analyst::new();
    let (mut costly, mut turned) = (0, 0);
    for seed in 74_000_000..74_000_030_u64 {
        let name = ["austrian", "hungarian", "russian", "american", "russian"][seed as usize % 5];
        let rules: Variant = name.parse().expect("a preset");
        let contract = ["S", "D", "misere", "H", "6D"][seed as usize % 5];
        let contract: Contract = contract.parse().expect("a contract");
        let misere = contract.is_misere();
        let mut record = random_record(seed, &rules, contract);
        let model = if seed % 3 == 0 { Model::Allied } else { Model::Selfish };
        let declaration = record.declaration_if_any().expect("a contract");
        let declarer = declaration.declarer;
        if name == "russian" && !misere {
            // One defender whists alone and plays the other one's hand, too.
            record = record.with_decisions(HandDecisions {
                out: Seats::from_seat(declarer.left()),
                ..HandDecisions::default()
            });
        }
        let found = analyst.review(&record, &ReviewOptions { model, discards: 2 }).expect("reviewed");
        assert_eq!(found.broken, [], "{name} seed {seed}");
        assert_eq!(found.cards.len(), 30, "{name} seed {seed}");
        let mut play = Play::from_deal(&rules, &record.deal_in_play().expect("a deal"), declaration);
        let outcome = |analyst: &mut Analyst, play: &Play| analyst.with_solver(|solver| play.outcome(solver));
        let mut tricks = i32::from(outcome(&mut analyst, &play).tricks.expect("tricks"));
        for (step, &card) in found.cards.iter().zip(record.cards_played()) {
            assert_eq!((step.done, step.seat), (card, play.position().to_move()), "{name} seed {seed}");
            let after = |card: Card| {
                let mut after = play;
                after.play(card).expect("legal");
                (card, outcome(&mut analyst, &after))
            };
            let all: Vec<(Card, Outcome)> = play.position().legal_cards().iter().map(after).collect();
            let before = outcome(&mut analyst, &play);
            let good: Vec<Card> =
                all.iter().filter(|(_, after)| *after == before).map(|&(card, _)| card).collect();
            assert_eq!(step.best, good, "{name} seed {seed}");
            let lost = i32::from(step.tricks.expect("tricks"));
            assert_eq!(good.contains(&card), lost == 0, "{name} seed {seed}");
            // In misère a mistake of the declarer adds to the declarer's tricks, and a mistake of a defender reduces
            // them; in other contracts it is the reverse.
            tricks += if (step.seat == declarer) == misere { lost } else { -lost };
            let gain = step.gain.expect("a price");
            assert!(gain >= Amount::default(), "{name} seed {seed}: a card gained {gain}");
            costly += usize::from(step.is_costly());
            turned += usize::from(step.turned);
            play.play(card).expect("legal");
        }
        assert_eq!(tricks, i32::from(found.tricks[declarer]), "{name} seed {seed}");
        assert!(
            found.decisions.iter().all(|step| step.gain >= Some(Amount::default())),
            "{name} seed {seed}"
        );
        let discard = found.discard.expect("two cards");
        assert!(discard.gain.is_none_or(|gain| gain >= Amount::default()), "{name} seed {seed}");
    }
    assert!(costly > 20 && turned > 0, "{costly} costly cards, {turned} that decided");
}

#[test]
fn breaches_of_rules_are_reported() {
    let rules: Variant = "russian".parse().expect("a preset");
    let contract = "7H".parse().expect("a contract");
    let record = random_record(75_000_000, &rules, contract);
    let legal = record.cards_played().to_vec();
    let calls = ["6S", "pass", "7C"].map(|call| call.parse().expect("a call")).to_vec();
    let mut analyst = Analyst::new();
    let mut review = |record: &Situation| {
        let options = ReviewOptions { model: Model::Tricks, discards: 1 };
        analyst.review(record, &options).expect("reviewed")
    };
    let found = review(&record.clone().with_calls(calls));
    assert_eq!(found.broken.len(), 1, "{:?}", found.broken);
    assert_eq!(found.broken[0].part, Part::Announcement);
    // The second card is one that its seat may not play.
    let mut cards = legal.clone();
    cards[1] = legal[29];
    let found = review(&record.clone().with_cards_played(cards));
    assert_eq!((found.cards.len(), found.broken[0].part), (1, Part::Card(2)));
    let mut cards = legal.clone();
    cards.push(legal[0]);
    let found = review(&record.clone().with_cards_played(cards));
    assert_eq!((found.cards.len(), found.broken[0].part), (30, Part::Card(31)));
    // A correct record has no breaches.
    assert_eq!(review(&record).broken, []);
}

fn faults_after_three_passes(
    rules: &Variant,
    declarer: Seat,
    contract: &str,
    from_hand: bool,
) -> Vec<String> {
    let contract = contract.parse().expect("a contract");
    let declaration = Declaration { contract, declarer, from_hand };
    let deal = random::deal(&mut random::generator(76_000_000));
    let record = Situation::new(rules.clone(), deal).with_declaration(declaration);
    let record = record.with_calls(vec!["pass".parse().expect("a call"); 3]);
    let record = if from_hand { record } else { record.with_discard(deal.talon()) };
    let options = ReviewOptions { model: Model::Tricks, discards: 1 };
    let answer = Analyst::new().review(&record, &options).expect("reviewed");
    let faults = answer.broken.iter().filter(|fault| fault.part == Part::Announcement);
    faults.map(|fault| fault.problem.to_string()).collect()
}

#[test]
fn announcement_of_dealer_follows_rules() {
    let rules: Variant = "austrian-plain".parse().expect("a preset");
    let faults = |contract, from_hand| faults_after_three_passes(&rules, Seat::Rearhand, contract, from_hand);
    assert_eq!(faults("D", false), Vec::<String>::new());
    assert_eq!(faults("open-misere", false), ["the dealer may announce only C S D H"]);
    assert_eq!(faults("D", true), ["by these calls rearhand declares with the talon"]);
}

#[test]
fn contract_is_refused_if_three_passes_leave_no_declarer() {
    for (all_pass, expected) in
        [("forehand-again", "forehand is still to call"), ("redeal", "by these calls all have passed")]
    {
        let rules = format!("name = 'house'\nextends = 'austrian-plain'\n[auction]\nall_pass = '{all_pass}'");
        let rules = Variant::from_toml(&rules).expect("house rules");
        let faults = faults_after_three_passes(&rules, Seat::Middlehand, "D", false);
        assert_eq!(faults, [expected], "{all_pass}");
    }
}

#[test]
fn pot_of_passed_out_hand_prices_its_calls() {
    // Reviews three passes. Their payment depends on the pot although nobody declares, so the pot must be given.
    let rules: Variant = "austrian-limited".parse().expect("a preset");
    let deal = random::deal(&mut random::generator(77_000_000));
    let record = Situation::new(rules, deal).with_all_passed();
    let record = record.with_calls(vec!["pass".parse().expect("a call"); 3]);
    let options = ReviewOptions { model: Model::Tricks, discards: 1 };
    let mut analyst = Analyst::new();
    let error = analyst.review(&record, &options).expect_err("the pot is missing");
    assert_eq!(
        error.with_field(),
        "pot: under 'austrian-limited' the payment depends on the pot: give its contents"
    );
    let pot = Some(Amount::from_integer(20));
    let answer =
        analyst.review(&record.with_decisions(HandDecisions { pot, ..HandDecisions::default() }), &options);
    assert_eq!(answer.expect("reviewed").calls.len(), 3);
}

#[test]
fn announcement_is_compared_with_contracts_of_bid() {
    // Plays random hands, and compares the cost of the announcement, if there is one, with the declarer's gains from each
    // legal contract. These gains are computed by solving the decisions after the announcement.
    let mut analyst = Analyst::new();
    let options = ReviewOptions { model: Model::Selfish, discards: 1 };
    let (mut announced, mut costly) = (0, 0);
    for_random_hands(98_000_000, effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        let mut before = None;
        while !hand.is_over() {
            if hand.phase() == Phase::Announcement {
                before = Some(hand.clone());
            }
            hand.apply(random_action(random, &hand, 0.5)).expect("legal");
        }
        let review = analyst.review(&hand.situation(), &options).expect("reviewed");
        assert_eq!(review.broken, [], "{preset} seed {seed}");
        let Some(before) = before else {
            assert_eq!(review.announcement, None, "{preset} seed {seed}");
            return;
        };
        let declarer = before.declarer().expect("a declarer");
        let gains = before.legal_actions().into_iter().map(|action| {
            let mut after = before.clone();
            after.apply(action).expect("legal");
            let settled = analyst.with_solver(|solver| {
                solve_decisions(solver, &after.situation(), options.model.into()).expect("a price").settled
            });
            let Action::Announcement(contract) = action else { panic!("contracts are announced") };
            (contract, settled.gains.seats[declarer])
        });
        let gains: Vec<(Contract, Amount)> = gains.collect();
        let gain_of = |wanted| gains.iter().find(|(contract, _)| *contract == wanted).expect("it").1;
        let most = gains.iter().map(|&(_, gain)| gain).max().expect("a contract");
        let step = review.announcement.expect("a choice");
        let done = hand.declaration().expect("a contract").contract;
        assert_eq!((step.seat, step.done), (declarer, done), "{preset} seed {seed}");
        assert_eq!(step.gain, Some(most - gain_of(done)), "{preset} seed {seed}");
        let best: Vec<Contract> =
            gains.iter().filter(|(_, gain)| *gain == most).map(|&(contract, _)| contract).collect();
        assert_eq!(step.best, best, "{preset} seed {seed}");
        announced += 1;
        costly += usize::from(step.is_costly());
    });
    println!("{announced} announcements, {costly} costly");
    assert!(announced > 5 && costly > 3, "{announced} announcements, {costly} costly");
}
