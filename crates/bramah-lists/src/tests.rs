//! Tests of every form of line, of reading what was written, and of noise.

use super::*;
use bramah::hash::{self, Algorithm, lookup};
use proptest::prelude::*;
use std::path::Path;

const DIGEST: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

type Lines = Vec<(u64, Result<Entry, Flaw>)>;

fn read_as(text: &[u8], end: LineEnd, given: Option<&str>, named: Option<&str>) -> Lines {
    let expected = |name: &str| Expected::named(name).unwrap();
    let mut reader = Reader::new(text, end, given.map(expected), named.map(expected));
    std::iter::from_fn(|| reader.next()).collect::<Result<_, _>>().unwrap()
}

fn read(text: impl AsRef<[u8]>) -> Lines {
    read_as(text.as_ref(), LineEnd::LineFeed, None, None)
}

/// Returns the names in lines of SHA-256 that all have `DIGEST`.
fn names(text: impl AsRef<[u8]>) -> Vec<String> {
    let name = |(_, entry): (_, Result<Entry, Flaw>)| {
        let entry = entry.unwrap();
        assert_eq!(entry.algorithm.name(), "sha256");
        assert_eq!(naming::read_hex(DIGEST.as_bytes()).unwrap(), entry.digest);
        String::from_utf8(entry.name).unwrap()
    };
    read(text).into_iter().map(name).collect()
}

fn flaw(text: impl AsRef<[u8]>) -> Flaw {
    let mut lines = read(text.as_ref());
    assert_eq!(lines.len(), 1, "{:?}", String::from_utf8_lossy(text.as_ref()));
    lines.remove(0).1.expect_err(&String::from_utf8_lossy(text.as_ref()))
}

#[test]
fn gnu_lines() {
    assert_eq!(
        names(format!("{DIGEST}  a\n{DIGEST} *b\n{DIGEST}   c \n{DIGEST}  d")),
        ["a", "b", " c ", "d"]
    );
    assert_eq!(names(format!("{DIGEST} a\n{DIGEST}  b\n{DIGEST} *c\n")), ["a", " b", "*c"]);
    assert_eq!(names(format!("{DIGEST}  (a) = b")), ["(a) = b"]);
    assert_eq!(names(format!("{DIGEST} (a) = b")), ["(a) = b"]);
    // a short digest in base64
    let crc = read_as(b"AAAAAA==  (a) = b", LineEnd::LineFeed, Some("crc32"), None);
    assert_eq!(crc[0].1.as_ref().unwrap().name, b"(a) = b");
}

const DEEP: &str = "%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n## Invoked from: /\n##\n";
const MD5: &str = "900150983cd24fb0d6963f7d28e17f72";

#[test]
fn lines_of_hashdeep() {
    let lines = read(format!("{DEEP}3,{MD5},{DIGEST},a, (b) = \\n\r\n0003,{MD5},{DIGEST},c"));
    let seen: Vec<_> = lines
        .into_iter()
        .map(|(line, entry)| (line, entry.unwrap()))
        .map(|(line, entry)| {
            (line, entry.algorithm.name(), entry.size, String::from_utf8(entry.name).unwrap())
        })
        .collect();
    let one = |line, algorithm: &str, name: &str| {
        (line, algorithm.to_string(), Some(Size::bytes(3)), name.to_string())
    };
    assert_eq!(
        seen,
        [
            one(5, "md5", "a, (b) = \\n"),
            one(5, "sha256", "a, (b) = \\n"),
            one(6, "md5", "c"),
            one(6, "sha256", "c"),
        ]
    );
    // only digests of the algorithm that the caller asked for are read
    let text = format!("{DEEP}3,{MD5},{DIGEST},a\n");
    let given = read_as(text.as_bytes(), LineEnd::LineFeed, Some("md5"), None);
    assert_eq!(
        given.iter().map(|(_, entry)| entry.as_ref().unwrap().algorithm.name()).collect::<Vec<_>>(),
        ["md5"]
    );
    let sha1 = read_as(text.as_bytes(), LineEnd::LineFeed, Some("sha1"), None);
    assert_eq!(sha1, [(5, Err(Flaw::NotInColumns(lookup("sha1").unwrap())))]);
    // the mark counts only in the first line
    assert_eq!(flaw(format!("\n{}", &DEEP[..17])), Flaw::Form);
}

#[test]
fn bad_lines_of_hashdeep() {
    for line in
        ["3", "x,{MD5},{DIGEST},a", ",,,", "3,{MD5},{DIGEST}", "3,{MD5},{DIGEST},", "-3,{MD5},{DIGEST},a"]
    {
        let line = line.replace("{MD5}", MD5).replace("{DIGEST}", DIGEST);
        assert_eq!(flaw(format!("{DEEP}{line}\n")), Flaw::Fields { wanted: 4 }, "{line}");
    }
    assert_eq!(flaw(format!("{DEEP}3,{MD5},{DIGEST},a\0b")), Flaw::Nul);
    assert_eq!(flaw(format!("{DEEP}3,{MD5},x,a")), Flaw::Digits);
    let short = Flaw::Length { algorithm: lookup("sha256").unwrap(), digits: 32 };
    assert_eq!(flaw(format!("{DEEP}3,{MD5},{MD5},a")), short);
    assert_eq!(flaw(format!("%%%% HASHDEEP-1.0\n3,{MD5},a")), Flaw::NoColumns);
    assert_eq!(flaw("%%%% HASHDEEP-1.0\n%%%% md5,filename\n"), Flaw::NoColumns);
    // an unknown column is reported, and the others are read
    let lines = read(format!("%%%% HASHDEEP-1.0\n%%%% size,none,md5,filename\n3,00,{MD5},a"));
    assert_eq!(lines[0].1, Err(Flaw::UnknownTag("none".into())));
    assert!(lines[1].1.is_ok() && lines.len() == 2);
}

#[test]
fn tagged_lines() {
    for tag in ["SHA256 ", "SHA256", "sha256 ", "SHA-256 ", "SHA2-256", "Sha_256   ", "SHA256\t"] {
        for (name, equals) in [("a", " = "), ("a b", "= "), (") = (", "="), ("", " =\t"), ("a (1)", " = ")] {
            assert_eq!(names(format!("{tag}({name}){equals}{DIGEST}\n")), [name], "{tag}");
        }
    }
    assert_eq!(names(format!("SHA256 (a) = {DIGEST} \n")), ["a"]);
}

#[test]
fn tags_of_others() {
    for (tag, name) in [
        ("MD5   ", "md5"),
        ("SHA1  ", "sha1"),
        ("SHA-1", "sha1"),
        ("SHA512/256 ", "sha512-256"),
        ("SHA2-512/256", "sha512-256"),
        ("SHA512-256", "sha512-256"),
        ("SHA512t256 ", "sha512-256"),
        ("SHA512/224 ", "sha512-224"),
        ("SHA3-256", "sha3-256"),
        ("BLAKE2b ", "blake2b-512"),
        ("BLAKE2b-256 ", "blake2b-256"),
        ("BLAKE2B-512", "blake2b-512"),
        ("BLAKE2s ", "blake2s-256"),
        ("SHAKE128-256 ", "shake128-256"),
    ] {
        let algorithm = lookup(name).unwrap();
        let hex = "5A".repeat(algorithm.output_len());
        let lines = read(format!("{tag}(name)= {hex}\r\n"));
        let entry = lines[0].1.as_ref().unwrap();
        assert_eq!((entry.algorithm, entry.name.as_slice()), (algorithm, &b"name"[..]), "{tag}");
    }
    // the default lengths of OpenSSL and of this library
    for (tag, bits) in [("SHAKE-128", 128), ("SHAKE-128", 256), ("SHAKE-256", 256), ("SHAKE-256", 512)] {
        let lines = read(format!("{tag}(name)= {}", "5a".repeat(bits / 8)));
        let name = format!("{}-{bits}", tag.to_lowercase().replace('-', ""));
        assert_eq!(lines[0].1.as_ref().unwrap().algorithm.name(), name);
    }
}

#[test]
fn what_surrounds_lines() {
    let text = format!(
        "\u{feff}# comment\r\n; another\n\n  \t\n\r\n \t{DIGEST}  a\r\n  # indented\n\tSHA256 (b) = {}\r\n",
        DIGEST.to_uppercase()
    );
    assert_eq!(names(&text), ["a", "b"]);
    assert_eq!(read(&text).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [6, 8]);
}

#[test]
fn escapes() {
    assert_eq!(names(format!("\\{DIGEST}  a\\nb\\\\c\\rd\n")), ["a\nb\\c\rd"]);
    assert_eq!(names(format!(" \\SHA256 (a\\nb) = {DIGEST}\n")), ["a\nb"]);
    assert_eq!(names(format!("{DIGEST}  a\\nb\n")), ["a\\nb"]);
    for name in ["a\\", "a\\t", "\\x41", "a\\ b"] {
        assert_eq!(flaw(format!("\\{DIGEST}  {name}\n")), Flaw::Escape);
    }
    assert_eq!(flaw("\\"), Flaw::Form);
    assert_eq!(flaw("\\# x"), Flaw::Form);
}

#[test]
fn names_are_bytes() {
    let mut text = format!("{DIGEST}  ").into_bytes();
    text.extend_from_slice(b"\xff\xfe\x01\x80\n");
    assert_eq!(read(&text)[0].1.as_ref().unwrap().name, b"\xff\xfe\x01\x80");
    assert_eq!(flaw(format!("{DIGEST}  a\0b\n")), Flaw::Nul);
}

#[test]
fn flawed_lines() {
    for text in [
        "x",
        "garbage here",
        DIGEST,
        &format!("{DIGEST} "),
        &format!("{DIGEST}  "),
        "(a) = 00",
        "a(b",
        "a)b(",
    ] {
        let flaw = flaw(text);
        assert!(matches!(flaw, Flaw::Form | Flaw::NoAlgorithm { .. }), "{text}: {flaw}");
    }
    let sha256 = lookup("sha256").unwrap();
    assert_eq!(flaw("SHA256 (a) = "), Flaw::Length { algorithm: sha256, digits: 0 });
    // the length tells the algorithm in the other encodings too
    assert_eq!(
        names(
            "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=  a\nXJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====  b\n"
        ),
        ["a", "b"]
    );
    assert_eq!(flaw("SHA256 (a) = 00"), Flaw::Length { algorithm: sha256, digits: 2 });
    assert_eq!(flaw(format!("SHA256 (a) = {DIGEST}0")), Flaw::Length { algorithm: sha256, digits: 65 });
    assert_eq!(flaw(format!("SHA256 (a) = {}g", &DIGEST[1..])), Flaw::Digits);
    assert_eq!(flaw(format!("SHA257 (a) = {DIGEST}")), Flaw::UnknownTag("SHA257".into()));
    assert_eq!(flaw("00000000  a"), Flaw::NoAlgorithm { digits: 8 });
    let two = read(format!("{DIGEST}  a\n{DIGEST} b\n{DIGEST}\tc\n"));
    assert_eq!([&two[1].1, &two[2].1], [&Err(Flaw::Blanks), &Err(Flaw::Blanks)]);
}

#[test]
fn what_was_asked_for_rules_out_the_rest() {
    let text = format!("{DIGEST}  a\nSHA256 (b) = {DIGEST}\nMD5 (c) = {}\n", &DIGEST[..32]);
    let lines = read_as(text.as_bytes(), LineEnd::LineFeed, Some("sha256"), Some("md5"));
    assert!(lines[0].1.is_ok() && lines[1].1.is_ok());
    assert!(matches!(lines[2].1, Err(Flaw::OtherAlgorithm { .. })));
    let lines = read_as(text.as_bytes(), LineEnd::LineFeed, None, Some("md5"));
    assert!(matches!(lines[0].1, Err(Flaw::Length { digits: 64, .. })));
    assert!(lines[1].1.is_ok() && lines[2].1.is_ok());
}

#[test]
fn a_list_does_not_choose_the_length() {
    // a bare name means the first of the entries that share it
    let is_first = |algorithm: &Algorithm| lookup(algorithm.info().name).ok() == Some(*algorithm);
    let free = || {
        let all = hash::entries().map(|entry| entry.algorithm());
        all.filter(|algorithm| !algorithm.info().lengths.is_fixed()).filter(is_first)
    };
    assert!(free().count() > 20);
    for algorithm in free() {
        let (info, whole) = (algorithm.info(), algorithm.output_len());
        let used = [Use::Compared, Use::ComparedUnderKey];
        let lengths = [1, 2, 8, 15, 16, 20, whole - 1, whole, whole + 1, 2 * whole];
        for (length, used) in lengths.into_iter().flat_map(|length| used.map(|used| (length, used))) {
            let Ok(cut) = algorithm.with_bits(8 * length) else { continue };
            let (digits, usual) = ("5a".repeat(length), strength::usual(cut).contains(&length));
            let lines = |given: Option<Expected>, named: Option<&str>, line: String| -> Lines {
                let named = named.map(|name| Expected::named(name).unwrap());
                let reader = Reader::new(line.as_bytes(), LineEnd::LineFeed, given, named);
                let mut reader = reader.for_use(used);
                std::iter::from_fn(|| reader.next()).collect::<Result<_, _>>().unwrap()
            };
            let bare = Expected::named(info.name).unwrap();
            let exact = Expected::exactly(cut);
            let tool = Expected { algorithm, lengths: Lengths::Any };
            let long = used == Use::Compared && length >= 16;
            let whole = length == whole || usual && info.name.starts_with("shake");
            let weak = |line: &(u64, Result<Entry, Flaw>)| {
                matches!(line.1, Err(Flaw::Weak { .. } | Flaw::Length { .. }))
            };
            for (given, named, line, counts) in [
                // nobody names the length
                (None, None, format!("{} (a) = {digits}", info.tag), whole),
                (Some(bare), None, format!("{} (a) = {digits}", info.tag), whole),
                (Some(bare), None, format!("{digits}  a"), whole),
                (None, Some(info.name), format!("{digits}  a"), whole),
                // the list names the length
                (None, None, format!("{} (a) = {digits}", named_tag(&cut)), usual || long),
                (Some(bare), None, format!("{} (a) = {digits}", named_tag(&cut)), usual || long),
                (None, None, format!("{}-keyed (a) = {digits}", named_tag(&cut)), usual || long),
                (Some(tool), None, format!("{digits}  a"), usual || long),
                (None, Some(&cut.name()), format!("{digits}  a"), usual || long),
                // the caller names the length
                (Some(exact), None, format!("{} (a) = {digits}", named_tag(&cut)), true),
                (Some(exact), None, format!("{} (a) = {digits}", info.tag), true),
                (Some(exact), None, format!("{digits}  a"), true),
                // the caller names the length, and a longer or shorter digest is not accepted
                (Some(exact), None, format!("{digits}00  a"), false),
                (Some(exact), None, format!("{} (a) = {}", info.tag, &digits[2..]), false),
            ] {
                let lines = lines(given, named, line.clone());
                assert_eq!(lines.len(), 1);
                assert_eq!(lines[0].1.is_ok(), counts, "{used:?}, {given:?}, {named:?}: {line}: {lines:?}");
                assert!(counts || weak(&lines[0]), "{line}: {lines:?}");
            }
        }
    }
}

/// Returns a tag with the length of the digest in bits, even if this length is usually left out.
fn named_tag(algorithm: &Algorithm) -> String {
    let (tag, bits) = (algorithm.tag(), 8 * algorithm.output_len());
    if tag == algorithm.info().tag { format!("{tag}-{bits}") } else { tag }
}

#[test]
fn columns_of_hashdeep_do_not_choose_the_length() {
    let list = |column: &str, length: usize| {
        format!("%%%% HASHDEEP-1.0\n%%%% size,{column},filename\n3,{},a\n", "5a".repeat(length))
    };
    assert!(matches!(read(list("blake3-8", 1))[0].1, Err(Flaw::Weak { keyed: false, .. })));
    assert!(read(list("blake3-128", 16))[0].1.is_ok() && read(list("blake3", 32))[0].1.is_ok());
    let text = list("blake3-128", 16);
    let reader = Reader::new(text.as_bytes(), LineEnd::LineFeed, None, None);
    let first = reader.for_use(Use::ComparedUnderKey).next().unwrap().unwrap().1;
    assert!(matches!(first, Err(Flaw::Weak { keyed: true, .. })));
}

#[test]
fn the_digest_tells_its_length_to_the_tools_of_coreutils() {
    let lines = |given: &str, digits: usize| {
        let algorithm = lookup(given).unwrap();
        let given = Expected { algorithm, lengths: Lengths::Any };
        let text = format!("{}  a\n", "5".repeat(digits));
        Reader::new(text.as_bytes(), LineEnd::LineFeed, Some(given), None).next().unwrap().unwrap().1
    };
    for (given, bits) in [("blake2b", 256), ("blake2b", 512), ("blake2b", 128), ("blake2b-8", 8)] {
        assert_eq!(lines(given, bits / 4).unwrap().algorithm.name(), format!("blake2b-{bits}"));
    }
    for (given, digits) in [("blake2b", 130), ("sha256", 62), ("blake2b", 3)] {
        assert!(matches!(lines(given, digits), Err(Flaw::Length { .. })), "{given} {digits}");
    }
    for (given, digits) in [("blake2b", 30), ("blake2b-8", 4)] {
        assert!(matches!(lines(given, digits), Err(Flaw::Weak { .. })), "{given} {digits}");
    }
}

#[test]
fn lengths_tell_only_what_is_in_common_use() {
    for (digits, name) in
        [(32, "md5"), (40, "sha1"), (56, "sha224"), (64, "sha256"), (96, "sha384"), (128, "sha512")]
    {
        let lines = read(format!("{}  a\n", "0".repeat(digits)));
        let entry = lines[0].1.as_ref().unwrap();
        assert_eq!(entry.algorithm.name(), name);
        assert!(entry.guessed);
    }
    let tagged = read(format!("SHA256 (a) = {DIGEST}"));
    assert!(!tagged[0].1.as_ref().unwrap().guessed);
}

#[test]
fn names_of_lists() {
    for (list, name) in [
        ("SHA256SUMS", "sha256"),
        ("dir/sha256sums.txt", "sha256"),
        ("md5sums.txt", "md5"),
        ("MD5SUM", "md5"),
        ("sha1sum", "sha1"),
        ("file.tar.gz.sha512", "sha512"),
        ("file.iso.sha256sum", "sha256"),
        ("file.iso.SHA256.txt", "sha256"),
        ("tool_1.0_SHA256SUMS", "sha256"),
        ("tool-1.0-sha3-256.txt", "sha3-256"),
        ("SHA512-256SUMS", "sha512-256"),
        ("x.blake2b-256", "blake2b-256"),
        ("x.b2", "blake2b-512"),
        ("B2SUMS", "blake2b-512"),
        ("SHA1SUMS.asc", "sha1"),
    ] {
        let expected = from_list_name(Path::new(list)).unwrap_or_else(|| panic!("{list}"));
        assert_eq!(expected.algorithm.name(), name, "{list}");
    }
    for list in
        ["list", "sums", "checksums.txt", "-", "", "..", "sha257sums", "sha256/list", "sha256sums.zip", "é.ü"]
    {
        assert_eq!(from_list_name(Path::new(list)), None, "{list}");
    }
    assert_eq!(from_list_name(Path::new("B2SUMS")).unwrap().lengths, Lengths::Usual);
}

#[test]
fn utf_16_is_read_with_a_mark_and_refused_without() {
    // in UTF-16, both bytes of U+0A0A and one byte of U+010A equal a byte of a line feed
    let text = format!("{DIGEST}  \u{0a0a}\u{0a}{DIGEST}  \u{010a}b\r\n");
    for (big, mark) in [(false, true), (true, true), (false, false), (true, false)] {
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        let text: Vec<u8> = units.flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect();
        if mark {
            assert_eq!(names(&text), ["\u{0a0a}", "\u{010a}b"]);
            // at the end, half a UTF-16 unit, or a surrogate without its pair
            for end in [&[0][..], if big { &[0xd8, 0, 0, 0x0a] } else { &[0, 0xd8, 0x0a, 0] }] {
                let damaged = [&text, end].concat();
                let mut reader = Reader::new(&damaged[..], LineEnd::LineFeed, None, None);
                let last = std::iter::from_fn(|| reader.next()).take(3).last().unwrap();
                assert!(last.unwrap_err().to_string().contains("UTF-16"));
            }
            continue;
        }
        let error = Reader::new(&text[..], LineEnd::LineFeed, None, None).next().unwrap().unwrap_err();
        assert!(error.to_string().contains("UTF-16"), "{error}");
    }
}

#[test]
fn long_lines_are_passed_over() {
    let mut text = vec![b'a'; 3 << 20];
    text.push(b'\n');
    text.extend_from_slice(format!("{DIGEST}  a\n").as_bytes());
    let lines = read(&text);
    assert_eq!(lines[0], (1, Err(Flaw::TooLong)));
    assert!(lines[1].1.is_ok() && lines[1].0 == 2);
}

#[test]
fn written_lines() {
    let sha256 = lookup("sha256").unwrap();
    let line = |layout, encoding, name: &[u8], end| {
        let mut out = Vec::new();
        write_line(&mut out, Style { layout, encoding }, || sha256.tag(), &[0xa5; 32], name, end);
        String::from_utf8(out).unwrap()
    };
    let hex = "a5".repeat(32);
    let base64 = "paWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaU=";
    use {Encoding::*, Layout::*, LineEnd::*};
    assert_eq!(line(Tagged, Hex, b"a", LineFeed), format!("SHA256 (a) = {hex}\n"));
    assert_eq!(line(Untagged, Hex, b"a", LineFeed), format!("{hex}  a\n"));
    assert_eq!(line(Binary, Hex, b"a", LineFeed), format!("{hex} *a\n"));
    assert_eq!(line(Tagged, Base64, b"a", LineFeed), format!("SHA256 (a) = {base64}\n"));
    assert_eq!(line(Untagged, Hex, b"a\n\r\\b", LineFeed), format!("\\{hex}  a\\n\\r\\\\b\n"));
    assert_eq!(line(Tagged, Hex, b"a\nb", LineFeed), format!("\\SHA256 (a\\nb) = {hex}\n"));
    assert_eq!(line(Tagged, Hex, b"a\nb\\", Nul), format!("SHA256 (a\nb\\) = {hex}\0"));
}

#[test]
fn a_short_digest_is_not_a_tag() {
    let lines = read_as(b"AAAG  () = \n", LineEnd::LineFeed, Some("crc24"), None);
    let [(_, Ok(entry))] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&entry.digest[..], &entry.name[..]), (&[0, 0, 6][..], &b"() = "[..]));
    let lines = read_as(b"AAAH5  () = \n", LineEnd::LineFeed, Some("crc24"), None);
    assert!(matches!(&lines[..], [(_, Err(Flaw::UnknownTag(tag)))] if tag == "AAAH5"), "{lines:?}");
}

fn algorithms() -> Vec<Algorithm> {
    hash::entries().flat_map(|entry| entry.algorithms()).collect()
}

fn any_style() -> impl Strategy<Value = Style> {
    let layout = prop_oneof![Just(Layout::Tagged), Just(Layout::Untagged), Just(Layout::Binary)];
    let encoding = prop_oneof![Just(Encoding::Hex), Just(Encoding::Base64)];
    (layout, encoding).prop_map(|(layout, encoding)| Style { layout, encoding })
}

/// The line ends of XML have no meaning. On one line, its attributes are not words of mtree.
#[test]
fn xml_on_one_line() {
    let metalink = |attributes: &str| {
        format!(
            "<metalink><file name=\"a\"{attributes}><hash type=\"sha-256\">{DIGEST}</hash></file></metalink>"
        )
    };
    for attributes in ["", " type=\"file\"", " mode=\"644\"", " uid=\"0\" gid=\"0\""] {
        assert_eq!(names(metalink(attributes)), ["a"], "{attributes}");
        assert_eq!(
            names(format!("<?xml version=\"1.0\"?>{}\n", metalink(attributes))),
            ["a"],
            "{attributes}"
        );
    }
}

/// A file of a type that mtree does not have is no file to pass over.
#[test]
fn unknown_types_in_mtree_are_flaws() {
    assert_eq!(flaw(format!("#mtree\na type=fils sha256digest={DIGEST}\n")), Flaw::Form);
    assert_eq!(names(format!("#mtree\na type=file sha256digest={DIGEST}\nb type=link\n")), ["a"]);
}

/// Comments in a list whose lines begin with names: only the comments that could name a file are malformed.
#[test]
fn comments_that_could_be_files() {
    let lines =
        |text: &str| read(text).into_iter().map(|(line, entry)| (line, entry.is_ok())).collect::<Vec<_>>();
    assert_eq!(lines("# a comment\na 352441C2\n#b 352441C2\n# the end\n"), [(2, true), (3, false)]);
    // the format is known from the third line on
    assert_eq!(lines("#b 352441C2\n; c 352441C2\na 352441C2\n"), [(3, true), (1, false)]);
    assert_eq!(lines(&format!("# {DIGEST}\n{DIGEST}  a\n")), [(2, true)]);
    assert_eq!(lines(&format!("#mtree\n# {DIGEST}\na type=file sha256={DIGEST}\n")), [(3, true)]);
    assert_eq!(lines(&format!("{DIGEST}  a\n#mtree\n{DIGEST}  b\n")), [(1, true), (3, true)]);
}

/// Generates plain names, and names full of the characters that lines consist of.
fn any_name() -> impl Strategy<Value = Vec<u8>> {
    let parts: Vec<&[u8]> = vec![
        b" ", b"*", b"\\", b"\n", b"\r", b"(", b")", b" = ", b"n", b"SHA256 (", b"\xff", b"\t", b"#",
        b"\xef\xbb\xbf",
    ];
    prop_oneof![
        prop::collection::vec(1u8.., 1..40),
        prop::collection::vec(prop::sample::select(parts), 1..12).prop_map(|parts| parts.concat()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn what_is_written_is_read(
        style in any_style(),
        nul in any::<bool>(),
        files in prop::collection::vec((any_name(), any::<[u8; 32]>()), 1..5),
        which in any::<prop::sample::Index>(),
    ) {
        let algorithm = *which.get(&algorithms());
        let end = if nul { LineEnd::Nul } else { LineEnd::LineFeed };
        let mut text = Vec::new();
        let digest = |seed: &[u8; 32]| seed.iter().copied().cycle().take(algorithm.output_len()).collect::<Vec<u8>>();
        for (name, seed) in &files {
            write_line(&mut text, style.of(algorithm), || algorithm.tag(), &digest(seed), name, end);
        }
        let lines = read_as(&text, end, Some(&algorithm.name()), None);
        prop_assert_eq!(lines.len(), files.len());
        for ((_, line), (name, seed)) in lines.iter().zip(&files) {
            let entry = line.as_ref().map_err(|flaw| TestCaseError::fail(flaw.to_string()))?;
            prop_assert_eq!((entry.algorithm, &entry.digest, &entry.name), (algorithm, &digest(seed), name));
        }
        if style.layout == Layout::Tagged {
            prop_assert_eq!(read_as(&text, end, None, None), lines);
        }
    }

    #[test]
    fn noise_is_only_noise(
        text in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..400),
            "([ \t\\\\#;(=)*]|SHA256|[0-9a-f]{32}|[0-9a-f]{64}|\r|\n|\0|[A-Za-z+/]{4}|BLAKE2b-)*"
                .prop_map(String::into_bytes),
        ],
        nul in any::<bool>(),
        given in prop::option::of(prop::sample::select(vec!["sha256", "blake2b", "shake128"])),
    ) {
        let end = if nul { LineEnd::Nul } else { LineEnd::LineFeed };
        let mut reader = Reader::new(&text[..], end, given.and_then(|name| Expected::named(name).ok()), None);
        while let Some(Ok((_, line))) = reader.next() {
            if let Ok(entry) = line {
                prop_assert_eq!(entry.digest.len(), entry.algorithm.output_len());
            }
        }
    }

    #[test]
    fn any_name_of_a_list_will_do(name in ".*") {
        from_list_name(Path::new(&name));
    }
}
