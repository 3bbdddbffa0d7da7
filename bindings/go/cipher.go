package bramah

// #include "library.h"
// #cgo noescape bramah_block_apply
// #cgo nocallback bramah_block_apply
// #cgo noescape bramah_cipher_update
// #cgo nocallback bramah_cipher_update
// #cgo noescape bramah_cipher_apply
// #cgo nocallback bramah_cipher_apply
// #cgo noescape bramah_stream_apply
// #cgo nocallback bramah_stream_apply
import "C"

import (
	"crypto/cipher"
	"runtime"
)

// A Block is a block cipher with its key: a [cipher.Block]. The functions NewCBCEncrypter, NewCBCDecrypter and NewCTR
// of crypto/cipher use its methods of the same names, which encrypt many blocks in one call.
type Block struct {
	block *C.bramah_block
	name  string
	key   []byte
	size  int
}

var _ cipher.Block = (*Block)(nil)

// NewBlock returns the block cipher with this name, such as serpent-256 or kuznyechik, and a key. It returns an error
// for an unknown name or a key of a wrong length.
func NewBlock(name string, key []byte) (*Block, error) {
	var made *C.bramah_block
	bytes, length := bytesOf(key)
	err := withName(name, func(name *C.char) C.bramah_status {
		return C.bramah_block_new(&made, name, bytes, length, nil)
	})
	if err != nil {
		return nil, err
	}
	b := &Block{made, name, append([]byte(nil), key...), int(C.bramah_block_length(made))}
	type owned struct {
		block *C.bramah_block
		key   []byte
	}
	runtime.AddCleanup(b, func(o owned) {
		C.bramah_block_free(&o.block)
		clear(o.key)
	}, owned{made, b.key})
	return b, nil
}

// BlockSize returns the length of a block in bytes.
func (b *Block) BlockSize() int { return b.size }

func (b *Block) apply(dst, src []byte, direction C.bramah_direction) {
	if len(src) < b.size {
		panic("bramah: input not full block")
	}
	if len(dst) < b.size {
		panic("bramah: output not full block")
	}
	dst, src = dst[:b.size], src[:b.size]
	checkOverlap(dst, src)
	from, length := bytesOf(src)
	to, _ := bytesOf(dst)
	must(C.bramah_block_apply(b.block, direction, from, length, to, length))
	runtime.KeepAlive(b)
}

// applyAll encrypts whole blocks in place, independently of each other.
func (b *Block) applyAll(blocks []byte) {
	bytes, length := bytesOf(blocks)
	must(C.bramah_block_apply(b.block, C.BRAMAH_ENCRYPT, bytes, length, bytes, length))
	runtime.KeepAlive(b)
}

// Encrypt encrypts the first block of src into dst.
func (b *Block) Encrypt(dst, src []byte) { b.apply(dst, src, C.BRAMAH_ENCRYPT) }

// Decrypt decrypts the first block of src into dst.
func (b *Block) Decrypt(dst, src []byte) { b.apply(dst, src, C.BRAMAH_DECRYPT) }

// mode begins a message in a mode of the cipher; it panics, as crypto/cipher does, if the IV has a wrong length.
func (b *Block) mode(mode string, iv []byte, decrypt bool) *mode {
	if len(iv) != b.size {
		panic("bramah: IV length must equal block size")
	}
	m, err := newMode(b.name+"-"+mode, b.key, iv, decrypt)
	if err != nil {
		panic(err)
	}
	return m
}

// NewCBCEncrypter begins to encrypt a message in CBC mode. It panics if the IV is not as long as a block.
func (b *Block) NewCBCEncrypter(iv []byte) cipher.BlockMode { return b.mode("cbc", iv, false) }

// NewCBCDecrypter begins to decrypt a message in CBC mode. It panics if the IV is not as long as a block.
func (b *Block) NewCBCDecrypter(iv []byte) cipher.BlockMode { return b.mode("cbc", iv, true) }

// NewCTR begins a message in counter mode. The counter is the whole block as a big-endian number. It panics if the IV
// is not as long as a block.
func (b *Block) NewCTR(iv []byte) cipher.Stream { return b.mode("ctr", iv, false) }

// A mode is a message in a mode without padding: a [cipher.BlockMode] and a [cipher.Stream].
type mode struct {
	cipher *C.bramah_cipher
	size   int
}

func newMode(name string, key, iv []byte, decrypt bool) (*mode, error) {
	var made *C.bramah_cipher
	keyBytes, keyLength := bytesOf(key)
	ivBytes, ivLength := bytesOf(iv)
	direction := C.bramah_direction(C.BRAMAH_ENCRYPT)
	if decrypt {
		direction = C.BRAMAH_DECRYPT
	}
	err := withName(name, func(name *C.char) C.bramah_status {
		return C.bramah_cipher_new(&made, name, keyBytes, keyLength, ivBytes, ivLength, direction, nil)
	})
	if err != nil {
		return nil, err
	}
	m := &mode{cipher: made, size: int(C.bramah_cipher_block(made))}
	runtime.AddCleanup(m, func(made *C.bramah_cipher) { C.bramah_cipher_free(&made) }, made)
	return m, nil
}

// NewBlockMode begins a message in a mode of whole blocks by name, such as aes-256-cbc or camellia-128-ecb.
func NewBlockMode(name string, key, iv []byte, decrypt bool) (cipher.BlockMode, error) {
	m, err := newMode(name, key, iv, decrypt)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// BlockSize returns the length of a block in bytes.
func (m *mode) BlockSize() int { return m.size }

// SetIV begins another message under the same key.
func (m *mode) SetIV(iv []byte) {
	bytes, length := bytesOf(iv)
	must(C.bramah_cipher_reset(m.cipher, bytes, length))
	runtime.KeepAlive(m)
}

// CryptBlocks encrypts or decrypts whole blocks.
func (m *mode) CryptBlocks(dst, src []byte) {
	if len(src)%m.size != 0 {
		panic("bramah: input not full blocks")
	}
	if len(dst) < len(src) {
		panic("bramah: output smaller than input")
	}
	dst = dst[:len(src)]
	checkOverlap(dst, src)
	from, length := bytesOf(src)
	to, _ := bytesOf(dst)
	var written C.size_t
	must(C.bramah_cipher_update(m.cipher, from, length, to, length, &written))
	runtime.KeepAlive(m)
}

// XORKeyStream encrypts or decrypts the next part of a message.
func (m *mode) XORKeyStream(dst, src []byte) {
	if len(dst) < len(src) {
		panic("bramah: output smaller than input")
	}
	dst = dst[:len(src)]
	checkOverlap(dst, src)
	from, length := bytesOf(src)
	to, _ := bytesOf(dst)
	must(C.bramah_cipher_apply(m.cipher, from, length, to, length))
	runtime.KeepAlive(m)
}

// SeekTo moves to a byte of a message in counter mode.
func (m *mode) SeekTo(position uint64) error {
	err := explained(func() C.bramah_status { return C.bramah_cipher_seek(m.cipher, C.uint64_t(position)) })
	runtime.KeepAlive(m)
	return err
}

// A SeekableStream is a stream that can move to any byte of the message. [NewStream] returns one.
type SeekableStream interface {
	cipher.Stream
	// SeekTo moves to a byte of the message, the first being 0. It returns [errors.ErrUnsupported] for ciphers without a
	// counter.
	SeekTo(position uint64) error
}

var (
	_ SeekableStream = (*mode)(nil)
	_ SeekableStream = (*stream)(nil)
)

// SeekTo moves to a byte of the message.
func (s *stream) SeekTo(position uint64) error {
	err := explained(func() C.bramah_status { return C.bramah_stream_seek(s.stream, C.uint64_t(position)) })
	runtime.KeepAlive(s)
	return err
}

// A stream is a message under a stream cipher.
type stream struct{ stream *C.bramah_stream }

// NewStream begins a message under a stream cipher such as chacha20, or under a block cipher in a mode that is a
// stream, such as aes-256-ctr. The result is a [SeekableStream].
func NewStream(name string, key, iv []byte) (cipher.Stream, error) {
	return NewStreamWith(name, key, iv, nil)
}

// NewStreamWith begins a message as [NewStream] does, with options: rounds and backend for stream ciphers.
func NewStreamWith(name string, key, iv []byte, options Options) (cipher.Stream, error) {
	if _, err := infoOf(KindStream, name); err != nil && len(options) == 0 {
		return newStreamMode(name, key, iv)
	}
	var made *C.bramah_stream
	keyBytes, keyLength := bytesOf(key)
	ivBytes, ivLength := bytesOf(iv)
	err := options.with(func(options *C.bramah_options) error {
		return withName(name, func(name *C.char) C.bramah_status {
			return C.bramah_stream_new(&made, name, keyBytes, keyLength, ivBytes, ivLength, options)
		})
	})
	if err != nil {
		return nil, err
	}
	s := &stream{made}
	runtime.AddCleanup(s, func(made *C.bramah_stream) { C.bramah_stream_free(&made) }, made)
	return s, nil
}

// newStreamMode begins a message in a mode whose encryption and decryption are the same.
func newStreamMode(name string, key, iv []byte) (cipher.Stream, error) {
	m, err := newMode(name, key, iv, false)
	if err != nil {
		return nil, err
	}
	if last := name[max(0, len(name)-3):]; last != "ctr" && last != "ofb" {
		return nil, &Error{name + " is not a stream cipher: its encryption and decryption differ", nil}
	}
	return m, nil
}

// XORKeyStream encrypts or decrypts the next part of a message.
func (s *stream) XORKeyStream(dst, src []byte) {
	if len(dst) < len(src) {
		panic("bramah: output smaller than input")
	}
	dst = dst[:len(src)]
	checkOverlap(dst, src)
	from, length := bytesOf(src)
	to, _ := bytesOf(dst)
	must(C.bramah_stream_apply(s.stream, from, length, to, length))
	runtime.KeepAlive(s)
}
