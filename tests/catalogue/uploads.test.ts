import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { removeUnusedImages } from '../../server/catalogue/images/image.operations';
import { diskImageStore, type ImageStore } from '../../server/outside/images/imageStore';
import { sharedApp, startApp, type TestApp } from '../support/app';
import { createMake } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import { form, picture, png } from '../support/pictures';
import { faultsOf } from '../support/tables';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
beforeAll(async () => {
  await createMake(app, { id: 53 });
});

const files = () => {
  try {
    return readdirSync(app.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile()).length;
  } catch {
    return 0;
  }
};
const images = async () => (await app.sql('select count(*)::int as n from images'))[0]?.n;
const codeOf = (answer: Awaited<ReturnType<TestApp['upload']>>) => answer.errors?.[0]?.extensions.code;

describe('uploadImage', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'accepts %s, and stores it re-encoded with its thumbnails',
    async (format) => {
      const bytes = await picture(`#${format.length}0${format.charCodeAt(0).toString(16)}40`)
        .withExif({ IFD0: { Copyright: 'a secret' } })
        .toFormat(format)
        .toBuffer();
      const answer = await app.upload('MODEL', bytes, admin, 'any name.txt');
      expect(answer.errors).toBeUndefined();
      expect(answer.data?.uploadImage).toMatchObject({ width: 320, height: 200 });
      const { url, thumbnailUrl } = answer.data!.uploadImage;
      const stored = await app.app.inject({ url, cookies: { session: admin.token! } });
      expect(await sharp(stored.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 });
      expect(stored.rawPayload.includes('a secret')).toBe(false);
      const thumbnail = await app.app.inject({ url: thumbnailUrl, cookies: { session: admin.token! } });
      expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({ width: 100, height: 100 });
    },
  );

  test('rotates a photograph by its EXIF orientation, and limits its longest side to 4,096 pixels', async () => {
    const bytes = await picture('#102030', { width: 6000, height: 3000 })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const answer = await app.upload('MODEL', bytes, admin);
    expect(answer.data?.uploadImage).toMatchObject({ width: 2048, height: 4096 });
  });

  test('stores identical content once', async () => {
    const bytes = await png('#445566');
    const first = await app.upload('MODEL', bytes, admin);
    const [before, rows] = [files(), await images()];
    const second = await app.upload('MODEL', bytes, admin);
    expect(second.data).toEqual(first.data);
    expect([files(), await images()]).toEqual([before, rows]);
  });

  test('is for administrators; nobody else’s upload is read', async () => {
    const bytes = await png();
    expect(codeOf(await app.upload('MODEL', bytes))).toBe('UNAUTHENTICATED');
    expect(codeOf(await app.upload('MODEL', bytes, await people.locksmith(app)))).toBe('FORBIDDEN');
  });

  test('requires the header that a foreign form cannot send', async () => {
    const { body, headers } = form([
      ['operations', '{"query":"mutation { logout { username } }"}'],
      ['map', '{}'],
    ]);
    const response = await app.app.inject({
      method: 'POST',
      url: '/graphql',
      payload: body,
      headers,
      cookies: { session: admin.token! },
    });
    expect(response.statusCode).toBe(400);
    expect((await app.graph('{ me { id } }', {}, admin)).data?.me).not.toBeNull();
  });
});

describe('a bad image', async () => {
  const good = await png();
  const jpeg = await picture().jpeg().toBuffer();
  const svg = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`);
  /** A PNG whose header claims a size that its data does not have. */
  const claiming = (width: number, height: number) => {
    const bytes = Buffer.from(good);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };
  const bomb = await sharp({ create: { width: 9000, height: 5000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const flipped = Buffer.from(jpeg);
  flipped.fill(0xff, 30, jpeg.length - 20);
  const chunk = Buffer.from(good);
  chunk.write('XXXX', 37);
  const bad: [name: string, bytes: Buffer, code: string, fileName?: string][] = [
    ['nothing', Buffer.alloc(0), 'BAD_USER_INPUT'],
    ['one byte', Buffer.from('x'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['text', Buffer.from('hello, I am a picture'), 'UNSUPPORTED_MEDIA_TYPE', 'picture.png'],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 'UNSUPPORTED_MEDIA_TYPE', 'picture.jpg'],
    ['an SVG', svg('<rect width="9" height="9"/>'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['an SVG with a script', svg('<script>alert(1)</script>'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['an SVG that reads a file', svg('<image href="file:///etc/passwd"/>'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a zip', Buffer.from('PK\x03\x04aaaaaaaaaaaaaaaaaaa', 'latin1'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a TIFF', await picture().tiff().toBuffer(), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a BMP', Buffer.from(`BM${'\0'.repeat(80)}`, 'latin1'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['an ICO', Buffer.from('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0', 'latin1'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a PostScript', Buffer.from('%!PS-Adobe-3.0\n(/etc/passwd) (r) file'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['an MVG', Buffer.from('push graphic-context\nimage over 0,0 0,0 "|id"'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['the first bytes of a PNG', good.subarray(0, 8), 'UNSUPPORTED_MEDIA_TYPE'],
    ['half a PNG', good.subarray(0, good.length / 2), 'UNSUPPORTED_MEDIA_TYPE'],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a JPEG full of noise', flipped, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a PNG with a broken chunk', chunk, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a GIF with only a header', Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a WebP with only a header', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'an AVIF with only a header',
      Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1'),
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'UNSUPPORTED_MEDIA_TYPE'],
    ['45 megapixels in few bytes', bomb, 'PAYLOAD_TOO_LARGE'],
    ['a header with a billion pixels', claiming(40_000, 40_000), 'PAYLOAD_TOO_LARGE'],
    ['a header with the largest size', claiming(0x7fffffff, 0x7fffffff), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a header with size zero', claiming(0, 0), 'UNSUPPORTED_MEDIA_TYPE'],
    ['more than 10 MB', Buffer.concat([good, Buffer.alloc(10_000_001)]), 'PAYLOAD_TOO_LARGE'],
    ['text under a path for a name', Buffer.from('x'), 'UNSUPPORTED_MEDIA_TYPE', '../../../etc/passwd'],
  ];

  test('is refused, through the graph and through REST, and leaves nothing behind', async () => {
    const cases = bad.map(([what, ...one]) => [what, one] as const);
    const faults = await faultsOf(cases, async ([bytes, code, name]) => {
      const before = [files(), await images()];
      const answer = await app.upload('MODEL', bytes, admin, name);
      const codes = code === 'BAD_USER_INPUT' ? [code] : ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
      expect(codes).toContain(codeOf(answer));
      if (code === 'BAD_USER_INPUT' || code === 'UNSUPPORTED_MEDIA_TYPE') expect(codeOf(answer)).toBe(code);
      expect(answer.errors?.[0]?.extensions.errors).toEqual({ file: [expect.any(String)] });

      const fields = { company_detail_id: '53', model: 'Bad', year: '2020' };
      const { body, headers } = form([...Object.entries(fields), ['images[]', { name: name ?? 'x.png', bytes }]]);
      const response = await app.rest('POST', '/products', { as: admin, body, headers });
      expect([413, 415, 422]).toContain(response.statusCode);
      expect(response.json()).toEqual({ message: expect.any(String), errors: { images: [expect.any(String)] } });
      expect([files(), await images()]).toEqual(before);
      expect(await app.sql(`select 1 from models where name = 'Bad'`)).toEqual([]);
    });
    expect(faults).toEqual({});
  });

  test('only the picture of a polyglot file is stored', async () => {
    const answer = await app.upload('MODEL', Buffer.concat([good, Buffer.from('<script>alert(1)</script>')]), admin);
    const stored = await app.app.inject({ url: answer.data?.uploadImage.url, cookies: { session: admin.token! } });
    expect(stored.rawPayload.includes('script')).toBe(false);
  });
});

test('without room for the temporary file, the graph says so, and nothing is stored', async () => {
  const before = await images();
  vi.stubEnv('TMPDIR', '/dev/null');
  onTestFinished(() => void vi.unstubAllEnvs());
  const answer = await app.upload('MODEL', await png('#0d0e0f'), admin);
  expect(answer.errors).toMatchObject([
    {
      message: 'The server has no room for the file. Please try again later.',
      extensions: { code: 'SERVICE_UNAVAILABLE' },
    },
  ]);
  expect(await images()).toBe(before);
});

describe('a store that is full', () => {
  const full = (at: RegExp): ImageStore => {
    const disk = diskImageStore(app.dataDir);
    const put = async (key: string, bytes: Buffer) => {
      if (at.test(key)) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      return disk.put(key, bytes);
    };
    return { ...disk, put };
  };
  // A path that is not a folder, so storing fails for every user, even root.
  const noFolder = () => diskImageStore('/dev/null');

  test.each([
    ['when the first thumbnail is stored', '#a00000', () => full(/-100\./)],
    ['when the picture itself is stored', '#00b000', () => full(/[0-9a-f]{64}\.webp/)],
    ['from the start', '#0000c0', noFolder],
  ])('%s is reported, and nothing is stored', async (_name, colour, store) => {
    const other = await startApp({ sharing: app, outside: { images: store() } });
    const bytes = await png(colour);
    const before = [
      files(),
      await images(),
      await app.sql('select count(*) from models'),
      await app.sql('select * from makes'),
    ];
    const message = 'The image could not be stored. Please try again later.';

    const answer = await other.upload('MODEL', bytes, admin);
    expect(answer.errors).toMatchObject([{ message, extensions: { code: 'SERVICE_UNAVAILABLE' } }]);
    const sent: [string, Parameters<typeof form>[0]][] = [
      [
        '/products',
        [
          ['company_detail_id', '53'],
          ['model', 'Full'],
          ['year', '2020'],
          ['images[]', { name: 'a.png', bytes }],
        ],
      ],
      ['/company-detail/53', [['icon', { name: 'a.png', bytes }]]],
    ];
    for (const [path, fields] of sent) {
      const response = await other.rest('POST', path, { as: admin, ...form(fields) });
      expect([response.statusCode, response.json()]).toEqual([503, { message }]);
    }
    expect([
      files(),
      await images(),
      await app.sql('select count(*) from models'),
      await app.sql('select * from makes'),
    ]).toEqual(before);
    await other.close();
    expect((await app.upload('MODEL', bytes, admin)).errors).toBeUndefined();
  });
});

describe('the sweep', () => {
  const sweep = () => removeUnusedImages(app.system, { before: new Date(Date.now() - 3_600_000) });

  test('removes unused images, and keeps recent ones and those in use', async () => {
    const [taken, old, young] = await Promise.all(
      ['#010203', '#040506', '#070809'].map(
        async (colour) => (await app.upload('MODEL', await png(colour), admin)).data!.uploadImage,
      ),
    );
    const input = { makeId: '53', name: 'Sweeper', year: 2020, images: [taken.hash] };
    await app.graph('mutation ($input: ModelInput!) { saveModel(input: $input) { id } }', { input }, admin);
    await app.sql(`update images set touched_at = now() - interval '2 days' where hash in (?, ?)`, [
      taken.hash,
      old.hash,
    ]);
    await sweep();
    const status = async (url: string) =>
      (await app.app.inject({ url, cookies: { session: admin.token! } })).statusCode;
    expect(await status(taken.url)).toBe(200);
    expect(await status(young.url)).toBe(200);
    expect(await status(old.url)).toBe(404);
    expect(await status(old.thumbnailUrl)).toBe(404);
    expect(readdirSync(join(app.dataDir, 'models')).filter((name) => name.startsWith(old.hash))).toEqual([]);
  });

  test('keeps an image intact if it is uploaded again at the same time', async () => {
    const bytes = await png('#0a0b0c');
    const { hash, url } = (await app.upload('MODEL', bytes, admin)).data!.uploadImage;
    for (let round = 0; round < 10; round++) {
      await app.sql(`update images set touched_at = now() - interval '2 days' where hash = ?`, [hash]);
      await Promise.all([sweep(), app.upload('MODEL', bytes, admin)]);
      expect(await app.sql('select 1 from images where hash = ?', [hash])).toHaveLength(1);
      expect((await app.app.inject({ url, cookies: { session: admin.token! } })).statusCode).toBe(200);
    }
  });
});
