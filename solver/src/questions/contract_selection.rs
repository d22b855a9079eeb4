//! The contracts that a question is about.
use crate::rules::ALL_PASS;
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;
use crate::situation::Problem;
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::fields::Fields;

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
    pub(crate) fn read(fields: &mut Fields, rules: &Variant) -> Result<ContractSelection, QuestionError> {
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
