use rstest::rstest;

use super::*;

const EXAMPLE_RECORD: &str =
    "[Bula \"80\"]\n[1 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 M3,P,3 2 T9 4 3 I3 8 2 7481,GBC1 M7:-8,F3:L24,0]";

fn bule_rules() -> Arc<Variant> {
    Arc::new("bule".parse().expect("a preset"))
}

/// The deal of the example, decoded manually with the table of codes.
const EXAMPLE_DEAL: &str = "F:K87.QT7.J9.A8 T9.K98.KQT.K9 AQJ.AJ.A8.QT7 ..7.J";

#[test]
fn record_is_read() {
    let [Ok(PpnRecord { id, situation, .. })] = &read(EXAMPLE_RECORD, &bule_rules())[..] else {
        panic!("one record")
    };
    assert_eq!(id, "1");
    // Player 2 is first in turn and declares hearts.
    let declaration = situation.declaration_if_any().expect("a contract");
    assert_eq!((declaration.declarer, declaration.contract.to_string().as_str()), (Seat::Forehand, "H"));
    assert_eq!(situation.deal().map(|deal| deal.to_string()).as_deref().ok(), Some(EXAMPLE_DEAL));
    assert_eq!(situation.hand().decisions.guest, Some(Seat::Rearhand));
    let names: Vec<String> = situation.cards_played().iter().map(ToString::to_string).collect();
    assert_eq!(names.join(" "), "SK ST SA DA D9 DT");
    assert_eq!(situation.winners(), [Seat::Rearhand; 2]);
}

fn replacement_error(from: &str, to: &str) -> String {
    let text = EXAMPLE_RECORD.replace(from, to);
    read(&text, &bule_rules())[0].as_ref().expect_err("refused").to_string()
}

#[test]
fn errors_name_deal_and_field() {
    assert_eq!(
        replacement_error(" 231 ", " 221 "),
        "deal 1, dealOrder: '221' does not list the players 1, 2 and 3 in the order of the deal"
    );
    let long = replacement_error(" 231 ", &format!(" {} ", "2".repeat(100_000)));
    assert!(long.contains("2…' does not list the players") && long.len() < 200, "{long}");
    assert!(replacement_error("1BDHM", "1BDHH").starts_with("deal 1, cards: HQ is missing"));
    assert!(replacement_error(" T9 ", " XX ").contains("discards: XX means a game from the hand"));
    assert!(
        replacement_error(" T9 ", " AR ").contains("discards: D8 is not among the declarer's twelve cards")
    );
    assert!(replacement_error(" 4 3 I3", " 9 3 I3").contains("contract: '9' is not a contract"));
    assert!(replacement_error("GBC1", "GZC1").contains("tricks: 'GZC1': 'Z' is not the code of a card"));
    assert!(replacement_error(" I3 8", " 8").contains("12 fields instead of 14"));
    assert!(replacement_error(",0]", ",0").contains("is not closed"));
    for (bids, expected) in [
        ("M3,P", "2 bids instead of three"),
        ("Q,P,P", "'Q' is not P, 2 to 8"),
        ("P,P,3", "forehand declares and has passed"),
        ("2,P,3", "rearhand has bid more"),
        ("2,G,P", "middlehand has bid more"),
        ("5,P,P", "the contract 4 is worth less than the bid 5"),
    ] {
        let error = replacement_error(" M3,P,3 ", &format!(" {bids} "));
        assert!(error.starts_with("deal 1, bids: ") && error.contains(expected), "{error}");
    }
}

#[test]
fn codes_cover_all_cards() {
    let cards: Cards = "123456789ABCDEFGHIJKLMNOPQRSTUVW".chars().filter_map(parse_card).collect();
    assert_eq!(cards, Cards::PACK);
    for (code, name) in [('1', "S7"), ('8', "SA"), ('9', "D7"), ('G', "DA"), ('H', "H7"), ('W', "CA")] {
        assert_eq!(parse_card(code), name.parse().ok());
    }
}

#[rstest]
#[case("[Bula 80]")]
#[case("[Bula \"80\"]")]
#[case("[]")]
#[case("[Date 2008.03.08]\n[Name1 two words]")]
fn tags_are_skipped_with_and_without_quotes(#[case] tags: &str) {
    let deal = EXAMPLE_RECORD.split_once('\n').expect("two lines").1;
    let records = read(&format!("{tags}\n{deal}"), &bule_rules());
    assert!(matches!(&records[..], [Ok(PpnRecord { id, .. })] if id == "1"), "{tags}: {records:?}");
}

#[test]
fn passed_deal_is_read() {
    let passed = "[2 312 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 P,P,P]";
    let [Ok(PpnRecord { id, situation, .. })] = &read(passed, &bule_rules())[..] else {
        panic!("one record")
    };
    assert_eq!(id, "2");
    assert!(situation.declaration_if_any().is_none() && situation.calls() == [Call::Pass; 3]);
    assert_eq!(situation.deal().map(|deal| deal.to_string()).as_deref().ok(), Some(EXAMPLE_DEAL));
    let short = read(&passed.replace("P,P,P", "P,2,P"), &bule_rules());
    assert!(short[0].as_ref().expect_err("refused").to_string().contains("4 fields instead of 14"));
}

fn read_json(json: &str) -> Result<PpnRecord, String> {
    let json: Map<String, Value> = serde_json::from_str(json).expect("an object");
    assert!(is_object(&json));
    read_object(&json, &bule_rules()).map_err(|error| error.to_string())
}

#[test]
fn json_object_is_read_like_text_record() {
    let hands = r#"{"p2":"1BDHM27WQK","p3":["4","CEIN3FVRJ"],"p1":"S5LP8GU6AO","talon":"T9"}"#;
    let rest = r#""bids":["M3","P","3"],"declarer":2,"discards":"T9","contract":"4","accepted":3,"kontra":"I3",
        "value":8,"leader":"2","tricks":["7481","GBC1"],"summary":"M7:-8,F3:L24,0""#;
    let [Ok(PpnRecord { id, situation: expected, .. })] = &read(EXAMPLE_RECORD, &bule_rules())[..] else {
        panic!("one record")
    };
    for cards in [hands, r#""1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9""#] {
        let text = format!(r#"{{"id":1,"dealOrder":"231","cards":{cards},{rest}}}"#);
        let record = read_json(&text).expect("a record");
        assert_eq!(record.id, *id);
        assert_eq!(format!("{:?}", record.situation), format!("{expected:?}"));
    }
    let passed = read_json(&format!(r#"{{"id":"2","dealOrder":[2,3,1],"cards":{hands}}}"#))
        .expect("a record")
        .situation;
    assert_eq!(passed.calls(), [Call::Pass; 3]);
    let error = |text: String| read_json(&text).expect_err("refused");
    assert!(
        error(r#"{"id":7,"dealOrder":"231","card":1}"#.to_owned())
            .starts_with("deal 7, record: there is no field 'card'")
    );
    assert!(error(format!(r#"{{"dealOrder":"234","cards":{hands}}}"#)).contains("cards"));
    assert!(error(format!(r#"{{"dealOrder":"231","cards":{hands},"bids":{{}}}}"#)).contains("bids"));
}
