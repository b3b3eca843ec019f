import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
}

/** Parts of an answer that are not as they should be. */
export interface Fault {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly isUnverified?: boolean;
  readonly userHandle?: string;
  readonly challenge?: string;
  /** Whether the authenticator attests by a certificate, in the format `packed`. */
  readonly isAttested?: boolean;
}

/** Certificate of an authenticator's maker, made for this test, and its key. */
const maker = {
  certificate: Buffer.from(
    'MIIB0DCCAXegAwIBAgIUdNpd+Z5ByN+fxSQHCgZvAkL8PYQwCgYIKoZIzj0EAwIwTzELMAkGA1UEBhMCTk8xDTALBgNVBAoMBFRlc3QxIjAgBgNVBAsM' +
      'GUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xDTALBgNVBAMMBFRlc3QwIBcNMjYxMTI0MDIwOTM2WhgPMjEyNjEwMzEwMjA5MzZaME8xCzAJBgNVBAYT' +
      'Ak5PMQ0wCwYDVQQKDARUZXN0MSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQ0wCwYDVQQDDARUZXN0MFkwEwYHKoZIzj0CAQYIKoZI' +
      'zj0DAQcDQgAEiJgdgxeE/bwpNpSGrgJJI6fOSWIbn9M6G6dAaZ4RDoZ3YxZZeCcDFAJ/5Fj0DKuOM14lv1MZ8zPo5Zx+BNFttqMvMC0wDAYDVR0TAQH/' +
      'BAIwADAdBgNVHQ4EFgQUSsqIMlt7SYM8YYi3fhDd83J0WUYwCgYIKoZIzj0EAwIDRwAwRAIgG5dGlDy4hsqZEQFL/EqQkDoJDLTSTsz0o7jz3qTLOawC' +
      'IDyU1cQoUnLaggvoXu55EwsKrRq5JnD0cOLymTCxSV3S',
    'base64',
  ),
  key: createPrivateKey({
    key: Buffer.from(
      'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOLD6KY7Ch0BaugnMSU6N26lySMwkwOVEBOAjx4hwIY+hRANCAASImB2DF4T9vCk2lIau' +
        'Akkjp85JYhuf0zobp0BpnhEOhndjFll4JwMUAn/kWPQMq44zXiW/UxnzM+jlnH4E0W22',
      'base64',
    ),
    ...{ format: 'der', type: 'pkcs8' },
  }),
};

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A map of CBOR. */
const map = (members: readonly (readonly [string | number, CborValue])[]) => new Map(members);
type CborValue = string | number | Uint8Array | readonly Uint8Array[] | Map<string | number, CborValue>;
const cbor = (value: CborValue): Buffer => Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]));

/** An authenticator, with the browser before it: one credential (Web Authentication, sections 6 and 7). */
export class Authenticator {
  readonly id: Buffer;
  /** As the next signature has it; `null`: it stays at 0, as where credentials are synced. */
  counter: number | null = null;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #user = '';

  /** @param idBytes length of the credential's id @param padding bytes in its key that mean nothing */
  constructor(
    origin: string,
    idBytes = 32,
    readonly padding = 0,
  ) {
    this.id = randomBytes(idBytes);
    this.#origin = origin;
  }

  /** A new credential, as JSON. */
  create({ challenge, rp, user }: Options, fault: Fault = {}): string {
    this.#user = user?.id ?? '';
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    const padding = this.padding === 0 ? [] : [[100, Buffer.alloc(this.padding)] as const];
    const key = map([[1, 2], [3, -7], [-1, 1], [-2, xBytes], [-3, yBytes], ...padding]);
    const length = Buffer.from([this.id.length >> 8, this.id.length & 0xff]);
    const made = this.#data(rp?.id ?? '', 0x40, fault, [Buffer.alloc(16), length, this.id, cbor(key)]);
    const client = this.#client('webauthn.create', challenge, fault);
    const sig = sign('sha256', Buffer.concat([made, sha256(client)]), maker.key);
    const statement = fault.isAttested ? map(Object.entries({ alg: -7, sig, x5c: [maker.certificate] })) : map([]);
    const format = fault.isAttested ? 'packed' : 'none';
    const attestation = cbor(map(Object.entries({ fmt: format, attStmt: statement, authData: made })));
    return this.#json({
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    });
  }

  /** A signature, as JSON. */
  get({ challenge, rpId = '' }: Options, fault: Fault = {}): string {
    const authenticatorData = this.#data(rpId, 0, fault, []);
    const client = this.#client('webauthn.get', challenge, fault);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), this.#keys.privateKey);
    return this.#json({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: fault.userHandle ?? this.#user,
    });
  }

  #client(type: string, challenge: string, fault: Fault): Buffer {
    const origin = fault.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type: fault.type ?? type, challenge: fault.challenge ?? challenge, origin }));
  }

  #data(rpId: string, flags: number, fault: Fault, rest: readonly Buffer[]): Buffer {
    const counter = Buffer.alloc(5);
    counter[0] = flags | 0x01 | (fault.isUnverified ? 0 : 0x04);
    counter.writeUInt32BE(this.counter ?? 0, 1);
    return Buffer.concat([sha256(fault.rpId ?? rpId), counter, ...rest]);
  }

  #json(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }
}
