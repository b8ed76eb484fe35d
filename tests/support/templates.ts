import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { migrate, openDatabase } from '../../server/database';
import { diskImageStore } from '../../server/outside/images/imageStore';
import { seedDemo } from '../../server/seed/demo';
import { dropDatabase } from './databases';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database with all tables, empty except for the roles. */
    emptyTemplate: string;
    /** The same with the demo data, and the directory of its images. */
    demoTemplate: string;
    demoImages: string;
    /** What two simultaneous calls of `seedDemo` returned for it. */
    demoLoads: boolean[];
  }
}

/** Creates the templates once per run. Each test file copies one (tests/support/app.ts). */
export default async function setup(project: TestProject) {
  const server = project.getProvidedContext().postgresUrl;
  const log = pino({ level: 'silent' });
  const run = randomBytes(4).toString('hex');
  const images = await mkdtemp(join(tmpdir(), 'motokey-images-'));
  const admin = openDatabase(server, log);

  const templates = { emptyTemplate: `motokey_empty_${run}`, demoTemplate: `motokey_demo_${run}` };
  const open = (name: string) => openDatabase(Object.assign(new URL(server), { pathname: name }).href, log);
  await admin.em.execute(`create database ${templates.emptyTemplate}`);
  const empty = open(templates.emptyTemplate);
  await migrate(empty);
  await empty.close();
  await admin.em.execute(`create database ${templates.demoTemplate} template ${templates.emptyTemplate}`);
  // By two servers at once: one loads it, the other waits (tests/faults/seed.test.ts).
  const servers = [open(templates.demoTemplate), open(templates.demoTemplate)];
  const loads = await Promise.all(servers.map((orm) => seedDemo(orm, diskImageStore(images), () => {})));
  for (const orm of servers) await orm.close();
  project.provide('demoLoads', loads);

  for (const [key, name] of Object.entries(templates)) project.provide(key as keyof typeof templates, name);
  project.provide('demoImages', images);
  return async () => {
    for (const name of Object.values(templates)) await dropDatabase(admin, name);
    await admin.close();
    await rm(images, { recursive: true });
  };
}
