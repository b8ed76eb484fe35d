import { refusal } from '../refusal';
import { MAX_CELL } from '../sheet';
import { readPart, tooLong } from './xml';
import type { Zip } from './zipReader';

/** The maximum size of the shared texts, in characters: they are kept in memory. */
const MAX_SHARED = 60_000_000;

/** The texts of `t` elements, one after the other, without the readings that East Asian words may have beside them. */
export function textCollector() {
  let inText = false;
  let inReading = false;
  let collected = '';
  return {
    open(tag: string) {
      if (tag === 't') inText = true;
      if (tag === 'rPh') inReading = true;
    },
    close(tag: string) {
      if (tag === 't') inText = false;
      if (tag === 'rPh') inReading = false;
    },
    text(text: string) {
      if (inText && !inReading) collected += text;
      refuseLong(collected);
    },
    take() {
      const text = plainText(collected);
      collected = '';
      return text;
    },
  };
}

/** Called while a text is read, to keep no long text in memory. */
export function refuseLong(text = ''): void {
  // _xHHHH_ is one character.
  if (text.length > MAX_CELL * 7) throw tooLong();
}

/** ST_Xstring: _xHHHH_ stands for a character. Every line ends with \n. */
export function plainText(text: string): string {
  const plain = text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain;
}

/** The texts that cells refer to by their index. */
export async function readSharedTexts(zip: Zip, part: string): Promise<string[]> {
  const texts: string[] = [];
  let size = 0;
  const collector = textCollector();
  await readPart(zip, part, {
    open: collector.open,
    text: collector.text,
    close(tag) {
      collector.close(tag);
      if (tag !== 'si') return;
      const text = collector.take();
      size += text.length + 8;
      if (size > MAX_SHARED) throw refusal('The workbook has too much text: save it as .csv.');
      texts.push(text);
    },
  });
  return texts;
}
