package bramah_test

import (
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha3"
	"fmt"
	"hash"
	"syscall"
	"testing"

	"bramah"
)

// measured returns a function that reports the CPU time since now, divided by a number of units of work. On a machine that
// also runs other programs, compare this time.
func measured(b *testing.B, units float64) func() {
	spent := func() float64 {
		var usage syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
			b.Fatal(err)
		}
		return float64(usage.Utime.Nano() + usage.Stime.Nano())
	}
	begin := spent()
	return func() { b.ReportMetric((spent()-begin)/float64(b.N)/units, "cpu-ns/unit") }
}

func benchmarkHash(b *testing.B, h hash.Hash, length int) {
	data, out := make([]byte, length), make([]byte, 0, h.Size())
	b.SetBytes(int64(length))
	defer measured(b, float64(length)/1024)()
	for b.Loop() {
		h.Reset()
		h.Write(data)
		h.Sum(out)
	}
}

func BenchmarkMD5(b *testing.B) {
	b.Run("bramah", func(b *testing.B) { benchmarkHash(b, bramah.MustHash("md5"), 1<<16) })
	b.Run("go", func(b *testing.B) { benchmarkHash(b, md5.New(), 1<<16) })
}

func BenchmarkSHA3(b *testing.B) {
	b.Run("bramah", func(b *testing.B) { benchmarkHash(b, bramah.MustHash("sha3-256"), 1<<16) })
	b.Run("go", func(b *testing.B) { benchmarkHash(b, sha3.New256(), 1<<16) })
}

// BenchmarkBatch hashes messages that follow one another in a buffer, and messages with gaps between them, which are copied.
func BenchmarkBatch(b *testing.B) {
	const count, length = 10_000, 32
	for _, gap := range []int{0, 16} {
		data := make([]byte, count*(length+gap))
		var messages [][]byte
		for i := range count {
			messages = append(messages, data[i*(length+gap):][:length])
		}
		b.Run(fmt.Sprintf("bramah/gap=%d", gap), func(b *testing.B) {
			h, out := bramah.MustHash("sha256"), make([]byte, 0, count*32)
			defer measured(b, count)()
			for b.Loop() {
				h.SumBatch(out, messages)
			}
		})
		b.Run(fmt.Sprintf("go/gap=%d", gap), func(b *testing.B) {
			out := make([]byte, 0, count*32)
			defer measured(b, count)()
			for b.Loop() {
				out = out[:0]
				for _, message := range messages {
					digest := sha256.Sum256(message)
					out = append(out, digest[:]...)
				}
			}
		})
	}
}

// BenchmarkCall hashes 64 bytes; the time that it takes in addition to the hashing is the time of the call to C.
func BenchmarkCall(b *testing.B) {
	h, data, out := bramah.MustHash("sha256"), make([]byte, 64), make([]byte, 0, 32)
	b.ReportAllocs()
	defer measured(b, 1)()
	for b.Loop() {
		h.AppendDigest(out, data)
	}
}

// BenchmarkShort is a message of 64 bytes in the ways that programs write it, and 16 such messages at once.
func BenchmarkShort(b *testing.B) {
	data, out := make([]byte, 64), make([]byte, 0, 16*32)
	var messages [][]byte
	for range 16 {
		messages = append(messages, data)
	}
	run := func(name string, units float64, call func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			defer measured(b, units)()
			for b.Loop() {
				call()
			}
		})
	}
	for range 3 {
		run("new/bramah", 1, func() { h := bramah.MustHash("sha256"); h.Write(data); h.Sum(out) })
		run("new/go", 1, func() { h := sha256.New(); h.Write(data); h.Sum(out) })
		ours, theirs := bramah.MustHash("sha256"), sha256.New()
		run("reset/bramah", 1, func() { ours.Reset(); ours.Write(data); ours.Sum(out) })
		run("reset/go", 1, func() { theirs.Reset(); theirs.Write(data); theirs.Sum(out) })
		run("digest/bramah", 1, func() { ours.AppendDigest(out, data) })
		run("digest/go", 1, func() { sha256.Sum256(data) })
		run("batch/bramah", 16, func() { bramah.SumBatch("sha256", messages) })
		run("batch of one object/bramah", 16, func() { ours.SumBatch(out, messages) })
		run("batch/go", 16, func() {
			sums := make([]byte, 0, 16*32)
			for _, message := range messages {
				digest := sha256.Sum256(message)
				sums = append(sums, digest[:]...)
			}
		})
	}
}
