# The commands of README and CONTRIBUTING, and what .ci/run calls.

CARGO ?= cargo
# where the roots and emulators of `cross`, `emulate` and `bench` are kept
WORK ?= target

# builds what is given to others, without the builder's folders in it
BUILD = CARGO_ENCODED_RUSTFLAGS="$$(tools/remap.sh)" $(CARGO) build

# the languages that the interfaces are tested in
LANGUAGES = c cpp go pascal python

.PHONY: all test test-all interop backends check read format figures lint doc crates deny gate no-std dist dist-twice dist-check features features-test platforms msrv asan residue residue-units fuzz fuzz-long faults size cross windows emulate mutants docs bench package install bindings install-c go python pascal c-size corruptions originals test-clusters wasm test-wasm test-wasm-kernels ci

all:
	$(BUILD) --release --locked

# Every test that needs nothing but Rust, a linker and make, then the library's once more on each backend in turn.
test:
	$(CARGO) test --workspace --all-features --locked
	tools/each-backend.sh
	@echo "make test: left to make interop: the comparisons with OpenSSL 3 and coreutils 9, which have to be installed"

# The same tests with every product of splits, keys and backends, of which `test` runs the sums.
test-all:
	BRAMAH_TEST_ALL=1 $(CARGO) test --workspace --all-features --locked
	BRAMAH_TEST_ALL=1 tools/each-backend.sh

# The command beside the programs whose output it reads, writes or computes too. age, pyrage and bao are made first,
# which needs Go.
interop:
	tools/interop.sh $(WORK)/interop
	PATH="$(abspath $(WORK))/interop/bin:$$PATH" $(CARGO) test --workspace --all-features --locked --test interop

check: read gate deny

# What .ci/run runs, as a pool: `make -j2 ci` begins the next of these where one has ended. The first builds the library for
# development, `size` for release, and all others use what these have built; `read` checks in a directory of its own, and the
# tools that read builds have one, so that they wait for none.
CI = test size residue gate dist-check read fuzz faults interop $(LANGUAGES:%=bindings-%)
ci: $(CI:%=ci-%)
	@echo "make ci: all passed"
ci-residue ci-gate ci-dist-check: | ci-size
ci-%:
	@echo "== make $*"
	@began=$$(date +%s); $(MAKE) $* || exit 1; echo "== make $*: passed in $$(($$(date +%s) - began)) s"
TOOL = --target-dir $(or $(CARGO_TARGET_DIR),target)/tools
# the makes in it have one job each, and Cargo counts processors by itself
unexport MAKEFLAGS MFLAGS

# What builds no code.
read: format figures crates package no-std features platforms lint doc

# That docs/benchmarks.md and its charts are what the figures in bench/results give. It needs Python 3.11.
figures:
	python3 bench/results.py --check

# All files, those too that a macro declares and `cargo fmt` does not see.
format:
	git ls-files '*.rs' | xargs rustfmt --edition 2024 --check

# That has a directory of its own, and so waits for nothing that builds code.
READ = --target-dir $(or $(CARGO_TARGET_DIR),target)/check

lint:
	$(CARGO) clippy --workspace --all-targets --test interop --all-features --locked $(READ) -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --all-features --locked $(READ)

no-std: BARE = $(CARGO) check -p bramah --no-default-features --target thumbv7em-none-eabi --locked $(READ)
no-std:
	rustup target add thumbv7em-none-eabi
	$(BARE)
	$(BARE) --features all,registry
	$(CARGO) clippy -p bramah-machine -p bramah-primitives -p bramah-block -p bramah-hash -p bramah --no-default-features --locked $(READ) -- -D warnings
	$(CARGO) clippy -p bramah --no-default-features --features all --locked $(READ) -- -D warnings

# Each family of the library, compiled alone.
features:
	CARGO_TARGET_DIR=$(or $(CARGO_TARGET_DIR),target)/check tools/features.sh

# The tests of a few families, each compiled alone: for releases.
features-test:
	tools/features.sh test

# The systems that the command is made for besides Linux, and the library in a browser: type-checked, since nothing of
# theirs can be run here. Windows is checked with words of 32 bits; `windows` builds and runs it with words of 64. Before a
# release, `make platforms PLATFORMS=x86_64-unknown-illumos` checks illumos.
PLATFORMS ?= i686-pc-windows-msvc aarch64-apple-darwin x86_64-unknown-freebsd
platforms:
	rustup target add $(PLATFORMS) wasm32-unknown-unknown
	RUSTFLAGS="-D warnings" $(CARGO) check -p bramah-cli -p bramah-c $(PLATFORMS:%=--target %) --locked $(READ)
	RUSTFLAGS="-D warnings --cfg getrandom_backend=\"custom\"" $(CARGO) check -p bramah-wasm --features full,lists --lib --examples --target wasm32-unknown-unknown --locked $(READ)

# The vectors and the library's other tests of backends on SIMD128 of WebAssembly, under Node.
test-wasm-kernels:
	rustup target add wasm32-wasip1
	BRAMAH_TEST_QUICK=1 RUSTFLAGS="-C target-feature=+simd128" CARGO_PROFILE_DEV_OPT_LEVEL=1 \
	    CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $(CURDIR)/tools/wasi.mjs" \
	    $(CARGO) test -p bramah --target wasm32-wasip1 --locked $(READ) --test vectors --test cipher --test mac --test kdf

# The oldest compiler that Cargo.toml promises.
msrv:
	rustup toolchain install 1.89 --profile minimal
	$(CARGO) +1.89 check --workspace --all-features --locked --target-dir target/msrv

# The code of the kernels as `size` builds them: if it has run, nothing is built again.
gate:
	$(CARGO) run --quiet -p assembly-gate --locked $(TOOL)

# The licences, sources and versions of the crates of others. `deny`, before a release, checks them again, and advisories, with
# cargo-deny, and compiles it if it is not installed.
crates:
	tools/crates.py

deny:
	command -v cargo-deny >/dev/null || \
	    $(CARGO) install --locked --quiet --debug --config profile.dev.debug=false cargo-deny
	$(CARGO) deny --locked check bans licenses sources
	tools/advisories.sh

asan:
	tools/asan.sh

# The test for keys left in memory, on every candidate, of the build that ships: what `size` has built is not built again.
residue:
	$(CARGO) run --quiet -p size-gate --locked $(TOOL) -- --residue

# The same test of a build as Cargo makes it by default for those who use the library: with 16 codegen units, where other
# functions are inlined and other values moved than with one.
residue-units:
	CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_PANIC=unwind \
	    $(CARGO) test --release -p bramah --all-features --locked --test residue \
	    --target-dir $(or $(CARGO_TARGET_DIR),target)/residue

# Every fuzz target in a plain loop, for so many seconds each and as many at a time as there are processors.
FUZZ_SECONDS ?= 5
fuzz:
	$(CARGO) test --quiet --workspace --all-features --locked --test fuzz -- --seconds $(FUZZ_SECONDS)

# Every fuzz target under libFuzzer, which needs a nightly compiler, for so many seconds each. What it finds worth
# keeping goes to fuzz/found/TARGET, and an input that fails to fuzz/artifacts/TARGET.
FUZZ_LONG_SECONDS ?= 600
fuzz-long:
	command -v cargo-fuzz >/dev/null || $(CARGO) install --locked --quiet cargo-fuzz
	for target in $(notdir $(wildcard fuzz/corpus/*)); do \
	    mkdir -p fuzz/found/$$target && \
	    $(CARGO) +nightly fuzz run --features targets $$target fuzz/found/$$target fuzz/corpus/$$target -- \
	        -max_total_time=$(FUZZ_LONG_SECONDS) -max_len=4096 -timeout=20 || exit 1; \
	done

# Every system call of the commands that write files fails once in every way; FAULTS=500 takes a part of them.
# It needs strace, and a system that lets a process trace its children.
FAULTS ?=
faults:
	$(CARGO) test --quiet --workspace --all-features --locked --test command --no-run
	tools/faults.py $(FAULTS:%=--count %) $(or $(CARGO_TARGET_DIR),target)/debug/bramah

# A million changes of encrypted files, none of which may be accepted.
CORRUPTIONS ?= 1000000
corruptions:
	BRAMAH_TEST_CORRUPTIONS=$(CORRUPTIONS) $(CARGO) test --quiet -p bramah-age --locked --test corruption

# The command's size and that of each family's code in it, against tools/size-gate/sizes.txt, and the time of a release
# build from nothing. What has to grow goes into the table with `cargo run -p size-gate -- --write`.
size:
	$(CARGO) run --quiet -p size-gate --locked $(TOOL)

# As root: it makes a Debian root with compilers and emulators.
cross:
	tools/cross-root.sh $(WORK)/cross
	tools/cross-test.sh $(WORK)/cross

# The command and the C library for Windows, under Wine.
windows:
	tools/windows-test.sh
	tools/c-library-windows.sh

# On an emulated CPU with AVX-512: what no other run reaches, and none of what takes hours there.
emulate:
	BRAMAH_TEST_QUICK=1 BRAMAH_TEST_BACKENDS=avx512,gfni \
	    EMULATE_DIR=$(abspath $(WORK))/emulate CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=$(CURDIR)/tools/emulate.sh \
	    $(CARGO) test -p bramah-machine -p bramah-primitives -p bramah-block -p bramah-hash -p bramah --lib --tests --target x86_64-unknown-linux-gnu --locked

# Bugs in a copy of the tree, which the tests must see: those of tools/mutants, then small changes of all that is no
# kernel. All of it takes days: PLANTED names bugs, MUTANTS chooses files or a part, MUTANTS_TESTS the tests.
MUTANTS_TESTS ?= --lib --bins --tests
mutants:
	$(CARGO) run --quiet -p mutants --locked -- $(PLANTED)
	command -v cargo-mutants >/dev/null || \
	    $(CARGO) install --locked --quiet --debug --config profile.dev.debug=false cargo-mutants
	BRAMAH_TEST_QUICK=1 CARGO_TARGET_DIR=$(abspath $(or $(CARGO_TARGET_DIR),target))/mutants/build $(CARGO) mutants --in-place \
	    --dir "$$($(CARGO) run --quiet -p mutants --locked -- --copy)" \
	    --output $(or $(CARGO_TARGET_DIR),target)/mutants $(MUTANTS) -- $(MUTANTS_TESTS)

# The tables and charts in docs: of the algorithms by the registry, of speeds by the figures in bench/results.
docs:
	tools/docs.sh

# The library as a provider of the benchmark, which has a workspace of its own: bench/README.md. Clippy runs here and not in `lint`,
# since it would check the library once more for this crate alone.
bench:
	$(CARGO) clippy --locked --manifest-path bench/bramah/Cargo.toml --target-dir target/bench -- -D warnings
	$(CARGO) build --release --locked --manifest-path bench/bramah/Cargo.toml --target-dir target/bench

# The interfaces to other languages, with one file of vectors.
bindings: $(LANGUAGES:%=bindings-%)

bindings-%:
	tools/bindings.sh $*

# The library that the Go module links, and its header: into bindings/go/lib.
go:
	$(BUILD) --profile library -p bramah-c --locked --target-dir target
	mkdir -p bindings/go/lib
	cp crates/bramah-c/include/bramah.h bindings/go/lib/
	strip --strip-debug -o bindings/go/lib/libbramah.a target/library/libbramah_c.a

# The wheel of the Python package, into target/wheels. It needs maturin.
python:
	CARGO_ENCODED_RUSTFLAGS="$$(tools/remap.sh)" maturin build --profile library --locked --manifest-path bindings/python/Cargo.toml --out target/wheels

# The functions for Spark on a real cluster, of which a worker is killed. It needs Java, and the wheel of `make python`;
# MEASURE=--measure prints the costs of a row as well.
test-clusters: python
	bindings/python/clusters/run.sh $(MEASURE)

# The npm package, into target/wasm/package. It needs npm.
wasm:
	tools/wasm.sh

# Its tests: every vector, bad input, files, and projects that are made with bundlers, under Node, in Chromium if there is one, and in Deno
# and Bun from npm. Those of the page in Chromium and Firefox, if they are installed; LONG=1 adds files of some GiB.
test-wasm: wasm
	npm ci --prefix bindings/wasm/test/engines --ignore-scripts --loglevel=error
	cd bindings/wasm && node --test --test-concurrency=1 test/*.test.mjs
	node --experimental-websocket --test web/test/*.test.mjs

# The test program of the unit for Pascal. It needs fpc.
pascal:
	PACKAGES="-p bramah-c" tools/bindings.sh pascal

# That all crates can be published, in the order of their dependencies, with all that a package has to have.
# Nothing of them is compiled: that is the same code again.
package:
	$(CARGO) package --quiet --no-verify --allow-dirty --locked $(READ) -p bramah-vectors -p bramah-machine -p bramah-primitives -p bramah-block -p bramah-hash -p bramah -p bramah-age -p bramah-lists -p bramah-cli -p bramah-arrow -p bramah-c

PREFIX ?= /usr/local
# a command that was built before; by default it is built
BRAMAH ?= target/release/bramah
# the other names that the command gets as links, under which it behaves as these tools: LINKS="sha256sum b2sum", or
# LINKS=all; the command knows their names
LINKS ?=
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share

# Installs the command, its manual pages, its completions for bash, zsh and fish, and the links.
install:
ifeq ($(BRAMAH),target/release/bramah)
	$(BUILD) --release -p bramah-cli --locked --target-dir target
endif
	@[ -z "$(LINKS)" ] || known=$$($(BRAMAH) list --links) || exit 1; known=" $$(echo $$known) all "; \
	    for name in $(LINKS); do case $$known in *" $$name "*) ;; \
	    *) echo "make install: LINKS: no tool of that name: $$name; these are:$$known" >&2; exit 2;; esac; done
	mkdir -p $(BIN) $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions \
	    $(SHARE)/fish/vendor_completions.d
	install -m 755 $(BRAMAH) $(BIN)/bramah
	$(BRAMAH) man $(SHARE)/man/man1
	$(BRAMAH) completions bash >$(SHARE)/bash-completion/completions/bramah
	$(BRAMAH) completions zsh >$(SHARE)/zsh/site-functions/_bramah
	$(BRAMAH) completions fish >$(SHARE)/fish/vendor_completions.d/bramah.fish
	names="$(filter-out all,$(LINKS)) $(if $(filter all,$(LINKS)),$$($(BRAMAH) list --links))"; \
	    for name in $$names; do ln -sf bramah $(BIN)/$$name || exit 1; done

# What people install without a compiler: archives, Debian packages, the Python wheel and the sources, with digests, into a
# new folder, DIST. DIST_TARGETS chooses some: packaging/dist.sh has their names, and what each needs.
BUILT = $(or $(CARGO_TARGET_DIR),target)/dist
DIST ?= $(BUILT)/out
DIST_TARGETS ?=
dist:
	rm -rf $(BUILT)/out
	packaging/dist.sh "$(DIST)" $(DIST_TARGETS)
	BRAMAH="$${BRAMAH:-$(BUILT)/$$(uname -m)-unknown-linux-musl/release/bramah}" packaging/verify.sh "$(DIST)"

# The same from two clean clones in different folders, whose archives must be equal: before a release.
dist-twice:
	packaging/twice.sh $(DIST_TARGETS)

# The scripts of `dist`, with the command that `size` has built.
dist-check:
	packaging/check.sh target/size-gate/x86_64-unknown-linux-gnu/release/bramah

# The archive that the C library is installed from; by default it is built.
BRAMAH_C ?= target/library/libbramah_c.a

# Installs the C library: static and shared, its headers, and its descriptions for pkg-config and CMake.
install-c:
ifeq ($(BRAMAH_C),target/library/libbramah_c.a)
	$(BUILD) --profile library -p bramah-c --locked --target-dir target
endif
	tools/c-library.sh $(BRAMAH_C) $(PREFIX) $(DESTDIR)

# The tests of the projects whose place the library takes, as far as the registries have them, on the library.
originals:
ifeq ($(BRAMAH_C),target/library/libbramah_c.a)
	$(BUILD) --profile library -p bramah-c --locked --target-dir target
endif
	tools/originals.sh $(BRAMAH_C)

# The sizes of the C library as it is installed, against limits: a program that links it carries the shared one, or of the
# static one what it calls.
c-size:
	SHARED_LIMIT=12000000 STATIC_LIMIT=36000000 $(MAKE) install-c DESTDIR=target/c-size
