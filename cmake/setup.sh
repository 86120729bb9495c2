#!/bin/sh
# Installs what building Micro, its tests and example-project needs and this machine lacks. Debian 12 and its relatives; as root, or with sudo.
#
#   setup.sh            installs; silent when nothing is missing
#   setup.sh --check    installs nothing; names what is missing and exits 1
set -eu

# Package, the command that will do as well wherever it came from (or -), and what it is for.
packages() {
  sed 's/ *#.*//' <<'END'
g++              c++      # C++20
make             make     # the commands of README.md; Unix Makefiles in the tests
cmake            cmake    # 3.25 or newer
ninja-build      ninja    # generator of build/dev and build/example
python3          python3  # loads the tests into ctest; unittest
git              git      # revisions in results; the tests make repositories
libfmt-dev       -        # text of the engine
libcli11-dev     -        # its command line
rapidjson-dev    -        # its JSON
libboost-dev     -        # Boost.Math (headers): quantiles
libbenchmark-dev -        # Google Benchmark
libgtest-dev     -        # unit tests
libgmock-dev     -        # unit tests
librocksdb-dev   -        # what example-project's rocksdb.comparators measures
libjemalloc2     -        # a variant of it
valgrind         valgrind # COUNT=instructions
END
}

check=no
case "$#:${1-}" in
  0:) ;;
  1:--check) check=yes ;;
  *) printf 'usage: setup.sh [--check]\n' >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null; then
  # CMake names what is missing elsewhere.
  [ $check = no ] || exit 0
  printf 'setup.sh: this is not Debian; what is needed goes there by these names:\n' >&2
  packages | awk '{ print "  " $1 }' >&2
  exit 1
fi

installed=$(dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' $(packages | awk '{ print $1 }') 2>/dev/null |
  sed -n 's/^installed //p')
set -- $(packages | while read -r package command; do
  printf '%s\n' "$installed" | grep -Fqx "$package" || command -v "$command" >/dev/null || printf '%s\n' "$package"
done)
[ $# -gt 0 ] || exit 0

if [ $check = yes ]; then
  printf 'missing packages: %s\nhint: "make setup" installs them\n' "$*" >&2
  exit 1
fi

sudo=
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { printf 'setup.sh: as root, say: apt-get install %s\n' "$*" >&2; exit 1; }
  sudo=sudo
fi
apt_get() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq --yes --no-install-recommends -o Dpkg::Use-Pty=0 "$@"; }

printf 'Installing %s\n' "$*"
# Fails where the lists of packages are not there or out of date; only then are they fetched.
apt_get --download-only install "$@" >/dev/null 2>&1 || apt_get update
apt_get install "$@"
