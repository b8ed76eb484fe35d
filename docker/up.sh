#!/bin/sh
# Starts the whole installation: docs/operations.md, "Containers". `--demo` loads the demo data, `--observe`
# adds Prometheus and Grafana; other arguments go to `docker compose up`, e.g. `-d`.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
# For files that settings name; the containers read it.
mkdir -p -m 755 files
# Only their owner enters the folder; the containers, which read them as other users, are given the single files.
chmod 700 secrets
# Made once.
secret() {
  [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"
  chmod 644 "secrets/$1"
}
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
secret postgres_password "$(random)"
secret database_password "$(random)"
secret metrics_token "$(random)"
secret grafana_password "$(random)"
secret s3_access_key_id motokey
secret s3_secret_access_key "$(random)"
of() { cat "secrets/$1"; }
secret database_url "postgres://motokey:$(of database_password)@primary/motokey"
secret database_read_url "postgres://motokey:$(of database_password)@replica/motokey"
secret s3_config "{\"identities\":[{\"name\":\"motokey\",\"actions\":[\"Admin\"],\"credentials\":[{\"accessKey\":\"$(of s3_access_key_id)\",\"secretKey\":\"$(of s3_secret_access_key)\"}]}]}"

profiles=
while [ "${1:-}" = --demo ] || [ "${1:-}" = --observe ]; do
  profiles="$profiles --profile ${1#--}"
  shift
done
# shellcheck disable=SC2086
exec docker compose $profiles up --build "$@"
