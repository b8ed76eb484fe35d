/** Reads along while a file arrives. */
interface FileWatch {
  take: (chunk: Uint8Array) => void;
  /** How many rows have arrived, where that can be told from outside. */
  rows: () => number | undefined;
  /** Whether what has arrived ends as such a file does. */
  isWhole: () => boolean;
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Lines outside of quotes, but for the headings. */
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

/** A workbook is a zip archive: its rows are packed, and its last 22 bytes begin with a signature. */
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

/** By the file's ending. A connection that breaks mostly says so; this is for one that does not. */
export const watchFile = (fileName: string) => (watches[fileName.split('.').at(-1) ?? ''] ?? csvWatch)();
