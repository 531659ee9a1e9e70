# shellcheck shell=bash
# What a release is made of: the binary that is handed out, and each of its artefacts. All that is written here is the same
# bytes whenever it is written from the same commit: names are sorted, times are the commit's, owners are root, and every
# compressor works by itself alone.

# The one machine that releases are for so far.
SHIPPED_TARGET=x86_64-unknown-linux-musl
# shellcheck disable=SC2034 # scripts/release and scripts/try-versions take it
SHIPPED_BINARY="$ROOT/target/$SHIPPED_TARGET/shipped/sotto"
# What can be made, in the order in which it is.
# shellcheck disable=SC2034 # scripts/release goes through them
RELEASE_PARTS=(binary deb image wheel npm kit bill notes record)

need_shipped_target() {
  has_shipped_target && return
  has rustup || fail "This Rust cannot compile a static binary: it lacks the target $SHIPPED_TARGET. With rustup (https://rustup.rs) it would be fetched."
  say "Asking rustup for the target $SHIPPED_TARGET: seconds."
  { thrice at_most 300 rustup target add "$SHIPPED_TARGET" >&2 </dev/null && has_shipped_target; } \
    || fail "rustup could not add the target $SHIPPED_TARGET; what it said stands above. Once there is a network, run this again."
}

has_shipped_target() {
  local folder
  folder=$(cd "$ROOT" && RUSTUP_AUTO_INSTALL=0 rustc --print target-libdir --target "$SHIPPED_TARGET" 2>/dev/null) || return 1
  compgen -G "$folder/libstd-*.rlib" >/dev/null
}

need_musl_gcc() {
  has musl-gcc && return
  can_apt || fail "A static binary needs musl's C compiler: put musl-gcc on PATH (on Debian: apt-get install musl-tools)."
  say "Installing musl's C compiler: seconds."
  apt_install musl-tools
  has musl-gcc || fail "musl-tools is installed, but there is no \`musl-gcc\` on PATH."
}

# Compiles the static binary with the site in the folder $DIST inside.
build_shipped_binary() {
  need_rust
  need_shipped_target
  need_musl_gcc
  fetch_crates
  say "Building the binary as it is handed out, static and with the site inside: 10 to 30 minutes on two cores."
  local cargo_home=${CARGO_HOME:-$HOME/.cargo}
  # Else paths of the machine that built it could be read in it. Relocations are packed, of which a program that may lie
  # anywhere in memory has many.
  local flags="--remap-path-prefix=$ROOT=sotto"$'\x1f'"--remap-path-prefix=$cargo_home=cargo"$'\x1f'"-Clink-arg=-Wl,-z,pack-relative-relocs"
  (cd "$ROOT" \
    && env SOTTO_SITE_INSIDE="$DIST" CARGO_ENCODED_RUSTFLAGS="$flags" \
      CFLAGS_x86_64_unknown_linux_musl="-ffile-prefix-map=$ROOT=sotto -ffile-prefix-map=$cargo_home=cargo" \
      cargo build --offline --locked --quiet --profile shipped --target "$SHIPPED_TARGET" --target-dir target \
      -p sotto-cli --bin sotto </dev/null) \
    || build_failed "The binary could not be built; what cargo said stands above."
}

# When the commit was made: the time of every file in a release, in seconds since 1970.
use_time_of_commit() {
  if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$(git -C "$ROOT" log -1 --format=%ct 2>/dev/null) \
      || fail "This is no clone of Sotto's repository, so that there is no commit to date the files by: SOURCE_DATE_EPOCH=SECONDS names a time."
  fi
  export SOURCE_DATE_EPOCH
}

# `same_tar FOLDER [NAME…]` writes the folder's files, or those that are named, to standard output as an archive.
same_tar() {
  local folder=$1
  shift
  [ $# -gt 0 ] || set -- .
  tar --create --directory "$folder" --format=ustar --sort=name --mtime="@$SOURCE_DATE_EPOCH" \
    --owner=0 --group=0 --numeric-owner -- "$@"
}

# `lay_out_modes FOLDER`: what anybody may read, whatever the umask of whoever builds.
lay_out_modes() {
  find "$1" -type d -exec chmod 755 {} +
  find "$1" -type f -perm -u+x -exec chmod 755 {} +
  find "$1" -type f ! -perm -u+x -exec chmod 644 {} +
}

# `made FILE…` fails unless all are there and not empty.
made() {
  local file
  for file in "$@"; do
    [ -s "$file" ] || fail "${file##*/} was not made."
  done
}

# `write_manual FOLDER` writes the manual pages and what shells read.
write_manual() {
  mkdir -p "$1"
  "$BINARY" man "$1" || fail "$BINARY wrote no manual pages."
}

# `pack_binary VERSION FOLDER`: sotto-VERSION-x86_64-linux.tar.gz, and the same as .tar.xz, which is smaller.
pack_binary() {
  local version=$1 folder=$2 name="sotto-$1-x86_64-linux" tree
  tree="$WORK/binary"
  mkdir -p "$tree/$name/man/man1" "$tree/$name/completions" "$tree/$name/deploy"
  cp "$BINARY" "$tree/$name/sotto"
  write_manual "$tree/$name/man/man1"
  write_completions "$tree/$name/completions"
  cp "$ROOT"/LICENSE-* "$ROOT/README.md" "$ROOT/CHANGELOG.md" "$tree/$name/"
  cp "$ROOT/deploy/sotto.toml" "$ROOT/deploy/sotto.service" "$ROOT/deploy/Caddyfile" "$tree/$name/deploy/"
  lay_out_modes "$tree"
  same_tar "$tree" "$name" >"$WORK/binary.tar"
  gzip -9 --no-name <"$WORK/binary.tar" >"$folder/$name.tar.gz"
  # Code for this processor compresses better where jumps are written alike.
  xz --threads=1 --format=xz --x86 --lzma2=preset=9e,dict=64MiB --stdout "$WORK/binary.tar" >"$folder/$name.tar.xz"
  rm "$WORK/binary.tar"
  made "$folder/$name.tar.gz" "$folder/$name.tar.xz"
}

write_completions() {
  "$BINARY" completions bash >"$1/sotto.bash"
  "$BINARY" completions zsh >"$1/_sotto"
  "$BINARY" completions fish >"$1/sotto.fish"
}

# `pack_deb VERSION FOLDER`: sotto_VERSION_amd64.deb, with unit, configuration and manual pages.
pack_deb() {
  local version=$1 folder=$2 tree
  tree="$WORK/deb"
  has dpkg-deb || fail "A .deb is made by dpkg-deb, which is not on PATH (on Debian it is; elsewhere the package is called dpkg)."
  mkdir -p "$tree/DEBIAN" "$tree/usr/bin" "$tree/usr/lib/systemd/system" "$tree/etc/sotto" "$tree/usr/share/man/man1" \
    "$tree/usr/share/doc/sotto" "$tree/usr/share/bash-completion/completions" "$tree/usr/share/zsh/vendor-completions" \
    "$tree/usr/share/fish/vendor_completions.d"
  cp "$BINARY" "$tree/usr/bin/sotto"
  packaged_unit <"$ROOT/deploy/sotto.service" >"$tree/usr/lib/systemd/system/sotto.service"
  cp "$ROOT/deploy/sotto.toml" "$tree/etc/sotto/sotto.toml"
  write_manual "$tree/usr/share/man/man1"
  gzip -9 --no-name "$tree"/usr/share/man/man1/*.1
  write_completions "$WORK"
  mv "$WORK/sotto.bash" "$tree/usr/share/bash-completion/completions/sotto"
  mv "$WORK/_sotto" "$tree/usr/share/zsh/vendor-completions/_sotto"
  mv "$WORK/sotto.fish" "$tree/usr/share/fish/vendor_completions.d/sotto.fish"
  cp "$ROOT/docs/operating.md" "$ROOT/deploy/Caddyfile" "$tree/usr/share/doc/sotto/"
  {
    cat "$ROOT/LICENSE-MIT"
    printf '\n\nOr, at your option:\n\n'
    cat "$ROOT/LICENSE-APACHE"
  } >"$tree/usr/share/doc/sotto/copyright"
  gzip -9 --no-name <"$ROOT/CHANGELOG.md" >"$tree/usr/share/doc/sotto/changelog.gz"
  local kib
  lay_out_modes "$tree"
  kib=$(du --apparent-size --summarize --block-size=1024 --exclude=DEBIAN "$tree" | cut -f1)
  cp "$ROOT"/deploy/debian/* "$tree/DEBIAN/"
  chmod 755 "$tree"/DEBIAN/{postinst,prerm,postrm}
  chmod 644 "$tree"/DEBIAN/{conffiles,control}
  sed -i "s/@VERSION@/$version/; s/@SIZE@/$kib/" "$tree/DEBIAN/control"
  # Every file has the commit's time; dpkg-deb gives it to what it adds.
  find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  quietly "dpkg-deb" dpkg-deb --root-owner-group -Zxz -z9 --threads-max=1 --build "$tree" "$folder/sotto_${version}_amd64.deb"
  made "$folder/sotto_${version}_amd64.deb"
}

# The unit where it lies in a package: by the package's paths, and as the user whom the package makes.
packaged_unit() {
  sed -e '1,/^\[Unit\]$/c # Settings are in /etc/sotto/sotto.toml. To start it, now and at every start: systemctl enable --now sotto\n[Unit]' \
    -e 's|/usr/local/bin/|/usr/bin/|; s|/usr/local/share/|/usr/share/|' \
    -e 's|^# A user that exists only while the service runs, and one|# A user of its own, and one|' \
    -e 's|^DynamicUser=yes$|User=sotto\nGroup=sotto|'
}

# `pack_image VERSION FOLDER`: sotto-VERSION-image.tar, which engines load, and which is an OCI image layout.
pack_image() {
  local version=$1 folder=$2 tree
  tree="$WORK/image"
  mkdir -p "$tree/usr/local/bin" "$tree/etc/ssl/certs" "$tree/data" "$tree/tmp"
  cp "$BINARY" "$tree/usr/local/bin/sotto"
  printf '%s\n' 'root:x:0:0:root:/:/sbin/nologin' 'sotto:x:65532:65532:sotto:/data:/sbin/nologin' >"$tree/etc/passwd"
  printf '%s\n' 'root:x:0:' 'sotto:x:65532:' >"$tree/etc/group"
  local certificates=/etc/ssl/certs/ca-certificates.crt
  [ -s "$certificates" ] || fail "The image carries the certificates by which webhooks know whom they speak to, and $certificates is not there (on Debian: apt-get install ca-certificates)."
  cp --dereference "$certificates" "$tree/etc/ssl/certs/ca-certificates.crt"
  lay_out_modes "$tree"
  chmod 1777 "$tree/tmp"
  chmod 700 "$tree/data"
  same_tar "$tree" etc tmp usr >"$WORK/layer.tar"
  # The one folder that is not root's: what a new volume is given.
  tar --append --file "$WORK/layer.tar" --directory "$tree" --format=ustar --mtime="@$SOURCE_DATE_EPOCH" \
    --owner=65532 --group=65532 --numeric-owner data
  gzip -9 --no-name <"$WORK/layer.tar" >"$WORK/layer.tar.gz"
  node "$ROOT/scripts/lib/release/image.mjs" "$WORK" "$version" "$SOURCE_DATE_EPOCH"
  same_tar "$WORK/oci" >"$folder/sotto-$version-image.tar"
  made "$folder/sotto-$version-image.tar"
}

# `pack_wheel VERSION FOLDER`: sotto_survey-VERSION-….whl, with which pip puts the binary on PATH.
pack_wheel() {
  local version=$1 folder=$2
  node "$ROOT/scripts/lib/release/wheel.mjs" "$BINARY" "$version" "$SOURCE_DATE_EPOCH" "$folder" \
    || fail "The wheel could not be made."
}

# `pack_npm VERSION FOLDER`: sotto-survey-VERSION.tgz.
pack_npm() {
  local version=$1 folder=$2
  need_node
  make_package "$DIST"
  # npm dates all files alike, so that its archive is the same whenever it is made.
  cp "$PACKAGE" "$folder/sotto-survey-$version.tgz"
  made "$folder/sotto-survey-$version.tgz"
}

# `pack_kit VERSION FOLDER`: sotto-VERSION-kit.zip, the site for any host or a USB stick.
pack_kit() {
  local version=$1 folder=$2
  node "$ROOT/scripts/lib/release/kit.mjs" "$DIST" "$version" "$SOURCE_DATE_EPOCH" "$folder/sotto-$version-kit.zip" \
    || fail "The kit could not be made."
  made "$folder/sotto-$version-kit.zip"
}

# `pack_bill VERSION FOLDER`: what binary and site are made of.
pack_bill() {
  "$ROOT/scripts/bill-of-materials" "$2" "$SHIPPED_TARGET"
  made "$2/sotto.cdx.json" "$2/site.cdx.json"
}

# `pack_notes VERSION FOLDER`: the changelog's section of that version.
pack_notes() {
  release_notes "$1" >"$2/RELEASE-NOTES.md"
  made "$2/RELEASE-NOTES.md"
}

# `release_notes VERSION [unreleased]` prints the section of that version; what stands under [Unreleased], if there is none
# and that is meant.
release_notes() {
  local wanted=$1
  has_notes "$wanted" || wanted=Unreleased
  printf '# Sotto %s\n\n' "$1"
  awk -v heading="## [$wanted]" '
    index($0, "## [") == 1 { inside = index($0, heading) == 1; next }
    inside
  ' "$ROOT/CHANGELOG.md"
}

# `has_notes VERSION`: whether the changelog has a section of it.
has_notes() {
  grep -qF "## [$1]" "$ROOT/CHANGELOG.md"
}

# `pack_record VERSION FOLDER`: sotto-VERSION-record.tar.gz, which later versions are tried against.
pack_record() {
  local version=$1 folder=$2
  need_chromium
  need_playwright
  mkdir -p "$WORK/record"
  SOTTO_BINARY="$BINARY" SOTTO_DIST="$DIST" CHROME="$CHROME" \
    node "$ROOT/scripts/lib/release/record.mjs" "$version" "$WORK/record" \
    || fail "Nothing could be recorded; what stopped it stands above."
  lay_out_modes "$WORK/record"
  same_tar "$WORK/record" | gzip -9 --no-name >"$folder/sotto-$version-record.tar.gz"
  made "$folder/sotto-$version-record.tar.gz"
}

# `write_checksums FOLDER`: SHA256SUMS of all else in it.
write_checksums() {
  (cd "$1" && find . -maxdepth 1 -type f ! -name 'SHA256SUMS*' -printf '%f\n' | LC_ALL=C sort | xargs -d '\n' sha256sum) >"$1/SHA256SUMS.half" \
    && mv "$1/SHA256SUMS.half" "$1/SHA256SUMS"
}

# `need_whole_release FOLDER`: a folder that has the file SHA256SUMS is a release, and every file in it is as it was made.
need_whole_release() {
  [ -e "$1/SHA256SUMS" ] || fail "$1 is no whole release: it has no SHA256SUMS. scripts/release makes one."
  local said
  said=$(cd "$1" && sha256sum --check --quiet SHA256SUMS 2>&1) \
    || fail "In $1 not all is as it was made: $(grep -v ^sha256sum: <<<"$said" | head -n 3 | tr '\n' ' ')Get it again."
}
