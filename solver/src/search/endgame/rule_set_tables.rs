//! The tables that games under the rules of a variant use.

use super::store::shared::Endgames;
use super::values::kind::EndgameTableId;
use crate::rules::variant::Variant;

impl EndgameTableId {
    /// Lists the tables that games under these rules use. Suit games, games without trumps and misère use two tables
    /// each: a table of the values of five-card endings and a table of ranges. With `large`, the tables of ranges are
    /// [large](Self::ranges).
    #[must_use]
    pub fn for_rules(rules: &Variant, large: bool) -> [EndgameTableId; 6] {
        EndgameTableId::all_under(rules.play_rules(), rules.play_rules_in(None), large)
    }
}

impl Endgames {
    /// Immediately loads all tables in the folder that games under these rules use. Returns the loaded tables; a large
    /// table of ranges is preferred to the small one.
    pub fn load_all(&self, rules: &Variant) -> Vec<EndgameTableId> {
        let [large, small] = [true, false].map(|large| EndgameTableId::for_rules(rules, large));
        large.into_iter().zip(small).filter_map(|(large, small)| self.load_either(large, small)).collect()
    }

    /// The table that was loaded; `small` if `large` has no large ranges or cannot be loaded.
    fn load_either(&self, large: EndgameTableId, small: EndgameTableId) -> Option<EndgameTableId> {
        let is_loaded = large.is_large() && self.load(large);
        is_loaded.then_some(large).or_else(|| self.load(small).then_some(small))
    }
}
