import { ArgsType, Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { noSuch } from '../../../errors';
import { command, described } from '../../../gate/operation';
import { OneOf } from '../../../inputs/fields';
import { findPage, PageInput, PageOf, SortDirection } from '../../../inputs/list';
import { RecordInput, toId } from '../../../inputs/record';
import { jsonRows } from '../../../outside/postgres/jsonRows';
import { MissedSearch } from './missedSearch.entity';

enum MissedSearchSort {
  TEXT = 'text',
  COUNT = 'count',
  LAST_AT = 'lastAt',
}
registerEnumType(MissedSearchSort, {
  name: 'MissedSearchSort',
  description: 'What searches that found nothing are sorted by.',
  valuesConfig: {
    TEXT: { description: 'What was searched for.' },
    COUNT: { description: 'How often they were made.' },
    LAST_AT: { description: 'When they were last made.' },
  },
});

@ArgsType()
export class MissedSearchesInput extends PageInput {
  @Field(() => MissedSearchSort, { description: 'What they are sorted by.' })
  @OneOf(MissedSearchSort, 'Searches are sorted by text, count or time.')
  sortBy: MissedSearchSort = MissedSearchSort.LAST_AT;

  @Field(() => SortDirection, { description: 'Which way they are sorted.' })
  @OneOf(SortDirection, 'The direction must be asc or desc.')
  override dir: SortDirection = SortDirection.DESC;
}

@ObjectType({ description: 'A page of searches that found nothing.' })
export class MissedSearchPage extends PageOf(MissedSearch, 'searches') {}

export const missedSearches = described('A page of the searches for which Jump found nothing.', 'CATALOGUE').query(
  'admin',
  MissedSearchesInput,
  ({ em }, input) => findPage(em, MissedSearch, {}, input),
);

@InputType({ description: 'Which missed search to dismiss, by its id.' })
export class DismissMissedSearchInput extends RecordInput {}

/** It then counts from one. */
export const dismissMissedSearch = described(
  'Forgets a search that found nothing, until somebody makes it again without result.',
  'CATALOGUE',
).command('admin', DismissMissedSearchInput, async ({ em }, { id }) => {
  const missed = await em.findOneOrFail(MissedSearch, toId(id), noSuch('missed search'));
  await em.nativeDelete(MissedSearch, { id: missed.id });
  return missed;
});

/** The number of texts that are kept: the most recent ones. */
const MOST = 5_000;

export interface Miss {
  text: string;
  /** How often it was searched for. */
  count: number;
}

class MissesInput {
  /** Each text once. */
  misses!: readonly Miss[];
}

/** Counts searches that found nothing. */
export const countMisses = command('system', MissesInput, async ({ em }, { misses }) => {
  await em.execute(
    `insert into missed_searches (text, count, last_at)
       select text, count, now() from jsonb_to_recordset(?) as m (text text, count int) order by text
     on conflict (text) do update set count = missed_searches.count + excluded.count, last_at = now()`,
    [jsonRows([...misses])],
  );
  await em.execute(
    `delete from missed_searches where id in (select id from missed_searches order by last_at desc offset ${MOST})`,
  );
});
