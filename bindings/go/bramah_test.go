package bramah_test

import (
	"bytes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha3"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"sync"
	"testing"

	"bramah"
)

func TestHashes(t *testing.T) {
	for _, name := range bramah.Names(bramah.KindHash) {
		if _, err := bramah.NewHash(name, nil); err != nil {
			if !strings.Contains(err.Error(), "needs a key") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		testHash(t, name, func() hash.Hash { return bramah.MustHash(name) })
	}
	if len(bramah.Names(bramah.KindHash)) < 50 {
		t.Errorf("only %d hash functions", len(bramah.Names(bramah.KindHash)))
	}
}

func TestHashesAsGo(t *testing.T) {
	for _, length := range []int{0, 1, 63, 64, 65, 200, 100_000} {
		data := random(uint64(length), length)
		want, wantMD5, want3 := sha256.Sum256(data), md5.Sum(data), sha3.Sum256(data)
		for name, want := range map[string][]byte{"sha256": want[:], "md5": wantMD5[:], "sha3-256": want3[:]} {
			if got := bramah.MustHash(name).Digest(data); !bytes.Equal(got, want) {
				t.Errorf("%s of %d bytes: %x", name, length, got)
			}
		}
	}
	mac := hmac.New(func() hash.Hash { return bramah.MustHash("sha256") }, []byte("key"))
	goMAC := hmac.New(sha256.New, []byte("key"))
	ours, err := bramah.NewMAC("hmac-sha256", []byte("key"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []hash.Hash{mac, goMAC, ours} {
		io.WriteString(h, "message")
	}
	if !bytes.Equal(mac.Sum(nil), goMAC.Sum(nil)) || !bytes.Equal(ours.Sum(nil), goMAC.Sum(nil)) {
		t.Error("HMAC differs")
	}
	if err := ours.Verify(goMAC.Sum(nil)); err != nil {
		t.Error(err)
	}
	if err := ours.Verify(make([]byte, 32)); !errors.Is(err, bramah.ErrUnauthentic) {
		t.Error(err)
	}
}

func TestMACs(t *testing.T) {
	for _, name := range []string{"hmac-sha256", "hmac-streebog-512", "cmac-aes-128", "blake2b-512", "kmac128", "siphash-2-4"} {
		testHash(t, name, func() hash.Hash {
			mac, err := bramah.NewMAC(name, make([]byte, 16), nil)
			if err != nil {
				t.Fatal(name, err)
			}
			return mac
		})
	}
}

func TestXOF(t *testing.T) {
	var x hash.XOF
	x, err := bramah.NewXOF("shake128", nil)
	if err != nil {
		t.Fatal(err)
	}
	other := sha3.NewSHAKE128()
	for range 2 {
		for _, w := range []io.Writer{x, other} {
			io.WriteString(w, "message")
		}
		for _, n := range []int{0, 1, 200, 3} {
			got, want := make([]byte, n), make([]byte, n)
			x.Read(got)
			other.Read(want)
			if !bytes.Equal(got, want) {
				t.Fatalf("%x, not %x", got, want)
			}
		}
		panics(t, "a write after a read", func() { x.Write(nil) })
		x.Reset()
		other.Reset()
	}
	if _, err := bramah.NewXOF("sha256", nil); err == nil {
		t.Error("SHA-256 has no output of any length")
	}
}

func TestSumBatch(t *testing.T) {
	var messages [][]byte
	for i := range 10_000 {
		messages = append(messages, random(uint64(i), i*i%(1+i%300)))
	}
	messages = append(messages, nil, random(1, 100_000), []byte{}, random(2, 4096), random(3, 4097))
	for _, name := range []string{"sha256", "md5", "sha3-256", "blake2b-256"} {
		digests, err := bramah.SumBatch(name, messages)
		if err != nil {
			t.Fatal(err)
		}
		h := bramah.MustHash(name)
		for i, message := range messages {
			if !bytes.Equal(digests[i*h.Size():][:h.Size()], h.Digest(message)) {
				t.Fatalf("%s: message %d", name, i)
			}
		}
	}
	h := bramah.MustHash("sha256")
	// messages that follow one another in a buffer, empty ones among them, with a gap after every hundredth
	buffer := random(4, 400_000)
	var records [][]byte
	var want []byte
	for at, i := 0, 0; i < 3000; i++ {
		record := buffer[at:][:i*i%(1+i%200)]
		records, want = append(records, record), append(want, h.Digest(record)...)
		at += len(record)
		if i%100 == 99 {
			at++
		}
	}
	if !bytes.Equal(h.SumBatch(nil, records), want) {
		t.Error("messages in one buffer")
	}
	prefix := []byte("prefix")
	if out := h.SumBatch(prefix, nil); !bytes.Equal(out, prefix) {
		t.Error("no messages")
	}
	if _, err := bramah.SumBatch("sha257", messages); !errors.Is(err, bramah.ErrUnknownName) {
		t.Error(err)
	}
	var group sync.WaitGroup
	want = h.SumBatch(nil, messages[:500])
	for range 4 {
		group.Go(func() {
			if !bytes.Equal(h.SumBatch(nil, messages[:500]), want) {
				t.Error("a digest differs on a thread")
			}
		})
	}
	group.Wait()
}

func TestBlocks(t *testing.T) {
	for _, name := range bramah.Names(bramah.KindBlock) {
		var block *bramah.Block
		var key []byte
		for length := 4; length <= 128 && block == nil; length++ {
			key = random(9, length)
			block, _ = bramah.NewBlock(name, key)
		}
		if block == nil {
			t.Fatalf("%s takes no key", name)
		}
		testBlock(t, name, block)
		iv := random(10, block.BlockSize())
		encrypter := func() cipher.BlockMode { return cipher.NewCBCEncrypter(block, iv) }
		testBlockMode(t, name+"-cbc", encrypter, func() cipher.BlockMode { return cipher.NewCBCDecrypter(block, iv) })
		testStream(t, name+"-ctr", func() cipher.Stream { return cipher.NewCTR(block, iv) })
		// the modes of crypto/cipher, which encrypt single blocks
		plain := struct{ cipher.Block }{block}
		text := random(11, 20*block.BlockSize())
		ours, theirs := make([]byte, len(text)), make([]byte, len(text))
		cipher.NewCTR(block, iv).XORKeyStream(ours, text)
		cipher.NewCTR(plain, iv).XORKeyStream(theirs, text)
		if !bytes.Equal(ours, theirs) {
			t.Errorf("%s: CTR differs from Go's", name)
		}
		cipher.NewCBCEncrypter(block, iv).CryptBlocks(ours, text)
		cipher.NewCBCEncrypter(plain, iv).CryptBlocks(theirs, text)
		if !bytes.Equal(ours, theirs) {
			t.Errorf("%s: CBC differs from Go's", name)
		}
		panics(t, name+": a short IV", func() { block.NewCTR(iv[1:]) })
	}
	if _, err := bramah.NewBlock("aes-128", make([]byte, 15)); !errors.Is(err, bramah.ErrLength) {
		t.Error(err)
	}
	panics(t, "no stream", func() {
		if _, err := bramah.NewStream("aes-128-cbc", make([]byte, 16), make([]byte, 16)); err != nil {
			panic(err)
		}
	})
}

func TestAEADs(t *testing.T) {
	for _, name := range []string{
		"aes-128-gcm", "aes-256-gcm-siv", "aes-256-ocb", "aes-128-eax", "aes-128-ccm", "chacha20-poly1305", "xchacha20-poly1305",
		"aegis-128l", "ascon-aead128", "deoxys-ii-256",
	} {
		var aead *bramah.AEAD
		for _, length := range []int{16, 32} {
			if made, err := bramah.NewAEAD(name, random(12, length)); err == nil {
				aead = made
			}
		}
		if aead == nil {
			t.Fatalf("%s takes no key of 16 or 32 bytes", name)
		}
		testAEAD(t, name, aead)
	}
	gcm, _ := bramah.NewAEAD("aes-128-gcm", make([]byte, 16))
	if gcm.NonceSize() != 12 || gcm.Overhead() != 16 {
		t.Errorf("%d, %d", gcm.NonceSize(), gcm.Overhead())
	}
	long, err := gcm.WithNonceSize(20)
	if err != nil {
		t.Fatal(err)
	}
	testAEAD(t, "aes-128-gcm with a long nonce", long)
	chacha, _ := bramah.NewAEAD("chacha20-poly1305", make([]byte, 32))
	if _, err := chacha.WithNonceSize(13); !errors.Is(err, bramah.ErrLength) {
		t.Error(err)
	}
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			nonce, text := make([]byte, 12), random(uint64(i), 1000)
			for range 200 {
				if out, err := gcm.Open(nil, nonce, gcm.Seal(nil, nonce, text, nil), nil); err != nil || !bytes.Equal(out, text) {
					t.Error("a message differs on a thread")
				}
			}
		})
	}
	group.Wait()
}

func TestKDFs(t *testing.T) {
	stored, err := bramah.HashPassword("argon2id", []byte("password"), bramah.Options{"memory": 256, "iterations": 1, "lanes": 1})
	if err != nil || !strings.HasPrefix(stored, "$argon2id$v=19$m=256,t=1,p=1$") {
		t.Fatal(stored, err)
	}
	if err := bramah.VerifyPassword([]byte("password"), stored); err != nil {
		t.Error(err)
	}
	if err := bramah.VerifyPassword([]byte("other"), stored); !errors.Is(err, bramah.ErrWrongPassword) {
		t.Error(err)
	}
	key, err := bramah.Argon2id([]byte("password"), []byte("a salt of 8"), 1, 256, 2, 24)
	if err != nil || len(key) != 24 {
		t.Error(err)
	}
	if _, err := bramah.Scrypt(nil, nil, 1000, 8, 1, 32); err == nil || !strings.Contains(err.Error(), "power of two") {
		t.Error(err)
	}
	if _, err := bramah.HKDF("sha256", []byte("secret"), nil, nil, -1); err == nil {
		t.Error("a negative length")
	}
	key, err = bramah.HKDF("sha256", []byte("secret"), nil, []byte("info"), 42)
	if err != nil || len(key) != 42 {
		t.Error(err)
	}
	out := make([]byte, 32)
	if err := bramah.Random(out); err != nil || bytes.Equal(out, make([]byte, 32)) {
		t.Error(err)
	}
}

func TestWrongArguments(t *testing.T) {
	for _, name := range []string{"", "sha257", "sha256\x00", "\xff"} {
		if _, err := bramah.NewHash(name, nil); err == nil {
			t.Errorf("%q was taken", name)
		}
	}
	for _, options := range []bramah.Options{
		{"key": []byte("key")}, {"no such option": 3}, {"key": 3.5}, {"fanout": -1}, {"fanout": 300}, {"zero\x00": 3},
	} {
		if _, err := bramah.NewHash("sha256", options); err == nil {
			t.Errorf("%v was taken", options)
		} else if text := err.Error(); !strings.Contains(text, "bramah: ") {
			t.Errorf("%v: %s", options, text)
		}
	}
	if h, err := bramah.NewHash("blake2b", bramah.Options{"key": []byte("key"), "salt": []byte("salt")}); err != nil {
		t.Error(err)
	} else if h.Size() != 64 {
		t.Error(h.Size())
	}
	panics(t, "no hash function", func() { bramah.MustHash("sha257") })
	if _, err := bramah.NewMAC("hmac-sha256", nil, []byte("nonce")); !errors.Is(err, bramah.ErrLength) {
		t.Error(err)
	}
}

// A message that is kept in Go memory and one that has moved to C, and the step between them.
func TestBeginningOfMessages(t *testing.T) {
	data := random(5, 600)
	for _, name := range []string{"sha256", "blake3", "crc32"} {
		h := bramah.MustHash(name)
		for _, length := range []int{0, 1, 127, 128, 129, 256, 600} {
			want := h.Digest(data[:length])
			for _, first := range []int{0, 1, 100, 128, 129, 300} {
				first = min(first, length)
				h.Reset()
				h.Write(data[:first])
				clone, err := h.Clone()
				if err != nil {
					t.Fatal(err)
				}
				state, err := h.MarshalBinary()
				if err != nil {
					t.Fatal(err)
				}
				continued := bramah.MustHash(name)
				continued.Write([]byte("discarded"))
				if err := continued.UnmarshalBinary(state); err != nil {
					t.Fatal(err)
				}
				for what, h := range map[string]hash.Hash{"itself": h, "a clone": clone, "a saved state": continued} {
					h.Write(data[first:length])
					if !bytes.Equal(h.Sum(nil), want) || !bytes.Equal(h.Sum(nil), want) {
						t.Errorf("%s: %s after %d of %d bytes", name, what, first, length)
					}
					h.Reset()
					h.Write(data[:length])
					if !bytes.Equal(h.Sum(nil), want) {
						t.Errorf("%s: %s begun anew, %d bytes", name, what, length)
					}
				}
			}
		}
	}
	keyed := bramah.Options{"key": []byte("key")}
	one, err := bramah.NewHash("blake2b", keyed)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(one, "message")
	if bytes.Equal(one.Sum(nil), bramah.MustHash("blake2b").Digest([]byte("message"))) {
		t.Error("the key has no effect")
	}
}

// Goroutines make objects of one function at the same time, of which the first look its name up.
func TestFunctionsAreShared(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for bits := 8; bits <= 512; bits += 8 {
				name := fmt.Sprintf("blake2b-%d", bits)
				h := bramah.MustHash(name)
				io.WriteString(h, "abc")
				if len(h.Sum(nil)) != bits/8 || !bytes.Equal(h.Sum(nil), h.Digest([]byte("abc"))) {
					t.Error(name)
				}
			}
			// more names than are remembered
			for bits := 8; bits < 5000; bits += 8 {
				if h := bramah.MustHash(fmt.Sprintf("shake128-%d", bits)); h.Size() != bits/8 {
					t.Error(bits)
				}
			}
		})
	}
	group.Wait()
}

func Example() {
	h := bramah.MustHash("streebog-256")
	io.WriteString(h, "a message")
	fmt.Println(len(h.Sum(nil)))

	digests, _ := bramah.SumBatch("sha256", [][]byte{[]byte("abc"), []byte("a")})
	fmt.Printf("%x\n", digests[:4])

	aead, _ := bramah.NewAEAD("chacha20-poly1305", make([]byte, 32))
	sealed := aead.Seal(nil, make([]byte, aead.NonceSize()), []byte("for you alone"), nil)
	fmt.Println(len(sealed))
	// Output:
	// 32
	// ba7816bf
	// 29
}

func TestFPE(t *testing.T) {
	// example 3 of NIST for FF1
	key := []byte{0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c}
	fpe, err := bramah.NewFPE("aes-128-ff1", "0123456789abcdefghijklmnopqrstuvwxyz", key)
	if err != nil {
		t.Fatal(err)
	}
	tweak := []byte("7777pqrs777")
	encrypted, err := fpe.Encrypt(tweak, "0123456789abcdefghi")
	if err != nil || encrypted != "a9tv40mll9kdu509eum" {
		t.Error(encrypted, err)
	}
	if text, err := fpe.Decrypt(tweak, encrypted); err != nil || text != "0123456789abcdefghi" {
		t.Error(text, err)
	}
	for _, text := range []string{"", "123", "12345A", "12345\xff"} {
		if _, err := fpe.Encrypt(nil, text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
	greek, err := bramah.NewFPE("aes-128-ff1", "αβγδεζηθικ", key)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := greek.Encrypt(nil, "αβγδεζηθικ"); err != nil || text != "γεδδεθθειε" {
		t.Error(text, err)
	}
	for _, wrong := range []string{"", "0", "00"} {
		if _, err := bramah.NewFPE("aes-128-ff1", wrong, key); err == nil {
			t.Errorf("the alphabet %q was taken", wrong)
		}
	}
	if _, err := bramah.NewFPE("aes-128-ff9", "01", key); !errors.Is(err, bramah.ErrUnknownName) {
		t.Error(err)
	}
}
