import { hash } from 'node:crypto';
import { dayMs } from '../lib/clock.js';
import type { Seals } from '../registry/seals.js';

/** Schemes of programs that take the answer from the browser by an address of their own. */
const privateSchemes: ReadonlySet<string> = new Set(
  [
    'cursor',
    'vscode',
    'vscode-insiders',
    'vscodium',
    'windsurf',
    'zed',
    'raycast',
    'com.raycast',
    'claude',
    'jetbrains',
  ].map((scheme) => `${scheme}:`),
);

const [maxRedirects, maxIdLength, maxNameLength, lifeMs] = [10, 1200, 60, 365 * dayMs];

/** Rule of redirect addresses: https, a private scheme that is known, or http, which the library lets through for loopback names. */
export function redirectProblem(uris: unknown): string | null {
  if (!Array.isArray(uris)) return null;
  if (uris.length > maxRedirects) return `redirect_uris has at most ${maxRedirects} addresses`;
  const isKnown = (uri: unknown): boolean => {
    const { protocol = '' } = URL.canParse(String(uri)) ? new URL(String(uri)) : {};
    return ['https:', 'http:'].includes(protocol) || privateSchemes.has(protocol);
  };
  return uris.every(isKnown)
    ? null
    : 'redirect_uris takes https, http on this device, and the schemes of known programs';
}

/** Receiver of the answer: the host of an address, or the scheme of a private one. */
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

/** Metadata of a client, as far as they count here: all clients are public, and get codes and refresh tokens. */
export interface Metadata {
  readonly client_id: string;
  readonly client_name?: string;
  readonly redirect_uris: readonly string[];
}

/** Ids of registered clients, which hold the registration. */
export class RegisteredClients {
  constructor(
    private readonly seals: Seals,
    private readonly issuer: string,
    private readonly now: () => Date,
  ) {}

  /** @returns the id; `null` if it would be too long for an address */
  idOf(redirects: readonly string[], name: string): string | null {
    const id = this.seals.sign('client', [this.issuer, this.now().getTime(), name, ...redirects]);
    return id.length > maxIdLength ? null : id;
  }

  /** @returns `null` for an id that is over, or not of this issuer */
  find(id: string): Metadata | null {
    const held = id.length > maxIdLength ? null : this.seals.verify('client', id);
    if (!Array.isArray(held)) return null;
    const [issuer, issuedMs, name, ...redirects] = held;
    if (issuer !== this.issuer || this.now().getTime() >= Number(issuedMs) + lifeMs) return null;
    return { client_id: id, ...(name !== '' && { client_name: String(name) }), redirect_uris: redirects.map(String) };
  }
}

/** Whether the operator's list has the client's id, its host, or a receiver of its answers. */
export function isBlocked(blocked: readonly string[], { client_id, redirect_uris }: Metadata): boolean {
  const host = URL.canParse(client_id) ? [new URL(client_id).host] : [];
  const names = [client_id, ...host, ...redirect_uris.filter((uri) => URL.canParse(uri)).map(receiverOf)];
  return names.some((name) => blocked.includes(name));
}

/** Body of a registration with what counts of it. */
export function registeredIn(body: Record<string, unknown>): { redirects: string[]; name: string } {
  const { redirect_uris, client_name } = body;
  const redirects = Array.isArray(redirect_uris) ? redirect_uris.map(String) : [];
  return { redirects, name: typeof client_name === 'string' ? shownName(client_name) : '' };
}
