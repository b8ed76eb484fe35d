import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { people } from '../support/people';
import { form } from '../support/pictures';
import { painted, sharedSite } from '../support/site';

const site = sharedSite();

const hasFocus = (field: Locator) => field.evaluate((one) => one === document.activeElement);

test('keys of an input method are its own: they open, move and close nothing', async () => {
  const page = await site.openAs('admin@example.com');
  await page.goto('/product?company=53&m=year');
  await page.getByRole('button', { name: '2007' }).waitFor();
  const input = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const press = (key: string) =>
    input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 });
  /** As Safari reports the Enter that ends a word: after the composition. */
  const pressAfter = (key: string) =>
    page.evaluate((key) => {
      const event = new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, key);
  const start = page.url();

  const jump = page.getByRole('combobox', { name: 'Find a bike, blank or code' });
  const hits = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await jump.focus();
  await compose('cbr600');
  for (const key of ['Enter', 'ArrowDown', 'Escape']) await press(key);
  await pressAfter('Enter');
  // Enter would have opened the first hit in place of showing it.
  await hits.first().waitFor();
  expect([page.url(), await jump.inputValue(), await jump.getAttribute('aria-activedescendant')]).toEqual([
    start,
    'cbr600',
    null,
  ]);
  await input.send('Input.insertText', { text: 'cbr600' });
  await page.keyboard.press('Enter');
  await page.waitForURL(/id=/);

  // In a dialog, Escape discards the word, not the dialog.
  await page.goto('/clients/edit?id=1');
  await page.getByRole('button', { name: 'Add users' }).click();
  const dialog = page.getByRole('dialog');
  // It takes the focus when it opens.
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  const addresses = dialog.locator('textarea');
  await addresses.focus();
  await compose('a@example.com');
  await press('Escape');
  await pressAfter('Escape');
  expect(await addresses.inputValue()).toBe('a@example.com');
  await input.send('Input.insertText', { text: 'a@example.com' });

  // In the tables of a model, Enter moves down; but not with a word in it.
  await page.goto('/products/create');
  const [first, second] = [
    page.getByLabel('Depth 1 1x', { exact: true }),
    page.getByLabel('Depth 2 1x', { exact: true }),
  ];
  // Until the makes have come, the fields are there, but hidden: they cannot have the focus.
  await first.waitFor();
  await first.focus();
  await compose('110');
  await press('Enter');
  await pressAfter('Enter');
  await expect.poll(() => hasFocus(first)).toBe(true);
  await input.send('Input.insertText', { text: '110' });
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(second)).toBe(true);
});

test('who is in a field before the heading of its screen takes the focus stays there', async () => {
  const page = await site.openAs('admin@example.com');
  await page.goto('/feedback/list');
  // From then on, an empty list has the link in place of its rows.
  await page.getByText('No data available').waitFor();
  await page.evaluate(() => {
    const screen = new MutationObserver(() => {
      const field = document.querySelector('main textarea');
      if (!(field instanceof HTMLElement)) return;
      screen.disconnect();
      field.focus();
    });
    screen.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('link', { name: 'Create Feedback' }).click();
  const comment = page.getByLabel('Comment', { exact: true });
  await comment.waitFor();
  // The heading would take it after the paint.
  await painted(page);
  expect(await hasFocus(comment)).toBe(true);
});

test('the wheel over a focused number field scrolls the page and changes nothing', async () => {
  const page = await site.openAs('admin@example.com', { viewport: { width: 1280, height: 300 } });
  for (const [path, label, value] of [
    ['/clients/edit?id=1', 'Max User', '10'],
    ['/users/edit?id=2', 'Sheets an hour', '20'],
    ['/products/search', 'Year', '2007'],
    ['/products/edit?id=1', 'Year', '2007'],
  ] as const) {
    await page.goto(path);
    const field = page.getByLabel(label, { exact: true });
    await field.fill(value);
    await field.focus();
    await field.hover();
    for (const [way, moved] of [
      [300, 1],
      [-300, -1],
    ] as const) {
      const from = await page.evaluate(() => scrollY);
      await page.mouse.wheel(0, way);
      const direction = async () => Math.sign((await page.evaluate(() => scrollY)) - from);
      await expect.poll(direction, { message: `${label} at ${path}` }).toBe(moved);
    }
    expect(await field.inputValue(), `${label} at ${path}`).toBe(value);
  }
});

test('dark lines without a ground can be seen in dark colours', async () => {
  const admin = await people.administrator(site.app);
  const transparent = { width: 200, height: 120, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
  const line = { create: { width: 160, height: 40, channels: 3, background: '#111' } } as const;
  const drawing = sharp({ create: transparent }).composite([{ input: line, left: 20, top: 40 }]);
  const { body, headers } = form([
    [
      'operations',
      JSON.stringify({
        query: 'mutation ($file: Upload!) { uploadImage(input: { file: $file, use: MODEL }) { hash } }',
        variables: { file: null },
      }),
    ],
    ['map', '{"0":["variables.file"]}'],
    ['0', { name: 'drawing.png', bytes: await drawing.png().toBuffer() }],
  ]);
  const uploaded = await site.app.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { cookie: `session=${admin.token}`, ...headers, 'apollo-require-preflight': 'true' },
    payload: body,
  });
  const { hash } = uploaded.json().data.uploadImage;
  const { data } = await site.app.graph(
    'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }',
    { input: { makeId: '53', name: 'Drawn', year: 2001, images: [hash] } },
    admin,
  );
  const { id } = data!.saveModel;

  /** The brightness of the ground and of the line in the middle, from 0 to 255. */
  const brightness = async (image: Locator) => {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true);
    const { data: pixels, info } = await sharp(await image.screenshot())
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number) =>
      pixels[(Math.floor(info.height / 2) * info.width + Math.floor(info.width * x)) * info.channels]!;
    return { ground: at(0.03), line: at(0.5) };
  };
  const page = await site.openAs('admin@example.com', { colorScheme: 'dark' });
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ colorScheme: 'dark', forcedColors });
    await page.goto(`/product?company=53&m=model&value=Drawn&id=${id}`);
    const small = page.getByRole('button', { name: 'Enlarge image 1 of 1' });
    const seen = [await brightness(small.locator('img'))];
    await small.click();
    seen.push(await brightness(page.getByRole('dialog').getByRole('img')));
    await page.keyboard.press('Escape');
    await page.goto(`/products/edit?id=${id}`);
    seen.push(await brightness(page.getByRole('button', { name: /^Enlarge image 1/ }).locator('img')));
    for (const { ground, line } of seen) expect(ground - line, forcedColors).toBeGreaterThan(150);
  }
});
