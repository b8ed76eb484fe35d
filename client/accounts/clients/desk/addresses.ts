import type { NewUserInput } from '../../../graphql/generated/clientDesk';

/** "Ann Lee <ann@example.com>, bob@example.com": addresses on lines or divided by commas, each with a name if it has one. */
export const addressesIn = (text: string): NewUserInput[] =>
  text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, name = '', address = part] = /^(.*?)\s*<?([^\s<>]+@[^\s<>]*)>?$/.exec(part) ?? [];
      const fullName = name.replace(/^"|"$/g, '').trim();
      return { username: address, ...(fullName && { fullName }) };
    });
