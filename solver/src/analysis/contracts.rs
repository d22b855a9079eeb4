//! The results of contracts against best defence, with all cards known.

use serde::ser::{Serialize, Serializer};

use crate::analysis::analyst::Analyst;
use crate::analysis::game::expected_result;
use crate::deal::Layout;
use crate::position::Position;
use crate::rules::contract::{ALL_PASS, Contract, Goal, contract_or_pass};
use crate::rules::variant::Variant;
use crate::search::Solver;
use crate::seat::{BySeat, Seat, Seats};
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::situation::fields::Fields;
use crate::situation::play::Play;

/// Result of a contract when everybody plays best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Number of tricks for the declarer over the whole hand, including tricks already taken: the most that
    /// are guaranteed, in misère the fewest. Absent for contracts that do not count tricks (run6, uno), and
    /// if only `made` was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub tricks: Option<u8>,
    /// Whether the declarer makes the contract.
    pub made: bool,
}

impl Outcome {
    /// Returns the value of the tricks to the declarer of `contract`: their number, or in misère minus their number;
    /// 0 if the number is unknown.
    #[must_use]
    pub fn trick_value(self, contract: Contract) -> i16 {
        let tricks = i16::from(self.tricks.unwrap_or(0));
        if contract.is_misere() { -tricks } else { tricks }
    }

    /// Returns the value of the outcome to the declarer of `contract`; greater is better. A made contract
    /// comes before a failed one, then more tricks before fewer, in misère the other way round.
    #[must_use]
    pub fn rank(self, contract: Contract) -> (bool, i16) {
        (self.made, self.trick_value(contract))
    }
}

/// Detail in which a contract is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum SolveDetail {
    /// The exact number of tricks.
    #[default]
    Tricks,
    /// Only whether the contract is made, which is faster.
    #[cfg_attr(feature = "clap", value(name = "made"))]
    #[serde(rename = "made")]
    MadeOnly,
}

impl SolveDetail {
    /// Computes the outcome of a contract in this detail.
    pub(super) fn solve_outcome(self, solver: &mut Solver, play: &Play) -> Outcome {
        match self {
            SolveDetail::Tricks => play.outcome(solver),
            SolveDetail::MadeOnly => Outcome { tricks: None, made: play.is_made(solver) },
        }
    }

    pub(super) fn read(fields: &mut Fields) -> Result<SolveDetail, QuestionError> {
        Ok(fields.enum_word("goal")?.unwrap_or_default())
    }
}

/// The contracts that a question is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ContractSelection {
    /// All contracts that the rules list.
    #[default]
    All,
    /// A list of contracts, which may include passing out.
    List {
        /// Contracts, in the order of the answers.
        contracts: Vec<Contract>,
        /// Whether the list includes passing out, after which each player plays for themselves.
        all_pass: bool,
    },
}

impl From<Vec<Contract>> for ContractSelection {
    fn from(contracts: Vec<Contract>) -> ContractSelection {
        ContractSelection::List { contracts, all_pass: false }
    }
}

impl ContractSelection {
    /// Returns the selected contracts under these rules, without passing out.
    #[must_use]
    pub fn contracts(&self, rules: &Variant) -> Vec<Contract> {
        match self {
            ContractSelection::All => rules.contracts().to_vec(),
            ContractSelection::List { contracts, .. } => contracts.clone(),
        }
    }

    /// Returns whether passing out is selected.
    #[must_use]
    pub fn includes_all_pass(&self) -> bool {
        matches!(self, ContractSelection::List { all_pass: true, .. })
    }

    /// Reads the field `contract`: a list, in which `all` stands for all contracts of the rules. Repeated contracts
    /// are dropped.
    ///
    /// # Errors
    /// If a word is not a contract.
    pub(super) fn read(fields: &mut Fields, rules: &Variant) -> Result<ContractSelection, QuestionError> {
        let Some(words) = fields.some_words("contract", "write a contract such as S or misere, or all")?
        else {
            return Ok(ContractSelection::All);
        };
        if let [word] = &words[..]
            && word.eq_ignore_ascii_case("all")
        {
            return Ok(ContractSelection::All);
        }
        let (mut contracts, mut all_pass) = (Vec::new(), false);
        let several = words.len() > 1;
        for (n, word) in words.iter().enumerate() {
            if word.eq_ignore_ascii_case(ALL_PASS) {
                all_pass = true;
            } else if word.eq_ignore_ascii_case("all") {
                contracts.extend(rules.contracts());
            } else {
                contracts.push(word.parse().map_err(|error| {
                    let problem = Problem::NoContract { error, also: "allpass, or all" };
                    let error = QuestionError::new(ErrorCode::BadValue, "contract", problem);
                    if several { error.in_field(("contract", n)) } else { error }
                })?);
            }
        }
        let mut once: Vec<Contract> = Vec::new();
        for contract in contracts {
            if !once.contains(&contract) {
                once.push(contract);
            }
        }
        Ok(ContractSelection::List { contracts: once, all_pass })
    }
}

/// Options of the question `solve`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveOptions {
    /// Contracts to solve.
    pub contracts: ContractSelection,
    /// Detail of the results.
    pub goal: SolveDetail,
}

/// Results of contracts, grouped by declarer and then in the order of the question; passing out comes last.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SolveAnswer {
    /// Cards of the deal.
    pub deal: Layout,
    /// Name of the rules.
    pub rules: String,
    /// Results, one for each declarer and contract, then one for passing out if it was asked for.
    pub results: Vec<ContractSolution>,
}

/// Result of one contract, or of passing out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContractSolution {
    /// Contract that a declarer plays.
    Contract {
        /// Seat that declares.
        declarer: Seat,
        /// Contract.
        contract: Contract,
        /// The seat that leads to the next trick, or that led to the trick on the table; `None` after the
        /// last trick.
        leader: Option<Seat>,
        /// Result when everybody plays best.
        outcome: Outcome,
        /// Number of tricks over the target, as [`Target::margin`](crate::rules::Target::margin) counts them; `None`
        /// if the number of tricks is unknown or does not decide the contract.
        margin: Option<i8>,
    },
    /// All have passed.
    AllPassed {
        /// The seat that leads to the next trick, or that led to the trick on the table; `None` after the
        /// last trick.
        leader: Option<Seat>,
        /// The tricks of each seat over the whole hand.
        tricks: BySeat<u8>,
    },
}

/// Result of a contract, or of the play after all have passed.
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ContractSolutionForm {
    /// Seat that declares; null when all have passed.
    declarer: Option<Seat>,
    /// Contract, or `allpass`.
    #[serde(with = "contract_or_pass")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::analysis::schema::values::ContractOrPass"))]
    contract: Option<Contract>,
    /// Seat that leads the current or next trick; null after the last trick.
    leader: Option<Seat>,
    /// Number of tricks over the whole hand: of the declarer, or of each seat when all have passed. Absent for run6
    /// and uno, and if the goal is `made`.
    #[serde(skip_serializing_if = "Option::is_none")]
    tricks: Option<TricksForm>,
    /// Whether the declarer makes the contract; absent when all have passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<bool>,
    /// Number of the declarer's tricks above the target, negative below it; in misère the negative of the declarer's
    /// tricks. Null for run6 and uno, when all have passed, and if the goal is `made`.
    #[cfg_attr(feature = "schema", schemars(range(min = -10, max = 10)))]
    margin: Option<i8>,
}

/// Number of tricks in the JSON form of a solution.
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum TricksForm {
    /// Tricks for the declarer.
    Declarer(#[cfg_attr(feature = "schema", schemars(range(max = 10)))] u8),
    /// Tricks of each seat.
    Seats(
        #[cfg_attr(feature = "schema", schemars(with = "BySeat<crate::analysis::schema::values::Tricks>"))]
        BySeat<u8>,
    ),
}

#[cfg(feature = "schema")]
crate::analysis::schema::derived::schema_as!(ContractSolution as ContractSolutionForm);

impl From<&ContractSolution> for ContractSolutionForm {
    fn from(solution: &ContractSolution) -> ContractSolutionForm {
        match *solution {
            ContractSolution::Contract { declarer, contract, leader, outcome, margin } => {
                ContractSolutionForm {
                    declarer: Some(declarer),
                    contract: Some(contract),
                    leader,
                    tricks: outcome.tricks.map(TricksForm::Declarer),
                    made: Some(outcome.made),
                    margin,
                }
            }
            ContractSolution::AllPassed { leader, tricks } => ContractSolutionForm {
                declarer: None,
                contract: None,
                leader,
                tricks: Some(TricksForm::Seats(tricks)),
                made: None,
                margin: None,
            },
        }
    }
}

impl TryFrom<ContractSolutionForm> for ContractSolution {
    type Error = SolutionFormError;

    fn try_from(form: ContractSolutionForm) -> Result<ContractSolution, SolutionFormError> {
        let ContractSolutionForm { declarer, contract, leader, tricks, made, margin } = form;
        match (declarer, contract, tricks, made) {
            (Some(declarer), Some(contract), None, Some(made)) => {
                let outcome = Outcome { tricks: None, made };
                Ok(ContractSolution::Contract { declarer, contract, leader, outcome, margin })
            }
            (Some(declarer), Some(contract), Some(TricksForm::Declarer(tricks)), Some(made)) => {
                let outcome = Outcome { tricks: Some(tricks), made };
                Ok(ContractSolution::Contract { declarer, contract, leader, outcome, margin })
            }
            (None, None, Some(TricksForm::Seats(tricks)), None) => {
                Ok(ContractSolution::AllPassed { leader, tricks })
            }
            _ => Err(SolutionFormError),
        }
    }
}

/// Error for fields that do not form a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the fields form neither the result of a contract nor that of a passed-out hand")]
struct SolutionFormError;

impl<'de> serde::Deserialize<'de> for ContractSolution {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ContractSolution, D::Error> {
        let form = ContractSolutionForm::deserialize(deserializer)?;
        form.try_into().map_err(serde::de::Error::custom)
    }
}

impl Serialize for ContractSolution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ContractSolutionForm::from(self).serialize(serializer)
    }
}

impl Analyst {
    /// Solves each contract with all cards known, for the declarer of the situation, or for each playing seat if
    /// there is no declarer.
    ///
    /// # Errors
    /// If there are no cards, the declarer has dropped out, or a position is impossible.
    pub fn solve(
        &mut self,
        situation: &Situation,
        options: &SolveOptions,
    ) -> Result<SolveAnswer, QuestionError> {
        let rules = situation.rules();
        let mut results = Vec::new();
        let contracts = options.contracts.contracts(rules);
        let declarers = if contracts.is_empty() { Vec::new() } else { situation.declarers()? };
        let mut plays = Vec::new();
        for declarer in declarers {
            for &contract in &contracts {
                let from_hand = situation.is_from_hand();
                let declaration = crate::rules::contract::Declaration { contract, declarer, from_hand };
                plays.push(situation.play_with(declaration)?);
            }
        }
        self.progress().begin(plays.len() as u64);
        let outcomes = self.solve_each(&plays, |solver, play| options.goal.solve_outcome(solver, play));
        for (play, outcome) in plays.iter().zip(outcomes) {
            let contract = play.contract();
            results.push(ContractSolution::Contract {
                declarer: play.declarer(),
                contract,
                leader: leader(play.position()),
                outcome,
                margin: margin(situation, contract, outcome),
            });
        }
        if options.contracts.includes_all_pass() {
            let passed = situation.clone().with_all_passed();
            let (position, taken) = passed.passed_out_position()?;
            let tricks = self
                .with_solver(|solver| expected_result::solve_all_passed(solver, &passed, &position, taken));
            let leader = leader(&position);
            results.push(ContractSolution::AllPassed { leader, tricks });
        }
        Ok(SolveAnswer { deal: situation.layout()?, rules: rules.label().to_owned(), results })
    }
}

/// Returns the declarer's tricks over the target of a contract; `None` if the number of tricks is unknown or does not
/// decide the contract.
pub(super) fn margin(situation: &Situation, contract: Contract, outcome: Outcome) -> Option<i8> {
    situation.rules().target(contract, situation.is_from_hand()).margin(outcome.tricks?)
}

/// Returns the leader of the next trick, or of the trick on the table; `None` if the hand is over.
fn leader(position: &Position) -> Option<Seat> {
    (!position.is_over()).then(|| position.leader())
}

impl Play {
    /// Finds whether the declarer makes the contract against best defence.
    pub fn is_made(&self, solver: &mut Solver) -> bool {
        solver.can_reach(self.position(), Seats::from_seat(self.declarer()), self.goal)
    }

    /// Computes the outcome of the contract against best defence.
    pub fn outcome(&self, solver: &mut Solver) -> Outcome {
        let side = Seats::from_seat(self.declarer());
        let rest = match self.goal {
            _ if self.contract().is_misere() => solver.min_tricks(self.position(), side),
            Goal::AtLeast { .. } => solver.max_tricks(self.position(), side),
            _ => return Outcome { tricks: None, made: self.is_made(solver) },
        };
        self.outcome_with(rest)
    }

    /// Returns the outcome if the declarer takes `rest` of the tricks still to come, in a contract that counts tricks.
    pub(crate) fn outcome_with(&self, rest: u8) -> Outcome {
        let made = match self.goal {
            Goal::AtLeast { tricks, .. } => rest >= tricks,
            Goal::AtMost { tricks, .. } => rest <= tricks,
            _ => false,
        };
        Outcome { tricks: Some(self.tricks_taken()[self.declarer()] + rest), made }
    }

    /// Returns whether the outcome is still `before`, the outcome before the last card, which `mover` played.
    ///
    /// The last card cannot have improved the outcome for `mover`, so the search asks only whether the outcome has
    /// become worse.
    pub(crate) fn keeps_outcome(&self, solver: &mut Solver, before: Outcome, mover: Seat) -> bool {
        let Some(tricks) = before.tricks else { return self.is_made(solver) == before.made };
        let seats = Seats::from_seat(self.declarer());
        let taken = self.tricks_taken()[self.declarer()];
        let is_by_declarer = mover == self.declarer();
        // After a card of the declarer the search asks whether the declarer can still reach the same number of
        // tricks; after a card of a defender, whether the declarer can now do better by one trick.
        let step = u8::from(!is_by_declarer);
        let reached = if self.contract().is_misere() {
            match tricks.checked_sub(taken + step) {
                Some(tricks) => solver.can_reach(self.position(), seats, Goal::AtMost { seats, tricks }),
                None => false,
            }
        } else {
            let tricks = (tricks + step).saturating_sub(taken);
            solver.can_reach(self.position(), seats, Goal::AtLeast { seats, tricks })
        };
        reached == is_by_declarer
    }
}
