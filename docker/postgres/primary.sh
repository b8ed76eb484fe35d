#!/bin/bash
# At the first start of the primary: the server's role and database, and the role of the replica.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d postgres \
  -v app="$(cat /run/secrets/database_password)" -v replica="$(cat "$POSTGRES_PASSWORD_FILE")" <<'SQL'
create role motokey login password :'app';
create database motokey owner motokey;
create role replica login replication password :'replica';
SQL
echo 'host replication replica all scram-sha-256' >> "$PGDATA/pg_hba.conf"
