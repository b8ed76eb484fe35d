/** Drills in which external services fail: the store, the mail server, the disk. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '../../bench/server.ts';
import { picture } from '../../tests/support/pictures.ts';
import { get, post } from '../caller.ts';
import { type Drill, underTraffic } from '../drill.ts';

export const storeFails: Drill = {
  name: 'store',
  title: 'store failing, slow, hanging',
  runs: 3,
  limit: 5,
  run: (ground, runs) =>
    underTraffic(ground, async (traffic, { recovery, problems }) => {
      const { site } = ground;
      const [person] = await site.administrators(1);
      const stored = [...site.store.objects.keys()].find((path) => /[0-9a-f]{64}\.webp$/.test(path));
      for (const mood of (['fails', 'slow', 'hangs'] as const).slice(0, runs)) {
        site.store.state.mood = mood;
        const began = performance.now();
        const shown = await get(site.servers[0].url ?? '', `/images/models/${stored?.split('/').at(-1)}`, person);
        const seconds = (performance.now() - began) / 1_000;
        if (shown.status !== (mood === 'slow' ? 200 : 503)) problems.push(`store ${mood}: a picture got ${shown.said}`);
        if (seconds > 15) problems.push(`store ${mood}: a picture was answered after ${seconds.toFixed(0)} s`);
        const others = await traffic.recovered(performance.now(), ['lookUp', 'edit', 'pay']);
        if (others > 5) problems.push(`store ${mood}: other requests waited for ${others.toFixed(1)} s`);
        await wait(4_000);
        site.store.state.mood = 'well';
        recovery.push(await traffic.recovered(performance.now()));
      }
    }),
};

export const mailFails: Drill = {
  name: 'mail',
  title: 'mail server refusing, dropping, hanging',
  runs: 3,
  run: (ground, runs) =>
    underTraffic(ground, async () => {
      for (const mood of (['refuses', 'drops', 'hangs'] as const).slice(0, runs)) {
        ground.site.mail.state.mood = mood;
        await wait(4_000);
        ground.site.mail.state.mood = 'well';
        await wait(1_000);
      }
    }, ['invite', 'lookUp']),
};

/** Mounts a small disk; undefined where that is not allowed. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'motokey-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'motokey', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

export const diskFull: Drill = {
  name: 'disk',
  title: 'disk full on upload',
  runs: 1,
  async run({ site }) {
    const disk = smallDisk();
    const problems: string[] = [];
    if (!disk) return { recovery: [], problems, skipped: 'it needs the right to mount a small disk' };
    let isMounted = true;
    const unmount = () => {
      if (isMounted) execFileSync('umount', ['-l', disk]);
      isMounted = false;
    };
    site.life.onClose(unmount);
    const name = new URL(site.database.url).pathname.slice(1);
    const settings = { DATA_DIR: disk, TMPDIR: disk };
    const server = await startServer(site.life, { url: site.primary.url(name) }, settings);
    try {
      const [person] = await site.administrators(1);
      const bytes = await picture('#123456', { width: 600, height: 400 }).png().toBuffer();
      const state = async () => {
        const [rows] = await site.sql(
          'select (select count(*) from images) as images, (select count(*) from models) as models',
        );
        return JSON.stringify([
          rows,
          readdirSync(disk, { recursive: true }).filter((file) => String(file).includes('webp')),
        ]);
      };
      const upload = async (model: string) =>
        post(
          server.url,
          '/api/products',
          [
            ['company_detail_id', '1'],
            ['model', model],
            ['year', '2001'],
            ['images[]', { name: 'a.png', bytes }],
          ],
          person,
        );
      const before = await state();
      const ballast = join(disk, 'ballast');
      try {
        writeFileSync(ballast, Buffer.alloc(2_000_000));
      } catch {
        // The disk is full, as intended.
      }
      for (let n = 0; n < 5; n++) {
        const { status, said } = await upload(`Full disk ${n}`);
        if (status !== 503) problems.push(`an upload was answered ${said}`);
      }
      if ((await state()) !== before) problems.push(`something is left: ${await state()} instead of ${before}`);
      rmSync(ballast);
      const { status, said } = await upload('Disk with room');
      if (status !== 201) problems.push(`with room again, an upload was answered ${said}`);
      const rest = `delete from models where name = 'Disk with room'`;
      await site.sql(rest);
    } finally {
      await server.end('SIGKILL');
      unmount();
      rmSync(disk, { recursive: true });
    }
    return { recovery: [], problems };
  },
};
