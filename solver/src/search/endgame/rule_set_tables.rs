//! The tables that games under the rules of a variant use.

use super::store::shared::Endgames;
use super::values::kind::EndgameTableId;
use crate::rules::variant::Variant;

impl EndgameTableId {
    /// The tables that games under these rules use: for suit games, games without trumps and misère, each a table of
    /// the values of five-card endings and a table of ranges, with `large` a [large](Self::ranges) one.
    #[must_use]
    pub fn for_rules(rules: &Variant, large: bool) -> [EndgameTableId; 6] {
        EndgameTableId::all_under(rules.play_rules(), rules.play_rules_in(None), large)
    }
}

impl Endgames {
    /// Immediately loads all of these tables that the folder has, and returns them. Large ranges are preferred.
    pub fn load_all(&self, rules: &Variant) -> Vec<EndgameTableId> {
        let [large, small] = [true, false].map(|large| EndgameTableId::for_rules(rules, large));
        large.into_iter().zip(small).filter_map(|(large, small)| self.load_either(large, small)).collect()
    }

    /// Loads `small` if `large` cannot be loaded.
    fn load_either(&self, large: EndgameTableId, small: EndgameTableId) -> Option<EndgameTableId> {
        let is_loaded = large.is_large() && self.load(large);
        is_loaded.then_some(large).or_else(|| self.load(small).then_some(small))
    }
}
