//! Lists that must be signed: `--signed-by`. A list is read once, verified, and then parsed from memory, so only signed
//! lines count.

use crate::{
    exit::Stop,
    identity::identity,
    input, names, report,
    signature::{self, Form, Key, Limits, Proof},
};
use std::{
    env,
    ffi::OsStr,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

/// The maximum size, in bytes, of a file that is verified: 1 GiB, as in minisign, because the file is held in memory.
const MOST: u64 = 1 << 30;
/// The maximum size of a file of keys, or of a signature file, in bytes.
const MOST_SMALL: u64 = 1 << 24;

/// The key that must have signed a list, and the files to check.
pub(crate) struct Signing {
    /// The key.
    pub(crate) key: Key,
    pub(crate) limits: Limits,
    /// The signature file, if it is given.
    pub(crate) signature: Option<PathBuf>,
    /// The files to check; if there are none, all files of the list.
    pub(crate) files: Vec<PathBuf>,
}

/// A list whose signature was verified.
pub(super) struct Verified {
    /// The name of the list, which shows its format.
    pub(super) path: PathBuf,
    /// Whether the file of this name was verified; false if the signed text was inside another file.
    pub(super) is_file: bool,
    /// The bytes that are signed.
    pub(super) bytes: Vec<u8>,
    pub(super) proof: Proof,
}

impl Signing {
    /// Reads a list, or the signature of a list, and verifies the list.
    ///
    /// # Errors
    /// The file that could not be read or verified, and the reason.
    pub(super) fn open(&self, list: &Path) -> Result<Verified, (PathBuf, String)> {
        let of = |path: &Path| {
            let path = path.to_path_buf();
            move |reason: String| (path, reason)
        };
        let bytes = read(list, MOST).map_err(of(list))?;
        if let Some(path) = &self.signature {
            return self.verify(path, list, bytes);
        }
        let form = Form::of(&bytes);
        match form.filter(|form| self.key.fits(*form) || form.is_detached()) {
            Some(form) if form.is_detached() => {
                let path = signed(list).ok_or(
                    "cannot tell from the name of this signature which file it signs; run: bramah check --signature \
                     SIGNATURE LIST",
                );
                let path = path.map_err(|reason| (list.to_path_buf(), reason.to_string()))?;
                if !self.key.fits(form) {
                    return Err((list.to_path_buf(), self.key.misfit(form)));
                }
                let message = read(&path, MOST).map_err(of(&path))?;
                let proof = self.key.verify(&bytes, &message, &self.limits).map_err(of(list))?;
                self.compare(&path, &proof).map_err(of(list))?;
                Ok(Verified { path, is_file: true, bytes: message, proof })
            }
            Some(_) => {
                let (bytes, proof) = self.key.open(&bytes).map_err(of(list))?;
                let path = signed(list).unwrap_or_else(|| list.to_path_buf());
                Ok(Verified { path, is_file: false, bytes, proof })
            }
            None => {
                let path = self.beside(list).map_err(|reason| match form {
                    Some(form) => (list.to_path_buf(), self.key.misfit(form)),
                    None => (list.to_path_buf(), signature::flaw(&bytes).unwrap_or(reason)),
                })?;
                self.verify(&path, list, bytes)
            }
        }
    }

    /// Verifies a list with the signature at `path`.
    fn verify(&self, path: &Path, list: &Path, bytes: Vec<u8>) -> Result<Verified, (PathBuf, String)> {
        let fail = |reason: String| (path.to_path_buf(), reason);
        let signature = read(path, MOST_SMALL).map_err(fail)?;
        match Form::of(&signature) {
            Some(form) if !self.key.fits(form) => return Err(fail(self.key.misfit(form))),
            Some(form) if !form.is_detached() => {
                return Err(fail(
                    "this file contains both the signature and the signed list; give this file as the list"
                        .into(),
                ));
            }
            _ => {}
        }
        let proof = self.key.verify(&signature, &bytes, &self.limits).map_err(fail)?;
        self.compare(list, &proof).map_err(fail)?;
        Ok(Verified { path: list.to_path_buf(), is_file: true, bytes, proof })
    }

    /// Returns the path of the signature next to a list.
    fn beside(&self, list: &Path) -> Result<PathBuf, String> {
        let mut tried = Vec::new();
        if list.as_os_str() != "-" {
            for suffix in self.key.suffixes() {
                let mut name = list.as_os_str().to_owned();
                name.push(suffix);
                if fs::symlink_metadata(&name).is_ok() {
                    return Ok(name.into());
                }
                tried.push(report::shown(Path::new(&name).as_os_str().as_encoded_bytes()).to_string());
            }
        }
        Err(match tried.is_empty() {
            true => "not signed".into(),
            false => format!(
                "not signed: the list contains no signature, and none of these files exists: {}",
                tried.join(", ")
            ),
        })
    }

    /// Compares the file name in a trusted comment with the name of the file.
    fn compare(&self, path: &Path, proof: &Proof) -> Result<(), String> {
        let comment = proof.comment.as_deref().unwrap_or_default();
        let Some(signed) = comment.split('\t').find_map(|word| word.strip_prefix("file:")) else {
            return Ok(());
        };
        let name = path.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default();
        if path.as_os_str() == "-" || name == signed.as_bytes() {
            return Ok(());
        }
        let name = report::shown(name).to_string();
        Err(format!("the signature is for a file named {}, not {name}", report::shown(signed.as_bytes())))
    }
}

/// Returns the name of the signed file, derived from the name of its signature.
fn signed(signature: &Path) -> Option<PathBuf> {
    let end = signature.extension()?.to_str()?.to_ascii_lowercase();
    let known = ["minisig", "sig", "asc", "gpg", "sign", "pgp", "signify", "sshsig"].contains(&end.as_str());
    known.then(|| signature.with_extension(""))
}

/// Reads a whole file of at most `most` bytes.
fn read(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let done = input::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    done.map_err(|error: io::Error| report::reason(&error))?;
    match bytes.len() as u64 > most {
        true => Err(format!("too large to verify: the limit is {} MiB", most >> 20)),
        false => Ok(bytes),
    }
}

/// Returns the key that an argument names: the text of a key, else the name of a file in the directory of keys, else a
/// path. The directory of keys comes first, so that an unpacked archive cannot put another file in the place of a key.
pub(super) fn key(argument: &OsStr) -> Result<Key, Stop> {
    let shown = report::shown(argument.as_encoded_bytes()).to_string();
    if let Some(key) = argument.to_str().and_then(Key::of_text) {
        return key.map_err(|reason| Stop::usage(format_args!("--signed-by: {reason}")));
    }
    let path = Path::new(argument);
    let is_name = path.components().count() == 1 && path.file_name() == Some(argument);
    let named = keys().filter(|_| is_name).and_then(|directory| {
        let ends = ["", ".pub", ".asc", ".gpg"].into_iter();
        let mut paths = ends.map(|end| {
            let mut name = argument.to_owned();
            name.push(end);
            directory.join(name)
        });
        paths.find(|path| path.is_file())
    });
    let path = named.unwrap_or_else(|| path.to_path_buf());
    if is_name && fs::symlink_metadata(&path).is_err() {
        let keys = keys().map_or(
            String::from(
                "no file in the current directory has this name, and the directory of keys is unknown",
            ),
            |keys| {
                format!(
                    "no file in {} or in the current directory has this name",
                    report::shown(keys.as_os_str().as_encoded_bytes())
                )
            },
        );
        return Err(Stop::failure(format_args!(
            "--signed-by {shown}: not a public key, and not the name of a key file: {keys}"
        )));
    }
    let bytes = read(&path, MOST_SMALL).map_err(|reason| Stop::about(&path, reason))?;
    Key::of_file(&bytes).map_err(|reason| Stop::about(&path, reason))
}

/// Returns the directory of keys.
fn keys() -> Option<PathBuf> {
    let place = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || match cfg!(windows) {
        true => place("APPDATA"),
        false => place("HOME").map(|home| home.join(".config")),
    };
    Some(place("XDG_CONFIG_HOME").or_else(home)?.join("bramah").join("keys"))
}

/// The parts of a path.
type Parts = Vec<Vec<u8>>;

/// The files to check, and their names in the list.
pub(super) struct Only {
    /// Each file with the parts of its name in the list, if the list contains it.
    files: Vec<(PathBuf, Option<Parts>)>,
    /// The numbers of the lines that belong to other files.
    pub(super) ignored: Vec<u64>,
}

/// Returns the parts of a path without empty ones and `.`.
fn parts(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = path.split(|&byte| byte == b'/').enumerate();
    // an absolute path begins with an empty part
    parts.filter(|(at, part)| (*at == 0 || !part.is_empty()) && *part != b".").map(|(_, part)| part)
}

impl Only {
    /// Finds the files among the names of a list. A name belongs to a file if it equals the file's path or the last
    /// components of this path; of several names, the longest counts. `relative` applies the options for names to a
    /// name.
    pub(super) fn find(
        files: &[PathBuf],
        listed: impl Iterator<Item = Vec<u8>>,
        base: Option<&Path>,
    ) -> Self {
        let owned = |path: &Path| parts(&names::bytes(path)).map(<[u8]>::to_vec).collect::<Parts>();
        let given: Vec<Parts> = files.iter().map(|file| owned(file)).collect();
        let base = base.map_or(Parts::new(), owned);
        let mut best: Vec<(usize, Option<Parts>)> = vec![(0, None); files.len()];
        for name in listed {
            let name: Vec<&[u8]> = parts(&name).collect();
            for (given, best) in given.iter().zip(&mut best) {
                let ends = given.len().checked_sub(name.len()).filter(|at| given[*at..] == name[..]);
                let rank = match ends {
                    Some(_) if name.is_empty() => 0,
                    Some(at) if given[..at] == base[..] => usize::MAX,
                    Some(_) => name.len(),
                    None => 0,
                };
                if rank > best.0 {
                    *best = (rank, Some(name.iter().map(|part| part.to_vec()).collect()));
                }
            }
        }
        let files = files.iter().cloned().zip(best.into_iter().map(|(_, name)| name)).collect();
        Self { files, ignored: Vec::new() }
    }

    /// Returns the paths of the files to check that the list calls `name`.
    pub(super) fn paths(&self, name: &[u8]) -> Vec<Vec<u8>> {
        let is = |listed: &Parts| listed.iter().map(Vec::as_slice).eq(parts(name));
        let found = self.files.iter().filter(|(_, listed)| listed.as_ref().is_some_and(is));
        found.map(|(file, _)| names::bytes(file).into_owned()).collect()
    }

    /// Returns the files that are in the list.
    pub(super) fn listed(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().filter(|(_, listed)| listed.is_some()).map(|(file, _)| file.as_path())
    }

    /// Returns the files that are not in the list.
    pub(super) fn missing(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().filter(|(_, listed)| listed.is_none()).map(|(file, _)| file.as_path())
    }
}

/// Returns whether two names lead to one file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| fs::metadata(path).ok().as_ref().and_then(identity);
    parts(&names::bytes(one)).eq(parts(&names::bytes(other)))
        || identity(one).is_some_and(|found| Some(found) == identity(other))
}

/// Returns numbers as text, with a range for consecutive ones: `1, 3-5`.
pub(super) fn ranges(numbers: &[u64]) -> String {
    let mut text = String::new();
    let mut rest = numbers;
    while let Some(first) = rest.first() {
        let run = rest.iter().zip(*first..).take_while(|(number, next)| *number == next).count();
        if !text.is_empty() {
            text += ", ";
        }
        text += &first.to_string();
        if run > 1 {
            text += &format!("{}{}", if run == 2 { ", " } else { "-" }, first + run as u64 - 1);
        }
        rest = &rest[run..];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_runs() {
        for (numbers, text) in
            [(&[][..], ""), (&[1], "1"), (&[1, 2], "1, 2"), (&[1, 2, 3, 5, 7, 8, 9], "1-3, 5, 7-9")]
        {
            assert_eq!(ranges(numbers), text);
        }
    }

    #[test]
    fn files_and_their_names_in_a_list() {
        let found = |listed: &[&str], base: Option<&str>, file: &str| {
            let listed = listed.iter().map(|name| name.as_bytes().to_vec());
            let only = Only::find(&[file.into()], listed, base.map(Path::new));
            let name = only.files[0].1.as_ref().map(|name| name.join(&b'/'));
            name.map(|name| String::from_utf8(name).unwrap())
        };
        for (listed, base, file, wanted) in [
            (&["a"][..], None, "a", Some("a")),
            (&["./a"], None, "a", Some("a")),
            (&["a"], None, ".//a", Some("a")),
            (&["a"], None, "/tmp/x/a", Some("a")),
            (&["a", "x/a"], None, "/tmp/x/a", Some("x/a")),
            (&["x/a", "a"], None, "/tmp/x/a", Some("x/a")),
            (&["x/a"], None, "a", None),
            (&["ba"], None, "a", None),
            (&["a"], None, "ba", None),
            (&["/a"], None, "a", None),
            (&["/a"], None, "/a", Some("/a")),
            (&["../a"], None, "a", None),
            (&["y/a", "a"], Some("x"), "x/a", Some("a")),
            (&["", "."], None, "a", None),
        ] {
            assert_eq!(found(listed, base, file).as_deref(), wanted, "{listed:?} {file}");
        }
    }
}
