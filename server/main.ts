import 'reflect-metadata';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { createApp } from './app';
import { ConfigError, readConfig } from './config';
import { startDatabase } from './database';
import { openGeoip } from './outside/geoip';
import { diskImageStore } from './outside/imageStore';
import { portIsTaken } from './port';
import { DEMO_PASSWORD, DEMO_USERS, seedDemo } from './seed/demo';

/** Settings → database → app → listen → close cleanly. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { port, host, dataDir } = config;
  const taken = `Port ${port} is in use. Stop what listens there, or choose another with PORT=3001 npm start.`;
  if (await portIsTaken(port, host)) throw new ConfigError(taken);
  const log = pino({ level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] });

  const { orm, embedded, stop } = await startDatabase(config, log, say);
  const outside = { images: diskImageStore(join(dataDir, 'images')), locate: await openGeoip(config.geoipFile) };
  const demo = embedded && !config.production;
  if (demo) await seedDemo(orm, outside.images, say);

  const app = await createApp(config, { orm, outside, log, clientDir: join(import.meta.dirname, '../client') });
  closeWithGrace({ delay: 9_000, logger: { error: (message) => log.error(message) } }, async ({ err }) => {
    if (err) log.fatal({ err }, 'Stopping after a fault');
    await app.close();
    await stop();
  });
  await app.listen({ port, host }).catch((error) => {
    throw error.code === 'EADDRINUSE' ? new ConfigError(taken) : error;
  });

  say(`Motokey is at ${config.publicOrigin ?? `http://localhost:${port}`}`);
  if (demo) {
    say(`Demo sign-ins, password ${DEMO_PASSWORD} for all:`);
    for (const { username, what } of DEMO_USERS) say(`  ${username.padEnd(22)} ${what}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  const told = error instanceof ConfigError ? error.message : error;
  console.error(told);
  process.exit(1);
});
