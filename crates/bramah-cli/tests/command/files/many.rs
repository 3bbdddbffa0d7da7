//! Tests of `encrypt` and `decrypt` with several files, and with directories.

use super::keys;
use crate::support::message;

#[test]
fn several_files_stand_beside_their_inputs() {
    let dir = keys();
    dir.write("sub/b", message(100));
    dir.run("encrypt -R public a sub/b").gives(b"");
    std::fs::remove_file(dir.path("a")).unwrap();
    std::fs::remove_file(dir.path("sub/b")).unwrap();
    dir.run("decrypt -i key a.age sub/b.age").gives(b"");
    assert_eq!((dir.read("a"), dir.bytes("sub/b")), ("abc".into(), message(100)));
    // a file that fails does not stop the others
    let ran = dir.run("encrypt -R public -f gone a sub/b");
    assert_eq!((ran.err.as_str(), ran.code), ("bramah: gone: No such file or directory\n", 1));
    let ran = dir.run("encrypt -R public a sub/b");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.err.matches("File exists; use -f to replace it").count(), 2, "{}", ran.err);
    let ran = dir.run("decrypt -i key -f a a.age");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("the file name does not end in .age"), "{}", ran.err);
}

#[test]
fn a_tree_goes_there_and_back() {
    let dir = keys();
    let names: Vec<String> = (0..50).map(|i| format!("tree/d{}/f{i}", i % 7)).collect();
    for (i, name) in names.iter().enumerate() {
        dir.write(name, message(i * 1000));
    }
    std::os::unix::fs::symlink("f0", dir.path("tree/link")).unwrap();
    dir.run("encrypt -R public --recursive --jobs 4 -o sealed tree").gives(b"");
    dir.run("decrypt -i key --recursive -o again sealed").gives(b"");
    for (i, name) in names.iter().enumerate() {
        let name = name.strip_prefix("tree/").unwrap();
        assert!(dir.bytes(&format!("again/{name}")) == message(i * 1000), "{name}");
        assert!(dir.path(format!("sealed/{name}.age")).exists());
    }
    assert!(!dir.path("sealed/link.age").exists());
    // the outputs are next to the inputs, and the next run skips them
    dir.run("encrypt -R public --recursive tree").gives(b"");
    let ran = dir.run("encrypt -R public --recursive -f tree");
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.err.matches("skipped: the file name already has the suffix of an encrypted file").count(),
        50,
        "{}",
        ran.err
    );
    assert!(!dir.path("tree/d0/f0.age.age").exists());
}

#[test]
fn outputs_that_would_be_inputs_are_refused() {
    let dir = keys();
    dir.write("tree/a", "a");
    dir.write("other/a", "b");
    dir.run("encrypt -R public --recursive -o tree/sealed tree")
        .is_usage("-o: the output directory is inside the input directory tree");
    dir.run("encrypt -R public -o out tree/a other/a")
        .is_usage("tree/a and other/a would both be written to out/a.age");
    let ran = dir.run("encrypt -R public tree a");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("tree: Is a directory"), "{}", ran.err);
    assert!(dir.path("a.age").exists() && !dir.path("tree.age").exists());
}

/// Two inputs never have the same output, whatever their names are, so no text is lost.
#[test]
fn two_inputs_have_two_outputs() {
    let dir = keys();
    for (name, text) in [("one", "one"), ("two", "two")] {
        dir.write(name, text);
        dir.write(format!("{name}.sealed"), dir.run(&format!("encrypt -R public {name}")).out);
    }
    let put = |input: &str, name: &str| dir.write(name, dir.bytes(&format!("{input}.sealed")));
    let shared = |arguments: &str| {
        dir.run(&format!("decrypt -i key {arguments}")).is_usage("would both be written to ");
    };
    // two inputs whose names differ only in the suffix, in the directory, or by a link in the path
    put("one", "c.age");
    put("two", "c.fca");
    put("two", "sub/c.enc");
    std::os::unix::fs::symlink(".", dir.path("here")).unwrap();
    for force in ["", "-f "] {
        shared(&format!("{force}c.age c.fca"));
        shared(&format!("{force}-o out c.age c.fca"));
        shared(&format!("{force}-o out c.age sub/c.enc"));
        shared(&format!("{force}--recursive -o out c.age sub/c.enc"));
        shared(&format!("{force}c.age ./c.fca"));
        shared(&format!("{force}c.age here/here/c.fca"));
        dir.run(&format!("encrypt -R public {force}one ./one")).is_usage("would both be written to ");
    }
    assert!(!dir.path("out").exists() && !dir.path("c").exists());
    // two inputs in a directory, and two outputs of which one is a link to the other
    put("one", "tree/sub/c.age");
    put("two", "tree/sub/c.fca");
    std::fs::create_dir(dir.path("linked")).unwrap();
    std::os::unix::fs::symlink("c", dir.path("linked/d")).unwrap();
    put("two", "d.age");
    // two output directories of which one is a link, as `sub` and `SUB` are the same on a file system that ignores
    // case; neither output itself is a link
    put("one", "lower/sub/c.age");
    put("two", "upper/sub2/c.age");
    std::fs::create_dir_all(dir.path("both/sub")).unwrap();
    std::os::unix::fs::symlink("sub", dir.path("both/sub2")).unwrap();
    for arguments in [
        "--recursive tree",
        "--recursive -o out tree",
        "-o linked c.age d.age",
        "--recursive -o both lower/sub upper/sub2",
    ] {
        for force in ["-f ", "-f -j 2 "] {
            let ran = dir.run(&format!("decrypt -i key {}", force.replace("-j", "--jobs") + arguments));
            assert!(
                ran.code == 1 && ran.err.contains("two inputs have the same output"),
                "{arguments}: {}",
                ran.err
            );
            let place =
                [("out/sub/c", "-o out"), ("linked/c", "linked"), ("both/sub/c", "both"), ("tree/sub/c", "")];
            let (place, _) = place.into_iter().find(|(_, part)| arguments.contains(part)).unwrap();
            assert!(["one", "two"].contains(&dir.read(place).as_str()), "{arguments}");
        }
    }
    // the second run replaces what the first has written
    dir.run("decrypt -i key -f -o out c.age d.age").gives(b"");
    dir.run("decrypt -i key -f -o out c.age d.age").gives(b"");
}

/// An output is never one of the inputs, including inputs that are read later.
#[test]
fn later_inputs_are_not_replaced() {
    let dir = keys();
    dir.write("a.age", dir.run("encrypt -R public a").out);
    dir.write("b.age", dir.run("encrypt -R public b public").out);
    let once = dir.bytes("a.age");
    dir.write("a.age.age", dir.run("encrypt -R public public").out);
    dir.write("tree/a.age", &once);
    dir.write("tree/a.age.age", dir.bytes("a.age.age"));
    for (arguments, place) in [
        ("encrypt -R public -f --jobs 1 a a.age", "a.age"),
        ("decrypt -i key -f --jobs 1 a.age.age a.age", "a.age"),
        ("decrypt -i key -f --jobs 1 --recursive tree", "tree/a.age"),
        ("decrypt -i key -f --jobs 1 -o . tree/a.age.age a.age", "a.age"),
    ] {
        let ran = dir.run(arguments);
        assert_eq!(ran.code, 1, "{arguments}: {}", ran.err);
        assert!(
            ran.err.contains("input file is output file") || ran.err.contains("is also an input"),
            "{}",
            ran.err
        );
        assert!(dir.bytes(place) == once, "{arguments}: replaced");
    }
}
