import type { Browser } from 'playwright-core';
import type { Role } from '../../src/registry/records.js';
import { browser } from './browser-fixture.js';
import { headOf } from './commits.js';
import { git } from './git.js';
import { client, portal } from './portal-fixture.js';
import {
  addPerson,
  backendOrigin,
  signedInPage,
  WorkspaceClient,
  type WorkspaceReply,
  workspaceAddress,
} from './workspace.js';

const addAs = (role: Role | 'operator', name: string) =>
  addPerson(portal, name, role === 'operator' ? {} : { [client.brand]: role }, role === 'operator');

/** Someone with this role in the brand of the running test, or an operator, signed in. */
export async function as(role: Role | 'operator', name = 'Ada Lind'): Promise<WorkspaceClient> {
  return WorkspaceClient.signIn(portal, await addAs(role, name));
}

/** Whole address of a page by its path below the workspace. */
export const at = (path: string): string => backendOrigin(portal) + workspaceAddress(path);

/** Ada Lind with this role at a page, in a browser of her own. @param path below the workspace, or an address */
export async function openAs(
  role: Role | 'operator',
  path: string,
  options: Parameters<Browser['newContext']>[0] = {},
  name = 'Ada Lind',
) {
  const person = await addAs(role, name);
  const watched = await signedInPage(browser, portal, person, options);
  await watched.page.goto(at(path));
  return { ...watched, person };
}

/** Where an answer leads. */
export const follow = (person: WorkspaceClient, { location }: WorkspaceReply): Promise<WorkspaceReply> =>
  person.open(location ?? '');

/** Value of a hidden field of a page, the first with this name after a text. */
export const field = (html: string, name: string, after = ''): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html.slice(Math.max(0, html.indexOf(after))))?.[1] ?? '';

/** Confirms the preview of going back to which this address leads. @returns the preview and the answer */
export async function confirm(person: WorkspaceClient, path: string, more: Record<string, string> = {}) {
  const { text: preview, path: at } = await person.open(workspaceAddress(path));
  return { preview, done: await person.post(at, { plan: field(preview, 'plan'), ...more }) };
}

/** Address to which the notice of a page leads back. */
export const undoIn = ({ text }: WorkspaceReply): string =>
  (/href="([^"]*)">Undo/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');

/** A secret that a page shows once. */
export const madeIn = ({ text }: WorkspaceReply): string => /id="made"[^>]*value="([^"]*)"/.exec(text)?.[1] ?? '';

export const registryHead = (): string => headOf(`${portal.data}/registry.git`, portal.fs);

/** Author and subject of the brand's last commit. */
export const subject = (): string => git(portal.gitdir(client.brand), ['log', '-1', '--format=%an: %s', 'main']).trim();

export const errors = (): string[] => portal.log.filter((line) => /"level":[56]0/.test(line));
