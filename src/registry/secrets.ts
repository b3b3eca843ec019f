import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';

const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;

const randomCharacters = customAlphabet(base62Digits, randomLength);

/** Source of a regular expression for a secret; the checksum is not looked at. */
export const secretPattern = `bp_[0-9A-Za-z]{${randomLength + checksumLength}}`;

/** CRC-32 in base 62, as in GitHub's tokens. */
function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let digit = 0; digit < checksumLength; digit += 1) {
    text = base62Digits[rest % base62Digits.length] + text;
    rest = Math.floor(rest / base62Digits.length);
  }
  return text;
}

/** Secret of a key or a link: `bp_`, 32 random characters (190 bits), and a checksum by which secret scanners can recognise it. */
export function newSecret(): string {
  const random = randomCharacters();
  return `bp_${random}${checksum(random)}`;
}

/** Stored form of a secret. A fast hash is enough: it is random, not a password. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
