package bramah

// #include "library.h"
// #cgo noescape bramah_hash_update
// #cgo nocallback bramah_hash_update
// #cgo noescape bramah_hash_peek
// #cgo nocallback bramah_hash_peek
// #cgo noescape bramah_hash_digest
// #cgo nocallback bramah_hash_digest
// #cgo noescape bramah_xof_read
// #cgo nocallback bramah_xof_read
import "C"

import (
	"hash"
	"runtime"
)

// A Hash is a hash function with its options, and a message in progress. It is a [hash.Hash], a [hash.Cloner], an
// [encoding.BinaryMarshaler], an [encoding.BinaryAppender] and an [encoding.BinaryUnmarshaler]. Goroutines must not share
// one without a lock, except for [Hash.Digest] and [Hash.SumBatch].
type Hash struct {
	hash *C.bramah_hash
	size int
}

var (
	_ hash.Hash   = (*Hash)(nil)
	_ hash.Cloner = (*Hash)(nil)
	_ hash.XOF    = (*XOF)(nil)
)

// NewHash begins a message of the hash function with this name, such as sha3-256 or blake2b-384. options may be nil.
func NewHash(name string, options Options) (*Hash, error) {
	var made *C.bramah_hash
	err := options.with(func(options *C.bramah_options) error {
		return withName(name, func(name *C.char) C.bramah_status { return C.bramah_hash_new(&made, name, options) })
	})
	if err != nil {
		return nil, err
	}
	return ownHash(made), nil
}

// MustHash begins a message as [NewHash] does, without options, and panics if no hash function has this name. Use it
// for functions that take a constructor: func() hash.Hash { return bramah.MustHash("sha3-256") }.
func MustHash(name string) *Hash {
	made, err := NewHash(name, nil)
	if err != nil {
		panic(err)
	}
	return made
}

func ownHash(made *C.bramah_hash) *Hash {
	h := &Hash{hash: made, size: int(C.bramah_hash_length(made))}
	runtime.AddCleanup(h, func(made *C.bramah_hash) { C.bramah_hash_free(&made) }, made)
	return h
}

// Write appends to the message. It never returns an error.
func (h *Hash) Write(data []byte) (int, error) {
	bytes, length := bytesOf(data)
	must(C.bramah_hash_update(h.hash, bytes, length))
	runtime.KeepAlive(h)
	return len(data), nil
}

// WriteString appends to the message.
func (h *Hash) WriteString(data string) (int, error) { return h.Write([]byte(data)) }

// Sum appends the digest of the message so far to a slice, and returns it.
func (h *Hash) Sum(in []byte) []byte {
	out := append(in, make([]byte, h.size)...)
	bytes, length := bytesOf(out[len(in):])
	must(C.bramah_hash_peek(h.hash, bytes, length))
	runtime.KeepAlive(h)
	return out
}

// Reset discards the message, and begins an empty one.
func (h *Hash) Reset() {
	must(C.bramah_hash_reset(h.hash))
	runtime.KeepAlive(h)
}

// Size returns the length of a digest in bytes.
func (h *Hash) Size() int { return h.size }

// BlockSize returns the length of a block in bytes, to which HMAC pads its key.
func (h *Hash) BlockSize() int {
	defer runtime.KeepAlive(h)
	return int(C.bramah_hash_block(h.hash))
}

func (h *Hash) clone() (*Hash, error) {
	var made *C.bramah_hash
	err := explained(func() C.bramah_status { return C.bramah_hash_clone(&made, h.hash) })
	runtime.KeepAlive(h)
	if err != nil {
		return nil, err
	}
	return ownHash(made), nil
}

// Clone returns a copy with the same message in progress.
func (h *Hash) Clone() (hash.Cloner, error) {
	clone, err := h.clone()
	if err != nil {
		return nil, err
	}
	return clone, nil
}

// longestState is the length in bytes of the longest state of functions that are not trees.
const longestState = 2048

// AppendBinary appends the state of the message to a slice. Later versions of the package read it too.
func (h *Hash) AppendBinary(in []byte) ([]byte, error) {
	room := longestState
	for {
		out := append(in, make([]byte, room)...)
		bytes, length := bytesOf(out[len(in):])
		var written C.size_t
		err := explained(func() C.bramah_status { return C.bramah_hash_save(h.hash, bytes, length, &written) })
		runtime.KeepAlive(h)
		switch {
		case err == nil:
			return out[:len(in)+int(written)], nil
		case int(written) <= room:
			return nil, err
		}
		room = int(written)
	}
}

// MarshalBinary returns the state of the message. Later versions of the package read it too.
func (h *Hash) MarshalBinary() ([]byte, error) { return h.AppendBinary(nil) }

// UnmarshalBinary discards the message, and continues the message with this state. The function and the options must be
// those that the state was made with.
func (h *Hash) UnmarshalBinary(state []byte) error {
	bytes, length := bytesOf(state)
	err := explained(func() C.bramah_status { return C.bramah_hash_load(h.hash, bytes, length) })
	runtime.KeepAlive(h)
	return err
}

// Digest returns the digest of a whole message. The message in progress does not change. Goroutines may call it on one
// object at the same time.
func (h *Hash) Digest(message []byte) []byte { return h.AppendDigest(nil, message) }

// AppendDigest appends the digest of a whole message to a slice. It does not allocate if the capacity is sufficient.
func (h *Hash) AppendDigest(in, message []byte) []byte {
	out := append(in, make([]byte, h.size)...)
	bytes, length := bytesOf(message)
	to, size := bytesOf(out[len(in):])
	must(C.bramah_hash_digest(h.hash, bytes, length, to, size))
	runtime.KeepAlive(h)
	return out
}

// An XOF is an extendable-output function, and a message in progress. It is a [hash.XOF].
type XOF struct {
	h *Hash
	// The output; nil before it has begun.
	out *output
}

// An output is the output of an XOF, from which bytes are read.
type output struct{ xof *C.bramah_xof }

// NewXOF begins a message of the function with this name, such as shake128. options may be nil.
func NewXOF(name string, options Options) (*XOF, error) {
	info, err := infoOf(KindHash, name)
	if err != nil {
		return nil, err
	}
	if info.extendable == 0 {
		return nil, &Error{name + " has a fixed output length", nil}
	}
	h, err := NewHash(name, options)
	if err != nil {
		return nil, err
	}
	return &XOF{h: h}, nil
}

// Write appends to the message. It panics if output has been read.
func (x *XOF) Write(data []byte) (int, error) {
	if x.out != nil {
		panic("bramah: write to XOF after read")
	}
	return x.h.Write(data)
}

// Read reads the next bytes of the output, which never ends.
func (x *XOF) Read(out []byte) (int, error) {
	if x.out == nil {
		var made *C.bramah_xof
		must(C.bramah_hash_finish_xof(x.h.hash, &made))
		x.out = &output{made}
		runtime.AddCleanup(x.out, func(made *C.bramah_xof) { C.bramah_xof_free(&made) }, made)
	}
	bytes, length := bytesOf(out)
	must(C.bramah_xof_read(x.out.xof, bytes, length))
	runtime.KeepAlive(x)
	return len(out), nil
}

// Reset discards the message and its output, and begins an empty one.
func (x *XOF) Reset() {
	x.out = nil
	x.h.Reset()
}

// BlockSize returns the length of a block in bytes.
func (x *XOF) BlockSize() int { return x.h.BlockSize() }

// MarshalBinary returns the state of the message, before its output is read.
func (x *XOF) MarshalBinary() ([]byte, error) { return x.h.MarshalBinary() }

// UnmarshalBinary discards the message, and continues the message with this state.
func (x *XOF) UnmarshalBinary(state []byte) error {
	x.out = nil
	return x.h.UnmarshalBinary(state)
}
