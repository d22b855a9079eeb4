//! Averages for the legal cards over layouts of the cards that the player to move does not see.
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::{Card, Cards};
use crate::deal::Deal;
use crate::deal::partial::PartialDeal;
use crate::order::ranks_by;
use crate::outcomes::outcome::Outcome;
use crate::questions::cards::solve_outcomes;
use crate::rules::contract::Contract;
use crate::sampling::estimate::{Average, Means};
use crate::sampling::layouts::KnownCards;
use crate::sampling::sample::{SampleOptions, count_layouts, draw_sample};
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::{CardsInput, Situation};

/// Options of the question `advise`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdviseOptions {
    /// Sample of the layouts of unknown cards.
    pub sample: SampleOptions,
}

/// Averages for each legal card of the seat to move when the others' cards are unknown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AdviseAnswer {
    /// Known cards, with `?` for the others.
    pub deal: PartialDeal,
    /// Name of the rules.
    pub rules: String,
    /// Seat that declares.
    pub declarer: Seat,
    /// Contract.
    pub contract: Contract,
    /// Seat to move.
    pub to_move: Seat,
    /// Number of layouts in the averages.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000_000)))]
    pub layouts: u64,
    /// Number of layouts that agree with the known cards and with the suits that seats did not follow. It can
    /// be up to 7 times the number of layouts in which every card played was legal.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = crate::deal::DEAL_COUNT)))]
    pub of: u64,
    /// Whether the averages are over all layouts that agree with the known cards.
    pub all: bool,
    /// Random seed.
    pub seed: u64,
    /// Legal cards, by suit S H D C, from the ace down.
    pub cards: Vec<CardAverages>,
}

/// Averages for a card.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CardAverages {
    /// Card.
    pub card: Card,
    /// Averages over the layouts.
    #[serde(flatten)]
    pub means: Means,
    /// Rank of the card for the seat to move, by the chance of the contract and then by tricks: 1 for the best,
    /// equally good ones share a rank.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10)))]
    pub rank: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum AdviseError {
    #[error("the hand is over")]
    Over,
    #[error(
        "{} is to move: give this seat's ten cards as they were before the first lead, and the other hands as '?'",
        .0.name()
    )]
    Hand(Seat),
    #[error(
        "no layout agrees with the known cards and the constraints: leave out a constraint, or correct a card that was played against the rules"
    )]
    NoLayout,
    #[error(
        "in a deal with unknown hands write the two cards laid aside as the talon, and leave out discard"
    )]
    DiscardOfPart,
}

impl Analyst {
    /// Estimates the result of each legal card of the seat to move: averages over layouts of the cards that this player
    /// does not see, each solved with all cards known.
    ///
    /// If the deal is whole, the player knows their own hand, the talon if the rules show it to everybody and, as
    /// declarer, the two cards laid aside. In a deal with unknown hands the player knows all given cards.
    ///
    /// # Errors
    /// If the player's ten cards are not known, the hand is over, or no layout agrees with what is known.
    pub fn advise(
        &mut self,
        situation: &Situation,
        options: &AdviseOptions,
    ) -> Result<AdviseAnswer, QuestionError> {
        let declaration = situation.declaration()?;
        let partial = situation.partial()?;
        let playing = situation.active_seats()?;
        situation.declarers()?;
        if situation.cards_played().len() >= 10 * playing.len() {
            return Err(QuestionError::new(ErrorCode::NotHere, "played", AdviseError::Over));
        }
        let (seats, player) = seats_of_cards(situation, playing)?;
        let seen = cards_seen(situation, &partial, player)?;
        let known_cards = add_played_cards(situation, &seats, player, playing, seen);
        let layouts = count_layouts(&known_cards, &options.sample.constraints, "deal")?;
        let mut averages: Vec<(Card, Average)> = Vec::new();
        let mut failed = None;
        let answer = |solver: &mut Solver, &(hands, aside): &(BySeat<Cards>, Cards)| {
            layout_outcomes(solver, situation, hands, aside)
        };
        let sampled = draw_sample(self, &options.sample, &layouts, answer, |outcomes| {
            for (card, outcome) in outcomes.unwrap_or_else(|error| {
                failed = Some(error);
                Vec::new()
            }) {
                let place =
                    averages.iter().position(|&(averaged, _)| averaged == card).unwrap_or_else(|| {
                        averages.push((card, Average::default()));
                        averages.len() - 1
                    });
                averages[place].1.add(outcome);
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let sampled =
            sampled.map_err(|_| QuestionError::new(ErrorCode::NoLayout, "played", AdviseError::NoLayout))?;
        let means: Vec<(Card, Means)> = averages
            .into_iter()
            .map(|(card, average)| (card, (&average.with_exactness(sampled.is_complete)).into()))
            .collect();
        let preferences: Vec<_> =
            means.iter().map(|(_, means)| means.preference(declaration.contract)).collect();
        let ranks = ranks_by(means.len(), &|one, other| {
            let declarers = preferences[other].cmp(&preferences[one]);
            // What is best for the declarer is worst for a defender.
            if player == declaration.declarer { declarers } else { declarers.reverse() }
        });
        let cards = means.into_iter().zip(ranks);
        Ok(AdviseAnswer {
            deal: partial,
            rules: situation.rules().label().to_owned(),
            declarer: declaration.declarer,
            contract: declaration.contract,
            to_move: player,
            layouts: sampled.answers,
            of: sampled.layouts,
            all: sampled.is_complete,
            seed: options.sample.seed,
            cards: cards.map(|((card, means), rank)| CardAverages { card, means, rank }).collect(),
        })
    }
}

/// `None` if a card that was played is not legal in the layout.
fn layout_outcomes(
    solver: &mut Solver,
    situation: &Situation,
    hands: BySeat<Cards>,
    aside: Cards,
) -> Option<Result<Vec<(Card, Outcome)>, QuestionError>> {
    let deal = Deal::new(hands, aside).expect("ten cards each");
    match situation.with_exchanged(deal).play() {
        Ok(play) => Some(Ok(solve_outcomes(solver, &play))),
        Err(error) if error.code() == ErrorCode::IllegalCard => None,
        Err(error) => Some(Err(error)),
    }
}

fn seats_of_cards(situation: &Situation, playing: Seats) -> Result<(Vec<Seat>, Seat), QuestionError> {
    // This needs no hands: the winner of a trick follows from its cards.
    let declaration = situation.declaration()?;
    let trump = declaration.contract.trump();
    let (mut seats, mut next) = (Vec::new(), situation.leader(declaration, playing));
    for trick in situation.cards_played().chunks(playing.len()) {
        let first = seats.len();
        for _ in trick {
            seats.push(next);
            next = playing.next_after(next);
        }
        if trick.len() == playing.len() {
            let power = |card: Card| (Some(card.suit()) == trump, card.suit() == trick[0].suit(), card.bit());
            let best = (0..trick.len()).max_by_key(|&n| power(trick[n])).unwrap_or(0);
            next = seats[first + best];
        }
    }
    Ok((seats, next))
}

fn cards_seen(
    situation: &Situation,
    partial: &PartialDeal,
    player: Seat,
) -> Result<KnownCards, QuestionError> {
    let mut known_cards = KnownCards::ten_each();
    let declarer = situation.declarer()?;
    if let CardsInput::Deal(_) = situation.cards() {
        let deal = situation.deal_in_play()?;
        known_cards.hands[player] = deal.hand(player);
        if player == declarer && !situation.is_from_hand() {
            known_cards.talon = deal.talon();
        } else if situation.discard().is_some() && situation.rules().bidding().talon_shown {
            // Everybody has seen the talon go into the declarer's hand: its cards are still there, or laid aside.
            known_cards.excluded[player.partner(declarer)] = situation.deal()?.talon();
        }
        return Ok(known_cards);
    }
    if situation.discard().is_some() {
        return Err(QuestionError::new(ErrorCode::NotHere, "discard", AdviseError::DiscardOfPart));
    }
    if partial.hands[player].is_none_or(|hand| hand.len() != 10) {
        return Err(QuestionError::new(ErrorCode::BadDeal, "deal", AdviseError::Hand(player)));
    }
    for (seat, &hand) in partial.hands.iter() {
        match hand {
            Some(hand) if hand.len() == 10 => known_cards.hands[seat] = hand,
            // The declarer's twelve cards, of which two are laid aside: no other seat has any of them.
            Some(twelve) => {
                known_cards.excluded = BySeat([twelve; 3]);
                known_cards.excluded[seat] = Cards::PACK - twelve;
            }
            None => {}
        }
    }
    known_cards.talon = partial.talon.unwrap_or_default();
    Ok(known_cards)
}

fn add_played_cards(
    situation: &Situation,
    seats: &[Seat],
    player: Seat,
    playing: Seats,
    mut known_cards: KnownCards,
) -> KnownCards {
    // A seat that did not follow suit had no card of that suit left.
    let cards = situation.cards_played();
    let played: Cards = cards.iter().copied().collect();
    let mut led = None;
    for (n, (&card, &seat)) in cards.iter().zip(seats).enumerate() {
        if n % playing.len() == 0 {
            led = Some(card.suit());
        }
        if seat != player {
            known_cards.hands[seat].insert(card);
        }
        if let Some(led) = led.filter(|&led| led != card.suit()) {
            known_cards.excluded[seat] |= led.cards() - played;
        }
    }
    known_cards
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::deal::random;
    use crate::rules::contract::Declaration;
    use crate::rules::variant::Variant;
    use crate::sampling::layouts::Layouts;

    use crate::situation::play::Play;

    fn is_possible(situation: &Situation, &(hands, talon): &(BySeat<Cards>, Cards)) -> bool {
        Deal::new(hands, talon).is_ok_and(|deal| situation.with_exchanged(deal).play().is_ok())
    }

    fn layout_count(deal: &str, contract: &str, played: &str) -> u64 {
        let rules: Variant = "russian".parse().expect("a preset");
        let cards = deal
            .parse::<Deal>()
            .map(CardsInput::from)
            .unwrap_or_else(|_| CardsInput::Partial(deal.parse().expect("a deal with unknown hands")));
        let declaration = Declaration {
            contract: contract.parse().expect("a contract"),
            declarer: Seat::Forehand,
            from_hand: false,
        };
        let played = crate::deal::notation::read_cards(played).expect("cards");
        let situation = Situation::new(rules, cards).with_declaration(declaration).with_cards_played(played);
        let sample = SampleOptions { layouts: 60, ..SampleOptions::default() };
        Analyst::new().advise(&situation, &AdviseOptions { sample }).expect("advice").of
    }

    /// `room`: free places in the three hands and the talon.
    fn collect_layouts(cards: &[Card], room: [usize; 4], placed: [Cards; 4], layouts: &mut Vec<[Cards; 4]>) {
        let Some((&card, rest)) = cards.split_first() else {
            layouts.push(placed);
            return;
        };
        for place in 0..4 {
            if room[place] > 0 {
                let (mut room, mut placed) = (room, placed);
                room[place] -= 1;
                placed[place].insert(card);
                collect_layouts(rest, room, placed, layouts);
            }
        }
    }

    #[test]
    fn layouts_agree_with_every_card_played() {
        let (mut ruled_out, mut talons_shown) = (0, 0);
        for seed in 71_000_000..71_000_030_u64 {
            let name = ["austrian", "american", "russian"][seed as usize % 3];
            let rules: Variant = name.parse().expect("a preset");
            let random = &mut random::generator(seed);
            let dealt = random::deal(random);
            let contract: Contract =
                ["S", "H", "N", "misere"][seed as usize % 4].parse().expect("a contract");
            let from_hand = seed % 5 == 0;
            let declaration = Declaration { contract, declarer: Seat::ALL[seed as usize % 3], from_hand };
            let twelve: Vec<Card> = (dealt.hand(declaration.declarer) | dealt.talon()).iter().collect();
            let discard: Cards = [twelve[seed as usize % 6], twelve[11]].into_iter().collect();
            // In every other record the deal is given as it was dealt, with the discard as a field of its
            // own.
            let exchanged = seed % 2 == 0 && !from_hand;
            let deal = if exchanged { dealt.exchange(declaration.declarer, discard) } else { dealt };
            let mut play = Play::from_deal(&rules, &deal, declaration);
            let mut played = Vec::new();
            let moves = 21 + seed as usize % 7;
            while played.len() < moves {
                let legal: Vec<Card> = play.position().legal_cards().iter().collect();
                let card = legal[random::number_below(random, legal.len())];
                play.play(card).expect("legal");
                played.push(card);
            }
            let seat = play.position().to_move();
            // The declarer knows the discard, but not a talon that was never taken up.
            let aside = if seat == declaration.declarer && !from_hand { deal.talon() } else { Cards::NONE };
            // The other defender has no card that everybody has seen in the talon.
            let shown = exchanged && seat != declaration.declarer && rules.bidding().talon_shown;
            let shown = if shown { dealt.talon() } else { Cards::NONE };
            let own_cards = deal.hand(seat);
            let situation =
                Situation::new(rules, dealt).with_declaration(declaration).with_cards_played(played.clone());
            let situation = if exchanged { situation.with_discard(discard) } else { situation };
            let (seats, player) = seats_of_cards(&situation, Seats::ALL).expect("a contract");
            assert_eq!((seats.len(), player), (moves, seat), "seed {seed}");
            let seen = cards_seen(&situation, &dealt.into(), player).expect("a whole deal");
            let known_cards = add_played_cards(&situation, &seats, player, Seats::ALL, seen);
            let layouts = Layouts::new(&known_cards).expect("the deal itself is one");
            let agrees = |layout: &(BySeat<Cards>, Cards)| is_possible(&situation, layout);
            let drawn: HashSet<([Cards; 3], Cards)> = (0..layouts.count())
                .map(|n| layouts.nth(n))
                .filter(agrees)
                .map(|(hands, talon)| (hands.0, talon))
                .collect();

            let gone: Cards = played.iter().copied().collect();
            let open: Vec<Card> = (Cards::PACK - own_cards - gone - aside).iter().collect();
            let held = |holder: Seat| if holder == seat { own_cards } else { deal.hand(holder) & gone };
            let room = |holder: Seat| 10 - held(holder).len();
            let [a, b, c] = Seat::ALL.map(room);
            let mut placements = Vec::new();
            collect_layouts(&open, [a, b, c, 2 - aside.len()], [Cards::NONE; 4], &mut placements);
            let whole = placements.len();
            let expected: HashSet<([Cards; 3], Cards)> = placements
                .into_iter()
                .map(|[f, m, r, talon]| {
                    let hands = BySeat([f, m, r]);
                    (BySeat::from_fn(|holder| hands[holder] | held(holder)), talon | aside)
                })
                .filter(|(hands, _)| (hands[seat.partner(declaration.declarer)] & shown).is_empty())
                .filter(agrees)
                .map(|(hands, talon)| (hands.0, talon))
                .collect();
            talons_shown += usize::from(!shown.is_empty());
            assert!(drawn.contains(&(deal.hands().0, deal.talon())), "seed {seed}");
            assert_eq!(drawn, expected, "seed {seed}");
            ruled_out += whole - expected.len();
        }
        assert!(ruled_out > 100, "the cards played ruled out {ruled_out} layouts");
        assert!(talons_shown > 3, "{talons_shown} of the talons were shown");
    }

    #[test]
    fn given_cards_reduce_layouts() {
        // In a deal with unknown hands the player knows all given cards; of a whole deal only the cards that this
        // seat has seen.
        // Two of the eleven unseen cards are laid aside.
        assert_eq!(layout_count("F:? KJ9.J97.AJ.T8 AQ8.KQ8.QT9.9 ?", "misere", "HA"), 55);
        // The twelve cards of the declarer give the same count: nine of the eleven that are not played are in
        // the hand.
        assert_eq!(layout_count("F:T7.AT.K87.AKQJ7 KJ9.J97.AJ.T8 ? ?", "misere", "HA"), 55);
        let deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";
        // 21 cards are unseen: nine of forehand, ten of rearhand, and two laid aside.
        assert_eq!(layout_count(deal, "D", "SA"), 19_399_380);
        // When the declarer, who knows the discard, is to move, the 20 cards of two hands are unseen.
        assert_eq!(layout_count(deal, "D", ""), 184_756);
    }
}
