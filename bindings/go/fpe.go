package bramah

// #include "library.h"
// #include <stdlib.h>
// #cgo noescape bramah_fpe_apply
// #cgo nocallback bramah_fpe_apply
import "C"

import (
	"runtime"
	"unsafe"
)

// An FPE is format-preserving encryption with its key: a text is encrypted to a text with the same number of characters
// of the same alphabet. Nothing is authenticated, and under one key and tweak equal texts have equal ciphertexts.
// Several goroutines may use it at the same time.
type FPE struct {
	fpe *C.bramah_fpe
}

// NewFPE returns the format-preserving encryption with this name, such as aes-256-ff1, and a key. The alphabet is the
// characters that texts may have, 2 to 65536, in the order of their numerals, such as 0123456789.
func NewFPE(name, alphabet string, key []byte) (*FPE, error) {
	var made *C.bramah_fpe
	bytes, length := bytesOf(key)
	err := withName(name, func(name *C.char) C.bramah_status {
		// a C string ends at the first zero byte, which texts then cannot contain either
		characters := C.CString(alphabet)
		defer C.free(unsafe.Pointer(characters))
		return C.bramah_fpe_new(&made, name, characters, bytes, length, nil)
	})
	if err != nil {
		return nil, err
	}
	f := &FPE{made}
	runtime.AddCleanup(f, func(made *C.bramah_fpe) { C.bramah_fpe_free(&made) }, made)
	return f, nil
}

func (f *FPE) apply(direction C.bramah_direction, tweak []byte, text string) (string, error) {
	input := []byte(text)
	from, length := bytesOf(input)
	output := make([]byte, C.bramah_fpe_length(f.fpe, length))
	to, room := bytesOf(output)
	tweakBytes, tweakLength := bytesOf(tweak)
	var written C.size_t
	err := explained(func() C.bramah_status {
		return C.bramah_fpe_apply(f.fpe, direction, tweakBytes, tweakLength, from, length, to, room, &written)
	})
	runtime.KeepAlive(f)
	if err != nil {
		return "", err
	}
	return string(output[:written]), nil
}

// Encrypt returns the ciphertext of a text under a tweak, which may be any bytes. A text must be long enough that there
// are at least a million texts of its length.
func (f *FPE) Encrypt(tweak []byte, text string) (string, error) {
	return f.apply(C.BRAMAH_ENCRYPT, tweak, text)
}

// Decrypt returns the text of a ciphertext under a tweak.
func (f *FPE) Decrypt(tweak []byte, text string) (string, error) {
	return f.apply(C.BRAMAH_DECRYPT, tweak, text)
}
