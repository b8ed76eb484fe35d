import { expect, test } from 'vitest';
import { encodings } from '../../client/catalogue/import/upload/encodings';
import { ENCODINGS } from '../../server/outside/sheets/sheet';

test('the encodings that the page offers are those that the server reads', () => {
  expect(encodings.map(([value]) => value)).toEqual(ENCODINGS);
});
