#!/bin/sh
# Installs the given packages and sees to it that no service of theirs runs, now or after the next boot:
# what is needed runs as a private process of this repository. Needs root.
set -eu

policy=/usr/sbin/policy-rc.d
# Two runs at once take turns, since the first to end takes the policy away; others who hold the lock of dpkg are waited for.
turn=/run/qsc-apt-install.lock
lock_seconds=600
units=
made_policy=

is_installed() {
  dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

remove_policy() {
  [ -z "$made_policy" ] || rm -f "$policy"
}

exec 9>"$turn"
flock --timeout "$lock_seconds" 9 || { echo "Another run has been installing packages for $lock_seconds seconds." >&2; exit 1; }

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
apt-get -o DPkg::Lock::Timeout="$lock_seconds" install -y -qq --no-install-recommends "$@"

if [ -d /run/systemd/system ]; then
  for unit in $units; do
    systemctl disable --now "$unit" || true
  done
fi
