import { describe, expect, it } from 'vitest';
import { routes } from '../../../src/http/api/routes.js';
import { git } from '../../support/git.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ real: true, example: 'northlight' });

const reads = [
  ...['/brand', '/brand/colors', '/brand/colors?expand=full', '/brand/colors/1', '/brand/cl', '/brand/cl/meta'],
  ...['/brand/cl/voice', '/brand/context', '/brand/context?category=company', '/pages', '/pages/1', '/media'],
];

describe('methods', () => {
  const paths = [...new Set(routes.map(({ path }) => path))];

  it.each(paths)('%s answers any other method with 405 and says which there are, key or not', async (path) => {
    const own = routes.filter((route) => route.path === path).map(({ method }) => method);
    const allowed = [...own, ...(own.includes('GET') ? ['HEAD'] : [])].sort();
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allowed.includes(method)) continue;
      for (const key of [null, client.key]) {
        const { headers, body } = await client.refused(405, method, path.replace(/:\w+/g, '1'), { key });
        expect(headers.get('allow')?.split(', ').sort()).toEqual(allowed);
        if (method !== 'HEAD') expect(Object.keys(body)).toEqual(['message']);
      }
    }
  });

  it('HEAD fails like GET, without a body', async () => {
    expect(await client.refused(404, 'HEAD', '/pages/999')).toMatchObject({ text: '' });
    expect(await client.refused(401, 'HEAD', '/pages', { key: null })).toMatchObject({ text: '' });
  });
});

describe('versions of what is read', () => {
  it.each(['%', '"other", %', 'W/%', '*'])('If-None-Match: %s gets 304', async (tags) => {
    const etag = (await client.get('/pages')).headers.get('etag') as string;
    const reply = await client.get('/pages', { headers: { 'If-None-Match': tags.replace('%', etag) } });
    expect([reply.status, reply.text, reply.headers.get('etag')]).toEqual([304, '', etag]);
  });

  it("a page's ETag is git's object id of its file", async () => {
    const { headers } = await client.get('/pages/1');
    const oid = git(portal.gitdir(client.brand), ['rev-parse', 'main:pages/0/1.json']).trim();
    expect(headers.get('etag')).toBe(`"${oid}"`);
  });

  it('a write changes the ETags of what it changed and no other', async () => {
    const tags = () => Promise.all(reads.map(async (path) => (await client.get(path)).headers.get('etag')));
    for (const [path, body, changed] of [
      ['/pages/1', { title: 'Another title' }, ['/pages', '/pages/1']],
      ['/brand/cl/voice', { summary: 'Another summary' }, ['/brand/cl', '/brand/cl/voice']],
    ] as const) {
      const before = await tags();
      await client.patch(path, body);
      const after = await tags();
      expect(reads.filter((_, at) => before[at] !== after[at])).toEqual(changed);
    }
  });

  it('a condition on reading does not stop a write or hide an error', async () => {
    const headers = { 'If-None-Match': '*' };
    expect((await client.post('/pages', { title: 'New' }, { headers })).status).toBe(201);
    await client.refused(404, 'GET', '/pages/999', { headers });
  });
});

let written = 0;
const fresh = (): string => `Text ${++written}`;

type Request = (page: string, block: string) => [method: string, path: string, body?: unknown];
/** Every kind of write. The last member is the path whose ETag `If-Match` speaks of, where that is not the page. */
const writes: [name: string, status: number, request: Request, versionOf?: string][] = [
  ['POST /pages', 201, () => ['POST', '/pages', { title: 'New' }], '/pages'],
  ['PATCH /pages/{page}', 200, (page) => ['PATCH', page, { title: fresh() }]],
  ['PUT …/content', 200, (page) => ['PUT', `${page}/content`, { blocks: [] }]],
  ['POST …/blocks', 201, (page) => ['POST', `${page}/blocks`, { type: 'alert', data: {} }]],
  ['PATCH …/blocks/{block}', 200, (page, id) => ['PATCH', `${page}/blocks/${id}`, { data: { text: fresh() } }]],
  ['DELETE …/blocks/{block}', 200, (page, id) => ['DELETE', `${page}/blocks/${id}`]],
  ['DELETE /pages/{page}', 204, (page) => ['DELETE', page]],
  ['PATCH /brand/cl/{section}', 200, () => ['PATCH', '/brand/cl/voice', { summary: fresh() }], '/brand/cl/voice'],
];

it.each(writes)(
  '%s answers %i, with the ETag of what it wrote, when If-Match names the current version, and 412 otherwise',
  async (_, status, request, versionOf) => {
    for (const tagsOf of [(tag: string) => tag, (tag: string) => `"old", W/"weak", ${tag}`, () => '*']) {
      const created = await client.page({ blocks: [{ type: 'heading', data: { text: 'Old' } }] });
      const page = `/pages/${created.id}`;
      const [method, path, body] = request(page, created.blocks[0].id);
      const etag = (await client.get(versionOf ?? page)).headers.get('etag') as string;
      for (const tags of ['"0000"', '"a", "b"', `W/${etag}`, 'no tag'])
        await client.refused(412, method, path, { body, headers: { 'If-Match': tags } });
      const reply = await client.send(method, path, { body, headers: { 'If-Match': tagsOf(etag) } });
      expect(reply.status).toBe(status);
      if (status === 204) continue;
      const get = await client.get('id' in reply.body ? `/pages/${reply.body.id}` : path);
      expect([reply.body, reply.headers.get('etag')]).toEqual([get.body, get.headers.get('etag')]);
    }
  },
);

describe('a write that changes nothing makes no commit and keeps the ETag', () => {
  it.each([
    ['the same title', 'PATCH', '', () => ({ title: ' Page ' })],
    ['the same place', 'PATCH', '', () => ({ title: 'Page', parent_id: null, nav_expansion: 'collapsible' })],
    ['the same blocks', 'PUT', '/content', (page: { blocks: unknown }) => ({ blocks: page.blocks })],
    ['the same data', 'PATCH', '/blocks/{block}', () => ({ data: { level: 2, text: ' A ', unknown: 1 } })],
    ['no data', 'PATCH', '/blocks/{block}', () => ({ data: {} })],
  ] as const)('%s', async (_, method, below, bodyFor) => {
    const page = await client.page({ blocks: [{ type: 'heading', data: { text: 'A', level: 2 } }] });
    const before = await client.get(`/pages/${page.id}`);
    portal.clock.advance({ seconds: 60 });
    const path = `/pages/${page.id}${below.replace('{block}', page.blocks[0].id)}`;
    const reply = await client.refused(200, method, path, { body: bodyFor(page) });
    expect(reply.body).toEqual(before.body);
    expect(reply.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('but a stale If-Match is stale anyway', async () => {
    const page = await client.page();
    const headers = { 'If-Match': '"0000"' };
    await client.refused(412, 'PATCH', `/pages/${page.id}`, { body: { title: 'Page' }, headers });
  });
});

describe('a precondition that says nothing', () => {
  it.each(['', ' , ,', '\u00a0'])('is 400 on every write and changes nothing: If-Match: %j', async (tag) => {
    await portal.service.setBrandSettings(client.brand, { modules: ['corporate_language', 'media_upload'] });
    const page = await client.page({ title: 'Here', blocks: [{ type: 'heading', data: { text: 'A' } }] });
    const before = (await client.get('/pages')).text;
    const values: Record<string, string> = { page: String(page.id), block: page.blocks[0].id, section: 'voice' };
    for (const { method, path, operation, upload } of routes) {
      if (operation.effect === 'read') continue;
      const isFile = upload !== undefined || path.endsWith('.xlf');
      const at = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '1');
      const { status, body } = await client.send(method, at, {
        ...(isFile ? { raw: 'file' } : { body: { title: 'B', blocks: [] } }),
        headers: { 'If-Match': tag, ...(isFile && { 'Content-Type': 'application/octet-stream' }) },
      });
      expect([method, at, status]).toEqual([method, at, 400]);
      expect(body.message).toContain('If-Match');
    }
    expect((await client.get('/pages')).text).toBe(before);
  });
});
