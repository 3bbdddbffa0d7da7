//! `bramah kdf` and `bramah password`.

use crate::support::{Dir, ran};
use std::os::unix::fs::PermissionsExt;

/// Makes a directory with a password in a file.
fn dir() -> Dir {
    let dir = Dir::new();
    dir.write("password", "password\n");
    dir
}

#[test]
fn published_answers() {
    let dir = dir();
    let is = |arguments: &str, key: &str| {
        assert_eq!(
            dir.run(&format!("kdf -q {arguments} --password-file password")).well(),
            format!("{key}\n")
        );
    };
    // RFC 6070, RFC 7914, and Argon2's reference library
    is(
        "pbkdf2 --hash sha1 --salt-text salt --iterations 2 -l 20",
        "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957",
    );
    is(
        "scrypt --salt-text NaCl -N 1024 -r 8 -p 16 -l 64 -j 2",
        "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
    );
    is(
        "argon2i --salt-text somesalt -m 256 -t 2 -p 1",
        "89e9029f4637b295beb027056a7336c414fadd43f6b208645281cb214a56452f",
    );
    is(
        "argon2i --salt-text somesalt -m 256 -t 2 -p 1 --argon2-version 1.0",
        "fd4dd83d762c49bdeaf57c47bdcd0c2f1babf863fdeb490df63ede9975fccf06",
    );
    // RFC 5869, A.1
    let hkdf = "kdf hkdf --hash sha256 --key 0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b --salt 000102030405060708090a0b0c \
                --info f0f1f2f3f4f5f6f7f8f9 -l 42";
    assert_eq!(
        dir.run(hkdf).well(),
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865\n"
    );
    dir.run(&format!("{hkdf} --raw")).gives(
        &(0..42)
            .map(|i| {
                let digits =
                    "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865";
                u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap()
            })
            .collect::<Vec<u8>>(),
    );
}

#[test]
fn a_password_is_made_a_string_and_verified() {
    let dir = dir();
    dir.write("other", "passwort");
    for (scheme, prefix) in [
        ("argon2id -m 64 -t 1", "$argon2id$v=19$m=64,t=1,p=4$"),
        ("scrypt -N 16 -r 8", "$scrypt$ln=4,r=8,p=1$"),
        ("yescrypt -N 1024 -r 8", "$y$"),
        ("bcrypt --cost 4", "$2b$04$"),
        ("sha512-crypt --iterations 1000", "$6$rounds=1000$"),
        ("pbkdf2-sha256 --iterations 10", "$pbkdf2-sha256$10$"),
    ] {
        let made = dir.run(&format!("password hash --scheme {scheme} --password-file password"));
        let string = made.well();
        assert!(string.starts_with(prefix) && string.ends_with('\n'), "{string}");
        let again = dir.run(&format!("password hash --scheme {scheme} --password-file password"));
        assert_ne!(again.well(), string, "a salt comes twice");
        dir.write("string", string);
        let right = dir.run("password verify --password-file password --string-file string");
        assert_eq!((right.text(), right.code), ("OK\n", 0), "{}", right.err);
        assert!(right.err.starts_with("bramah: warning: "), "{}", right.err);
        // the warning is true: the parameters of SHA-crypt are never below minimums
        let of_scheme = "sha512-crypt is not memory-hard";
        assert_eq!(right.err.contains(of_scheme), scheme.starts_with("sha512-crypt"), "{}", right.err);
        assert_eq!(right.err.contains("minimums"), !scheme.starts_with("sha512-crypt"), "{}", right.err);
        dir.run("password verify -q --password-file password --string-file string").is("", "", 0);
        dir.run("password verify --password-file other --string-file string").is("FAILED\n", "", 1);
        // `verify` takes the string from standard input, and as an argument
        dir.fed("password verify -q --password-file password -", string).is("", "", 0);
        let argument = string.trim_end();
        dir.bramah(["password", "verify", "-q", "--password-file", "password", argument]).is("", "", 0);
    }
    dir.write("nothing", "\n");
    let made = dir.run("password hash -m 64 -t 1 --password-file nothing");
    assert_eq!((made.err.as_str(), made.code), ("bramah: warning: the password is empty\n", 0));
    let key = dir.run("kdf pbkdf2 --salt-text salt --iterations 1 --hash sha1 --password-file nothing");
    assert_eq!((key.err.as_str(), key.code), ("bramah: warning: the password is empty\n", 0));
    dir.write("marked", format!("\u{feff}{}", dir.read("string")));
    dir.run("password verify -q --password-file password --string-file marked").is("", "", 0);
    // no warning for recommended parameters
    let string = dir.run("password hash --password-file password");
    dir.write("string", string.well());
    dir.run("password verify --password-file password --string-file string").is("OK\n", "", 0);
    let timed = dir.run("password hash --scheme scrypt --time 1 --max-memory 8 --password-file password");
    assert!(timed.well().starts_with("$scrypt$ln=13,r=8,p="), "{}", timed.text());
}

#[test]
fn parameters_taken_by_default_are_printed_and_make_the_same_key() {
    let dir = dir();
    let password = " --salt-text saltsalt --password-file password";
    for (arguments, shown) in [
        (format!("argon2id{password} -m 64"), "-m 64 -t 3 -p 4 --argon2-version 1.3"),
        (format!("scrypt{password} -N 16"), "--hash sha256 -N 16 -r 8 -p 1"),
        (format!("pbkdf2{password} --iterations 1"), "--hash sha256 --iterations 1"),
        (format!("balloon{password} -m 16"), "--hash sha256 -m 16 -t 3"),
        (format!("bcrypt-pbkdf{password}"), "--iterations 24"),
        (format!("pbkdf1{password} -l 20"), "--hash sha1 --iterations 1000"),
        ("hkdf --key 00".into(), "--hash sha256"),
        ("kdf2 --key 00".into(), "--hash sha256"),
        ("sp800-108-counter --key 00 --label 00".into(), "--hash sha256"),
    ] {
        let name = arguments.split(' ').next().unwrap();
        let ran = dir.run(&format!("kdf {arguments}"));
        let note = format!(
            "bramah: {name}: parameters used: {shown} (keep these parameters: the defaults may change in another version)\n"
        );
        assert_eq!((ran.err.as_str(), ran.code), (note.as_str(), 0));
        // if all parameters are given, no line is printed
        let kept = arguments.split(" -").next().unwrap();
        let others =
            arguments[kept.len()..].replace(" -m 64", "").replace(" -m 16", "").replace(" -N 16", "");
        let others = others.replace(" --iterations 1", "");
        assert_eq!(dir.run(&format!("kdf {kept}{others} {shown}")).well(), ran.text());
        assert_eq!(dir.run(&format!("kdf -q {arguments}")).well(), ran.text());
    }
    // CMAC needs no hash function
    dir.run("kdf sp800-108-counter --key 00000000000000000000000000000000 --label 00 --mac cmac-aes-128")
        .well();
}

#[test]
fn parameters_found_by_time_are_not_below_the_minimums() {
    let dir = dir();
    for scheme in ["argon2id", "argon2i", "scrypt", "yescrypt", "bcrypt", "pbkdf2-sha512"] {
        let made = dir.run(&format!("password hash --scheme {scheme} --time 1 --password-file password"));
        dir.write("string", made.well());
        // `verify` would print a warning if the parameters were below the minimums
        dir.run("password verify --password-file password --string-file string").is("OK\n", "", 0);
    }
    dir.run("password hash --scheme yescrypt --time 1 --max-memory 8 --password-file password")
        .is_usage("--max-memory 8: yescrypt needs at least 16 MiB to meet today's minimums");
}

#[test]
fn passwords_come_from_files_descriptors_and_the_environment() {
    let dir = dir();
    let arguments = "kdf pbkdf2 --salt-text salt --iterations 1 --hash sha1 -l 20";
    let key = "0c60c80f961f0e71f3a9b524af6012062fe037a6\n";
    assert_eq!(dir.run(&format!("{arguments} --password-file password")).well(), key);
    for end in ["", "\n", "\r\n"] {
        dir.fed(&format!("{arguments} --password-fd 0"), format!("password{end}")).is(key, "", 0);
    }
    let given = ran(dir.command(&format!("{arguments} --password-env PASSWORD")).env("PASSWORD", "password"));
    given.is(key, "", 0);
    dir.run(&format!("{arguments} --password-env NOTHING_OF_THE_KIND"))
        .is_usage("this environment variable is not set");
    dir.fed(arguments, "password")
        .is_usage("cannot ask for the password, because standard input is not a terminal");
}

#[test]
fn a_key_goes_into_a_file_that_is_its_owners() {
    let dir = dir();
    let arguments = "kdf pbkdf2 -q --salt-text salt --iterations 1 --password-file password -o key";
    dir.run(arguments).is("", "", 0);
    let path = dir.path("key");
    assert_eq!(std::fs::read(&path).unwrap().len(), 65);
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(dir.run(arguments).code, 1);
    dir.run(&format!("{arguments} -f --raw")).is("", "", 0);
    assert_eq!(std::fs::read(&path).unwrap().len(), 32);
}

#[test]
fn bad_input() {
    let dir = dir();
    let kdf = |arguments: &str, says: &str| {
        dir.run(&format!("kdf {arguments}")).is_usage(says);
    };
    let password = "--password-file password";
    kdf(&format!("nothing {password}"), "unknown key derivation function \"nothing\"");
    kdf(&format!("scrypt {password}"), "needs a salt");
    kdf(&format!("scrypt {password} --salt-text s -N 1000"), "power of two");
    kdf(&format!("scrypt {password} --salt-text s -N 1"), "scrypt: ");
    kdf(&format!("scrypt {password} --salt-text s -r 0"), "r is 0, but must be");
    kdf(&format!("scrypt {password} --salt-text s -p 0"), "p is 0, but must be");
    kdf(
        &format!("scrypt {password} --salt-text s --iterations 2"),
        "--iterations: scrypt does not take this option",
    );
    kdf(&format!("pbkdf2 {password} --salt-text s --iterations 0"), "0, but must be from 1");
    kdf(&format!("pbkdf2 {password} --salt-text s -l 0"), "--length 0");
    kdf(&format!("pbkdf2 {password} --salt-text s --hash nothing"), "nothing");
    kdf(&format!("pbkdf2 {password} --salt abc"), "hexadecimal digits");
    kdf(&format!("argon2id {password} --salt-text short"), "salt");
    kdf(&format!("argon2id {password} --salt-text 12345678 -m 7"), "memory");
    kdf(&format!("argon2id {password} --salt-text 12345678 -t 0"), "0, but must be");
    kdf(&format!("argon2id {password} --salt-text 12345678 -p 0"), "0, but must be");
    kdf(&format!("pbkdf1 {password} --salt-text s -l 21"), "the output has 21 bytes, but at most 20");
    kdf("hkdf --key 00 -l 8161", "the output has 8161 bytes, but at most 8160");
    kdf(&format!("hkdf {password}"), "--password-file: hkdf takes a key");
    kdf("scrypt --key 00 --salt-text s", "--key: scrypt takes a password");
    kdf("hkdf", "needs a key");
    kdf("sp800-108-counter --key 00 --info 00 --label 00", "fixed input");
    kdf("sp800-108-counter --key 00 --mac poly1305", "");
    let password = |arguments: &str, says: &str| {
        dir.run(&format!("password {arguments} --password-file password")).is_usage(says);
    };
    password("hash --scheme nothing", "unknown password scheme \"nothing\"");
    password("hash --scheme bcrypt --cost 3", "3, but must be from 4");
    password("hash --scheme bcrypt -m 3", "--memory: bcrypt does not take this option");
    password("hash --scheme scrypt -N 3", "a power of two");
    password("verify $nonsense$", "string for a password");
    password(
        "verify $2b$19$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuvwxyzabcde",
        "the cost is 19, above the limit of 18; raise the limit with --max-cost",
    );
    password(
        "verify $argon2id$v=19$m=2097152,t=1,p=1$c2FsdHNhbHQ$MDEyMzQ1Njc4OTAx",
        "2048 MiB, above the limit of 1024 MiB; raise the limit with --max-memory",
    );
    password(
        "verify --max-iterations 9 $pbkdf2-sha256$10$c2FsdA$MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE",
        "the number of iterations is 10, above the limit of 9; raise the limit with --max-iterations",
    );
    password(
        "verify --max-hashed 0 $pbkdf2-sha256$10$c2FsdA$MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE",
        "the amount hashed is 1 MiB, above the limit of 0 MiB; raise the limit with --max-hashed",
    );
    password("verify $scrypt$ln=4,r=8,p=1$c2FsdA$MDEyMzQ1Njc4OQ", "the hash has 10 bytes, but must have 32");
    dir.write("two", "a\nb\n");
    let two = dir.run("password verify --password-file password --string-file two");
    assert_eq!((two.code, two.err.contains("one line")), (1, true), "{}", two.err);
    let none = dir.run("kdf scrypt --password-file nothing --salt-text s");
    assert_eq!((none.code, none.err.contains("--password-file nothing")), (1, true), "{}", none.err);
    // more memory than any machine has available
    let much = dir.run("kdf scrypt --password-file password --salt-text s -N 1099511627776 -r 1000");
    assert_eq!((much.code, much.err.contains("not enough memory")), (1, true), "{}", much.err);
}

/// `password hash` refuses to make a string that exceeds the limits of `password verify`. An option that raises a limit
/// has the same effect on both commands.
#[test]
fn what_is_made_is_verified_with_the_same_options() {
    let dir = dir();
    for (scheme, says, raised) in [
        ("bcrypt --cost 19", "the cost is 19, above the limit of 18; raise the limit with --max-cost", None),
        (
            "argon2id -m 1048577 -t 1 -p 1",
            "the amount of memory is 1025 MiB, above the limit of 1024 MiB; raise the limit with --max-memory",
            None,
        ),
        ("scrypt -N 2097152 -r 8", "above the limit of 1024 MiB; raise the limit with --max-memory", None),
        (
            "pbkdf2-sha256 --iterations 10000001",
            "the number of iterations is 10000001, above the limit of 10000000; raise the limit with --max-iterations",
            None,
        ),
        (
            "argon2id -m 64 -t 262145 -p 1",
            "the amount written to memory is 16385 MiB, above the limit of 16384 MiB; raise the limit with --max-written",
            None,
        ),
        // limits that an option lowers
        (
            "bcrypt --cost 5 --max-cost 4",
            "the cost is 5, above the limit of 4; raise the limit with --max-cost",
            Some("--max-cost 5"),
        ),
        (
            "argon2id -m 1025 -t 1 -p 1 --max-memory 1",
            "the amount of memory is 2 MiB, above the limit of 1 MiB; raise the limit with --max-memory",
            Some("--max-memory 2"),
        ),
        (
            "pbkdf2-sha1 --iterations 11 --max-iterations 10",
            "the number of iterations is 11, above the limit of 10; raise the limit with --max-iterations",
            Some("--max-iterations 11"),
        ),
        (
            "argon2id -m 1024 -t 2 -p 1 --max-written 1",
            "the amount written to memory is 2 MiB, above the limit of 1 MiB; raise the limit with --max-written",
            Some("--max-written 2"),
        ),
        (
            "sha256-crypt --iterations 1000 --max-hashed 0",
            "the amount hashed is 1 MiB, above the limit of 0 MiB; raise the limit with --max-hashed",
            Some("--max-hashed 1"),
        ),
    ] {
        dir.run(&format!("password hash --scheme {scheme} --password-file password")).is_usage(says);
        let Some(raised) = raised else { continue };
        let (scheme, limit) = scheme.split_once(" --max-").unwrap();
        let made = dir.run(&format!("password hash --scheme {scheme} {raised} --password-file password"));
        dir.write("string", made.well());
        dir.run(&format!("password verify -q {raised} --password-file password --string-file string"))
            .is("", "", 0);
        dir.run(&format!("password verify --max-{limit} --password-file password --string-file string"))
            .is_usage(says);
    }
}

/// A string that ends early or has a wrong part is refused, and the message names the scheme and says what is wrong.
#[test]
fn damaged_strings_of_phc_and_crypt_are_explained() {
    let dir = dir();
    let verify = |string: &str| dir.bramah(["password", "verify", "--password-file", "password", string]);
    for (scheme, start) in [
        ("argon2id -m 64 -t 1 -p 1", "damaged argon2id password hash: "),
        ("argon2i -m 64 -t 1 -p 1", "damaged argon2i password hash: "),
        ("argon2d -m 64 -t 1 -p 1", "damaged argon2d password hash: "),
        ("scrypt -N 16 -r 1 -p 1", "damaged scrypt password hash: "),
        ("yescrypt -N 1024 -r 8", "damaged yescrypt password hash: "),
        ("sha256-crypt --iterations 1000", "damaged sha256-crypt password hash: "),
        ("sha512-crypt --iterations 1000", "damaged sha512-crypt password hash: "),
        ("pbkdf2-sha256 --iterations 1000", "damaged $pbkdf2-sha256 password hash: "),
    ] {
        let made = dir.run(&format!("password hash --scheme {scheme} --password-file password"));
        let string = made.text().trim_end().to_string();
        for (end, _) in string.match_indices('$').skip(2) {
            verify(&string[..end]).is_usage(start);
            // an empty part is missing, or its length is wrong
            let ran = verify(&string[..=end]);
            assert!(
                ran.code == 2 && !ran.err.contains("not a string"),
                "{string}, cut at {end}: {}",
                ran.err
            );
        }
    }
    for (string, what) in [
        ("$argon2id", "argon2id password hash: a part is missing"),
        ("$scrypt", "scrypt password hash: a part is missing"),
        ("$argon2id$v=18$m=8,t=1,p=1$c2FsdHNhbHQ$AAAA", "the version is unknown; expected v=16 or v=19"),
        ("$argon2id$v=19$m=8,t=1,p=1,p=1$c2FsdHNhbHQ$AAAA", "a parameter occurs twice"),
        ("$argon2id$v=19$m=8,t=1$c2FsdHNhbHQ$AAAA", "a parameter is missing"),
        ("$argon2id$v=19$m=8,t=1,p$c2FsdHNhbHQ$AAAA", "a parameter has no value"),
        ("$argon2id$v=19$m=8,t=1,p=1,x=1$c2FsdHNhbHQ$AAAA", "a parameter is unknown"),
        ("$argon2id$v=19$m=8,t=1,p=4294967296$c2FsdHNhbHQ$AAAA", "a number is malformed or too large"),
        ("$argon2id$v=19$m=8,t=1,p=1$c2Fsd*$AAAA", "the salt is malformed"),
        ("$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$AA*A", "the hash is malformed"),
        ("$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$AAAA$", "it has too many parts"),
        ("$6$rounds=1$salt$abc", "the number of rounds is not from 1000 to 999999999"),
        ("$6$rounds=x$salt$abc", "a number is malformed or too large"),
        ("$5$salt$abc", "the hash does not have the length of the scheme"),
        ("$5$12345678901234567$abc", "the salt is longer than 16 characters"),
    ] {
        verify(string).is_usage(what);
    }
}

/// A string of an unsupported scheme is refused, and the message names the scheme.
#[test]
fn schemes_that_are_not_here_are_named() {
    let dir = dir();
    for (string, name) in [
        ("$P$5DH6c27zWQUF6efoBiaLGdXuSu5oHE1", "phpass"),
        ("$H$5xprZl/kC1eqHiRXz6IiriKeE9iqZe.", "phpass"),
        ("{PKCS5S2}uTdGSMkZA4DwXsvZW4vxfhKGrfCh6ZdKAhdQrq7+VeU4A5EEfQobrbUnYuKsrxEr", "Atlassian's PBKDF2"),
        ("user:$apr1$VOiyxH2K$2Euc8rfyuNXPegSxs9cYF.", "Apache's md5-crypt"),
        ("$1$H.Cdl/5W$MZF8iV8GJANetK90f76HK.", "md5-crypt"),
        ("{SSHA}hZ80PS2ZjXenfNe2+ZE6zNrbe88=", "LDAP's salted SHA-1"),
        ("$S$DkbKpF4rJ6KP4f3hDVrVzuiYwQ6zjR.cMzMcQtRLzGRkWJ3QSBLa", "Drupal's SHA-512"),
        ("$sha1$1000$W8v.d/AJ$MwjIt7/I0jJkgDynimmzNZxXGlrq", "sha1-crypt"),
        ("$gy$j9T$salt$hash", "gost-yescrypt"),
        ("NLJudU3sT7u3Y", "DES crypt"),
    ] {
        let expected = format!("unsupported scheme: {name}");
        dir.bramah(["password", "verify", "--password-file", "password", string]).is_usage(&expected);
        dir.write("string", format!("{string}\n"));
        dir.run("password verify --password-file password --string-file string").is_usage(&expected);
    }
}

#[test]
fn damaged_strings_are_explained() {
    let dir = dir();
    for (string, says) in [
        ("grub.pbkdf2.sha512.10000.zz.00", "damaged grub.pbkdf2.sha512 password hash: the salt is malformed"),
        ("grub.pbkdf2.sha512.10000", "damaged grub.pbkdf2.sha512 password hash: a part is missing"),
        ("{CRYPT}{CRYPT}$6$salt$hash", "damaged {CRYPT} password hash: this prefix occurs twice"),
        ("{MD5-CRYPT}$1$salt$hash", "unsupported scheme: md5-crypt"),
        ("{CRYPT}nonsense", "unsupported scheme: an unknown crypt(3) scheme"),
    ] {
        dir.bramah(["password", "verify", "--password-file", "password", string]).is_usage(says);
    }
}

#[test]
fn what_there_is() {
    let dir = dir();
    let list = dir.run("list kdfs");
    for name in [
        "argon2id", "scrypt", "pbkdf2", "hkdf", "sp800-108-counter", "kdf2", "mgf1", "balloon",
        "bcrypt-pbkdf",
    ] {
        assert!(list.well().lines().any(|line| line.split(' ').next() == Some(name)), "{name}");
    }
    let json = dir.run("list kdfs --json");
    assert_eq!(json.well().lines().count() + 1, list.text().lines().count());
    assert!(json.text().lines().all(|line| line.starts_with("{\"name\":\"")));
    assert!(dir.run("list kdfs --backends").well().contains("argon2"));
    let tested = dir.run("selftest argon2id scrypt pbkdf2 bcrypt-pbkdf hkdf sp800-108-counter kdf1 mgf1 balloon bcrypt yescrypt sha256-crypt sha512-crypt pbkdf1");
    assert!(tested.well().ends_with(" 0 failed\n"), "{}", tested.text());
    let measured = dir.run("bench hkdf kdf2 sha256-crypt --time 1 --sizes 64");
    assert_eq!(measured.code, 0, "{}", measured.err);
    assert!(
        measured.text().contains("PER SECOND") && measured.text().contains("rounds="),
        "{}",
        measured.text()
    );
}

#[test]
fn the_help_names_the_default_parameters() {
    let dir = Dir::new();
    let help = dir.run("kdf --help");
    for part in [
        "Default parameters:\n  argon2id, argon2i, argon2d\n          m=65536,t=3,p=4\n",
        "  hkdf, sp800-108-counter",
    ] {
        assert!(help.well().contains(part), "{}", help.text());
    }
    // the messages and the help suggest valid values
    let ran = dir.run("kdf pbkdf1 --salt 0011223344556677 --password-file a --length 20");
    assert!(ran.err.contains("--iterations 1000") && help.text().contains("c=1000,SHA-1"), "{}", ran.err);
    let help = dir.run("password hash --help");
    for part in
        ["  argon2id, argon2i, argon2d\n          -m 65536 -t 3 -p 4\n", "  bcrypt\n          --cost 10"]
    {
        assert!(help.well().contains(part), "{}", help.text());
    }
    let string = dir.run("password hash --scheme bcrypt --password-file a");
    assert!(string.well().starts_with("$2b$10$"), "{}", string.text());
    dir.run("man pages");
    assert!(dir.read("pages/bramah-kdf.1").contains(".SH \"DEFAULT PARAMETERS\"\n"));
}

/// Returns commands that read a secret: the kind of secret, and the command line, in which SOURCE stands for the
/// options that name the source.
#[cfg(unix)]
fn readers() -> Vec<(&'static str, &'static str)> {
    vec![
        ("password", "kdf pbkdf2 -q --hash sha256 --salt-text salt --iterations 1 SOURCE"),
        ("password", "password verify -q $5$salt$HVWFpEh03T.s.boojRBNCVmKS7jRv8s2NE8PYGcEiu/ SOURCE"),
        ("password", "password hash --scheme bcrypt --cost 4 SOURCE"),
        ("passphrase", "decrypt a.age SOURCE"),
        ("passphrase", "decrypt -q --cipher aes-256-cbc a.enc SOURCE"),
        ("passphrase", "encrypt -p --work-factor 1 a SOURCE"),
    ]
}

/// All sources of passwords and passphrases follow the same rule.
#[cfg(unix)]
#[test]
fn a_password_is_one_line_of_utf_8() {
    let dir = Dir::new();
    let right = "pass gr\u{fc}n";
    let password = |bytes: &[u8]| dir.write("password", bytes);
    password(right.as_bytes());
    let encrypted = dir.run("encrypt -p --work-factor 1 -o a.age a --passphrase-file password");
    encrypted.is("", "", 0);
    // the output of: printf abc | openssl enc -aes-256-cbc -pbkdf2 -pass 'pass:pass gr\u{fc}n'
    let openssl = "53616c7465645f5f3189f4afccdb390705cd36c1365bc9f78617719409175008";
    let digits = openssl.as_bytes().as_chunks::<2>().0;
    let bytes: Vec<u8> =
        digits.iter().map(|two| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap()).collect();
    dir.write("a.enc", bytes);
    let run = |secret: &str, command: &str, source: &str| match source {
        "file" => dir.run(&command.replace("SOURCE", &format!("--{secret}-file password"))),
        "fd" => dir.shell(&format!(
            "$bramah {} 3<password",
            command.replace('$', "\\$").replace("SOURCE", &format!("--{secret}-fd 3"))
        )),
        _ => {
            use std::os::unix::ffi::OsStrExt;
            let more = if secret == "password" { "--password-env BRAMAH_PASSPHRASE" } else { "" };
            let bytes = std::fs::read(dir.path("password")).unwrap();
            let value = std::ffi::OsStr::from_bytes(&bytes);
            ran(dir.command(&command.replace("SOURCE", more)).env("BRAMAH_PASSPHRASE", value))
        }
    };
    for (secret, command) in readers() {
        for source in ["file", "fd", "variable"] {
            password(right.as_bytes());
            let expected = run(secret, command, source);
            let salted = command.contains("hash ") || command.starts_with("encrypt");
            for end in ["\n", "\r\n", "\n\n", "\r\n\r\n"] {
                for mark in ["", "\u{feff}"] {
                    password(format!("{mark}{right}{end}").as_bytes());
                    let got = run(secret, command, source);
                    assert_eq!((got.code, got.err.as_str()), (0, ""), "{command} {source} {end:?}");
                    assert!(salted || got.out == expected.out, "{command} {source} {end:?} {mark:?}");
                }
            }
            let utf_16 = |mark: &[u16], bytes: fn(u16) -> [u8; 2]| {
                mark.iter().copied().chain(right.encode_utf16()).flat_map(bytes).collect::<Vec<u8>>()
            };
            let mut refused = vec![
                (format!("{right}\nsecond").into_bytes(), "more than one line"),
                (format!("{right}\r\n\r\nsecond\r\n").into_bytes(), "more than one line"),
                (format!("{right}\n ").into_bytes(), "more than one line"),
                (b"pass gr\xfcn\n".to_vec(), "not UTF-8 text"),
            ];
            if source != "variable" {
                refused.push((utf_16(&[0xfeff], u16::to_le_bytes), "UTF-16 text"));
                refused.push((utf_16(&[0xfeff], u16::to_be_bytes), "UTF-16 text"));
                refused.push(("pass\n".encode_utf16().flat_map(u16::to_le_bytes).collect(), "UTF-16 text"));
            }
            for (bytes, says) in refused {
                password(&bytes);
                let got = run(secret, command, source);
                got.is_usage(&format!("{says}; expected a {secret} on one line of UTF-8 text"));
            }
        }
    }
    // with the format `raw`, a password may contain any bytes
    password(b"pass\xfc\n\n");
    dir.run("encrypt -p --work-factor 1 -o b.age a --passphrase-file password --passphrase-format raw")
        .is("", "", 0);
    dir.run("decrypt b.age --passphrase-file password --passphrase-format raw").is("abc", "", 0);
    let raw = dir.run("kdf pbkdf2 -q --hash sha256 --salt-text salt --iterations 1 --password-format raw --password-file password");
    assert_eq!(raw.well().len(), 65);
    dir.run("decrypt b.age --passphrase-format raw").is_usage("--passphrase-f");
}

/// The keys of cppcrypto 0.12, with an empty salt, too little memory, and a length at which that version deviated from
/// the specification. They come from `bindings/cpp/argon2-0.12.txt`.
#[test]
fn cppcrypto_0_12_is_a_variant_of_argon2() {
    let dir = dir();
    let run = |arguments: &str| {
        dir.run(&format!("kdf --variant cppcrypto-0.12 {arguments} --password-file password"))
    };
    assert_eq!(
        run("-q argon2d --salt-text= -p 3 -m 10 -t 2").well(),
        "fe2a32f3995b3660eb0083457bdf13e10f7acd4b83f155a2f500d401997229bf\n"
    );
    let (long, same) = (
        "argon2d --salt-text somesalt -p 2 -m 64 -t 3",
        "argon2d --salt-text somesalt -p 2 -m 64 -t 3 -l 65",
    );
    let deviating = "e6d93db3774d91cbca744b89e42be0903321b82dc72801b8b25731e2ed5b585918bbda627d932ea61ebe15f25e1e936be1edb3800dddff99b492a72ccd2b7e4991\n";
    assert_eq!(run(&format!("-q {same}")).well(), deviating);
    let standard = dir.run(&format!("kdf -q {same} --argon2-version 1.0 --password-file password"));
    assert_ne!(standard.well(), deviating);
    // all parameters are given, so none is printed, in particular no version
    assert_eq!(run(long).err, "");
    assert!(run("argon2id --salt-text somesalt").err.contains("only argon2d and argon2i have this variant"));
    assert_eq!(run("argon2d --salt-text somesalt --argon2-version 1.3").code, 2);
}
