import { invalidField, type PortalError } from '../lib/errors.js';
import { holdsApiKey } from '../lib/redaction.js';
import { mayBeSentTo } from './address-rule.js';

const maxLength = 2048;

/**
 * The address of a webhook in the form of the URL Standard, in which each host has one spelling.
 *
 * @throws `invalid` unless it is an address of http or https without a user name, a password, a fragment or a key, and not too long
 */
export function checkedUrl(text: string): string {
  const refuse = (why: string): PortalError => invalidField('url', `This address cannot be a webhook's: ${why}.`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refuse('it is no URL, such as https://site.example/rebuild');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('it does not begin with https://');
  if (url.username !== '' || url.password !== '') throw refuse('it holds a name or a password');
  if (url.href.includes('#')) throw refuse('it has a fragment (#), which is never sent');
  if (url.href.length > maxLength) throw refuse(`it has more than ${maxLength.toLocaleString('en')} characters`);
  // The URL as it is stored: line breaks and tabs within the text are not in it any more.
  if (holdsApiKey(url.href)) throw refuse('it holds a key, and whoever may list webhooks reads it');
  return url.href;
}

/** @param allow `webhook_allow` @throws `invalid` unless the server sends to the address, as far as can be told before names are looked up */
export function requireReceiver(address: string, allow: readonly string[]): void {
  if (mayBeSentTo(address, allow)) return;
  const advice = 'It sends by https to public addresses, and to those in webhook_allow of its configuration.';
  throw invalidField('url', `The server does not send to this address. ${advice}`);
}
