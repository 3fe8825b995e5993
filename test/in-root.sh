#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: test/in-root.sh bookworm|trixie|sid [DIR]
#
# Runs the README's two commands as on a fresh machine: makes a bare Debian root with debootstrap in
# DIR (default: a new directory under ${TMPDIR:-/tmp}), clones this checkout's HEAD into it and calls
# ./schedlab run and ./schedlab test there. Needs root. The root is removed at the end whatever
# happens; the commands' output stays in DIR.log.
#
# For repeated runs: with IN_ROOT_CCACHE=CACHEDIR the root has ccache, and what was compiled is kept
# in CACHEDIR/SUITE. A run without it shows that nothing is missing from the list of packages.

set -u -o pipefail

say() { printf 'in-root: %s\n' "$*"; }
die() { printf 'in-root: %s\n' "$*" >&2; exit "${2:-1}"; }

usage='usage: test/in-root.sh bookworm|trixie|sid [DIR]'
case ${1:-} in
  bookworm | trixie | sid) suite=$1 ;;
  -h | --help) echo "$usage"; exit 0 ;;
  *) die "$usage" 2 ;;
esac
(($# <= 2)) || die "$usage" 2
((EUID == 0)) || die "a root needs root: run this with sudo"

source_root=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/..")
root=${2:-$(mktemp -d "${TMPDIR:-/tmp}/schedlab-$suite.XXXXXX")} || exit 1
mkdir -p "$root" || exit 1
chmod 755 "$root" || exit 1 # it is the / of users who are not root
root=$(readlink -e "$root")
[[ -z $(ls -A "$root") ]] || die "$root is not empty: give a new directory"
log=$root.log
: >"$log" || exit 1

# --- leave nothing behind -----------------------------------------------------------------------

mounts() { # mount points inside the root, deepest first
  awk -v root="$root/" 'index($2, root) == 1 { print $2 }' /proc/self/mounts | sort -r
}

child=
job() { # runs a command in a process group of its own, so that a signal to this script ends it at once
  setsid "$@" </dev/null &
  child=$!
  wait "$child"
  local result=$?
  child=
  return "$result"
}

clean_up() {
  local status=$? point tries=5
  trap '' INT TERM HUP
  [[ -z $child ]] || kill -KILL -- "-$child" 2>/dev/null
  while [[ -n $(mounts) ]] && ((tries-- > 0)); do
    # What the root's programs left running would hold the mounts.
    for point in /proc/[0-9]*; do
      [[ $(readlink "$point/root" 2>/dev/null) == "$root" ]] && kill -KILL "${point#/proc/}" 2>/dev/null
    done
    for point in $(mounts); do umount "$point" 2>/dev/null; done
    [[ -z $(mounts) ]] || sleep 1
  done
  # Never delete through a mount: what is mounted there belongs to the machine.
  if [[ -n $(mounts) ]]; then
    say "still mounted, so $root is left for you to remove: $(mounts | tr '\n' ' ')" >&2
    status=1
  else
    rm -rf --one-file-system "$root"
  fi
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# --- the bare root ------------------------------------------------------------------------------

if ! command -v debootstrap >/dev/null; then
  say "installing debootstrap"
  { apt-get -q update && apt-get -q -y install --no-install-recommends debootstrap; } >>"$log" 2>&1 ||
    die "debootstrap cannot be installed, see $log"
fi
# The mirror is the one this machine uses: the site of its own Debian release.
mirror=$(apt-get indextargets --format '$(CREATED_BY) $(ORIGIN) $(SITE)' 2>/dev/null |
         awk '$1 == "Packages" && $2 == "Debian" { print $3; exit }')
if [[ -z $mirror ]]; then
  # Nothing was fetched yet, or the mirror names no origin.
  mirror=$(apt-get indextargets --format '$(CREATED_BY) $(SITE)' 2>/dev/null |
           awk '$1 == "Packages" && $2 ~ /debian\/?$/ { print $2; exit }')
fi
[[ -n $mirror ]] || die "this machine's apt has no Debian mirror: see apt-get indextargets"

mkdir -p "$root"
start=$SECONDS
say "debootstrap $suite (log: $log)"
job debootstrap --variant=minbase "$suite" "$root" "$mirror" >>"$log" 2>&1 ||
  die "debootstrap failed, the end of $log: $(tail -n 1 "$log")"
say "bare $suite in $((SECONDS - start)) s"

# The way to the mirror (proxy, credentials, certificates, date checks) is the machine's as well.
apt-config dump 2>/dev/null |
  grep -E '^Acquire::(http|https|ftp|Check-|Retries|ForceIPv4|ForceIPv6)' >"$root/etc/apt/apt.conf.d/90machine" || true
for file in /etc/apt/auth.conf /etc/apt/auth.conf.d /etc/ssl/certs; do
  [[ -e $file && ($file != /etc/ssl/certs || $mirror == https:*) ]] || continue
  mkdir -p "$root$(dirname "$file")"
  cp -aL "$file" "$root$(dirname "$file")/" 2>/dev/null
done
cp -L /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null
printf 'APT::Keep-Downloaded-Packages "false";\n' >"$root/etc/apt/apt.conf.d/91small"

mount -t proc proc "$root/proc" || die "cannot mount /proc in $root"
for device in null zero full random urandom tty; do
  [[ -e $root/dev/$device ]] || touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device" || die "cannot bind /dev/$device in $root"
done
mkdir -p "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm" || die "cannot mount /dev/shm in $root"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts" ||
  die "cannot mount /dev/pts in $root"
ln -sf pts/ptmx "$root/dev/ptmx" 2>/dev/null

if [[ -n ${IN_ROOT_CCACHE:-} ]]; then
  mkdir -p "$IN_ROOT_CCACHE/$suite" "$root/root/.cache/ccache"
  mount --bind "$IN_ROOT_CCACHE/$suite" "$root/root/.cache/ccache" || die "cannot bind $IN_ROOT_CCACHE"
  { job chroot "$root" apt-get -q update &&
      job chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends ccache
  } >>"$log" 2>&1 || die "ccache cannot be installed, see $log"
fi

git clone -q --no-hardlinks "file://$(git -C "$source_root" rev-parse --show-toplevel)" \
  "$root/root/schedlab" >>"$log" 2>&1 || die "git clone failed, see $log"
git -C "$root/root/schedlab" checkout -q --detach "$(git -C "$source_root" rev-parse HEAD)" || exit 1

# --- the README's two commands ------------------------------------------------------------------

inside() { # runs a command line in the clone, with a fresh machine's environment
  job env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    chroot "$root" /bin/bash -c "cd /root/schedlab && $1"
}

status=0
for command in './schedlab run' './schedlab test'; do
  start=$SECONDS
  say "$command"
  printf '\n== %s\n' "$command" >>"$log"
  inside "$command" >>"$log" 2>&1
  result=$?
  ((result == 0)) || status=1
  say "$command: exit status $result after $((SECONDS - start)) s; last line: $(grep . "$log" | tail -n 1)"
done
start=$(date +%s%N)
inside './schedlab list' >>"$log" 2>&1 || status=1
say "./schedlab list, nothing to build: $((($(date +%s%N) - start) / 1000000)) ms"
say "$suite: ns-3 $(inside "dpkg-query -W -f='\${Version}' libns3-dev"), $(inside 'g++ --version' | head -n 1)"
pictures=$(find "$root/root/schedlab/results" -name '*.png' -size +4k 2>/dev/null | wc -l)
say "$pictures figures"
((pictures > 0)) || status=1
if ((status == 0)); then say "$suite: passed"; else say "$suite: FAILED, see $log"; fi
exit "$status"
