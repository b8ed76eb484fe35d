import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressesIn } from '../../client/accounts/clients/desk/addresses';
import { checkoutEmail, checkoutPath } from '../../client/paths';
import { answered } from '../support/tables';

/** Each user as "Name <address>", or the address alone. */
const read = (text: string) =>
  addressesIn(text).map(({ username, fullName }) => (fullName ? `${fullName} <${username}>` : username));

const [ANN, BOB] = ['Ann Lee <ann@x.com>', 'Bob Ray <bob@x.com>'];
const LAST_FIRST = ['Lee, Ann <ann@x.com>', 'Ray, Bob <bob@x.com>'];
const BARE = ['ann@x.com', 'bob@x.com'];

describe('addresses', () => {
  test('are read as programs and people write them', () => {
    const lists: [what: string, text: string, users: (string | undefined)[]][] = [
      ['Gmail', `${ANN}, ${BOB}`, [ANN, BOB]],
      ['Outlook', 'Lee, Ann <ann@x.com>; Ray, Bob <bob@x.com>', LAST_FIRST],
      ['Outlook with commas', 'Lee, Ann <ann@x.com>, Ray, Bob <bob@x.com>', LAST_FIRST],
      [
        'quoted names',
        '"Lee, Ann" <ann@x.com>, "Ray, \\"Bob\\"" <bob@x.com>',
        [LAST_FIRST[0], 'Ray, "Bob" <bob@x.com>'],
      ],
      ['single quotes', `'Ann Lee' <ann@x.com>; 'bob@x.com' <bob@x.com>`, [ANN, BARE[1]]],
      ['blanks between', 'ann@x.com bob@x.com', BARE],
      ['one a line, with stray separators', ' ann@x.com,\r\n;bob@x.com;\n\n', BARE],
      ['angle brackets alone', '<ann@x.com>,< bob@x.com >', BARE],
      [
        'links',
        'mailto:ann@x.com?subject=Hi Ann <mailto:ann@x.com>; bob@x.com<mailto:bob@x.com>',
        [ANN.replace('Ann Lee', 'Ann'), BARE[1]],
      ],
      ['a group', `Desk friends: ${ANN}, bob@x.com;`, [ANN, BARE[1]]],
      ['an empty group', 'undisclosed-recipients:;', []],
      ['a line of a mail', `To: ${ANN}; ${BOB}`, [ANN, BOB]],
      ['remarks', 'ann@x.com (Ann Lee), bob@x.com', [ANN, BARE[1]]],
      ['columns', 'ann@x.com\tAnn Lee\nBob\tRay\tbob@x.com', [ANN, BOB]],
      ['names without brackets', 'Ann Lee ann@x.com\nbob@x.com Bob Ray', [ANN, BOB]],
      ['the address as name', 'ann@x.com <ann@x.com>, "bob@x.com" <bob@x.com>', BARE],
      ['an address twice', `ann@x.com; ${ANN}, ANN@x.com`, [ANN]],
      ['a sentence', 'Please add ann@x.com.', ['Please add <ann@x.com>']],
      ['marks', '\ufeffAnn\u00a0Lee <\u200bann@x.com\u200e>', [ANN]],
      ['no address', 'Ann Lee, bob@x.com; Ray\nCy', ['Ann Lee', BARE[1], 'Ray', 'Cy']],
      ['two names for an address', `Cy, Lee, ${'Ann <ann@x.com>'}`, ['Cy', LAST_FIRST[0]]],
      ['brackets without an address', 'Ann <ann>; <>', ['Ann <ann>']],
      ['nothing', ' ,;\n', []],
    ];
    expect(lists.map(([what, text]) => [what, read(text)])).toEqual(lists.map(([what, , users]) => [what, users]));
  });

  test('are each found once, with the names that stand before them, however they are written', () => {
    const word = fc.stringMatching(/^[A-Z][a-zéü'-]{1,8}[a-z]$/);
    const person = fc.record({ first: word, last: word, user: fc.stringMatching(/^[a-z][a-z0-9.+-]{0,6}[a-z]$/) });
    const people = fc.uniqueArray(person, { selector: ({ user }) => user, minLength: 1, maxLength: 5 });
    const ways = fc.constantFrom<[separator: string, write: (first: string, last: string, address: string) => string]>(
      [', ', (first, last, address) => `${first} ${last} <${address}>`],
      ['; ', (first, last, address) => `${last}, ${first} <${address}>`],
      [',\r\n', (first, last, address) => `"${last}, ${first}" <${address}>`],
      ['\n', (first, last, address) => `${address}\t${first} ${last}`],
      [' ', (_first, _last, address) => address],
      [';', (first, last, address) => `${first} ${last} <mailto:${address}>`],
    );
    fc.assert(
      fc.property(people, ways, (people, [separator, write]) => {
        const written = people.map(({ first, last, user }) => write(first, last, `${user}@x.example`));
        const users = addressesIn(written.join(separator));
        expect(users.map(({ username }) => username)).toEqual(people.map(({ user }) => `${user}@x.example`));
        for (const [at, { fullName }] of users.entries()) {
          const { first = '', last = '' } = people[at] ?? {};
          if (written[at]?.includes(first)) expect([`${first} ${last}`, `${last}, ${first}`]).toContain(fullName);
        }
      }),
    );
  });

  test('and everything else in a text are kept', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab@x. ,;<>"()\n\t:') }), (text) => {
        const kept = JSON.stringify(addressesIn(text));
        for (const letters of text.replace(/\?.*/g, '').match(/[abx]+@[abx]+/g) ?? []) expect(kept).toContain(letters);
      }),
    );
  });
});

test('a link to the payment page means an email as people and programs write it', async () => {
  const links: [link: string, email: string][] = [
    ['/checkout?email=a+b@x.com', 'a+b@x.com'],
    ['/checkout?email=a%2Bb@x.com', 'a+b@x.com'],
    ['/checkout?email=%20a%2Bb%40x.com%20&from=mail', 'a+b@x.com'],
    [checkoutPath('a+b&c=d@x.com'), 'a+b&c=d@x.com'],
    ['/checkout?email=+', ''],
    ['/checkout', ''],
  ];
  const emailOf = (link: string) => checkoutEmail(new URL(link, 'https://keys.example.com').searchParams);
  expect(await answered(links, emailOf)).toEqual(links);
});
