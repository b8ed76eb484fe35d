import { expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { sharedPerson } from '../support/people';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const call = (name: string, type: string, input: object) =>
  app.graph(
    `mutation ($input: ${type}!) { ${name}(input: $input) { id state answer settledBy settledAt } }`,
    { input },
    admin,
  );
const answer = (id: string, text: string) => call('answerFeedback', 'AnswerFeedbackInput', { id, answer: text });
const close = (id: string) => call('closeFeedback', 'CloseFeedbackInput', { id });
async function send(comment: string, email = ' ann@example.com '): Promise<string> {
  const input = { email, comment };
  const { data } = await app.graph(
    'mutation ($input: FeedbackInput!) { createFeedback(input: $input) { id state } }',
    { input },
    admin,
  );
  expect(data?.createFeedback.state).toBe('OPEN');
  return data?.createFeedback.id;
}

test('an answer to the sender’s own address has their name and the beginning of what they wrote', async () => {
  const { username, fullName } = admin.user!;
  await answer(await send(`Is <b>this</b>\n right? ${'And that? '.repeat(40)}`, username.toUpperCase()), 'Yes.');
  const [mail] = await app.sql('select text, html from mails');
  expect(mail?.text).toMatch(new RegExp(`^Hello ${fullName},\n\n`));
  expect(mail?.text).toMatch(/\n\nYes\.\n\n> Is <b>this<\/b> right\? (And that\? )+(And )?…\n\n/);
  expect(mail?.html).toContain('Is &lt;b&gt;this&lt;/b&gt; right?');
  await app.sql('delete from mails');
});

test('feedback is answered once, by a mail to another address that quotes nothing the sender wrote', async () => {
  const id = await send('Look at https://evil.example');
  expect((await answer(id, ' ')).errors?.[0]?.extensions.errors).toEqual({ answer: ['The answer field is required.'] });
  expect((await answer(id, ' Thank you. ')).data?.answerFeedback).toMatchObject({
    state: 'ANSWERED',
    answer: 'Thank you.',
    settledBy: admin.user?.username,
    settledAt: expect.stringContaining('T'),
  });
  const mails = await app.sql('select recipient, subject, text from mails');
  expect((await app.sql('select 1 from mails where html like ?', ['%evil%'])).length).toBe(0);
  expect(mails).toEqual([
    {
      recipient: 'ann@example.com',
      subject: 'Your feedback',
      text: expect.stringMatching(
        /^Hello,\n\nOn [\d-]{10} you sent us feedback\. This is our answer:\n\nThank you\.\n\nWrite to us again:\nhttp:\/\/localhost:3000\/feedback\/create\n\n-- \nMotokey\n/,
      ),
    },
  ]);
  expect((await app.sql('select kind, subject_type, details from log_entries order by id desc limit 1'))[0]).toEqual({
    kind: 'FEEDBACK_ANSWERED',
    subject_type: 'FEEDBACK',
    details: `Answered the feedback ${id}`,
  });
  for (const again of [await answer(id, 'Once more'), await close(id)]) {
    expect(again.errors?.[0]).toMatchObject({
      message: 'This feedback has already been answered.',
      extensions: { code: 'CONFLICT' },
    });
  }
});

test('the next open one is the next of the list, and then the first again', async () => {
  await app.sql('delete from feedbacks');
  const [oldest = '', closed = '', middle = '', newest = ''] = [
    await send('1'),
    await send('2'),
    await send('3'),
    await send('4'),
  ];
  await close(closed);
  const next = async (id: string) =>
    (await app.graph('query ($id: ID!) { nextOpenFeedback(id: $id) { id } }', { id }, admin)).data?.nextOpenFeedback
      ?.id;
  expect([await next(newest), await next(middle), await next(oldest)]).toEqual([middle, oldest, newest]);
  for (const id of [middle, newest]) await close(id);
  expect(await next(oldest)).toBeUndefined();
  const open = await app.graph('{ feedbacks(filter: { state: OPEN }) { total items { id } } }', {}, admin);
  expect(open.data?.feedbacks).toEqual({ total: 1, items: [{ id: oldest }] });
});
