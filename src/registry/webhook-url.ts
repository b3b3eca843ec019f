import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { invalidField, type PortalError } from '../lib/errors.js';
import { holdsApiKey } from '../lib/redaction.js';
import { amount, asSaid, type ErrorText, say } from '../lib/say.js';

const maxLength = 2048;

type Address = ReturnType<typeof ipaddr.process>;
type Subnet = [Address, number];

/** Subnets of IANA's special-purpose registries that the library takes for public. */
const specialSubnets = [
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '2001::/23',
  '2620:4f:8000::/48',
  '3fff::/20',
].map((subnet): Subnet => ipaddr.parseCIDR(subnet));

/** The only IPv6 space that IANA has allocated for global unicast (RFC 4291); the library calls all the rest `unicast`, too. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Guard against server-side request forgery. Allowed: public addresses by https; those in `webhook_allow` wherever they are, also by
 * http. The address of the connection is checked, not an earlier look-up of its name, which may change (DNS rebinding).
 */
export class AddressRule {
  readonly #names: ReadonlySet<string>;
  readonly #subnets: readonly Subnet[];

  /** @param allow host names, addresses, and subnets such as `10.1.0.0/16` */
  constructor(allow: readonly string[]) {
    const names = allow.filter((entry) => !isAddressOrSubnet(entry));
    this.#names = new Set(names.map((name) => name.toLowerCase()));
    this.#subnets = allow.filter(isAddressOrSubnet).map((entry) => {
      if (entry.includes('/')) return ipaddr.parseCIDR(entry);
      const address = ipaddr.process(entry);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });
  }

  /**
   * Whether a connection may be made.
   *
   * @param host name in the URL
   * @param address to which the name was resolved
   * @param isPlain whether the connection is by http
   */
  allows(host: string, address: string, isPlain: boolean): boolean {
    const parsed = parse(address);
    if (parsed === null) return false;
    if (this.#names.has(host.toLowerCase())) return true;
    return isWithin(parsed, this.#subnets) || (!isPlain && isPublic(parsed));
  }

  /** Whether an address could be allowed, as far as can be told before names are looked up. */
  couldAllow({ hostname, protocol }: URL): boolean {
    const host = withoutBrackets(hostname);
    const isPlain = protocol === 'http:';
    if (isIP(host) !== 0) return this.allows(host, host, isPlain);
    return !isPlain || this.#names.has(host.toLowerCase()) || this.#subnets.length > 0;
  }
}

/** The host of a URL as look-ups take it: an IPv6 address has brackets there. */
export function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function isAddressOrSubnet(text: string): boolean {
  return isIP(text.split('/')[0] as string) !== 0;
}

/** Parses an address; IPv4 in the form of IPv6 (`::ffff:127.0.0.1`) becomes IPv4. `null` with a zone (`%eth0`). */
function parse(address: string): Address | null {
  if (isIP(address) === 0 || address.includes('%') || !ipaddr.isValid(address)) return null;
  return ipaddr.process(address);
}

function isWithin(address: Address, subnets: readonly Subnet[]): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return subnets.some(([network, bits]) => {
    if (address instanceof IPv4) return network instanceof IPv4 && address.match(network, bits);
    return network instanceof IPv6 && address.match(network, bits);
  });
}

/** Whether no special-purpose registry (RFC 6890) has the address: private, loopback, link-local, shared, multicast, reserved, … */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || isWithin(address, specialSubnets)) return false;
  return address.kind() === 'ipv4' || isWithin(address, [globalUnicast]);
}

/**
 * The address of a webhook in the form of the URL Standard, in which each host has one spelling.
 *
 * @throws `invalid` unless it is an address of http or https without a user name, a password, a fragment or a key, and not too long
 */
export function checkedUrl(text: string): string {
  const refuse = (why: ErrorText): PortalError =>
    invalidField('url', say`This address cannot be a webhook's: ${asSaid(why)}.`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refuse('it is no URL, such as https://site.example/rebuild');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('it does not begin with https://');
  if (url.username !== '' || url.password !== '') throw refuse('it holds a name or a password');
  if (url.href.includes('#')) throw refuse('it has a fragment (#), which is never sent');
  if (url.href.length > maxLength) throw refuse(say`it has more than ${amount(maxLength)} characters`);
  // The URL as it is stored: line breaks and tabs within the text are not in it any more.
  if (holdsApiKey(url.href)) throw refuse('it holds a key, and whoever may list webhooks reads it');
  return url.href;
}

/** Part that is shown of an address that is a secret, such as `https://hooks.slack.com/…7f2a`. */
export const shownAddress = (address: string): string => `${new URL(address).origin}/…${address.slice(-4)}`;

/** @param allow `webhook_allow` @throws `invalid` unless the server sends to the address, as far as can be told before names are looked up */
export function requireReceiver(address: string, allow: readonly string[]): void {
  if (new AddressRule(allow).couldAllow(new URL(address))) return;
  const advice = 'It sends by https to public addresses, and to those in webhook_allow of its configuration.';
  throw invalidField('url', say`The server does not send to this address. ${asSaid(advice)}`);
}
