#!/bin/sh
# Restarts the processes lotline@PORT one after the other, each when the one before is well again: rolling-restart.sh 4321 4322
# With SHUTDOWN_GRACE the balancer sends calls elsewhere before a process ends.
set -eu
[ $# -gt 0 ] || { echo "Which ports? For example: rolling-restart.sh 4321 4322" >&2; exit 2; }
for port; do
  systemctl restart "lotline@$port.service"
  tries=0
  until curl --fail --silent --output /dev/null "http://127.0.0.1:$port/api/health/"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 60 ]; then
      echo "lotline@$port is not well after a minute; the others were left alone. See: journalctl -u lotline@$port" >&2
      exit 1
    fi
    sleep 1
  done
  echo "lotline@$port is well."
  # The balancer looks every 5 seconds.
  sleep 6
done
