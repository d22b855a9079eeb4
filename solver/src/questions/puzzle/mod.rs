//! Search for puzzles: deals in which exactly one first step wins or the declarer must mix several hidden discards.

#[cfg(feature = "hands")]
mod catch_puzzle;
pub mod catch_theme;
use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::cards::Cards;
use crate::deal::{Deal, Layout, random};
use crate::order::sort_by_key;
use crate::outcomes::discards::{discard_pairs, group_discards};
use crate::outcomes::only_moves::count_only_moves;
use crate::outcomes::winning_cards::unique_winning_cards;
use crate::questions::contract_selection::ContractSelection;
#[cfg(feature = "hands")]
use crate::questions::puzzle::catch_puzzle::find_catch_puzzle;
use crate::questions::puzzle::catch_theme::{CatchPuzzle, CatchTheme};
use crate::questions::question_list::check_count;
use crate::questions::question_type::{Example, FormResult, QuestionType};
use crate::rules::contract::{Contract, Declaration};
use crate::rules::variant::Variant;
use crate::sampling::endings::{Ending, FULL_HAND, cards_per_hand};
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::field_types::{ContractWord, HandSize, MAX_AMOUNT, OneOrMany, RandomSeed, WholeNumber};
use crate::situation::form::{form, word_values};
use crate::situation::groups::CommonFields;
use crate::situation::play::Play;
#[cfg(feature = "schema")]
use crate::tables::schema::values::Tricks;

form! {
    /// Find random deals in which exactly one first step wins, the deepest puzzles first.
    pub struct PuzzleQuestion {
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Number of puzzles.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
        pub count: Option<WholeNumber<1, MAX_AMOUNT>>,
        /// Number of random deals that are searched for puzzles.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1000"))]
        pub among: Option<WholeNumber<1, 1_000_000_000>>,
        /// Random seed.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "1"))]
        pub seed: Option<RandomSeed>,
        /// Kind of step that the puzzle asks for.
        #[cfg_attr(feature = "clap", arg(long, value_enum, default_value = "lead"))]
        pub kind: Option<PuzzleKind>,
        /// Theme of puzzles of the kind catch; all themes if none is named.
        #[cfg_attr(feature = "clap", arg(long, value_enum))]
        pub theme: Option<CatchTheme>,
        /// Contracts: S H D C N, levels such as 7H, misere, slam, run6, uno; all means the contracts of the
        /// rules, which is the default. The default of the kind catch is misere.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "LIST"))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub contract: Option<OneOrMany<ContractWord>>,
        /// Seat that declares.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R", default_value = "F"))]
        pub declarer: Option<Seat>,
        /// Number of cards of each hand; with fewer than ten (only for the kinds lead and defence), the puzzles are
        /// endings, before which some tricks were taken.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value = "10"))]
        pub cards: Option<HandSize>,
    }
}

/// Step to find in a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum PuzzleKind {
    /// The only lead with which the declarer makes a contract without the talon.
    #[default]
    Lead,
    /// The only discard with which the declarer makes a contract with the talon.
    Discard,
    /// The only lead of a defender that defeats a contract played without the talon.
    Defence,
    /// The only lead with which the defenders beat a contract whose discard is hidden, or the discards that the
    /// declarer must mix.
    Catch,
}

word_values!(PuzzleKind);

impl PuzzleKind {
    /// The name of the kind in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleKind::Lead => "lead",
            PuzzleKind::Discard => "discard",
            PuzzleKind::Defence => "defence",
            PuzzleKind::Catch => "catch",
        }
    }
}

/// Options of the question `puzzle`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleOptions {
    /// Number of puzzles.
    pub count: usize,
    /// Number of random deals that are searched.
    pub among: u64,
    /// Random seed.
    pub seed: u64,
    /// Kind of step that the puzzle asks for.
    pub kind: PuzzleKind,
    /// Theme of puzzles of the kind [`PuzzleKind::Catch`]; `None` for all themes.
    pub theme: Option<CatchTheme>,
    /// Contracts of puzzles. Endings, and the kind [`PuzzleKind::Catch`], leave out contracts that do not count tricks.
    pub contracts: ContractSelection,
    /// Number of cards of each hand: ten in a deal, fewer in an ending.
    pub cards: u8,
}

impl Default for PuzzleOptions {
    fn default() -> PuzzleOptions {
        PuzzleOptions {
            count: 1,
            among: 1000,
            seed: 1,
            kind: PuzzleKind::Lead,
            theme: None,
            contracts: ContractSelection::All,
            cards: FULL_HAND,
        }
    }
}

impl PuzzleOptions {
    const fn is_ending(&self) -> bool {
        cfg!(feature = "hands") && self.cards < FULL_HAND
    }
}

/// Puzzle and its solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleAnswer {
    /// Cards of the deal or the ending.
    pub deal: Layout,
    /// Name of the rules.
    pub rules: String,
    /// Kind of step that the puzzle asks for.
    pub kind: PuzzleKind,
    /// Seat that declares.
    pub declarer: Seat,
    /// Contract.
    pub contract: Contract,
    /// Seat that leads.
    pub leader: Seat,
    /// Number of tricks that each seat has taken before the ending; absent in a whole deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<BySeat<Tricks>>"))]
    pub taken: Option<BySeat<u8>>,
    /// Winning cards, or winning discards of two cards; if there are several, they are equivalent. In puzzles in which
    /// the declarer must mix, the discards of the mix.
    #[cfg_attr(feature = "schema", schemars(length(min = 1), inner(length(min = 1, max = 2))))]
    pub solution: Vec<Cards>,
    /// Number of turns in succession at which only one step wins, if the other side prolongs the series as
    /// far as it can. Absent if the discard is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 30)))]
    pub depth: Option<u8>,
    /// Theme and mix, if the discard is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<CatchPuzzle>,
}

impl PuzzleAnswer {
    fn difficulty(&self) -> u8 {
        self.hidden.as_ref().map(|hidden| hidden.worlds).or(self.depth).unwrap_or_default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum NoPuzzle {
    #[error("under '{rules}' {} does not lead in these contracts: name another declarer or kind", declarer.name())]
    Lead { rules: String, declarer: Seat },
    #[error("under '{rules}' {} leads in these contracts: name other rules or another kind", declarer.name())]
    Defence { rules: String, declarer: Seat },
    #[error("under '{rules}' {} leads in these contracts: name other contracts or another theme", declarer.name())]
    Theme { rules: String, declarer: Seat },
    #[error(
        "in these contracts no discard is hidden, or their tricks do not count: name contracts such as misere, slam, S or 7H"
    )]
    Catch,
    #[error("in these contracts tricks do not count: name contracts such as S, 7H, misere or slam")]
    Ending,
    #[error("none of {0} deals is such a puzzle: search more deals with a larger among, or use another seed")]
    None(u64),
}

/// Deals that are drawn and searched together.
const CHUNK_SIZE: u64 = 4096;

impl Analyst {
    /// Searches random deals for puzzles, sorted by depth or, if the discard is hidden, by the number of worlds, the
    /// largest first; ties go to the deal that was drawn first.
    ///
    /// # Errors
    /// If none of the contracts allows this kind of puzzle (because of the leader of the first trick, or because no
    /// discard is hidden), if this kind has no themes or no endings, if this build of the library has no puzzles of the
    /// kind, or if none of the deals is a puzzle.
    pub fn puzzle(
        &mut self,
        situation: &Situation,
        options: &PuzzleOptions,
    ) -> Result<Vec<PuzzleAnswer>, QuestionError> {
        let (rules, declarer) = (situation.rules(), situation.declarer()?);
        let contracts = possible_contracts(rules, declarer, options)?;
        let generator = &mut random::generator(options.seed);
        let mut puzzles: Vec<PuzzleAnswer> = Vec::new();
        let mut remaining = options.among;
        self.progress().begin(remaining);
        while remaining > 0 {
            let now = remaining.min(CHUNK_SIZE);
            remaining -= now;
            let from_hand =
                matches!(options.kind, PuzzleKind::Lead | PuzzleKind::Defence) && !options.is_ending();
            let declarations =
                contracts.iter().map(|&contract| Declaration { contract, declarer, from_hand });
            let found = if options.is_ending() {
                let declarer_only = Seats::from_seat(declarer);
                let leaders = match options.kind {
                    PuzzleKind::Defence => Seats::ALL - declarer_only,
                    _ => declarer_only,
                };
                let endings: Vec<Ending> =
                    (0..now).map(|_| Ending::draw(options.cards, leaders, generator)).collect();
                self.solve_in_time(&endings, |solver, ending| {
                    let puzzles = declarations
                        .clone()
                        .filter_map(|declaration| find_ending_puzzle(solver, rules, ending, declaration));
                    puzzles.collect::<Vec<PuzzleAnswer>>()
                })
            } else {
                let deals: Vec<Deal> = (0..now).map(|_| random::deal(generator)).collect();
                self.solve_in_time(&deals, |solver, deal| {
                    let puzzles = declarations.clone().filter_map(|declaration| match options.kind {
                        PuzzleKind::Catch => {
                            find_hidden_puzzle(solver, situation, deal, declaration, options.theme)
                        }
                        _ => find_puzzle(solver, rules, deal, declaration),
                    });
                    puzzles.collect::<Vec<PuzzleAnswer>>()
                })
            };
            puzzles.extend(found.into_iter().flatten());
            // The sort is stable: among puzzles of equal difficulty the one whose deal was drawn first comes first,
            // whatever the number of threads.
            sort_by_key(&mut puzzles, |puzzle| Reverse(puzzle.difficulty()));
            puzzles.truncate(options.count);
            if self.is_partial() {
                remaining = 0;
            }
        }
        if puzzles.is_empty() && self.is_partial() {
            self.fail_if_out_of_time();
        }
        if puzzles.is_empty() {
            let error = NoPuzzle::None(options.among);
            return Err(QuestionError::new(ErrorCode::NothingFound, "among", error));
        }
        for puzzle in &mut puzzles {
            puzzle.kind = options.kind;
        }
        Ok(puzzles)
    }
}

fn possible_contracts(
    rules: &Variant,
    declarer: Seat,
    options: &PuzzleOptions,
) -> Result<Vec<Contract>, QuestionError> {
    if options.theme.is_some() && options.kind != PuzzleKind::Catch {
        return Err(QuestionError::not_here("theme", "only puzzles of the kind catch have a theme"));
    }
    if options.kind == PuzzleKind::Catch && !cfg!(feature = "hands") {
        return Err(QuestionError::not_here(
            "kind",
            "puzzles with a hidden discard are not part of this build",
        ));
    }
    if options.is_ending() && !matches!(options.kind, PuzzleKind::Lead | PuzzleKind::Defence) {
        return Err(QuestionError::not_here(
            "cards",
            "only puzzles of the kinds lead and defence have endings: cards are laid aside before the first trick",
        ));
    }
    let mut contracts = options.contracts.contracts(rules);
    if options.is_ending() || options.kind == PuzzleKind::Catch {
        contracts.retain(counts_tricks);
        if contracts.is_empty() {
            let field_error = if options.is_ending() { NoPuzzle::Ending } else { NoPuzzle::Catch };
            return Err(QuestionError::new(ErrorCode::NotHere, "contract", field_error));
        }
    }
    if options.is_ending() {
        return Ok(contracts);
    }
    // In an ending any seat may lead; before the first trick the rules name the leader.
    let leads = |contract: &Contract| rules.leader(*contract, declarer, Seats::ALL) == declarer;
    let label = rules.label().to_owned();
    match options.kind {
        PuzzleKind::Discard => {}
        PuzzleKind::Lead => contracts.retain(leads),
        PuzzleKind::Defence => contracts.retain(|contract| !leads(contract)),
        PuzzleKind::Catch => {
            contracts.retain(|contract| options.theme != Some(CatchTheme::Lead) || !leads(contract));
        }
    }
    if !contracts.is_empty() {
        return Ok(contracts);
    }
    let (field, error) = match options.kind {
        PuzzleKind::Catch => ("theme", NoPuzzle::Theme { rules: label, declarer }),
        PuzzleKind::Defence => ("kind", NoPuzzle::Defence { rules: label, declarer }),
        _ => ("kind", NoPuzzle::Lead { rules: label, declarer }),
    };
    Err(QuestionError::new(ErrorCode::NotHere, field, error))
}

fn counts_tricks(contract: &Contract) -> bool {
    use Contract::{Game, Level, Misere, Slam};
    matches!(contract, Game(_) | Level(..) | Misere | Slam)
}

fn find_ending_puzzle(
    solver: &mut Solver,
    rules: &Variant,
    ending: &Ending,
    declaration: Declaration,
) -> Option<PuzzleAnswer> {
    // The numbers of tricks that the declarer may have taken before are tried in ascending order.
    let Declaration { contract, declarer, .. } = declaration;
    let (play, solution) = ending
        .plays(rules, declaration)
        .find_map(|play| unique_winning_cards(solver, &play).map(|cards| (play, cards)))?;
    let leader = play.position().leader();
    Some(PuzzleAnswer {
        deal: ending.layout(),
        rules: rules.label().to_owned(),
        kind: PuzzleKind::Lead,
        declarer,
        contract,
        leader,
        taken: Some(play.tricks_taken()),
        solution: solution.into_iter().map(Cards::from_card).collect(),
        depth: Some(count_only_moves(solver, &play, leader == declarer)),
        hidden: None,
    })
}

fn find_puzzle(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declaration: Declaration,
) -> Option<PuzzleAnswer> {
    let Declaration { contract, declarer, from_hand } = declaration;
    let (leader, solution, depth) = if from_hand {
        let play = Play::from_deal(rules, deal, declaration);
        let solution = unique_winning_cards(solver, &play)?.into_iter().map(Cards::from_card).collect();
        let leader = play.position().leader();
        (leader, solution, count_only_moves(solver, &play, leader == declarer))
    } else {
        let solution = unique_winning_discards(solver, rules, deal, declaration)?;
        let play = Play::from_deal(rules, &deal.exchange(declarer, solution[0]), declaration);
        let leader = play.position().leader();
        // The discard counts as one step; the play after it may have further ones.
        (leader, solution, 1 + count_only_moves(solver, &play, true))
    };
    let rules = rules.label().to_owned();
    Some(PuzzleAnswer {
        deal: Layout::from(*deal),
        rules,
        kind: PuzzleKind::Lead,
        declarer,
        contract,
        leader,
        taken: None,
        solution,
        depth: Some(depth),
        hidden: None,
    })
}

fn find_hidden_puzzle(
    solver: &mut Solver,
    situation: &Situation,
    deal: &Deal,
    declaration: Declaration,
    theme: Option<CatchTheme>,
) -> Option<PuzzleAnswer> {
    let Declaration { contract, declarer, .. } = declaration;
    let situation = situation.with_cards(*deal).with_declaration(declaration);
    let (solution, hidden) = find_catch_puzzle(solver, &situation, theme)?;
    Some(PuzzleAnswer {
        deal: Layout::from(*deal),
        rules: situation.rules().label().to_owned(),
        kind: PuzzleKind::Catch,
        declarer,
        contract,
        leader: situation.rules().leader(contract, declarer, Seats::ALL),
        taken: None,
        solution,
        depth: None,
        hidden: Some(hidden),
    })
}

#[cfg(not(feature = "hands"))]
fn find_catch_puzzle(
    _: &mut Solver,
    _: &Situation,
    _: Option<CatchTheme>,
) -> Option<(Vec<Cards>, CatchPuzzle)> {
    None
}

fn unique_winning_discards(
    solver: &mut Solver,
    rules: &Variant,
    deal: &Deal,
    declaration: Declaration,
) -> Option<Vec<Cards>> {
    // Discards that leave the same play count as one.
    let mut good: Option<Vec<Cards>> = None;
    for group in group_discards(deal, declaration.declarer, discard_pairs(rules, deal, declaration.declarer))
    {
        let made = Play::from_deal(rules, &deal.exchange(declaration.declarer, group[0]), declaration)
            .is_made(solver);
        if made && good.replace(group).is_some() {
            return None;
        }
    }
    good
}

impl QuestionType for PuzzleQuestion {
    const NAME: &'static str = "puzzle";
    const EXAMPLE: Example = Example {
        question: r#"{"kind":"lead","contract":"H","among":2000}"#,
        part: "/solution",
        shows: r#"[["SK"],["SQ"]]"#,
    };
    const NEEDED_KEYS: &'static [&'static str] = &[];
    const HAS_PARTIAL_ANSWERS: bool = true;
    const HAS_ANSWER_COUNT: bool = true;
    type Options = PuzzleOptions;
    type Answer = PuzzleAnswer;

    fn apply_to(self, situation: Situation) -> FormResult<PuzzleOptions> {
        let usual = PuzzleOptions::default();
        let kind = self.kind.unwrap_or_default();
        let contracts = match self.contract {
            None if kind == PuzzleKind::Catch => ContractSelection::from(vec![Contract::Misere]),
            ref list => ContractSelection::new(list.as_ref(), situation.rules())?,
        };
        let options = PuzzleOptions {
            count: self.count.map_or(usual.count, WholeNumber::to),
            among: self.among.map_or(usual.among, WholeNumber::get),
            seed: self.seed.map_or(usual.seed, RandomSeed::get),
            kind,
            theme: self.theme,
            contracts,
            cards: cards_per_hand(self.cards)?,
        };
        Ok((situation.with_declarer(self.declarer.unwrap_or(Seat::Forehand)), options))
    }

    fn has_deal(_: &Situation, _: &PuzzleOptions) -> bool {
        false
    }

    fn has_answer_list(_: &Situation, options: &PuzzleOptions) -> bool {
        options.count != 1
    }

    fn ask(
        analyst: &mut Analyst,
        situation: &Situation,
        options: &PuzzleOptions,
    ) -> Result<Vec<PuzzleAnswer>, QuestionError> {
        check_count(options.count as u64)?;
        analyst.puzzle(situation, options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::outcomes::outcome::Outcome;
    use crate::questions::cards::solve_outcomes;
    use crate::sampling::condition::Condition;

    fn holds(solver: &mut Solver, rules: &Variant, deal: &Deal, text: &str) -> bool {
        text.parse::<Condition>().expect("a condition").holds(solver, rules, deal)
    }

    #[test]
    fn unique_leads_and_discards_match_plain_search() {
        let (mut solver, mut leads, mut laid, mut deep) = (Solver::new(), 0, 0, 0);
        for seed in 73_000_000..73_000_400_u64 {
            let name = ["austrian", "american", "russian"][seed as usize % 3];
            let rules: Variant = name.parse().expect("a preset");
            let deal = random::deal(&mut random::generator(seed));
            let contract: Contract = ["S", "H", "D", "N"][seed as usize % 4].parse().expect("a contract");
            let declarer = Seat::ALL[seed as usize / 4 % 3];
            let declaration = Declaration { contract, declarer, from_hand: true };
            let play = Play::from_deal(&rules, &deal, declaration);
            let wanted = play.position().to_move() == declarer;
            let outcomes = solve_outcomes(&mut solver, &play);
            let good: Vec<Card> = outcomes
                .iter()
                .filter(|(_, outcome)| outcome.made == wanted)
                .map(|&(card, _)| card)
                .collect();
            let winning = unique_winning_cards(&mut solver, &play);
            match &winning {
                Some(cards) => {
                    assert_eq!(cards, &good, "{name} {deal}");
                    assert!(good.len() < outcomes.len(), "{name} {deal}");
                    deep += u8::from(count_only_moves(&mut solver, &play, wanted) > 1);
                    leads += 1;
                }
                // No card wins, all cards win, or the winning cards are not all equivalent.
                None => assert!(good.len() != 1 || outcomes.len() == 1, "{name} {deal} {good:?}"),
            }
            assert_eq!(winning.is_some(), count_only_moves(&mut solver, &play, wanted) > 0, "{name} {deal}");
            let condition: Condition =
                format!("{declarer}:{contract}=one-lead").parse().expect("a condition");
            assert_eq!(condition.holds(&mut solver, &rules, &deal), winning.is_some(), "{name} {deal}");

            let declaration = Declaration { from_hand: false, ..declaration };
            let discards: Vec<(Cards, Outcome)> = discard_pairs(&rules, &deal, declarer)
                .map(|cards| {
                    let play = Play::from_deal(&rules, &deal.exchange(declarer, cards), declaration);
                    (cards, play.outcome(&mut solver))
                })
                .collect();
            let made: Vec<Cards> =
                discards.iter().filter(|(_, outcome)| outcome.made).map(|&(cards, _)| cards).collect();
            match unique_winning_discards(&mut solver, &rules, &deal, declaration) {
                Some(mut cards) => {
                    cards.sort_by_key(|&cards| {
                        discard_pairs(&rules, &deal, declarer).position(|other| other == cards)
                    });
                    assert_eq!(cards, made, "{name} {deal}");
                    laid += 1;
                }
                None => assert!(made.len() != 1, "{name} {deal} {made:?}"),
            }
            let best = discards.iter().filter_map(|(_, outcome)| outcome.tricks).max().expect("tricks");
            assert!(
                holds(&mut solver, &rules, &deal, &format!("{declarer}+:{contract}={best}")),
                "{name} {deal}"
            );
            let more = format!("{declarer}+:{contract}>={}", best + 1);
            assert!(best == 10 || !holds(&mut solver, &rules, &deal, &more), "{name} {deal}");
            let fails = holds(&mut solver, &rules, &deal, &format!("{declarer}+:{contract}=fails"));
            assert_eq!(fails, made.is_empty(), "{name} {deal}");
            let makes = holds(&mut solver, &rules, &deal, &format!("{declarer}:{contract}"));
            assert_eq!(makes, play.is_made(&mut solver), "{name} {deal}");
        }
        assert!(leads > 1 && laid > 1 && deep > 0, "{leads} leads, {deep} of them deep, {laid} discards");
    }
}
