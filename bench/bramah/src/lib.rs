//! The library as a provider of the peer benchmark, over its registry of names.
#![allow(unsafe_code)] // the C boundary, in the included file

// the code that all Rust providers share: runs as closures, and the C functions
include!("../../providers/rust/common/lib.rs");

renews!("new-ecb new-ctr new-gcm new-stream new-aead new-mac");

use bramah::{
    Aes128, Aes256, ChaCha20, ChaCha20Poly1305, Ctr, Gcm, Hmac, InOut, Poly1305, Sha256, aead, backend,
    block,
    hash::{Algorithm, lookup},
    kdf::{
        self, PasswordKdf,
        argon2::{Argon2, Variant},
        pbkdf2::Pbkdf2,
        scrypt::Scrypt,
    },
    key_wrap, mac,
    mode::{self, Direction, MODES},
    stream,
};

/// Returns the algorithm with a name such as `sha256`, or on one backend, such as `sha256@avx2`.
fn algorithm(name: &str) -> Option<Algorithm> {
    let (name, backend) = parts(name);
    let found = lookup(name).ok()?;
    let found = match name {
        "shake128" => found.with_bits(256).ok()?,
        "shake256" => found.with_bits(512).ok()?,
        _ => found,
    };
    match backend {
        None => Some(found),
        Some(b) => found.with_backend(b).ok(),
    }
}

/// Returns the cipher with this name in the benchmark, on the backend after an `@`. In the benchmark, `rijndael-160`
/// has keys of 256 bits.
fn cipher(name: &str) -> Option<block::Algorithm> {
    let (name, backend) = parts(name);
    let found = block::lookup(name).or_else(|_| block::lookup(&format!("{name}-256"))).ok()?;
    match backend {
        None => Some(found),
        Some(b) => found.with_backend(b).ok(),
    }
}

/// Returns the key of a cipher or a mode: of the usual length, except for SHACAL-2, which has the longest key, as
/// `ours.h` says.
fn key_of(alg: &str, usual: usize, max: usize) -> Option<&'static [u8]> {
    keys().get(..if alg.starts_with("shacal-2") { max } else { usual })
}

fn open_cipher(alg: &str, mode: &str, enc: bool) -> Option<Run> {
    let cipher = cipher(alg)?;
    let block = cipher.block_len();
    let key = key_of(alg, cipher.key_len(), cipher.key_lengths().max)?;
    match mode {
        "cmac" => return tags(mac::Algorithm::new(mac::Construction::Cmac, cipher).keyed(key).ok()?),
        "gmac" => {
            let nonce = &ivs()[..12];
            let mut gmac = mac::Algorithm::gmac(cipher).ok()?.begin(key, nonce).ok()?;
            return Some(Box::new(move |i, o, n| {
                let done = gmac.renew(nonce).and_then(|()| gmac.tag(&i[..n], &mut o[..16]));
                i32::from(done.is_err())
            }));
        }
        "kw" => {
            let wrap = key_wrap::Algorithm::new(cipher, key_wrap::Form::Kw).ok()?.keyed(key).ok()?;
            return Some(Box::new(move |i, o, n| {
                let done = if enc { wrap.wrap(&i[..n]) } else { wrap.unwrap(&i[..n + 8]) };
                let Ok(done) = done else { return 1 };
                o[..done.len()].copy_from_slice(&done);
                0
            }));
        }
        _ => {}
    }
    if let Some(mode) = aead::MODES.iter().find(|known| known.name == mode) {
        let algorithm = aead::Algorithm::new(cipher, mode).ok()?;
        let key = keys().get(..algorithm.key_len().max)?;
        let (aead, tag_len) = (algorithm.keyed(key).ok()?, algorithm.tag_len().max);
        // as long as the peers' nonces
        let nonce = &ivs()[..if matches!(mode.name, "eax" | "siv") { block } else { 12 }];
        return Some(Box::new(move |i, o, n| {
            let (text, tag) = o.split_at_mut(n);
            let Ok(pair) = InOut::new(&i[..n], text) else { return 1 };
            let done = match enc {
                true => aead.seal(nonce, &[], pair, &mut tag[..tag_len]),
                false => aead.open(nonce, &[], pair, &i[n..n + tag_len]),
            };
            i32::from(done.is_err())
        }));
    }
    let info = MODES.iter().find(|info| info.name == mode)?;
    let algorithm = mode::Algorithm::new(cipher, info);
    let direction = if enc { Direction::Encrypt } else { Direction::Decrypt };
    let iv = &ivs()[..algorithm.iv_len().1];
    let key = key_of(alg, algorithm.key_len(), algorithm.key_lengths().max)?;
    let mut crypter = algorithm.begin(key, iv, direction).ok()?;
    Some(Box::new(move |i, o, n| {
        let Ok(pair) = InOut::new(&i[..n], &mut o[..n]) else { return 1 };
        let done = crypter.reset(iv).and_then(|()| crypter.apply(pair));
        i32::from(done.is_err())
    }))
}

/// Splits a name from the backend after an `@`.
fn parts(name: &str) -> (&str, Option<&str>) {
    name.split_once('@').map_or((name, None), |(name, backend)| (name, Some(backend)))
}

fn open_stream(alg: &str) -> Option<Run> {
    let (name, backend) = parts(alg);
    let mut on = stream::lookup(name).ok()?;
    if let Some(backend) = backend {
        on = on.with_backend(backend).ok()?;
    }
    let nonce = &ivs()[..on.info().nonce_len.max];
    let mut stream = on.begin(&keys()[..32], nonce).ok()?;
    Some(Box::new(move |i, o, n| {
        let Ok(pair) = InOut::new(&i[..n], &mut o[..n]) else { return 1 };
        let done = stream.reset(nonce).and_then(|()| stream.apply(pair));
        i32::from(done.is_err())
    }))
}

fn open_aead(alg: &str, enc: bool) -> Option<Run> {
    let (name, backend) = parts(alg);
    let mut on = aead::lookup(name).ok()?;
    if let Some(backend) = backend {
        on = on.with_backend(backend).ok()?;
    }
    let nonce = &ivs()[..on.nonce_len().max];
    let (aead, tag_len) = (on.keyed(&keys()[..on.key_len().max]).ok()?, on.tag_len().max);
    Some(Box::new(move |i, o, n| {
        let (text, tag) = o.split_at_mut(n);
        let Ok(pair) = InOut::new(&i[..n], text) else { return 1 };
        let done = match enc {
            true => aead.seal(nonce, &[], pair, &mut tag[..tag_len]),
            false => aead.open(nonce, &[], pair, &i[n..n + tag_len]),
        };
        i32::from(done.is_err())
    }))
}

/// Makes a run of a MAC that keeps its key.
fn tags(mut mac: mac::AnyMac) -> Option<Run> {
    let len = mac.tag_len();
    Some(Box::new(move |i, o, n| i32::from(mac.tag(&i[..n], &mut o[..len]).is_err())))
}

fn open_mac(alg: &str) -> Option<Run> {
    let (name, backend) = parts(alg);
    // a key of Poly1305 is for a single message, and the type has no backends by name
    if name == "poly1305" {
        return None;
    }
    let mut on = mac::lookup(name).ok()?;
    if let Some(backend) = backend {
        on = on.with_backend(backend).ok()?;
    }
    tags(on.keyed(&keys()[..32]).ok()?)
}

fn open_poly1305() -> Option<Run> {
    let key = key_bytes();
    Some(Box::new(move |i, o, n| {
        o[..16].copy_from_slice(&Poly1305::mac(key, &i[..n]));
        0
    }))
}

/// Makes a run in which each message has its own key, which is set up and erased, with the functions of the types for
/// single messages. The backend is the default one.
fn open_new(alg: &str, mode: &str) -> Option<Run> {
    /// Makes a run of a keystream from a function that sets it up and applies it.
    fn keystream(run: impl Fn(InOut<'_>) -> Result<(), bramah::Error> + 'static) -> Option<Run> {
        Some(Box::new(move |i, o, n| {
            let Ok(pair) = InOut::new(&i[..n], &mut o[..n]) else { return 1 };
            i32::from(run(pair).is_err())
        }))
    }
    /// Makes a run of an AEAD from a function that sets it up, seals a message and writes the tag after the text.
    fn sealed(run: impl Fn(InOut<'_>, &mut [u8]) -> Result<(), bramah::Error> + 'static) -> Option<Run> {
        Some(Box::new(move |i, o, n| {
            let (text, tag) = o.split_at_mut(n);
            let Ok(pair) = InOut::new(&i[..n], text) else { return 1 };
            i32::from(run(pair, &mut tag[..16]).is_err())
        }))
    }
    /// Makes a run of a cipher from the function that sets its key and encrypts blocks in place.
    fn blocks(run: impl Fn(&mut [u8]) + 'static) -> Option<Run> {
        Some(Box::new(move |i, o, n| {
            o[..n].copy_from_slice(&i[..n]);
            run(&mut o[..n]);
            0
        }))
    }
    /// Lists ciphers by their name in the benchmark, each with its encryption-only type and its block length.
    macro_rules! renewed {
        ($($name:literal $type:ty, $block:literal;)*) => {
            match alg {
                $($name => blocks(|data| {
                    <$type>::new(key_bytes()).encrypt_blocks(data.as_chunks_mut::<$block>().0);
                }),)*
                _ => None,
            }
        };
    }
    if mode == "new-ecb" {
        use bramah::{
            Aes128Enc, Aes192Enc, Aes256Enc, AnubisEnc, Aria128Enc, Aria256Enc, BlowfishEnc, Camellia128Enc,
            Camellia256Enc, Cast128Enc, Cast256Enc, IdeaEnc, Kalyna128_128Enc, Kalyna128_256Enc,
            Kalyna256_256Enc, Kalyna256_512Enc, Kalyna512_512Enc, KuznyechikEnc, MagmaEnc, MarsEnc, SeedEnc,
            Serpent256Enc, Shacal2Enc, Sm4Enc, Threefish256Enc, Threefish512Enc, Threefish1024Enc,
            TripleDesEnc, Twofish256Enc, XteaEnc,
        };
        return renewed! {
            "aes-128" Aes128Enc, 16;
            "aes-192" Aes192Enc, 16;
            "aes-256" Aes256Enc, 16;
            "anubis-128" AnubisEnc<16>, 16;
            "anubis-256" AnubisEnc<32>, 16;
            "aria-128" Aria128Enc, 16;
            "aria-256" Aria256Enc, 16;
            "blowfish" BlowfishEnc<16>, 8;
            "camellia-128" Camellia128Enc, 16;
            "camellia-256" Camellia256Enc, 16;
            "cast-128" Cast128Enc<16>, 8;
            "cast-256" Cast256Enc<32>, 16;
            "3des" TripleDesEnc<24>, 8;
            "idea" IdeaEnc, 8;
            "kalyna-128-128" Kalyna128_128Enc, 16;
            "kalyna-128-256" Kalyna128_256Enc, 16;
            "kalyna-256-256" Kalyna256_256Enc, 32;
            "kalyna-256-512" Kalyna256_512Enc, 32;
            "kalyna-512-512" Kalyna512_512Enc, 64;
            "kuznyechik" KuznyechikEnc, 16;
            "magma" MagmaEnc, 8;
            "mars-256" MarsEnc<32>, 16;
            "seed" SeedEnc, 16;
            "serpent-256" Serpent256Enc, 16;
            "shacal-2" Shacal2Enc<64>, 32;
            "sm4" Sm4Enc, 16;
            "threefish-256" Threefish256Enc, 32;
            "threefish-512" Threefish512Enc, 64;
            "threefish-1024" Threefish1024Enc, 128;
            "twofish-256" Twofish256Enc, 16;
            "xtea" XteaEnc, 8;
        };
    }
    match (alg, mode) {
        ("aes-128", "new-ctr") => {
            keystream(|pair| Ctr::<Aes128>::apply_once(key_bytes(), &ivs()[..16], pair))
        }
        ("aes-256", "new-ctr") => {
            keystream(|pair| Ctr::<Aes256>::apply_once(key_bytes(), &ivs()[..16], pair))
        }
        ("aes-128", "new-gcm") => {
            sealed(|pair, tag| Gcm::<Aes128>::seal_once(key_bytes(), &ivs()[..12], &[], pair, tag))
        }
        ("aes-256", "new-gcm") => {
            sealed(|pair, tag| Gcm::<Aes256>::seal_once(key_bytes(), &ivs()[..12], &[], pair, tag))
        }
        ("chacha20", "new-stream") => {
            keystream(|pair| ChaCha20::apply_once(key_bytes::<32>(), &ivs()[..8], pair))
        }
        ("chacha20-poly1305", "new-aead") => {
            sealed(|pair, tag| ChaCha20Poly1305::seal_once(key_bytes::<32>(), &ivs()[..12], &[], pair, tag))
        }
        ("hmac-sha256", "new-mac") => Some(Box::new(|i, o, n| {
            o[..32].copy_from_slice(&Hmac::<Sha256>::mac(key_bytes::<32>(), &i[..n]));
            0
        })),
        _ => None,
    }
}

/// Makes a run of a derivation of keys from passwords; its backend is set for the whole process.
fn open_kdf(alg: &str, mode: &str) -> Option<Run> {
    let (name, backend) = parts(alg);
    if let Some(backend) = backend {
        let mut found = false;
        // the variants of Argon2 share one list of backends
        let listed = if name.starts_with("argon2") { "argon2" } else { name };
        for choice in kdf::choices().filter(|choice| choice.name().trim_end_matches(".many") == listed) {
            for info in backend::infos(choice).enumerate().filter(|(_, info)| info.name == backend) {
                found |= choice.force(info.0);
            }
        }
        found.then_some(())?;
    }
    let threads = match mode.ends_with(",mt") {
        true => std::thread::available_parallelism().map_or(1, usize::from),
        false => 1,
    };
    let kdf: Box<dyn PasswordKdf> = match name.strip_prefix("pbkdf2-") {
        Some(hash) => {
            let iterations = param(mode, 'c', 4096);
            Box::new(Pbkdf2::with_hash(lookup(hash).ok()?, iterations).ok()?.threads(threads))
        }
        None if name == "scrypt" => {
            let [n, r, p] =
                [('n', 16384), ('r', 8), ('p', 1)].map(|(letter, usual)| param(mode, letter, usual));
            Box::new(Scrypt::with_n(n.into(), r, p).ok()?.threads(threads))
        }
        None => {
            let kind = Variant::ALL.into_iter().find(|kind| kind.name() == name)?;
            let [m, t, p] =
                [('m', 65536), ('t', 3), ('p', 1)].map(|(letter, usual)| param(mode, letter, usual));
            Box::new(Argon2::new(kind, m, t, p).ok()?.threads(threads))
        }
    };
    Some(Box::new(move |_, o, n| i32::from(kdf.derive(PW, SALT, &mut o[..n]).is_err())))
}

fn open(alg: &str, mode: &str, enc: bool) -> Option<Run> {
    if let Some(run) = open_kdf(alg, mode) {
        return Some(run);
    }
    match mode {
        _ if mode.starts_with("new-") => return open_new(alg, mode),
        "stream" => return open_stream(alg),
        "aead" => return open_aead(alg, enc),
        "mac" if alg == "poly1305" => return open_poly1305(),
        "mac" => return open_mac(alg),
        _ => {}
    }
    if let Some(run) = open_cipher(alg, mode, enc) {
        return Some(run);
    }
    if mode == "hash" {
        let hash = algorithm(alg)?;
        return Some(Box::new(move |i, o, n| {
            hash.digest(&i[..n], &mut o[..hash.output_len()]);
            0
        }));
    }
    let each: usize = mode.strip_prefix("many=")?.parse().ok()?;
    let hash = algorithm(alg)?;
    let digest = hash.output_len();
    let mut spare: Vec<&'static [u8]> = Vec::with_capacity(GROUP);
    Some(Box::new(move |i, o, n| {
        let mut list = emptied(core::mem::take(&mut spare));
        let digests = o[..n / each * digest].chunks_mut(GROUP * digest);
        for (group, digests) in i[..n].chunks(GROUP * each).zip(digests) {
            // listing the messages is a part of the measured time: a caller must do it too
            list.clear();
            list.extend(group.chunks_exact(each));
            hash.hash_many(&list, digests);
        }
        spare = emptied(list);
        0
    }))
}

/// The number of messages in one call: so few that the list of messages stays in the fastest cache.
const GROUP: usize = 256;

/// Empties a list and reuses its allocation for slices of another lifetime.
fn emptied<'b>(mut list: Vec<&[u8]>) -> Vec<&'b [u8]> {
    list.clear();
    list.into_iter().map(|_| -> &'b [u8] { unreachable!() }).collect()
}
