import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Offer } from './catalogue/sheets/sampleSheet.operations';
import type { Config } from './config';

type Support = Pick<Config, 'supportPhone' | 'supportEmail'>;

/** The texts that pages show without a query (client/components/settings.ts); an empty one is not shown. */
interface Settings {
  supportPhone?: string | undefined;
  supportEmail?: string | undefined;
  legalText?: string;
  makes?: string;
  models?: string;
  sample?: string;
}

/** The placeholder that client/prerender.tsx writes for each setting shown on a page. */
const PHONE = '+10000000000';
const EMAIL = 'support@example.invalid';
const LEGAL = '<!--legal-->';
const MAKES = '1,000,000,001';
const MODELS = '1,000,000,002';

/** What the build renders for visitors. */
const VISITORS = ['/', '/login', '/picture-gallery', '/join'];

/** Without the members' frame, even if a session exists. */
const OPEN = ['/login', '/picture-gallery', '/join', '/checkout', '/sample', '/reminders'];

/**
 * The pages of the built client, with the settings in them: the shell, which any path may have, and what the build has
 * rendered: the visitors' pages and the members' frame. `legal` has the operator's texts by path. Returns undefined if there
 * is no client.
 */
export function clientPages(
  clientDir: string,
  { supportPhone, supportEmail }: Support,
  legal: ReadonlyMap<string, string> = new Map(),
) {
  const index = join(clientDir, 'index.html');
  if (!existsSync(index)) return undefined;
  const shell = readFileSync(index, 'utf8');
  const folder = join(clientDir, '.visitors');
  /** A page as the build has rendered it for these settings; undefined if it has not. */
  const renderedFor = (path: string, settings: Settings) => {
    const file = join(folder, fileOf(path, settings));
    return existsSync(file) ? filled(withSettings(readFileSync(file, 'utf8'), settings), settings) : undefined;
  };
  const pagesFor = (settings: Settings) => {
    const texts = [...legal].map(([path, legalText]) => [path, { ...settings, legalText }] as const);
    const visitors = [...VISITORS.map((path) => [path, settings] as const), ...texts];
    const members = join(folder, 'members.html');
    return {
      frame: withSettings(existsSync(members) ? readFileSync(members, 'utf8') : shell, settings),
      shell: withSettings(shell, settings),
      shells: new Map(texts.map(([path, own]) => [path, withSettings(shell, own)])),
      rendered: new Map(visitors.map(([path, own]) => [path, renderedFor(path, own)])),
    };
  };
  let filledFor = '';
  let pages = pagesFor({ supportPhone, supportEmail });
  return {
    /** A signed-in user gets no visitors' page, because the script would redirect from it at once. */
    of(path: string, isSignedIn: boolean, offer: Offer): string {
      const settings = { supportPhone, supportEmail, ...wordsOf(offer) };
      const wanted = JSON.stringify(settings);
      if (filledFor !== wanted) pages = pagesFor(settings);
      filledFor = wanted;
      const place = path.replace(/(.)\/$/, '$1');
      if (!isSignedIn) return pages.rendered.get(place) ?? pages.shells.get(place) ?? pages.shell;
      return pages.shells.get(place) ?? (OPEN.includes(place) ? pages.shell : pages.frame);
    },
  };
}

/** Only the home page shows what depends on the catalogue. */
function fileOf(path: string, { supportPhone, supportEmail, models, sample }: Settings): string {
  const ofHome = path === '/' && [models && 'models', sample && 'sample'];
  const names = [path.slice(1) || 'home', supportPhone && 'phone', supportEmail && 'email', ...(ofHome || [])];
  return `${names.filter(Boolean).join('-')}.html`;
}

const asText = new Intl.NumberFormat('en');

/** Fewer models are not worth a number. */
const FEWEST = 100;

/**
 * The numbers as the home page shows them: "70 makes and more than 22,200 models". The models are rounded down to a hundred, so
 * nobody can watch the catalogue grow model by model.
 */
function wordsOf({ makes, models, hasSample }: Offer): Settings {
  const rounded = Math.floor((models - 1) / FEWEST) * FEWEST;
  return {
    ...(rounded > 0 && { makes: asText.format(makes), models: asText.format(rounded) }),
    ...(hasSample && { sample: 'yes' }),
  };
}

/** Embeds the settings. Escapes `<`, so that no value can close the script element. */
function withSettings(page: string, settings: Settings): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return page.replace(/(<script type="application\/json" id="settings">)[^<]*/, (_, tag: string) => tag + json);
}

/** Replaces the placeholders by the settings, formatted as the client would. */
function filled(
  page: string,
  { supportPhone = '', supportEmail = '', legalText = '', makes = '', models = '' }: Settings,
): string {
  return page
    .replaceAll(`tel:${PHONE}`, () => `tel:${supportPhone.replace(/[^+\d]/g, '')}`)
    .replaceAll(PHONE, () => asHtml(supportPhone))
    .replaceAll(EMAIL, () => asHtml(supportEmail))
    .replaceAll(MAKES, () => makes)
    .replaceAll(MODELS, () => models)
    .replace(LEGAL, () => legalText);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const asHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
