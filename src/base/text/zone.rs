//! The time zone of the computer.

use std::env;
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// The maximum size of a time zone file, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// Returns the time zone of `$TZ` or, by default, of the system. If that is not a time zone, returns an unknown
/// one, which shows UTC.
pub fn time_zone() -> TimeZone {
    let named = env::var_os("TZ").unwrap_or_default();
    let named = named.to_string_lossy();
    // An unknown name is treated as a path, and reading a device or a pipe would never end.
    let path = Path::new(named.strip_prefix(':').unwrap_or(&named));
    match path.metadata() {
        Ok(file) if !(file.is_dir() || file.is_file() && file.len() <= MAX_FILE_BYTES) => {
            TimeZone::unknown()
        }
        _ => TimeZone::system(),
    }
}

/// Returns the current date in the [time zone](time_zone).
pub fn today() -> Date {
    Timestamp::now().to_zoned_datetime(time_zone()).date()
}
