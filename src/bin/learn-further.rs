//! The lessons that a class goes on with.

fn main() {
    sotto::learn::start(sotto_teach::FURTHER_LESSONS);
}
