//! Rebuilds when a migration is added: the compiler sees only those that it has read.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
}
