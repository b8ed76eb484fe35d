import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const HONDA = '/product?company=53&m=year';

export const list = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).waitFor();
export const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).click();
export const refused = async (page: Page) => {
  await press('Save')(page);
  await page.getByText('Please fix the following errors:').waitFor();
};
export const asked = async (page: Page) => {
  await press('Delete')(page);
  await page.getByRole('alertdialog').waitFor();
};
export const field = (label: string) => (page: Page) => page.getByLabel(label, { exact: true }).waitFor();

export async function choosePage(page: Page) {
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .waitFor();
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  // At 360 px, the rows are cards without a head.
  for (const box of (await all.count()) ? [all] : await page.getByRole('checkbox', { name: /^Select / }).all())
    await box.check();
}

export async function card(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await press('Pay Now')(page);
}

export async function jumpTo(page: Page, text: string) {
  await expect.poll(() => page.getByText('This device').count()).toBe(1);
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find a bike, blank or code' }).fill(text);
}
