//! The checksum of files of weights: CRC-32 as in zlib and PNG (polynomial 0x04c11db7, reflected).

/// The remainders of all bytes.
const REMAINDERS: [u32; 256] = {
    const REFLECTED: u32 = 0xedb8_8320;
    let mut remainders = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 256")]
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = remainder >> 1 ^ if remainder & 1 == 1 { REFLECTED } else { 0 };
            bit += 1;
        }
        remainders[byte] = remainder;
        byte += 1;
    }
    remainders
};

/// The CRC-32 of several pieces of data, as if they were one.
pub(super) fn crc32<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> u32 {
    let bytes = pieces.into_iter().flatten();
    !bytes
        .fold(u32::MAX, |crc, byte| crc >> 8 ^ REMAINDERS[usize::from(crc.to_le_bytes()[0] ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_published_checksum() {
        // The check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms.
        assert_eq!(crc32([&b"12345"[..], b"6789"]), 0xcbf4_3926);
        assert_eq!(crc32([]), 0);
    }
}
