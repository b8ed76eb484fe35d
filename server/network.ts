import { isIPv6 } from 'node:net';

/**
 * The network by which throttles count an address (docs/rules.md, "Sign-in throttles"): an IPv4 address itself, or the
 * /64 of an IPv6 address, which is what a provider assigns to one household. An IPv4-mapped IPv6 address
 * (`::ffff:192.0.2.1`, in any spelling) counts as IPv4.
 */
export function networkOf(ip: string): string {
  const address = ip.split('%')[0] ?? ip; // without the zone id
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.replace(/[\d.]+\.\d+$/, inGroups).split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
}

/** `192.0.2.1` → `c000:201`. */
function inGroups(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':');
}

/** `['c000', '201']` → `192.0.2.1`. */
const dotted = (groups: string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
