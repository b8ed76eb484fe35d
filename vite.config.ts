import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The Host stays the browser's: the server refuses writes whose Origin is another. */
const server = { target: 'http://localhost:3000', changeOrigin: false };

/** The client. The server serves dist/client and fills the settings in its index.html. */
export default defineConfig({
  root: 'client',
  plugins: [react()],
  server: {
    port: 5173,
    // The path alone: client/graphql/* are sources of ours.
    proxy: { '^/graphql(\\?.*)?$': server, '/api': server, '/images': server, '/healthz': server },
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    // The CSP allows no data: fonts, and hashed files are cached for ever anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs and what changes with our dependencies only. Apollo stays out of it: visitors' pages do without.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\// },
            { name: 'apollo', test: /node_modules\/(@apollo|graphql|rxjs|optimism|@wry)\// },
          ],
        },
      },
    },
  },
});
