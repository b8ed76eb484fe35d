import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { writeMail } from '../../server/accounts/mail/letter';
import { sharedApp } from '../support/app';
import { lowContrasts, violations } from '../support/axe';
import { sharedChromium } from '../support/chromium';

/* The HTML of mails, as mail programs show it: without scripts and pictures, narrow, light and dark. */

const app = sharedApp();
let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

const EVIL = `<img src=x onerror="alert(1)"> & "quoted" 'single' </td></table><script>alert(2)</script>`;
const LONG = 'w'.repeat(300);

/** A mail with every kind of part, and texts that try to break it. */
async function write(): Promise<{ text: string; html: string }> {
  const em = app.orm.em.fork();
  writeMail(em, app.system.site, {
    to: 'ann@example.com',
    name: EVIL,
    subject: `About ${EVIL}`,
    hours: 1,
    parts: [
      `First line ${EVIL}\nsecond line`,
      {
        facts: [
          ['Seller', 'Keys Ltd\n1 Main St'],
          [EVIL, EVIL],
          [LONG, LONG],
        ],
      },
      { quote: `${EVIL}\n${LONG}` },
      { secret: ['Temporary password', 'abcd-efgh-jkmn-pqrs'] },
      { link: 'http://localhost/checkout?email=a&b="c"', label: 'Pay for a year' },
      false,
      null,
    ],
    unsubscribe: 'http://localhost/reminders?user=1&token=x',
  });
  await em.flush();
  const [mail] = await app.sql<{ text: string; html: string }>('select text, html from mails order by id desc');
  return mail!;
}

const scrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('all is readable, narrow or wide, light or dark, styled or not; nothing is wider, and no text is markup', async () => {
  const { html } = await write();
  const page = await browser.newPage({ colorScheme: 'light', viewport: { width: 320, height: 800 } });
  const asked: string[] = [];
  page.on('request', ({ url }) => asked.push(url()));
  page.on('dialog', () => asked.push('a dialog'));
  await page.setContent(html);
  expect(await violations(page)).toEqual([]);
  const words = () => page.locator('body').innerText();
  const seen = await words();
  for (const part of [`Hello ${EVIL},`, 'second line', '1 Main St', LONG, 'Temporary password: abcd-efgh-jkmn-pqrs'])
    expect(seen).toContain(part);
  expect(await page.locator('img, script, link, iframe, form').count()).toBe(0);
  expect(await page.getByRole('link').getAttribute('href')).toBe('http://localhost/checkout?email=a&b="c"');
  // The address can be read where links are not shown.
  expect(seen).toContain('http://localhost/checkout?email=a&b="c"');

  const background = () => page.locator('.panel').evaluate((panel) => getComputedStyle(panel).backgroundColor);
  expect(await background()).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background()).toBe('rgb(22, 31, 40)');
  expect(await lowContrasts(page)).toEqual([]);

  expect(await scrollWidth(page)).toBe(320);
  await page.setViewportSize({ width: 800, height: 800 });
  expect(await scrollWidth(page)).toBe(800);
  expect((await words()).split(/\s+/)).toEqual(seen.split(/\s+/));
  expect(await violations(page)).toEqual([]);

  // As in mail programs that drop the style sheet.
  await page.setViewportSize({ width: 320, height: 800 });
  await page.setContent(html.replace(/<style>.*?<\/style>/s, ''));
  expect(await page.locator('style').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(await scrollWidth(page)).toBe(320);
  expect(asked).toEqual([]);
  await page.close();
});

test('the text part has the same, with the password on a line of its own', async () => {
  const { text } = await write();
  expect(text).toMatch(/^Temporary password: abcd-efgh-jkmn-pqrs$/m);
  expect(text).toMatch(/^Pay for a year:\nhttp:\/\/localhost\/checkout\?email=a&b="c"$/m);
  expect(text).toMatch(/^> <img .*\n> w{300}$/m);
  expect(text).toMatch(
    /\n\n-- \nMotokey\nhttp:\/\/localhost\nQuestions: .*\nTurn off these reminders: http:\/\/localhost\/reminders\?user=1&token=x$/,
  );
});
