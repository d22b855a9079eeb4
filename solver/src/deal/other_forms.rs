//! Other forms of a deal than the notation: as people write deals in messages, and as the page copies them.
//!
//! Such a text is rewritten in the notation, and read only if all ways that lead to a deal lead to the same one.

use crate::cards::Suit;
use crate::deal::notation::{CardStyle, read_sign};
use crate::excerpt::is_invisible;
use crate::letters::to_lowercase;
use crate::seat::Seat;

/// Before a colon, in the languages of the page, which names the seats by their places at the table, too. П, В and Т are the first letters of the Russian names.
const PLACE_NAMES: [(Option<Seat>, &[&str]); 4] = [
    (
        Some(Seat::Forehand),
        &[
            "f",
            "forehand",
            "first hand",
            "v",
            "vorhand",
            "п",
            "первая",
            "первая рука",
            "prva ruka",
            "прва рука",
            "első kéz",
            "előkéz",
            "you",
            "du",
            "вы",
            "ви",
            "vi",
            "te",
        ],
    ),
    (
        Some(Seat::Middlehand),
        &[
            "m",
            "middlehand",
            "second hand",
            "mittelhand",
            "в",
            "вторая",
            "вторая рука",
            "druga ruka",
            "друга рука",
            "középső kéz",
            "középkéz",
            "left",
            "links",
            "левый",
            "леви",
            "levi",
            "lijevi",
            "bal",
        ],
    ),
    (
        Some(Seat::Rearhand),
        &[
            "r",
            "rearhand",
            "third hand",
            "h",
            "hinterhand",
            "т",
            "третья",
            "третья рука",
            "treća ruka",
            "трећа рука",
            "hátsó kéz",
            "utókéz",
            "right",
            "rechts",
            "правый",
            "десни",
            "desni",
            "jobb",
        ],
    ),
    (None, &["t", "talon", "прикуп", "талон"]),
];

/// Names of the suits, in the languages of the page; with a German pack too.
const SUIT_NAMES: [(Suit, &[&str]); 4] = [
    (Suit::Spades, &["spades", "spade", "pik", "pique", "пики", "пика", "пик", "laub", "grün", "zöld"]),
    (
        Suit::Hearts,
        &[
            "hearts",
            "heart",
            "herz",
            "herc",
            "coeur",
            "cœur",
            "kőr",
            "черви",
            "черва",
            "червы",
            "херц",
            "piros",
        ],
    ),
    (
        Suit::Diamonds,
        &[
            "diamonds",
            "diamond",
            "karo",
            "carreau",
            "káró",
            "бубны",
            "бубна",
            "каро",
            "schell",
            "schellen",
            "tök",
        ],
    ),
    (
        Suit::Clubs,
        &[
            "clubs",
            "club",
            "kreuz",
            "treff",
            "tref",
            "trèfle",
            "трефы",
            "трефа",
            "треф",
            "крести",
            "eichel",
            "makk",
        ],
    ),
];

/// Names of the high cards, in the languages of the page; with a German pack too.
const RANK_NAMES: [(char, &[&str]); 4] = [
    ('A', &["ace", "as", "ass", "asz", "ász", "туз", "ас", "кец", "daus", "disznó"]),
    ('K', &["king", "könig", "roi", "király", "kralj", "король", "краљ"]),
    ('Q', &["queen", "dame", "dáma", "dama", "дама", "ober", "felső"]),
    ('J', &["jack", "bube", "valet", "bubi", "dečko", "валет", "дечко", "unter", "alsó"]),
];

/// Signs that people put around a deal or a hand.
const QUOTES: [char; 13] = ['"', '\'', '`', '“', '”', '„', '‘', '’', '«', '»', '‹', '›', '*'];

/// Maximum length of a text in another form. The page's text with all cards played is much shorter.
const MAX_BYTES: usize = 10_000;

/// Cards of the hands and of the talon in the order of a deal.
const PLACE_SIZES: [usize; 4] = [10, 10, 10, 2];

/// A part of the text with the cards of one place, or of several.
struct Part {
    /// The seat, or `None` for the talon; the outer `None` if the text does not name the place.
    place: Option<Option<Seat>>,
    text: String,
}

pub(super) fn candidates(text: &str) -> Vec<String> {
    if text.len() > MAX_BYTES {
        return Vec::new();
    }
    let clean: String = text.chars().filter(|&c| !is_invisible(c)).collect();
    let clean: String = clean.chars().map(|c| if QUOTES.contains(&c) { ' ' } else { c }).collect();
    let clean = clean.trim();
    let mut texts = vec![with_signs(clean)];
    // A full stop behind the deal, or the sign for an empty last suit.
    texts.extend(clean.strip_suffix(['.', ',', ';', '!']).map(with_signs));
    let mut found = Vec::new();
    for text in texts {
        found.push(text.clone());
        // A deal in the notation after other text: the page copies the hands, then the notation and the rules.
        found.extend(text.lines().map(|line| line.trim().to_owned()));
        let rewritten = rewrite(&text);
        found.extend(rewritten.iter().map(|deal| in_english_ranks(deal)));
        found.extend(rewritten);
    }
    found
}

/// Replaces the ranks B (Bube) and D (Dame) of a deal by J and Q, unless O or U show that D is the Daus, the ace.
fn in_english_ranks(deal: &str) -> String {
    if deal.contains(['O', 'o', 'U', 'u']) {
        return deal.to_owned();
    }
    let rank = |c: char| match c {
        'B' | 'b' => 'J',
        'D' | 'd' => 'Q',
        other => other,
    };
    deal.chars().map(rank).collect()
}

fn with_signs(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    let mut is_suited = false;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        if end == 0 {
            is_suited |= read_sign(rest).is_some();
            result.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(end);
        let lower = to_lowercase(word);
        match SUIT_NAMES.iter().find(|(_, names)| names.contains(&lower.as_str())) {
            Some(&(suit, _)) => {
                result.push_str(CardStyle::Unicode.suit(suit));
                is_suited = true;
                rest = after.strip_prefix(':').unwrap_or(after);
            }
            None => {
                // A rank stands behind its suit: before any suit the word belongs to a sentence.
                let rank = RANK_NAMES.iter().find(|(_, names)| is_suited && names.contains(&lower.as_str()));
                match rank {
                    Some(&(rank, _)) => result.push(rank),
                    None => result.push_str(word),
                }
                rest = after;
            }
        }
    }
    result
}

fn rewrite(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let parts = split_places(text);
    match &parts[..] {
        [Part { place: Some(None), .. }] => {}
        [whole] => {
            let first = whole.place.flatten().unwrap_or(Seat::Forehand);
            let lines: Vec<&str> = whole.text.lines().filter(|line| !line.trim().is_empty()).collect();
            // A hand on each line.
            if (3..=4).contains(&lines.len()) {
                found.push(join(first, lines.iter().map(|line| hand(line))));
            }
            // Hands with other signs than blanks between them.
            let separated = ["|", ";", "/", "  "].map(|between| {
                let hands = whole.text.split(between).map(str::trim).filter(|hand| !hand.is_empty());
                hands.collect::<Vec<_>>()
            });
            for hands in separated.into_iter().filter(|hands| (3..=4).contains(&hands.len())) {
                found.push(join(first, hands.into_iter().map(hand)));
            }
            found.push(join(first, [whole.text.as_str()].into_iter().map(str::to_owned)));
            // Blanks between the suits, before the point, after it, or both.
            for blanks in [[" .", " ."], [". ", ". "], [" .", ". "]] {
                found.push(join(first, [without_blanks(&whole.text, blanks)].into_iter()));
            }
            found.extend(by_number(&whole.text).map(|hands| join(first, hands.into_iter())));
        }
        several => {
            let words =
                [Some(Seat::Forehand), Some(Seat::Middlehand), Some(Seat::Rearhand), None].map(|place| {
                    let mut parts = several.iter().filter(|part| part.place == Some(place));
                    (parts.next().map(|part| hand(&part.text)), parts.next().is_some())
                });
            // Every hand is named, none twice, and no text is left over.
            let is_whole = words[..3].iter().all(|(hand, _)| hand.is_some())
                && words.iter().all(|(_, is_twice)| !is_twice)
                && several.iter().all(|part| part.place.is_some() || part.text.trim().is_empty());
            if is_whole {
                found.push(join(Seat::Forehand, words.into_iter().filter_map(|(hand, _)| hand)));
            }
        }
    }
    found
}

fn join(first: Seat, words: impl Iterator<Item = String>) -> String {
    format!("{}:{}", first.letter(), words.collect::<Vec<_>>().join(" "))
}

fn hand(text: &str) -> String {
    // Four words without points are the suits of a hand.
    let is_signed = has_signs(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() == 4 && !is_signed && !text.contains('.') {
        return words.join(".").replace(is_dash, "");
    }
    let kept =
        text.chars().filter(|&c| !(c.is_whitespace() || c == ',' || is_signed && (is_dash(c) || c == ';')));
    kept.collect()
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '—')
}

fn has_signs(text: &str) -> bool {
    text.char_indices().any(|(place, _)| read_sign(&text[place..]).is_some())
}

fn without_blanks(text: &str, pairs: [&str; 2]) -> String {
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for pair in pairs {
        text = text.replace(pair, ".");
    }
    text
}

fn by_number(text: &str) -> Option<Vec<String>> {
    let text: String = hand(text);
    if has_signs(&text) { by_number_of_signed(&text.replace('.', "")) } else { by_number_of_pointed(&text) }
}

/// A hand ends where it has its cards and three points.
fn by_number_of_pointed(text: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let (mut count, mut points, mut rest) = (0, 0, text);
    while let Some(first) = rest.chars().next() {
        let next = if rest.starts_with("10") { "10" } else { &rest[..first.len_utf8()] };
        rest = &rest[next.len()..];
        if words.is_empty() || count == *PLACE_SIZES.get(words.len() - 1)? && points == 3 {
            words.push(String::new());
            (count, points) = (0, 0);
        }
        words.last_mut()?.push_str(next);
        if next == "." { points += 1 } else { count += 1 }
    }
    let is_whole = words.len() >= 3 && Some(&count) == PLACE_SIZES.get(words.len() - 1) && points == 3;
    is_whole.then_some(words)
}

fn by_number_of_signed(text: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let (mut suit, mut count, mut rest) = (None, 0, text);
    while let Some(first) = rest.chars().next() {
        if let Some((sign, after)) = read_sign(rest) {
            suit = Some(sign);
            rest = after;
            continue;
        }
        let rank = if rest.starts_with("10") { "10" } else { &rest[..first.len_utf8()] };
        rest = &rest[rank.len()..];
        if words.is_empty() || count == *PLACE_SIZES.get(words.len() - 1)? {
            words.push(String::new());
            count = 0;
        }
        let word = words.last_mut()?;
        word.push_str(CardStyle::Unicode.suit(suit?));
        word.push_str(rank);
        count += 1;
    }
    let is_whole = words.len() >= 3 && Some(&count) == PLACE_SIZES.get(words.len() - 1);
    is_whole.then_some(words)
}

fn split_places(text: &str) -> Vec<Part> {
    let mut parts = vec![Part { place: None, text: String::new() }];
    let mut pieces = text.split(':').peekable();
    while let Some(piece) = pieces.next() {
        let named = if pieces.peek().is_some() { place_at_end(piece) } else { None };
        let last = parts.last_mut().expect("there is a first part");
        match named {
            Some((before, place)) => {
                last.text.push_str(before);
                parts.push(Part { place: Some(place), text: String::new() });
            }
            None => {
                last.text.push_str(piece);
                if pieces.peek().is_some() {
                    last.text.push(':');
                }
            }
        }
    }
    if parts.len() > 1 && parts[0].text.trim().is_empty() {
        parts.remove(0);
    }
    parts
}

fn place_at_end(text: &str) -> Option<(&str, Option<Seat>)> {
    let lower = text.trim_end();
    PLACE_NAMES.iter().flat_map(|(place, names)| names.iter().map(move |name| (name, place))).find_map(
        |(name, place)| {
            let mut start = lower.len();
            for _ in name.chars() {
                start = lower[..start].char_indices().next_back()?.0;
            }
            let (before, end) = lower.split_at(start);
            let is_word = before.chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '.');
            (is_word && to_lowercase(end) == **name).then_some((before, *place))
        },
    )
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::deal::{Deal, PartialDeal};

    /// The deal that all forms mean.
    const DEAL: &str = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

    /// Forms of the deal as people write it in messages and posts.
    #[rstest]
    #[case::no_seat("AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K")]
    #[case::no_seat_no_talon("AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9")]
    #[case::russian_seat("П:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K")]
    #[case::russian_second_seat("В: KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 AQJ.A9.AK9.T7 ..7.K")]
    #[case::places_at_table(
        "Du: ♠ A D B  ♥ A 9  ♦ A K 9  ♣ 10 7\nLinks: ♠ K 10 8 7  ♥ B 7  ♦ D B  ♣ D 8\n\
         Rechts: ♠ 9  ♥ K D 10 8  ♦ 10 8  ♣ A B 9\nTalon: ♦ 7  ♣ K"
    )]
    #[case::russian_places("Левый: KT87.J7.QJ.Q8\nПравый: 9.KQT8.T8.AJ9\nВы: AQJ.A9.AK9.T7\nПрикуп: ..7.K")]
    #[case::german_seat("Vorhand: AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K")]
    #[case::hand_a_line("AQJ.A9.AK9.T7\nKT87.J7.QJ.Q8\n9.KQT8.T8.AJ9\n..7.K")]
    #[case::seat_a_line("F: AQJ.A9.AK9.T7\nM: KT87.J7.QJ.Q8\nR: 9.KQT8.T8.AJ9\nT: ..7.K\n")]
    #[case::seats_in_another_order("R: 9.KQT8.T8.AJ9\nF: AQJ.A9.AK9.T7\nM: KT87.J7.QJ.Q8")]
    #[case::russian_names(
        "Первая рука: ♠ТДВ ♥Т9 ♦ТК9 ♣107\nВторая рука: ♠К1087 ♥В7 ♦ДВ ♣Д8\n\
         Третья рука: ♠9 ♥КД108 ♦108 ♣ТВ9\nПрикуп: ♦7 ♣К"
    )]
    #[case::blanks_after_points("F:AQJ. A9. AK9. T7 KT87. J7. QJ. Q8 9. KQT8. T8. AJ9 . . 7. K")]
    #[case::blanks_before_points("F:AQJ .A9 .AK9 .T7 KT87 .J7 .QJ .Q8 9 .KQT8 .T8 .AJ9")]
    #[case::blanks_between_ranks(
        "F: A Q J . A 9 . A K 9 . T 7  K T 8 7 . J 7 . Q J . Q 8  9 . K Q T 8 . T 8 . A J 9  . . 7 . K"
    )]
    #[case::blanks_between_ranks_on_lines(
        "A Q J . A 9 . A K 9 . 10 7\nK 10 8 7.J 7.Q J.Q 8\n9.K Q T 8.T 8.A J 9"
    )]
    #[case::suits_apart_on_lines("AQJ A9 AK9 T7\nKT87 J7 QJ Q8\n9 KQT8 T8 AJ9\n- - 7 K")]
    #[case::bars("AQJ A9 AK9 T7 | KT87 J7 QJ Q8 | 9 KQT8 T8 AJ9 | - - 7 K")]
    #[case::signs_apart("♠AQJ ♥A9 ♦AK9 ♣T7 ♠KT87 ♥J7 ♦QJ ♣Q8 ♠9 ♥KQT8 ♦T8 ♣AJ9 ♦7 ♣K")]
    #[case::signs_in_another_order("F: ♣T7♠AQJ♦AK9♥A9 ♠KT87♣Q8♥J7♦QJ ♦T8♣AJ9♠9♥KQT8 ♣K♦7")]
    #[case::signs_with_selectors(
        "♠️ A Q J ♥️ A 9 ♦️ A K 9 ♣️ 10 7\n♠️K1087 ♥️J7 ♦️QJ ♣️Q8\n♠️9 ♥️KQ108 ♦️108 ♣️AJ9"
    )]
    #[case::german_words(
        "Vorhand: Pik A D B Herz A 9 Karo A K 9 Kreuz 10 7\nMittelhand: Pik K 10 8 7 Herz B 7 Karo D B Kreuz D 8\n\
         Hinterhand: Pik 9 Herz K D 10 8 Karo 10 8 Kreuz A B 9\nTalon: Karo 7 Kreuz K"
    )]
    #[case::german_pack(
        "Laub DOU Herz D9 Schell DK9 Eichel 10 7; Laub K1087 Herz U7 Schell OU Eichel O8; \
         Laub 9 Herz KO108 Schell 108 Eichel DU9"
    )]
    #[case::suits_apart_by_semicolons(
        "Pik: A, D, B; Herz: A, 9; Karo: A, K, 9; Kreuz: 10, 7\nPik: K, 10, 8, 7; Herz: B, 7; Karo: D, B; Kreuz: D, 8\n\
         Pik: 9; Herz: K, D, 10, 8; Karo: 10, 8; Kreuz: A, B, 9"
    )]
    #[case::ranks_in_words(
        "Pik As Dame Bube, Herz As 9, Karo As König 9, Kreuz 10 7\n\
         Pik König 10 8 7, Herz Bube 7, Karo Dame Bube, Kreuz Dame 8\n\
         Pik 9, Herz König Dame 10 8, Karo 10 8, Kreuz As Bube 9"
    )]
    #[case::ranks_of_german_pack_in_words(
        "Előkéz: zöld ász felső alsó, piros ász 9, tök ász király 9, makk 10 7\n\
         Középkéz: zöld király 10 8 7, piros alsó 7, tök felső alsó, makk felső 8\n\
         Utókéz: zöld 9, piros király felső 10 8, tök 10 8, makk ász alsó 9"
    )]
    #[case::quotes("\"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\"")]
    #[case::low_quotes("„F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K“")]
    #[case::code("```\nF:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\n```")]
    #[case::full_stop("F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K.")]
    #[case::quoted_sentence("`F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K`.")]
    #[case::zero_width("\u{200b}F:AQJ.\u{200b}A9.AK9.T7\u{200b} KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\u{feff}")]
    #[case::direction_marks("\u{202a}F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\u{202c}")]
    #[case::copied_by_the_page(
        "Vorhand: ♠ A D B  ♥ A 9  ♦ A K 9  ♣ 10 7\nMittelhand: ♠ K 10 8 7  ♥ B 7  ♦ D B  ♣ D 8\n\
         Hinterhand: ♠ 9  ♥ K D 10 8  ♦ 10 8  ♣ A B 9\nTalon: ♦ 7  ♣ K\n\
         F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K\naustrian\nVorhand: ♠\n1. Vorhand: ♠A ♠7 ♠9 → Vorhand\n\
         https://example.org/#deal=AQJ"
    )]
    fn other_forms_are_read(#[case] text: &str) {
        assert_eq!(text.parse::<Deal>().map(|deal| deal.to_string()), Ok(DEAL.to_owned()), "{text}");
        let partial: PartialDeal = text.parse().expect("a deal");
        assert_eq!(partial.complete_deal().map(|deal| deal.to_string()), Some(DEAL.to_owned()), "{text}");
    }

    /// Texts that mean no deal or several keep their message, which names the place and the remedy.
    #[rstest]
    #[case::two_deals(
        "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9\nF:AQJ.A9.AK9.T8 KT87.J7.QJ.Q7 9.KQT8.T8.AJ9",
        "hands found: 6"
    )]
    #[case::suits_without_marks("AQJ A9 AK9 T7 KT87 J7 QJ Q8 9 KQT8 T8 AJ9 7 K", "does not name the seat")]
    #[case::sentence("hello: this is no deal", "does not name the seat")]
    #[case::unknown_rank(
        "F:AQX.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K",
        "'X' in forehand's hand (column 5)"
    )]
    #[case::card_twice("F: ♠AQJ ♥A9 ♦AK9 ♣T7 ♠AT87 ♥J7 ♦QJ ♣Q8 ♠9 ♥KQT8 ♦T8 ♣AJ9", "hands found: 12")]
    #[case::seat_twice("F: AQJ.A9.AK9.T7\nF: KT87.J7.QJ.Q8\nR: 9.KQT8.T8.AJ9", "")]
    #[case::other_alphabet("F:AQJ.A9.AK9.Т7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K", "Cyrillic")]
    fn texts_of_no_deal_are_refused(#[case] text: &str, #[case] message: &str) {
        let error = text.parse::<Deal>().expect_err("no deal").to_string();
        assert!(error.contains(message), "{error}");
    }

    #[test]
    fn unknown_hands_are_read_in_other_forms() {
        for text in ["AQJ.A9.AK9.T7 ? ?", "`F: AQJ.A9.AK9.T7 ? ? ..7.K`.", "Vorhand: ♠AQJ♥A9♦AK9♣T7 ? ?"]
        {
            let partial: PartialDeal = text.parse().expect("a deal");
            assert_eq!(partial.to_string().split(' ').next(), Some("F:AQJ.A9.AK9.T7"), "{text}");
        }
    }

    #[test]
    fn long_texts_are_refused() {
        for piece in [":", "F:", "\n", "Pik ", "♠", "."] {
            let text = piece.repeat(9_000 / piece.len());
            assert!(text.parse::<Deal>().is_err(), "{piece}");
        }
    }
}
