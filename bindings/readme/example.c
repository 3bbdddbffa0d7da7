// The program around the README's lines of C: tools/bindings.sh puts them in place of the line README.
#include <bramah.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const uint8_t data[] = {'a', 'b', 'c'};
    const uint8_t expected[] = {0x3a, 0x98, 0x5d, 0xa7, 0x4f, 0xe2, 0x25, 0xb2};
    size_t size = sizeof data;
    uint8_t digest[32];
README
    return memcmp(digest, expected, sizeof expected) != 0;
}
