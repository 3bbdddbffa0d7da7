//! The functions of SP 800-185 and RFC 9861: comparison with two other libraries, NIST's examples of tuples, the ends
//! of long outputs, and random keys and customization strings.

use crate::{
    common::{quick, wanted},
    kit::{Random, pattern},
};
use bramah::hash::{self, Options};
use tiny_keccak::{Hasher, IntoXof, Xof};

/// The parameters of one call: the message, the key, the customization string and others.
#[derive(Clone, Copy)]
struct Call<'a> {
    message: &'a [u8],
    key: &'a [u8],
    custom: &'a [u8],
    name: &'a [u8],
    block: usize,
    len: usize,
}

impl Default for Call<'_> {
    fn default() -> Self {
        Self { message: &[], key: &[], custom: &[], name: &[], block: 8192, len: 0 }
    }
}

/// Computes left_encode (SP 800-185, section 2.3.1); the next function computes right_encode.
fn left(value: usize) -> Vec<u8> {
    let bytes = value.to_be_bytes();
    let from = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len() - 1);
    let mut out = vec![(bytes.len() - from) as u8];
    out.extend_from_slice(&bytes[from..]);
    out
}
fn right(value: usize) -> Vec<u8> {
    let mut out = left(value);
    out.rotate_left(1);
    out
}
fn encoded(string: &[u8]) -> Vec<u8> {
    [left(8 * string.len()).as_slice(), string].concat()
}

/// Computes cSHAKE with RustCrypto.
fn cshake<const RATE: usize>(call: Call<'_>) -> Vec<u8> {
    use cshake::digest::{ExtendableOutput, Update, XofReader};
    let mut hasher = cshake::CShake::<RATE>::new_with_function_name(call.name, call.custom);
    hasher.update(call.message);
    let mut out = vec![0; call.len];
    hasher.finalize_xof().read(&mut out);
    out
}

/// Computes the functions that are built on cSHAKE, by the definitions of the standard.
fn built<const RATE: usize>(function: &str, call: Call<'_>) -> Vec<u8> {
    let Call { message, key, custom, block, len, .. } = call;
    let length = if function.contains("xof") { 0 } else { 8 * len };
    let (name, mut data): (&[u8], _) = match function {
        "cshake" => return cshake::<RATE>(call),
        "kmac" | "kmacxof" => {
            let mut padded = [left(RATE), encoded(key)].concat();
            padded.resize(padded.len().next_multiple_of(RATE), 0);
            (b"KMAC", [&padded, message].concat())
        }
        "parallelhash" | "parallelhashxof" => {
            let leaf = |message| cshake::<RATE>(Call { message, len: 200 - RATE, ..Call::default() });
            let leaves = message.chunks(block);
            let count = leaves.len();
            let values: Vec<u8> = leaves.flat_map(leaf).collect();
            (b"ParallelHash", [left(block), values, right(count)].concat())
        }
        _ => (b"TupleHash", encoded(message)),
    };
    data.extend(right(length));
    cshake::<RATE>(Call { message: &data, name, custom, len, ..Call::default() })
}

/// Computes the functions with tiny-keccak.
fn tiny(function: &str, rate: usize, call: Call<'_>) -> Vec<u8> {
    let Call { message, key, custom, name, block, len } = call;
    let mut out = vec![0; len];
    macro_rules! hash {
        ($type:ident($($argument:expr),*)) => {{
            let mut hasher = match rate {
                168 => tiny_keccak::$type::v128($($argument),*),
                _ => tiny_keccak::$type::v256($($argument),*),
            };
            hasher.update(message);
            hasher
        }};
    }
    match function {
        "cshake" => hash!(CShake(name, custom)).finalize(&mut out),
        "kmac" => hash!(Kmac(key, custom)).finalize(&mut out),
        "kmacxof" => hash!(Kmac(key, custom)).into_xof().squeeze(&mut out),
        "tuplehash" => hash!(TupleHash(custom)).finalize(&mut out),
        "tuplehashxof" => hash!(TupleHash(custom)).into_xof().squeeze(&mut out),
        "parallelhash" => hash!(ParallelHash(custom, block)).finalize(&mut out),
        "parallelhashxof" => hash!(ParallelHash(custom, block)).into_xof().squeeze(&mut out),
        _ => unreachable!(),
    }
    out
}

/// Computes KT128 or KT256 with RustCrypto.
fn kangaroo<const RATE: usize>(message: &[u8], custom: &[u8], len: usize) -> Vec<u8> {
    use k12::digest::{ExtendableOutput, Update, XofReader};
    let mut hasher = k12::CustomRefKt::<RATE>::new_customized(custom);
    hasher.update(message);
    let mut out = vec![0; len];
    hasher.finalize_xof().read(&mut out);
    out
}

/// Computes KangarooTwelve by the definition in RFC 9861, section 3, with tiny-keccak's permutation.
fn tree(rate: usize, message: &[u8], custom: &[u8], len: usize) -> Vec<u8> {
    let length = |value: usize| if value == 0 { vec![0] } else { right(value) };
    let all = [message, custom, &length(custom.len())].concat();
    let mut chunks = all.chunks(8192);
    let first = chunks.next().unwrap();
    let count = chunks.len();
    if count == 0 {
        return sponge(rate, 0x07, first, len);
    }
    let values: Vec<u8> = chunks.flat_map(|chunk| sponge(rate, 0x0b, chunk, 200 - rate)).collect();
    let node = [first, &[3, 0, 0, 0, 0, 0, 0, 0], &values, &length(count), &[0xff, 0xff]].concat();
    sponge(rate, 0x06, &node, len)
}

/// Computes TurboSHAKE with RustCrypto.
fn turboshake<const RATE: usize>(message: &[u8], len: usize) -> Vec<u8> {
    use turboshake::digest::{ExtendableOutput, Update, XofReader};
    let mut hasher = turboshake::TurboShake::<RATE, 0x1f>::default();
    hasher.update(message);
    let mut out = vec![0; len];
    hasher.finalize_xof().read(&mut out);
    out
}

/// Computes a sponge with tiny-keccak's permutation of 12 rounds.
fn sponge(rate: usize, domain: u8, message: &[u8], len: usize) -> Vec<u8> {
    let mut padded = [message, &[domain]].concat();
    padded.resize(padded.len().next_multiple_of(rate), 0);
    *padded.last_mut().unwrap() ^= 0x80;
    let mut state = [0u64; 25];
    for block in padded.chunks(rate) {
        for (word, bytes) in state.iter_mut().zip(block.as_chunks().0) {
            *word ^= u64::from_le_bytes(*bytes);
        }
        tiny_keccak::keccakp(&mut state);
    }
    let mut out = Vec::new();
    while out.len() < len {
        out.extend(state[..rate / 8].iter().flat_map(|word| word.to_le_bytes()));
        tiny_keccak::keccakp(&mut state);
    }
    out.truncate(len);
    out
}

pub(crate) type Reference = Box<dyn Fn(&[u8]) -> Vec<u8>>;

/// Returns a function's name without its strength and output length, and the rate.
fn split(name: &str) -> Option<(&'static str, usize)> {
    let name = name.split('-').next()?;
    const FUNCTIONS: [&str; 9] = [
        "cshake", "kmac", "kmacxof", "tuplehash", "tuplehashxof", "parallelhash", "parallelhashxof",
        "turboshake", "kt",
    ];
    let function = FUNCTIONS
        .into_iter()
        .find(|function| name.strip_suffix("128").or(name.strip_suffix("256")) == Some(function))?;
    Some((function, if name.ends_with("128") { 168 } else { 136 }))
}

/// Returns RustCrypto's implementation, with an output of `len` bytes.
pub(crate) fn rustcrypto(name: &str, len: usize) -> Option<Reference> {
    let (function, rate) = split(name)?;
    Some(Box::new(move |message| {
        let call = Call { message, len, ..Call::default() };
        match (function, rate) {
            ("turboshake", 168) => turboshake::<168>(message, len),
            ("turboshake", _) => turboshake::<136>(message, len),
            ("kt", 168) => kangaroo::<168>(message, &[], len),
            ("kt", _) => kangaroo::<136>(message, &[], len),
            (_, 168) => built::<168>(function, call),
            _ => built::<136>(function, call),
        }
    }))
}

/// Returns tiny-keccak's implementation, with an output of `len` bytes.
pub(crate) fn other(name: &str, len: usize) -> Option<Reference> {
    let (function, rate) = split(name)?;
    Some(Box::new(move |message| match function {
        "turboshake" => sponge(rate, 0x1f, message, len),
        "kt" => tree(rate, message, &[], len),
        _ => tiny(function, rate, Call { message, len, ..Call::default() }),
    }))
}

#[test]
fn random_keys_and_customizations_against_two_libraries() {
    let mut compared = 0;
    for entry in hash::entries() {
        let serial = |function: &str| !entry.parallel() && function != "turboshake";
        let Some((function, rate)) = split(entry.info.name).filter(|(name, _)| serial(name)) else {
            continue;
        };
        let algorithm = entry.algorithm();
        let backends = algorithm.backends_available().into_iter().filter(|name| wanted(name));
        let on: Vec<_> = backends.map(|name| algorithm.with_backend(name).unwrap()).collect();
        let mut random = Random(9);
        for _ in 0..if quick() { 20 } else { 400 } {
            let mut bytes = |longest: usize| {
                let len = random.below(longest);
                random.bytes(len)
            };
            let (message, mut key, custom, name) = (bytes(700), bytes(400), bytes(300), bytes(300));
            if key.is_empty() {
                key.push(7); // by name an empty key is none, and KMAC needs one
            }
            let len = 1 + random.below(400);
            // whether the padded strings end exactly at the end of a block: tiny-keccak 2.0 then wrongly adds another
            // block
            let full = |strings: [&[u8]; 2]| {
                let encoded = strings.map(|string| encoded(string).len());
                (2 + encoded[0] + encoded[1]).is_multiple_of(rate)
            };
            let takes = |parameter| entry.info.takes(parameter).is_some();
            let call = Call {
                message: &message,
                key: if takes(hash::Parameter::Key) { &key } else { &[] },
                custom: &custom,
                name: if takes(hash::Parameter::FunctionName) { &name } else { &[] },
                len,
                ..Call::default()
            };
            let expected =
                if rate == 168 { built::<168>(function, call) } else { built::<136>(function, call) };
            let own_name: &[u8] = match function {
                "cshake" => call.name,
                "kmac" | "kmacxof" => b"KMAC",
                _ => b"TupleHash",
            };
            if !full([own_name, &custom]) && !(2 + encoded(call.key).len()).is_multiple_of(rate) {
                assert_eq!(expected, tiny(function, rate, call), "{function}: the references differ");
            }
            let options = Options {
                key: call.key,
                personal: call.custom,
                function_name: call.name,
                ..Options::default()
            };
            for on in &on {
                let function = on.with_bits(8 * len).unwrap().with_options(&options).unwrap();
                let mut out = vec![0; len];
                function.digest(&message, &mut out);
                assert_eq!(out, expected, "{} on {}", entry.info.name, function.hasher().backend());
                compared += 1;
            }
        }
    }
    println!("{compared} compared");
}

/// Tests strings and outputs at the lengths from which on the number of bits needs another byte: 2^8 and 2^16 bits on
/// every backend, and 2^24 bits only on the first one.
#[test]
fn encoded_lengths() {
    for entry in hash::entries() {
        let serial = |function: &str| !entry.parallel() && function != "turboshake";
        let Some((function, rate)) = split(entry.info.name).filter(|(name, _)| serial(name)) else {
            continue;
        };
        let algorithm = entry.algorithm();
        let backends = algorithm.backends_available().into_iter().filter(|name| wanted(name));
        let on: Vec<_> = backends.map(|name| algorithm.with_backend(name).unwrap()).collect();
        let takes = |parameter| entry.info.takes(parameter).is_some();
        for length in [31, 32, 8191, 8192, (1 << 21) - 1, 1 << 21] {
            let long = vec![0x5a; length];
            let short = b"some bytes";
            // either one of the strings or the output is long
            for which in 0..if length < 1 << 20 { 5 } else { 4 } {
                let of = |number| if which == number { &long[..] } else { short };
                let call = Call {
                    key: if takes(hash::Parameter::Key) { of(0) } else { &[] },
                    custom: of(1),
                    name: if takes(hash::Parameter::FunctionName) { of(2) } else { &[] },
                    message: of(3),
                    len: if which == 4 { length } else { 40 },
                    ..Call::default()
                };
                if length > 1 << 20 && (quick() || rate != 168) {
                    continue;
                }
                let expected =
                    if rate == 168 { built::<168>(function, call) } else { built::<136>(function, call) };
                let options = Options {
                    key: call.key,
                    personal: call.custom,
                    function_name: call.name,
                    ..Options::default()
                };
                for on in on.iter().take(if length > 1 << 20 { 1 } else { usize::MAX }) {
                    let of = on.with_bits(8 * call.len).unwrap().with_options(&options).unwrap();
                    let mut out = vec![0; call.len];
                    of.digest(call.message, &mut out);
                    let backend = of.hasher().backend();
                    assert!(out == expected, "{} on {backend}: {length} bytes of {which}", entry.info.name);
                }
            }
        }
    }
}

/// Tests messages of several leaves, with a customization string and with blocks of random sizes.
#[test]
fn random_trees_against_two_libraries() {
    let mut compared = 0;
    for entry in hash::entries().filter(|entry| entry.parallel()) {
        let Some((function, rate)) = split(entry.info.name) else { continue };
        let algorithm = entry.algorithm();
        let backends = algorithm.backends_available().into_iter().filter(|name| wanted(name));
        let on: Vec<_> = backends.map(|name| algorithm.with_backend(name).unwrap()).collect();
        let mut random = Random(10);
        for case in 0..if quick() { 12 } else { 120 } {
            let mut bytes = |longest: usize| {
                let len = random.below(longest);
                random.bytes(len)
            };
            // tests small blocks with short messages, and large blocks with messages of up to 40 leaves
            let message = bytes(if case % 2 == 0 { 3000 } else { 340_000 });
            let custom = bytes([1, 300, 20_000][case % 3]);
            let block = 1 + random.below(if case % 2 == 0 { 300 } else { 9000 });
            let len = 1 + random.below(400);
            let call = Call { message: &message, custom: &custom, block, len, ..Call::default() };
            let (expected, second) = match (function, rate) {
                ("kt", 168) => (kangaroo::<168>(&message, &custom, len), tree(rate, &message, &custom, len)),
                ("kt", _) => (kangaroo::<136>(&message, &custom, len), tree(rate, &message, &custom, len)),
                (_, 168) => (built::<168>(function, call), tiny(function, rate, call)),
                _ => (built::<136>(function, call), tiny(function, rate, call)),
            };
            // if the prefix ends at a block's end, tiny-keccak 2.0 wrongly adds another block
            let prefix = 2 + encoded(b"ParallelHash").len() + encoded(&custom).len();
            if function == "kt" || !prefix.is_multiple_of(rate) {
                assert_eq!(expected, second, "{function}: the references differ");
            }
            let blocks = (function != "kt").then_some(hash::Tree::Blocks(block));
            let options = Options { personal: &custom, tree: blocks, ..Options::default() };
            for on in &on {
                let function = on.with_bits(8 * len).unwrap().with_options(&options).unwrap();
                let mut out = vec![0; len];
                function.digest(&message, &mut out);
                assert_eq!(out, expected, "{} on {}", entry.info.name, function.hasher().backend());
                let mut hasher = function.hasher();
                for piece in message.chunks(1 + random.below(30_000)) {
                    if random.below(2) == 0 {
                        hasher.update(piece);
                    } else {
                        hasher.update_parallel(piece, 3);
                    }
                    if random.below(4) == 0 {
                        hasher = function.restore(&hasher.save()).unwrap();
                    }
                }
                assert_eq!(hasher.finalize(), expected, "{} in pieces", entry.info.name);
                compared += 1;
            }
        }
    }
    println!("{compared} compared");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Tests NIST's example values for SP 800-185, TupleHash_samples.pdf and TupleHashXOF_samples.pdf.
#[test]
fn tuples() {
    use bramah::{TupleHash128, TupleHash256, TupleHashXof128, TupleHashXof256};
    const STRINGS: [&[u8]; 3] = [
        &[0, 1, 2],
        &[0x10, 0x11, 0x12, 0x13, 0x14, 0x15],
        &[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28],
    ];
    macro_rules! check {
        ($($type:ident, $custom:literal, $count:literal, $digest:expr;)*) => { $({
            let options = Options { personal: $custom, ..Options::default() };
            let mut tuple = $type::with_options(&options).unwrap();
            STRINGS[..$count].iter().for_each(|string| tuple.push(string));
            assert_eq!(hex(&tuple.clone().finalize()), $digest);
            assert_eq!(hex(&tuple.finalize_reset()), $digest);
            STRINGS[..$count].iter().for_each(|string| tuple.push(string));
            assert_eq!(hex(&tuple.finalize()), $digest);
            if $custom.is_empty() {
                assert_eq!(hex(&$type::digest(&STRINGS[..$count])), $digest);
            }
        })* };
    }
    check! {
        TupleHash128, b"", 2, "c5d8786c1afb9b82111ab34b65b2c0048fa64e6d48e263264ce1707d3ffc8ed1";
        TupleHash128, b"My Tuple App", 2, "75cdb20ff4db1154e841d758e24160c54bae86eb8c13e7f5f40eb35588e96dfb";
        TupleHash128, b"My Tuple App", 3, "e60f202c89a2631eda8d4c588ca5fd07f39e5151998deccf973adb3804bb6e84";
        TupleHashXof128, b"", 2, "2f103cd7c32320353495c68de1a8129245c6325f6f2a3d608d92179c96e68488";
        TupleHashXof128, b"My Tuple App", 2, "3fc8ad69453128292859a18b6c67d7ad85f01b32815e22ce839c49ec374e9b9a";
        TupleHashXof128, b"My Tuple App", 3, "900fe16cad098d28e74d632ed852f99daab7f7df4d99e775657885b4bf76d6f8";
        TupleHash256, b"", 2, "cfb7058caca5e668f81a12a20a2195ce97a925f1dba3e7449a56f82201ec607311ac2696b1ab5ea2352df1423bde7bd4bb78c9aed1a853c78672f9eb23bbe194";
        TupleHash256, b"My Tuple App", 2, "147c2191d5ed7efd98dbd96d7ab5a11692576f5fe2a5065f3e33de6bba9f3aa1c4e9a068a289c61c95aab30aee1e410b0b607de3620e24a4e3bf9852a1d4367e";
        TupleHash256, b"My Tuple App", 3, "45000be63f9b6bfd89f54717670f69a9bc763591a4f05c50d68891a744bcc6e7d6d5b5e82c018da999ed35b0bb49c9678e526abd8e85c13ed254021db9e790ce";
        TupleHashXof256, b"", 2, "03ded4610ed6450a1e3f8bc44951d14fbc384ab0efe57b000df6b6df5aae7cd568e77377daf13f37ec75cf5fc598b6841d51dd207c991cd45d210ba60ac52eb9";
        TupleHashXof256, b"My Tuple App", 2, "6483cb3c9952eb20e830af4785851fc597ee3bf93bb7602c0ef6a65d741aeca7e63c3b128981aa05c6d27438c79d2754bb1b7191f125d6620fca12ce658b2442";
        TupleHashXof256, b"My Tuple App", 3, "0c59b11464f2336c34663ed51b2b950bec743610856f36c28d1d088d8a2446284dd09830a6a178dc752376199fae935d86cfdee5913d4922dfd369b66a53c897";
    }
    // the function by name hashes a message as a tuple of one string
    let mut out = [0; 32];
    hash::lookup("tuplehash128").unwrap().digest(b"one", &mut out);
    assert_eq!(out, TupleHash128::digest(["one"]));
    assert_ne!(out, TupleHash128::digest(["o", "ne"]));
    assert_ne!(TupleHash128::digest([""]), TupleHash128::digest([""; 0]));
    let mut xof = TupleHashXof256::default();
    xof.push("one");
    let (mut long, mut short) = ([0; 100], [0; 64]);
    hash::lookup("tuplehashxof256").unwrap().digest(b"one", &mut short);
    xof.finalize_xof().read(&mut long);
    assert_eq!(long[..64], short);
}

/// Tests the last bytes of outputs of more than 10,000 bytes, from RFC 9861, section 5.
#[test]
fn ends_of_long_outputs() {
    for (name, expected) in [
        ("turboshake128", "a3b9b0385900ce761f22aed548e754da10a5242d62e8c658e3f3a923a7555607"),
        ("turboshake256", "abefa11630c661269249742685ec082f207265dccf2f43534e9c61ba0c9d1d75"),
        ("kt128", "e8dc563642f7228c84684c898405d3a834799158c079b12880277a1d28e2ff6d"),
        (
            "kt256",
            "ad4a1d718cf950506709a4c33396139b4449041fc79a05d68da35f1e453522e0\
             56c64fe94958e7085f2964888259b9932752f3ccd855288efee5fcbb8b563069",
        ),
    ] {
        let mut out = vec![0; 10_000 + expected.len() / 2];
        let function = hash::lookup(name).unwrap().with_bits(8 * out.len()).unwrap();
        function.digest(&[], &mut out);
        assert_eq!(hex(&out[10_000..]), expected, "{name}");
    }
}

#[test]
fn cshake_without_name_and_customization_is_shake() {
    for (name, shake) in [("cshake128", "shake128"), ("cshake256", "shake256")] {
        let [ours, shake] = [name, shake].map(|name| hash::lookup(name).unwrap());
        for length in [0, 1, 135, 136, 167, 168, 500] {
            let (mut out, mut expected) = (vec![0; ours.output_len()], vec![0; shake.output_len()]);
            ours.digest(&pattern(length), &mut out);
            shake.digest(&pattern(length), &mut expected);
            assert_eq!(out, expected, "{name}: {length} bytes");
        }
    }
}

#[test]
fn domain_bytes_out_of_range_are_refused() {
    let function = hash::lookup("turboshake128").unwrap();
    let error = |domain: &[u8]| {
        function.with_options(&Options { domain, ..Options::default() }).err().map(|error| error.to_string())
    };
    assert_eq!(error(&[1]), None);
    assert_eq!(error(&[0x7f]), None);
    assert_eq!(error(&[0]).unwrap(), "domain byte is 0, but must be from 1 to 127");
    assert_eq!(error(&[0x80]).unwrap(), "domain byte is 128, but must be from 1 to 127");
    assert_eq!(error(&[1, 2]).unwrap(), "the domain byte has 2 bytes, but may have at most 1");
}
