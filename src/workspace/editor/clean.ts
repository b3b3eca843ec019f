import type { Cleaned } from '../../portal/editor/text/paste.js';

/** Upper bound on the HTML that the server accepts, in bytes. */
const maxBytes = 1024 * 1024;

/** Cleans HTML on the server. @returns `null`: the server did not answer */
export async function clean(html: string, from: 'clipboard' | 'source'): Promise<Cleaned | null> {
  if (new Blob([html]).size > maxBytes) return { pictures: 0, reason: 'it is larger than 1 MiB' };
  const brand = /^\/brands\/[^/]+\/-\/workspace/.exec(location.pathname)?.[0] ?? '';
  const body = new URLSearchParams({ html, from });
  const init = { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(15_000) } as const;
  const response = await fetch(`${brand}/clean`, init).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null;
}
