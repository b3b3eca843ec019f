import type { Browser, Page } from 'playwright-core';
import type { PersonRecord, Role } from '../../src/registry/records.js';
import { brandWorkspace, workspacePrefix } from '../../src/service/workspace-addresses.js';
import { workspaceRoutes as routes } from '../../src/site/routes.js';
import { type Watched, watchedPage } from './browser.js';
import type { TestPortal } from './portal.js';

/** The portal's address as people type it: a loopback name. */
export function backendOrigin(portal: TestPortal): string {
  return portal.url.replace('127.0.0.1', 'localhost');
}

/** Address of a page by its path below the workspace, such as `/me` or `/brands/acme/keys`; a whole address stays. */
export function workspaceAddress(path: string): string {
  if (/^[^?]*\/-\/workspace|^\/(?:backend|assets)\//.test(path)) return path;
  const [, brand, rest = ''] = /^\/brands\/([^/?]+)(.*)$/s.exec(path) ?? [];
  return brand === undefined ? workspacePrefix + path : brandWorkspace(brand) + rest;
}

/** Path of an address below the workspace. */
export const workspacePath = (address: string): string => address.replace(workspacePrefix, '') || '/';

/** Rows of the table, with their paths below the workspace. */
export const workspaceRoutes = routes.map((route) => ({ ...route, path: workspacePath(route.path) }));

export async function addPerson(
  portal: TestPortal,
  name: string,
  roles: Readonly<Record<string, Role>>,
  operator = false,
): Promise<PersonRecord> {
  return portal.service.people.add({ name, operator, roles });
}

/** Text of a page between its tags. */
export const words = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

export interface WorkspaceReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Path of a redirect. */
  readonly location: string | null;
}

/** Someone at work in the backend without a browser. */
export class WorkspaceClient {
  private constructor(
    readonly portal: TestPortal,
    readonly person: PersonRecord | null,
    readonly cookie: string | null,
  ) {}

  static nobody(portal: TestPortal): WorkspaceClient {
    return new WorkspaceClient(portal, null, null);
  }

  /** Signs in as browsers do. @param by an admin of the person's brand, who makes the link; left out: the operator */
  static async signIn(portal: TestPortal, person: PersonRecord, by?: PersonRecord): Promise<WorkspaceClient> {
    const [brand = ''] = Object.keys(person.roles);
    const { secret } = await portal.service.sessions.issueLink(person.id, by && { ...by, brand });
    const reply = await WorkspaceClient.nobody(portal).post('/sign-in', { link: secret });
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0];
    if (reply.status !== 303 || cookie === undefined) throw new Error(`sign-in: ${reply.status} ${reply.text}`);
    return new WorkspaceClient(portal, person, cookie);
  }

  /** In the session that an answer has begun. */
  as({ headers }: WorkspaceReply): WorkspaceClient {
    return new WorkspaceClient(this.portal, null, headers.getSetCookie()[0]?.split(';')[0] ?? null);
  }

  /** @param path below the workspace, or an address */
  async send(method: string, path: string, init: RequestInit = {}): Promise<WorkspaceReply> {
    const response = await fetch(`${backendOrigin(this.portal)}${workspaceAddress(path)}`, {
      method,
      redirect: 'manual',
      ...init,
      headers: { ...(this.cookie === null ? {} : { Cookie: this.cookie }), ...init.headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, location: response.headers.get('location') };
  }

  /** Page to which an address leads. @returns with its own address */
  async open(address: string): Promise<WorkspaceReply & { readonly path: string }> {
    const origin = backendOrigin(this.portal);
    const headers = this.cookie === null ? {} : { Cookie: this.cookie };
    const response = await fetch(origin + address.replaceAll('&amp;', '&'), { headers });
    const path = response.url.slice(origin.length);
    return { status: response.status, headers: response.headers, text: await response.text(), location: null, path };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<WorkspaceReply> {
    return this.send('GET', path, { headers });
  }

  post(path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<WorkspaceReply> {
    const own = { Origin: backendOrigin(this.portal), 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.send('POST', path, { body: String(new URLSearchParams(form)), headers: { ...own, ...headers } });
  }
}

/** An empty page of a browser of its own in which this person is signed in, by a link that no page has sent. */
export async function signedInPage(
  browser: Browser,
  portal: TestPortal,
  person: PersonRecord,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Watched & { page: Page }> {
  const watched = await watchedPage(browser, options);
  const { secret } = await portal.service.sessions.issueLink(person.id);
  const Origin = backendOrigin(portal);
  const sent = { form: { link: secret }, headers: { Origin }, maxRedirects: 0 };
  const answer = await watched.page.request.post(`${Origin}/-/workspace/sign-in`, sent);
  if (answer.status() !== 303) throw new Error(`sign-in: ${answer.status()}`);
  return watched;
}
