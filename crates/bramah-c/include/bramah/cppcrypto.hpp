/*
 * The interface of cppcrypto 0.12, implemented by Bramah: the names and types of the namespace cppcrypto, so that programs that
 * were written for that version are compiled with this header in place of its own. Sizes are in bits, lengths of buffers in
 * bytes.
 *
 * It differs where 0.12 was wrong or left the result undefined:
 *
 * - cbc checks every byte of the padding, and throws bramah::error (BRAMAH_PADDING) if it is wrong, where 0.12 returned nothing;
 * - ctr writes all of a part that ends within a block, of which 0.12 wrote only the first byte, and continues that block with
 *   the next part, where 0.12 lost the rest of its keystream;
 * - hmac over sha224 is that of RFC 4231 also with keys of more than 64 bytes, with which 0.12 computed something else;
 * - pbkdf2 writes dklen bytes, where 0.12 wrote beyond them;
 * - argon2d and argon2i follow the specification of version 1.0: 0.12 deviated for outputs of more than 64 bytes whose length
 *   modulo 64 is from 1 to 32, and where there were less than 8 KiB for each lane, which is refused here. What it computed is
 *   argon2d_deviating_as_0_12 and argon2i_deviating_as_0_12;
 * - errors are exceptions of type bramah::error.
 */
#ifndef BRAMAH_CPPCRYPTO_HPP
#define BRAMAH_CPPCRYPTO_HPP

#include "../bramah.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <ostream>

#ifdef BRAMAH_NO_EXCEPTIONS
#error "cppcrypto's interface has no other way to report errors than exceptions"
#endif

namespace cppcrypto {

namespace detail {

/** Bytes that are erased when they are freed. */
class secret {
public:
    secret() = default;
    explicit secret(std::size_t size) : bytes_(size) {}
    secret(const std::uint8_t *data, std::size_t size) : bytes_(data, data + size) {}
    secret(const secret &) = default;
    secret &operator=(const secret &other)
    {
        wipe();
        bytes_ = other.bytes_;
        return *this;
    }
    ~secret() { wipe(); }
    std::uint8_t *data() { return bytes_.data(); }
    const std::uint8_t *data() const { return bytes_.data(); }
    std::size_t size() const { return bytes_.size(); }
    std::uint8_t &operator[](std::size_t i) { return bytes_[i]; }
    /** Erases the bytes. */
    void wipe() { bramah_wipe(bytes_.data(), bytes_.size()); }

private:
    std::vector<std::uint8_t> bytes_;
};

[[noreturn]] inline void fail(bramah_status status, const char *text) { throw bramah::error(status, text); }

} // namespace detail

/** A hash function: abstract, so that programs can add their own. */
class crypto_hash {
public:
    crypto_hash() {}
    virtual ~crypto_hash() {}

    /** Begins a message. */
    virtual void init() = 0;
    /** Appends to the message. */
    virtual void update(const uint8_t *data, size_t len) = 0;
    /** Ends the message and writes its digest. */
    virtual void final(uint8_t *hash) = 0;
    /** Returns the length of a digest in bits. */
    virtual size_t hashsize() const = 0;
    /** Returns the length of a block in bits. */
    virtual size_t blocksize() const = 0;
    /** Returns a new object of the same function, which the caller deletes. */
    virtual crypto_hash *clone() const = 0;
    /** Erases the message. */
    virtual void clear() {}

    /** Writes the digest of a whole message. */
    void hash_string(const uint8_t *data, size_t len, uint8_t *hash)
    {
        init();
        update(data, len);
        final(hash);
    }
    void hash_string(const char *data, size_t len, uint8_t *hash)
    {
        hash_string(reinterpret_cast<const uint8_t *>(data), len, hash);
    }
    void hash_string(const std::string &data, uint8_t *hash) { hash_string(data.data(), data.size(), hash); }

private:
    crypto_hash(const crypto_hash &) = delete;
    void operator=(const crypto_hash &) = delete;
};

namespace detail {

/** A hash function of Bramah's. */
class named_hash : public crypto_hash {
public:
    explicit named_hash(const char *name) : name_(name), hash_(name) {}
    void init() override { hash_.reset(); }
    void update(const uint8_t *data, size_t len) override { hash_.update({data, len}); }
    void final(uint8_t *hash) override { hash_.finish(bramah::out(hash, hash_.size())); }
    size_t hashsize() const override { return 8 * hash_.size(); }
    size_t blocksize() const override { return 8 * hash_.block_size(); }
    void clear() override { hash_.reset(); }
    /** Returns the name by which Bramah knows the function. */
    const char *name() const { return name_; }

private:
    const char *name_;
    bramah::hash hash_;
};

} // namespace detail

#define BRAMAH_CPPCRYPTO_HASH(type, name)                                 \
    class type : public detail::named_hash {                              \
    public:                                                               \
        type() : named_hash(name) {}                                      \
        crypto_hash *clone() const override { return new type(); }        \
    };
BRAMAH_CPPCRYPTO_HASH(blake224, "blake-224")
BRAMAH_CPPCRYPTO_HASH(blake256, "blake-256")
BRAMAH_CPPCRYPTO_HASH(blake384, "blake-384")
BRAMAH_CPPCRYPTO_HASH(blake512, "blake-512")
BRAMAH_CPPCRYPTO_HASH(blake2b_128, "blake2b-128")
BRAMAH_CPPCRYPTO_HASH(blake2b_160, "blake2b-160")
BRAMAH_CPPCRYPTO_HASH(blake2b_224, "blake2b-224")
BRAMAH_CPPCRYPTO_HASH(blake2b_256, "blake2b-256")
BRAMAH_CPPCRYPTO_HASH(blake2b_384, "blake2b-384")
BRAMAH_CPPCRYPTO_HASH(blake2b_512, "blake2b-512")
BRAMAH_CPPCRYPTO_HASH(blake2s_128, "blake2s-128")
BRAMAH_CPPCRYPTO_HASH(blake2s_160, "blake2s-160")
BRAMAH_CPPCRYPTO_HASH(blake2s_224, "blake2s-224")
BRAMAH_CPPCRYPTO_HASH(blake2s_256, "blake2s-256")
BRAMAH_CPPCRYPTO_HASH(groestl224, "groestl-224")
BRAMAH_CPPCRYPTO_HASH(groestl256, "groestl-256")
BRAMAH_CPPCRYPTO_HASH(groestl384, "groestl-384")
BRAMAH_CPPCRYPTO_HASH(groestl512, "groestl-512")
BRAMAH_CPPCRYPTO_HASH(jh224, "jh-224")
BRAMAH_CPPCRYPTO_HASH(jh256, "jh-256")
BRAMAH_CPPCRYPTO_HASH(jh384, "jh-384")
BRAMAH_CPPCRYPTO_HASH(jh512, "jh-512")
BRAMAH_CPPCRYPTO_HASH(kupyna256, "kupyna-256")
BRAMAH_CPPCRYPTO_HASH(kupyna512, "kupyna-512")
BRAMAH_CPPCRYPTO_HASH(md5, "md5")
BRAMAH_CPPCRYPTO_HASH(sha1, "sha1")
BRAMAH_CPPCRYPTO_HASH(sha224, "sha224")
BRAMAH_CPPCRYPTO_HASH(sha256, "sha256")
BRAMAH_CPPCRYPTO_HASH(sha384, "sha384")
BRAMAH_CPPCRYPTO_HASH(sha512, "sha512")
BRAMAH_CPPCRYPTO_HASH(sha512_224, "sha512-224")
BRAMAH_CPPCRYPTO_HASH(sha512_256, "sha512-256")
BRAMAH_CPPCRYPTO_HASH(sha3_224, "sha3-224")
BRAMAH_CPPCRYPTO_HASH(sha3_256, "sha3-256")
BRAMAH_CPPCRYPTO_HASH(sha3_384, "sha3-384")
BRAMAH_CPPCRYPTO_HASH(sha3_512, "sha3-512")
BRAMAH_CPPCRYPTO_HASH(skein256_128, "skein-256-128")
BRAMAH_CPPCRYPTO_HASH(skein256_160, "skein-256-160")
BRAMAH_CPPCRYPTO_HASH(skein256_224, "skein-256-224")
BRAMAH_CPPCRYPTO_HASH(skein256_256, "skein-256-256")
BRAMAH_CPPCRYPTO_HASH(skein512_128, "skein-512-128")
BRAMAH_CPPCRYPTO_HASH(skein512_160, "skein-512-160")
BRAMAH_CPPCRYPTO_HASH(skein512_224, "skein-512-224")
BRAMAH_CPPCRYPTO_HASH(skein512_256, "skein-512-256")
BRAMAH_CPPCRYPTO_HASH(skein512_384, "skein-512-384")
BRAMAH_CPPCRYPTO_HASH(skein512_512, "skein-512-512")
BRAMAH_CPPCRYPTO_HASH(skein1024_256, "skein-1024-256")
BRAMAH_CPPCRYPTO_HASH(skein1024_384, "skein-1024-384")
BRAMAH_CPPCRYPTO_HASH(skein1024_512, "skein-1024-512")
BRAMAH_CPPCRYPTO_HASH(skein1024_1024, "skein-1024-1024")
BRAMAH_CPPCRYPTO_HASH(sm3, "sm3")
BRAMAH_CPPCRYPTO_HASH(streebog256, "streebog-256")
BRAMAH_CPPCRYPTO_HASH(streebog512, "streebog-512")
BRAMAH_CPPCRYPTO_HASH(whirlpool, "whirlpool")
#undef BRAMAH_CPPCRYPTO_HASH

/** HMAC over any hash function, a program's own included. */
class hmac : public crypto_hash {
public:
    hmac(const crypto_hash &hash, const uint8_t *key, size_t keylen) : hash_(hash.clone()), key_(key, keylen) { pad(); }
    hmac(const crypto_hash &hash, const std::string &key)
        : hmac(hash, reinterpret_cast<const uint8_t *>(key.data()), key.size())
    {
    }

    void init() override
    {
        hash_->init();
        hash_->update(inner_.data(), inner_.size());
    }
    void update(const uint8_t *data, size_t len) override { hash_->update(data, len); }
    void final(uint8_t *hash) override
    {
        detail::secret digest(hashsize() / 8);
        hash_->final(digest.data());
        hash_->init();
        hash_->update(outer_.data(), outer_.size());
        hash_->update(digest.data(), digest.size());
        hash_->final(hash);
    }
    size_t hashsize() const override { return hash_->hashsize(); }
    size_t blocksize() const override { return hash_->blocksize(); }
    crypto_hash *clone() const override { return new hmac(*hash_, key_.data(), key_.size()); }
    void clear() override { hash_->clear(); }

    /** Returns the hash function inside. */
    const crypto_hash &function() const { return *hash_; }
    /** Returns the key. */
    const detail::secret &key() const { return key_; }

private:
    void pad()
    {
        const size_t block = blocksize() / 8;
        detail::secret key(std::max(block, hashsize() / 8));
        if (key_.size() > block)
            hash_->hash_string(key_.data(), key_.size(), key.data());
        else
            std::copy_n(key_.data(), key_.size(), key.data());
        inner_ = outer_ = detail::secret(key.data(), block);
        for (size_t i = 0; i < block; i++) {
            inner_[i] ^= 0x36;
            outer_[i] ^= 0x5c;
        }
    }

    std::unique_ptr<crypto_hash> hash_;
    detail::secret key_, inner_, outer_;
};

/** A block cipher: abstract, so that programs can add their own. */
class block_cipher {
public:
    enum direction { encryption, decryption };

    virtual ~block_cipher() {}
    /** Returns the length of a block in bits. */
    virtual size_t blocksize() const = 0;
    /** Returns the length of a key in bits. */
    virtual size_t keysize() const = 0;
    /** Returns a new object of the same cipher, without the key, which the caller deletes. */
    virtual block_cipher *clone() const = 0;
    /** Erases the key. */
    virtual void clear() {}
    /** Sets the key, for one direction. */
    virtual bool init(const uint8_t *key, block_cipher::direction direction) = 0;
    /** Encrypts a block, in place or to another. */
    virtual void encrypt_block(const uint8_t *in, uint8_t *out) = 0;
    /** Decrypts a block, in place or to another. */
    virtual void decrypt_block(const uint8_t *in, uint8_t *out) = 0;
    /** Encrypts n blocks independently of each other. */
    virtual void encrypt_blocks(const uint8_t *in, uint8_t *out, size_t n)
    {
        for (const size_t block = blocksize() / 8; n > 0; n--, in += block, out += block)
            encrypt_block(in, out);
    }
    /** Decrypts n blocks independently of each other. */
    virtual void decrypt_blocks(const uint8_t *in, uint8_t *out, size_t n)
    {
        for (const size_t block = blocksize() / 8; n > 0; n--, in += block, out += block)
            decrypt_block(in, out);
    }
};

/** A block cipher with a tweak: 16 bytes, zeros until set. */
class tweakable_block_cipher : public block_cipher {
public:
    /** Sets the tweak for the blocks that follow. */
    virtual void set_tweak(const uint8_t *tweak) = 0;
};

namespace detail {

/** What is one of Bramah's own block ciphers. */
class named {
public:
    virtual ~named() {}
    /** Returns the name by which Bramah knows the cipher. */
    virtual const char *name() const = 0;
};

/** A block cipher of Bramah's. */
template <class Base> class named_cipher : public Base, public named {
public:
    named_cipher(const char *name, size_t block, size_t key) : name_(name), block_(block), key_bits_(key) {}
    size_t blocksize() const override { return block_; }
    size_t keysize() const override { return key_bits_; }
    const char *name() const override { return name_; }
    bool init(const uint8_t *key, block_cipher::direction) override
    {
        cipher_.open(name_, {key, key_bits_ / 8});
        return true;
    }
    void clear() override { cipher_ = bramah::block(); }
    void encrypt_block(const uint8_t *in, uint8_t *out) override { encrypt_blocks(in, out, 1); }
    void decrypt_block(const uint8_t *in, uint8_t *out) override { decrypt_blocks(in, out, 1); }
    void encrypt_blocks(const uint8_t *in, uint8_t *out, size_t n) override
    {
        cipher_.apply(bramah::direction::encrypt, {in, n * block_ / 8}, bramah::out(out, n * block_ / 8));
    }
    void decrypt_blocks(const uint8_t *in, uint8_t *out, size_t n) override
    {
        cipher_.apply(bramah::direction::decrypt, {in, n * block_ / 8}, bramah::out(out, n * block_ / 8));
    }

protected:
    const char *name_;
    size_t block_, key_bits_;
    bramah::block cipher_;
};

/** A block cipher of Bramah's with a tweak. */
class tweaked_cipher : public named_cipher<tweakable_block_cipher> {
public:
    using named_cipher::named_cipher;
    bool init(const uint8_t *key, block_cipher::direction) override
    {
        key_ = secret(key, key_bits_ / 8);
        return keyed();
    }
    void set_tweak(const uint8_t *tweak) override
    {
        std::copy_n(tweak, 16, tweak_.begin());
        if (key_.size() > 0)
            keyed();
    }
    void clear() override
    {
        named_cipher::clear();
        key_.wipe();
    }

private:
    bool keyed()
    {
        bramah::options options;
        options.binary("tweak", tweak_);
        cipher_.open(name_, {key_.data(), key_.size()}, options);
        return true;
    }

    secret key_;
    std::array<uint8_t, 16> tweak_{};
};

} // namespace detail

#define BRAMAH_CPPCRYPTO_CIPHER(type, name, block, key)                               \
    class type : public detail::named_cipher<block_cipher> {                          \
    public:                                                                           \
        type() : named_cipher(name, block, key) {}                                    \
        block_cipher *clone() const override { return new type(); }                   \
    };
BRAMAH_CPPCRYPTO_CIPHER(anubis128, "anubis-128", 128, 128)
BRAMAH_CPPCRYPTO_CIPHER(anubis160, "anubis-160", 128, 160)
BRAMAH_CPPCRYPTO_CIPHER(anubis192, "anubis-192", 128, 192)
BRAMAH_CPPCRYPTO_CIPHER(anubis224, "anubis-224", 128, 224)
BRAMAH_CPPCRYPTO_CIPHER(anubis256, "anubis-256", 128, 256)
BRAMAH_CPPCRYPTO_CIPHER(anubis288, "anubis-288", 128, 288)
BRAMAH_CPPCRYPTO_CIPHER(anubis320, "anubis-320", 128, 320)
BRAMAH_CPPCRYPTO_CIPHER(aria128, "aria-128", 128, 128)
BRAMAH_CPPCRYPTO_CIPHER(aria192, "aria-192", 128, 192)
BRAMAH_CPPCRYPTO_CIPHER(aria256, "aria-256", 128, 256)
BRAMAH_CPPCRYPTO_CIPHER(camellia128, "camellia-128", 128, 128)
BRAMAH_CPPCRYPTO_CIPHER(camellia192, "camellia-192", 128, 192)
BRAMAH_CPPCRYPTO_CIPHER(camellia256, "camellia-256", 128, 256)
BRAMAH_CPPCRYPTO_CIPHER(kalyna128_128, "kalyna-128-128", 128, 128)
BRAMAH_CPPCRYPTO_CIPHER(kalyna128_256, "kalyna-128-256", 128, 256)
BRAMAH_CPPCRYPTO_CIPHER(kalyna256_256, "kalyna-256-256", 256, 256)
BRAMAH_CPPCRYPTO_CIPHER(kalyna256_512, "kalyna-256-512", 256, 512)
BRAMAH_CPPCRYPTO_CIPHER(kalyna512_512, "kalyna-512-512", 512, 512)
BRAMAH_CPPCRYPTO_CIPHER(kuznyechik, "kuznyechik", 128, 256)
BRAMAH_CPPCRYPTO_CIPHER(cast6_128, "cast6-128", 128, 128)
BRAMAH_CPPCRYPTO_CIPHER(cast6_160, "cast6-160", 128, 160)
BRAMAH_CPPCRYPTO_CIPHER(cast6_192, "cast6-192", 128, 192)
BRAMAH_CPPCRYPTO_CIPHER(cast6_224, "cast6-224", 128, 224)
BRAMAH_CPPCRYPTO_CIPHER(cast6_256, "cast6-256", 128, 256)
BRAMAH_CPPCRYPTO_CIPHER(mars128, "mars-128", 128, 128)
BRAMAH_CPPCRYPTO_CIPHER(mars160, "mars-160", 128, 160)
BRAMAH_CPPCRYPTO_CIPHER(mars192, "mars-192", 128, 192)
BRAMAH_CPPCRYPTO_CIPHER(mars224, "mars-224", 128, 224)
BRAMAH_CPPCRYPTO_CIPHER(mars256, "mars-256", 128, 256)
BRAMAH_CPPCRYPTO_CIPHER(mars288, "mars-288", 128, 288)
BRAMAH_CPPCRYPTO_CIPHER(mars320, "mars-320", 128, 320)
BRAMAH_CPPCRYPTO_CIPHER(mars352, "mars-352", 128, 352)
BRAMAH_CPPCRYPTO_CIPHER(mars384, "mars-384", 128, 384)
BRAMAH_CPPCRYPTO_CIPHER(mars416, "mars-416", 128, 416)
BRAMAH_CPPCRYPTO_CIPHER(mars448, "mars-448", 128, 448)
BRAMAH_CPPCRYPTO_CIPHER(serpent128, "serpent-128", 128, 128)
BRAMAH_CPPCRYPTO_CIPHER(serpent192, "serpent-192", 128, 192)
BRAMAH_CPPCRYPTO_CIPHER(serpent256, "serpent-256", 128, 256)
BRAMAH_CPPCRYPTO_CIPHER(sm4, "sm4", 128, 128)
BRAMAH_CPPCRYPTO_CIPHER(twofish128, "twofish-128", 128, 128)
BRAMAH_CPPCRYPTO_CIPHER(twofish192, "twofish-192", 128, 192)
BRAMAH_CPPCRYPTO_CIPHER(twofish256, "twofish-256", 128, 256)
BRAMAH_CPPCRYPTO_CIPHER(rijndael128_128, "aes-128", 128, 128)
BRAMAH_CPPCRYPTO_CIPHER(rijndael128_160, "rijndael-128-160", 128, 160)
BRAMAH_CPPCRYPTO_CIPHER(rijndael128_192, "aes-192", 128, 192)
BRAMAH_CPPCRYPTO_CIPHER(rijndael128_224, "rijndael-128-224", 128, 224)
BRAMAH_CPPCRYPTO_CIPHER(rijndael128_256, "aes-256", 128, 256)
BRAMAH_CPPCRYPTO_CIPHER(rijndael160_128, "rijndael-160-128", 160, 128)
BRAMAH_CPPCRYPTO_CIPHER(rijndael160_160, "rijndael-160-160", 160, 160)
BRAMAH_CPPCRYPTO_CIPHER(rijndael160_192, "rijndael-160-192", 160, 192)
BRAMAH_CPPCRYPTO_CIPHER(rijndael160_224, "rijndael-160-224", 160, 224)
BRAMAH_CPPCRYPTO_CIPHER(rijndael160_256, "rijndael-160-256", 160, 256)
BRAMAH_CPPCRYPTO_CIPHER(rijndael192_128, "rijndael-192-128", 192, 128)
BRAMAH_CPPCRYPTO_CIPHER(rijndael192_160, "rijndael-192-160", 192, 160)
BRAMAH_CPPCRYPTO_CIPHER(rijndael192_192, "rijndael-192-192", 192, 192)
BRAMAH_CPPCRYPTO_CIPHER(rijndael192_224, "rijndael-192-224", 192, 224)
BRAMAH_CPPCRYPTO_CIPHER(rijndael192_256, "rijndael-192-256", 192, 256)
BRAMAH_CPPCRYPTO_CIPHER(rijndael224_128, "rijndael-224-128", 224, 128)
BRAMAH_CPPCRYPTO_CIPHER(rijndael224_160, "rijndael-224-160", 224, 160)
BRAMAH_CPPCRYPTO_CIPHER(rijndael224_192, "rijndael-224-192", 224, 192)
BRAMAH_CPPCRYPTO_CIPHER(rijndael224_224, "rijndael-224-224", 224, 224)
BRAMAH_CPPCRYPTO_CIPHER(rijndael224_256, "rijndael-224-256", 224, 256)
BRAMAH_CPPCRYPTO_CIPHER(rijndael256_128, "rijndael-256-128", 256, 128)
BRAMAH_CPPCRYPTO_CIPHER(rijndael256_160, "rijndael-256-160", 256, 160)
BRAMAH_CPPCRYPTO_CIPHER(rijndael256_192, "rijndael-256-192", 256, 192)
BRAMAH_CPPCRYPTO_CIPHER(rijndael256_224, "rijndael-256-224", 256, 224)
BRAMAH_CPPCRYPTO_CIPHER(rijndael256_256, "rijndael-256-256", 256, 256)
#undef BRAMAH_CPPCRYPTO_CIPHER

#define BRAMAH_CPPCRYPTO_TWEAKED(type, name, size)                                    \
    class type : public detail::tweaked_cipher {                                      \
    public:                                                                           \
        type() : tweaked_cipher(name, size, size) {}                                  \
        block_cipher *clone() const override { return new type(); }                   \
    };
BRAMAH_CPPCRYPTO_TWEAKED(threefish256_256, "threefish-256", 256)
BRAMAH_CPPCRYPTO_TWEAKED(threefish512_512, "threefish-512", 512)
BRAMAH_CPPCRYPTO_TWEAKED(threefish1024_1024, "threefish-1024", 1024)
#undef BRAMAH_CPPCRYPTO_TWEAKED

namespace detail {

/** Opens a mode of the library, in the direction of encryption, if the cipher is one of its own; returns whether it is. */
inline bool open(bramah::cipher &mode, const block_cipher &cipher, const char *name, const uint8_t *key, const secret &iv)
{
    const auto *const known = dynamic_cast<const named *>(&cipher);
    if (known)
        mode.open((std::string(known->name()) + name).c_str(), {key, cipher.keysize() / 8}, {iv.data(), iv.size()},
            bramah::direction::encrypt);
    return known != nullptr;
}

} // namespace detail

/** CBC with the padding of PKCS #7, over any block cipher, a program's own included. */
class cbc {
public:
    cbc(const block_cipher &cipher) : cipher_(cipher.clone()), block_(cipher.blocksize() / 8) {}
    virtual ~cbc() {}

    /** Begins a message; zeros follow an IV that is shorter than a block. */
    void init(const uint8_t *key, size_t keylen, const uint8_t *iv, size_t ivlen, block_cipher::direction direction)
    {
        if (keylen != cipher_->keysize() / 8)
            detail::fail(BRAMAH_LENGTH, "cbc: the key does not have the length that the cipher takes");
        if (ivlen > block_)
            detail::fail(BRAMAH_LENGTH, "cbc: the IV is longer than a block");
        cipher_->init(key, direction);
        chain_ = detail::secret(block_);
        held_ = detail::secret(RUN * block_);
        text_ = detail::secret(RUN * block_);
        std::copy_n(iv, ivlen, chain_.data());
        count_ = 0;
        if (direction == block_cipher::encryption)
            detail::open(named_, *cipher_, "-cbc", key, chain_);
    }

    /** Encrypts more of the message: all whole blocks so far. */
    void encrypt_update(const uint8_t *in, size_t len, uint8_t *out, size_t &resultlen)
    {
        resultlen = 0;
        while (len > 0) {
            take(in, len);
            encrypt_run(count_ / block_, out, resultlen);
        }
    }
    /** Encrypts the last block, which is padded. */
    void encrypt_final(uint8_t *out, size_t &resultlen)
    {
        resultlen = 0;
        std::fill_n(held_.data() + count_, block_ - count_, static_cast<uint8_t>(block_ - count_));
        count_ = block_;
        encrypt_run(1, out, resultlen);
    }
    /** Decrypts more of the message: all whole blocks so far but the last, which may be padding. */
    void decrypt_update(const uint8_t *in, size_t len, uint8_t *out, size_t &resultlen)
    {
        resultlen = 0;
        while (len > 0) {
            take(in, len);
            decrypt_run((count_ - 1) / block_, out, resultlen);
        }
    }
    /** Decrypts the last block and removes the padding. */
    void decrypt_final(uint8_t *out, size_t &resultlen)
    {
        resultlen = 0;
        if (count_ != block_)
            detail::fail(BRAMAH_LENGTH, "cbc: a message that does not consist of whole blocks");
        detail::secret text(block_);
        decrypt_run(1, text.data(), resultlen);
        // time and addresses do not depend on the block, until it is known whether its padding was right
        const unsigned block = static_cast<unsigned>(block_), last = text[block_ - 1];
        unsigned wrong = (last - 1) >> 31 | (block - last) >> 31;
        for (unsigned i = 0; i < block; i++) {
            const unsigned inside = (i - last) >> 31; // 1 for the last `last` bytes
            wrong |= inside * (text[block - 1 - i] ^ last);
        }
        resultlen = 0;
        if (wrong != 0)
            detail::fail(BRAMAH_PADDING, "cbc: invalid padding in the last block");
        resultlen = block_ - last;
        std::copy_n(text.data(), resultlen, out);
    }

    void encrypt_update(const uint8_t *in, size_t len, std::vector<uint8_t> &out) { append(&cbc::encrypt_update, in, len, out); }
    void encrypt_final(std::vector<uint8_t> &out) { append(&cbc::encrypt_final, out); }
    void decrypt_update(const uint8_t *in, size_t len, std::vector<uint8_t> &out) { append(&cbc::decrypt_update, in, len, out); }
    void decrypt_final(std::vector<uint8_t> &out) { append(&cbc::decrypt_final, out); }

    void encrypt_update(const uint8_t *in, size_t len, std::ostream &out) { write(&cbc::encrypt_update, in, len, out); }
    void encrypt_final(std::ostream &out) { write(&cbc::encrypt_final, out); }
    void decrypt_update(const uint8_t *in, size_t len, std::ostream &out) { write(&cbc::decrypt_update, in, len, out); }
    void decrypt_final(std::ostream &out) { write(&cbc::decrypt_final, out); }

private:
    cbc(const cbc &) = delete;
    void operator=(const cbc &) = delete;
    using update = void (cbc::*)(const uint8_t *, size_t, uint8_t *, size_t &);
    using final = void (cbc::*)(uint8_t *, size_t &);

    static constexpr size_t RUN = 64; // blocks at a time, so that they are decrypted side by side

    /** Adds input to the bytes held, as much as there is room for. */
    void take(const uint8_t *&in, size_t &len)
    {
        const size_t taken = std::min(len, held_.size() - count_);
        std::copy_n(in, taken, held_.data() + count_);
        count_ += taken;
        in += taken;
        len -= taken;
    }
    /** Moves the first blocks of the bytes held, which are encrypted or decrypted, to the output. */
    void give(size_t blocks, uint8_t *out, size_t &resultlen)
    {
        const size_t given = blocks * block_;
        std::copy_n(held_.data(), given, out + resultlen);
        resultlen += given;
        count_ -= given;
        std::copy_n(held_.data() + given, count_, held_.data());
    }
    void encrypt_run(size_t blocks, uint8_t *out, size_t &resultlen)
    {
        if (blocks == 0)
            return;
        if (named_) {
            named_.reset({chain_.data(), block_});
            named_.apply({held_.data(), blocks * block_}, bramah::out(held_.data(), blocks * block_));
            std::copy_n(held_.data() + (blocks - 1) * block_, block_, chain_.data());
        } else {
            for (uint8_t *at = held_.data(), *end = at + blocks * block_; at < end; at += block_) {
                for (size_t i = 0; i < block_; i++)
                    chain_[i] ^= at[i];
                cipher_->encrypt_block(chain_.data(), chain_.data());
                std::copy_n(chain_.data(), block_, at);
            }
        }
        give(blocks, out, resultlen);
    }
    void decrypt_run(size_t blocks, uint8_t *out, size_t &resultlen)
    {
        if (blocks == 0)
            return;
        cipher_->decrypt_blocks(held_.data(), text_.data(), blocks);
        uint8_t *const text = text_.data();
        const uint8_t *const chain = chain_.data(), *const held = held_.data();
        for (size_t i = 0; i < block_; i++)
            text[i] ^= chain[i];
        for (size_t i = block_; i < blocks * block_; i++)
            text[i] ^= held[i - block_];
        std::copy_n(held_.data() + (blocks - 1) * block_, block_, chain_.data());
        std::copy_n(text_.data(), blocks * block_, held_.data());
        give(blocks, out, resultlen);
    }
    void append(update call, const uint8_t *in, size_t len, std::vector<uint8_t> &out)
    {
        const size_t begin = out.size();
        size_t written = 0;
        out.resize(begin + len + block_);
        (this->*call)(in, len, out.data() + begin, written);
        out.resize(begin + written);
    }
    void append(final call, std::vector<uint8_t> &out)
    {
        detail::secret last(block_);
        size_t written = 0;
        (this->*call)(last.data(), written);
        out.insert(out.end(), last.data(), last.data() + written);
    }
    void write(update call, const uint8_t *in, size_t len, std::ostream &out)
    {
        detail::secret text(len + block_);
        size_t written = 0;
        (this->*call)(in, len, text.data(), written);
        out.write(reinterpret_cast<const char *>(text.data()), static_cast<std::streamsize>(written));
    }
    void write(final call, std::ostream &out)
    {
        detail::secret last(block_);
        size_t written = 0;
        (this->*call)(last.data(), written);
        out.write(reinterpret_cast<const char *>(last.data()), static_cast<std::streamsize>(written));
    }

    std::unique_ptr<block_cipher> cipher_;
    bramah::cipher named_; // the mode of the library, if the cipher is one of its own
    size_t block_, count_ = 0;
    detail::secret chain_, held_, text_;
};

/** CTR with one big-endian counter in the whole block, over any block cipher, a program's own included. */
class ctr {
public:
    ctr(const block_cipher &cipher) : cipher_(cipher.clone()), block_(cipher.blocksize() / 8) {}
    virtual ~ctr() {}

    /** Begins a message; zeros follow an IV that is shorter than a block. The direction does not matter. */
    void init(const uint8_t *key, size_t keylen, const uint8_t *iv, size_t ivlen, block_cipher::direction)
    {
        if (keylen != cipher_->keysize() / 8)
            detail::fail(BRAMAH_LENGTH, "ctr: the key does not have the length that the cipher takes");
        if (ivlen > block_)
            detail::fail(BRAMAH_LENGTH, "ctr: the IV is longer than a block");
        counter_ = detail::secret(block_);
        std::copy_n(iv, ivlen, counter_.data());
        if (detail::open(named_, *cipher_, "-ctr", key, counter_))
            return;
        cipher_->init(key, block_cipher::encryption);
        stream_ = detail::secret(RUN * block_);
        next_ = stream_.size();
    }
    /** Encrypts the next part of the message, in place or to another buffer. */
    void encrypt(const uint8_t *in, size_t len, uint8_t *out)
    {
        if (named_ && len > 0) {
            if (in != out)
                std::memmove(out, in, len);
            return named_.apply({out, len}, bramah::out(out, len));
        }
        for (size_t i = 0; i < len; i++) {
            if (next_ == stream_.size())
                more();
            out[i] = in[i] ^ stream_[next_++];
        }
    }
    /** Decrypts the next part of the message, in place or to another buffer. */
    void decrypt(const uint8_t *in, size_t len, uint8_t *out) { encrypt(in, len, out); }

private:
    ctr(const ctr &) = delete;
    void operator=(const ctr &) = delete;
    static constexpr size_t RUN = 32; // blocks at a time, so that they are encrypted side by side

    void more()
    {
        for (size_t n = 0; n < RUN; n++) {
            std::copy_n(counter_.data(), block_, stream_.data() + n * block_);
            unsigned carry = 1;
            for (size_t i = block_; i-- > 0;) {
                carry += counter_[i];
                counter_[i] = static_cast<uint8_t>(carry);
                carry >>= 8;
            }
        }
        cipher_->encrypt_blocks(stream_.data(), stream_.data(), RUN);
        next_ = 0;
    }

    std::unique_ptr<block_cipher> cipher_;
    bramah::cipher named_; // the mode of the library, if the cipher is one of its own
    size_t block_, next_ = 0;
    detail::secret counter_, stream_;
};

namespace detail {

/** Sets salt and hash function of a key derivation. */
inline void set(bramah::options &options, const uint8_t *salt, size_t salt_len, const crypto_hash &hash)
{
    options.binary("salt", {salt, salt_len});
    options.text("hash", static_cast<const named_hash &>(hash).name());
}

inline bool is_named(const crypto_hash &hash) { return dynamic_cast<const named_hash *>(&hash) != nullptr; }

/** PBKDF2 (RFC 8018, section 5.2) over a program's own hash function. */
inline void pbkdf2_over(crypto_hash &prf, const uint8_t *salt, size_t salt_len, int iterations, uint8_t *dk, size_t dklen)
{
    const size_t len = prf.hashsize() / 8;
    secret u(len), sum(len);
    for (uint32_t number = 1; dklen > 0; number++) {
        const uint8_t counter[4] = {static_cast<uint8_t>(number >> 24), static_cast<uint8_t>(number >> 16),
            static_cast<uint8_t>(number >> 8), static_cast<uint8_t>(number)};
        prf.init();
        prf.update(salt, salt_len);
        prf.update(counter, 4);
        prf.final(u.data());
        sum = u;
        for (int i = 1; i < iterations; i++) {
            prf.hash_string(u.data(), len, u.data());
            for (size_t k = 0; k < len; k++)
                sum[k] ^= u[k];
        }
        const size_t taken = std::min(dklen, len);
        std::copy_n(sum.data(), taken, dk);
        dk += taken;
        dklen -= taken;
    }
}

inline void argon2(const char *name, uint32_t version, const char *password, uint32_t pwd_len, const uint8_t *salt,
    uint32_t salt_len, uint32_t p, uint32_t m, uint32_t t, uint8_t *dk, uint32_t dklen)
{
    bramah::options options;
    options.binary("salt", {salt, salt_len});
    options.number("lanes", p);
    options.number("memory", m);
    options.number("iterations", t);
    options.number("version", version);
    options.number("threads", p);
    options.number("short_salts", 1);
    bramah::kdf(name, {reinterpret_cast<const uint8_t *>(password), pwd_len}, options, bramah::out(dk, dklen));
}

} // namespace detail

/** Derives a key by PBKDF2: the password is the key of the HMAC. */
inline void pbkdf2(const hmac &hmac, const uint8_t *salt, size_t salt_len, int iterations, uint8_t *dk, size_t dklen)
{
    if (iterations < 1)
        detail::fail(BRAMAH_PARAMETER, "pbkdf2: fewer than one iteration");
    if (!detail::is_named(hmac.function())) {
        const std::unique_ptr<crypto_hash> prf(hmac.clone());
        return detail::pbkdf2_over(*prf, salt, salt_len, iterations, dk, dklen);
    }
    bramah::options options;
    detail::set(options, salt, salt_len, hmac.function());
    options.number("iterations", static_cast<uint32_t>(iterations));
    bramah::kdf("pbkdf2", {hmac.key().data(), hmac.key().size()}, options, bramah::out(dk, dklen));
}

/** Derives a key by scrypt: the password is the key of the HMAC, over a hash function of this library. */
inline void scrypt(
    const hmac &hmac, const uint8_t *salt, size_t salt_len, size_t N, size_t r, size_t p, uint8_t *dk, size_t dklen)
{
    if (!detail::is_named(hmac.function()))
        detail::fail(BRAMAH_UNSUPPORTED, "scrypt: a hash function that the library does not have");
    bramah::options options;
    detail::set(options, salt, salt_len, hmac.function());
    options.number("n", N);
    options.number("r", r);
    options.number("lanes", p);
    bramah::kdf("scrypt", {hmac.key().data(), hmac.key().size()}, options, bramah::out(dk, dklen));
}

/** Derives a key by Argon2d, version 1.0. */
inline void argon2d(const char *password, uint32_t pwd_len, const uint8_t *salt, uint32_t salt_len, uint32_t p, uint32_t m,
    uint32_t t, uint8_t *dk, uint32_t dklen)
{
    detail::argon2("argon2d", 0x10, password, pwd_len, salt, salt_len, p, m, t, dk, dklen);
}

/** Derives a key by Argon2i, version 1.0. */
inline void argon2i(const char *password, uint32_t pwd_len, const uint8_t *salt, uint32_t salt_len, uint32_t p, uint32_t m,
    uint32_t t, uint8_t *dk, uint32_t dklen)
{
    detail::argon2("argon2i", 0x10, password, pwd_len, salt, salt_len, p, m, t, dk, dklen);
}

/** Derives a key by what cppcrypto 0.12 called Argon2d, with its deviations from the specification: for old keys alone. */
inline void argon2d_deviating_as_0_12(const char *password, uint32_t pwd_len, const uint8_t *salt, uint32_t salt_len,
    uint32_t p, uint32_t m, uint32_t t, uint8_t *dk, uint32_t dklen)
{
    bramah::checked(bramah_argon2_cppcrypto_0_12(
        0, reinterpret_cast<const uint8_t *>(password), pwd_len, salt, salt_len, p, m, t, dk, dklen));
}

/** Derives a key by what cppcrypto 0.12 called Argon2i, with its deviations from the specification: for old keys alone. */
inline void argon2i_deviating_as_0_12(const char *password, uint32_t pwd_len, const uint8_t *salt, uint32_t salt_len,
    uint32_t p, uint32_t m, uint32_t t, uint8_t *dk, uint32_t dklen)
{
    bramah::checked(bramah_argon2_cppcrypto_0_12(
        1, reinterpret_cast<const uint8_t *>(password), pwd_len, salt, salt_len, p, m, t, dk, dklen));
}

} // namespace cppcrypto

#endif
