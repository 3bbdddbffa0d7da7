//! Compresses the files, so that a program which carries them is two megabytes smaller.

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// The best that the format has: the files are compressed once and read often.
const LEVEL: u8 = 10;

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    for folder in entries(&here).filter(|path| path.is_dir()) {
        let name = folder.file_name().expect("a folder has a name");
        let texts: Vec<PathBuf> =
            entries(&folder).filter(|path| path.extension() == Some(OsStr::new("txt"))).collect();
        if texts.is_empty() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", folder.display());
        fs::create_dir_all(out.join(name)).expect("a folder for what is compressed");
        for text in texts {
            let to =
                out.join(name).join(text.with_extension("deflate").file_name().expect("a file has a name"));
            let bytes = fs::read(&text).unwrap_or_else(|error| panic!("{}: {error}", text.display()));
            let packed = miniz_oxide::deflate::compress_to_vec(&bytes, LEVEL);
            fs::write(&to, packed).unwrap_or_else(|error| panic!("{}: {error}", to.display()));
        }
    }
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("an entry of the folder").path())
}
