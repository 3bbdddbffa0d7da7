package bramah

import "crypto/cipher"

// countingRoom is the number of bytes of counters that are encrypted at once: whole blocks of every cipher.
const countingRoom = 3 * 512

// counting is CTR with a counter that the caller's function increments.
type counting struct {
	block     *Block
	counter   []byte
	increment func(counter []byte)
	room      [countingRoom]byte
	// The keystream that has not been used yet.
	rest []byte
}

// NewCounting begins a message in counter mode, for encryption or decryption. The function increment replaces the
// counter, which is as long as a block, by the next one. It is called once for each block, in order, before the bytes
// of the block are used. No counter may be used twice under one key. NewCounting panics, as crypto/cipher does, if the
// first counter is not as long as a block.
func (b *Block) NewCounting(counter []byte, increment func(counter []byte)) cipher.Stream {
	if len(counter) != b.size {
		panic("bramah: IV length must equal block size")
	}
	return &counting{block: b, counter: append([]byte(nil), counter...), increment: increment}
}

// XORKeyStream encrypts or decrypts the next part of a message.
func (c *counting) XORKeyStream(dst, src []byte) {
	if len(dst) < len(src) {
		panic("bramah: output smaller than input")
	}
	dst = dst[:len(src)]
	checkOverlap(dst, src)
	for len(src) > 0 {
		if len(c.rest) == 0 {
			blocks := min(countingRoom, len(src)+c.block.size-1) / c.block.size
			c.rest = c.room[:blocks*c.block.size]
			for i := 0; i < len(c.rest); i += c.block.size {
				copy(c.rest[i:], c.counter)
				c.increment(c.counter)
			}
			c.block.applyAll(c.rest)
		}
		n := min(len(src), len(c.rest))
		for i := range n {
			dst[i] = src[i] ^ c.rest[i]
		}
		clear(c.rest[:n])
		dst, src, c.rest = dst[n:], src[n:], c.rest[n:]
	}
}
