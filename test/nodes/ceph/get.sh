#!/usr/bin/env bash
# Gets Ceph's programs on Debian: downloads the packages, with what they need and the machine has not, and unpacks them into .ceph.
# Nothing is installed, so no rights are needed, but package lists that are there (`apt-get update`, which root does here).
set -euo pipefail
cd "$(dirname "$0")/../../.."

folder=.ceph
packages='radosgw ceph-mon ceph-osd ceph-common'
if [ -x "$folder/usr/bin/radosgw" ]; then
  echo "Ceph is in $folder already."
  exit 0
fi
command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || {
  echo "error: this works on Debian alone. Elsewhere install $packages, or name a folder that holds them in CEPH_ROOT." >&2
  exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
[ "$(id -u)" != 0 ] || apt-get update -qq
# What lies in apt's own cache is not named, unless it looks elsewhere.
mkdir -p "$work/cache/partial"
# shellcheck disable=SC2086 # a list of names
if ! apt-get install --print-uris -qq --no-install-recommends -o Dir::Cache::archives="$work/cache" $packages >"$work/uris" 2>"$work/problem"; then
  cat "$work/problem" >&2
  echo 'error: apt does not know these packages: run "apt-get update" as root before.' >&2
  exit 1
fi
# Of a line "'address' name_version_architecture.deb size hash": name=version.
sed -n "s/^'[^']*' \([^_ ]*\)_\([^_ ]*\)_[^ ]*\.deb .*/\1=\2/p" "$work/uris" | sed 's/%3a/:/' >"$work/names"
(cd "$work" && xargs -r apt-get download -qq -o APT::Sandbox::User="$(id -un)" <names)
mkdir "$work/root"
for package in "$work"/*.deb; do dpkg-deb -x "$package" "$work/root"; done
[ -x "$work/root/usr/bin/radosgw" ] || {
  echo "error: the packages are installed on this machine already, or hold no radosgw." >&2
  exit 1
}
mv "$work/root" "$folder"
echo "Ceph is in $folder: $(wc -l <"$work/names") packages, $(du -sh "$folder" | cut -f1)."
