import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config';

type Support = Pick<Config, 'supportPhone' | 'supportEmail'>;

/** The placeholder that client/prerender.tsx writes for each setting shown on a page. */
const PHONE = '+10000000000';
const EMAIL = 'support@example.invalid';
const LEGAL = '<!--legal-->';

/**
 * The pages of the built client, with the settings in them: the shell, which any path may have, and the visitors' pages,
 * which the build has rendered. `legal` has the operator's texts by path. Returns undefined if there is no client.
 */
export function clientPages(clientDir: string, config: Support, legal: Map<string, string> = new Map()) {
  const file = join(clientDir, 'index.html');
  if (!existsSync(file)) return undefined;
  const source = readFileSync(file, 'utf8');
  const shell = withSettings(source, config);
  const rendered = new Map<string, string>();
  const ending = `${config.supportPhone ? '-phone' : ''}${config.supportEmail ? '-email' : ''}.html`;
  const folder = join(clientDir, '.visitors');
  for (const path of ['/', '/login', '/picture-gallery', '/join']) {
    const file = join(folder, `${path.slice(1) || 'home'}${ending}`);
    if (existsSync(file)) rendered.set(path, filled(withSettings(readFileSync(file, 'utf8'), config), config));
  }
  const signedIn = new Map<string, string>();
  for (const [path, legalText] of legal) {
    signedIn.set(path, withSettings(source, { ...config, legalText }));
    const file = join(folder, `${path.slice(1)}${ending}`);
    if (!existsSync(file)) continue;
    const page = filled(withSettings(readFileSync(file, 'utf8'), { ...config, legalText }), config);
    rendered.set(
      path,
      page.replace(LEGAL, () => legalText),
    );
  }
  return {
    /** A signed-in user gets the shell, because the script would redirect from a visitors' page at once. */
    of: (path: string, isSignedIn: boolean): string =>
      (isSignedIn ? signedIn : rendered).get(path.replace(/(.)\/$/, '$1')) ?? shell,
  };
}

/** Embeds the settings that pages show without a query. Escapes `<`, so that no value can close the script element. */
function withSettings(
  page: string,
  { supportPhone, supportEmail, legalText }: Support & { legalText?: string },
): string {
  const settings = JSON.stringify({ supportPhone, supportEmail, legalText }).replaceAll('<', '\\u003c');
  return page.replace(/(<script type="application\/json" id="settings">)[^<]*/, (_, tag: string) => tag + settings);
}

/** Replaces the placeholders by the settings, formatted as the client would. */
function filled(page: string, { supportPhone = '', supportEmail = '' }: Support): string {
  return page
    .replaceAll(`tel:${PHONE}`, () => `tel:${supportPhone.replace(/[^+\d]/g, '')}`)
    .replaceAll(PHONE, () => asHtml(supportPhone))
    .replaceAll(EMAIL, () => asHtml(supportEmail));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const asHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
