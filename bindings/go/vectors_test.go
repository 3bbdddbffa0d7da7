package bramah_test

import (
	"bufio"
	"bytes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"bramah"
)

// vectors calls a function with each vector of a kind from the file that the tests of all languages share.
func vectors(t *testing.T, kind string, check func(t *testing.T, name string, text map[string]string, field func(string) []byte)) {
	file, err := os.Open("../vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, count := bufio.NewScanner(file), 0
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), " ")
		if fields[0] != kind {
			continue
		}
		count++
		text := map[string]string{}
		for _, field := range fields[1:] {
			name, value, _ := strings.Cut(field, "=")
			text[name] = value
		}
		check(t, text["name"], text, func(name string) []byte {
			value, err := hex.DecodeString(text[name])
			if err != nil {
				t.Fatal(err)
			}
			return value
		})
	}
	if err := lines.Err(); err != nil || count == 0 {
		t.Fatalf("%d vectors of the kind %s: %v", count, kind, err)
	}
}

func same(t *testing.T, name string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("%s: %x, not %x", name, got, want)
	}
}

func TestVectorsOfHashes(t *testing.T) {
	vectors(t, "hash", func(t *testing.T, name string, _ map[string]string, field func(string) []byte) {
		h, err := bramah.NewHash(name, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		message := field("message")
		for piece := range chunks(message, 7) {
			h.Write(piece)
		}
		same(t, name, h.Sum(nil), field("digest"))
		same(t, name, h.Digest(message), field("digest"))
		same(t, name, h.SumBatch(nil, [][]byte{message, nil, message})[2*h.Size():], field("digest"))
	})
}

// chunks yields a message in parts.
func chunks(message []byte, n int) func(func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for i := 0; i < len(message); i += n {
			if !yield(message[i:min(i+n, len(message))]) {
				return
			}
		}
	}
}

func TestVectorsOfMACs(t *testing.T) {
	vectors(t, "mac", func(t *testing.T, name string, _ map[string]string, field func(string) []byte) {
		mac, err := bramah.NewMAC(name, field("key"), field("nonce"))
		if err != nil {
			t.Fatal(name, err)
		}
		mac.Write(field("message"))
		tag := field("tag")
		same(t, name, mac.Sum(nil)[:len(tag)], tag)
	})
}

func TestVectorsOfModes(t *testing.T) {
	vectors(t, "cipher", func(t *testing.T, name string, _ map[string]string, field func(string) []byte) {
		text, sealed := field("plaintext"), field("ciphertext")
		for _, decrypt := range []bool{false, true} {
			from, want := text, sealed
			if decrypt {
				from, want = sealed, text
			}
			mode, err := bramah.NewBlockMode(name, field("key"), field("iv"), decrypt)
			if err != nil {
				t.Fatal(name, err)
			}
			out := make([]byte, len(from))
			if strings.HasSuffix(name, "-cbc") || strings.HasSuffix(name, "-ecb") {
				mode.CryptBlocks(out, from)
			} else {
				// the other modes accept any length
				mode.(cipher.Stream).XORKeyStream(out, from)
			}
			same(t, name, out, want)
			if strings.HasSuffix(name, "-ctr") {
				half := len(from) / 2
				if err := mode.(bramah.SeekableStream).SeekTo(uint64(half)); err != nil {
					t.Fatal(name, err)
				}
				mode.(cipher.Stream).XORKeyStream(out[half:], from[half:])
				same(t, name, out, want)
				block, err := bramah.NewBlock(strings.TrimSuffix(name, "-ctr"), field("key"))
				if err != nil {
					t.Fatal(name, err)
				}
				counter := make([]byte, block.BlockSize())
				copy(counter, field("iv"))
				stream := block.NewCounting(counter, func(counter []byte) {
					for i := len(counter) - 1; i >= 0; i-- {
						if counter[i]++; counter[i] != 0 {
							return
						}
					}
				})
				done := 0
				for piece := range chunks(from, 7) {
					stream.XORKeyStream(out[done:], piece)
					done += len(piece)
				}
				same(t, name, out, want)
			}
		}
	})
}

func TestVectorsOfStreams(t *testing.T) {
	vectors(t, "stream", func(t *testing.T, name string, text map[string]string, field func(string) []byte) {
		options := bramah.Options{}
		if rounds, err := strconv.Atoi(text["rounds"]); err == nil {
			options["rounds"] = rounds
		}
		stream, err := bramah.NewStreamWith(name, field("key"), field("nonce"), options)
		if err != nil {
			t.Fatal(name, err)
		}
		out := make([]byte, len(field("plaintext")))
		stream.XORKeyStream(out, field("plaintext"))
		same(t, name, out, field("ciphertext"))
		half := len(out) / 2
		if err = stream.(bramah.SeekableStream).SeekTo(uint64(half)); err == nil {
			stream.XORKeyStream(out[half:], field("plaintext")[half:])
			same(t, name, out, field("ciphertext"))
		} else if !errors.Is(err, errors.ErrUnsupported) {
			t.Fatal(name, err)
		}
	})
}

func TestVectorsOfAEADs(t *testing.T) {
	vectors(t, "aead", func(t *testing.T, name string, _ map[string]string, field func(string) []byte) {
		tag, nonce := field("tag"), field("nonce")
		aead, err := bramah.NewAEADWith(name, field("key"), bramah.Options{"tag_len": len(tag)})
		if err != nil {
			t.Fatal(name, err)
		}
		if aead.NonceSize() != len(nonce) {
			if aead, err = aead.WithNonceSize(len(nonce)); err != nil {
				t.Fatal(name, err)
			}
		}
		sealed := append(field("ciphertext"), tag...)
		same(t, name, aead.Seal(nil, nonce, field("plaintext"), field("ad")), sealed)
		opened, err := aead.Open(nil, nonce, sealed, field("ad"))
		if err != nil {
			t.Fatal(name, err)
		}
		same(t, name, opened, field("plaintext"))
		asSegment(t, name, aead, nonce, sealed, field)
	})
}

// asSegment tests a vector as a segment of a message; the end of the nonce is the number of the segment.
func asSegment(t *testing.T, name string, aead *bramah.AEAD, nonce, sealed []byte, field func(string) []byte) {
	if len(nonce) < 4 || len(nonce) > 64 {
		return
	}
	prefix := nonce[:len(nonce)-4]
	end := binary.LittleEndian.Uint32(nonce[len(prefix):])
	number, last := uint64(end&^(1<<31)), end>>31 == 1
	// the tag of DSTU 7624's GCM does not depend on the nonce
	if strings.HasSuffix(name, "-kgcm") {
		if _, err := aead.Segments(bramah.LayoutLE31, prefix); !errors.Is(err, errors.ErrUnsupported) {
			t.Fatal(name, err)
		}
		return
	}
	begin := func() *bramah.Segments {
		segments, err := aead.Segments(bramah.LayoutLE31, prefix)
		if err == nil {
			err = segments.SeekTo(number)
		}
		if err != nil {
			t.Fatal(name, err)
		}
		return segments
	}
	got, err := begin().Seal(nil, field("plaintext"), field("ad"), last)
	if err != nil {
		t.Fatal(name, err)
	}
	same(t, name, got, sealed)
	segments := begin()
	out, err := segments.Open(nil, sealed, field("ad"), !last)
	refused(t, name, out, err, bramah.ErrUnauthentic)
	opened, err := segments.Open(nil, sealed, field("ad"), last)
	if err != nil {
		t.Fatal(name, err)
	}
	same(t, name, opened, field("plaintext"))
	if _, err := segments.Open(nil, sealed, field("ad"), last); err == nil {
		t.Fatal(name, "the same segment was opened again")
	}
}

// refused fails the test if the error is not the expected one, or if there is a result as well.
func refused(t *testing.T, name string, out []byte, err, want error) {
	t.Helper()
	if out != nil || !errors.Is(err, want) {
		t.Errorf("%s: %x, %v, not %v", name, out, err, want)
	}
}

// changed returns a copy with a different last byte.
func changed(bytes []byte) []byte {
	other := append([]byte(nil), bytes...)
	other[len(other)-1] ^= 1
	return other
}

func TestVectorsOfKeyWrap(t *testing.T) {
	vectors(t, "wrap", func(t *testing.T, name string, _ map[string]string, field func(string) []byte) {
		kek, key, want := field("key"), field("plaintext"), field("ciphertext")
		wrapped, err := bramah.WrapKey(name, kek, key)
		if err != nil {
			t.Fatal(name, err)
		}
		same(t, name, wrapped, want)
		if key, err = bramah.UnwrapKey(name, kek, wrapped); err != nil {
			t.Fatal(name, err)
		}
		same(t, name, key, field("plaintext"))
		if key, err = bramah.UnwrapKeyWith(name, kek, wrapped, bramah.Options{"backend": "portable"}); err != nil {
			t.Fatal(name, err)
		}
		same(t, name, key, field("plaintext"))
		out, err := bramah.WrapKeyWith(name, kek, key, bramah.Options{"backend": "abacus"})
		if out != nil || err == nil || !strings.Contains(err.Error(), "abacus") {
			t.Errorf("%s: %x, %v", name, out, err)
		}
		out, err = bramah.UnwrapKey(name, kek, changed(wrapped))
		refused(t, name, out, err, bramah.ErrUnauthentic)
		out, err = bramah.UnwrapKey(name, kek, wrapped[1:])
		refused(t, name, out, err, bramah.ErrLength)
		out, err = bramah.WrapKey(name, kek[1:], key)
		refused(t, name, out, err, bramah.ErrLength)
	})
}

func TestVectorsOfCompositions(t *testing.T) {
	vectors(t, "composition", func(t *testing.T, name string, _ map[string]string, field func(string) []byte) {
		key, nonce, ad := field("key"), field("nonce"), field("ad")
		sealed, err := bramah.EncryptThenMAC(name, key, nonce, field("plaintext"), ad)
		if err != nil {
			t.Fatal(name, err)
		}
		same(t, name, sealed, append(field("ciphertext"), field("tag")...))
		text, err := bramah.VerifyThenDecrypt(name, key, nonce, sealed, ad)
		if err != nil {
			t.Fatal(name, err)
		}
		same(t, name, text, field("plaintext"))
		portable := bramah.Options{"backend": "portable"}
		if text, err = bramah.EncryptThenMACWith(name, key, nonce, text, ad, portable); err != nil {
			t.Fatal(name, err)
		}
		same(t, name, text, sealed)
		text, err = bramah.VerifyThenDecryptWith(name, key, nonce, sealed, ad, bramah.Options{"backend": "abacus"})
		if text != nil || err == nil || !strings.Contains(err.Error(), "abacus") {
			t.Errorf("%s: %x, %v", name, text, err)
		}
		text, err = bramah.VerifyThenDecrypt(name, key, nonce, changed(sealed), ad)
		refused(t, name, text, err, bramah.ErrUnauthentic)
		text, err = bramah.VerifyThenDecrypt(name, key, nonce, field("tag"), ad)
		refused(t, name, text, err, bramah.ErrLength)
		text, err = bramah.EncryptThenMAC(name, key, nonce[1:], nil, ad)
		refused(t, name, text, err, bramah.ErrLength)
		text, err = bramah.EncryptThenMAC(name, key[1:], nonce, nil, ad)
		refused(t, name, text, err, bramah.ErrLength)
	})
}

// Tests parts of a content whose bytes are determined by a rule.
func TestVectorsOfBao(t *testing.T) {
	vectors(t, "bao", func(t *testing.T, name string, text map[string]string, field func(string) []byte) {
		number := func(name string) uint64 {
			value, err := strconv.ParseUint(text[name], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
		hash, start, count := field("digest"), number("start"), number("count")
		content := make([]byte, number("length"))
		for i := range content {
			content[i] = byte(i/1024 + i%251)
		}
		size := uint64(len(content))
		want := content[min(start, size):min(start+count, size)]
		digest := func(what string, bytes []byte) {
			t.Helper()
			sum := sha256.Sum256(bytes)
			same(t, what, sum[:], field(what))
		}
		encoding, made, err := bramah.BaoEncode(content)
		if err != nil {
			t.Fatal(err)
		}
		same(t, name, made, hash)
		digest("combined", encoding)
		tree, made, err := bramah.BaoEncodeOutboard(content)
		if err != nil {
			t.Fatal(err)
		}
		same(t, name, made, hash)
		digest("outboard", tree)
		slice, err := bramah.BaoSlice(encoding, start, count)
		if err != nil {
			t.Fatal(err)
		}
		digest("slice", slice)
		other, err := bramah.BaoSliceOutboard(tree, content, start, count)
		if err != nil {
			t.Fatal(err)
		}
		same(t, name, other, slice)
		for _, decode := range []func() ([]byte, error){
			func() ([]byte, error) { return bramah.BaoDecode(encoding, hash, start, count) },
			func() ([]byte, error) { return bramah.BaoDecodeOutboard(tree, content, hash, start, count) },
			func() ([]byte, error) { return bramah.BaoDecodeSlice(slice, hash, start, count) },
		} {
			part, err := decode()
			if err != nil {
				t.Fatal(err)
			}
			same(t, name, part, want)
		}
		whole, err := bramah.BaoDecode(encoding, hash, 0, math.MaxUint64)
		if err != nil {
			t.Fatal(err)
		}
		same(t, name, whole, content)
		out, err := bramah.BaoDecodeSlice(slice, changed(hash), start, count)
		refused(t, name, out, err, bramah.ErrUnauthentic)
		out, err = bramah.BaoDecode(encoding[:len(encoding)-1], hash, 0, math.MaxUint64)
		refused(t, name, out, err, bramah.ErrUnauthentic)
		out, err = bramah.BaoDecodeSlice(slice, hash[1:], start, count)
		refused(t, name, out, err, bramah.ErrLength)
		if out, err = bramah.BaoSlice(encoding[:7], start, count); out != nil || err == nil {
			t.Errorf("a slice of an encoding that is cut off: %x", out)
		}
	})
}

func TestVectorsOfSalsar(t *testing.T) {
	vectors(t, "salsar", func(t *testing.T, name string, text map[string]string, field func(string) []byte) {
		seed, _ := strconv.ParseUint(text["seed"], 10, 32)
		rounds, _ := strconv.Atoi(text["rounds"])
		salsar, err := bramah.NewSalsar(uint32(seed), rounds)
		if err != nil {
			t.Fatal(name, err)
		}
		var got []byte
		for range len(field("words")) / 4 {
			got = binary.BigEndian.AppendUint32(got, salsar.Uint32())
		}
		same(t, name, got, field("words"))
	})
	if _, err := bramah.NewSalsar(1, 9); err == nil {
		t.Error("9 rounds were taken")
	}
}

// TestNames finds every algorithm of the registry in the list of its kind, and uses it.
func TestNames(t *testing.T) {
	type use = func(name string, key, nonce []byte) error
	uses := map[string]struct {
		kind bramah.Kind
		use  use
	}{
		"Hash": {bramah.KindHash, func(name string, key, _ []byte) error {
			options := bramah.Options{}
			if len(key) > 0 {
				options["key"] = key
			}
			_, err := bramah.NewHash(name, options)
			return err
		}},
		"Cipher": {bramah.KindBlock, func(name string, key, _ []byte) error {
			_, err := bramah.NewBlock(name, key)
			return err
		}},
		"Mode": {bramah.KindCipher, func(name string, key, nonce []byte) error {
			_, err := bramah.NewBlockMode(name, key, nonce, false)
			return err
		}},
		"Stream": {bramah.KindStream, func(name string, key, nonce []byte) error {
			_, err := bramah.NewStream(name, key, nonce)
			return err
		}},
		"Aead": {bramah.KindAEAD, func(name string, key, _ []byte) error {
			_, err := bramah.NewAEAD(name, key)
			return err
		}},
		"Mac": {bramah.KindMAC, func(name string, key, nonce []byte) error {
			_, err := bramah.NewMAC(name, key, nonce)
			return err
		}},
		// the name is known, and an option for another kind is refused before any work
		"Kdf": {bramah.KindKDF, func(name string, _, _ []byte) error {
			if _, err := bramah.KDF(name, nil, 16, bramah.Options{"salt": 1}); !strings.Contains(err.Error(), "salt") {
				return err
			}
			return nil
		}},
		"Password": {bramah.KindPassword, func(name string, _, _ []byte) error {
			if _, err := bramah.HashPassword(name, nil, bramah.Options{"salt": 1}); !strings.Contains(err.Error(), "salt") {
				return err
			}
			return nil
		}},
		"EncryptThenMac": {bramah.KindEncryptThenMAC, func(name string, key, nonce []byte) error {
			_, err := bramah.EncryptThenMAC(name, key, nonce, nil, nil)
			return err
		}},
		"KeyWrap": {bramah.KindKeyWrap, func(name string, key, _ []byte) error {
			_, err := bramah.WrapKey(name, key, make([]byte, 64))
			return err
		}},
		"Fpe": {bramah.KindFPE, func(name string, key, _ []byte) error {
			_, err := bramah.NewFPE(name, "0123456789", key)
			return err
		}},
	}
	listed := map[string]map[string]bool{}
	for word, kind := range uses {
		listed[word] = map[string]bool{}
		for _, name := range bramah.Names(kind.kind) {
			listed[word][name] = true
		}
	}
	vectors(t, "named", func(t *testing.T, name string, text map[string]string, _ func(string) []byte) {
		kind, ok := uses[text["kind"]]
		if !ok || !listed[text["kind"]][name] {
			t.Fatalf("%s of the kind %s is missing", name, text["kind"])
		}
		counted := func(field string) []byte {
			size, _ := strconv.Atoi(text[field])
			bytes := make([]byte, size)
			for i := range bytes {
				bytes[i] = byte(i + 1)
			}
			return bytes
		}
		if err := kind.use(name, counted("key_size"), counted("nonce_size")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	})
}

func TestVectorsOfKDFs(t *testing.T) {
	vectors(t, "kdf", func(t *testing.T, name string, text map[string]string, field func(string) []byte) {
		options := bramah.Options{}
		for option, value := range text {
			switch option {
			case "name", "password", "output":
			case "hash":
				options[option] = value
			case "salt", "secret", "data":
				options[option] = field(option)
			default:
				number, err := strconv.Atoi(value)
				if err != nil {
					t.Fatal(err)
				}
				options[option] = number
			}
		}
		out, err := bramah.KDF(name, field("password"), len(field("output")), options)
		if err != nil {
			t.Fatal(name, err)
		}
		same(t, name, out, field("output"))
	})
}

func TestVectorsOfPasswords(t *testing.T) {
	vectors(t, "password", func(t *testing.T, _ string, text map[string]string, field func(string) []byte) {
		if err := bramah.VerifyPassword(field("password"), text["string"]); err != nil {
			t.Errorf("%s: %v", text["string"], err)
		}
		if bramah.VerifyPassword(append(field("password"), 'x'), text["string"]) == nil {
			t.Errorf("%s: another password was taken", text["string"])
		}
	})
}
