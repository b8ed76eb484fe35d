import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The spellings of a key-data text: as a field, a column and a value of the graph's enums. */
const spellings = (name: string) => {
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [...new Set([name, column, column.toUpperCase()])];
};

/** Names that code uses for other things all the time. */
const COMMON = ['width', 'warning'];
export const isRare = (text: string) => !COMMON.includes(text);

/** Where code names a key-data text in any of its spellings. Made once for each text, because thousands of files are read. */
const namings = new Map<string, RegExp>();
function namingOf(text: string): RegExp {
  const known = namings.get(text);
  if (known) return known;
  const name = `(?:${spellings(text).join('|')})`;
  const naming = new RegExp(
    `(['"\`])${name}\\1|\\b\\w+\\.${name}\\b(?!\\()|\\b${name}: *['"\`{[\\d]|^\\s*${name}$|\\b${name} (=|<>) ''`,
    'm',
  );
  namings.set(text, naming);
  return naming;
}

/**
 * The key-data texts of `texts` that code names: in quotes, after a dot, as the key of a value, in a fragment, or as a
 * column in SQL. Many names are common words, so a variable of that name is none.
 */
export function keyDataIn(code: string, texts: readonly string[]): string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return texts.filter(
    (text) => isRare(text) && spellings(text).some((name) => bare.includes(name)) && namingOf(text).test(bare),
  );
}

/** The files below `folder` that name key data, with the texts. Generated files and migrations are left out. */
export const namesOfKeyData = (folder: 'server' | 'client', texts: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      .filter((path) => /\.(tsx?|graphql)$/.test(path) && !/\/(generated|migrations)\//.test(path))
      .flatMap((path) => {
        const named = keyDataIn(readFileSync(path, 'utf8'), texts);
        return named.length > 0 ? [[path, named]] : [];
      }),
  );
