# The commands of README and CONTRIBUTING, and what .ci/run calls.

CARGO ?= cargo
# where the roots and emulators of `cross`, `emulate` and `bench` are kept
WORK ?= target

.PHONY: all test backends check format lint doc deny gate no-std platforms msrv asan fuzz fuzz-long faults size cross emulate mutants docs install

all:
	$(CARGO) build --release --workspace --locked

# Every test, then the library's and the command's once more on each backend in turn.
test:
	$(CARGO) test --workspace --all-features --locked
	tools/each-backend.sh

check: format no-std platforms lint doc deny gate

# All files, those too that a macro declares and `cargo fmt` does not see.
format:
	git ls-files '*.rs' | xargs rustfmt --edition 2024 --check

# What builds no code has a directory of its own, and so waits for nothing that does.
READ = --target-dir $(or $(CARGO_TARGET_DIR),target)/check

lint:
	$(CARGO) clippy --workspace --all-targets --all-features --locked $(READ) -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --all-features --locked $(READ)

no-std:
	rustup target add thumbv7em-none-eabi
	$(CARGO) check -p bramah --no-default-features --target thumbv7em-none-eabi --locked $(READ)
	$(CARGO) check -p bramah --no-default-features --features alloc,registry --target thumbv7em-none-eabi --locked $(READ)

# The systems that the command is made for besides Linux, and the library in a browser: type-checked, since nothing of
# theirs can be run here.
PLATFORMS = x86_64-pc-windows-gnu x86_64-pc-windows-msvc i686-pc-windows-gnu aarch64-apple-darwin \
    x86_64-unknown-freebsd x86_64-unknown-illumos
platforms:
	rustup target add $(PLATFORMS) wasm32-unknown-unknown
	RUSTFLAGS="-D warnings" $(CARGO) check -p bramah-cli $(PLATFORMS:%=--target %) --locked $(READ)
	RUSTFLAGS="-D warnings" $(CARGO) check -p bramah --features wasm_js --target wasm32-unknown-unknown --locked $(READ)

# The oldest compiler that Cargo.toml promises.
msrv:
	rustup toolchain install 1.89 --profile minimal
	$(CARGO) +1.89 check --workspace --all-features --locked --target-dir target/msrv

gate:
	$(CARGO) run --quiet -p assembly-gate --locked

deny:
	command -v cargo-deny >/dev/null || \
	    $(CARGO) install --locked --quiet --debug --config profile.dev.debug=false cargo-deny
	$(CARGO) deny --locked check bans licenses sources

asan:
	tools/asan.sh

# Every fuzz target in a plain loop, for so many seconds each and as many at a time as there are processors.
FUZZ_SECONDS ?= 10
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

# The command's size and that of each family's code in it, against tools/size-gate/sizes.txt, and the time of a release
# build from nothing. What has to grow goes into the table with `cargo run -p size-gate -- --write`.
size:
	$(CARGO) run --quiet -p size-gate --locked

# As root: it makes a Debian root with compilers and emulators.
cross:
	tools/cross-root.sh $(WORK)/cross
	tools/cross-test.sh $(WORK)/cross

# On an emulated CPU with AVX-512: what no other run reaches, and none of what takes hours there.
emulate:
	BRAMAH_TEST_QUICK=1 BRAMAH_TEST_BACKENDS=avx512,gfni \
	    EMULATE_DIR=$(abspath $(WORK))/emulate CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=$(CURDIR)/tools/emulate.sh \
	    $(CARGO) test -p bramah --lib --tests --target x86_64-unknown-linux-gnu --locked

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

# The tables in README and docs that the registry makes.
docs:
	tools/docs.sh

PREFIX ?= /usr/local
install: all
	install -D target/release/bramah $(DESTDIR)$(PREFIX)/bin/bramah
