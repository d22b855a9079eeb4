//! The defenders' side of a contract.
use crate::cards::Card;
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::deal::Layout;
use crate::gains::decisions::{Decision, solve_decisions};
use crate::gains::expected_result::solve_expected_result;
use crate::gains::payoffs::{Model, PlayedResult, Preferences, bound_tricks, secure_gain};
use crate::position::{PlaySetup, Position};
use crate::questions::cards::{
    PlayedContract, check_all_tricks_taken, check_contract, check_nobody_drops_out,
};
use crate::questions::question_type::{Cost, Example, FormResult, QuestionType, question_type};
use crate::rules::contract::{Goal, Target};
use crate::search::{RulesOfThumb, Solver};
use crate::seat::{BySeat, Seat, Seats};
use crate::settlement::Amount;
use crate::situation::Situation;
use crate::situation::error::{ErrorCode, Problem, QuestionError};
use crate::situation::field_types::{ContractName, OneOrMany};
use crate::situation::fields::empty_list_error;
use crate::situation::form::{FormPart, form};
use crate::situation::groups::{CommonFields, PaymentFields, PositionFields};
#[cfg(feature = "clap")]
use crate::situation::groups::{PAYMENT_HEADING, POSITION_HEADING};
use crate::situation::play::{Play, PlayState};

form! {
    /// Find the tricks that the defenders can make sure of, their decisions, and the payment.
    pub struct DefendQuestion {
        /// Cards of the deal.
        #[cfg_attr(feature = "clap", arg(skip))]
        pub deal: Option<String>,
        /// Rules and time limit.
        #[cfg_attr(feature = "clap", arg(skip))]
        #[serde(flatten)]
        pub common: CommonFields,
        /// Contract: S H D C N, a level such as 7H, misere, slam, run6 or uno.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "CONTRACT", required = true))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub contract: Option<ContractName>,
        /// Seat that declares.
        #[cfg_attr(feature = "clap", arg(long, short, value_name = "F|M|R"))]
        pub declarer: Option<Seat>,
        /// The game is played from the hand, that is, without the talon (raises some targets).
        #[cfg_attr(feature = "clap", arg(long))]
        pub hand: bool,
        /// The two cards that the declarer laid aside; the deal is given as it was dealt, before the exchange.
        #[cfg_attr(feature = "clap", arg(long, value_name = "CARDS", help_heading = POSITION_HEADING))]
        #[cfg_attr(feature = "schema", schemars(with = "Option<OneOrMany<String>>"))]
        pub discard: Option<OneOrMany<Card>>,
        /// Position.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub position: PositionFields,
        /// Add the decisions before the play and the payment of the hand.
        #[cfg_attr(feature = "clap", arg(long))]
        pub settle: bool,
        /// Rules of thumb that the defenders follow: partner, last, second or all (see pref thumb).
        #[cfg_attr(feature = "clap", arg(long, value_name = "LIST"))]
        pub rule_of_thumb: Option<OneOrMany<String>>,
        /// Model of the defenders' decisions and play [default: selfish].
        #[cfg_attr(feature = "clap", arg(long, value_enum, help_heading = PAYMENT_HEADING))]
        pub model: Option<Model>,
        /// Pot and table.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub payment: PaymentFields,
    }
}

/// Options of the question `defend`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DefendOptions {
    /// Whether the answer contains the decisions before the play, and the payment.
    pub settle: bool,
    /// Model of the defenders' decisions and play.
    pub model: Model,
    /// Rules of thumb that the defenders follow; `None` for best play alone.
    pub rule_of_thumb: Option<RulesOfThumb>,
}

impl DefendQuestion {
    fn options(self, situation: Situation) -> FormResult<DefendOptions> {
        let situation = situation.with_contract_fields(self.contract, self.declarer, self.hand)?;
        if situation.is_all_passed() {
            let problem =
                Problem::NeedsOtherField("nobody defends when all have passed: use the question cards");
            return Err(QuestionError::new(ErrorCode::NotHere, "contract", problem));
        }
        check_contract(&situation)?;
        let only_settled = self.first_given(&["model"]).or(self.payment.given().first().copied());
        if let Some(name) = only_settled.filter(|_| !self.settle) {
            let why = "it affects only the payment: add settle";
            return Err(QuestionError::new(ErrorCode::NotHere, name, Problem::NeedsOtherField(why)));
        }
        let options = DefendOptions {
            settle: self.settle,
            model: self.model.unwrap_or_default(),
            rule_of_thumb: self.rule_of_thumb.as_ref().map(rules_of_thumb).transpose()?,
        };
        let situation = situation
            .with_discarded(self.discard)?
            .with_position(&self.position)?
            .with_payment(&self.payment)
            .check_effects()?;
        Ok((situation, options))
    }
}

fn rules_of_thumb(names: &OneOrMany<String>) -> Result<RulesOfThumb, QuestionError> {
    const FIELD: &str = "rule_of_thumb";
    let OneOrMany(names) = names;
    if names.is_empty() {
        return Err(empty_list_error(FIELD, "name partner, last, second or all"));
    }
    names.iter().enumerate().try_fold(RulesOfThumb::default(), |rules, (n, name)| {
        let named = name.parse().map_err(|error| {
            let error = QuestionError::new(ErrorCode::BadValue, FIELD, error);
            if names.len() == 1 { error } else { error.in_field((FIELD, n)) }
        })?;
        Ok(rules.union(named))
    })
}

/// Tricks and gains that the defenders can reach against a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DefendAnswer {
    /// Cards of the deal.
    pub deal: Layout,
    /// Name of the rules.
    pub rules: String,
    /// Contract and declarer.
    #[serde(flatten)]
    pub played: PlayedContract,
    /// Tricks with the best defence; absent if the contract does not ask for a number of tricks.
    #[serde(flatten)]
    pub defence: Option<Defence>,
    /// Result under the rules of thumb of the question; absent if there are none, or if the contract does not ask for
    /// a number of tricks.
    #[serde(flatten)]
    pub bound: Option<ThumbBound>,
    /// Decisions, and payment of the hand, if the question settles it.
    #[serde(flatten)]
    pub paid: Option<DefenceSettlement>,
}

/// Number of tricks for the declarer, and the quotas that the defenders can guarantee; tricks already taken are
/// included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Defence {
    /// Number of tricks for the declarer, with the defenders playing as one side.
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub tricks: u8,
    /// Quotas that the defenders can make sure of together.
    pub quotas: Quotas,
    /// Defenders that play, the declarer's left neighbour first.
    pub seats: Vec<DefenderQuota>,
}

/// Quotas that the defenders can make sure of together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Quotas {
    /// Whether the defenders can make sure that each takes the number of tricks that the rules require,
    /// mostly two.
    pub both: bool,
    /// Whether the defenders can make sure of four tricks together, regardless of the number that the rules require of
    /// a host and a guest.
    pub together4: bool,
    /// Whether the defenders can make sure of five tricks together, regardless of the number that the rules require
    /// after a kontra.
    pub together5: bool,
}

/// Tricks that one defender can make sure of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DefenderQuota {
    /// Defender.
    pub seat: Seat,
    /// Number of tricks for this defender when both other players play against it.
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub guaranteed: u8,
    /// Number of tricks for this defender with the help of the other defender.
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub with_partner: u8,
    /// Number of tricks for this defender when the other has dropped out; null once a card is played.
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub alone: Option<u8>,
}

/// Result of a contract when the defenders keep to rules of thumb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThumbBound {
    /// Rules of thumb that the defenders follow.
    pub rules_of_thumb: RulesOfThumb,
    /// Number of tricks for the declarer when the defenders play as one side and follow these rules of thumb.
    #[cfg_attr(feature = "schema", schemars(range(max = 10)))]
    pub tricks_by_thumb: u8,
}

/// Decisions before the play, and the payment of the hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DefenceSettlement {
    /// Model of the defenders' decisions and play.
    pub model: Model,
    /// Decisions in the order in which they are made; empty once a card is played.
    pub decisions: Vec<Decision>,
    /// Result of the hand.
    pub outcome: PlayedResult,
    /// Gain that each seat can make sure of in the play if both others play against it; null if a seat drops out by
    /// these decisions, the hand is not played, or the number of tricks does not decide the contract (run6).
    #[cfg_attr(
        feature = "schema",
        schemars(with = "crate::tables::schema::values::Nullable<BySeat<Amount>>")
    )]
    pub secure: Option<BySeat<Amount>>,
}

/// Against a contract without a target number of tricks the defenders have no quotas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} requires no number of tricks, so the defenders have no quotas: add settle")]
struct NoQuotas(crate::rules::contract::Contract);

impl Analyst {
    /// The tricks that the defenders of a contract can guarantee and, on request, the result under rules of thumb, the
    /// decisions and the payment.
    ///
    /// # Errors
    /// If a fact is missing or the position is impossible; if the contract has no target number of tricks and `settle`
    /// is not set, so that the answer would be empty; if `settle` is set and the contract has no price.
    ///
    /// ```
    /// # use preference::{Analyst, Contract, Deal, Seat, Situation, Variant};
    /// # let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
    /// # let rules: Variant = "austrian".parse()?;
    /// use preference::questions::defend::DefendOptions;
    /// let hand = Situation::new(rules, deal).with_declarer(Seat::Forehand).with_contract("D".parse::<Contract>()?);
    /// let defence = Analyst::new().defend(&hand, &DefendOptions::default())?.defence.ok_or("a suit game")?;
    /// assert_eq!(defence.tricks, 6, "for the declarer");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn defend(
        &mut self,
        situation: &Situation,
        options: &DefendOptions,
    ) -> Result<DefendAnswer, QuestionError> {
        let play = situation.play()?;
        let counts = matches!(situation.rules().target(play.contract(), false), Target::AtLeast(_));
        if !counts && !options.settle {
            return Err(QuestionError::new(ErrorCode::NotHere, "contract", NoQuotas(play.contract())));
        }
        self.with_solver(|solver| {
            let defence = counts.then(|| solve_defence(solver, situation, &play));
            let bound = options.rule_of_thumb.filter(|_| counts).map(|rules_of_thumb| {
                let tricks = bound_tricks(solver, play.position(), play.tricks_taken(), rules_of_thumb);
                ThumbBound { rules_of_thumb, tricks_by_thumb: tricks }
            });
            let paid =
                options.settle.then(|| settle_defence(solver, situation, &play, options)).transpose()?;
            Ok(DefendAnswer {
                deal: situation.layout()?,
                rules: situation.rules().label().to_owned(),
                played: PlayedContract::from(&PlayState::Contract(play)),
                defence,
                bound,
                paid,
            })
        })
    }
}

fn settle_defence(
    solver: &mut Solver,
    situation: &Situation,
    play: &Play,
    options: &DefendOptions,
) -> Result<DefenceSettlement, QuestionError> {
    // Decisions come before the first card.
    let (rules, position, taken) = (situation.rules(), play.position(), play.tricks_taken());
    let hand = situation.hand_as_dealt()?;
    check_nobody_drops_out(situation)?;
    let state = PlayState::Contract(*play);
    check_all_tricks_taken(situation, &state)?;
    let preferences =
        Preferences { model: options.model, rules_of_thumb: options.rule_of_thumb.unwrap_or_default() };
    let out = hand.decisions.out;
    let is_before_first_lead = position.trick().next().is_none() && position.tricks_left() == 10;
    let (decisions, hand, outcome) = if is_before_first_lead && out.is_empty() {
        let decided = solve_decisions(solver, situation, preferences)?;
        (decided.decisions, decided.hand, decided.settled)
    } else {
        let expected = solve_expected_result(solver, situation, &state, preferences)?;
        let gains = expected.gains.expect("a contract that is settled has gains");
        (Vec::new(), hand, PlayedResult { tricks: expected.tricks, gains })
    };
    // The gains that the seats can guarantee are solved only if the hand is played after these decisions, no
    // seat drops out by them, and the tricks decide the result.
    let played = !hand.decisions.gave_up
        && hand.decisions.half_whist.is_none()
        && (Seats::ALL - hand.decisions.out).len() > 1;
    let played = played && hand.decisions.whist.as_ref().is_none_or(|whisters| !whisters.is_empty());
    let counted = !matches!(rules.target(play.contract(), false), Target::InARow(_));
    let secure = if played && counted && hand.decisions.out == out {
        let mut sure = BySeat::default();
        for seat in Seat::ALL {
            sure[seat] = secure_gain(solver, rules, &hand, position, taken, seat)?;
        }
        Some(sure)
    } else {
        None
    };
    Ok(DefenceSettlement { model: options.model, decisions, outcome, secure })
}

fn solve_defence(solver: &mut Solver, situation: &Situation, play: &Play) -> Defence {
    let (position, taken, declarer) = (play.position(), play.tricks_taken(), play.declarer());
    let playing = position.setup().playing;
    let defenders = playing - Seats::from_seat(declarer);
    let rest = solver.max_tricks(position, Seats::from_seat(declarer));
    let theirs = defenders.iter().map(|seat| taken[seat]).sum::<u8>() + position.tricks_left() - rest;
    let quota = situation.rules().decisions().quota;
    let quota = |seat: Seat| if defenders.contains(seat) { quota.saturating_sub(taken[seat]) } else { 0 };
    let quotas = Goal::Quotas(BySeat::from_fn(quota));
    let is_before_first_lead = position.trick().next().is_none() && taken == BySeat::default();
    let seats = declarer.others().into_iter().filter(|&seat| defenders.contains(seat));
    let seats = seats.map(|seat| {
        let members = Seats::from_seat(seat);
        // If the other defender had dropped out, another seat might lead.
        let alone = is_before_first_lead.then(|| {
            let setup = PlaySetup { playing: Seats::from_seat(declarer) | members, ..position.setup() };
            let hands = BySeat::from_fn(|seat| position.hand(seat));
            let declared = situation.declaration_if_any().expect("a contract is played");
            let leader = situation.leader(declared, setup.playing);
            let alone = Position::new(setup, hands, leader, &[]).expect("the hands of a legal position");
            solver.max_tricks(&alone, members)
        });
        DefenderQuota {
            seat,
            guaranteed: taken[seat] + solver.max_tricks(position, members),
            with_partner: taken[seat] + solver.value(position, members, defenders),
            alone,
        }
    });
    let seats = seats.collect();
    Defence {
        tricks: taken[declarer] + rest,
        quotas: Quotas {
            both: defenders.len() == 2 && solver.can_reach(position, defenders, quotas),
            together4: theirs >= 4,
            together5: theirs >= 5,
        },
        seats,
    }
}

question_type!(
    DefendQuestion "defend", DefendOptions => DefendAnswer, |analyst, situation, options| analyst.defend(situation, options),
    const EXAMPLE: Example = Example { question: r#"{"deal":"DEAL","declarer":"F","contract":"D"}"#, part: "/quotas", shows: r#"{"both":false,"together4":true,"together5":false}"# };,
    const COST: Cost = Cost::Fast;,
    const NEEDED_KEYS: &'static [&'static str] = &["deal", "contract"];,
    fn deal(&self) -> Option<&str> { self.deal.as_deref() }
);
