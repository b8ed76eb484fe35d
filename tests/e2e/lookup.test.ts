import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createUser, PASSWORD } from '../support/factories';
import { DESK, PHONE, sharedSite, violations } from '../support/site';

const site = sharedSite();

/** axe looks at the menu in accessibility.test.ts; its makes take as long as the rest of a page. */
const MENU = 'nav[aria-label=Main]';
const cbr600rr = (page: Page) => page.getByRole('link', { name: 'CBR600RR', exact: true });

/** Waits for a sheet with its key data. */
async function seeSheet(page: Page, name = 'CBR600RR (2007)') {
  const sheet = page.getByRole('region', { name: 'Key data' });
  await sheet.getByRole('heading', { name: `Honda ${name}` }).waitFor();
  await sheet.getByRole('table', { name: 'Spacing' }).getByRole('rowheader').first().waitFor();
}

describe('a locksmith at a desk', () => {
  test('finds a Honda by year and by the filter, and again without a connection', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).click();
    await cbr600rr(page).click();
    await seeSheet(page);
    expect(new URL(page.url()).search).toMatch(/company=53&m=year&value=2007&id=\d+/);

    const filter = page.getByRole('searchbox', { name: 'Filter years and models' });
    await filter.fill('cbr600');
    // The matching models are expanded below their years.
    await cbr600rr(page).nth(5).waitFor();
    expect(await page.getByRole('link', { name: 'CBF600' }).count()).toBe(0);
    await filter.fill('600rr 06');
    await filter.press('Enter');
    await seeSheet(page, 'CBR600RR (2006)');

    // A sheet that was open before does not wait for its refresh.
    await page.context().setOffline(true);
    const years = page.getByRole('navigation', { name: 'Years of Honda CBR600RR' });
    await years.getByRole('link', { name: '2007' }).click();
    await seeSheet(page);
  });

  test('finds a Honda by model, from another make, through the menu, whose links do what the browser’s do', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await sidebar.getByRole('button', { name: 'Yamaha' }).click();
    await sidebar.getByRole('list', { name: 'Yamaha' }).getByRole('link', { name: 'By Year' }).click();
    await page.getByRole('heading', { level: 1, name: 'Yamaha' }).waitFor();
    const current = sidebar.locator('[aria-current="page"]');
    expect(await current.count()).toBe(1);
    expect(await current.innerText()).toBe('By Year');
    await page.getByRole('searchbox', { name: 'Filter years' }).fill('20');
    const items = page.locator('main [data-heading]');
    await items.first().click();
    await page.locator('main [data-models] a').first().waitFor();

    await sidebar.getByRole('searchbox', { name: 'Find a make' }).fill('hond');
    await sidebar.getByRole('list', { name: 'Honda' }).getByRole('link', { name: 'By Model' }).click();
    await page.waitForURL('**/product?company=53&m=model');
    const model = page.getByRole('button', { name: 'CBR600RR', exact: true });
    await model.waitFor();
    // What was typed and opened in the other list is not here.
    const filter = page.getByRole('searchbox', { name: 'Filter models' });
    expect(await filter.inputValue()).toBe('');
    expect(await page.locator('main [data-panel], main [aria-expanded=true]').count()).toBe(0);
    await filter.fill('cbr600rr');
    await model.click();
    await page.getByRole('link', { name: '2007' }).click();
    await seeSheet(page);

    // The same link again adds no history entry, and Ctrl is left to the browser.
    const link = (name: string) => sidebar.getByRole('list', { name: 'Honda' }).getByRole('link', { name });
    await link('By Model').click();
    await page.waitForURL('**/product?company=53&m=model');
    const entries = await page.evaluate(() => history.length);
    await link('By Model').click();
    // Headless Chromium does not always open the tab, so this is about the click that would open it.
    await page.evaluate(() =>
      addEventListener(
        'click',
        (click) => {
          document.title = click.defaultPrevented ? 'followed here' : 'left to the browser';
        },
        { once: true },
      ),
    );
    await link('By Year').click({ modifiers: ['ControlOrMeta'] });
    expect(await page.title()).toBe('left to the browser');
    expect(await page.evaluate(() => [location.search, history.length])).toEqual(['?company=53&m=model', entries]);
  });

  test('slides an item open when it is pressed, but not when a link opens it', async () => {
    const page = await site.openAs('user@example.com', { reducedMotion: 'no-preference' });
    await page.goto('/help');
    await page.evaluate(() => {
      addEventListener('transitionrun', ({ target, propertyName }) => {
        // Another item may slide closed at the same time.
        if (propertyName === 'grid-template-rows' && (target as HTMLElement).dataset.panel === 'open')
          Object.assign(window, { slid: target });
      });
    });
    // Its list may come after it has begun to slide.
    const slid = () =>
      page.evaluate(
        () => (window as unknown as { slid?: HTMLElement }).slid?.querySelector('ul')?.ariaLabel ?? undefined,
      );
    await page.goto('/product?company=53&m=model&value=CBR600RR');
    await page.getByRole('link', { name: '2007', exact: true }).waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(() => 'slid' in window)).toBe(false);
    await page.getByRole('button', { name: 'CB 500S', exact: true }).click();
    await expect.poll(slid).toBe('CB 500S');
  });

  test('finds the sheets opened last and the pinned ones again, here and on a phone', async () => {
    const user = await createUser(site.app);
    const page = await site.openAs(user);
    const main = page.getByRole('main');
    const names = (list: string, of = main) => of.getByRole('list', { name: list }).getByRole('listitem');
    await page.goto('/product?company=53&m=year');
    await main.getByText('Its key data shows here.').waitFor();
    await page.getByRole('button', { name: '2007' }).click();
    for (const name of ['CBF600', 'CBR600RR', 'CBF1000']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByText(`Honda ${name} 2007 loaded`).waitFor({ state: 'attached' });
      if (name === 'CBF1000') break;
      await page.keyboard.press('p');
      await main.getByRole('button', { name: 'Unpin' }).waitFor();
    }
    // A prefetched sheet is not a recent one, and in a field P is just a letter.
    const ahead = page.waitForResponse((response) => response.request().headers().purpose === 'prefetch');
    await page.getByRole('list', { name: '2007' }).getByRole('link').last().focus();
    await (await ahead).finished();
    await page.getByRole('searchbox', { name: 'Filter years' }).press('p');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'By Year' }).click();
    await expect
      .poll(() => names('Pinned').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Honda CBR600RR \(2007\)\s+Unpin$/),
        expect.stringMatching(/^Honda CBF600 \(2007\)\s+Unpin$/),
      ]);
    expect(await names('Recent').allInnerTexts()).toEqual([
      expect.stringMatching(/^Honda CBF1000 \(2007\)\s+\d\d:\d\d$/),
    ]);

    await page.getByRole('button', { name: 'Unpin Honda CBR600RR (2007)' }).click();
    await expect.poll(() => names('Recent').allInnerTexts()).toHaveLength(2);
    const sheets = page.getByRole('group', { name: 'Pinned and recent sheets' });
    expect(await sheets.evaluate((group) => group === document.activeElement)).toBe(true);
    await site.app.sql(`delete from models where make_id = 53 and name = 'CBF600' and year = 2007`);
    await site.app.sql(
      `insert into recent_sheets (user_id, model_id, opened_at)
       select ?, id, now() - interval '1 day' from models where make_id = 2 order by id limit 4`,
      [user.id],
    );
    // Jump lists the deleted one as well, and its keys skip it.
    await page.keyboard.press('/');
    const rows = page.getByRole('listbox', { name: 'Recent sheets' }).getByRole('option');
    await expect.poll(() => rows.first().innerText()).toMatch(/^Honda CBF600\s+2007 · Pinned · Deleted$/);
    await page.keyboard.press('ArrowDown');
    expect(await rows.nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await violations(page, MENU)).toEqual([]);

    // All of it is the user’s, not the browser’s, whose storage is emptied here.
    await page.context().close();
    const phone = await site.openAs(user, { viewport: PHONE });
    await phone.goto('/product?company=53&m=year');
    await phone.getByText('“Find” lists all of them.').waitFor();
    expect(await names('Recent', phone.getByRole('main')).count()).toBe(3);
    const deleted = names('Pinned', phone.getByRole('main'));
    await deleted.getByText('Deleted').waitFor();
    expect(await deleted.locator('s').innerText()).toBe('Honda CBF600 (2007)');
    expect(await violations(phone)).toEqual([]);
    await phone.getByRole('link', { name: 'Honda CBR600RR (2007)' }).click();
    await seeSheet(phone);
    await phone.getByRole('link', { name: 'Back to the list' }).click();
    await phone.getByRole('link', { name: 'CBR600RR', exact: true }).waitFor();
  });

  test('is told what is missing; what did not load without a connection says so, and loads once there is one', async () => {
    // A profile of its own, in which nothing has loaded before.
    const page = await site.openAs('user@example.com', { locale: 'en-IE' });
    await page.goto('/product?company=53&m=year&id=99999999');
    await page.getByRole('alert').filter({ hasText: 'There is no such model.' }).waitFor();
    for (const name of ['Pin', 'Print', 'Report a correction'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await page.getByRole('button', { name: '2007' }).waitFor();
    // The menu loads when the page is idle, or when it is opened.
    const help = page.getByRole('menuitem', { name: 'Help', exact: true });
    await page.getByRole('button', { name: 'user@example.com' }).click();
    await help.waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });

    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'By Model' }).first().click();
    await page.getByRole('alert').filter({ hasText: 'No connection. Error fetching list' }).waitFor();
    // With the connection it loads by itself.
    await page.context().setOffline(false);
    const model = page.getByRole('button', { name: 'CBR600RR', exact: true });
    await model.waitFor();

    // The link to a screen that needs the connection is disabled; that of one whose script has not loaded is not.
    await page.context().setOffline(true);
    await expect.poll(() => page.getByRole('link', { name: 'Make Payment' }).isDisabled()).toBe(true);
    const noConnection = page.getByRole('heading', { level: 1, name: 'No connection' });
    await page.getByRole('navigation').getByRole('link', { name: 'Correction' }).click();
    await noConnection.waitFor();
    expect(await violations(page, MENU)).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await model.waitFor();

    // On a phone, a part of the page; its message leaves with the screen.
    await page.setViewportSize(PHONE);
    const find = page.getByRole('button', { name: 'Find' });
    const problem = page.getByRole('alert').filter({ hasText: 'No connection. The search did not load.' });
    await find.click();
    await problem.waitFor();
    expect(await model.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'user@example.com' }).click();
    await help.click();
    await noConnection.waitFor();
    expect(await problem.count()).toBe(0);
    await find.click();
    await problem.waitFor();
    // With the connection the screen loads by itself, and a message that nobody has dismissed is gone.
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
    expect(await problem.count()).toBe(0);
    await find.click();
    await page.getByRole('combobox', { name: 'Find a bike, blank or code' }).waitFor();
  });

  test('is led from administrators’ screens to the lookup, with a message, and cannot select its text', async () => {
    const page = await site.openAs('user@example.com');
    const message = page.getByRole('status').filter({ hasText: /administrators/ });
    const screens = [
      '/clients',
      '/clients/list',
      '/company-details/list',
      '/users/list',
      '/userlogs',
      '/products/list',
    ];
    for (const path of screens) {
      await page.goto(path);
      await page.waitForURL('**/product?company=53&m=year');
      await message.waitFor();
      await page.goto('/help');
      await message.waitFor({ state: 'detached' });
    }
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
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused, { message: 'the heading has the focus' }).toBe('Honda');
    await page.waitForURL('**/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).tap();
    const row = cbr600rr(page);
    await row.tap();
    await seeSheet(page);
    expect(await row.isVisible()).toBe(false);
    await page.goBack();
    await row.waitFor();
    await expect.poll(() => row.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await row.evaluate((link) => link.getBoundingClientRect().top < innerHeight)).toBe(true);
  });

  test('gets from the start to the sheet of a Yamaha R6 of 2007 by thumb: three taps on large targets and two flings', async () => {
    const page = await site.openAs(await createUser(site.app), { viewport: PHONE, hasTouch: true, isMobile: true });
    await page.goto('/product?company=53&m=year', { waitUntil: 'load' });
    let taps = 0;
    let flings = 0;
    const inSight = (target: Locator) =>
      target.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 56 && bottom <= document.querySelector('[role=search]')!.getBoundingClientRect().top;
      });
    /** A finger on the letters moves the list to one of them. */
    const fling = async (rail: Locator, letter: string, to: Locator) => {
      const { x = 0, y = 0, height = 0 } = (await rail.getByText(letter, { exact: true }).boundingBox()) ?? {};
      await page.touchscreen.tap(x + 4, y + height / 2);
      await expect.poll(() => inSight(to)).toBe(true);
      flings++;
    };
    const tap = async (target: Locator) => {
      await target.waitFor();
      expect(await inSight(target)).toBe(true);
      await target.tap();
      taps++;
    };
    const main = page.getByRole('main');
    const makes = main.getByRole('list', { name: 'All makes' });
    await makes.waitFor();
    // Each make has its icon, which has loaded where it is in sight.
    const icon = makes.getByRole('listitem').first().locator('img');
    await expect.poll(() => icon.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
    expect(await icon.evaluate((img: HTMLImageElement) => [img.width, img.height, img.loading])).toEqual([
      40,
      40,
      'lazy',
    ]);

    const rail = main
      .locator('[aria-hidden=true]')
      .filter({ hasText: /^A.*Z$/ })
      .first();
    const yamaha = makes.getByRole('link', { name: 'Yamaha' });
    await fling(rail, 'Y', yamaha);
    await tap(yamaha);
    await page.getByRole('heading', { level: 1, name: 'Yamaha' }).waitFor();
    const year = page.getByRole('button', { name: '2007', exact: true });
    await year.waitFor();
    await fling(main.locator('[aria-hidden=true]').filter({ hasText: /90$/ }).first(), '’00', year);
    await tap(year);
    const r6 = page.getByRole('link', { name: 'YZF-R6', exact: true });
    await r6.waitFor();
    // Otherwise rows outside the window would not be laid out.
    const tooSmall = await page.evaluate(() => {
      const all = new CSSStyleSheet();
      all.replaceSync('li { content-visibility: visible !important }');
      document.adoptedStyleSheets.push(all);
      const small = [...document.querySelectorAll('main button, main a, main input, header button')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => element.getBoundingClientRect().height < 47.5)
        .map((element) => element.outerHTML.slice(0, 200));
      document.adoptedStyleSheets.pop();
      return small;
    });
    expect(tooSmall).toEqual([]);
    await page.mouse.wheel(0, await r6.evaluate((link) => link.getBoundingClientRect().top - 300));
    await expect.poll(() => inSight(r6)).toBe(true);
    // The open year stays in view.
    expect(Math.round((await year.boundingBox())!.y)).toBeGreaterThanOrEqual(56);
    await tap(r6);
    await page.getByRole('heading', { name: 'Yamaha YZF-R6 (2007)' }).waitFor();
    expect({ taps, flings }).toEqual({ taps: 3, flings: 2 });
  });

  test('opens a pinned sheet from the frame before the code has loaded, which nobody else sees there, and types into its field', async () => {
    const user = await createUser(site.app);
    await site.app.sql(
      `insert into recent_sheets (user_id, model_id, opened_at, pinned_at)
       select ?, id, now(), now() from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
      [user.id],
    );
    const page = await site.openAs(user, { viewport: PHONE });
    const link = page.getByRole('main').getByRole('link', { name: 'Honda CBR600RR (2007)' });
    await page.goto('/product?company=53&m=year');
    const place = await link.boundingBox();
    const field = page.getByLabel('Find a bike, blank or code');
    const openFrame = async (path = '/product?company=53&m=year') => {
      const code = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await code.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await field.waitFor();
      return code;
    };
    const code = await openFrame();
    expect(await link.boundingBox()).toEqual(place);
    expect(await violations(page)).toEqual([]);
    await link.click();
    await page.waitForURL(/&id=\d+$/, { waitUntil: 'commit' });
    code.resolve();
    await seeSheet(page);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Lookup' }).waitFor();

    // As if somebody else had signed in while no page was open.
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('user') ?? '{}');
      localStorage.setItem('user', JSON.stringify({ ...stored, id: '1' }));
    });
    const ofAnother = await openFrame();
    expect(await link.count()).toBe(0);
    ofAnother.resolve();
    await page.getByRole('heading', { level: 1, name: 'Lookup' }).waitFor();

    // Another list does not begin with the sheets. What is typed meanwhile goes on in the field of the page.
    await page.setViewportSize(DESK);
    const late = await openFrame('/product?company=53&m=model');
    expect(await link.count()).toBe(0);
    await field.pressSequentially('HD1');
    const before = await field.boundingBox();
    late.resolve();
    await page.getByRole('combobox', { name: 'Find a bike, blank or code' }).waitFor();
    await page.keyboard.type('09');
    await page.getByRole('option').filter({ hasText: 'ILCO HD109' }).first().waitFor();
    const { x, height } = (await field.boundingBox())!;
    expect({ x, height }).toEqual({ x: before?.x, height: before?.height });
  });

  test('reads a linked sheet whose long texts break, finds its row, and the header with letters twice as large', async () => {
    const [model] = await site.app.sql(
      `update models set spacing[1] = repeat('9', 40), tips2 = repeat('w', 255),
         tips = 'See https://www.example.com/honda/cbr600rr/hiss-registration-procedure.html'
       where make_id = 53 and name = 'CBR600RR' and year = 2005 returning id`,
    );
    const page = await site.openAs('user@example.com', { viewport: PHONE, hasTouch: true });
    await page.goto(`/product?company=53&m=model&value=CBR600RR&id=${model?.id}`);
    await page.getByText('hiss-registration').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await page.getByRole('link', { name: 'Back to the list' }).tap();
    const row = page.locator(`main [data-model="${model?.id}"]`);
    await expect.poll(() => row.evaluate((link) => link === document.activeElement)).toBe(true);
    const { top, bottom } = await row.evaluate((link) => link.getBoundingClientRect().toJSON());
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(PHONE.height);

    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const faults = await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
        const parts = [...document.querySelectorAll<HTMLElement>('header :is(a, button), [role=search] button')].filter(
          (part) => part.checkVisibility(),
        );
        const boxes = parts.map((part) => part.getBoundingClientRect());
        const name = (at: number) => parts[at]?.textContent || parts[at]?.ariaLabel;
        const found: string[] = [];
        for (const [at, box] of boxes.entries()) {
          const bar = parts[at]!.closest('header, [role=search]')!.getBoundingClientRect();
          if (box.left < 0 || box.right > innerWidth) found.push(`${name(at)} is beside the window`);
          if (box.top < bar.top - 0.5 || box.bottom > bar.bottom + 0.5)
            found.push(`${name(at)} is higher than its bar`);
          if (parts[at]!.scrollWidth > parts[at]!.clientWidth + 1) found.push(`${name(at)} is cut off`);
          for (const [other, second] of boxes.entries())
            if (other > at && box.left < second.right && second.left < box.right)
              if (box.top < second.bottom && second.top < box.bottom) found.push(`${name(at)} is on ${name(other)}`);
        }
        const { scrollWidth } = document.documentElement;
        document.documentElement.style.fontSize = '';
        return { count: parts.length, found, scrollWidth };
      });
      expect(faults).toEqual({ count: 4, found: [], scrollWidth: width });
    }
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
    await tabTo(/^Filter years and models$/);
    await page.keyboard.type('2007');
    await page.keyboard.press('Enter');
    await cbr600rr(page).waitFor();
    // The list is one tab stop, and letters move inside it.
    await tabTo(/^2007$/);
    await page.keyboard.type('cbr600rr');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('CBR600RR');
    await page.keyboard.press('Enter');
    await seeSheet(page);
  });

  test('gets to the sheet by eighteen Tabs, in the order of the screen', async () => {
    const page = await site.openAs('user@example.com');
    const [model] = await site.app.sql(
      `select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
    );
    await page.goto(`/product?company=53&m=model&value=CBR600RR&id=${model!.id}`, { waitUntil: 'load' });
    await page.getByRole('region', { name: 'Key data' }).getByText('Product Images').waitFor();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        if (!activeElement) return '';
        return activeElement.getAttribute('aria-label') ?? (activeElement as HTMLElement).innerText.trim();
      });
    // The browser would begin at the row that was scrolled into view.
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    const stops = [await focused()];
    while (stops.at(-1) !== 'Key data' && stops.length < 300) {
      await page.keyboard.press('Tab');
      stops.push(await focused());
    }
    expect(stops).toEqual([
      ...['Skip to content', 'Motokey', 'Find a bike, blank or code', 'user@example.com'],
      ...['Correction', 'Find a make', 'By Model', 'Identify a key', 'Blanks in the van', 'Our sheets', "What's new"],
      ...['Payments', 'Make Payment'],
      ...['By Year', 'By Model', 'Filter models and years', '2007', 'Key data'],
    ]);
  });

  test('moves in the menu’s makes, which are one stop, and opens one', async () => {
    const page = await site.openAs('user@example.com');
    await page.goto('/product?company=53&m=year');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'By Year' }).waitFor();
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim());
    await menu.getByRole('searchbox', { name: 'Find a make' }).focus();
    const go = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return focused();
    };
    expect(await go('Tab')).toBe('By Year');
    expect(await go('ArrowUp')).toBe('Honda');
    expect(await go('Home')).toBe('Adly');
    expect(await go('End')).toBe('Zontes');
    expect(await go('y', 'a')).toBe('Yamaha');
    // From here Tab leaves the makes, and Shift+Tab comes back to the same one.
    expect(await go('Tab')).toBe('Identify a key');
    expect(await go('Shift+Tab')).toBe('Yamaha');
    expect(await go('Enter', 'ArrowDown', 'ArrowDown')).toBe('By Model');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Yamaha' }).waitFor();
  });

  test('moves between items with the arrow keys, Home and End; another page begins at its top, with Skip to content', async () => {
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

    // Another page loaded in this tab starts at its top.
    await page.keyboard.press('End');
    await page.goto('/product?company=53&m=model');
    await page.getByRole('button', { name: 'CBR600RR', exact: true }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.locator('body').press('Tab');
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).innerText)).toMatch(/skip/i);
  });
});

describe('an administrator', () => {
  test('lands on the client list, copies a blank, and keeps text selection and the context menu', async () => {
    const page = await site.openAs('admin@example.com');
    await page.goto('/');
    await page.waitForURL('**/clients/list');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('button', { name: 'Adly' }).waitFor();
    expect(await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0);
    // On paper a list is a whole table without menus and buttons, however narrow the paper is.
    await page.getByRole('link', { name: 'Harbour Lock & Key' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 720, height: 960 });
    const onPaper = ['table', 'header', 'aside', 'main .mk-button'].map((part) =>
      page.locator(part).first().isVisible(),
    );
    expect(await Promise.all(onPaper)).toEqual([true, false, false, false]);
    await page.setViewportSize(DESK);
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/products/list');
    await page.getByRole('checkbox').nth(1).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/product?company=53&m=year');
    await page.getByRole('button', { name: '2007' }).click();
    await cbr600rr(page).click();
    await seeSheet(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: /Copy/ }).first().click();
    const [model] = await site.app.sql(
      `select ilco from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
    );
    expect(model?.ilco).toContain(await page.evaluate(() => navigator.clipboard.readText()));
    // As on a page that did not come over HTTPS.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    await page.getByRole('button', { name: /Copy/ }).first().click();
    await page.getByTitle('The browser did not allow copying').waitFor();
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    await page.context().clearPermissions();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    // Its measures are those of its key system, which are shown, not edited.
    await page.getByRole('button', { name: 'Give this model its own values' }).waitFor();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await seeSheet(page);
    expect(await page.evaluate(() => getComputedStyle(document.body).userSelect)).not.toBe('none');
    const prevented = await page.evaluate(
      () => !document.body.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    );
    expect(prevented).toBe(false);
  });
});
