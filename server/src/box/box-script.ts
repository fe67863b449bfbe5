/**
 * Makes a box of the namespaces that it is started in, and runs a program there: a root of its own that has nothing but the files that are
 * named, the folder of the function, a folder for temporary files, and four devices. Nothing of it outlives the last process in it, as it
 * is seen by them alone.
 * Arguments: an empty folder, the folder of the function, the program, how many processes, the gate or nothing, Node.js, files, `--`, the
 * command with its arguments.
 */
export const BOX_SCRIPT = `set -eu
# Of the server it may let nobody else in, and the function is somebody else.
umask 022
root=$1 code=$2 program=$3 processes=$4 gate=$5 node=$6; shift 6
# Some systems mark where a file lies as not to be run from, and nobody in here may take that away.
seal() {
  mount -o remount,bind,ro,nosuid,nodev "$1" 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev,noexec "$1"
}
show() {
  mkdir -p ".\${2%/*}"; : > ".$2"; mount --bind "$1" ".$2"; seal ".$2"
}
mount -t tmpfs -o size=1m,nr_inodes=500,mode=755,nosuid,nodev box "$root"
cd "$root"
mkdir tmp proc dev function box
while [ "$1" != -- ]; do show "$1" "$1"; shift; done
shift
show "$node" /box/node
show "$program" /box/program.mjs
# Built it is in there.
network="\${program%/*}/network.mjs"
[ ! -f "$network" ] || show "$network" /box/network.mjs
[ -z "$gate" ] || show "$gate" /box/gate
mount --bind "$code" function; seal function
for one in null zero random urandom; do : > "dev/$one"; mount --bind "/dev/$one" "dev/$one"; done
# Where this machine is a container itself it may not be had. Node.js runs without it.
mount -t proc -o nosuid,nodev,noexec proc proc 2>/dev/null || :
mount -t tmpfs -o size=64m,nr_inodes=4096,mode=1777,nosuid,nodev tmp tmp
mount -o remount,bind,ro .
pivot_root . .
umount -l .
cd /
# Of its user, in its namespace. One shell has this letter for it, the other that.
ulimit -u "$processes" 2>/dev/null || ulimit -p "$processes"
# One log: in two pipes nobody knew what was printed first.
exec "$@" 2>&1
`;
