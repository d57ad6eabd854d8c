//! The time zone of the computer.

use std::env;
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// The largest file that is read as a time zone, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The time zone that `$TZ` or else the system names; an unknown one, which shows UTC, if that is not a
/// time zone.
pub fn time_zone() -> TimeZone {
    let named = env::var_os("TZ").unwrap_or_default();
    let named = named.to_string_lossy();
    // An unknown name is treated as a path, and a device or a pipe would never end.
    let path = Path::new(named.strip_prefix(':').unwrap_or(&named));
    match path.metadata() {
        Ok(file) if !(file.is_dir() || file.is_file() && file.len() <= MAX_FILE_BYTES) => {
            TimeZone::unknown()
        }
        _ => TimeZone::system(),
    }
}

/// The day that it is in the [time zone](time_zone).
pub fn today() -> Date {
    Timestamp::now().to_zoned_datetime(time_zone()).date()
}
