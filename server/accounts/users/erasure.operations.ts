import { LockMode } from '@mikro-orm/postgresql';
import { Field, InputType } from 'type-graphql';
import { AppError, invalid, noSuch } from '../../errors';
import { command, described } from '../../gate/operation';
import { Rule } from '../../inputs/fields';
import { RecordInput, toId } from '../../inputs/record';
import { SYSTEM } from '../../logs/logEntry.entity';
import { usernameKey } from '../usernames';
import { serialiseUserChanges } from './administrators';
import { type Erasure, erase, findPerson } from './erasure';
import { User } from './user.entity';

export class EraseAtTerminalInput {
  /** The id of a user, or a username, which may be that of a user who has been deleted. */
  who!: string;
}

export const eraseAtTerminal = command('system', EraseAtTerminalInput, async ({ em }, { who }): Promise<Erasure> => {
  const user = await findPerson(em, who);
  return erase(em, user, who, { actor: SYSTEM, where: " at the server's terminal" });
});

@InputType({ description: 'The user to erase, and their username as a confirmation.' })
export class EraseUserInput extends RecordInput {
  @Field(() => String, { description: 'The username, typed by the administrator who erases the user.' })
  @Rule((value) => (typeof value === 'string' && value.trim() ? null : 'The username field is required.'))
  username!: string;
}

/** Like `eraseAtTerminal`, for administrators: a user who is there, and not oneself. Call it within `longWork`. */
export const eraseUser = described(
  'Deletes a user and everything personal about them. Rows that must stay, such as payments, get a pseudonym. BAD_USER_INPUT if the username is not theirs, CONFLICT while a payment of theirs is in progress.',
).command('admin', EraseUserInput, async ({ em, user: admin }, input): Promise<Erasure> => {
  await serialiseUserChanges(em);
  const user = await em.findOneOrFail(User, toId(input.id), {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    ...noSuch('user'),
  });
  await em.populate(user, ['client', 'role']);
  if (usernameKey(input.username) !== usernameKey(user.username))
    throw invalid({ username: ['This is not the username of the user who would be erased.'] });
  return erase(em, user, user.username, { actor: admin, actorId: admin.id, where: '' }).catch((error) => {
    throw error.code === INSUFFICIENT_PRIVILEGE ? mayNotChangeTheLog() : error;
  });
});

/** PostgreSQL's code for a change that the role may not make. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** docs/operations.md, "Who may change the log". */
const mayNotChangeTheLog = () =>
  new AppError(
    'CONFLICT',
    'On this installation, only the owner of the database may change the log: erase the user at the terminal.',
  );
