import { InMemoryCache } from '@apollo/client';
import { type DocumentNode, print, visit } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { tokenFilters } from '../../client/accounts/apiTokens/tokenFilters';
import { clientFilters } from '../../client/accounts/clients/clientFilters';
import { userFilters } from '../../client/accounts/users/userFilters';
import { ownSheetFilters } from '../../client/catalogue/company/ownSheetFilters';
import { modelFilters } from '../../client/catalogue/models/useModelFilters';
import { systemFilters } from '../../client/catalogue/systems/useSystemFilters';
import { vanFilters } from '../../client/catalogue/van/vanFilters';
import type { FilterSet } from '../../client/components/list/filter/filterSet';
import { type FilterTerm, termValue } from '../../client/components/list/filter/filterTerm';
import { correctionFilters, feedbackFilters } from '../../client/feedback/useInboxFilter';
import { queryFilters } from '../../client/integrations/queries/queryFilters';
import { deliveryFilters } from '../../client/integrations/webhooks/deliveryFilters';
import { webhookFilters } from '../../client/integrations/webhooks/webhookFilters';
import { accessFilters } from '../../client/logs/access/accessFilters';
import { logFilters } from '../../client/logs/logFilters';
import { allPaymentsFilters, paymentFilters } from '../../client/payments/history/usePaymentFilter';
import { sharedApp } from '../support/app';
import { clientDocuments } from '../support/clientDocuments';
import { sharedPerson } from '../support/people';

/** Sends every filter and every order of every list to the graph, as the client does. */

const app = sharedApp({ demo: true });
const admin = sharedPerson(app, 'administrator');
const member = sharedPerson(app, 'locksmith');
const ids: Record<string, string> = {};
beforeAll(async () => {
  const [user] = await app.sql('select min(id) as id from users');
  const [webhook] = await app.sql(
    `insert into webhooks (url, events, secret, username, enabled, created_at, updated_at)
     values ('https://example.com', array['make.deleted'], 's', 'x', true, now(), now()) returning id`,
  );
  Object.assign(ids, { UserPayments: String(user?.id), WebhookDeliveries: String(webhook?.id) });
});

/** Any filters: each list has its own names. */
type AnyFilters = FilterSet<any, unknown>;

const FILTERED: Record<string, AnyFilters> = {
  Clients: clientFilters,
  Users: userFilters,
  ApiTokens: tokenFilters,
  FoundModels: modelFilters,
  KeySystems: systemFilters,
  OwnSheets: ownSheetFilters,
  VanBlanks: vanFilters,
  Corrections: correctionFilters,
  Feedbacks: feedbackFilters,
  RegisteredQueries: queryFilters,
  Webhooks: webhookFilters,
  WebhookDeliveries: deliveryFilters,
  Accesses: accessFilters,
  LogEntries: logFilters,
  UserPayments: paymentFilters,
  Payments: allPaymentsFilters,
};
const OF_COMPANIES = ['OwnSheets', 'VanBlanks'];

const documents = new Map(clientDocuments.map(([name, document]) => [name.replace(/Document$/, ''), document]));
const cache = new InMemoryCache();

/** The types of the variables of a document. */
function variableTypes(document: DocumentNode): Record<string, string> {
  const types: Record<string, string> = {};
  visit(document, {
    VariableDefinition({ variable, type }) {
      types[variable.name.value] = print(type).replace('!', '');
    },
  });
  return types;
}

/** The first page of a list. */
async function firstPage(list: string, given: object): Promise<{ total: number; error?: string | undefined }> {
  const document = documents.get(list)!;
  const as = OF_COMPANIES.includes(list) ? member : admin;
  const types = variableTypes(document);
  const [sort = ''] = types.sortBy ? await sortsOf(types.sortBy) : [];
  const variables = {
    ...(types.id && { id: ids[list] }),
    // A search needs something to search for.
    ...(types.keyword && { keyword: 'honda' }),
    ...{ page: 1, limit: 10 },
    ...(types.sortBy && { sortBy: sort, dir: 'ASC' }),
    ...given,
  };
  const { data, errors } = await app.graph(print(cache.transformDocument(document)), variables, as);
  const total = totalOf(data);
  return { total: total ?? Number.NaN, error: errors?.[0]?.message ?? (total === undefined ? 'no page' : undefined) };
}

/** The total of the only page in an answer. */
function totalOf(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if ('total' in answer && 'items' in answer) return answer.total as number;
  return Object.values(answer)
    .map(totalOf)
    .find((total) => total !== undefined);
}

const sortsOf = async (type: string): Promise<string[]> => {
  const { data } = await app.graph('query ($type: String!) { __type(name: $type) { enumValues { name } } }', { type });
  return data?.__type.enumValues.map(({ name }: { name: string }) => name);
};

/** What a filter can have in the address: every option of a choice, and an example of everything else. */
function valuesOf(term: FilterTerm): string[] {
  if (term.type === 'date') return ['2026-01-02'];
  if (term.type === 'year') return ['2007'];
  if (term.type !== 'choice') return ['a', '2007', '%_\\"'];
  return [...term.options.map(([value]) => value), ...['1', 'user-1'].filter((value) => term.other?.fits(value))];
}

test('the client has no filtered list that is not tested here', () => {
  const filtered = [...documents].flatMap(([name, document]) => {
    const types = variableTypes(document);
    return types.page && types.filter ? [name] : [];
  });
  // The list of models asks for `FoundModels` once it is filtered; the search has a form of its own.
  expect(filtered.filter((name) => !['Models', 'SearchModels'].includes(name)).sort()).toEqual(
    Object.keys(FILTERED).sort(),
  );
});

test('the graph accepts every value of every filter, and all filters together', async () => {
  const wrong: Record<string, string> = {};
  for (const [list, { terms, filterOf }] of Object.entries(FILTERED)) {
    const none = Object.fromEntries(Object.keys(terms).map((name) => [name, '']));
    const unset = JSON.stringify(filterOf(none));
    const tried = Object.entries(terms).flatMap(([name, term]) => valuesOf(term).map((value) => ({ [name]: value })));
    tried.push(Object.fromEntries(Object.entries(terms).map(([name, term]) => [name, valuesOf(term).at(-1) ?? ''])));
    for (const values of tried) {
      const title = `${list}?${new URLSearchParams(values)}`;
      for (const [name, value] of Object.entries(values))
        if (termValue(terms[name] as FilterTerm, value) !== value) wrong[title] = 'is not taken from the address';
      const filter = filterOf({ ...none, ...values });
      if (JSON.stringify(filter) === unset) wrong[title] = 'filters nothing';
      const { error } = await firstPage(list, { filter });
      if (error) wrong[title] = error;
    }
  }
  expect(wrong).toEqual({});
});

test('what is so and what is not so are together the whole list', async () => {
  const wrong: Record<string, number[]> = {};
  for (const [list, { terms, filterOf }] of Object.entries(FILTERED)) {
    const none = Object.fromEntries(Object.keys(terms).map((name) => [name, '']));
    const { total } = await firstPage(list, { filter: filterOf(none) });
    for (const [name, term] of Object.entries<FilterTerm>(terms)) {
      const values = term.type === 'choice' ? term.options.map(([value]) => value) : [];
      if (!values.includes('yes')) continue;
      const count = async (value: string) =>
        (await firstPage(list, { filter: filterOf({ ...none, [name]: value }) })).total;
      const counts = [await count('yes'), await count('no')];
      if (counts[0]! + counts[1]! !== total) wrong[`${list}: ${name}`] = [...counts, total];
    }
  }
  expect(wrong).toEqual({});
});

test('the graph sorts every list by every key, in both directions', async () => {
  const wrong: Record<string, string> = {};
  for (const [list, document] of documents) {
    const types = variableTypes(document);
    if (!types.sortBy || !types.page) continue;
    for (const sortBy of await sortsOf(types.sortBy))
      for (const dir of ['ASC', 'DESC']) {
        const { error } = await firstPage(list, { sortBy, dir });
        if (error) wrong[`${list} by ${sortBy} ${dir}`] = error;
      }
  }
  expect(wrong).toEqual({});
});
