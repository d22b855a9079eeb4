//! The fields of each question.

use super::field::{FieldDeclaration, FieldKind};

const SEATS: &[&str] = &["F", "M", "R"];
const SEATS_OR_ALL: &[&str] = &["F", "M", "R", "all"];
/// The most of what is counted in a pot.
const AMOUNT: u64 = u32::MAX as u64;

const fn field(name: &'static str, kind: FieldKind, meaning: &'static str) -> FieldDeclaration {
    FieldDeclaration { name, kind, meaning }
}

const fn number(name: &'static str, least: u64, most: u64, meaning: &'static str) -> FieldDeclaration {
    field(name, FieldKind::Number { least, most }, meaning)
}

const fn words(name: &'static str, meaning: &'static str) -> FieldDeclaration {
    field(name, FieldKind::Words(&[]), meaning)
}

const fn seats(name: &'static str, meaning: &'static str) -> FieldDeclaration {
    field(name, FieldKind::Words(SEATS), meaning)
}

pub(super) const RULES: FieldDeclaration =
    field("rules", FieldKind::Rules, "the rules; those of the command if it is left out");
pub(super) const TIME_LIMIT: FieldDeclaration = field(
    "time_limit",
    FieldKind::Seconds,
    "time limit in seconds; when exceeded, averages and lists are answered as far as they are done, others with the error time",
);

const DEAL: FieldDeclaration = field("deal", FieldKind::Text, "the cards");
const DEALS: FieldDeclaration = field("deal", FieldKind::Deals, "the cards, or a list of deals");
const CONTRACTS: FieldDeclaration =
    words("contract", "the contracts: S H D C N, levels as 7H, misere, slam, run6, uno; or all");
const CONTRACT: FieldDeclaration =
    words("contract", "the contract: S H D C N, a level as 7H, misere, slam, run6, uno; or allpass");
const DECLARER: FieldDeclaration = field("declarer", FieldKind::Word(SEATS), "who declares");
const DECLARERS: FieldDeclaration = field("declarer", FieldKind::Word(SEATS_OR_ALL), "who declares, or all");
const HAND: FieldDeclaration = field("hand", FieldKind::Switch, "it is played from the hand");
const GOAL: FieldDeclaration = field("goal", FieldKind::Word(&["tricks", "made"]), "what is to be found");
const PLAYED: FieldDeclaration = words("played", "the cards played so far, from the first lead on");
const AT: FieldDeclaration =
    field("at", FieldKind::Numbers(32), "asks at several moments: after how many cards of played");
const TALON_ORDER: FieldDeclaration =
    words("talon_order", "for allpass: the talon's cards in the order in which they lead");
const DISCARD: FieldDeclaration = words("discard", "the two cards laid aside");
const CALLS: FieldDeclaration = words("calls", "the calls, in turn from forehand");
const SEED: FieldDeclaration = number("seed", 0, u64::MAX, "which random ones");
const WHERE: FieldDeclaration = field("where", FieldKind::Texts, "what a hand holds, as M:S>=2, R:A>=1");
const DISCARDS: FieldDeclaration =
    words("discards", "by gain: the number of discards weighed for each contract, or all");
const PROGRESSION: FieldDeclaration =
    number("progression", 1, 255, "how many hands in a row all have passed, this one counted");
const PASSED: FieldDeclaration =
    number("passed", 0, 200, "how many deals in a row all have passed before this one");

/// Who leads, and who plays.
const LEAD: &[FieldDeclaration] = &[
    field(
        "leader",
        FieldKind::Word(&["F", "M", "R", "declarer", "left", "right"]),
        "who leads to the first trick",
    ),
    seats("out", "who dropped out"),
];
/// Where the play stands.
const POSITION: &[FieldDeclaration] = &[
    words("trick", "the cards of the trick under way, no longer in the hands"),
    field("taken", FieldKind::BySeat(10), "the tricks that each seat took before"),
    number("run", 0, 10, "for run6: how many tricks in a row the declarer took last"),
    PLAYED,
];
const MODEL: FieldDeclaration =
    field("model", FieldKind::Word(&["selfish", "allied", "tricks"]), "what is played for");
const POT: FieldDeclaration = number("pot", 0, AMOUNT, "what is in the pot before the hand");
/// What is played for.
const PAY: &[FieldDeclaration] = &[
    POT,
    number("limit", 0, AMOUNT, "the limit of the pot"),
    field("refa", FieldKind::Switch, "a mark for a deal that all passed doubles this one"),
    field("four", FieldKind::Switch, "four are at the table, the dealer sits out"),
];
/// What was said before the play.
const SAID: &[FieldDeclaration] = &[
    field("guest", FieldKind::Word(SEATS), "who played at the invitation of the other defender"),
    seats("kontra", "who said kontra"),
    number("doubling", 0, 4, "how far kontra was answered: 1 kontra, 2 rekontra, 3 sub, 4 mort"),
    field("rekontra", FieldKind::Switch, "the declarer answered with rekontra"),
    seats("answered", "whose kontra alone the declarer answered"),
    field("sub", FieldKind::Switch, "the defender answered with sub"),
    field("mort", FieldKind::Switch, "the declarer answered with mort"),
    seats("whist", "who said whist, in the order of speaking"),
    field("half_whist", FieldKind::Word(SEATS), "who said half-whist"),
    field("gave_up", FieldKind::Switch, "the declarer gave up before the play"),
    words("aces", "the declarer's aces: 4, or none if announced"),
    words("talon", "the talon's cards, as .A..A or HA CA"),
];
const LAYOUTS: &[FieldDeclaration] =
    &[number("layouts", 2, 1_000_000_000, "how many random layouts"), SEED, WHERE];

/// What `cards` and `line` take.
const PLAY: &[&[FieldDeclaration]] = &[
    &[DEAL, CONTRACT, DECLARER, HAND, DISCARD, TALON_ORDER, PROGRESSION, MODEL, AT],
    &[field("by", FieldKind::Word(&["tricks", "gain"]), "what is played for")],
    LEAD,
    POSITION,
    PAY,
    SAID,
];

/// The fields of each question, in groups.
pub(super) const TABLE: &[(&str, &[&[FieldDeclaration]])] = &[
    ("solve", &[&[DEALS, CONTRACTS, DECLARERS, HAND, GOAL, TALON_ORDER], LEAD, POSITION]),
    (
        "talon",
        &[
            &[DEALS, CONTRACTS, DECLARERS, HAND, GOAL, MODEL, DISCARDS, SEED],
            &[
                field("by", FieldKind::Word(&["tricks", "made", "gain"]), "what makes a discard better"),
                number("unknown_defence", 2, AMOUNT, "over how many random layouts of the other hands"),
            ],
            LEAD,
            PAY,
        ],
    ),
    ("cards", PLAY),
    ("line", PLAY),
    (
        "defend",
        &[
            &[DEAL, CONTRACT, DECLARER, HAND, DISCARD, MODEL],
            &[
                field(
                    "settle",
                    FieldKind::Switch,
                    "adds the decisions before the play and what the hand pays",
                ),
                words("rule_of_thumb", "what the defenders keep to: partner, last, second or all"),
            ],
            LEAD,
            POSITION,
            PAY,
        ],
    ),
    ("par", &[&[DEAL, MODEL, DISCARDS, PASSED], PAY]),
    (
        "usurp",
        &[
            &[DEAL, DECLARER, CALLS, MODEL],
            &[
                number("bid", 1, 9, "the number of the bid"),
                seats("bidders", "which others have bid, and may take the cards"),
            ],
            PAY,
        ],
    ),
    (
        "evaluate",
        &[
            &[DEAL, CONTRACTS, GOAL, MODEL, POT],
            &[
                seats("passed", "who has passed: this hand makes no contract without the talon"),
                seats("bid", "who has bid: this hand makes a contract with the talon"),
            ],
            LAYOUTS,
        ],
    ),
    ("advise", &[&[DEAL, CONTRACT, DECLARER, HAND, DISCARD, PLAYED, AT], LEAD, LAYOUTS]),
    (
        "review",
        &[
            &[DEAL, CONTRACT, DECLARER, HAND, CALLS, DISCARD, PLAYED, TALON_ORDER, PROGRESSION],
            &[MODEL, DISCARDS],
            LEAD,
            PAY,
            SAID,
        ],
    ),
    (
        "score",
        &[
            &[CONTRACT, DECLARER, HAND, PROGRESSION],
            &[
                field("totals", FieldKind::Totals, "the totals of a finished sheet, in place of a hand"),
                field("whole", FieldKind::Switch, "adds the gains in whole numbers"),
                field("tricks", FieldKind::BySeat(10), "the tricks of each seat"),
                field(
                    "made",
                    FieldKind::Word(&["yes", "no"]),
                    "whether it was made, where the tricks do not tell",
                ),
                seats("out", "who dropped out"),
                field("dealer", FieldKind::Word(&["F", "M", "R", "D"]), "who dealt; D sits out"),
                number("offer", 0, AMOUNT, "what the declarer offered to the pot for the talon"),
                field("other_offers", FieldKind::BySeat(AMOUNT), "what others had offered"),
            ],
            PAY,
            SAID,
        ],
    ),
    ("auction", &[&[CALLS, PASSED]]),
    (
        "deal",
        &[&[
            number("count", 0, 100_000, "how many deals"),
            SEED,
            WHERE,
            field("makes", FieldKind::Texts, "what a contract comes to, as F:H, F:H=7, F+:N>=8"),
            field("from", FieldKind::Text, "what is given of the deal, the rest as ?"),
            number("tries", 1, u64::MAX, "gives up after this number of deals without one as wanted"),
        ]],
    ),
    (
        "puzzle",
        &[&[
            number("count", 1, 100_000, "how many puzzles"),
            number("among", 1, 1_000_000_000, "out of how many random deals"),
            SEED,
            field("kind", FieldKind::Word(&["lead", "discard", "defence"]), "what is to be found"),
            CONTRACTS,
            DECLARER,
        ]],
    ),
    ("rules", &[]),
    ("version", &[]),
    ("ready", &[&[field("rules", FieldKind::RulesList, "the rules whose tables are loaded")]]),
    ("cancel", &[&[field("cancel", FieldKind::Id, "the id of the questions that are cancelled, or all")]]),
];
