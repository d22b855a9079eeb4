//! The rules of the auction in a variant's file.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::Suit;
use crate::rules::rule_set::number::{number, numbers, switch, switch_or};

/// The usual order of strains in bids by level, the lowest first.
const DEFAULT_STRAIN_ORDER: [Strain; 5] = [Strain::S, Strain::C, Strain::D, Strain::H, Strain::N];

/// A suit, or no trumps, in a bid by level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Strain {
    /// Spades.
    S,
    /// Clubs.
    C,
    /// Diamonds.
    D,
    /// Hearts.
    H,
    /// No trumps.
    N,
}

impl From<Strain> for Option<Suit> {
    fn from(strain: Strain) -> Option<Suit> {
        match strain {
            Strain::S => Some(Suit::Spades),
            Strain::C => Some(Suit::Clubs),
            Strain::D => Some(Suit::Diamonds),
            Strain::H => Some(Suit::Hearts),
            Strain::N => None,
        }
    }
}

/// The rules of the auction: the `[auction]` table of a variant's file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct Bidding {
    /// Kind of the bids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<BidKind>,
    /// The lowest number that can be bid.
    #[serde(deserialize_with = "number")]
    pub first: u8,
    /// The highest number that can be bid.
    #[serde(deserialize_with = "number")]
    pub last: u8,
    /// Whether a player may skip the next higher bid.
    #[serde(deserialize_with = "switch")]
    pub jumps: bool,
    /// Whether each player calls only once, and the highest bid wins.
    #[serde(deserialize_with = "switch")]
    pub once: bool,
    /// The players who may hold another player's bid, that is, take it over instead of bidding higher.
    pub hold: HoldRight,
    /// The kind of bids for games from the hand.
    pub hands: HandBids,
    /// The lowest number of calls such as `hand5`, which outrank the suit games from the hand; 0 if there are none.
    #[serde(deserialize_with = "number")]
    pub hands_from: u8,
    /// The lowest number of an open game, 0 for none. With the talon it outranks the closed games from the hand.
    #[serde(deserialize_with = "number")]
    pub open_from: u8,
    /// Whether a player who has bid a number may still bid a game from the hand by its value.
    #[serde(deserialize_with = "switch")]
    pub hand_after_number: bool,
    /// The lowest level that may be bid after no, one, two… passed-out deals in a row; the last holds for all later
    /// ones.
    #[serde(deserialize_with = "numbers")]
    pub exit: Vec<u8>,
    /// The order in which suits and no trumps rank in bids by level, the lowest first; empty for S C D H N.
    pub strains: Vec<Strain>,
    /// Whether there is the bid `preference`, which announces hearts at once.
    #[serde(deserialize_with = "switch")]
    pub preference: bool,
    /// Whether `preference` cannot be outbid.
    #[serde(deserialize_with = "switch")]
    pub preference_ends: bool,
    /// Whether there is a bid of misère, above all bids for eight tricks, which can only be a player's first call.
    #[serde(deserialize_with = "switch")]
    pub misere: bool,
    /// Whether the third player may take the talon without a bid when the others have passed.
    #[serde(deserialize_with = "switch")]
    pub take: bool,
    /// Whether games that are bid by suit are played without the talon.
    #[serde(deserialize_with = "switch")]
    pub without_talon: bool,
    /// Whether the talon is shown to all before the declarer takes it up.
    #[serde(deserialize_with = "switch")]
    pub talon_shown: bool,
    /// Whether the player who takes the talon must first lay aside two of the ten cards dealt.
    #[serde(deserialize_with = "switch")]
    pub discard_first: bool,
    /// Whether every player pays their own offer for the talon, not only the player who gets it.
    #[serde(deserialize_with = "switch")]
    pub all_offers_pay: bool,
    /// Whether the player who wins the auction with a bid may play from the hand.
    #[serde(deserialize_with = "switch")]
    pub hand_for_winner: bool,
    /// The lowest number with which a defender who has bid may usurp: take the two cards that the declarer laid aside,
    /// and declare instead; 0 if nobody may.
    #[serde(deserialize_with = "number")]
    pub usurp_from: u8,
    /// The rule for a hand in which all pass.
    pub all_pass: AllPass,
}

impl Bidding {
    pub(super) fn find_contradiction(&self) -> Option<(&'static str, &'static str)> {
        if self.hands == HandBids::Values && self.hands_from > 0 {
            return Some((
                "hands_from",
                "with hands = \"values\" there is a bid from the hand for every number already; write 0",
            ));
        }
        if self.once && (self.hold != HoldRight::Nobody || self.by == Some(BidKind::Asking)) {
            return Some((
                "once",
                "a player who holds a bid or is asked for a suit must be able to call again; write false",
            ));
        }
        if self.discard_first && self.usurp_from > 0 {
            return Some(("discard_first", "a player who usurps has seen the discard; write usurp_from = 0"));
        }
        if self.all_pass == AllPass::BidAgain && self.by != Some(BidKind::Suits) {
            return Some(("all_pass", "\"bid-again\" is for suits bid by rank; write by = \"suits\""));
        }
        if self.all_offers_pay && self.is_sold() && !self.once {
            return Some((
                "all_offers_pay",
                "it needs once = true, since otherwise paid offers could be raised without end",
            ));
        }
        None
    }

    pub(super) fn is_sold(&self) -> bool {
        self.all_pass == AllPass::SecondRound
    }

    pub(super) fn has_second_round(&self) -> bool {
        self.is_sold() || self.all_pass == AllPass::BidAgain
    }

    pub(crate) fn strains(&self) -> [Option<Suit>; 5] {
        let strains: Result<[Strain; 5], _> = self.strains.clone().try_into();
        strains.unwrap_or(DEFAULT_STRAIN_ORDER).map(Option::from)
    }
}

/// The players who may hold another player's bid: `false`, `true` or `"anybody"` in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HoldRight {
    /// No player.
    #[default]
    Nobody,
    /// A player who has bid, if the player whose bid is held comes later in turn order.
    Earlier,
    /// Every player, but no player may hold the same bid twice.
    Anybody,
}

impl Serialize for HoldRight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            HoldRight::Nobody => serializer.serialize_bool(false),
            HoldRight::Earlier => serializer.serialize_bool(true),
            HoldRight::Anybody => serializer.serialize_str("anybody"),
        }
    }
}

impl<'de> Deserialize<'de> for HoldRight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HoldRight, D::Error> {
        switch_or(deserializer, "anybody", "true, false or \"anybody\"").map(|switch| match switch {
            Some(false) => HoldRight::Nobody,
            Some(true) => HoldRight::Earlier,
            None => HoldRight::Anybody,
        })
    }
}

/// Kind of bids in an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BidKind {
    /// Values of contracts, such as `1` or `2`.
    Numbers,
    /// Numbers of tricks with a suit, `6S` to `10N`.
    Levels,
    /// Suits by rank.
    Suits,
    /// "I have one": the bid of a suit that is named only if another player asks for it.
    Asking,
}

/// The kind of bids for games from the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandBids {
    /// No such bids.
    #[default]
    None,
    /// The bid `hand` for a suit game, as a player's first call only; the suit is named only if two players say `hand`.
    Suits,
    /// Bids by value such as `hand3`. A player may make several, each higher than the last, but none after bidding a
    /// number, unless `hand_after_number` is set.
    Values,
}

/// Rule for a hand in which all pass: whether it is played, bid again or redealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AllPass {
    /// The next dealer deals.
    #[default]
    Redeal,
    /// The dealer becomes declarer.
    DealerPlays,
    /// Forehand may still take the talon and play.
    ForehandAgain,
    /// The dealer must take the talon and play, or pay.
    DealerForced,
    /// The talon is sold for offers to the pot.
    SecondRound,
    /// Suits are bid again, and the winner takes the talon.
    BidAgain,
    /// Every player gets a mark, which doubles the next game that this player declares.
    Refa,
    /// Everybody plays for themselves and wants few tricks.
    Raspasovka,
}

impl AllPass {
    /// Whether the hand is not played if all players pass in every round of the auction.
    #[must_use]
    pub const fn is_unplayed(self) -> bool {
        matches!(self, AllPass::Redeal | AllPass::SecondRound | AllPass::BidAgain | AllPass::Refa)
    }

    /// The name of this case in a file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            AllPass::Redeal => "redeal",
            AllPass::DealerPlays => "dealer-plays",
            AllPass::ForehandAgain => "forehand-again",
            AllPass::DealerForced => "dealer-forced",
            AllPass::SecondRound => "second-round",
            AllPass::BidAgain => "bid-again",
            AllPass::Refa => "refa",
            AllPass::Raspasovka => "raspasovka",
        }
    }
}
