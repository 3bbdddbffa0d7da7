//! Tests of the parser with valid and malformed files.

use bramah_vectors::{Bytes, Value, Vector, parse};

#[test]
fn byte_strings_round_trip() {
    for text in
        ["", "00", "00ff7f", "repeat(61, 1000000)", "repeat(, 3)", "ramp(0, 1, 64)", "ramp(255, 255, 0)"]
    {
        assert_eq!(Bytes::parse(text).unwrap().to_string(), text);
    }
    let text = "shake256(\"bramah-vectors:a, (b)\", 4096)";
    let bytes = Bytes::parse(text).unwrap();
    assert_eq!(bytes, Bytes::Shake256 { text: "bramah-vectors:a, (b)", len: 4096 });
    assert_eq!(bytes.to_string(), text);
}

#[test]
fn byte_strings_expand() {
    let none = |_: &[u8], _| unreachable!();
    let expand = |text| Bytes::parse(text).unwrap().expand(none);
    assert_eq!(expand(""), []);
    assert_eq!(expand("0aF0".to_lowercase().leak()), [10, 240]);
    assert_eq!(expand("repeat(0102, 3)"), [1, 2, 1, 2, 1, 2]);
    assert_eq!(expand("repeat(01, 0)"), []);
    assert_eq!(expand("ramp(254, 1, 4)"), [254, 255, 0, 1]);
    let shake = Bytes::parse("shake256(\"ab\", 3)").unwrap();
    assert_eq!(shake.expand(|text, len| [text, &[len as u8]].concat()), [b'a', b'b', 3]);
}

#[test]
#[should_panic = "not as long as asked"]
fn a_shake256_that_returns_another_length_is_caught() {
    Bytes::parse("shake256(\"ab\", 3)").unwrap().expand(|_, _| vec![0; 2]);
}

#[test]
fn malformed_byte_strings_are_refused() {
    for text in [
        "0",
        "0g",
        "AB",
        "00 11",
        " 00",
        "00 ",
        "\u{e9}\u{e9}",
        "repeat(61, 3",
        "repeat(61)",
        "repeat(61, 3, 4)",
        "repeat(6, 3)",
        "repeat(61,3)",
        "repeat(61, -1)",
        "repeat(61, +1)",
        "repeat(61, 01)",
        "repeat(6161, 18446744073709551615)",
        "ramp(256, 1, 4)",
        "ramp(0, 1)",
        "shake256(abc, 4)",
        "shake256(\"abc, 4)",
        "shake256(\"a\"c\", 4)",
        "shake256(\"abc\", x)",
        "shake128(\"abc\", 4)",
        "(61, 3)",
    ] {
        assert!(Bytes::parse(text).is_err(), "{text}");
    }
}

const EXAMPLE: &str = "\
# What this is.

[First, of two]
message = 616263
# A comment may stand anywhere.
digest = 00

id = two
key = 01
fanout = 0
node_offset = 18446744073709551615
last_node = true
message =
digest = 02

[Second]
message = repeat(61, 2)
digest = 03
";

#[test]
fn a_file_is_read() {
    let vectors = parse("x.txt", EXAMPLE).unwrap();
    let places: Vec<_> = vectors.iter().map(Vector::to_string).collect();
    assert_eq!(places, ["x.txt:4 [First, of two]", "x.txt:8 two [First, of two]", "x.txt:17 [Second]"]);
    let [first, second, third] = &vectors[..] else { panic!() };
    assert_eq!((first.bytes("key"), first.number("fanout"), first.flag("last_node")), (None, None, false));
    assert_eq!((second.number("fanout"), second.number("node_offset")), (Some(0), Some(u64::MAX)));
    assert!(second.flag("last_node") && second.require("message").is_empty());
    assert_eq!(second.fields().last().unwrap(), ("digest", &Value::Bytes(Bytes::Literal(vec![2]))));
    assert_eq!(third.require("message").len(), 2);
}

#[test]
fn words_are_read() {
    let vectors = parse("x.txt", "[A]\ncipher = rijndael-256-192\nincrement = le-half\n").unwrap();
    assert_eq!(vectors[0].word("cipher"), Some("rijndael-256-192"));
    assert_eq!((vectors[0].word("increment"), vectors[0].word("padding")), (Some("le-half"), None));
    let (_, value) = vectors[0].fields().next().unwrap();
    assert_eq!((value, value.to_string().as_str()), (&Value::Word("rijndael-256-192"), "rijndael-256-192"));
}

#[test]
#[should_panic = "there is no field `key` of the kind Word"]
fn a_byte_string_is_no_word() {
    parse("x.txt", EXAMPLE).unwrap()[0].word("key");
}

#[test]
fn line_ends_of_windows_are_read() {
    let other = EXAMPLE.replace('\n', "\r\n").leak();
    assert_eq!(parse("x.txt", other), parse("x.txt", EXAMPLE));
}

#[test]
fn malformed_files_are_refused_with_their_line() {
    for (text, line, message) in [
        ("message = 00\n", 1, "before the first heading"),
        ("[A\n", 1, "does not end"),
        ("[]\n", 1, "empty heading"),
        ("[A]\nmessage = 00\n[B]\n", 3, "a blank line is missing"),
        ("[A]\n\nmessage = 00\nmessage = 01\n", 4, "a second time"),
        ("[A]\nid = a\nid = b\n", 3, "a second time"),
        ("[A]\nid = a\n\nid = a\n", 4, "taken"),
        ("[A]\nid =\n", 2, "empty"),
        ("[A]\nmsg = 00\n", 2, "no field `msg`"),
        ("[A]\nmessage: 00\n", 2, "neither"),
        ("[A]\nmessage\n", 2, "neither"),
        ("[A]\nmessage = 0\n", 2, "odd number"),
        ("[A]\nmessage = zz\n", 2, "`z` is no hex digit"),
        ("[A]\nmessage = loop(00, 1)\n", 2, "`loop` is no rule"),
        ("[A]\nfanout = two\n", 2, "no decimal number"),
        ("[A]\nfanout = 18446744073709551616\n", 2, "no decimal number"),
        ("[A]\nlast_node = false\n", 2, "`true`"),
        ("[A]\ncipher = AES-128\n", 2, "`AES-128` is no word"),
        ("[A]\ncipher =\n", 2, "`` is no word"),
        ("[A]\nincrement = up\n", 2, "`up` is none of the words of `increment`"),
    ] {
        let error = parse("x.txt", text).expect_err(text);
        assert_eq!((error.file, error.line), ("x.txt", line), "{text}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
#[should_panic = "there is no field `mesage` of the kind Bytes"]
fn a_field_that_does_not_exist_is_no_absent_field() {
    parse("x.txt", EXAMPLE).unwrap()[0].bytes("mesage");
}

#[test]
#[should_panic = "x.txt:4 [First, of two]: no key"]
fn a_field_that_is_required_and_absent_is_named_with_its_place() {
    parse("x.txt", EXAMPLE).unwrap()[0].require("key");
}
