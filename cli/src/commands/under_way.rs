//! What `pref cards` and `pref line` share: a hand under way in which everybody plays for
//! himself, for what it pays or after all have passed.

use preference::analysis::raspasovka;
use preference::analysis::under_way::{Expected, Stands, UnderWay};
use preference::{
    Aces, BySeat, Card, CardStyle, Cards, Declared, Hand, Layout, Model, Position, RulesOfThumb, Seat, Seats,
};
use serde::Serialize;

use crate::args::{CardsArgs, StakeArg};
use crate::output::{json, text};
use crate::request::Request;

/// A hand, and where it stands.
pub(crate) struct ForHimself<'a> {
    request: &'a Request,
    by_gain: bool,
    model: Model,
    stands: Stands,
    hand: Hand,
}

/// What it comes to.
#[derive(Serialize)]
pub(crate) struct Outcome {
    tricks: Option<json::Seats<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gains: Option<json::Gains>,
}

impl<'a> ForHimself<'a> {
    /// The hand, if everybody plays for himself.
    pub(crate) fn of(
        args: &CardsArgs,
        request: &'a Request,
        layout: &Layout,
    ) -> Result<Option<ForHimself<'a>>, String> {
        let by_gain = args.by == Some(StakeArg::Gain);
        if !by_gain && !request.all_pass {
            return Ok(None);
        }
        let mut hand = Hand { progression: args.progression.unwrap_or(1), ..args.pay.hand() };
        let stands = if request.all_pass {
            let (position, taken) = request.all_passed(layout)?;
            Stands::AllPassed { position, taken }
        } else {
            let play = request.play_of(layout)?;
            let game = Declared {
                contract: play.contract(),
                declarer: play.declarer(),
                from_hand: args.play.game.hand,
            };
            hand.game = Some(game);
            hand.out = Seats::ALL - play.position().game().playing;
            Stands::Contract(play)
        };
        args.said.tell(&mut hand);
        add_cards(&mut hand, layout)?;
        let model = args.pay.model();
        Ok(Some(ForHimself { request, by_gain, model, stands, hand }))
    }

    /// As it is asked about.
    pub(crate) fn under_way(&self) -> Result<UnderWay<'_>, String> {
        let ForHimself { request, by_gain, model, stands, hand } = self;
        if *by_gain {
            all_taken(stands.taken(), stands.position().tricks_left(), "--by gain")?;
            if hand.game.is_none() {
                raspasovka::has_price(&request.variant, hand).map_err(|error| error.to_string())?;
            }
        }
        Ok(UnderWay {
            rules: &request.variant,
            stands: *stands,
            hand,
            model: *model,
            rules_of_thumb: RulesOfThumb::default(),
        })
    }

    /// As an object of JSON with this answer.
    pub(crate) fn json<T: Serialize>(&self, answer: T) -> json::Played<json::Weighing<T>> {
        let weighed = json::Weighed { by: "gain", model: self.model.name() };
        let weighed = self.by_gain.then_some(weighed);
        let game = self.hand.game.map(|game| (game.declarer, game.contract));
        json::Played::of(game, json::Weighing { weighed, answer })
    }

    pub(crate) fn outcome(&self, expected: &Expected) -> Outcome {
        let gains = expected.gains.as_ref().filter(|_| self.by_gain).map(json::Gains::from);
        Outcome { tricks: expected.tricks.map(json::Seats::from), gains }
    }

    /// The heads of the columns of [`ForHimself::row`].
    pub(crate) fn header(&self) -> Vec<String> {
        let tricks = ["F tricks", "M", "R"];
        let gains = ["F gains", "M", "R"];
        tricks.into_iter().chain(gains.into_iter().filter(|_| self.by_gain)).map(str::to_owned).collect()
    }

    /// Everybody's tricks and, where they are played for, gains.
    pub(crate) fn row(&self, expected: &Expected) -> Vec<String> {
        let tricks =
            Seat::ALL.map(|seat| expected.tricks.map_or("–".to_owned(), |tricks| tricks[seat].to_string()));
        let gains = expected.gains.as_ref().filter(|_| self.by_gain);
        let gains = gains.map(|gains| gains.seats.0.map(text::gain));
        tricks.into_iter().chain(gains.into_iter().flatten()).collect()
    }

    /// Which of these the seat to move wants.
    pub(crate) fn best(&self, cards: &[(Card, Expected)]) -> Vec<bool> {
        let seat = self.position().to_move();
        let declarer = self.hand.game.map(|game| game.declarer);
        let worth = |expected: &Expected| {
            let gain = expected.gains.as_ref().map(|gains| match declarer {
                // They share their tricks whoever takes them.
                Some(declarer) if self.model == Model::Tricks && seat != declarer => -gains.seats[declarer],
                _ => self.model.liking(seat, declarer, gains)[0],
            });
            // Without a price few tricks are wanted.
            (gain, gain.is_none().then(|| expected.tricks.map(|tricks| std::cmp::Reverse(tricks[seat]))))
        };
        let best = cards.iter().map(|(_, expected)| worth(expected)).max();
        cards.iter().map(|(_, expected)| Some(worth(expected)) == best).collect()
    }

    pub(crate) fn position(&self) -> &Position {
        self.stands.position()
    }

    pub(crate) fn taken(&self) -> BySeat<u8> {
        self.stands.taken()
    }

    /// What is played.
    pub(crate) fn title(&self, style: CardStyle) -> String {
        self.hand.game.map_or("All have passed".to_owned(), |game| {
            format!("{} plays {}", text::seat(game.declarer), text::contract(game.contract, style))
        })
    }

    /// Whose wishes were followed.
    pub(crate) fn legend(&self) -> String {
        let model = match self.hand.game {
            Some(_) => format!(", {}", self.model.name()),
            None => String::new(),
        };
        let for_what = if self.by_gain { "everybody for what it pays" } else { "everybody for himself" };
        format!("{}{model}; {for_what}", self.request.variant.label())
    }
}

/// Add to a hand what its cards say where all are known: the talon, and four aces.
pub(crate) fn add_cards(hand: &mut Hand, layout: &Layout) -> Result<(), String> {
    let Ok(deal) = layout.deal() else { return Ok(()) };
    if hand.talon.is_empty() {
        hand.talon = deal.talon();
    }
    let Some(game) = hand.game else { return Ok(()) };
    let missing = Cards::ACES - deal.hand(game.declarer);
    match hand.aces {
        None if missing.is_empty() => hand.aces = Some(Aces::Four),
        Some(Aces::Four) if !missing.is_empty() => {
            return Err(format!("--aces: {} does not hold all four", game.declarer.name()));
        }
        Some(Aces::None) if missing != Cards::ACES => {
            return Err(format!("--aces: {} holds one", game.declarer.name()));
        }
        _ => {}
    }
    Ok(())
}

/// Who took the tricks before has to be known where it decides what is paid.
pub(crate) fn all_taken(taken: BySeat<u8>, left: u8, option: &str) -> Result<(), String> {
    let before = taken.0.iter().sum::<u8>();
    if before + left == 10 {
        return Ok(());
    }
    Err(format!(
        "{option}: {left} tricks are still to come and {before} are taken, ten in all: say with --taken who took the others"
    ))
}
