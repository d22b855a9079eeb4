//! The contracts that a question is about.
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;
use crate::situation::error::QuestionError;
use crate::situation::field_types::{ContractName, ContractWord, OneOrMany};
use crate::situation::fields::empty_list_error;

/// The contracts that a question is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ContractSelection {
    /// All contracts that the rules list.
    #[default]
    All,
    /// A list of contracts, which may include passing out.
    List {
        /// In the order of the answers.
        contracts: Vec<Contract>,
        /// Passing out, after which each player plays for themselves.
        all_pass: bool,
    },
}

impl From<Vec<Contract>> for ContractSelection {
    fn from(contracts: Vec<Contract>) -> ContractSelection {
        ContractSelection::List { contracts, all_pass: false }
    }
}

impl ContractSelection {
    /// The selected contracts under these rules, without passing out.
    #[must_use]
    pub fn contracts(&self, rules: &Variant) -> Vec<Contract> {
        match self {
            ContractSelection::All => rules.contracts().to_vec(),
            ContractSelection::List { contracts, .. } => contracts.clone(),
        }
    }

    /// Whether passing out is selected.
    #[must_use]
    pub fn includes_all_pass(&self) -> bool {
        matches!(self, ContractSelection::List { all_pass: true, .. })
    }

    /// `all` and an empty list stand for all contracts of the rules. Repeated contracts are dropped.
    pub(crate) fn new(
        list: Option<&OneOrMany<ContractWord>>,
        rules: &Variant,
    ) -> Result<ContractSelection, QuestionError> {
        let (mut contracts, mut all_pass) = (Vec::new(), false);
        match list.map(|list| &list.0[..]) {
            None | Some([ContractWord::All]) => return Ok(ContractSelection::All),
            Some([]) => {
                return Err(empty_list_error("contract", "write a contract such as S or misere, or all"));
            }
            Some(words) => {
                for word in words {
                    match word {
                        ContractWord::All => contracts.extend(rules.contracts()),
                        ContractWord::Name(ContractName::AllPass) => all_pass = true,
                        ContractWord::Name(ContractName::Contract(contract)) => contracts.push(*contract),
                    }
                }
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
