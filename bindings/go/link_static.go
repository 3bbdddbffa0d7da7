//go:build !bramah_dynamic

package bramah

// The library and its header are put into lib/ by `make go`.

// #cgo CFLAGS: -I${SRCDIR}/lib
// #cgo LDFLAGS: ${SRCDIR}/lib/libbramah.a
// #cgo linux LDFLAGS: -lm -ldl -lpthread
// #cgo windows LDFLAGS: -lws2_32 -luserenv -lntdll -lbcrypt
import "C"
