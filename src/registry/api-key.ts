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

/** `bp_`, 32 random characters (190 bits), 6 characters of checksum: scanners recognise it, typing errors are caught. */
export function generateApiKey(): string {
  let secret = '';
  while (secret.length < secretLength) secret += alphabet[randomInt(alphabet.length)];
  return `bp_${secret}${checksum(secret)}`;
}

/** Stored form of a key. A fast hash is enough: the secret is random, not a password. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/** A key, percent-encoded or not, also cut short or in the wrong case. */
const plainKey = /(?:b|%[46]2)(?:p|%[57]0)(?:_|%5f)(?:[0-9a-z]|%[0-9a-f]{2}){12,}/i;

/** A key in base64, as in `Authorization: Basic`: `bp_` at each of three offsets in a group of four characters. */
const encodedKey = /(?:YnBf|[2GWm]JwX|icF[89])[0-9A-Za-z]{16,}/;

/** A webhook's secret, also cut short. */
const webhookSecret = /whsec_[0-9A-Za-z+/%]{12,}=*/;

const [plainKeys, encodedKeys] = [new RegExp(plainKey, 'gi'), new RegExp(encodedKey, 'g')];
const webhookSecrets = new RegExp(webhookSecret, 'g');

/** Whether the text holds anything like a key or a webhook's secret. */
export function holdsApiKey(text: string): boolean {
  // The access log asks this of every line, and hardly one has a sign that all but the encoded form begin with.
  const mayBePlain = text.includes('_') || text.includes('%');
  return (mayBePlain && (plainKey.test(text) || webhookSecret.test(text))) || encodedKey.test(text);
}

/** The text with `bp_…` and `whsec_…` in place of secrets, for readers other than their owner. */
export function hideApiKeys(text: string): string {
  return holdsApiKey(text)
    ? text.replace(plainKeys, 'bp_…').replace(encodedKeys, 'bp_…').replace(webhookSecrets, 'whsec_…')
    : text;
}
