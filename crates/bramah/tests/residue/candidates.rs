//! Tests that objects of types, such as `Gcm<Aes256>`, leave no key, with every candidate of the lists of candidates
//! that they use. An algorithm that is looked up by name takes its backend as an argument. A type uses the candidate
//! that is in use in the whole program, which these tests change.

use crate::memory::{expect_no_words, key, left_by};
use bramah::{
    Aes128, Aes128Enc, Aes192Enc, Aes256, Aes256Enc, Anubis, Aria256, Blowfish, Camellia256, Cast128,
    Cast256, Ccm, ChaCha20Ietf, ChaCha20Poly1305, Cmac, Ctr, Eax, Ff1, Gcm, GcmSiv, Hight, Hmac, Idea,
    Kalyna128_128, Kalyna128_128Enc, Kalyna256_256, Kuznyechik, Lea256, Magma, Mars, Mgm, Ocb, Poly1305,
    Seed, Serpent256, Sha256, Sha512, Shacal2, Siv, Sm4, Threefish256Enc, Threefish1024Enc, TripleDes,
    Twofish256, Twofish256Enc, XteaEnc, backend, stream,
};
use std::{array::from_fn, hint::black_box, mem::MaybeUninit};

/// Makes FF1 in a separate stack frame, so that the copy of the result stays in that frame.
#[inline(never)]
fn ff1(key: &[u8; 32]) -> Ff1<Aes256> {
    Ff1::new(key, 10).unwrap()
}

/// Calls `f` for every combination of available candidates of the lists with these names. The candidates are in use
/// during the call, and `f` gets their names.
pub(crate) fn forced(lists: &[&str], f: &mut dyn FnMut(&str)) {
    fn inner(lists: &[&str], names: &str, f: &mut dyn FnMut(&str)) {
        let Some((list, others)) = lists.split_first() else { return f(names) };
        let choice = backend::all().into_iter().find(|choice| choice.name() == *list);
        let choice = choice.unwrap_or_else(|| panic!("no list of candidates is named {list}"));
        let before = backend::infos(choice).position(|info| info.chosen).expect("one is in use");
        for (index, candidate) in backend::candidates(choice).enumerate() {
            if choice.force(index) {
                inner(others, &format!("{names} {list}={}", candidate.name), f);
            }
        }
        assert!(choice.force(before));
    }
    inner(lists, "", f);
}

/// Returns the name of a cipher's list of candidates, which is the text that `Debug` prints.
fn list_of(cipher: &impl std::fmt::Debug) -> String {
    format!("{cipher:?}").split_whitespace().next().unwrap().to_owned()
}

/// Tests keys of block ciphers as types, for both directions and for encryption only: no byte is left where the key
/// was, and no byte of the round keys is left on the stack. The function is not inlined, since a panic saves the
/// caller's registers on the stack, and these may still contain a part of such a key.
#[inline(never)]
pub(crate) fn keys() -> usize {
    let mut checked = 0;
    macro_rules! types {
        ($($type:ty, $len:literal;)*) => { $(
            let make = || <$type>::new(key($len).first_chunk().unwrap());
            forced(&[&list_of(&make())], &mut |on| {
                let mut place = Box::new(MaybeUninit::<$type>::zeroed());
                // SAFETY: the bytes are initialized: first with zeros, and then with the value. The padding of the
                // value keeps the zeros or is copied.
                let left = |place: &MaybeUninit<$type>| unsafe {
                    let bytes = place.as_ptr().cast::<u8>();
                    (0..size_of::<$type>()).filter(|at| bytes.add(*at).read_volatile() != 0).count()
                };
                place.write(<$type>::new(key($len).first_chunk().unwrap()));
                assert!(left(&place) > $len, "{} on {on}: a key that is in use", stringify!($type));
                // SAFETY: the value was written, and is not used again.
                unsafe { place.assume_init_drop() };
                // bytes that are not secret: the number of rounds, the number of the backend, and padding, which may be
                // copied from anywhere
                let others = 4 + size_of::<usize>() + align_of::<$type>();
                assert!(left(&place) < others, "{} on {on}", stringify!($type));
                expect_no_words::<$type>(on, make, |_cipher| ());
                expect_no_words::<$type>(on, make, |cipher| {
                    let mut blocks = [from_fn(|i| i as u8); 3];
                    cipher.encrypt_block(&mut blocks[0]);
                    cipher.encrypt_blocks(&mut blocks);
                    black_box(blocks);
                });
                checked += 1;
            });
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
        Hight, 16;
        Idea, 16;
        Kalyna128_128, 16;
        Kalyna128_128Enc, 16;
        Kalyna256_256, 32;
        Kuznyechik, 32;
        Lea256, 32;
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
        ($($type:ty, $len:literal, [$($list:literal)*], |$new:ident| $make:expr, |$held:ident| $work:expr;)*) => { $(
            let make = || {
                let $new = key($len);
                let $new = $new.first_chunk().unwrap();
                $make
            };
            forced(&[$($list),*], &mut |on| {
                expect_no_words::<$type>(on, make, |$held| $work);
                checked += 1;
            });
        )* };
    }
    macro_rules! aeads {
        ($($type:ident<$cipher:ty>, $len:literal, $nonce:literal, $lists:tt;)*) => {
            holders! { $(
                $type<$cipher>, $len, $lists, |key| $type::new(key), |_aead| ();
                $type<$cipher>, $len, $lists, |key| $type::new(key), |aead| seal_each(|text, tag| aead.seal(&[1; $nonce], b"header", text, tag).unwrap());
            )* }
        };
    }
    aeads! {
        Gcm<Aes128>, 16, 12, ["aes" "ghash"];
        Gcm<Aes256Enc>, 32, 12, ["aes" "ghash"];
        Gcm<Camellia256>, 32, 12, ["camellia" "ghash"];
        GcmSiv<Aes256>, 32, 12, ["aes" "ghash"];
        Ocb<Aes128>, 16, 12, ["aes"];
        Ccm<Aes256>, 32, 12, ["aes"];
        Eax<Aes128>, 16, 12, ["aes"];
        Mgm<Kuznyechik>, 32, 16, ["kuznyechik"];
    }
    holders! {
        Siv<Aes128>, 16, ["aes"], |key| Siv::new([key, &[9; 16]]), |siv| seal_each(|text, tag| siv.seal(&[1; 12], b"header", text, tag).unwrap());
        Ctr<Aes256>, 32, ["aes"], |key| Ctr::new(key, &[1; 16]).unwrap(), |_ctr| ();
        Ctr<Twofish256>, 32, ["twofish"], |key| Ctr::new(key, &[1; 16]).unwrap(), |_ctr| ();
        Cmac<Kuznyechik>, 32, ["kuznyechik"], |key| Cmac::new(key), |_mac| ();
        Cmac<Aes128>, 16, ["aes"], |key| Cmac::new(key), |_mac| ();
        Cmac<Blowfish<56>>, 56, ["blowfish"], |key| Cmac::new(key), |_mac| ();
        Ff1<Aes256>, 32, ["aes"], |key| ff1(key), |ff1| {
            for len in [6, 16, 57, 600] {
                let mut digits = vec![7; len];
                ff1.encrypt(b"tweak", &mut digits).unwrap();
                ff1.decrypt(b"tweak", &mut digits).unwrap();
                black_box(digits);
            }
        };
        Hmac<Sha256>, 32, ["sha256"], |key| Hmac::new::<>(key as &[u8; 32]), |hmac| { black_box(hmac.tag(&[7; 300])); };
        Hmac<Sha512>, 32, ["sha512"], |key| Hmac::new::<>(key as &[u8; 32]), |hmac| { black_box(hmac.tag(&[7; 300])); };
    }
    checked
}

/// Seals messages of several lengths, for which kernels for short and for long messages are used.
fn seal_each(seal: impl Fn(&mut [u8], &mut [u8])) {
    for len in [0, 10, 100, 300, 900, 3000] {
        seal(&mut vec![2; len], &mut [0; 16]);
    }
}

/// Tests keys for one message, and functions that derive keys, each on every candidate.
pub(crate) fn one_message() -> usize {
    let mut checked = 0;
    let mut check = |name: &str, lists: &[&str], f: &(dyn Fn(&[u8]) + Sync)| {
        forced(lists, &mut |on| {
            left_by(f).expect_nothing(&format!("{name}{on}"));
            checked += 1;
        });
    };
    check("hchacha", &["chacha"], &|key| {
        black_box(stream::chacha::hchacha(key.try_into().unwrap(), &[1; 16], 20));
    });
    check("hsalsa", &["salsa20"], &|key| {
        black_box(stream::salsa20::hsalsa(key.try_into().unwrap(), &[1; 16], 20));
    });
    for length in [0, 5, 64, 100, 2000] {
        // these objects are on the stack and are moved; the move leaves a copy in the stack frame of the test, which is
        // not examined
        let name = format!("objects of one message, {length} bytes");
        forced(&["aes", "ghash"], &mut |on| {
            let left = left_by(&|key| {
                let (key, mut text, mut tag) = (key.try_into().unwrap(), vec![7; length], [0; 16]);
                Ctr::<Aes256>::new(key, &[9; 16]).unwrap().apply(&mut text[..]).unwrap();
                Gcm::<Aes256>::new(key).seal(&[9; 12], b"", &mut text[..], &mut tag).unwrap();
                black_box((text, tag));
            });
            left.of_the_key().expect_nothing(&format!("{name}{on}"));
        });
        // each function is tested alone, since another one might erase more of the stack
        type Function = fn(&[u8; 32], &mut [u8]);
        let one: [(&str, &[&str], Function); 6] = [
            ("aes-128 in ctr", &["aes"], |key, text| {
                Ctr::<Aes128>::apply_once(key.first_chunk().unwrap(), &[9; 16], text).unwrap();
            }),
            ("aes-256 in ctr", &["aes"], |key, text| Ctr::<Aes256>::apply_once(key, &[9; 16], text).unwrap()),
            ("aes-256 in gcm", &["aes", "ghash"], |key, text| {
                Gcm::<Aes256>::seal_once(key, &[9; 12], b"", text, &mut [0; 16]).unwrap();
            }),
            ("chacha20", &["chacha"], |key, text| ChaCha20Ietf::apply_once(key, &[9; 12], text).unwrap()),
            ("chacha20-poly1305", &["chacha-poly1305"], |key, text| {
                ChaCha20Poly1305::seal_once(key, &[9; 12], b"", text, &mut [0; 16]).unwrap();
            }),
            ("poly1305", &["poly1305"], |key, text| {
                black_box(Poly1305::mac(key, text));
            }),
        ];
        for (name, lists, function) in one {
            // the tag of Poly1305 for an empty message is a half of its key
            if (name, length) == ("poly1305", 0) {
                continue;
            }
            let mut text = vec![7; length];
            let text = std::sync::Mutex::new(&mut text[..]);
            check(&format!("one message of {length} bytes, {name}"), lists, &|key| {
                function(key.try_into().unwrap(), &mut text.lock().unwrap());
            });
        }
    }
    checked
}
