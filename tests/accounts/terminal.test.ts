import { describe, expect, test } from 'vitest';
import { createAdministrator, giveNewPassword } from '../../server/accounts/users/terminal.operations';
import { sharedApp } from '../support/app';
import { createClient, createUser, PASSWORD } from '../support/factories';
import { signedIn } from '../support/people';

const app = sharedApp();

const signIn = async (userEmail: string, userPassword: string) =>
  (await app.rest('POST', '/login', { body: { userEmail, userPassword } })).statusCode;
const lastLog = async () =>
  (
    await app.sql('select kind, username, subject_type, subject_id, details from log_entries order by id desc limit 1')
  )[0];

describe('giveNewPassword', () => {
  test('ends the sessions, the old password and a temporary one that was mailed, and is logged', async () => {
    const user = await createUser(app);
    const session = await signedIn(app, user);
    await app.rest('POST', '/password/email', { body: { username: user.username } });
    const mails = () => app.sql('select text from mails where recipient = ?', [user.username]);
    const mailed = (await mails())[0]?.text.match(/^Temporary password: (\S+)$/m)?.[1];
    expect(mailed).toBeTruthy();
    await giveNewPassword(app.system, { username: user.username.toUpperCase(), password: 'given at the terminal' });
    expect(await lastLog()).toEqual({
      kind: 'PASSWORD_RESET',
      username: user.username,
      subject_type: 'USER',
      subject_id: user.id,
      details: `Set a new password for ${user.username} at the server's terminal`,
    });
    expect(await mails()).toEqual([]);
    expect((await app.rest('GET', '/company-detail/list', { as: session })).statusCode).toBe(401);
    expect(await signIn(user.username, PASSWORD)).toBe(401);
    expect(await signIn(user.username, mailed)).toBe(401);
    expect(await signIn(user.username, 'given at the terminal')).toBe(200);
  });

  test('says where there is no such user, and logs nothing', async () => {
    const before = await lastLog();
    await expect(giveNewPassword(app.system, { username: 'no@example.com', password: 'x' })).rejects.toThrow(
      'There is no user no@example.com.',
    );
    expect(await lastLog()).toEqual(before);
  });
});

describe('createAdministrator', () => {
  const create = (input: object) =>
    createAdministrator(app.system, {
      email: 'a@keys.example',
      name: 'A',
      client: 'Keys',
      password: PASSWORD,
      ...input,
    });

  test('creates them and their client, and is logged', async () => {
    const { id } = await create({});
    expect(await lastLog()).toMatchObject({ kind: 'USER_CREATED', subject_type: 'USER', subject_id: id });
    expect(await signIn('a@keys.example', PASSWORD)).toBe(200);
    await expect(create({})).rejects.toMatchObject({ fields: { email: ['The user a@keys.example already exists.'] } });
    await expect(create({ email: 'no address' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('reports an error on the email only if the email causes it', async () => {
    await createClient(app, { primaryEmail: 'b@keys.example' });
    await expect(create({ email: 'b@keys.example', client: 'Other Keys' })).rejects.toMatchObject({
      fields: { email: [expect.stringContaining('Another client has this email')] },
    });
    // Somebody else creates the same user at the same moment.
    const other = await createUser(app);
    const holder = app.orm.em.fork();
    await holder.begin();
    await holder.execute(`update users set username = 'c@keys.example' where id = ?`, [other.id]);
    const creating = expect(create({ email: 'c@keys.example' })).rejects.toMatchObject({
      fields: { username: ['The username has already been taken.'] },
    });
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => app.sql(waiting)).toHaveLength(1);
    await holder.commit();
    await creating;
  });
});
