# shellcheck shell=bash
# The peers that ours is measured beside: Python's in a folder of their own, Rust's as a program.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PEERS_PYTHON="$ROOT/target/peers/python/bin/python"
PEERS_RUST="$ROOT/target/peers/rust/release/peer-timings"
export PEERS_PYTHON PEERS_RUST

# Sets up both, where something has changed. The packages come from PyPI and crates.io.
need_peers() {
  local asked="$ROOT/benches/peers/requirements.txt" python="$ROOT/target/peers/python"
  if ! cmp -s "$asked" "$python/requirements.txt"; then
    rm -rf "$python"
    python3 -m venv "$python"
    "$PEERS_PYTHON" -m pip install --quiet --requirement "$asked"
    cp "$asked" "$python/"
  fi
  cargo build --quiet --locked --release --manifest-path "$ROOT/benches/peers/rust/Cargo.toml" \
    --target-dir "$ROOT/target/peers/rust"
}
