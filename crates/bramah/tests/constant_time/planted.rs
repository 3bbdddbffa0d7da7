//! The checker is awake: what leaks is reported, what does not is not.
