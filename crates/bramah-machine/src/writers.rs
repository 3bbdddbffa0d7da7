//! The macro that implements `std::io::Write` for types with a method `update`, such as hashers.

/// Implements `Write` for types with a method `update`, to which the written bytes are passed. Type parameters come first, in
/// brackets: `writers! { [D: Digest] Hmac<D>; }`.
#[macro_export]
macro_rules! writers {
    ($([$($generics:tt)*] $name:ty;)*) => { $(
        impl<$($generics)*> std::io::Write for $name {
            fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
                self.update(data);
                Ok(data.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
    )* };
}
