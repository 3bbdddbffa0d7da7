package bramah

// #include "library.h"
import "C"

import "math"

// BaoEncode returns the content combined with its BLAKE3 tree, and the BLAKE3 hash of the content. With the hash,
// [BaoDecode] and [BaoDecodeSlice] verify any part of the content.
func BaoEncode(content []byte) (encoding, hash []byte, err error) {
	return baoEncoded(C.BRAMAH_BAO_COMBINED, content)
}

// BaoEncodeOutboard returns the BLAKE3 tree of the content, without the content itself, and the BLAKE3 hash of the
// content.
func BaoEncodeOutboard(content []byte) (tree, hash []byte, err error) {
	return baoEncoded(C.BRAMAH_BAO_OUTBOARD, content)
}

// BaoDecode verifies and returns count bytes of the content, beginning at the offset start, or fewer if the content
// ends before. The hash is the BLAKE3 hash of the whole content. It returns [ErrUnauthentic] if the encoding does not
// match the hash. Bytes outside the range are not verified.
func BaoDecode(encoding, hash []byte, start, count uint64) ([]byte, error) {
	return baoDecoded(C.BRAMAH_BAO_COMBINED, encoding, nil, hash, start, count)
}

// BaoDecodeOutboard verifies and returns a part of content as [BaoDecode] does, with the tree of [BaoEncodeOutboard].
func BaoDecodeOutboard(tree, content, hash []byte, start, count uint64) ([]byte, error) {
	return baoDecoded(C.BRAMAH_BAO_OUTBOARD, tree, content, hash, start, count)
}

// BaoSlice extracts the parts of an encoding that [BaoDecodeSlice] needs to verify a range. It does not verify them.
func BaoSlice(encoding []byte, start, count uint64) ([]byte, error) {
	return baoSliced(C.BRAMAH_BAO_COMBINED, encoding, nil, start, count)
}

// BaoSliceOutboard extracts a slice as [BaoSlice] does, from a tree and the content.
func BaoSliceOutboard(tree, content []byte, start, count uint64) ([]byte, error) {
	return baoSliced(C.BRAMAH_BAO_OUTBOARD, tree, content, start, count)
}

// BaoDecodeSlice verifies a slice that was made for this range, and returns the bytes of the range, or
// [ErrUnauthentic].
func BaoDecodeSlice(slice, hash []byte, start, count uint64) ([]byte, error) {
	from, length := bytesOf(slice)
	hashBytes, hashLength := bytesOf(hash)
	return filled(min(count, uint64(len(slice))), func(to *C.uint8_t, room C.size_t, written *C.size_t) C.bramah_status {
		return C.bramah_bao_decode_slice(from, length, hashBytes, hashLength, C.uint64_t(start), C.uint64_t(count), to, room,
			written)
	})
}

func baoEncoded(form C.bramah_bao_form, content []byte) (encoding, hash []byte, err error) {
	hash = make([]byte, 32)
	from, length := bytesOf(content)
	hashBytes, hashLength := bytesOf(hash)
	encoding, err = filled(uint64(C.bramah_bao_length(form, length)),
		func(to *C.uint8_t, room C.size_t, written *C.size_t) C.bramah_status {
			return C.bramah_bao_encode(form, from, length, hashBytes, hashLength, to, room, written)
		})
	if err != nil {
		return nil, nil, err
	}
	return encoding, hash, nil
}

func baoDecoded(form C.bramah_bao_form, encoding, content, hash []byte, start, count uint64) ([]byte, error) {
	most := len(encoding)
	if form == C.BRAMAH_BAO_OUTBOARD {
		most = len(content)
	}
	from, length := bytesOf(encoding)
	apart, apartLength := bytesOf(content)
	hashBytes, hashLength := bytesOf(hash)
	return filled(min(count, uint64(most)), func(to *C.uint8_t, room C.size_t, written *C.size_t) C.bramah_status {
		return C.bramah_bao_decode(form, from, length, apart, apartLength, hashBytes, hashLength, C.uint64_t(start),
			C.uint64_t(count), to, room, written)
	})
}

func baoSliced(form C.bramah_bao_form, encoding, content []byte, start, count uint64) ([]byte, error) {
	from, length := bytesOf(encoding)
	apart, apartLength := bytesOf(content)
	slice := func(to *C.uint8_t, room C.size_t, written *C.size_t) C.bramah_status {
		return C.bramah_bao_slice(form, from, length, apart, apartLength, C.uint64_t(start), C.uint64_t(count), to, room, written)
	}
	// a call without a buffer returns the needed length
	var needed C.size_t
	if status := slice(nil, 0, &needed); status != C.BRAMAH_LENGTH {
		return filled(0, slice)
	}
	return filled(uint64(needed), slice)
}

// filled calls a function with a buffer of room bytes, and returns the bytes that it has written.
func filled(room uint64, call func(to *C.uint8_t, room C.size_t, written *C.size_t) C.bramah_status) ([]byte, error) {
	out := make([]byte, min(room, math.MaxInt))
	to, length := bytesOf(out)
	var written C.size_t
	if err := explained(func() C.bramah_status { return call(to, length, &written) }); err != nil {
		return nil, err
	}
	return out[:written:written], nil
}
