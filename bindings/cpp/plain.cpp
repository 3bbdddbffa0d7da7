// Without exceptions: calls return a status, and the header is compiled in more than one file.

#define BRAMAH_NO_EXCEPTIONS
#include <bramah.hpp>

int main()
{
    bramah::hash hash;
    std::array<std::uint8_t, 32> digest{}, again{};
    if (hash.open("sha257") != BRAMAH_UNKNOWN_NAME || hash.update("abc") != BRAMAH_NULL_POINTER)
        return 1;
    if (hash.open("sha256") != BRAMAH_OK || hash.update("abc") != BRAMAH_OK)
        return 2;
    if (hash.finish(digest) != BRAMAH_OK || hash.digest("abc", again) != BRAMAH_OK || digest != again)
        return 3;
    // names and text are strings or char pointers, and so are inputs and outputs
    const std::string name = "sha256", message = "abc";
    std::string raw(32, 0);
    if (hash.open(name) != BRAMAH_OK || hash.update(bramah::bytes(message.data(), message.size())) != BRAMAH_OK ||
        hash.finish(raw) != BRAMAH_OK || std::memcmp(raw.data(), digest.data(), digest.size()) != 0 ||
        hash.open(std::string("sha256\0", 7)) != BRAMAH_UNKNOWN_NAME)
        return 5;
    bramah::options options;
    return options.number("iterations", 2) == BRAMAH_OK && options.text("hash", "sha1") == BRAMAH_OK &&
            bramah::kdf("pbkdf2", "password", options, digest) == BRAMAH_OK
        ? 0
        : 4;
}
