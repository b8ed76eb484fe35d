import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, sharedSite, watchRequests, watchShift } from '../../support/site';
import { card, field, HONDA, press, refused } from './steps';
import { type States, walkThrough } from './walk';

const site = sharedSite();
const walk = walkThrough(site);

const HOME: States = {
  home: ['/', (page) => page.getByRole('heading', { level: 1 }).waitFor(), 'The key reference for motorcycles'],
  gallery: ['/picture-gallery', (page) => page.locator('main li img').first().waitFor()],
  'gallery, enlarged': [
    '/picture-gallery',
    async (page) => {
      await page.getByRole('main').getByRole('button').first().click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  ],
  'sample sheet': ['/sample', (page) => page.getByRole('img', { name: /^The key, drawn/ }).waitFor(), 'Sample sheet'],
  terms: ['/terms', (page) => page.getByText('What you get').waitFor()],
  privacy: ['/privacy', (page) => page.getByText('In your browser').waitFor()],
  refunds: ['/refunds', (page) => page.getByText('Nothing is charged twice').waitFor()],
  seller: ['/seller', (page) => page.getByText('A subscription costs').waitFor()],
  'not found': ['/no/such/page', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
};

const SIGN_IN: States = {
  login: ['/login', (page) => page.getByLabel('Email').waitFor()],
  'login, blank': ['/login', (page) => page.getByRole('button', { name: 'Sign In' }).click()],
  'login, refused': [
    '/login',
    async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  'login, subscription ended': [
    '/login',
    async (page) => {
      await page.getByLabel('Email').fill('expired@example.com');
      await page.getByLabel('Password', { exact: true }).fill('demo-Keys-1990');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('link', { name: 'Extend account' }).waitFor();
    },
  ],
  'login, asked for a code': [
    '/login',
    async (page) => {
      await page.getByRole('button', { name: 'I use a second factor' }).click();
      await page.getByRole('textbox', { name: 'Code' }).waitFor();
    },
  ],
  'forgot password': [
    '/login',
    async (page) => {
      await page.getByRole('button', { name: /forgot/i }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  // The last one on this page, because the box stays as it is.
  'login, terms refused': [
    '/login',
    async (page) => {
      await page.getByRole('checkbox', { name: /terms/ }).uncheck();
      await page.getByText('Agree to the terms to sign in.').waitFor();
    },
  ],
};

const JOINING: States = {
  reminders: ['/reminders?user=1&token=x', (page) => page.getByRole('button', { name: 'Turn off' }).waitFor()],
  checkout: ['/checkout?email=expired@example.com', (page) => page.getByLabel('Card number').waitFor()],
  'checkout, no such account': ['/checkout?email=nobody@example.com', (page) => page.getByRole('alert').waitFor()],
  join: ['/join', (page) => page.getByLabel('Company').waitFor()],
  'join, taken': [
    '/join',
    async (page) => {
      await page.getByLabel('Company').fill('Keys');
      await page.getByLabel('Full Name').fill('Jo');
      await page.getByLabel('Email').fill('user@example.com');
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('link', { name: 'Extend account' }).waitFor();
    },
  ],
};

const DESK: States = {
  'client list': ['/clients/list', (page) => page.getByRole('heading', { level: 1, name: /Client List/ }).waitFor()],
  'client form': ['/clients/create', field('Primary Email')],
  'client form, refused': ['/clients/create', refused],
  'client, asked to renew': [
    '/clients/edit?id=1',
    async (page) => {
      await press('Renew all')(page);
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  ],
  'client, users refused': [
    '/clients/edit?id=1',
    async (page) => {
      await press('Add users')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Add users' }).click();
      await page.getByText('Enter at least one email address.').waitFor();
    },
  ],
  'client, asked to merge': [
    '/clients/edit?id=1',
    async (page) => {
      await press('Merge')(page);
      await page.getByRole('dialog').getByRole('combobox').selectOption({ index: 1 });
      await page.getByText('This cannot be undone.').waitFor();
    },
  ],
  'client, asked to move a user': [
    '/clients/edit?id=1',
    async (page) => {
      await page
        .getByRole('button', { name: /^Move / })
        .first()
        .click();
      await page.getByLabel('New client').waitFor();
    },
  ],
  'user list': ['/users/list', (page) => page.getByRole('heading', { level: 1, name: /User List/ }).waitFor()],
  'user form': ['/users/edit?id=2', field('Full Name')],
  'user form, another username': [
    '/users/edit?id=2',
    async (page) => {
      await page.getByLabel('Username', { exact: true }).fill('another@example.com');
      await page.getByText(/^Saving ends every session/).waitFor();
    },
  ],
  'user form, refused': ['/users/create', refused],
  'API tokens': ['/api-tokens/list', (page) => page.getByRole('button', { name: 'Create an API token' }).waitFor()],
};

const OWN_ACCOUNT: States = {
  'sign-in security': ['/security', (page) => page.getByRole('button', { name: 'Add a passkey' }).waitFor()],
  'sign-in security, an app being set up': [
    '/security',
    async (page) => {
      await press('Set up an app')(page);
      await page.getByRole('dialog').getByLabel('Current Password').fill('demo-Keys-1990');
      await press('Continue')(page);
      await page.getByRole('img', { name: /QR/ }).waitFor();
    },
  ],
  'signed-in devices': ['/sessions', (page) => page.getByText('This device').waitFor()],
  'signed-in devices, asked to sign out': [
    '/sessions',
    async (page) => {
      await press('Sign out all other devices')(page);
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  'reset password': [
    HONDA,
    async (page) => {
      await page.getByRole('button', { name: /@example\.com/ }).click();
      await page.getByRole('menuitem', { name: 'Change Password' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  'user menu': [
    HONDA,
    async (page) => {
      await page.getByRole('button', { name: /@example\.com/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    },
  ],
  'not found': ['/no/such/page', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
};

const FEEDBACK: States = {
  'correction list': ['/correction/list', (page) => page.getByText('Two are wrong').waitFor()],
  'correction list, nothing': [
    '/correction/list?state=applied',
    (page) => page.getByText('No data available').waitFor(),
  ],
  'correction form': ['/correction/create', field('Email Id')],
  'correction form, refused': ['/correction/create', refused],
  'correction form, from the lookup': ['/correction/create?model=1&field=SILCA', field('Should be')],
  'correction detail': ['/correction/show?id=1', (page) => page.getByText(/^Changed since/).waitFor()],
  'correction detail, disputed': ['/correction/show?id=3', (page) => page.getByText('Found by 1 company').waitFor()],
  'correction detail, asked to apply': [
    '/correction/show?id=1',
    async (page) => {
      await press('Apply')(page);
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  'correction detail, asked why': [
    '/correction/show?id=1',
    async (page) => {
      await press('Decline')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
      await page.getByText('The reason field is required.').waitFor();
    },
  ],
  'correction detail, declined': ['/correction/show?id=2', (page) => page.getByText(/^Declined on/).waitFor()],
  'correction detail of none': ['/correction/show?id=999', (page) => page.getByRole('alert').waitFor()],
  'my corrections': ['/correction/mine', (page) => page.getByText('Two are wrong').waitFor()],
  'feedback list': ['/feedback/list', (page) => page.getByText('Good').waitFor()],
  'feedback form': ['/feedback/create', field('Comment')],
  'feedback detail, answer refused': [
    '/feedback/show?id=1',
    async (page) => {
      await press('Send answer')(page);
      await page.getByText('The answer field is required.').waitFor();
    },
  ],
};

const PAYMENTS: States = {
  'make payment, wrong card': [
    '/make-payment',
    async (page) => {
      await press('Pay Now')(page);
      await page.getByText('The card number is required.').waitFor();
    },
  ],
  'make payment, declined': [
    '/make-payment',
    async (page) => {
      await card(page, '4000 0000 0000 0002');
      await page.getByRole('alert').waitFor();
    },
  ],
  'make payment, paid': [
    '/make-payment',
    async (page) => {
      await card(page, '4242 4242 4242 4242');
      await page.getByText('Payment successful! Subscription created.').waitFor();
    },
  ],
  payments: [
    '/payments',
    (page) => page.getByRole('heading', { level: 1, name: /^Payment History \(\d+\)/ }).waitFor(),
  ],
  receipt: ['/payments/receipt?number=1', (page) => page.getByText('Paid with').waitFor()],
  'no such receipt': ['/payments/receipt?number=99', (page) => page.getByText('Page not found').waitFor()],
  'pay for users': ['/clients/pay?id=2', (page) => page.getByText('Until').first().waitFor()],
  'payments of all': [
    '/payments/list',
    (page) => page.getByRole('link', { name: 'expired@example.com' }).first().waitFor(),
  ],
  'payments of another': ['/payments?user=2', (page) => page.getByText('No data available').waitFor()],
};

const OTHERS: States = {
  'registered queries': [
    '/registered-queries/list',
    (page) => page.getByRole('button', { name: 'Register a query' }).waitFor(),
  ],
  webhooks: ['/webhooks/list', (page) => page.getByRole('link', { name: /^Deliveries to / }).waitFor()],
  'webhook form': ['/webhooks/edit?id=1', (page) => page.getByText(/^Disabled on /).waitFor()],
  'webhook form, refused': ['/webhooks/create', refused],
  deliveries: ['/webhooks/deliveries?id=1', (page) => page.getByText('It answered 500.').waitFor()],
  delivery: [
    '/webhooks/deliveries?id=1',
    async (page) => {
      await page.getByRole('button', { name: / UTC$/ }).click();
      await page.getByRole('dialog').getByText('It answered 500.').waitFor();
    },
  ],
  log: ['/userlogs', (page) => page.getByRole('heading', { level: 1, name: /Log List/ }).waitFor()],
  'log, filtered': [
    '/userlogs?kind=model_updated',
    (page) =>
      page
        .getByRole('link', { name: /^Updated the model/ })
        .first()
        .waitFor(),
  ],
  'log, nothing': ['/userlogs?kind=webhook_deleted', (page) => page.getByText('No data available').waitFor()],
  'access audit': [
    '/access',
    async (page) => {
      await page.getByText('Far more than usual in the last 24 hours').waitFor();
      await page
        .getByRole('link', { name: /^Opened the sheet of/ })
        .first()
        .waitFor();
    },
  ],
  overview: [
    '/overview',
    async (page) => {
      await page.getByRole('link', { name: /Without depth/ }).waitFor();
      await page.getByRole('img', { name: /^Revenue/ }).waitFor();
      for (const table of await page.getByText('As a table').all()) await table.click();
      await page.getByRole('region', { name: 'Completeness by make, as a table' }).waitFor();
    },
  ],
};

walk('what a visitor sees before signing in', 'visitor', HOME, SIGN_IN, JOINING);
walk('clients and users, and the own account', 'administrator', DESK, OWN_ACCOUNT);
walk('corrections and feedback', 'administrator', FEEDBACK);
walk('payments', 'administrator', PAYMENTS);
walk('webhooks, registered queries, the logs and the overview', 'administrator', OTHERS);

test('a long text in a row breaks no word of the others', async () => {
  const page = await site.openAs('admin@example.com');
  await page.goto('/correction/list');
  const make = page.getByRole('cell', { name: 'Kawasaki', exact: true });
  await make.waitFor();
  const lines = await make.evaluate((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('nothing moves on a phone when the answers come', async () => {
  await site.app.sql(`delete from payments where username = 'admin@example.com'`);
  const page = await site.openAs('admin@example.com', { viewport: PHONE });
  const shift = await watchShift(page);
  const answered = watchRequests(page);
  // Each answer comes after what stands in its place was painted.
  await page.route('**/graphql', async (route) => {
    await page.locator('h1, main [aria-busy=true]').first().waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await route.continue();
  });
  const screens: [path: string, last: Locator][] = [
    ['/payments', page.getByText('No data available')],
    ['/payments?user=2', page.getByText('No data available')],
    ['/correction/mine', page.getByText('Two are wrong')],
    ['/correction/create?model=1', page.getByRole('combobox', { name: 'Field' })],
    ['/products/copy?id=1', page.getByRole('heading', { name: /^Copy of .+ \d{4}$/ })],
    ['/access', page.getByText('Far more than usual in the last 24 hours')],
  ];
  for (const [path, last] of screens) {
    await page.goto(path, { waitUntil: 'load' });
    await last.waitFor();
    await answered();
    expect.soft(await shift(), path).toBeLessThanOrEqual(0.02);
  }
});
