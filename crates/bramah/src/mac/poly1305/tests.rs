use super::*;

#[test]
fn rfc_8439_2_5_2() {
    let mut key = [0; 32];
    let hex = b"85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b";
    for (byte, digits) in key.iter_mut().zip(hex.as_chunks::<2>().0) {
        *byte = u8::from_str_radix(core::str::from_utf8(digits).unwrap(), 16).unwrap();
    }
    for backend in POLY1305.available() {
        let mut poly = Poly1305::with_backend(backend, &key);
        poly.update(b"Cryptographic Forum Research Group");
        assert_eq!(
            poly.finalize(),
            0xa8061dc1305136c6c22b8baf0c0127a9_u128.to_be_bytes(),
            "{}",
            backend.name()
        );
    }
}

#[test]
fn self_tests_pass() {
    for backend in POLY1305.available() {
        assert!(agrees(backend), "{}", backend.name());
    }
}

/// A number below 2^131: its low and its high 128 bits.
type Number = (u128, u128);
const P: Number = (u128::MAX - 4, 3);

/// Returns `a + b` modulo 2^130 - 5, by repeated subtraction: slow but simple.
fn sum(a: Number, b: Number) -> Number {
    let (low, carry) = a.0.overflowing_add(b.0);
    let mut sum = (low, a.1 + b.1 + u128::from(carry));
    while (sum.1, sum.0) >= (P.1, P.0) {
        let (low, borrow) = sum.0.overflowing_sub(P.0);
        sum = (low, sum.1 - P.1 - u128::from(borrow));
    }
    sum
}

fn product(a: Number, r: u128) -> Number {
    let mut product = (0, 0);
    for bit in (0..128).rev() {
        product = sum(product, product);
        if r >> bit & 1 == 1 {
            product = sum(product, a);
        }
    }
    product
}

/// Tests accumulators close to 2^130 - 5 and to other limits, the smallest and the largest factors, and blocks in which every
/// limb carries. The numbers of blocks cover each path of the code.
#[test]
fn borders() {
    let mut starts: Vec<Number> = (0..12).map(|i| sum_wide((u128::MAX - 5, 3), i)).collect();
    starts.extend([(0, 0), (1, 0), (u128::MAX, 0), (0, 1), (u128::MAX, 3), (0, 4), (u128::MAX, 4)]);
    let factors = [0, 1, 2, 5, 0x0ffffffc_0ffffffc_0ffffffc_0fffffff, 0x0ffffffc << 96, 0x0ffffffc_0fffffff];
    let mut counting = [[0; BLOCK]; 67];
    for (i, byte) in counting.as_flattened_mut().iter_mut().enumerate() {
        *byte = (i % 251) as u8;
    }
    for start in starts {
        for r in factors {
            for blocks in [[[0xff; BLOCK]; 67], [[0; BLOCK]; 67], counting] {
                for n in [0, 1, 2, 23, 24, 32, 39, 48, 67] {
                    let mut expected = sum(start, (0, 0));
                    for block in &blocks[..n] {
                        expected = product(sum(expected, (u128::from_le_bytes(*block), 1)), r);
                    }
                    let mut state = State::EMPTY;
                    state.reset(&r.to_le_bytes());
                    state.h = [start.0 as u64, (start.0 >> 64) as u64, start.1 as u64];
                    // the portable kernels, for words of 64 and of 32 bits, and for WebAssembly
                    for kernel in [portable::blocks, limbs::blocks, narrow::blocks] {
                        let mut state = state.clone();
                        kernel(&mut state, &blocks[..n], 1);
                        assert_eq!(state.tag(0), expected.0.to_le_bytes(), "{start:x?} {r:x} {n}");
                    }
                    for backend in POLY1305.available() {
                        let mut state = state.clone();
                        backend.blocks(&mut state, &blocks[..n], 1);
                        assert_eq!(
                            state.tag(0),
                            expected.0.to_le_bytes(),
                            "{} {start:x?} {r:x} {n}",
                            backend.name()
                        );
                    }
                }
            }
        }
    }
}

fn sum_wide(a: Number, b: u128) -> Number {
    let (low, carry) = a.0.overflowing_add(b);
    (low, a.1 + u128::from(carry))
}

#[test]
fn any_split_and_any_length() {
    let mut message = [0; 1200];
    for (i, byte) in message.iter_mut().enumerate() {
        *byte = (i % 251) as u8;
    }
    let key = message.first_chunk().unwrap();
    for n in (0..300).chain((300..1200).step_by(37)) {
        let expected = {
            let mut h = (0, 0);
            let r = u128::from_le_bytes(*key.first_chunk().unwrap()) & 0x0ffffffc_0ffffffc_0ffffffc_0fffffff;
            for block in message[..n].chunks(BLOCK) {
                let mut padded = [0; 17];
                padded[..block.len()].copy_from_slice(block);
                padded[block.len()] = 1;
                let low = u128::from_le_bytes(*padded.first_chunk().unwrap());
                h = product(sum(h, (low, padded[16].into())), r);
            }
            h.0.wrapping_add(u128::from_le_bytes(*key.last_chunk().unwrap())).to_le_bytes()
        };
        for backend in POLY1305.available() {
            let mut whole = Poly1305::with_backend(backend, key);
            whole.update(&message[..n]);
            assert_eq!(whole.finalize(), expected, "{} {n}", backend.name());
            let at = n * 7 / 11;
            let mut parts = Poly1305::with_backend(backend, key);
            parts.update(&message[..at]);
            let other = parts.clone();
            parts.update(&message[at..n]);
            assert!(parts.verify(&expected).is_ok());
            assert!(n == at || other.verify(&expected).is_err());
        }
    }
}
