#!/bin/sh
# Fails, with a sentence for each problem, if the disk is filling up, the archive is not well (two failed builds in a row are among its problems), its certificate expires, or the last backup is old.
set -u
failed=0
problem() {
  echo "$1" >&2
  failed=1
}
used=$(df --output=pcent "${DATA_DIR:-/srv/archive}" | tail -1 | tr -dc 0-9)
[ "$used" -lt 90 ] || problem "The disk of the archive is $used % full."
if health=$(curl --silent --show-error --max-time 20 "$SITE_URL/api/health/"); then
  case "$health" in
    *'"status":"ok","version"'*) ;;
    *) problem "The archive is not well: $health" ;;
  esac
else
  problem "The archive does not answer."
fi
case "$SITE_URL" in
  https://*)
    host=${SITE_URL#https://}
    host=${host%%/*}
    case "$host" in *:*) address=$host ;; *) address=$host:443 ;; esac
    if certificate=$(echo | openssl s_client -connect "$address" -servername "${host%:*}" 2>/dev/null | openssl x509 2>/dev/null); then
      echo "$certificate" | openssl x509 -noout -checkend 1209600 >/dev/null ||
        problem "The certificate of $host expires within 14 days."
    else
      problem "The certificate of $host could not be read."
    fi
    ;;
esac
if [ -n "${BACKUP_DIR:-}" ]; then
  [ -n "$(find "$BACKUP_DIR" -name 'archive-*.tar' -mtime -2)" ] || problem "There is no backup of the last two days in $BACKUP_DIR."
fi
exit $failed
