package bramah

// #include "library.h"
import "C"

import "unsafe"

// infoOf returns the properties of an algorithm.
func infoOf(kind Kind, name string) (C.bramah_info, error) {
	var info C.bramah_info
	err := withName(name, func(name *C.char) C.bramah_status {
		return C.bramah_algorithm_info(C.bramah_kind(kind), name, &info, C.size_t(unsafe.Sizeof(info)))
	})
	return info, err
}

// anyOverlap returns whether two slices overlap.
func anyOverlap(x, y []byte) bool {
	return len(x) > 0 && len(y) > 0 &&
		uintptr(unsafe.Pointer(&x[0])) <= uintptr(unsafe.Pointer(&y[len(y)-1])) &&
		uintptr(unsafe.Pointer(&y[0])) <= uintptr(unsafe.Pointer(&x[len(x)-1]))
}

// checkOverlap panics, as Go's own ciphers do, if an output overlaps an input and does not begin at the same byte.
func checkOverlap(dst, src []byte) {
	if len(dst) > 0 && len(src) > 0 && &dst[0] != &src[0] && anyOverlap(dst, src) {
		panic("bramah: invalid buffer overlap")
	}
}
