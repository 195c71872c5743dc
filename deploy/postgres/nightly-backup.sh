#!/bin/sh
# Backs the database of PGHOST, PGUSER and PGDATABASE up each night at 02:30 (UTC) into /backups, and deletes what is older than
# BACKUP_DAYS, once a back-up was made. The service `backup` of compose.yaml runs it. With `once` it makes one now, and ends: so the
# CronJob of deploy/kubernetes runs it.
set -eu
umask 077
folder=${BACKUP_FOLDER:-/backups}
days=${BACKUP_DAYS:-14}
if [ -n "${PASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PASSWORD_FILE")
  export PGPASSWORD
fi

back_up() {
  file=$folder/scanline-$(date -u +%Y-%m-%dT%H%M%SZ).dump
  # It gets its name once it is whole, read through and on disk.
  pg_dump --format=custom --no-password --file="$file.partial" &&
    pg_restore --list "$file.partial" >/dev/null &&
    sync "$file.partial" &&
    mv "$file.partial" "$file" &&
    find "$folder" -maxdepth 1 -name 'scanline-*.dump*' -mtime "+$days" -delete &&
    echo "$file"
}

if [ "${1:-}" = once ]; then
  back_up
  exit
fi
trap 'exit 0' TERM INT
while :; do
  now=$(date -u +%s)
  next=$((now - now % 86400 + 9000))
  [ "$next" -gt "$now" ] || next=$((next + 86400))
  sleep $((next - now)) &
  wait $!
  back_up || echo 'There is no back-up: the lines above say why.' >&2
done
