//! CCM's encodings of the length of associated data (NIST SP 800-38C, appendix A.2.2). The longest encoding begins at 4
//! GiB.
#![allow(unsafe_code)]

use crate::kit::quick;
use ::ccm::{Ccm as Theirs, aead::AeadInOut, consts::U12, consts::U16};
use bramah::{Aes128, Ccm};

/// Zeros that use no memory: all pages of the address space map to the same page.
struct Zeros {
    base: *mut libc::c_void,
    len: usize,
}

impl Zeros {
    fn new(len: usize) -> Self {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh mapping, of which nothing else knows.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), len, libc::PROT_READ, flags, -1, 0) };
        assert_ne!(base, libc::MAP_FAILED);
        Self { base, len }
    }
    fn bytes(&self) -> &[u8] {
        // SAFETY: mapped, and never written.
        unsafe { std::slice::from_raw_parts(self.base.cast(), self.len) }
    }
}

impl Drop for Zeros {
    fn drop(&mut self) {
        // SAFETY: the mapping made in `new`.
        unsafe { libc::munmap(self.base, self.len) };
    }
}

/// The tags were computed with pycryptodome 4.4; the tag for 4 GiB also with RustCrypto's ccm 0.6, which takes a
/// minute.
#[test]
fn every_encoding_of_the_length() {
    let key: [u8; 16] = std::array::from_fn(|i| i as u8);
    let (nonce, zeros) = (&key[..12], Zeros::new(1 << 32));
    let ours = Ccm::<Aes128>::new(&key);
    let theirs = <Theirs<aes::Aes128, U16, U12> as ::ccm::KeyInit>::new(&key.into());
    for (length, tag) in [
        (0xfeff, 0xcc77_34ef_551b_c85d_72a3_495d_448e_d1a6_u128),
        (0xff00, 0x94ed_13a8_0190_fa51_f3c5_4d31_fe20_fb9a),
        (0xffff, 0x4695_f8c3_6d4e_3f52_29d1_b10c_bcd5_9883),
        (0x1_0000, 0x4c98_15f2_bf7e_67a8_37af_20f4_42f2_0c79),
        (0xffff_ffff, 0xa7d3_d794_7c4c_df25_5766_8358_48cf_36a8),
        (0x1_0000_0000, 0x9e36_384a_ef22_9bc2_c536_9cd6_bab8_4778),
    ] {
        if quick() && length > 0x1_0000 {
            continue;
        }
        let header = &zeros.bytes()[..length];
        let (mut text, mut found) = (*b"hello", [0; 16]);
        ours.seal(nonce, header, &mut text[..], &mut found).unwrap();
        assert_eq!((text, found), ([0x5b, 0x70, 0x9f, 0x0b, 0xb3], tag.to_be_bytes()), "{length} bytes");
        if length <= 0x1_0000 {
            let mut text = *b"hello";
            let other =
                theirs.encrypt_inout_detached(nonce.try_into().unwrap(), header, (&mut text[..]).into());
            assert_eq!(other.unwrap()[..], found, "{length} bytes");
        }
    }
}
