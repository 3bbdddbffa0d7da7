//! libaegis through the crate aegis, which compiles it.
include!("../../common/lib.rs");

/// Makes a run that works in place. The input is copied only while outputs may be compared, and for decryption, which
/// needs the ciphertext each time.
macro_rules! aegis {
    ($module:ident $type:ident $key:literal $enc:ident) => {{
        use aegis::$module::$type;
        let (key, nonce) = (keys()[..$key].try_into().ok()?, ivs()[..$key].try_into().ok()?);
        let mut runs = 0;
        Some(Box::new(move |i: &[u8], o: &mut [u8], n: usize| {
            if runs < 8 || !$enc {
                o[..n].copy_from_slice(&i[..n]);
                runs += 1;
            }
            let aegis = $type::<32>::new(&key, &nonce);
            if $enc {
                let tag = aegis.encrypt_in_place(&mut o[..n], b"");
                o[n..n + 32].copy_from_slice(&tag);
                return 0;
            }
            let tag = i[n..n + 32].try_into().unwrap();
            aegis.decrypt_in_place(&mut o[..n], &tag, b"").is_err() as i32
        }) as Run)
    }};
}

fn open(alg: &str, mode: &str, enc: bool) -> Option<Run> {
    match (alg, mode) {
        ("aegis-128l", "aead") => aegis!(aegis128l Aegis128L 16 enc),
        ("aegis-128x2", "aead") => aegis!(aegis128x2 Aegis128X2 16 enc),
        ("aegis-128x4", "aead") => aegis!(aegis128x4 Aegis128X4 16 enc),
        ("aegis-256", "aead") => aegis!(aegis256 Aegis256 32 enc),
        ("aegis-256x2", "aead") => aegis!(aegis256x2 Aegis256X2 32 enc),
        ("aegis-256x4", "aead") => aegis!(aegis256x4 Aegis256X4 32 enc),
        _ => None,
    }
}
