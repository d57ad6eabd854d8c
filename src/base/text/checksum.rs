//! A checksum that detects edited lines.

/// Returns the 32-bit FNV-1a hash (Fowler, Noll and Vo), as eight hexadecimal digits.
///
/// Files depend on it, so it must not change. Texts of equal length that differ in one byte have different hashes.
pub fn checksum(bytes: impl AsRef<[u8]>) -> String {
    format!("{:08x}", fnv1a(bytes))
}

pub fn fnv1a(bytes: impl AsRef<[u8]>) -> u32 {
    bytes
        .as_ref()
        .iter()
        .fold(0x811c_9dc5_u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_published_hash() {
        // From the test vectors at http://www.isthe.com/chongo/tech/comp/fnv/.
        assert_eq!(checksum(""), "811c9dc5");
        assert_eq!(checksum("a"), "e40c292c");
        assert_eq!(checksum("foobar"), "bf9cf968");
    }
}
