import type { IncomingMessage } from 'node:http';
import type { NewSession } from '../../backend/context.js';
import type { Headers } from '../headers.js';

/** Browsers take a cookie with this prefix over https alone and for one host (RFC 6265bis); not all do so on a loopback http. */
function cookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-bp' : 'bp';
}

/** Token of the session; `null`: there is none, or several. */
export function tokenIn({ headers }: IncomingMessage, origin: string): string | null {
  const name = `${cookieName(origin)}=`;
  const found = (headers.cookie ?? '').split(/; */).filter((part) => part.startsWith(name));
  const token = found.length === 1 ? found[0]?.slice(name.length) : undefined;
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
}

/** The session's cookie. @param session `null`: it ends, and the browser drops the pages in its cache */
export function sessionHeaders(session: NewSession | null, origin: string, now: Date): Headers {
  const secure = origin.startsWith('https:') ? ['Secure'] : [];
  // Not `Expires`: the clock of the browser's machine may be wrong.
  const seconds = session === null ? 0 : Math.floor((Date.parse(session.expires_at) - now.getTime()) / 1000);
  const cookie = [`${cookieName(origin)}=${session?.token ?? ''}`, `Max-Age=${seconds}`];
  const cookies = ['Set-Cookie', [...cookie, 'Path=/', 'HttpOnly', 'SameSite=Strict', ...secure].join('; ')];
  return session === null ? [...cookies, 'Clear-Site-Data', '"cache"'] : cookies;
}
