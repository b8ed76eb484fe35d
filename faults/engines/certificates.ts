import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificates } from '../postgres.ts';

/** Makes, with openssl, a certificate authority `name` and a server's certificate for `host` signed by it. */
export function makeCertificates(openssl: string, folder: string, name: string, host = 'localhost'): Certificates {
  const path = (ending: string) => join(folder, `${name}-${ending}`);
  const run = (...args: string[]) => execFileSync(openssl, args, { stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const [authority, certificate] = [path('authority.crt'), path('server.crt')];
  run(
    'req',
    '-x509',
    ...key,
    '-keyout',
    path('authority.key'),
    '-out',
    authority,
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  );
  run('req', ...key, '-keyout', path('server.key'), '-out', path('server.csr'), '-subj', `/CN=${host}`);
  writeFileSync(path('names'), `subjectAltName=DNS:${host}\n`);
  const signer = ['-CA', authority, '-CAkey', path('authority.key'), '-CAcreateserial'];
  const names = ['-extfile', path('names')];
  run('x509', '-req', '-in', path('server.csr'), ...signer, ...names, '-out', certificate, '-days', '2');
  return { authority, certificate, key: path('server.key') };
}
