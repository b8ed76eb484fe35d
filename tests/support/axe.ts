import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What a browser that translates the page would break (docs/decisions/0074-translated-pages.md): texts that React keeps as
 * nodes, which it marks with a property, and options whose value is their text.
 */
const fragile = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (text.nodeValue?.trim() && Object.keys(text).some((key) => key.startsWith('__reactFiber')))
        found.push(`bare text: ${text.nodeValue} in ${text.parentElement?.outerHTML}`);
    for (const { outerHTML } of document.querySelectorAll('option:not([value])'))
      found.push(`without a value: ${outerHTML}`);
    return found;
  });

/** Of the page: what axe need not look at again, or the only elements to look at. In the page, `window[KEPT]`. */
interface Scope {
  exclude?: Element[];
  include?: Element[];
}

const KEPT = 'scopeOfAxe';

/** The violations that axe finds on the page in its current state, by WCAG 2.2 AA and its best practices, or by one rule. */
async function runAxe(page: Page, rule?: string, within?: keyof Scope): Promise<string[]> {
  // Evaluated, not added as a script, because the page's content security policy allows only its own scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // Wait for transitions to end, and for overlays to have slid in: axe ignores a dialog that is still off the screen.
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return endless || animation.playState !== 'running';
    }),
  );
  const runOnly = rule ? { type: 'rule' as const, values: [rule] } : { type: 'tag' as const, values: tags };
  return page.evaluate(
    async ({ runOnly, within, name }) => {
      // A target partly hidden under a sticky bar would count as too small: such a one is looked at again in the middle.
      scrollTo(0, 0);
      const { axe, [name as 'scope']: scope } = window as unknown as { axe: typeof import('axe-core'); scope: Scope };
      const { exclude = [], include = [] } = within ? scope : {};
      const without = within === 'exclude' && exclude.length > 0 ? { exclude } : document;
      const results = await axe.run(within === 'include' ? { include } : without, {
        runOnly,
        resultTypes: ['violations'],
      });
      const found: string[] = [];
      for (const { id, nodes } of results.violations) {
        const stay: string[] = [];
        for (const { html, target } of nodes) {
          const place = id === 'target-size' && document.querySelector(String(target[0]));
          if (place) {
            place.scrollIntoView({ block: 'center' });
            const again = await axe.run(place, { runOnly: [id] });
            if (again.violations.length === 0) continue;
          }
          stay.push(html);
        }
        if (stay.length > 0) found.push(`${id}: ${stay.join(' | ')}`);
      }
      scrollTo(0, 0);
      return found;
    },
    { runOnly, within, name: KEPT },
  );
}

/** The violations that axe finds on the page in its current state, and what is fragile. */
export async function violations(page: Page): Promise<string[]> {
  return [...(await runAxe(page)), ...(await fragile(page))];
}

/** The texts in this theme whose contrast is too low. */
export const lowContrasts = (page: Page): Promise<string[]> => runAxe(page, 'color-contrast');

/**
 * In the page, which is light: finds what axe has looked at before, here or on another page, and keeps that, and what it has to
 * see in the dark, in `window[name]`. Returns the keys of what is new.
 *
 * A part is the same as another if it differs only in its words and in addresses: the rows of a list, the menus beside each
 * screen. Headings and landmarks are no parts, because axe compares them with each other: their order has a key of its own.
 * In the dark, axe sees each colour on each ground once.
 */
function markParts({ lookedAt, name }: { lookedAt: string; name: string }): string[] {
  const HEADING = 'h1, h2, h3, h4, h5, h6, [role=heading]';
  const LANDMARK = `main, nav, aside, header, footer, section, form, ${['region', 'search', 'status', 'alert', 'dialog', 'alertdialog'].map((role) => `[role=${role}]`).join()}`;
  const TARGET = 'a, button, input, select, textarea, summary, label, [role], [tabindex]';
  const WORDS = ['aria-label', 'alt', 'title', 'placeholder', 'aria-valuetext', 'aria-description'];
  const IDS = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-activedescendant', 'for'];
  const VALUES = /^(class|role|type|tabindex|lang|dir|scope|autocomplete|translate|data-state|aria-.*)$/;
  /** Axe compares each element with each that it leaves out. */
  const MOST_LEFT_OUT = 60;

  const seen = new Set(lookedAt.split(' '));
  const added = new Set<string>();
  const add = (key: string) => {
    if (seen.has(key)) return false;
    added.add(key);
    return seen.add(key);
  };
  /** 53 bits (cyrb53). */
  const hash = (text: string) => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
    return (4294967296 * (2097151 & (low ^ (low >>> 13))) + ((high ^ (high >>> 16)) >>> 0)).toString(36);
  };
  const attribute = ({ name, value }: Attr) => {
    if (WORDS.includes(name)) return `${name}=${value.trim() ? 'x' : ''}`;
    if (!IDS.includes(name)) return VALUES.test(name) ? `${name}=${value}` : name;
    // Whether each leads to one element.
    const counts = value.split(/\s+/).map((id) => document.querySelectorAll(`[id="${CSS.escape(id)}"]`).length);
    return `${name}=${counts}`;
  };
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim());
  const isSeeThrough = (colour: string) => colour === 'rgba(0, 0, 0, 0)';
  /** The colours of its text, and what else its contrast depends on. */
  const textColours = (element: Element) => {
    const { color, opacity, fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    let ground = 'none';
    for (let at: Element | null = element; at && ground === 'none'; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!isSeeThrough(backgroundColor)) ground = backgroundColor;
    }
    return `${color} ${ground} ${opacity} ${size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)}`;
  };

  interface Known {
    own: string;
    all: string;
    size: number;
    isPart: boolean;
  }
  const known = new Map<Element, Known>();
  const learn = (element: Element): Known => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const own = [
      element.localName,
      ...[...element.attributes].map(attribute),
      hasText(element) && textColours(element),
      'labels' in element && (element.labels as NodeList | null)?.length,
      /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth,
      /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight,
      element.matches(TARGET) && (width < 24 || height < 24),
    ].join(' ');
    const inner = [...element.children]
      .filter((child) => child.checkVisibility({ visibilityProperty: true }))
      .map((child) => learn(child));
    const about = {
      own,
      all: hash([own, ...inner.map(({ all }) => all)].join(' ')),
      size: inner.reduce((sum, { size }) => sum + size, 1),
      isPart: !element.matches(`${HEADING}, ${LANDMARK}`) && inner.every(({ isPart }) => isPart),
    };
    known.set(element, about);
    return about;
  };
  learn(document.body);

  const again: Element[] = [];
  const texts: Element[] = [];
  /** The headings and landmarks of the screen and of what is around it. */
  const orders = new Map<string, string[]>();
  const walk = (parent: Element, isVeiled: boolean) => {
    for (const element of parent.children) {
      const about = known.get(element);
      if (!about) continue;
      // Beside a dialog, axe looks at nothing.
      const veiled = isVeiled || element.matches('[aria-hidden=true], [inert]');
      if (about.isPart) {
        const key = hash(`${known.get(parent)?.own} ${textColours(parent)} ${about.all}`);
        if (seen.has(key)) {
          if (about.size > 2) again.push(element);
          continue;
        }
        if (!veiled) add(key);
      } else if (!veiled && element.matches(`${HEADING}, ${LANDMARK}`)) {
        const place = element.closest('main, [role=dialog], [role=alertdialog]')?.localName ?? 'around';
        const order = orders.get(place) ?? [];
        const { localName, attributes } = element;
        const about = [localName, ...[...attributes].filter(({ name }) => /^role$|^aria-/.test(name)).map(attribute)];
        orders.set(place, [...order, about.join(' ')]);
      }
      if (!veiled && hasText(element)) {
        // Not its class alone: a heading is no part.
        if (!about.isPart) add(hash(`${about.own}`));
        texts.push(element);
      }
      walk(element, veiled);
    }
  };
  walk(document.body, false);
  for (const [place, order] of orders) add(hash(`${place} ${order.join(' ')}`));

  const { classList } = document.documentElement;
  const turn = (isDark: boolean) => {
    classList.toggle('dark', isDark);
    classList.toggle('light', !isDark);
  };
  turn(true);
  const include = texts.filter((element) => add(hash(`dark ${textColours(element)}`)));
  turn(false);
  const exclude = again.sort((one, other) => known.get(other)!.size - known.get(one)!.size).slice(0, MOST_LEFT_OUT);
  Object.assign(window, { [name]: { exclude, include } satisfies Scope });
  return [...added];
}

/**
 * Looks at pages one after the other, at each part of them once. The returned function tells what is wrong with what is new on
 * a page. `inDark` shows it dark meanwhile; otherwise it is light.
 */
export function lookAtNewParts() {
  const lookedAt = new Set<string>();
  return async (page: Page, inDark: (act: () => Promise<string[]>) => Promise<string[]>): Promise<string[]> => {
    const added = await page.evaluate(markParts, { lookedAt: [...lookedAt].join(' '), name: KEPT });
    if (added.length === 0) return [];
    for (const key of added) lookedAt.add(key);
    const found = await runAxe(page, undefined, 'exclude');
    const isNewInDark = await page.evaluate((name) => {
      const { [name as 'scope']: scope } = window as unknown as { scope: Required<Scope> };
      return scope.include.length > 0;
    }, KEPT);
    const dark = isNewInDark ? await inDark(() => runAxe(page, 'color-contrast', 'include')) : [];
    return [...found, ...dark.map((one) => `dark: ${one}`), ...(await fragile(page))];
  };
}
