#!/bin/sh
# Installs the given packages and sees to it that no service of theirs runs, now or after the next boot:
# what is needed runs as a private process of this repository. Needs root.
set -eu

policy=/usr/sbin/policy-rc.d
units=
made_policy=

is_installed() {
  dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

remove_policy() {
  [ -z "$made_policy" ] || rm -f "$policy"
}

is_installed rabbitmq-server || units="$units rabbitmq-server.service"
is_installed erlang-base || units="$units epmd.service epmd.socket"

trap remove_policy EXIT
trap 'exit 130' INT TERM
if [ ! -e "$policy" ]; then
  made_policy=yes
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq || true
apt-get install -y -qq --no-install-recommends "$@"

if [ -d /run/systemd/system ]; then
  for unit in $units; do
    systemctl disable --now "$unit" || true
  done
fi
