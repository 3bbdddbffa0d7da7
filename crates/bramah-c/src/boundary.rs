//! The macros that define functions of the C interface.

/// Defines functions of the C interface whose bodies are safe. The arguments are checked first; in the body, their
/// names are slices, a [`Turn`](crate::memory::Turn), a [`Slot`](crate::handle::Slot) and
/// [`Variable`](crate::handle::Variable)s. The clauses are optional, and must be in this order:
///
/// - `makes slot`: a pointer that is set to a new handle;
/// - `sets [variables]`: variables of the caller that the call sets;
/// - `reads [bytes: len]`: inputs, each with the parameter that is its length;
/// - `turns [input: len => output: len]`: an input, and an output that may begin at the same byte;
/// - `writes [bytes: len]`: outputs, which must not overlap anything.
macro_rules! exported {
    ($(
        $(#[$meta:meta])*
        fn $name:ident($($argument:ident: $type:ty),* $(,)?)
            $(makes $slot:ident)?
            $(sets [$($set:ident),*])?
            $(reads [$($in:ident: $in_len:ident),*])?
            $(turns [$from:ident: $from_len:ident => $to:ident: $to_len:ident])?
            $(writes [$($out:ident: $out_len:ident),*])?
        $body:block
    )*) => {$(
        $(#[$meta])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> crate::status::Status {
            #[allow(unused_imports)]
            use crate::{handle::{Handle, Slot, Variable}, memory::{Input, Output, Turn, apart}, status::guard};
            let inputs = [$($(Input::<u8> { name: stringify!($in), pointer: $in, len: $in_len }),*)?];
            let outputs = [$($(Output { name: stringify!($out), pointer: $out.cast(), len: $out_len }),*)?];
            // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
            unsafe {
                let status = guard(|| {
                    $(let $slot = Slot::new($slot)?;)?
                    $($(let $set = Variable::new(stringify!($set), $set)?;)*)?
                    let ([$($($in),*)?], [$($($out),*)?]) = apart(inputs, outputs)?;
                    $(
                        let from = Input { name: stringify!($from), pointer: $from, len: $from_len };
                        let to = Output { name: stringify!($to), pointer: $to, len: $to_len };
                        let $to = Turn::new(from, to, inputs, outputs)?;
                    )?
                    $body
                });
                if status != crate::status::OK {
                    outputs.into_iter().for_each(|output: Output| output.clear());
                    $(Output { name: stringify!($to), pointer: $to, len: $to_len }.clear();)?
                }
                status
            }
        }
    )*};
}

/// Defines functions of the C interface that return a value instead of a status. They return the value after
/// `otherwise` if the body fails.
macro_rules! returned {
    ($(
        $(#[$meta:meta])*
        fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $returned:ty, otherwise $otherwise:expr;
        $body:block
    )*) => {$(
        $(#[$meta])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> $returned {
            let mut returned = $otherwise;
            // SAFETY: the contract of the C interface (the documentation of the crate), which the caller keeps.
            #[allow(unused_unsafe)]
            let _ = crate::status::guard(|| unsafe {
                #[allow(unused_imports)]
                use crate::handle::Handle;
                let body = || -> Result<$returned, crate::status::Failure> { $body };
                returned = body()?;
                Ok(())
            });
            returned
        }
    )*};
}
