import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { sharedPerson } from '../support/people';

/* Pictures as phones and cameras write them: rules are bent, and every viewer shows them. */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const noise = (seed: number) => ({ type: 'gaussian' as const, mean: 100 + seed, sigma: 30 });
const photo = (seed = 0) =>
  sharp({ create: { width: 160, height: 120, channels: 3, background: '#123456', noise: noise(seed) } });
const END = Buffer.from([0xff, 0xd9]);

const at = (jpeg: Buffer, code: number) => jpeg.indexOf(Buffer.from([0xff, code]));
const placesOf = (jpeg: Buffer, code: number) =>
  [...jpeg.keys()].filter((place) => jpeg[place] === 0xff && jpeg[place + 1] === code);
/** As a maker of phones writes the header of the scan: the spectral end is 0 instead of 63. */
function withSpectralEnd0(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg);
  const scan = at(copy, 0xda);
  copy[scan + 5 + (copy[scan + 4] ?? 0) * 2 + 1] = 0;
  return copy;
}
const inserted = (bytes: Buffer, place: number, more: Buffer) =>
  Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]);
function overwritten(bytes: Buffer, after: string, from: number, to: number): Buffer {
  const copy = Buffer.from(bytes);
  const start = copy.indexOf(after) + after.length;
  expect(start).toBeGreaterThan(after.length);
  return copy.fill(0xfe, start + from, start + to);
}

const taken: [what: string, make: () => Promise<Buffer>, size?: [number, number]][] = [
  ['a JPEG', () => photo().jpeg().toBuffer()],
  ['a progressive JPEG', () => photo().jpeg({ progressive: true }).toBuffer()],
  ['the spectral end 0', async () => withSpectralEnd0(await photo().jpeg().toBuffer())],
  [
    'bytes too many before a table',
    async () => {
      const jpeg = await photo().jpeg().toBuffer();
      return inserted(jpeg, at(jpeg, 0xc4), Buffer.alloc(3));
    },
  ],
  ['no end mark', async () => (await photo().jpeg().toBuffer()).subarray(0, -2)],
  ['half an end mark', async () => (await photo().jpeg().toBuffer()).subarray(0, -1)],
  ['no end mark, progressive', async () => (await photo().jpeg({ progressive: true }).toBuffer()).subarray(0, -2)],
  ['a film behind it', async () => Buffer.concat([await photo().jpeg().toBuffer(), Buffer.alloc(4_000, 7)])],
  [
    'a second picture behind it',
    async () => Buffer.concat([await photo().jpeg().toBuffer(), await photo(1).jpeg().toBuffer()]),
  ],
  ['turned by 90 degrees', () => photo().withMetadata({ orientation: 6 }).jpeg().toBuffer(), [120, 160]],
  [
    'metadata that make no sense',
    async () =>
      overwritten(
        await photo()
          .withExif({ IFD0: { Copyright: 'somebody' } })
          .jpeg()
          .toBuffer(),
        'Exif',
        2,
        30,
      ),
  ],
  [
    'a colour profile that makes no sense',
    async () => overwritten(await photo().withIccProfile('p3').jpeg().toBuffer(), 'ICC_PROFILE', 3, 140),
  ],
  ['CMYK', () => photo().toColourspace('cmyk').jpeg().toBuffer()],
  ['16 bits', () => photo().toColourspace('rgb16').png().toBuffer()],
  ['grey', () => photo().greyscale().jpeg().toBuffer()],
];

test.each(taken)('takes %s', async (_what, make, size = [160, 120]) => {
  const { data, errors } = await app.upload('MODEL', await make(), admin, 'IMG_0001.jpg');
  expect(errors).toBeUndefined();
  expect([data?.uploadImage.width, data?.uploadImage.height]).toEqual(size);
});

const refused: [what: string, make: () => Promise<Buffer>][] = [
  ['half', async () => (await photo().jpeg().toBuffer()).subarray(0, 4_000)],
  ['half, with an end mark', async () => Buffer.concat([(await photo().jpeg().toBuffer()).subarray(0, 4_000), END])],
  ['the last line', async () => (await photo().jpeg().toBuffer()).subarray(0, -60)],
  ['half of a progressive one', async () => (await photo().jpeg({ progressive: true }).toBuffer()).subarray(0, 4_000)],
  ['half, with the spectral end 0', async () => withSpectralEnd0(await photo().jpeg().toBuffer()).subarray(0, 4_000)],
];

test.each(refused)('refuses a picture of which a part is missing: %s', async (_what, make) => {
  const bytes = await make();
  expect(bytes.length).toBeGreaterThan(3_000);
  await expectBroken(bytes);
});

test('refuses a progressive picture that was cut off between two scans, where decoders see no fault', async () => {
  const whole = await photo().jpeg({ progressive: true }).toBuffer();
  // Tables of codes, and scans; the first scan has the picture's coarsest form.
  const starts = [0xc4, 0xda].flatMap((code) => placesOf(whole, code)).sort((one, other) => one - other);
  const cuts = starts.filter((place) => place > at(whole, 0xda)).flatMap((place) => [place, place + 1]);
  expect(cuts.length).toBeGreaterThan(10);
  for (const cut of cuts) {
    await expectBroken(whole.subarray(0, cut));
    await expectBroken(Buffer.concat([whole.subarray(0, cut), END]));
  }
});

async function expectBroken(bytes: Buffer) {
  const { errors } = await app.upload('MODEL', bytes, admin, 'IMG_0001.jpg');
  expect(errors?.[0]).toMatchObject({
    message: 'IMG_0001.jpg is broken or not a complete image.',
    extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  });
}

describe('what cannot be taken is named', () => {
  const box = (brands: string[]) => {
    const head = Buffer.from(`ftyp${brands[0]}\0\0\0\0${brands.join('')}`, 'latin1');
    const size = Buffer.alloc(4);
    size.writeUInt32BE(head.length + 4);
    return Buffer.concat([size, head, Buffer.alloc(2_000)]);
  };

  test.each([[['heic', 'mif1']], [['heix']], [['mif1', 'heic']], [['hevc', 'msf1']], [['mif1']]])(
    'a HEIC of the brands %j',
    async (brands) => {
      const { errors } = await app.upload('MODEL', box(brands), admin, 'IMG_0001.HEIC');
      expect(errors?.[0]).toMatchObject({
        message:
          'IMG_0001.HEIC is a HEIC picture, which browsers cannot show. Set the camera of the phone to “Most Compatible”, or export the picture as JPEG.',
        extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' },
      });
    },
  );

  test('an AVIF that is called a HEIF first is taken', async () => {
    const avif = await photo().resize(40).avif().toBuffer();
    avif.write('mif1', 8);
    expect(avif.subarray(16, 40).toString()).toContain('avif');
    expect((await app.upload('MODEL', avif, admin)).errors).toBeUndefined();
  });

  test('more than 40 megapixels', async () => {
    const large = { create: { width: 8_000, height: 6_000, channels: 3 as const, background: '#456' } };
    const bytes = await sharp(large).jpeg().toBuffer();
    const { errors } = await app.upload('MODEL', bytes, admin, 'IMG_0001.jpg');
    expect(errors?.[0]).toMatchObject({
      message:
        'IMG_0001.jpg has more than 40 megapixels: 8000 × 6000 are 48. Please set the camera to a smaller size, or scale the picture down.',
      extensions: { code: 'PAYLOAD_TOO_LARGE' },
    });
  });
});
