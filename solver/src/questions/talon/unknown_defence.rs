//! Values of the declarer's discards when the defenders' cards are unknown: averages over layouts.
use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::partial::PartialDeal;
use crate::deal::{Deal, random};
use crate::order::{ranks_by, sorted_indices_by_key};
use crate::outcomes::discards::{TWELVE_CARDS_ERROR, discard_pairs, representative};
use crate::questions::cards::GainBasis;
use crate::questions::talon::known::{DiscardCriterion, TalonOptions, gain_after_discard, solve_results};
use crate::rules::contract::{Contract, Target};
use crate::rules::variant::Variant;
use crate::sampling::estimate::{Average, Means, billionths};
use crate::sampling::layouts::{KnownCards, Layouts};
use crate::seat::{BySeat, Seat};
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::{CardsInput, Situation};

/// Averages for every discard of one declarer, over layouts of the other two hands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TalonAverages {
    /// Cards of the declarer and the talon, with `?` for the others.
    pub deal: PartialDeal,
    /// Name of the rules.
    pub rules: String,
    /// Seat that takes the talon.
    pub declarer: Seat,
    /// Criterion and model, if gains are compared.
    #[serde(flatten)]
    pub weighed: Option<GainBasis>,
    /// Number of layouts in the averages.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000_000)))]
    pub layouts: u64,
    /// Number of all layouts that agree with the known cards.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = crate::deal::DEAL_COUNT)))]
    pub of: u64,
    /// Random seed.
    pub seed: u64,
    /// All possible discards: 66, or 45 under rules with `discard_first`.
    #[cfg_attr(feature = "schema", schemars(length(min = 45, max = 66)))]
    pub discards: Vec<DiscardAverages>,
    /// Best discard for each contract.
    pub best: Vec<BestAverages>,
}

/// Discard, and the averages for each contract after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiscardAverages {
    /// The two cards that are laid aside.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
    /// Rank of the discard over all contracts of the question: 1 for the best, equally good ones share a rank. The
    /// sum of the chances comes first, then the sum of the declarer's mean tricks, in which tricks of a misère count as
    /// negative. If gains are compared, this is the rank of the discard's highest mean gain; absent if no gain was
    /// calculated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 66)))]
    pub rank: Option<u8>,
    /// Averages, one element for each contract, in the order of the question.
    pub results: Vec<ContractAverages>,
}

impl DiscardAverages {
    /// Compared part by part over all contracts; greater is better: the highest mean gain, the sum of the chances and
    /// the sum of the tricks, all in billionths.
    fn preference(&self, by: DiscardCriterion) -> (Option<i64>, i64, i64) {
        if by == DiscardCriterion::Gain {
            let gains = self.results.iter().filter_map(|result| result.means.gain);
            return (gains.map(|gain| billionths(gain.mean)).max(), 0, 0);
        }
        let parts = self.results.iter().map(|result| result.means.preference(result.contract));
        let (chances, tricks) =
            parts.fold((0, 0), |(chances, tricks), (chance, more)| (chances + chance, tricks + more));
        (None, chances, tricks)
    }
}

/// Averages for a contract after one discard.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ContractAverages {
    /// Contract.
    pub contract: Contract,
    /// Averages over the layouts.
    #[serde(flatten)]
    pub means: Means,
}

/// Best averages of a contract over all discards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BestAverages {
    /// Averages for the contract.
    #[serde(flatten)]
    pub result: ContractAverages,
    /// First discard that reaches these averages.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
}

/// The averages of the selected contracts after one discard.
struct Averages {
    cards: Cards,
    contracts: Vec<Average>,
}

impl Averages {
    /// `n` is the index of `contract` among the selected contracts.
    fn contract_averages(&self, n: usize, contract: Contract) -> ContractAverages {
        ContractAverages { contract, means: Means::from(&self.contracts[n]) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum TalonUnknownError {
    #[error("the declarer is {}, whose hand is unknown ('?')", .0.name())]
    Unknown(Seat),
    #[error("the declarer is unclear: name the seat whose hand is known, F, M or R")]
    Who,
    #[error("the talon is unknown ('?'): name its two cards, or a hand of twelve")]
    Talon,
    #[error("{TWELVE_CARDS_ERROR}")]
    Twelve,
}

impl Analyst {
    /// Estimates each contract after each discard of the declarer when the defenders' cards are unknown. Every discard
    /// is tried on the same layouts, each solved with all cards known.
    ///
    /// # Errors
    /// If the declarer's twelve cards are not known, or the criterion is the gain and a contract has no price.
    pub fn talon_unknown(
        &mut self,
        situation: &Situation,
        options: &TalonOptions,
    ) -> Result<TalonAverages, QuestionError> {
        let partial = situation.partial()?;
        let declarer = known_declarer(situation, &partial)?;
        let situation = situation.clone().with_declarer(declarer);
        let (deals, layout_count) = sample_deals(&situation, options)?;
        let rules = situation.rules();
        let averages = average_discards(self, &situation, &deals, options)?;
        let contracts = options.contracts.contracts(rules);
        let result = |n: usize, averages: &Averages| averages.contract_averages(n, contracts[n]);
        let best = (0..contracts.len()).map(|n| {
            let preference =
                |averages: &&Averages| preference(rules, contracts[n], &averages.contracts[n], options.by);
            let best = averages.iter().rev().max_by_key(preference);
            let best = best.expect("45 discards at least");
            BestAverages { result: result(n, best), discard: best.cards }
        });
        let whole = matches!(situation.cards(), CardsInput::Deal(_));
        let hands = BySeat::from_fn(|seat| partial.hands[seat].filter(|_| seat == declarer || !whole));
        Ok(TalonAverages {
            deal: PartialDeal { hands, talon: partial.talon },
            rules: rules.label().to_owned(),
            declarer,
            weighed: (options.by == DiscardCriterion::Gain).then(|| GainBasis::new(options.model)),
            layouts: deals.len() as u64,
            of: layout_count,
            seed: options.seed,
            best: best.collect(),
            discards: rank_discards(
                averages
                    .iter()
                    .map(|averages| DiscardAverages {
                        discard: averages.cards,
                        rank: None,
                        results: (0..contracts.len()).map(|n| result(n, averages)).collect(),
                    })
                    .collect(),
                options.by,
            ),
        })
    }
}

fn rank_discards(mut discards: Vec<DiscardAverages>, by: DiscardCriterion) -> Vec<DiscardAverages> {
    let preferences: Vec<_> = discards.iter().map(|discard| discard.preference(by)).collect();
    let ranks = ranks_by(discards.len(), &|one, other| preferences[other].cmp(&preferences[one]));
    for (discard, (preference, rank)) in discards.iter_mut().zip(preferences.iter().zip(ranks)) {
        discard.rank = (by != DiscardCriterion::Gain || preference.0.is_some()).then_some(rank);
    }
    discards
}

fn known_declarer(situation: &Situation, partial: &PartialDeal) -> Result<Seat, QuestionError> {
    let known_seats: Vec<Seat> =
        Seat::ALL.into_iter().filter(|&seat| partial.hands[seat].is_some()).collect();
    match (situation.declarer_if_any(), known_seats.as_slice()) {
        (Some(seat), _) if partial.hands[seat].is_some() => Ok(seat),
        (Some(seat), _) => {
            Err(QuestionError::new(ErrorCode::BadDeal, "deal", TalonUnknownError::Unknown(seat)))
        }
        (None, &[seat]) => Ok(seat),
        (None, _) => Err(QuestionError::new(ErrorCode::Missing, "declarer", TalonUnknownError::Who)),
    }
}

fn sample_deals(situation: &Situation, options: &TalonOptions) -> Result<(Vec<Deal>, u64), QuestionError> {
    let (partial, declarer) = (situation.partial()?, situation.declarer()?);
    let mut known_cards = KnownCards::ten_each();
    let held = partial.hands[declarer].unwrap_or_default();
    let (hand, talon) = if held.len() == 12 {
        if situation.rules().bidding().discard_first {
            return Err(QuestionError::new(ErrorCode::BadDeal, "deal", TalonUnknownError::Twelve));
        }
        // Once the talon is taken up, it does not matter which ten of the twelve cards were dealt.
        (held.iter().take(10).collect(), Some(held.iter().skip(10).collect()))
    } else {
        (held, partial.talon)
    };
    known_cards.hands[declarer] = hand;
    if !matches!(situation.cards(), CardsInput::Deal(_)) {
        // In a deal with unknown hands, the hand of a defender counts as known if it is given.
        for (seat, hand) in partial.hands.iter().filter(|&(seat, _)| seat != declarer) {
            known_cards.hands[seat] = hand.unwrap_or_default();
        }
    }
    known_cards.talon =
        talon.ok_or_else(|| QuestionError::new(ErrorCode::BadDeal, "deal", TalonUnknownError::Talon))?;
    let layouts =
        Layouts::new(&known_cards).map_err(|error| QuestionError::new(ErrorCode::NoLayout, "deal", error))?;
    let wanted = options.unknown_defence.unwrap_or(2);
    let deal = |(hands, talon)| Deal::new(hands, talon).expect("ten cards each");
    let generator = &mut random::generator(options.seed);
    let deals = if layouts.count() <= wanted {
        (0..layouts.count()).map(|n| deal(layouts.nth(n))).collect()
    } else {
        (0..wanted).map(|_| deal(layouts.nth(layouts.random_number(generator)))).collect()
    };
    Ok((deals, layouts.count()))
}

fn average_discards(
    analyst: &mut Analyst,
    situation: &Situation,
    deals: &[Deal],
    options: &TalonOptions,
) -> Result<Vec<Averages>, QuestionError> {
    // The declarer's twelve cards are the same in all deals. Since every discard is tried on the same deals, the
    // difference of two averages has a smaller error than each of them.
    let declarer = situation.declarer()?;
    let contracts = options.contracts.contracts(situation.rules());
    let none = vec![Average::default(); contracts.len()];
    let mut averages: Vec<Averages> = Vec::new();
    analyst.progress().begin(deals.len() as u64);
    for chunk in deals.chunks(CHUNK_SIZE) {
        if averages.is_empty() {
            averages.extend(
                discard_pairs(situation.rules(), &chunk[0], declarer)
                    .map(|cards| Averages { cards, contracts: none.clone() }),
            );
        }
        let answers = analyst.solve_each(chunk, |solver, deal| {
            let situation = situation.with_cards(*deal);
            averages
                .iter()
                .map(|averages| (averages.cards, representative(deal, declarer, averages.cards)))
                .scan(Vec::new(), |solved, (cards, same)| {
                    let place = solved.iter().position(|&(other, _)| other == same).unwrap_or_else(|| {
                        let laid = situation.clone().with_discard(cards);
                        solved.push((same, solve_results(solver, &laid, &contracts, options.goal)));
                        solved.len() - 1
                    });
                    Some(solved[place].1.clone())
                })
                .collect::<Result<Vec<_>, QuestionError>>()
        });
        for answer in answers {
            for (averages, results) in averages.iter_mut().zip(answer?) {
                for (average, result) in averages.contracts.iter_mut().zip(results) {
                    average.add(result.outcome);
                }
            }
        }
    }
    if options.by == DiscardCriterion::Gain {
        add_gains(analyst, situation, deals, &mut averages, options)?;
    }
    Ok(averages)
}

/// Deals that are solved together.
const CHUNK_SIZE: usize = 512;

fn add_gains(
    analyst: &mut Analyst,
    situation: &Situation,
    deals: &[Deal],
    discards: &mut [Averages],
    options: &TalonOptions,
) -> Result<(), QuestionError> {
    let rules = situation.rules();
    for (n, &contract) in options.contracts.contracts(rules).iter().enumerate() {
        let average = |place: usize| &discards[place].contracts[n];
        let preference = |place| preference(rules, contract, average(place), DiscardCriterion::Made);
        let order = sorted_indices_by_key(discards.len(), |place| Reverse(preference(place)));
        for place in order.into_iter().take(options.discards) {
            let averages = &mut discards[place];
            let discard = averages.cards;
            let gains = analyst.solve_each(deals, |solver, deal| {
                gain_after_discard(solver, &situation.with_cards(*deal), contract, discard, options.model)
            });
            for gain in gains {
                averages.contracts[n].add_gain(gain?.to_f64());
            }
        }
    }
    Ok(())
}

/// Compared part by part in billionths; greater is better. With the criterion `Gain` an average without a gain comes
/// last. With `Tricks` the preference is the mean number of tricks over the target, or in misère the negative of the
/// declarer's mean tricks. With `Made`, and for other targets, the chance comes first, then the tricks.
fn preference(
    rules: &Variant,
    contract: Contract,
    average: &Average,
    by: DiscardCriterion,
) -> (Option<i64>, i64) {
    let chance = Some(billionths(average.chance().mean));
    match (by, average.tricks(), rules.target(contract, false)) {
        (DiscardCriterion::Gain, ..) => (average.gain().map(|gain| billionths(gain.mean)), 0),
        (DiscardCriterion::Tricks, Some(tricks), Target::AtLeast(target)) => {
            (None, billionths(tricks.mean - f64::from(target)))
        }
        (DiscardCriterion::Tricks, Some(tricks), Target::None) => (None, -billionths(tricks.mean)),
        // Tricks break ties between equal chances.
        (_, Some(tricks), Target::None) => (chance, -billionths(tricks.mean)),
        (_, Some(tricks), _) => (chance, billionths(tricks.mean)),
        (_, None, _) => (chance, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::outcomes::outcome::Outcome;
    use crate::rules::contract::Declaration;
    use crate::search::Solver;
    use crate::situation::CardsInput;
    use crate::situation::play::Play;

    #[test]
    fn averages_equal_means_over_layouts() {
        let rules: Variant = "austrian".parse().expect("a preset");
        let (contract, declarer): (Contract, _) = ("D".parse().expect("a contract"), Seat::Forehand);
        let seed = 66_000_000;
        let random = &mut random::generator(seed);
        let first = random::deal(random);
        let twelve = first.hand(declarer) | first.talon();
        let deals: Vec<Deal> = (0..6)
            .map(|_| {
                let rest: Vec<Card> = random::shuffled_pack(random)
                    .into_iter()
                    .filter(|&card| !twelve.contains(card))
                    .collect();
                let hand = |cards: &[Card]| cards.iter().copied().collect();
                let hands = BySeat([first.hand(declarer), hand(&rest[..10]), hand(&rest[10..])]);
                Deal::new(hands, first.talon()).expect("a deal")
            })
            .collect();
        let mut solver = Solver::new();
        let situation = Situation::new(rules.clone(), CardsInput::Nothing).with_declarer(declarer);
        let options = TalonOptions { contracts: vec![contract].into(), ..TalonOptions::default() };
        let averages = average_discards(&mut Analyst::new(), &situation, &deals, &options).expect("outcomes");
        assert_eq!(averages.len(), 66);
        let declaration = Declaration { contract, declarer, from_hand: false };
        for averages in averages.iter().step_by(7) {
            let played = deals.iter().map(|deal| {
                let exchanged = deal.exchange(declarer, averages.cards);
                Play::from_deal(&rules, &exchanged, declaration).outcome(&mut solver)
            });
            let played: Vec<Outcome> = played.collect();
            let tricks: u8 = played.iter().filter_map(|outcome| outcome.tricks).sum();
            let made = played.iter().filter(|outcome| outcome.made).count();
            let average = &averages.contracts[0];
            let mean = average.tricks().expect("tricks").mean;
            assert!((mean - f64::from(tricks) / 6.0).abs() < 1e-9, "seed {seed}: {mean} tricks");
            let mean = average.chance().mean;
            assert!((mean - made as f64 / 6.0).abs() < 1e-9, "seed {seed}: {mean} made");
        }
    }
}
