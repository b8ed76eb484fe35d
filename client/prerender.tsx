/**
 * Renders the visitors' pages as HTML, at build time (vite.config.ts): they can be read before any script has loaded, and
 * main.tsx takes them over. Members get a frame, which the app replaces. The server fills in its settings (server/clientPages.ts).
 */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router-dom';
import { App } from './App';
import { noSettings, settings } from './components/settings';
import { legalPaths, paths } from './paths';
import { firstScreens, routes } from './routes';
import { Frame } from './shell/Frame';

/** The server replaces these texts by its own settings. */
const placeholders = {
  supportPhone: '+10000000000',
  supportEmail: 'support@example.invalid',
  makes: '1,000,000,001',
  models: '1,000,000,002',
  sample: 'yes',
  legalText: '<!--legal-->',
};
type Setting = keyof typeof placeholders;

/** The settings that a page shows if there are any. Only the home page shows what depends on the catalogue. */
const optionalOn = (path: string): Setting[] =>
  path === paths.home ? ['supportPhone', 'supportEmail', 'models', 'sample'] : ['supportPhone', 'supportEmail'];

/** Every choice of some of the names; one comes after all choices of fewer of its names. */
const choicesOf = (names: Setting[]): Setting[][] =>
  names.reduceRight<Setting[][]>((others, name) => others.flatMap((some) => [some, [name, ...some]]), [[]]);

/** The paths of visitors' screens: they have no frame, even if a session exists. `/` leads members to theirs. */
const open = routes
  .flatMap(({ children = [] }) => children.flatMap(({ path = '*' }) => path))
  .filter((path) => !['*', paths.home].includes(path));

/** The paths that are rendered. */
const pages = [paths.home, paths.login, paths.gallery, paths.join, ...legalPaths];
const routerAt = (path: string) => createMemoryRouter(routes, { initialEntries: [path] });
await Promise.all(pages.map((path) => firstScreens(routerAt(path))));

function render(router: ReturnType<typeof routerAt>): { head: string; html: string } {
  const cache = createCache({ key: 'css' });
  // Collects the styles in `inserted`, instead of writing each beside its element.
  cache.compat = true;
  const rendered = renderToString(
    <CacheProvider value={cache}>
      <App router={router} />
    </CacheProvider>,
  );
  // React writes a template where a screen failed; the browser would show its fallback.
  const [, head = '', html] = /^((?:<link[^>]*>|<title>.*?<\/title>)*)(<.*)$/s.exec(rendered) ?? [];
  if (!html || html.includes('<template')) throw new Error('A page was not rendered.');
  return { head: head + stylesOf(cache), html };
}

/** In the elements that Emotion looks for in the browser, so that it does not insert them again. */
function stylesOf({ key, inserted, registered }: ReturnType<typeof createCache>): string {
  const names = Object.keys(inserted);
  const isGlobal = (name: string) => registered[`${key}-${name}`] === undefined;
  const element = (id: string, names: string[]) =>
    `<style data-emotion="${[id, ...names].join(' ')}">${names.map((name) => inserted[name]).join('')}</style>`;
  return [
    ...names.filter(isGlobal).map((name) => element(`${key}-global`, [name])),
    element(
      key,
      names.filter((name) => !isGlobal(name)),
    ),
  ].join('');
}

/** The tags of the client's code, which early.js inserts from the template once the page is shown. */
const CODE = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;

/** The shell, with the frame in it until the client's code has loaded. */
function withFrame(shell: string): string {
  const { head, html } = render(createMemoryRouter([{ path: '*', element: <Frame /> }]));
  return shell
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}

/**
 * `shell` is index.html; the result is by file name, with one file for each choice of settings that may be absent. In
 * `pages.json` is all that the server must know of them (server/clientPages.ts).
 */
export function prerender(shell: string): Record<string, string> {
  const files: Record<string, string> = { 'members.html': withFrame(shell) };
  const rendered: { path: string; shows: Setting[]; file: string }[] = [];
  // One script for each chunk: the browser evaluates each in a task of its own, and can handle input in between.
  const code = (shell.match(CODE) ?? [])
    .map((tag) =>
      tag.replace(/<link rel="modulepreload"(.*?) href=("[^"]*")>/, '<script type="module"$1 src=$2></script>'),
    )
    .join('');
  const page = shell
    .replaceAll(CODE, '')
    .replace(/\s*<noscript>.*?<\/noscript>/, '')
    .replace('</body>', () => `  <template id="code">${code}</template>\n  </body>`);
  for (const path of pages) {
    for (const shows of choicesOf(optionalOn(path))) {
      const shown = (['makes', 'legalText', ...shows] as const).map((name) => [name, placeholders[name]]);
      Object.assign(settings, noSettings, Object.fromEntries(shown));
      const { head, html } = render(routerAt(path));
      const file = `${[path.slice(1) || 'home', ...shows].join('-')}.html`;
      rendered.push({ path, shows, file });
      files[file] = page
        .replace(/<title>.*?<\/title>/, () => head)
        .replace('<html ', '<html data-rendered ')
        .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
    }
  }
  return { ...files, 'pages.json': JSON.stringify({ open, placeholders, rendered }) };
}
