import { expect, test } from 'vitest';
import { readConfig } from '../../server/config';
import { taxWithin } from '../../server/payments/receipts/issueReceipt';

/* docs/rules.md, "Receipts". */

test.each([
  ['VAT 20 % included', 7_995, 1_333],
  ['MwSt. 19% enthalten', 7_995, 1_277],
  ['Sales tax 8.875 % included', 7_995, 652],
  ['TVA 5,5 % incluse', 7_995, 417],
  ['VAT 20 % included', 3 * 7_995, 3_998],
  ['VAT 0 % (reverse charge)', 7_995, 0],
  ['Sales tax is included', 7_995, 0],
])('%s: of %i cents the tax is %i', (line, cents, tax) => {
  const { seller } = readConfig({ RECEIPT_TAX: line });
  expect(seller.tax).toBe(line);
  expect(taxWithin(cents, seller.taxRate)).toBe(tax);
});

test.each(['VAT 20.0000 % included', 'VAT 120 % included', 'VAT 100 %', 'VAT %20', 'VAT 1,234.5 %'])(
  '%s is refused, instead of read as another rate',
  (line) => {
    expect(() => readConfig({ RECEIPT_TAX: line })).toThrow(
      'RECEIPT_TAX: must have its percentage as a number below 100',
    );
  },
);

test('two percentages are refused, and a line end in the address may be written as an escape', () => {
  expect(() => readConfig({ RECEIPT_TAX: '5 % and 8 %' })).toThrow('RECEIPT_TAX: must have at most one percentage');
  expect(() => readConfig({ PAGES_DIR: '/nowhere' })).toThrow('PAGES_DIR: must be a directory that exists');
  expect(readConfig({ SELLER_ADDRESS: '1 Main St\\nSpringfield' }).seller.address).toBe('1 Main St\nSpringfield');
});
