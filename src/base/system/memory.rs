//! The allocator of the programs, which exits with a message when memory runs out.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system allocator, which exits with a message when memory runs out. If an allocation of ordinary size fails,
/// it writes a line to standard error and exits with code 1. Any other reaction would itself need memory.
#[derive(Debug)]
pub struct EndingAllocator {
    message: &'static str,
}

/// The minimum size of allocations that can fail, in bytes: their callers can work with less.
const LARGE: usize = 1 << 24;

impl EndingAllocator {
    /// Creates the allocator of a program with its last message.
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
// SAFETY: all work is done by the system allocator.
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
