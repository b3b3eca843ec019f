import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Purposes of the key: a value sealed for one is refused for another. */
type Kind = 'access' | 'client' | 'code' | 'refresh' | 'mail-invited' | 'mail-off';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
export const macBytes = 16;

/** Upper bound on the bytes of a sealed value. */
const maxBytes = 16 * 1024;

/** Whether a text has the form of something sealed; a key of the API has not. */
export const isSealed = (text: string): boolean => /^bp_(?:[0-9a-f]{2}){29,4000}$/.test(text);

/** Values that clients keep for the portal, which stores none of them: sealed, or readable with a MAC. */
export class Seals {
  constructor(private readonly key: Buffer) {}

  /** @returns in the form of a key, so that scanners and the log know it */
  seal(kind: Kind, value: unknown): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#keyOf(kind), iv);
    const bytes = [iv, cipher.update(deflateRawSync(JSON.stringify(value))), cipher.final(), cipher.getAuthTag()];
    return `bp_${Buffer.concat(bytes).toString('hex')}`;
  }

  /** @returns `null` unless this portal has sealed it */
  unseal(kind: Kind, text: string): unknown {
    if (!isSealed(text)) return null;
    const bytes = Buffer.from(text.slice(3), 'hex');
    const decipher = createDecipheriv(algorithm, this.#keyOf(kind), bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    try {
      const opened = [decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()];
      return parsed(Buffer.concat(opened));
    } catch {
      return null;
    }
  }

  /** @returns base64url, deflated and with a MAC */
  sign(kind: Kind, value: unknown): string {
    const bytes = deflateRawSync(JSON.stringify(value));
    return Buffer.concat([this.mac(kind, bytes), bytes]).toString('base64url');
  }

  /** @returns `null` unless this portal has signed it */
  verify(kind: Kind, text: string): unknown {
    const bytes = Buffer.from(text, 'base64url');
    const mac = bytes.subarray(0, macBytes);
    const signed = bytes.subarray(macBytes);
    return this.isMac(kind, signed, mac) ? parsed(signed) : null;
  }

  mac(kind: Kind, bytes: Buffer): Buffer {
    return createHmac('sha256', this.#keyOf(kind)).update(bytes).digest().subarray(0, macBytes);
  }

  isMac(kind: Kind, bytes: Buffer, mac: Buffer): boolean {
    return mac.length === macBytes && timingSafeEqual(mac, this.mac(kind, bytes));
  }

  #keyOf(kind: Kind): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, '', kind, 32));
  }
}

const parsed = (bytes: Buffer): unknown => JSON.parse(inflateRawSync(bytes, { maxOutputLength: maxBytes }).toString());
