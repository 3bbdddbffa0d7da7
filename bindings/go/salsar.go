package bramah

// #include "library.h"
import "C"

import "runtime"

// A Salsar is a generator whose numbers depend only on a seed: W. Ehrhardt's salsar, the keystream of Salsa20. It is an
// [io.Reader] and a [math/rand/v2.Source]. Not for secrets: use [Random] for those. Goroutines must not share one
// without a lock.
type Salsar struct{ salsar *C.bramah_salsar }

// NewSalsar returns a generator over Salsa20 with 8, 12 or 20 rounds; 0 is the usual 8.
func NewSalsar(seed uint32, rounds int) (*Salsar, error) {
	var made *C.bramah_salsar
	err := explained(func() C.bramah_status {
		return C.bramah_salsar_new(&made, C.uint32_t(seed), C.uint32_t(rounds))
	})
	if err != nil {
		return nil, err
	}
	s := &Salsar{made}
	runtime.AddCleanup(s, func(made *C.bramah_salsar) { C.bramah_salsar_free(&made) }, made)
	return s, nil
}

// Read fills a slice with the next bytes. The rest of a block of 64 bytes is discarded, as in the original. It never
// returns an error.
func (s *Salsar) Read(out []byte) (int, error) {
	bytes, length := bytesOf(out)
	must(C.bramah_salsar_read(s.salsar, bytes, length))
	runtime.KeepAlive(s)
	return len(out), nil
}

// Uint32 returns the next number of 32 bits.
func (s *Salsar) Uint32() uint32 {
	var word C.uint32_t
	must(C.bramah_salsar_word(s.salsar, &word))
	runtime.KeepAlive(s)
	return uint32(word)
}

// Uint64 returns the next two numbers of 32 bits; the first is the higher half.
func (s *Salsar) Uint64() uint64 {
	high := uint64(s.Uint32())
	return high<<32 | uint64(s.Uint32())
}
