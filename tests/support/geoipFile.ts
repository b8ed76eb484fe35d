import { writeFile } from 'node:fs/promises';

type Value = string | number | { [key: string]: Value };

/** Encodes a value in the MaxMind DB format 2.0: a byte of type and size, then the bytes. Short values only. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return bytes.length < 29
      ? Buffer.concat([Buffer.from([(2 << 5) | bytes.length]), bytes])
      : Buffer.concat([Buffer.from([(2 << 5) | 29, bytes.length - 29]), bytes]);
  }
  if (typeof value === 'number') return Buffer.from([(6 << 5) | 4, 0, 0, value >> 8, value & 255]);
  const entries = Object.entries(value).flatMap(([key, inner]) => [encode(key), encode(inner)]);
  return Buffer.concat([Buffer.from([(7 << 5) | Object.keys(value).length]), ...entries]);
}

/** Writes a MaxMind DB to `path` that knows one IPv4 `address`, with `data` as its record. */
export async function writeGeoipFile(path: string, address: string, data: Value): Promise<void> {
  const bits = address.split('.').flatMap((byte) => [...Number(byte).toString(2).padStart(8, '0')].map(Number));
  const nodes = bits.length;
  const record = (number: number) => [number >> 16, (number >> 8) & 255, number & 255];
  // One node per bit: the next node for this address, "not found" (the number of nodes) for all others.
  const tree = bits.flatMap((bit, index) => {
    const onward = index + 1 < nodes ? index + 1 : nodes + 16;
    return bit ? [...record(nodes), ...record(onward)] : [...record(onward), ...record(nodes)];
  });
  const metadata: Value = {
    node_count: nodes,
    record_size: 24,
    ip_version: 4,
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test-City',
  };
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  await writeFile(path, Buffer.concat([Buffer.from(tree), Buffer.alloc(16), encode(data), marker, encode(metadata)]));
}
