//! Tests the registry of all kinds of algorithms: every algorithm is found by each of its names, no name means two
//! algorithms, and every backend in the registry is in the list of all choices.

use bramah::{
    Error, aead, backend, block, encrypt_then_mac, fpe, hash, kdf, key_wrap, mac, mode,
    password::Scheme,
    registry::{self, Algorithm, Kind, Sizes},
    stream,
};
use std::collections::BTreeMap;

/// Returns the names of an algorithm. A hash function has one for every length with a name, and a mode has its
/// alternative names.
fn names(algorithm: &Algorithm) -> Vec<String> {
    let mut names = vec![algorithm.name()];
    names.extend(algorithm.aliases().iter().map(ToString::to_string));
    match algorithm {
        Algorithm::Hash(hash) => names.push(hash.info().name.into()),
        Algorithm::Cipher(cipher) => names.push(cipher.info().name.to_uppercase()),
        Algorithm::Mode(mode) => {
            let bits = format!("cfb{}", 8 * mode.cipher().block_len());
            let aliases = mode.info().aliases.iter().filter(|alias| **alias == bits);
            names.extend(aliases.map(|alias| format!("{}-{alias}", mode.cipher().info().name)));
        }
        _ => {}
    }
    names
}

/// Returns the algorithms of all kinds that are found by a name.
fn meanings(name: &str) -> Vec<Algorithm> {
    let found = [
        hash::lookup(name).map(Algorithm::Hash),
        block::lookup(name).map(Algorithm::Cipher),
        mode::cipher(name).map(Algorithm::Mode),
        stream::lookup(name).map(Algorithm::Stream),
        aead::lookup(name).map(Algorithm::Aead),
        encrypt_then_mac::lookup(name).map(Algorithm::EncryptThenMac),
        key_wrap::lookup(name).map(Algorithm::KeyWrap),
        fpe::lookup(name).map(Algorithm::Fpe),
        mac::lookup(name).map(Algorithm::Mac),
        kdf::lookup(name).map(Algorithm::Kdf),
    ];
    found.into_iter().flatten().collect()
}

/// Returns the hash function with the same name as a MAC, if the hash function takes a key.
fn keyed_hash(algorithm: &Algorithm) -> Option<hash::Algorithm> {
    match algorithm {
        Algorithm::Mac(mac) => mac.hash().filter(|hash| hash.name() == mac.name()),
        _ => None,
    }
}

#[test]
fn every_name_means_one_thing() {
    let mut owners: BTreeMap<String, Algorithm> = BTreeMap::new();
    let lengths = hash::entries().flat_map(hash::Entry::algorithms).map(Algorithm::Hash);
    for algorithm in registry::all().chain(lengths) {
        // a hash function that takes a key is found before the MAC of the same name; no other name means two algorithms
        let first = keyed_hash(&algorithm).map_or(algorithm, Algorithm::Hash);
        for name in names(&algorithm) {
            let found = registry::lookup(&name).unwrap();
            match (found, first) {
                // several entries, for shorter and longer digests, may share a name without length
                (Algorithm::Hash(found), Algorithm::Hash(wanted)) if name != wanted.name() => {
                    assert_eq!(found.info().name, wanted.info().name, "{name}");
                }
                _ => assert_eq!(found, first, "{name}"),
            }
            for meaning in meanings(&name) {
                let hash = keyed_hash(&meaning).map_or(meaning, Algorithm::Hash);
                assert_eq!(hash, found, "{name} means two things");
            }
            let folded: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
            if let Some(owner) = owners.insert(folded.to_ascii_lowercase(), found) {
                assert_eq!(owner, found, "{name}");
            }
        }
    }
    assert!(owners.len() > 700, "{}", owners.len());
    println!("{} names", owners.len());
    // a password scheme for which a function of `kdf` does all the work is found as this function
    for name in Scheme::NAMES {
        match registry::lookup(name) {
            Ok(found) => assert!(matches!(found.kind(), Kind::Kdf | Kind::Password), "{name}"),
            Err(error) => assert!(name.starts_with("pbkdf2-"), "{error}"),
        }
    }
}

#[test]
fn what_no_algorithm_has_is_refused() {
    for name in ["", "-", "sha", "aes", "aes-256-frob", "hmac-", "eax", "no such thing", "chacha21"] {
        assert_eq!(registry::lookup(name).err(), Some(Error::UnknownName(name.into())), "{name:?}");
    }
    for (name, bits) in
        [("blake2b-7", 7), ("blake2b-257", 257), ("skein512-9000001", 9_000_001), ("shake128-1", 1)]
    {
        assert_eq!(registry::lookup(name).err(), Some(Error::OutputBits { bits }), "{name}");
    }
    for algorithm in
        registry::all().filter(|algorithm| !matches!(algorithm.kind(), Kind::Kdf | Kind::Password))
    {
        let refused = algorithm.with_backend("frob");
        assert!(matches!(refused, Err(Error::UnknownBackend { .. })), "{}", algorithm.name());
    }
}

/// Every algorithm has backends, and their choices are in the list of all choices. A backend that this CPU can run can
/// be selected by name, and every other one is refused.
#[test]
fn every_backend_is_listed() {
    let all = backend::all();
    for algorithm in registry::all() {
        let name = algorithm.name();
        let available = algorithm.backends_available();
        for choice in algorithm.choices() {
            let listed = all.iter().any(|other| std::ptr::addr_eq(*other, choice));
            assert!(listed, "{name}: {} is missing", choice.name());
            for (index, candidate) in backend::candidates(choice).enumerate() {
                let here = available.contains(&candidate.name);
                assert!(here || !candidate.available, "{name}: {}", candidate.name);
                let taken = algorithm.with_backend(candidate.name);
                if candidate.available {
                    assert_eq!(taken.unwrap(), algorithm, "{}", candidate.name);
                } else if !here && !matches!(algorithm.kind(), Kind::Kdf | Kind::Password) {
                    assert!(matches!(taken, Err(Error::BackendUnavailable { .. })), "{name}: {taken:?}");
                }
                let listed = choice.candidate(index).unwrap();
                assert_eq!((listed.name, listed.available), (candidate.name, candidate.available));
                assert!(!algorithm.is_constant_time() || !listed.available || listed.constant_time);
            }
        }
        assert!(available.contains(&"portable"), "{name}: {available:?}");
    }
    for choice in kdf::choices() {
        assert!(all.iter().any(|other| std::ptr::addr_eq(*other, choice)), "{} is missing", choice.name());
    }
}

#[test]
fn every_kind_has_its_algorithms_and_lengths() {
    for kind in Kind::ALL {
        let mut count = 0;
        for algorithm in registry::of(kind) {
            assert_eq!(algorithm.kind(), kind);
            let Sizes { block, digest, key, nonce, tag, .. } = algorithm.sizes();
            let has = [block.is_some(), digest.is_some(), key.is_some(), nonce.is_some(), tag.is_some()];
            // a size with a question mark exists only for some algorithms of the kind
            let expected = match kind {
                Kind::Hash => "bd?--",
                Kind::Cipher => "b-k--",
                Kind::Mode => "b-k?-",
                Kind::Stream => "--k?-",
                Kind::Aead | Kind::EncryptThenMac => "--knt",
                Kind::KeyWrap | Kind::Fpe => "b-k--",
                Kind::Mac => "--k?t",
                _ => "-----",
            };
            let fits = has.iter().zip(expected.chars()).all(|(has, wanted)| match wanted {
                '?' => true,
                wanted => *has == (wanted != '-'),
            });
            assert!(fits, "{}: {:?}", algorithm.name(), algorithm.sizes());
            count += 1;
        }
        assert!(count > 2, "{kind}: {count}");
    }
    assert_eq!(registry::lookup("sha512").unwrap().sizes().digest, Some(64));
    assert_eq!(registry::lookup("gmac-aes-128").unwrap().sizes().tag.map(|tag| tag.max), Some(16));
}
