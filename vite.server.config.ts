import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** The packages that become part of the build, with everything they import. All others stay external. */
const BUNDLED = [
  // Many small files: resolving and reading them takes most of a start's time.
  /^(@mikro-orm\/.*|graphql-scalars|type-graphql|validator|zod)$/,
  // It depends on native modules for another runtime (Bare), which the image does not need.
  /^tar-stream$/,
];

interface Package {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
const external = Object.fromEntries(
  Object.entries(dependencies).filter(([name]) => !BUNDLED.some((pattern) => pattern.test(name))),
);

/** Writes a package.json of the external packages: the image installs only these (docker/Dockerfile). */
const externalPackages = (): Plugin => ({
  name: 'external-packages',
  generateBundle() {
    const source = JSON.stringify({ dependencies: external }, null, 2);
    this.emitFile({ type: 'asset', fileName: 'packages.json', source });
  },
});

/** The server, bundled as plain Node modules. */
export default defineConfig({
  plugins: [externalPackages()],
  // Nothing is bundled in `npm run dev`, which builds again at every change.
  ssr: process.argv.includes('--watch')
    ? {}
    : { noExternal: true, external: Object.keys({ ...external, ...devDependencies }) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    license: true,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        admin: 'server/admin.ts',
        schema: 'server/graph/schema.ts',
        sheetWorker: 'server/outside/sheets/sheetWorker.ts',
      },
    },
  },
});
