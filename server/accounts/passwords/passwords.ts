import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default) with 19 MiB and 2 passes (docs/rules.md, "Passwords"). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The form in which a password is hashed: letters composed, spaces plain (OpaqueString of RFC 8265), so that it does not
 * depend on the device on which it is typed. It is never trimmed.
 */
export const passwordForm = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC');

export const hashPassword = (password: string): Promise<string> => hash(passwordForm(password), OPTIONS);

/** The form above first; then those under which older hashes were made: as typed, and typed on another device. */
const formsOf = (password: string) =>
  new Set([passwordForm(password), password, password.normalize('NFC'), password.normalize('NFD')]);

const nobody = hashPassword('nobody has this password');

/**
 * False without a hash (no such user, or no password), but in the same time as with one. A right password takes as long as a
 * wrong one: a sign-in that lacks its second factor must not tell them apart.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  let fits = false;
  for (const form of formsOf(password)) if (await verify(passwordHash ?? (await nobody), form)) fits = true;
  return fits && passwordHash != null;
}
