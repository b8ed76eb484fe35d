import { hash, randomBytes } from 'node:crypto';

/** A token for a browser's cookie; we store only its hash. */
export const newToken = () => randomBytes(32).toString('base64url');

export const hashOf = (token: string) => hash('sha256', token);
