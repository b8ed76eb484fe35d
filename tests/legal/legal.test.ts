import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config';
import { legalPages } from '../../server/legal/legalPages';

/* docs/operations.md, "Your own pages". */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motokey-pages-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the operator’s Markdown is shown, its HTML is text, and its links run no script', async () => {
  const text = [
    '# Our terms',
    '## What we promise',
    'Write to <b onclick="alert(1)">us</b> or [click](javascript:alert(1)) [data](data:text/html,x).',
    '<script>alert(2)</script>',
    '![picture](https://tracker.example/x.png)',
    '# Second title',
    '- one\n- [two](https://keys.example/two)',
    '| a | b |\n| - | - |\n| 1 | 2 |',
  ].join('\n\n');
  await writeFile(join(folder, 'terms.md'), text);
  const pages = legalPages(readConfig({ PAGES_DIR: folder }));
  const html = pages.get('/terms') ?? '';
  expect(html).not.toContain('Our terms');
  expect(html).toContain('<h2>What we promise</h2>');
  expect(html).toContain('<h2>Second title</h2>');
  expect(html).toContain('<a href="https://keys.example/two">two</a>');
  expect(html).toContain('<td>2</td>');
  expect(html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;');
  expect(html).not.toMatch(/<(script|b|img)\b|href="(javascript|data):/);
  // Of the other files, which are missing, the product has its own.
  expect(pages.get('/privacy')).toContain('has not provided a privacy policy of its own');
});

test('the product’s own texts say what the settings say, and what is not known', () => {
  const unknown = legalPages(readConfig({}));
  expect(unknown.get('/seller')).toContain('The operator of this site has not provided its name and address.');
  expect(unknown.get('/privacy')).toContain('No payment provider is connected: no money moves.');
  expect(unknown.get('/privacy')).toContain('for 1095 days');
  const known = legalPages(
    readConfig({
      SELLER_NAME: '<Keys> *Ltd*',
      SELLER_ADDRESS: '1. Main_St_\\nSpringfield',
      RECEIPT_TAX: 'VAT 20 % included',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      LOG_RETENTION_DAYS: '0',
      SHEETS_PER_HOUR: '17',
    }),
  );
  expect(known.get('/seller')).toContain('&lt;Keys&gt; *Ltd*<br>\n1. Main_St_<br>\nSpringfield');
  expect(known.get('/seller')).toContain('VAT 20 % included');
  expect(known.get('/privacy')).toContain('to Stripe, which processes the payment');
  expect(known.get('/privacy')).toContain('without a time limit');
  expect(known.get('/terms')).toContain('17 sheets in an hour');
});
