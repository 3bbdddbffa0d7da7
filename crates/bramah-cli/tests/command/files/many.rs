//! Several files, and directories.

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
    // a file that fails does not keep the others from being processed
    let ran = dir.run("encrypt -R public -f gone a sub/b");
    assert_eq!((ran.err.as_str(), ran.code), ("bramah: gone: No such file or directory\n", 1));
    let ran = dir.run("encrypt -R public a sub/b");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.err.matches("File exists; -f replaces it").count(), 2, "{}", ran.err);
    let ran = dir.run("decrypt -i key -f a a.age");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("its name does not end in .age"), "{}", ran.err);
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
    // in place, where outputs are not inputs the next time
    dir.run("encrypt -R public --recursive tree").gives(b"");
    let ran = dir.run("encrypt -R public --recursive -f tree");
    assert_eq!(ran.code, 0);
    assert_eq!(ran.err.matches("skipped: its name is that of an output").count(), 50, "{}", ran.err);
    assert!(!dir.path("tree/d0/f0.age.age").exists());
}

#[test]
fn outputs_that_would_be_inputs_are_refused() {
    let dir = keys();
    dir.write("tree/a", "a");
    dir.write("other/a", "b");
    dir.run("encrypt -R public --recursive -o tree/sealed tree").is_usage("-o: the directory is in tree");
    dir.run("encrypt -R public -o out tree/a other/a")
        .is_usage("-o DIRECTORY would get two files of this name");
    let ran = dir.run("encrypt -R public tree a");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("tree: Is a directory"), "{}", ran.err);
    assert!(dir.path("a.age").exists() && !dir.path("tree.age").exists());
}
