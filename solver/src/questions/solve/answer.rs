//! The results of contracts against best defence, with all cards known.

use serde::Serialize;
use serde::ser::Serializer;

use crate::analyst::Analyst;
use crate::deal::Layout;
use crate::gains::expected_result;
use crate::outcomes::outcome::{Outcome, SolveDetail, margin};
use crate::position::Position;
use crate::questions::contract_selection::ContractSelection;
use crate::rules::contract::{Contract, contract_or_pass};
use crate::seat::{BySeat, Seat};
use crate::situation::Situation;
use crate::situation::error::QuestionError;

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
        /// The seat that leads to the next trick, or that led to the trick on the table.
        leader: Option<Seat>,
        /// Result when everybody plays best.
        outcome: Outcome,
        /// Tricks over the target, as [`Target::margin`](crate::rules::Target::margin) counts them.
        margin: Option<i8>,
    },
    /// All have passed.
    AllPassed {
        /// The seat that leads to the next trick, or that led to the trick on the table.
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
    #[cfg_attr(feature = "schema", schemars(with = "crate::tables::schema::values::ContractOrPass"))]
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
        #[cfg_attr(feature = "schema", schemars(with = "BySeat<crate::tables::schema::values::Tricks>"))]
        BySeat<u8>,
    ),
}

#[cfg(feature = "schema")]
crate::tables::schema::derived::schema_as!(ContractSolution as ContractSolutionForm);

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
    /// Solves each contract with all cards known, for the declarer of the situation, or else for each playing seat.
    ///
    /// # Errors
    /// If there are no cards, the declarer has dropped out, or a position is impossible.
    ///
    /// ```
    /// # use preference::{Analyst, Contract, Deal, Seat, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "austrian".parse()?;
    /// use preference::questions::solve::SolveOptions;
    /// let hand = Situation::new(rules, deal);
    /// let solved = Analyst::new().solve(&hand, &SolveOptions::default())?;
    /// assert_eq!(solved.results.len(), 15, "five contracts for each of three declarers");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

fn leader(position: &Position) -> Option<Seat> {
    (!position.is_over()).then(|| position.leader())
}
