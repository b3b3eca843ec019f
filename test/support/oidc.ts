import { afterEach, beforeEach, expect } from 'vitest';
import type { OidcSettings } from '../../src/registry/provider-roles.js';
import { headOf } from './commits.js';
import { type Fault, type Someone, TestProvider } from './identity-provider.js';
import { type PortalOptions, TestPortal } from './portal.js';
import { backendOrigin, WorkspaceClient, type WorkspaceReply } from './workspace.js';

/** What the groups of the provider give. */
export const roles = {
  design: { acme: 'editor', other: 'viewer' },
  leads: { acme: 'admin' },
  guests: { '*': 'viewer' },
} as const;
export const ada: Someone = { sub: '248289761001', name: 'Ada Lind', groups: ['design', 'unknown'] };

/** The provider and the portal of the running test. */
export let provider: TestProvider;
export let portal: TestPortal;

async function start(more: Partial<OidcSettings> = {}, options: PortalOptions = {}): Promise<void> {
  const oidc = provider.settings({ roles, operators: 'it', ...more });
  portal = await TestPortal.start({ real: true, config: { oidc }, ...options });
  for (const slug of ['acme', 'other']) await portal.service.provisioning.createEmpty(slug, slug, []);
}

/** Starts another portal in place of the one that runs. */
export async function restart(...how: Parameters<typeof start>): Promise<void> {
  await portal.close();
  await start(...how);
}

/** Each test of the file has a provider and a portal whose people it vouches for. */
export function providerForEach(): void {
  beforeEach(async () => {
    provider = await TestProvider.start();
    await start();
  });
  afterEach(async () => {
    provider.close();
    await portal.close();
  });
}

export const nobody = (): WorkspaceClient => WorkspaceClient.nobody(portal);
export const registryHead = (): string => headOf(`${portal.data}/registry.git`);
export const people = () => portal.service.people.list();

/** A value of a cookie that an answer sets. */
export const cookieOf = ({ headers }: WorkspaceReply, name: RegExp): string =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .find((one) => name.test(one)) ?? '';

/** A sign-in that has been begun: the address at the provider, and the cookie that keeps it. */
export async function begin(path = '/sign-in/oidc', Cookie = '') {
  const reply = await nobody().get(path, { Cookie });
  return { address: reply.location ?? '', cookie: cookieOf(reply, /^bp-oidc-/), reply };
}

export function goBack(url: URL, Cookie: string): Promise<WorkspaceReply> {
  expect(url.origin).toBe(backendOrigin(portal));
  return nobody().get(url.pathname + url.search, { Cookie });
}

export async function signIn(someone: Someone, fault?: Fault): Promise<WorkspaceReply> {
  const { address, cookie } = await begin();
  return goBack(provider.back(address, someone, fault), cookie);
}

/** Status of what someone sees with the session that an answer begins. */
export const sees = async (reply: WorkspaceReply, path: string): Promise<number> =>
  (await nobody().get(path, { Cookie: cookieOf(reply, /^bp=/) })).status;
