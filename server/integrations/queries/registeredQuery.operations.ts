import { hash } from 'node:crypto';
import { type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { ArgsType, Field, InputType, ObjectType } from 'type-graphql';
import { invalid, noSuch, whereTaken } from '../../errors';
import { described, scoped } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import { OneOf, Rule, TextField, wrongText } from '../../inputs/fields';
import { containing, FilterField, findPage, PageInput, PageOf } from '../../inputs/list';
import { RecordInput, toId } from '../../inputs/record';
import { AsTyped } from '../../inputs/textForms';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind } from '../../logs/logKind';
import { RegisteredQuery } from './registeredQuery.entity';

export enum RegisteredQuerySort {
  NAME = 'name',
  CREATED_AT = 'createdAt',
  LAST_USED_AT = 'lastUsedAt',
}
describeEnum(RegisteredQuerySort, 'RegisteredQuerySort', 'What registered queries are sorted by.', {
  NAME: 'Their names.',
  CREATED_AT: 'When they were registered.',
  LAST_USED_AT: 'When they were last used.',
});

@InputType({ description: 'The registered queries that meet this condition; without it, all.' })
export class RegisteredQueryFilter {
  @TextField({ label: 'search', description: 'A part of the name or of the document.' })
  search?: string | null;
}

@ArgsType()
export class RegisteredQueriesInput extends PageInput {
  @Field(() => RegisteredQuerySort, { description: 'What they are sorted by.' })
  @OneOf(RegisteredQuerySort, 'Registered queries cannot be sorted by this.')
  sortBy: RegisteredQuerySort = RegisteredQuerySort.NAME;

  @FilterField(() => RegisteredQueryFilter)
  filter?: RegisteredQueryFilter | null;
}

@ObjectType({ description: 'Some of the registered queries, and how many there are.' })
export class RegisteredQueryPage extends PageOf(RegisteredQuery, 'registered queries') {}

export const registeredQueries = described('A page of the registered queries.').query(
  'admin',
  RegisteredQueriesInput,
  ({ em }, { filter, ...page }) => {
    const search = filter?.search;
    const where = search ? containing(['name', 'document'], search) : {};
    return findPage(em, RegisteredQuery, where as FilterQuery<RegisteredQuery>, page);
  },
);

@InputType({ description: 'A query or mutation to register.' })
export class RegisterQueryInput {
  @Field(() => String, { description: 'Its name, for administrators.' })
  @Rule((value) => wrongText(value, { label: 'name', max: 100, required: true }))
  name!: string;

  @Field(() => String, { description: 'The document: one query or mutation, with its fragments.' })
  @Rule((value) => wrongText(value, { label: 'query or mutation', max: 20_000, required: true }))
  @AsTyped()
  document!: string;
}

export const registerQuery = described(
  'Registers a query or mutation for programs with API tokens. It must be valid, and within the limits of the graph.',
).command('admin', RegisterQueryInput, async ({ em, user, problemOf }, { name, document }) => {
  const problem = problemOf(document);
  if (problem) throw invalid({ document: [problem] });
  const known = await em.findOne(RegisteredQuery, { hash: hash('sha256', document) });
  if (known) throw invalid({ document: [`This query is registered already, as “${known.name}”.`] });
  const query = em.create(RegisteredQuery, {
    hash: hash('sha256', document),
    name,
    document,
    createdBy: user.username,
  });
  LogEntry.write(em, user, LogKind.QUERY_REGISTERED, { text: `Registered the query “${name}”` });
  await em
    .flush()
    .catch(whereTaken('registered_queries_hash_key', { document: ['This query is registered already.'] }));
  return query;
});

@InputType({ description: 'Which registered query to delete, by its id.' })
export class DeleteRegisteredQueryInput extends RecordInput {}

export const deleteRegisteredQuery = described(
  'Deletes a registered query: programs that send its hash are refused from then on.',
).command('admin', DeleteRegisteredQueryInput, async ({ em, user }, { id }) => {
  const query = await em.findOneOrFail(RegisteredQuery, toId(id), {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    ...noSuch('registered query'),
  });
  LogEntry.write(em, user, LogKind.QUERY_DELETED, { text: `Deleted the registered query “${query.name}”` });
  await em.remove(query).flush();
  return query;
});

export class AskedQueryInput {
  /** The id that was sent in place of a document, if one was. */
  hash!: string | null;
}

const DOCUMENT = {
  name: 'registered query',
  text: `select row_to_json(q) from (
    select document, (last_used_at > now() - interval '10 minutes') is true as noted from registered_queries where hash = $1
  ) q`,
};
const NOTE_USE = {
  name: 'use of a registered query',
  text: `update registered_queries set last_used_at = now() where hash = $1 returning to_json(true)`,
};

/**
 * The document of the registered query that a program asks for; null if it asks for none, or if there is none. It is a read without
 * a limit: the use is noted every ten minutes.
 */
export const askedQuery = scoped('ANY').chain(
  'session',
  AskedQueryInput,
  async ({ plain }, { hash }) => {
    if (hash === null) return null;
    const found = await plain?.read<{ document: string; noted: boolean }>(DOCUMENT, [hash]);
    if (found && !found.noted) await plain?.write(NOTE_USE, [hash]);
    return found?.document ?? null;
  },
  null,
);
