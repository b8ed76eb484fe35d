import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { people } from '../support/people';
import { checkedImport, csv } from '../support/sheets';
import { DESK, PHONE, sharedSite } from '../support/site';
import { translate } from '../support/translation';

const site = sharedSite();
/** The id of the model whose years are walked through. */
let sheet: string;
let plain: Page;
let translated: Page;
beforeAll(async () => {
  const [model] = await site.app.sql(`select id from models where name = 'CBR600RR' and year = 2007`);
  sheet = `/product?company=53&m=model&value=CBR600RR&id=${model!.id}`;
  const rows = [
    ['Honda', 'Translated', 2001, 'X1'],
    ['Hnda', 'Translated', 2002, 'X2'],
    ['Honda', 'Translated', 1801, 'X3'],
  ];
  const person = await people.administrator(site.app);
  await checkedImport(site.app, person, csv([['Make', 'Model', 'Year', 'ILCO'], ...rows]));
  plain = await site.openAs('admin@example.com');
  translated = await site.openAs('admin@example.com');
  await translate(translated);
});

type Step = (page: Page) => Promise<unknown>;

const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click();
const follow =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('main').getByRole('link', { name, exact: true }).first().click();
const type =
  (label: string, text: string): Step =>
  (page) =>
    page
      .locator('input, textarea')
      .and(page.getByLabel(label, { exact: true }))
      .fill(text);
const choose =
  (label: string, option: string): Step =>
  (page) =>
    page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
const says =
  (text: string | RegExp): Step =>
  (page) =>
    expect.poll(() => page.locator('body').getByText(text).count()).toBeGreaterThan(0);
const jump = (text: string) => type('Find a bike, blank or code', text);
const both =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page);
  };

/** A screen, and what people do on it, step by step. After each step, a translated page shows the same as another one. */
type Scenes = Record<string, [path: string, ...steps: Step[]]>;

const FINDING: Scenes = {
  'Jump, letter by letter': [
    '/sessions',
    both(jump('cbr600'), says('CBR600RR')),
    both(jump('cbr600r'), says('CBR600RR')),
    both(jump('cbr600rr 07'), says('2007 of')),
    both(jump('zwieback'), says(/^Nothing found/)),
    both(jump('hd109'), says('ILCO')),
    jump(''),
  ],
  'a sheet, from year to year': [
    sheetPath(),
    says('Primary Key Blank'),
    both(follow(/^2005/), (page) => page.getByRole('heading', { name: 'Honda CBR600RR (2005)' }).waitFor()),
    both(follow(/^2003/), (page) => page.getByRole('heading', { name: 'Honda CBR600RR (2003)' }).waitFor()),
    both(press('Compare'), (page) => page.getByRole('table', { name: 'Comparison' }).waitFor()),
    both(press('Close comparison'), says('Primary Key Blank')),
    press('Pin'),
  ],
  'a drawing with a bitting': [
    sheetPath(),
    type('Bitting', '1-2'),
    type('Bitting', '1-9'),
    type('Bitting', '1-2-3'),
    choose('Direction', 'tip to bow'),
    type('Measured depth', '2.5'),
  ],
  'the lookup, narrowed': [
    '/product?company=53&m=year',
    type('Filter years and models', '600rr'),
    type('Filter years and models', '600rr 07'),
    type('Filter years and models', 'zwieback'),
    type('Filter years and models', ''),
    press('2007'),
  ],
  'models, chosen': [
    '/products/list',
    (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check(),
    (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).uncheck(),
    both(press(/^(Page )?2$/), (page) => page.waitForURL(/page=2/)),
    both(follow(/^Copy /), (page) => page.getByRole('button', { name: 'Save' }).waitFor()),
  ],
  'the menus': [
    '/overview',
    says('Without depth'),
    both(press('Adly'), (page) => page.getByRole('link', { name: 'By Year' }).first().waitFor()),
    both(type('Find a make', 'zwieback'), says('No make matches')),
    type('Find a make', ''),
    (page) => page.setViewportSize(PHONE),
    both(press('Toggle sidebar'), (page) => page.getByRole('dialog').getByRole('link', { name: 'Overview' }).waitFor()),
  ],
};

const WORKING: Scenes = {
  'a list, by its controls': [
    '/users/list',
    press('Full Name'),
    press('Full Name'),
    both(type('Search', 'user@'), says('User List (1)')),
    both(press('Clear filters'), says(/^User List \([^1]\)/)),
  ],
  'a form, refused and saved': [
    '/feedback/create',
    both(press('Save'), says('Please fix the following errors:')),
    type('Comment', 'Translated'),
    // The lists differ: one of the pages has sent its feedback before the other.
    both(
      press('Save'),
      (page) => page.waitForURL('**/feedback/list'),
      press('Date'),
      (page) => page.goto('/sessions'),
      says('This device'),
    ),
  ],
  'dialogs of a client': [
    '/clients/edit?id=1',
    both(press('Renew all'), (page) => page.getByRole('dialog').getByRole('checkbox').first().uncheck()),
    press('Cancel'),
    both(press('Add users'), (page) => page.getByRole('dialog').getByRole('button', { name: 'Add users' }).click()),
    press('Cancel'),
  ],
  'a correction': [
    '/correction/create',
    both(choose('Make', 'Honda'), (page) => page.getByLabel('Model', { exact: true }).waitFor()),
    both(choose('Model', 'CBR600RR'), (page) => page.getByLabel('Year', { exact: true }).waitFor()),
    both(choose('Year', '2007'), (page) => page.getByLabel('Field', { exact: true }).waitFor()),
    both(choose('Field', 'ILCO'), (page) => page.getByLabel('Should be', { exact: true }).waitFor()),
    choose('Field', 'Code direction'),
    choose('Make', 'Adly'),
  ],
  'a payment, declined and paid': [
    '/make-payment',
    both(press('Pay Now'), says('The card number is required.')),
    both(card('4000 0000 0000 0002'), press('Pay Now'), (page) => page.getByRole('alert').waitFor()),
    both(card('4242 4242 4242 4242'), press('Pay Now'), says('Payment successful! Subscription created.')),
  ],
  'an import': [
    '/products/import/show?id=1',
    says('Results of the check'),
    both(follow(/New/), says('X1')),
    both(press('Apply'), (page) => page.getByRole('alertdialog').waitFor()),
    press('Cancel'),
    both(follow(/Refused/), says(/^The year must be/)),
    (page) => page.getByRole('group', { name: 'Row 4' }).getByLabel('Year', { exact: true }).fill('2003'),
  ],
};

/** Not yet known when the scenes are listed. */
function sheetPath() {
  return 'sheet';
}

function card(number: string): Step {
  return both(type('Card number', number), type('Expiry date', '12 / 34'), type('CVC', '123'));
}

/** The words of the page in their order, without the toasts, which come and go. */
const wordsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, [role=listbox], [role=dialog], nav[aria-label=Main]')].flatMap((part) => {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      while (texts.nextNode()) words.push(...(texts.currentNode as Text).data.split(/\s+/).filter(Boolean));
      return words;
    }),
  );

/** The place where two pages begin to differ; null if they show the same. */
async function difference(one: Page, other: Page) {
  const [words, others] = await Promise.all([wordsOf(one), wordsOf(other)]);
  const at = Array.from(words.length > others.length ? words : others, (_, index) => index).find(
    (index) => words[index] !== others[index],
  );
  return at === undefined ? null : [words, others].map((all) => all.slice(Math.max(0, at - 5), at + 5).join(' '));
}

/** Plays a scene on both pages, until they differ. */
async function play([path, ...steps]: Scenes[string]) {
  for (const page of [plain, translated]) {
    await page.setViewportSize(DESK);
    await page.goto(path === 'sheet' ? sheet : path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  for (const [index, step] of steps.entries()) {
    for (const page of [plain, translated]) await step(page);
    await expect.poll(() => difference(plain, translated), { message: `after step ${index + 1}` }).toBeNull();
  }
  expect(await translated.locator('font').count(), 'translated texts').toBeGreaterThan(0);
}

/** What is wrong, by scene. */
async function problemsOf(scenes: Scenes) {
  const problems: Record<string, string> = {};
  for (const [name, scene] of Object.entries(scenes))
    await play(scene).catch((error: Error) => {
      problems[name] = error.message;
    });
  return problems;
}

test('a translated page finds bikes like another one, and does not translate their names', async () => {
  expect(await problemsOf(FINDING)).toEqual({});

  await translated.goto(sheet);
  const heading = translated.getByRole('heading', { name: /CBR600RR/ }).first();
  await heading.waitFor();
  await expect.poll(() => translated.locator('main font').count()).toBeGreaterThan(0);
  expect(await heading.locator('font').count()).toBe(0);
});

test('lists, forms, dialogs, payments and imports of a translated page do the same as those of another one', async () => {
  expect(await problemsOf(WORKING)).toEqual({});
});
