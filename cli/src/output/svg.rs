//! A score sheet as an SVG picture.

use std::fmt::Write;
use std::ops::Range;

use preference::settlement::{DrawnLine, DrawnText, SheetDrawing};

use super::page::escape;

pub(crate) fn picture(drawing: &SheetDrawing) -> String {
    let SheetDrawing { width, height, lines, texts } = drawing;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"system-ui,sans-serif\" text-anchor=\"middle\" \
         dominant-baseline=\"central\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for DrawnLine { x1, y1, x2, y2 } in lines {
        let _ = writeln!(
            svg,
            "<line x1=\"{x1:.0}\" y1=\"{y1:.0}\" x2=\"{x2:.0}\" y2=\"{y2:.0}\" stroke=\"black\"/>"
        );
    }
    for DrawnText { x, y, size, angle, text, struck } in texts {
        let turn = if *angle == 0.0 {
            String::new()
        } else {
            format!(" transform=\"rotate({angle} {x:.0} {y:.0})\"")
        };
        let text = with_strokes(text, struck);
        let _ = writeln!(svg, "<text x=\"{x:.0}\" y=\"{y:.0}\" font-size=\"{size:.0}\"{turn}>{text}</text>");
    }
    svg + "</svg>\n"
}

fn with_strokes(text: &str, struck: &[Range<usize>]) -> String {
    let (mut markup, mut end) = (String::new(), 0);
    for range in struck {
        markup += &escape(&text[end..range.start]);
        let _ = write!(
            markup,
            "<tspan text-decoration=\"line-through\">{}</tspan>",
            escape(&text[range.clone()])
        );
        end = range.end;
    }
    markup + &escape(&text[end..])
}
