import type { EntityManager } from '@mikro-orm/postgresql';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import type { Caller, Context } from '../../context';

@ObjectType({
  description: 'What a browser is asked to do with a passkey. It can be answered once, within five minutes.',
})
export class PasskeyChallenge {
  @Field(() => ID, { description: 'Identifies the challenge.' })
  id!: string;

  @Field(() => GraphQLJSON, {
    description: 'The options of navigator.credentials in the form of the WebAuthn standard: its `…OptionsJSON`.',
  })
  options!: object;
}

/** Loaded when the first passkey is used: it is large, and most sign-ins need none. */
const webAuthn = () => import('@simplewebauthn/server');

/** ES256, RS256 and EdDSA: every authenticator knows one of them. Node prints warnings for others that the library would offer. */
const supportedAlgorithmIDs = [-7, -257, -8];

/** Passkeys belong to the host of PUBLIC_URL. */
const hostOf = ({ site }: Pick<Context, 'site'>) => new URL(site.publicOrigin).hostname;

/** The host and origin that an answer must have. On localhost, where nobody else is, any port is ours. */
function expectedOf(ctx: Pick<Context, 'site'>, { response }: { response: { clientDataJSON: string } }) {
  const host = hostOf(ctx);
  const { origin } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
  const isLocal = host === 'localhost' && new URL(origin).hostname === host;
  return { expectedRPID: host, expectedOrigin: isLocal ? String(origin) : ctx.site.publicOrigin };
}

/** The id under which authenticators keep a user's passkeys. It names nobody. */
const handleOf = (userId: number) => Buffer.from(String(userId));

/** The options for a new passkey of `user`, on an authenticator that has none of `excludeCredentials`. */
export async function askForNew(ctx: Context, user: Caller, excludeCredentials: { id: string }[]) {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: 'Motokey',
    rpID: hostOf(ctx),
    userName: user.username,
    userDisplayName: user.fullName,
    userID: new Uint8Array(handleOf(user.id)),
    excludeCredentials,
    supportedAlgorithmIDs,
    timeout: 300_000,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The credential of a browser's answer; throws if it does not answer `challenge`. */
export async function readNew(ctx: Context, response: RegistrationResponseJSON, challenge: string) {
  const { verifyRegistrationResponse } = await webAuthn();
  const read = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    ...expectedOf(ctx, response),
    supportedAlgorithmIDs,
  });
  if (!read.verified) throw new Error('The attestation is wrong');
  return read.registrationInfo.credential;
}

/** The options for any passkey of this site. */
export async function askForAny(ctx: Context) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({ rpID: hostOf(ctx), userVerification: 'required', timeout: 300_000 });
}

export interface StoredPasskey {
  id: number;
  userId: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
}

export async function findPasskey(em: EntityManager, credentialId: string): Promise<StoredPasskey | undefined> {
  const [found] = await em.execute<StoredPasskey[]>(
    `select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter::float
     from passkeys where credential_id = ?`,
    [credentialId],
  );
  return found;
}

/** The counter in a browser's answer; throws if it does not answer `challenge` with this passkey, for its user. */
export async function readAnswer(
  ctx: Context,
  response: AuthenticationResponseJSON,
  challenge: string,
  { userId, credentialId, publicKey, counter }: StoredPasskey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const read = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    ...expectedOf(ctx, response),
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
  });
  const isOfUser = response.response.userHandle === handleOf(userId).toString('base64url');
  if (!read.verified || !isOfUser) throw new Error('The assertion is wrong');
  return read.authenticationInfo.newCounter;
}

/** Stores a challenge, and deletes expired ones. A challenge to sign in has no user yet. */
export async function keepChallenge<O extends { challenge: string }>(
  em: EntityManager,
  options: O,
  userId: number | null,
): Promise<PasskeyChallenge> {
  await em.execute(
    `delete from passkey_challenges where id in
       (select id from passkey_challenges where expires_at < now() for update skip locked)`,
  );
  const [kept] = await em.execute<{ id: string }[]>(
    'insert into passkey_challenges (challenge, user_id) values (?, ?) returning id',
    [options.challenge, userId],
  );
  return { id: kept?.id ?? '', options };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Deletes and returns a challenge, which can then not be answered again. Undefined if it is another user's, unknown, or too old. */
export async function takeChallenge(em: EntityManager, id: string, userId: number | null): Promise<string | undefined> {
  if (!UUID.test(id)) return undefined;
  const [taken] = await em.execute<{ challenge: string }[]>(
    `delete from passkey_challenges where id = ?::uuid and user_id is not distinct from ?::int and expires_at > now()
     returning challenge`,
    [id, userId],
  );
  return taken?.challenge;
}

/** What a browser answers is a small object. The library looks at the rest. */
export function wrongResponse(value: unknown): string | null {
  const isAnswer = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
  return isAnswer && isSmall(value) ? null : 'The response must be what the browser answered.';
}

function isSmall(value: object): boolean {
  try {
    return JSON.stringify(value).length <= 20_000;
  } catch {
    // Nested so deeply that the stack overflows.
    return false;
  }
}
