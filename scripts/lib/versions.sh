# shellcheck shell=bash disable=SC2034
# Every tool's version, in one place; the files that install them read it.

TRUNK_VERSION=0.21.14
BINARYEN_VERSION=132.0.0
ESBUILD_VERSION=0.28.2
ESLINT_VERSION=10.15.0
ESLINT_RULES_VERSION=10.0.1
GLOBALS_VERSION=17.14.0
PLAYWRIGHT_VERSION=1.65.1
LIGHTHOUSE_VERSION=13.5.0
CURVES_VERSION=2.4.0
HPKE_VERSION=1.9.0
HPKE_COMMON_VERSION=1.10.1
# The newest that runs on NODE_OLDEST.
MARKED_VERSION=15.0.12
SLUGGER_VERSION=2.0.0
AXE_VERSION=4.11.0
SCHEMATHESIS_VERSION=4.32.5
NEXTEST_VERSION=0.9.143
GECKODRIVER_VERSION=0.37.1
NODE_OLDEST=18.0.0
RUST_OLDEST=$(sed -n 's/^rust-version = "\(.*\)"$/\1.0/p' "$ROOT/Cargo.toml")

# The command line tool and the library must be the same, to the digit.
WASM_BINDGEN_VERSION=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[^0-9.]/, ""); print; exit }' "$ROOT/Cargo.lock")
