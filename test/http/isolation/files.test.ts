import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../src/http/api/routes.js';
import { addressOf as addressBy, signGrant } from '../../../src/registry/file-address.js';
import { shown } from '../../support/compare.js';
import { agentsHeaders, message } from '../../support/mcp.js';
import type { TestClient } from '../../support/portal.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';
import { addressOf, putFile } from '../../support/put-file.js';
import {
  addPerson,
  backendOrigin,
  WorkspaceClient,
  workspaceAddress,
  workspaceRoutes,
} from '../../support/workspace.js';

/** A file of a brand, or one that never was. */
interface Target {
  readonly slug: string;
  readonly id: number;
  readonly sha256: string;
  readonly name: string;
}

interface Way {
  readonly name: string;
  request(target: Target): { path: string; method?: string; body?: BodyInit; headers?: Record<string, string> };
}

const secret = 'bytes of theirs';
const modules = ['media_upload'] as const;
const never: Target = { slug: 'nobody', id: 9999, sha256: 'd'.repeat(64), name: 'never.png' };

let ours: TestClient;
let theirs: TestClient;
let targets: Target[];
let callers: Map<string, Record<string, string>>;
let ways: Way[];

portalForAll({ real: true });
beforeAll(async () => {
  await portal.service.provisioning.createEmpty('ours', 'Ours', modules);
  await portal.service.provisioning.createEmpty('theirs', 'Theirs', modules);
  [ours, theirs] = [await portal.client('ours'), await portal.client('theirs')];
  await putFile(ours, 'own.png', 'ours');
  targets = [];
  for (const release of [true, false]) {
    // Ids that ours has none of.
    await putFile(theirs, 'first.png', `first ${release}`);
    const { id, file } = await putFile(theirs, 'logo.png', `${secret} ${release}`, { release });
    targets.push({ slug: 'theirs', id, sha256: file?.sha256 as string, name: 'logo.png' });
  }
  const admin = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada', { ours: 'admin' }));
  const revoked = await portal.client('theirs');
  await portal.service.keys.revoke(revoked.keyId);
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
  callers = new Map<string, Record<string, string>>([
    ['a key of ours', bearer(ours.key)],
    ['a key of ours that reads', bearer((await portal.client('ours', ['read'])).key)],
    ['a key of ours, as git sends it', { Authorization: `Basic ${btoa(`theirs:${ours.key}`)}` }],
    ['a revoked key of theirs', bearer(revoked.key)],
    ['an admin of ours', { Cookie: admin.cookie as string, Origin: backendOrigin(portal) }],
    ['a key of theirs as a cookie', { Cookie: `bp=${theirs.key}; __Host-bp=${theirs.key}` }],
    ['anybody', {}],
  ]);
  ways = await allWays();
});

/** Everything that leads to a file, or to what is said of one. */
async function allWays(): Promise<Way[]> {
  const secrets = await portal.service.addresses.secretsOf('ours');
  const theirSecrets = await portal.service.addresses.secretsOf('theirs');
  const filled = (path: string, { slug, id, sha256 }: Target, brand = slug): string =>
    path
      .replace(':brand', brand)
      .replace(/:(id|media)\b/, String(id))
      .replace(':file', `${sha256}.png`);
  const rest = routes
    .filter(({ path }) => path.startsWith('/media/:id'))
    .map(
      ({ method, path, upload }): Way => ({
        name: `${method} ${path}`,
        request: (target) => ({
          method,
          path: `/api/v1${filled(path, target)}${upload === undefined ? '' : '?name=new.png'}`,
          ...(upload === undefined ? {} : { body: 'another' }),
        }),
      }),
    );
  const backend = workspaceRoutes
    .filter(({ path }) => /\/(media\/:media|picture)/.test(path))
    .flatMap(({ method, path }) =>
      [undefined, 'ours'].map(
        (brand): Way => ({
          name: `${method} ${workspaceAddress(path)} ${brand}`,
          request: (target) => ({ method, path: `${workspaceAddress(filled(path, target, brand))}?width=320` }),
        }),
      ),
    );
  const at = (name: string, path: (target: Target) => string): Way => {
    return { name, request: (target) => ({ path: path(target) }) };
  };
  const inGit = ['ours', undefined].flatMap((brand): Way[] => {
    const repository = (slug: string): string => `/git/${brand ?? slug}.git`;
    const expires = Math.floor(portal.clock.read().getTime() / 1000) + 60;
    return [
      {
        name: `LFS batch in ${brand}`,
        request: ({ slug, sha256 }) => ({
          path: `${repository(slug)}/info/lfs/objects/batch`,
          method: 'POST',
          headers: { 'Content-Type': 'application/vnd.git-lfs+json' },
          body: JSON.stringify({ operation: 'download', objects: [{ oid: sha256, size: `${secret} true`.length }] }),
        }),
      },
      ...[ours.keyId, theirs.keyId].map((key) =>
        at(`LFS object in ${brand}, granted by ours to the key ${key}`, ({ slug, sha256 }) => {
          const mac = signGrant(secrets, { key, sha256, expires });
          return `${repository(slug)}/info/lfs/objects/${sha256}?key=${key}&expires=${expires}&mac=${mac}`;
        }),
      ),
      at(`the path of the object in ${brand}`, ({ slug, sha256 }) => {
        return `${repository(slug)}/lfs/objects/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
      }),
    ];
  });
  const tool = (id: number): string => message('tools/call', { name: 'view_medium', arguments: { medium: id } });
  return [
    ...rest,
    ...backend,
    ...inGit,
    at('a picture by key', ({ id }) => `/api/v1/media/${id}/file?width=320`),
    at('a file of a commit of theirs', ({ id, slug }) => {
      return `/api/v1/media/${id}/file?at=${slug === 'theirs' ? portal.head('theirs') : 'e'.repeat(40)}`;
    }),
    at('an address signed by ours', (target) => addressBy(secrets, target)),
    at('an address signed by ours, with the token of theirs', (target) => {
      return addressBy({ ...secrets, token: target.slug === 'theirs' ? theirSecrets.token : 'aaaaaaaa' }, target);
    }),
    {
      name: 'view_medium',
      request: ({ id }) => ({ path: '/mcp', method: 'POST', headers: agentsHeaders, body: tool(id) }),
    },
  ];
}

/** The answer, with what the request named itself left out. */
async function answer({ request }: Way, target: Target, headers: Record<string, string>) {
  const { path, ...init } = request(target);
  const response = await fetch(portal.url.replace('127.0.0.1', 'localhost') + path, {
    redirect: 'manual',
    ...init,
    headers: { 'X-Request-Id': 'same', ...headers, ...init.headers },
  });
  const text = await response.text();
  expect(text).not.toContain(secret);
  const { slug, id, sha256, name } = target;
  const { status, headers: all, text: body } = shown(response.status, response.headers, text);
  const { 'content-length': _, ...rest } = all;
  const named = [path, encodeURIComponent(path), sha256, portal.head('theirs'), 'e'.repeat(40), slug, name];
  const number = new RegExp(`(?<=[/=]|Medium )${id}\\b`, 'g');
  const without = (from: string): string =>
    named.reduce((left, one) => left.replaceAll(one, '…'), from).replaceAll(number, '…');
  return { status, headers: without(JSON.stringify(rest)), text: without(body) };
}

describe('a file of another brand', () => {
  it('is, by every way to a file and for every caller, what never was', async () => {
    const heads = [portal.head('ours'), portal.head('theirs')];
    for (const [caller, headers] of callers) {
      for (const way of ways) {
        const unknown = await answer(way, never, headers);
        for (const target of targets) {
          expect([caller, way.name, await answer(way, target, headers)]).toEqual([caller, way.name, unknown]);
        }
      }
    }
    expect([portal.head('ours'), portal.head('theirs')]).toEqual(heads);
  });

  it('is what its own callers get by these ways', async () => {
    const [released, unreleased] = targets as [Target, Target];
    const bearer = { Authorization: `Bearer ${theirs.key}` };
    const at = async (path: string, headers: Record<string, string> = bearer) =>
      (await fetch(portal.url + path, { headers })).text();
    expect(await at(`/api/v1/media/${unreleased.id}/file`)).toBe(`${secret} false`);
    expect(await at(await addressOf(theirs, released.id), {})).toBe(`${secret} true`);
    const { path, ...init } = (ways.find(({ name }) => name === 'LFS batch in undefined') as Way).request(released);
    const batch = await fetch(portal.url + path, { ...init, headers: { ...init.headers, ...bearer } });
    const { href } = (await batch.json()).objects[0].actions.download;
    expect(await (await fetch(href)).text()).toBe(`${secret} true`);
    // The address names a repository, too.
    expect((await fetch(href.replace('/theirs.git/', '/ours.git/'))).status).toBe(404);
    const ben = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ben', { theirs: 'editor' }));
    expect((await ben.get(`/brands/theirs/media/${unreleased.id}/file`)).text).toBe(`${secret} false`);
  });

  it('equal bytes give nothing away: what ours uploads is its own, and that of theirs stays what it is', async () => {
    const [, { sha256, id }] = targets as [Target, Target];
    const reply = await fetch(`${portal.url}/api/v1/media?name=guess.png`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ours.key}` },
      body: `${secret} false`,
    });
    expect([reply.status, (await reply.json()).file.sha256]).toEqual([201, sha256]);
    await portal.service.files('theirs').erase(sha256);
    expect((await ours.get(`/media/${id}/file`)).status).toBe(404);
    expect(await portal.service.files('ours').size(sha256)).toBe(`${secret} false`.length);
  });
});
