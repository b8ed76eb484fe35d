import { createHash, randomBytes } from 'node:crypto';

/** What a browser holds in a cookie; we hold its hash. */
export const newToken = () => randomBytes(32).toString('base64url');

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
