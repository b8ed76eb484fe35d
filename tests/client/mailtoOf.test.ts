import { expect, test } from 'vitest';
import { mailtoOf } from '../../client/components/text/mailtoOf';

test.each([
  ['somebody@example.com', 'mailto:somebody@example.com'],
  ['first.last+tag@example.com', 'mailto:first.last%2Btag@example.com'],
  ['x?bcc=all@example.com', 'mailto:x%3Fbcc%3Dall@example.com'],
  ['a&body=b%0A@example.com', 'mailto:a%26body%3Db%250A@example.com'],
])('a link for %s contains only that address', (address, link) => {
  expect(mailtoOf(address)).toBe(link);
  expect(decodeURIComponent(new URL(link).pathname)).toBe(address);
  expect(new URL(link).search).toBe('');
});
