import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificates } from '../../faults/engines/certificates';
import { locate } from '../../faults/engines/programs';
import { makePostgres, type Postgres } from '../../faults/postgres';
import { readConfig } from '../../server/config';
import { startDatabase } from '../../server/database';
import { LISTENER } from '../../server/outside/postgres/databaseChanges';
import { silent, startApp } from '../support/app';
import { people } from '../support/people';

/* PostgreSQL that accepts only TLS. openssl makes its certificates. */

const programs = locate('openssl');
const folder = mkdtempSync(join(tmpdir(), 'motokey-tls-'));
const closers: (() => unknown)[] = [];
const life = { signal: new AbortController().signal, onClose: (close: () => unknown) => void closers.push(close) };
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(typeof programs === 'string')('PostgreSQL that accepts only TLS', () => {
  let postgres: Postgres;
  let stranger: string;
  beforeAll(async () => {
    const { openssl } = programs as { openssl: string };
    postgres = await makePostgres(life, makeCertificates(openssl, folder, 'ours'));
    stranger = makeCertificates(openssl, folder, 'another').authority;
    await postgres.sql('create database motokey');
  });

  test('every connection uses it', async () => {
    const app = await startApp({ url: postgres.url('motokey') });
    const admin = await people.administrator(app);
    expect((await app.graph('{ makes { total } me { id } }', {}, admin)).errors).toBeUndefined();
    const connections = await postgres.sql<{ name: string; ssl: boolean }>(
      `select distinct application_name as name, ssl from pg_stat_activity join pg_stat_ssl using (pid)
       where datname = 'motokey' order by 1`,
    );
    await app.close();
    expect(connections.map(({ name }) => name)).toEqual(['', LISTENER, 'motokey pipelined']);
    expect(connections.every(({ ssl }) => ssl)).toBe(true);
  });

  test.each([
    ['without TLS', () => '', 'It accepts only TLS: add ?sslmode=verify-full to DATABASE_URL'],
    [
      'with another authority',
      () => `sslmode=verify-full&sslrootcert=${stranger}`,
      'sslrootcert in DATABASE_URL must be',
    ],
    [
      'with a file that is missing',
      () => `sslmode=verify-full&sslrootcert=${folder}/none`,
      'no such file or directory',
    ],
  ])('a start %s says what to do', async (_how, query, said) => {
    const url = Object.assign(new URL(postgres.url('motokey')), { search: query() }).href;
    await expect(startDatabase(readConfig({ DATABASE_URL: url }), silent, () => {}, life)).rejects.toThrow(said);
  });
});
