//! OpenSSL computes the tags, ciphertexts and keys that `bramah` computes.

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

/// `openssl enc` with a passphrase writes what `bramah decrypt` reads.
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

/// `openssl enc` with every form of its output and ciphers of every kind.
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
