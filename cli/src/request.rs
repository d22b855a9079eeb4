//! The command line checked: rules, contracts, seats, and the play they make of
//! each deal.

use std::fs;
use std::path::Path;

use preference::analysis::raspasovka;
use preference::{
    ALL_PASS, BySeat, Card, CardStyle, Cards, Contract, Deal, DealError, Game, Layout, Outcome, Play,
    PlayError, Position, Seat, Seats, Solver, Variant, read_cards,
};

use crate::args::{
    Ask, ByArg, CardsArgs, ChoiceArgs, DEFAULT_RULES, Format, GameArgs, Leader, OutputArgs, PlayArgs,
    PositionArgs, RulesArgs, SolveArgs, StakeArg, TalonArgs,
};
use crate::failure::Failure;

/// What is asked of every deal.
#[derive(Clone)]
pub(crate) struct Request {
    pub(crate) variant: Variant,
    from_hand: bool,
    pub(crate) contracts: Vec<Contract>,
    /// Those asked for; `None` for all who play.
    pub(crate) declarer: Option<Seat>,
    pub(crate) ask: Ask,
    /// Everybody for himself is asked about too.
    pub(crate) all_pass: bool,
    /// The talon's cards in the order in which they lead then, if it is said.
    talon_order: Vec<Card>,
    situation: Situation,
}

/// Where in the play a deal stands.
#[derive(Clone, Default)]
struct Situation {
    leader: Option<Leader>,
    out: Option<Seat>,
    trick: Vec<Card>,
    taken: BySeat<u8>,
    run: u8,
    played: Vec<Card>,
}

impl Request {
    pub(crate) fn solve(args: &SolveArgs) -> Result<Request, Failure> {
        let mut request = Request::many(&args.choice, Situation::read(&args.position)?)?;
        request.talon_order = talon_order(args.talon_order.as_deref())?;
        Ok(request)
    }

    /// Where the play stands when everybody plays for himself, and the tricks taken.
    pub(crate) fn all_passed(&self, layout: &Layout) -> Result<(Position, BySeat<u8>), String> {
        let situation = &self.situation;
        if self.playing(layout) != Seats::ALL {
            return Err("allpass is played by all three, and one has dropped out ('-' or --out)".to_owned());
        }
        let leader = match situation.leader {
            Some(Leader::Of(_)) => {
                return Err("--leader: nobody declares when all pass: write F, M or R".to_owned());
            }
            Some(Leader::Seat(seat)) => seat,
            None => Seat::Forehand,
        };
        let mut position = if self.variant.all_pass().talon_leads && layout.is_complete() {
            if leader != Seat::Forehand {
                return Err("--leader: the talon leads, and forehand plays first: leave it out".to_owned());
            }
            let deal = deal(layout)?;
            let listed: Vec<Card> = deal.talon().iter().collect();
            let order = if self.talon_order.is_empty() { &listed } else { &self.talon_order };
            let first = raspasovka::first_lead(&self.variant, &deal, order);
            first.map_err(|error| format!("--talon-order: {error}"))?
        } else {
            let game = Game {
                play_rules: self.variant.play_rules(),
                trump: None,
                declarer: None,
                playing: Seats::ALL,
            };
            if !self.talon_order.is_empty() {
                return Err("--talon-order: no card of the talon leads here: leave it out".to_owned());
            }
            let hands = self.hands(layout)?;
            Position::new(game, hands, leader, &situation.trick).map_err(|error| error.to_string())?
        };
        let mut taken = situation.taken;
        let all = taken.0.iter().sum::<u8>() + position.tricks_left();
        if all > 10 {
            return Err(format!("--taken: with those still to come there are {all} tricks: a hand has ten"));
        }
        self.replay(&mut position, Position::is_over, |position, card| {
            if let Some(winner) = position.play(card)? {
                taken[winner] += 1;
            }
            Ok(())
        })?;
        Ok((position, taken))
    }

    /// Play what `--played` names.
    fn replay<P>(
        &self,
        play: &mut P,
        is_over: impl Fn(&P) -> bool,
        mut next: impl FnMut(&mut P, Card) -> Result<(), PlayError>,
    ) -> Result<(), String> {
        let played = &self.situation.played;
        for (n, &card) in played.iter().enumerate() {
            if is_over(play) {
                return Err(format!("--played has {} cards, but the hand is over after {n}", played.len()));
            }
            next(play, card).map_err(|error| format!("card {} of --played: {error}", n + 1))?;
        }
        Ok(())
    }

    pub(crate) fn talon(args: &TalonArgs) -> Result<Request, Failure> {
        if args.choice.game.hand {
            return Err(Failure::Input(
                "--hand: a game from the hand leaves the talon where it is".to_owned(),
            ));
        }
        let situation = Situation { leader: args.leader, out: args.out, ..Situation::default() };
        let mut request = Request::many(&args.choice, situation)?;
        if request.all_pass {
            return Err(Failure::Input("--contract: nobody takes the talon up when all pass".to_owned()));
        }
        if args.by == Some(ByArg::Gain) {
            if request.ask == Ask::Made {
                return Err(Failure::Input(
                    "--goal made: gains depend on the tricks; leave it out, or weigh --by made".to_owned(),
                ));
            }
            if request.situation.out.is_some() {
                return Err(Failure::Input(
                    "--out: by gain it is found who drops out; leave it out, or weigh by tricks".to_owned(),
                ));
            }
            // Every contract that has a price, instead of every one that can be played.
            if args.choice.contract.eq_ignore_ascii_case("all") {
                request.contracts = request.variant.all_announceable();
            }
        } else if let Some(option) = args.pay.given().or(args.weighed.given()) {
            return Err(only_by_gain(option));
        }
        Ok(request)
    }

    pub(crate) fn play(args: &PlayArgs) -> Result<Request, Failure> {
        let (variant, from_hand) = game(&args.game)?;
        if args.contract.contains(',') || args.contract.eq_ignore_ascii_case("all") {
            let message =
                format!("--contract: '{}' is a list, and this command takes one contract", args.contract);
            return Err(Failure::Input(message));
        }
        let (contracts, all_pass) = contracts(&args.contract, &variant)?;
        let situation = Situation::read(&args.position)?;
        match args.declarer {
            Some(_) if all_pass => {
                return Err(Failure::Input("--declarer: nobody declares when all pass".to_owned()));
            }
            None if !all_pass => {
                let message = format!("--declarer: who plays {}? Write F, M or R", args.contract);
                return Err(Failure::Input(message));
            }
            Some(seat) if situation.out == Some(seat) => return Err(out_declares(seat)),
            _ => {}
        }
        let declarer = args.declarer;
        let (ask, talon_order) = (Ask::Tricks, Vec::new());
        Ok(Request { variant, from_hand, contracts, declarer, ask, all_pass, talon_order, situation })
    }

    /// The same with the hand played for what it pays, if it is asked for.
    pub(crate) fn cards(args: &CardsArgs) -> Result<Request, Failure> {
        let mut request = Request::play(&args.play)?;
        request.talon_order = talon_order(args.talon_order.as_deref())?;
        let progression = args.progression.map(|_| "--progression");
        if args.by != Some(StakeArg::Gain)
            && let Some(option) = args.pay.given().or(args.said.given()).or(progression)
        {
            return Err(only_by_gain(option));
        }
        if request.all_pass {
            if let Some(option) = args.said.given() {
                return Err(Failure::Input(format!("{option}: nobody says anything when all pass")));
            }
        } else if let Some(option) = progression.or(args.talon_order.as_ref().map(|_| "--talon-order")) {
            return Err(Failure::Input(format!("{option} is for allpass only: leave it out")));
        }
        Ok(request)
    }

    fn many(args: &ChoiceArgs, situation: Situation) -> Result<Request, Failure> {
        let (variant, from_hand) = game(&args.game)?;
        let (contracts, all_pass) = contracts(&args.contract, &variant)?;
        let declarer = match args.declarer.as_str() {
            all if all.eq_ignore_ascii_case("all") => None,
            seat => Some(
                seat.parse::<Seat>()
                    .map_err(|error| Failure::Input(format!("--declarer: {error}, or all")))?,
            ),
        };
        if let Some(seat) = declarer.filter(|&seat| situation.out == Some(seat)) {
            return Err(out_declares(seat));
        }
        Ok(Request {
            variant,
            from_hand,
            contracts,
            declarer,
            ask: args.goal,
            all_pass,
            talon_order: Vec::new(),
            situation,
        })
    }

    /// The contracts of the default rules, for a deal from the start.
    pub(crate) fn example() -> Request {
        let variant: Variant = DEFAULT_RULES.parse().expect("the default rules exist");
        let contracts = variant.contracts().to_vec();
        Request {
            variant,
            from_hand: false,
            contracts,
            declarer: None,
            ask: Ask::Tricks,
            all_pass: false,
            talon_order: Vec::new(),
            situation: Situation::default(),
        }
    }

    /// The same asked of games from the hand.
    pub(crate) fn without_talon(&self) -> Request {
        Request { from_hand: true, ..self.clone() }
    }

    /// Who leads, if it is not whom the rules say.
    pub(crate) fn leader(&self, declarer: Seat) -> Option<Seat> {
        self.situation.leader.map(|leader| leader.seat(declarer))
    }

    /// The one play that is asked about.
    pub(crate) fn play_of(&self, layout: &Layout) -> Result<Play, String> {
        let declarer = self.declarers(layout)?[0];
        self.contract(layout, declarer, self.contracts[0])
    }

    /// Who declares, in turn order, of those who play with this layout.
    pub(crate) fn declarers(&self, layout: &Layout) -> Result<Vec<Seat>, String> {
        let playing = self.playing(layout);
        match self.declarer {
            Some(seat) if !playing.contains(seat) => {
                Err(format!("{} is to declare, but has dropped out ('-')", seat.name()))
            }
            Some(seat) => Ok(vec![seat]),
            None => Ok(playing.iter().collect()),
        }
    }

    /// Every contract of a declarer in play, in the order asked.
    pub(crate) fn plays(&self, layout: &Layout, declarer: Seat) -> Result<Vec<Play>, String> {
        self.contracts.iter().map(|&contract| self.contract(layout, declarer, contract)).collect()
    }

    fn playing(&self, layout: &Layout) -> Seats {
        layout.present() - self.situation.out.map_or(Seats::NONE, Seats::of)
    }

    /// The cards held, those of the trick under way no longer.
    fn hands(&self, layout: &Layout) -> Result<BySeat<Cards>, String> {
        let situation = &self.situation;
        let twice = layout.cards() & situation.trick.iter().copied().collect();
        if !twice.is_empty() {
            return Err(DealError::PlayedAndHeld { cards: twice }.to_string());
        }
        // A deal in the middle of a trick is checked with the trick.
        Ok(if layout.is_complete() && situation.trick.is_empty() {
            deal(layout)?.hands()
        } else {
            BySeat::from_fn(|seat| layout.hand(seat).unwrap_or_default())
        })
    }

    fn contract(&self, layout: &Layout, declarer: Seat, contract: Contract) -> Result<Play, String> {
        let situation = &self.situation;
        let hands = self.hands(layout)?;
        let leader = self.leader(declarer);
        let game = Game {
            play_rules: self.variant.play_rules(),
            trump: contract.trump(),
            declarer: Some(declarer),
            playing: self.playing(layout),
        };
        let leader = leader.unwrap_or_else(|| self.variant.leader(contract, declarer));
        let position =
            Position::new(game, hands, leader, &situation.trick).map_err(|error| error.to_string())?;
        let target = self.variant.target(contract, self.from_hand);
        let mut play = Play::new(position, contract, target, situation.taken, situation.run)
            .map_err(|error| format!("--taken, --run: {error}"))?;
        self.replay(&mut play, |play| play.position().is_over(), Play::play)?;
        Ok(play)
    }

    /// The outcome asked for.
    pub(crate) fn outcome(&self, solver: &mut Solver, play: &Play) -> Outcome {
        match self.ask {
            Ask::Tricks => play.outcome(solver),
            Ask::Made => Outcome { tricks: None, made: play.made(solver) },
        }
    }
}

impl Situation {
    fn read(args: &PositionArgs) -> Result<Situation, Failure> {
        let cards = |name, text: &Option<String>| {
            read_cards(text.as_deref().unwrap_or_default()).map_err(option(name))
        };
        Ok(Situation {
            leader: args.leader,
            out: args.out,
            trick: cards("--trick", &args.trick)?,
            taken: args.taken.as_deref().map_or(Ok(BySeat::default()), taken)?,
            run: args.run,
            played: cards("--played", &args.played)?,
        })
    }
}

/// The complete deal of a layout, or why it is none.
pub(crate) fn deal(layout: &Layout) -> Result<Deal, String> {
    layout.deal().map_err(|error| error.to_string())
}

/// How cards are written in this format.
pub(crate) fn style(output: &OutputArgs) -> CardStyle {
    match (output.suits, output.format) {
        (Some(suits), _) => suits.into(),
        (None, Format::Text) => CardStyle::Unicode,
        (None, Format::Json) => CardStyle::Letters,
    }
}

fn game(args: &GameArgs) -> Result<(Variant, bool), Failure> {
    Ok((rules(&args.rules)?, args.hand))
}

/// The rules that the options name.
pub(crate) fn rules(args: &RulesArgs) -> Result<Variant, Failure> {
    match &args.rules_file {
        None => args.rules.parse().map_err(option("--rules")),
        Some(path) => house_rules(path),
    }
}

/// The rules in a file.
pub(crate) fn house_rules(path: &Path) -> Result<Variant, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Other(anyhow::anyhow!("cannot read {}: {error}", path.display())))?;
    Variant::from_toml(&text).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

fn out_declares(seat: Seat) -> Failure {
    let name = seat.name();
    Failure::Input(format!(
        "{name} is to declare (--declarer) and has dropped out (--out): name another seat in one of them"
    ))
}

/// The contracts of a list, and whether everybody for himself is one of them.
pub(crate) fn contracts(list: &str, variant: &Variant) -> Result<(Vec<Contract>, bool), Failure> {
    let mut contracts = Vec::new();
    let mut all_pass = false;
    for word in list.split(',').map(str::trim) {
        if word.eq_ignore_ascii_case(ALL_PASS) {
            all_pass = true;
        } else if word.eq_ignore_ascii_case("all") {
            contracts.extend(variant.contracts());
        } else {
            let contract = word.parse::<Contract>().map_err(|error| format!("{error}, {ALL_PASS}, or all"));
            contracts.push(contract.map_err(option("--contract"))?);
        }
    }
    // Asked for twice is answered once.
    let mut once = Vec::new();
    contracts.retain(|contract| {
        !once.contains(contract) && {
            once.push(*contract);
            true
        }
    });
    Ok((contracts, all_pass))
}

/// The talon's cards in the order in which they lead.
fn talon_order(text: Option<&str>) -> Result<Vec<Card>, Failure> {
    read_cards(text.unwrap_or_default()).map_err(option("--talon-order"))
}

/// An option that says nothing where only tricks are counted.
pub(crate) fn only_by_gain(option: &str) -> Failure {
    Failure::Input(format!("{option} matters only to what is paid: add --by gain, or leave it out"))
}

fn taken(text: &str) -> Result<BySeat<u8>, Failure> {
    let taken = tricks("--taken", text)?;
    Ok(BySeat::from_fn(|seat| taken[seat].unwrap_or_default()))
}

/// Tricks by seat, as `F=3,M=1,R=0`; seats may be left out.
pub(crate) fn tricks(name: &str, text: &str) -> Result<BySeat<Option<u8>>, Failure> {
    let wrong = || {
        Failure::Input(format!("{name}: '{text}' is not as F=3,M=1,R=0: each seat once, tricks from 0 to 10"))
    };
    let mut taken = BySeat::<Option<u8>>::default();
    for word in text.split(',') {
        let (seat, tricks) = word.split_once('=').ok_or_else(wrong)?;
        let tricks: u8 = tricks.trim().parse().map_err(|_| wrong())?;
        let seat = seat.trim().parse::<Seat>().map_err(|_| wrong())?;
        if tricks > 10 || taken[seat].is_some() {
            return Err(wrong());
        }
        taken[seat] = Some(tricks);
    }
    Ok(taken)
}

/// Turn an error into one that names the option.
pub(crate) fn option<E: std::fmt::Display>(name: &str) -> impl Fn(E) -> Failure {
    move |error| Failure::Input(format!("{name}: {error}"))
}
