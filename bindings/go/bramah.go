// Package bramah has hash functions, ciphers, authenticated encryption, MACs and key derivation by name, behind the
// interfaces of Go's standard library: [hash.Hash], [hash.XOF], [cipher.Block], [cipher.Stream] and [cipher.AEAD].
//
// It calls Bramah's C interface, through cgo. By default it links the static library that `make go` builds; with the build
// tag bramah_dynamic it takes the shared library that pkg-config finds.
//
// A call of C takes some 40 ns, so that a single digest of a short message is no faster than Go's own. Many messages at
// once ([SumBatch]), long messages, and algorithms that Go lacks are what the package is for.
//
// A nil slice is the same as an empty one everywhere. No Go memory is kept after a call. Keys are erased when the garbage
// collector frees their object.
package bramah

// #include <bramah.h>
// #include <stdlib.h>
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// Errors that callers distinguish, by [errors.Is], besides [errors.ErrUnsupported], for what an algorithm does not have. Every
// other error has a text only.
var (
	// ErrUnknownName is for a name that no algorithm has.
	ErrUnknownName = errors.New("bramah: unknown name")
	// ErrUnauthentic is for a message, a tag or a file that is not authentic.
	ErrUnauthentic = errors.New("bramah: message authentication failed")
	// ErrWrongPassword is for a password that is not that of a string or a file.
	ErrWrongPassword = errors.New("bramah: wrong password")
	// ErrLength is for a key, nonce, tag or output whose length is invalid.
	ErrLength = errors.New("bramah: wrong length")
	// ErrNoFile is for an input that is not an age file.
	ErrNoFile = errors.New("bramah: not an age file")
	// ErrNoMatch is for a file that none of the identities opens.
	ErrNoMatch = errors.New("bramah: none of the identities can decrypt the file")
	// ErrExists is for an output that exists already.
	ErrExists = errors.New("bramah: the output already exists")
)

// An Error is a call that failed.
type Error struct {
	text string
	kind error
}

// Error returns what was wrong, and what was expected.
func (e *Error) Error() string { return "bramah: " + e.text }

// Unwrap returns the error for [errors.Is], or nil.
func (e *Error) Unwrap() error { return e.kind }

func kindOf(status C.bramah_status) error {
	switch status {
	case C.BRAMAH_UNKNOWN_NAME:
		return ErrUnknownName
	case C.BRAMAH_UNAUTHENTIC:
		return ErrUnauthentic
	case C.BRAMAH_WRONG_PASSWORD:
		return ErrWrongPassword
	case C.BRAMAH_LENGTH:
		return ErrLength
	case C.BRAMAH_NO_FILE:
		return ErrNoFile
	case C.BRAMAH_NO_MATCH:
		return ErrNoMatch
	case C.BRAMAH_EXISTS:
		return ErrExists
	case C.BRAMAH_UNSUPPORTED:
		return errors.ErrUnsupported
	}
	return nil
}

// explained calls a function of C, and returns the full text if it fails. The text belongs to the thread, to which the
// goroutine is bound until it is read.
func explained(call func() C.bramah_status) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	status := call()
	if status == C.BRAMAH_OK {
		return nil
	}
	return &Error{C.GoString(C.bramah_last_error()), kindOf(status)}
}

// must panics if a call failed that can only fail by a mistake of the caller.
func must(status C.bramah_status) {
	if status != C.BRAMAH_OK {
		panic("bramah: " + C.GoString(C.bramah_status_text(status)))
	}
}

// bytesOf returns the address of the first byte, and the length.
func bytesOf(b []byte) (*C.uint8_t, C.size_t) {
	return (*C.uint8_t)(unsafe.SliceData(b)), C.size_t(len(b))
}

// withName calls a function with a name as C has it.
func withName(name string, call func(name *C.char) C.bramah_status) error {
	for i := range len(name) {
		if name[i] == 0 {
			return &Error{fmt.Sprintf("NUL byte in the name %q", name), ErrUnknownName}
		}
	}
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return explained(func() C.bramah_status { return call(text) })
}

// Options are what an algorithm takes besides the inputs of its kind, by name: a number (int or uint64), bytes ([]byte) or
// text (string). The C header lists them at each constructor. One that the algorithm does not take is an error.
type Options map[string]any

// with calls a function with options as C has them.
func (options Options) with(call func(*C.bramah_options) error) error {
	if len(options) == 0 {
		return call(nil)
	}
	var made *C.bramah_options
	if err := explained(func() C.bramah_status { return C.bramah_options_new(&made) }); err != nil {
		return err
	}
	defer C.bramah_options_free(&made)
	for name, value := range options {
		err := withName(name, func(name *C.char) C.bramah_status {
			switch value := value.(type) {
			case int:
				if value < 0 {
					return C.BRAMAH_PARAMETER
				}
				return C.bramah_options_set_number(made, name, C.uint64_t(value))
			case uint64:
				return C.bramah_options_set_number(made, name, C.uint64_t(value))
			case []byte:
				bytes, length := bytesOf(value)
				return C.bramah_options_set_bytes(made, name, bytes, length)
			case string:
				text := C.CString(value)
				defer C.free(unsafe.Pointer(text))
				return C.bramah_options_set_text(made, name, text)
			}
			return C.BRAMAH_BAD_ARGUMENT
		})
		if err != nil {
			return fmt.Errorf("the option %q: %w", name, err)
		}
	}
	return call(made)
}

// Names returns the names of all algorithms of a kind.
func Names(kind Kind) []string {
	var names []string
	for i := C.size_t(0); ; i++ {
		name := C.bramah_algorithm_name(C.bramah_kind(kind), i)
		if name == nil {
			return names
		}
		names = append(names, C.GoString(name))
	}
}

// A Kind is what an algorithm is for.
type Kind int

// The kinds of algorithms.
const (
	KindHash     Kind = C.BRAMAH_KIND_HASH
	KindBlock    Kind = C.BRAMAH_KIND_BLOCK
	KindCipher   Kind = C.BRAMAH_KIND_CIPHER
	KindStream   Kind = C.BRAMAH_KIND_STREAM
	KindAEAD     Kind = C.BRAMAH_KIND_AEAD
	KindMAC      Kind = C.BRAMAH_KIND_MAC
	KindKDF      Kind = C.BRAMAH_KIND_KDF
	KindPassword Kind = C.BRAMAH_KIND_PASSWORD
	// KindEncryptThenMAC is for the names of [EncryptThenMAC].
	KindEncryptThenMAC Kind = C.BRAMAH_KIND_ENCRYPT_THEN_MAC
	// KindKeyWrap is for the names of [WrapKey].
	KindKeyWrap Kind = C.BRAMAH_KIND_KEY_WRAP
	// KindFPE is for the names of [NewFPE].
	KindFPE Kind = C.BRAMAH_KIND_FPE
)

// Random fills a slice with random bytes for keys, nonces and other secrets.
func Random(out []byte) error {
	bytes, length := bytesOf(out)
	return explained(func() C.bramah_status { return C.bramah_random(bytes, length) })
}
