import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

const { SystemRoot } = process.env;
const HOSTS_FILE = SystemRoot ? join(SystemRoot, 'System32/drivers/etc/hosts') : '/etc/hosts';
/** Milliseconds that a name server has for its first answer, and how often each is asked. */
const PATIENCE = { timeout: 2_000, tries: 2 };
/** What a name server answers if there is no such name, or no such address of it. */
const NONE = ['ENOTFOUND', 'ENODATA'];

/**
 * All addresses of a full name: those of the hosts file, else those of the name servers; empty if there are none. `signal` ends the
 * look-up. That of the system (`dns.lookup`) cannot be ended, and as long as a name server is silent, each one occupies a thread that
 * files, passwords, and the names of the card provider and the database wait for.
 */
export async function addressesOf(
  name: string,
  signal: AbortSignal,
  { servers, hostsFile = HOSTS_FILE }: { servers?: string[]; hostsFile?: string } = {},
): Promise<LookupAddress[]> {
  const listed = addressesIn(await readFile(hostsFile, { encoding: 'utf8', signal }).catch(() => ''), name);
  if (listed.length > 0) return listed;
  // RFC 6761: never asked of a name server.
  if (/(^|\.)localhost$/i.test(name)) return withFamily(['127.0.0.1', '::1']);
  signal.throwIfAborted();
  const resolver = new Resolver(PATIENCE);
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.throwIfAborted();
    const found = [ipv4, ipv6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const failure = [ipv4, ipv6].find((one) => one.status === 'rejected' && !NONE.includes(one.reason.code));
    if (found.length === 0 && failure?.status === 'rejected') throw failure.reason;
    return withFamily(found);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function addressesIn(hosts: string, name: string): LookupAddress[] {
  const lines = hosts.split('\n').map((line) => (line.split('#')[0] ?? '').trim().toLowerCase().split(/\s+/));
  return withFamily(lines.flatMap(([address = '', ...names]) => (names.includes(name.toLowerCase()) ? [address] : [])));
}

const withFamily = (addresses: string[]): LookupAddress[] =>
  addresses.flatMap((address) => {
    const family = isIP(address.split('%')[0] ?? '');
    return family ? [{ address, family }] : [];
  });
