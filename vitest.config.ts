import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Externalized packages load graphql/index.js. graphql refuses types from a second copy of itself.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['tests/**/*.test.ts'],
    reporters: ['./tests/support/reporter.ts'],
    // Once for all files: one PostgreSQL, the templates from which each file copies its database, and the browser's program.
    globalSetup: ['tests/support/postgres.ts', 'tests/support/templates.ts', 'tests/support/chromium.ts'],
    setupFiles: ['reflect-metadata', ...(process.env.MEASURE ? ['./tests/support/cost.ts'] : [])],
    // One more than there are cores in CI, because a file waits for a third of its time: for PostgreSQL, Chromium or a process.
    maxWorkers: 3,
    // The files of a worker share its modules, because loading the server takes longer than running most files.
    isolate: false,
    // Ends tests that hang. The longest take 20 s on a quiet machine; a busy one needs several times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
