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
	"strings"
	"sync"
	"sync/atomic"
)

// A Hash is a hash function with its options, and a message in progress. It is a [hash.Hash], a [hash.Cloner], an
// [encoding.BinaryMarshaler], an [encoding.BinaryAppender] and an [encoding.BinaryUnmarshaler]. Goroutines must not share
// one without a lock, except for [Hash.Digest] and [Hash.SumBatch].
//
// The beginning of a message is kept in Go memory: the digest of a message of up to 128 bytes is one call of C, and needs
// no object of C's own.
type Hash struct {
	function *function
	// the message in progress, if it has been longer than what is kept here; else nil, or an object without a message
	hash *C.bramah_hash
	// whether the message is in that object, and not in kept
	streams bool
	length  int
	kept    [128]byte
}

// A function is a hash function with its options. Goroutines share it.
type function struct {
	hash        *C.bramah_hash // never has a message
	size, block int
}

var (
	_ hash.Hash   = (*Hash)(nil)
	_ hash.Cloner = (*Hash)(nil)
	_ hash.XOF    = (*XOF)(nil)
)

// functions are the functions without options that were asked for, by the name that was given for each: looking a name up
// in C takes longer than hashing a short message. No more are added once there are manyFunctions, since one function may have many names.
var (
	functions      sync.Map
	countFunctions atomic.Int32
)

const manyFunctions = 512

func functionOf(name string, options Options) (*function, error) {
	if len(options) == 0 {
		if known, ok := functions.Load(name); ok {
			return known.(*function), nil
		}
	}
	var made *C.bramah_hash
	err := options.with(func(options *C.bramah_options) error {
		return withName(name, func(name *C.char) C.bramah_status { return C.bramah_hash_new(&made, name, options) })
	})
	if err != nil {
		return nil, err
	}
	f := &function{hash: made, size: int(C.bramah_hash_length(made)), block: int(C.bramah_hash_block(made))}
	runtime.AddCleanup(f, freeHash, made)
	if len(options) == 0 && countFunctions.Load() < manyFunctions {
		if _, known := functions.LoadOrStore(strings.Clone(name), f); !known {
			countFunctions.Add(1)
		}
	}
	return f, nil
}

func freeHash(made *C.bramah_hash) { C.bramah_hash_free(&made) }

// NewHash begins a message of the hash function with this name, such as sha3-256 or blake2b-384. options may be nil.
func NewHash(name string, options Options) (*Hash, error) {
	f, err := functionOf(name, options)
	if err != nil {
		return nil, err
	}
	return &Hash{function: f}, nil
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

// stream moves the message in progress to an object of C.
func (h *Hash) stream() error {
	if h.streams {
		return nil
	}
	if h.hash == nil {
		var made *C.bramah_hash
		err := explained(func() C.bramah_status { return C.bramah_hash_clone(&made, h.function.hash) })
		runtime.KeepAlive(h)
		if err != nil {
			return err
		}
		h.own(made)
	}
	kept := h.kept[:h.length]
	bytes, length := bytesOf(kept)
	must(C.bramah_hash_update(h.hash, bytes, length))
	runtime.KeepAlive(h)
	clear(kept) // messages may be secret
	h.streams, h.length = true, 0
	return nil
}

func (h *Hash) own(made *C.bramah_hash) {
	h.hash = made
	runtime.AddCleanup(h, freeHash, made)
}

func (h *Hash) mustStream() {
	if err := h.stream(); err != nil {
		panic(err)
	}
}

// Write appends to the message. It never returns an error.
func (h *Hash) Write(data []byte) (int, error) {
	if !h.streams {
		if len(data) <= len(h.kept)-h.length {
			h.length += copy(h.kept[h.length:], data)
			return len(data), nil
		}
		h.mustStream()
	}
	bytes, length := bytesOf(data)
	must(C.bramah_hash_update(h.hash, bytes, length))
	runtime.KeepAlive(h)
	return len(data), nil
}

// WriteString appends to the message.
func (h *Hash) WriteString(data string) (int, error) { return h.Write([]byte(data)) }

// Sum appends the digest of the message so far to a slice, and returns it.
func (h *Hash) Sum(in []byte) []byte {
	if !h.streams {
		return h.function.appendDigest(in, h.kept[:h.length])
	}
	out := append(in, make([]byte, h.function.size)...)
	bytes, length := bytesOf(out[len(in):])
	must(C.bramah_hash_peek(h.hash, bytes, length))
	runtime.KeepAlive(h)
	return out
}

// Reset discards the message, and begins an empty one.
func (h *Hash) Reset() {
	if h.streams {
		must(C.bramah_hash_reset(h.hash))
		runtime.KeepAlive(h)
	}
	clear(h.kept[:h.length])
	h.streams, h.length = false, 0
}

// Size returns the length of a digest in bytes.
func (h *Hash) Size() int { return h.function.size }

// BlockSize returns the length of a block in bytes, to which HMAC pads its key.
func (h *Hash) BlockSize() int { return h.function.block }

// Clone returns a copy with the same message in progress.
func (h *Hash) Clone() (hash.Cloner, error) {
	clone := &Hash{function: h.function, streams: h.streams, length: h.length, kept: h.kept}
	if h.streams {
		var made *C.bramah_hash
		err := explained(func() C.bramah_status { return C.bramah_hash_clone(&made, h.hash) })
		runtime.KeepAlive(h)
		if err != nil {
			return nil, err
		}
		clone.own(made)
	}
	return clone, nil
}

// longestState is the length in bytes of the longest state of functions that are not trees.
const longestState = 2048

// AppendBinary appends the state of the message to a slice. Later versions of the package read it too.
func (h *Hash) AppendBinary(in []byte) ([]byte, error) {
	if err := h.stream(); err != nil {
		return nil, err
	}
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
	if err := h.stream(); err != nil {
		return err
	}
	bytes, length := bytesOf(state)
	err := explained(func() C.bramah_status { return C.bramah_hash_load(h.hash, bytes, length) })
	runtime.KeepAlive(h)
	return err
}

// Digest returns the digest of a whole message. The message in progress does not change. Goroutines may call it on one
// object at the same time.
func (h *Hash) Digest(message []byte) []byte { return h.AppendDigest(nil, message) }

// AppendDigest appends the digest of a whole message to a slice. It does not allocate if the capacity is sufficient.
func (h *Hash) AppendDigest(in, message []byte) []byte { return h.function.appendDigest(in, message) }

func (f *function) appendDigest(in, message []byte) []byte {
	out := append(in, make([]byte, f.size)...)
	bytes, length := bytesOf(message)
	to, size := bytesOf(out[len(in):])
	must(C.bramah_hash_digest(f.hash, bytes, length, to, size))
	runtime.KeepAlive(f)
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
		x.h.mustStream()
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
