//! Texts that the help of each command prints below its options: examples and notes.
//!
//! Tests run the examples of most commands, and check that no line is longer than 80 columns. A deal may stand on a
//! line of its own after a backslash, because a shell joins such lines into one command.

pub(crate) const OVERVIEW: &str = "\
A deal is written F:hand hand hand talon, a hand spades.hearts.diamonds.clubs:
  F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K
F (forehand), M (middlehand) or R (rearhand) is the seat of the first hand.

Examples (deals.txt has one deal per line):
  pref solve \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref talon --declarer F --contract S,H \\
    \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref solve --rules russian --format json < deals.txt";

pub(crate) const SOLVE: &str = "\
Examples (deals.txt has one deal per line):
  pref solve \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref solve --declarer M --contract H,7H,misere --rules russian < deals.txt
  pref solve --declarer F --contract C --leader M \"F:A...K .QJ.. 7..8.\"";

pub(crate) const TALON: &str = "\
Examples (deals.txt has one deal per line):
  pref talon --declarer F \\
    \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref talon -d R --contract S,misere --rules russian --top 3 < deals.txt
  pref talon --declarer F --by gain --rules hungarian \\
    \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref talon --declarer F --unknown-defence 100 \"F:AQJ.A9.AK9.T7 ? ? ..7.K\"

With --by gain, the declarer's gain from each contract is calculated for the
discards that are best by tricks. The defenders then decide themselves whether
they drop out, so --out is for tricks only. Equivalent discards are joined by =.";

pub(crate) const USURP: &str = "\
Examples (deals.txt has one deal per line):
  pref usurp -d F --bid 2 \\
    \"F:J7.K8.AK9.QT8 QT98..QJT.KJ9 AK.AQT97.7.A7 .J.8.\"
  pref usurp --calls \"1 2 pass hold 3 pass\" < deals.txt

The declarer has bid a number, takes the talon and lays two cards aside. Each of
the other bidders, in turn from the left of the seat that laid them aside, may
take them up for a contract of value 5 or more, each time for a higher one.";

pub(crate) const PAR: &str = "\
Examples (deals.txt has one deal per line):
  pref par \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref par --rules russian --model tricks < deals.txt
  pref par --rules hungarian --discards all \\
    \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"

Each player makes the call that gains them most, given that all others do the
same; ties go to the first legal call, and pass comes first. The gain of a call
takes into account the talon, the discard, the decisions before the play, and
the play.";

pub(crate) const CARDS: &str = "\
Examples (deals.txt has one deal per line):
  pref cards --declarer F --contract S --played \"SA S7\" \\
    \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref cards --declarer F --contract N --leader M --trick SK \\
    --taken F=3,M=4,R=1 \"F:A7... Q... 98...\"
  pref cards -d F -c 7S --by gain --whist M,R --rules russian < deals.txt
  pref cards -c allpass --rules russian --played DA < deals.txt

With --by gain every player plays for their own payment, given the decisions
before the play (--out, --kontra, --whist and others; pref defend
--settle finds the best ones). A defender can be --out only if the rules let
defenders drop out. Under Russian rules nobody drops out: name the whisters with
--whist; a lone whister plays both hands. When all have passed, as in the last
example, the first cards are led from the talon, and the players follow suit.";

pub(crate) const LINE: &str = "\
Examples (deals.txt has one deal per line):
  pref line --declarer M --contract H \\
    \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref line -d M -c H --by gain --model allied --rules hungarian < deals.txt
  pref line -c allpass --rules russian --talon-order \"CK D7\" \\
    \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"

With --by gain a defender can be --out only if the rules let defenders drop out;
under Russian rules nobody drops out.";

pub(crate) const DEFEND: &str = "\
Examples (deals.txt has one deal per line):
  pref defend -d F -c D \"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"
  pref defend -d F -c D --settle --rules hungarian --model allied < deals.txt
  pref defend -d R -c 7S --settle --rules leningrad < deals.txt

The answer shows whether each defender can take the number of tricks that the
rules require (the quota), and whether both together can take four and five. It
shows four and five even if the rules require another number of two defenders of
whom one has invited the other.";

pub(crate) const EVALUATE: &str = "\
Examples:
  pref evaluate \"F:AQJ.A9.AK9.T7 ? ?\"
  pref evaluate --goal made --layouts 2000 --seed 7 --rules russian \\
    \"M:AQJ.A9.AK9.T7 ? ?\"
  pref evaluate --where \"R:S=0\" --where \"M:A>=1\" --passed M \\
    \"F:AQJ.A9.AK9.T7 ? ? ..7.K\"
  pref evaluate -c 7S --goal made --layouts 100 --extremes --discard \"H9 C7\" \\
    \"F:AKQJT.A9.A98.T7 ? ?\"

The answer has averages over random layouts of the unknown cards, or over all
layouts if there are no more than asked for. Each layout is solved with all
cards known; with the talon, the discard is the best one for the layout, or the
one that --discard names. --extremes goes through all layouts and finds the
fewest and the most tricks, with a layout for each; so it shows how a contract
or a discard is beaten. --points counts the points of ten cards. Conditions
(--where): SEAT:CARDS>=N, <=N or =N; cards are suits (S, HD), ranks (A, KQ) or
both (HA).";

pub(crate) const ADVISE: &str = "\
Examples:
  pref advise -d F -c H --played \"HA H7 H8\" \"F:AK.AKQ.T98.A9 ? ?\"
  pref advise -d F -c H --played \"HA H7 H8 SA\" \"F:? KJ9.J97.AJ.T8 ? ?\"
  pref advise --record played.json

With a record the answer is about the next action: a call, the discard, the
contract, a decision or a card. played.json is the record of a hand.

Otherwise give the hand of the player to move, as it was before the first lead.
The answer has averages over random layouts that agree with this hand and with
every card played. Each layout is solved with all cards known, so a card gains
nothing by the information that it gives or hides.

In the answer, `of` is the number of layouts that agree with the number of cards
in each hand and with the suits that seats could not follow. In some of them a
card that was played would have been illegal, for instance because the player
had to beat another card. So `of` may be up to 7 times the number of layouts
that agree with all cards played.";

pub(crate) const CATCH: &str = "\
Examples (deals.txt has one deal per line):
  pref catch -d F -c misere --rules russian --leader M \\
    \"F:Q..KQJ97.AK97 AK.K987.A.JT8 J987.QJT.T8.Q T.A..\"
  pref catch -d F -c 7H --rules russian --belief twelve < deals.txt
  pref catch -d F -c misere --cards no --plan --format json < deals.txt

All cards are known but the two that the declarer laid aside: the talon was
shown, and the defenders' cards lie face up, as in misère and in contracts that
are defended with open cards. Discards that leave the same play count as one.

The chance is the probability with which the declarer makes the contract if both
sides play best. A declarer who always laid the same cards aside would be found
out, so the discard is drawn at random, and often the defenders' plan too. The
chance of a card is the declarer's chance if that card is always played and the
other side knows it.";

pub(crate) const DEAL: &str = "\
Examples:
  pref deal --count 5 --seed 7
  pref deal --where \"F:S>=5\" --where \"M:A=0\" --makes F:S=6
  pref deal --makes F+:H --makes F:H=fails --from \"F:AQJ.A9.AK9.T7 ? ?\"
  pref deal --makes F:D=one-discard --rules russian --count 20 > deals.txt
  pref deal --cards 4 --where \"F:S>=2\" --count 3

--where is a condition on a hand: SEAT:CARDS>=N, <=N or =N; cards are suits (S,
HD), ranks (A, KQ) or both (HA). --makes is a condition on a contract:
SEAT:CONTRACT, with =N, >=N or <=N tricks, =fails, =one-lead or =one-discard;
SEAT+ declares with the talon. =one-lead: only one card of the leader, or an
equivalent one, wins for the leader's side. =one-discard: only one discard, or
an equivalent one, is the best by tricks.";

pub(crate) const PUZZLE: &str = "\
Examples:
  pref puzzle --count 3 --seed 7
  pref puzzle --kind discard --contract H --among 2000
  pref puzzle --kind defence --declarer R --rules russian --format json
  pref puzzle --kind catch --theme paradox --rules russian --declarer M
  pref puzzle --kind defence --cards 4 --rules russian -c 7H";

pub(crate) const REVIEW: &str = "\
Examples (evening.ppn is from a play site, hands.jsonl has one object per line,
match.jsonl was written by pref match --records):
  pref review evening.ppn
  pref review --rules hungarian --all hands.jsonl
  pref review --model tricks < hands.jsonl
  pref review --model tricks match.jsonl

Hands are JSON, one object per line, or PPN, the notation of Serbian play sites.
An object with actions is a record of all actions of a hand, as pref state reads
it. Any other object has deal, declarer, contract and played, and if they apply
id, rules, calls, discard, hand, out, guest, kontra, doubling (1 to 4), answered,
refa, whist, half_whist, gave_up, aces (\"4\", or \"none\" if announced), pot,
limit, four, talon, progression (number of passed-out deals in a row) and leader. Under
Russian rules out names the seats that passed: a lone whister plays both hands.
If all have passed, the contract is allpass, there is no declarer, and
talon_order may give the order in which the cards of the talon were led:
  {\"deal\":\"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\",
   \"declarer\":\"F\",\"contract\":\"D\",\"discard\":[\"H9\",\"C7\"],
   \"played\":[\"SA\",\"ST\",\"S9\",\"DA\",\"DJ\",\"D8\"]}";

pub(crate) const THUMB: &str = "\
Examples (deals.txt has one deal per line):
  pref thumb --random 5 --seed 7
  pref thumb --rules russian --model allied < deals.txt

Every seat declares its best suit game in every deal. The defenders follow each
rule alone, and then all rules: partner (leave the partner a trick that the
partner is winning), last (lead the highest card of a suit if the declarer plays
last), second (lead an ace, a king or the lowest card of a suit if the declarer
plays second).";

pub(crate) const AUCTION: &str = "\
Examples:
  pref auction \"pass 1 2 hold 3 hold pass\"
  pref auction --rules russian \"6S 6D 6H hold pass pass\"
  pref auction --rules illustrated \"1 2 pass hold 3 pass usurp stay\"

Calls are in turn from forehand; seats that have passed are skipped: pass, hold,
numbers 1 to 9, hand and hand:D, preference, hand5 to hand8, 6S to 10N, misere,
take, suits, offer:5, 1 and suit:D (1829), and after the auction usurp and stay.";

pub(crate) const STATE: &str = "\
Examples (played.json is the record of a hand):
  pref state played.json
  pref state --seat M --format json played.json

A record is an object with the deal, the table and the list of all actions, such
as {\"rules\":\"russian\",\"deal\":\"F:…\",\"actions\":[\"pass\",\"6S\"]}.";

pub(crate) const ACT: &str = "\
Examples (played.json is the record of a hand):
  pref act --player beginner played.json
  pref act --player strong --seed 7 --format json played.json

The player sees only the view of the seat that decides. The action depends on
this view and on the seed.";

pub(crate) const SESSION: &str = "\
Examples (games.jsonl holds the records of finished hands, one per line):
  pref session --players Ada,Ben,Cem games.jsonl
  pref session --end deals:12 --format json games.jsonl

The dealer, the pot and the marks of each hand follow from the hands before it.";

pub(crate) const PPN: &str = "\
Examples (evening.ppn has deals in PPN, games.jsonl records of finished hands):
  pref ppn evening.ppn
  pref ppn --format json games.jsonl

PPN has only the highest bid of each player: a hand that is read gets the first
calls that lead to these bids.";

pub(crate) const SCORE: &str = "\
Examples (evening.txt is a sheet, totals.json the totals of one):
  pref score --contract D --declarer F --tricks F=6,M=2,R=2
  pref score --rules hungarian -c H -d M --tricks F=2,M=5,R=3 --kontra F --refa
  pref score --rules russian -c 7S -d F --tricks F=6,M=3,R=1 --whist M
  pref score --rules rostov -c allpass --tricks F=6,M=2,R=2
  pref score --sheet evening.txt
  pref score --rules russian --totals totals.json --whole
  pref score --rules russian --totals '{\"F\":{\"pool\":8},\"M\":{},\"R\":{}}'

A sheet is a file with one deal per line, written with these options but without
the rules. Its first line names the players, such as 'players Ada Ben Cem':
forehand of the first deal first, and the dealer last, who is rearhand, or with
four players the one who sits out. After each hand the deal and the seats pass
to the left. A player's name may replace the seat, as in '-d Ben --tricks
Ada=2,Ben=6,Cem=2'. Blank lines and # comments are skipped. A ruling is a line
such as 'ruling Ada --pays pot=10,Ben=5 -- revoke in hand 2', or with --pool,
--mountain and --whists under rules with a written sheet. 'struck' before a hand
or a ruling strikes it out: it stays visible and counts for nothing.

Under rules with a written score sheet (russian, leningrad, rostov, bule),
--totals takes an object with F, M and R, and D with four players. For each of
them it has the pool, the mountain (or the bule) and the whists (or supe) on the
others; what is left out counts as 0. A sheet may begin with the totals of an
earlier one: a line '{\"totals\":{...}}', or for each player a line such as
'totals Ada --pool 20 --mountain 12 --whists Ben=34,Cem=50'.

--whole rounds each result down, and gives the units that are then missing in
the sum to the results with the largest fractions, earlier seats first.";

pub(crate) const RULES: &str = "\
Examples (ours.toml is a file of house rules):
  pref rules list
  pref rules show hungarian > ours.toml
  pref rules check ours.toml
  pref rules show ours.toml";

pub(crate) const MATCH: &str = "\
Examples:
  pref match --players beginner,beginner,random
  pref match --players beginner,random,random --hands 600 --duplicate \\
    --rules russian --records match.jsonl
  pref match --player 'cmd:pref ask' --player random --player random --hands 60

The built-in players: random, for which all legal actions are equally likely;
beginner, which plays by the rules of a club's beginner; quick and strong, which
evaluate actions on few (quick) or many (strong) layouts of the hidden cards.
Each hand stands alone: the pot holds the antes, and nobody has a mark. The
gains are means per hand in the units of the settlement, with 95 % intervals
over the deals.

A match with --records can be continued with --resume: after an interruption, or
to add hands to a complete match, with a greater number of --hands.

A command gets lines such as {\"id\":1,\"ask\":\"act\",\"view\":{…}} and answers each with
a line such as {\"id\":1,\"action\":\"HA\"}, as pref ask does. The actions of beginner
replace those of a command that ends (until the next hand), is late, or answers
with anything but a legal action; they are counted. Each thread starts its own
process of each command. docs/bots.md shows how to write such a program.";

pub(crate) const BENCH: &str = "\
Examples:
  pref bench
  pref bench --deals 1000 --format json";

pub(crate) const TABLES: &str = "\
Examples:
  pref tables build --rules russian
  pref tables list
  pref tables remove suit-most-trump

An endgame table holds the value of every ending with up to five cards in each
hand: 17 MB without trumps, 65 MB with trumps. Tables called ranges hold bounds
on the values of endings with up to six cards in each hand, 37 and 144 MB, or
with --large up to seven, 0.4 and 1.5 GB; large tables take long to build and
are for long runs. Tables called four hold the values of endings with up to four
cards, 0.7 and 2.4 MB: a run of some thousand solves stores them for later runs.

Tables are in the user's cache folder, or in the folder that PREF_TABLES names.
After a few hundred searches a run reads and checks the tables that exist (large
ones after many more), and then uses them. A run that is long enough to repay
the time also builds missing tables, except large ones, up to --tables-limit.
Without tables all commands work, but more slowly.";

pub(crate) const MAN: &str = "Example:\n  pref man > ~/.local/share/man/man1/pref.1";

pub(crate) const COMPLETIONS: &str = "\
Example:
  pref completions bash > ~/.local/share/bash-completion/completions/pref";

pub(crate) const BATCH: &str = "\
Examples (deals.txt has one deal per line, questions.jsonl one question):
  pref batch deals.txt -o answers.jsonl --ask solve
  pref batch deals.txt -o answers.csv --ask solve --rules russian --contract S,H
  pref batch questions.jsonl -o answers.jsonl.gz
  pref batch deals.txt -o answers.csv --ask solve --resume
  pref batch deals.txt -o - --ask talon --declarer F

The flags of the question may stand among the flags of batch; --print-schema
prints the columns of a table. A run that was interrupted is continued with
--resume: its output is the same, byte for byte. The exit code is 3 if records
have no answer, unless --rejects or --max-errors allows it, and 130 after
Ctrl-C.";

pub(crate) const STATS: &str = "\
Examples (answers.jsonl is the output of pref batch or --format json):
  pref stats answers.jsonl
  pref stats answers.jsonl --html page.html
  pref solve --format json < deals.txt | pref stats --format csv

pref stats counts the answers of solve, talon and par, and of defend with
--settle or --rule-of-thumb, in any mixture. Points are counted in the
declarer's ten cards: ace 4, king 3, queen 2, jack 1.";

pub(crate) const SCHEMA: &str = "\
Examples:
  pref schema solve
  pref schema > schemas.json

A schema describes an object with a question and every possible answer to it.
Its types are in $defs, each once, so that generators of code can name them. The
names bench, match, sheet (score --sheet), stats, tables, tables-path and thumb
stand for the objects that these commands print with --format json.";

pub(crate) const ASK: &str = "\
Examples (questions.jsonl has one question per line):
  pref ask \\
    '{\"ask\":\"solve\",\"deal\":\"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"}'
  pref ask < questions.jsonl
  pref ask --unordered --time-limit 10 < questions.jsonl

A question is an object: ask is the command (solve talon cards line defend par
usurp evaluate advise catch review score auction state act deal puzzle, or rules,
version, ready, cancel), the other fields are its long options with _ for -. Each
line is answered at once and in order by one line: the object that the command
prints with --format json, with the question's id; or
{\"error\":{\"code\":…,\"field\":…,\"message\":…}}. An error does not end the program.
{\"ask\":\"cancel\",\"cancel\":\"all\"} cancels all questions.";

pub(crate) const SERVE: &str = "\
Examples:
  pref serve
  pref serve --port 0
  pref serve --host 0.0.0.0

pref serve prints the address of the page and runs until Ctrl-C (exit code 130).
Deals are solved in the browser, which loads nothing but the page. Only this
machine can reach the page, unless --host names another address. The server
answers only requests that address it as localhost or by its IP address. The
program contains the page only if it was built with the page: cargo install
--path cli --features page.";
