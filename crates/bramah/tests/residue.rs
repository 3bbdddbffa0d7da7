//! No key is left in memory: after a keyed hash has ended, in any way, neither the freed heap nor the dead part of the
//! stack holds eight bytes of its key.
#![cfg(not(target_family = "wasm"))] // it has neither threads nor a stack that can be scanned
#![allow(unsafe_code)]

use bramah::{
    A128CbcHs256, Aes128, Aes128Enc, Aes192Enc, Aes256, Aes256Enc, Anubis, Aria256, Blowfish, Camellia256,
    Cast128, Cast256, ChaCha20Ietf, ChaCha20Poly1305, Cmac, Ctr, EncryptThenMac, Gcm, Hmac, Idea,
    Kalyna128_128, Kalyna128_128Enc, Kalyna256_256, Kuznyechik, Magma, Mars, Seed, Serpent256, Sha256,
    Sha512, Shacal2, Sm4, Threefish256Enc, Threefish1024Enc, TripleDes, Twofish256, Twofish256Enc, XteaEnc,
    aead::{self, Packet},
    block,
    encrypt_then_mac::{self, Counter, Encryption, PaddedCbc},
    hash::{self, Entry, Function, Options, Parameter},
    kdf::{
        self, PasswordKdf,
        argon2::{Argon2, Variant},
        balloon::Balloon,
        bcrypt::{Bcrypt, BcryptPbkdf},
        pbkdf2::Pbkdf2,
        scrypt::Scrypt,
        yescrypt::Yescrypt,
    },
    key_wrap, mac,
    mode::{Algorithm, Direction, MODES, Mode},
    stream,
};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    array::from_fn,
    collections::HashSet,
    hint::black_box,
    mem::MaybeUninit,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

/// Returns a key. Every byte differs from those around it, so that eight bytes in a row occur nowhere else.
fn key(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i as u8).wrapping_mul(37).wrapping_add(11)).collect()
}

/// Returns the number of times that eight bytes of the key, at a multiple of eight, occur in memory.
///
/// # Safety
/// `n` bytes at `p` can be read.
unsafe fn hits(p: *const u8, n: usize) -> usize {
    let mut count = 0;
    for i in 0..n.saturating_sub(7) {
        // SAFETY: the caller's; volatile, since the memory may be dead to the compiler.
        let read = unsafe { p.add(i).cast::<[u8; 8]>().read_volatile() };
        // as it is, and as HMAC's pads
        for mask in [0, 0x36, 0x5c] {
            let found = read.map(|byte| byte ^ mask);
            // byte `j` of the key is 37 j + 11: a run is known by its first byte and its steps
            if found.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == 37) {
                count += 1;
            }
            // and as big-endian words of four or eight bytes
            let reversed = found.windows(2).all(|pair| pair[0].wrapping_sub(pair[1]) == 37);
            count += usize::from(reversed);
        }
    }
    count
}

struct Scanning;
static ACTIVE: AtomicBool = AtomicBool::new(false);
static FREED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: the system's allocator; memory that is freed is scanned first.
unsafe impl GlobalAlloc for Scanning {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, p: *mut u8, layout: Layout) {
        if ACTIVE.load(Ordering::Relaxed) {
            // SAFETY: the block is the caller's until it is given back below.
            FREED.fetch_add(unsafe { hits(p, layout.size()) }, Ordering::Relaxed);
        }
        // a hit here must not be counted again in the next allocation of this memory
        // SAFETY: as above.
        unsafe { p.write_bytes(0, layout.size()) };
        // a use of the stores, without which the compiler would omit them
        black_box(p);
        // SAFETY: the caller's.
        unsafe { System.dealloc(p, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Scanning = Scanning;

const STACK: usize = 96 * 1024;

#[inline(never)]
fn paint() {
    let mut stack = [0u8; STACK + 4096];
    for byte in &mut stack {
        // SAFETY: a local byte; volatile, so that it is written.
        unsafe { (byte as *mut u8).write_volatile(0) }
    }
    black_box(&stack);
}

#[inline(never)]
fn dead_stack() -> usize {
    let here = black_box(0u8);
    // SAFETY: the part of this thread's stack below the frame, which `paint` has touched.
    unsafe { hits((&raw const here).wrapping_sub(STACK), STACK - 256) }
}

/// Calls `f` so deep in the stack that the scan's own frames do not cover those of `f`.
#[inline(never)]
fn deeper(f: &dyn Fn(&[u8]), key: &[u8]) {
    let room = [0u8; 1024];
    black_box(&room);
    f(key);
    black_box(&room);
}

/// Runs `f` on a thread of its own, with a stack of zeros.
fn on_clean_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let run = || {
            paint();
            f()
        };
        let builder = std::thread::Builder::new().stack_size(1 << 20);
        builder.spawn_scoped(scope, run).unwrap().join().unwrap()
    })
}

/// Runs `f` on a thread of its own and returns what it left on the freed heap and the dead stack.
fn left_by(f: &(dyn Fn(&[u8]) + Sync)) -> (usize, usize) {
    let key = key(32);
    on_clean_stack(|| {
        FREED.store(0, Ordering::Relaxed);
        ACTIVE.store(true, Ordering::Relaxed);
        deeper(f, &key);
        ACTIVE.store(false, Ordering::Relaxed);
        let stack = dead_stack();
        let heap = FREED.load(Ordering::Relaxed);
        (heap, stack)
    })
}

fn digest(function: &Function, message: &[u8]) -> Vec<u8> {
    let mut out = vec![0; function.algorithm().output_len()];
    function.digest(message, &mut out);
    out
}

/// One test, since the scan is of the whole program.
#[test]
fn no_key_is_left() {
    // the scan finds a key that is left
    let (heap, _) = left_by(&|key| drop(black_box(key.to_vec())));
    assert!(heap > 0, "a vector that was not wiped");
    let (_, stack) = left_by(&|key| {
        let mut copy = [0; 32];
        copy.copy_from_slice(key);
        black_box(&copy);
    });
    assert!(stack > 0, "an array that was not wiped");

    let message = [7; 500];
    let mut checked = 0;
    let takes_keys =
        |entry: &&Entry| entry.info.takes(Parameter::Key).is_some_and(|key| key.min <= 32 && 32 <= key.max);
    for entry in hash::entries().filter(takes_keys) {
        for backend in entry.algorithm().backends_available() {
            let algorithm = entry.algorithm().with_backend(backend).unwrap();
            let keyed = |key: &[u8]| algorithm.with_options(&Options { key, ..Options::default() }).unwrap();
            let ways: [(&str, &(dyn Fn(&[u8]) + Sync)); 6] = [
                ("finished", &|key| {
                    let mut hasher = keyed(key).hasher();
                    hasher.update(message);
                    black_box(hasher.finalize());
                }),
                ("dropped before the first block", &|key| {
                    let mut hasher = keyed(key).hasher();
                    hasher.update(&message[..9]);
                }),
                ("dropped on the way", &|key| {
                    let mut hasher = keyed(key).hasher();
                    hasher.update(message);
                }),
                ("at once", &|key| {
                    black_box((digest(&keyed(key), &message), digest(&keyed(key), b"")));
                }),
                ("in a batch", &|key| {
                    let mut out = vec![0; 20 * algorithm.output_len()];
                    keyed(key).hash_many(&[&message[..77]; 20], &mut out);
                    black_box(out);
                }),
                ("after a panic", &|key| {
                    let result = catch_unwind(AssertUnwindSafe(|| {
                        let mut hasher = keyed(key).hasher();
                        hasher.update(message);
                        std::panic::resume_unwind(Box::new(()));
                    }));
                    assert!(result.is_err());
                }),
            ];
            for (way, f) in ways {
                let (heap, stack) = left_by(f);
                assert_eq!((heap, stack), (0, 0), "{} on {backend}, {way}: heap, stack", entry.info.name);
                checked += 1;
            }
        }
    }
    checked += keys() + ciphers() + streams() + macs() + compositions() + passwords();
    println!("{checked} ways to end, no key left");
}

/// Returns how many words of eight bytes of a value are left on the dead stack after the value was made, used and dropped in its
/// place.
fn words_left<T>(make: fn() -> T, work: fn(&T)) -> usize {
    #[inline(never)]
    fn make_and_drop<T>(make: fn() -> T, work: fn(&T), bytes: &mut [u8]) {
        let room = [0u8; 1024];
        black_box(&room);
        {
            // made by a function that is not inlined, and dropped in its place at the end: a move here would leave a copy
            let value = black_box(make)();
            work(&value);
            for (i, byte) in bytes.iter_mut().enumerate() {
                // SAFETY: a byte of the value, which may be padding: read as it is in memory.
                *byte = unsafe { (&raw const value).cast::<u8>().add(i).read_volatile() };
            }
        }
        black_box(&room);
    }
    on_clean_stack(move || {
        let mut bytes = vec![0; size_of::<T>()];
        make_and_drop(make, work, &mut bytes);
        let here = black_box(0u8);
        let stack = (&raw const here).wrapping_sub(STACK);
        // neither pointers, nor halves of them, nor small numbers, nor one byte again and again, as of an IV here
        let is_key = |word: &&[u8]| {
            word[6..] != [0; 2]
                && word.iter().filter(|&&byte| byte != 0).count() > 4
                && word.iter().any(|byte| *byte != word[0])
        };
        let words: HashSet<&[u8]> = bytes.windows(8).step_by(4).filter(is_key).collect();
        assert!(words.len() > 1, "{}: no words of a key", std::any::type_name::<T>());
        let found = (0..STACK - 256).filter(|&at| {
            // SAFETY: the part of this thread's stack below the frame, which `paint` has touched.
            words.contains(&unsafe { stack.add(at).cast::<[u8; 8]>().read_volatile() }[..])
        });
        found.count()
    })
}

/// Requires that no words of round keys are left on the dead stack by a value that was made, used as `work` says, and dropped.
#[track_caller]
fn assert_no_words<T>(make: fn() -> T, work: fn(&T)) {
    assert_eq!(words_left(make, work), 0, "{}: words of round keys on the stack", std::any::type_name::<T>());
}

/// Tests keys of block ciphers as types, for both directions and for encryption alone: nothing is left in their place, nor of the
/// round keys on the stack.
/// Not inlined, since a panic saves the caller's registers on the stack, and these may still hold a part of such a key.
#[inline(never)]
fn keys() -> usize {
    let mut checked = 0;
    macro_rules! types {
        ($($type:ty, $len:literal;)*) => { $(
            let mut place = Box::new(MaybeUninit::<$type>::zeroed());
            // SAFETY: the bytes are initialized, first as zeros and then by the value, whose padding stays as it was
            // or is copied.
            let left = |place: &MaybeUninit<$type>| unsafe {
                let bytes = place.as_ptr().cast::<u8>();
                (0..size_of::<$type>()).filter(|at| bytes.add(*at).read_volatile() != 0).count()
            };
            place.write(<$type>::new(key($len).first_chunk().unwrap()));
            assert!(left(&place) > $len, "{}: a key that is in use", stringify!($type));
            // SAFETY: it was written, and is not used again.
            unsafe { place.assume_init_drop() };
            // the number of rounds, which backend it was, and bytes that only fill up, which are copied from anywhere
            let others = 4 + size_of::<usize>() + align_of::<$type>();
            assert!(left(&place) < others, "{}", stringify!($type));
            let make = || <$type>::new(key($len).first_chunk().unwrap());
            assert_no_words::<$type>(make, |_cipher| ());
            assert_no_words::<$type>(make, |cipher| {
                let mut blocks = [from_fn(|i| i as u8); 3];
                cipher.encrypt_block(&mut blocks[0]);
                cipher.encrypt_blocks(&mut blocks);
                black_box(blocks);
            });
            checked += 1;
        )* };
    }
    types! {
        Aes128, 16;
        Aes256, 32;
        Aes128Enc, 16;
        Aes192Enc, 24;
        Aes256Enc, 32;
        Anubis<40>, 40;
        Aria256, 32;
        Blowfish<56>, 56;
        Camellia256, 32;
        Cast128, 16;
        Cast256, 32;
        Idea, 16;
        Kalyna128_128, 16;
        Kalyna128_128Enc, 16;
        Kalyna256_256, 32;
        Kuznyechik, 32;
        Magma, 32;
        Mars<56>, 56;
        Seed, 16;
        Serpent256, 32;
        Shacal2<64>, 64;
        Sm4, 16;
        Threefish256Enc, 32;
        Threefish1024Enc, 128;
        TripleDes, 24;
        Twofish256, 32;
        Twofish256Enc, 32;
        XteaEnc, 16;
    }
    macro_rules! holders {
        ($($type:ty, $len:literal, |$new:ident| $make:expr, |$held:ident| $work:expr;)*) => { $(
            let make = || {
                let $new = key($len);
                let $new = $new.first_chunk().unwrap();
                $make
            };
            assert_no_words::<$type>(make, |$held| $work);
            checked += 1;
        )* };
    }
    holders! {
        Gcm<Aes128>, 16, |key| Gcm::new(key), |gcm| gcm.seal(&[1; 12], &[], &mut [2; 100][..], &mut [0; 16]).unwrap();
        Gcm<Aes256Enc>, 32, |key| Gcm::new(key), |gcm| gcm.seal(&[1; 12], &[], &mut [2; 900][..], &mut [0; 16]).unwrap();
        Gcm<Camellia256>, 32, |key| Gcm::new(key), |gcm| gcm.seal(&[1; 12], &[], &mut [2; 900][..], &mut [0; 16]).unwrap();
        Ctr<Aes256>, 32, |key| Ctr::new(key, &[1; 16]).unwrap(), |_ctr| ();
        Ctr<Twofish256>, 32, |key| Ctr::new(key, &[1; 16]).unwrap(), |_ctr| ();
        Cmac<Kuznyechik>, 32, |key| Cmac::new(key), |_mac| ();
        Cmac<Blowfish<56>>, 56, |key| Cmac::new(key), |_mac| ();
    }
    checked
}

/// Tests ciphers, in every mode, and the schemes made of them; a message may be finished or dropped before.
fn ciphers() -> usize {
    let mut checked = 0;
    let text = [7; 300];
    for entry in block::entries().filter(|entry| entry.info.key_len == 32) {
        for backend in entry.algorithm().backends_available() {
            let on = entry.algorithm().with_backend(backend).unwrap();
            let block = on.block_len();
            let mut check = |way: &str, f: &(dyn Fn(&[u8]) + Sync)| {
                let (heap, stack) = left_by(f);
                assert_eq!((heap, stack), (0, 0), "{} on {backend}, {way}: heap, stack", entry.info.name);
                checked += 1;
            };
            check("single blocks", &|key| {
                let cipher = on.keyed(key).unwrap();
                let mut blocks = vec![7; 9 * block];
                cipher.encrypt_blocks(&mut blocks).unwrap();
                cipher.decrypt_blocks(&mut blocks).unwrap();
                black_box(blocks);
            });
            for info in MODES.iter().filter(|info| !matches!(info.mode, Mode::Xts) && info.takes(&on)) {
                for direction in [Direction::Encrypt, Direction::Decrypt] {
                    let mode = Algorithm::new(on, info);
                    let iv = vec![9; mode.iv_len().1];
                    check(info.name, &|key| {
                        let mut crypter = mode.begin(key, &iv, direction).unwrap();
                        let mut out = [0; 400];
                        let written = crypter.update(&text, &mut out).unwrap();
                        black_box(written);
                        if direction == Direction::Encrypt {
                            let _ = black_box(crypter.finalize(&mut out));
                        }
                        black_box(out);
                    });
                }
            }
            check("after a panic", &|key| {
                let result = catch_unwind(AssertUnwindSafe(|| {
                    let mut crypter = Algorithm::new(on, &MODES[1])
                        .begin(key, &vec![9; block], Direction::Encrypt)
                        .unwrap();
                    crypter.update(&text, &mut [0; 400]).unwrap();
                    std::panic::resume_unwind(Box::new(()));
                }));
                assert!(result.is_err());
            });
            for kind in mac::Construction::ALL.into_iter().filter(|kind| kind.takes(&on)) {
                check(kind.name(), &|key| {
                    let mut mac = mac::Algorithm::new(kind, on).keyed(key).unwrap();
                    mac.update(text);
                    let mut tag = [0; 32];
                    mac.finalize(&mut tag[..block]).unwrap();
                    black_box(tag);
                });
            }
            for form in key_wrap::Form::ALL {
                let Ok(wrap) = key_wrap::Algorithm::new(on, form) else { continue };
                check(form.name(), &|key| {
                    let keyed = wrap.keyed(key).unwrap();
                    // a multiple of what each form takes
                    let wrapped = keyed.wrap(&[7; 64]).unwrap();
                    black_box(keyed.unwrap(&wrapped).unwrap());
                });
            }
            checked += modes_that_authenticate(on, backend);
        }
    }
    // modes with two keys take ciphers with keys of half as many bytes
    for entry in block::entries().filter(|entry| entry.info.key_len == 16) {
        for backend in entry.algorithm().backends_available() {
            checked += modes_that_authenticate(entry.algorithm().with_backend(backend).unwrap(), backend);
        }
    }
    checked
}

/// Checks every mode with authentication that is defined for the cipher and takes keys of 32 bytes with it.
fn modes_that_authenticate(cipher: block::Algorithm, backend: &str) -> usize {
    let (text, block) = ([7; 300], cipher.block_len());
    let modes = aead::MODES.iter().filter_map(|mode| aead::Algorithm::new(cipher, mode).ok());
    modes
        .filter(|on| on.key_len().contains(32))
        .map(|on| {
            // twelve bytes, unless the mode takes other lengths alone
            let len = 12.clamp(on.nonce_len().min, on.nonce_len().max);
            let [first, other] =
                [&b"first nonce, as long as a block "[..len], &b"other nonce, as long as a block "[..len]];
            let (heap, stack) = left_by(&|key| {
                let keyed = on.keyed(key).unwrap();
                let (mut text, mut tag) = (text, [0; 128]);
                let tag = &mut tag[..on.tag_len().max.min(block)];
                keyed.seal(first, b"header", &mut text[..], tag).unwrap();
                if on.takes_parts() {
                    let mut message = keyed.begin(other).unwrap();
                    message.header(b"header").unwrap();
                    for part in text.chunks_mut(23) {
                        message.update(Direction::Encrypt, part).unwrap();
                    }
                    message.finish(tag).unwrap();
                }
                let mut tags = [[0; 16]; 4];
                if tag.len() == 16 {
                    let packets = text[..4 * 37].chunks_mut(37).zip(&mut tags);
                    let mut packets: Vec<Packet<'_>> =
                        packets.map(|(text, tag)| Packet::new(first, b"header", text, tag)).collect();
                    keyed.seal_many(&mut packets).unwrap();
                }
                black_box((text, tag, tags));
            });
            assert_eq!((heap, stack), (0, 0), "{} on {backend}: heap, stack", on.name());
        })
        .count()
}

/// Tests the MACs that are not made of block ciphers like those above.
fn macs() -> usize {
    let mut checked = 0;
    for mac in mac::algorithms().filter(|mac| mac.kind().is_none()) {
        for backend in mac.backends_available() {
            let on = mac.with_backend(backend).unwrap();
            let (lengths, nonces) = (on.key_len(), on.nonce_len());
            let nonce = vec![9; nonces.max.min(nonces.min.max(12))];
            let most = lengths.max.min(32);
            for length in [0, 5, 300] {
                // Poly1305's tag of nothing is a half of its key
                if length == 0 && mac.name() == "poly1305" {
                    continue;
                }
                let (heap, stack) = left_by(&|key| {
                    // a longer one is no run of the bytes that are looked for
                    let longer = [1; 64];
                    let key = if most < lengths.min { &longer[..lengths.min] } else { &key[..most] };
                    let (message, mut tag) = ([7; 300], vec![0; on.tag_len()]);
                    let mut mac = on.begin(key, &nonce).unwrap();
                    mac.update(&message[..length]);
                    let mut copy = mac.clone();
                    mac.finalize(&mut tag).unwrap();
                    black_box(&tag);
                    copy.verify(&tag).unwrap();
                    mac.reset();
                    mac.tag(&message[..length], &mut tag).unwrap();
                    if !on.once() {
                        let mut tags = vec![0; 9 * on.tag_len()];
                        mac.many(&[&message[..length]; 9], &mut tags).unwrap();
                        let several = on.many(&[key; 9], &[&message[..length]; 9], &mut tags);
                        assert_eq!(several.is_ok(), nonces.min == 0);
                        black_box(tags);
                    }
                });
                let name = mac.name();
                assert_eq!((heap, stack), (0, 0), "{name} on {backend}, {length} bytes: heap, stack");
                checked += 1;
            }
        }
    }
    checked
}

/// Encrypt-then-MAC: the named form with a key of 32 bytes on every backend, and compositions of types.
fn compositions() -> usize {
    /// Seals, opens, and opens a forgery.
    fn used<E: Encryption, M: mac::Prf>(composed: &EncryptThenMac<E, M>) {
        let nonce = vec![9; composed.nonce_len().max];
        let mut sealed = vec![7; composed.sealed_len(300)];
        composed.seal_in_place(&nonce, b"header", &mut sealed, 300).unwrap();
        let mut text = vec![0; sealed.len() - composed.tag_len()];
        assert_eq!(composed.open(&nonce, b"header", &sealed, &mut text), Ok(300));
        sealed[0] ^= 1;
        assert!(composed.open_in_place(&nonce, b"header", &mut sealed).is_err());
        black_box((text, sealed));
    }
    let mut checked = 0;
    let mut check = |name: &str, f: &(dyn Fn(&[u8]) + Sync)| {
        assert_eq!(left_by(f), (0, 0), "{name}: heap, stack");
        checked += 1;
    };
    let on = encrypt_then_mac::lookup("a128cbc-hs256").unwrap();
    for backend in on.backends_available() {
        let on = on.with_backend(backend).unwrap();
        check(&format!("a128cbc-hs256 on {backend}"), &|key| used(&on.keyed(key).unwrap()));
    }
    check("A128CbcHs256", &|key| used(&A128CbcHs256::new(key.first_chunk().unwrap())));
    check("CBC and HMAC", &|key| {
        let make = || (PaddedCbc::<Aes128>::new(key.first_chunk().unwrap()), Hmac::<Sha512>::new(key));
        used(&EncryptThenMac::compose(make));
    });
    check("a counter and CMAC", &|key| {
        let [cipher, mac] = [key.first_chunk().unwrap(); 2];
        let make = || (Counter::<Aes128>::new(cipher), Cmac::<Aes128>::new(mac));
        used(&EncryptThenMac::compose(make));
    });
    check("a stream cipher and HMAC", &|key| {
        let make = || (ChaCha20Ietf::new(key, &[9; 12]).unwrap(), Hmac::<Sha256>::new(key));
        used(&EncryptThenMac::compose(make));
    });
    checked
}

/// Tests stream ciphers, and the schemes made of them.
fn streams() -> usize {
    let mut checked = 0;
    let mut check = |name: String, f: &(dyn Fn(&[u8]) + Sync)| {
        let (heap, stack) = left_by(f);
        assert_eq!((heap, stack), (0, 0), "{name}: heap, stack");
        checked += 1;
    };
    for entry in stream::entries() {
        let info = &entry.info;
        for backend in entry.algorithm().backends_available() {
            let on = entry.algorithm().with_backend(backend).unwrap();
            let nonce = vec![9; info.nonce_len.max];
            for length in [0, 5, 64, 2000] {
                check(format!("{} on {backend}, {length} bytes", info.name), &|key| {
                    let mut stream = on.begin(&key[..info.key_len.max.min(32)], &nonce).unwrap();
                    let mut text = [7; 2000];
                    stream.apply(&mut text[..length]).unwrap();
                    let _ = stream.seek(3);
                    black_box(text);
                });
            }
        }
    }
    for entry in aead::entries() {
        for backend in entry.algorithm().backends_available() {
            let on = entry.algorithm().with_backend(backend).unwrap();
            let nonce = vec![9; entry.info.nonce_len.max];
            for length in [0, 5, 400, 2000] {
                check(format!("{} on {backend}, {length} bytes", entry.info.name), &|key| {
                    let aead = on.keyed(&key[..key.len().min(entry.info.key_len.max)]).unwrap();
                    let (mut text, mut tag) = ([7; 2000], [0; 32]);
                    let tag = &mut tag[..aead.tag_len()];
                    aead.seal(&nonce, b"", &mut text[..length], tag).unwrap();
                    aead.open(&nonce, b"", &mut text[..length], tag).unwrap();
                    if on.takes_parts() {
                        let mut message = aead.begin(&nonce).unwrap();
                        message.update(Direction::Encrypt, &mut text[..length / 3]).unwrap();
                        message.update(Direction::Encrypt, &mut text[length / 3..length]).unwrap();
                        message.finish(tag).unwrap();
                    }
                    black_box((text, tag));
                });
            }
        }
    }
    check("hchacha".into(), &|key| {
        let derived = bramah::stream::chacha::hchacha(key.try_into().unwrap(), &[1; 16], 20);
        black_box(derived);
    });
    check("hsalsa".into(), &|key| {
        let derived = bramah::stream::salsa20::hsalsa(key.try_into().unwrap(), &[1; 16], 20);
        black_box(derived);
    });
    // by types, whose objects lie on the stack and are moved there, or not
    for length in [0, 5, 64, 100, 2000] {
        check(format!("objects of one message, {length} bytes"), &|key| {
            let (key, mut text, mut tag) = (key.try_into().unwrap(), [7; 2000], [0; 16]);
            let text = &mut text[..length];
            Ctr::<Aes256>::new(key, &[9; 16]).unwrap().apply(&mut *text).unwrap();
            Gcm::<Aes256>::new(key).seal(&[9; 12], b"", &mut *text, &mut tag).unwrap();
            black_box((text, tag));
        });
        // each by itself, since another would erase more of the stack
        let one: [(&str, fn(&[u8; 32], &mut [u8])); 5] = [
            ("aes-128 in ctr", |key, text| {
                Ctr::<Aes128>::apply_once(key.first_chunk().unwrap(), &[9; 16], text).unwrap();
            }),
            ("aes-256 in ctr", |key, text| Ctr::<Aes256>::apply_once(key, &[9; 16], text).unwrap()),
            ("aes-256 in gcm", |key, text| {
                Gcm::<Aes256>::seal_once(key, &[9; 12], b"", text, &mut [0; 16]).unwrap();
            }),
            ("chacha20", |key, text| ChaCha20Ietf::apply_once(key, &[9; 12], text).unwrap()),
            ("chacha20-poly1305", |key, text| {
                ChaCha20Poly1305::seal_once(key, &[9; 12], b"", text, &mut [0; 16]).unwrap();
            }),
        ];
        for (name, function) in one {
            check(format!("one message of {length} bytes, {name}"), &|key| {
                let mut text = [7; 2000];
                function(key.try_into().unwrap(), &mut text[..length]);
                black_box(text);
            });
        }
    }
    check("poly1305".into(), &|key| {
        black_box(bramah::Poly1305::mac(key.try_into().unwrap(), &[3; 777]));
    });
    checked
}

/// Tests the derivation of keys from passwords.
fn passwords() -> usize {
    let mut kdfs: Vec<(String, Box<dyn PasswordKdf + Sync>)> = Vec::new();
    for name in ["md5", "sha1", "sha256", "sha512", "sha3-256", "blake2b"] {
        let hash = hash::lookup(name).unwrap();
        kdfs.push((format!("pbkdf2-{name}"), Box::new(Pbkdf2::with_hash(hash, 3).unwrap())));
    }
    kdfs.push(("scrypt".into(), Box::new(Scrypt::new(4, 2, 7).unwrap())));
    kdfs.push(("scrypt on threads".into(), Box::new(Scrypt::new(4, 2, 7).unwrap().threads(3))));
    kdfs.push(("yescrypt".into(), Box::new(Yescrypt::new(4, 2).unwrap())));
    for kind in Variant::ALL {
        for backend in Argon2::backends_available() {
            let argon2 = Argon2::new(kind, 50, 2, 2).unwrap().short_salts().with_backend(backend).unwrap();
            kdfs.push((format!("{} on {backend}", kind.name()), Box::new(argon2.clone())));
            kdfs.push((format!("{} on {backend}, threads", kind.name()), Box::new(argon2.threads(2))));
        }
    }
    kdfs.push(("bcrypt-pbkdf".into(), Box::new(BcryptPbkdf::new(1).unwrap())));
    for (name, kdf) in &kdfs {
        for length in [4, 32, 700] {
            let (heap, stack) = left_by(&|key| {
                let mut out = vec![0; length];
                kdf.derive(key, b"salt", &mut out).unwrap();
                black_box(out);
            });
            assert_eq!((heap, stack), (0, 0), "{name}, {length} bytes: heap, stack");
        }
    }
    let balloon = Balloon::new(9, 2).unwrap();
    for lanes in [balloon, balloon.lanes(2).unwrap()] {
        let (heap, stack) = left_by(&|key| {
            let mut out = [0; 32];
            lanes.over(kdf::of::<Sha256>()).derive(key, b"salt", &mut out).unwrap();
            black_box(out);
        });
        assert_eq!((heap, stack), (0, 0), "{lanes:?}: heap, stack");
    }
    for count in [1, 2, 7] {
        let (heap, stack) = left_by(&|key| {
            let mut out = vec![[0; 23]; count];
            let bcrypt = Bcrypt::new(4).unwrap();
            bcrypt.derive_many(&vec![key; count], &vec![[1; 16]; count], &mut out).unwrap();
            black_box(out);
        });
        assert_eq!((heap, stack), (0, 0), "bcrypt, {count} passwords: heap, stack");
    }
    5 + 3 * kdfs.len()
}
