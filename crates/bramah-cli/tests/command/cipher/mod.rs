//! `bramah cipher`.

#[cfg(unix)]
mod authenticated;
mod bad_input;
mod keys;
mod modes;
#[cfg(unix)]
mod output;
mod passes;
#[cfg(unix)]
mod streams;
mod texts;

use crate::support::Dir;

/// Arguments with a key of 128 bits, for modes whose IV is a block.
const KEY: &str = "--key 000102030405060708090a0b0c0d0e0f";
const IV: &str = "--iv f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

#[test]
fn key_wrap_and_compositions_are_tested_and_measured() {
    let dir = Dir::new();
    let tested = dir.run("selftest aes-256-kw 3des-tkw a128cbc-hs256 --cases 60 --backend portable");
    for line in ["aes-256 ", "3des ", "a128cbc-hs256 "] {
        assert!(tested.well().lines().any(|tested| tested.starts_with(line)), "{}", tested.text());
    }
    assert!(tested.text().ends_with("3 tested, 0 failed\n"), "{}", tested.text());
    for direction in ["", "--decrypt"] {
        let measured = dir.run(&format!(
            "bench aes-128-kw aes-256-kwp a256cbc-hs512 --sizes 32 --many 40 --time 1 {direction} --json"
        ));
        for name in ["aes-128-kw", "aes-256-kwp", "a256cbc-hs512"] {
            let rows = measured.well().lines().filter(|line| line.contains(&format!("\"{name}"))).count();
            assert!(rows >= 2, "{name}: {}", measured.text());
        }
    }
    dir.run("bench aes-128-kw --sizes 33 --time 1").is_usage("33");
}
