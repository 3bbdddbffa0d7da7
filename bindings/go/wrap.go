package bramah

// #include "library.h"
import "C"

// mostAdded is the largest number of bytes that wrapping or sealing adds.
const mostAdded = 64

// WrapKey returns a key wrapped under another, wrappingKey, with key wrap by name, such as aes-256-kw, aes-256-kwp,
// 3des-tkw or kalyna-128-256-dstu7624-kw. It returns [ErrLength] if keys of this length cannot be wrapped.
func WrapKey(name string, wrappingKey, key []byte) ([]byte, error) {
	return WrapKeyWith(name, wrappingKey, key, nil)
}

// WrapKeyWith wraps a key as [WrapKey] does. The option is backend.
func WrapKeyWith(name string, wrappingKey, key []byte, options Options) ([]byte, error) {
	return keyWrap(name, C.BRAMAH_ENCRYPT, wrappingKey, key, options)
}

// UnwrapKey returns the key that [WrapKey] wrapped, or [ErrUnauthentic] if it was not wrapped in this form under this
// key.
func UnwrapKey(name string, wrappingKey, wrapped []byte) ([]byte, error) {
	return UnwrapKeyWith(name, wrappingKey, wrapped, nil)
}

// UnwrapKeyWith unwraps a key as [UnwrapKey] does. The option is backend.
func UnwrapKeyWith(name string, wrappingKey, wrapped []byte, options Options) ([]byte, error) {
	return keyWrap(name, C.BRAMAH_DECRYPT, wrappingKey, wrapped, options)
}

func keyWrap(name string, direction C.bramah_direction, wrappingKey, input []byte, options Options) ([]byte, error) {
	out := make([]byte, len(input)+mostAdded)
	kek, kekLength := bytesOf(wrappingKey)
	from, length := bytesOf(input)
	to, room := bytesOf(out)
	var written C.size_t
	err := options.with(func(options *C.bramah_options) error {
		return withName(name, func(name *C.char) C.bramah_status {
			return C.bramah_key_wrap(name, direction, kek, kekLength, from, length, options, to, room, &written)
		})
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
	return EncryptThenMACWith(name, key, nonce, plaintext, additionalData, nil)
}

// EncryptThenMACWith encrypts as [EncryptThenMAC] does. The option is backend.
func EncryptThenMACWith(name string, key, nonce, plaintext, additionalData []byte, options Options) ([]byte, error) {
	return composed(name, C.BRAMAH_ENCRYPT, key, nonce, plaintext, additionalData, options)
}

// VerifyThenDecrypt returns the plaintext of a message that [EncryptThenMAC] returned, or [ErrUnauthentic] if it is not
// authentic.
func VerifyThenDecrypt(name string, key, nonce, sealed, additionalData []byte) ([]byte, error) {
	return VerifyThenDecryptWith(name, key, nonce, sealed, additionalData, nil)
}

// VerifyThenDecryptWith decrypts as [VerifyThenDecrypt] does. The option is backend.
func VerifyThenDecryptWith(name string, key, nonce, sealed, additionalData []byte, options Options) ([]byte, error) {
	return composed(name, C.BRAMAH_DECRYPT, key, nonce, sealed, additionalData, options)
}

func composed(
	name string, direction C.bramah_direction, key, nonce, input, additionalData []byte, options Options,
) ([]byte, error) {
	out := make([]byte, len(input)+mostAdded)
	keyBytes, keyLength := bytesOf(key)
	nonceBytes, nonceLength := bytesOf(nonce)
	header, headerLength := bytesOf(additionalData)
	from, length := bytesOf(input)
	to, room := bytesOf(out)
	var written C.size_t
	err := options.with(func(options *C.bramah_options) error {
		return withName(name, func(name *C.char) C.bramah_status {
			return C.bramah_encrypt_then_mac(name, direction, keyBytes, keyLength, nonceBytes, nonceLength, header, headerLength,
				from, length, options, to, room, &written)
		})
	})
	if err != nil {
		return nil, err
	}
	return out[:written:written], nil
}
