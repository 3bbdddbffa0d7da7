//! Tests that all files are embedded and well-formed, and contain nothing twice.

use bramah_vectors::{
    Value, Vector, aead, block, folders, fpe, hash, hashes, kdf, mac, mode, random, stream,
};
use std::collections::{BTreeSet, HashSet};
use std::{fs, path::Path};

/// Replaces SHAKE256 in tests in which only the difference of texts matters.
fn shake256(text: &[u8], len: usize) -> Vec<u8> {
    text.iter().copied().cycle().take(len).collect()
}

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect(file).replace("\r\n", "\n")
}

#[test]
fn folder_and_list_agree() {
    for folder in folders() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder.name);
        let files: BTreeSet<String> =
            path.read_dir().unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        let listed: BTreeSet<String> = folder.names.iter().map(|name| format!("{name}.txt")).collect();
        assert!(!files.is_empty());
        assert_eq!(files, listed, "{}", folder.name);
        assert_eq!(listed.len(), folder.names.len(), "a name is listed twice");
        assert!(folder.names.is_sorted());
    }
    let found = [hash("md5"), block("rijndael"), mode("ecb"), mac("cmac"), aead("eax")];
    assert!(found.iter().all(Option::is_some));
    let found = [stream("chacha"), kdf("hchacha"), random("salsar"), mac("poly1305"), aead("phelix")];
    assert!(found.iter().all(Option::is_some));
    let other = [hash("eax"), block("md5"), mode("cmac"), mac("md5"), aead("ecb")];
    assert!(other.iter().all(Option::is_none), "a name is looked for in its own folder");
}

/// Returns the folder, the name and the vectors of every file.
fn files() -> impl Iterator<Item = (&'static str, &'static str, Vec<Vector>)> {
    folders()
        .flat_map(|folder| folder.names.iter().map(|name| (folder.name, *name, folder.read(name).unwrap())))
}

/// Returns the text of a file, written from its parsed vectors.
fn render(text: &str, vectors: &[Vector]) -> String {
    let mut out: String =
        text.lines().take_while(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n");
    out.push('\n');
    let mut source = "";
    for vector in vectors {
        out.push('\n');
        if vector.source != source {
            out += &format!("[{}]\n", vector.source);
        }
        source = vector.source;
        out += &vector.id.map(|id| format!("id = {id}\n")).unwrap_or_default();
        for (name, value) in vector.fields() {
            out += format!("{name} = {value}").trim_end();
            out.push('\n');
        }
    }
    out
}

#[test]
fn files_are_as_the_parser_would_write_them() {
    for (folder, name, vectors) in files() {
        let file = format!("{folder}/{name}.txt");
        let text = read(&file);
        assert!(text.starts_with('#'), "{file} does not say what it is");
        for (line, (was, is)) in text.lines().zip(render(&text, &vectors).lines()).enumerate() {
            assert_eq!(was, is, "{file}:{}", line + 1);
        }
        assert_eq!(text, render(&text, &vectors), "{file}");
        for vector in &vectors {
            assert!(text.lines().nth(vector.line as usize - 1).unwrap().contains(" ="), "{vector}");
        }
    }
}

#[test]
fn hashes_have_a_message_and_a_digest_that_fits() {
    for &name in hashes() {
        // functions with digests of several lengths
        let several = ["blake2", "blake3", "groestl", "kupyna", "skein", "sha512-t"];
        let keccak = ["shake", "kmac", "tuplehash", "parallelhash", "kt", "ascon-xof", "ascon-cxof"];
        let fixed = match name {
            _ if several.iter().any(|start| name.starts_with(start)) => None,
            _ if keccak.iter().any(|part| name.contains(part)) => None,
            "ed2k" | "ed2k-edonkey" | "md4" | "md5" => Some(16),
            "aich" | "sha1" => Some(20),
            "tiger" | "tiger2" | "tth" => Some(24),
            "ascon-hash256" | "gost94" | "gost94-cryptopro" | "sm3" => Some(32),
            "whirlpool" => Some(64),
            "sum-bsd" | "sum-sysv" => Some(2),
            "crc24" => Some(3),
            "adler32" | "crc32" | "crc32c" | "crc-posix" | "xxh32" => Some(4),
            "crc64" | "crc64-nvme" | "xxh64" => Some(8),
            bits => Some(bits.rsplit(['a', '-']).next().unwrap().parse::<usize>().unwrap() / 8),
        };
        let vectors = hash(name).unwrap();
        assert!(vectors.len() > 50, "{name}");
        for vector in vectors {
            let digest = vector.require("digest").literal();
            assert!(!digest.is_empty() && fixed.is_none_or(|len| digest.len() == len), "{vector}");
            let plain = vector.fields().all(|(field, _)| matches!(field, "message" | "digest"));
            assert!(plain || !["md5", "sha"].iter().any(|old| name.starts_with(old)), "{vector}");
            let message = vector.require("message");
            assert_eq!(message.expand(shake256).len(), message.len(), "{vector}");
        }
    }
}

/// Returns the lengths in bytes of a cipher's block and key; the name contains them in bits.
fn lengths(cipher: &str) -> (usize, usize) {
    let bits = |text: &str| text.parse::<usize>().unwrap();
    match cipher.split('-').collect::<Vec<_>>()[..] {
        ["aes", key @ ("128" | "192" | "256")] => (16, bits(key) / 8),
        ["rijndael", block, key] => {
            let aes = block == "128" && matches!(key, "128" | "192" | "256");
            assert!(!aes, "{cipher} is called by its other name, AES");
            (bits(block) / 8, bits(key) / 8)
        }
        ["threefish", block] => (bits(block) / 8, bits(block) / 8),
        ["xtea" | "hight", "le"] | ["xtea" | "tea" | "idea" | "rc2" | "hight"] => (8, 16),
        ["des"] => (8, 8),
        ["skipjack"] => (8, 10),
        ["3des"] => (8, 24),
        ["3des", "2key"] => (8, 16),
        ["noekeon"] | ["noekeon", "indirect"] => (16, 16),
        ["cast", "128"] => (8, 16),
        ["rc6" | "cast6" | "mars", key] => (16, bits(key) / 8),
        ["simon" | "speck", block, key] => (bits(block) / 8, bits(key) / 8),
        ["camellia" | "aria" | "lea", key @ ("128" | "192" | "256")] => (16, bits(key) / 8),
        ["anubis", key] => (16, bits(key) / 8),
        ["seed" | "sm4"] => (16, 16),
        ["serpent" | "twofish", key @ ("128" | "192" | "256")] => (16, bits(key) / 8),
        ["kuznyechik"] => (16, 32),
        ["magma"] | ["gost28147", _] => (8, 32),
        ["kalyna", block, key] => (bits(block) / 8, bits(key) / 8),
        _ => panic!("{cipher}?"),
    }
}

#[test]
fn blocks_and_keys_are_those_of_a_variant() {
    for (_, name, vectors) in files().filter(|(folder, ..)| *folder == "block") {
        let rijndael = [16, 20, 24, 28, 32];
        let expected: BTreeSet<(usize, usize)> = match name {
            "rijndael" => rijndael.iter().flat_map(|block| rijndael.map(|key| (*block, key))).collect(),
            "threefish" => [32, 64, 128].map(|size| (size, size)).into(),
            "xtea" | "xtea-le" | "tea" | "idea" | "hight" | "hight-le" => [(8, 16)].into(),
            "des" => [8, 16, 24].map(|key| (8, key)).into(),
            "cast" => {
                let short = [5].into_iter().chain(10..=16).map(|key| (8, key));
                short.chain((16..=32).step_by(4).map(|key| (16, key))).collect()
            }
            "mars" => (16..=56).step_by(4).map(|key| (16, key)).collect(),
            "skipjack" => [(8, 10)].into(),
            "noekeon" => [(16, 16)].into(),
            // RC2 takes keys of every length up to 128 bytes
            "rc2" => [1, 7, 8, 16, 33].map(|key| (8, key)).into(),
            "rc6" => [16, 24, 32].map(|key| (16, key)).into(),
            "simon" | "speck" => [(8, 12), (8, 16), (16, 16), (16, 24), (16, 32)].into(),
            "camellia" | "aria" | "lea" | "serpent" | "twofish" => [16, 24, 32].map(|key| (16, key)).into(),
            "anubis" => (16..=40).step_by(4).map(|key| (16, key)).collect(),
            "shacal2" => [16, 20, 24, 28, 32, 40, 48, 56, 64].map(|key| (32, key)).into(),
            "blowfish" => [4, 5, 8, 16, 20, 32, 56].map(|key| (8, key)).into(),
            "seed" | "sm4" => [(16, 16)].into(),
            "kuznyechik" => [(16, 32)].into(),
            "magma" => [(8, 32)].into(),
            "kalyna" => [(16, 16), (16, 32), (32, 32), (32, 64), (64, 64)].into(),
            _ => panic!("{name}?"),
        };
        let mut variants = BTreeSet::new();
        for vector in vectors {
            let [key, plain, cipher] =
                ["key", "plaintext", "ciphertext"].map(|field| vector.require(field).len());
            assert_eq!(plain, cipher, "{vector}");
            assert_ne!(vector.number("iterations"), Some(0), "{vector}");
            let tweak = vector.bytes("tweak").map(|tweak| tweak.len());
            assert!(tweak.is_none() || name == "threefish" && tweak == Some(16), "{vector}");
            let cipher = vector.word("cipher");
            assert_eq!(cipher.is_some(), matches!(name, "magma" | "noekeon"), "{vector}");
            let effective = vector.number("effective");
            assert!(effective.is_none_or(|bits| name == "rc2" && (1..=1024).contains(&bits)), "{vector}");
            assert!(cipher.is_none_or(|cipher| lengths(cipher) == (plain, key)), "{vector}");
            variants.insert((plain, key));
        }
        assert_eq!(variants, expected, "{name}");
    }
}

#[test]
fn texts_of_modes_are_as_long_as_the_mode_allows() {
    for (_, name, vectors) in files().filter(|(folder, ..)| *folder == "mode") {
        let whole = ["ecb", "cbc"].contains(&name);
        for vector in vectors {
            let (block, key) = lengths(vector.word("cipher").unwrap());
            let [stealing, padding] = ["stealing", "padding"].map(|field| vector.word(field));
            assert!(stealing.is_none() && padding.is_none() || whole, "{vector}");
            assert!(stealing.is_none() || padding.is_none(), "{vector}");
            assert!(vector.word("increment").is_none() || name == "ctr", "{vector}");
            let keys = if name == "xts" { 2 } else { 1 };
            assert_eq!(vector.require("key").len(), keys * key, "{vector}");
            let iv = vector.bytes("iv").map(|iv| iv.len());
            let of_gost = ["kuznyechik", "magma"].contains(&vector.word("cipher").unwrap());
            let other = match name {
                "ctr" => iv.is_some_and(|iv| iv < block),
                // GOST R 34.13-2015: IVs of several blocks, in CFB of any length from a block on
                "cbc" | "ofb" if of_gost => iv.is_some_and(|iv| iv > block && iv % block == 0),
                "cfb" | "cfb8" | "cfb1" if of_gost => iv.is_some_and(|iv| iv > block),
                // a counter of 4 bytes and more, of at most three quarters of the block
                "ctr-acpkm" => iv.is_some_and(|iv| (block / 4..=block - 4).contains(&iv)),
                _ => false,
            };
            assert_eq!(vector.number("section").is_some(), name == "ctr-acpkm", "{vector}");
            assert!(other || iv == (name != "ecb").then_some(block), "{vector}");
            let [plain, cipher] = ["plaintext", "ciphertext"].map(|field| vector.require(field).len());
            let padded = match padding {
                None => plain,
                Some("zero") => plain.next_multiple_of(block),
                Some(_) => (plain + 1).next_multiple_of(block),
            };
            assert_eq!(cipher, padded, "{vector}");
            assert!(cipher % block == 0 || !whole || stealing.is_some(), "{vector}");
            assert!(cipher >= block || stealing.is_none() && name != "xts", "{vector}");
        }
    }
}

#[test]
fn numerals_are_below_the_radix() {
    for vector in fpe("ff1").unwrap() {
        let radix = vector.number("radix").unwrap();
        let texts = ["plaintext", "ciphertext"].map(|field| vector.require(field).expand(shake256));
        assert_eq!(texts[0].len(), texts[1].len(), "{vector}");
        assert_eq!(vector.require("key").len(), lengths(vector.word("cipher").unwrap()).1, "{vector}");
        for text in texts {
            match radix {
                2..=256 => assert!(text.iter().all(|numeral| u64::from(*numeral) < radix), "{vector}"),
                _ => {
                    let (numerals, rest) = text.as_chunks();
                    let below = |pair: &[u8; 2]| u64::from(u16::from_be_bytes(*pair)) < radix;
                    assert!(rest.is_empty() && numerals.iter().all(below), "{vector}");
                }
            }
        }
    }
}

#[test]
fn tags_are_as_long_as_a_block() {
    for (folder, name, vectors) in files().filter(|(folder, ..)| ["mac", "aead"].contains(folder)) {
        for vector in vectors {
            let [tag, key] = ["tag", "key"].map(|field| vector.require(field).len());
            match vector.word("cipher") {
                Some(cipher) if name == "ccm" => {
                    assert!([4, 6, 8, 10, 12, 14, 16].contains(&tag) && key == lengths(cipher).1, "{vector}");
                }
                Some(cipher) if name.starts_with("kccm") => {
                    let (block, one) = lengths(cipher);
                    assert!([8, 16, 32, 48, 64].contains(&tag) && tag <= block && key == one, "{vector}");
                }
                Some(cipher) if name == "kgcm" => {
                    let (block, one) = lengths(cipher);
                    assert!((8..=block).contains(&tag) && key == one, "{vector}");
                }
                Some(cipher) if name == "gcm" => {
                    assert!((12..=16).contains(&tag) && key == lengths(cipher).1, "{vector}");
                }
                Some(cipher) if name == "ocb" => {
                    let (block, one) = lengths(cipher);
                    assert!((8..=block).step_by(4).any(|length| length == tag) && key == one, "{vector}");
                }
                // two keys
                Some(cipher) if name == "siv" => {
                    let (block, one) = lengths(cipher);
                    assert_eq!((tag, key), (block, 2 * one), "{vector}");
                }
                Some(cipher) if name.starts_with("imit") => {
                    assert_eq!((tag, key), (4, lengths(cipher).1), "{vector}")
                }
                Some(cipher) => assert_eq!((tag, key), lengths(cipher), "{vector}"),
                None if name == "hmac" => assert!(vector.word("hash").is_some() && tag > 15, "{vector}"),
                None if name.starts_with("siphash") => {
                    assert_eq!((tag, key), (if name.ends_with("-128") { 16 } else { 8 }, 16), "{vector}");
                }
                None if name.starts_with("aegismac") => {
                    let keys = if name.starts_with("aegismac-128") { 16 } else { 32 };
                    let tags = if name.ends_with("-128") { 16 } else { 32 };
                    assert_eq!((tag, key), (tags, keys), "{vector}");
                }
                None if name == "blake2b-opt-keyed" => assert!(tag == 64 && key <= 64, "{vector}"),
                None if name == "phelix" => assert!(tag > 0 && tag <= 16 && key <= 32, "{vector}"),
                None if name.starts_with("aegis") => {
                    let keys = if name.starts_with("aegis-128") { 16 } else { 32 };
                    assert!([16, 32].contains(&tag) && key == keys, "{vector}");
                }
                None if name == "ascon-aead128" => {
                    assert!((8..=16).contains(&tag) && key == 16, "{vector}");
                }
                None if name == "deoxys-ii-128" => assert_eq!((tag, key), (16, 16), "{vector}"),
                None => assert_eq!((tag, key), (16, 32), "{vector}"),
            }
            if folder == "aead" {
                let [plain, cipher] = ["plaintext", "ciphertext"].map(|field| vector.require(field).len());
                assert_eq!(plain, cipher, "{vector}");
            }
        }
    }
}

/// Returns the lengths in bytes of a stream cipher's keys and nonces, the shortest first.
fn key_and_nonce(cipher: &str) -> (&'static [usize], &'static [usize]) {
    match cipher.split(|letter: char| letter.is_ascii_digit() || letter == '-').next().unwrap() {
        "chacha" if cipher.ends_with("-ietf") => (&[32], &[12]),
        "chacha" | "salsa" => (&[16, 32], &[8]),
        "xchacha" | "xsalsa" => (&[32], &[24]),
        "hc" if cipher == "hc-256" => (&[32], &[32]),
        "hc" | "abc" => (&[16], &[16]),
        "rabbit" => (&[16], &[0, 8]),
        "rc" => (&[5, 7, 8, 10, 16, 20, 24, 32], &[0]),
        "sosemanuk" => (&[1, 5, 8, 10, 15, 16, 17, 24, 31, 32], &[16]),
        _ => panic!("{cipher}?"),
    }
}

#[test]
fn texts_of_stream_ciphers_stay_as_long() {
    for (_, name, vectors) in files().filter(|(folder, ..)| *folder == "stream") {
        let arx = ["chacha", "salsa20"].contains(&name);
        for vector in vectors {
            let (keys, nonces) = key_and_nonce(vector.word("cipher").unwrap());
            let [key, nonce, plain, cipher] =
                ["key", "nonce", "plaintext", "ciphertext"].map(|field| vector.require(field).len());
            assert!(keys.contains(&key) && nonces.contains(&nonce) && plain == cipher, "{vector}");
            let rounds = vector.number("rounds");
            assert!(rounds.map_or(!arx, |rounds| arx && rounds > 0 && rounds % 2 == 0), "{vector}");
            assert!(arx || vector.number("counter").is_none(), "{vector}");
        }
    }
}

#[test]
fn every_call_of_a_generator_has_a_result() {
    for vector in random("salsar").unwrap() {
        assert_eq!(vector.list("calls").count(), vector.list("results").count(), "{vector}");
        assert!(vector.number("seed").is_some() != vector.bytes("words").is_some(), "{vector}");
    }
}

#[test]
fn no_input_comes_twice() {
    for folder in folders() {
        for name in folder.names {
            let mut seen = HashSet::new();
            for vector in folder.read(name).unwrap() {
                let mut inputs = Vec::new();
                for (name, value) in vector.fields().filter(|(name, _)| !folder.outputs.contains(name)) {
                    match value {
                        Value::Bytes(bytes) if bytes.is_empty() => {}
                        Value::Bytes(bytes) => inputs.push((name, bytes.expand(shake256), 0)),
                        Value::Number(number) => inputs.push((name, Vec::new(), *number)),
                        Value::Flag => inputs.push((name, Vec::new(), 1)),
                        Value::Word(word) | Value::Text(word) | Value::List(word) => {
                            inputs.push((name, word.as_bytes().to_vec(), 0));
                        }
                    }
                }
                inputs.sort();
                let lengths: Vec<_> =
                    folder.outputs.iter().map(|output| vector.require(output).len()).collect();
                assert!(seen.insert((inputs, lengths)), "{vector}");
            }
        }
    }
}

#[test]
fn readme_has_every_folder_and_the_numbers() {
    let readme = read("README.md");
    let (mut every, mut all) = (0, 0);
    for (folder, name, vectors) in files() {
        let heading = format!("\n### `{folder}/`\n");
        assert!(readme.contains(&heading), "README.md has no {heading}");
        assert!(
            vectors.iter().all(|vector| !vector.source.trim().is_empty()),
            "{folder}/{name}: of no source"
        );
        every += 1;
        all += vectors.len();
    }
    assert!(readme.contains(&format!("{every} files,\n{all} vectors.")), "{every} files, {all} vectors");
}

/// The vectors for self-tests are vectors of the file, with the same lines, and include at least one for each
/// combination of words and lengths that distinguishes algorithms.
#[test]
fn a_few_vectors_are_of_every_kind() {
    use bramah_vectors::few;
    let few = |folder: &str, name: &str| match folder {
        "hash" => few::hash(name),
        "block" => few::block(name),
        "mode" => few::mode(name),
        "stream" => few::stream(name),
        "mac" => few::mac(name),
        "aead" => few::aead(name),
        "wrap" => few::wrap(name),
        "fpe" => few::fpe(name),
        "composition" => few::composition(name),
        "kdf" => few::kdf(name),
        "password" => few::password(name),
        "random" => few::random(name),
        _ => panic!("{folder}?"),
    };
    let (mut carried, mut in_all) = (0, 0);
    for (folder, name, all) in files() {
        let few = few(folder, name).expect("the same names");
        carried += few.len();
        in_all += all.len();
        assert!(few.iter().all(|vector| all.contains(vector)), "{folder}/{name}");
        // the words, and the variant of a block cipher or the digest length of a hash function
        let kinds = |vectors: &[Vector]| -> BTreeSet<String> {
            let kind = |vector: &Vector| {
                let words = vector.fields().filter_map(|(field, value)| match value {
                    Value::Word(word) => Some(format!("{field} = {word}")),
                    Value::Bytes(bytes) if field == "digest" || folder == "block" => {
                        Some(format!("{field} of {}", bytes.len()))
                    }
                    _ => None,
                });
                format!("{:?}", words.collect::<Vec<_>>())
            };
            vectors.iter().map(kind).collect()
        };
        assert_eq!(kinds(&few), kinds(&all), "{folder}/{name}");
    }
    assert!(2 * carried < in_all, "{carried} of {in_all}");
}
