//! Tests of stream ciphers, and of their combinations with Poly1305.

use crate::support::{Dir, hex, message};

const KEY: &str = "--key 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

fn cipher(name: &str, nonce: usize, more: &str) -> String {
    format!("cipher -q {name} {KEY} --nonce {} {more}", hex(&message(nonce + 1)[1..]))
}

#[test]
fn known_answers() {
    let dir = Dir::new();
    // RFC 8439, 2.4.2: the keystream begins with the second block
    let arguments = format!("cipher -q chacha20-ietf {KEY} --iv 000000000000004a00000000 --position 64");
    let text = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
                sunscreen would be it.";
    let sealed = dir.fed(&arguments, text).out;
    assert_eq!(hex(&sealed)[..32], *"6e2e359a2568f98041ba0728dd0d6981");
    assert_eq!(hex(&sealed[112..]), "874d");
    dir.fed(&format!("{arguments} -d"), sealed).gives(text.as_bytes());
    // RFC 8439, 2.8.2
    let arguments = "cipher chacha20-poly1305 --iv 070000004041424344454647 --ad 50515253c0c1c2c3c4c5c6c7 \
                     --key 808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f";
    let sealed = dir.fed(arguments, text).out;
    assert_eq!(hex(&sealed[114..]), "1ae10b594f09e26a7e902ecbd0600691");
    dir.fed(&format!("{arguments} -d"), sealed).gives(text.as_bytes());
}

#[test]
fn what_was_encrypted_is_decrypted() {
    let dir = Dir::new();
    let text = message((2 << 20) + 77);
    dir.write("text", &text);
    for (name, nonce) in [
        ("chacha8", 8),
        ("chacha20 --rounds 6", 8),
        ("chacha20-ietf", 12),
        ("xchacha12", 24),
        ("salsa20-12", 8),
        ("xsalsa20", 24),
        ("hc-128", 16),
        ("rabbit", 8),
        ("sosemanuk", 16),
        ("chacha20-poly1305", 12),
        ("xchacha8-poly1305", 24),
        ("secretbox", 24),
    ] {
        let key = match name {
            "hc-128" | "rabbit" => &KEY[..KEY.len() - 32],
            _ => KEY,
        };
        let with = |more: &str| cipher(name, nonce, more).replace(KEY, key);
        let sealed = dir.run(&with("text")).out;
        assert_eq!(
            sealed.len(),
            text.len() + if name.ends_with("05") || name == "secretbox" { 16 } else { 0 }
        );
        assert_ne!(sealed[..99], text[..99], "{name}");
        dir.write("sealed", &sealed);
        dir.run(&with("-d sealed")).gives(&text);
        dir.run(&with("-d -f -o opened sealed")).gives(b"");
        assert_eq!(dir.bytes("opened"), text, "{name}");
    }
    let whole = dir.run(&cipher("chacha20", 8, "text")).out;
    for jobs in [1, 2, 5] {
        dir.run(&cipher("chacha20", 8, &format!("-j {jobs} text"))).gives(&whole);
    }
    dir.write("tail", &text[1_000_001..]);
    dir.run(&cipher("chacha20", 8, "--position 1000001 tail")).gives(&whole[1_000_001..]);
}

#[test]
fn it_says_what_is_not_done() {
    let dir = Dir::new();
    let ran = dir.run(&cipher("salsa20", 8, "a").replace(" -q", ""));
    assert_eq!(
        ran.err,
        "bramah: warning: salsa20 does not detect changes to the message; use chacha20-poly1305 to detect them\n"
    );
    assert!(
        dir.run(&cipher("abc", 16, "a").replace(" -q", "").replace(KEY, &KEY[..38]))
            .err
            .contains("and is broken")
    );
    assert!(dir.run(&cipher("phelix", 16, "a").replace(" -q", "")).err.contains("warning: phelix is broken"));
    assert_eq!(dir.run(&cipher("chacha20-poly1305", 12, "a").replace(" -q", "")).err, "");
}

#[test]
fn what_means_nothing() {
    let dir = Dir::new();
    let before = dir.files();
    for (name, nonce, more, says) in [
        ("chacha20", 12, "", "--iv has 12 bytes, but chacha20 takes a nonce of 8 bytes"),
        ("chacha20", 8, "--rounds 7", "chacha20: invalid number of rounds: 7 (must be even"),
        ("rabbit", 8, "--rounds 8", "rabbit: invalid number of rounds: 8"),
        ("aes-256-ctr", 16, "--rounds 8", "--rounds: aes-256-ctr has a fixed number of rounds"),
        (
            "aes-256-ofb",
            16,
            "--position 1",
            "--position: aes-256-ofb cannot start in the middle of the message; ctr can",
        ),
        ("sosemanuk", 16, "--position 1", "sosemanuk: this cipher or mode cannot seek"),
        ("sosemanuk", 16, "-j 2", "-j: sosemanuk has no counter and therefore runs on one thread only"),
        ("chacha20", 8, "--padding none", "--padding: chacha20 does not take this option"),
        ("chacha20", 8, "--increment le", "--increment: chacha20 does not take this option"),
        (
            "chacha20",
            8,
            "--ad 00",
            "--ad: chacha20 does not authenticate messages and has no use for this option; use chacha20-poly1305",
        ),
        ("chacha20", 8, "--tag-len 4", "--tag-len: chacha20 does not authenticate"),
        ("chacha20-ietf", 12, "--position 274877906945", "the keystream ends after 274877906944 bytes"),
        ("chacha20-poly1305", 8, "", "--iv has 8 bytes, but chacha20-poly1305 takes a nonce of 12 bytes"),
        (
            "chacha20-poly1305",
            12,
            "--tag-len 12",
            "--tag-len is 12, but chacha20-poly1305 has tags of 16 bytes",
        ),
        ("chacha20-poly1305", 12, "--position 1", "--position: chacha20-poly1305 does not take this option"),
        ("secretbox", 24, "--ad 00", "--ad: xsalsa20-poly1305 does not take associated data"),
        ("chacha21", 8, "", "unknown cipher \"chacha21\""),
    ] {
        dir.run(&cipher(name, nonce, &format!("{more} -o out a"))).is_usage(says);
    }
    dir.run(&format!("cipher xsalsa20 {KEY} a"))
        .is_usage("xsalsa20 needs a nonce of 24 bytes, different for each");
    let short = "cipher chacha20 --key 00 --iv 0000000000000000 a";
    dir.run(short)
        .is_usage("1 byte, but chacha20 takes a key of 16 or 32 bytes, or twice as many hexadecimal digits");
    assert_eq!(dir.files(), before, "nothing is left");
}

/// A change to any byte of a message is detected, and so is a truncated message.
#[test]
fn tampering() {
    let dir = Dir::new();
    let with = |more: &str| cipher("xchacha20-poly1305", 24, more);
    let sealed = dir.fed(&with("--ad 01"), message(20)).out;
    for at in 0..sealed.len() {
        let mut bad = sealed.clone();
        bad[at] ^= 1;
        dir.write("bad", bad);
        dir.run(&with("--ad 01 -d bad")).is("", "bramah: bad: the message is not authentic\n", 1);
        dir.run(&with("--ad 01 -d -o out bad")).is("", "bramah: bad: the message is not authentic\n", 1);
    }
    dir.write("bad", &sealed[..15]);
    dir.run(&with("-d bad")).is(
        "",
        "bramah: bad: too short: the input has 15 bytes, but the tag at its end has 16\n",
        1,
    );
    assert_eq!(dir.files(), ["a", "bad"], "nothing is left");
}

#[test]
fn random() {
    let dir = Dir::new();
    let [one, other] = [dir.run("random").out, dir.run("random").out];
    assert_eq!((one.len(), other.len()), (32, 32));
    assert_ne!(one, other);
    assert_eq!(dir.run("random 100000").out.len(), 100_000);
    dir.run("random 0").gives(b"");
    let digits = dir.run("random --hex 20").out;
    assert!(digits.len() == 41 && digits[40] == b'\n' && digits[..40].iter().all(u8::is_ascii_hexdigit));
    dir.run("random 3k -o key").gives(b"");
    assert_eq!(dir.bytes("key").len(), 3072);
    assert_eq!(
        std::os::unix::fs::PermissionsExt::mode(&dir.path("key").metadata().unwrap().permissions()) & 0o777,
        0o600
    );
    dir.run("random -o key").is("", "bramah: key: File exists; use -f to replace it\n", 1);
    dir.run("random --hex -f -o key").gives(b"");
    assert_eq!(dir.bytes("key").len(), 65);
    dir.run("random 1x").is_usage("expected a number of bytes, such as 32, 4k or 1g");
    dir.shell("$bramah random 1g > /dev/full").is("", "bramah: write error: No space left on device\n", 1);
    dir.shell("{ $bramah random 1g; echo $? >code; } | head -c 1 >/dev/null; cat code").is("1\n", "", 0);
}
