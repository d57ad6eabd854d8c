//! The time zone of the computer, and the current date there.

use std::env;
use std::fs::OpenOptions;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::base::system;

/// The maximum size of a time zone file, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The file with the time zone of the system.
const LOCAL_FILE: &str = "/etc/localtime";

/// The folders of time zone files.
const FOLDERS: [&str; 3] = [
    "/usr/share/zoneinfo",
    "/usr/share/lib/zoneinfo",
    "/etc/zoneinfo",
];

/// Returns the time zone of `$TZ` or, by default, of the system. If that is not a time zone, returns an unknown
/// one, which shows UTC.
pub fn time_zone() -> TimeZone {
    static ZONE: OnceLock<TimeZone> = OnceLock::new();
    ZONE.get_or_init(|| of_computer().unwrap_or_else(TimeZone::unknown))
        .clone()
}

/// Returns the current date in the [time zone](time_zone).
pub fn today() -> Date {
    Timestamp::now().to_zoned_datetime(time_zone()).date()
}

fn of_computer() -> Option<TimeZone> {
    // Only these systems have files, and `jiff` would read any: even devices, which never end.
    if cfg!(not(unix)) || cfg!(target_os = "android") {
        return TimeZone::try_system().ok();
    }
    match env::var_os("TZ") {
        None => read(Path::new(LOCAL_FILE)),
        Some(variable) => {
            let own_folder = env::var_os("TZDIR").map(PathBuf::from);
            let folders = own_folder.into_iter().chain(FOLDERS.map(PathBuf::from));
            of_variable(variable.to_str()?, folders)
        }
    }
}

/// The time zone of `$TZ`: a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`, the name of a time zone, or a path.
fn of_variable(variable: &str, folders: impl Iterator<Item = PathBuf>) -> Option<TimeZone> {
    let name = variable.strip_prefix(':').unwrap_or(variable);
    if name.is_empty() || name.eq_ignore_ascii_case("UTC") {
        return Some(TimeZone::UTC);
    }
    let rule = TimeZone::posix(variable).ok();
    // Joining an absolute path replaces the folder. A relative one may be in the working folder, too.
    rule.or_else(|| {
        folders
            .chain([PathBuf::new()])
            .find_map(|folder| read(&folder.join(name)))
    })
}

/// Reads a time zone file. Anything else is not a time zone.
fn read(path: &Path) -> Option<TimeZone> {
    let file = system::open_regular(OpenOptions::new().read(true), path).ok()?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES).read_to_end(&mut bytes).ok()?;
    TimeZone::tzif(&path.to_string_lossy(), &bytes).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    /// A time zone file for UTC+2 without transitions, as of RFC 9636.
    fn two_hours_east() -> Vec<u8> {
        let header = |types: u8| {
            let counts = [0, 0, 0, 0, types, types * 4];
            let counts = counts.into_iter().flat_map(|count| [0, 0, 0, count]);
            [b"TZif2".as_slice(), &[0; 15]]
                .concat()
                .into_iter()
                .chain(counts)
        };
        let body = [7200_i32.to_be_bytes().as_slice(), &[0, 0], b"EET\0"].concat();
        let block = || header(1).chain(body.clone());
        block().chain(block()).chain(*b"\nEET-2\n").collect()
    }

    #[test]
    fn a_zone_is_a_rule_a_name_or_a_path_and_only_from_a_regular_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("East"), two_hours_east()).unwrap();
        fs::write(path("text"), "text").unwrap();
        fs::File::create(path("huge"))
            .unwrap()
            .set_len(1 << 40)
            .unwrap();
        let has_pipe = std::process::Command::new("mkfifo")
            .arg(path("pipe"))
            .status();
        assert!(has_pipe.is_ok_and(|status| status.success()));
        let absolute = path("East").into_os_string().into_string().unwrap();
        let hours = |variable: &str, folder: &Path| {
            let zone = of_variable(variable, [folder.to_owned()].into_iter())?;
            Some(zone.to_offset(Timestamp::UNIX_EPOCH).seconds() / 3600)
        };
        for (variable, expected) in [
            ("", Some(0)),
            ("utc", Some(0)),
            ("CET-1", Some(1)),
            ("East", Some(2)),
            (":East", Some(2)),
            (&*absolute, Some(2)),
            ("West", None),
            ("text", None),
            ("huge", None),
            ("pipe", None),
            (".", None),
        ] {
            assert_eq!(hours(variable, folder.path()), expected, "{variable}");
        }
        for variable in ["zero", "tty", ":null", "/dev/zero"] {
            assert_eq!(hours(variable, Path::new("/dev")), None, "{variable}");
        }
    }
}
