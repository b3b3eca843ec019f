import { Agent, request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { routes } from '../../../src/http/api/routes.js';
import { tools } from '../../../src/mcp/tools.js';
import { newSecret } from '../../../src/registry/secrets.js';
import { callOf, requestTo } from '../../support/foreign-requests.js';
import { message, post } from '../../support/mcp.js';
import type { TestClient } from '../../support/portal.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';
import { type Brands, createBrands } from '../../support/two-brands.js';

let brands: Brands;
let reader: TestClient;
/** The `Authorization` header of each, with the status that it gets. */
let refused: readonly (readonly [name: string, authorization: string | null, status: number])[];

portalForAll();
beforeAll(async () => {
  brands = await createBrands(portal);
  reader = await portal.client('ours', ['read']);
  await portal.service.provisioning.createEmpty('off', 'Off', ['corporate_language', 'brand_agent']);
  await portal.service.setBrandSettings('off', { api_enabled: false });
  const expiresAt = new Date(portal.clock.read().getTime() + 60_000);
  const soon = await portal.service.keys.issue({ brand: 'ours', name: 'Soon', rights: ['read', 'write'], expiresAt });
  portal.clock.advance({ seconds: 59 });
  expect((await brands.owner.get('/brand', { key: soon.key })).status).toBe(200);
  portal.clock.advance({ seconds: 1 });
  const revoked = await portal.client('ours');
  await portal.service.keys.revoke(revoked.keyId);
  const off = await portal.client('off');
  refused = [
    ['none', null, 401],
    ['malformed', `Bearer ${brands.owner.key} x`, 401],
    ['of another scheme', `Digest ${brands.owner.key}`, 401],
    ['cut short', `Bearer ${brands.owner.key.slice(0, -1)}`, 401],
    ['in other case', `Bearer ${brands.owner.key.toUpperCase()}`, 401],
    ['that is only its id', `Bearer ${brands.owner.keyId}`, 401],
    ['unknown', `Bearer ${newSecret()}`, 401],
    ['expired', `Bearer ${soon.key}`, 401],
    ['revoked', `Bearer ${revoked.key}`, 401],
    ['of a brand whose API is off', `Bearer ${off.key}`, 403],
  ];
});

const allHeads = (): string[] => ['ours', 'theirs', 'off'].map((slug) => portal.head(slug));

async function untouched(work: () => Promise<void>): Promise<void> {
  const before = allHeads();
  await work();
  expect(allHeads()).toEqual(before);
}

it('every operation refuses keys that are not usable, before it looks at anything else', () =>
  untouched(async () => {
    for (const route of routes) {
      const { method, path, body } = requestTo(route);
      for (const [name, authorization, status] of refused) {
        const headers = authorization === null ? {} : { Authorization: authorization };
        for (const sent of body === undefined ? [{}] : [{ body }, { raw: '{' }]) {
          const reply = await brands.owner.send(method, path, { key: null, ...sent, headers });
          expect([name, method, path, reply.status]).toEqual([name, method, path, status]);
          const challenge = reply.headers.get('www-authenticate');
          if (name === 'none') expect(challenge).toBe('Bearer');
          expect(challenge !== null).toBe(status === 401);
        }
      }
    }
  }));

it('a key has the rights that it was given and no other', () =>
  untouched(async () => {
    const [writer, none] = [await portal.client('ours', ['write']), await portal.client('ours', [])];
    for (const route of routes) {
      const { method, path, body } = requestTo(route);
      for (const key of [none, route.operation.effect === 'read' ? writer : reader]) {
        const reply = await key.send(method, path, body === undefined ? {} : { body });
        expect([method, path, reply.status]).toEqual([method, path, 403]);
        expect(reply.body).toEqual({ message: `This API key does not have the right "${route.operation.right}".` });
        expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope"/);
      }
    }
  }));

it('every tool refuses keys that are not usable, as do lists, resources and prompts', () =>
  untouched(async () => {
    const lists = ['initialize', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'ping'];
    const messages = [
      ...tools.map((tool) => message('tools/call', callOf(tool))),
      ...lists.map((method) => message(method)),
      message('resources/read', { uri: 'brand-portal://brand' }),
      message('prompts/get', { name: 'check_text', arguments: { text: 'x' } }),
    ];
    for (const body of messages) {
      for (const [name, authorization, status] of refused) {
        const reply = await post(brands.owner, body, { Authorization: authorization ?? '' });
        expect([name, body, reply.status]).toEqual([name, body, status]);
        expect(Object.keys((await reply.json()) as object)).toEqual(['message']);
      }
    }
  }));

it('a repository is not shown for a key that is not usable', async () => {
  for (const path of ['info/refs?service=git-upload-pack', 'git-upload-pack', 'HEAD', 'git-receive-pack']) {
    for (const [name, authorization, status] of refused) {
      const method = path.endsWith('-pack') && !path.includes('?') ? 'POST' : 'GET';
      const headers: Record<string, string> = authorization === null ? {} : { Authorization: authorization };
      const slug = status === 403 ? 'off' : 'ours';
      const reply = await fetch(`${portal.url}/git/${slug}.git/${path}`, { method, headers });
      expect([name, path, reply.status]).toEqual([name, path, status]);
    }
  }
});

it('what becomes of a key holds for the next request on a connection that stays open', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const key = await portal.client('ours');
  const status = (method: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${key.key}` };
      const sent = request(`${portal.url}/api/v1/pages`, { method, agent, headers }, (response) => {
        ports.add(response.socket.localPort);
        response.resume().on('end', () => resolve(response.statusCode));
      });
      sent.on('error', reject).end();
    });
  expect([await status('GET'), await status('GET'), await status('POST')]).toEqual([200, 200, 422]);
  await portal.service.setBrandSettings('ours', { api_enabled: false });
  expect([await status('GET'), await status('POST')]).toEqual([403, 403]);
  await portal.service.setBrandSettings('ours', { api_enabled: true });
  expect(await status('GET')).toBe(200);
  await portal.service.keys.revoke(key.keyId);
  expect([await status('GET'), await status('POST')]).toEqual([401, 401]);
  expect(ports.size).toBe(1);
  agent.destroy();
});

it('the keys of a removed brand are none of the next brand with its slug, nor of what that is renamed to', async () => {
  const { provisioning, keys } = portal.service;
  const names = async (brand: string) => (await keys.list(brand)).map(({ name }) => name);
  await provisioning.createEmpty('shop', 'Shop', []);
  await portal.client('shop', ['read'], 'Before');
  await provisioning.remove('shop');
  portal.clock.advance({ seconds: 1 });
  await provisioning.createEmpty('shop', 'Shop', []);
  const { keyId } = await portal.client('shop', ['read'], 'After');
  await keys.revoke(keyId);
  expect(await names('shop')).toEqual(['After']);
  await provisioning.rename('shop', 'store');
  expect(await names('store')).toEqual(['After']);
});
