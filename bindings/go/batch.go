package bramah

/*
#include "library.h"

// The number of messages of one call. Their addresses are stored on the C stack, since C must not read Go pointers in
// Go memory.
#define BATCH 256

// Hashes messages that are adjacent in memory.
static bramah_status many(const bramah_hash *hash, const uint8_t *first, const size_t *lengths, size_t count, uint8_t *out,
    size_t size) {
    const uint8_t *messages[BATCH];
    for (size_t done = 0; done < count;) {
        size_t n = count - done < BATCH ? count - done : BATCH;
        for (size_t i = 0; i < n; i++) {
            messages[i] = first;
            first += lengths[done + i];
        }
        bramah_status status = bramah_hash_many(hash, messages, lengths + done, n, out, n * size);
        if (status != BRAMAH_OK) return status;
        done += n;
        out += n * size;
    }
    return BRAMAH_OK;
}
#cgo noescape many
#cgo nocallback many
*/
import "C"

import (
	"runtime"
	"sync"
	"unsafe"
)

const (
	// chunk is the largest number of messages that are gathered for one call of C.
	chunk = 1024
	// short is the longest message in bytes that is copied. A longer one is hashed by a separate call, without a copy.
	short = 4096
	// gathered is the number of bytes of the messages that are copied together.
	gathered = 1 << 16
	// few is the smallest number of adjacent messages that are worth a separate call.
	few = 16
)

// A gathering is a buffer in which the messages of one call are adjacent.
type gathering struct {
	data    [gathered]byte
	lengths [chunk]C.size_t
}

var gatherings = sync.Pool{New: func() any { return new(gathering) }}

// SumBatch returns the concatenated digests of messages, with the hash function of this name. It computes several
// digests at once if the CPU can. For short messages, SumBatch is much faster than a call for each message.
func SumBatch(name string, messages [][]byte) ([]byte, error) {
	f, err := functionOf(name, nil)
	if err != nil {
		return nil, err
	}
	return f.sumBatch(nil, messages), nil
}

// SumBatch appends the digests of messages to a slice. It computes several digests at once if the CPU can. Goroutines
// may call it on one object at the same time.
func (h *Hash) SumBatch(in []byte, messages [][]byte) []byte {
	return h.function.sumBatch(in, messages)
}

func (f *function) sumBatch(in []byte, messages [][]byte) []byte {
	size := f.size
	out, left := extended(in, len(messages)*size)
	if len(messages) == 0 {
		return out
	}
	g := gatherings.Get().(*gathering)
	for rest := messages; len(rest) > 0; {
		first, count := g.adjacent(rest)
		used := 0
		if count < few {
			first = &g.data[0]
			count, used = g.gather(rest)
		}
		if count == 0 {
			f.appendDigest(left[:0:size], rest[0])
			count = 1
		} else {
			to, _ := bytesOf(left)
			must(C.many(f.hash, (*C.uint8_t)(first), &g.lengths[0], C.size_t(count), to, C.size_t(size)))
			clear(g.data[:used]) // messages may be secret
		}
		rest, left = rest[count:], left[count*size:]
	}
	runtime.KeepAlive(messages)
	gatherings.Put(g)
	runtime.KeepAlive(f)
	return out
}

// gather copies messages until the buffer is full or a long message follows, and returns the number of messages and of
// bytes.
func (g *gathering) gather(messages [][]byte) (count, used int) {
	for _, message := range messages[:min(chunk, len(messages))] {
		if len(message) > short || used+len(message) > gathered {
			break
		}
		used += copy(g.data[used:], message)
		g.lengths[count] = C.size_t(len(message))
		count++
	}
	return count, used
}

// adjacent returns how many of the first messages are adjacent in memory, such as the records of one buffer, and their
// address. C reads them without a copy.
func (g *gathering) adjacent(messages [][]byte) (first *byte, count int) {
	used := 0
	for _, message := range messages[:min(chunk, len(messages))] {
		if len(message) > 0 {
			at := unsafe.SliceData(message)
			if first == nil {
				first = at
			}
			if uintptr(unsafe.Pointer(at))-uintptr(unsafe.Pointer(first)) != uintptr(used) {
				break
			}
			used += len(message)
		}
		g.lengths[count] = C.size_t(len(message))
		count++
	}
	return first, count
}
