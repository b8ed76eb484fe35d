import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/*
 * An authenticator in software (WebAuthn Level 2): P-256, no attestation. What it answers has the form in which browsers
 * send it.
 */

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const encode = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** CBOR, as far as it is needed: a text, and bytes of up to 65,535. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes]);

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

interface Behaviour {
  origin?: string;
  /** Whether it asks for a finger or a PIN. */
  verifies?: boolean;
  /** The RP ID that it signs. */
  rpId?: string;
  userHandle?: string;
}

/** One credential of one user. */
export class Authenticator {
  readonly id = randomBytes(32);
  /** Counts the signatures, if it counts at all. */
  counter = 0;
  private readonly key: KeyObject;
  private readonly cose: Buffer;
  private userHandle = '';

  constructor(private readonly origin = 'http://localhost:3000') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.key = privateKey;
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    this.cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** The answer to PublicKeyCredentialCreationOptionsJSON. */
  create(options: { challenge: string; rp: { id: string }; user: { id: string } }, behaviour: Behaviour = {}) {
    this.userHandle = options.user.id;
    const authData = Buffer.concat([
      this.authData(behaviour.rpId ?? options.rp.id, HAS_CREDENTIAL, behaviour),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.cose,
    ]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(authData)],
    ]);
    const clientDataJSON = encode(this.clientData('webauthn.create', options.challenge, behaviour));
    return this.answer({ clientDataJSON, attestationObject: encode(attestationObject), transports: ['internal'] });
  }

  /** The answer to PublicKeyCredentialRequestOptionsJSON. */
  get(options: { challenge: string; rpId: string }, behaviour: Behaviour = {}) {
    const authData = this.authData(behaviour.rpId ?? options.rpId, 0, behaviour);
    const clientData = this.clientData('webauthn.get', options.challenge, behaviour);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.key);
    return this.answer({
      clientDataJSON: encode(clientData),
      authenticatorData: encode(authData),
      signature: encode(signature),
      userHandle: behaviour.userHandle ?? this.userHandle,
    });
  }

  private answer(response: object) {
    return {
      id: encode(this.id),
      rawId: encode(this.id),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    };
  }

  private authData(rpId: string, flags: number, { verifies = true }: Behaviour): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | USER_PRESENT | (verifies ? USER_VERIFIED : 0)]), counter]);
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Behaviour): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
