//! The PHC string format, which the strings of Argon2, scrypt and, in some programs, PBKDF2 have:
//! `$name$v=version$parameter=value,..$salt$hash`.

use alloc::vec::Vec;

/// A string in the PHC format, split into its parts.
pub(crate) struct Parts<'a> {
    pub(crate) name: &'a str,
    pub(crate) version: Option<u32>,
    parameters: Vec<(&'a str, &'a str)>,
    pub(crate) salt: &'a str,
    pub(crate) hash: &'a str,
}

/// Parses a decimal number without a sign and without leading zeros, the only valid form.
pub(crate) fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let zeros = text.len() > 1 && text.starts_with('0');
    if digits && !zeros { text.parse().ok() } else { None }
}

impl<'a> Parts<'a> {
    /// Splits a string into its parts; `None` if the string is malformed.
    pub(crate) fn read(string: &'a str) -> Option<Self> {
        let mut fields = string.strip_prefix('$')?.split('$');
        let name = fields.next()?;
        let mut next = fields.next()?;
        let mut version = None;
        if let Some(text) = next.strip_prefix("v=") {
            version = Some(number(text)?);
            next = fields.next()?;
        }
        let mut parameters = Vec::new();
        for parameter in next.split(',') {
            let (name, value) = parameter.split_once('=')?;
            if parameters.iter().any(|(other, _)| *other == name) {
                return None;
            }
            parameters.push((name, value));
        }
        let (salt, hash) = (fields.next()?, fields.next()?);
        fields.next().is_none().then_some(Self { name, version, parameters, salt, hash })
    }

    /// Returns the values of the named parameters, which may be in any order, and all other parameters.
    pub(crate) fn numbers<const N: usize>(
        &self,
        names: [&str; N],
    ) -> Option<([u32; N], Vec<(&'a str, &'a str)>)> {
        let mut numbers = [0; N];
        for (out, name) in numbers.iter_mut().zip(names) {
            let (_, value) = self.parameters.iter().find(|(given, _)| *given == name)?;
            *out = number(value)?;
        }
        let rest = self.parameters.iter().filter(|(given, _)| !names.contains(given));
        Some((numbers, rest.copied().collect()))
    }
}
