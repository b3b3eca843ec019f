import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { customAlphabet } from 'nanoid';

/** Part of a brand's record: with it, addresses of its files are made and checked. */
export interface FileSecrets {
  /** Names the brand in addresses, whatever its slug. */
  readonly token: string;
  /** Key of the HMACs, 128 bits in base64url. The registry's format calls it a salt. */
  readonly salt: string;
}

const newToken = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 8);

export function newFileSecrets(): FileSecrets {
  return { token: newToken(), salt: randomBytes(16).toString('base64url') };
}

export interface AddressedFile {
  readonly id: number;
  readonly sha256: string;
  readonly name: string;
}

export interface Addresses {
  /** Changes when all addresses change; `undefined` if they never do. */
  readonly version: string | undefined;
  of(file: AddressedFile): string;
}

export const noAddresses: Addresses = {
  version: undefined,
  of() {
    throw new Error('A brand without files has no addresses of files');
  },
};

export const filesPrefix = '/files/';

/** Unguessable address of a file; its bytes, name and medium are part of it. */
export function addressOf({ token, salt: macKey }: FileSecrets, { id, sha256, name }: AddressedFile): string {
  const mac = macOf(macKey, 'address', id, sha256, name).subarray(0, 16).toString('base64url');
  return `${filesPrefix}${token}/${id}/${Buffer.from(sha256, 'hex').toString('base64url')}.${mac}/${name}`;
}

const addressPattern = /^\/files\/([0-9a-z]{8})\/([1-9]\d{0,15})\/([\w-]{43})\.[\w-]{22}\/([a-z0-9._-]{1,100})$/;

/**
 * The file that a path names.
 *
 * @param secretsOf by token
 * @returns `null` unless it is, character by character, an address that was made with these secrets
 */
export function fileAt(
  path: string,
  secretsOf: (token: string) => FileSecrets | undefined,
): (AddressedFile & { readonly token: string }) | null {
  const [, token = '', id = '', hash = '', name = ''] = addressPattern.exec(path) ?? [];
  const secrets = secretsOf(token);
  if (secrets === undefined) return null;
  const file = { id: Number(id), sha256: Buffer.from(hash, 'base64url').toString('hex'), name };
  // As a whole: base64url has spare bits, so that several texts would decode to one hash.
  return isSame(path, addressOf(secrets, file)) ? { token, ...file } : null;
}

/** Permission to download one object, in the address that git-lfs gets for it. */
export interface ObjectGrant {
  readonly key: string;
  readonly sha256: string;
  readonly expires: number;
}

export function signGrant({ salt: macKey }: FileSecrets, { key, sha256, expires }: ObjectGrant): string {
  return macOf(macKey, 'grant', key, sha256, expires).toString('base64url');
}

export function isSignedGrant(secrets: FileSecrets, grant: ObjectGrant, mac: string): boolean {
  return isSame(mac, signGrant(secrets, grant));
}

/** @param label prevents a signature for one purpose from being valid for another */
function macOf(key: string, label: string, ...signed: readonly (string | number)[]): Buffer {
  return createHmac('sha256', key)
    .update([label, ...signed].join('\0'))
    .digest();
}

/** Compares two texts, in constant time when they have one length. */
function isSame(text: string, expected: string): boolean {
  const bytes = Buffer.from(text);
  const expectedBytes = Buffer.from(expected);
  return bytes.length === expectedBytes.length && timingSafeEqual(bytes, expectedBytes);
}
