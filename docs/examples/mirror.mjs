// Keeps a copy of the catalogue in a SQLite file (Node 22.16 or later). It can be stopped and started at any time:
//   MOTOKEY_URL=https://keys.example.com MOTOKEY_TOKEN=mk_… node mirror.mjs catalogue.db
// The token needs the scope "download". How changes are told: docs/rules.md, "Changes of the catalogue".
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const {
  MOTOKEY_URL: url = 'http://localhost:3000',
  MOTOKEY_TOKEN: token,
  MOTOKEY_SECONDS: seconds = '5',
} = process.env;
const LIMIT = 100;

const MEASURES = `hpc itl dsd pakaPunch unit datum sides width macs codeDirection spacing depth { name oneX twoX }
  source checkedBy checkedAt`;
// What hundreds of models share has its own record: take the names of makes and key systems from there, by id.
const CHANGES = `query ($since: String, $limit: Int!) {
  catalogueChanges(since: $since, limit: $limit) {
    next
    items {
      kind action id at
      make { displayName fullName otherDetails iconUrl version createdAt updatedAt }
      keySystem { name ${MEASURES} }
      model {
        name year sample make { id } keySystem { id } images { url width height }
        ilco jma jet silca oem codeSeries chip transponder needs withKey withoutKey mostKeys accuReader lishi market
        ignition gasCap seatAux locks howToTell tips tips2 warning ${MEASURES} version createdAt updatedAt
      }
    }
  }
}`;

const copy = new DatabaseSync(process.argv[2] ?? 'catalogue.db', { timeout: 30_000 });
copy.exec(`
  create table if not exists records (kind text, id text, record text, primary key (kind, id));
  create table if not exists cursor (one integer primary key check (one = 1), next text)`);
const put = copy.prepare('insert or replace into records values (?, ?, ?)');
const drop = copy.prepare('delete from records where kind = ? and id = ?');
const move = copy.prepare('insert or replace into cursor values (1, ?)');

/** The next changes; null if the copy has to begin again. Waits while the server is away or busy. */
async function read(since) {
  for (;;) {
    const answer = await fetch(new URL('/graphql', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: CHANGES, variables: { since, limit: LIMIT } }),
    }).catch(() => undefined);
    const { data, errors } = (await answer?.json().catch(() => undefined)) ?? {};
    if (data?.catalogueChanges) return data.catalogueChanges;
    const { code = 'SERVICE_UNAVAILABLE', retryAfter = Number(seconds) } = errors?.[0].extensions ?? {};
    if (code === 'CURSOR_GONE') return null;
    if (!['SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'CONFLICT', 'INTERNAL_SERVER_ERROR'].includes(code))
      throw new Error(errors[0].message);
    await pause(retryAfter * 1_000);
  }
}

for (;;) {
  const changes = await read(copy.prepare('select next from cursor').get()?.next);
  // The changes and the cursor after them are written together, or not at all.
  copy.exec('begin');
  if (!changes) copy.exec('delete from records; delete from cursor');
  for (const { kind, id, action, make, keySystem, model } of changes?.items ?? []) {
    if (action === 'DELETED') drop.run(kind, id);
    else put.run(kind, id, JSON.stringify(make ?? keySystem ?? model));
  }
  if (changes) move.run(changes.next);
  copy.exec('commit');
  if (changes && changes.items.length < LIMIT) await pause(Number(seconds) * 1_000);
}
