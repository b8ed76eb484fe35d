import { expect, test } from 'vitest';
import { violations } from '../../support/axe';
import { sharedSite } from '../../support/site';
import { field, HONDA, jumpTo, list } from './steps';
import { type States, walkThrough } from './walk';

const site = sharedSite();
const walk = walkThrough(site);

const LOOKUP: States = {
  'lookup by year': [HONDA, (page) => page.getByRole('button', { name: '2007' }).waitFor(), 'Honda by year'],
  'lookup by model': [
    '/product?company=53&m=model',
    (page) => page.getByRole('button', { name: 'CBR600RR', exact: true }).waitFor(),
    'Honda by model',
  ],
  'lookup, opened': [
    `${HONDA}&value=2007`,
    (page) => page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor(),
  ],
  'lookup, detail': [
    `${HONDA}&value=2007&id=5`,
    async (page) => {
      await page.getByLabel('Bitting').fill('1-9');
      await page.getByText('Depth 9 is not one of').waitFor();
      const open = page.getByRole('button', { name: 'Partial key' });
      if ((await open.getAttribute('aria-expanded')) === 'false') await open.click();
      await page.getByRole('group', { name: 'Ignition', exact: true }).getByLabel('Known cuts').fill('123');
      await page.getByLabel('Measured, position 1').fill('deep');
      await page.getByRole('list', { name: 'Blank 1' }).getByRole('checkbox').first().check();
      await page.getByText('(1 key tried)').waitFor();
    },
  ],
  'lookup, a key of two': [
    '/product?company=1&m=year&id=13',
    async (page) => {
      await page.getByRole('tab', { selected: true }).waitFor();
      await page.getByText('The key can be cloned').waitFor();
      await page.getByRole('heading', { name: 'ILCO is disputed' }).waitFor();
    },
  ],
  'lookup, two compared': [
    '/product?company=1&m=year&value=2001&id=2&compare=2000',
    (page) => page.getByRole('table', { name: 'Comparison' }).waitFor(),
  ],
  'lookup, image enlarged': [
    `${HONDA}&id=1`,
    async (page) => {
      await page.getByRole('button', { name: /Enlarge image 1/ }).click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  ],
  'lookup, nothing matches': [`${HONDA}&q=nothing`, (page) => page.getByText(/No year or model matches/).waitFor()],
  'lookup, unknown make': ['/product?company=999&m=year', (page) => page.getByRole('alert').waitFor()],
  'lookup, no company': ['/product', (page) => page.getByText('Missing company ID or mode').waitFor()],
  help: ['/help', (page) => page.getByRole('img', { name: /^A blade with the depths/ }).waitFor()],
};

const FINDING: States = {
  'jump, found': [
    '/sessions',
    async (page) => {
      await jumpTo(page, 'HD109');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  ],
  'jump, a make': [
    '/sessions',
    async (page) => {
      await jumpTo(page, 'honda 2007');
      await page.getByRole('option').first().waitFor();
    },
  ],
  'jump, nothing': [
    '/sessions',
    async (page) => {
      await jumpTo(page, 'zwieback');
      await page.getByText(/^Nothing found/).waitFor();
    },
  ],
  'what a blank fits': [
    '/fits?code=HD109',
    (page) => page.getByRole('heading', { level: 1, name: /^What HD109 fits/ }).waitFor(),
  ],
  search: ['/products/search', field('Keyword')],
  'search, found': ['/products/search?make=honda', list],
  'search, nothing': [
    '/products/search?keyword=nothing+at+all',
    (page) => page.getByText('No data available').waitFor(),
  ],
  aliases: ['/aliases/list', list],
  'alias form': ['/aliases/create', field('Model')],
  'unread series': ['/aliases/series', (page) => page.getByText('ask the dealer', { exact: true }).waitFor()],
  'missed searches': ['/aliases/searches', (page) => page.getByText('zwieback').waitFor()],
  "what's new": [
    '/whats-new',
    (page) =>
      page
        .getByText(/^Corrected: /)
        .first()
        .waitFor(),
  ],
  'kept on this device, without a connection': [
    '/offline',
    async (page) => {
      await page.getByText('Nothing waits to be sent.').waitFor();
      await page.context().setOffline(true);
      await page.getByText(/^No connection\./).waitFor();
    },
  ],
};

walk('the lookup, from the years of a make to an enlarged image', 'administrator', LOOKUP);
walk('Jump, the search, aliases, and what the device keeps', 'administrator', FINDING);

test('the drawer, with the makes and with the other entries', async () => {
  const page = await site.openAs('user@example.com', { viewport: { width: 360, height: 800 } });
  await page.goto(HONDA);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('link', { name: 'By Year' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'All entries' }).click();
  const makes = drawer.getByRole('button', { name: 'Make', exact: true });
  await expect.poll(() => makes.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await makes.click();
  await drawer.getByRole('button', { name: 'Honda' }).waitFor();
});

test('forced colours, light and dark, keep apart what is current, focused or drawn', async () => {
  const page = await site.openAs('admin@example.com', { forcedColors: 'active' });
  const [model] = await site.app.sql(`select id from models where name = 'CBR600RR' and year = 2007`);
  await page.goto(`/product?company=53&m=year&value=2007&id=${model!.id}`);
  const sheet = page.getByRole('region', { name: 'Key data' });
  await sheet.getByRole('radio', { name: /^Position 3/ }).check();
  // The lists beside the sheet and above it have answers of their own.
  for (const list of ['main a[data-model]', 'nav[aria-label^="Years of"] a', 'nav[aria-label=Main] a'])
    await page.locator(`${list}[aria-current]`).first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Print' }).focus();
  await page.keyboard.press('Shift+Tab');
  const contrastsNow = () =>
    page.evaluate(() => {
      const luminance = (colour: string) => {
        const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
          const value = Number(part) / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      /** Of two computed colours. */
      const contrast = (one: string, other: string) => {
        const [most = 0, least = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return (most + 0.05) / (least + 0.05);
      };
      const styleOf = (selector: string) => {
        const element = document.querySelector(selector);
        if (!element) throw new Error(`There is no ${selector}.`);
        return getComputedStyle(element);
      };
      const canvas = styleOf('html').backgroundColor;
      const beside = (current: string) => contrast(styleOf(current).backgroundColor, canvas);
      const drawn = (line: string, ground = canvas) => contrast(styleOf(`figure ${line}`).stroke, ground);
      const blade = styleOf('figure [data-blade]');
      return {
        'the place in the menu': beside('nav[aria-label=Main] a[aria-current]'),
        'By Year': beside('nav[aria-label="List by"] a[aria-current]'),
        'the open model': beside('main a[data-model][aria-current]'),
        'the year': beside('nav[aria-label^="Years of"] a[aria-current]'),
        'the chosen position in the table': beside('tr[data-highlighted] td'),
        'the focus': contrast(styleOf(':focus-visible').outlineColor, canvas),
        'a button': contrast(styleOf('nav[aria-label^="Years of"] button').borderTopColor, canvas),
        'the blade': drawn('[data-blade]'),
        'a line beside the blade': drawn('svg > path[stroke-dasharray="2 3"]'),
        'a line on the blade': drawn('[data-across] path:not([data-active])', blade.fill),
        'the chosen position': drawn('[data-across] [data-active]', blade.fill),
        'the bow': drawn('svg > path[stroke-dasharray="4 3"]'),
      };
    });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await page.locator(`html${colorScheme === 'dark' ? '.dark' : ':not(.dark)'}`).waitFor();
    for (const [what, contrast] of Object.entries(await contrastsNow()))
      expect.soft(contrast, `${what} (${colorScheme})`).toBeGreaterThanOrEqual(3);
  }
});
