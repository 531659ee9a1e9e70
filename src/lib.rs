//! The browser side of Sotto.
