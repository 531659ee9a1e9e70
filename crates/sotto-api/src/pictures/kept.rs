//! What a format's reader finds.

/// The bytes that stay, and the size in which the picture is seen.
pub(super) struct KeptPicture {
    pub(super) bytes: Vec<u8>,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// A picture has several frames.
pub(super) struct MovingPicture;
