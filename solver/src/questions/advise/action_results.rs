//! The result of each legal action of a hand when all cards are known.
//!
//! After the action all players see all cards, and each takes the step with the highest utility for that player in the
//! model. Calls and the contract that they lead to are those of the question `par`; a contract after a discard has the
//! gain of `talon`, and a card that of `cards`. After a decision between the announcement and the play, each player
//! still decides in turn. There the model `tricks` applies only to the play.
use crate::cards::Cards;
use crate::gains::decisions::{contract_gains, without_decisions};
use crate::gains::expected_result::{solve_cards, solve_expected_result};
use crate::gains::payoffs::{Model, Utility};
use crate::hand::{Action, Hand, Phase};
use crate::outcomes::discards::{best_by_tricks, discard_key};
use crate::outcomes::outcome::Outcome;
use crate::questions::par::{Auctions, ParOptions, all_contract_outcomes};
use crate::rules::contract::{Contract, Declaration};
use crate::search::Solver;
use crate::seat::Seat;
use crate::settlement::{Amount, Gains};
use crate::situation::error::QuestionError;
use crate::situation::{PlayState, Situation};

/// The result of an action with all cards known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ActionResult {
    pub(super) action: Action,
    /// The contract announced after a discard, unless opponents may still take it up.
    pub(super) contract: Option<Contract>,
    /// The gain of the player who takes the action.
    pub(super) gain: Amount,
    /// The gain by which actions are compared: the player's own, unless the model compares another one.
    pub(super) stake: Amount,
    /// For a card, the result of the contract or, after all have passed, the tricks of the seat that plays it.
    pub(super) outcome: Option<Outcome>,
}

/// A discard has a result for each contract that can be announced after it, or one if opponents may take it up first.
pub(super) fn solve_actions(
    solver: &mut Solver,
    hand: &Hand,
    model: Model,
) -> Result<Vec<ActionResult>, QuestionError> {
    let Some(player) = hand.player() else { return Ok(Vec::new()) };
    match hand.phase() {
        Phase::Auction => solve_calls(solver, hand, player, model),
        Phase::Play => solve_card_results(solver, hand, player, model),
        Phase::Discard => solve_discards(solver, hand, player, model),
        _ => {
            let results = hand.legal_actions().into_iter().map(|action| {
                let gains = gains_after(solver, hand, action, model)?;
                Ok(result(hand, action, &gains, player, model))
            });
            results.collect()
        }
    }
}

fn result(hand: &Hand, action: Action, gains: &Gains, player: Seat, model: Model) -> ActionResult {
    ActionResult {
        action,
        contract: None,
        gain: gains.seats[player],
        stake: model.utility(player, hand.declarer(), gains)[0],
        outcome: None,
    }
}

fn solve_calls(
    solver: &mut Solver,
    hand: &Hand,
    player: Seat,
    model: Model,
) -> Result<Vec<ActionResult>, QuestionError> {
    let rules = hand.rules();
    let before = reset_decisions(hand, hand.situation());
    let mut before = Situation::new(rules.clone(), before.deal()?).with_decisions(before.hand().decisions);
    if rules.all_pass().talon_leads {
        before = before.with_talon_order(hand.talon_order().to_vec());
    }
    let values = all_contract_outcomes(solver, rules, hand.deal());
    let options = ParOptions { model, ..ParOptions::default() };
    let mut auctions = Auctions::new(solver, None, &before, options, &values)?;
    let calls = hand.legal_actions().into_iter().map(|action| {
        let Action::Call(call) = action else { unreachable!("only calls are legal in the auction") };
        let mut next = hand.auction().clone();
        next.call_allowed(call);
        let gains = auctions.solve_auction(&next)?.gains;
        Ok(result(hand, action, &gains, player, model))
    });
    calls.collect()
}

fn reset_decisions(hand: &Hand, situation: Situation) -> Situation {
    situation.with_decisions(without_decisions(&hand.terms().decisions))
}

fn solve_discards(
    solver: &mut Solver,
    hand: &Hand,
    player: Seat,
    model: Model,
) -> Result<Vec<ActionResult>, QuestionError> {
    // Discards that leave the same play and the same payments are solved only once.
    let mut solved: Vec<(_, Vec<ActionResult>)> = Vec::new();
    let mut results = Vec::new();
    for action in hand.legal_actions() {
        let Action::Discard(cards) = action else { unreachable!("only discards are legal in this phase") };
        let key = discard_key(hand.deal_after_exchanges(), player, cards);
        let place = match solved.iter().position(|(other, _)| *other == key) {
            Some(place) => place,
            None => {
                solved.push((key, solve_discard(solver, hand, action, player, model)?));
                solved.len() - 1
            }
        };
        results.extend(solved[place].1.iter().map(|result| ActionResult { action, ..result.clone() }));
    }
    Ok(results)
}

fn solve_discard(
    solver: &mut Solver,
    hand: &Hand,
    discard: Action,
    player: Seat,
    model: Model,
) -> Result<Vec<ActionResult>, QuestionError> {
    let after = hand_after(hand, discard);
    if after.phase() == Phase::Usurping {
        let gains = solve_gains(solver, &after, model)?;
        return Ok(vec![result(hand, discard, &gains, player, model)]);
    }
    let announced = announced_hands(&after).into_iter().map(|announced| {
        let gains = announced_gains(solver, &announced, model)?;
        let contract = announced.declaration().map(|declaration| declaration.contract);
        Ok(ActionResult { contract, ..result(&announced, discard, &gains, player, model) })
    });
    announced.collect()
}

fn announced_hands(hand: &Hand) -> Vec<Hand> {
    // A contract that has been announced already leaves only the hand itself.
    if hand.phase() != Phase::Announcement {
        return vec![hand.clone()];
    }
    hand.legal_actions().into_iter().map(|action| hand_after(hand, action)).collect()
}

fn announced_gains(solver: &mut Solver, hand: &Hand, model: Model) -> Result<Gains, QuestionError> {
    contract_gains(solver, &reset_decisions(hand, hand.situation()), model)
}

fn solve_card_results(
    solver: &mut Solver,
    hand: &Hand,
    player: Seat,
    model: Model,
) -> Result<Vec<ActionResult>, QuestionError> {
    let (situation, state) = (hand.situation(), play_state(hand));
    let cards = solve_cards(solver, &situation, state, model.into())?;
    let results = cards.into_iter().map(|(card, expected)| {
        let gains = expected.gains.expect("a hand that includes its auction can be settled");
        let result = result(hand, Action::Card(card), &gains, player, model);
        let (stake, outcome) = match (state, hand.declarer()) {
            (PlayState::Contract(play), Some(declarer)) => {
                let outcome = play.play_after(card).outcome(solver);
                // Defenders who share their tricks evenly have one interest: the declarer's loss.
                let is_shared = model == Model::Tricks && player != declarer;
                (if is_shared { -gains.seats[declarer] } else { result.stake }, outcome)
            }
            _ => {
                let seat = state.position().to_move();
                let tricks = expected.tricks.map(|tricks| tricks[seat]);
                (result.stake, Outcome { tricks, made: tricks == Some(0) })
            }
        };
        ActionResult { stake, outcome: Some(outcome), ..result }
    });
    Ok(results.collect())
}

fn play_state(hand: &Hand) -> &PlayState {
    hand.play_state().expect("cards are played")
}

fn hand_after(hand: &Hand, action: Action) -> Hand {
    let mut after = hand.clone();
    after.apply(action).expect("a legal action");
    after
}

fn gains_after(
    solver: &mut Solver,
    hand: &Hand,
    action: Action,
    model: Model,
) -> Result<Gains, QuestionError> {
    let after = hand_after(hand, action);
    if hand.phase() == Phase::Announcement {
        return announced_gains(solver, &after, model);
    }
    solve_gains(solver, &after, model)
}

fn solve_gains(solver: &mut Solver, hand: &Hand, model: Model) -> Result<Gains, QuestionError> {
    // Only discards that are best in tricks for some contract announced after them are considered.
    let Some(player) = hand.player() else { return Ok(hand.result().expect("the hand is over")) };
    let actions = match hand.phase() {
        Phase::Play => {
            let expected = solve_expected_result(solver, &hand.situation(), play_state(hand), model.into())?;
            return Ok(expected.gains.expect("a hand that includes its auction can be settled"));
        }
        Phase::Discard => promising_discards(solver, hand, player),
        _ => hand.legal_actions(),
    };
    // With all cards known it does not matter whether the hand of a lone whister's partner lies open.
    let is_about_openness = actions.contains(&Action::OpenPlay);
    let mut best: Option<(Utility, Gains)> = None;
    for action in actions.into_iter().filter(|&action| !is_about_openness || action == Action::OpenPlay) {
        let gains = gains_after(solver, hand, action, model)?;
        let utility = model.utility(player, hand.declarer(), &gains);
        if best.as_ref().is_none_or(|(most, _)| utility > *most) {
            best = Some((utility, gains));
        }
    }
    let (_, gains) = best.expect("before the end of a hand there is always a legal action");
    Ok(gains)
}

fn promising_discards(solver: &mut Solver, hand: &Hand, declarer: Seat) -> Vec<Action> {
    let mut discards: Vec<Cards> = Vec::new();
    let mut strains = Vec::new();
    for contract in contracts_after_discard(hand) {
        if strains.contains(&contract.played_as()) {
            continue;
        }
        strains.push(contract.played_as());
        let declaration = Declaration { contract, declarer, from_hand: false };
        let (cards, _) =
            best_by_tricks(solver, hand.rules(), hand.deal_after_exchanges(), declaration, false);
        if !discards.contains(&cards) {
            discards.push(cards);
        }
    }
    discards.into_iter().map(Action::Discard).collect()
}

fn contracts_after_discard(hand: &Hand) -> Vec<Contract> {
    let mut after = hand_after(hand, hand.legal_actions()[0]);
    while after.phase() == Phase::Usurping {
        let leaves_cards =
            *after.legal_actions().first().expect("an opponent takes the cards or leaves them");
        after.apply(leaves_cards).expect("a legal call");
    }
    let announced = announced_hands(&after);
    announced.iter().filter_map(Hand::declaration).map(|declaration| declaration.contract).collect()
}
