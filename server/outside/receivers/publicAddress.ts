import { BlockList, isIPv6 } from 'node:net';

type Network = readonly [address: string, prefix: number];

function listOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4');
  return list;
}

/** IPv4 addresses that are not public: those of IANA's registry of special-purpose addresses, and multicast. */
const SPECIAL_IPV4 = listOf([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** Only these IPv6 addresses are routed on the internet. Mapped, NAT64, unique-local and link-local ones are not among them. */
const GLOBAL_IPV6 = listOf([['2000::', 3]]);
/** Those of them that are special: Teredo and others, documentation, 6to4. */
const SPECIAL_IPV6 = listOf([
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** The metadata services of clouds, and link-local addresses: refused whatever the settings say. */
const METADATA = listOf([
  ['169.254.0.0', 16],
  ['fe80::', 10],
  ['100.100.100.200', 32], // Alibaba
  ['168.63.129.16', 32], // Azure
  ['192.0.0.192', 32], // Oracle
  ['fd00:c1::a9fe:a9fe', 128], // Oracle
  ['fd00:ec2::', 32], // Amazon
  ['fd20:ce::254', 128], // Google
  ['fd00:42::42', 128], // Scaleway
]);

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether the address is one of the public internet. */
function isPublic(address: string): boolean {
  if (isIn(METADATA, address)) return false;
  if (isIPv6(address)) return isIn(GLOBAL_IPV6, address) && !isIn(SPECIAL_IPV6, address);
  return !isIn(SPECIAL_IPV4, address);
}

/** Whether an address is public, one of the operator's own (`listed`), or one to which nothing is sent. */
export function kindOfAddress(address: string, listed: BlockList): 'public' | 'own' | 'refused' {
  if (isPublic(address)) return 'public';
  return isIn(listed, address) && !isIn(METADATA, address) ? 'own' : 'refused';
}
