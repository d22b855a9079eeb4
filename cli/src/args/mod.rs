//! The command line as typed.

mod deal;
mod defence;
mod files;
mod hand;
mod review;
mod sampled;
mod talon;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use preference::{CardStyle, Seat};

pub(crate) use deal::{DealCommandArgs, Kind, PuzzleArgs};
pub(crate) use defence::{DefendArgs, ModelArg, PayArgs, ThumbArgs};
pub(crate) use files::{RulesCommand, RulesCommandArgs, TablesArgs, TablesCommand};
pub(crate) use hand::{AuctionArgs, HandArgs, SaidArgs, ScoreArgs, YesNo};
pub(crate) use review::ReviewArgs;
pub(crate) use sampled::{AdviseArgs, EvaluateArgs, SampleArgs};
pub(crate) use talon::{ByArg, ParArgs, TalonArgs, UsurpArgs, WeighedArgs};

/// Solve Préférence hands with all cards known.
///
/// Without a command a built-in deal is solved, to show what comes out.
#[derive(Parser)]
#[command(name = "pref", version, max_term_width = 100, args_conflicts_with_subcommands = true, after_help = AFTER)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Solve a built-in deal (what `pref` alone does too)
    #[arg(long)]
    pub(crate) example: bool,
}

/// The rules where none are named.
pub(crate) const DEFAULT_RULES: &str = "austrian";

const AFTER: &str = "\
A deal is F:hand hand hand talon, a hand spades.hearts.diamonds.clubs:
  F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K
F (forehand), M (middlehand) or R (rearhand) says whose hand comes first.

Examples:
  pref solve \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref talon --declarer F --contract S,H \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9\"
  pref solve --rules russian --format json < deals.txt";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Which contracts does each hand make
    #[command(after_help = "\
Examples:
  pref solve \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref solve --declarer M --contract H,7H,misere --rules russian < deals.txt
  pref solve --declarer F --contract C --leader M \"F:A...K .QJ.. 7..8.\"")]
    Solve(SolveArgs),
    /// Which two cards does the declarer lay aside: every discard, every contract
    #[command(after_help = "\
Examples:
  pref talon --declarer F \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref talon --declarer R --contract S,misere --rules russian --top 3 < deals.txt
  pref talon --declarer F --by gain --rules hungarian \
      \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref talon --declarer F --unknown-defence 200 \"F:AQJ.A9.AK9.T7 ? ? ..7.K\"

By gain, the discards with the best tricks for each contract are weighed by what the hand then
pays, the defenders deciding and playing for their gains. Equal discards are joined by =.")]
    Talon(TalonArgs),
    /// What to lay aside when a defender may take it up (Nachgehen), and what is played then
    #[command(after_help = "\
Examples:
  pref usurp -d F --bid 2 \"F:J7.K8.AK9.QT8 QT98..QJT.KJ9 AK.AQT97.7.A7 .J.8.\"
  pref usurp --calls \"1 2 pass hold 3 pass\" < deals.txt

The declarer has bid a number and takes the talon. Each who has bid, in turn from the left of
who has laid cards aside, may take them up for a contract of 5 or more, higher each time.")]
    Usurp(UsurpArgs),
    /// The auction with all cards known: who declares what, and what everybody gains
    #[command(after_help = "\
Examples:
  pref par \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref par --rules russian --model tricks < deals.txt
  pref par --rules hungarian --discards all \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"

Everybody makes the call that gains him most, knowing that all others do; of calls that gain as
much the first, passing before all others. Behind each call stand the talon, what is laid
aside, the decisions before the play, and the play.")]
    Par(ParArgs),
    /// What each legal card leads to, in any position
    #[command(after_help = "\
Examples:
  pref cards --declarer F --contract S --played \"SA S7\" \\
      \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref cards --declarer F --contract N --leader M --trick SK --taken F=3,M=4,R=1 \"F:A7... Q... 98...\"
  pref cards -d F -c 7S --by gain --whist M,R --rules russian < deals.txt
  pref cards -c allpass --rules russian --played \"SA S7\" < deals.txt

By gain everybody plays for what the hand pays him, after what was said before the play (--out,
--kontra, --whist and others; what is best said tells pref defend --settle).")]
    Cards(CardsArgs),
    /// One best line of play
    #[command(after_help = "\
Examples:
  pref line --declarer M --contract H \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref line -d M -c H --by gain --model allied --rules hungarian < deals.txt
  pref line -c allpass --rules russian --talon-order \"CK D7\" \
      \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"")]
    Line(CardsArgs),
    /// What the defenders can make sure of; with --settle, who drops out, doubles, and what it pays
    #[command(after_help = "\
Examples:
  pref defend -d F -c D \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref defend -d F -c D --settle --rules hungarian --model allied < deals.txt
  pref defend -d R -c 7S --settle --rules leningrad < deals.txt")]
    Defend(DefendArgs),
    /// My ten or twelve cards, the others unknown: how often is each contract made
    #[command(after_help = "\
Examples:
  pref evaluate \"F:AQJ.A9.AK9.T7 ? ?\"
  pref evaluate --goal made --layouts 5000 --seed 7 --rules russian \"M:AQJ.A9.AK9.T7 ? ?\"
  pref evaluate --where \"R:S=0\" --where \"M:A>=1\" --passed M \"F:AQJ.A9.AK9.T7 ? ? ..7.K\"

Averages over random layouts of the unknown cards, each played with all cards known; all layouts,
if there are no more than asked for. With the talon the discard is the best for each layout.
Constraints: SEAT:CARDS>=N, <=N or =N; cards are suits (S, HD), ranks (A, KQ) or both (HA).")]
    Evaluate(EvaluateArgs),
    /// My next card, the others' cards unknown: what each leads to on average
    #[command(after_help = "\
Examples:
  pref advise -d F -c H --played \"HA H7 H8 SA\" \"F:AK.AKQ.T98.A9 ? ?\"
  pref advise -d F -c H --played \"HA H7 H8 SA\" \"F:? KJ9.J97.AJ.T8 ? ?\"

The hand given is that of the player to move, as it was before the first card. Averages over
random layouts that agree with it and with every card played. It is an average of open hands:
no player gains from what he could learn, or hide, by playing so.")]
    Advise(AdviseArgs),
    /// Random deals that are as wanted
    #[command(after_help = "\
Examples:
  pref deal --count 5 --seed 7
  pref deal --where \"F:S>=5\" --where \"M:A=0\" --makes F:S=6
  pref deal --makes F+:H --makes F:H=fails --from \"F:AQJ.A9.AK9.T7 ? ?\"
  pref deal --makes F:D=one-discard --rules russian --count 100 > deals.txt

--where says what a hand holds: SEAT:CARDS>=N, <=N or =N; cards are suits (S, HD), ranks (A, KQ)
or both (HA). --makes says what a contract comes to: SEAT:CONTRACT, with =N, >=N or <=N tricks,
=fails, =one-lead or =one-discard; SEAT+ declares with the talon. One lead: of the cards of
who leads by the rules one alone, or its neighbours, gets him what he wants.")]
    Deal(DealCommandArgs),
    /// Random deals in which exactly one first step wins, the deepest first
    #[command(after_help = "\
Examples:
  pref puzzle --count 3 --seed 7
  pref puzzle --kind discard --contract H --among 2000
  pref puzzle --kind defence --declarer R --rules russian --format json")]
    Puzzle(PuzzleArgs),
    /// What each call, discard and card of a played hand cost, and what was against the rules
    #[command(after_help = "\
Examples:
  pref review evening.ppn
  pref review --rules hungarian --all hands.jsonl
  pref review --model tricks < hands.jsonl

Hands are JSON, an object a line, or PPN, the notation of Serbian play sites. An object has deal,
declarer, contract, played, and as they apply id, rules, calls, discard, hand, out, guest,
kontra, doubling (1 to 4), refa, whist, half_whist, gave_up, aces (\"4\", or \"none\" where
announced), pot, progression (how many-eth hand in a row it is that all passed) and leader. When all
have passed the contract is allpass, nobody declares, and talon_order may tell how the talon led:
  {\"deal\":\"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\",\"declarer\":\"F\",\"contract\":\"D\",
   \"discard\":[\"H9\",\"C7\"],\"played\":[\"SA\",\"ST\",\"S9\",\"DA\",\"DJ\",\"D8\"]}")]
    Review(ReviewArgs),
    /// How often rules of thumb cost the defenders something, and how much
    #[command(after_help = "\
Examples:
  pref thumb --random 100 --seed 7
  pref thumb --rules russian --model allied < deals.txt

Every seat declares its best suit game in every deal. The rules are imposed one by one and all
together: partner (leave him a trick he is winning), last (the declarer plays last: lead the
highest card of a suit), second (he plays second: lead an ace, a king or the lowest).")]
    Thumb(ThumbArgs),
    /// Who declares what after these calls, or who may say what
    #[command(after_help = "\
Examples:
  pref auction \"pass 1 2 hold 3 hold pass\"
  pref auction --rules russian \"6S 6D 6H hold pass pass\"
  pref auction --rules illustrated \"1 2 pass hold 3 pass usurp stay\"

Calls go round from forehand, those who have passed left out: pass, hold, numbers 1 to 9,
hand and hand:D, preference, hand5 to hand8, 6S to 10N, misere, take, suits, offer:5,
1 and suit:D (1829), and after the auction usurp and stay.")]
    Auction(AuctionArgs),
    /// What a played hand pays
    #[command(after_help = "\
Examples:
  pref score --contract D --declarer F --tricks F=6,M=2,R=2
  pref score --rules hungarian -c H -d M --tricks F=2,M=5,R=3 --kontra F --refa
  pref score --rules russian -c 7S -d F --tricks F=6,M=3,R=1 --whist M
  pref score --rules rostov -c allpass --tricks F=6,M=2,R=2
  pref score --sheet evening.txt

A sheet is a series of deals, a line each with these options but without the rules; before
them a line with the players, as 'players Ada Ben Cem', rearhand of the first deal last. The
deal passes to the left after each hand. Blank lines and # comments are skipped.")]
    Score(ScoreArgs),
    /// Rules: list them, print them, check a file of house rules
    #[command(after_help = "\
Examples:
  pref rules list
  pref rules show hungarian > ours.toml
  pref rules check ours.toml")]
    Rules(RulesCommandArgs),
    /// Measure the speed on deals with known values
    #[command(after_help = "\
Examples:
  pref bench
  pref bench --deals 1000 --format json")]
    Bench(BenchArgs),
    /// Tables of endings, which make solving faster once they are built
    #[command(after_help = "\
Examples:
  pref tables build --rules russian
  pref tables list
  pref tables remove suit-most-trump

A table holds the value of every ending of up to five cards in each hand, 17 MB without trumps
and 65 MB with them. Those called ranges tell within what the values of up to six cards lie, 37
and 144 MB, or, with --large, of up to seven: 0.4 and 1.5 GB, a long job for long runs.
Tables are found in the user's cache folder, or in the folder that PREF_TABLES names. A longer
run takes them up by itself, once they have been read and checked; without them everything
works, slower.")]
    Tables(TablesArgs),
    /// Print completions for a shell
    #[command(
        after_help = "Example:\n  pref completions bash > ~/.local/share/bash-completion/completions/pref"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  pref man > ~/.local/share/man/man1/pref.1")]
    Man,
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    pub(crate) choice: ChoiceArgs,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// For allpass: the talon's cards in the order in which they lead [default: as listed]
    #[arg(long, value_name = "CARDS")]
    pub(crate) talon_order: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) deals: DealArgs,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The contract: S H D C N, a level as 7H, misere, slam, run6 or uno; cards and line also
    /// allpass, everybody for himself
    #[arg(long, short, value_name = "CONTRACT")]
    pub(crate) contract: String,
    /// Who plays it; nobody after allpass
    #[arg(long, short, value_name = "F|M|R", value_parser = seat)]
    pub(crate) declarer: Option<Seat>,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// A play, and what is played for.
#[derive(Args)]
pub(crate) struct CardsArgs {
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// For allpass: the talon's cards in the order in which they lead [default: as listed]
    #[arg(long, value_name = "CARDS")]
    pub(crate) talon_order: Option<String>,
    /// What is played for [default: tricks]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) by: Option<StakeArg>,
    #[command(flatten)]
    pub(crate) pay: PayArgs,
    #[command(flatten)]
    pub(crate) said: SaidArgs,
    /// For allpass, by gain: the how many-eth hand in a row it is that all passed [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) progression: Option<u8>,
}

/// What is played for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StakeArg {
    /// The declarer's tricks, the defenders as one; when all have passed everybody for himself
    Tricks,
    /// What the hand pays, everybody for himself
    Gain,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// How many of the deals to solve, 1000 at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) deals: u16,
    /// Measure up to so many threads [default: all cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Do without tables of endings, even if they are built
    #[arg(long)]
    pub(crate) no_tables: bool,
    /// How the figures are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

#[derive(Args)]
pub(crate) struct DealArgs {
    /// Deals, each in quotes; without any they are read from standard input, one a line
    #[arg(value_name = "DEAL")]
    pub(crate) deals: Vec<String>,
}

#[derive(Args)]
pub(crate) struct RulesArgs {
    /// The rules: a preset, and switches (trump head overtrump lowest nosteal) set otherwise
    #[arg(long, short, value_name = "NAME[,+SWITCH|,-SWITCH]", default_value = DEFAULT_RULES)]
    pub(crate) rules: String,
    /// House rules from a TOML file
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(crate) rules_file: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// The game is played from the hand (raises some targets)
    #[arg(long)]
    pub(crate) hand: bool,
}

#[derive(Args)]
pub(crate) struct ChoiceArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Contracts, separated by commas: S H D C N, levels as 7H, misere, slam, run6, uno; all for
    /// those of the rules; with solve also allpass, everybody for himself
    #[arg(long, short, value_name = "LIST", default_value = "all")]
    pub(crate) contract: String,
    /// Who declares: F, M, R or all
    #[arg(long, short, value_name = "F|M|R|all", default_value = "all")]
    pub(crate) declarer: String,
    /// What to find: the number of tricks, or, faster, only whether the contract is made
    #[arg(long, value_enum, default_value_t = Ask::Tricks)]
    pub(crate) goal: Ask,
}

#[derive(Args)]
pub(crate) struct PositionArgs {
    /// Who leads to the first trick, or led to the trick given by --trick
    #[arg(long, value_name = "F|M|R|declarer|left|right", value_parser = leader)]
    pub(crate) leader: Option<Leader>,
    /// Who dropped out; his cards are not played
    #[arg(long, value_name = "F|M|R", value_parser = seat)]
    pub(crate) out: Option<Seat>,
    /// The cards of the trick under way, first lead first, no longer in the hands
    #[arg(long, value_name = "CARDS", conflicts_with = "played")]
    pub(crate) trick: Option<String>,
    /// The tricks each seat took before
    #[arg(long, value_name = "F=N,M=N,R=N")]
    pub(crate) taken: Option<String>,
    /// For run6: how many tricks in a row the declarer has taken last
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=10))]
    pub(crate) run: u8,
    /// The cards played so far, from the first lead on; they are still in the hands
    #[arg(long, value_name = "CARDS")]
    pub(crate) played: Option<String>,
}

#[derive(Args)]
pub(crate) struct OutputArgs {
    /// How answers are written; json is one object a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// How many threads solve [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Do without tables of endings, even if they are built
    #[arg(long)]
    pub(crate) no_tables: bool,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
    /// How cards are written [default: unicode in text, letters in json]
    #[arg(long, value_enum, value_name = "STYLE")]
    pub(crate) suits: Option<Suits>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ask {
    /// The exact number of tricks
    Tricks,
    /// Whether the contract is made
    Made,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tables for reading
    Text,
    /// One object a line
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// When a terminal reads and NO_COLOR is not set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Suits {
    /// HA, AKQ.T9.87.AK7
    Letters,
    /// ♥A
    Unicode,
    /// ♥A with K O U 10
    German,
    /// ♥Т with К Д В 10
    Russian,
}

impl From<Suits> for CardStyle {
    fn from(suits: Suits) -> CardStyle {
        match suits {
            Suits::Letters => CardStyle::Letters,
            Suits::Unicode => CardStyle::Unicode,
            Suits::German => CardStyle::German,
            Suits::Russian => CardStyle::Russian,
        }
    }
}

/// More threads than this are a mistake.
const THREADS: usize = 1024;

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number <= THREADS => Ok(number),
        _ => Err(format!("write a number up to {THREADS}, 0 for all cores")),
    }
}

/// Who leads, as `--leader` says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leader {
    Seat(Seat),
    Of(preference::Lead),
}

impl Leader {
    pub(crate) fn seat(self, declarer: Seat) -> Seat {
        match self {
            Leader::Seat(seat) => seat,
            Leader::Of(lead) => lead.seat(declarer),
        }
    }
}

fn leader(text: &str) -> Result<Leader, String> {
    match text.to_ascii_lowercase().as_str() {
        "declarer" => Ok(Leader::Of(preference::Lead::Declarer)),
        "left" => Ok(Leader::Of(preference::Lead::Left)),
        "right" => Ok(Leader::Of(preference::Lead::Right)),
        _ => text.parse().map(Leader::Seat).map_err(|_| "write F, M, R, declarer, left or right".to_owned()),
    }
}

fn seat(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|error: preference::SeatError| error.to_string())
}
