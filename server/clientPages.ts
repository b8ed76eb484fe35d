import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Offer } from './catalogue/sheets/sampleSheet.operations';
import type { Config } from './config';

type Support = Pick<Config, 'supportPhone' | 'supportEmail'>;

type Setting = 'supportPhone' | 'supportEmail' | 'legalText' | 'makes' | 'models' | 'sample';

/** The texts that pages show without a query (client/components/settings.ts); an empty one is not shown. */
type Settings = { [Name in Setting]?: string | undefined };

/** What the build has rendered (client/prerender.tsx). */
interface Rendering {
  /** The paths without the members' frame, even if a session exists. */
  open: string[];
  /** What stands in the pages for each setting. */
  placeholders: Record<Setting, string>;
  /** The visitors' pages by the settings that they show; a page comes after those that show fewer of its settings. */
  rendered: { path: string; shows: Setting[]; file: string }[];
}

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
  const read = (name: string) => {
    const file = join(clientDir, '.visitors', name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const { open, placeholders, rendered }: Rendering = JSON.parse(
    read('pages.json') ?? '{ "open": [], "rendered": [] }',
  );
  const pagesFor = (settings: Settings) => {
    const settingsAt = (path: string): Settings => ({ ...settings, legalText: legal.get(path) });
    const fitting = rendered.filter(({ shows }) => shows.every((name) => settings[name]));
    // The last of a path shows the most.
    const files = new Map(fitting.map(({ path, file }) => [path, file]));
    return {
      frame: withSettings(read('members.html') ?? shell, settings),
      shell: withSettings(shell, settings),
      shells: new Map([...legal.keys()].map((path) => [path, withSettings(shell, settingsAt(path))])),
      rendered: new Map(
        [...files].map(([path, file]) => [path, filled(read(file) ?? '', settingsAt(path), placeholders)]),
      ),
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
      return pages.shells.get(place) ?? (open.includes(place) ? pages.shell : pages.frame);
    },
  };
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

/** Embeds the settings, and replaces the placeholders by them, formatted as the client would. */
function filled(page: string, settings: Settings, placeholders: Rendering['placeholders']): string {
  const { supportPhone = '', supportEmail = '', legalText = '', makes = '', models = '' } = settings;
  return withSettings(page, settings)
    .replaceAll(`tel:${placeholders.supportPhone}`, () => `tel:${supportPhone.replace(/[^+\d]/g, '')}`)
    .replaceAll(placeholders.supportPhone, () => asHtml(supportPhone))
    .replaceAll(placeholders.supportEmail, () => asHtml(supportEmail))
    .replaceAll(placeholders.makes, () => makes)
    .replaceAll(placeholders.models, () => models)
    .replace(placeholders.legalText, () => legalText);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const asHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
