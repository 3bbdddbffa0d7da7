//! Requests for a line of progress: SIGUSR1, and SIGINFO on systems that have it (Ctrl-T).

use std::{
    mem::zeroed,
    ptr,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

#[cfg(any(
    target_vendor = "apple",
    target_os = "freebsd",
    target_os = "netbsd",
    target_os = "openbsd",
    target_os = "dragonfly"
))]
const SIGNALS: [libc::c_int; 2] = [libc::SIGUSR1, libc::SIGINFO];
#[cfg(not(any(
    target_vendor = "apple",
    target_os = "freebsd",
    target_os = "netbsd",
    target_os = "openbsd",
    target_os = "dragonfly"
)))]
const SIGNALS: [libc::c_int; 1] = [libc::SIGUSR1];

/// Whether a signal has requested a line of progress that has not been printed yet.
static REQUESTED: AtomicBool = AtomicBool::new(false);

extern "C" fn request(_: libc::c_int) {
    REQUESTED.store(true, Relaxed);
}

/// Handles the signals as requests from now on, except those that are ignored. System calls that a signal interrupts
/// are restarted.
pub(crate) fn accept_requests() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| SIGNALS.into_iter().for_each(install));
}

/// Returns whether there was a request since the last call.
pub(crate) fn take_request() -> bool {
    REQUESTED.load(Relaxed) && REQUESTED.swap(false, Relaxed)
}

fn install(signal: libc::c_int) {
    // SAFETY: all-zero bytes are a valid `sigaction`: no flags, an empty mask, the default action. `sigaction` reads
    // and writes nothing but the two values. `request` is safe to run at any moment: it stores to an atomic.
    unsafe {
        let mut old: libc::sigaction = zeroed();
        if libc::sigaction(signal, ptr::null(), &raw mut old) != 0 || old.sa_sigaction == libc::SIG_IGN {
            return;
        }
        let mut new: libc::sigaction = zeroed();
        new.sa_flags = libc::SA_RESTART;
        new.sa_sigaction = request as extern "C" fn(libc::c_int) as libc::sighandler_t;
        libc::sigaction(signal, &raw const new, ptr::null_mut());
    }
}
