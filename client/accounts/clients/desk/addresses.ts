import type { NewUserInput } from '../../../graphql/generated/clientDesk';

/** Zero-width and direction marks, which come along when addresses are copied. */
const MARKS = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** A quoted name, a remark, an address in angle brackets, a separator, or a word. */
const TOKENS = /"((?:[^"\\]|\\.)*)"|\(([^()]*)\)|<([^<>]*)>|([,;\n])|[^\s,;<>"()]+|[<>"()]/g;

interface Token {
  kind: 'address' | 'name' | ',' | ';';
  text: string;
  /** In angle brackets: what stands before it is its name. */
  isMarked?: boolean;
}

const isAddress = (text: string) => /^[^@]+@./.test(text);
/** `mailto:ann@example.com?subject=Hello` → `ann@example.com`; also without the signs that a sentence puts around it. */
const bare = (text: string) =>
  text
    .trim()
    .replace(/^['[]*(mailto:)?/i, '')
    .replace(/\?.*$|[\]'.]+$/, '');

function tokensIn(text: string): Token[] {
  // Outlook writes ann@example.com<mailto:ann@example.com>.
  const plain = text.replace(MARKS, '').replace(/(\S+@[^\s<>]+)<mailto:\1>/gi, '$1');
  return Array.from(plain.matchAll(TOKENS), ([whole, quoted, remark, marked, separator]): Token => {
    if (separator) return { kind: separator === ',' ? ',' : ';', text: '' };
    if (marked !== undefined) return { kind: bare(marked) ? 'address' : 'name', text: bare(marked), isMarked: true };
    if (quoted !== undefined) return { kind: 'name', text: quoted.replace(/\\(.)/g, '$1') };
    if (remark !== undefined) return { kind: 'name', text: /^mailto:/i.test(remark) ? '' : remark };
    return isAddress(bare(whole)) ? { kind: 'address', text: bare(whole) } : { kind: 'name', text: whole };
  });
}

const isLabel = ({ kind, text }: Token) => kind === 'name' && text.endsWith(':');
const joined = (texts: readonly string[]) => texts.join(' ').replace(/\s+/g, ' ').trim();

function userOf(address: string, names: readonly string[]): NewUserInput {
  const fullName = joined(names).replace(/^'(.*)'$/, '$1');
  return { username: address, ...(fullName && !isAddress(fullName) && { fullName }) };
}

/** The users of an entry, whose tokens are apart by commas: "Lee, Ann <ann@example.com>", "ann@example.com Ann Lee". */
function usersIn(parts: readonly Token[][]): NewUserInput[] {
  const users: NewUserInput[] = [];
  let before = '';
  const tell = () => {
    if (before) users.push({ username: before });
    before = '';
  };
  for (const part of parts) {
    const first = part.find(({ kind }) => kind === 'address');
    // What stands before a comma belongs to an address only if it is marked as one.
    if (!first?.isMarked) tell();
    const names = before ? [`${before},`] : [];
    before = '';
    for (const { kind, text } of part) {
      if (kind === 'name') names.push(text);
      else users.push(userOf(text, names.splice(0)));
    }
    const last = first && users.at(-1);
    if (last && !last.fullName) Object.assign(last, userOf(last.username, names));
    else before = joined(names);
  }
  tell();
  return users;
}

const split = (tokens: readonly Token[], separator: Token['kind']): Token[][] => {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === separator) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
};

/**
 * The users in a list as mail programs write it, or in two columns of a sheet: each address once, with its name if it has
 * one. What is no address is a user, too, whom the server refuses.
 */
export function addressesIn(text: string): NewUserInput[] {
  const tokens = tokensIn(text);
  // "ann@example.com <ann@example.com>": a name that is an address.
  const named = tokens.filter((token, at) => token.kind !== 'address' || token.isMarked || !tokens[at + 1]?.isMarked);
  const users = new Map<string, NewUserInput>();
  for (const entry of split(named, ';')) {
    // "Friends: ann@example.com", "To: ann@example.com"
    const found = usersIn(split(entry.slice(entry.findIndex(isLabel) + 1), ','));
    for (const user of found) {
      const key = user.username.toLowerCase();
      users.set(key, { ...user, ...users.get(key) });
    }
  }
  return [...users.values()];
}

export const isUser = ({ username }: NewUserInput) => isAddress(username);
