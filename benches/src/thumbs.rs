//! What rules of thumb cost that books and pages give, if one player of a hand follows them instead of `strong`.

use std::fmt;
use std::str::FromStr;

use preference::cards::{Cards, Suit};
use preference::deal::{PartialDeal, random};
use preference::hand::{Action, Hand, Phase, Table, View};
use preference::outcomes::outcome::SolveDetail;
use preference::players::PlayerKind;
use preference::questions::evaluate::EvaluateOptions;
use preference::rules::{Contract, Variant};
use preference::sampling::SampleOptions;
use preference::seat::{BySeat, Seat, Seats};
use preference::settlement::Sheet;
use preference::{Analyst, Situation};

/// Random seed from which the seeds of the deals and of the players are derived.
const SEED: u64 = 6650;

/// Layouts on which the chance of a game is found.
const LAYOUTS: u64 = 100;

/// From this chance on, a game counts as made.
const SURE: f64 = 0.95;

/// A rule of thumb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thumb {
    /// Bid a misère with one or two holes whose chances of being caught add up to at most 0.8 (`litfond`).
    Holes,
    /// With one hole, bid a misère if seven or more of the other cards close it (`gambiter`).
    Seven,
    /// With one hole, bid a misère only if thirteen or more of the other cards close it.
    Thirteen,
    /// Order the higher game from a chance of 0.7 on, if the lower one is sure (`dorogaved`).
    Seventy,
    /// Order the higher game from the chances of Lesnoy's table 3 on, if the lower one is sure.
    Lesnoy,
}

impl Thumb {
    /// All rules.
    pub const ALL: [Thumb; 5] = [Thumb::Holes, Thumb::Seven, Thumb::Thirteen, Thumb::Seventy, Thumb::Lesnoy];

    /// Name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Thumb::Holes => "holes",
            Thumb::Seven => "seven",
            Thumb::Thirteen => "thirteen",
            Thumb::Seventy => "seventy",
            Thumb::Lesnoy => "lesnoy",
        }
    }

    /// Whether the rule may speak to a player who was dealt these cards.
    #[must_use]
    pub fn may_speak(self, dealt: Cards, leads: bool) -> bool {
        match self {
            Thumb::Holes => holes_are_few(dealt, leads),
            Thumb::Seven => closing_cards(dealt).is_some_and(|count| count >= 7),
            Thumb::Thirteen => closing_cards(dealt).is_some(),
            Thumb::Seventy | Thumb::Lesnoy => true,
        }
    }

    /// The action of the rule; `None` where it says nothing.
    fn advice(self, analyst: &mut Analyst, view: &View, legal: &[Action], chosen: Action) -> Option<Action> {
        match self {
            Thumb::Holes | Thumb::Seven => first_misere(view, legal),
            Thumb::Thirteen => {
                let misere = first_misere(view, legal)?;
                let is_bid = closing_cards(view.dealt).is_some_and(|count| count >= 13);
                Some(match chosen {
                    _ if is_bid => misere,
                    _ if chosen == misere => "pass".parse().expect("a call"),
                    _ => chosen,
                })
            }
            Thumb::Seventy => ordered_game(analyst, view, legal, chosen, |_| 0.7),
            Thumb::Lesnoy => ordered_game(analyst, view, legal, chosen, |level| match level {
                7 => 0.997,
                8 => 0.1,
                9 => 0.089,
                _ => 0.082,
            }),
        }
    }
}

impl fmt::Display for Thumb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Thumb {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Thumb> {
        let thumb = Thumb::ALL.into_iter().find(|thumb| thumb.name() == text);
        thumb.ok_or_else(|| {
            anyhow::anyhow!("there is no rule of thumb '{text}': {:?}", Thumb::ALL.map(Thumb::name))
        })
    }
}

/// The call of a misère, if it can be the player's first call.
fn first_misere(view: &View, legal: &[Action]) -> Option<Action> {
    let is_first = !view.steps.iter().any(|step| step.player == view.seat);
    let misere: Action = "misere".parse().expect("a call");
    (view.phase == Phase::Auction && is_first && legal.contains(&misere)).then_some(misere)
}

/// The ranks of a suit's cards from the lowest up, the seven as 0.
fn ranks(cards: Cards, suit: Suit) -> Vec<usize> {
    let mut ranks: Vec<usize> = cards.in_suit(suit).iter().map(|card| card.rank() as usize).collect();
    ranks.reverse();
    ranks
}

/// Whether no lead of this suit can catch the cards: the lowest is a seven, the second at most a nine, and so on.
fn is_safe(cards: Cards, suit: Suit) -> bool {
    ranks(cards, suit).iter().enumerate().all(|(place, &rank)| rank <= 2 * place)
}

/// The chances of `litfond` of being caught in this suit: with the own lead, and if another leads. Of a range the upper end.
fn hole(cards: Cards, suit: Suit) -> Option<[f64; 2]> {
    let text: String = cards.in_suit(suit).iter().map(|card| card.to_string()[1..].to_owned()).collect();
    Some(match text.as_str() {
        "8" => [0.05, 0.3],
        "9" => [0.15, 0.9],
        "T7" => [0.5; 2],
        "J7" | "98" => [0.8; 2],
        "Q7" => [0.95; 2],
        "Q87" | "Q97" => [0.2; 2],
        "K87" | "K97" => [0.7; 2],
        "AT87" | "AT97" => [0.1; 2],
        _ => return None,
    })
}

fn holes_are_few(dealt: Cards, leads: bool) -> bool {
    let unsafe_suits: Vec<Suit> = Suit::ALL.into_iter().filter(|&suit| !is_safe(dealt, suit)).collect();
    let chances: Option<Vec<f64>> =
        unsafe_suits.iter().map(|&suit| Some(hole(dealt, suit)?[usize::from(!leads)])).collect();
    (1..=2).contains(&unsafe_suits.len()) && chances.is_some_and(|chances| chances.iter().sum::<f64>() <= 0.8)
}

/// Number of the other cards with which, after one card is laid aside, all suits are safe. `None` if they are safe already,
/// or no card's loss makes them so.
#[must_use]
pub fn closing_cards(dealt: Cards) -> Option<usize> {
    let all_safe = |cards: Cards| Suit::ALL.into_iter().all(|suit| is_safe(cards, suit));
    if all_safe(dealt) {
        return None;
    }
    let rests = dealt.iter().map(|card| dealt - card.into()).filter(|&rest| all_safe(rest));
    rests.map(|rest| (Cards::PACK - dealt).iter().filter(|&card| all_safe(rest | card.into())).count()).max()
}

/// Raises the lowest game in the suit that the player chose, as long as the game is sure and the next one has its chance.
fn ordered_game(
    analyst: &mut Analyst,
    view: &View,
    legal: &[Action],
    chosen: Action,
    least: impl Fn(u8) -> f64,
) -> Option<Action> {
    let Action::Announcement(Contract::Level(_, strain)) = chosen else { return None };
    let games: Vec<(u8, Action)> = (6..=10)
        .map(|level| (level, Action::Announcement(Contract::Level(level, strain))))
        .filter(|(_, action)| legal.contains(action))
        .collect();
    let discard = view.steps.iter().find_map(|step| match step.action {
        Some(Action::Discard(cards)) if step.player == view.seat => Some(cards),
        _ => None,
    })?;
    let mut hands = BySeat([None; 3]);
    hands[view.seat] = Some(view.dealt);
    let situation = Situation::new(view.rules.clone(), PartialDeal { hands, talon: Some(view.talon) });
    let contracts: Vec<Contract> = games.iter().map(|&(level, _)| Contract::Level(level, strain)).collect();
    let options = EvaluateOptions {
        contracts: contracts.into(),
        goal: SolveDetail::MadeOnly,
        discard: Some(discard),
        sample: SampleOptions { layouts: LAYOUTS, ..SampleOptions::default() },
        ..EvaluateOptions::default()
    };
    let answer = analyst.evaluate(&situation, &options).expect("a hand of twelve cards");
    let chances: Vec<f64> = answer.results.iter().map(|result| result.talon.means.chance.mean).collect();
    let mut place = 0;
    if *chances.first()? < SURE {
        return None;
    }
    while place + 1 < games.len() && chances[place] >= SURE && chances[place + 1] >= least(games[place + 1].0)
    {
        place += 1;
    }
    Some(games[place].1)
}

/// A hand on which a rule speaks, played with it and without it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThumbHand {
    /// Number of the deal.
    pub number: u64,
    /// The player who follows the rule.
    pub seat: Seat,
    /// Whether `strong` chooses another action.
    pub differs: bool,
    /// The player's gain with the rule.
    pub with: f64,
    /// The gain if `strong` decides instead.
    pub without: f64,
}

/// Plays the deal of this number under Russian rules, with one seat after another as the player whom the rule may tell
/// what to do; the others are `strong`. Returns the hands in which the rule speaks.
pub fn play_deal(thumb: Thumb, number: u64) -> anyhow::Result<Vec<ThumbHand>> {
    let rules: Variant = "russian".parse()?;
    let seed = random::derived_seed(SEED, number);
    let deal = random::deal(&mut random::generator(seed));
    let hand = Hand::new(rules.clone(), deal, Table::from_sheet(&Sheet::new(rules, 3)))?;
    let mut analyst = Analyst::new();
    let mut spoken = Vec::new();
    for seat in Seats::ALL {
        if !thumb.may_speak(deal.hand(seat), seat == Seat::Forehand) {
            continue;
        }
        if let Some((differs, [with, without])) = play_both(thumb, &mut analyst, hand.clone(), seat, seed)? {
            spoken.push(ThumbHand { number, seat, differs, with, without });
        }
    }
    Ok(spoken)
}

fn play_both(
    thumb: Thumb,
    analyst: &mut Analyst,
    mut hand: Hand,
    ruled: Seat,
    seed: u64,
) -> anyhow::Result<Option<(bool, [f64; 2])>> {
    let gain = |hand: Hand| hand.result().expect("the hand is over").seats[ruled].to_f64();
    while let Some(seat) = hand.player() {
        let chosen = strong_action(&hand, seat, seed);
        let advice = if seat == ruled {
            thumb.advice(analyst, &hand.view(seat), &hand.legal_actions(), chosen)
        } else {
            None
        };
        if let Some(advice) = advice {
            // Each of these rules speaks once in a hand.
            let mut without = hand.clone();
            without.apply(chosen)?;
            let without = gain(played_out(without, seed)?);
            if advice == chosen {
                return Ok(Some((false, [without; 2])));
            }
            hand.apply(advice)?;
            return Ok(Some((true, [gain(played_out(hand, seed)?), without])));
        }
        hand.apply(chosen)?;
    }
    Ok(None)
}

fn strong_action(hand: &Hand, seat: Seat, seed: u64) -> Action {
    let mut player = PlayerKind::Strong.build_player(random::derived_seed(seed, seat.index() as u64));
    player.choose(&hand.view(seat), &hand.legal_actions())
}

fn played_out(mut hand: Hand, seed: u64) -> anyhow::Result<Hand> {
    while let Some(seat) = hand.player() {
        hand.apply(strong_action(&hand, seat, seed))?;
    }
    Ok(hand)
}
