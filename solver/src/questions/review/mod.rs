//! The cost of each step of a played hand.

mod cards;
mod steps;
use crate::rules::call::Call;
use thiserror::Error;

use crate::analyst::Analyst;
use crate::auction::{Auction, AuctionState};
use crate::cards::{Card, Cards};
use crate::gains::decisions::{
    Decision, PastDecision, contract_gains, estimate_gains, path_to_hand, without_decisions,
};
use crate::gains::payoffs::Model;
use crate::hand::Hand;
use crate::hand::declaration_error::{DeclarationError, check_declaration};
use crate::outcomes::discards::{best_by_tricks, discard_pairs, group_discards, rank_discards};
use crate::questions::cards::check_contract;
use crate::questions::par::{Auctions, LeafPool, ParOptions, all_contract_outcomes};
use crate::questions::question_type::{Example, FormResult, QuestionType, question_type};
use crate::questions::record::{in_record, read_hand};
use crate::rules::bidding::AllPass;
use crate::rules::contract::{Contract, Declaration};
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::Amount;
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::field_types::{ContractName, DiscardCount, OneOrMany, RecordInput};
use crate::situation::form::{FormPart, form};
#[cfg(feature = "clap")]
use crate::situation::groups::PAYMENT_HEADING;
use crate::situation::groups::{CommonFields, DecisionFields, LeadFields, PaymentFields, TableFields};
use crate::situation::play::Play;
use crate::situation::{CardsInput, Situation};

pub use steps::{Breach, DiscardPair, Part, ReviewAnswer, ReviewFault, Step};

form! {
    /// Find the cost of each call, discard, decision and card of a played hand, and breaches of the rules.
    ///
    /// The program takes the hand from a record, so that only the options of the review are flags.
    pub struct ReviewQuestion {
        /// Cards of the deal.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub deal: Option<String>,
        /// Record of the hand, instead of a deal and the other fields of a hand: an object with deal, table and
        /// actions.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub record: Option<RecordInput>,
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno; or allpass, if all have passed.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub contract: Option<ContractName>,
        /// Seat that declared; to be left out for allpass.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub declarer: Option<Seat>,
        /// The game is played from the hand, that is, without the talon (raises some targets).
        #[cfg_attr(feature = "clap", arg(skip))]
        pub hand: bool,
        /// Calls, in turn from forehand.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub calls: Option<OneOrMany<Call>>,
        /// The two cards that the declarer laid aside.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub discard: Option<OneOrMany<Card>>,
        /// Cards played, from the first lead on.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub played: Option<OneOrMany<Card>>,
        /// Leader, and seats that have dropped out.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub lead: LeadFields,
        /// For allpass: cards of the talon in the order in which they are led [default: as listed].
        #[cfg_attr(feature = "clap", arg(skip))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub talon_order: Option<OneOrMany<Card>>,
        /// Decisions before the play.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub decisions: DecisionFields,
        /// Model of the defenders' decisions and play [default: selfish].
        #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
        pub model: Option<Model>,
        /// Pot and table.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub payment: PaymentFields,
        /// Number of discards per contract whose gain is calculated, starting with the best in tricks, or all [default: 5].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N|all", help_heading = PAYMENT_HEADING))]
        pub discards: Option<DiscardCount>,
        /// Dealer, offers and earlier hands.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub table: TableFields,
    }
}

/// They may stand beside a record.
const RECORD_FIELDS: [&str; 6] = ["record", "model", "discards", "rules", "time_limit", "progress"];

/// Options of the question `review`.
pub type ReviewOptions = ParOptions;

impl ReviewQuestion {
    /// The options of the review, which do not depend on the hand.
    #[must_use]
    pub fn review_options(&self) -> ReviewOptions {
        ReviewOptions {
            model: self.model.unwrap_or_default(),
            discards: DiscardCount::discards(self.discards),
        }
    }

    fn options(self, situation: Situation) -> FormResult<ReviewOptions> {
        // The fields of a passed-out hand may contain the talon and the pot too.
        let options = self.review_options();
        if self.record.is_some() {
            let given = self.given();
            if let Some(field) = given.into_iter().find(|field| !RECORD_FIELDS.contains(field)) {
                return Err(QuestionError::not_here(field, "the record contains the deal and all actions"));
            }
            let situation = situation_to_review(&read_hand(&situation, self.record)?).map_err(in_record)?;
            return Ok((situation, options));
        }
        let decisions = self.decisions.given();
        let declared = self
            .first_given(&["declarer", "hand", "discard", "out", "leader", "refa"])
            .or(decisions.into_iter().find(|&name| name != "talon"));
        if let Some(name) = declared.filter(|_| self.contract == Some(ContractName::AllPass)) {
            return Err(QuestionError::not_here(name, "nobody declares when all have passed"));
        }
        let situation = situation.with_contract_fields(self.contract, self.declarer, self.hand)?;
        if !situation.is_all_passed() {
            check_contract(&situation)?;
            if self.talon_order.is_some() {
                return Err(QuestionError::not_here("talon_order", "it affects only allpass"));
            }
        }
        let situation = situation
            .with_call_list(self.calls)
            .with_lead(&self.lead)?
            .with_talon_leads(self.talon_order)
            .with_discarded(self.discard)?
            .with_decision_fields(&self.decisions)?
            .with_payment(&self.payment)
            .with_table(&self.table)
            .with_cards_played(self.played.unwrap_or_default().0);
        Ok((situation, options))
    }
}

/// The situation of a hand for its review, without the tricks of a claim or an accepted offer.
///
/// # Errors
/// If nobody has acted yet.
pub fn situation_to_review(hand: &Hand) -> Result<Situation, QuestionError> {
    if hand.steps().is_empty() {
        return Err(QuestionError::new(ErrorCode::NotHere, "actions", NoActionYet));
    }
    Ok(hand.situation())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("nobody has acted yet: add the actions of the hand")]
struct NoActionYet;

impl Analyst {
    /// The cost of each step of a played hand against the best step, and breaches of the rules.
    ///
    /// # Errors
    /// If a fact is missing or contradicts another one, or the auction cannot be settled. A contract without a price is
    /// not an error: its costs in gain are left out.
    pub fn review(
        &mut self,
        situation: &Situation,
        options: &ReviewOptions,
    ) -> Result<ReviewAnswer, QuestionError> {
        check_record(situation)?;
        let situation = &situation.normalize_by_rules();
        let mut review = ReviewAnswer::new(situation)?;
        self.with_leaf_pool(situation.rules(), options.model, |solver, pool| {
            let auction = review_calls(solver, pool, situation, *options, &mut review)?;
            if has_no_contract_yet(situation) {
                return Ok(review);
            }
            let Some(declaration) = situation.declaration_if_any() else {
                cards::review_cards(solver, situation, options.model, &mut review)?;
                return Ok(review);
            };
            // A dealer who is forced to declare gives up before laying cards aside and announcing a contract.
            let is_forced = auction.as_ref().is_some_and(|auction| {
                matches!(auction.state(), AuctionState::Passed(AllPass::DealerForced))
            });
            if !is_forced || !situation.hand().decisions.gave_up {
                review.discard = review_discard(solver, situation, declaration, options)?;
                if let Some(auction) = auction {
                    review.announcement =
                        review_announcement(solver, situation, declaration, &auction, options.model)?;
                }
            }
            let possible = review_decisions(solver, situation, options.model, &mut review)?;
            if situation.is_played() {
                cards::review_cards(solver, situation, options.model, &mut review)?;
            } else if !situation.cards_played().is_empty() {
                review.add_fault(Part::Card(1), Breach::NobodyPlays);
            }
            // A hand that cannot be settled has already been reported as another fault of the decisions.
            if !possible && review.broken.iter().all(|broken| broken.part != Part::Decisions) {
                review.add_fault(Part::Decisions, Breach::ImpossibleDecisions);
            }
            if review.tricks.0.iter().sum::<u8>() == 10 {
                let target = situation.rules().target(declaration.contract, declaration.from_hand);
                review.made = target.is_made_by(review.tricks[declaration.declarer]);
            }
            Ok(review)
        })
    }
}

/// Only the calls of such a hand can be reviewed.
fn has_no_contract_yet(situation: &Situation) -> bool {
    situation.declaration_if_any().is_none() && !situation.is_all_passed()
}

fn check_record(situation: &Situation) -> Result<(), QuestionError> {
    situation.deal()?;
    if has_no_contract_yet(situation) && !situation.calls().is_empty() {
        return Ok(());
    }
    if situation.is_all_passed() {
        situation.hand_as_dealt()?;
        return situation.clone().with_cards_played(Vec::new()).passed_out_position().map(|_| ());
    }
    let declaration = situation.declaration()?;
    situation.declarers()?;
    if !declaration.from_hand && situation.discard().is_none() {
        let hint = "the two cards that were laid aside, or hand if the talon was not taken";
        return Err(QuestionError::missing("discard", hint));
    }
    situation.hand_as_dealt().map(|_| ())
}

/// The auction, if the record has calls and neither they nor the declaration break the rules.
fn review_calls(
    solver: &mut Solver,
    pool: Option<&LeafPool>,
    situation: &Situation,
    options: ParOptions,
    review: &mut ReviewAnswer,
) -> Result<Option<Auction>, QuestionError> {
    if situation.calls().is_empty() {
        return Ok(None);
    }
    let rules = situation.rules();
    let before = undecided_situation(situation)?;
    let values = all_contract_outcomes(solver, rules, &situation.deal()?);
    let mut auction = before.auction()?.0;
    let mut auctions = Auctions::new(solver, pool, &before, options, &values)?;
    for (n, &call) in situation.calls().iter().enumerate() {
        let seat = auction.to_call();
        let best = auctions.solve_auction(&auction)?;
        let good = auctions.calls_that_gain(&auction, best.gains.seats[seat])?;
        if let Err(error) = auction.call(call) {
            review.add_fault(Part::Call(n + 1), error);
            return Ok(None);
        }
        let after = auctions.solve_auction(&auction)?;
        let lost = best.gains.seats[seat] - after.gains.seats[seat];
        review.calls.push(Step {
            seat,
            done: call,
            best: good,
            tricks: None,
            turned: false,
            gain: Some(lost),
        });
    }
    if has_no_contract_yet(situation) {
        return Ok(None);
    }
    if let Err(problem) = check_declaration(situation, &auction) {
        let is_card = problem == DeclarationError::NotPlayed;
        review.add_fault(if is_card { Part::Card(1) } else { Part::Announcement }, problem);
        return Ok(None);
    }
    Ok(Some(auction))
}

/// Compares contracts after the recorded discard. `None` without a choice, or if a contract cannot be settled.
fn review_announcement(
    solver: &mut Solver,
    situation: &Situation,
    declaration: Declaration,
    auction: &Auction,
    model: Model,
) -> Result<Option<Step<Contract>>, QuestionError> {
    let bid = match auction.state() {
        AuctionState::Declared { bid, .. } => Some(bid),
        _ => None,
    };
    let contracts = situation.rules().announceable(bid);
    if contracts.len() < 2 {
        return Ok(None);
    }
    let (seat, done) = (declaration.declarer, declaration.contract);
    let mut before = undecided_situation(situation)?;
    if let Some(discard) = situation.discard() {
        before = before.with_discard(discard);
    }
    let announced = |contract| before.clone().with_declaration(Declaration { contract, ..declaration });
    let Some(actual) = gain_if_settled(solver, &announced(done), seat, model)? else { return Ok(None) };
    // A contract is solved only if its upper bound reaches the highest gain that is known to be possible.
    let (mut reachable, mut possible) = (Vec::with_capacity(contracts.len()), actual);
    for contract in contracts {
        let estimate = if_settled(estimate_gains(solver, &announced(contract), model))?;
        let Some(bounds) = estimate.map(|estimate| estimate.bounds()) else { return Ok(None) };
        possible = possible.max(bounds.lower[seat]);
        reachable.push((contract, bounds.upper[seat]));
    }
    let mut gains = Vec::new();
    for (contract, _) in reachable.into_iter().filter(|&(_, high)| high >= possible) {
        let gain = gain_if_settled(solver, &announced(contract), seat, model)?;
        gains.push((contract, gain.expect("a contract with bounds has gains")));
    }
    let most = gains.iter().map(|&(_, gain)| gain).max().expect("one contract has the highest gain");
    let best = gains.iter().filter(|(_, gain)| *gain == most).map(|&(contract, _)| contract).collect();
    Ok(Some(Step { seat, done, best, tricks: None, turned: false, gain: Some(most - actual) }))
}

fn undecided_situation(situation: &Situation) -> Result<Situation, QuestionError> {
    let hand = without_decisions(&situation.hand().decisions);
    Ok(Situation::new(situation.shared_rules(), situation.deal()?).with_decisions(hand))
}

fn review_discard(
    solver: &mut Solver,
    situation: &Situation,
    declaration: Declaration,
    options: &ReviewOptions,
) -> Result<Option<Step<DiscardPair>>, QuestionError> {
    let Some(done) = situation.discard() else { return Ok(None) };
    let (rules, deal, seat) = (situation.rules(), &situation.deal()?, declaration.declarer);
    let play = |cards: Cards| Play::from_deal(rules, &deal.exchange(seat, cards), declaration);
    let actual = play(done).outcome(solver);
    let (_, top) = best_by_tricks(solver, rules, deal, declaration, true);
    let before = undecided_situation(situation)?.with_declaration(declaration);
    let gain = gain_if_settled(solver, &before.clone().with_discard(done), seat, options.model)?;
    let mut most = None;
    for (cards, _) in rank_discards(solver, rules, deal, declaration, options.discards) {
        let situation = before.clone().with_discard(cards);
        most = most.max(gain_if_settled(solver, &situation, seat, options.model)?);
    }
    let lost = gain.zip(most).map(|(gain, most)| (most - gain).max(Amount::default()));
    let best = group_discards(deal, seat, discard_pairs(rules, deal, seat))
        .into_iter()
        .filter(|group| play(group[0]).outcome(solver) == top)
        .flatten()
        .map(DiscardPair)
        .collect();
    let tricks = actual.tricks.zip(top.tricks).map(|(actual, top)| actual.abs_diff(top));
    let turned = actual.made != top.made;
    Ok(Some(Step { seat, done: DiscardPair(done), best, tricks, turned, gain: lost }))
}

fn gain_if_settled(
    solver: &mut Solver,
    situation: &Situation,
    seat: Seat,
    model: Model,
) -> Result<Option<Amount>, QuestionError> {
    let gains = if_settled(contract_gains(solver, situation, model))?;
    Ok(gains.map(|gains| gains.seats[seat]))
}

fn if_settled<T>(result: Result<T, QuestionError>) -> Result<Option<T>, QuestionError> {
    // Another part of the review reports why the hand cannot be settled.
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.settlement().is_some() => Ok(None),
        Err(error) => Err(error),
    }
}

/// `false` if the decisions of the record cannot occur under the rules.
fn review_decisions(
    solver: &mut Solver,
    situation: &Situation,
    model: Model,
    review: &mut ReviewAnswer,
) -> Result<bool, QuestionError> {
    let path = path_to_hand(solver, situation, model);
    if let Err(error) = &path
        && !situation.is_played()
    {
        cards::note_unsettled(error, review);
    }
    // If the hand has no price, decisions have no cost.
    let Some(path) = if_settled(path)? else { return Ok(true) };
    let Some(path) = path else {
        // In the model `tricks` nobody decides anything before the play. Giving up by a dealer who is forced to
        // declare belongs to the auction, so it is not one of these decisions.
        return Ok(model == Model::Tricks || situation.hand().decisions.gave_up);
    };
    for PastDecision { decision: Decision { seat, .. }, best_choices: best, choice: done, cost: lost } in path
    {
        review.decisions.push(Step { seat, done, best, tricks: None, turned: false, gain: Some(lost) });
    }
    Ok(true)
}

question_type!(
    ReviewQuestion "review", ReviewOptions => ReviewAnswer, |analyst, situation, options| analyst.review(situation, options),
    const EXAMPLE: Example = Example { question: r#"{"deal":"DEAL","declarer":"F","contract":"D","discard":"SQ CT","played":"DA DQ D8"}"#, part: "/cards/0/tricks_lost", shows: r#"0"# };,
    fn has_deal(situation: &Situation, _: &ReviewOptions) -> bool { matches!(situation.cards(), CardsInput::Nothing) },
    fn deal(&self) -> Option<&str> { self.deal.as_deref() }
);

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::cards::Card;
    use crate::deal::random;
    use crate::gains::decisions::Choice;
    use crate::gains::expected_result;
    use crate::hand::{Action, Phase, Table};
    use crate::rules::variant::Variant;
    use crate::seat::BySeat;
    use crate::settlement::HandDecisions;

    fn random_record(seed: u64, rules: &Variant, contract: Contract) -> (Situation, Vec<Seat>) {
        let random = &mut random::generator(seed);
        let deal = random::deal(random);
        let declarer = Seat::ALL[seed as usize % 3];
        let declaration = Declaration { contract, declarer, from_hand: false };
        let twelve: Vec<Card> = (deal.hand(declarer) | deal.talon()).iter().collect();
        let [one, other] = [random::number_below(random, 6), 6 + random::number_below(random, 6)];
        let discard = [twelve[one], twelve[other]].into_iter().collect();
        let play = Play::from_deal(rules, &deal.exchange(declarer, discard), declaration);
        let mut position = *play.position();
        let (mut cards, mut winners) = (Vec::new(), Vec::new());
        while !position.is_over() {
            let legal: Vec<Card> = position.legal_cards().iter().collect();
            let card = legal[random::number_below(random, legal.len())];
            winners.extend(position.play(card).expect("legal"));
            cards.push(card);
        }
        let situation = Situation::new(rules.clone(), deal);
        (situation.with_declaration(declaration).with_discard(discard).with_cards_played(cards), winners)
    }

    fn review_faults(analyst: &mut Analyst, record: &Situation, winners: &[Seat]) -> Vec<ReviewFault> {
        let options = ReviewOptions { model: Model::Tricks, discards: 1 };
        let record = record.clone().with_winners(winners.to_vec());
        analyst.review(&record, &options).expect("reviewed").broken
    }

    #[test]
    fn unfinished_hands_are_reviewed_up_to_the_last_action() {
        let mut analyst = Analyst::new();
        let options = ReviewOptions { model: Model::Selfish, discards: 1 };
        let (mut open_auctions, mut open_decisions) = (0, 0);
        for seed in 78_000_000..78_000_000 + 6 * preference_fixtures::effort() as u64 {
            let random = &mut random::generator(seed);
            let name =
                ["austrian", "russian", "hungarian", "illustrated", "bule", "sochi"][seed as usize % 6];
            let rules: Variant = name.parse().expect("a preset");
            let mut hand = Hand::new(rules, random::deal(random), Table::default()).expect("a hand");
            let (mut calls, mut decisions) = (Vec::new(), Vec::new());
            while !matches!(hand.phase(), Phase::Play | Phase::Over) {
                let actions = hand.legal_actions();
                // Few hands would be played if all calls were equally frequent.
                let action = match hand.phase() {
                    Phase::Auction => actions[random::number_below(random, actions.len().min(3))],
                    _ => actions[random::number_below(random, actions.len())],
                };
                if let (Phase::Auction, Action::Call(call)) = (hand.phase(), action) {
                    calls.push(call);
                }
                match action {
                    // Where aces are not paid, the question about them is no decision.
                    Action::OpenPlay | Action::ClosedPlay | Action::Decision(Choice::Silent) => {}
                    Action::ReturnToWhist => decisions.push(Choice::Whist.into()),
                    action if hand.phase() == Phase::Decisions => decisions.push(action),
                    _ => {}
                }
                hand.apply(action).expect("legal");
                let situation = situation_to_review(&hand).expect("an action");
                let review = analyst.review(&situation, &options).expect("reviewed");
                let context = format!("{name}, seed {seed}: {:?}", hand.steps());
                let done: Vec<Call> = review.calls.iter().map(|step| step.done).collect();
                assert!(review.broken.is_empty(), "{context}: {:?}", review.broken);
                assert_eq!(done, calls, "{context}");
                let is_announced =
                    hand.declaration().is_some() || hand.phase() == Phase::Play || hand.is_over();
                assert_eq!(review.contract.is_some(), is_announced, "{context}");
                open_auctions += usize::from(hand.phase() == Phase::Auction);
                if hand.phase() == Phase::Decisions {
                    let done = review.decisions.iter().map(|step| step.done);
                    let done: Vec<Action> =
                        done.filter(|&done| done != Choice::Silent).map(Action::from).collect();
                    assert_eq!(done, decisions, "{context}");
                    open_decisions += usize::from(!decisions.is_empty());
                }
            }
        }
        assert!(
            open_auctions > 5 && open_decisions > 1,
            "{open_auctions} auctions, {open_decisions} decisions"
        );
    }

    #[test]
    fn wrong_trick_winner_is_reported() {
        let rules: Variant = "russian".parse().expect("a preset");
        let contract = "7H".parse().expect("a contract");
        let seed = 75_000_000;
        let (record, winners) = random_record(seed, &rules, contract);
        let mut analyst = Analyst::new();
        let mut faults = |winners: &[Seat]| review_faults(&mut analyst, &record, winners);
        let trick_faults = faults(&[Seat::Forehand; 10]);
        assert!(!trick_faults.is_empty(), "seed {seed}");
        let are_tricks = trick_faults.iter().all(|fault| matches!(fault.part, Part::Trick(_)));
        assert!(are_tricks, "seed {seed}: {trick_faults:?}");
        assert_eq!(faults(&winners), [], "seed {seed}");
        let (mut wrong_winners, takes) = (winners.clone(), winners[4]);
        let said = takes.left();
        wrong_winners[4] = said;
        let problem = Breach::Winner { takes, said };
        assert_eq!(faults(&wrong_winners), [ReviewFault { part: Part::Trick(5), problem }], "seed {seed}");
    }

    #[test]
    fn review_ends_when_contract_is_lost() {
        // If a misère or slam pays the same however far it fails, the cards are valued up to the trick that loses it.
        // Under Russian rules each trick costs, and the cards are valued to the end.
        let mut analyst = Analyst::new();
        let (mut lost, mut early) = (0, 0);
        for seed in 76_000_000..76_000_024_u64 {
            let (name, contract) = [
                ("hungarian", "misere"),
                ("illustrated", "slam"),
                ("russian", "misere"),
                ("bule", "misere"),
                ("illustrated", "open-misere"),
                ("danube-swabian", "slam"),
            ][seed as usize % 6];
            let rules: Variant = name.parse().expect("a preset");
            let contract: Contract = contract.parse().expect("a contract");
            let (record, winners) = random_record(seed, &rules, contract);
            let declarer = record.declarer().expect("a declarer");
            let misere = contract.is_misere();
            let losing = winners.iter().position(|&winner| (winner == declarer) == misere);
            let expected = match losing {
                Some(losing) if name != "russian" => 3 * (losing + 1),
                _ => 30,
            };
            let options = ReviewOptions { model: Model::Tricks, discards: 1 };
            let review = analyst.review(&record, &options).expect("reviewed");
            assert_eq!(review.cards.len(), expected, "{name} {contract} seed {seed}");
            assert_eq!(review.made, Some(losing.is_none()), "{name} {contract} seed {seed}");
            // The record may end with that trick.
            let cards = record.cards_played()[..expected].to_vec();
            let cut = analyst.review(&record.with_cards_played(cards), &options).expect("reviewed");
            assert_eq!((&cut.cards, cut.made), (&review.cards, review.made), "{name} {contract} seed {seed}");
            lost += usize::from(losing.is_some());
            early += usize::from(expected < 30);
        }
        assert!(lost > 15 && early > 10, "{lost} contracts were lost, {early} before the last trick");
    }

    fn all_passed_record(seed: u64, rules: &Variant) -> Situation {
        let random = &mut random::generator(seed);
        let deal = random::deal(random);
        let mut talon_order: Vec<Card> = deal.talon().iter().collect();
        if random.random_bool(0.5) {
            talon_order.reverse();
        }
        let situation = Situation::new(rules.clone(), deal).with_all_passed();
        let situation =
            if rules.all_pass().talon_leads { situation.with_talon_order(talon_order) } else { situation };
        let (mut position, _) = situation.passed_out_position().expect("the talon");
        let (mut played, mut winners) = (Vec::new(), Vec::new());
        while !position.is_over() {
            let legal: Vec<Card> = position.legal_cards().iter().collect();
            let card = legal[random::number_below(random, legal.len())];
            winners.extend(position.play(card).expect("legal"));
            played.push(card);
        }
        let progression = 1 + (seed % 3) as u8;
        let said = HandDecisions { talon: deal.talon(), progression, ..HandDecisions::default() };
        situation.with_decisions(said).with_cards_played(played).with_winners(winners)
    }

    #[test]
    fn cards_after_all_pass_are_compared_by_gain_or_tricks() {
        let (mut analyst, mut solver) = (Analyst::new(), Solver::new());
        let mut costly = 0;
        for seed in 77_000_000..77_000_012_u64 {
            let name = ["russian", "leningrad", "rostov", "austrian"][seed as usize % 4];
            let rules: Variant = name.parse().expect("a preset");
            let record = all_passed_record(seed, &rules);
            let options = ReviewOptions { model: Model::Selfish, discards: 1 };
            let review = analyst.review(&record, &options).expect("reviewed");
            assert_eq!((&review.broken[..], review.cards.len()), (&[][..], 30), "{name} seed {seed}");
            assert_eq!(review.unpriced.is_some(), name == "austrian", "seed {seed}");
            let (mut position, mut taken) =
                record.clone().with_cards_played(Vec::new()).passed_out_position().expect("the talon");
            assert_eq!(taken, BySeat::default());
            for (step, &card) in review.cards.iter().zip(record.cards_played()) {
                let seat = position.to_move();
                // The results of all legal cards when each seat plays on for its gain, or, without a price,
                // for few tricks.
                let mut values: Vec<(Card, Amount, u8)> = Vec::new();
                for card in position.legal_cards() {
                    let (mut next, mut after) = (position, taken);
                    if let Some(winner) = next.play(card).expect("legal") {
                        after[winner] += 1;
                    }
                    let tricks = expected_result::solve_all_passed(&mut solver, &record, &next, after);
                    let few = -Amount::from_integer(tricks[seat].into());
                    let gains = rules.settle(&record.hand(), &tricks.into());
                    values.push((card, gains.map_or(few, |gains| gains.seats[seat]), tricks[seat]));
                }
                let most = values.iter().map(|worth| worth.1).max().expect("a card");
                let value = |wanted: Card| *values.iter().find(|worth| worth.0 == wanted).expect("legal");
                let best: Vec<Card> =
                    values.iter().filter(|worth| worth.1 == most).map(|worth| worth.0).collect();
                assert_eq!((step.seat, step.done, &step.best), (seat, card, &best), "{name} seed {seed}");
                let lost = (name != "austrian").then(|| most - value(card).1);
                assert_eq!(step.gain, lost, "{name} seed {seed}");
                let more = value(card).2.saturating_sub(value(best[0]).2);
                assert_eq!(step.tricks, Some(more), "{name} seed {seed}");
                costly += usize::from(step.is_costly());
                if let Some(winner) = position.play(card).expect("legal") {
                    taken[winner] += 1;
                }
            }
            assert_eq!(review.tricks, taken, "{name} seed {seed}");
        }
        assert!(costly > 20, "{costly} costly cards");
    }
}
