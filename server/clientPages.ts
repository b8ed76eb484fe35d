import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config';

type Support = Pick<Config, 'supportPhone' | 'supportEmail'>;

/** The placeholder that client/prerender.tsx writes for each setting shown on a page. */
const PHONE = '+10000000000';
const EMAIL = 'support@example.invalid';

/** For visitors, even if a session exists. */
const VISITORS = ['/login', '/picture-gallery', '/join', '/checkout'];

/**
 * The pages of the built client, with the settings in them: the shell, which any path may have, the visitors' pages and the
 * members' frame, which the build has rendered. Returns undefined if there is no client.
 */
export function clientPages(clientDir: string, config: Support) {
  const file = join(clientDir, 'index.html');
  if (!existsSync(file)) return undefined;
  const shell = withSettings(readFileSync(file, 'utf8'), config);
  const rendered = new Map<string, string>();
  const ending = `${config.supportPhone ? '-phone' : ''}${config.supportEmail ? '-email' : ''}.html`;
  const folder = join(clientDir, '.visitors');
  for (const path of ['/', '/login', '/picture-gallery', '/join']) {
    const file = join(folder, `${path.slice(1) || 'home'}${ending}`);
    if (existsSync(file)) rendered.set(path, filled(withSettings(readFileSync(file, 'utf8'), config), config));
  }
  const members = join(folder, 'members.html');
  const frame = existsSync(members) ? withSettings(readFileSync(members, 'utf8'), config) : shell;
  return {
    /** A signed-in user gets no visitors' page, because the script would redirect from it at once. */
    of(path: string, isSignedIn: boolean): string {
      const plain = path.replace(/(.)\/$/, '$1');
      if (isSignedIn) return VISITORS.includes(plain) ? shell : frame;
      return rendered.get(plain) ?? shell;
    },
  };
}

/** Embeds the settings that pages show without a query. Escapes `<`, so that no value can close the script element. */
function withSettings(page: string, { supportPhone, supportEmail }: Support): string {
  const settings = JSON.stringify({ supportPhone, supportEmail }).replaceAll('<', '\\u003c');
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
