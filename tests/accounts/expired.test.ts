import { expect, test } from 'vitest';
import type { User } from '../../server/accounts/users/user.entity';
import { sharedApp } from '../support/app';
import { createClient, createUser, day } from '../support/factories';
import { sharedPerson, signedIn } from '../support/people';

/* docs/rules.md, "Ended subscriptions". */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const HOLDERS = [
  { name: 'current', accountExpired: false, subscriptionEndDate: day(30), ended: false },
  { name: 'last day', accountExpired: false, subscriptionEndDate: day(0), ended: false },
  { name: 'over', accountExpired: false, subscriptionEndDate: day(-1), ended: true },
  { name: 'marked', accountExpired: true, subscriptionEndDate: day(30), ended: true },
  { name: 'marked and over', accountExpired: true, subscriptionEndDate: day(-1), ended: true },
] as const;

async function graph(query: string) {
  const { data, errors } = await app.graph(query, {}, admin);
  expect(errors).toBeUndefined();
  return data ?? {};
}

test('the gate, the marks, the filters, the order and the overview agree on who is expired', async () => {
  const clientsToBe = new Set<string>();
  const usersToBe = new Set<string>();
  const access: Record<string, number> = {};
  const expected: Record<string, number> = {};
  const enter = async (user: User) =>
    (await app.rest('GET', '/company-detail/list', { as: await signedIn(app, user) })).statusCode;
  for (const { ended, name, ...own } of HOLDERS) {
    const start = { subscriptionStartDate: day(-100) };
    const client = await createClient(app, { name, maxUsers: 20, ...start, ...own });
    if (ended) clientsToBe.add(name);
    for (const { ended: theirs, name: kind, ...data } of HOLDERS) {
      const username = `${kind} of ${name}`.replaceAll(' ', '-');
      const user = await createUser(app, { client, username, ...data });
      if (ended || theirs) usersToBe.add(username);
      // Dates and marks lock out no administrator.
      const administrator = await createUser(app, { client, roleId: 1, username: `admin-${username}`, ...data });
      Object.assign(access, { [username]: await enter(user), [administrator.username]: await enter(administrator) });
      Object.assign(expected, { [username]: ended || theirs ? 402 : 200, [administrator.username]: 200 });
    }
  }
  const users = (args = '') => graph(`{ users(limit: 100${args}) { total items { username expired } } }`);
  const clients = (args = '') => graph(`{ clients(limit: 100${args}) { total items { name expired } } }`);
  const marked = (items: any[], key: string) =>
    new Set(items.filter(({ expired }) => expired).map((item) => item[key]));

  const [allUsers, allClients] = [(await users()).users, (await clients()).clients];
  expect(marked(allUsers.items, 'username')).toEqual(usersToBe);
  expect(marked(allClients.items, 'name')).toEqual(clientsToBe);

  for (const [list, all, key] of [
    [users, allUsers, 'username'],
    [clients, allClients, 'name'],
  ] as const) {
    const field = list === users ? 'users' : 'clients';
    const [yes, no] = [
      (await list(', filter: { expired: true }'))[field],
      (await list(', filter: { expired: false }'))[field],
    ];
    expect(new Set(yes.items.map((item: any) => item[key]))).toEqual(marked(all.items, key));
    expect([yes.total, yes.total + no.total]).toEqual([marked(all.items, key).size, all.total]);
    const sorted = (await list(', sortBy: EXPIRED, dir: DESC'))[field].items.map(({ expired }: any) => expired);
    expect(sorted).toEqual([...sorted].sort((one, other) => Number(other) - Number(one)));
  }

  const { worklist } = await graph('{ worklist { kind count } }');
  expect(worklist).toContainEqual({ kind: 'EXPIRED_CLIENTS', count: clientsToBe.size });
  expect(worklist).toContainEqual({ kind: 'EXPIRED_USERS', count: usersToBe.size });

  expect(access).toEqual(expected);
});
