import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { createClient, createMake, createModel, createUser } from '../support/factories';
import { sharedPerson } from '../support/people';

/* What clients of the old PHP server send (docs/rest.md, "Coming from the PHP server"), byte for byte. */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
const locksmith = sharedPerson(app, 'locksmith');
let port: number;
let make: number;
beforeAll(async () => {
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
  make = (await createMake(app, { displayName: 'Honda' })).id;
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: any;
}

/** Sends a request as it is written, with the length of its body and the administrator's cookie. */
async function send(head: string, body: string | Buffer = '', { as = admin, length = true } = {}): Promise<Answer> {
  const [line, ...headers] = head.trim().split('\n');
  const socket = connect(port, '127.0.0.1');
  const lines = [
    line,
    'Host: localhost',
    'Connection: close',
    `Cookie: theme=dark; session=${as.token}`,
    ...headers,
    ...(length && (body.length > 0 || line!.startsWith('P')) ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
  ];
  socket.write(`${lines.map((one) => one!.trim()).join('\r\n')}\r\n\r\n`);
  socket.write(body);
  const [, ...found] =
    /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d+).*?\r\n([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(
      await text(socket),
    ) ?? [];
  const [status, told = '', answered = ''] = found;
  const named = told.split('\r\n').map((one) => /^(.*?): (.*)$/.exec(one)?.slice(1) ?? []);
  // A chunked body is one chunk here.
  const json = answered.replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, '');
  return {
    status: Number(status),
    headers: Object.fromEntries(named.map(([name = '', value = '']) => [name.toLowerCase(), value])),
    body: json && /json/.test(told) ? JSON.parse(json) : json,
  };
}

const FORM = 'Content-Type: application/x-www-form-urlencoded';
const logged = async (head: string, body: string | Buffer) => {
  const { status, body: answered } = await send(head, body);
  return [status, answered.details ?? answered];
};

describe('bodies', () => {
  const details = encodeURIComponent('Ténéré');
  test.each([
    ['jQuery', `${FORM}; charset=UTF-8\nX-Requested-With: XMLHttpRequest\nAccept: */*`, `details=${details}`],
    ['PHP curl, without an Accept', FORM, `details=${details}&_token=abc`],
    ['PHP curl, which waits for a go-ahead', `${FORM}\nExpect: 100-continue`, `details=${details}`],
    ['Guzzle', 'User-Agent: GuzzleHttp/7\nContent-Type: application/json', '{"details":"Ténéré"}'],
    [
      'axios',
      'Accept: application/json, text/plain, */*\nContent-Type: application/json;charset=utf-8',
      '{"details":"Ténéré"}',
    ],
    ['C#', 'Content-Type: application/json; charset="UTF-8"', '{"details":"T\\u00e9n\\u00E9r\\u00e9"}'],
    ['a type in capitals', 'CONTENT-TYPE: Application/JSON', '{"details":"Ténéré"}'],
    ['text/json', 'Content-Type: text/json', '{"details":"Ténéré"}'],
    ['another kind of JSON', 'Content-Type: application/vnd.api+json', '{"details":"Ténéré"}'],
    ['a page in Latin-1', `${FORM}; charset=ISO-8859-1`, 'details=T%E9n%e9r%E9'],
    ['Latin-1, not escaped', `${FORM}; charset=iso-8859-1`, Buffer.from('details=Ténéré', 'latin1')],
    [
      'JSON in Latin-1',
      'Content-Type: application/json; charset=windows-1252',
      Buffer.from('{"details":"Ténéré"}', 'latin1'),
    ],
    [
      'C# with multipart: a quoted boundary, names without quotes',
      'Content-Type: multipart/form-data; boundary="b-1"',
      '--b-1\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=details\r\n\r\nTénéré\r\n--b-1--\r\n',
    ],
    [
      'Guzzle with multipart: the length of each part',
      'Content-Type: multipart/form-data; boundary=b1',
      '--b1\r\nContent-Disposition: form-data; name="details"\r\nContent-Length: 9\r\n\r\nTénéré\r\n--b1--\r\n',
    ],
  ])('of %s', async (_client, headers, body) => {
    expect(await logged(`POST /api/userlogs HTTP/1.1\n${headers}`, body)).toEqual([201, 'Ténéré']);
  });

  test('in chunks', async () => {
    const head = `POST /api/userlogs HTTP/1.1\n${FORM}\nTransfer-Encoding: chunked`;
    const { status, body } = await send(head, '7\r\ndetails\r\n3\r\n=ab\r\n0\r\n\r\n', { length: false });
    expect([status, body.details]).toEqual([201, 'ab']);
  });

  test.each([
    ['a charset that nobody knows', `${FORM}; charset=klingon`, 'details=%E9', 415],
    ['escapes of another charset than it says', `${FORM}; charset=utf-8`, 'details=%E9', 400],
    ['multipart without a boundary', 'Content-Type: multipart/form-data', 'details=x', 400],
    ['no type', 'X-None: 1', 'details=x', 415],
  ])('are refused for %s', async (_what, headers, body, status) => {
    const answer = await send(`POST /api/userlogs HTTP/1.1\n${headers}`, body);
    expect([answer.status, answer.body]).toEqual([status, { message: expect.any(String) }]);
  });

  test('a box that may be ticked, with the hidden field before it', async () => {
    const user = await createUser(app);
    const save = async (body: string) => (await send(`PUT /api/users/${user.id} HTTP/1.1\n${FORM}`, body)).body.enabled;
    expect(await save('enabled=0')).toBe(false);
    expect(await save('enabled=0&enabled=1')).toBe(true);
    expect(await save('enabled=off')).toBe(false);
    expect(await save('enabled=on')).toBe(true);
    expect((await send(`PUT /api/users/${user.id} HTTP/1.1\n${FORM}`, 'enabled=0&enabled=perhaps')).status).toBe(422);
  });

  test('lists with numbered and escaped brackets, and nested ones are refused by name', async () => {
    const model = await createModel(app, { id: make } as never, { name: 'CB 1' });
    const save = (body: string) => send(`POST /api/products/${model.id}?naming=listing HTTP/1.1\n${FORM}`, body);
    for (const pair of [
      'number1%5B%5D=a&number1%5B%5D=b',
      'number1%5B0%5D=a&number1%5B1%5D=b',
      'number1[1]=b&number1[0]=a',
    ])
      expect((await save(pair)).body.number1, pair).toEqual(['a', 'b']);
    const nested = await save('image_ids[0][id]=1');
    expect([nested.status, nested.body.errors]).toEqual([
      422,
      { image_ids: ['Please write image_ids[] or image_ids[0], not image_ids[0][id].'] },
    ]);
  });
});

describe('methods', () => {
  test('a POST may stand for a PUT: in the body, in multipart, in a header and in the query', async () => {
    const client = await createClient(app);
    const put = async (head: string, body: string) => {
      const answer = await send(head.replace(':id', String(client.id)), body);
      return [answer.status, answer.body.max_user];
    };
    expect(await put(`POST /api/clients/:id HTTP/1.1\n${FORM}`, '_method=PUT&max_user=21')).toEqual([200, 21]);
    const multipart = `--b\r\nContent-Disposition: form-data; name="_method"\r\n\r\nput\r\n--b\r\nContent-Disposition: form-data; name="max_user"\r\n\r\n22\r\n--b--\r\n`;
    const type = 'Content-Type: multipart/form-data; boundary=b';
    expect(await put(`POST /api/clients/:id HTTP/1.1\n${type}`, multipart)).toEqual([200, 22]);
    expect(await put(`POST /api/clients/:id HTTP/1.1\n${FORM}\nX-HTTP-Method-Override: PUT`, 'max_user=23')).toEqual([
      200, 23,
    ]);
    expect(await put(`POST /api/clients/:id?_method=PUT HTTP/1.1\n${FORM}`, 'max_user=24')).toEqual([200, 24]);
    expect(await put(`POST /api/clients/:id HTTP/1.1\n${FORM}`, 'max_user=25')).toEqual([404, undefined]);
    expect(await put(`POST /api/clients/:id HTTP/1.1\n${FORM}`, '_method=PATCH&max_user=26')).toEqual([404, undefined]);
    // Not the other way round: nothing that only reads may change a record.
    expect(await put('GET /api/clients/:id?_method=DELETE HTTP/1.1', '')).toEqual([200, 24]);
  });

  test('or for a DELETE, where a POST of its own would change the record', async () => {
    const model = await createModel(app, { id: make } as never, { name: 'CB 2' });
    const path = `/api/products/${model.id}`;
    expect((await send(`POST ${path} HTTP/1.1\n${FORM}`, '_method=delete&tips=x')).status).toBe(204);
    expect((await send(`GET ${path} HTTP/1.1`)).status).toBe(404);
  });

  test('only for those who may call the other one', async () => {
    const user = await createUser(app);
    for (const as of [{}, locksmith])
      for (const path of [`/api/users/${user.id}`, `/api/company-detail/${make}`])
        expect((await send(`POST ${path} HTTP/1.1\n${FORM}`, '_method=DELETE', { as })).status).toBeOneOf([401, 403]);
    expect((await send(`GET /api/users/${user.id} HTTP/1.1`)).status).toBe(200);
  });

  test('OPTIONS and HEAD', async () => {
    const options = await send('OPTIONS /api/products HTTP/1.1');
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, POST']);
    expect(options.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await send('OPTIONS /api/users/1 HTTP/1.1')).headers.allow).toBe('GET, HEAD, PUT, DELETE');
    expect((await send('OPTIONS /api/nothing HTTP/1.1')).status).toBe(404);
    const head = await send('HEAD /api/roles HTTP/1.1');
    expect([head.status, head.body]).toEqual([200, '']);
  });

  test('a method in small letters is no HTTP: 400', async () => {
    expect((await send('get /api/roles HTTP/1.1')).status).toBe(400);
  });

  test('HTTP 1.0, and a DELETE with a type but no body', async () => {
    expect((await send('GET /api/roles HTTP/1.0')).status).toBe(200);
    expect((await send(`DELETE /api/products/999999 HTTP/1.1\n${FORM}; charset=UTF-8`)).status).toBe(404);
    expect((await send(`DELETE /api/products/999999 HTTP/1.1\nContent-Type: application/json`, '{}')).status).toBe(404);
  });
});

describe('paths', () => {
  test.each([
    '/api/roles/',
    '/api//roles',
    '//api/roles//',
    '/index.php/api/roles',
    '/public/index.php/api/roles',
    '/public/api/roles',
    '/api/index.php/roles',
    '/api/roles?next=//x/index.php/api//y',
  ])('%s', async (path) => {
    const { status, body } = await send(`GET ${path} HTTP/1.1`);
    expect([status, body.length]).toEqual([200, 2]);
  });

  test.each([
    '/apindex.php/roles',
    '/index.php/roles',
    '/index.php/graphql',
    '/public/healthz',
    '/API/roles',
    '/api/Roles',
  ])('%s is none', async (path) => {
    expect((await send(`GET ${path} HTTP/1.1\nAccept: application/json`)).status).toBe(404);
  });

  test('words of a query in capitals, and escapes in it', async () => {
    const { status, body } = await send(
      'GET /api/company-detail?sortBy=DISPLAY_NAME&dir=DESC&page=1&limit=10 HTTP/1.1',
    );
    expect([status, body.total]).toEqual([200, 1]);
    expect((await send('GET /api/products/search?make=Hon%64a&order=Asc HTTP/1.1')).status).toBe(200);
  });
});
