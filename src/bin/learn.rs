//! The map of the lessons, and the first of them.

fn main() {
    sotto::learn::start(sotto_teach::FIRST_LESSONS);
}
