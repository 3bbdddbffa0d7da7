//go:build bramah_dynamic

package bramah

// #cgo pkg-config: bramah
import "C"
