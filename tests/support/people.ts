import { createHash, randomBytes } from 'node:crypto';
import { ApiToken } from '../../server/accounts/apiTokens/apiToken.entity';
import { Session } from '../../server/accounts/sessions/session.entity';
import { Role } from '../../server/accounts/users/role.entity';
import type { User } from '../../server/accounts/users/user.entity';
import type { Person, TestApp } from './app';
import { createUser, day } from './factories';
import { shared } from './shared';

const visitor: Person = {};

/** Opens a session for `user`, as signing in would. */
export async function signedIn(
  { orm }: TestApp,
  user: User,
  session: Partial<Pick<Session, 'restricted' | 'ip' | 'browser'>> = {},
): Promise<Person> {
  const token = randomBytes(32).toString('base64url');
  const em = orm.em.fork();
  em.create(Session, {
    tokenHash: createHash('sha256').update(token).digest('hex'),
    user: user.id,
    remember: false,
    expiresAt: new Date(Date.now() + 3_600_000),
    ...session,
  });
  await em.flush();
  return { user, token };
}

/** The kinds of callers of docs/rules.md, "Roles and access". */
export const people = {
  visitor: async () => visitor,
  locksmith: async (app: TestApp) => signedIn(app, await createUser(app)),
  downloader: async (app: TestApp) => signedIn(app, await createUser(app, { databaseDownloadAllowed: true })),
  /** Signed in before the subscription ended. */
  expired: async (app: TestApp) => signedIn(app, await createUser(app, { subscriptionEndDate: day(-1) })),
  restricted: async (app: TestApp) => signedIn(app, await createUser(app), { restricted: true }),
  /** Disabled while a session was open. */
  disabled: async (app: TestApp) => signedIn(app, await createUser(app, { enabled: false })),
  administrator: async (app: TestApp) => signedIn(app, await createUser(app, { roleId: Role.ADMIN })),
};
export type Kind = keyof typeof people;

/** One for all tests of a file, or of the `describe` that calls this. */
export const sharedPerson = (app: TestApp, kind: Kind): Person => shared(() => people[kind](app));

/** A program of `user`, with an API token. */
export async function withToken(
  { orm }: TestApp,
  user: User,
  token: Partial<
    Pick<ApiToken, 'name' | 'createdBy' | 'scopes' | 'registeredOnly' | 'expiresAt' | 'sheetsPerHour' | 'confirmedAt'>
  > = {},
): Promise<Person & { apiToken: string; id: number }> {
  const secret = `mk_${randomBytes(32).toString('base64url')}`;
  const em = orm.em.fork();
  const created = em.create(ApiToken, {
    tokenHash: createHash('sha256').update(secret).digest('hex'),
    hint: `…${secret.slice(-4)}`,
    name: 'Program',
    user: user.id,
    scopes: [],
    registeredOnly: false,
    createdBy: 'admin@example.com',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...token,
  });
  await em.flush();
  return { user, apiToken: secret, id: created.id };
}
