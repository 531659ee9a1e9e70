//! The lessons that take more statistics.

fn main() {
    sotto::learn::start(sotto_teach::LESSONS_FOR_STUDENTS);
}
