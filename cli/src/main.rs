//! The program `pref`.

fn main() -> std::process::ExitCode {
    pref::main()
}
