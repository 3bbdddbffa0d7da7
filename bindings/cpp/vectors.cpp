// Runs every vector of the file that all languages share through bramah.hpp: vectors FILE.

#include <bramah.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>

using octets = std::vector<std::uint8_t>;

namespace {

std::map<std::string, std::string> fields;
std::size_t at = 0;

[[noreturn]] void fail(const std::string &what)
{
    std::cerr << "line " << at << ": " << what << "\n";
    std::exit(1);
}

#define IS(condition) ((condition) ? (void)0 : fail(#condition))

template <class Call> void fails(bramah_status status, Call call)
{
    try {
        call();
    } catch (const bramah::error &error) {
        IS(error.status() == status && *error.what());
        return;
    }
    fail("no exception");
}

octets get(const char *name)
{
    octets bytes;
    const std::string &text = fields[name];
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
    return bytes;
}

const char *name() { return fields["name"].c_str(); }

octets part(const octets &all, std::size_t begin, std::size_t end)
{
    return octets(all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end));
}

void hash()
{
    const octets message = get("message"), digest = get("digest");
    bramah::hash hash(name());
    IS(hash.size() == digest.size() && hash.digest(message) == digest);
    const std::size_t half = message.size() / 2;
    hash.update(part(message, 0, half));
    bramah::hash copy = hash.clone(), loaded(name());
    loaded.load(hash.save());
    for (bramah::hash *each : {&hash, &copy, &loaded}) {
        each->update(part(message, half, message.size()), 2);
        IS(each->finish() == digest);
        fails(BRAMAH_FINISHED, [&] { each->update("more"); });
    }
    octets all(3 * digest.size());
    hash.many({message, message, message}, bramah::out(all));
    IS(part(all, 2 * digest.size(), all.size()) == digest);
}

void mac()
{
    const octets message = get("message"), tag = get("tag");
    bramah::mac mac(name(), get("key"), get("nonce"));
    octets made(tag.size());
    mac.update(message);
    mac.finish(bramah::out(made));
    IS(made == tag);
    mac.reset();
    mac.update(message);
    mac.verify(tag, tag.size());
    mac.reset();
    made[0] ^= 1;
    mac.update(message);
    fails(BRAMAH_UNAUTHENTIC, [&] { mac.verify(made, tag.size()); });
}

// Adds 1 to a counter, highest byte first.
extern "C" void increment(void *calls, std::uint8_t *counter, std::size_t len)
{
    while (len > 0 && ++counter[--len] == 0)
        ;
    ++*static_cast<std::size_t *>(calls);
}

// CTR from its second half on, and with a function of the caller.
void counter()
{
    const octets from = get("plaintext"), to = get("ciphertext");
    const std::size_t half = from.size() / 2;
    bramah::cipher cipher(name(), get("key"), get("iv"), bramah::direction::encrypt);
    cipher.seek(half);
    IS(cipher.update(part(from, half, from.size())) == part(to, half, to.size()));
    bramah::cipher counting;
    std::size_t calls = 0;
    counting.open_counting(name(), get("key"), get("iv"), increment, &calls);
    octets made = counting.update(part(from, 0, half)), rest = counting.update(part(from, half, from.size()));
    made.insert(made.end(), rest.begin(), rest.end());
    IS(made == to && calls > 0);
    fails(BRAMAH_UNSUPPORTED, [&] { counting.seek(0); });
}

void cipher()
{
    if (fields["name"].size() > 4 && fields["name"].substr(fields["name"].size() - 4) == "-ctr")
        counter();
    for (const bramah::direction direction : {bramah::direction::encrypt, bramah::direction::decrypt}) {
        const bool encrypts = direction == bramah::direction::encrypt;
        const octets from = get(encrypts ? "plaintext" : "ciphertext"), to = get(encrypts ? "ciphertext" : "plaintext");
        bramah::cipher cipher(name(), get("key"), get("iv"), direction);
        octets made = cipher.update(part(from, 0, from.size() / 3)), rest;
        for (const octets &more : {cipher.update(part(from, from.size() / 3, from.size())), cipher.finish()})
            made.insert(made.end(), more.begin(), more.end());
        IS(made == to);
        cipher.reset(get("iv"));
        made = from;
        cipher.apply(made, bramah::out(made));
        IS(made == to);
    }
}

void stream()
{
    const octets from = get("plaintext"), to = get("ciphertext");
    bramah::options options;
    if (!fields["rounds"].empty())
        options.number("rounds", std::stoull(fields["rounds"]));
    const std::string cipher = fields["name"] == "chacha" ? "chacha20" : fields["name"];
    bramah::stream stream(cipher.c_str(), get("key"), get("nonce"), options);
    octets made = from;
    stream.apply(made, bramah::out(made));
    IS(made == to);
    try {
        stream.seek(from.size() / 2);
        made = part(from, from.size() / 2, from.size());
        stream.apply(made, bramah::out(made));
        IS(made == part(to, from.size() / 2, to.size()));
    } catch (const bramah::error &error) {
        IS(error.status() == BRAMAH_UNSUPPORTED);
    }
}

// The vector as a segment of a message, whose number is the end of the nonce.
void segment(const bramah::aead &aead, const octets &sealed)
{
    const octets nonce = get("nonce");
    if (nonce.size() < 4 || nonce.size() > 64)
        return;
    const octets prefix = part(nonce, 0, nonce.size() - 4);
    const std::uint8_t *end = nonce.data() + prefix.size();
    const std::uint32_t number = end[0] | end[1] << 8 | end[2] << 16 | static_cast<std::uint32_t>(end[3] & 127) << 24;
    const bool last = end[3] > 127;
    // the tag of DSTU 7624's GCM does not depend on the nonce
    if (fields["name"].find("-kgcm") != std::string::npos) {
        fails(BRAMAH_UNSUPPORTED, [&] { bramah::segments(aead, bramah::layout::le31, prefix); });
        return;
    }
    bramah::segments seal(aead, bramah::layout::le31, prefix), open(aead, bramah::layout::le31, prefix);
    seal.seek(number);
    open.seek(number);
    IS(seal.encrypt(get("ad"), get("plaintext"), last) == sealed);
    fails(BRAMAH_UNAUTHENTIC, [&] { open.decrypt(get("ad"), sealed, !last); });
    IS(open.decrypt(get("ad"), sealed, last) == get("plaintext"));
}

void aead()
{
    const octets plaintext = get("plaintext"), tag = get("tag");
    octets expected = get("ciphertext");
    expected.insert(expected.end(), tag.begin(), tag.end());
    bramah::options options;
    options.number("tag_len", tag.size());
    const bramah::aead aead(name(), get("key"), options);
    octets sealed = aead.encrypt(get("nonce"), get("ad"), plaintext);
    IS(sealed == expected && aead.decrypt(get("nonce"), get("ad"), sealed) == plaintext);
    segment(aead, sealed);
    sealed.back() ^= 1;
    fails(BRAMAH_UNAUTHENTIC, [&] { aead.decrypt(get("nonce"), get("ad"), sealed); });
    fails(BRAMAH_LENGTH, [&] { aead.decrypt(get("nonce"), get("ad"), octets(tag.size() - 1)); });
}

void kdf()
{
    bramah::options options;
    for (const char *field : {"salt", "secret", "data"})
        if (!fields[field].empty())
            options.binary(field, get(field));
    for (const char *field : {"iterations", "n", "r", "lanes", "memory", "version"})
        if (!fields[field].empty())
            options.number(field, std::stoull(fields[field]));
    if (!fields["hash"].empty())
        options.text("hash", fields["hash"].c_str());
    octets made(get("output").size());
    bramah::kdf(name(), get("password"), options, bramah::out(made));
    IS(made == get("output"));
}

void password()
{
    octets password = get("password");
    bramah::password_verify(password, fields["string"].c_str());
    if (password.size() >= 72) // bcrypt reads no more
        return;
    password.push_back('x');
    fails(BRAMAH_WRONG_PASSWORD, [&] { bramah::password_verify(password, fields["string"].c_str()); });
}

bramah::options on_backend(const char *backend)
{
    bramah::options options;
    options.text("backend", backend);
    return options;
}

void wrap()
{
    const octets kek = get("key"), key = get("plaintext");
    octets wrapped = bramah::key_wrap(name(), bramah::direction::encrypt, kek, key);
    IS(wrapped == get("ciphertext") && bramah::key_wrap(name(), bramah::direction::decrypt, kek, wrapped) == key);
    octets made(wrapped.size(), 1);
    std::size_t written = 0;
    wrapped.back() ^= 1;
    fails(BRAMAH_UNAUTHENTIC, [&] {
        bramah::key_wrap(name(), bramah::direction::decrypt, kek, wrapped, bramah::out(made), written);
    });
    IS(written == 0 && made == octets(wrapped.size()));
    wrapped.back() ^= 1;
    IS(bramah::key_wrap(name(), bramah::direction::decrypt, kek, wrapped, on_backend("portable")) == key);
    fails(BRAMAH_UNKNOWN_BACKEND, [&] {
        bramah::key_wrap(name(), bramah::direction::encrypt, kek, key, on_backend("abacus"));
    });
    wrapped.pop_back();
    fails(BRAMAH_LENGTH, [&] { bramah::key_wrap(name(), bramah::direction::decrypt, kek, wrapped); });
}

void composition()
{
    const octets key = get("key"), nonce = get("nonce"), ad = get("ad"), tag = get("tag");
    octets sealed = bramah::encrypt_then_mac(name(), bramah::direction::encrypt, key, nonce, ad, get("plaintext"));
    octets expected = get("ciphertext");
    expected.insert(expected.end(), tag.begin(), tag.end());
    const auto open = [&](const octets &from) {
        return bramah::encrypt_then_mac(name(), bramah::direction::decrypt, key, nonce, ad, from);
    };
    IS(sealed == expected && open(sealed) == get("plaintext"));
    IS(bramah::encrypt_then_mac(name(), bramah::direction::encrypt, key, nonce, ad, get("plaintext"),
        on_backend("portable")) == sealed);
    fails(BRAMAH_UNKNOWN_BACKEND, [&] {
        bramah::encrypt_then_mac(name(), bramah::direction::decrypt, key, nonce, ad, sealed, on_backend("abacus"));
    });
    sealed.back() ^= 1;
    fails(BRAMAH_UNAUTHENTIC, [&] { open(sealed); });
    fails(BRAMAH_LENGTH, [&] { open(tag); });
}

std::uint32_t number(const char *field) { return static_cast<std::uint32_t>(std::stoul(fields[field])); }

void salsar()
{
    const octets words = get("words");
    bramah::salsar salsar(number("seed"), number("rounds"));
    for (std::size_t i = 0; i < words.size(); i += 4) {
        const std::uint32_t word = salsar.word();
        for (std::size_t j = 0; j < 4; j++)
            IS(words[i + j] == static_cast<std::uint8_t>(word >> (24 - 8 * j)));
    }
    fails(BRAMAH_PARAMETER, [] { bramah::salsar(1, 9); });
}

// Parts of content, whose bytes a rule determines.
void bao()
{
    const octets hash = get("digest");
    const std::uint64_t start = number("start"), count = number("count");
    octets content(number("length"));
    for (std::size_t i = 0; i < content.size(); i++)
        content[i] = static_cast<std::uint8_t>(i / 1024 + i % 251);
    const octets all = content;
    const bramah::hash sha256("sha256");
    const std::size_t from = std::min<std::size_t>(start, content.size());
    const octets wanted = part(content, from, std::min<std::size_t>(start + count, content.size()));
    octets slice;
    for (const bramah::bao_form form : {bramah::bao_form::combined, bramah::bao_form::outboard}) {
        const bool apart = form == bramah::bao_form::outboard;
        const octets beside = apart ? content : octets();
        bramah::bao_encoded made = bramah::bao_encode(content, form);
        IS(octets(made.hash.begin(), made.hash.end()) == hash);
        IS(sha256.digest(made.encoding) == get(apart ? "outboard" : "combined"));
        slice = bramah::bao_slice(form, made.encoding, start, count, beside);
        IS(sha256.digest(slice) == get("slice"));
        IS(bramah::bao_decode(form, made.encoding, hash, start, count, beside) == wanted);
        IS(bramah::bao_decode(form, made.encoding, hash, 0, UINT64_MAX, beside) == all);
        made.encoding.pop_back();
        fails(BRAMAH_UNAUTHENTIC, [&] { bramah::bao_decode(form, made.encoding, hash, 0, UINT64_MAX, beside); });
        made.encoding.resize(7);
        fails(BRAMAH_MALFORMED, [&] { bramah::bao_slice(form, made.encoding, start, count, beside); });
    }
    IS(bramah::bao_decode_slice(slice, hash, start, count) == wanted);
    octets other = hash;
    other.back() ^= 1;
    fails(BRAMAH_UNAUTHENTIC, [&] { bramah::bao_decode_slice(slice, other, start, count); });
    other.pop_back();
    fails(BRAMAH_LENGTH, [&] { bramah::bao_decode_slice(slice, other, start, count); });
}

octets counted(const char *field)
{
    octets bytes(number(field));
    for (std::size_t i = 0; i < bytes.size(); i++)
        bytes[i] = static_cast<std::uint8_t>(i + 1);
    return bytes;
}

// An algorithm of the registry can be used.
void named()
{
    const octets key = counted("key_size"), nonce = counted("nonce_size");
    bramah::options options;
    const std::map<std::string, std::function<void()>> uses = {
        {"Hash",
            [&] {
                if (!key.empty())
                    options.binary("key", key);
                bramah::hash hash(name(), options);
            }},
        {"Cipher", [&] { bramah::block block(name(), key); }},
        {"Mode", [&] { bramah::cipher cipher(name(), key, nonce, bramah::direction::encrypt); }},
        {"Stream", [&] { bramah::stream stream(name(), key, nonce); }},
        {"Aead", [&] { bramah::aead aead(name(), key); }},
        {"Mac", [&] { bramah::mac mac(name(), key, nonce); }},
        // the name is known, and the option of another kind is refused before any work
        {"Kdf",
            [&] {
                options.number("salt", 1);
                octets made(16);
                fails(BRAMAH_UNKNOWN_OPTION, [&] { bramah::kdf(name(), "", options, bramah::out(made)); });
            }},
        {"Password",
            [&] {
                options.number("salt", 1);
                fails(BRAMAH_UNKNOWN_OPTION, [&] { bramah::password_hash(name(), "", options); });
            }},
        {"EncryptThenMac",
            [&] { bramah::encrypt_then_mac(name(), bramah::direction::encrypt, key, nonce, "", ""); }},
        {"KeyWrap", [&] { bramah::key_wrap(name(), bramah::direction::encrypt, key, octets(64)); }},
        {"Fpe", [&] { bramah::fpe fpe(name(), "0123456789", key); }},
    };
    uses.at(fields["kind"])();
}

void others()
{
    fails(BRAMAH_UNKNOWN_NAME, [] { bramah::hash("sha257"); });
    bramah::hash moved("shake128"), hash = std::move(moved);
    IS(!moved && hash);
    fails(BRAMAH_NULL_POINTER, [&] { moved.update("x"); });
    bramah::xof xof;
    hash.update("seed");
    hash.finish(xof);
    std::array<std::uint8_t, 100> one, other;
    xof.read(bramah::out(one));
    bramah::random(bramah::out(other));
    IS(one != other);
    bramah::options options;
    options.number("memory", 64);
    options.number("iterations", 1);
    const std::string string = bramah::password_hash("argon2id", "secret", options);
    bramah::password_verify("secret", string.c_str());
    bramah::block block("aes-128", std::array<std::uint8_t, 16>{});
    std::array<std::uint8_t, 32> text{}, back{};
    block.apply(bramah::direction::encrypt, text, bramah::out(back));
    IS(back != text && block.size() == 16);
    block.apply(bramah::direction::decrypt, back, bramah::out(back));
    IS(back == text);
    const bramah::fpe fpe("aes-128-ff1", "0123456789", std::array<std::uint8_t, 16>{});
    const std::string number = fpe.apply(bramah::direction::encrypt, "tweak", "0123456789");
    IS(number != "0123456789" && number.size() == 10);
    IS(fpe.apply(bramah::direction::decrypt, "tweak", number) == "0123456789");
    const bramah::file_keys keys = bramah::file_keygen(), others = bramah::file_keygen("hybrid");
    bramah::options encrypt, decrypt, wrong;
    encrypt.text("recipients", keys.recipient.c_str());
    decrypt.binary("identities", keys.identity);
    wrong.binary("identities", others.identity);
    bramah::file encryption(bramah::direction::encrypt, encrypt);
    const std::vector<std::uint8_t> contents(200000, 7);
    encryption.update(contents);
    encryption.finish();
    const auto encrypted = encryption.take();
    bramah::file decryption(bramah::direction::decrypt, decrypt);
    decryption.update(encrypted);
    IS(decryption.available() == 3 * 65536);
    decryption.finish();
    IS(decryption.take() == contents && decryption.available() == 0);
    bramah::file cut(bramah::direction::decrypt, decrypt);
    cut.update(bramah::bytes(encrypted.data(), encrypted.size() - 1));
    fails(BRAMAH_UNAUTHENTIC, [&] { cut.finish(); });
    fails(BRAMAH_NO_MATCH, [&] { bramah::file(bramah::direction::decrypt, wrong).update(encrypted); });
    fails(BRAMAH_INPUT_OUTPUT, [&] { bramah::file_convert(bramah::direction::encrypt, "/none", "/no", encrypt); });
#ifdef __cpp_lib_span
    hash.reset();
    hash.update(std::span<const std::uint8_t>(text));
    IS(hash.finish() == hash.digest(text));
#endif
}

} // namespace

int main(int argc, char **argv)
{
    const std::map<std::string, std::function<void()>> kinds = {{"hash", hash}, {"mac", mac}, {"cipher", cipher},
        {"stream", stream}, {"aead", aead}, {"kdf", kdf}, {"password", password},
        {"wrap", wrap}, {"composition", composition}, {"salsar", salsar}, {"bao", bao}, {"named", named}};
    std::ifstream file(argc == 2 ? argv[1] : "");
    std::size_t run = 0;
    try {
        others();
        for (std::string line; std::getline(file, line);) {
            at++;
            if (line.empty() || line[0] == '#')
                continue;
            std::istringstream parts(line);
            std::string kind, part;
            parts >> kind;
            fields.clear();
            while (parts >> part)
                fields[part.substr(0, part.find('='))] = part.substr(part.find('=') + 1);
            kinds.at(kind)();
            run++;
        }
    } catch (const std::exception &error) {
        fail(error.what());
    }
    IS(run > 1000);
    std::cout << run << " vectors\n";
    return 0;
}
