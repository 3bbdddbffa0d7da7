//! Compresses the files, so that a program which carries them is two megabytes smaller: all of each, and a few vectors
//! of each.

#[path = "src/few.rs"]
mod few;

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
        let [all, few] = ["all", "few"].map(|kept| out.join(kept).join(name));
        for folder in [&all, &few] {
            fs::create_dir_all(folder).expect("a folder for what is compressed");
        }
        for path in texts {
            let file = path.with_extension("deflate");
            let file = file.file_name().expect("a file has a name");
            let text =
                fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            pack(&text, &all.join(file));
            pack(&few::few(&text), &few.join(file));
        }
    }
}

fn pack(text: &str, to: &Path) {
    let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), LEVEL);
    fs::write(to, packed).unwrap_or_else(|error| panic!("{}: {error}", to.display()));
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("an entry of the folder").path())
}
