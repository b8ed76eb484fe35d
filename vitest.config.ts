import { defineConfig } from 'vitest/config';

// Externalized packages load graphql/index.js. graphql refuses types from a second copy of itself.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

const project = (name: string, own: { include: string[]; exclude?: string[]; globalSetup?: string[] }) => ({
  resolve,
  test: {
    name,
    ...own,
    setupFiles: ['reflect-metadata', ...(process.env.MEASURE ? ['./tests/support/cost.ts'] : [])],
    // The files of a worker share its modules, because loading the server takes longer than running most files.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
});

export default defineConfig({
  resolve,
  test: {
    reporters: ['./tests/support/reporter.ts'],
    // Once for all projects: one PostgreSQL, and the templates from which each file copies its database.
    globalSetup: ['tests/support/postgres.ts', 'tests/support/templates.ts'],
    // One more than there are cores in CI, because a file waits for a third of its time: for PostgreSQL, Chromium or a process.
    maxWorkers: 3,
    projects: [
      project('server', { include: ['tests/**/*.test.ts'], exclude: ['tests/e2e/**'] }),
      project('e2e', { include: ['tests/e2e/**/*.test.ts'], globalSetup: ['./tests/support/chromium.ts'] }),
    ],
  },
});
