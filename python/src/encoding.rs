//! Encoding for programs that learn to play: a closed list of actions, and a seat's view of a hand as an array
//! of numbers.

use preference::cards::{Card, Cards, Suit};
use preference::hand::{Action, Choice, Phase, View};
use preference::rules::{Call, Contract};
use preference::seat::Seat;

/// All phases of a hand, in order.
const PHASES: [Phase; 9] = [
    Phase::Auction,
    Phase::Talon,
    Phase::Discard,
    Phase::Usurping,
    Phase::Announcement,
    Phase::Decisions,
    Phase::Play,
    Phase::Offer,
    Phase::Over,
];

fn strains() -> impl Iterator<Item = Option<Suit>> + Clone {
    Suit::ALL.into_iter().map(Some).chain([None])
}

fn level_bids() -> impl Iterator<Item = (u8, Option<Suit>)> {
    // From six of spades to ten without trumps.
    (6..=10).flat_map(|level| strains().map(move |strain| (level, strain)))
}

fn calls_and_decisions() -> Vec<Action> {
    // Offers are a number of their own.
    let mut calls = vec![Call::Pass, Call::Hold];
    calls.extend((1..=9).map(Call::Number));
    calls.extend(level_bids().map(|(level, strain)| Call::Level(level, strain)));
    calls.extend(Suit::ALL.map(Call::Suit));
    calls.extend([Call::Misere, Call::Take, Call::Hand]);
    calls.extend(Suit::ALL.map(Call::HandIn));
    calls.extend((1..=9).map(Call::HandNumber));
    calls.push(Call::Preference);
    calls.extend(Suit::ALL.map(Call::Named));
    calls.extend([Call::Usurp, Call::Stay]);
    let choices = Choice::ALL.into_iter().filter(|&choice| choice != Choice::Pass).map(Action::from);
    let others = [Action::ReturnToWhist, Action::OpenPlay, Action::ClosedPlay, Action::Refuse];
    calls.into_iter().map(Action::Call).chain(choices).chain(others).collect()
}

fn contracts() -> Vec<Contract> {
    let games = strains().map(Contract::Game);
    let others = [
        Contract::Misere,
        Contract::OpenMisere,
        Contract::Slam,
        Contract::OpenSlam,
        Contract::Run6,
        Contract::Uno,
    ];
    games.chain(level_bids().map(|(level, strain)| Contract::Level(level, strain))).chain(others).collect()
}

/// Under any rules, with offers up to this amount.
pub(crate) fn actions(highest_offer: u32) -> Vec<Action> {
    let pack: Vec<Card> = Cards::PACK.iter().collect();
    let pairs = pack.iter().enumerate().flat_map(|(n, &one)| {
        pack[n + 1..].iter().map(move |&other| Cards::from_card(one) | Cards::from_card(other))
    });
    let mut actions = calls_and_decisions();
    actions.extend(contracts().into_iter().map(Action::Announcement));
    actions.extend(pack.iter().copied().map(Action::Card));
    actions.extend(pairs.map(Action::Discard));
    actions.extend((1..=highest_offer).map(|sum| Action::Call(Call::Offer(sum))));
    actions
}

/// Array of numbers, divided into named parts.
#[derive(Default)]
pub(crate) struct Encoding {
    /// Name and size of each part, in order.
    pub(crate) parts: Vec<(&'static str, usize)>,
    /// Values of all parts.
    pub(crate) values: Vec<i16>,
}

impl Encoding {
    fn add(&mut self, name: &'static str, values: impl IntoIterator<Item = i16>) {
        let before = self.values.len();
        self.values.extend(values);
        self.parts.push((name, self.values.len() - before));
    }

    /// 1 at the index of `value` in `options`, and 0 elsewhere.
    fn add_one_hot<T: PartialEq>(&mut self, name: &'static str, options: &[T], value: Option<&T>) {
        self.add(name, options.iter().map(|other| i16::from(Some(other) == value)));
    }
}

fn saturate(value: impl TryInto<i16>) -> i16 {
    // A number out of range becomes `i16::MAX`.
    value.try_into().unwrap_or(i16::MAX)
}

/// The value of each card, in the order SA … C7.
fn by_card(value: impl Fn(Card) -> i16) -> impl Iterator<Item = i16> {
    Cards::PACK.iter().map(value)
}

fn bits(cards: Cards) -> impl Iterator<Item = i16> {
    by_card(move |card| i16::from(cards.contains(card)))
}

/// Encodes the part of a hand that a seat knows. Values for each seat are in the order viewer, left neighbour,
/// right neighbour.
pub(crate) fn encode(view: &View) -> Encoding {
    let seats = [view.seat, view.seat.left(), view.seat.right()];
    let mut encoding = Encoding::default();
    encoding.add_one_hot("seat", &Seat::ALL, Some(&view.seat));
    encoding.add_one_hot("phase", &PHASES, Some(&view.phase));
    encoding.add_one_hot("to_act", &seats, view.to_act.as_ref());
    encoding.add_one_hot("player", &seats, view.player.as_ref());
    encoding.add_one_hot("declarer", &seats, view.declarer.as_ref());
    let contract = view.declaration.map(|declaration| declaration.contract);
    encoding.add_one_hot("contract", &contracts(), contract.as_ref());
    let is_from_hand = view.declaration.is_some_and(|declaration| declaration.from_hand);
    encoding.add("from_hand", [is_from_hand.into()]);
    encoding.add("playing", seats.map(|seat| view.playing.contains(seat).into()));
    encode_cards(view, seats, &mut encoding);
    encode_steps(view, seats, &mut encoding);
    encode_table(view, seats, &mut encoding);
    encoding
}

fn encode_cards(view: &View, seats: [Seat; 3], encoding: &mut Encoding) {
    encoding.add("dealt", bits(view.dealt));
    encoding.add("talon", bits(view.talon));
    let led_at = |card| view.talon_leads.iter().position(|&led| led == Some(card));
    encoding.add("talon_led", by_card(|card| led_at(card).map_or(0, |n| n as i16 + 1)));
    encoding.add("shown", seats.map(|seat| view.hands[seat].is_some().into()));
    encoding.add("held", seats.into_iter().flat_map(|seat| bits(view.hands[seat].unwrap_or(Cards::NONE))));
    let played: Vec<(Seat, Card)> = view
        .steps
        .iter()
        .filter_map(|step| match step.action {
            Some(Action::Card(card)) => Some((step.seat, card)),
            _ => None,
        })
        .collect();
    let played_at = |seat, card| played.iter().position(|&pair| pair == (seat, card));
    let order =
        |seat| by_card(|card| played_at(seat, card).map_or(0, |n| n as i16 + 1)).collect::<Vec<i16>>();
    encoding.add("played", seats.into_iter().flat_map(order));
    let in_trick = played.len() % view.playing.len().max(1);
    let trick = &played[played.len() - in_trick..];
    let of_trick =
        |seat| trick.iter().filter(move |&&(by, _)| by == seat).map(|&(_, card)| card).collect::<Cards>();
    encoding.add("trick", seats.into_iter().flat_map(|seat| bits(of_trick(seat))));
    let voids = |seat| Suit::ALL.map(|suit| view.voids[seat].contains(suit).into());
    encoding.add("voids", seats.into_iter().flat_map(voids));
    encoding.add("tricks", seats.map(|seat| view.tricks[seat].into()));
}

fn encode_steps(view: &View, seats: [Seat; 3], encoding: &mut Encoding) {
    let calls_and_decisions = calls_and_decisions();
    let mut said = vec![0; seats.len() * calls_and_decisions.len()];
    let (mut offers, mut discarded) = ([0; 3], [0; 3]);
    let mut discards = [Cards::NONE; 3];
    for (n, step) in view.steps.iter().enumerate() {
        let place = seats.iter().position(|&seat| seat == step.seat).unwrap_or_default();
        match step.action {
            Some(Action::Card(_) | Action::Announcement(_)) => {}
            Some(Action::Call(Call::Offer(sum))) => offers[place] = saturate(sum),
            None | Some(Action::Discard(_)) => {
                discarded[place] = saturate(n + 1);
                discards[place] = match step.action {
                    Some(Action::Discard(cards)) => cards,
                    _ => Cards::NONE,
                };
            }
            Some(action) => {
                if let Some(word) = calls_and_decisions.iter().position(|&other| other == action) {
                    said[place * calls_and_decisions.len() + word] = saturate(n + 1);
                }
            }
        }
    }
    encoding.add("said", said);
    encoding.add("offers", offers);
    encoding.add("discarded", discarded);
    encoding.add("discards", discards.into_iter().flat_map(bits));
}

fn encode_table(view: &View, seats: [Seat; 3], encoding: &mut Encoding) {
    let table = &view.table;
    encoding.add("four", [table.four.into()]);
    encoding.add("pot", [table.pot.map_or(-1, |pot| saturate(pot.floor().to_integer()))]);
    encoding.add("limit", [table.limit.map_or(-1, saturate)]);
    encoding.add("passed", [table.passed.into()]);
    encoding.add("marks", seats.map(|seat| table.marks.contains(seat).into()));
}
