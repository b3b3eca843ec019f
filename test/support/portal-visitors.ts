import { request } from 'node:http';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import type { BrandSettings } from '../../src/registry/brands.js';
import type { Role } from '../../src/registry/records.js';
import type { TestPortal } from './portal.js';
import { client, operate, portal as running } from './portal-fixture.js';
import { answerTo } from './raw-requests.js';
import { addPerson, backendOrigin, WorkspaceClient } from './workspace.js';

export const show = (page: number, visibility = 'public') =>
  operate(setVisibility, { page: String(page) }, { visibility });

/** Makes a page with this visibility. */
export async function visiblePage(fields: Record<string, unknown>, visibility = 'public') {
  const page = await client.page(fields);
  await show(page.id, visibility);
  return page;
}

/** Cookie of someone with this role in the brand of the running test. */
export async function cookieOf(role: Role): Promise<string> {
  const person = await addPerson(running, `The ${role}`, { [client.brand]: role });
  return (await WorkspaceClient.signIn(running, person)).cookie ?? '';
}

/** Sets who may look at a brand. */
export const openPortal = ({ service }: TestPortal, slug: string, settings: BrandSettings = {}) =>
  service.setBrandSettings(slug, { portal: 'public', ...settings });

/** What a browser sends to navigate. */
export const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Asks as a browser without cookies does. @param path from the root */
export function visit(portal: TestPortal, path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const sent = { Accept: browserAccept, ...Object.fromEntries(new Headers(headers)) };
  return fetch(backendOrigin(portal) + path, { redirect: 'manual', ...init, headers: sent });
}

export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Asks for a path at a host, whatever name the server is reached by. @param body of a POST; left out: it is a GET */
export async function askHost(
  portal: TestPortal,
  host: string,
  path: string,
  more: Record<string, string> = {},
  sent?: string,
): Promise<Asked> {
  const headers = { Accept: browserAccept, ...more, Host: host };
  const method = sent === undefined ? 'GET' : 'POST';
  const { status, headersDistinct, body } = await answerTo(request(portal.url, { path, headers, method }), sent);
  const list = Object.entries(headersDistinct).flatMap(([name, values = []]) => values.map((value) => [name, value]));
  return { status, headers: new Headers(list as [string, string][]), text: body.toString() };
}
