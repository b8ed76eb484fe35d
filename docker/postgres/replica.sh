#!/bin/bash
# A streaming replica of the service `primary`, which it copies at its first start.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres "$(dirname "$PGDATA")"
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups bash "$0"
fi
if [ ! -s "$PGDATA/standby.signal" ]; then
  # What an interrupted copy has left.
  find "$PGDATA" -mindepth 1 -delete
  PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE") pg_basebackup \
    --dbname="host=primary user=replica application_name=replica" --pgdata="$PGDATA" --wal-method=stream --write-recovery-conf
fi
exec postgres -D "$PGDATA"
