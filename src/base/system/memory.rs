//! The allocator of the programs, which ends them with a line where memory is short.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator. Where it has no memory left for an allocation of ordinary size, a line goes to
/// standard error and the program ends with exit code 1: nothing that the program could do then would need
/// no memory.
#[derive(Debug)]
pub struct EndingAllocator {
    message: &'static str,
}

/// The size in bytes from which an allocation may fail: the caller can work with less.
const LARGE: usize = 1 << 24;

impl EndingAllocator {
    /// The allocator of a program with this last line.
    pub const fn ending_with(message: &'static str) -> Self {
        Self { message }
    }

    fn checked(&self, start: *mut u8, bytes: usize) -> *mut u8 {
        if start.is_null() && bytes < LARGE {
            super::end_without_memory(self.message)
        }
        start
    }
}

#[expect(unsafe_code, reason = "the interface of allocators is unsafe")]
// SAFETY: the system's allocator does it all.
unsafe impl GlobalAlloc for EndingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's, as below.
        self.checked(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        self.checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: as above.
        self.checked(unsafe { System.realloc(start, layout, bytes) }, bytes)
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(start, layout) }
    }
}
