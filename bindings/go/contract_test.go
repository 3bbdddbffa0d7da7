package bramah_test

import (
	"bytes"
	"crypto/cipher"
	"encoding"
	"hash"
	"math/rand/v2"
	"testing"
)

// Tests of the contracts of the standard library's interfaces, for every implementation.

func random(seed uint64, n int) []byte {
	source := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
	out := make([]byte, n)
	source.Read(out)
	return out
}

// panics fails the test if a call does not panic.
func panics(t *testing.T, what string, call func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	call()
}

func testHash(t *testing.T, name string, make_ func() hash.Hash) {
	h := make_()
	data := random(1, 5*h.BlockSize()+3)
	if n, err := h.Write(data); n != len(data) || err != nil {
		t.Fatalf("%s: Write returned %d, %v", name, n, err)
	}
	digest := h.Sum(nil)
	if len(digest) != h.Size() || !bytes.Equal(h.Sum(nil), digest) {
		t.Fatalf("%s: Sum changes the message, or has another length", name)
	}
	// Sum appends to a slice with and without spare capacity
	for _, room := range []int{0, 1, 200} {
		prefix := append(make([]byte, 0, 3+room), 1, 2, 3)
		if out := h.Sum(prefix); !bytes.Equal(out[:3], prefix) || !bytes.Equal(out[3:], digest) {
			t.Fatalf("%s: Sum does not append", name)
		}
	}
	h.Reset()
	for _, piece := range [][]byte{nil, {}, data[:1], data[1:h.BlockSize()], data[h.BlockSize():], nil} {
		before := bytes.Clone(piece)
		h.Write(piece)
		if !bytes.Equal(before, piece) {
			t.Fatalf("%s: Write changes its input", name)
		}
	}
	if !bytes.Equal(h.Sum(nil), digest) {
		t.Fatalf("%s: a message in pieces has another digest", name)
	}
	if cloner, ok := h.(hash.Cloner); ok {
		clone, err := cloner.Clone()
		if err != nil {
			t.Fatal(err)
		}
		clone.Write([]byte("more"))
		h.Write([]byte("other"))
		h.Reset()
		h.Write(data)
		h.Write([]byte("more"))
		if !bytes.Equal(clone.Sum(nil), h.Sum(nil)) {
			t.Fatalf("%s: a clone differs", name)
		}
	}
	if marshaler, ok := h.(encoding.BinaryMarshaler); ok {
		state, err := marshaler.MarshalBinary()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		appended, err := h.(encoding.BinaryAppender).AppendBinary([]byte("prefix"))
		if err != nil || !bytes.Equal(appended, append([]byte("prefix"), state...)) {
			t.Fatalf("%s: AppendBinary: %v", name, err)
		}
		again := make_()
		if err := again.(encoding.BinaryUnmarshaler).UnmarshalBinary(state); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		again.Write([]byte("end"))
		h.Write([]byte("end"))
		if !bytes.Equal(again.Sum(nil), h.Sum(nil)) {
			t.Fatalf("%s: a state that was read differs", name)
		}
		state[len(state)/2] ^= 1
		if again.(encoding.BinaryUnmarshaler).UnmarshalBinary(state) == nil {
			t.Fatalf("%s: a damaged state was taken", name)
		}
	}
}

func testBlock(t *testing.T, name string, block cipher.Block) {
	n := block.BlockSize()
	text, sealed, opened := random(2, n), make([]byte, n), make([]byte, n)
	block.Encrypt(sealed, text)
	block.Decrypt(opened, sealed)
	if bytes.Equal(sealed, text) || !bytes.Equal(opened, text) {
		t.Fatalf("%s: a block is not decrypted", name)
	}
	long := append(bytes.Clone(text), random(3, 5)...)
	out := append(make([]byte, n), 7, 7, 7)
	block.Encrypt(out, long)
	if !bytes.Equal(out[:n], sealed) || !bytes.Equal(out[n:], []byte{7, 7, 7}) {
		t.Fatalf("%s: more than a block was written", name)
	}
	inPlace := bytes.Clone(text)
	if block.Encrypt(inPlace, inPlace); !bytes.Equal(inPlace, sealed) {
		t.Fatalf("%s: in place", name)
	}
	buffer := make([]byte, 2*n)
	panics(t, name+": overlap", func() { block.Encrypt(buffer[1:], buffer) })
	panics(t, name+": short input", func() { block.Encrypt(buffer, text[:n-1]) })
	panics(t, name+": short output", func() { block.Decrypt(buffer[:n-1], text) })
	panics(t, name+": nil", func() { block.Encrypt(nil, nil) })
}

func testBlockMode(t *testing.T, name string, encrypter, decrypter func() cipher.BlockMode) {
	n := encrypter().BlockSize()
	text := random(4, 17*n)
	sealed, opened := make([]byte, len(text)), make([]byte, len(text))
	encrypter().CryptBlocks(sealed, text)
	decrypter().CryptBlocks(opened, sealed)
	if !bytes.Equal(opened, text) {
		t.Fatalf("%s: a message is not decrypted", name)
	}
	pieces, mode := make([]byte, len(text)), encrypter()
	for i := 0; i < len(text); i += n {
		mode.CryptBlocks(pieces[i:], text[i:i+n])
		mode.CryptBlocks(nil, nil)
	}
	if !bytes.Equal(pieces, sealed) {
		t.Fatalf("%s: a message in pieces differs", name)
	}
	inPlace := bytes.Clone(text)
	if encrypter().CryptBlocks(inPlace, inPlace); !bytes.Equal(inPlace, sealed) {
		t.Fatalf("%s: in place", name)
	}
	panics(t, name+": no whole blocks", func() { encrypter().CryptBlocks(sealed, text[:n+1]) })
	panics(t, name+": short output", func() { encrypter().CryptBlocks(sealed[:n], text[:2*n]) })
	panics(t, name+": overlap", func() { encrypter().CryptBlocks(sealed[1:], sealed[:n]) })
}

func testStream(t *testing.T, name string, begin func() cipher.Stream) {
	text := random(5, 1000)
	sealed := make([]byte, len(text))
	begin().XORKeyStream(sealed, text)
	opened := make([]byte, len(text)+3)
	begin().XORKeyStream(opened, sealed)
	if bytes.Equal(sealed, text) || !bytes.Equal(opened[:len(text)], text) || !bytes.Equal(opened[len(text):], make([]byte, 3)) {
		t.Fatalf("%s: a message is not decrypted", name)
	}
	pieces, stream := make([]byte, 0, len(text)), begin()
	for i := 0; i < len(text); {
		n := min(1+i%77, len(text)-i)
		piece := make([]byte, n)
		stream.XORKeyStream(piece, text[i:i+n])
		stream.XORKeyStream(nil, nil)
		pieces, i = append(pieces, piece...), i+n
	}
	if !bytes.Equal(pieces, sealed) {
		t.Fatalf("%s: a message in pieces differs", name)
	}
	if begin().XORKeyStream(text, text); !bytes.Equal(text, sealed) {
		t.Fatalf("%s: in place", name)
	}
	panics(t, name+": short output", func() { begin().XORKeyStream(sealed[:3], text[:4]) })
	panics(t, name+": overlap", func() { begin().XORKeyStream(sealed[1:], sealed[:30]) })
}

func testAEAD(t *testing.T, name string, aead cipher.AEAD) {
	nonce := random(6, aead.NonceSize())
	for _, length := range []int{0, 1, 16, 33, 1000} {
		text, header := random(7, length), random(8, length/2)
		sealed := aead.Seal(nil, nonce, text, header)
		if len(sealed) != length+aead.Overhead() {
			t.Fatalf("%s: a ciphertext of %d bytes", name, len(sealed))
		}
		for _, room := range []int{0, 5000} {
			prefix := append(make([]byte, 0, 2+room), 8, 9)
			if out := aead.Seal(prefix, nonce, text, header); !bytes.Equal(out, append([]byte{8, 9}, sealed...)) {
				t.Fatalf("%s: Seal does not append", name)
			}
			if out, err := aead.Open(prefix, nonce, sealed, header); err != nil || !bytes.Equal(out, append([]byte{8, 9}, text...)) {
				t.Fatalf("%s: Open does not append: %v", name, err)
			}
		}
		buffer := append(bytes.Clone(text), make([]byte, aead.Overhead())...)
		if out := aead.Seal(buffer[:0], nonce, buffer[:length], header); !bytes.Equal(out, sealed) || &out[0] != &buffer[0] {
			t.Fatalf("%s: Seal in place", name)
		}
		if out, err := aead.Open(buffer[:0], nonce, buffer, header); err != nil || !bytes.Equal(out, text) {
			t.Fatalf("%s: Open in place: %v", name, err)
		}
		for i := 0; i < len(sealed); i += 1 + len(sealed)/7 {
			forged := bytes.Clone(sealed)
			forged[i] ^= 0x40
			target := bytes.Repeat([]byte{5}, length)
			if out, err := aead.Open(target[:0], nonce, forged, header); err == nil || out != nil {
				t.Fatalf("%s: a forgery was opened", name)
			}
			if length > 0 && !bytes.Equal(target, make([]byte, length)) {
				t.Fatalf("%s: a forgery leaves plaintext", name)
			}
		}
		if _, err := aead.Open(nil, nonce, sealed, append(header, 1)); err == nil {
			t.Fatalf("%s: other additional data", name)
		}
	}
	if _, err := aead.Open(nil, nonce, make([]byte, aead.Overhead()-1), nil); err == nil {
		t.Fatalf("%s: a short ciphertext was opened", name)
	}
	panics(t, name+": a short nonce", func() { aead.Seal(nil, nonce[:len(nonce)-1], nil, nil) })
	panics(t, name+": no nonce", func() { aead.Open(nil, nil, make([]byte, 50), nil) })
	buffer := make([]byte, 200)
	panics(t, name+": overlap", func() { aead.Seal(buffer[1:1], nonce, buffer[:64], nil) })
	panics(t, name+": overlap", func() { aead.Open(buffer[1:1], nonce, buffer[:64], nil) })
	panics(t, name+": additional data in the output", func() { aead.Seal(buffer[:0], nonce, buffer[:64], buffer[:3]) })
}
