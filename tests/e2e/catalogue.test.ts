import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { createMake, createModel } from '../support/factories';
import { sample, sampleValues, valuesOf } from '../support/keyDataOfSchema';
import { people } from '../support/people';
import { png } from '../support/pictures';
import { DESK, intercept, PHONE, sharedSite } from '../support/site';

const site = sharedSite();

const admin = (options = {}) => site.openAs('admin@example.com', options);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();
/** The names of the page's controls under the toasts. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const toasts = document.querySelector('[aria-label="Dismiss"]')?.parentElement?.getBoundingClientRect();
    if (!toasts) return ['no toast'];
    // What has scrolled under the bar is not visible.
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll('main :is(a, button, input)')]
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return (
          right > toasts.left &&
          left < toasts.right &&
          bottom > Math.max(bar, toasts.top) &&
          Math.max(bar, top) < toasts.bottom
        );
      })
      .map((control) => control.textContent);
  });
const pictures = async () =>
  Promise.all(
    ['#ff0000', '#00aa00', '#0000ff'].map(async (colour, index) => ({
      name: `picture ${index + 1}.png`,
      mimeType: 'image/png',
      buffer: await png(colour),
    })),
  );
const sql = (statement: string, params?: unknown[]) => site.app.sql(statement, params);

/** Chooses a make in the searchable selector, by keyboard. */
async function chooseMake(page: Page, name: string) {
  const box = page.getByRole('combobox', { name: 'Make' });
  await box.fill(name);
  await pickOption(page, name);
  await expect.poll(() => box.inputValue()).toBe(name);
}

/** Opens the form of a new model, and waits until its make has loaded: before that it takes no input. */
async function openNewModel(page: Page) {
  await page.goto('/products/create');
  await expect.poll(() => page.getByRole('combobox', { name: 'Make' }).inputValue()).toBe('Honda');
}

/** Presses the keys that choose the only option. The selector takes the focus back a frame later, from any element. */
async function pickOption(page: Page, name: string) {
  await page.getByRole('option', { name, exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

test('every field of the key data is on the sheet and in the form, and a correction can be proposed for it', async () => {
  const { texts, spacing, depth } = sample;
  const input = { makeId: '53', name: 'Every Field', year: 1999, ...texts, spacing, depth };
  const { data } = await site.app.graph(
    'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }',
    { input },
    await people.administrator(site.app),
  );
  const id = data!.saveModel.id;
  const page = await admin();

  await page.goto(`/product?company=53&m=year&value=1999&id=${id}`);
  const sheet = page.getByRole('region', { name: 'Key data' });
  await sheet.getByText(texts.tips2!).waitFor();
  const shown = (await sheet.innerText()).split(/[\n\t]/);
  expect(shown).toEqual(expect.arrayContaining(sampleValues));

  await page.goto(`/products/edit?id=${id}`);
  await expect.poll(() => field(page, 'Model').inputValue()).toBe('Every Field');
  const fields = await page
    .locator('form [name]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(fields).toEqual(expect.arrayContaining(sampleValues));

  await page.goto(`/correction/create?model=${id}`);
  const options = page.getByLabel('Field', { exact: true }).locator('option:not([value=""])');
  await options.first().waitFor({ state: 'attached' });
  const choices = await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(choices.sort()).toEqual(valuesOf('KeyDataField').sort());
});

describe('an administrator', () => {
  test('creates a model with three images, edits, copies, finds and deletes it, and a locksmith sees it', async () => {
    // At a phone. At a desk, the keyboard alone does the same (below).
    const model = 'Journey';
    const page = await admin({ viewport: PHONE });
    await page.goto('/products');
    await page.waitForURL('**/products/list');
    await page.getByRole('heading', { level: 1, name: /^Model List \([\d,]+\)$/ }).waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.waitFor();
    expect(await pages.getByRole('button', { name: /^\d/ }).count()).toBe(3);
    await page.getByLabel('Sort', { exact: false }).first().waitFor();
    expect(await page.getByRole('columnheader').count()).toBe(0);
    await page.getByRole('link', { name: 'Create Model' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create Model' }).waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Make' }).inputValue()).toBe('Honda');
    await chooseMake(page, 'Yamaha');
    await field(page, 'Model').fill(model);
    await field(page, 'Year').fill('2001');
    await field(page, 'ILCO').fill('X221');
    await field(page, 'Spacing 1').fill('.102');
    await field(page, 'Depth 1 1x').fill('.301');
    await field(page, 'TIPS').fill('Remove the seat first');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await pictures());
    await page.getByRole('button', { name: 'Remove image 3 of 3' }).waitFor();
    await page.getByRole('button', { name: 'Move image 3 of 3 earlier' }).click();
    await button(page, 'Save').click();
    await page.waitForURL('**/products/list**');
    await toast(page, 'Model is created successfully!');
    const [row] = await sql('select * from models where name = ?', [model]);
    expect(row).toMatchObject({ year: 2001, ilco: 'X221', tips: 'Remove the seat first' });
    expect(row?.spacing[0]).toBe('.102');
    const hashes = await sql('select hash from model_images where model_id = ? order by position', [row?.id]);
    expect(hashes).toHaveLength(3);

    await page.goto(`/products/edit?id=${row?.id}`);
    await expect.poll(() => field(page, 'Model').inputValue()).toBe(model);
    await field(page, 'JMA').fill('YAMA-26');
    await page.getByRole('button', { name: 'Remove image 1 of 3' }).click();
    await button(page, 'Update').click();
    await page.waitForURL('**/products/list**');
    await toast(page, 'Model is updated successfully!');
    expect(await sql('select hash from model_images where model_id = ? order by position', [row?.id])).toEqual(
      hashes.slice(1),
    );

    await page.goto(`/products/copy?id=${row?.id}`);
    await expect.poll(() => field(page, 'JMA').inputValue()).toBe('YAMA-26');
    await page.getByRole('heading', { level: 1, name: `Copy of Yamaha ${model} 2001` }).waitFor();
    await expect.poll(() => field(page, 'Year').evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await field(page, 'Year').inputValue()).toBe('');
    const warning = page.locator('main').getByText('This model already exists: open it, or save anyway.');
    await field(page, 'Year').fill('2001');
    await warning.waitFor();
    await button(page, 'Another key of this bike').click();
    await expect.poll(() => field(page, 'Locks').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('Luggage');
    await page.locator('main').getByText('Another key of this bike, beside one without locks.').waitFor();
    await field(page, 'Locks').fill('');
    await field(page, 'Model').fill(`${model} copy`);
    await warning.waitFor({ state: 'detached' });
    await field(page, 'Source').fill('Ilco 2024, p. 12');
    await page.getByRole('checkbox', { name: 'I have checked this sheet' }).check();
    await button(page, 'Save').click();
    await page.waitForURL('**/products/list**');

    await page.goto('/products/search');
    await button(page, 'Search').click();
    await page.getByText('Type a make, a model, a year or a keyword.').first().waitFor();
    await page.getByRole('textbox', { name: 'Make' }).fill('yamaha');
    await field(page, 'Model').fill(`${model.toUpperCase()} COPY`);
    await field(page, 'Year').fill('2001');
    await button(page, 'Search').click();
    const found = page.getByRole('link', { name: `${model} copy`, exact: true }).first();
    await found.waitFor();
    const [copy] = await sql('select id, make_id from models where name = ?', [`${model} copy`]);
    expect(await found.getAttribute('href')).toContain(`/products/edit?id=${copy?.id}`);
    for (const href of [
      `/company-details/edit?id=${copy?.make_id}`,
      `/company-details/copy?id=${copy?.make_id}`,
      `/products/copy?id=${copy?.id}`,
    ])
      expect(await page.locator(`main a[href*="${href}"]`).count(), href).toBeGreaterThan(0);
    await page.reload();
    await found.waitFor();
    expect(await field(page, 'Model').inputValue()).toBe(`${model.toUpperCase()} COPY`);

    const locksmith = await site.openAs('user@example.com', { viewport: PHONE });
    const [yamaha] = await sql(`select id from makes where display_name = 'Yamaha'`);
    await locksmith.goto(`/product?company=${yamaha?.id}&m=model&value=${encodeURIComponent(`${model} copy`)}`);
    await locksmith.getByRole('link', { name: '2001' }).click();
    await locksmith.getByText('YAMA-26').waitFor();
    expect(await locksmith.getByRole('button', { name: /^Enlarge image/ }).count()).toBe(2);
    await locksmith.getByText(/^Source: Ilco 2024, p. 12 · Checked by [^@]+ on /).waitFor();
    await locksmith.goto('/whats-new');
    await locksmith.getByRole('link', { name: `Yamaha ${model} copy 2001` }).click();
    await locksmith.getByText('YAMA-26').waitFor();
    await locksmith.context().close();

    await found.click();
    await expect.poll(() => field(page, 'Model').inputValue()).toBe(`${model} copy`);
    await button(page, 'Delete').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain(`${model} copy`);
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Cancel' }).evaluate((one) => one === document.activeElement))
      .toBe(true);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL('**/products/list**');
    await toast(page, 'Product deleted successfully!');
    expect(await sql('select 1 from models where name = ?', [`${model} copy`])).toEqual([]);
  });

  test('creates a make with an icon, edits and copies it, and deletes it once it has no models', async () => {
    const make = 'Make of a desk';
    const page = await admin();
    await page.goto('/company-details');
    await page.getByRole('heading', { level: 1, name: /^Make List \(\d+\)$/ }).waitFor();
    await page.getByRole('link', { name: 'Create Make' }).click();
    await button(page, 'Save').click();
    const banner = page.getByRole('alert').filter({ hasText: 'Please fix the following errors:' });
    await banner.waitFor();
    expect(await banner.innerText()).toContain('The display name field is required.');
    await field(page, 'Display Name').fill(make);
    await banner.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Model', exact: true }).first().click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await field(page, 'Display Name').inputValue()).toBe(make);
    await field(page, 'Full Name').fill(`${make} Ltd.`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles((await pictures())[0]!);
    const preview = page.locator('main img').first();
    await preview.waitFor();
    const size = await preview.boundingBox();
    expect([Math.round(size?.width ?? 0), Math.round(size?.height ?? 0)]).toEqual([100, 100]);
    await button(page, 'Save').click();
    await page.waitForURL('**/company-details/list**');
    await toast(page, 'Company created successfully!');
    expect(await dialog.count()).toBe(0);
    // A focused toast stays.
    await page.getByRole('button', { name: 'Dismiss' }).focus();
    await expect.poll(() => covered(page)).toEqual([]);
    const [row] = await sql('select * from makes where display_name = ?', [make]);
    expect(row?.icon_hash).toMatch(/^[0-9a-f]{64}$/);

    await page.goto(`/company-details/edit?id=${row?.id}`);
    await expect.poll(() => field(page, 'Full Name').inputValue()).toBe(`${make} Ltd.`);
    await page.getByRole('heading', { level: 1, name: `Edit Make ${make}` }).waitFor();
    await page.locator(`main a[href="/product?company=${row?.id}&m=year"]`).getByText('Open the lookup').waitFor();
    await field(page, 'Other Details').fill('Edited');
    await button(page, 'Update').click();
    await toast(page, 'Company updated successfully!');

    await page.goto(`/company-details/copy?id=${row?.id}`);
    await expect.poll(() => field(page, 'Other Details').inputValue()).toBe('Edited');
    await page.getByRole('heading', { level: 1, name: `Copy of ${make}` }).waitFor();
    await expect.poll(() => field(page, 'Display Name').evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await field(page, 'Display Name').inputValue()).toBe('');
    await field(page, 'Display Name').fill(`${make} II`);
    await button(page, 'Save').click();
    await page.waitForURL('**/company-details/list**');
    const [copy] = await sql('select id, icon_hash from makes where display_name = ?', [`${make} II`]);
    expect(copy?.icon_hash).toBe(row?.icon_hash);

    const used = await createModel(site.app, { id: copy?.id } as Make);
    await page.goto(`/company-details/edit?id=${copy?.id}`);
    await button(page, 'Delete').click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'An error occurred while updating the client.' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain(`${make} II has 1 model`);
    await sql('delete from models where id = ?', [used.id]);
    await button(page, 'Delete').click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await toast(page, 'Company deleted successfully!');
  });
});

test('a key system is drawn, given to a model, and corrected for it: first shown, then applied and undone', async () => {
  const make = await createMake(site.app, { displayName: 'Systematic' });
  const { id } = await createModel(site.app, make, { name: 'Linked', year: 2004, hpc: 'OWN' });
  const measures = async () => (await sql('select hpc, depth_values[1] as depth from models where id = ?', [id]))[0];
  const page = await admin();
  await page.goto('/key-systems');
  await page.getByRole('link', { name: 'Create Key System' }).click();
  await field(page, 'Name').fill('Trade 406');
  await field(page, 'DSD').fill('406');
  await field(page, 'HPC').fill('CMC37');
  await field(page, 'Spacing 1').fill('.098 .197 .295 .394 .492');
  await field(page, 'Spacing 1').press('Enter');
  await field(page, 'Depth 1 1x').fill('.276');
  await field(page, 'Depth 2 1x').fill('.244');
  await field(page, 'Depth 3 1x').fill('.213');
  await page.getByLabel('Unit').selectOption('inch');
  await page.getByRole('img', { name: /^The key, drawn/ }).waitFor();
  await button(page, 'Save').click();
  await page.waitForURL('**/key-systems/list');
  await field(page, 'Search').fill('trade 406');
  const row = page.getByRole('row').filter({ hasText: 'Trade 406' });
  await row.waitFor();
  expect((await row.getByRole('cell').allInnerTexts()).slice(1, 7)).toEqual(['406', 'CMC37', '5', '1–3', '0', 'No']);

  await page.goto(`/products/edit?id=${id}`);
  await page.getByRole('combobox', { name: 'Key system' }).fill('CMC37 tra');
  await page.getByText('No key system matches.').waitFor();
  await page.getByRole('combobox', { name: 'Key system' }).fill('trade 4');
  await page.getByRole('option', { name: /^Trade 406/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('From Trade 406 (0 models)').waitFor();
  const change = page.getByRole('link', { name: 'Change the system' });
  await expect.poll(() => change.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await field(page, 'HPC').count()).toBe(0);
  await button(page, 'Give this model its own values').click();
  expect(await field(page, 'HPC').inputValue()).toBe('OWN');
  await page.getByRole('combobox', { name: 'Key system' }).fill('trade 4');
  await page.getByRole('option', { name: /^Trade 406/ }).click();
  await button(page, 'Update').click();
  await page.waitForURL('**/products/list**');
  expect(await measures()).toEqual({ hpc: 'CMC37', depth: '.276' });

  await page.goto(`/products/edit?id=${id}`);
  await page.getByText('From Trade 406 (1 model)').waitFor();
  await change.click();
  await field(page, 'Depth 1 1x').fill('.277');
  await button(page, 'Update').click();
  await page.getByRole('heading', { name: 'What will change' }).waitFor();
  await page.getByRole('list', { name: 'Changed rows' }).getByText('.277').waitFor();
  expect((await measures())?.depth).toBe('.276');
  await button(page, 'Apply').click();
  await toast(page, '1 model changed.');
  expect((await measures())?.depth).toBe('.277');
  await button(page, 'Undo').click();
  await toast(page, '1 model restored.');
  expect((await measures())?.depth).toBe('.276');
  await page.context().close();
});

test('the keyboard alone creates a model with images, edits, copies, searches, finds it in the lookup and deletes it', async () => {
  const page = await admin();
  const name = 'By keyboard';
  const tabTo = async (wanted: string) => {
    for (let presses = 0; presses < 120; presses++) {
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      if (focused.replace(/\s+/g, ' ').trim() === wanted) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The focus never reached ${wanted}`);
  };
  const type = async (label: string, text: string) => {
    await tabTo(label);
    // Selects the text, as moving into the field with Tab does.
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  };
  const press = async (label: string) => {
    await tabTo(label);
    await page.keyboard.press('Enter');
  };
  const save = async (label: string) => {
    await press(label);
    await page.waitForURL('**/products/list**');
    // The first list that loads after it marks the record "Saved", and would otherwise be the search.
    await page.getByRole('table', { name: 'Model List' }).getByRole('link').first().waitFor();
  };
  const searchFor = async (keyword: string) => {
    await page.goto('/products/search');
    await type('Keyword', keyword);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: keyword, exact: true }).first().waitFor();
  };

  await page.goto('/products/create', { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The skip link passes the menu of makes.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('combobox', { name: 'Make' }).inputValue()).toBe('Honda');
  await page.getByRole('combobox', { name: 'Make' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Suzuki');
  await pickOption(page, 'Suzuki');
  await type('Model', name);
  await type('Year', '1999');
  await type('Spacing 1', '.1');
  const chooser = page.waitForEvent('filechooser');
  await press('Choose images');
  await (await chooser).setFiles(await pictures());
  await page.getByRole('button', { name: 'Remove image 3 of 3' }).waitFor();
  await save('Save');
  const [row] = await sql('select id, year, make_id from models where name = ?', [name]);
  expect(row?.year).toBe(1999);
  expect(await sql('select 1 from model_images where model_id = ?', [row?.id])).toHaveLength(3);

  await searchFor(name);
  await press(name);
  await page.waitForURL('**/products/edit?id=*');
  await expect.poll(() => field(page, 'Model').inputValue()).toBe(name);
  await type('JMA', 'SUZU-16');
  await save('Update');

  await searchFor(name);
  await tabTo(name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/products/copy?id=*');
  await expect.poll(() => field(page, 'JMA').inputValue()).toBe('SUZU-16');
  // Without a Tab: the year has the focus.
  await expect.poll(() => field(page, 'Year').evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('1999');
  await page.keyboard.press('Shift+Tab');
  await type('Model', `${name} copy`);
  await save('Save');

  await page.goto(`/product?company=${row?.make_id}&m=model`);
  await type('Filter models and years', `${name} copy`);
  await page.getByRole('button', { name: `${name} copy`, exact: true }).waitFor();
  await press(`${name} copy`);
  await page.getByRole('link', { name: '1999' }).waitFor();
  // The list is one tab stop.
  await page.keyboard.press('ArrowDown');
  await press('1999');
  await page.getByRole('region', { name: 'Key data' }).getByText('SUZU-16').waitFor();

  await searchFor(`${name} copy`);
  await press(`${name} copy`);
  await expect.poll(() => field(page, 'Model').inputValue()).toBe(`${name} copy`);
  await press('Delete');
  await page.getByRole('alertdialog').waitFor();
  await tabTo('Cancel');
  await press('Delete');
  await page.waitForURL('**/products/list**');
  expect(await sql('select 1 from models where name = ?', [`${name} copy`])).toEqual([]);
});

test('images can be dropped onto the form; a file that is not an image is named, and the others are accepted', async () => {
  const page = await admin();
  await openNewModel(page);
  const [picture, other] = await pictures();
  const bad = { name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') };
  await page.locator('input[type=file]').first().setInputFiles([bad, picture!]);
  await page
    .getByText(/bad\.png is not an image/)
    .first()
    .waitFor();
  await button(page, 'bad.png: failed').waitFor();
  await button(page, 'Enlarge image 2 of 2').waitFor();
  const dropped = await page.evaluateHandle(
    (content) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], 'dropped.png', { type: 'image/png' }));
      return data;
    },
    [...other!.buffer],
  );
  const zone = page.getByRole('button', { name: 'Choose images' });
  for (const event of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(event, { dataTransfer: dropped });
  await button(page, 'Enlarge image 3 of 3').waitFor();
});

test('a list keeps its place in the URL, through Back and reload; what does not load can be retried', async () => {
  const page = await admin();
  await page.goto('/products/list');
  const table = page.getByRole('table', { name: 'Model List' });
  const header = (name: string) => table.getByRole('columnheader', { name });
  await table.getByRole('link').first().waitFor();
  expect(await header('Model').getAttribute('aria-sort')).toBe('ascending');
  expect(await header('Date Created').count()).toBe(1);
  expect(await header('Missing').count()).toBe(0);
  await header('Year').getByRole('button').click();
  await expect.poll(() => header('Year').getAttribute('aria-sort')).toBe('ascending');
  await header('Year').getByRole('button').click();
  await expect.poll(() => header('Year').getAttribute('aria-sort')).toBe('descending');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  expect(await pages.getByRole('button', { name: /^\d/ }).count()).toBeLessThanOrEqual(10);
  await pages.getByRole('button', { name: 'Next page' }).click();
  await page.getByText(/^11–20 of [\d,]+$/).waitFor();
  expect(new URL(page.url()).searchParams.toString()).toMatch(/page=2/);
  const rows = () => table.getByRole('row').allInnerTexts();
  const second = await rows();
  await page.reload();
  await table.getByRole('link').first().waitFor();
  expect(await rows()).toEqual(second);
  await table.getByRole('link').first().click();
  await page.waitForURL('**/products/edit?id=*');
  await page.goBack();
  await table.getByRole('link').first().waitFor();
  expect(await rows()).toEqual(second);

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Next page' }).click();
  // The saved views may say so, too, if they had not loaded before.
  const problem = page.getByRole('alert').filter({ hasText: 'An error occurred while fetching the model.' });
  await problem.getByRole('button', { name: 'Retry' }).click();
  await problem.waitFor();
  // With the connection it loads by itself.
  await page.context().setOffline(false);
  await page.getByText(/^21–30 of [\d,]+$/).waitFor();

  // Filtered, it shows blanks and gaps.
  const [gap] =
    await sql(`update models set silca = 'HD109', ilco = '', jma = '', jet = '', oem = '', spacing = array_fill(''::text, array[12])
      where id = (select min(id) from models where code_series <> '' and make_id = 53) returning name`);
  await page.goto(`/products/edit?id=99999999`);
  await page.getByText('No product data available').waitFor();
  await page.goto(`/products/list?make=53&missing=spacing&name=${encodeURIComponent(gap?.name)}`);
  const row = page.getByRole('row', { name: /HD109/ });
  await row.waitFor();
  const cells = await row.getByRole('cell').allInnerTexts();
  expect(cells.slice(-4, -2)).toEqual(['SILCA HD109', expect.stringMatching(/^spacing(, depth)?(, picture)?$/)]);
});

describe('a form', () => {
  test('whose parts arrive late neither takes nor loses the focus, closes no menu, and leaves what was typed', async () => {
    const make = await createMake(site.app);
    const model = await createModel(site.app, make, { name: 'Prompt' });
    const page = await admin();
    await page.goto('/products/list?page=2', { waitUntil: 'load' });
    const held = new Map<string, PromiseWithResolvers<void>>();
    for (const what of ['"ModelToEdit"', '"MakeOptions"', 'Aliases-']) held.set(what, Promise.withResolvers());
    const hold: Parameters<Page['route']>[1] = async (route) => {
      const asked = route.request().postData() ?? route.request().url();
      for (const [what, { promise }] of held) if (asked.includes(what)) await promise;
      await route.continue();
    };
    await intercept(page, '**/graphql', hold);
    await intercept(page, '**/assets/Aliases-*.js', hold);
    /** Waits until a screen that has come may have taken the focus. */
    const settled = () =>
      page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve)))));

    await page.getByRole('table', { name: 'Model List' }).getByRole('link').first().press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Edit Model' }).waitFor();
    const jump = page.getByRole('combobox', { name: 'Find a bike, blank or code' });
    const hasFocus = () => jump.evaluate((field) => field === document.activeElement);
    await page.keyboard.press('/');
    await expect.poll(hasFocus).toBe(true);
    held.get('"ModelToEdit"')?.resolve();
    await page.getByRole('form', { name: 'Edit Model' }).and(page.locator('[aria-busy=false]')).waitFor();
    await settled();
    expect(await hasFocus()).toBe(true);

    // The form does not wait for the makes.
    await page.goto(`/products/edit?id=${model.id}`);
    await expect.poll(() => field(page, 'Model').inputValue()).toBe('Prompt');
    await field(page, 'Model').fill('Prompt and typed');
    const box = page.getByRole('combobox', { name: 'Make' });
    await box.focus();
    expect(await box.inputValue()).toBe('');
    held.get('"MakeOptions"')?.resolve();
    await expect.poll(() => box.inputValue()).toBe(make.displayName);
    await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await field(page, 'Model').inputValue()).toBe('Prompt and typed');
    await field(page, 'Model').fill('Prompt');

    await page.getByRole('link', { name: 'Aliases', exact: true }).click();
    await page.getByRole('button', { name: 'admin@example.com' }).click();
    const entry = page.getByRole('menuitem', { name: 'Feedback' });
    await entry.waitFor();
    held.get('Aliases-')?.resolve();
    await page.getByRole('heading', { level: 1, name: /^Alias List/ }).waitFor();
    await settled();
    await entry.click();
    await page.waitForURL('**/feedback/list');
    const heading = page.getByRole('heading', { level: 1, name: /^Feedback List/ });
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  test('shows the second of two administrators the first one’s changes, and loses nothing', async () => {
    const make = await createMake(site.app, { displayName: 'Contested', fullName: 'Contested Ltd.' });
    const [first, second] = [await admin(), await admin()];
    for (const page of [first, second]) {
      await page.goto(`/company-details/edit?id=${make.id}`);
      await expect.poll(() => field(page, 'Full Name').inputValue()).toBe('Contested Ltd.');
    }
    await field(first, 'Full Name').fill('First Ltd.');
    await button(first, 'Update').click();
    await first.waitForURL('**/company-details/list**');
    await field(second, 'Full Name').fill('Second Ltd.');
    await field(second, 'Other Details').fill('typed by the second');
    await button(second, 'Update').click();
    await second.getByText('First Ltd.').first().waitFor();
    expect(await field(second, 'Other Details').inputValue()).toBe('typed by the second');
    const meanwhile = second.getByRole('region', { name: 'Changed by somebody else' });
    await expect.poll(() => meanwhile.evaluate((section) => section === document.activeElement)).toBe(true);
    expect(await second.getByRole('alert').count()).toBe(1);
    await button(second, 'Update').click();
    await second.waitForURL('**/company-details/list**');
    const [row] = await sql('select full_name, other_details, version from makes where id = ?', [make.id]);
    expect(row).toEqual({ full_name: 'Second Ltd.', other_details: 'typed by the second', version: 3 });
  });

  test('fills the grids from pasted and typed rows, takes that back, and draws the key meanwhile', async () => {
    const page = await admin();
    await openNewModel(page);
    const paste = (text: string) =>
      page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, text);
    const spacingIs = async (...values: string[]) => {
      for (const [index, value] of values.entries()) {
        await expect.poll(() => field(page, `Spacing ${index + 1}`).inputValue()).toBe(value);
      }
    };
    await field(page, 'Spacing 1').focus();
    await paste('.1\t.2\t.3');
    await spacingIs('.1', '.2', '.3', '');
    await field(page, 'Spacing 2').focus();
    await paste('.15 .2 .25');
    await spacingIs('.1', '.15', '.2', '.25');
    await page.keyboard.press('ControlOrMeta+z');
    await spacingIs('.1', '.2', '.3', '');
    await field(page, 'Spacing 3').fill('.25 .3 .35');
    await page.keyboard.press('Enter');
    await spacingIs('.1', '.2', '.25', '.3', '.35', '');
    await button(page, 'Undo').click();
    await spacingIs('.1', '.2', '.25 .3 .35', '');
    const drawing = page.locator('[data-drawing]');
    await drawing.getByText('Spacing 3 is not a number: “.25 .3 .35”').waitFor();

    await field(page, 'Spacing 3').fill('.3');
    await field(page, 'Spacing 12').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('.25');
    expect(await field(page, 'Depth 1 1x').inputValue()).toBe('.25');
    await drawing.getByRole('img', { name: /^The key, drawn: 3 positions, .1 to .3 from the stop; 1 depth/ }).waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await field(page, 'Spacing 12').evaluate((one) => one === document.activeElement)).toBe(true);
  });
});

test('after saving, the list is where it was, its row is marked and has the focus, and the toast opens the record', async () => {
  const make = await createMake(site.app, { displayName: 'Saved and marked' });
  const ids: Record<number, number> = {};
  for (let year = 2001; year <= 2025; year++)
    ids[year] = (await createModel(site.app, make, { name: 'Saved', year })).id;
  const page = await admin();
  const list = `/products/list?make=${make.id}&sort=year&page=2`;
  /** On the second page of the make's models, scrolled, follows a link in the row of a year. Returns the scroll. */
  const follow = async (link: 'edit' | 'copy', year: number) => {
    const row = page.locator(`[data-row="${link} ${ids[year]}"]`);
    await row.waitFor();
    await page.evaluate(() => scrollTo(0, 150));
    await row.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    await row.click();
    return top;
  };
  const saved = page.locator('[data-saved]');
  const isFocused = () => saved.evaluate((one) => one === document.activeElement);
  const isMarked = async (top: number) => {
    await page.waitForURL(`**${list}`);
    await toast(page, 'Model is updated successfully!');
    await expect.poll(() => saved.getAttribute('href')).toBe(`/products/edit?id=${ids[2015]}`);
    await expect.poll(isFocused).toBe(true);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
    expect(await saved.innerText()).toBe('Saved\nSaved');
    // The mark describes the link and is no part of its name.
    expect(await page.getByRole('link', { name: 'Saved', exact: true }).count()).toBe(10);
    await page.getByRole('button', { name: 'Dismiss' }).focus();
    await expect.poll(() => covered(page)).toEqual([]);
    const box = await page.locator('[aria-label="Dismiss"]').locator('..').boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(56);
    expect(box!.x + box!.width).toBeGreaterThan(page.viewportSize()!.width - 20);
  };

  await page.goto(list, { waitUntil: 'load' });
  let top = await follow('edit', 2015);
  await field(page, 'JMA').fill('J-1');
  await button(page, 'Update').click();
  await isMarked(top);
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await page.waitForURL(`**/products/edit?id=${ids[2015]}`);
  await expect.poll(() => field(page, 'JMA').inputValue()).toBe('J-1');
  expect(await page.getByText('Model is updated successfully!').count()).toBe(0);

  await page.setViewportSize(PHONE);
  // As an entry that the router counts: the form goes back to it instead of opening the list again.
  await page.goto(list, { waitUntil: 'load' });
  top = await follow('edit', 2015);
  await field(page, 'JMA').fill('J-2');
  await button(page, 'Update').click();
  await isMarked(top);
  // Saved under a year that sorts it elsewhere, the record is not on this page.
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect.poll(() => field(page, 'JMA').inputValue()).toBe('J-2');
  await field(page, 'Year').fill('1990');
  await button(page, 'Update').click();
  await page.waitForURL(`**${list}`);
  await page.getByRole('link', { name: 'Open', exact: true }).waitFor();
  await expect.poll(() => saved.count()).toBe(0);

  // A copy begins at the year, and is marked beside the original.
  await page.setViewportSize(DESK);
  await follow('copy', 2014);
  await page.getByRole('heading', { level: 1, name: 'Copy of Saved and marked Saved 2014' }).waitFor();
  await expect.poll(() => field(page, 'Year').evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('2015');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${list}`);
  await expect.poll(isFocused).toBe(true);
  const [copy] = await sql('select max(id) as id from models where make_id = ? and year = 2015', [make.id]);
  expect(await saved.getAttribute('href')).toBe(`/products/edit?id=${copy?.id}`);

  await saved.click();
  await page.getByRole('link', { name: 'Open the sheet' }).click();
  await page.waitForURL(`**/product?company=${make.id}&m=model&value=Saved&id=${copy?.id}`);
  await page.getByRole('heading', { name: 'Saved', exact: false }).first().waitFor();
});

test('a row of a spreadsheet fills the form from the field on into which it is pasted, is undone, or saved', async () => {
  const page = await admin({ permissions: ['clipboard-read', 'clipboard-write'] });
  await openNewModel(page);
  const paste = async (label: string, text: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.getByRole(label === 'Make' ? 'combobox' : 'textbox', { name: label, exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+v');
  };
  const textIn = (label: string) => field(page, label).inputValue();
  await paste('ILCO', 'X1\tJ1\tT1\tS1\tO1\tA1-A9\t4D\tAR\tL1');
  await expect.poll(() => textIn('LISHI')).toBe('L1');
  await page.getByText('9 fields filled: Primary Key Blank.').waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => textIn('LISHI')).toBe('');
  await page.getByText('Undone.').waitFor();
  // One value is pasted as usual.
  await paste('ILCO', 'X138');
  await expect.poll(() => textIn('ILCO')).toBe('X138');
  await paste('HPC', 'CMC37\t12');
  await expect.poll(() => textIn('ITL')).toBe('12');

  await field(page, 'Model').fill('Mine');
  await paste('Make', `Hnoda\tYours\t2001-2003`);
  await page.getByText('There is no make “Hnoda”: please choose one. “2001-2003” is not one year.').waitFor();
  const box = page.getByRole('combobox', { name: 'Make' });
  await expect.poll(() => box.inputValue()).toBe('');
  await button(page, 'Undo').click();
  await expect.poll(() => box.inputValue()).toBe('Honda');
  expect([await textIn('Model'), await textIn('Year')]).toEqual(['Mine', '']);

  // What is typed would replace the make.
  await box.click();
  await expect
    .poll(() => box.evaluate((one: HTMLInputElement) => one.value.slice(one.selectionStart!, one.selectionEnd!)))
    .toBe('Honda');
  const row =
    'yamaha\tPasted\t2009\tYM63\tYAMA-26\t\tYH35\t5SL-1\tA0001-A9999\t4D-46\t\tYM28\t1-6\t\t\t\t\tCMC71\t\t441\t';
  await page.evaluate((text) => navigator.clipboard.writeText(text), row);
  await page.keyboard.press('ControlOrMeta+v');
  await page
    .getByRole('status')
    .filter({ hasText: '13 fields filled: Make, Model, Year, Primary Key Blank, Wafer Positions and Key Cutting' })
    .waitFor();
  await expect.poll(() => box.inputValue()).toBe('Yamaha');
  // The list of makes does not cover what was filled.
  await expect.poll(() => box.getAttribute('aria-expanded')).toBe('false');
  await button(page, 'Save').click();
  await page.waitForURL('**/products/list**');
  await toast(page, 'Model is created successfully!');
  const [model] = await sql(
    `select m.*, k.display_name as make from models m join makes k on k.id = m.make_id where m.name = 'Pasted'`,
  );
  expect(model).toMatchObject({ make: 'Yamaha', year: 2009, ilco: 'YM63', oem: '5SL-1', lishi: 'YM28', dsd: '441' });
});
