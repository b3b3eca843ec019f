import type { TestPortal } from './portal.js';
import { backendOrigin, type WorkspaceClient } from './workspace.js';

/** Asks the JSON door of a brand's workspace as the script of a page does. @param path below the door @param sent headers in place of the browser's own */
export async function askApi(
  { portal, person, cookie }: Pick<WorkspaceClient, 'portal' | 'person' | 'cookie'> & { readonly portal: TestPortal },
  method: string,
  path: string,
  body?: unknown,
  sent: Readonly<Record<string, string>> = { 'Sec-Fetch-Site': 'same-origin' },
) {
  const own = { ...(cookie !== null && { Cookie: cookie }), ...(person !== null && { Person: person.id }) };
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(`${backendOrigin(portal)}${path}`, {
    method,
    headers: { ...own, ...json, ...sent },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { status, headers } = response;
  const isJson = headers.get('Content-Type')?.includes('json') === true;
  return { status, headers, body: text === '' ? null : isJson ? JSON.parse(text) : text };
}
