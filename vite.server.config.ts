import { defineConfig } from 'vite';

/** The server, bundled as plain Node modules; packages stay outside. */
export default defineConfig({
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
