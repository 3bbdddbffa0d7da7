//! Lists of mtree, which describe a directory tree: a line for each file, with words of the form `keyword=value`.

use super::{
    Scan, State, join,
    words::{cut, has_digest, trimmed, words},
};
use crate::{
    Expected, Flaw,
    encodings::from_vis,
    size::{Size, number},
};

/// The position of the next line in the directory tree.
#[derive(Default)]
pub(super) struct Tree {
    /// The names of the directories that contain the file in the next line, from the root down.
    folders: Vec<Vec<u8>>,
    /// The words that `/set` adds to every line.
    all: Vec<Vec<u8>>,
    /// The beginning of a line that continues in the next line.
    open: Vec<u8>,
}

/// The keywords by which a line of mtree is recognised in a list that does not begin with the comment `#mtree`.
const KEYWORDS: [&[u8]; 6] = [b"type", b"mode", b"uid", b"gid", b"uname", b"nlink"];

/// The values of the keyword `type` (mtree(5)).
const TYPES: [&[u8]; 7] = [b"block", b"char", b"dir", b"fifo", b"file", b"link", b"socket"];

/// Returns whether a line is the comment that a list of mtree begins with: `#mtree`, and possibly a version such as `v2.0`.
pub(super) fn is_mark(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"#mtree") else { return false };
    let version = trimmed(rest);
    version.is_empty()
        || rest.starts_with(b" v") && version[1..].iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

/// Reads a line of mtree in a list that does not begin with `#mtree`.
pub(super) fn mtree(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    let key = |word: &[u8]| cut(word, b"=").is_some_and(|(key, _)| KEYWORDS.contains(&key));
    let mut fields = words(line);
    let first = fields.next();
    if first.is_none_or(|first| cut(first, b"=").is_some()) || !fields.any(key) {
        return false;
    }
    scan.node(Tree::default(), line, at)
}

/// Returns the algorithm of a keyword such as `sha256digest` or `sha256`; an error if the keyword names an unknown algorithm,
/// and `None` for any other keyword.
fn algorithm(key: &[u8]) -> Option<Result<&'static str, String>> {
    let key = str::from_utf8(key).ok()?;
    let name = key.strip_suffix("digest").unwrap_or(key);
    let known = match name {
        "cksum" => Some("cksum"),
        "rmd160" | "ripemd160" => Some("ripemd160"),
        name => Expected::named(name).ok().map(|expected| expected.algorithm.info().name),
    };
    match known {
        Some(name) => Some(Ok(name)),
        None if key.ends_with("digest") => Some(Err(key.into())),
        None => None,
    }
}

impl Scan {
    /// Reads a line of mtree.
    pub(super) fn node(&mut self, mut tree: Tree, line: &[u8], at: u64) -> bool {
        match join(&mut tree.open, line) {
            Ok(false) => {}
            Ok(true) => {
                let whole = std::mem::take(&mut tree.open);
                self.whole_node(&mut tree, &whole, at);
            }
            Err(flaw) => self.put(at, Err(flaw)),
        }
        self.state = State::Tree(tree);
        true
    }

    fn whole_node(&mut self, tree: &mut Tree, line: &[u8], at: u64) {
        let text = trimmed(line);
        let mut fields = words(text);
        let Some(first) = fields.next().filter(|first| !first.starts_with(b"#")) else { return };
        match first {
            b"/set" => return tree.all = fields.map(<[u8]>::to_vec).collect(),
            b"/unset" => return tree.all.retain(|word| fields.clone().all(|key| !word.starts_with(key))),
            b".." => return drop(tree.folders.pop()),
            _ => {}
        }
        let Ok(name) = from_vis(first) else { return self.put(at, Err(Flaw::Escape)) };
        let (mut digests, mut size, mut is_folder, mut is_file) = (Vec::new(), None, false, true);
        let own: Vec<Vec<u8>> = fields.map(<[u8]>::to_vec).collect();
        for word in tree.all.iter().chain(&own) {
            let Some((key, value)) = cut(word, b"=") else { continue };
            match key {
                b"type" if !TYPES.contains(&value) => return self.put(at, Err(Flaw::Form)),
                b"type" => (is_folder, is_file) = (value == b"dir", value == b"file"),
                b"size" => match number(value).filter(|_| !value.is_empty()) {
                    Some(bytes) => size = Some(Size::bytes(bytes)),
                    None => return self.put(at, Err(Flaw::Sized)),
                },
                key => match algorithm(key) {
                    Some(Ok("cksum")) => match str::from_utf8(value)
                        .ok()
                        .and_then(|value| value.parse::<u32>().ok())
                    {
                        Some(value) => digests.push((b"cksum".to_vec(), format!("{value:08x}").into_bytes())),
                        None => return self.put(at, Err(Flaw::Digits)),
                    },
                    Some(Ok(name)) => digests.push((name.as_bytes().to_vec(), value.to_vec())),
                    Some(Err(unknown)) => self.put(at, Err(Flaw::UnknownTag(unknown))),
                    None => {}
                },
            }
        }
        // a name with a slash is relative to the root of the tree
        let whole = name.contains(&b'/');
        if is_folder && !whole {
            return tree.folders.push(name);
        }
        let mut path: Vec<u8> = Vec::new();
        for folder in tree.folders.iter().filter(|folder| !whole && *folder != b".") {
            path.extend_from_slice(folder);
            path.push(b'/');
        }
        path.extend_from_slice(name.strip_prefix(b"./").unwrap_or(&name));
        if !digests.is_empty() {
            self.put_all(at, &digests, &path, size);
        } else if is_file && !is_folder && (own.is_empty() || has_digest(text)) {
            self.put(at, Err(Flaw::Form));
        }
    }
}
