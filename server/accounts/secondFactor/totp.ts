import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/* RFC 6238, as all apps support it: SHA-1, six digits, steps of 30 seconds. */

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** For the QR code that the app reads. */
export const totpUri = (secret: string, username: string): string =>
  new TOTP({ issuer: 'Motokey', label: username, secret }).toString();

/** A code as it was meant: input methods type full-width digits, and people group them with blanks, dashes, dots of all kinds. */
export const meantCode = (code: string): string => code.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');

/** A code of the app. For any other text, the comparison in constant time would throw. */
const SIX_DIGITS = /^[0-9]{6}$/;

/** The number of the step of 30 seconds whose code this is: the present one, or the one before or after it. Null for a wrong code. */
export function stepOf(secret: string, code: string): number | null {
  const timestamp = Date.now();
  const meant = meantCode(code);
  const isCode = SIX_DIGITS.test(meant);
  // Also for another text, so that the time tells nothing.
  const token = isCode ? meant : '000000';
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), window: 1, timestamp });
  return isCode && delta !== null ? TOTP.counter({ timestamp }) + delta : null;
}

/** Marks a secret that is encrypted. Base32 has no colon. */
const SEALED = 'aes:';
const CIPHER = 'aes-256-gcm';
const bytesOf = (key: string) => hash('sha256', key, 'buffer');

/** A user's secret as it is stored: encrypted with `key` (SECOND_FACTOR_KEY), if there is one. */
export function sealed(secret: string, userId: number, key: string | undefined): string {
  if (!key) return secret;
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, bytesOf(key), iv).setAAD(Buffer.from(String(userId)));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return SEALED + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** The secret that is stored as `stored`; null if it is encrypted with another key. */
export function unsealed(stored: string, userId: number, key: string | undefined): string | null {
  if (!stored.startsWith(SEALED)) return stored;
  if (!key) return null;
  const bytes = Buffer.from(stored.slice(SEALED.length), 'base64');
  const decipher = createDecipheriv(CIPHER, bytesOf(key), bytes.subarray(0, 12))
    .setAAD(Buffer.from(String(userId)))
    .setAuthTag(bytes.subarray(12, 28));
  try {
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
