//! The system calls that create, change and remove files. All saved data is written through them, so that tests can
//! make each of them fail, or cut the power between them.

#[cfg(all(test, unix))]
pub use super::rehearsal::{
    File, hard_link, make_folder, open, open_regular, open_special, remove, rename, sync_folder,
};
#[cfg(not(all(test, unix)))]
pub use real::{
    File, hard_link, make_folder, open, open_regular, open_special, remove, rename, sync_folder,
};

#[cfg(not(all(test, unix)))]
mod real {
    use std::fs::OpenOptions;
    use std::io;
    use std::path::Path;

    pub use std::fs::{File, hard_link, remove_file as remove, rename};

    pub use crate::base::system::{make_private_folder as make_folder, open_regular, open_special};

    pub fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
        options.open(path)
    }

    /// Makes the names in a folder survive a power failure. Only Unix can open a folder.
    pub fn sync_folder(folder: &Path) -> io::Result<()> {
        if cfg!(unix) {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }
}
