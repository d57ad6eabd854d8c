//! The border to C: codes, messages, and checked pointers.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::slice;

/// The result of a function.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReversiCode {
    /// Success.
    Ok = 0,
    /// A pointer that must not be null.
    Null = 1,
    /// An argument out of its range, or a text that is not understood.
    Argument = 2,
    /// An illegal move.
    Illegal = 3,
    /// A game record that can't be read, or that a format can't hold.
    Record = 4,
    /// A buffer that is too short. The length that is needed has been stored.
    Length = 5,
    /// An engine that another thread uses.
    Busy = 6,
    /// An error in this library. Its handle should be freed.
    Internal = 7,
}

/// An error with its message.
#[derive(Debug)]
pub struct CallError {
    pub code: ReversiCode,
    pub message: String,
}

impl CallError {
    pub fn new(code: ReversiCode, message: impl ToString) -> Self {
        Self {
            code,
            message: message.to_string(),
        }
    }

    pub fn argument(message: impl ToString) -> Self {
        Self::new(ReversiCode::Argument, message)
    }
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Returns the message of the last error in this thread; empty if there was none. It is valid until the next error.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_last_error() -> *const c_char {
    LAST_ERROR.with(|last| last.borrow().as_ptr())
}

/// Runs a function. Its error or panic becomes a code and a message.
pub fn guarded(run: impl FnOnce() -> Result<(), CallError>) -> ReversiCode {
    let result = catch_unwind(AssertUnwindSafe(run));
    let failure = match result {
        Ok(Ok(())) => return ReversiCode::Ok,
        Ok(Err(failure)) => failure,
        Err(_) => CallError::new(ReversiCode::Internal, "an error in the library"),
    };
    let text = failure.message.replace('\0', " ");
    let text = CString::new(text).unwrap_or_default();
    LAST_ERROR.with(|last| last.replace(text));
    failure.code
}

fn null(name: &str) -> CallError {
    CallError::new(ReversiCode::Null, format!("{name} is null"))
}

/// The value that a pointer leads to.
///
/// # Safety
/// The pointer is null, or leads to a valid value that nothing changes during the call.
pub unsafe fn borrowed<'a, T>(name: &str, pointer: *const T) -> Result<&'a T, CallError> {
    // SAFETY: the caller promises it.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(name))
}

/// Stores a result where a pointer leads.
///
/// # Safety
/// The pointer is null, or leads to memory for a value that nothing else uses during the call.
pub unsafe fn store<T>(name: &str, pointer: *mut T, value: T) -> Result<(), CallError> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promises it. The memory may not be initialized, and is not read.
    unsafe { ptr::write(pointer, value) };
    Ok(())
}

/// An array.
///
/// # Safety
/// The pointer is null, or leads to `count` valid values that nothing changes during the call.
pub unsafe fn array<'a, T>(
    name: &str,
    pointer: *const T,
    count: usize,
) -> Result<&'a [T], CallError> {
    if count == 0 {
        return Ok(&[]);
    }
    check_size::<T>(name, count)?;
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promises it; the size has been checked.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// Copies results to an array.
///
/// # Safety
/// The pointer is null, or leads to memory for as many values, which nothing else uses during the call.
pub unsafe fn store_all<T: Copy>(
    name: &str,
    pointer: *mut T,
    values: &[T],
) -> Result<(), CallError> {
    if values.is_empty() {
        return Ok(());
    }
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promises it; the values are in memory of this library.
    unsafe { ptr::copy_nonoverlapping(values.as_ptr(), pointer, values.len()) };
    Ok(())
}

/// Stores a text with its ending zero, if it fits, and its length without the zero.
///
/// # Safety
/// `buffer` is null, or leads to memory for `size` bytes; `length` is null, or leads to memory for its value. Nothing
/// else uses them during the call.
pub unsafe fn store_text(
    text: &str,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Result<(), CallError> {
    let bytes: Vec<c_char> = text.bytes().chain([0]).map(u8::cast_signed_char).collect();
    if !length.is_null() {
        // SAFETY: the caller promises it.
        unsafe { store("length", length, text.len())? };
    }
    if size < bytes.len() {
        let needed = bytes.len();
        return Err(CallError::new(
            ReversiCode::Length,
            format!("the buffer has {size} bytes, and {needed} are needed"),
        ));
    }
    // SAFETY: the caller promises `size` bytes, which are enough.
    unsafe { store_all("buffer", buffer, &bytes) }
}

/// A byte as a character of C, which is signed on some systems.
trait AsCharacter {
    fn cast_signed_char(self) -> c_char;
}

impl AsCharacter for u8 {
    fn cast_signed_char(self) -> c_char {
        c_char::from_ne_bytes([self])
    }
}

/// A text of UTF-8.
///
/// # Safety
/// The pointer is null, or leads to bytes up to a zero that nothing changes during the call.
pub unsafe fn text<'a>(name: &str, pointer: *const c_char) -> Result<&'a str, CallError> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promises it.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str()
        .map_err(|_| CallError::argument(format!("{name} is not UTF-8")))
}

fn check_size<T>(name: &str, count: usize) -> Result<(), CallError> {
    let bytes = count.checked_mul(size_of::<T>());
    let fits = bytes.is_some_and(|bytes| isize::try_from(bytes).is_ok());
    if fits {
        Ok(())
    } else {
        Err(CallError::argument(format!(
            "{name} has {count} values: too many"
        )))
    }
}

/// Gives a value to C as a handle.
///
/// # Safety
/// As for [`store`].
pub unsafe fn store_handle<T>(name: &str, pointer: *mut *mut T, value: T) -> Result<(), CallError> {
    if pointer.is_null() {
        return Err(null(name));
    }
    let handle = Box::into_raw(Box::new(value));
    // SAFETY: the caller promises it.
    unsafe { store(name, pointer, handle) }
}

/// Frees a handle; null is no error.
///
/// # Safety
/// The handle is null, or has come from [`store_handle`] with this type, and is not used again.
pub unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: the caller promises it.
        let value = unsafe { Box::from_raw(handle) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(value)));
    }
}
