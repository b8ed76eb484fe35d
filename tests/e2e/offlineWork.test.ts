import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { User } from '../../server/accounts/users/user.entity';
import { createUser, day } from '../support/factories';
import { intercept, sharedSite } from '../support/site';

const site = sharedSite();

const newUser = () => createUser(site.app, { subscriptionEndDate: day(100) });

/** A page whose service worker answers for it. */
async function openPage(who: User, path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await site.openAs(who, { serviceWorkers: 'allow' });
  await prepare?.(page);
  await page.goto(path, { waitUntil: 'load' });
  await page.evaluate(async () => {
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  return page;
}

const modelsNamed = (name: string) =>
  site.app.sql<{ id: number; year: number }>(
    `select m.id, m.year from models m where name = ? and exists (select from model_images where model_id = m.id)
     order by year desc, m.id`,
    [name],
  );
const sheetPath = (id: number) => `/product?company=53&m=model&value=CBR600RR&id=${id}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const banner = (page: Page) => page.getByText(/^No connection\./).first();
async function cutOff(page: Page) {
  await page.context().setOffline(true);
  await banner(page).waitFor();
}

test('pinned sheets open without a network, with their pictures; the rest is greyed, and Find searches them', async () => {
  const who = await newUser();
  const pinned = (await modelsNamed('CBR600RR')).slice(0, 3);
  const [bench] = await site.app.sql<{ id: number }>(
    "select id from models where name = 'BN 302' order by year desc, id",
  );
  for (const { id } of [...pinned, bench!])
    await site.app.sql(
      'insert into recent_sheets (user_id, model_id, opened_at, pinned_at) values (?, ?, now(), now())',
      [who.id, id],
    );
  const page = await openPage(who, '/offline');
  await expect.poll(() => page.getByText(/^Pinned · saved/).count()).toBe(4);
  // Keeping them neither lists them as opened nor opens more than these.
  expect(await site.app.sql('select 1 from recent_sheets where user_id = ? and pinned_at is null', [who.id])).toEqual(
    [],
  );

  // What the browser itself has cached must not stand in for what was kept.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await cutOff(page);
  for (const { year } of pinned) {
    // The first time this loads the page from the device.
    await page.goto('/offline');
    await page.goto('/product');
    await page
      .getByRole('list', { name: 'Pinned' })
      .getByRole('link', { name: `Honda CBR600RR (${year})` })
      .click();
    await heading(page, `Honda CBR600RR (${year})`).waitFor();
    await expect.poll(() => page.getByText(/^No connection\. Saved \d/).count()).toBeGreaterThan(0);
    const picture = page.getByRole('button', { name: 'Enlarge image 1' }).locator('img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(100);
  }
  await page.getByRole('button', { name: 'Enlarge image 1' }).click();
  await expect
    .poll(() =>
      page
        .getByRole('dialog')
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(100);
  await page.keyboard.press('Escape');

  // What is not kept does not open, and says why.
  const away = page.getByRole('navigation', { name: 'Years of Honda CBR600RR' }).getByRole('link', { name: '2003' });
  expect(await away.getAttribute('aria-disabled')).toBe('true');
  const before = page.url();
  await away.click({ force: true });
  await page.getByText('Not kept on this device', { exact: true }).first().waitFor();
  expect(page.url()).toBe(before);

  const find = page.getByRole('combobox', { name: 'Find a bike, blank or code' });
  await find.fill('600rr cbr');
  await page.getByRole('option', { name: 'Honda CBR600RR' }).filter({ hasText: 'kept on this device' }).waitFor();
  await find.fill('bn302');
  await page.getByRole('option', { name: /BN 302/ }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, 'BN 302').waitFor();

  // A partial key, down to its list.
  await page.getByRole('button', { name: 'Partial key' }).click();
  const known = (lock: string) => page.getByRole('group', { name: lock, exact: true }).getByLabel('Known cuts');
  await known('Gas cap').fill('2343');
  await known('Seat/aux').fill('321');
  await status(page, '4 keys remain.').waitFor();

  // A page that needs the server says so, and what works without it.
  await page.goto('/payments');
  await page.getByRole('main').getByRole('link', { name: 'Kept on this device' }).first().waitFor();
});

test('what is written without a network is sent once, also if the answer was lost; a refusal can be corrected', async () => {
  const who = await newUser();
  const [model, recent] = await modelsNamed('CBR600RR');
  await site.app.sql('insert into recent_sheets (user_id, model_id, opened_at) values (?, ?, now())', [
    who.id,
    recent!.id,
  ]);
  let asked = 0;
  let goOn = () => {};
  const goesOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const page = await openPage(who, sheetPath(model!.id), (page) =>
    page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName === 'SheetVersions' && ++asked === 1) await goesOn;
      await route.continue();
    }),
  );
  // Taken along while the sheets are being kept in the background, it stays so.
  await expect.poll(() => asked).toBe(1);
  await page.getByRole('button', { name: 'Take this job along' }).click();
  await status(page, 'Kept for offline').waitFor();
  const readNext = page.waitForRequest((request) => {
    const asked = request.url().endsWith('/graphql') && request.postDataJSON();
    return asked?.operationName === 'Model' && asked.variables.id === String(recent!.id);
  });
  goOn();
  await readNext;
  expect(await status(page, 'Kept for offline').count()).toBe(1);

  await cutOff(page);
  const correct = async (field: string, value: string) => {
    await page.locator(`[data-field=${field}]`).click();
    await page.getByLabel('Should be').fill(value);
  };
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true });
  await correct('ILCO', 'X300');
  await send.click();
  await status(page, 'It will be sent when there is one.').waitFor();
  await correct('SILCA', 'X301');
  await page.getByLabel('Email Id').fill('nobody');
  await send.click();
  await correct('JMA', 'OURS-1');
  await page.getByRole('button', { name: 'Keep as our own value' }).click();
  await page.locator('[data-field=JMA]').getByText('Will be sent').waitFor();

  await page.getByRole('button', { name: who.username }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: '3 writes wait to be sent. Sign out and lose them?' });
  await question.getByRole('button', { name: 'Stay signed in' }).click();

  // What waits survives the end of the page, and is sent when there is a network; the first answer gets lost.
  await page.goto('/offline', { waitUntil: 'load' });
  await expect.poll(() => page.getByText(/^Will be sent · written/).count()).toBe(3);
  const corrections = () =>
    site.app.sql<{ comment: string }>('select comment from corrections where user_id = ? order by id', [who.id]);
  let lost = 0;
  await intercept(page, '**/graphql', async (route) => {
    if (route.request().postDataJSON()?.operationName !== 'CreateCorrection' || lost > 0) return route.continue();
    lost++;
    await route.fetch();
    await route.abort();
  });
  await page.context().setOffline(false);
  await expect.poll(async () => (await corrections()).length).toBe(1);
  // The page knows that no answer came, and looks for the network again.
  await banner(page).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByText('Not accepted · written').waitFor();
  expect(lost).toBe(1);
  expect(await corrections()).toHaveLength(1);
  await expect
    .poll(() => site.app.sql('select value from own_values where username = ?', [who.username]))
    .toEqual([{ value: 'OURS-1' }]);

  const refused = page.getByRole('listitem').filter({ hasText: 'The server said:' });
  await refused.getByRole('link', { name: 'Edit' }).click();
  const email = page.getByLabel('Email Id');
  await expect.poll(() => email.inputValue()).toBe('nobody');
  await email.fill('somebody@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Correction submitted successfully!').waitFor();
  // Leaving the form may go back in the history, which would abort the navigation that follows.
  await email.waitFor({ state: 'detached' });
  expect((await corrections()).map(({ comment }) => comment)).toEqual([
    expect.stringMatching(/^ILCO: .* → X300$/),
    expect.stringMatching(/^SILCA: .* → X301$/),
  ]);
  await page.goto('/offline');
  await page.getByText('Nothing waits to be sent.').waitFor();

  // What was taken along is kept until it is let go.
  await page.getByRole('button', { name: /^Let go Honda CBR600RR/ }).click();
  await expect.poll(() => page.getByText(/^Taken along/).count()).toBe(0);
});
