// Tests the interface of cppcrypto 0.12 with vectors that its own documentation and two of its versions gave.

#include <bramah/cppcrypto.hpp>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace cppcrypto;

namespace {

[[noreturn]] void fail(int line, const std::string &what)
{
    std::cerr << "cppcrypto.cpp:" << line << ": " << what << "\n";
    std::exit(1);
}

#define IS(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

std::string hex(const uint8_t *bytes, size_t len)
{
    std::string text;
    for (size_t i = 0; i < len; i++) {
        text += "0123456789abcdef"[bytes[i] >> 4];
        text += "0123456789abcdef"[bytes[i] & 15];
    }
    return text;
}

const std::string fox = "The quick brown fox jumps over the lazy dog";

// A hash function of a program, which the library knows nothing of, though it is SHA-256.
class own_hash : public crypto_hash {
public:
    void init() override { inner_.init(); }
    void update(const uint8_t *data, size_t len) override { inner_.update(data, len); }
    void final(uint8_t *hash) override { inner_.final(hash); }
    size_t hashsize() const override { return inner_.hashsize(); }
    size_t blocksize() const override { return inner_.blocksize(); }
    crypto_hash *clone() const override { return new own_hash(); }

private:
    sha256 inner_;
};

// A program's own cipher: AES-128 that encrypts one block at a time.
class own_cipher : public block_cipher {
public:
    size_t blocksize() const override { return 128; }
    size_t keysize() const override { return 128; }
    block_cipher *clone() const override { return new own_cipher(); }
    bool init(const uint8_t *key, block_cipher::direction direction) override { return inner_.init(key, direction); }
    void encrypt_block(const uint8_t *in, uint8_t *out) override { inner_.encrypt_block(in, out); }
    void decrypt_block(const uint8_t *in, uint8_t *out) override { inner_.decrypt_block(in, out); }

private:
    rijndael128_128 inner_;
};

void hashes()
{
    uint8_t digest[128];
    blake256 hash;
    hash.hash_string(fox, digest);
    IS(hex(digest, hash.hashsize() / 8) == "7576698ee9cad30173080678e5965916adbb11cb5245d386bf1ffda1cb26c9d7");
    const std::unique_ptr<crypto_hash> copy(hash.clone());
    copy->init();
    copy->update(reinterpret_cast<const uint8_t *>(fox.data()), 10);
    copy->update(reinterpret_cast<const uint8_t *>(fox.data()) + 10, fox.size() - 10);
    copy->final(digest);
    IS(hex(digest, 32) == "7576698ee9cad30173080678e5965916adbb11cb5245d386bf1ffda1cb26c9d7");

    hmac mac(sha256(), "key");
    mac.hash_string(fox, digest);
    IS(hex(digest, 32) == "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8");
    hmac own(own_hash(), "key");
    own.hash_string(fox, digest);
    IS(hex(digest, 32) == "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8");
    // a key longer than a block, beside the library's own HMAC
    const std::string key(200, 'k');
    hmac longer(sha3_512(), key);
    longer.hash_string(fox, digest);
    bramah::mac expected("hmac-sha3-512", key);
    expected.update(fox);
    IS(expected.finish() == std::vector<uint8_t>(digest, digest + 64));

    const std::unique_ptr<crypto_hash> all[] = {std::unique_ptr<crypto_hash>(new skein1024_1024),
        std::unique_ptr<crypto_hash>(new kupyna512), std::unique_ptr<crypto_hash>(new streebog256),
        std::unique_ptr<crypto_hash>(new jh224), std::unique_ptr<crypto_hash>(new groestl384)};
    const size_t sizes[] = {1024, 512, 256, 224, 384}, blocks[] = {1024, 1024, 512, 512, 1024};
    for (size_t i = 0; i < 5; i++)
        IS(all[i]->hashsize() == sizes[i] && all[i]->blocksize() == blocks[i]);
}

void key_derivation()
{
    uint8_t dk[32], other[45], same[45];
    const auto salt = reinterpret_cast<const uint8_t *>("salt");
    pbkdf2(hmac(sha256(), "password"), salt, 4, 100000, dk, sizeof(dk));
    IS(hex(dk, 32) == "0394a2ede332c9a13eb82e9b24631604c31df978b4e2f0fbd2c549944f9d79a5");
    pbkdf2(hmac(sha256(), "password"), salt, 4, 100, other, sizeof(other));
    pbkdf2(hmac(own_hash(), "password"), salt, 4, 100, same, sizeof(same));
    IS(std::memcmp(other, same, sizeof(other)) == 0);
    scrypt(hmac(sha256(), "password"), salt, 4, 16384, 8, 16, dk, sizeof(dk));
    IS(hex(dk, 32) == "82e08340c2a04b57527ab03db07d7e95ba11a6f14f1128a9d8697e55ef9a1ca3");
    argon2i("password", 8, salt, 4, 4, 4096, 1000, dk, sizeof(dk));
    IS(hex(dk, 32) == "16804413a8ee7eca1775475f9856358e233f503aa5e0ff672ad85d4403871161");
    bool refused = false;
    try {
        scrypt(hmac(own_hash(), "password"), salt, 4, 16, 1, 1, dk, sizeof(dk));
    } catch (const bramah::error &error) {
        refused = error.status() == BRAMAH_UNSUPPORTED;
    }
    IS(refused);
}

std::vector<uint8_t> unhex(const std::string &text)
{
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
    return bytes;
}

// The deviations of 0.12, and that argon2d and argon2i do not have them.
void deviations()
{
    std::ifstream file("bindings/cpp/argon2-0.12.txt");
    size_t run = 0, other = 0, refused = 0;
    for (std::string line; std::getline(file, line);) {
        if (line[0] == '#')
            continue;
        std::istringstream parts(line);
        std::string kind, password, salt, output;
        uint32_t p = 0, m = 0, t = 0;
        parts >> kind >> p >> m >> t >> password >> salt >> output;
        const std::vector<uint8_t> secret = unhex(password), salted = unhex(salt), expected = unhex(output);
        std::vector<uint8_t> dk(expected.size());
        const auto text = reinterpret_cast<const char *>(secret.data());
        const auto lengths = [](const std::vector<uint8_t> &bytes) { return static_cast<uint32_t>(bytes.size()); };
        const auto old = kind == "argon2d" ? argon2d_deviating_as_0_12 : argon2i_deviating_as_0_12;
        old(text, lengths(secret), salted.data(), lengths(salted), p, m, t, dk.data(), lengths(dk));
        IS(dk == expected);
        try {
            const auto now = kind == "argon2d" ? argon2d : argon2i;
            now(text, lengths(secret), salted.data(), lengths(salted), p, m, t, dk.data(), lengths(dk));
            other += dk != expected;
        } catch (const bramah::error &error) {
            IS(error.status() == BRAMAH_PARAMETER);
            refused++;
        }
        run++;
    }
    IS(run == 32 && other == 12 && refused == 3);
}

// All three kinds of output, over ciphers with blocks of 128 to 1024 bits, beside the library's own CBC and CTR.
void modes(const block_cipher &cipher, const std::string &name)
{
    const size_t block = cipher.blocksize() / 8, key_len = cipher.keysize() / 8;
    std::vector<uint8_t> key(key_len), iv(block), text(5 * block + 3);
    for (size_t i = 0; i < text.size(); i++)
        text[i] = static_cast<uint8_t>(i % 251);
    for (size_t i = 0; i < key_len; i++)
        key[i] = static_cast<uint8_t>(7 * i);
    for (size_t i = 0; i < block; i++)
        iv[i] = 0xff;
    bramah::options padded;
    padded.text("padding", "pkcs7");
    for (size_t len = 0; len <= text.size(); len += 1 + len % 3) {
        bramah::cipher reference((name + "-cbc").c_str(), key, iv, bramah::direction::encrypt, padded);
        std::vector<uint8_t> expected = reference.update({text.data(), len}), last = reference.finish();
        expected.insert(expected.end(), last.begin(), last.end());

        cbc encryption(cipher);
        encryption.init(key.data(), key_len, iv.data(), block, block_cipher::encryption);
        std::vector<uint8_t> vector, buffer(len + 2 * block), plain;
        encryption.encrypt_update(text.data(), len / 2, vector);
        encryption.encrypt_update(text.data() + len / 2, len - len / 2, vector);
        encryption.encrypt_final(vector);
        IS(vector == expected);
        std::ostringstream stream;
        encryption.init(key.data(), key_len, iv.data(), block, block_cipher::encryption);
        encryption.encrypt_update(text.data(), len, stream);
        encryption.encrypt_final(stream);
        IS(stream.str() == std::string(expected.begin(), expected.end()));
        size_t first = 0, second = 0;
        encryption.init(key.data(), key_len, iv.data(), block, block_cipher::encryption);
        encryption.encrypt_update(text.data(), len, buffer.data(), first);
        encryption.encrypt_final(buffer.data() + first, second);
        IS(first + second == expected.size() && std::equal(expected.begin(), expected.end(), buffer.begin()));

        cbc decryption(cipher);
        decryption.init(key.data(), key_len, iv.data(), block, block_cipher::decryption);
        decryption.decrypt_update(vector.data(), vector.size() / 3, plain);
        decryption.decrypt_update(vector.data() + vector.size() / 3, vector.size() - vector.size() / 3, plain);
        decryption.decrypt_final(plain);
        IS(plain.size() == len && std::equal(plain.begin(), plain.end(), text.begin()));

        // CTR in parts that fill no block, with a counter that overflows
        bramah::cipher counted((name + "-ctr").c_str(), key, iv, bramah::direction::encrypt);
        std::vector<uint8_t> parts(len), whole(len);
        ctr stepped(cipher);
        stepped.init(key.data(), key_len, iv.data(), block, block_cipher::encryption);
        for (size_t done = 0; done < len; done += 7)
            stepped.encrypt(text.data() + done, std::min<size_t>(7, len - done), parts.data() + done);
        stepped.init(key.data(), key_len, iv.data(), block, block_cipher::decryption);
        stepped.decrypt(parts.data(), len, whole.data());
        IS(std::equal(whole.begin(), whole.end(), text.begin()));
        counted.apply({text.data(), len}, bramah::out(whole));
        IS(whole == parts);
    }
    // a wrong padding, of every form, is refused
    bramah::cipher raw((name + "-ecb").c_str(), key, {}, bramah::direction::encrypt);
    for (size_t last : {size_t(0), block + 1, size_t(255), size_t(2)}) {
        std::vector<uint8_t> bad(block, 7), sealed(block), out;
        bad[block - 1] = static_cast<uint8_t>(last);
        for (size_t i = 0; i < block; i++)
            bad[i] ^= iv[i];
        raw.reset({});
        raw.apply(bad, bramah::out(sealed));
        bool refused = false;
        try {
            cbc decryption(cipher);
            decryption.init(key.data(), key_len, iv.data(), block, block_cipher::decryption);
            decryption.decrypt_update(sealed.data(), block, out);
            decryption.decrypt_final(out);
        } catch (const bramah::error &error) {
            refused = error.status() == BRAMAH_PADDING;
        }
        IS(refused && out.empty());
    }
}

void tweaks()
{
    threefish512_512 cipher;
    uint8_t key[64] = {1}, tweak[16] = {2}, text[64] = {3}, one[64], other[64];
    IS(cipher.blocksize() == 512 && cipher.keysize() == 512);
    cipher.init(key, block_cipher::encryption);
    cipher.encrypt_block(text, one);
    cipher.set_tweak(tweak);
    cipher.encrypt_block(text, other);
    IS(std::memcmp(one, other, 64) != 0);
    cipher.decrypt_block(other, other);
    IS(std::memcmp(text, other, 64) == 0);
}

} // namespace

int main()
{
    try {
        hashes();
        key_derivation();
        modes(rijndael128_128(), "aes-128");
        modes(own_cipher(), "aes-128");
        modes(rijndael160_192(), "rijndael-160-192");
        modes(rijndael256_256(), "rijndael-256-256");
        modes(kalyna512_512(), "kalyna-512-512");
        modes(cast6_224(), "cast6-224");
        modes(mars448(), "mars-448");
        modes(serpent192(), "serpent-192");
        modes(twofish256(), "twofish-256");
        modes(threefish1024_1024(), "threefish-1024");
        modes(camellia256(), "camellia-256");
        tweaks();
        deviations();
    } catch (const std::exception &error) {
        fail(0, error.what());
    }
    return 0;
}
