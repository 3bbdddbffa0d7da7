//! Tests of all schemes that authenticate: output to a file takes one pass, and decryption to a stream takes two.

use crate::support::{Dir, hex, message};
use bramah::aead::{self, Algorithm};

/// A length in bytes that is greater than the number of bytes read at a time.
const LARGE: usize = (1 << 20) + 17;

/// Returns all AEAD schemes that are not modes, and EAX over block ciphers with different block lengths.
fn schemes() -> Vec<Algorithm> {
    let over =
        ["aes-128-eax", "aes-256-eax", "rijndael-256-192-eax", "aes-128-ccm", "aes-192-siv", "aes-128-ocb"]
            .map(|name| aead::lookup(name).unwrap());
    aead::entries().map(|entry| entry.algorithm()).chain(over).collect()
}

/// Returns a key and a nonce, and the arguments that pass them.
fn arguments(algorithm: Algorithm) -> (Vec<u8>, Vec<u8>, String) {
    // phelix takes keys of any length up to 32 bytes
    let lengths = algorithm.key_len();
    let key = message(if lengths.min == lengths.max { lengths.max } else { 32 });
    let nonces = algorithm.nonce_len();
    // the texts are too long for a nonce of 13 bytes in ccm
    let len = if nonces.max == 13 { 12 } else { nonces.max.min(24).max(nonces.min) };
    let nonce: Vec<u8> = message(len).iter().rev().copied().collect();
    let given = format!("cipher {} -q --key {} --iv {}", algorithm.name(), hex(&key), hex(&nonce));
    (key, nonce, given)
}

#[cfg(unix)]
#[test]
fn what_is_sealed_is_opened_in_one_pass_and_in_two() {
    let dir = Dir::new();
    dir.write("header", message(LARGE));
    dir.write("empty-header", "");
    for algorithm in schemes() {
        let (key, nonce, given) = arguments(algorithm);
        let mut headers = vec![("", Vec::new())];
        if algorithm.takes_header() {
            headers.push(("--ad 00", vec![0]));
            headers.push(("--ad-file header", message(LARGE)));
            headers.push(("--ad-file empty-header", Vec::new()));
            headers.push(("--ad-file - <header", message(LARGE)));
        }
        for (ad, header) in headers {
            // the way in which associated data is passed does not change how the text is processed
            let lengths: &[usize] = match ad {
                "" => &[0, 20, LARGE],
                "--ad-file header" => &[LARGE],
                _ => &[20],
            };
            for len in lengths.iter().copied() {
                let says = format!("{given} {ad}, {len} bytes");
                let text = message(len);
                // the expected result, from the library
                let mut expected = text.clone();
                let aead = algorithm.keyed(&key).unwrap();
                let mut tag = vec![0; aead.tag_len()];
                aead.seal(&nonce, &header, &mut expected[..], &mut tag).unwrap();
                expected.extend(tag);

                dir.write("text", &text);
                let run = |more: &str| {
                    let ran = dir.shell(&format!("\"$bramah\" {given} {ad} {more}"));
                    assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{says}");
                    ran.out
                };
                assert!(run("text") == expected, "{says}");
                run("-f -o sealed text");
                assert!(dir.bytes("sealed") == expected, "{says}");
                assert!(run("-d sealed") == text, "{says}: to a stream");
                run("-d -f -o opened sealed");
                assert!(dir.bytes("opened") == text, "{says}: to a file");
                if !ad.contains('<') {
                    assert!(run("-d <sealed") == text, "{says}: from a file to a stream");
                    let piped = dir.shell(&format!("cat sealed | \"$bramah\" {given} {ad} -d | cat"));
                    assert!(piped.out == text, "{says}: from a pipe to a pipe");
                    run("-d -o /dev/null sealed");
                }
            }
        }
    }
}

#[test]
fn one_wrong_bit_anywhere_gives_nothing() {
    let dir = Dir::new();
    dir.write("header", message(LARGE));
    let mut other = message(LARGE);
    other[LARGE - 1] ^= 1;
    dir.write("other", other);
    for algorithm in schemes() {
        let (_, nonce, given) = arguments(algorithm);
        let (ad, changed) = match algorithm.takes_header() {
            true => ("--ad-file header", "--ad-file other"),
            false => ("", ""),
        };
        let sealed = dir.fed(&format!("{given} {ad}"), message(LARGE)).out;
        let nothing = |bad: &[u8], given: &str, what: &str| {
            dir.write("bad", bad);
            let before = dir.files();
            for more in ["-d bad", "-d -o opened bad"] {
                let says = "bramah: bad: the message is not authentic\n";
                let ran = dir.run(&format!("{given} {more}"));
                assert_eq!((ran.out.len(), ran.err.as_str(), ran.code), (0, says, 1), "{given}, {what}");
            }
            assert_eq!(dir.files(), before, "{given}, {what}");
        };
        let given_ad = format!("{given} {ad}");
        for (what, at) in
            [("first byte", 0), ("second piece", LARGE - 3), ("tag", LARGE), ("last byte", sealed.len() - 1)]
        {
            let mut bad = sealed.clone();
            bad[at] ^= 0x10;
            nothing(&bad, &given_ad, what);
        }
        nothing(&sealed[..sealed.len() - 1], &given_ad, "cut");
        let mut other_nonce = nonce.clone();
        other_nonce[0] ^= 1;
        nothing(&sealed, &given_ad.replace(&hex(&nonce), &hex(&other_nonce)), "nonce");
        if algorithm.takes_header() {
            nothing(&sealed, &format!("{given} {changed}"), "header");
            nothing(&sealed, &given, "no header");
        }
    }
}

/// A scheme that holds the whole message in memory refuses a message above its limit. The files are sparse.
#[test]
fn a_message_that_is_too_long_for_memory() {
    let dir = Dir::new();
    dir.write("small", "x");
    let file = std::fs::File::create(dir.path("long")).unwrap();
    file.set_len((1 << 30) + 17).unwrap();
    for name in ["aes-128-ccm", "aes-192-siv", "aes-128-ocb"] {
        let (_, _, given) = arguments(aead::lookup(name).unwrap());
        for (more, most) in
            [("long", 1u64 << 30), ("-d long", (1 << 30) + 16), ("--ad-file long small", 1 << 30)]
        {
            let says = format!(
                "bramah: long: too long: this cipher needs the whole message in memory, and the limit is {most} bytes\n"
            );
            let before = dir.files();
            let ran = dir.run(&format!("{given} -o out {more}"));
            assert_eq!((ran.out.len(), ran.err.as_str(), ran.code), (0, says.as_str(), 1), "{given} {more}");
            assert_eq!(dir.files(), before, "{given} {more}");
        }
    }
}

/// Associated data from a pipe is also available for the second pass.
#[cfg(unix)]
#[test]
fn a_header_from_a_pipe() {
    let dir = Dir::new();
    dir.write("text", message(99));
    dir.write("header", message(3 << 20));
    for algorithm in schemes().into_iter().filter(Algorithm::takes_header) {
        let (_, _, given) = arguments(algorithm);
        dir.shell(&format!("\"$bramah\" {given} --ad-file header -f -o sealed text")).is("", "", 0);
        let ran = dir.shell(&format!("cat header | \"$bramah\" {given} --ad-file - -d sealed"));
        assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{given}");
        assert!(ran.out == message(99), "{given}");
    }
}
