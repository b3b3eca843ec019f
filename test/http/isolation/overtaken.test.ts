import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { message, post } from '../../support/mcp.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { putFile, release } from '../../support/put-file.js';

portalForEach({ real: true, modules: ['media_upload'] });

const png = randomBytes(2000);
const binary = { 'Content-Type': 'application/octet-stream' };

/** Renames the brand right after the next call of a method. */
function renameAfter(target: object, name: string): void {
  const methods = target as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const original = methods[name]?.bind(target);
  vi.spyOn(methods, name).mockImplementationOnce(async (...args) => {
    const result = await original?.(...args);
    await portal.service.provisioning.rename('acme', 'beta');
    return result;
  });
}

const requests: Record<string, () => readonly [path: string, init?: RequestInit]> = {
  'a read': () => ['/api/v1/brand'],
  'a read as Markdown': () => ['/api/v1/pages/1', { headers: { Accept: 'text/markdown' } }],
  'a read of a file': () => ['/api/v1/media/1/file'],
  'a stream': () => ['/api/v1/changes/stream'],
  'a write': () => ['/api/v1/pages', { method: 'POST', body: '{"title":"New"}', headers: json }],
  'a proposed write': () => ['/api/v1/pages?proposal=new', { method: 'POST', body: '{"title":"New"}', headers: json }],
  'an upload': () => ['/api/v1/media?name=logo.png', { method: 'POST', body: png, headers: binary }],
  'an upload into a proposal': () => ['/api/v1/media?name=a.png&proposal=new', { ...sent, body: png, headers: binary }],
  'a clone': () => ['/git/acme.git/info/refs?service=git-upload-pack'],
  'a clone of files': () => ['/git/acme.git/info/lfs/objects/batch', { ...sent, body: batch, headers: lfs }],
};
const sent = { method: 'POST' };
const lfs = { 'Content-Type': 'application/vnd.git-lfs+json' };
const batch = JSON.stringify({ operation: 'download', objects: [{ oid: 'a'.repeat(64), size: 1 }] });
const json = { 'Content-Type': 'application/json' };

const send = (path: string, init: RequestInit = {}) =>
  fetch(portal.url + path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${client.key}` } });

async function prepare(): Promise<void> {
  await client.page();
  await release(client, Number((await putFile(client, 'logo.png', png)).id));
}

test.each(Object.entries(requests))('%s that a rename of its brand overtakes may be repeated', async (_, request) => {
  await prepare();
  const { callers } = portal.service;
  vi.spyOn(callers, 'identifyNow').mockReturnValue(null);
  renameAfter(callers, 'identify');
  const [path, init] = request();
  const { status, headers } = await send(path, init);
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
});

test('so may a tool and a list of an agent with a key', async () => {
  const asked = [message('tools/call', { name: 'list_pages', arguments: {} }), message('resources/list')];
  for (const [at, body] of asked.entries()) {
    renameAfter(portal.service.callers, 'identify');
    const text = await (await post(client, body)).text();
    expect(text).toContain('not available at the moment');
    expect(text).not.toContain('not found');
    if (at === 0) await portal.service.provisioning.rename('beta', 'acme');
  }
});

test('so may a file whose brand is renamed before its bytes are read, and one that is still on its way', async () => {
  await prepare();
  renameAfter(portal.service, 'run');
  expect((await send('/api/v1/media/1/file')).status).toBe(503);
  await portal.service.provisioning.rename('beta', 'acme');
  async function* slowly() {
    yield png.subarray(0, 1000);
    await portal.service.provisioning.rename('acme', 'beta');
    yield png.subarray(1000);
  }
  const body = slowly() as unknown as BodyInit;
  const init = { method: 'POST', headers: binary, body, duplex: 'half' } as RequestInit;
  const { status } = await send('/api/v1/media?name=other.png', init);
  expect(status, portal.log.filter((l) => l.includes('failed')).join()).toBe(503);
});

test('a stream ends when its brand was renamed and another has its address', async () => {
  const reader = (await send('/api/v1/changes/stream')).body?.getReader();
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader?.read())?.value);
  await portal.service.provisioning.rename('acme', 'beta');
  portal.clock.advance({ seconds: 1 });
  await portal.service.provisioning.createEmpty('acme', 'Other', []);
  const other = await portal.client('acme');
  const page = await other.page({ title: 'Secret' });
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
    text += decoder.decode(part.value);
  expect(text).not.toContain(`"id":${page.id},"change"`);
});
