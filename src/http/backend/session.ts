import type { Response } from 'express';
import type { NewSession } from '../../backend/visit.js';

/** With the prefix, browsers take it over https alone and for this host alone (RFC 6265bis); not all do so on a loopback http. */
const nameFor = (isSecure: boolean): string => (isSecure ? '__Host-bp' : 'bp');

/** The session's token in a `Cookie` header; `null`: there is none, or several. */
export function tokenIn(header: string | undefined, isSecure: boolean): string | null {
  const name = `${nameFor(isSecure)}=`;
  const found = (header ?? '').split(/; */).filter((part) => part.startsWith(name));
  const token = found.length === 1 ? found[0]?.slice(name.length) : undefined;
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
}

/** @param session `null`: it ends, and what the browser has kept of pages goes with it */
export function setSession(response: Response, session: NewSession | null, now: Date, isSecure: boolean): void {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])];
  // Not `Expires`: the clock of the browser's machine may be another.
  const seconds = session === null ? 0 : Math.floor((Date.parse(session.expires_at) - now.getTime()) / 1000);
  const cookie = [`${nameFor(isSecure)}=${session?.token ?? ''}`, `Max-Age=${seconds}`, ...attributes].join('; ');
  response.append('Set-Cookie', cookie);
  if (session === null) response.setHeader('Clear-Site-Data', '"cache"');
}
