//! Password strings.

use crate::Input;
use bramah::{
    Error,
    password::{Limits, Scheme},
};

/// Parts of strings.
pub const WORDS: &[&str] = &[
    "$argon2id$v=19$m=8,t=1,p=1$",
    "$argon2i$",
    "m=",
    ",t=",
    ",p=",
    "$scrypt$ln=1,r=1,p=1$",
    "$pbkdf2-sha256$i=2,l=32$",
    "$pbkdf2$2$",
    "$5$rounds=1000$",
    "$6$",
    "$2b$04$",
    "$2x$05$",
    "$y$jC4$",
    "$7$",
    "$",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "ln=63",
    "r=1073741823",
    "+",
    "./",
    "c2FsdHNhbHQ",
    "saltstring",
];

/// Returns the limits of the work that a string may request, which are low, so that each case is quick.
fn limits() -> Limits {
    let mut limits = Limits::default();
    (limits.memory, limits.iterations, limits.cost, limits.written) = (1 << 20, 2000, 4, 1 << 21);
    limits
}

/// Verifies a password with the input as its string; and makes a string with parameters from the input, which must
/// verify.
pub fn run(data: &[u8]) {
    let mut input = Input(data);
    let made = input.byte();
    let password = input.short();
    if made < 32 {
        make(&mut input, made.into(), password);
        return;
    }
    let string = input.text(2048);
    let verdict = limits().verify(password, &string);
    let parsed = Scheme::of(&string);
    if let Ok(()) | Err(Error::WrongPassword) = verdict {
        let scheme = parsed.expect("what was verified can be read");
        _ = (scheme.is_outdated(), scheme.memory(), scheme.parameters());
        assert_eq!(limits().verify(password, &string), verdict, "{string:?}: the second time");
    }
}

fn make(input: &mut Input<'_>, which: usize, password: &[u8]) {
    let name = Scheme::NAMES[which % Scheme::NAMES.len()];
    let mut scheme = Scheme::named(name).expect("one of the names");
    let number = |input: &mut Input<'_>, end| input.below(end) as u32;
    match &mut scheme {
        Scheme::Argon2 { memory, passes, lanes, .. } => {
            (*memory, *passes, *lanes) = (number(input, 200), number(input, 4), number(input, 5));
        }
        Scheme::Scrypt { log_n, r, p } => {
            (*log_n, *r, *p) = (number(input, 7), number(input, 9), number(input, 4))
        }
        Scheme::Yescrypt { log_n, r, .. } => (*log_n, *r) = (number(input, 8), number(input, 9)),
        Scheme::Bcrypt { cost } => *cost = number(input, 5),
        Scheme::Pbkdf2 { iterations, .. } => *iterations = number(input, 2001),
        Scheme::ShaCrypt { rounds, .. } => *rounds = number(input, 1100),
        _ => {}
    }
    let salt = input.slice(64);
    let Ok(string) = scheme.hash_with_salt(password, salt) else { return };
    assert_eq!(limits().verify(password, &string), Ok(()), "{string:?}");
    assert_eq!(Scheme::of(&string).map(|scheme| scheme.name()), Ok(name), "{string:?}");
}
