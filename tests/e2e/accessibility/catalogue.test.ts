import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { csv } from '../../support/sheets';
import { intercept, painted, sharedSite } from '../../support/site';
import { hiddenFocus } from './hiddenFocus';
import { asked, choosePage, field, HONDA, list, press, refused } from './steps';
import { type States, walkThrough } from './walk';

const site = sharedSite();
const walk = walkThrough(site);

const MAKES_AND_MODELS: States = {
  'make list': ['/company-details/list', list],
  'make form': ['/company-details/create', field('Display Name')],
  'make form, refused': ['/company-details/create', refused],
  'make form, asked to delete': ['/company-details/edit?id=53', asked],
  'make form of none': ['/company-details/edit?id=99999', (page) => page.getByRole('alert').waitFor()],
  'model form': ['/products/edit?id=1', (page) => page.getByRole('img', { name: /^The key, drawn/ }).waitFor()],
  'model form, new': ['/products/create', (page) => page.getByRole('combobox', { name: 'Key system' }).waitFor()],
  'model form, refused': ['/products/create', refused],
  'model form of none': ['/products/edit?id=99999999', (page) => page.getByText('No product data available').waitFor()],
  'model form, with a key system': [
    '/products/edit?id=7',
    (page) => page.getByRole('link', { name: 'Change the system' }).waitFor(),
  ],
  'history of a model, asked to bring back': [
    '/products/edit?id=2',
    async (page) => {
      await page
        .getByRole('button', { name: /^Restore earlier state/ })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
};

const CHOSEN_MODELS: States = {
  'model list': ['/products/list', list],
  'model list past its end': ['/products/list?page=99999', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  'model list, chosen': [
    '/products/list?sort=name',
    async (page) => {
      await choosePage(page);
      await page.getByText('10 models selected').first().waitFor();
    },
  ],
  'model list, asked for a field': [
    '/products/list?sort=year',
    async (page) => {
      await choosePage(page);
      await press('Set a field')(page);
      await page.getByLabel('New value').waitFor();
    },
  ],
  'model list, asked for a key system': [
    '/products/list?sort=year&dir=desc',
    async (page) => {
      await choosePage(page);
      await press('Set key system')(page);
      await page.getByRole('combobox', { name: 'Key system' }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  ],
  'model list, asked for years': [
    '/products/list?sort=year&dir=asc',
    async (page) => {
      await choosePage(page);
      await press('Copy to years …')(page);
      await page.getByRole('textbox', { name: 'Years' }).fill('x');
      await press('Preview')(page);
      await page.getByText('Please enter years').waitFor();
    },
  ],
  'model list, asked to save a view': [
    '/products/list?sample=yes',
    async (page) => {
      await press('Save view')(page);
      await page.getByRole('dialog').getByLabel('Name').waitFor();
    },
  ],
};

const KEY_SYSTEMS: States = {
  'key systems': [
    '/key-systems/list?text=Systematic',
    (page) => page.getByRole('link', { name: 'Systematic', exact: true }).waitFor(),
  ],
  'suggested systems': [
    '/key-systems/suggested',
    (page) =>
      page
        .getByRole('button', { name: /^Make a system of/ })
        .first()
        .waitFor(),
  ],
  'suggested systems, asked for a name': [
    '/key-systems/suggested',
    async (page) => {
      await page
        .getByRole('button', { name: /^Make a system of/ })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
    },
  ],
  'key system form': ['/key-systems/edit?id=1', (page) => page.getByRole('img', { name: /^The key, drawn/ }).waitFor()],
  'key system form, refused': ['/key-systems/create', refused],
  'key system form of none': [
    '/key-systems/edit?id=99999',
    (page) => page.getByText('There is no such key system.').waitFor(),
  ],
  'identify a key': [
    '/identify?cuts=6&first=.315&shallowest=.295&deepest=.236',
    (page) => page.getByText(/key systems? found$/).waitFor(),
  ],
};

const FILES: States = {
  'import of key systems': [
    '/key-systems/import',
    async (page) => {
      await page.getByLabel('File to import').setInputFiles({
        name: 'systems.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          csv([
            ['Name', 'DSD', 'Space 1', 'Depth 1'],
            ['Systematic', '406', '.098', '.277'],
            ['Trade two', '407', 'wide', '.244'],
          ]),
        ),
      });
      await page.getByText('“wide” is not a measure.').waitFor();
    },
  ],
  'export, a download that failed': [
    '/products/export',
    async (page) => {
      await intercept(page, '**/api/products/download*', (route) => route.abort());
      await press('Complete export, CSV')(page);
      await page.getByRole('region', { name: 'Downloads' }).getByRole('alert').waitFor();
    },
  ],
  imports: ['/products/import', (page) => page.getByText('Columns to map').waitFor()],
  'import, its columns': ['/products/import/show?id=1', (page) => page.getByLabel(/^Column B, /).waitFor()],
  'import, checked': [
    '/products/import/show?id=2',
    (page) => page.getByRole('list', { name: 'Changed rows' }).getByText('X1').waitFor(),
  ],
  'import, asked to apply': [
    '/products/import/show?id=2&show=refused',
    async (page) => {
      await page.getByText(/^The year must be/).waitFor();
      await page.getByText('Did you mean Honda?').first().waitFor();
      await press('Apply')(page);
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  'copies of models, before they are applied': [
    '/products/import/show?id=3&show=duplicate',
    (page) => page.getByText('What will change').waitFor(),
  ],
};

walk('the lists and forms of makes and models, and their history', 'administrator', MAKES_AND_MODELS);
walk('the list of models, and what can be done with those chosen', 'administrator', CHOSEN_MODELS);
walk('key systems, suggested ones, and the search for a key’s system', 'administrator', KEY_SYSTEMS);
walk('imports, from the file to the changes, and exports', 'administrator', FILES);

test('no bar hides what Tab or Shift+Tab leads to, in a window of a desk, of a phone, and at 400 %', async () => {
  const page = await site.openAs('admin@example.com');
  const screens: States = {
    'a form with a strip of sections': MAKES_AND_MODELS['model form']!,
    'a form without': ['/clients/edit?id=1', field('Address')],
    'a list with selected rows': CHOSEN_MODELS['model list, chosen']!,
    'columns of an import': FILES['import, its columns']!,
    'a sheet': [`${HONDA}&value=2007&id=5`, (page) => page.getByRole('heading', { name: 'Spacing' }).waitFor()],
  };
  const hidden: Record<string, string[]> = {};
  for (const [name, [path, until]] of Object.entries(screens)) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(path);
    await until(page);
    for (const [width, height] of [
      [1280, 720],
      [390, 664],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.locator('[aria-label="Toggle sidebar"]').waitFor({ state: width > 768 ? 'detached' : 'attached' });
      await painted(page);
      const found = await hiddenFocus(page);
      if (found.length > 0) hidden[`${name}, ${width} × ${height}`] = found;
    }
  }
  expect(hidden).toEqual({});
});

test('at 400 %, all of the downloads and of the user’s menu can be seen', async () => {
  const page = await site.openAs('admin@example.com');
  await page.setViewportSize({ width: 1280, height: 720 });
  await intercept(page, '**/api/products/download*', (route) => route.abort());
  await page.goto('/products/export');
  for (const format of ['Excel', 'CSV', 'XML']) await press(`Complete export, ${format}`)(page);
  const downloads = page.getByRole('region', { name: 'Downloads' });
  await expect.poll(() => downloads.getByRole('alert').count()).toBe(3);
  await page.setViewportSize({ width: 320, height: 256 });
  await page.locator('[aria-label="Toggle sidebar"]').waitFor();
  const hidden: string[] = [];
  const look = async (control: Locator) => {
    const isSeen = await control.evaluate((control) => {
      if (control instanceof HTMLElement) control.focus();
      const { left, top, width, height } = control.getBoundingClientRect();
      return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    if (!isSeen) hidden.push((await control.getAttribute('aria-label')) ?? (await control.innerText()));
  };
  for (const button of await downloads.getByRole('button').all()) await look(button);
  await page.getByRole('button', { name: 'admin@example.com' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  for (const item of await page.getByRole('menu').getByRole('menuitem').all()) {
    await item.scrollIntoViewIfNeeded();
    await look(item);
  }
  expect(hidden).toEqual([]);
});
