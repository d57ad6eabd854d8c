//! Checks of numpy arrays: their types and shapes.

use numpy::prelude::*;
use numpy::{Element, PyArray, PyReadonlyArrayDyn, PyUntypedArray, dtype};
use pyo3::prelude::*;

use super::errors::unusable;

/// Checks that an argument is an array of a type whose shape fits, which the error names.
pub fn check<T: Element>(
    name: &str,
    argument: &Bound<'_, PyAny>,
    wanted: &str,
    fits: impl Fn(&[usize]) -> bool,
) -> PyResult<()> {
    let expected = dtype::<T>(argument.py());
    let array = argument.cast::<PyUntypedArray>().map_err(|_| {
        let kind = argument.get_type().to_string();
        unusable(format!(
            "{name}: expected an array of shape {wanted} and dtype {expected}, got {kind}"
        ))
    })?;
    if array.dtype().is_equiv_to(&expected) && fits(array.shape()) {
        return Ok(());
    }
    let shape = array.getattr("shape")?;
    let kind = array.dtype();
    Err(unusable(format!(
        "{name}: expected an array of shape {wanted} and dtype {expected}, got shape {shape} and dtype {kind}"
    )))
}

/// The numbers of an array in row-major order, without a copy where they lie in memory like that.
pub fn contiguous<'py, T: Element>(
    argument: &Bound<'py, PyAny>,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let array: PyReadonlyArrayDyn<'py, T> = argument.extract()?;
    // A slice of an array in column-major order has its numbers in that order.
    if array.is_c_contiguous() && array.as_slice().is_ok() {
        return Ok(array);
    }
    let copy = argument.call_method1("copy", ("C",))?;
    copy.extract()
}

/// Creates an array from its numbers in row-major order.
pub fn shaped<'py, T: Element>(
    py: Python<'py>,
    numbers: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArray::from_vec(py, numbers);
    Ok(array.reshape(shape)?.into_any())
}
