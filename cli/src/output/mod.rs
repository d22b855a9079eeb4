//! Output of answers: as text for people, or as JSON for programs.

pub(crate) mod page;
pub(crate) mod statistics;
pub(crate) mod styled;
pub(crate) mod svg;
mod table;
pub(crate) mod text;
pub(crate) mod width;

use std::io::{self, BufWriter, Write};

use preference::deal::CardStyle;
use serde::Serialize;

use crate::args::{Color, DisplayArgs, Format, OutputArgs};
use crate::output::styled::Styled;
use crate::progress;

/// Form in which answers are printed.
#[derive(Clone, Copy)]
pub(crate) struct DisplayStyle {
    args: DisplayArgs,
    /// Notation of cards.
    pub(crate) style: CardStyle,
}

impl From<DisplayArgs> for DisplayStyle {
    fn from(args: DisplayArgs) -> DisplayStyle {
        let style = if args.format == Format::Text { CardStyle::Unicode } else { CardStyle::Letters };
        DisplayStyle { args, style }
    }
}

impl From<&OutputArgs> for DisplayStyle {
    fn from(output: &OutputArgs) -> DisplayStyle {
        let usual = DisplayStyle::from(output.display);
        DisplayStyle { style: output.notation.suits.map_or(usual.style, CardStyle::from), ..usual }
    }
}

impl DisplayStyle {
    /// This form with cards in letters, the notation in which deals are entered, unless an option sets another
    /// notation.
    pub(crate) fn with_letters(self, output: &OutputArgs) -> DisplayStyle {
        if output.notation.suits.is_some() {
            self
        } else {
            DisplayStyle { style: CardStyle::Letters, ..self }
        }
    }

    pub(crate) fn format<T: Serialize>(
        self,
        answer: &T,
        text: impl FnOnce(&T, CardStyle) -> String,
    ) -> String {
        match self.args.format {
            Format::Json => self.json(answer),
            Format::Text => text(answer, self.style),
        }
    }

    pub(crate) fn format_list<T: Serialize>(
        self,
        answers: &[T],
        text: impl FnOnce(&[T], CardStyle) -> String,
    ) -> String {
        match self.args.format {
            Format::Json => answers.iter().map(|answer| self.json(answer) + "\n").collect(),
            Format::Text => text(answers, self.style),
        }
    }

    fn json<T: Serialize>(self, answer: &T) -> String {
        let written = serde_json::to_string(&Styled { value: answer, style: self.style });
        written.expect("strings, numbers and lists have a JSON form")
    }

    pub(crate) fn stdout(self) -> Box<dyn Write> {
        let stdout = io::stdout();
        match self.args.format {
            Format::Json => Box::new(BufWriter::new(stdout)),
            Format::Text => {
                let colors = match self.args.color {
                    Color::Auto => anstream::ColorChoice::Auto,
                    Color::Always => anstream::ColorChoice::Always,
                    Color::Never => anstream::ColorChoice::Never,
                };
                Box::new(BufWriter::new(anstream::AutoStream::new(stdout, colors)))
            }
        }
    }

    /// Prints a text with exactly one line end; an empty text prints nothing.
    pub(crate) fn print(self, shown: &str) -> io::Result<()> {
        let mut out = self.stdout();
        progress::with_hidden_line(|| {
            if !shown.is_empty() {
                writeln!(out, "{}", shown.trim_end_matches('\n'))?;
            }
            out.flush()
        })
    }

    pub(crate) fn is_spaced(self) -> bool {
        self.args.format == Format::Text
    }
}
