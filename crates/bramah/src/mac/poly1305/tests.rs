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
