#!/bin/sh
# Runs a command of Lotline as its user, with the settings of the server: sudo lotline archive doctor, sudo lotline build --full
# Files are named with their whole path: the user `lotline` may not be able to read your folder.
set -eu
[ $# -gt 0 ] || { echo "Which command? For example: sudo lotline archive doctor" >&2; exit 2; }
command=$1
shift
set -a
. /etc/lotline.env
cd /opt/lotline
if [ "$(id -un)" = lotline ]; then exec npm run --silent "$command" -- "$@"; fi
exec runuser --user lotline -- env HOME=/srv/archive npm run --silent "$command" -- "$@"
