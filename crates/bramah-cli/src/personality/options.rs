//! Parsing options as GNU tools do: they may stand anywhere among the operands, a long option may be shortened to a
//! unique prefix, short options may be joined, and `--` precedes operands that look like options.

use std::ffi::OsString;

/// An option of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opt {
    pub(super) long: &'static str,
    pub(super) short: Option<char>,
    /// Whether the option takes a value.
    pub(super) value: bool,
}

/// The options that were given, in order, with their values, and the operands.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Parsed {
    pub(super) options: Vec<(&'static str, OsString)>,
    pub(super) operands: Vec<OsString>,
}

/// Parses the arguments after the program's name.
///
/// # Errors
/// The message that `getopt_long` of the GNU C library prints.
pub(super) fn parse(known: &[Opt], arguments: impl IntoIterator<Item = OsString>) -> Result<Parsed, String> {
    let mut parsed = Parsed::default();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy().into_owned();
        if text == "--" {
            parsed.operands.extend(arguments);
            break;
        } else if let Some(long) = text.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (long, None),
            };
            let option = find_long(known, name, long)?;
            let value = match value {
                Some(_) if !option.value => {
                    return Err(format!("option '--{}' doesn't allow an argument", option.long));
                }
                Some(value) => value.into(),
                None if option.value => arguments
                    .next()
                    .ok_or_else(|| format!("option '--{}' requires an argument", option.long))?,
                None => OsString::new(),
            };
            parsed.options.push((option.long, value));
        } else if text.starts_with('-') && text.len() > 1 {
            let letters = &text[1..];
            for (at, letter) in letters.char_indices() {
                let option = known
                    .iter()
                    .find(|option| option.short == Some(letter))
                    .ok_or_else(|| format!("invalid option -- '{letter}'"))?;
                if !option.value {
                    parsed.options.push((option.long, OsString::new()));
                    continue;
                }
                let rest = &letters[at + letter.len_utf8()..];
                let value = if rest.is_empty() {
                    arguments.next().ok_or_else(|| format!("option requires an argument -- '{letter}'"))?
                } else {
                    rest.into()
                };
                parsed.options.push((option.long, value));
                break;
            }
        } else {
            parsed.operands.push(argument);
        }
    }
    Ok(parsed)
}

/// Finds a long option by a prefix of its name; `given` is the whole argument for messages.
fn find_long(known: &[Opt], name: &str, given: &str) -> Result<Opt, String> {
    if let Some(option) = known.iter().find(|option| option.long == name) {
        return Ok(*option);
    }
    let alike: Vec<&Opt> = known.iter().filter(|option| option.long.starts_with(name)).collect();
    match alike[..] {
        [option] => Ok(*option),
        [] => Err(format!("unrecognized option '--{given}'")),
        _ => {
            let names: Vec<String> = alike.iter().map(|option| format!("'--{}'", option.long)).collect();
            Err(format!("option '--{given}' is ambiguous; possibilities: {}", names.join(" ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [Opt; 5] = [
        Opt { long: "check", short: Some('c'), value: false },
        Opt { long: "length", short: Some('l'), value: true },
        Opt { long: "strict", short: None, value: false },
        Opt { long: "status", short: None, value: false },
        Opt { long: "warn", short: Some('w'), value: false },
    ];

    fn read(line: &str) -> Result<Parsed, String> {
        parse(&KNOWN, line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn options_stand_anywhere() {
        let parsed = read("a -cw b --length 8 --len=16 -l24 -wl 32 --stri -- -c -").unwrap();
        let options: Vec<_> =
            parsed.options.iter().map(|(name, value)| (*name, value.to_str().unwrap())).collect();
        let lengths = ["8", "16", "24"].map(|bits| ("length", bits));
        let expected = [("check", ""), ("warn", "")].into_iter().chain(lengths);
        let expected: Vec<_> = expected.chain([("warn", ""), ("length", "32"), ("strict", "")]).collect();
        assert_eq!(options, expected);
        assert_eq!(parsed.operands, ["a", "b", "-c", "-"]);
    }

    /// Compares the messages with the messages of glibc 2.36.
    #[test]
    fn wrong_options_are_named() {
        for (line, error) in [
            ("--nope", "unrecognized option '--nope'"),
            ("--nope=3", "unrecognized option '--nope=3'"),
            ("--st", "option '--st' is ambiguous; possibilities: '--strict' '--status'"),
            ("--check=x", "option '--check' doesn't allow an argument"),
            ("--length", "option '--length' requires an argument"),
            ("-l", "option requires an argument -- 'l'"),
            ("-cx", "invalid option -- 'x'"),
        ] {
            assert_eq!(read(line).unwrap_err(), error);
        }
    }
}
