//! Allowed-signers files (ALLOWED SIGNERS in the manual of ssh-keygen): who may sign, with which key, in which
//! namespaces and when.

use super::{ed25519::PublicKey, ssh};
use crate::os;

/// A key that may sign.
#[derive(Clone, Debug)]
pub(crate) struct Signer {
    /// The patterns of the signer's names; `None` if the file contains only a key.
    principals: Option<String>,
    key: PublicKey,
    /// The patterns of the allowed namespaces; `None` if all are allowed.
    namespaces: Option<String>,
    /// The first second at which the key is valid, since 1970.
    after: Option<u64>,
    /// The first second at which the key is no longer valid, since 1970.
    before: Option<u64>,
}

impl Signer {
    fn admits(&self, namespace: &str, time: u64) -> Result<(), String> {
        if self.namespaces.as_ref().is_some_and(|patterns| !matches(patterns, namespace)) {
            return Err(format!("the signing key is not allowed for the namespace {namespace:?}"));
        }
        if self.after.is_some_and(|after| time < after) {
            return Err("the signing key is not valid yet".into());
        }
        if self.before.is_some_and(|before| time > before) {
            return Err("the signing key is no longer valid".into());
        }
        Ok(())
    }
}

/// Returns the names of the signer who owns a key; `None` if the file contains only the key.
///
/// # Errors
/// The reason why no line allows the key.
pub(super) fn find<'a>(
    signers: &'a [Signer],
    key: &PublicKey,
    namespace: &str,
    principal: Option<&str>,
    time: u64,
) -> Result<Option<&'a str>, String> {
    let mut reason = None;
    for signer in signers.iter().filter(|signer| signer.key == *key) {
        let named = |name| signer.principals.as_ref().is_some_and(|patterns| matches(patterns, name));
        if let Some(name) = principal.filter(|name| !named(name)) {
            reason.get_or_insert_with(|| format!("the signing key does not belong to {name}"));
            continue;
        }
        match signer.admits(namespace, time) {
            Ok(()) => return Ok(signer.principals.as_deref()),
            Err(refused) => reason = Some(refused),
        }
    }
    Err(reason.unwrap_or_else(|| format!("signed with a key that is not allowed: {}", ssh::fingerprint(key))))
}

/// Reads a file with a single SSH public key, or with lines of allowed signers. Lines with keys of other types than
/// ssh-ed25519, and of certificate authorities, are skipped; it is an error if no other line is left.
pub(super) fn read(text: &str) -> Result<Vec<Signer>, String> {
    let mut signers = Vec::new();
    let mut passed = None;
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim_matches([' ', '\t', '\r']);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match signer(line) {
            Ok(signer) => signers.push(signer),
            Err(Refused::Malformed(reason)) => return Err(format!("line {number}: {reason}")),
            Err(Refused::Unsupported(reason)) => passed = Some(format!("line {number}: {reason}")),
        }
    }
    match signers.is_empty() {
        true => Err(passed.unwrap_or_else(|| "the file contains no public key of a signer".into())),
        false => Ok(signers),
    }
}

enum Refused {
    /// The line is malformed, for this reason.
    Malformed(String),
    /// The line allows a key of an unsupported type, for this reason.
    Unsupported(String),
}

/// Removes a word, which may be in quotation marks, and the blanks after it from the line; returns the word.
fn word<'a>(line: &mut &'a str) -> Option<&'a str> {
    let (word, rest) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?,
        None => line.split_at(line.find([' ', '\t']).unwrap_or(line.len())),
    };
    *line = rest.trim_start_matches([' ', '\t']);
    (!word.is_empty()).then_some(word)
}

fn signer(mut line: &str) -> Result<Signer, Refused> {
    let malformed = |reason: &str| Refused::Malformed(reason.into());
    let rest = &mut line;
    let mut first = word(rest).ok_or(malformed("the line does not name the signer"))?;
    let mut principals = None;
    let (mut namespaces, mut after, mut before, mut authority) = (None, None, None, false);
    if !ssh::is_type(first) {
        principals = Some(first.to_string());
        if rest.is_empty() {
            return Err(malformed("missing key"));
        }
        if !rest.split([' ', '\t']).next().is_some_and(ssh::is_type) {
            for option in options(rest).ok_or(malformed("malformed options"))? {
                let (name, value) = option.split_once('=').unwrap_or((&option, ""));
                let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
                let value = || value.ok_or(malformed("the value of an option is not in quotation marks"));
                let moment = |value: &str| os::moment(value).ok_or(malformed("malformed time in an option"));
                match name.to_ascii_lowercase().as_str() {
                    "cert-authority" => authority = true,
                    "namespaces" if namespaces.is_none() => namespaces = Some(value()?.to_string()),
                    "valid-after" if after.is_none() => after = Some(moment(value()?)?),
                    "valid-before" if before.is_none() => before = Some(moment(value()?)?),
                    name => {
                        return Err(Refused::Malformed(format!("unknown or repeated option {name:?}")));
                    }
                }
            }
        }
        first = word(rest).ok_or(malformed("missing key"))?;
    }
    if authority {
        return Err(Refused::Unsupported(
            "certificate authorities (cert-authority) are not supported".into(),
        ));
    }
    let blob = word(rest).ok_or(malformed("missing key"))?;
    if !ssh::is_type(first) {
        return Err(malformed("not an SSH key"));
    }
    if after.zip(before).is_some_and(|(after, before)| before <= after) {
        return Err(malformed("valid-before is earlier than valid-after"));
    }
    let key = ssh::key(first, blob).map_err(match first == ssh::ED25519 {
        true => Refused::Malformed,
        false => Refused::Unsupported,
    })?;
    Ok(Signer { principals, key, namespaces, after, before })
}

/// Removes the options from the line and returns them: they are separated by commas, and text in quotation marks may
/// contain blanks and commas.
fn options(line: &mut &str) -> Option<Vec<String>> {
    let (mut quoted, mut found, mut option) = (false, Vec::new(), String::new());
    for (at, character) in line.char_indices() {
        match character {
            ' ' | '\t' if !quoted => {
                found.push(option);
                *line = line[at..].trim_start_matches([' ', '\t']);
                return Some(found);
            }
            ',' if !quoted => found.push(std::mem::take(&mut option)),
            character => {
                quoted ^= character == '"';
                option.push(character);
            }
        }
    }
    None
}

/// Returns whether a text matches at least one of the patterns, which are separated by commas, and none of those that
/// begin with `!`. `*` matches any text and `?` any character.
fn matches(patterns: &str, text: &str) -> bool {
    let mut found = false;
    for pattern in patterns.split(',') {
        match pattern.strip_prefix('!') {
            Some(pattern) if glob(pattern.as_bytes(), text.as_bytes()) => return false,
            Some(_) => {}
            None => found |= glob(pattern.as_bytes(), text.as_bytes()),
        }
    }
    found
}

fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut from, mut star) = (0, 0, None);
    while from < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(&byte) if byte == b'?' || byte == text[from] => {
                at += 1;
                from += 1;
            }
            // the last star matches one more character
            _ => match star {
                Some((place, taken)) => {
                    star = Some((place, taken + 1));
                    (at, from) = (place + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (patterns, text, wanted) in [
            ("a@b", "a@b", true),
            ("*@b", "a@b", true),
            ("*@b,!a@b", "a@b", false),
            ("!a@b,*", "a@b", false),
            ("x,?@b", "a@b", true),
            ("?", "", false),
            ("*", "", true),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("!a", "b", false),
        ] {
            assert_eq!(matches(patterns, text), wanted, "{patterns} {text}");
        }
    }

    #[test]
    fn lines_of_allowed_signers() {
        const KEY: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP3zffmO7QMiaJ5sHEH8jjDoEjByGqRLfTf7+UDIsC5d";
        let after = "valid-after=\"20200101Z\"";
        for line in [
            KEY.to_string(),
            format!("{KEY} a comment"),
            format!("a@b {KEY}"),
            format!("# comment\n\n  \"a@b,c d\"\t{KEY}\r"),
            format!("a namespaces=\"file,x y\",{after},valid-before=\"209912312359Z\" {KEY} c"),
            format!("a ssh-rsa AAAA\nb {KEY}"),
            format!("a cert-authority {KEY}\nb {KEY}"),
        ] {
            assert_eq!(read(&line).map(|signers| signers.len()), Ok(1), "{line}");
        }
        for (line, says) in [
            (String::new(), "the file contains no public key of a signer"),
            (format!("a cert-authority {KEY}"), "certificate authorities"),
            (format!("a nonsense {KEY}"), "unknown or repeated option"),
            (format!("a {after},{after} {KEY}"), "unknown or repeated option"),
            (format!("a valid-after=20200101Z {KEY}"), "not in quotation marks"),
            (format!("a valid-after=\"2020\" {KEY}"), "malformed time"),
            (format!("a {after},valid-before=\"20190101Z\" {KEY}"), "valid-before is earlier"),
            ("a ssh-rsa AAAA".into(), "ssh-rsa keys are not supported"),
            ("a ssh-ed25519 AAAA".into(), "malformed ssh-ed25519 key"),
            ("a b c".into(), "unknown or repeated option"),
            ("a".into(), "missing key"),
        ] {
            let error = read(&line).expect_err("an error");
            assert!(error.contains(says), "{line}: {error}");
        }
    }
}
