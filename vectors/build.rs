//! Lists and compresses the files, which makes a program that contains them two megabytes smaller. Each file is stored
//! twice: whole, and with only a few of its vectors.

#[path = "src/few.rs"]
mod few;

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// The best compression of the format: the files are compressed once and read often.
const LEVEL: u8 = 10;

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    for folder in entries(&here).filter(|path| path.is_dir()) {
        let name = folder.file_name().expect("a folder has a name");
        let mut texts: Vec<PathBuf> =
            entries(&folder).filter(|path| path.extension() == Some(OsStr::new("txt"))).collect();
        if texts.is_empty() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", folder.display());
        texts.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
        list(&out, name.to_str().expect("UTF-8"), &texts);
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

/// Writes the lists of a folder that `src/lib.rs` includes: the names of its files, and the files, whole and in part.
fn list(out: &Path, folder: &str, texts: &[PathBuf]) {
    let names = texts.iter().map(|path| path.file_stem().expect("a name").to_str().expect("UTF-8"));
    let files = |kept: &str| -> String {
        let file = |name| {
            format!(
                "File::new(\"{folder}/{name}.txt\", include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{kept}/{folder}/{name}.deflate\"))), "
            )
        };
        format!("[{}]", names.clone().map(file).collect::<String>())
    };
    let all_names = format!("&[{}]", names.clone().map(|name| format!("\"{name}\", ")).collect::<String>());
    for (what, list) in [("names", all_names), ("all", files("all")), ("few", files("few"))] {
        let to = out.join(format!("{folder}.{what}.rs"));
        fs::write(&to, list).unwrap_or_else(|error| panic!("{}: {error}", to.display()));
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
