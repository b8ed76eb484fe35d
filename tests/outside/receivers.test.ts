import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addressesOf } from '../../server/outside/receivers/addressesOf';
import { openReceivers } from '../../server/outside/receivers/receivers';
import { startLocalReceiver } from '../support/localReceiver';
import { shared } from '../support/shared';
import { faultsOf } from '../support/tables';

/* docs/webhooks.md, "Addresses". */

const receiver = shared(startLocalReceiver);

const none = new BlockList();
const here = new BlockList();
here.addSubnet('127.0.0.0', 8, 'ipv4');

/** The addresses of the names of these tests. */
const NAMES: Record<string, string[]> = {
  'public.example.com': ['93.184.215.14'],
  'public6.example.com': ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'loopback.example.com': ['127.0.0.1'],
  'both.example.com': ['93.184.215.14', '10.0.0.1'],
  'mapped.example.com': ['::ffff:10.0.0.1'],
  'linklocal.example.com': ['fe80::1%2'],
  'metadata.google.internal': ['169.254.169.254'],
  'public.internal': ['93.184.215.14'],
  intranet: ['93.184.215.14'],
  'nothing.example.com': [],
};
const asked: string[] = [];
const resolve = async (name: string) => {
  asked.push(name);
  return (NAMES[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};
const strict = openReceivers({ listed: none, resolve });

describe('an address that is not of the public internet is refused', () => {
  test('in every spelling, and by every name that leads there', async () => {
    const urls = [
      'https://127.0.0.1/',
      'https://127.1/',
      'https://127.0.1/',
      'https://2130706433/',
      'https://0x7f000001/',
      'https://0x7f.0.0.1/',
      'https://0177.0.0.1/',
      'https://017700000001/',
      'https://127.0.0.1./',
      'https://１２７.０.０.１/',
      'https://127。0。0。1/',
      'https://①②⑦.0.0.1/',
      'https://%31%32%37.0.0.1/',
      'https://0/',
      'https://0.0.0.0/',
      'https://10.0.0.1/',
      'https://100.64.0.1/',
      'https://100.100.100.200/',
      'https://169.254.169.254/latest/meta-data/',
      'https://168.63.129.16/',
      'https://172.31.255.255/',
      'https://192.0.0.192/',
      'https://192.168.1.1/',
      'https://198.18.0.1/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
      'https://[::]/',
      'https://[::1]/',
      'https://[0:0:0:0:0:0:0:1]/',
      'https://[::127.0.0.1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[64:ff9b:1::a00:1]/',
      'https://[2002:7f00:1::]/',
      'https://[2001:0:5ef5:79fd::1]/',
      'https://[fc00::1]/',
      'https://[fd00:ec2::254]/',
      'https://[fe80::1]/',
      'https://[fec0::1]/',
      'https://[ff02::1]/',
      'https://[2001:db8::1]/',
      'https://loopback.example.com/',
      'https://LOOPBACK.example.com./',
      'https://ｌｏｏｐｂａｃｋ.example.com/',
      'https://both.example.com/',
      'https://mapped.example.com/',
      'https://linklocal.example.com/',
      'https://metadata.google.internal/',
      'https://public.internal/',
      'https://public.internal./',
      'https://intranet/',
    ];
    const refusal = 'This is not an address of the public internet.';
    const faults = await faultsOf(
      urls.map((url) => [url, url] as const),
      async (url) => {
        await expect(strict.check(url)).rejects.toThrow(refusal);
        // And again when something is sent: the name may have got another address since.
        await expect(strict.post(url, { headers: {}, body: '' })).rejects.toThrow(refusal);
      },
    );
    expect(faults).toEqual({});
  });

  test.each([
    ['http://public.example.com/', 'The address must begin with https://.'],
    ['ftp://public.example.com/', 'The address must begin with https://.'],
    ['file:///etc/passwd', 'The address must begin with https://.'],
    ['gopher://127.0.0.1/', 'The address must begin with https://.'],
    ['public.example.com', 'The address must begin with https://.'],
    ['https://', 'The address must begin with https://.'],
    ['https://user@public.example.com/', 'The address may not contain a name or a password.'],
    ['https://user:secret@public.example.com/', 'The address may not contain a name or a password.'],
    ['https://@public.example.com/', 'The address may not contain a name or a password.'],
    ['https://public.example.com:22/', 'The port must be 443 or 8443.'],
    ['https://public.example.com:6379/', 'The port must be 443 or 8443.'],
    ['https://nothing.example.com/', 'There is no address for nothing.example.com.'],
  ])('%s: %s', async (url, message) => {
    await expect(strict.check(url)).rejects.toThrow(message);
  });

  test.each([
    'https://public.example.com/hook?a=b',
    'https://public.example.com:8443/',
    'https://public6.example.com./',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
  ])('but %s is accepted', async (url) => {
    await expect(strict.check(url)).resolves.toBeUndefined();
  });
});

describe('an address of the operator’s own, which a setting lists', () => {
  const own = openReceivers({ listed: here, resolve: async () => [{ address: '127.0.0.1', family: 4 }] });

  test('is reached over http, on any port and by any name', async () => {
    const url = `http://erp.internal:${receiver.port}/hook`;
    await own.check(url);
    expect(await own.post(url, { headers: { a: 'b' }, body: '{}' })).toEqual({ status: 200, text: 'thanks' });
    expect(receiver.received.at(-1)).toMatchObject({ body: '{}', headers: { a: 'b', 'content-length': '2' } });
  });

  test('is never where clouds answer questions about their machines', async () => {
    const all = new BlockList();
    all.addSubnet('0.0.0.0', 0, 'ipv4');
    all.addSubnet('::', 0, 'ipv6');
    const open = openReceivers({ listed: all });
    const ipv4 = ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192'];
    const ipv6 = ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42', 'fe80::1'];
    for (const host of [...ipv4, ...ipv6.map((one) => `[${one}]`)])
      await expect(open.check(`http://${host}/`)).rejects.toThrow('not an address of the public internet');
    await expect(open.check('http://10.1.2.3/')).resolves.toBeUndefined();
  });
});

describe('a name', () => {
  test('is looked up once for each attempt: what was checked is what is connected to', async () => {
    let times = 0;
    // The first answer is ours, a second one would be somebody else's.
    const rebinding = openReceivers({
      listed: here,
      resolve: async () => [{ address: times++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
    });
    const { status } = await rebinding.post(`http://rebinding.example.com:${receiver.port}/`, {
      headers: {},
      body: '',
    });
    expect({ status, times }).toEqual({ status: 200, times: 1 });
  });

  test('that has got a private address since it was saved is refused', async () => {
    let address = '93.184.215.14';
    const changing = openReceivers({ listed: none, resolve: async () => [{ address, family: 4 }] });
    await changing.check('https://changing.example.com/');
    address = '127.0.0.1';
    await expect(changing.post('https://changing.example.com/', { headers: {}, body: '' })).rejects.toThrow(
      'not an address of the public internet',
    );
  });

  describe('that no name server answers', () => {
    const silent = shared(async () => {
      const socket = createSocket('udp4');
      await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
      return { servers: [`127.0.0.1:${socket.address().port}`], close: () => socket.close() };
    });
    const lookUps = () => process.getActiveResourcesInfo().filter((name) => /GetAddrInfo|Query/.test(name));

    test('is given up in time, and so is the look-up', async () => {
      const slow = openReceivers({
        listed: none,
        resolve: (name, signal) => addressesOf(name, signal, silent),
        timeout: 50,
      });
      const posts = Array.from({ length: 5 }, (_, at) => slow.check(`https://slow${at}.example.com/`));
      const outcomes = await Promise.allSettled(posts);
      expect(outcomes.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
        posts.map(() => 'No answer within 0.05 seconds.'),
      );
      expect(lookUps()).toEqual([]);
    });
  });

  test('of the hosts file, or of this machine, is not asked of a name server', async () => {
    const hostsFile = join(mkdtempSync(join(tmpdir(), 'motokey-hosts-')), 'hosts');
    writeFileSync(hostsFile, '# Ours\r\n10.1.2.3\tERP.internal erp # the old one\r\nfe80::1%2 erp\nnonsense erp\n');
    const { signal } = new AbortController();
    const addresses = async (name: string) =>
      (await addressesOf(name, signal, { servers: ['127.0.0.1:1'], hostsFile })).map(({ address }) => address);
    expect(await addresses('erp.internal')).toEqual(['10.1.2.3']);
    expect(await addresses('erp')).toEqual(['10.1.2.3', 'fe80::1%2']);
    expect(await addresses('app.localhost')).toEqual(['127.0.0.1', '::1']);
    rmSync(dirname(hostsFile), { recursive: true });
  });
});

describe('an answer', () => {
  const own = openReceivers({ listed: here, timeout: 300 });
  const post = () => own.post(receiver.url, { headers: {}, body: '{}' });

  test('that redirects is returned, not followed', async () => {
    receiver.state.answer = (response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${receiver.port}/elsewhere` }).end();
    const before = receiver.received.length;
    expect(await post()).toEqual({ status: 302, text: '' });
    expect(receiver.received.length).toBe(before + 1);
  });

  test('is read up to a kilobyte, without characters that cannot be stored', async () => {
    receiver.state.answer = (response) => {
      response.write(`a\0b\u001b${'x'.repeat(100_000)}`);
      // It never ends.
    };
    const { status, text } = await post();
    expect({ status, length: text.length, beginning: text.slice(0, 5) }).toEqual({
      status: 200,
      length: 1_024,
      beginning: 'a\ufffdb\ufffdx',
    });
  });

  test('that does not come in time, or breaks off, is said so', async () => {
    receiver.state.answer = () => {};
    await expect(post()).rejects.toThrow('No answer within 0.3 seconds.');
    receiver.state.answer = (response) => response.destroy();
    await expect(post()).rejects.toThrow('The connection was closed before there was an answer.');
    receiver.state.answer = receiver.ok;
    const nobody = own.post('http://127.0.0.1:1/', { headers: {}, body: '' });
    await expect(nobody).rejects.toThrow('The connection was refused.');
  });
});
