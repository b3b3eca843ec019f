import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { AddressRule } from '../../src/registry/webhook-url.js';

/**
 * Every block of IANA's special-purpose address registries, as of 2025, those that are globally reachable among them. Left out is
 * ::ffff:0:0/96 (IPv4-mapped): what it stands for counts.
 *
 * https://www.iana.org/assignments/iana-ipv4-special-registry and https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const ipv4 = [
  ...['0.0.0.0/8', '0.0.0.0/32', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32', '192.0.0.10/32', '192.0.0.170/32'],
  ...['192.0.0.171/32'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.88.99.2/32', '192.168.0.0/16'],
  ...['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4', '255.255.255.255/32'],
];
const ipv6 = [
  ...['::1/128', '::/128', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64', '2001::/23'],
  ...['2001::/32', '2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:2::/48', '2001:3::/32', '2001:4:112::/48'],
  ...['2001:10::/28', '2001:20::/28', '2001:30::/28', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
  ...['5f00::/16', 'fc00::/7', 'fe80::/10'],
];

/** In other registries: multicast, and what was once site-local, IPv4-compatible, for 6bone, and outside 2000::/3. */
const others = ['224.0.0.0/4', 'ff00::/8', 'fec0::/10', '::/96', '::ffff:0:0:0/96', '4000::/3', '8000::/1'];

/** In the middle of given networks, and next to the blocks. */
const given = [
  ...['8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '128.0.0.0', '169.253.255.255'],
  ...['172.15.255.255', '172.32.0.0', '192.0.1.0', '192.88.98.255', '192.167.255.255', '192.169.0.0', '198.20.0.0'],
  ...['223.255.255.255', '2001:200::', '2001:db9::', '2003::', '2606:4700:4700::1111', '3ffe:ffff::1'],
];

const nothing = new AddressRule([]);
const isPublic = (address: string): boolean => nothing.allows('site.example', address, false);

/** The first and the last address of a block, and one between them. */
function within(block: string): string[] {
  const [network, bits] = ipaddr.parseCIDR(block);
  const first = network.toByteArray();
  const filled = (byte: number): string => {
    const bytes = first.map((value, at) => {
      const mask = 0xff >> Math.min(8, Math.max(0, bits - at * 8));
      return value | (byte & mask);
    });
    return ipaddr.fromByteArray(bytes).toString();
  };
  return [0x00, 0x5a, 0xff].map(filled);
}

const hex = (address: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.parse(address).toByteArray();
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

describe('a special address is not public', () => {
  it.each([...ipv4, ...ipv6, ...others])('%s', (block) => {
    for (const address of within(block)) expect([address, isPublic(address)]).toEqual([address, false]);
  });

  it.each(ipv4)('%s, in the forms of IPv6', (block) => {
    for (const address of within(block)) {
      const its = hex(address);
      // IPv4-mapped, IPv4-compatible, IPv4-translated, NAT64 (also for local use), 6to4, Teredo as server and as client.
      const forms = [`::ffff:${address}`, `::ffff:${its}`, `::${its}`, `::ffff:0:${its}`, `64:ff9b::${its}`];
      forms.push(`64:ff9b:1::${its}`, `2002:${its}::1`, `2001:0:${its}::1`, `2001:0:4136:e378:8000:63bf:${its}`);
      for (const form of forms) expect([form, isPublic(form)]).toEqual([form, false]);
    }
  });
});

it.each(given)('%s is public', (address) => expect(isPublic(address)).toBe(true));
