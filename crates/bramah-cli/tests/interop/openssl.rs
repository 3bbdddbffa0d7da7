//! Compares the tags, ciphertexts and keys of `bramah` with those of OpenSSL.

use crate::support::{Dir, hex, message};

#[test]
fn tags_of_cmac_agree() {
    let dir = Dir::new();
    for (bits, len) in [(128, 0), (128, 1), (192, 16), (256, 17), (256, 4097)] {
        let key = hex(&message(bits / 8));
        let (cipher, option) = (format!("AES-{bits}-CBC"), format!("hexkey:{key}"));
        let input = message(len);
        dir.write("in", &input);
        let theirs =
            dir.program("openssl", ["mac", "-cipher", &cipher, "-macopt", &option, "-in", "in", "CMAC"], b"");
        let ours = dir.run(&format!("mac cmac-aes-{bits} --key {key} in"));
        assert_eq!(ours.well(), format!("{}  in\n", theirs.well().trim().to_lowercase()));
    }
}

#[test]
fn tags_of_hmac_agree() {
    let dir = Dir::new();
    for (hash, len) in [("sha1", 0), ("sha256", 1), ("sha512", 4097), ("sha3-256", 200)] {
        let key = hex(&message(77));
        let option = format!("hexkey:{key}");
        dir.write("in", message(len));
        let theirs =
            dir.program("openssl", ["mac", "-digest", hash, "-macopt", &option, "-in", "in", "HMAC"], b"");
        let ours = dir.run(&format!("mac hmac-{hash} --key {key} in"));
        assert_eq!(ours.well(), format!("{}  in\n", theirs.well().trim().to_lowercase()));
    }
}

#[test]
fn modes_of_aes_agree_both_ways() {
    let dir = Dir::new();
    for (i, mode) in ["ecb", "cbc", "cfb", "cfb8", "cfb1", "ofb", "ctr"].into_iter().enumerate() {
        for len in [0, 1, 16, 100, 4096, 5001] {
            let bits = [128, 192, 256][(i + len) % 3];
            let name = format!("aes-{bits}-{mode}");
            let (key, iv) = (hex(&message(bits / 8)), hex(&message(16)));
            let given = if mode == "ecb" { String::new() } else { format!("--iv {iv}") };
            let ours = format!("cipher {name} -q --key {key} {given}");
            let cipher = format!("-{name}");
            let mut theirs = vec!["enc", &cipher, "-K", &key];
            if mode != "ecb" {
                theirs.extend(["-iv", &iv]);
            }
            let text = message(len);
            let encrypted = dir.fed(&ours, text.clone());
            assert_eq!(encrypted.code, 0, "{name}: {}", encrypted.err);
            let openssl =
                |way: &[&str], input: &[u8]| dir.program("openssl", theirs.iter().chain(way).copied(), input);
            openssl(&["-e"], &text).gives(&encrypted.out);
            openssl(&["-d"], &encrypted.out).gives(&text);
            dir.fed(&format!("{ours} -d"), encrypted.out).gives(&text);
        }
    }
}

#[test]
fn derived_keys_agree() {
    let dir = Dir::new();
    dir.write("password", "password\n");
    let key = hex(&[0x5a; 24]);
    let theirs = |arguments: &[&str]| {
        let given = ["kdf", "-keylen", "40"].iter().chain(arguments).copied();
        dir.program("openssl", given, b"").well().trim().replace(':', "").to_lowercase()
    };
    let (secret, info) = (format!("hexkey:{key}"), "hexinfo:0a0b0c");
    let kdf = theirs(&[
        "-kdfopt", &secret, "-kdfopt", info, "-kdfopt", "digest:SHA512", "-kdfopt", "hexsalt:01", "HKDF",
    ]);
    let ours = dir.run(&format!("kdf hkdf --hash sha512 --key {key} --info 0a0b0c --salt 01 -l 40"));
    assert_eq!(ours.well(), format!("{kdf}\n"));
    let secret = format!("hexsecret:{key}");
    let kdf = theirs(&["-kdfopt", &secret, "-kdfopt", info, "-kdfopt", "digest:SHA256", "X963KDF"]);
    assert_eq!(
        dir.run(&format!("kdf x963-kdf --hash sha256 --key {key} --info 0a0b0c -l 40")).well(),
        format!("{kdf}\n")
    );
    let pbkdf2 =
        ["pass:password", "hexsalt:01020304", "iter:77", "digest:SHA512"].map(|option| ["-kdfopt", option]);
    let kdf = theirs(&[&pbkdf2.concat()[..], &["PBKDF2"]].concat());
    let ours = "kdf pbkdf2 --password-file password --salt 01020304 --iterations 77 --hash sha512 -l 40";
    assert_eq!(dir.run(ours).well(), format!("{kdf}\n"));
}

/// `bramah decrypt` reads files of `openssl enc` with a passphrase.
#[test]
fn encrypted_files_are_read() {
    let dir = Dir::new();
    dir.write("pass", "correct horse\n");
    for (name, digest) in [("aes-256-cbc", "sha256"), ("aes-128-ctr", "sha512"), ("chacha20", "sha256")] {
        for len in [0, 1, 16, 5001] {
            let text = message(len);
            let cipher = format!("-{name}");
            let words = ["enc", &cipher, "-pbkdf2", "-iter", "1234", "-md", digest, "-pass", "file:pass"];
            let theirs = dir.program("openssl", words, &text);
            assert_eq!(theirs.code, 0, "{}", theirs.err);
            let ours = format!(
                "decrypt -q --cipher {name} --digest {digest} --iterations 1234 --passphrase-file pass"
            );
            dir.fed(&ours, theirs.out).gives(&text);
        }
    }
}

/// Files of `openssl enc` in every format and with ciphers of every kind.
#[test]
fn files_of_enc_are_read() {
    let dir = Dir::new();
    dir.write("secret", "secret");
    for cipher in ["aes-256-cbc", "aes-128-ctr", "camellia-256-cbc", "chacha20"] {
        for form in ["", "-a", "-a -A"] {
            for len in [0, 1, 15, 16, 47, 48, 49, 1000, 300_000] {
                let text = message(len);
                let options = format!("enc -{cipher} -pbkdf2 -iter 1000 -pass file:secret {form}");
                let theirs = dir.program("openssl", options.split_whitespace(), &text);
                assert_eq!(theirs.code, 0, "{}", theirs.err);
                let ours = format!("decrypt -q --cipher {cipher} --iterations 1000 --passphrase-file secret");
                dir.fed(&ours, theirs.out).gives(&text);
            }
        }
    }
}

/// Every cipher of `openssl enc`, with both key derivations, with and without a salt, in every format and in both
/// directions. Ciphers that Bramah does not have are refused with a message that names them.
#[test]
fn every_cipher_of_enc_agrees_both_ways() {
    const PROVIDERS: &str = "-provider legacy -provider default";
    let dir = Dir::new();
    dir.write("secret", "secret");
    let run = |words: &str, input: &[u8]| dir.program("openssl", words.split_whitespace(), input);
    let list = run(&format!("enc {PROVIDERS} -list"), b"");
    let names: Vec<&str> = list.text().split_whitespace().filter_map(|word| word.strip_prefix('-')).collect();
    assert!(names.len() > 100, "{names:?}");
    let (mut tested, mut others) = (0, Vec::new());
    for (i, name) in names.into_iter().enumerate() {
        // OpenSSL lists key wrap too, but it needs a flag that `enc` does not set
        if name.contains("wrap") || name.contains("Wrap") {
            continue;
        }
        for j in 0..6 {
            let text = message([0, 1, 15, 16, 17, 1000, 5001][(i + j) % 7]);
            let (form, digest) =
                (["", "-a", "-a -A"][j % 3], ["sha256", "md5", "sha1", "sha512"][(i + j) % 4]);
            let (theirs, ours) = [
                ("-pbkdf2 -iter 7", "--iter 7"),
                ("", "--no-pbkdf2"),
                ("-nosalt -iter 9", "--no-salt --iterations 9"),
                ("-nosalt", "--nosalt --no-pbkdf2"),
                ("-S 0102030405060708 -iter 3", "-S 0102030405060708 --iter 3"),
                ("-S 0102030405060708", "--salt 0102030405060708 --no-pbkdf2"),
            ][j];
            let theirs = format!("enc {PROVIDERS} -{name} {theirs} -md {digest} {form} -pass file:secret");
            let ours = format!("-q --cipher {name} {ours} --md {digest} --passphrase-file secret");
            let written = dir.fed(&format!("encrypt --format openssl {form} {ours}"), text.clone());
            if written.code == 2 {
                assert!(written.err.contains("--cipher"), "{name}: {}", written.err);
                others.push(name);
                break;
            }
            assert_eq!(written.code, 0, "{name}: {}", written.err);
            let read = run(&format!("{theirs} -d"), &written.out);
            assert!(read.code == 0 && read.out == text, "{ours}: {}", read.err);
            let made = run(&theirs, &text);
            assert_eq!(made.code, 0, "{theirs}: {}", made.err);
            let base64 = if form.is_empty() { "" } else { "-a" };
            dir.fed(&format!("decrypt {base64} {ours}"), made.out).gives(&text);
            tested += 1;
        }
    }
    assert!(tested > 500, "{tested}");
    assert_eq!(others, ["desx", "desx-cbc"]);
}

/// Every digest of `openssl enc -md`, with both key derivations.
#[test]
fn every_digest_of_enc_agrees() {
    let dir = Dir::new();
    dir.write("secret", "secret");
    let text = message(100);
    for digest in [
        "md4", "md5", "ripemd160", "rmd160", "ripemd", "sha1", "sha224", "sha256", "sha384", "sha512",
        "sha512-224", "sha512-256", "sha3-224", "sha3-256", "sha3-384", "sha3-512", "blake2b512",
        "blake2s256", "sm3", "whirlpool", "shake128", "shake256",
    ] {
        for (theirs, ours) in [("", "--no-pbkdf2"), ("-iter 5", "--iter 5")] {
            if digest.starts_with("shake") && !theirs.is_empty() {
                continue;
            }
            let words = format!(
                "enc -provider legacy -provider default -d -aes-256-cbc {theirs} -md {digest} -pass file:secret"
            );
            let ours = format!("encrypt -q --format openssl {ours} --md {digest} --passphrase-file secret");
            let written = dir.fed(&ours, text.clone());
            assert_eq!(written.code, 0, "{ours}: {}", written.err);
            let read = dir.program("openssl", words.split_whitespace(), &written.out);
            assert!(read.code == 0 && read.out == text, "{ours}: {}", read.err);
        }
    }
}

/// `bramah cipher` agrees with `openssl enc -K .. -iv ..`. The first half of OpenSSL's IV for ChaCha20 is a block
/// counter.
#[test]
fn keys_and_ivs_of_enc_are_those_of_cipher() {
    let dir = Dir::new();
    let (key, text) = (hex(&message(32)), message(1000));
    for counter in [0_u64, 1, 0xffff_fffe, 0x1_0000_0000] {
        let (counted, nonce) = (hex(&counter.to_le_bytes()), hex(&message(8)));
        let words = format!("enc -chacha20 -a -K {key} -iv {counted}{nonce}");
        let theirs = dir.program("openssl", words.split_whitespace(), &text);
        let decoded = dir.program("base64", ["-d"], theirs.well().as_bytes());
        let ours =
            format!("cipher -d -q chacha20 --key {key} --iv {nonce} --position {}", u128::from(counter) * 64);
        dir.fed(&ours, decoded.out).gives(&text);
    }
}
