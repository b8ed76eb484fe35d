import { defineConfig } from 'vite';

/** Packages of many small files: resolving and reading them takes most of a start's time. */
const BUNDLED = [
  'class-validator',
  'graphql-scalars',
  'kysely',
  'libphonenumber-js',
  'type-graphql',
  'validator',
  'zod',
  /^@mikro-orm\//,
];

/** The server, bundled as plain Node modules. All other packages stay external. */
export default defineConfig({
  // Not in `npm run dev`, which builds again at every change.
  ssr: { noExternal: process.argv.includes('--watch') ? [] : BUNDLED },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'server/main.ts', admin: 'server/admin.ts', schema: 'server/graph/schema.ts' },
    },
  },
});
