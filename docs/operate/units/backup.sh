#!/bin/sh
# Backs the archive up, on SQLite or PostgreSQL, to BACKUP_DIR (another disk) and from there to BACKUP_REMOTE (another machine, as rsync names it).
# Keeps 14 days and the first of each month. The command fails, and so does this, if a picture has changed.
set -eu
: "${BACKUP_DIR:?Set BACKUP_DIR in /etc/lotline.env: a folder on another disk.}"
file="$BACKUP_DIR/archive-$(date +%F).tar"
npm run --silent archive -- backup "$file" --force
find "$BACKUP_DIR" -name 'archive-????-??-??.tar' ! -name 'archive-????-??-01.tar' -mtime +14 -delete
if [ -n "${BACKUP_REMOTE:-}" ]; then
  rsync --archive --partial "$BACKUP_DIR/" "$BACKUP_REMOTE"
fi
