import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, PASSWORD } from '../support/factories';
import { PHONE, type Site, startSite } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** The sections and labels of docs/look.md, "Sheet", in their order. */
const LABELS = [
  ['Primary Key Blank', 'ILCO', 'JMA', 'JET', 'SILCA', 'OEM'],
  ['CODE SERIES', 'TRANSPONDER', 'ACCUREADER', 'LISHI'],
  ['Wafer Position', 'Ignition', 'Gas cap', 'Seat/aux'],
  ['Key Cutting Information', 'HPC', 'ITL', 'DSD', 'PAK-A-PUNCH'],
  ['Spacing', 'Depth', '1x', '2x', 'Tips', 'Tips 2', 'Product Images'],
].flat();

async function seeCbr600rr(page: Page) {
  const sheet = page.getByRole('region', { name: 'Key data' });
  await sheet.getByText('Sample data: do not cut from it').waitFor();
  await sheet.getByRole('heading', { name: 'Honda CBR600RR (2007)' }).waitFor();
  const text = await sheet.innerText();
  let place = -1;
  for (const label of LABELS) {
    place = text.toLowerCase().indexOf(label.toLowerCase(), place + 1);
    expect(place, label).toBeGreaterThan(-1);
  }
  const [model] = await site.app.sql(`select * from models where make_id = 53 and name = 'CBR600RR' and year = 2007`);
  for (const column of ['code_series', 'transponder', 'ignition', 'gas_cap', 'hpc', 'itl', 'dsd', 'paka_punch']) {
    expect(text).toContain(model?.[column]);
  }
  for (const blank of String(model?.ilco).split(' / ')) expect(text).toContain(blank);
  for (const value of [...model!.spacing, ...model!.depth_values].filter(Boolean)) expect(text).toContain(value);
  await expect.poll(() => page.title()).toBe('Honda CBR600RR (2007) · Motokey');
  // The live region announces it to screen readers.
  await page.locator('[aria-live]').filter({ hasText: 'Honda CBR600RR 2007 loaded' }).waitFor({ state: 'attached' });
}

describe('a locksmith at a desk', () => {
  test('finds a Honda by year', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).click();
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).click();
    await seeCbr600rr(page);
    expect(new URL(page.url()).search).toMatch(/company=53&m=year&value=2007&id=\d+/);
    await page.reload();
    await seeCbr600rr(page);
    await page.context().close();
  });

  test('finds a Honda by model, from another make, through the sidebar', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await sidebar.getByRole('button', { name: 'Yamaha' }).click();
    await sidebar.getByRole('list', { name: 'Yamaha' }).getByRole('link', { name: 'By Year' }).click();
    await page.getByRole('heading', { level: 1, name: 'Yamaha' }).waitFor();
    const current = sidebar.locator('[aria-current="page"]');
    expect(await current.count()).toBe(1);
    expect(await current.innerText()).toBe('By Year');

    await sidebar.getByRole('searchbox', { name: 'Find a make' }).fill('hond');
    await sidebar.getByRole('list', { name: 'Honda' }).getByRole('link', { name: 'By Model' }).click();
    await page.waitForURL('**/product?company=53&m=model');
    await page.getByRole('searchbox', { name: 'Filter models' }).fill('cbr600rr');
    await page.getByRole('button', { name: 'CBR600RR', exact: true }).click();
    await page.getByRole('link', { name: '2007' }).click();
    await seeCbr600rr(page);
    await page.context().close();
  });

  test('enlarges an image, and Esc gives the focus back', async () => {
    const page = await site.openAs('user@example.com');
    const [model] = await site.app.sql('select model_id from model_images limit 1');
    await page.goto(`/product?company=53&m=year&id=${model?.model_id}`);
    const thumbnail = page.getByRole('button', { name: /Enlarge image 1/ });
    await thumbnail.click();
    const image = page.getByRole('dialog').getByRole('img');
    await image.waitFor();
    expect(await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBeGreaterThan(
      600,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => thumbnail.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.context().close();
  });

  test('shows a cached sheet at once, without waiting for its refresh', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).click();
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).click();
    await seeCbr600rr(page);
    await page.getByRole('link', { name: 'CBF600', exact: true }).click();
    await page.getByRole('heading', { name: /CBF600/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).click();
    await seeCbr600rr(page);
    await page.context().close();
  });

  test('is shown what is missing or failed, and can retry', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53');
    await page.getByText('Missing company ID or mode').waitFor();
    await page.goto('/product?m=year');
    await page.getByText('Missing company ID or mode').waitFor();
    await page.goto('/product?company=999&m=year');
    await page.getByRole('alert').filter({ hasText: 'There is no such make.' }).waitFor();
    await page.goto('/product?company=53&m=year&id=99999999');
    await page.getByRole('alert').filter({ hasText: 'There is no such model.' }).waitFor();

    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'By Model' }).first().click();
    await page.getByRole('alert').filter({ hasText: 'Error fetching list' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await page.getByRole('button', { name: 'CBR600RR', exact: true }).waitFor();
    await page.context().close();
  });

  test('cannot select text or open the context menu, but can type and send corrections', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    const rules = (at: string) =>
      page.evaluate((selector) => {
        const element = document.querySelector(selector) as HTMLElement;
        return {
          select: getComputedStyle(element).userSelect,
          menu: element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
        };
      }, at);
    expect(await rules('h1')).toEqual({ select: 'none', menu: false });
    expect(await rules('input')).toEqual({ select: expect.not.stringMatching('none'), menu: true });
    await page.context().close();
  });

  test('is redirected from administrators’ screens to the lookup, with a message', async () => {
    const page = await site.openAs('user@example.com');
    for (const path of [
      '/clients',
      '/clients/list',
      '/company-details/list',
      '/users/list',
      '/userlogs',
      '/products/list',
    ]) {
      await page.goto(path);
      await page.waitForURL('**/product?company=53&m=year');
      await page
        .getByRole('status')
        .filter({ hasText: /administrators/ })
        .waitFor();
    }
    await page.context().close();
  });
});

describe('a locksmith with a phone', () => {
  test('opens the sidebar as a drawer, finds a Honda, and Back returns to the row', async () => {
    const page = await site.openAs('user@example.com', { viewport: PHONE, hasTouch: true });
    await page.goto('/product?company=53&m=model');
    await page.getByRole('button', { name: 'Toggle sidebar' }).tap();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('list', { name: 'Honda' }).getByRole('link', { name: 'By Year' }).tap();
    await drawer.waitFor({ state: 'hidden' });
    await page.waitForURL('**/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).tap();
    const row = page.getByRole('link', { name: 'CBR600RR', exact: true });
    await row.tap();
    await seeCbr600rr(page);
    expect(await row.isVisible()).toBe(false);
    await page.goBack();
    await row.waitFor();
    await expect.poll(() => row.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await row.evaluate((link) => link.getBoundingClientRect().top < innerHeight)).toBe(true);
    await page.context().close();
  });

  test('has large enough touch targets', async () => {
    const page = await site.openAs('user@example.com', { viewport: PHONE, hasTouch: true, isMobile: true });
    await page.goto('/product?company=53&m=year&value=2007');
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('main button, main a, main input, header button')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => element.getBoundingClientRect().height < 47.5)
        .map((element) => element.outerHTML.slice(0, 200)),
    );
    expect(small).toEqual([]);
    await page.context().close();
  });
});

describe('the keyboard alone', () => {
  test('signs in and reaches the key data', async () => {
    const user = await createUser(site.app);
    const page = await site.open();
    await page.goto('/login');
    await page.getByLabel('Email').waitFor();
    /** Tabs until the focus is on the element with the accessible name `name`. */
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 200; presses++) {
        const focused = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement | null;
          const label = (element as HTMLInputElement | null)?.labels?.[0]?.innerText;
          return label ?? element?.getAttribute('aria-label') ?? element?.innerText ?? '';
        });
        if (name.test(focused.trim())) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`The focus never reached ${name}`);
    };
    await tabTo(/^Email$/);
    await page.keyboard.type(user.username);
    await tabTo(/^Password$/);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '2007' }).waitFor();
    await page.keyboard.press('Tab');
    await tabTo(/^Filter years$/);
    await page.keyboard.type('2007');
    await tabTo(/^2007$/);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor();
    await tabTo(/^CBR600RR$/);
    await page.keyboard.press('Enter');
    await seeCbr600rr(page);
    await page.context().close();
  });

  test('moves between items with the arrow keys, Home and End', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const first = page.locator('[data-heading]').first();
    await first.focus();
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim());
    const newest = Number(await focused());
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(String(newest - 1));
    await page.keyboard.press('End');
    expect(await focused()).toBe('1990');
    await page.keyboard.press('Home');
    expect(await focused()).toBe(String(newest));
    await page.context().close();
  });

  test('skips to the content, and finds the focus on the heading after a navigation', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    await page.getByRole('heading', { level: 1, name: 'Honda' }).waitFor();
    await page.getByRole('link', { name: 'By Model' }).first().click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Honda' }).waitFor();
    await page.locator('body').press('Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).innerText)).toMatch(/skip/i);
    await page.context().close();
  });
});

describe('an administrator', () => {
  test('lands on the client list, copies a blank, and keeps text selection and the context menu', async () => {
    const page = await site.openAs('admin@example.com', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto('/');
    await page.waitForURL('**/clients/list');
    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).click();
    await page.getByRole('link', { name: 'CBR600RR', exact: true }).click();
    await seeCbr600rr(page);
    await page.getByRole('button', { name: /Copy/ }).first().click();
    const [model] = await site.app.sql(
      `select ilco from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
    );
    expect(model?.ilco).toContain(await page.evaluate(() => navigator.clipboard.readText()));
    expect(await page.evaluate(() => getComputedStyle(document.body).userSelect)).not.toBe('none');
    const prevented = await page.evaluate(
      () => !document.body.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    );
    expect(prevented).toBe(false);
    await page.context().close();
  });
});
