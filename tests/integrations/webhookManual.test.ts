import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bodyOf, newSecret, secretsOf, signatureOf } from '../../server/integrations/webhooks/payload';
import { WebhookEvent } from '../../server/integrations/webhooks/webhook.entity';

/* docs/webhooks.md says to receivers what the server does: its examples are run. */

const manual = readFileSync('docs/webhooks.md', 'utf8');
const example = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(manual)![1]!;

test('the manual lists every event, and shows a body as it is sent', () => {
  for (const event of Object.values(WebhookEvent)) expect(manual).toContain(`\`${event}\``);
  const shown = JSON.parse(example('json'));
  const occurredAt = new Date(shown.createdAt);
  const event = { eventId: shown.id, event: shown.type, ids: [17, 18], occurredAt };
  expect(JSON.parse(bodyOf(event, 'https://keys.example.com'))).toEqual(shown);
});

const body = JSON.stringify({ type: 'make.changed', data: [{ id: '1' }], text: 'Zündschloß 🔑' });
const at = new Date('2026-12-02T09:30:00.900Z');
const now = Math.floor(at.getTime() / 1_000);
const [secret, old, wrong] = [newSecret(), newSecret(), newSecret()];
const rotated = signatureOf(
  body,
  secretsOf({ secret, previousSecret: old, previousUntil: new Date(at.getTime() + 1) }, at),
  at,
);
/** What is verified, and whether it is genuine. */
const CASES: [what: string, is: boolean, secret: string, header: string, body: string, now: number][] = [
  ['a genuine one', true, secret, signatureOf(body, [secret], at), body, now],
  ['one from before, by the new secret', true, secret, rotated, body, now],
  ['one from before, by the old secret', true, old, rotated, body, now],
  ['another secret', false, wrong, rotated, body, now],
  ['another body', false, secret, signatureOf(body, [secret], at), `${body} `, now],
  ['another time', false, secret, signatureOf(body, [secret], at).replace(/t=\d+/, `t=${now + 1}`), body, now],
  ['one that is sent again later', false, secret, signatureOf(body, [secret], at), body, now + 301],
  ['no signature', false, secret, '', body, now],
  ['an empty signature', false, secret, `t=${now},v1=`, body, now],
  ['no time', false, secret, 'v1=00', body, now],
];
const given = JSON.stringify(CASES.map(([, , ...values]) => values));
const expected = CASES.map(([what, is]) => [what, is]);
const named = (answers: boolean[]) => CASES.map(([what], index) => [what, answers[index]]);
/** A test that runs where there is the program. */
const testWith = (program: string, name: string, run: () => void) => {
  if (spawnSync(program, ['--version']).status === 0) test(name, run);
};

describe('a receiver that verifies as the manual shows tells genuine deliveries from others', () => {
  test('in Node', () => {
    const run = `${example('js')}
      const cases = ${given};
      console.log(JSON.stringify(cases.map((values) => isFromMotokey(...values))));`;
    const answers = execFileSync(process.execPath, ['--input-type=module', '-e', run], { encoding: 'utf8' });
    expect(named(JSON.parse(answers))).toEqual(expected);
  });

  testWith('python3', 'in Python', () => {
    const run = `${example('python')}
import json, sys
cases = json.loads(sys.stdin.read())
print(json.dumps([is_from_motokey(secret, header, body.encode(), now) for secret, header, body, now in cases]))`;
    const answers = execFileSync('python3', ['-c', run], { encoding: 'utf8', input: given });
    expect(named(JSON.parse(answers))).toEqual(expected);
  });

  testWith('php', 'in PHP', () => {
    const run = `${example('php')}
      $cases = json_decode(stream_get_contents(STDIN));
      echo json_encode(array_map(fn ($values) => is_from_motokey(...$values), $cases));`;
    const answers = execFileSync('php', ['-r', run], { encoding: 'utf8', input: given });
    expect(named(JSON.parse(answers))).toEqual(expected);
  });
});
