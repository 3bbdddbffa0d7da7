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
    bramah::options options;
    return options.number("iterations", 2) == BRAMAH_OK && options.text("hash", "sha1") == BRAMAH_OK &&
            bramah::kdf("pbkdf2", "password", options, digest) == BRAMAH_OK
        ? 0
        : 4;
}
