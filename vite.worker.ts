import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { build, type Plugin } from 'vite';

/** The files of client/public that the app needs without a connection. */
const PUBLIC = ['early.js', 'icon.svg', 'manifest.webmanifest'];

interface Options {
  /** The modules of the visitors' screens. */
  visitors: string[];
  /** The modules of the members' screens that work without a connection. What they load later is kept, too. */
  members: string[];
  /** The pages that are kept as the server sends them. */
  pages: string[];
}

/** Builds the service worker (client/worker), which is told what to keep. */
export const serviceWorker = ({ visitors, members, pages }: Options): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  writeBundle: {
    // After early.js has been completed (vite.config.ts).
    order: 'post',
    sequential: true,
    async handler({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const holds = (chunk: (typeof chunks)[number], module: string) =>
        chunk.moduleIds.some((id) => id.endsWith(`/client/${module}`));
      const needed = new Set<string>();
      const need = (name: string, withLater: boolean) => {
        const chunk = chunks.find(({ fileName }) => fileName === name);
        if (!chunk || needed.has(name)) return;
        needed.add(name);
        // The routes lead to every screen.
        const later = withLater && !holds(chunk, 'routes.tsx') ? chunk.dynamicImports : [];
        for (const other of [...chunk.imports, ...later]) need(other, withLater);
      };
      const needScreens = (screens: string[], withLater: boolean) => {
        for (const screen of screens) {
          const chunk = chunks.find((one) => holds(one, screen));
          if (!chunk) throw new Error(`service-worker: ${screen} is in no chunk.`);
          need(chunk.fileName, withLater);
        }
      };
      needScreens(members, true);
      needScreens(visitors, false);
      const entry = chunks.find(({ isEntry }) => isEntry)?.fileName ?? '';
      const fonts = Object.keys(bundle).filter((name) => /-latin-(600|wght)-normal-[^/]+\.woff2$/.test(name));
      const files = [...needed, ...fonts].sort();
      const hashOf = (content: string | Buffer) => createHash('sha256').update(content);
      const revisionOf = (content: string | Buffer) => hashOf(content).digest('hex').slice(0, 16);
      const keep = async (name: string, hasRevision: boolean) => {
        const content = await readFile(join(dir, name));
        // Whatever else comes under its address, such as the page of a network that asks to sign in, is not kept.
        const integrity = `sha256-${hashOf(content).digest('base64')}`;
        return { url: `/${name}`, revision: hasRevision ? revisionOf(content) : null, integrity };
      };
      const kept = await Promise.all(PUBLIC.map((name) => keep(name, true)));
      // The pages name the files; a page that the build renders also changes with the code that rendered it.
      const revision = revisionOf([...files, ...kept.map((file) => file.revision)].join());
      const built = {
        entry: `/${entry}`,
        files: [
          ...(await Promise.all(files.map((name) => keep(name, false)))),
          ...kept,
          ...pages.map((url) => ({ url, revision })),
        ],
      };
      await build({
        configFile: false,
        root: 'client',
        publicDir: false,
        logLevel: 'warn',
        define: { BUILT: JSON.stringify(built), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: resolve(dir),
          emptyOutDir: false,
          license: { fileName: '.vite/worker-license.md' },
          lib: { entry: 'worker/worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
        },
      });
    },
  },
});

/** The app's icons, made from client/public/icon.svg: launchers cut `maskable` and Apple's to shapes of their own. */
const ICONS = [
  { fileName: 'icons/192.png', size: 192, shape: 'rounded' },
  { fileName: 'icons/512.png', size: 512, shape: 'rounded' },
  { fileName: 'icons/maskable.png', size: 512, shape: 'full', scale: 0.8 },
  { fileName: 'icons/apple.png', size: 180, shape: 'full', scale: 0.9 },
];

export const icons = (): Plugin => ({
  name: 'icons',
  apply: 'build',
  async generateBundle() {
    const svg = await readFile('client/public/icon.svg', 'utf8');
    for (const { fileName, size, shape, scale = 1 } of ICONS) {
      const drawn = svg
        .replace(/ rx="\d+"/, (rx) => (shape === 'full' ? '' : rx))
        .replace('<path ', `<path transform="translate(${16 - 16 * scale} ${16 - 16 * scale}) scale(${scale})" `);
      const source = await sharp(Buffer.from(drawn), { density: (72 * size) / 32 })
        .resize(size)
        .png()
        .toBuffer();
      this.emitFile({ type: 'asset', fileName, source });
    }
  },
});
