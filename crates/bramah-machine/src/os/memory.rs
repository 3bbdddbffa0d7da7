//! A test whether the process can get more address space.

/// The flag for a mapping that need not be backed by memory or swap, on systems that have this flag.
#[cfg(all(unix, not(any(target_family = "wasm", target_os = "freebsd", target_os = "dragonfly"))))]
const UNBACKED: libc::c_int = libc::MAP_NORESERVE;
/// No flag, because these systems have none for this purpose.
#[cfg(any(target_os = "freebsd", target_os = "dragonfly"))]
const UNBACKED: libc::c_int = 0;

/// Returns whether the system grants `len` more bytes of address space now. The address range is released immediately, and no
/// memory is used. Returns true on systems that cannot be asked.
pub fn address_space(len: usize) -> bool {
    #[cfg(all(unix, not(target_family = "wasm")))]
    {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON | UNBACKED;
        // SAFETY: the system chooses the address of the new mapping, so existing mappings do not change
        let at = unsafe { libc::mmap(core::ptr::null_mut(), len, libc::PROT_NONE, flags, -1, 0) };
        if at == libc::MAP_FAILED {
            return false;
        }
        // SAFETY: the mapping was made above with this length, and nothing points into it
        unsafe { libc::munmap(at, len) };
    }
    let _ = len;
    true
}
