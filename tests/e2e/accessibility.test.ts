import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Site, startSite, violations } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const HONDA = '/product?company=53&m=year';

/** Every route in every state it can be in, by who sees it; `until` brings the page there. */
const VISITOR: Record<string, [path: string, until: (page: Page) => Promise<unknown>]> = {
  home: ['/', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  gallery: ['/picture-gallery', (page) => page.locator('main li img').first().waitFor()],
  'gallery, enlarged': [
    '/picture-gallery',
    async (page) => {
      await page.getByRole('main').getByRole('button').first().click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  ],
  login: ['/login', (page) => page.getByLabel('Email').waitFor()],
  'login, blank': ['/login', (page) => page.getByRole('button', { name: 'Sign In' }).click()],
  'login, refused': [
    '/login',
    async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  'forgot password': [
    '/login',
    async (page) => {
      await page.getByRole('button', { name: /forgot/i }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  'not found': ['/no/such/page', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
};
const list = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).waitFor();
const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).click();
const refused = async (page: Page) => {
  await press('Save')(page);
  await page.getByText('Please fix the following errors:').waitFor();
};
const asked = async (page: Page) => {
  await press('Delete')(page);
  await page.getByRole('alertdialog').waitFor();
};
const field = (label: string) => (page: Page) => page.getByLabel(label, { exact: true }).waitFor();

const MEMBER: typeof VISITOR = {
  'make list': ['/company-details/list', list],
  'make form': ['/company-details/create', field('Display Name')],
  'make form, refused': ['/company-details/create', refused],
  'make form, asked to delete': ['/company-details/edit?id=53', asked],
  'make form of none': ['/company-details/edit?id=99999', (page) => page.getByRole('alert').waitFor()],
  'model list': ['/products/list', list],
  'model list past its end': ['/products/list?page=99999', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  'model form': ['/products/edit?id=1', field('Spacing 1')],
  'model form, refused': ['/products/create', refused],
  'model form of none': ['/products/edit?id=99999999', (page) => page.getByText('No product data available').waitFor()],
  search: ['/products/search', field('Keyword')],
  'search, found': ['/products/search?make=honda', list],
  'search, nothing': [
    '/products/search?keyword=nothing+at+all',
    (page) => page.getByText(/No model matches/).waitFor(),
  ],
  'client list': ['/clients/list', (page) => page.getByRole('heading', { level: 1, name: /Client List/ }).waitFor()],
  'client form': ['/clients/create', field('Primary Email')],
  'client form, refused': ['/clients/create', refused],
  'user list': ['/users/list', (page) => page.getByRole('heading', { level: 1, name: /User List/ }).waitFor()],
  'user form': ['/users/edit?id=2', field('Full Name')],
  'user form, refused': ['/users/create', refused],
  log: ['/userlogs', (page) => page.getByRole('heading', { level: 1, name: /Log List/ }).waitFor()],
  'reset password': [
    HONDA,
    async (page) => {
      await page.getByRole('button', { name: /@example\.com/ }).click();
      await page.getByRole('menuitem', { name: 'Change Password' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  'lookup by year': [HONDA, (page) => page.getByRole('button', { name: '2007' }).waitFor()],
  'lookup by model': [
    '/product?company=53&m=model',
    (page) => page.getByRole('button', { name: 'CBR600RR', exact: true }).waitFor(),
  ],
  'lookup, opened': [
    `${HONDA}&value=2007`,
    (page) => page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor(),
  ],
  'lookup, detail': [
    `${HONDA}&value=2007&id=1`,
    (page) => page.getByRole('region', { name: 'Key data' }).getByText('Primary Key Blank').waitFor(),
  ],
  'lookup, image enlarged': [
    `${HONDA}&id=1`,
    async (page) => {
      await page.getByRole('button', { name: /Enlarge image 1/ }).click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  ],
  'lookup, nothing matches': [`${HONDA}&q=nothing`, (page) => page.getByText(/No year matches/).waitFor()],
  'lookup, unknown make': ['/product?company=999&m=year', (page) => page.getByRole('alert').waitFor()],
  'lookup, no company': ['/product', (page) => page.getByText('Missing company ID or mode').waitFor()],
  'user menu': [
    HONDA,
    async (page) => {
      await page.getByRole('button', { name: /@example\.com/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    },
  ],
  'not found': ['/no/such/page', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
};

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  describe.each([360, 1280])('%i px', (width) => {
    const options = { colorScheme, viewport: { width, height: 800 } };
    test.each(Object.keys(VISITOR))('a visitor’s %s has no violation', async (state) => {
      const page = await site.open(options);
      const [path, until] = VISITOR[state]!;
      await page.goto(path);
      await until(page);
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    });

    test.each(Object.keys(MEMBER))('a member’s %s has no violation', async (state) => {
      const page = await site.openAs('admin@example.com', options);
      const [path, until] = MEMBER[state]!;
      await page.goto(path);
      await until(page);
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    });
  });
});

test('the drawer with the makes has no violation', async () => {
  const page = await site.openAs('user@example.com', { viewport: { width: 360, height: 800 } });
  await page.goto(HONDA);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Honda' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test('nothing scrolls sideways at 320 px', async () => {
  const wide: string[] = [];
  for (const [states, open] of [
    [VISITOR, site.open],
    [MEMBER, (options: object) => site.openAs('admin@example.com', options)],
  ] as const) {
    for (const [state, [path, until]] of Object.entries(states)) {
      const page = await open({ viewport: { width: 320, height: 700 } });
      await page.goto(path);
      await until(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) wide.push(`${state}: ${width}`);
      await page.context().close();
    }
  }
  expect(wide).toEqual([]);
});

test('there is one h1, a main landmark and a title of its own on every route', async () => {
  const page = await site.openAs('admin@example.com');
  const titles = new Set<string>();
  for (const path of ['/picture-gallery', HONDA, '/product?company=53&m=model', `${HONDA}&id=1`, '/no/such/page']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path.includes('company')) await page.getByRole('heading', { name: 'Honda', level: 1 }).waitFor();
    if (path.includes('id=')) await page.getByText('Primary Key Blank').waitFor();
    expect([path, await page.locator('h1').count(), await page.locator('main').count()]).toEqual([path, 1, 1]);
    titles.add(await page.title());
  }
  expect(titles.size).toBe(5);
  await page.context().close();
});
