//! "Second hand low": what a defender loses by the lowest, or the highest, card of the suit that the declarer leads,
//! before the partner plays.

use preference::cards::Card;
use preference::deal::random;
use preference::outcomes::outcome::Outcome;
use preference::questions::cards::{CardValue, CardsOptions, PlayOptions};
use preference::rules::{Contract, Declaration, Variant};
use preference::search::Solver;
use preference::seat::Seats;
use preference::situation::Play;
use preference::{Analyst, Situation};

/// Random seed from which the seeds of the deals are derived.
const SEED: u64 = 6651;

/// Choices of the defender who plays second to a trick that the declarer leads, and can follow suit; all cards known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SecondHand {
    /// Number of choices between several cards.
    pub choices: u64,
    /// Number of choices in which the lowest card loses tricks, and the tricks that it loses.
    pub low: [u64; 2],
    /// The same for the highest card.
    pub high: [u64; 2],
}

impl SecondHand {
    fn add(&mut self, cards: &[CardValue]) {
        let lost = |value: &CardValue| u64::from(value.cost.and_then(|cost| cost.tricks).unwrap_or(0));
        let rank = |value: &&CardValue| value.card.rank();
        let lowest = cards.iter().min_by_key(rank).map_or(0, lost);
        let highest = cards.iter().max_by_key(rank).map_or(0, lost);
        self.choices += 1;
        for (sums, lost) in [(&mut self.low, lowest), (&mut self.high, highest)] {
            sums[0] += u64::from(lost > 0);
            sums[1] += lost;
        }
    }
}

/// Counts the choices in the deal of this number. Every seat plays its best suit game with the ten cards that were
/// dealt, under Russian rules, and all follow a line of best play; at each choice of the defender to the declarer's
/// left after the declarer's lead, every card is solved.
pub fn count_choices(number: u64) -> anyhow::Result<SecondHand> {
    let rules: Variant = "russian".parse()?;
    let deal = random::deal(&mut random::generator(random::derived_seed(SEED, number)));
    let (mut solver, mut analyst) = (Solver::new(), Analyst::new());
    let mut counted = SecondHand::default();
    for declarer in Seats::ALL {
        let games = ["6S", "6H", "6D", "6C"].map(|game| {
            let contract: Contract = game.parse().expect("a contract");
            let declaration = Declaration { contract, declarer, from_hand: false };
            let outcome: Outcome = Play::from_deal(&rules, &deal, declaration).outcome(&mut solver);
            (declaration, outcome.tricks)
        });
        // The first of several best suits.
        let (declaration, _) = games.into_iter().rev().max_by_key(|&(_, tricks)| tricks).expect("a game");
        let game = Situation::new(rules.clone(), deal).with_declaration(declaration);
        let line = analyst.line(&game, &PlayOptions::default())?;
        let mut played: Vec<Card> = Vec::new();
        for trick in line.line_tricks {
            let lead = trick.cards[0];
            if trick.leader == declarer {
                let situation = game.clone().with_cards_played([&played[..], &[lead]].concat());
                let cards = analyst.cards(&situation, &CardsOptions::default())?.cards;
                if cards.len() > 1 && cards.iter().all(|value| value.card.suit() == lead.suit()) {
                    counted.add(&cards);
                }
            }
            played.extend(trick.cards);
        }
    }
    Ok(counted)
}
