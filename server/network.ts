import { isIPv6 } from 'node:net';

/**
 * What throttles count as one address: an IPv4 address as it is, and of an IPv6 address the /64 it lies in, which is
 * what a provider gives to one household. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) counts as IPv4.
 */
export function networkOf(ip: string): string {
  const address = ip.split('%')[0] ?? ip; // without a zone
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const [before, after] = [groups(head), groups(tail ?? '')];
  // An IPv4 address at the end stands for two groups; it is beyond the first four, so any two will do.
  const length = before.length + after.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(8 - length).fill('0');
  return [...before, ...zeros, ...after].map((group) =>
    group.includes('.') ? group : Number.parseInt(group, 16).toString(16),
  );
}
