import { parsedUrl } from '../../lib/parsed-url.js';
import { allowedSchemes } from './allow-list.js';

/** http, https, mailto, tel or a relative reference (RFC 3986), with nothing a browser would read differently. */
export function isSafeUrl(text: string): boolean {
  if (/[\u0000-\u001f\u007f<>"`\\]/.test(text) || text !== text.trim()) return false;
  const start = /^[^/?#]*/.exec(text)?.[0] ?? '';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(start)?.[1]?.toLowerCase();
  // An entity before the first delimiter could spell a colon in a page that forgets to escape.
  if (scheme === undefined) return !/[:&]/.test(start);
  if (!allowedSchemes.has(scheme)) return false;
  return isAbsoluteUrl(text) && text.length > scheme.length + 1;
}

export const isAbsoluteUrl = (text: string): boolean => parsedUrl(text) !== null;
