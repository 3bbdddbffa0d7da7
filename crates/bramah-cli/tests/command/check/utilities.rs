//! The test programs of other libraries: `digest -tv` and `bctest` of cppcrypto, `chacha-util`, and `blake2b-util`.

use crate::support::{ABC, Links};

/// Vectors of AES-128 (FIPS 197, appendix B) and of Threefish-256 with a tweak (the Skein paper, 1.3).
const AES: &str = "a comment\nKEY = 2B7E151628AED2A6ABF7158809CF4F3C\r\nPT=3243f6a8885a308d313198a2e0370734\n\
                   CT=3925841d02dc09fbdc118597196a0b32\n";

#[test]
fn files_of_vectors_are_tested() {
    let links = Links::new();
    let test = |name: &str, text: &str| {
        links.0.write("vectors", text);
        let ran = links.ours("digest", &["-tv", name, "vectors"]);
        (ran.text().to_string(), ran.err, ran.code)
    };
    for name in ["rijndael128-128", "rijndael128_128", "aes-128"] {
        assert_eq!(test(name, AES), (format!("{name}: 1/1 OK\n"), String::new(), 0));
    }
    let (out, err, code) = test("aes-128", &format!("{AES}CT=3925841d02dc09fbdc118597196a0b33\n"));
    assert_eq!((out.as_str(), code), ("aes-128: 1/2 OK, 1/2 FAILED\n", 1));
    assert!(
        err.starts_with("digest: Error for test 1 (aes-128, line 5): encryption: expected 3925"),
        "{err}"
    );
    // repeated encryption; as in cppcrypto's files, the tweak applies to a single vector
    let twice = "KEY=0123456789abcdeffedcba9876543210\nPT=0123456789abcdeffedcba9876543210\nREPEAT=1000000\n\
                 CT=595298c7c6fd271f0402f804c33d3f66\n";
    let (out, _, code) = test("sm4", &twice.replace("1000000", "1"));
    assert_eq!((out.as_str(), code), ("sm4: 1/1 FAILED\n", 1));
    assert_eq!(test("sm4", twice).2, 0);
    let tweaked = "KEY=101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F\n\
                   PT=FFFEFDFCFBFAF9F8F7F6F5F4F3F2F1F0EFEEEDECEBEAE9E8E7E6E5E4E3E2E1E0\n\
                   TWEAK=000102030405060708090A0B0C0D0E0F\n\
                   CT=E0D091FF0EEA8FDFC98192E62ED80AD59D865D08588DF476657056B5955E97DF\n";
    assert_eq!(test("threefish256_256", tweaked).0, "threefish256_256: 1/1 OK\n");
    let again = tweaked.lines().last().unwrap();
    assert_eq!(
        test("threefish256_256", &format!("{tweaked}{again}\n")).0,
        "threefish256_256: 1/2 OK, 1/2 FAILED\n"
    );
    let empty = "Msg=\nMD=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n";
    assert_eq!(test("sha256", &format!("{empty}Msg=616263\nMD={ABC}\n")).0, "sha256: 2/2 OK\n");
    assert_eq!(test("sha256", AES), ("sha256: No tests found\n".into(), String::new(), 1));
    assert_eq!(test("sha256", "Msg=616\nMD=00\n").2, 1);
    assert_eq!(test("nothing", AES).2, 2);
    assert_eq!(links.ours("digest", &["-tv", "sha256"]).code, 1);
}

#[test]
fn bctest_is_a_name_of_digests_measurement() {
    let links = Links::new();
    links.0.write("long", vec![7; 1001]);
    let ran = links.ours("bctest", &["1", "long"]);
    assert!(ran.well().lines().all(|line| line.ends_with(" OK")) && ran.text().contains("aes-256-ctr "));
    let ran = links.ours("bctest", &["0", "long"]);
    assert!(ran.err.starts_with("bctest: syntax: ") && ran.code == 1, "{}", ran.err);
}

#[test]
fn utilities_measure_and_compare() {
    let links = Links::new();
    for (tool, columns) in [("chacha-util", "8192 byte(s):"), ("blake2b-util", "128 byte(s):")] {
        let fuzz = links.ours(tool, &["fuzz", "9"]);
        assert!(fuzz.well().starts_with("fuzzing ") && fuzz.text().contains("portable"), "{}", fuzz.text());
        assert!(fuzz.text().ends_with("\n\n.\n"), "{}", fuzz.text());
        let bench = links.ours(tool, &["bench"]);
        assert!(bench.well().lines().any(|line| line == columns), "{}", bench.text());
        let row = bench.text().lines().find(|line| line.starts_with("      portable, ")).expect("a row");
        assert!(row.contains(" cycles per call, ") && row.ends_with(" cycles/byte"), "{row}");
        for arguments in [&[][..], &["fuzz", "0"], &["bench", "1"], &["other"]] {
            let ran = links.ours(tool, arguments);
            assert_eq!((ran.err, ran.code), (format!("{tool}: usage: bench, or fuzz [PASSES]\n"), 1));
        }
    }
}
