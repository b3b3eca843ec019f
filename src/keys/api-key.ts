import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
const pattern = new RegExp(`^bp_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let place = 0; place < checksumLength; place += 1) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

/** `bp_`, 32 random characters (190 bits), 6 characters of checksum: scanners recognise it, typing errors are caught. */
export function generateApiKey(): string {
  let secret = '';
  while (secret.length < secretLength) secret += alphabet[randomInt(alphabet.length)];
  return `bp_${secret}${checksum(secret)}`;
}

export function isWellFormedApiKey(text: string): boolean {
  const [, secret, check] = pattern.exec(text) ?? [];
  return secret !== undefined && checksum(secret) === check;
}

/** What is stored of a key. A fast hash is enough: the secret is random, not a password. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
