//! Times calls through the C interface and the same calls in Rust in turns, on messages of 64 bytes: `cargo run
//! --profile library -p bramah-c --example overhead`.
#![allow(unsafe_code)] // the calls that are timed

use bramah_c::{aead, hash, mac, stream};
use std::{hint::black_box, ptr::null, time::Instant};

const CALLS: u32 = 200;
const ROUNDS: usize = 10_001;

/// Runs the calls in turns, and returns the median time of each in nanoseconds.
fn medians<const N: usize>(mut calls: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..ROUNDS {
        for (call, times) in calls.iter_mut().zip(&mut times) {
            let begin = Instant::now();
            for _ in 0..CALLS {
                call();
            }
            times.push(begin.elapsed().as_nanos() as f64 / f64::from(CALLS));
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    })
}

fn report(name: &str, [rust, c]: [f64; 2]) {
    println!("{name:20} Rust {rust:6.1} ns, C {c:6.1} ns, {:+.1} ns", c - rust);
}

fn main() -> Result<(), bramah::Error> {
    let message = [7_u8; 64];
    let (mut one, mut other, mut tag) = ([0; 64], [0; 64], [0; 32]);
    for (name, c_name) in [("sha256", c"sha256"), ("sha3-256", c"sha3-256"), ("blake2b-256", c"blake2b-256")]
    {
        let algorithm = bramah::hash::lookup(name)?;
        let mut handle = std::ptr::null_mut();
        // SAFETY: the pointers are a name, and a variable for the handle.
        assert_eq!(unsafe { hash::bramah_hash_new(&mut handle, c_name.as_ptr(), null()) }, 0);
        let times =
            medians([&mut || algorithm.digest(black_box(&message), black_box(&mut one[..32])), &mut || {
                let message = black_box(&message);
                // SAFETY: the handle is valid, and the buffers have these lengths.
                let status =
                    unsafe { hash::bramah_hash_digest(handle, message.as_ptr(), 64, other.as_mut_ptr(), 32) };
                assert_eq!(black_box(status), 0);
            }]);
        assert_eq!(one[..32], other[..32]);
        report(name, times);
    }

    let mut rust = bramah::mac::lookup("hmac-sha256")?.keyed(b"a key")?;
    let mut handle = std::ptr::null_mut();
    // SAFETY: the pointers are a name, a key with its length, no nonce, and a variable for the handle.
    let made = unsafe {
        mac::bramah_mac_new(&mut handle, c"hmac-sha256".as_ptr(), b"a key".as_ptr(), 5, null(), 0, null())
    };
    assert_eq!(made, 0);
    let times = medians([
        &mut || rust.tag(black_box(&message), black_box(&mut one[..32])).expect("a tag of 32 bytes"),
        &mut || {
            let message = black_box(&message);
            // SAFETY: the handle is valid, and the buffers have these lengths.
            let status = unsafe { mac::bramah_mac_tag(handle, message.as_ptr(), 64, tag.as_mut_ptr(), 32) };
            assert_eq!(black_box(status), 0);
        },
    ]);
    assert_eq!(one[..32], tag);
    report("hmac-sha256", times);

    let mut rust = bramah::stream::lookup("chacha20")?.begin(&[1; 32], &[2; 8])?;
    let mut handle = std::ptr::null_mut();
    // SAFETY: the pointers are a name, a key and a nonce with their lengths, and a variable for the handle.
    let made = unsafe {
        let (key, nonce) = ([1; 32], [2; 8]);
        stream::bramah_stream_new(
            &mut handle,
            c"chacha20".as_ptr(),
            key.as_ptr(),
            32,
            nonce.as_ptr(),
            8,
            null(),
        )
    };
    assert_eq!(made, 0);
    let times = medians([&mut || rust.apply(black_box(&mut one[..])).expect("keystream"), &mut || {
        let text = black_box(&mut other).as_mut_ptr();
        // SAFETY: the handle is valid; the input and the output are the same buffer of this length.
        let status = unsafe { stream::bramah_stream_apply(handle, text, 64, text, 64) };
        assert_eq!(black_box(status), 0);
    }]);
    report("chacha20", times);

    let rust = bramah::aead::lookup("aes-256-gcm")?.keyed(&[1; 32])?;
    let mut handle = std::ptr::null_mut();
    // SAFETY: the pointers are a name, a key with its length, and a variable for the handle.
    let made =
        unsafe { aead::bramah_aead_new(&mut handle, c"aes-256-gcm".as_ptr(), [1; 32].as_ptr(), 32, null()) };
    assert_eq!(made, 0);
    let nonce = [3; 12];
    let times = medians([
        &mut || {
            rust.seal(&nonce, &[], black_box(&mut one[..]), &mut tag[..16]).expect("lengths that are taken")
        },
        &mut || {
            let text = black_box(&mut other).as_mut_ptr();
            let mut tag = [0; 16];
            // SAFETY: the handle is valid, and the buffers have these lengths; one buffer is both input and output.
            let status = unsafe {
                let tag = tag.as_mut_ptr();
                aead::bramah_aead_seal(handle, nonce.as_ptr(), 12, null(), 0, text, 64, text, 64, tag, 16)
            };
            assert_eq!(black_box(status), 0);
            black_box(&tag);
        },
    ]);
    report("aes-256-gcm", times);
    Ok(())
}
