//! What each card leads to on layouts of the cards that a player does not see.

use serde::Serialize;

use crate::analysis::analyst::Analyst;
use crate::analysis::cards::{need_contract, outcomes};
use crate::analysis::sampling::estimate::{Average, Means};
use crate::analysis::sampling::layouts::Known;
use crate::analysis::sampling::sample::{SampleOptions, layouts, sample};
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::deal::partial::PartialDeal;
use crate::rules::contract::Contract;
use crate::search::Solver;
use crate::seat::{Seat, Seats};
use crate::situation::Situation;
use crate::situation::error::{Code, QuestionError};
use crate::situation::fields::Fields;

/// What is asked of a player's next card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdviseOptions {
    /// Which layouts of the unknown cards.
    pub sample: SampleOptions,
}

impl AdviseOptions {
    /// Reads the options and the situation with them.
    ///
    /// # Errors
    /// If a field is wrong.
    pub(super) fn read(
        situation: Situation,
        fields: &mut Fields,
    ) -> Result<(Situation, AdviseOptions), QuestionError> {
        let sample = SampleOptions::read(fields)?;
        let situation = situation.read_declared(fields)?;
        if situation.is_all_passed() {
            return Err(QuestionError::not_here("contract", "somebody has to play a contract"));
        }
        need_contract(&situation)?;
        let situation = situation.read_lead(fields)?;
        let played = fields.cards("played")?;
        Ok((situation.played(played), AdviseOptions { sample }))
    }
}

/// What each card leads to on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advise {
    /// The cards that are known.
    pub deal: PartialDeal,
    /// The rules by name.
    pub rules: String,
    /// Who declares.
    pub declarer: Seat,
    /// The contract.
    pub contract: Contract,
    /// Who is to move.
    pub to_move: Seat,
    /// The number of layouts.
    pub layouts: u64,
    /// Of how many.
    pub of: u64,
    /// Whether these are all that agree with what is known.
    pub all: bool,
    /// Which random layouts.
    pub seed: u64,
    /// The cards in the order of listing.
    pub cards: Vec<CardOnAverage>,
}

/// What a card leads to on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CardOnAverage {
    /// The card.
    pub card: Card,
    /// The means.
    #[serde(flatten)]
    pub means: Means,
}

/// What cannot be advised about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum Unclear {
    #[error("the hand is over")]
    Over,
    #[error(
        "{} is to move: give the ten cards as they were before the first, the other hands as '?'",
        .0.name()
    )]
    Hand(Seat),
    #[error(
        "no layout agrees with what is known: leave out a constraint; or a card played is against the rules"
    )]
    NoLayout,
}

impl Analyst {
    /// What each card of the seat to move leads to on average, the other hands unknown.
    ///
    /// # Errors
    /// If the player's ten cards are not known, the hand is over, or no layout agrees with what is
    /// known.
    pub fn advise(
        &mut self,
        situation: &Situation,
        options: &AdviseOptions,
    ) -> Result<Advise, QuestionError> {
        let game = situation.declaration()?;
        let partial = situation.partial()?;
        let playing = situation.playing()?;
        situation.declarers()?;
        if situation.cards_played().len() >= 10 * playing.len() {
            return Err(QuestionError::new(Code::NotHere, "played", Unclear::Over));
        }
        let (seats, player) = seats(situation, playing)?;
        let own = partial.hands[player].filter(|hand| hand.len() == 10);
        let own = own.ok_or_else(|| QuestionError::new(Code::BadDeal, "deal", Unclear::Hand(player)))?;
        let start = Known { talon: partial.talon.unwrap_or_default(), ..Known::ten_each() };
        let known = known(situation, (&seats, player, playing), own, start);
        let layouts = layouts(&known, &options.sample.constraints, "deal")?;
        let mut averages: Vec<(Card, Average)> = Vec::new();
        let on_each = |solver: &mut Solver, hands, aside| {
            let deal = Deal::new(hands, aside).expect("ten cards each");
            match situation.with_cards(deal).play() {
                Ok(play) => Some(Ok(outcomes(solver, &play))),
                // Every card that was played has to be legal in the layout.
                Err(error) if error.code() == Code::IllegalCard => None,
                Err(error) => Some(Err(error)),
            }
        };
        let mut failed = None;
        let sampled = sample(self, &options.sample, &layouts, on_each, |outcomes| {
            for (card, outcome) in outcomes.unwrap_or_else(|error| {
                failed = Some(error);
                Vec::new()
            }) {
                let place = averages.iter().position(|&(known, _)| known == card).unwrap_or_else(|| {
                    averages.push((card, Average::default()));
                    averages.len() - 1
                });
                averages[place].1.add(outcome);
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let sampled = sampled.map_err(|_| QuestionError::new(Code::NoLayout, "played", Unclear::NoLayout))?;
        let cards = averages
            .into_iter()
            .map(|(card, average)| CardOnAverage { card, means: (&average.of_all(sampled.all)).into() });
        Ok(Advise {
            deal: partial,
            rules: situation.rules().label().to_owned(),
            declarer: game.declarer,
            contract: game.contract,
            to_move: player,
            layouts: sampled.answers,
            of: sampled.of,
            all: sampled.all,
            seed: options.sample.seed,
            cards: cards.collect(),
        })
    }
}

/// The seat that played each card, and the seat to play next, as far as ten tricks go.
///
/// The cards of a trick tell who wins it.
fn seats(situation: &Situation, playing: Seats) -> Result<(Vec<Seat>, Seat), QuestionError> {
    let game = situation.declaration()?;
    let trump = game.contract.trump();
    let (mut seats, mut next) = (Vec::new(), situation.leader(game, playing));
    for trick in situation.cards_played().chunks(playing.len()) {
        let first = seats.len();
        for _ in trick {
            seats.push(next);
            next = playing.after(next);
        }
        if trick.len() == playing.len() {
            let power = |card: Card| (Some(card.suit()) == trump, card.suit() == trick[0].suit(), card.bit());
            let best = (0..trick.len()).max_by_key(|&n| power(trick[n])).unwrap_or(0);
            next = seats[first + best];
        }
    }
    Ok((seats, next))
}

/// What is known of all 32 cards by the player's own cards and those played: a seat that did not
/// follow suit had none left.
fn known(
    situation: &Situation,
    (seats, player, playing): (&[Seat], Seat, Seats),
    own: Cards,
    mut known: Known,
) -> Known {
    let cards = situation.cards_played();
    let played: Cards = cards.iter().copied().collect();
    let mut led = None;
    for (n, (&card, &seat)) in cards.iter().zip(seats).enumerate() {
        if n % playing.len() == 0 {
            led = Some(card.suit());
        }
        if seat != player {
            known.hands[seat].insert(card);
        }
        if let Some(led) = led.filter(|&led| led != card.suit()) {
            known.lacks[seat] = known.lacks[seat] | (led.cards() - played);
        }
    }
    known.hands[player] = own;
    known
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::analysis::sampling::layouts::Layouts;
    use crate::deal::random;
    use crate::rules::contract::Declared;
    use crate::rules::variant::Variant;
    use crate::seat::BySeat;
    use crate::situation::play::Play;

    /// Every way to give these cards to places with this room.
    fn ways(cards: &[Card], room: [usize; 4], placed: [Cards; 4], found: &mut Vec<[Cards; 4]>) {
        let Some((&card, rest)) = cards.split_first() else {
            found.push(placed);
            return;
        };
        for place in 0..4 {
            if room[place] > 0 {
                let (mut room, mut placed) = (room, placed);
                room[place] -= 1;
                placed[place].insert(card);
                ways(rest, room, placed, found);
            }
        }
    }

    /// What a player can know of the unseen cards, against every way they could lie.
    #[test]
    fn layouts_agree_with_every_card_played() {
        let mut ruled_out = 0;
        for seed in 71_000_000..71_000_030_u64 {
            let name = ["austrian", "american", "russian"][seed as usize % 3];
            let rules: Variant = name.parse().expect("a preset");
            let random = &mut random::generator(seed);
            let deal = random::deal(random);
            let contract: Contract =
                ["S", "H", "N", "misere"][seed as usize % 4].parse().expect("a contract");
            let game = Declared { contract, declarer: Seat::ALL[seed as usize % 3], from_hand: false };
            let mut play = Play::from_deal(&rules, &deal, game);
            let mut played = Vec::new();
            let moves = 21 + seed as usize % 7;
            while played.len() < moves {
                let legal: Vec<Card> = play.position().legal().iter().collect();
                let card = legal[random::below(random, legal.len())];
                play.play(card).expect("legal");
                played.push(card);
            }
            let seat = play.position().to_move();
            // The declarer knows what lies aside.
            let aside = if seat == game.declarer { deal.talon() } else { Cards::NONE };
            let own = deal.hand(seat);
            let situation = Situation::new(rules, deal).declared(game).played(played.clone());
            let (seats, player) = seats(&situation, Seats::ALL).expect("a contract");
            assert_eq!((seats.len(), player), (moves, seat), "seed {seed}");
            let start = Known { talon: aside, ..Known::ten_each() };
            let layouts = Layouts::new(&super::known(&situation, (&seats, player, Seats::ALL), own, start))
                .expect("the deal itself is one");
            let agrees = |&(hands, talon): &(BySeat<Cards>, Cards)| {
                Deal::new(hands, talon).is_ok_and(|deal| situation.with_cards(deal).play().is_ok())
            };
            let drawn: HashSet<([Cards; 3], Cards)> = (0..layouts.count())
                .map(|n| layouts.nth(n))
                .filter(agrees)
                .map(|(hands, talon)| (hands.0, talon))
                .collect();

            let gone: Cards = played.iter().copied().collect();
            let open: Vec<Card> = (Cards::PACK - own - gone - aside).iter().collect();
            let held = |of: Seat| if of == seat { own } else { deal.hand(of) & gone };
            let room = |of: Seat| 10 - held(of).len();
            let [a, b, c] = Seat::ALL.map(room);
            let mut all = Vec::new();
            ways(&open, [a, b, c, 2 - aside.len()], [Cards::NONE; 4], &mut all);
            let whole = all.len();
            let expected: HashSet<([Cards; 3], Cards)> = all
                .into_iter()
                .map(|[f, m, r, talon]| {
                    let hands = BySeat([f, m, r]);
                    (BySeat::from_fn(|of| hands[of] | held(of)), talon | aside)
                })
                .filter(agrees)
                .map(|(hands, talon)| (hands.0, talon))
                .collect();
            assert!(drawn.contains(&(deal.hands().0, deal.talon())), "seed {seed}");
            assert_eq!(drawn, expected, "seed {seed}");
            ruled_out += whole - expected.len();
        }
        assert!(ruled_out > 100, "what was played ruled out {ruled_out} layouts");
    }
}
