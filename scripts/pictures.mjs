/**
 * Makes the pictures of the visitors' pages (client/public/gallery) from a running product with the demo data:
 *
 *     npm start
 *     node scripts/pictures.mjs http://localhost:3000
 *
 * They are screens of a phone at twice its resolution and show sample data, which says so.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { launchChromium } from '../tests/support/chromium.ts';

const FOLDER = 'client/public/gallery';
const LOCKSMITH = { email: 'user@example.com', password: 'demo-Keys-1990' };
const MODEL = { make: '53', makeName: 'Honda', name: 'CBR600RR', year: '2007' };
const OPEN_YEAR = '2025';
const PHONE = { width: 390, height: 844 };
/** The printed page has margins; the picture shows its upper half. */
const MARGIN = 40;
const JOB_SHEET = { width: 783, height: 620 };

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} name @param {{ x?: number, y?: number, width?: number, height?: number }} part */
async function save(page, name, { x = 0, y = 0, width = PHONE.width, height = PHONE.height } = {}) {
  // No ring around what has the focus, and no caret.
  await page.addStyleTag({ content: ':focus-visible { outline: none !important; caret-color: transparent }' });
  await page.evaluate('document.fonts.ready');
  const shot = await page.screenshot({ clip: { x, y, width, height }, animations: 'disabled' });
  mkdirSync(FOLDER, { recursive: true });
  const { size, ...made } = await sharp(shot)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`));
  console.log(`${name}: ${made.width} × ${made.height}, ${Math.ceil(size / 1000)} KB`);
}

const [address] = process.argv.slice(2);
if (!address) throw new Error('Usage: node scripts/pictures.mjs http://localhost:3000');

const browser = await launchChromium();
const context = await browser.newContext({
  baseURL: address,
  viewport: PHONE,
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  // The content security policy allows no styles of others.
  bypassCSP: true,
});
const page = await context.newPage();
await page.goto('/login');
await page.getByLabel('Email').fill(LOCKSMITH.email);
await page.getByLabel('Password', { exact: true }).fill(LOCKSMITH.password);
await page.getByRole('button', { name: 'Sign In' }).click();
await page.waitForURL('**/product**');

/** @param {string} path */
const open = (path) => page.goto(path, { waitUntil: 'networkidle' });
/** The picture begins a little above this heading, wherever the page is scrolled to. */
const above = async (/** @type {string} */ heading) => {
  const one = page.getByRole('heading', { level: 1, name: heading });
  await page.evaluate(`scrollBy(0, ${((await one.boundingBox())?.y ?? 0) - 72})`);
  return Math.max(0, ((await one.boundingBox())?.y ?? 0) - 12);
};

// Higher than a phone, so that all of the picture is in the window.
await page.setViewportSize({ width: PHONE.width, height: PHONE.height + 200 });
const list = `/product?company=${MODEL.make}&m=year`;
// One of the first years, so that its models are in the picture.
await open(`${list}&value=${OPEN_YEAR}`);
await page.getByRole('link', { name: 'CBR', exact: false }).first().waitFor();
await page.waitForLoadState('networkidle');
await save(page, 'by_year', { y: await above(MODEL.makeName) });

await open(`${list}&value=${MODEL.year}`);
const link = page.getByRole('link', { name: MODEL.name, exact: true });
const id = new URL((await link.getAttribute('href')) ?? '', address).searchParams.get('id');
const sheet = `${list}&value=${MODEL.year}&id=${id}`;
await open(sheet);
await page.getByRole('table', { name: 'Depth' }).waitFor();
await save(page, 'information', { y: await above(MODEL.name) });

await page.keyboard.press('/');
await page.getByRole('combobox', { name: 'Find a bike, blank or code' }).fill('ninja');
await page.getByRole('option').nth(5).waitFor();
await page.waitForLoadState('networkidle');
await save(page, 'by_model');

await page.setViewportSize({ width: 900, height: 1200 });
await open(sheet);
await page.getByRole('table', { name: 'Depth' }).waitFor();
await page.evaluate('window.print = () => {}');
await page.getByRole('button', { name: 'Print' }).click();
await page.locator('[data-job-sheet] h1').waitFor({ state: 'attached' });
await page.emulateMedia({ media: 'print' });
await page.addStyleTag({ content: `[data-job-sheet] { margin: ${MARGIN}px }` });
await page.waitForLoadState('networkidle');
await save(page, 'job_sheet', JOB_SHEET);

await browser.close();
