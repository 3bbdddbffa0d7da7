//! The options for listed files that are at other paths: `--strip`, `--by-name`, `--windows-names` and `--inside`; and
//! the hint which of these options would find missing files.

use crate::names;
use std::{
    fs, io,
    path::{Component, Path},
};

/// The options that change names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Naming {
    /// The number of leading parts that are removed.
    pub(crate) strip: usize,
    /// Whether all parts but the last are removed.
    pub(crate) by_name: bool,
    /// Whether backslashes separate parts, as on Windows.
    pub(crate) windows: bool,
    /// Whether no file outside the base is opened.
    pub(crate) inside: bool,
}

/// The reason why a file outside the base directory is not opened.
const OUTSIDE: &str = "not opened: --inside forbids files outside the base directory";

impl Naming {
    /// Returns whether names stay unchanged.
    pub(super) fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Returns a name without the parts that the options remove; `None` if no part is left.
    pub(super) fn relative(&self, name: &[u8]) -> Option<Vec<u8>> {
        let slashed: Vec<u8> = match self.windows {
            true => name.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect(),
            false => name.to_vec(),
        };
        if self.by_name {
            // a path with a drive letter comes from Windows, even without --windows-names
            let drive = matches!(slashed[..], [b'A'..=b'Z' | b'a'..=b'z', b':', b'\\', ..]);
            let ends = |byte: &u8| *byte == b'/' || drive && *byte == b'\\';
            let from = slashed.iter().rposition(ends).map_or(0, |last| last + 1);
            return Some(slashed[from..].to_vec()).filter(|name| !name.is_empty());
        }
        if self.strip == 0 {
            return Some(slashed);
        }
        let mut parts = slashed.split(|&byte| byte == b'/').filter(|part| !part.is_empty() && part != b".");
        let left: Vec<&[u8]> = parts.by_ref().skip(self.strip).collect();
        (!left.is_empty()).then(|| left.join(&b'/'))
    }

    /// Returns the path of a name.
    ///
    /// # Errors
    /// The reason why no file is opened.
    pub(super) fn path(&self, base: Option<&Path>, name: &[u8]) -> Result<Vec<u8>, &'static str> {
        let relative =
            self.relative(name).ok_or("nothing is left of this name after --strip or --by-name")?;
        let path = joined(base, &relative);
        if self.inside && !is_inside(base.unwrap_or(Path::new(".")), &names::path(&relative)) {
            return Err(OUTSIDE);
        }
        Ok(path)
    }
}

/// Returns whether a relative path leads to a place inside a directory, with all links followed. For a file that does
/// not exist, its nearest existing parent directory decides.
pub(super) fn is_inside(base: &Path, relative: &Path) -> bool {
    let plain = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    if relative.as_os_str() == "-" || !relative.components().all(plain) {
        return false;
    }
    let Ok(root) = fs::canonicalize(base) else { return false };
    let mut path = base.join(relative);
    loop {
        match fs::canonicalize(&path) {
            Ok(whole) => return whole.starts_with(&root),
            // a dangling link could lead anywhere later
            Err(_) if fs::symlink_metadata(&path).is_ok() => return false,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(_) => return false,
        }
        if !path.pop() {
            return false;
        }
    }
}

/// Returns the path of a listed name.
pub(super) fn joined(base: Option<&Path>, name: &[u8]) -> Vec<u8> {
    match base {
        Some(base) => names::bytes(&base.join(names::path(name))).into_owned(),
        None => name.to_vec(),
    }
}

/// The maximum number of missing names that the hint is computed from.
pub(super) const MOST: usize = 64;

/// Returns the option with which most of the files with these names would be found, if at least half of them
/// would be.
pub(super) fn hint(gone: &[Vec<u8>], naming: &Naming, base: Option<&Path>, list: &Path) -> Option<String> {
    let is_there = |base: Option<&Path>, naming: &Naming, name: &[u8]| {
        naming.relative(name).is_some_and(|name| names::path(&joined(base, &name)).is_file())
    };
    let found = |base: Option<&Path>, naming: &Naming| {
        gone.iter().filter(|name| is_there(base, naming, name)).count()
    };
    let mut best: Option<(usize, String)> = None;
    let mut try_one = |base: Option<&Path>, naming: &Naming, option: String| {
        let count = found(base, naming);
        if 2 * count >= gone.len() && count > best.as_ref().map_or(0, |(count, _)| *count) {
            best = Some((count, option));
        }
    };
    let beside = list.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let (None, Some(parent)) = (base, beside) {
        let shown = crate::report::shown(parent.as_os_str().as_encoded_bytes());
        try_one(Some(parent), naming, format!("--base {shown}"));
    }
    let from_windows = gone.iter().any(|name| name.contains(&b'\\'));
    if from_windows {
        try_one(base, &Naming { windows: true, ..naming.clone() }, "--windows-names".into());
    }
    for strip in 1..=16 {
        try_one(
            base,
            &Naming { strip: naming.strip + strip, ..naming.clone() },
            format!("--strip {}", naming.strip + strip),
        );
    }
    try_one(base, &Naming { by_name: true, ..naming.clone() }, "--by-name".into());
    if from_windows {
        try_one(
            base,
            &Naming { by_name: true, windows: true, ..naming.clone() },
            "--by-name --windows-names".into(),
        );
    }
    best.map(|(_, option)| option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_names() {
        let of = |strip, by_name, windows, name: &str| {
            let naming = Naming { strip, by_name, windows, inside: false };
            naming.relative(name.as_bytes()).map(|name| String::from_utf8(name).unwrap())
        };
        for (strip, by_name, windows, name, wanted) in [
            (0, false, false, "a\\b", Some("a\\b")),
            (0, false, true, "a\\b", Some("a/b")),
            (1, false, false, "a/b", Some("b")),
            (1, false, false, "/a/b", Some("b")),
            (1, false, false, "./a//b/c", Some("b/c")),
            (2, false, false, "a/b", None),
            (1, false, true, "C:\\a\\b", Some("a/b")),
            (0, true, false, "/x/y", Some("y")),
            (0, true, false, "x\\y", Some("x\\y")),
            (0, true, true, "x\\y", Some("y")),
            (0, true, false, "C:\\x\\y", Some("y")),
            (0, true, false, "x/", None),
        ] {
            assert_eq!(of(strip, by_name, windows, name).as_deref(), wanted, "{name}");
        }
    }
}
