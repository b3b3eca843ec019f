import { hash } from 'node:crypto';
import { dayMs } from '../lib/clock.js';
import { parsedUrl } from '../lib/parsed-url.js';
import type { Seals } from '../registry/seals.js';

/** URL schemes through which known programs receive the response from the browser. */
const privateSchemes: ReadonlySet<string> = new Set(
  'cursor vscode vscode-insiders vscodium windsurf zed raycast com.raycast claude jetbrains'
    .split(' ')
    .map((scheme) => `${scheme}:`),
);

const maxRedirects = 10;

/**
 * Upper bound on the length of an id, which contains the whole registration and must fit into the query of an address.
 */
const maxIdLength = 1200;

const maxNameLength = 60;

/** Lifetime of a registration, after which the client registers again. */
const lifetimeMs = 365 * dayMs;

/** Hosts that a content security policy can name: there, `;` and `,` end a source, and `*` is any host. */
const namedHost = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/**
 * Rule of redirect addresses: https, a known private scheme, or http, which the library accepts only for loopback
 * names.
 */
export function redirectProblem(uris: unknown): string | null {
  if (!Array.isArray(uris)) return null;
  if (uris.length > maxRedirects) return `redirect_uris has at most ${maxRedirects} addresses`;
  for (const uri of uris) {
    const problem = problemOf(String(uri));
    if (problem !== null) return `redirect_uris takes ${problem}`;
  }
  return null;
}

function problemOf(uri: string): string | null {
  const { protocol = '', host = '' } = parsedUrl(uri) ?? {};
  if (privateSchemes.has(protocol)) return null;
  if (protocol !== 'https:' && protocol !== 'http:')
    return 'https, http on this device, and the schemes of known programs';
  return namedHost.test(host) ? null : 'hosts of letters, digits, dots and hyphens, and IP addresses';
}

/** Receiver of the response, which is the host of an address or its private scheme. */
export function receiverOf(redirect: string): string {
  const { protocol, host } = new URL(redirect);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}

/** The part of a redirect address that a content security policy names. */
export function sourceOf(redirect: string): string {
  const { protocol, origin } = new URL(redirect);
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}

export const idHash = (clientId: string): string => hash('sha256', clientId);

export const shownName = (name: string | undefined): string =>
  [...(name ?? '').trim()].slice(0, maxNameLength).join('');

/** The used metadata of a client. All clients are public, and get codes and refresh tokens. */
export interface Metadata {
  readonly client_id: string;
  readonly client_name?: string;
  readonly redirect_uris: readonly string[];
}

/** Makes and reads the ids of registered clients. An id contains the registration itself, so none is stored. */
export class RegisteredClients {
  constructor(
    private readonly seals: Seals,
    private readonly issuer: string,
    private readonly now: () => Date,
  ) {}

  /** @returns the id; `null` if it would be too long for an address */
  createId(redirects: readonly string[], name: string): string | null {
    const id = this.seals.sign('client', [this.issuer, this.now().getTime(), name, ...redirects]);
    return id.length > maxIdLength ? null : id;
  }

  /**
   * Finds the registration in an id, without addresses that are not accepted any longer.
   *
   * @returns `null` for an id that has expired, comes from another issuer, or has no address left
   */
  find(id: string): Metadata | null {
    const registration = id.length > maxIdLength ? null : this.seals.verify('client', id);
    if (!Array.isArray(registration)) return null;
    const [issuer, issuedMs, name, ...redirects] = registration;
    if (issuer !== this.issuer || this.now().getTime() >= Number(issuedMs) + lifetimeMs) return null;
    const accepted = redirects.map(String).filter((uri) => problemOf(uri) === null);
    if (accepted.length === 0) return null;
    const metadata = { client_id: id, redirect_uris: accepted };
    return name === '' ? metadata : { ...metadata, client_name: String(name) };
  }
}

/** Whether the operator's list has the id of the client, the host of its id, or a receiver of its responses. */
export function isBlocked(blocked: readonly string[], { client_id, redirect_uris }: Metadata): boolean {
  const receivers = redirect_uris.filter((uri) => parsedUrl(uri) !== null).map(receiverOf);
  const names = [client_id, parsedUrl(client_id)?.host ?? client_id, ...receivers];
  return names.some((name) => blocked.includes(name));
}

/** Reads the members of a registration's body that are used. */
export function parseRegistration(body: Record<string, unknown>): { redirects: string[]; name: string } {
  const { redirect_uris, client_name } = body;
  const redirects = Array.isArray(redirect_uris) ? redirect_uris.map(String) : [];
  return { redirects, name: typeof client_name === 'string' ? shownName(client_name) : '' };
}
