// Runs every vector of the file that all languages share through bramah.hpp: vectors FILE.

#include <bramah.hpp>

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

void cipher()
{
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
        {"stream", stream}, {"aead", aead}, {"kdf", kdf}, {"password", password}};
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
