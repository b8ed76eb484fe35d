/** Drills with many concurrent calls for the same thing, half of them on each server. */
import { graph } from '../caller.ts';
import type { Drill, Ground } from '../drill.ts';
import { LOCKSMITH } from '../people.ts';

const SAVE_USER = 'mutation ($input: UserInput!) { saveUser(input: $input) { id } }';
const SAVE_MODEL = 'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }';

const urls = ({ site }: Ground) => site.servers.map(({ url }) => url ?? '');
/** The count of each status, e.g. `200 ×1, 422 ×49`. */
const tally = (answers: { status: number }[]) =>
  [...Map.groupBy(answers, ({ status }) => status)]
    .sort(([one], [other]) => one - other)
    .map(([status, { length }]) => `${status} ×${length}`)
    .join(', ');

function drill(
  name: string,
  title: string,
  round: (ground: Ground, run: number) => Promise<string | undefined>,
): Drill {
  return {
    name,
    title,
    runs: 20,
    async run(ground, runs) {
      const problems: string[] = [];
      for (let run = 0; run < runs; run++) {
        const problem = await round(ground, run);
        if (problem) problems.push(problem);
      }
      return { recovery: [], problems };
    },
  };
}

export const lastSeat = drill('seat', '50 creations for the last seat, on two servers', async (ground, run) => {
  const { site } = ground;
  const admins = await site.administrators(10);
  const [member] = await site.people(1, LOCKSMITH);
  const [row] = await site.sql<{ client: number }>(
    'update clients set max_users = 2 where id = (select client_id from users where id = $1) returning id as client',
    [member?.id],
  );
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const username = `invited-seat-${run}-${index}-${row?.client}@drill.example`;
      ground.ledger.invited.set(username, { sent: 1, acknowledged: 0 });
      const input = {
        clientId: String(row?.client),
        username,
        fullName: 'Ina',
        roleId: '4',
        subscriptionEndDate: '2030-01-01',
      };
      return graph(urls(ground)[index % 2] ?? '', SAVE_USER, { input }, admins[index % 10]);
    }),
  );
  const [{ users } = { users: 0 }] = await site.sql<{ users: number }>(
    'select count(*)::int as users from users where client_id = $1',
    [row?.client],
  );
  const statuses = tally(answers);
  return users === 2 && statuses === '200 ×1, 422 ×49' ? undefined : `${users} users on 2 seats; ${statuses}`;
});

export const sameEdit = drill('edit', 'the same edit 10 times at once, on two servers', async (ground, run) => {
  const { site } = ground;
  const admins = await site.administrators(10);
  const id = 600 + run;
  const [row] = await site.sql<{ version: number }>('select version from models where id = $1', [id]);
  const answers = await Promise.all(
    admins.map((admin, index) => {
      const input = { id: String(id), version: row?.version, tips: `by ${index} in run ${run}` };
      return graph(urls(ground)[index % 2] ?? '', SAVE_MODEL, { input }, admin);
    }),
  );
  const [{ version } = { version: 0 }] = await site.sql<{ version: number }>(
    'select version from models where id = $1',
    [id],
  );
  const statuses = tally(answers);
  return version === (row?.version ?? 0) + 1 && statuses === '200 ×1, 409 ×9'
    ? undefined
    : `version ${row?.version} → ${version}; ${statuses}`;
});

export const lastAdministrator = drill(
  'admins',
  'two administrators demote each other, on two servers',
  async (ground) => {
    const { site } = ground;
    await site.sql(`update users set enabled = false where role_id = 1`);
    const pair = await site.administrators(2);
    const answers = await Promise.all(
      pair.map((admin, index) =>
        graph(urls(ground)[index] ?? '', SAVE_USER, { input: { id: String(pair[1 - index]?.id), roleId: '4' } }, admin),
      ),
    );
    const [{ left } = { left: 0 }] = await site.sql<{ left: number }>(
      'select count(*)::int as left from users where role_id = 1 and enabled',
    );
    const succeeded = answers.filter(({ status }) => status === 200).length;
    const others = answers.filter(({ status }) => ![200, 401, 403, 409, 422].includes(status)).length;
    return left === 1 && succeeded === 1 && others === 0 ? undefined : `${left} administrators left; ${tally(answers)}`;
  },
);
