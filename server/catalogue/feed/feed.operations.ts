import type { EntityManager } from '@mikro-orm/postgresql';
import { ArgsType, Field, Int } from 'type-graphql';
import type { Caller } from '../../context';
import { described } from '../../gate/operation';
import { Optional, Rule, WholeNumber } from '../../inputs/fields';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind } from '../../logs/logKind';
import { SYSTEM_DATA } from '../keyData';
import { fromJson, MAKE_FIELDS, TIMES } from '../makes/makeRow';
import { countSent, sentTo } from '../models/modelsSent';
import { IMAGES_FIELD, KEY_DATA_COLUMNS, MODEL_FIELDS } from '../models/readModels';
import { type CatalogueChange, CatalogueChanges, CatalogueKind, ChangeAction } from './catalogueChange';
import { cursorGone, type FeedCursor, readCursor, writeCursor } from './feedCursor';

/** The most changes of a call. */
export const MOST_CHANGES = 500;

@ArgsType()
export class CatalogueChangesInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The cursor `next` of the call before; without it, the whole catalogue is returned. CURSOR_GONE if the database has been restored or replaced since.',
  })
  @Optional()
  @Rule((value) => (typeof value === 'string' && readCursor(value) ? null : 'This is no cursor of catalogueChanges.'))
  since?: string | null;

  @Field(() => Int, {
    description: `How many changes at most, 1 to ${MOST_CHANGES}. With all fields of a record, the cost of a query allows about 150.`,
  })
  @WholeNumber('limit', 1, MOST_CHANGES)
  limit!: number;
}

const SYSTEM_COLUMNS = new Set<string>(SYSTEM_DATA.map(({ column }) => column));
const SYSTEM_FIELDS = `s.id, s.name, s.source, s.checked_by as "checkedBy", s.checked_at as "checkedAt",
  ${KEY_DATA_COLUMNS.filter(([column]) => SYSTEM_COLUMNS.has(column))
    .map(([column, name]) => `s.${column} as "${name}"`)
    .join(', ')}, s.version, ${TIMES('s')}`;

/** The record of a row `f` of the feed, as JSON. */
const RECORDS: Record<CatalogueKind, string> = {
  [CatalogueKind.MAKE]: `select ${MAKE_FIELDS} from makes k where k.id = f.id`,
  [CatalogueKind.KEY_SYSTEM]: `select ${SYSTEM_FIELDS} from key_systems s where s.id = f.id`,
  [CatalogueKind.MODEL]: `select ${MODEL_FIELDS.all}, ${IMAGES_FIELD} from models m join makes k on k.id = m.make_id where m.id = f.id`,
};

/** The oldest transaction of this database that still runs. One in no database, or in an unknown one, counts. */
export const OLDEST_RUNNING = `coalesce((
    select min(running) from pg_snapshot_xip(pg_current_snapshot()) as running
    where running::xid not in (
      select l.transactionid from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
        and a.datid <> (select oid from pg_database where datname = current_database())
    )
  ), pg_snapshot_xmax(pg_current_snapshot()))`;

/**
 * The changes after `since` whose transactions came before the oldest that still runs, so that no transaction can add one among
 * them any more. One statement, so that each record is in the state that its row of the feed tells of.
 */
const PAGE = `with since as materialized (
    select xid, kind, id, horizon, coalesce(began, horizon) as began
    from (select ?::xid8 as xid, ?::smallint as kind, ?::int as id, ?::xid8 as began, ${OLDEST_RUNNING} as horizon) as given
  )
  select began::text as "from", coalesce((
    select json_agg(page) from (
      select f.xid::text, f.kind, f.id, f.changed_at as at, f.deleted,
        (f.created_xid, f.kind, f.id) > (since.xid, since.kind, since.id) as "isNew",
        case ${Object.entries(RECORDS)
          .map(([kind, select]) => `when f.kind = ${kind} then (select row_to_json(r) from (${select}) r)`)
          .join(' ')} end as record
      from (
        select * from catalogue_feed
        where (xid, kind, id) > (select xid, kind, id from since) and xid < (select horizon from since)
          and (not deleted or xid >= (select began from since))
        order by xid, kind, id limit ?
      ) f
    ) page
  ), '[]') as found from since`;

interface Found {
  xid: string;
  kind: CatalogueKind;
  id: number;
  at: string;
  deleted: boolean;
  isNew: boolean;
  record: object | null;
}

/** Always from the primary, never from a replica. */
async function readChanges(em: EntityManager, since: FeedCursor | null, limit: number) {
  const [now] = await em.execute<{ state: string }[]>('select current_catalogue_feed() as state');
  const state = now?.state ?? '';
  if (since && since.state !== state) throw cursorGone();
  const { xid, kind, id } = since ?? { xid: '0', kind: 0, id: 0 };
  const [page] = await em.execute<{ from: string; found: Found[] }[]>(PAGE, [
    xid,
    kind,
    id,
    since?.from ?? null,
    limit,
  ]);
  const found = page?.found ?? [];
  return { found, next: writeCursor({ xid, kind, id, ...found.at(-1), state, from: page?.from ?? '' }) };
}

const toChange = ({ kind, id, at, deleted, isNew, record }: Found): CatalogueChange => ({
  kind,
  id,
  at: new Date(at),
  action: deleted ? ChangeAction.DELETED : isNew ? ChangeAction.CREATED : ChangeAction.CHANGED,
  record: record && fromJson(record),
});

const READ_ON = 'Read changes of the catalogue';

/** Logs a beginning as an export, and reading on once a day for each user and token (docs/rules.md, "Changes of the catalogue"). */
async function log(em: EntityManager, user: Caller, begins: boolean): Promise<void> {
  const write = (text: string) => LogEntry.write(em, user, LogKind.EXPORT, { text });
  if (begins) {
    const [models] = await em.execute<{ count: number }[]>('select count(*)::int as count from models');
    write(`Exported the catalogue as changes: ${models?.count} models`);
    return;
  }
  const [known] = await em.execute(
    `select from log_entries where kind = ? and user_id = ? and token is not distinct from ? and details = ? and created_at > now() - interval '1 day' limit 1`,
    [LogKind.EXPORT, user.id, user.apiToken?.name ?? null, READ_ON],
  );
  if (!known) write(READ_ON);
}

export const catalogueChanges = described(
  'What was created, changed and deleted in the catalogue since a cursor, in order: for programs that keep a copy. A record that was changed several times is returned once, as it is now. Without a cursor, every record is returned, so that the first calls copy the whole catalogue. A model is not returned when its make or key system is renamed: take their names from their own records, by id.',
  'DOWNLOAD',
).command('downloader', CatalogueChangesInput, async ({ em, user }, { since, limit }): Promise<CatalogueChanges> => {
  const { found, next } = await readChanges(em, since == null ? null : readCursor(since), limit);
  if (found.length > 0 || since == null) await log(em, user, since == null);
  const models = found.filter(({ kind, record }) => kind === CatalogueKind.MODEL && record).length;
  if (models > 0) await countSent(em, [sentTo(user, models)]);
  return { items: found.map(toChange), next };
});
