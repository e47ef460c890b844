# Sourced by the commands in this folder's parent: brings the pinned Node and the packages, and leaves `node` on the PATH.
# Everything it writes lies in .tools and node_modules.

NODE_VERSION=24.21.0
PNPM_VERSION=10.34.9
REPOSITORY="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
TOOLS="$REPOSITORY/.tools"

advise() {
  printf '\n%s\n' "$*" >&2
  exit 1
}

require_tool() {
  command -v "$1" >/dev/null 2>&1 || advise "$2"
}

# What tools would keep in the home directory or in /tmp goes here.
export XDG_CACHE_HOME="$TOOLS/cache" NODE_COMPILE_CACHE="$TOOLS/cache/node-compile"

with_private_folders() {
  npm_config_cache="$TOOLS/cache/npm" npm_config_update_notifier=false npm_config_fund=false npm_config_audit=false \
    XDG_DATA_HOME="$TOOLS/share" XDG_STATE_HOME="$TOOLS/state" "$@"
}

is_older_than() {
  [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]
}

node_platform() {
  local machine
  machine="$(uname -m)"
  case "$machine" in
    x86_64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
  esac
  printf '%s-%s' "$(uname -s | tr '[:upper:]' '[:lower:]')" "$machine"
}

fetch_node() {
  local package fresh
  package="node-$(node_platform)"
  fresh="$TOOLS/node24.new.$$"
  printf 'node          fetching %s\n' "$NODE_VERSION"
  mkdir -p "$fresh"
  with_private_folders npm install --prefix "$fresh" --no-save --ignore-scripts --loglevel error \
    "$package@$NODE_VERSION" >"$TOOLS/node-install.log" 2>&1 ||
    advise "Node $NODE_VERSION could not be fetched from the npm registry. See $TOOLS/node-install.log"
  ln -s "node_modules/$package/bin" "$fresh/bin"
  rm -rf "$TOOLS/node24"
  mv "$fresh" "$TOOLS/node24"
}

ensure_node() {
  require_tool node "Node.js is missing. Install Node 20 or newer with npm, then run this again."
  is_older_than "$(node --version | tr -d v)" "$NODE_VERSION" || return 0
  if [ "$("$TOOLS/node24/bin/node" --version 2>/dev/null)" != "v$NODE_VERSION" ]; then
    require_tool npm "npm is missing. Install it (on Debian: apt-get install npm), then run this again."
    fetch_node
  fi
  PATH="$TOOLS/node24/bin:$PATH"
}

packages_wanted() {
  { node --version; cat "$REPOSITORY/pnpm-lock.yaml"; } | sha256sum | cut -d ' ' -f 1
}

# A tree that was installed by hand keeps its own store; pnpm refuses to mix two.
store_folder() {
  local known
  known="$(sed -n 's/^ *"\{0,1\}storeDir"\{0,1\}: *"\{0,1\}\([^",]*\).*/\1/p' "$REPOSITORY/node_modules/.modules.yaml" 2>/dev/null)"
  printf '%s' "${known%/v[0-9]*}"
}

ensure_packages() {
  local stamp="$REPOSITORY/node_modules/.installed-for" wanted store
  wanted="$(packages_wanted)"
  [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
  require_tool npx "npx is missing. It comes with npm (on Debian: apt-get install npm)."
  printf 'packages      installing\n'
  store="$(store_folder)"
  (cd "$REPOSITORY" && with_private_folders npx -y "pnpm@$PNPM_VERSION" install --frozen-lockfile \
    --store-dir "${store:-$TOOLS/store}" >"$TOOLS/packages-install.log" 2>&1) ||
    advise "The packages could not be installed. The end of $TOOLS/packages-install.log:
$(tail -n 12 "$TOOLS/packages-install.log")"
  printf '%s' "$wanted" >"$stamp"
}

# One at a time: two commands that begin together must not install into each other.
prepare() {
  local step
  mkdir -p "$TOOLS"
  exec 9>"$TOOLS/prepare.lock"
  flock 9
  for step in "$@"; do "ensure_$step"; done
  exec 9>&-
  export PATH
}
