//! Options of the values with a hidden discard, and the rules and contracts for which there are such values.

use crate::rules::contract::Contract;
use crate::rules::variant::Variant;
use crate::situation::error::QuestionError;
use crate::situation::field_types::WholeNumber;

/// Whether certificates are contained. The page's engine has no room for them.
pub(super) const IS_COMPLETE: bool = cfg!(not(target_family = "wasm"));

/// Number of layouts on which the mix is found, if the question gives no number.
const DEFAULT_LAYOUTS: u64 = 200;

/// The same for each talon, if the talon is unknown: there are 231 talons.
const DEFAULT_LAYOUTS_PER_TALON: u64 = 24;

/// Limit on the nodes for each layout, if the question gives none. A layout seldom needs a tenth of it.
const DEFAULT_NODES: u64 = 200_000;

/// Number of layouts on which the mix is found. Their bounds are kept in memory.
pub type HiddenLayouts = WholeNumber<2, 10_000>;

/// Number of layouts with the strategies of both sides: each takes some ten kilobytes.
pub type CertifiedLayouts = WholeNumber<1, 1000>;

/// Options of the values with a hidden discard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HiddenOptions {
    /// Number of layouts on which the mix is found; if the talon is unknown, for each talon. `None` for the default.
    pub layouts: Option<u64>,
    /// Limit on the nodes for each layout: sets of discards searched and linear programmes solved, counted together.
    /// `None` for the default.
    pub node_limit: Option<u64>,
    /// Number of fresh layouts for which the answer has the strategies of both sides. There are fewer if together they
    /// would have more than 200,000 points of the play.
    pub certified: u64,
}

impl HiddenOptions {
    pub(crate) fn new(
        is_asked: bool,
        layouts: Option<HiddenLayouts>,
        nodes: Option<WholeNumber<1, { u64::MAX }>>,
        certify: Option<CertifiedLayouts>,
    ) -> Result<Option<HiddenOptions>, QuestionError> {
        if !is_asked {
            let given = [
                ("hidden_layouts", layouts.is_some()),
                ("nodes", nodes.is_some()),
                ("certify", certify.is_some()),
            ];
            return match given.into_iter().find(|&(_, is_given)| is_given) {
                Some((name, _)) => {
                    Err(QuestionError::not_here(name, "only values with a hidden discard use it"))
                }
                None => Ok(None),
            };
        }
        if !IS_COMPLETE && certify.is_some() {
            return Err(QuestionError::not_here("certify", "this build of the library has no certificates"));
        }
        let (layouts, node_limit) = (layouts.map(WholeNumber::get), nodes.map(WholeNumber::get));
        let certified = certify.map_or(0, WholeNumber::get);
        Ok(Some(HiddenOptions { layouts, node_limit, certified }))
    }

    pub(super) fn layouts(&self, is_talon_unknown: bool) -> u64 {
        let default = if is_talon_unknown { DEFAULT_LAYOUTS_PER_TALON } else { DEFAULT_LAYOUTS };
        self.layouts.unwrap_or(default)
    }

    pub(super) fn nodes(&self) -> u64 {
        self.node_limit.unwrap_or(DEFAULT_NODES)
    }
}

pub(crate) fn check_rules(rules: &Variant, contracts: &[Contract]) -> Result<(), QuestionError> {
    if !rules.decisions().misere_open {
        return Err(QuestionError::not_here(
            "hidden",
            "under these rules the defenders' hands stay closed in a misere, so the declarer does not see them either: this is another game, and open hands give no bound for it",
        ));
    }
    if !contracts.iter().any(|&contract| is_hidden(contract)) {
        return Err(QuestionError::not_here(
            "hidden",
            "only in a misere are the defenders' hands opened and the discard hidden: name the contract misere",
        ));
    }
    Ok(())
}

/// Contracts that fail with the declarer's first trick.
pub(super) fn is_hidden(contract: Contract) -> bool {
    contract.is_misere() && contract != Contract::OpenMisere
}
