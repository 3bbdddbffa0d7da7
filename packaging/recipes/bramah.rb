# Homebrew: `brew install --formula ./bramah.rb`. On macOS it is built from source.
class Bramah < Formula
  desc "Hashes, checks, encrypts and signs files"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_linux do
    on_intel do
      url "@RELEASE@/bramah-@VERSION@-x86_64-linux.tar.xz"
      sha256 "@SHA256:bramah-*-x86_64-linux.tar.xz@"
    end
    on_arm do
      url "@RELEASE@/bramah-@VERSION@-aarch64-linux.tar.xz"
      sha256 "@SHA256:bramah-*-aarch64-linux.tar.xz@"
    end
  end
  on_macos do
    url "@RELEASE@/bramah-@VERSION@-source.tar.xz"
    sha256 "@SHA256:bramah-*-source.tar.xz@"
    depends_on "rust" => :build
  end

  def install
    if OS.mac?
      system "cargo", "build", "--release", "-p", "bramah-cli", "--locked"
      system "make", "install", "PREFIX=#{prefix}", "BRAMAH=target/release/bramah"
    else
      bin.install "bin/bramah"
      man1.install Dir["share/man/man1/*"]
      bash_completion.install "share/bash-completion/completions/bramah"
      zsh_completion.install "share/zsh/site-functions/_bramah"
      fish_completion.install "share/fish/vendor_completions.d/bramah.fish"
      doc.install Dir["share/doc/bramah/*"]
    end
  end

  test do
    assert_match "ba7816bf8f01cfea", shell_output("#{bin}/bramah hash -m abc")
  end
end
