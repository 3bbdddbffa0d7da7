//! The program: everything is in the library beside this file, which tests and fuzz targets call too.

fn main() -> std::process::ExitCode {
    bramah_cli::main()
}
