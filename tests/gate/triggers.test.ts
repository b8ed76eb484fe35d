import { beforeAll, describe, expect, test } from 'vitest';
import { CALLER, TOKEN_CALLER } from '../../server/accounts/sessions/caller';
import type { Make } from '../../server/catalogue/makes/make.entity';
import type { Model } from '../../server/catalogue/models/model.entity';
import { routes } from '../../server/rest/routes';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people } from '../support/people';

/*
 * Servers cache callers and answers until a trigger tells that what they read has changed. A column that a trigger does not
 * know would leave an old right in force, or an old answer. PostgreSQL itself says what a statement reads: it records
 * that for a view of the same text.
 */

const app = sharedApp();
let make: Make;
let model: Model;
beforeAll(async () => {
  make = await createMake(app, { displayName: 'Honda' });
  model = await createModel(app, make, { name: 'CB 500', year: 2007 });
});

/** What the statement reads, as `table.column`. Of rows that are read as a whole, PostgreSQL records no column. */
async function readBy(statement: string): Promise<string[]> {
  await app.sql(`create view statement_read as select exists (${statement.replace(/\$\d+|\?/g, 'null')}) as value`);
  const found = await app.sql<{ name: string }>(
    `select distinct c.relname || '.' || a.attname as name
     from pg_rewrite w join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
     join pg_class c on d.refclassid = 'pg_class'::regclass and c.oid = d.refobjid and c.relkind = 'r'
     join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
     where w.ev_class = 'statement_read'::regclass order by name`,
  );
  await app.sql('drop view statement_read');
  return found.map(({ name }) => name);
}

type Event = 'insert' | 'update' | 'delete' | 'truncate';

/** Whether a trigger tells `topic` after this event; for an update of this column, or of any column. */
async function isTold(topic: string, event: Event, table: string, column = ''): Promise<boolean> {
  const bit = { insert: 4, delete: 8, update: 16, truncate: 32 }[event];
  const [row] = await app.sql<{ told: boolean }>(
    `select exists (
       select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
       where t.tgrelid = ?::regclass and t.tgtype & ${bit} > 0 and t.tgenabled = 'O'
         and (f.proname = 'tell_change' and ? = any(string_to_array(rtrim(encode(t.tgargs, 'escape'), '\\000'), ' '))
           or f.proname = 'tell_gone' and ? = 'callers')
         and (${bit} <> 16 or t.tgattr::text = '' or exists (
           select from pg_attribute a
           where a.attrelid = t.tgrelid and a.attname = ? and a.attnum = any(t.tgattr::int2[])))
     ) as told`,
    [table, topic, topic, column],
  );
  return row?.told ?? false;
}

/** The columns of `read` whose update no trigger tells. */
async function untold(topic: string, read: string[]): Promise<string[]> {
  const found = [];
  for (const name of read) {
    const [table = '', column] = name.split('.');
    if (!(await isTold(topic, 'update', table, column))) found.push(name);
  }
  return found;
}

describe('triggers tell every change', () => {
  test('of what a cached caller is', async () => {
    const read = await readBy(CALLER.text);
    expect(read).toEqual(expect.arrayContaining(['users.enabled', 'sessions.restricted', 'clients.account_expired']));
    expect(await untold('callers', read)).toEqual([
      // Ids never change, and a session is found by its token.
      'clients.id',
      'sessions.id',
      // Written by the server that has it in its cache, and only shown.
      'sessions.last_used_at',
      'sessions.token_hash',
      'users.id',
    ]);
    // A role is read as a whole row.
    expect(await isTold('callers', 'update', 'roles')).toBe(true);
    expect(await isTold('callers', 'delete', 'sessions')).toBe(true);
    for (const table of ['sessions', 'users', 'clients', 'roles'])
      expect([table, await isTold('callers', 'truncate', table)]).toEqual([table, true]);
  });

  test('of what a cached caller with an API token is', async () => {
    const read = await readBy(TOKEN_CALLER.text);
    expect(read).toEqual(expect.arrayContaining(['users.enabled', 'api_tokens.revoked_at', 'api_tokens.scopes']));
    expect(await untold('callers', read)).toEqual([
      'api_tokens.id',
      // Written by the server that has it in its cache.
      'api_tokens.last_used_at',
      'clients.id',
      'users.id',
    ]);
    for (const event of ['delete', 'truncate'] as const)
      expect([event, await isTold('callers', event, 'api_tokens')]).toEqual([event, true]);
  });

  /** Each cached path with the statements that answer it. */
  const asked: Record<string, () => string> = {
    '/company-detail/list': () => '',
    '/product-detail': () => `?company_id=${make.id}&mode=year`,
    '/product-detail/sublist': () => `?company_id=${make.id}&mode=year&value=2007`,
    '/products/:id': () => '',
  };

  test('of what a cached answer reads', async () => {
    expect(routes.flatMap(({ path, cached }) => (cached ? [path] : [])).sort()).toEqual(Object.keys(asked).sort());
    const member = await people.locksmith(app);
    const read = new Set<string>();
    for (const [path, query] of Object.entries(asked)) {
      app.statements();
      const answer = await app.rest('GET', path.replace(':id', String(model.id)) + query(), { as: member });
      expect([path, answer.statusCode]).toEqual([path, 200]);
      for (const { sql } of app.statements())
        if (sql.startsWith('select') && sql !== CALLER.text) for (const name of await readBy(sql)) read.add(name);
    }
    const tables = [...new Set(Array.from(read, (name) => name.split('.')[0] ?? ''))].sort();
    expect(tables).toEqual(['key_systems', 'makes', 'model_images', 'model_years', 'models', 'sheet_openings']);
    // Triggers on the models write their numbers by year; opened sheets are counted apart from the answer.
    const isAnswered = (table: string) => table !== 'model_years' && table !== 'sheet_openings';
    const own = tables.filter(isAnswered);
    for (const table of own)
      for (const event of ['insert', 'delete', 'truncate'] as const)
        expect([table, event, await isTold('catalogue', event, table)]).toEqual([table, event, true]);
    expect(
      await untold(
        'catalogue',
        [...read].filter((name) => isAnswered(name.split('.')[0] ?? '')),
      ),
    ).toEqual([]);
  });
});
