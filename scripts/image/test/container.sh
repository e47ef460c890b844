#!/bin/sh
# Runs a command as a container of the image would, without an engine: container.sh ROOT TREE NODE USER VOLUME COMMAND...
# In a mount namespace of its own (unshare -m): the system and the tree are mounted read-only below ROOT, only /tmp and the VOLUME
# can be written, and the command runs there as the user, with no capability and no way to one. The programs of the
# system are those of this machine, in place of the base image's.
set -eu
root=$1 tree=$2 node=$3 user=$4 volume=$5
shift 5

read_only() {
  mkdir -p "$root$2"
  mount --bind "$1" "$root$2"
  mount -o remount,bind,ro "$root$2"
}

mount -t tmpfs -o mode=755 tmpfs "$root"
read_only /usr /usr
read_only /etc /etc
read_only "$tree" /app
for folder in bin sbin lib lib64; do
  [ -L "/$folder" ] && ln -s "$(readlink "/$folder")" "$root/$folder"
done
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root$volume" "$root/opt/node"
touch "$root/opt/node/node"
mount --bind "$node" "$root/opt/node/node"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o "uid=$user,gid=$user,mode=700" tmpfs "$root$volume"
mount -o remount,ro "$root"
cd "$root"
exec chroot . sh -c 'cd /app && exec "$@"' sh \
  setpriv "--reuid=$user" "--regid=$user" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
