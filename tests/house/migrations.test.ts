import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wrongMigrations } from '../../scripts/migrations.mjs';

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n## 0.2.0\n';
const check = (sql: string, comment = '', name = '2026-12-01-01-change.ts') =>
  wrongMigrations({ [name]: `${comment}\nthis.addSql(\`${sql}\`);` }, CHANGELOG);

describe('a migration', () => {
  test.each([
    'drop table feedbacks',
    'alter table users drop fax',
    'alter table users drop column if exists fax',
    'alter table users alter fax drop default',
    'alter table users rename column fax to phone',
    'alter table attempts rename to throttles',
    'alter table users alter column fax type text',
    'alter table users alter fax set data type text',
    'alter table users alter fax set not null',
    'alter table users add fax varchar(20) not null',
    `alter table users\n  add phone varchar(20) not null default '',\n  add column fax varchar(20) not null`,
    'create function f() returns void language sql as $$ drop table users $$',
  ])('may not take away what the last release uses: %s', (sql) => {
    expect(check(sql)).toEqual([expect.stringContaining('2026-12-01-01-change.ts')]);
    expect(check(sql, '// contract 0.2.0: nothing has used it since')).toEqual([]);
    expect(check(sql, '// contract 0.3.0: nothing has used it since')).toEqual([
      '2026-12-01-01-change.ts waits for release 0.3.0, which the changelog does not have yet',
    ]);
    expect(check(sql, '', '2026-11-26-01-before-the-rule.ts')).toEqual([]);
  });

  test.each([
    'create table faxes (id int not null, number varchar(20) not null)',
    `alter table users add fax varchar(20) not null default '', add phone text`,
    'alter table users add constraint users_fax check (fax is not null)',
    `alter table users add name text not null generated always as (trim(full_name, ', ')) stored`,
    'alter table users alter fax drop not null, drop constraint users_fax',
    'alter index users_fax rename to users_phone',
    'drop index users_fax',
  ])('may %s', (sql) => {
    expect(check(sql)).toEqual([]);
  });
});

test('the rule sees what earlier migrations did', () => {
  const name = '2026-11-20-03-mail-passwords.ts';
  const source = readFileSync(`server/migrations/${name}`, 'utf8');
  expect(wrongMigrations({ [name]: source }, CHANGELOG)).toEqual([]);
  expect(wrongMigrations({ '2026-12-01-01-the-same.ts': source }, CHANGELOG)).toEqual([
    expect.stringContaining('renames something'),
  ]);
});
