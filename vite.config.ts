import { appendFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import { icons, serviceWorker } from './vite.worker';

/** Keeps the browser's Host header: the server refuses writes from a different Origin. */
const server = { target: `http://localhost:${process.env.PORT || 3000}`, changeOrigin: false };

const MEMBERS = 'MemberPages.tsx';

/**
 * Appends code to early.js that preloads a route's chunks while the main chunk is loading. This saves a round trip
 * before the first screen. Visitors of other pages than theirs are redirected to /login, so its chunks are loaded for them. A
 * page that is already rendered (client/prerender.tsx) is shown first; then its code is loaded. Without a connection, members' pages
 * also need the store.
 */
const earlyChunks = (routes: Record<string, string[]>): Plugin => ({
  name: 'early-chunks',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const entry = chunks.find((chunk) => chunk.isEntry);
    const withImports = (name: string, found = new Set<string>()) => {
      if (found.has(name)) return found;
      found.add(name);
      for (const other of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) withImports(other, found);
      return found;
    };
    const already = withImports(entry?.fileName ?? '');
    const files = Object.entries(routes).map(([path, modules]) => {
      const own = chunks.filter((chunk) =>
        modules.some((module) => chunk.facadeModuleId?.endsWith(`/client/${module}`)),
      );
      if (own.length !== modules.length) throw new Error(`early-chunks: ${modules.join(', ')} are not all chunks.`);
      return [
        path,
        [...new Set(own.flatMap((chunk) => [...withImports(chunk.fileName)]))].filter((name) => !already.has(name)),
      ];
    });
    const store = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/client/offline/store.ts')));
    if (!store) throw new Error('early-chunks: the store is in no chunk.');
    appendFileSync(
      join(dir, 'early.js'),
      `(() => {
  const routes = ${JSON.stringify(Object.fromEntries(files))};
  let path = location.pathname;
  const members = ${JSON.stringify(Object.keys(routes).filter((path) => routes[path]?.includes(MEMBERS)))};
  try {
    if (members.includes(path) && !localStorage.getItem('user')) path = '/login';
  } catch {}
  const preload = () => {
    const store = members.includes(path) && !navigator.onLine ? [${JSON.stringify(store.fileName)}] : [];
    for (const file of [...(routes[path] ?? []), ...store]) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file, crossOrigin: '' }));
    }
  };
  if (!('rendered' in document.documentElement.dataset)) return preload();
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(() => {
    document.head.append(document.getElementById('code').content);
    preload();
  })));
})();
`,
    );
  },
});

/** Writes each chunk a second and third time, as .br and .gz, so that the server does not compress it for every browser. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) };
    const chunks = Object.keys(bundle).filter((name) => name.endsWith('.js'));
    await Promise.all(
      chunks.map(async (name) => {
        const code = await readFile(join(dir, name));
        for (const [ending, compress] of Object.entries(encodings))
          await writeFile(join(dir, `${name}.${ending}`), await compress(code));
      }),
    );
  },
});

/** Writes the visitors' pages as HTML, for the server (client/prerender.tsx, server/clientPages.ts). */
const visitorPages = (): Plugin => ({
  name: 'visitor-pages',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    // What the client's modules use as soon as they are loaded.
    Object.assign(globalThis, { addEventListener: () => {}, history: { state: null } });
    const { module } = await runnerImport<{ prerender: (shell: string) => Record<string, string> }>(
      './client/prerender.tsx',
      { configFile: false },
    );
    const pages = module.prerender(await readFile(join(dir, 'index.html'), 'utf8'));
    // The server sends no files whose names begin with a dot.
    await mkdir(join(dir, '.visitors'), { recursive: true });
    await Promise.all(Object.entries(pages).map(([name, page]) => writeFile(join(dir, '.visitors', name), page)));
  },
});

/** Copies the client's queries for the server, which executes them by id (codegen.ts, server/graph/clientQueries.ts). */
const queries = (): Plugin => ({
  name: 'queries',
  apply: 'build',
  async generateBundle() {
    const source = await readFile('client/graphql/generated/queries.json', 'utf8');
    this.emitFile({ type: 'asset', fileName: '.queries.json', source });
  },
});

/** The client build. The server serves dist/client and inserts the settings into its index.html. */
export default defineConfig({
  root: 'client',
  plugins: [
    react(),
    compressed(),
    visitorPages(),
    queries(),
    icons(),
    serviceWorker({
      visitors: [
        'main.tsx',
        'home/Home.tsx',
        'home/PictureGallery.tsx',
        'home/LegalPage.tsx',
        'accounts/signIn/Login.tsx',
        'payments/join/Join.tsx',
      ],
      members: [
        MEMBERS,
        'catalogue/lookup/Lookup.tsx',
        'catalogue/jump/Family.tsx',
        'feedback/corrections/CorrectionForm.tsx',
        'feedback/corrections/MyCorrections.tsx',
        'offline/shown/KeptScreen.tsx',
      ],
      pages: ['/product', '/', '/login', '/join', '/picture-gallery', '/terms', '/privacy', '/refunds', '/seller'],
    }),
    earlyChunks({
      '/': ['home/Home.tsx'],
      '/login': ['accounts/signIn/Login.tsx'],
      '/picture-gallery': ['home/PictureGallery.tsx'],
      '/join': ['payments/join/Join.tsx'],
      '/sample': ['catalogue/sample/SampleSheet.tsx'],
      '/product': [MEMBERS, 'catalogue/lookup/Lookup.tsx'],
      '/company-details/list': [MEMBERS, 'catalogue/makes/Makes.tsx'],
      '/products/list': [MEMBERS, 'catalogue/models/Models.tsx'],
    }),
  ],
  server: {
    port: 5173,
    // Only `/graphql` itself: client/graphql/* are source files.
    proxy: {
      '^/graphql(\\?.*)?$': server,
      '/api': server,
      '/images': server,
      '/imports': server,
      '/our-sheets.csv': server,
      '/healthz': server,
    },
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    license: true,
    // The CSP allows no data: fonts, and hashed files are cached for ever anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Emotion imports it for withTheme, which we do not use, and it does not say that it has no side effects.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/hoist-non-react-statics\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          // Modules that are loaded together form one chunk with everything they import. Without groups, each module that
          // several screens share would be a chunk of its own, about eighty for a page. A module goes to the first group
          // that needs it, so visitors load no code of members' pages.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\// },
            { name: 'apollo', test: /node_modules\/(@apollo|graphql|rxjs|optimism|@wry)\// },
            {
              name: 'visitors',
              test: /client\/(App|routes|offline\/unsentSignOut|components\/CutProfile)\.tsx?$|chakra.*\/components\/(grid|stack)\//,
            },
            {
              name: 'signIn',
              test: /client\/(components\/(form\/(TextField|TermsTick)|notice\/Notice|useOnce)|accounts\/signIn\/PasswordField)\.tsx?$/,
            },
            // What the payment pages share with members' pages.
            {
              name: 'common',
              test: /client\/graphql\/(?!generated|uploadLink)|client\/components\/(notice\/(Problem|toast)|useOnce|text\/(date|counts|money))|chakra.*\/skeleton\/|icons\/credit-card/,
            },
            { name: 'accounts', test: /client\/graphql\/generated\/accounts/ },
            // Also the small things for which lists and sheets would load all of the forms, or a chunk for each.
            {
              name: 'members',
              test: new RegExp(
                [
                  'client/(accounts/MemberShell|shell/menu/Sidebar|catalogue/(lookup/MakeMenu|jump/Jump|export/ExportMenu))\\.tsx$',
                  'client/components/(form/FormSection|list/viewsSlot|record/(saveProblem|useAction|useRecord)|text/(Value|copyText|textKey)|correctSlot)\\.tsx?$',
                  'client/offline/(send|waiting|shown/savedAt|keep/useKeptOnly)\\.ts$|client/catalogue/drawing/(highlight|printedBitting)\\.|generated/newsOfPins',
                  'icons/(arrow-right|book-open|check|copy|pencil|pin|printer|trash)\\.mjs|chakra.*/components/textarea/',
                ].join('|'),
              ),
            },
            {
              name: 'dialogs',
              test: /client\/components\/(form\/FormDialog|notice\/ConfirmDialog|record\/LeaveGuard|images\/ImageViewer)/,
            },
            // Not all lists have filters.
            { name: 'lists', test: /client\/components\/list\/(?!filter\/(Filter|useListFilters))/ },
            { name: 'filters', test: /client\/components\/list\/filter\/useListFilters/ },
            { name: 'forms', test: /client\/components\/record\// },
            { name: 'fields', test: /client\/components\/form\/(?!FormDialog|DialogForm|DropZone|NewSecret)/ },
            {
              name: 'keyData',
              test: /client\/(catalogue\/(keyData|help\/Help\.|sheet\/filled|systems\/depthsText|checks\/checkText|measures\/measureValues)|graphql\/generated\/systems)/,
            },
            {
              name: 'choices',
              test: /client\/catalogue\/(makes\/MakeSelect|systems\/(SystemSelect|systemRecord)|showImages)/,
            },
            { name: 'van', test: /client\/(graphql\/generated\/van|catalogue\/van\/useVan)/ },
            // A sheet, and what its company and others say of it.
            {
              name: 'sheet',
              test: /client\/catalogue\/(sheet\/(KeyDataSheet|numbersIn)|company\/useOwnValues|recents\/useRecentSheets|lookup\/useModelLine)|generated\/(ownValues|recents)/,
            },
          ].map((group, index, groups) => ({ ...group, priority: groups.length - index })),
        },
      },
    },
  },
});
