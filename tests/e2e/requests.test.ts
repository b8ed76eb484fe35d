import type { Locator, Page, Request, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESK, intercept, PHONE, sharedSite } from '../support/site';

const site = sharedSite();

const YEAR = '/product?company=53&m=year&value=2007';

/** Records the page's GraphQL requests from now on: operation and variables of each. */
function requestsOf(page: Page) {
  const asked: { name: string; variables: Record<string, unknown> }[] = [];
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return;
    const { operationName, variables } = request.postDataJSON();
    asked.push({ name: operationName, variables });
    pending.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void pending.delete(request));
  const of = (name: string) => asked.filter((one) => one.name === name);
  return {
    /** The ids of the models whose sheets were requested, in order. */
    models: () => of('Model').map(({ variables }) => variables.id),
    of,
    pending: () => pending.size,
    clear: () => void asked.splice(0),
  };
}

type Requests = ReturnType<typeof requestsOf>;

const rows = (page: Page) => page.getByRole('list', { name: '2007' }).getByRole('link');
const sheet = (page: Page) => page.getByRole('region', { name: 'Key data' });

/** Waits until the sheet of that row is complete and no request is pending. */
async function seeSheet(page: Page, asked: Requests, model: { id: string; title: string }, held = 0) {
  await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(model.id);
  await sheet(page).getByRole('heading', { name: model.title, exact: true }).waitFor();
  await page
    .locator('[aria-live]')
    .filter({ hasText: loaded(model) })
    .waitFor({ state: 'attached' });
  await settled(page, asked, held);
}

const loaded = ({ title }: { title: string }) => `${title.replace(/ \((\d+)\)$/, ' $1')} loaded`;

/** Waits until nothing is busy, only the held requests are pending, and the page is idle. */
async function settled(page: Page, asked: Requests, held = 0) {
  // A frame first: at rest, Chromium may not begin an idle period by itself.
  const idle = () =>
    page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
    );
  const busy = () => page.locator('main [aria-busy="true"]').count();
  await expect.poll(async () => [await idle(), asked.pending(), await busy()]).toEqual([undefined, held, 0]);
}

const modelOf = async (row: Locator) => {
  const id = (await row.getAttribute('data-model')) as string;
  const [found] = await site.app.sql(
    'select k.display_name as make, m.name, m.year from models m join makes k on k.id = m.make_id where m.id = ?',
    [id],
  );
  return { id, title: `${found!.make} ${found!.name} (${found!.year})` };
};

async function openYear(page: Page) {
  const asked = requestsOf(page);
  await page.goto(YEAR);
  await rows(page).first().waitFor();
  await settled(page, asked);
  asked.clear();
  return asked;
}

/** Clicks three models, and then each of them again. */
async function clickTwice(page: Page, asked: Requests, back: () => Promise<unknown>) {
  const models = await Promise.all([0, 1, 2].map((place) => modelOf(rows(page).nth(place))));
  const ids = models.map(({ id }) => id);
  for (const _time of ['once', 'twice']) {
    for (const [place, model] of models.entries()) {
      await rows(page).nth(place).click();
      await seeSheet(page, asked, model);
      await back();
    }
    expect(asked.models()).toEqual(ids);
  }
}

describe('each click', () => {
  test('a model is requested once, however it is reached, and a recently seen one is not', async () => {
    const page = await site.openAs('user@example.com', { viewport: DESK });
    const asked = await openYear(page);
    await clickTwice(page, asked, async () => {});

    // Pressing the pointer has loaded the sheet before the click.
    asked.clear();
    const pressed = await modelOf(rows(page).nth(3));
    const answer = page.waitForResponse((response) => response.request().postDataJSON()?.operationName === 'Model');
    await rows(page).nth(3).hover();
    await page.mouse.down();
    await (await answer).finished();
    await page.mouse.up();
    await seeSheet(page, asked, pressed);
    expect(asked.models()).toEqual([pressed.id]);

    // Moving the focus from row to row requests each, and Enter nothing.
    asked.clear();
    const models = await Promise.all([4, 5, 6].map((place) => modelOf(rows(page).nth(place))));
    const ids = models.map(({ id }) => id);
    await rows(page).nth(4).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => asked.models()).toEqual(ids);
    await settled(page, asked);
    await page.keyboard.press('Enter');
    await seeSheet(page, asked, models[2]!);
    await rows(page).nth(5).focus();
    await page.keyboard.press('Enter');
    await seeSheet(page, asked, models[1]!);
    expect(asked.models()).toEqual(ids);

    // Opening an item sends one request for its content.
    for (const year of ['2006', '2005']) {
      await page.getByRole('button', { name: year, exact: true }).click();
      await page.getByRole('list', { name: year }).getByRole('link').first().waitFor();
    }
    await settled(page, asked);
    expect(asked.of('LookupModels').map(({ variables }) => variables.value)).toEqual(['2006', '2005']);
  });

  test('a phone, on which a sheet is a page of its own, requests no more', async () => {
    const page = await site.openAs('user@example.com', { viewport: PHONE });
    const asked = await openYear(page);
    await clickTwice(page, asked, () => page.goBack());
  });

  test('ten quickly clicked models are requested once each, and the last one is shown', async () => {
    const page = await site.openAs('user@example.com');
    const asked = await openYear(page);
    // On a slow machine, on which more than one answer is pending.
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const models = await Promise.all(Array.from({ length: 10 }, (_, place) => modelOf(rows(page).nth(place))));
    for (const place of models.keys()) await rows(page).nth(place).click({ noWaitAfter: true });
    await seeSheet(page, asked, models[9]!);
    expect(asked.models()).toEqual(models.map(({ id }) => id));
  });

  test('answers out of order are shown under their own model only', async () => {
    const page = await site.openAs('user@example.com');
    const asked = await openYear(page);
    const [first, second] = [await modelOf(rows(page).nth(0)), await modelOf(rows(page).nth(1))];
    const held: Route[] = [];
    await intercept(page, '**/graphql', (route) => {
      if (route.request().postDataJSON().operationName === 'Model') held.push(route);
      else void route.continue();
    });
    for (const place of [0, 1]) {
      await rows(page).nth(place).click();
      await expect.poll(() => held.length).toBe(place + 1);
    }
    await sheet(page).getByRole('heading', { name: second.title, exact: true }).waitFor();
    await held[1]!.continue();
    await seeSheet(page, asked, second, 1);
    const shown = await sheet(page).innerText();
    const late = page.waitForResponse((response) => response.request() === held[0]!.request());
    await held[0]!.continue();
    await (await late).finished();
    await settled(page, asked);
    expect(await sheet(page).innerText()).toBe(shown);
    expect(asked.models()).toEqual([first.id, second.id]);
    // The late answer is still cached.
    await rows(page).nth(0).click();
    await seeSheet(page, asked, first);
    expect(asked.models()).toEqual([first.id, second.id]);
  });

  test('a model seen earlier is shown at once, and requested once', async () => {
    const page = await site.openAs('user@example.com');
    await page.clock.install();
    const asked = await openYear(page);
    const models = [await modelOf(rows(page).nth(0)), await modelOf(rows(page).nth(1))];
    for (const [place, model] of models.entries()) {
      await rows(page).nth(place).click();
      await seeSheet(page, asked, model);
    }
    await page.clock.fastForward('10:00');
    let answer = () => {};
    await intercept(page, '**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName === 'Model')
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
      await route.continue();
    });
    await site.app.sql(`update models set ilco = 'NEW' || id where id = ?`, [models[0]!.id]);
    await rows(page).nth(0).click();
    await sheet(page).getByRole('heading', { name: models[0]!.title, exact: true }).waitFor();
    await expect.poll(() => asked.models().length).toBe(3);
    expect(await sheet(page).getByText('Sample data: do not cut from it').count()).toBeGreaterThan(0);
    expect(await sheet(page).getByText(`NEW${models[0]!.id}`).count()).toBe(0);
    answer();
    await sheet(page).getByText(`NEW${models[0]!.id}`).first().waitFor();
    await settled(page, asked);
    expect(asked.models()).toEqual([models[0]!.id, models[1]!.id, models[0]!.id]);
  });

  test('a list sends one request for each page and sorting, and another record on the same screen one', async () => {
    const page = await site.openAs('admin@example.com');
    const asked = requestsOf(page);
    await page.goto('/products/list');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.waitFor();
    await settled(page, asked);
    asked.clear();
    for (const number of ['2', '3', '4']) {
      await pages.getByRole('button', { name: number, exact: true }).click();
      await pages.locator('[aria-current="page"]').getByText(number, { exact: true }).waitFor();
      await settled(page, asked);
    }
    await page.getByRole('columnheader', { name: /^Year/ }).getByRole('button').click();
    await expect.poll(() => asked.of('Models').length).toBeGreaterThan(3);
    await settled(page, asked);
    expect(asked.of('Models').map(({ variables }) => [variables.page, variables.sortBy])).toEqual([
      [2, 'NAME'],
      [3, 'NAME'],
      [4, 'NAME'],
      [1, 'YEAR'],
    ]);

    await page.goto('/products/edit?id=1');
    await page.getByLabel('Spacing 1', { exact: true }).waitFor();
    await settled(page, asked);
    asked.clear();
    // As the browser's Forward button does.
    await page.evaluate(() => {
      history.pushState(null, '', '/products/edit?id=2');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect.poll(() => asked.of('ModelToEdit').length).toBe(1);
    await settled(page, asked);
    await page.goBack();
    await expect.poll(() => asked.of('ModelToEdit').length).toBe(2);
    await settled(page, asked);
    expect(asked.of('ModelToEdit').map(({ variables }) => variables.id)).toEqual(['2', '1']);
  });
});

test('queries are sent as ids, and as texts to a server of another version', async () => {
  const page = await site.openAs('user@example.com');
  const sent: { name: string; query?: string; id?: string }[] = [];
  let isOther = false;
  await page.route('**/graphql', (route) => {
    const body = route.request().postDataJSON();
    const persisted = body.extensions?.persistedQuery;
    if (!body.operationName.startsWith('Lookup')) return route.continue();
    sent.push({ name: body.operationName, query: body.query, id: persisted?.sha256Hash });
    if (!isOther || !persisted) return route.continue();
    persisted.sha256Hash = 'of another version';
    return route.continue({ postData: JSON.stringify(body) });
  });
  await page.goto('/product?company=53&m=year');
  await page.getByRole('button', { name: '2007' }).waitFor();
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter(({ query, id }) => query || !id)).toEqual([]);

  isOther = true;
  sent.length = 0;
  await page.getByRole('button', { name: '2007' }).click();
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: '2006' }).click();
  await page.getByRole('list', { name: '2006' }).getByRole('link').first().waitFor();
  // Once with the id; then the server is known to be of another version. Both years have a bike with two keys, whose labels follow.
  await expect
    .poll(() => sent.map(({ name, query, id }) => [name, query?.startsWith('query'), Boolean(id)]))
    .toEqual([
      ['LookupModels', undefined, true],
      ['LookupModels', true, false],
      ['LookupLabels', true, false],
      ['LookupModels', true, false],
      ['LookupLabels', true, false],
    ]);
});
