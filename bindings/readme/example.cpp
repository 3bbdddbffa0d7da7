// The program around the README's lines of C++: tools/bindings.sh puts them in place of the line README.
#include <bramah.hpp>

int main()
{
    const std::vector<std::uint8_t> key(32, 7), nonce(24, 1), data(100, 'a');
README
    mac.reset();
    mac.update(data);
    mac.verify(tag);
    return aead.decrypt(nonce, "for everybody", sealed) == data ? 0 : 1;
}
