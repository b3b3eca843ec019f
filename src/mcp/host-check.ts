import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { PortalError } from '../lib/errors.js';
import { parsedUrl } from '../lib/parsed-url.js';

/** Adds the names of this machine to the given hosts, all without ports and spelled as in a URL. */
export function knownHosts(hosts: readonly string[]): string[] {
  return [...localhostAllowedHostnames(), ...hosts.map(spellAsInUrl)];
}

/** A host in lower case, and an IPv6 address in brackets. */
function spellAsInUrl(host: string): string {
  const url = isIPv6(host) ? `http://[${host}]` : `http://${host}`;
  return parsedUrl(url)?.hostname ?? host;
}

/**
 * Host header (RFC 9110, section 7.2): name and optional port. Checked first, because a URL parser would also accept
 * `user@host`.
 */
const hostHeader = /^(?:\[[\da-f:.]+\]|[^\s@:/?#[\]\\]+)(?::\d*)?$/i;

/**
 * Protection against DNS rebinding, by which a browser is sent here for another site: only known names are answered.
 *
 * @param known as `knownHosts` gives them
 * @throws `forbidden`
 */
export function requireKnownHost(headers: IncomingMessage['headers'], known: string[]): void {
  if (!hostHeader.test(headers.host ?? '') || !validateHostHeader(headers.host, known).ok) {
    throw new PortalError(
      'forbidden',
      'This host name is not known here. It can be added to mcp_hosts in the configuration.',
    );
  }
  if (!validateOriginHeader(headers.origin, known).ok) {
    throw new PortalError('forbidden', 'Requests from this origin are not accepted.');
  }
}
