// Includes the header of the C library, or says how to get the library.

#ifdef __has_include
#if !__has_include(<bramah.h>)
#error "The C library of Bramah is missing. Run `make go` in a checkout of Bramah and use its bindings/go by `replace` in go.mod, or run `make install-c` and build with -tags bramah_dynamic."
#endif
#endif
#include <bramah.h>
