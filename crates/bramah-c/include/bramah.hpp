/*
 * The C++ interface of Bramah, for C++11 and later: a header over bramah.h, without a library of its own.
 *
 * Objects own their handles: they are moved, not copied, except by clone(). Inputs are bramah::bytes, to which char pointers,
 * strings, vectors and arrays convert, from C++17 on string views and from C++20 on spans; outputs are bramah::out, to which
 * strings, vectors, arrays and spans convert. Names and other text are char pointers or std::string.
 *
 * A call that fails throws bramah::error. If BRAMAH_NO_EXCEPTIONS is defined before this header is included, nothing throws:
 * calls return a bramah_status, open() replaces the constructors, and functions that return a new vector are not declared.
 */
#ifndef BRAMAH_HPP
#define BRAMAH_HPP

#include "bramah.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/* The version of the language as year and month, which Visual C++ defines in another macro. */
#ifdef _MSVC_LANG
#define BRAMAH_CPP _MSVC_LANG
#else
#define BRAMAH_CPP __cplusplus
#endif
#if BRAMAH_CPP >= 201703L
#include <string_view>
#endif
#if BRAMAH_CPP >= 202002L && defined(__has_include)
#if __has_include(<span>)
#include <span>
#endif
#endif

namespace bramah {

/** Text that ends with a zero byte: a char pointer or a string. A string with a zero byte in it counts as empty. */
struct c_string {
    const char *data;

    c_string(const char *text) : data(text) {}
    c_string(const std::string &text) : data(text.find('\0') == std::string::npos ? text.c_str() : "") {}
    operator const char *() const { return data; }
};

/** Bytes that are read: a pointer and a length. */
struct bytes {
    const std::uint8_t *data = nullptr;
    std::size_t size = 0;

    bytes() = default;
    bytes(const std::uint8_t *data, std::size_t size) : data(data), size(size) {}
    bytes(const char *data, std::size_t size) : data(reinterpret_cast<const std::uint8_t *>(data)), size(size) {}
    bytes(const char *text) : data(reinterpret_cast<const std::uint8_t *>(text)), size(std::strlen(text)) {}
    bytes(const std::string &text) : data(reinterpret_cast<const std::uint8_t *>(text.data())), size(text.size()) {}
#if BRAMAH_CPP >= 201703L
    bytes(std::string_view text) : data(reinterpret_cast<const std::uint8_t *>(text.data())), size(text.size()) {}
#endif
    bytes(const std::vector<std::uint8_t> &vector) : data(vector.data()), size(vector.size()) {}
    template <std::size_t N> bytes(const std::array<std::uint8_t, N> &array) : data(array.data()), size(N) {}
#ifdef __cpp_lib_span
    bytes(std::span<const std::uint8_t> span) : data(span.data()), size(span.size()) {}
#endif
};

/** Bytes that are written: a pointer and a length. */
struct out {
    std::uint8_t *data = nullptr;
    std::size_t size = 0;

    out() = default;
    out(std::uint8_t *data, std::size_t size) : data(data), size(size) {}
    out(char *data, std::size_t size) : data(reinterpret_cast<std::uint8_t *>(data)), size(size) {}
    /** The bytes of a string, whose size stays the same. */
    out(std::string &text) : data(reinterpret_cast<std::uint8_t *>(&text[0])), size(text.size()) {}
    out(std::vector<std::uint8_t> &vector) : data(vector.data()), size(vector.size()) {}
    template <std::size_t N> out(std::array<std::uint8_t, N> &array) : data(array.data()), size(N) {}
#ifdef __cpp_lib_span
    out(std::span<std::uint8_t> span) : data(span.data()), size(span.size()) {}
#endif
};

#ifdef BRAMAH_NO_EXCEPTIONS
/** The result of a call: a status, which must be checked. */
using result = bramah_status;
inline result checked(bramah_status status) { return status; }
#else
/** The reason why a call failed: a status, and its text. */
class error : public std::runtime_error {
public:
    error(bramah_status status, const char *text) : std::runtime_error(text), status_(status) {}
    /** Returns the status, such as BRAMAH_UNAUTHENTIC. */
    bramah_status status() const noexcept { return status_; }

private:
    bramah_status status_;
};

/** The result of a call: nothing, since failures are exceptions. */
using result = void;
inline result checked(bramah_status status)
{
    if (status != BRAMAH_OK)
        throw error(status, bramah_last_error());
}
#endif

/** A handle that is freed at the end of its scope. */
template <class Handle, bramah_status (*Free)(Handle **)> class owned {
public:
    owned() = default;
    owned(owned &&other) noexcept { std::swap(handle_, other.handle_); }
    owned &operator=(owned &&other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }
    owned(const owned &) = delete;
    owned &operator=(const owned &) = delete;
    ~owned() { (void)Free(&handle_); }

    /** Returns the handle, for the functions of bramah.h. The object still owns it. */
    Handle *get() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

protected:
    /** Frees the handle, and returns the place for another one. */
    Handle **empty() noexcept
    {
        (void)Free(&handle_);
        return &handle_;
    }

private:
    Handle *handle_ = nullptr;
};

/** Options of an algorithm, by name. */
class options : public owned<bramah_options, bramah_options_free> {
public:
    /** Sets an option that is a number. */
    result number(const c_string &name, std::uint64_t value)
    {
        return made() ? checked(bramah_options_set_number(get(), name, value)) : checked(BRAMAH_NO_MEMORY);
    }
    /** Sets an option that is bytes. */
    result binary(const c_string &name, bytes value)
    {
        return made() ? checked(bramah_options_set_bytes(get(), name, value.data, value.size)) : checked(BRAMAH_NO_MEMORY);
    }
    /** Sets an option that is text. */
    result text(const c_string &name, const c_string &value)
    {
        return made() ? checked(bramah_options_set_text(get(), name, value)) : checked(BRAMAH_NO_MEMORY);
    }

private:
    bool made() { return get() || bramah_options_new(empty()) == BRAMAH_OK; }
};

/** The output of an extendable-output function. */
class xof : public owned<bramah_xof, bramah_xof_free> {
public:
    /** Writes the next bytes. */
    result read(out output) { return checked(bramah_xof_read(get(), output.data, output.size)); }
    /** Moves to a byte of the output. */
    result seek(std::uint64_t position) { return checked(bramah_xof_seek(get(), position)); }

private:
    friend class hash;
};

/** A hash function with its options, and a message in progress. */
class hash : public owned<bramah_hash, bramah_hash_free> {
public:
    hash() = default;
    /** Makes a function by name, and begins an empty message. */
    result open(const c_string &name, const options &options = {})
    {
        return checked(bramah_hash_new(empty(), name, options.get()));
    }
    /** Appends to the message. */
    result update(bytes data) { return checked(bramah_hash_update(get(), data.data, data.size)); }
    /** Appends to the message on up to `threads` threads, if the function is a tree. */
    result update(bytes data, std::size_t threads)
    {
        return checked(bramah_hash_update_threads(get(), data.data, data.size, threads));
    }
    /** Ends the message and writes its digest. */
    result finish(out digest) { return checked(bramah_hash_finish(get(), digest.data, digest.size)); }
    /** Writes the digest of the message so far, which can then be continued. */
    result peek(out digest) const { return checked(bramah_hash_peek(get(), digest.data, digest.size)); }
    /** Ends the message, and makes a reader of its output of any length. */
    result finish(xof &xof) { return checked(bramah_hash_finish_xof(get(), xof.empty())); }
    /** Discards the message and begins an empty one. */
    result reset() { return checked(bramah_hash_reset(get())); }
    /** Writes the digest of a whole message. The message in progress does not change. */
    result digest(bytes message, out digest) const
    {
        return checked(bramah_hash_digest(get(), message.data, message.size, digest.data, digest.size));
    }
    /** Writes the digests of many messages one after another, several at once if the CPU can. */
    result many(const std::vector<bytes> &messages, out digests) const
    {
        std::vector<const std::uint8_t *> pointers;
        std::vector<std::size_t> lengths;
        for (const bytes &message : messages) {
            pointers.push_back(message.data);
            lengths.push_back(message.size);
        }
        return checked(
            bramah_hash_many(get(), pointers.data(), lengths.data(), messages.size(), digests.data, digests.size));
    }
    /** Makes a copy with the same message in progress. */
    result clone(hash &copy) const { return checked(bramah_hash_clone(copy.empty(), get())); }
    /** Discards the message and continues the one whose state was saved. */
    result load(bytes saved) { return checked(bramah_hash_load(get(), saved.data, saved.size)); }
    /** Returns the length of a digest in bytes. */
    std::size_t size() const { return bramah_hash_length(get()); }
    /** Returns the length of a block in bytes. */
    std::size_t block_size() const { return bramah_hash_block(get()); }

#ifndef BRAMAH_NO_EXCEPTIONS
    explicit hash(const c_string &name, const options &options = {}) { open(name, options); }
    /** Ends the message and returns its digest. */
    std::vector<std::uint8_t> finish()
    {
        std::vector<std::uint8_t> digest(size());
        finish(out(digest));
        return digest;
    }
    /** Returns the digest of a whole message. */
    std::vector<std::uint8_t> digest(bytes message) const
    {
        std::vector<std::uint8_t> result(size());
        digest(message, out(result));
        return result;
    }
    /** Returns a copy with the same message in progress. */
    hash clone() const
    {
        hash copy;
        clone(copy);
        return copy;
    }
    /** Returns the state of the message so far. */
    std::vector<std::uint8_t> save() const
    {
        std::vector<std::uint8_t> saved(1024);
        std::size_t written = 0;
        bramah_status status;
        while ((status = bramah_hash_save(get(), saved.data(), saved.size(), &written)) == BRAMAH_LENGTH)
            saved.resize(written);
        checked(status);
        saved.resize(written);
        return saved;
    }
#endif
};

/** A MAC with its key, and a message in progress. */
class mac : public owned<bramah_mac, bramah_mac_free> {
public:
    mac() = default;
    /** Makes a MAC by name, and begins an empty message. */
    result open(const c_string &name, bytes key, bytes nonce = {}, const options &options = {})
    {
        return checked(bramah_mac_new(empty(), name, key.data, key.size, nonce.data, nonce.size, options.get()));
    }
    /** Appends to the message. */
    result update(bytes data) { return checked(bramah_mac_update(get(), data.data, data.size)); }
    /** Ends the message and writes its tag. */
    result finish(out tag) { return checked(bramah_mac_finish(get(), tag.data, tag.size)); }
    /** Ends the message and compares its tag. The length in bytes is that on which both sides have agreed; 0 for a whole tag. */
    result verify(bytes tag, std::size_t expected = 0)
    {
        return checked(bramah_mac_verify(get(), tag.data, tag.size, expected));
    }
    /** Discards the message and begins an empty one. */
    result reset() { return checked(bramah_mac_reset(get())); }
    /** Discards the message and begins one with another nonce. */
    result renew(bytes nonce) { return checked(bramah_mac_renew(get(), nonce.data, nonce.size)); }
    /** Writes the tag of a whole message. */
    result tag(bytes message, out tag)
    {
        return checked(bramah_mac_tag(get(), message.data, message.size, tag.data, tag.size));
    }
    /** Returns the length of a whole tag in bytes. */
    std::size_t size() const { return bramah_mac_length(get()); }

#ifndef BRAMAH_NO_EXCEPTIONS
    mac(const c_string &name, bytes key, bytes nonce = {}, const options &options = {}) { open(name, key, nonce, options); }
    /** Ends the message and returns its whole tag. */
    std::vector<std::uint8_t> finish()
    {
        std::vector<std::uint8_t> tag(size());
        finish(out(tag));
        return tag;
    }
#endif
};

/** The direction of a cipher. */
enum class direction : bramah_direction { encrypt = BRAMAH_ENCRYPT, decrypt = BRAMAH_DECRYPT };

/** A block cipher in a mode that does not authenticate. */
class cipher : public owned<bramah_cipher, bramah_cipher_free> {
public:
    cipher() = default;
    /** Makes a cipher and mode by name, and begins a message. */
    result open(const c_string &name, bytes key, bytes iv, direction direction, const options &options = {})
    {
        return checked(bramah_cipher_new(empty(), name, key.data, key.size, iv.data, iv.size,
            static_cast<bramah_direction>(direction), options.get()));
    }
    /**
     * Makes a cipher in CTR by name, whose counter a function increments, once for each block, in order, and begins a message.
     * No counter may be used twice under one key. The function must not throw.
     */
    result open_counting(const c_string &name, bytes key, bytes iv, bramah_increment increment, void *context = nullptr,
        const options &options = {})
    {
        return checked(bramah_cipher_counting_new(
            empty(), name, key.data, key.size, iv.data, iv.size, increment, context, options.get()));
    }
    /** Moves to a byte of a message in CTR. */
    result seek(std::uint64_t position) { return checked(bramah_cipher_seek(get(), position)); }
    /** Discards the message and begins another. */
    result reset(bytes iv) { return checked(bramah_cipher_reset(get(), iv.data, iv.size)); }
    /** Encrypts or decrypts the next bytes of the message, writes as much of the result as is ready, and sets `written` to the
        number of bytes written. */
    result update(bytes input, out output, std::size_t &written)
    {
        return checked(bramah_cipher_update(get(), input.data, input.size, output.data, output.size, &written));
    }
    /** Ends the message, writes the rest, and sets `written` to its length. */
    result finish(out output, std::size_t &written)
    {
        return checked(bramah_cipher_finish(get(), output.data, output.size, &written));
    }
    /** Encrypts or decrypts a whole message, or the next part of one in modes that are streams. */
    result apply(bytes input, out output)
    {
        return checked(bramah_cipher_apply(get(), input.data, input.size, output.data, output.size));
    }

#ifndef BRAMAH_NO_EXCEPTIONS
    cipher(const c_string &name, bytes key, bytes iv, direction direction, const options &options = {})
    {
        open(name, key, iv, direction, options);
    }
    /** Encrypts or decrypts the next bytes of the message, and returns as much of the result as is ready. */
    std::vector<std::uint8_t> update(bytes input)
    {
        std::vector<std::uint8_t> output(bramah_cipher_update_length(get(), input.size));
        std::size_t written = 0;
        update(input, out(output), written);
        output.resize(written);
        return output;
    }
    /** Ends the message and returns the rest. */
    std::vector<std::uint8_t> finish()
    {
        std::vector<std::uint8_t> output(bramah_cipher_finish_length(get()));
        std::size_t written = 0;
        finish(out(output), written);
        output.resize(written);
        return output;
    }
#endif
};

/** A block cipher without a mode. */
class block : public owned<bramah_block, bramah_block_free> {
public:
    block() = default;
    /** Makes a block cipher by name. */
    result open(const c_string &name, bytes key, const options &options = {})
    {
        return checked(bramah_block_new(empty(), name, key.data, key.size, options.get()));
    }
    /** Encrypts or decrypts whole blocks independently of each other. */
    result apply(direction direction, bytes input, out output) const
    {
        return checked(bramah_block_apply(get(), static_cast<bramah_direction>(direction), input.data, input.size,
            output.data, output.size));
    }
    /** Returns the length of a block in bytes. */
    std::size_t size() const { return bramah_block_length(get()); }

#ifndef BRAMAH_NO_EXCEPTIONS
    block(const c_string &name, bytes key, const options &options = {}) { open(name, key, options); }
#endif
};

/** Format-preserving encryption with its key and alphabet, whose characters are in UTF-8. */
class fpe : public owned<bramah_fpe, bramah_fpe_free> {
public:
    fpe() = default;
    /** Makes format-preserving encryption by name, for texts of characters of the alphabet. */
    result open(const c_string &name, const c_string &alphabet, bytes key, const options &options = {})
    {
        return checked(bramah_fpe_new(empty(), name, alphabet, key.data, key.size, options.get()));
    }
    /** Encrypts or decrypts a text under a tweak, and sets `written` to the length of the result in bytes, at most length(). */
    result apply(direction direction, bytes tweak, bytes input, out output, std::size_t &written) const
    {
        return checked(bramah_fpe_apply(get(), static_cast<bramah_direction>(direction), tweak.data, tweak.size,
            input.data, input.size, output.data, output.size, &written));
    }
    /** Returns the largest number of bytes that apply() writes for a text of this length in bytes. */
    std::size_t length(std::size_t input) const { return bramah_fpe_length(get(), input); }

#ifndef BRAMAH_NO_EXCEPTIONS
    fpe(const c_string &name, const c_string &alphabet, bytes key, const options &options = {})
    {
        open(name, alphabet, key, options);
    }
    /** Encrypts or decrypts a text under a tweak. */
    std::string apply(direction direction, bytes tweak, bytes input) const
    {
        std::string text(length(input.size), 0);
        std::size_t written = 0;
        apply(direction, tweak, input, out(reinterpret_cast<std::uint8_t *>(&text[0]), text.size()), written);
        text.resize(written);
        return text;
    }
#endif
};

/** A stream cipher with its key, and a message in progress. */
class stream : public owned<bramah_stream, bramah_stream_free> {
public:
    stream() = default;
    /** Makes a stream cipher by name, and begins a message. */
    result open(const c_string &name, bytes key, bytes nonce, const options &options = {})
    {
        return checked(bramah_stream_new(empty(), name, key.data, key.size, nonce.data, nonce.size, options.get()));
    }
    /** Discards the message and begins another. */
    result reset(bytes nonce) { return checked(bramah_stream_reset(get(), nonce.data, nonce.size)); }
    /** Encrypts or decrypts the next part of the message. */
    result apply(bytes input, out output)
    {
        return checked(bramah_stream_apply(get(), input.data, input.size, output.data, output.size));
    }
    /** Writes the next bytes of the keystream. */
    result keystream(out output) { return checked(bramah_stream_keystream(get(), output.data, output.size)); }
    /** Moves to a byte of the keystream. */
    result seek(std::uint64_t position) { return checked(bramah_stream_seek(get(), position)); }

#ifndef BRAMAH_NO_EXCEPTIONS
    stream(const c_string &name, bytes key, bytes nonce, const options &options = {}) { open(name, key, nonce, options); }
#endif
};

/** Authenticated encryption with its key. */
class aead : public owned<bramah_aead, bramah_aead_free> {
public:
    aead() = default;
    /** Makes authenticated encryption by name. */
    result open(const c_string &name, bytes key, const options &options)
    {
        return checked(bramah_aead_new(empty(), name, key.data, key.size, options.get()));
    }
    /** Encrypts a message and writes its tag. */
    result seal(bytes nonce, bytes aad, bytes input, out output, out tag) const
    {
        return checked(bramah_aead_seal(get(), nonce.data, nonce.size, aad.data, aad.size, input.data, input.size,
            output.data, output.size, tag.data, tag.size));
    }
    /** Decrypts a message if its tag is right; otherwise the output is zeros. */
    result open(bytes nonce, bytes aad, bytes input, out output, bytes tag) const
    {
        return checked(bramah_aead_open(get(), nonce.data, nonce.size, aad.data, aad.size, input.data, input.size,
            output.data, output.size, tag.data, tag.size));
    }
    /** Returns the length of a tag in bytes. */
    std::size_t tag_size() const { return bramah_aead_tag(get()); }

#ifndef BRAMAH_NO_EXCEPTIONS
    aead(const c_string &name, bytes key, const options &options = {}) { open(name, key, options); }
    /** Encrypts a message, and returns the ciphertext followed by the tag. */
    std::vector<std::uint8_t> encrypt(bytes nonce, bytes aad, bytes plaintext) const
    {
        std::vector<std::uint8_t> sealed(plaintext.size + tag_size());
        seal(nonce, aad, plaintext, {sealed.data(), plaintext.size}, {sealed.data() + plaintext.size, tag_size()});
        return sealed;
    }
    /** Decrypts a message that encrypt() returned. */
    std::vector<std::uint8_t> decrypt(bytes nonce, bytes aad, bytes sealed) const
    {
        if (sealed.size < tag_size())
            throw error(BRAMAH_LENGTH, "a sealed message that is shorter than its tag");
        const std::size_t size = sealed.size - tag_size();
        std::vector<std::uint8_t> text(size);
        open(nonce, aad, {sealed.data, size}, out(text), {sealed.data + size, tag_size()});
        return text;
    }
#endif
};

/** The form of a segment's nonce: bramah.h describes each. */
enum class layout : bramah_layout { be32 = BRAMAH_LAYOUT_BE32, le31 = BRAMAH_LAYOUT_LE31, be88 = BRAMAH_LAYOUT_BE88 };

/** A long message in segments, each with its own tag: missing and reordered segments are refused. */
class segments : public owned<bramah_segments, bramah_segments_free> {
public:
    segments() = default;
    /** Begins a message under a scheme, whose object may be freed first. No prefix may be used twice under one key. */
    result open(const aead &aead, layout layout, bytes prefix)
    {
        tag_size_ = aead.tag_size();
        return checked(bramah_segments_new(
            empty(), aead.get(), static_cast<bramah_layout>(layout), prefix.data, prefix.size));
    }
    /** Encrypts the next segment, and writes its tag. */
    result seal(bytes aad, bytes input, out output, out tag, bool last)
    {
        return checked(bramah_segments_seal(get(), last, aad.data, aad.size, input.data, input.size, output.data,
            output.size, tag.data, tag.size));
    }
    /** Decrypts the next segment if its tag is right; otherwise the output is zeros. */
    result open(bytes aad, bytes input, out output, bytes tag, bool last)
    {
        return checked(bramah_segments_open(get(), last, aad.data, aad.size, input.data, input.size, output.data,
            output.size, tag.data, tag.size));
    }
    /** Sets the number of the next segment, to open it without the segments before it. */
    result seek(std::uint64_t number) { return checked(bramah_segments_seek(get(), number)); }

#ifndef BRAMAH_NO_EXCEPTIONS
    segments(const aead &aead, layout layout, bytes prefix) { open(aead, layout, prefix); }
    /** Encrypts the next segment, and returns the ciphertext followed by the tag. */
    std::vector<std::uint8_t> encrypt(bytes aad, bytes plaintext, bool last)
    {
        std::vector<std::uint8_t> sealed(plaintext.size + tag_size_);
        seal(aad, plaintext, {sealed.data(), plaintext.size}, {sealed.data() + plaintext.size, tag_size_}, last);
        return sealed;
    }
    /** Decrypts a segment that encrypt() returned. The message is complete only after its last segment. */
    std::vector<std::uint8_t> decrypt(bytes aad, bytes sealed, bool last)
    {
        if (sealed.size < tag_size_)
            throw error(BRAMAH_LENGTH, "a sealed segment that is shorter than its tag");
        const std::size_t size = sealed.size - tag_size_;
        std::vector<std::uint8_t> text(size);
        open(aad, {sealed.data, size}, out(text), {sealed.data + size, tag_size_}, last);
        return text;
    }
#endif

private:
    std::size_t tag_size_ = 0;
};

/** A generator whose numbers depend only on a seed: W. Ehrhardt's salsar. Not for secrets. */
class salsar : public owned<bramah_salsar, bramah_salsar_free> {
public:
    salsar() = default;
    /** Makes a generator over Salsa20 with 8, 12 or 20 rounds. */
    result open(std::uint32_t seed, std::uint32_t rounds = 8)
    {
        return checked(bramah_salsar_new(empty(), seed, rounds));
    }
    /** Writes the next bytes. */
    result read(out output) { return checked(bramah_salsar_read(get(), output.data, output.size)); }
    /** Sets `word` to the next number of 32 bits. */
    result word(std::uint32_t &word) { return checked(bramah_salsar_word(get(), &word)); }

#ifndef BRAMAH_NO_EXCEPTIONS
    explicit salsar(std::uint32_t seed, std::uint32_t rounds = 8) { open(seed, rounds); }
    /** Returns the next number of 32 bits. */
    std::uint32_t word()
    {
        std::uint32_t next = 0;
        word(next);
        return next;
    }
#endif
};

/** Wraps a key under another, or unwraps it, by name, and sets `written` to the length of the result. */
inline result key_wrap(const c_string &name, direction direction, bytes kek, bytes input, out output, std::size_t &written,
    const options &options = {})
{
    return checked(bramah_key_wrap(name, static_cast<bramah_direction>(direction), kek.data, kek.size, input.data,
        input.size, options.get(), output.data, output.size, &written));
}

/** Encrypts and authenticates a message, or verifies and decrypts it, with a cipher and a MAC by name. */
inline result encrypt_then_mac(const c_string &name, direction direction, bytes key, bytes nonce, bytes aad, bytes input,
    out output, std::size_t &written, const options &options = {})
{
    return checked(bramah_encrypt_then_mac(name, static_cast<bramah_direction>(direction), key.data, key.size,
        nonce.data, nonce.size, aad.data, aad.size, input.data, input.size, options.get(), output.data, output.size,
        &written));
}

#ifndef BRAMAH_NO_EXCEPTIONS
/** The largest number of bytes that wrapping or sealing adds. */
constexpr std::size_t most_added = 64;

/** Returns a key wrapped under another, or unwrapped. */
inline std::vector<std::uint8_t> key_wrap(
    const c_string &name, direction direction, bytes kek, bytes input, const options &options = {})
{
    std::vector<std::uint8_t> output(input.size + most_added);
    std::size_t written = 0;
    key_wrap(name, direction, kek, input, out(output), written, options);
    output.resize(written);
    return output;
}

/** Returns a sealed message, or the text of one, as the direction says. */
inline std::vector<std::uint8_t> encrypt_then_mac(const c_string &name, direction direction, bytes key, bytes nonce,
    bytes aad, bytes input, const options &options = {})
{
    std::vector<std::uint8_t> output(input.size + most_added);
    std::size_t written = 0;
    encrypt_then_mac(name, direction, key, nonce, aad, input, out(output), written, options);
    output.resize(written);
    return output;
}
#endif

/** The form of an encoding of BLAKE3's tree: with the content, or without. */
enum class bao_form : std::int32_t { combined = BRAMAH_BAO_COMBINED, outboard = BRAMAH_BAO_OUTBOARD };

/** Encodes content with the tree of BLAKE3, and sets `hash`, of 32 bytes, to its BLAKE3. */
inline result bao_encode(bao_form form, bytes content, out hash, out output, std::size_t &written)
{
    return checked(bramah_bao_encode(static_cast<bramah_bao_form>(form), content.data, content.size, hash.data, hash.size,
        output.data, output.size, &written));
}

/** Verifies a range of content against the hash of all of it, and writes it. `content` is empty if it is in the encoding. */
inline result bao_decode(bao_form form, bytes encoding, bytes content, bytes hash, std::uint64_t start, std::uint64_t count,
    out output, std::size_t &written)
{
    return checked(bramah_bao_decode(static_cast<bramah_bao_form>(form), encoding.data, encoding.size, content.data,
        content.size, hash.data, hash.size, start, count, output.data, output.size, &written));
}

/** Takes what verifies a range from an encoding. */
inline result bao_slice(bao_form form, bytes encoding, bytes content, std::uint64_t start, std::uint64_t count, out output,
    std::size_t &written)
{
    return checked(bramah_bao_slice(static_cast<bramah_bao_form>(form), encoding.data, encoding.size, content.data,
        content.size, start, count, output.data, output.size, &written));
}

/** Verifies a slice that was made for this range, and writes the range. */
inline result bao_decode_slice(
    bytes slice, bytes hash, std::uint64_t start, std::uint64_t count, out output, std::size_t &written)
{
    return checked(bramah_bao_decode_slice(
        slice.data, slice.size, hash.data, hash.size, start, count, output.data, output.size, &written));
}

#ifndef BRAMAH_NO_EXCEPTIONS
/** An encoding, and the BLAKE3 of its content. */
struct bao_encoded {
    std::vector<std::uint8_t> encoding;
    std::array<std::uint8_t, 32> hash;
};

/** Returns the encoding of content. */
inline bao_encoded bao_encode(bytes content, bao_form form = bao_form::combined)
{
    bao_encoded made{
        std::vector<std::uint8_t>(bramah_bao_length(static_cast<bramah_bao_form>(form), content.size)), {}};
    std::size_t written = 0;
    bao_encode(form, content, out(made.hash), out(made.encoding), written);
    return made;
}

/** Verifies and returns a range of the content. `content` must be given if the encoding does not contain it. */
inline std::vector<std::uint8_t> bao_decode(bao_form form, bytes encoding, bytes hash, std::uint64_t start = 0,
    std::uint64_t count = UINT64_MAX, bytes content = {})
{
    const std::size_t most = form == bao_form::combined ? encoding.size : content.size;
    std::vector<std::uint8_t> output(count < most ? static_cast<std::size_t>(count) : most);
    std::size_t written = 0;
    bao_decode(form, encoding, content, hash, start, count, out(output), written);
    output.resize(written);
    return output;
}

/** Returns a slice that verifies a range of the content. `content` must be given if the encoding does not contain it. */
inline std::vector<std::uint8_t> bao_slice(
    bao_form form, bytes encoding, std::uint64_t start, std::uint64_t count, bytes content = {})
{
    std::size_t written = 0;
    // without room, the call says how much is needed
    const bramah_status status = bramah_bao_slice(static_cast<bramah_bao_form>(form), encoding.data, encoding.size,
        content.data, content.size, start, count, nullptr, 0, &written);
    if (status != BRAMAH_LENGTH)
        checked(status);
    std::vector<std::uint8_t> output(written);
    bao_slice(form, encoding, content, start, count, out(output), written);
    return output;
}

/** Returns the range that a slice was made for, verified. */
inline std::vector<std::uint8_t> bao_decode_slice(bytes slice, bytes hash, std::uint64_t start, std::uint64_t count)
{
    std::vector<std::uint8_t> output(count < slice.size ? static_cast<std::size_t>(count) : slice.size);
    std::size_t written = 0;
    bao_decode_slice(slice, hash, start, count, out(output), written);
    output.resize(written);
    return output;
}
#endif

/** A file in the age format that is encrypted or decrypted in parts; bramah.h lists the options. */
class file : public owned<bramah_file, bramah_file_free> {
public:
    file() = default;
    /** Begins to encrypt or decrypt a file. */
    result open(direction direction, const options &options)
    {
        return checked(bramah_file_new(empty(), static_cast<bramah_direction>(direction), options.get()));
    }
    /** Encrypts or decrypts the next part of the input. */
    result update(bytes input) { return checked(bramah_file_update(get(), input.data, input.size)); }
    /** Ends the input. Decrypted output is complete only after this has succeeded. */
    result finish() { return checked(bramah_file_finish(get())); }
    /** Moves output to a buffer, and sets `written` to its length. */
    result take(out output, std::size_t &written)
    {
        return checked(bramah_file_take(get(), output.data, output.size, &written));
    }
    /** Returns the number of bytes of output that can be taken. */
    std::size_t available() const { return bramah_file_available(get()); }

#ifndef BRAMAH_NO_EXCEPTIONS
    file(direction direction, const options &options) { open(direction, options); }
    /** Returns the output that is available. */
    std::vector<std::uint8_t> take()
    {
        std::vector<std::uint8_t> output(available());
        std::size_t written = 0;
        take(out(output), written);
        output.resize(written);
        return output;
    }
#endif
};

/** Encrypts or decrypts a file to another, which gets its name only when it is complete and, in decryption, authentic. */
inline result file_convert(direction direction, const c_string &from, const c_string &to, const options &options)
{
    return checked(bramah_file_convert(static_cast<bramah_direction>(direction), from, to, options.get()));
}

#ifndef BRAMAH_NO_EXCEPTIONS
/** A pair of keys for files: the identity is secret. */
struct file_keys {
    std::string identity, recipient;
};

/** Makes a pair of keys for files: x25519, or hybrid against quantum computers. */
inline file_keys file_keygen(const c_string &name = "x25519")
{
    std::array<char, 128> identity;
    std::array<char, 2048> recipient;
    checked(bramah_file_keygen(name, identity.data(), identity.size(), recipient.data(), recipient.size()));
    file_keys keys{identity.data(), recipient.data()};
    (void)bramah_wipe(reinterpret_cast<std::uint8_t *>(identity.data()), identity.size());
    return keys;
}
#endif

/** Derives bytes from a password or secret with a function by name. */
inline result kdf(const c_string &name, bytes secret, const options &options, out output)
{
    return checked(bramah_kdf(name, secret.data, secret.size, options.get(), output.data, output.size));
}

/** Compares a password with a stored string. */
inline result password_verify(bytes password, const c_string &string, const options &limits = {})
{
    return checked(bramah_password_verify(password.data, password.size, string, limits.get()));
}

/** Writes random bytes. */
inline result random(out output) { return checked(bramah_random(output.data, output.size)); }

#ifndef BRAMAH_NO_EXCEPTIONS
/** Makes the string of a password, to be stored. */
inline std::string password_hash(const c_string &scheme, bytes password, const options &options = {})
{
    std::array<char, 512> string;
    std::size_t written = 0;
    checked(bramah_password_hash(
        scheme, password.data, password.size, options.get(), string.data(), string.size(), &written));
    return std::string(string.data(), written);
}
#endif

} // namespace bramah

#endif
