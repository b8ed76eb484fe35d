import { LockMode } from '@mikro-orm/postgresql';
import { aYearLater, todayInUtc } from '../../days';
import { AppError, invalid, whereTaken } from '../../errors';
import { chain } from '../../gate/operation';
import { Rule, wrongEmail, wrongText } from '../../inputs/fields';
import { AsTyped } from '../../inputs/textForms';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { Client } from '../clients/client.entity';
import { hashPassword } from '../passwords/passwords';
import { replacePassword } from '../passwords/replacePassword';
import { dropPasswordMails } from '../passwords/temporaryPasswords';
import { findUserId, USERNAME_TAKEN, wrongUsername } from '../usernames';
import { Role } from './role.entity';
import { User } from './user.entity';

/* What `npm run admin` does to accounts. */

class AdministratorInput {
  @Rule(
    (value) =>
      wrongText(value, { label: 'email' }) ?? wrongEmail(value, 'email') ?? wrongUsername(String(value), 'email'),
  )
  email!: string;

  @Rule((value) => wrongText(value, { label: 'name', required: true }))
  name!: string;

  /** The name of the client, which is created if it does not exist. */
  @Rule((value) => wrongText(value, { label: 'client', required: true }))
  client!: string;

  @AsTyped()
  password!: string;
}

/** Creates an administrator, with a year's subscription like any user. */
export const createAdministrator = chain('system', AdministratorInput, async ({ commit }, input) => {
  const { email, name, client: clientName } = input;
  const passwordHash = await hashPassword(input.password);
  return commit(async (em) => {
    if (await findUserId(em, email)) throw invalid({ email: [`The user ${email} already exists.`] });
    const subscription = { subscriptionEndDate: aYearLater(todayInUtc()) };
    const client =
      (await em.findOne(Client, { name: clientName })) ??
      em.create(Client, {
        name: clientName,
        primaryEmail: email,
        maxUsers: 10,
        subscriptionStartDate: todayInUtc(),
        ...subscription,
      });
    if ((client.usersCount ?? 0) >= client.maxUsers) {
      throw invalid({ client: [`All seats of ${clientName} are taken.`] });
    }
    const role = em.getReference(Role, Role.ADMIN);
    const user = em.create(User, { username: email, fullName: name, client, role, passwordHash, ...subscription });
    await em
      .flush()
      .catch(whereTaken('clients_primary_email', { email: [EMAIL_OF_A_CLIENT] }))
      .catch(whereTaken('users_username', USERNAME_TAKEN));
    LogEntry.write(em, user, LogKind.USER_CREATED, {
      subject: { type: LogSubjectType.USER, id: user.id },
      text: `Created the administrator ${email} at the server's terminal`,
    });
    return user;
  });
});

const EMAIL_OF_A_CLIENT = 'Another client has this email: choose another --client or --email.';

class NewPasswordInput {
  username!: string;

  @AsTyped()
  password!: string;
}

/** Sets a user's password. Ends all sessions and API tokens, and voids any temporary password. */
export const giveNewPassword = chain('system', NewPasswordInput, async ({ commit }, { username, password }) => {
  const passwordHash = await hashPassword(password);
  return commit(async (em) => {
    const id = await findUserId(em, username);
    // Lock order: the user before the sessions.
    const user = id === undefined ? null : await em.findOne(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) throw new AppError('NOT_FOUND', `There is no user ${username}.`);
    const tokens = await replacePassword(em, user.id, passwordHash);
    await dropPasswordMails(em, user.username);
    LogEntry.write(em, user, LogKind.PASSWORD_RESET, {
      subject: { type: LogSubjectType.USER, id: user.id },
      text: `Set a new password for ${user.username} at the server's terminal${tokens}`,
    });
    return user;
  });
});
