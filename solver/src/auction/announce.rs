//! The contracts that the winner of an auction may announce.

use crate::cards::Suit;
use crate::rules::bidding::BidKind;
use crate::rules::call::Call;
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;

impl Variant {
    /// The contracts that the declarer may announce after winning with this bid, the lowest first. `None` is a dealer
    /// who must declare because all have passed.
    ///
    /// The contracts depend on the bid:
    ///
    /// - A number allows every contract whose value is at least this number.
    /// - A level in a strain allows this contract and all higher ones, but no misère.
    /// - A suit that was bid, or named for a game from the hand, allows only this suit.
    /// - A suit that was named when another player asked for it allows this suit and the suits of higher value.
    /// - `preference` allows only hearts. `hand` allows every suit, but not hearts if the rules have `preference`.
    /// - A misère allows only misère.
    /// - `None` allows every contract that can be bid by number or by level, or else every suit.
    /// - Any other bid, such as an offer or the talon taken unannounced, allows every level or else every suit.
    ///
    /// ```
    /// use preference::cards::Suit;
    /// use preference::rules::{Call, Contract, Variant};
    /// let rules: Variant = "austrian".parse()?;
    /// let contracts = rules.announceable(Some(Call::Number(3)));
    /// assert_eq!(contracts, [Suit::Diamonds, Suit::Hearts].map(|suit| Contract::Game(Some(suit))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn announceable(&self, bid: Option<Call>) -> Vec<Contract> {
        let suit_game = |suit| Contract::Game(Some(suit));
        match bid {
            Some(Call::Number(least) | Call::HandNumber(least))
                if self.bidding().by == Some(BidKind::Numbers) =>
            {
                self.contracts_worth(least).collect()
            }
            Some(Call::Level(level, strain)) => {
                let skipped = self.bidding().strains().iter().position(|&other| other == strain);
                self.levels_from(level.clamp(6, 10), skipped.expect("every strain is in the list"))
            }
            Some(Call::Misere) => vec![Contract::Misere],
            _ if self.bidding().by == Some(BidKind::Levels) => self.levels_from(6, 0),
            Some(Call::Suit(suit) | Call::HandIn(suit)) => vec![suit_game(suit)],
            Some(Call::Named(suit)) => self.suits_worth(self.value(suit_game(suit))),
            Some(Call::Preference) => vec![suit_game(Suit::Hearts)],
            Some(Call::Hand) => {
                let mut suits = self.suits_worth(None);
                suits.retain(|&contract| !self.bidding().preference || contract != suit_game(Suit::Hearts));
                suits
            }
            None if self.bidding().by == Some(BidKind::Numbers) => {
                self.contracts_worth(self.bidding().first).collect()
            }
            _ => self.suits_worth(None),
        }
    }

    fn contracts_worth(&self, min_value: u8) -> impl Iterator<Item = Contract> + '_ {
        self.valued_contracts().filter(move |&(_, value)| value >= min_value).map(|(contract, _)| contract)
    }

    fn suits_worth(&self, min_value: Option<u8>) -> Vec<Contract> {
        self.contracts_worth(min_value.unwrap_or(1)).filter(|contract| contract.trump().is_some()).collect()
    }

    fn levels_from(&self, level: u8, skipped: usize) -> Vec<Contract> {
        let strains = self.bidding().strains();
        let levels = (level..=10).flat_map(|level| strains.map(|strain| Contract::Level(level, strain)));
        levels.skip(skipped).collect()
    }

    /// All contracts that can be announced under these rules, with the talon or from the hand.
    #[must_use]
    pub fn all_announceable(&self) -> Vec<Contract> {
        let mut contracts = self.announceable(None);
        if self.bidding().misere {
            contracts.push(Contract::Misere);
        }
        contracts
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::variant::Variant;

    #[test]
    fn announceable_contracts_follow_bid() {
        let rows = [
            ("austrian", "2", "S D H"),
            ("austrian", "hand", "C S D"),
            ("austrian", "hand:S", "S"),
            ("austrian", "preference", "H"),
            ("austrian-plain", "", "C S D H"),
            ("austrian-1829", "1", "C S D H"),
            ("austrian-1829", "suit:D", "D H"),
            ("austrian-1829", "preference", "H"),
            ("illustrated", "4", "H misere slam open-misere open-slam"),
            ("illustrated", "hand6", "slam open-misere open-slam"),
            ("illustrated", "hand", "C S D"),
            ("hungarian", "4", "H C misere slam"),
            ("hungarian", "hand5", "C misere slam"),
            ("hungarian-long", "7", "N uno slam"),
            ("american", "C", "C"),
            ("american", "offer:3", "S C D H"),
            ("russian", "9H", "9H 9N 10S 10C 10D 10H 10N"),
            ("russian", "misere", "misere"),
        ];
        for (rules, bid, expected) in rows {
            let variant: Variant = rules.parse().expect("a preset");
            let call = (!bid.is_empty()).then(|| bid.parse().expect("a call"));
            let contracts: Vec<String> = variant.announceable(call).iter().map(ToString::to_string).collect();
            assert_eq!(contracts.join(" "), expected, "{rules} {bid}");
        }
        // In an auction for suit games the winner may announce only suits, even if the rules set a value for
        // another contract.
        let priced = "name = \"priced\"\nextends = \"austrian-1829\"\n[values]\nN = 5";
        let priced = Variant::from_toml(priced).expect("house rules");
        let contracts = priced.announceable(Some("1".parse().expect("a call")));
        assert!(
            contracts.len() == 4 && contracts.iter().all(|contract| contract.trump().is_some()),
            "{contracts:?}"
        );
        let russian: Variant = "russian".parse().expect("a preset");
        let contracts = russian.all_announceable();
        assert_eq!(
            (contracts.len(), contracts[0].to_string(), contracts[25].to_string()),
            (26, "6S".into(), "misere".into())
        );
    }
}
