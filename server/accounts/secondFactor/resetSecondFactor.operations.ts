import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { InputType } from 'type-graphql';
import type { Site } from '../../context';
import { AppError, invalid, noSuch } from '../../errors';
import { command, described } from '../../gate/operation';
import { RecordInput, toId } from '../../inputs/record';
import { type Actor, LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { endEverywhere } from '../sessions/sessions';
import { findUserId } from '../usernames';
import { User } from '../users/user.entity';
import { dropFactors, mailUser } from './factors';

@InputType({ description: 'Whose second factor to remove.' })
export class ResetSecondFactorInput extends RecordInput {}

export const resetSecondFactor = described(
  'Removes a user’s second factor, e.g. after a lost device: app, passkeys, recovery codes and trusted browsers. Ends the user’s sessions and API tokens, and tells them by mail. BAD_USER_INPUT for oneself.',
).command('admin', ResetSecondFactorInput, async ({ em, site, user: admin }, input) => {
  const id = toId(input.id);
  if (id === admin.id) throw invalid({ id: ['You cannot reset your own second factor: ask another administrator.'] });
  return reset(em, site, id, { actor: admin, where: '', by: 'An administrator' });
});

class TerminalInput {
  username!: string;
}

/** For the last administrator, whom nobody else can help. Without an acting user, the log names the user who was reset. */
export const resetSecondFactorAtTerminal = command('system', TerminalInput, async ({ em, site }, { username }) => {
  const id = await findUserId(em, username);
  if (id === undefined) throw new AppError('NOT_FOUND', `There is no user ${username}.`);
  return reset(em, site, id, { where: " at the server's terminal", by: "Somebody at the server's terminal" });
});

async function reset(
  em: EntityManager,
  site: Site,
  id: number,
  { actor, where, by }: { actor?: Actor; where: string; by: string },
): Promise<User> {
  // Lock order: the user before the sessions.
  const user = await em.findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE, ...noSuch('user') });
  await em.populate(user, ['client', 'role']);
  if (!user.secondFactor) throw new AppError('CONFLICT', `${user.username} has no second factor.`);
  await dropFactors(em, id);
  const tokens = await endEverywhere(em, id);
  LogEntry.write(em, actor ?? user, LogKind.SECOND_FACTOR_RESET, {
    subject: { type: LogSubjectType.USER, id },
    text: `Reset the second factor of ${user.username}${where}${tokens}`,
  });
  mailUser(em, site, user, {
    subject: 'Your second factor was reset',
    line: `${by} has removed your authenticator app, passkeys and recovery codes, and signed you out everywhere; API tokens have ended, too. Sign in with your password, and set up a second factor again.`,
  });
  // Direct SQL has changed it.
  await em.refresh(user, { populate: ['client', 'role'] });
  return user;
}
