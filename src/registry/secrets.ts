import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let digit = 0; digit < checksumLength; digit += 1) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

/** Secret of a key or a link: `bp_`, 32 random characters (190 bits), 6 characters of checksum: scanners recognise it, typing errors are caught. */
export function newSecret(): string {
  let secret = '';
  while (secret.length < secretLength) secret += alphabet[randomInt(alphabet.length)];
  return `bp_${secret}${checksum(secret)}`;
}

/** Stored form of a secret. A fast hash is enough: it is random, not a password. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
