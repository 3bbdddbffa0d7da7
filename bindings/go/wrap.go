package bramah

// #include <bramah.h>
import "C"

// mostAdded is the largest number of bytes that wrapping or sealing adds.
const mostAdded = 64

// WrapKey returns a key wrapped under another, wrappingKey, with key wrap by name, such as aes-256-kw, aes-256-kwp,
// 3des-tkw or kalyna-128-256-dstu7624-kw. It returns [ErrLength] if keys of this length cannot be wrapped.
func WrapKey(name string, wrappingKey, key []byte) ([]byte, error) {
	return keyWrap(name, C.BRAMAH_ENCRYPT, wrappingKey, key)
}

// UnwrapKey returns the key that [WrapKey] wrapped, or [ErrUnauthentic] if it was not wrapped in this form under this
// key.
func UnwrapKey(name string, wrappingKey, wrapped []byte) ([]byte, error) {
	return keyWrap(name, C.BRAMAH_DECRYPT, wrappingKey, wrapped)
}

func keyWrap(name string, direction C.bramah_direction, wrappingKey, input []byte) ([]byte, error) {
	out := make([]byte, len(input)+mostAdded)
	kek, kekLength := bytesOf(wrappingKey)
	from, length := bytesOf(input)
	to, room := bytesOf(out)
	var written C.size_t
	err := withName(name, func(name *C.char) C.bramah_status {
		return C.bramah_key_wrap(name, direction, kek, kekLength, from, length, nil, to, room, &written)
	})
	if err != nil {
		return nil, err
	}
	return out[:written:written], nil
}

// EncryptThenMAC encrypts and authenticates a message with a cipher and a MAC by name, a128cbc-hs256, a192cbc-hs384 or
// a256cbc-hs512 of RFC 7518, and returns the ciphertext followed by the tag. The key is the key of HMAC followed by the
// key of AES; the nonce is the IV of CBC, which must be random for each message.
func EncryptThenMAC(name string, key, nonce, plaintext, additionalData []byte) ([]byte, error) {
	return composed(name, C.BRAMAH_ENCRYPT, key, nonce, plaintext, additionalData)
}

// VerifyThenDecrypt returns the plaintext of a message that [EncryptThenMAC] returned, or [ErrUnauthentic] if it is not
// authentic.
func VerifyThenDecrypt(name string, key, nonce, sealed, additionalData []byte) ([]byte, error) {
	return composed(name, C.BRAMAH_DECRYPT, key, nonce, sealed, additionalData)
}

func composed(name string, direction C.bramah_direction, key, nonce, input, additionalData []byte) ([]byte, error) {
	out := make([]byte, len(input)+mostAdded)
	keyBytes, keyLength := bytesOf(key)
	nonceBytes, nonceLength := bytesOf(nonce)
	header, headerLength := bytesOf(additionalData)
	from, length := bytesOf(input)
	to, room := bytesOf(out)
	var written C.size_t
	err := withName(name, func(name *C.char) C.bramah_status {
		return C.bramah_encrypt_then_mac(name, direction, keyBytes, keyLength, nonceBytes, nonceLength, header, headerLength,
			from, length, nil, to, room, &written)
	})
	if err != nil {
		return nil, err
	}
	return out[:written:written], nil
}
