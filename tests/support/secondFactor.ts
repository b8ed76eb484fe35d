import { Secret, TOTP } from 'otpauth';
import type { Person, TestApp } from './app';
import { PASSWORD } from './factories';

/** The code that an app shows now, or a number of half minutes later. */
export const codeOf = (secret: string, later = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + later * 30_000 });

/** Sets up an authenticator app, as the user would. What was confirmed may be used again, so that a test need not wait. */
export async function withApp(app: TestApp, person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await app.graph(
    'mutation ($currentPassword: String!) { startTotp(input: { currentPassword: $currentPassword }) { secret } }',
    { currentPassword: PASSWORD },
    person,
  );
  const { secret } = started.data!.startTotp;
  const confirmed = await app.graph(
    'mutation ($code: String!) { confirmTotp(input: { code: $code }) { recoveryCodes } }',
    { code: codeOf(secret) },
    person,
  );
  await forgetStep(app, person);
  return { secret, recoveryCodes: confirmed.data!.confirmTotp.recoveryCodes };
}

/** As if no code had been used yet. */
export const forgetStep = (app: TestApp, { user }: Person) =>
  app.sql('update totp_secrets set last_step = 0 where user_id = ?', [user!.id]);
