//! The value of a hand over random layouts: a mix is found on some layouts, and valued on fresh ones.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rand::RngExt;

use super::answer::{HiddenValue, MeanBounds, MixedDiscard, SingleDiscard};
use super::certificate::{CertifiedLayout, HiddenCertificate};
use super::choices::{Choices, Mix};
use super::cutting_planes::{FoundMix, find_mix};
use super::listed_mix::ListedMix;
use super::options::{HiddenOptions, IS_COMPLETE, is_hidden};
use super::reply::{FirstCuts, Limits, Reply};
use super::turned_suits::TurnedSuits;
use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::{Deal, random};
use crate::hidden::beaten::{PlanResults, PlanSearch};
use crate::hidden::matrix::{Fraction, to_f64};
use crate::hidden::play::HiddenPlay;
use crate::hidden::strategy::{MAX_STRATEGY_POINTS, PointBudget};
use crate::hidden::worlds::members;
use crate::order::sort_by_key;
use crate::outcomes::discards::discard_pairs;
use crate::rules::contract::{Declaration, Target};
use crate::sampling::CallConditions;
use crate::sampling::Estimate;
use crate::sampling::estimate::MeanOfShares;
use crate::sampling::layouts::{KnownCards, Layouts};
use crate::sampling::sample::SampleOptions;
use crate::search::Solver;
use crate::seat::{BySeat, Seat};
use crate::settlement::HandResult;
use crate::situation::Situation;
use crate::situation::error::{QuestionError, priced_or_none};
use crate::situation::play::{Play, TricksTaken};

/// Fresh layouts are drawn until half of the 95 % interval of the chance is no wider than this.
const WANTED_HALF_WIDTH: f64 = 0.02;

/// Smallest number of fresh layouts.
const MIN_FRESH: u64 = 100;

/// Limit on the nodes for a mix on each of the layouts on which the best one is found. Wider bounds there cost less than
/// the search of every layout to its end.
const SEARCH_NODES: u64 = 20_000;

/// Limit on the nodes for the extension of a bound on the layouts on which the mix is found. A bound that is not
/// extended is only weaker.
const EXTENSION_NODES: u64 = 2000;

/// The same for each plan that is found before a mix is tried.
const FIRST_CUT_NODES: u64 = 500;

/// Number of fresh layouts that are valued together.
const FRESH_CHUNK: usize = 100;

/// Largest number of layouts drawn per layout that agrees with the calls.
const MAX_DRAWS_PER_LAYOUT: u64 = 20_000;

/// What is known about the hand to value, with the suits sorted.
pub(crate) struct HiddenValues<'a> {
    situation: &'a Situation,
    declaration: Declaration,
    turned: TurnedSuits,
    known_cards: KnownCards,
    sample: SampleOptions,
    calls: CallConditions,
    options: &'a HiddenOptions,
    /// Number of layouts on which the mix is found; if the talon is unknown, for each talon.
    layouts: u64,
    /// Gain of the declarer for each number of tricks.
    gains: Option<[f64; 11]>,
}

/// Layouts of the unknown cards.
struct Drawn {
    plays: Vec<HiddenPlay>,
    /// Whether these are all layouts.
    is_complete: bool,
    /// Share of the drawn layouts that agree with the calls.
    accepted: f64,
}

/// Results on a layout that are kept from one mix to the next.
type KeptResults = Mutex<Option<PlanResults>>;

fn lock(results: &KeptResults) -> MutexGuard<'_, Option<PlanResults>> {
    // Results that a cancelled search has left behind are true.
    results.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sums over fresh layouts.
#[derive(Default)]
struct FreshSums {
    low: MeanOfShares,
    high: MeanOfShares,
    gain: MeanOfShares,
    caught: f64,
    caught_tricks: f64,
    single: f64,
    count: u64,
}

/// Reply on a fresh layout, with what else is averaged.
struct FreshReply {
    reply: Reply,
    gain: f64,
    caught_tricks: f64,
    is_single_made: bool,
}

/// Value of a hand whose talon is known.
struct TwelveValue {
    choices: Choices,
    found: FoundMix,
    single: (usize, usize),
    sums: FreshSums,
    leader: Seat,
    /// The fresh layouts whose strategies are asked for.
    certified: Vec<HiddenPlay>,
    layouts: u64,
    is_complete: bool,
    accepted: f64,
}

impl<'a> HiddenValues<'a> {
    pub(crate) fn new(
        situation: &'a Situation,
        declaration: Declaration,
        known_cards: &KnownCards,
        sample: &SampleOptions,
        calls: CallConditions,
        options: &'a HiddenOptions,
    ) -> Result<Option<HiddenValues<'a>>, QuestionError> {
        let (contract, declarer) = (declaration.contract, declaration.declarer);
        if !is_hidden(contract) || situation.rules().target(contract, false) != Target::None {
            return Ok(None);
        }
        let turned = TurnedSuits::new(known_cards.hands[declarer] | known_cards.talon);
        let mut sorted_cards = known_cards.clone();
        sorted_cards.hands = BySeat(known_cards.hands.0.map(|cards| turned.sorted(cards)));
        sorted_cards.talon = turned.sorted(known_cards.talon);
        let sorted = sample.constraints.iter();
        let sorted =
            sorted.map(|constraint| constraint.with_cards(turned.sorted(constraint.cards()))).collect();
        Ok(Some(HiddenValues {
            situation,
            declaration,
            turned,
            known_cards: sorted_cards,
            sample: SampleOptions { constraints: sorted, ..sample.clone() },
            calls,
            options,
            layouts: options.layouts(known_cards.talon.is_empty()),
            gains: gains_by_tricks(situation, declaration)?,
        }))
    }

    pub(crate) fn parts(&self) -> u64 {
        const ROUNDS: u64 = 5;
        let per_twelve = self.layouts * (ROUNDS + 2);
        if self.known_cards.talon.is_empty() { 231 * per_twelve } else { per_twelve }
    }

    pub(crate) fn find(&self, analyst: &mut Analyst) -> Option<HiddenValue> {
        if self.known_cards.talon.is_empty() {
            return self.find_over_talons(analyst);
        }
        // If the mix is found on 200 layouts, 2,500: enough for a chance of one half, which needs 2,401.
        let max_fresh = (25 * self.layouts / 2).max(MIN_FRESH);
        let value =
            self.value_of_twelve(analyst, &self.known_cards, self.sample.seed, MIN_FRESH..=max_fresh)?;
        let (own_branch, own_world) = value.single;
        let single = SingleDiscard {
            discard: self.discards(&value.choices, own_world)[0],
            lead: value.choices.branches[own_branch].lead.map(|card| self.turned.own_card(card)),
            chance: rounded(value.sums.single / value.sums.count as f64),
        };
        let mix = self.listed_mix(&value.choices, &value.found.mix);
        let certificate = (IS_COMPLETE && self.options.certified > 0).then(|| HiddenCertificate {
            leader: value.leader,
            weights: mix.weights(),
            layouts: self.certified_layouts(analyst, &mix, &value.certified),
        });
        Some(HiddenValue {
            mix: mix.discards,
            single: Some(single),
            certificate,
            ..self.answer(&[(1.0, value)])
        })
    }

    /// The mean over the talons, each with its own mix.
    fn find_over_talons(&self, analyst: &mut Analyst) -> Option<HiddenValue> {
        let hand = self.known_cards.hands[self.declaration.declarer];
        let rest: Vec<_> = (Cards::PACK - hand).iter().collect();
        let mut talons: Vec<Cards> = Vec::new();
        for (n, &first) in rest.iter().enumerate() {
            talons.extend(rest[n + 1..].iter().map(|&second| [first, second].into_iter().collect::<Cards>()));
        }
        // In random order, so that a part of the talons is a fair sample if the time is up.
        let generator = &mut random::generator(self.sample.seed);
        for n in (1..talons.len()).rev() {
            talons.swap(n, generator.random_range(0..=n));
        }
        let mut values = Vec::new();
        let fresh = (self.layouts / 3).max(4);
        for (number, talon) in talons.into_iter().enumerate() {
            let known_cards = KnownCards { talon, ..self.known_cards.clone() };
            let Ok(layouts) = Layouts::with_constraints(&known_cards, &self.sample.constraints) else {
                continue;
            };
            let seed = random::derived_seed(self.sample.seed, number as u64);
            let Some(value) = self.value_of_twelve(analyst, &known_cards, seed, fresh..=fresh) else {
                if analyst.is_partial() {
                    break;
                }
                continue;
            };
            values.push((layouts.count() as f64 * value.accepted, value));
        }
        (!values.is_empty()).then(|| self.answer(&values))
    }

    fn answer(&self, values: &[(f64, TwelveValue)]) -> HiddenValue {
        let all: f64 = values.iter().map(|(weight, _)| weight).sum();
        let mean = |part: &dyn Fn(&TwelveValue) -> f64| {
            values.iter().map(|(weight, value)| weight / all * part(value)).sum::<f64>()
        };
        let estimate = |part: &dyn Fn(&FreshSums) -> &MeanOfShares| {
            let parts =
                values.iter().map(|(weight, value)| (weight / all, part(&value.sums), value.is_complete));
            MeanOfShares::combine(parts)
        };
        let (low, high) = (estimate(&|sums| &sums.low), estimate(&|sums| &sums.high));
        let (chance, upper) = (low.share(), high.share());
        let (caught, tricks) = (
            mean(&|value| value.sums.caught / value.sums.count as f64),
            mean(&|value| value.sums.caught_tricks / value.sums.count as f64),
        );
        HiddenValue {
            chance: Estimate { high: upper.high, ..chance },
            bounds: MeanBounds { low: rounded(chance.mean), high: rounded(upper.mean) },
            estimate: rounded(mean(&|value| value.found.bound)),
            gain: self.gains.map(|_| estimate(&|sums| &sums.gain).mean()),
            tricks_when_caught: (caught > 1e-9).then(|| rounded(tricks / caught)),
            layouts: values.iter().map(|(_, value)| value.layouts).sum(),
            fresh: values.iter().map(|(_, value)| value.sums.count).sum(),
            mix: Vec::new(),
            single: None,
            certificate: None,
        }
    }

    /// Returns `None` if the time is up before a fresh layout is valued, or no layout agrees with the calls.
    fn value_of_twelve(
        &self,
        analyst: &mut Analyst,
        known_cards: &KnownCards,
        seed: u64,
        fresh: std::ops::RangeInclusive<u64>,
    ) -> Option<TwelveValue> {
        let layouts = Layouts::with_constraints(known_cards, &self.sample.constraints).ok()?;
        let own = self.draw(analyst, &layouts, random::derived_seed(seed, 0), self.layouts)?;
        let first = own.plays.first()?;
        let leader = first.position().leader();
        let choices = Choices::new(first, &self.discard_pairs(known_cards));
        let kept: Vec<(HiddenPlay, KeptResults)> =
            own.plays.iter().map(|&play| (play, Mutex::default())).collect();
        // Half of the time is for fresh layouts, without which a mix has no value that could be shown.
        let half_time = analyst.half_time();
        let first = analyst.solve_in_time(&kept, |solver, (play, results)| {
            choices.first_cuts(solver, play, &mut lock(results), FIRST_CUT_NODES.min(self.options.nodes()))
        });
        let single = best_single(&choices, &first).filter(|_| first.len() == kept.len())?;
        let first_mix = choices.single(single.0, single.1);
        let cuts = first.into_iter().map(|first| first.cuts).collect();
        let found = find_mix(&choices, cuts, first_mix, !own.is_complete, |mix| {
            let replies = analyst.solve_in_time(&kept, |solver, (play, results)| {
                let is_time_up = half_time.is_some_and(|half| half <= Instant::now());
                let nodes = SEARCH_NODES.min(self.options.nodes());
                let limits = Limits { nodes, extension: EXTENSION_NODES.min(nodes) };
                (!is_time_up).then(|| choices.reply(solver, play, &mut lock(results), mix, limits))
            });
            let replies: Vec<Reply> = replies.into_iter().map_while(|reply| reply).collect();
            (replies.len() == kept.len()).then_some(replies)
        })?;
        drop(kept);
        let is_cut_short = half_time.is_some_and(|half| half <= Instant::now());
        let mut value = TwelveValue {
            choices,
            found,
            single,
            sums: FreshSums::default(),
            leader,
            certified: Vec::new(),
            layouts: own.plays.len() as u64,
            is_complete: own.is_complete,
            accepted: own.accepted,
        };
        if own.is_complete {
            self.add_fresh(analyst, &mut value, &own.plays);
        } else {
            let drawn = self.draw(analyst, &layouts, random::derived_seed(seed, 1), *fresh.end())?;
            for chunk in drawn.plays.chunks(FRESH_CHUNK.min(*fresh.start() as usize)) {
                self.add_fresh(analyst, &mut value, chunk);
                let is_exact_enough = value.sums.count >= *fresh.start()
                    && value.sums.low.share_half_width() <= WANTED_HALF_WIDTH;
                if analyst.is_partial() || is_exact_enough {
                    break;
                }
            }
        }
        // Only now: fresh layouts are drawn until the answer is partial.
        if is_cut_short {
            analyst.mark_partial();
        }
        (value.sums.count > 0).then_some(value)
    }

    fn add_fresh(&self, analyst: &mut Analyst, value: &mut TwelveValue, plays: &[HiddenPlay]) {
        let TwelveValue { choices, found, single, sums, certified, .. } = value;
        let replies = analyst.solve_in_time(plays, |solver, play| {
            self.fresh_reply(solver, choices, play, &found.mix, *single)
        });
        let missing = self.options.certified.saturating_sub(certified.len() as u64);
        certified.extend(plays[..replies.len()].iter().take(missing as usize));
        for FreshReply { reply, gain, caught_tricks, is_single_made } in replies {
            sums.low.add(reply.low);
            sums.high.add(reply.high);
            sums.gain.add(gain);
            sums.caught += 1.0 - reply.low;
            sums.caught_tricks += caught_tricks;
            sums.single += f64::from(u8::from(is_single_made));
            sums.count += 1;
        }
    }

    fn fresh_reply(
        &self,
        solver: &mut Solver,
        choices: &Choices,
        play: &HiddenPlay,
        mix: &Mix,
        single: (usize, usize),
    ) -> FreshReply {
        let mut results = None;
        let reply = choices.reply(
            solver,
            play,
            &mut results,
            mix,
            Limits { nodes: self.options.nodes(), extension: 0 },
        );
        let single_play = choices.branches[single.0].opened_play(play);
        let results = results.unwrap_or_else(|| choices.no_results.clone());
        let is_single_made =
            !PlanSearch::resume(solver, &choices.worlds, play, results).is_failing(&single_play, single.1);
        let (mut gain, mut caught_tricks) = (self.gain(0) * reply.low, 0.0);
        for &(branch, world, caught) in &reply.caught {
            let tricks = self.tricks(solver, choices, play, branch, world);
            caught_tricks += caught * f64::from(tricks);
            gain += caught * self.gain(tricks);
        }
        FreshReply { reply, gain, caught_tricks, is_single_made }
    }

    fn gain(&self, tricks: u8) -> f64 {
        self.gains.map_or(0.0, |gains| gains[usize::from(tricks)])
    }

    /// The tricks after this choice, with open cards.
    fn tricks(
        &self,
        solver: &mut Solver,
        choices: &Choices,
        play: &HiddenPlay,
        branch: usize,
        world: usize,
    ) -> u8 {
        let position = play.position_without(choices.worlds.list[world].aside);
        let target = self.situation.rules().target(self.declaration.contract, false);
        let mut open = Play::new(position, self.declaration.contract, target, TricksTaken::default())
            .expect("no tricks have been taken yet");
        if let Some(lead) = choices.branches[branch].lead {
            open = open.play_after(lead);
        }
        open.outcome(solver).tricks.expect("a misere counts tricks")
    }

    /// All of the layouts if there are no more than `wanted`. Returns `None` if the time is up, or hardly any layout
    /// agrees.
    fn draw(&self, analyst: &mut Analyst, layouts: &Layouts, seed: u64, wanted: u64) -> Option<Drawn> {
        let count = layouts.count();
        let is_complete = count <= wanted;
        let generator = &mut random::generator(seed);
        let (mut plays, mut drawn) = (Vec::new(), 0);
        let mut next = 0..count;
        loop {
            let missing = wanted - (plays.len() as u64).min(wanted);
            let numbers: Vec<u64> = if is_complete {
                next.by_ref().collect()
            } else {
                (0..missing).map(|_| generator.random_range(0..count)).collect()
            };
            if numbers.is_empty() {
                break;
            }
            drawn += numbers.len() as u64;
            let laid = numbers.into_iter().map(|number| layouts.nth(number));
            let laid: Vec<Deal> = laid
                .filter(|&(hands, _)| layouts.meets_constraints(hands))
                .map(|(hands, talon)| Deal::new(hands, talon).expect("ten cards each"))
                .collect();
            for deal in self.agreeing(analyst, laid)? {
                plays.push(self.hidden_play(&deal));
            }
            if drawn > MAX_DRAWS_PER_LAYOUT * (1 + plays.len() as u64) {
                return None;
            }
        }
        let accepted = plays.len() as f64 / drawn.max(1) as f64;
        Some(Drawn { plays, is_complete, accepted })
    }

    fn agreeing(&self, analyst: &mut Analyst, deals: Vec<Deal>) -> Option<Vec<Deal>> {
        if self.calls == CallConditions::default() {
            return Some(deals);
        }
        let rules = self.situation.rules();
        let agree = analyst.solve_in_time(&deals, |solver, deal| {
            // The rules may treat suits differently in the calls.
            let own = BySeat(deal.hands().0.map(|hand| self.turned.own(hand)));
            let own = Deal::new(own, self.turned.own(deal.talon())).expect("ten cards each");
            self.calls.are_met(solver, rules, &own)
        });
        let kept = deals.iter().zip(&agree).filter(|&(_, &agrees)| agrees).map(|(&deal, _)| deal);
        (agree.len() == deals.len()).then(|| kept.collect())
    }

    fn hidden_play(&self, deal: &Deal) -> HiddenPlay {
        let declarer = self.declaration.declarer;
        let situation = self.situation.with_cards(*deal);
        let play = situation.play_with(self.declaration).expect("a whole deal before the first lead");
        let twelve = deal.hand(declarer) | deal.talon();
        HiddenPlay::new(play.position().with_hand(declarer, twelve), declarer, play.goal)
    }

    fn discard_pairs(&self, known_cards: &KnownCards) -> Vec<Cards> {
        let declarer = self.declaration.declarer;
        let layouts = Layouts::new(known_cards).expect("the cards of a hand");
        let (hands, talon) = layouts.nth(0);
        let deal = Deal::new(hands, talon).expect("ten cards each");
        discard_pairs(self.situation.rules(), &deal, declarer).collect()
    }

    /// Returns the discards of a world in the suits of the hand, by suit S H D C and from the ace down.
    fn discards(&self, choices: &Choices, world: usize) -> Vec<Cards> {
        let discards = choices.worlds.list[world].discards.iter();
        let mut discards: Vec<Cards> = discards.map(|&discard| self.turned.own(discard)).collect();
        sort_by_key(&mut discards, |discard| std::cmp::Reverse(discard.iter().collect::<Vec<_>>()));
        discards
    }

    /// The most probable discards first.
    fn listed_mix(&self, choices: &Choices, mix: &Mix) -> ListedMix {
        let mut listed: Vec<(Fraction, MixedDiscard)> = Vec::new();
        for (branch, part) in mix.parts.iter().enumerate() {
            let lead = choices.branches[branch].lead.map(|card| self.turned.own_card(card));
            for &(world, weight) in part {
                let weight = Fraction::new(weight, mix.total);
                let mut discards = self.discards(choices, world);
                let discard = discards.remove(0);
                let mixed = MixedDiscard { discard, equal: discards, lead, weight: rounded(to_f64(weight)) };
                listed.push((weight, mixed));
            }
        }
        sort_by_key(&mut listed, |(weight, mixed)| {
            std::cmp::Reverse((*weight, mixed.discard.iter().collect::<Vec<_>>(), mixed.lead))
        });
        let (weights, discards) = listed.into_iter().unzip();
        ListedMix { discards, weights }
    }

    /// The strategies of both sides on these layouts, as far as the time and the number of points allow.
    fn certified_layouts(
        &self,
        analyst: &mut Analyst,
        mix: &ListedMix,
        plays: &[HiddenPlay],
    ) -> Vec<CertifiedLayout> {
        let declarer = self.declaration.declarer;
        let own = |cards: Cards| self.turned.own(cards);
        let layout = |play: &HiddenPlay| {
            let hands = BySeat::from_fn(|seat| match seat {
                _ if seat == declarer => own(self.known_cards.hands[declarer]),
                _ => own(play.position().hand(seat)),
            });
            Deal::new(hands, own(self.known_cards.talon)).expect("ten cards each")
        };
        let layouts: Vec<Deal> = plays.iter().map(layout).collect();
        let Some(first) = layouts.first() else { return Vec::new() };
        let pairs: Vec<Cards> = discard_pairs(self.situation.rules(), first, declarer).collect();
        let choices = Choices::new(&self.hidden_play(first), &pairs);
        let mut budget = PointBudget(MAX_STRATEGY_POINTS);
        let mut certified = Vec::new();
        analyst.run_in_time(|analyst| {
            analyst.with_solver(|solver| {
                for &layout in &layouts {
                    let play = self.hidden_play(&layout);
                    let nodes = self.options.nodes();
                    let Ok((parts, [low, high])) = mix.certify(solver, &choices, &play, nodes, &mut budget)
                    else {
                        return;
                    };
                    certified.push(CertifiedLayout { layout, low, high, parts });
                }
            });
        });
        certified
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// The best single choice: the numbers of its branch and world.
fn best_single(choices: &Choices, layouts: &[FirstCuts]) -> Option<(usize, usize)> {
    let branches = choices.branches.iter().enumerate();
    let all = branches.flat_map(|(number, branch)| members(branch.worlds).map(move |world| (number, world)));
    all.min_by_key(|&(branch, world)| {
        layouts.iter().filter(|layout| layout.failing[branch] >> world & 1 == 1).count()
    })
}

fn gains_by_tricks(
    situation: &Situation,
    declaration: Declaration,
) -> Result<Option<[f64; 11]>, QuestionError> {
    let (rules, declarer) = (situation.rules(), declaration.declarer);
    let hand = situation.clone().with_declaration(declaration).hand();
    let mut gains = [0.0; 11];
    for (tricks, gain) in gains.iter_mut().enumerate() {
        let mut result = HandResult::default();
        result.tricks[declarer] = Some(tricks as u8);
        let settled = rules.settle(&hand, &result).map_err(QuestionError::from);
        let Some(settled) = priced_or_none(settled)? else { return Ok(None) };
        *gain = settled.seats[declarer].to_f64();
    }
    Ok(Some(gains))
}
