import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default) with 19 MiB and 2 passes (docs/rules.md, "Passwords"). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

const nobody = hashPassword('nobody has this password');

/** False without a hash (no such user, or no password), but in the same time as with one. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash != null;
}
