//! Lists every file of vectors in `kdf/` with the test that reads it. A test fails if a file is not listed.

/// Makes a test for each line, which passes the files of this line to a function, and a test that there are no other
/// files.
macro_rules! files {
    ($($test:ident: $($file:literal)+ => $check:path;)+) => {
        $(
            #[test]
            fn $test() {
                for file in [$($file),+] {
                    $check(file);
                }
            }
        )+

        #[test]
        fn every_file_has_a_test() {
            let mut named = vec![$($($file),+),+];
            named.sort_unstable();
            assert_eq!(named, bramah_vectors::kdfs());
        }
    };
}

files! {
    argon2: "argon2d" "argon2i" "argon2id" => crate::argon2::vectors;
    balloon: "balloon" => crate::balloon::vectors;
    bcrypt_pbkdf: "bcrypt-pbkdf" => crate::bcrypt::pbkdf_vectors;
    concatenation: "concatenation" => crate::derivation::concatenation_vectors;
    hchacha: "hchacha" => crate::subkeys::hchacha_vectors;
    hkdf: "hkdf" => crate::derivation::hkdf_vectors;
    hsalsa20: "hsalsa20" => crate::subkeys::hsalsa20_vectors;
    pbkdf1: "pbkdf1" => crate::derivation::pbkdf1_vectors;
    pbkdf2: "pbkdf2" => crate::pbkdf2::vectors;
    s2k: "s2k" => crate::derivation::s2k_vectors;
    scrypt: "scrypt" => crate::scrypt::vectors;
    sp800_108: "sp800-108" => crate::derivation::sp800_108_vectors;
    yescrypt: "yescrypt" => crate::yescrypt::vectors;
}
