//! Values that answers add to their results, compared with plain definitions: costs, margins, ranks, groups,
//! tricks.

use preference::Analyst;
use preference::cards::{Card, Cards};
use preference::deal::{Deal, Layout, PartialDeal, read_cards};
use preference::outcomes::outcome::SolveDetail;
use preference::position::{PlaySetup, Position};
use preference::questions::advise::cards::AdviseOptions;
use preference::questions::cards::{CardsAnswer, CardsOptions, PlayOptions, PlayValue};
use preference::questions::played_tricks::PlayedTrick;
use preference::questions::solve::{ContractSolution, SolveOptions};
use preference::questions::talon::unknown_defence::DiscardAverages;
use preference::questions::talon::{DiscardCriterion, DiscardResult, TalonAnswer, TalonOptions};
use preference::questions::usurp::UsurpOptions;
use preference::rules::{Contract, Declaration, Goal, Target, Variant};
use preference::sampling::SampleOptions;
use preference::seat::{BySeat, Seat, Seats};
use preference::situation::{Leader, Situation, TricksTaken};
use preference_fixtures::judge::{self, JudgePosition};
use preference_fixtures::{effort, random};
use rand::RngExt;
use rstest::rstest;

/// Pairs of rules and a contract that together cover all kinds of targets.
const RULES_AND_CONTRACTS: [(&str, &str); 7] = [
    ("austrian", "H"),
    ("american", "S"),
    ("bule", "N"),
    ("illustrated", "misere"),
    ("hungarian", "slam"),
    ("hungarian-long", "uno"),
    ("illustrated-run6", "run6"),
];

/// Random ending of a contract, with 0 to 2 cards in the trick, and with the tricks taken before.
struct Ending {
    rules: Variant,
    contract: Contract,
    declarer: Seat,
    position: Position,
    situation: Situation,
    taken: BySeat<u8>,
}

fn ending(seed: u64, (name, contract): (&str, &str)) -> Ending {
    let random = &mut random::generator(seed);
    let rules: Variant = name.parse().expect("a preset");
    let contract: Contract = contract.parse().expect("a contract");
    let declarer = Seat::ALL[random.random_range(0..3)];
    let setup = PlaySetup {
        play_rules: rules.play_rules_in(contract.trump()),
        trump: contract.trump(),
        declarer: Some(declarer),
        playing: Seats::ALL,
    };
    let (size, played) = (random.random_range(2..5_usize), random.random_range(0..3_usize));
    let start = random::position(random, setup, size, 0);
    let mut position = start;
    let mut cards: Vec<Card> = Vec::new();
    for _ in 0..played {
        let legal: Vec<Card> = position.legal_cards().iter().collect();
        let card = legal[random.random_range(0..legal.len())];
        position.play(card).expect("a legal card");
        cards.push(card);
    }
    // The target is near: the declarer still needs one, several or all of the remaining tricks.
    let left = size as u8;
    let own = match contract {
        Contract::Misere => 0,
        Contract::Uno => random.random_range(0..2),
        Contract::Slam => 10 - left,
        _ => 6 - random.random_range(1..=left),
    };
    let mut taken = BySeat([0; 3]);
    taken[declarer] = own;
    taken[declarer.left()] = 10 - left - own;
    let layout = Layout::ending(BySeat::from_fn(|seat| Some(start.hand(seat)))).expect("an ending");
    let before = TricksTaken { tricks: taken, run: (contract == Contract::Run6).then_some(own) };
    let situation = Situation::new(rules.clone(), layout)
        .with_declarer(declarer)
        .with_contract(contract)
        .with_leader(Leader::Seat(start.leader()))
        .with_cards_played(cards)
        .with_tricks_taken(before);
    Ending { rules, contract, declarer, position, situation, taken }
}

impl Ending {
    fn answer(&self) -> CardsAnswer {
        Analyst::new().cards(&self.situation, &CardsOptions::default()).expect("a contract in play")
    }

    /// Returns, after a card, the tricks for the declarer if they are counted, and whether the contract is
    /// made. It uses plain minimax; `winner` is the winner of the trick if the card has completed it.
    fn minimax(&self, judge_position: &JudgePosition, winner: Option<usize>) -> (Option<i32>, bool) {
        let (seats, others) = (Seats::from_seat(self.declarer), Seats::ALL - Seats::from_seat(self.declarer));
        let won = u8::from(winner == Some(self.declarer.index()));
        let own = self.taken[self.declarer] + won;
        // All of the declarer's earlier tricks were won in a row.
        let run = if winner.is_some() && won == 0 { 0 } else { own };
        match self.rules.target(self.contract, false) {
            Target::AtLeast(target) => {
                let tricks = i32::from(own) + judge_position.tricks(seats, seats);
                (Some(tricks), tricks >= i32::from(target))
            }
            Target::None => {
                let tricks = i32::from(own) + judge_position.tricks(seats, others);
                (Some(tricks), tricks == 0)
            }
            Target::Exactly(target) => {
                let made = target
                    .checked_sub(own)
                    .is_some_and(|tricks| judge_position.reaches(seats, Goal::Exactly { seats, tricks }));
                (None, made)
            }
            Target::InARow(tricks) => {
                (None, run >= tricks || judge_position.reaches(seats, Goal::InARow { seats, tricks, run }))
            }
        }
    }
}

#[test]
fn card_costs_are_differences_of_minimax() {
    let (mut costs, mut deciding, mut counted) = (0, [0; RULES_AND_CONTRACTS.len()], 0);
    for n in 0..RULES_AND_CONTRACTS.len() * 40 * effort() {
        let kind = n % RULES_AND_CONTRACTS.len();
        let ending = ending(91_000_000 + n as u64, RULES_AND_CONTRACTS[kind]);
        let answer = ending.answer();
        let judge_position = JudgePosition::from_position(&ending.position);
        let values: Vec<(Option<i32>, bool)> = answer
            .cards
            .iter()
            .map(|value| {
                let (after, winner) = judge_position.play(judge::card(value.card));
                ending.minimax(&after, winner)
            })
            .collect();
        let declares = answer.to_move == Some(ending.declarer);
        let likes_many = declares != (ending.contract == Contract::Misere);
        let tricks = values.iter().filter_map(|(tricks, _)| *tricks);
        let best_tricks = if likes_many { tricks.max() } else { tricks.min() };
        let best_made = values.iter().any(|(_, made)| *made == declares) == declares;
        for (value, (tricks, made)) in answer.cards.iter().zip(&values) {
            let context = format!("{:?} {:?} {}", ending.situation, value, answer.deal);
            let lost = tricks.zip(best_tricks).map(|(tricks, best)| tricks.abs_diff(best));
            let decides = *made != best_made;
            let is_best = lost.unwrap_or(0) == 0 && !decides;
            let cost = value.cost.map(|cost| (cost.tricks.map(u32::from), cost.decides));
            assert_eq!((value.best, cost), (is_best, (!is_best).then_some((lost, decides))), "{context}");
            // To the side that plays the card, making or defeating the contract matters before tricks.
            let worth = |(tricks, made): &(Option<i32>, bool)| {
                (*made == declares, tricks.map(|tricks| if likes_many { tricks } else { -tricks }))
            };
            let own = worth(&(*tricks, *made));
            let better = values.iter().filter(|other| worth(other) > own).count();
            assert_eq!(usize::from(value.rank), better + 1, "{context}");
            let margin = match ending.rules.target(ending.contract, false) {
                Target::AtLeast(target) => tricks.map(|tricks| tricks - i32::from(target)),
                _ => tricks.map(|tricks| -tricks),
            };
            assert_eq!(value.margin.map(i32::from), margin, "{context}");
            costs += lost.unwrap_or(0);
            counted += usize::from(margin.is_some());
            deciding[kind] += usize::from(decides);
        }
    }
    assert!(costs > 50 && counted > 100, "{costs} tricks lost");
    assert!(deciding.iter().all(|&decides| decides > 0), "{deciding:?} cards decide");
}

/// Splits cards into tricks by the rules of the reference implementation `judge`. Each trick has its leader, its cards
/// and, if the trick is complete, its winner.
fn plain_tricks(start: &Position, cards: &[Card]) -> Vec<(Seat, Vec<Card>, Option<Seat>)> {
    let mut judge_position = JudgePosition::from_position(start);
    let mut tricks = Vec::new();
    let mut trick: (Seat, Vec<Card>, Option<Seat>) = (start.leader(), start.trick().collect(), None);
    for &card in cards {
        let (after, winner) = judge_position.play(judge::card(card));
        judge_position = after;
        trick.1.push(card);
        if let Some(winner) = winner.map(|winner| Seat::ALL[winner]) {
            tricks.push((trick.0, std::mem::take(&mut trick.1), Some(winner)));
            trick.0 = winner;
        }
    }
    if !trick.1.is_empty() {
        tricks.push(trick);
    }
    tricks
}

fn parts(trick: &PlayedTrick) -> (Seat, Vec<Card>, Option<Seat>) {
    (trick.leader, trick.cards.clone(), trick.winner)
}

#[test]
fn tricks_in_answers_match_plain_replay() {
    let mut incomplete = 0;
    for n in 0..RULES_AND_CONTRACTS.len() * 20 * effort() {
        let ending = ending(92_000_000 + n as u64, RULES_AND_CONTRACTS[n % RULES_AND_CONTRACTS.len()]);
        let analyst = &mut Analyst::new();
        let line = analyst.line(&ending.situation, &PlayOptions::default()).expect("a contract in play");
        let expected = plain_tricks(&ending.position, &line.line);
        assert_eq!(line.line_tricks.iter().map(parts).collect::<Vec<_>>(), expected, "{line:?}");
        // The answer at every point of the line must have the trick in progress or the last one, and the
        // tricks taken so far.
        let start =
            ending.situation.clone().with_cards_played(Vec::new()).play().expect("a contract in play");
        let whole = [ending.situation.cards_played(), &line.line].concat();
        for count in 0..=whole.len() {
            let played = whole[..count].to_vec();
            let tricks = plain_tricks(start.position(), &played);
            let moment = ending.situation.clone().with_cards_played(played);
            let answer = analyst.cards(&moment, &CardsOptions::default()).expect("a contract in play");
            assert_eq!(answer.trick.as_ref().map(parts).as_ref(), tricks.last(), "{answer:?}");
            let mut taken = ending.taken;
            for (.., winner) in &tricks {
                winner.iter().for_each(|&winner| taken[winner] += 1);
            }
            assert_eq!(answer.taken, taken, "{answer:?}");
            incomplete += usize::from(tricks.last().is_some_and(|(.., winner)| winner.is_none()));
        }
    }
    assert!(incomplete > 100, "{incomplete} tricks are incomplete");
}

#[test]
fn trick_led_by_talon_has_talon_card() {
    let rules: Variant = "russian".parse().expect("a preset");
    let deal = random::deal(&mut random::generator(93_000_000));
    let talon: Vec<Card> = deal.talon().iter().collect();
    let situation = Situation::new(rules, deal).with_all_passed();
    let line = Analyst::new().line(&situation, &PlayOptions::default()).expect("all have passed");
    let leads: Vec<Option<Card>> = line.line_tricks.iter().map(|trick| trick.talon).collect();
    assert_eq!(leads[..2], [Some(talon[0]), Some(talon[1])]);
    assert_eq!(leads[2..], [None; 8]);
    assert!(line.line_tricks[..3].iter().all(|trick| trick.leader == Seat::Forehand));
}

fn talon(rules: &str, seed: u64, detail: SolveDetail) -> (Deal, TalonAnswer) {
    let rules: Variant = rules.parse().expect("a preset");
    let deal = random::deal(&mut random::generator(seed));
    let situation = Situation::new(rules, deal).with_declarer(Seat::ALL[seed as usize % 3]);
    let options = TalonOptions { goal: detail, ..TalonOptions::default() };
    (deal, Analyst::new().talon(&situation, &options).expect("a whole deal"))
}

#[test]
fn ranks_count_better_discards() {
    for (n, rules) in ["austrian", "hungarian-long", "illustrated-run6"].into_iter().enumerate() {
        for detail in [SolveDetail::Tricks, SolveDetail::MadeOnly] {
            let (_, answer) = talon(rules, 94_000_000 + n as u64, detail);
            for place in 0..answer.best.len() {
                let all = answer.discards.iter().map(|discard| discard.results[place]);
                for one in all.clone() {
                    let is_better = |made: bool, tricks: Option<u8>| match (made, tricks, one.outcome.tricks)
                    {
                        (made, _, _) if made != one.outcome.made => made,
                        (_, Some(tricks), Some(own)) if one.contract == Contract::Misere => tricks < own,
                        (_, Some(tricks), Some(own)) => tricks > own,
                        _ => false,
                    };
                    let better =
                        all.clone().filter(|other| is_better(other.outcome.made, other.outcome.tricks));
                    assert_eq!(one.rank, Some(better.count() as u8 + 1), "{rules} {one:?}");
                }
            }
        }
    }
}

#[test]
fn ranks_of_all_contracts_count_better_discards() {
    for (n, rules) in ["austrian", "hungarian-long", "illustrated"].into_iter().enumerate() {
        let (_, answer) = talon(rules, 94_100_000 + n as u64, SolveDetail::Tricks);
        let worth = |discard: &DiscardResult| {
            let (mut made, mut tricks) = (0, 0);
            for result in &discard.results {
                made += i32::from(result.outcome.made);
                let own = i32::from(result.outcome.tricks.unwrap_or(0));
                tricks += if result.contract == Contract::Misere { -own } else { own };
            }
            (made, tricks)
        };
        for one in &answer.discards {
            let better = answer.discards.iter().filter(|other| worth(other) > worth(one)).count();
            assert_eq!(one.rank, Some(better as u8 + 1), "{rules} {one:?}");
        }
        let first = answer.best.iter().find(|best| best.rank == 1).expect("a best contract");
        assert_eq!(answer.choice.map(|choice| choice.result), Some(first.result), "{rules}");
        let made = |rank: u8| {
            answer.best.iter().filter(|best| best.rank == rank).any(|best| best.result.outcome.made)
        };
        let ranks: Vec<u8> = answer.best.iter().map(|best| best.rank).collect();
        let failed = ranks.iter().position(|&rank| !made(rank)).map(|place| ranks[place]);
        assert!(
            ranks.iter().all(|&rank| failed.is_none_or(|failed| rank < failed) || !made(rank)),
            "{rules}"
        );
    }
}

#[test]
fn ranks_count_discards_that_gain_more() {
    let rules: Variant = "illustrated".parse().expect("a preset");
    let deal: Deal = "F:J7.K8.AK9.QT8 QT98..QJT.KJ9 AK.AQT97.7.A7 .J.8.".parse().expect("a deal");
    let situation = Situation::new(rules, deal).with_declarer(Seat::Forehand);
    let options = UsurpOptions { bid: 1, bidders: Seats::ALL, ..UsurpOptions::default() };
    let answer = Analyst::new().usurp(&situation, &options).expect("a whole deal");
    let mut ranks = Vec::new();
    for one in &answer.discards {
        let better = answer.discards.iter().filter(|other| other.gain > one.gain).count() as u8;
        assert_eq!(one.rank, better + 1, "{one:?}");
        ranks.push(one.rank);
        if one.discard == answer.best.discard {
            assert_eq!(one.rank, 1);
        }
    }
    assert!(ranks.iter().any(|&rank| rank > 1), "{ranks:?}");
}

#[rstest]
#[case("F:? KJ9.J97.AJ.T8 ? ?", "HA H7 H8 SA", "H")]
#[case("F:AQJ.A9.AK9.T7 ? ? ?", "", "S")]
#[case("F:? 98.J9.AJ8.T87 ? ?", "HA", "misere")]
fn ranks_of_averages_follow_averages(#[case] deal: &str, #[case] played: &str, #[case] contract: &str) {
    // Checks that cards and discards ranked by averages are in the order of these averages, for both sides.
    let sample = SampleOptions { layouts: 40, ..SampleOptions::default() };
    let rules: Variant = "illustrated".parse().expect("a preset");
    let deal: PartialDeal = deal.parse().expect("a deal with unknown hands");
    let contract: Contract = contract.parse().expect("a contract");
    let declaration = Declaration { contract, declarer: Seat::Forehand, from_hand: false };
    let situation = Situation::new(rules, deal)
        .with_declaration(declaration)
        .with_cards_played(read_cards(played).expect("cards"));
    let answer = Analyst::new()
        .advise(&situation, &AdviseOptions { sample: sample.clone() })
        .expect("cards that can be played");
    let declares = answer.to_move == Seat::Forehand;
    let mut ranked: Vec<_> = answer.cards.iter().collect();
    ranked.sort_by_key(|card| card.rank);
    assert_eq!(ranked.first().map(|card| card.rank), Some(1));
    for pair in ranked.windows(2) {
        let (one, other) = (&pair[0].means, &pair[1].means);
        let sign = if declares { 1.0 } else { -1.0 };
        let lead = sign * (one.chance.mean - other.chance.mean);
        assert!(lead > -1e-9, "{answer:?}");
        if let (true, Some(one), Some(other)) = (lead < 1e-9, one.tricks, other.tricks) {
            let sign = if contract == Contract::Misere { -sign } else { sign };
            let lead = sign * (one.mean - other.mean);
            assert!(lead > -1e-9, "{answer:?}");
            assert_eq!(lead.abs() < 1e-9, pair[0].rank == pair[1].rank, "{answer:?}");
        }
    }
}

#[test]
fn discards_are_ranked_by_averages() {
    let rules: Variant = "illustrated".parse().expect("a preset");
    let deal: PartialDeal = "F:AQJ.A9.AK9.T7 ? ? ..7.K".parse().expect("a deal with unknown hands");
    let options = TalonOptions { unknown_defence: Some(20), ..TalonOptions::default() };
    let answer =
        Analyst::new().talon_unknown(&Situation::new(rules, deal), &options).expect("twelve known cards");
    let chances = |discard: &DiscardAverages| -> f64 {
        discard.results.iter().map(|result| result.means.chance.mean).sum()
    };
    for one in &answer.discards {
        let better = |other: &&DiscardAverages| chances(other) > chances(one) + 1e-9;
        let rank = usize::from(one.rank.expect("a rank"));
        assert!(rank > answer.discards.iter().filter(better).count(), "{one:?}");
        let worse = |other: &&DiscardAverages| chances(other) < chances(one) - 1e-9;
        assert!(rank <= answer.discards.len() - answer.discards.iter().filter(worse).count(), "{one:?}");
    }
    assert!(answer.discards.iter().any(|discard| discard.rank == Some(1)));
}

#[test]
fn only_discards_with_gain_are_ranked_by_gain() {
    let rules: Variant = "austrian".parse().expect("a preset");
    let deal = random::deal(&mut random::generator(95_000_000));
    let contracts = rules.all_announceable().into();
    let options = TalonOptions { contracts, by: DiscardCriterion::Gain, ..TalonOptions::default() };
    let situation = Situation::new(rules, deal).with_declarer(Seat::Forehand);
    let answer = Analyst::new().talon(&situation, &options).expect("a whole deal");
    let highest = |discard: &DiscardResult| discard.results.iter().filter_map(|result| result.gain).max();
    for one in &answer.discards {
        let better = answer.discards.iter().filter(|other| highest(other) > highest(one)).count() as u8;
        assert_eq!(one.rank, highest(one).map(|_| better + 1), "{one:?}");
    }
    for one in &answer.best {
        let better = answer.best.iter().filter(|other| other.result.gain > one.result.gain).count() as u8;
        assert!(one.rank > better, "{one:?}");
    }
    for place in 0..answer.best.len() {
        let results: Vec<_> = answer.discards.iter().map(|discard| discard.results[place]).collect();
        for one in &results {
            assert_eq!(one.rank.is_some(), one.gain.is_some());
            let better = results.iter().filter(|other| other.gain > one.gain).count() as u8;
            assert!(one.rank.is_none_or(|rank| rank > better), "{one:?}");
        }
        let best = results.iter().filter(|one| one.rank == Some(1)).count();
        assert_eq!(best, answer.best[place].discards.len());
    }
}

#[test]
fn discards_of_one_group_leave_same_play() {
    // Compares discards pairwise. Two discards must share a group if and only if their first cards and their second cards
    // are each of one suit, with no card of another player between them.
    let mut shared = 0;
    for seed in 96_000_000..96_000_003_u64 {
        let (deal, answer) = talon("american", seed, SolveDetail::MadeOnly);
        let others: Cards = Seat::ALL
            .into_iter()
            .filter(|&seat| seat != answer.declarer)
            .fold(Cards::NONE, |cards, seat| cards | deal.hand(seat));
        let adjoin = |one: Card, other: Card| {
            let between = one.bit().min(other.bit())..one.bit().max(other.bit());
            one.suit() == other.suit() && !between.into_iter().any(|bit| others.contains(Card::from_bit(bit)))
        };
        let same =
            |one: Cards, other: Cards| one.iter().zip(other.iter()).all(|(one, other)| adjoin(one, other));
        for one in &answer.discards {
            for other in &answer.discards {
                let (are_same, context) = (same(one.cards, other.cards), format!("{one:?} {other:?}"));
                assert_eq!(one.group == other.group, are_same, "{context}");
                shared += usize::from(are_same && one.cards != other.cards);
            }
        }
        let groups: Vec<u8> = answer.discards.iter().map(|discard| discard.group).collect();
        let first_members = groups.iter().enumerate().filter(|(n, group)| !groups[..*n].contains(group));
        assert!(first_members.map(|(_, &group)| group).eq(1..=*groups.iter().max().expect("groups")));
    }
    assert!(shared > 10, "{shared}");
}

#[rstest]
#[case("danube-swabian", true)]
#[case("danube-swabian", false)]
#[case("hungarian-long", false)]
fn margins_of_solve_are_tricks_over_target(#[case] rules: &str, #[case] from_hand: bool) {
    let deal = random::deal(&mut random::generator(97_000_000));
    let rules: Variant = rules.parse().expect("a preset");
    let mut situation = Situation::new(rules.clone(), deal);
    if from_hand {
        situation = situation.with_play_from_hand();
    }
    let answer = Analyst::new().solve(&situation, &SolveOptions::default()).expect("a whole deal");
    for result in answer.results {
        let ContractSolution::Contract { contract, outcome, margin, .. } = result else { continue };
        let expected = match (contract.to_string().as_str(), outcome.tricks) {
            ("uno" | "run6", _) | (_, None) => None,
            ("misere", Some(tricks)) => Some(-i32::from(tricks)),
            ("slam", Some(tricks)) => Some(i32::from(tricks) - 10),
            (name, Some(tricks)) => {
                let danube = rules.label() == "danube-swabian";
                let more = u8::from(danube && name == "S") + u8::from(danube && from_hand && name != "N");
                Some(i32::from(tricks) - i32::from(6 + more))
            }
        };
        assert_eq!(margin.map(i32::from), expected, "{contract} {outcome:?}");
    }
}

#[test]
fn cards_after_all_pass_cost_the_tricks_that_they_add() {
    let rules: Variant = "russian".parse().expect("a preset");
    let (mut analyst, mut costly) = (Analyst::new(), 0);
    for n in 0..3 * effort() as u64 {
        let random = &mut random::generator(98_000_000 + n);
        let deal = random::deal(random);
        let mut played = Vec::new();
        loop {
            let situation =
                Situation::new(rules.clone(), deal).with_all_passed().with_cards_played(played.clone());
            let answer = analyst.cards(&situation, &CardsOptions::default()).expect("all have passed");
            let talon = deal.talon().iter().nth(played.len() / 3);
            assert_eq!(answer.talon_card, talon, "{deal} {played:?}");
            let Some(seat) = answer.to_move else { break };
            let own = |value: &PlayValue| match value {
                PlayValue::Everybody { tricks: Some(tricks), .. } => tricks[seat],
                _ => panic!("all three count their tricks: {value:?}"),
            };
            let fewest = answer.cards.iter().map(|card| own(&card.value)).min();
            for card in &answer.cards {
                let added = own(&card.value) - fewest.expect("a legal card");
                let cost = card.cost.map(|cost| (cost.tricks, cost.decides));
                assert_eq!(cost, (added > 0).then_some((Some(added), false)), "{card:?} {deal} {played:?}");
                assert_eq!((card.best, card.margin), (added == 0, None), "{card:?} {deal} {played:?}");
                costly += usize::from(added > 0);
            }
            played.push(answer.cards[random.random_range(0..answer.cards.len())].card);
        }
        assert_eq!(played.len(), 30, "{deal}");
    }
    assert!(costly > 50, "{costly} cards have a cost");
}
