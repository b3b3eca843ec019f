import type { IncomingMessage } from 'node:http';
import { notFound } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { type BrandRecord, type Role, roleIn } from '../../registry/records.js';
import type { Principal } from '../../registry/sessions.js';
import type { Service } from '../../service/service.js';
import type { Cookie, NewSession } from '../../site/replies.js';
import type { Headers } from '../reply.js';

/** Cookie of the token of the session. */
const sessionCookie = 'bp';
/** Cookie that tells that this browser had a session. */
const formerSessionCookie = 'bp-was';
/** Pattern of a token: 32 bytes in base64url. */
const tokenPattern = /^[\w-]{43}$/;

/**
 * Name of a cookie as browsers know it. Over https it has the prefix that binds it to https and one host (RFC 6265bis). Not
 * all browsers take the prefix on loopback http.
 */
function prefixedName(origin: string, name: string): string {
  return origin.startsWith('https:') ? `__Host-${name}` : name;
}

/** Value of a cookie; `null` if there is none, or several. */
export function readCookie({ headers }: IncomingMessage, origin: string, name: string): string | null {
  const start = `${prefixedName(origin, name)}=`;
  const matches = (headers.cookie ?? '').split(/; */).filter((cookie) => cookie.startsWith(start));
  return matches.length === 1 ? (matches[0]?.slice(start.length) ?? null) : null;
}

/** Token of the session; `null` if there is none, or several. */
function readSessionToken(request: IncomingMessage, origin: string): string | null {
  const token = readCookie(request, origin, sessionCookie);
  return token !== null && tokenPattern.test(token) ? token : null;
}

/** The person who is signed in, as the registry is now; `null` without a session. */
export async function authenticate(
  request: IncomingMessage,
  { sessions }: Pick<Service, 'sessions'>,
  origin: string,
): Promise<Principal | null> {
  const token = readSessionToken(request, origin);
  return token === null ? null : sessions.recognise(token);
}

/**
 * Brand of a person, with the role in it.
 *
 * @throws `not_found` also without a role
 */
export function requireBrandOf({ person, brands }: Principal, slug: string): { brand: BrandRecord; role: Role } {
  const brand = brands.find((candidate) => candidate.slug === slug);
  const role = brand === undefined ? null : roleIn(person, slug);
  if (brand === undefined || role === null) throw notFound(say`Brand ${slug}`);
  return { brand, role };
}

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Headers that set the session's cookie, and one that tells that there was a session.
 *
 * @param session `null` to end it: the browser drops the pages in its cache
 */
export function sessionHeaders(session: NewSession | null, origin: string, now: Date): Headers {
  // Not `Expires`: the clock of the browser's machine may be wrong.
  const seconds = session === null ? 0 : Math.floor((Date.parse(session.expires_at) - now.getTime()) / 1000);
  const cookies = cookieHeaders({ name: sessionCookie, value: session?.token ?? '', seconds }, origin, 'Strict');
  if (session === null) return [...cookies, 'Clear-Site-Data', '"cache"'];
  return [
    ...cookies,
    ...cookieHeaders({ name: formerSessionCookie, value: '1', seconds: yearSeconds }, origin, 'Strict'),
  ];
}

/**
 * Headers that set a cookie.
 *
 * @param sameSite `Lax`: the browser sends it after a link from another site, too
 */
export function cookieHeaders({ name, value, seconds }: Cookie, origin: string, sameSite: 'Strict' | 'Lax'): Headers {
  const secure = origin.startsWith('https:') ? ['Secure'] : [];
  const cookie = [`${prefixedName(origin, name)}=${value}`, `Max-Age=${seconds}`, 'Path=/', 'HttpOnly'];
  return ['Set-Cookie', [...cookie, `SameSite=${sameSite}`, ...secure].join('; ')];
}
