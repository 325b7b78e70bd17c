# Sourced by the commands in this folder: installs what is missing, configures and builds. Quiet and quick when there is
# nothing to do.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
build=$root/build/release

packages=(
  g++ meson ninja-build pkg-config python3
  catch2 libboost-container-dev libboost-context-dev libcli11-dev libgmp-dev libonig-dev libspdlog-dev
)

# Installs those of the given Debian packages that are not there.
install_packages() {
  command -v dpkg-query >/dev/null || return 0
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "please install: ${missing[*]}" >&2; return 1; }
    as_root=(sudo)
  fi
  echo "installing ${missing[*]}" >&2
  local log
  log=$(mktemp)
  { "${as_root[@]}" apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"; } \
    >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; return 1; }
  rm -f "$log"
}

# Whether a source is newer than the last build.
out_of_date() {
  [ -e "$build/.built" ] || return 0
  [ -n "$(cd "$root" && find meson.build meson_options.txt gc frontend compiler vm test/unit test/meson.build test/golden \
    -newer "$build/.built" ! -name '*.rb' -print -quit 2>/dev/null)" ] ||
    [ -n "$(cd "$root" && find vm -name '*.rb' -newer "$build/.built" -print -quit)" ]
}

# Builds an optimised miniyarv in build/release; MINIYARV_MESON_ARGS adds options to its configuration. What the tools print is shown only when they fail.
build_release() {
  out_of_date || return 0
  mkdir -p "$build"
  local log=$build/build.log
  if [ ! -e "$build/build.ninja" ]; then
    install_packages "${packages[@]}" || return 1
    echo "configuring and building miniyarv (once, a few minutes)" >&2
    meson setup "$build" "$root" --buildtype=release -Db_lto=true ${MINIYARV_MESON_ARGS:-} >"$log" 2>&1 || { cat "$log" >&2; return 1; }
  fi
  local stamp=$build/.building
  touch "$stamp"
  ninja -C "$build" >"$log" 2>&1 || { grep -v '^\[' "$log" >&2; return 1; }
  mv "$stamp" "$build/.built"
}
