import { describe, expect, test } from 'vitest';
import { immobiliser } from '../../client/catalogue/keyData';
import { beforeYouDrive, KEYS_LEFT } from '../../client/catalogue/sheet/driveAdvice';

const none = { withKey: '', withoutKey: '', needs: '', mostKeys: '', market: '' };
const told = (given: Partial<typeof none>) => beforeYouDrive({ ...none, ...given }).map(({ sentence }) => sentence);
/** The values that a field may have, none included. */
const choicesOf = (field: string) => ['', ...(immobiliser.data.find((one) => one.field === field)?.choices ?? [])];

describe('before you drive', () => {
  test('there is one sentence for each number of keys, from the field that decides it', () => {
    expect(beforeYouDrive(none).map(({ keys, field }) => [keys, field])).toEqual([
      ['No key left', 'WITHOUT_KEY'],
      ['One key', 'WITH_KEY'],
      ['Two or more', 'WITH_KEY'],
    ]);
  });

  test.each([
    ['', 'Not known.', 'Not known.'],
    ['clone', 'The key can be cloned.', 'Each of the keys can be cloned.'],
    [
      'register at the bike',
      'Another key can be registered at the bike.',
      'Another key can be registered at the bike, at most 4 in all.',
    ],
    ['dealer', 'Only the dealer can add a key.', 'Only the dealer can add a key, at most 4 in all.'],
  ])('with a key: %s', (withKey, one, more) => {
    expect(told({ withKey, mostKeys: '4' })).toEqual(['Not known.', one, more]);
  });

  test.each([
    ['', 'Not known.'],
    ['register at the bike', 'A key can be registered at the bike.'],
    ['read the unit on the bench', 'The unit must be read on the bench.'],
    ['replace the unit', 'The unit must be replaced.'],
    ['dealer', 'Only the dealer can make a key.'],
  ])('without a key: %s', (withoutKey, sentence) => {
    expect(told({ withoutKey })).toEqual([sentence, 'Not known.', 'Not known.']);
  });

  test('every combination: each choice has its words, what is unknown promises nothing, and each is one sentence', () => {
    let combinations = 0;
    for (const withKey of choicesOf('WITH_KEY'))
      for (const withoutKey of choicesOf('WITHOUT_KEY'))
        for (const needs of ['', 'the red key'])
          for (const mostKeys of ['', '4'])
            for (const market of ['', 'Europe']) {
              combinations += 1;
              const found = told({ withKey, withoutKey, needs, mostKeys, market });
              expect(found).toHaveLength(KEYS_LEFT.length);
              for (const [index, decides] of [withoutKey, withKey, withKey].entries()) {
                const sentence = found[index]!;
                if (!decides) expect(sentence).toBe('Not known.');
                else {
                  expect(sentence).toMatch(/^[^.]+\.$/);
                  expect(sentence).not.toMatch(/not known|undefined|possible/i);
                  expect(sentence.includes('; needed: the red key')).toBe(needs !== '');
                  expect(sentence.includes('; market: Europe')).toBe(market !== '');
                  const isCounted = index === 2 && mostKeys !== '' && withKey !== 'clone';
                  expect(sentence.includes(', at most 4 in all')).toBe(isCounted);
                }
              }
            }
    expect(combinations).toBe(4 * 5 * 2 * 2 * 2);
  });
});
