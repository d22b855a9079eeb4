//! The exchange game (Nachgehen): the declarer's discard when an opponent may take it up for a higher contract.

mod decoys;
mod discards_by_result;
mod exchange;
mod take_over;
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::auction::AuctionState;
use crate::cards::Cards;
use crate::deal::Layout;
use crate::gains::payoffs::Model;
use crate::order::{ranks_by, sorted_indices_by_key};
use crate::outcomes::discards::{discard_pairs, group_discards};
use crate::outcomes::outcome::Outcome;
use crate::questions::question_type::{Example, FormResult, QuestionType, question_type};
use crate::rules::call::Call;
use crate::rules::contract::Contract;
use crate::rules::variant::Variant;
use crate::seat::{Seat, Seats};
use crate::settlement::{Amount, Gains};
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, QuestionError};
use crate::situation::field_types::{OneOrMany, WholeNumber};
use crate::situation::fields::empty_list_error;
use crate::situation::form::{FormPart, form};
#[cfg(feature = "clap")]
use crate::situation::groups::PAYMENT_HEADING;
use crate::situation::groups::{CommonFields, PaymentFields};
use crate::situation::play::Play;

pub use exchange::UsurpOptions;
use exchange::{DiscardGains, best_uncontested_discard};
pub(super) use exchange::{ExchangeCache, best_discard, pays_by_result, solve_discards};
pub use take_over::TakeOver;

form! {
    /// Find the best discard when a defender may take it up (Nachgehen).
    pub struct UsurpQuestion {
        /// Cards of the deal.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub deal: Option<String>,
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Seat that declares.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
        pub declarer: Option<Seat>,
        /// Number that the declarer has bid [default: 1].
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        pub bid: Option<WholeNumber<1, 9>>,
        /// Opponents who have bid too, and may take up the declarer's discard [default: both].
        #[cfg_attr(feature = "clap", arg(long, value_name = "SEATS"))]
        pub bidders: Option<OneOrMany<Seat>>,
        /// Calls of the auction, in turn from forehand; they replace declarer, bid and bidders.
        #[cfg_attr(feature = "clap", arg(long, value_name = "CALLS"))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub calls: Option<OneOrMany<Call>>,
        /// Model of the defenders' decisions and play [default: selfish].
        #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
        pub model: Option<Model>,
        /// Pot and table.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub payment: PaymentFields,
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum UsurpError {
    #[error("under '{0}' nobody can take up another seat's discard: the rules 'illustrated' allow it")]
    NoUsurping(String),
    #[error(
        "under '{0}' pref usurp cannot be answered: [settlement.each] must have, for each contract of value {1} or more, one price if it is made and one if it fails"
    )]
    NoPrice(String, u8),
    #[error("{} declares: name only the opponents who have bid", .0.name())]
    Declares(Seat),
    #[error("a bid must be a number from {0} to {1}")]
    Number(u8, u8),
    #[error("{0} is not a number, and discards can be taken up only if the winning bid is a number")]
    NoNumber(Call),
    #[error("{} is still to call", .0.name())]
    Open(Seat),
    #[error("all have passed, so nobody declares")]
    Nobody,
}

impl UsurpQuestion {
    fn options(self, situation: Situation) -> FormResult<UsurpOptions> {
        // The declarer, the bid and the bidders follow from the calls, if they are given.
        let rules = situation.rules();
        check_exchange(rules)?;
        let model = self.model.unwrap_or_default();
        if self.calls.as_ref().is_some_and(|calls| !calls.0.is_empty()) {
            if let Some(name) = self.first_given(&["declarer", "bid", "bidders"]) {
                return Err(QuestionError::not_here(name, "it follows from the calls"));
            }
            let situation =
                situation.with_call_list(self.calls).with_payment(&self.payment).check_effects()?;
            let (seat, bid, bidders) = read_auction_result(&situation)?;
            return Ok((situation.with_declarer(seat), UsurpOptions { bid, bidders, model }));
        }
        let seat = self.declarer.ok_or_else(|| {
            QuestionError::missing("declarer", "the seat that declares (F, M or R), or the calls")
        })?;
        let bid = self.bid.map_or(1, WholeNumber::to);
        let (first, last) = (rules.bidding().first, rules.bidding().last);
        if !(first..=last).contains(&bid) {
            return Err(QuestionError::new(ErrorCode::BadValue, "bid", UsurpError::Number(first, last)));
        }
        let bidders: Seats = match &self.bidders {
            None => Seats::ALL,
            Some(OneOrMany(seats)) => seats.iter().copied().collect(),
        };
        if bidders.is_empty() {
            return Err(empty_list_error("bidders", "name the seats that have bid"));
        }
        if self.bidders.is_some() && bidders.contains(seat) {
            return Err(QuestionError::new(ErrorCode::NotHere, "bidders", UsurpError::Declares(seat)));
        }
        let situation = situation.with_payment(&self.payment).check_effects()?;
        Ok((situation.with_declarer(seat), UsurpOptions { bid, bidders, model }))
    }
}

fn read_auction_result(situation: &Situation) -> Result<(Seat, u8, Seats), QuestionError> {
    let (auction, said) = situation.auction()?;
    let bidders = said.iter().filter(|(_, call)| *call != Call::Pass).map(|&(seat, _)| seat).collect();
    let refuse = |problem| Err(QuestionError::new(ErrorCode::BadValue, "calls", problem));
    match auction.state() {
        AuctionState::Declared { declarer, bid: Call::Number(number), hand: false, .. } => {
            Ok((declarer, number, bidders))
        }
        AuctionState::Declared { bid, .. } => refuse(UsurpError::NoNumber(bid)),
        AuctionState::Open { to_call, .. } => refuse(UsurpError::Open(to_call)),
        AuctionState::Passed(_) => refuse(UsurpError::Nobody),
    }
}

fn check_exchange(rules: &Variant) -> Result<(), QuestionError> {
    // The solver assumes that each contract has a single price if it is made and a single price if it fails.
    let from = rules.bidding().usurp_from;
    let label = || rules.label().to_owned();
    if from == 0 {
        return Err(QuestionError::new(ErrorCode::BadRules, "rules", UsurpError::NoUsurping(label())));
    }
    if !pays_by_result(rules) {
        return Err(QuestionError::new(ErrorCode::BadRules, "rules", UsurpError::NoPrice(label(), from)));
    }
    Ok(())
}

/// Value of each discard of the declarer if opponents may take it up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UsurpAnswer {
    /// Cards of the deal.
    pub deal: Layout,
    /// Name of the rules.
    pub rules: String,
    /// Model of the players' decisions and play.
    pub model: Model,
    /// Seat that won the auction and takes the talon.
    pub declarer: Seat,
    /// Number that the declarer has bid.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 9)))]
    pub bid: u8,
    /// Seats that have bid, and so may take up the discard of another seat.
    pub bidders: Seats,
    /// All 66 possible discards.
    #[cfg_attr(feature = "schema", schemars(length(equal = 66)))]
    pub discards: Vec<UsurpDiscard>,
    /// Discard that gains most for the seat that won the auction.
    pub best: BestUsurpDiscard,
    /// Best discard, and its result, if nobody could take up discards.
    #[serde(rename = "alone")]
    pub uncontested: UncontestedDiscard,
}

/// Discard, and the contract and gain to which it leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UsurpDiscard {
    /// The two cards that are laid aside.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
    /// Whether an opponent takes up the discard.
    pub usurped: bool,
    /// Seat that finally declares.
    pub declarer: Seat,
    /// Contract that is finally played.
    pub contract: Contract,
    /// Gain of the seat that won the auction.
    pub gain: Amount,
    /// Rank of the discard by this gain: 1 for the best, equally good ones share a rank.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 66)))]
    pub rank: u8,
    /// Number of times that discards are taken up; the declarer's taking of the talon does not count.
    #[serde(skip)]
    pub take_overs: usize,
    /// Contract that the declarer would announce if nobody could take the discards up, and the declarer's
    /// gain with it.
    #[serde(skip)]
    pub uncontested: Option<(Contract, Amount)>,
}

/// Best discard, and the exchanges, contract and gains to which it leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BestUsurpDiscard {
    /// The two cards that are laid aside.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
    /// Exchanges in order; in the first, the seat that won the auction takes up the talon.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub takings: Vec<TakeOver>,
    /// Seat that finally declares.
    pub declarer: Seat,
    /// Contract that is finally played.
    pub contract: Contract,
    /// Result of the contract.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Gains of all players and the pot.
    pub gains: Gains,
}

/// Best discard if nobody could take up discards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UncontestedDiscard {
    /// The two cards that are laid aside.
    #[cfg_attr(feature = "schema", schemars(length(equal = 2)))]
    pub discard: Cards,
    /// Contract that the declarer announces after this discard.
    pub contract: Contract,
    /// Gain of the declarer.
    pub gain: Amount,
}

impl Analyst {
    /// Solves the exchange after each discard of the seat that won the auction, if every seat maximizes its own gain.
    ///
    /// # Errors
    /// If the rules do not allow taking up discards, the declarer is not given, or the deal is incomplete.
    pub fn usurp(
        &mut self,
        situation: &Situation,
        options: &UsurpOptions,
    ) -> Result<UsurpAnswer, QuestionError> {
        let (rules, deal, declarer) =
            (situation.rules(), situation.deal_before_exchange()?, situation.declarer()?);
        check_exchange(rules)?;
        let options = &UsurpOptions { bidders: options.bidders | Seats::from_seat(declarer), ..*options };
        // Discards that leave the same play are solved together by one thread.
        let groups = group_discards(&deal, declarer, discard_pairs(rules, &deal, declarer));
        let discards = self.solve_each(&groups, |solver, group| {
            solve_discards(solver, &mut ExchangeCache::default(), situation, options, group)
        });
        let mut gains: Vec<DiscardGains> = Vec::new();
        for discarded in discards {
            gains.extend(discarded?);
        }
        let order: Vec<Cards> = discard_pairs(rules, &deal, declarer).collect();
        let listed = |place: usize| order.iter().position(|&cards| cards == gains[place].cards);
        let gains: Vec<DiscardGains> = sorted_indices_by_key(gains.len(), listed)
            .into_iter()
            .map(|place| gains[place].clone())
            .collect();
        let best = best_discard(declarer, &gains).expect("there are always 66 discards");
        let uncontested = best_uncontested_discard(declarer, &gains).expect("there are always 66 discards");
        let played = Play::from_deal(rules, &best.exchanged.deal, best.exchanged.declaration);
        let outcome = self.with_solver(|solver| played.outcome(solver));
        Ok(UsurpAnswer {
            deal: deal.into(),
            rules: rules.label().to_owned(),
            model: options.model,
            declarer,
            bid: options.bid,
            bidders: options.bidders,
            discards: usurp_discards(&gains, declarer),
            best: BestUsurpDiscard {
                discard: best.cards,
                takings: best.exchanged.takings.clone(),
                declarer: best.exchanged.declaration.declarer,
                contract: best.exchanged.declaration.contract,
                outcome,
                gains: best.exchanged.gains.clone(),
            },
            uncontested: UncontestedDiscard {
                discard: uncontested.cards,
                contract: uncontested.uncontested.0,
                gain: uncontested.uncontested.1.seats[declarer],
            },
        })
    }
}

fn usurp_discards(discarded: &[DiscardGains], declarer: Seat) -> Vec<UsurpDiscard> {
    let gain = |place: usize| discarded[place].exchanged.gains.seats[declarer];
    let ranks = ranks_by(discarded.len(), &|one, other| gain(other).cmp(&gain(one)));
    discarded.iter().zip(ranks).map(|(discarded, rank)| usurp_discard(discarded, declarer, rank)).collect()
}

fn usurp_discard(discarded: &DiscardGains, declarer: Seat, rank: u8) -> UsurpDiscard {
    let (exchanged, (contract, gains)) = (&discarded.exchanged, &discarded.uncontested);
    UsurpDiscard {
        discard: discarded.cards,
        usurped: exchanged.takings.len() > 1,
        declarer: exchanged.declaration.declarer,
        contract: exchanged.declaration.contract,
        gain: exchanged.gains.seats[declarer],
        rank,
        take_overs: exchanged.takings.len() - 1,
        uncontested: Some((*contract, gains.seats[declarer])),
    }
}

question_type!(
    UsurpQuestion "usurp", UsurpOptions => UsurpAnswer, |analyst, situation, options| analyst.usurp(situation, options),
    const EXAMPLE: Example = Example { question: r#"{"deal":"DEAL","declarer":"R","model":"tricks"}"#, part: "/best/discard", shows: r#"["S9","DT"]"# };,
    const DEFAULT_RULES: &'static str = "illustrated";,
    fn deal(&self) -> Option<&str> { self.deal.as_deref() }
);
