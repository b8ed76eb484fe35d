/** Watches a file while it is being received. */
interface FileWatch {
  take: (chunk: Uint8Array) => void;
  /** The number of rows received, if the format shows it. */
  rows: () => number | undefined;
  /** Whether the received bytes end as a complete file does. */
  isWhole: () => boolean;
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts lines outside quotation marks, without the headings. */
function csvWatch(): FileWatch {
  let lines = 0;
  let quoted = false;
  let last = LINE_FEED;
  return {
    take(chunk) {
      for (const byte of chunk) {
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === LINE_FEED && !quoted) lines += 1;
      }
      last = chunk.at(-1) ?? last;
    },
    rows: () => Math.max(0, lines - 1),
    isWhole: () => last === LINE_FEED && !quoted,
  };
}

function xmlWatch(): FileWatch {
  const decoder = new TextDecoder();
  const end = '</product>';
  let rows = 0;
  let rest = '';
  return {
    take(chunk) {
      const text = rest + decoder.decode(chunk, { stream: true });
      const parts = text.split(end);
      rows += parts.length - 1;
      rest = (parts.at(-1) ?? '').slice(-end.length * 2);
    },
    rows: () => rows,
    isWhole: () => rest.trimEnd().endsWith('</products>'),
  };
}

/** A workbook is a zip archive: its rows are compressed, and its last 22 bytes begin with a signature. */
function zipWatch(): FileWatch {
  let tail = new Uint8Array();
  return {
    take(chunk) {
      const joined = new Uint8Array(Math.min(22, tail.length) + chunk.length);
      joined.set(tail);
      joined.set(chunk, tail.length);
      tail = joined.slice(-22);
    },
    rows: () => undefined,
    isWhole: () => tail.length === 22 && [0x50, 0x4b, 0x05, 0x06].every((byte, index) => tail[index] === byte),
  };
}

const watches: Record<string, () => FileWatch> = { csv: csvWatch, xml: xmlWatch, xlsx: zipWatch };

/** By file extension. Most broken connections raise an error; this finds those that do not. */
export const watchFile = (fileName: string) => (watches[fileName.split('.').at(-1) ?? ''] ?? csvWatch)();
