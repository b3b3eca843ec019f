import { describe, expect, it } from 'vitest';
import { routes } from '../../../src/http/api/routes.js';
import { tools } from '../../../src/mcp/tools.js';
import { clone, forcePush, git, pushMerge } from '../../support/git.js';
import { holdWrites } from '../../support/hold-writes.js';
import type { Reply, RequestOptions } from '../../support/portal.js';
import { anotherPortal, brandForEach, client, portal } from '../../support/portal-fixture.js';

brandForEach({ real: true, modules: ['corporate_language'] });

const keyed = (key: string): RequestOptions => ({ headers: { 'Idempotency-Key': key } });
const commits = (): number => Number(git(portal.gitdir(client.brand), ['rev-list', '--count', 'main']));
const isReplay = ({ headers }: Reply): boolean => headers.get('idempotency-replayed') === 'true';

/** What a client sees of an answer, but for what names the request. */
function seen({ status, headers, text }: Reply) {
  const named = [
    'etag',
    'location',
    'content-type',
    'cache-control',
    'vary',
    'merged',
    'ignored-fields',
    'markdown-lost',
  ];
  return { status, text, headers: named.map((name) => headers.get(name)) };
}

/** Sends a request twice with one key: done once, answered twice. */
async function twice(method: string, path: string, body?: unknown, sent: RequestOptions = { body }): Promise<Reply> {
  const key = `"${commits()}-${method}-${path}"`;
  const options = { ...sent, headers: { ...sent.headers, 'Idempotency-Key': key } };
  const before = commits();
  const first = await client.send(method, path, options);
  expect([isReplay(first), commits()]).toEqual([false, before + 1]);
  const again = await client.send(method, path, options);
  expect([isReplay(again), seen(again), commits()]).toEqual([true, seen(first), before + 1]);
  return first;
}

describe('a write that is sent again with its Idempotency-Key', () => {
  it('is answered as the first time, whichever write it is', async () => {
    const sent = { title: 'Logo', slug: 'logo', blocks: [{ type: 'heading' }], order: 1 };
    const { body: page, headers } = await twice('POST', '/pages', sent);
    expect(headers.get('ignored-fields')).toBe('order');
    const at = `/pages/${page.id}`;
    await twice('PATCH', at, { title: 'The logo' });
    const base = headers.get('etag');
    const saved = await twice('POST', `${at}/save`, { base, blocks: [...page.blocks, { type: 'group' }] });
    expect([saved.body.title, saved.headers.get('merged')]).toEqual(['The logo', '1']);
    const type = { 'Content-Type': 'text/markdown' };
    const markdown = await twice('POST', '/pages', null, { raw: '# Once\n\n<b>x</b><form>\n', headers: type });
    expect(markdown.headers.get('markdown-lost')).toBe('html:3');
    await twice('PUT', `${at}/content`, { blocks: [...page.blocks, { type: 'alert', data: { title: 'New' } }] });
    await twice('POST', `${at}/blocks`, { type: 'rich_text', data: { html: '<p>One. Two.</p>' } });
    const block = `${at}/blocks/${page.blocks[0].id}`;
    await twice('PATCH', block, { data: { text: 'A' } });
    await twice('DELETE', block);
    await twice('DELETE', at);
    await twice('PATCH', '/brand/cl/voice', { voice: { summary: 'Calm.' } });
  });

  it('is answered with what it made, whatever has become of that since', async () => {
    const make = () => client.post('/pages', { title: 'A', blocks: [{ type: 'heading' }] }, keyed('make'));
    const made = await make();
    const at = `/pages/${made.body.id}`;
    const block = `${at}/blocks/${made.body.blocks[0].id}`;
    const edit = () => client.patch(block, { data: { text: 'B' } }, keyed('edit'));
    const edited = await edit();
    await client.delete(at);
    expect(seen(await make())).toEqual(seen(made));
    expect(seen(await edit())).toEqual(seen(edited));
    expect((await client.get(at)).status).toBe(404);
  });

  it('is answered also when its If-Match is old by then', async () => {
    const { id } = await client.page();
    const tag = (await client.get(`/pages/${id}`)).headers.get('etag') ?? '';
    const options = { headers: { 'If-Match': tag, 'Idempotency-Key': 'k' } };
    const first = await client.patch(`/pages/${id}`, { title: 'B' }, options);
    expect(seen(await client.patch(`/pages/${id}`, { title: 'B' }, options))).toEqual(seen(first));
  });

  it('is the same in another spelling: spaces, the order of members, the key in quotes', async () => {
    const first = await client.send('POST', '/pages', { raw: '{"title":"A","slug":"a"}', ...keyed('k') });
    const again = await client.send('POST', '/pages', { raw: '{ "slug": "a", "title": "A" }', ...keyed('"k"') });
    expect([isReplay(again), seen(again)]).toEqual([true, seen(first)]);
  });

  it('takes nothing from the budget of writes', async () => {
    const rateLimits = { requestsPerKey: 9, writesPerKey: 2, failedLoginsPerAddress: 0 };
    const once = await anotherPortal({ rateLimits });
    for (let time = 1; time <= 4; time += 1) {
      const { status, headers } = await once.post('/pages', { title: 'A' }, keyed('k'));
      expect([status, headers.get('x-ratelimit-writes-remaining')]).toEqual([201, '1']);
    }
  });
});

describe('a key', () => {
  it('that was sent with another request is refused, and nothing is stored', async () => {
    const { id } = await client.page();
    await client.patch(`/pages/${id}`, { title: 'B' }, keyed('k'));
    const others: [string, string, unknown?][] = [
      ['PATCH', `/pages/${id}`, { title: 'C' }],
      ['PATCH', `/pages/${id}`, {}],
      ['PATCH', '/pages/999', { title: 'B' }],
      ['POST', '/pages', { title: 'B' }],
      ['DELETE', `/pages/${id}`],
    ];
    for (const [method, path, body] of others) {
      const { body: problem } = await client.refused(422, method, path, { body, ...keyed('k') });
      expect(Object.keys(problem.errors)).toEqual(['idempotency_key']);
    }
  });

  it("is its API key's own", async () => {
    const other = await portal.client(client.brand);
    const first = await client.post('/pages', { title: 'A' }, keyed('k'));
    const second = await other.post('/pages', { title: 'A' }, keyed('k'));
    expect([isReplay(second), second.body.id]).toEqual([false, first.body.id + 1]);
  });

  it('that is malformed is refused with 400; it may have 255 characters', async () => {
    for (const key of ['', '"', '""', '"a', 'a b', 'a"b', 'ä', 'a\\b', 'a, b', 'x'.repeat(256)]) {
      const { body } = await client.refused(400, 'POST', '/pages', { body: { title: 'A' }, ...keyed(key) });
      expect(body.message).toContain('Idempotency-Key');
    }
    const options = keyed(`"${'~'.repeat(255)}"`);
    await client.post('/pages', { title: 'A' }, options);
    expect(isReplay(await client.post('/pages', { title: 'A' }, options))).toBe(true);
  });

  it('is nowhere kept: neither in git nor in the log', async () => {
    await client.post('/pages', { title: 'A' }, keyed('an-unusual-key'));
    expect(git(portal.gitdir(client.brand), ['log', '-p', '--format=raw'])).not.toContain('unusual');
    expect(portal.log.join('')).not.toContain('unusual');
    const format = '--format=%(trailers:key=Idempotency,valueonly)';
    const trailer = git(portal.gitdir(client.brand), ['log', '-1', format]).trim();
    expect(trailer).toMatch(/^[\w-]{22} [\w-]{22}$/);
  });
});

describe('what made no commit is done again:', () => {
  it('a refusal', async () => {
    await client.refused(404, 'PATCH', '/pages/1', { body: { title: 'B' }, ...keyed('k') });
    await client.page();
    const later = await client.patch('/pages/1', { title: 'B' }, keyed('k'));
    expect([later.status, isReplay(later)]).toEqual([200, false]);
  });

  it('a change that changes nothing', async () => {
    const { id } = await client.page({ title: 'A' });
    await client.refused(200, 'PATCH', `/pages/${id}`, { body: { title: 'A' }, ...keyed('k') });
    await client.patch(`/pages/${id}`, { title: 'B' });
    const later = await client.patch(`/pages/${id}`, { title: 'A' }, keyed('k'));
    expect([later.body.title, isReplay(later)]).toEqual(['A', false]);
  });

  it('a commit that a forced push has taken away', async () => {
    const before = portal.head(client.brand);
    const first = await client.post('/pages', { title: 'A' }, keyed('k'));
    await client.post('/pages', { title: 'B' }, keyed('other'));
    forcePush(portal.gitdir(client.brand), before);
    const again = await client.post('/pages', { title: 'A' }, keyed('k'));
    expect([again.status, isReplay(again)]).toEqual([201, false]);
    expect(again.body.id).toBeGreaterThan(first.body.id);
    expect((await client.get('/pages')).body).toHaveLength(1);
  });
});

describe('a key is remembered', () => {
  it('for 24 hours', async () => {
    const first = await client.post('/pages', { title: 'A' }, keyed('k'));
    portal.clock.advance({ days: 1 });
    expect(seen(await client.post('/pages', { title: 'A' }, keyed('k')))).toEqual(seen(first));
    portal.clock.advance({ seconds: 1 });
    const late = await client.post('/pages', { title: 'A' }, keyed('k'));
    expect([late.status, isReplay(late)]).toEqual([201, false]);
    expect(seen(await client.post('/pages', { title: 'A' }, keyed('k')))).toEqual(seen(late));
  });

  it('across a restart, among many other commits and merges', async () => {
    const first = await client.post('/pages', { title: 'A' }, keyed('k'));
    pushMerge(portal.gitdir(client.brand));
    await Promise.all(Array.from({ length: 20 }, () => client.page()));
    await portal.service.brands.closeIdle(0);
    expect(seen(await client.post('/pages', { title: 'A' }, keyed('k')))).toEqual(seen(first));
  });

  it('whatever dates and time zones others gave to their commits, all of which stay readable', async () => {
    const first = await client.post('/pages', { title: 'A' }, keyed('k'));
    const before = portal.head(client.brand);
    const work = clone(portal.gitdir(client.brand));
    for (const date of ['@9999999999999 +0000', '@1700000000000 +0000', '@1 +0000']) {
      const env = { GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
      git(work, ['commit', '--quiet', '--allow-empty', '--message', date], '', env);
      git(work, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
      expect((await client.get('/pages')).body).toHaveLength(1);
    }
    const odd = git(work, ['cat-file', 'commit', 'HEAD']).replaceAll('1 +0000', '1 +051800');
    const oid = git(work, ['hash-object', '--literally', '-t', 'commit', '-w', '--stdin'], odd).trim();
    git(work, ['push', '--quiet', '--force', 'origin', `${oid}:refs/heads/main`]);
    await portal.service.brands.closeIdle(0);
    expect(seen(await client.post('/pages', { title: 'A' }, keyed('k')))).toEqual(seen(first));
    expect((await client.get(`/pages?at=${before}`)).body).toHaveLength(1);
    expect((await client.get('/pages?at=9999-12-31T23:59:59Z')).status).toBe(200);
    const times = [];
    for await (const { time } of (await portal.service.openBrand(client.brand)).versions.history({})) times.push(time);
    expect(times.slice(0, 3)).toEqual(['1970-01-01T00:00:01Z', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z']);
  });
});

describe('while the first is running', () => {
  it('the second is refused with 409, and answered once it is done', async () => {
    const before = commits();
    const held = holdWrites(client);
    const first = client.post('/pages', { title: 'A' }, keyed('k'));
    await expect.poll(() => held.isStuck()).toBe(true);
    const second = await client.post('/pages', { title: 'A' }, keyed('k'));
    expect(second.status).toBe(409);
    expect(second.body.message).toContain('still running');
    held.letGo();
    expect((await first).status).toBe(201);
    expect(seen(await client.post('/pages', { title: 'A' }, keyed('k')))).toEqual(seen(await first));
    expect(commits()).toBe(before + 1);
  });

  it('of many at once one is done', async () => {
    const before = commits();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/pages', { title: 'A' }, keyed('k'))),
    );
    expect(replies.filter((reply) => reply.status === 201 && !isReplay(reply))).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(commits()).toBe(before + 1);
  });
});

it('every write that a client may ask for can be repeated', () => {
  const offered = [...routes, ...tools].map(({ operation }) => operation).filter(({ right }) => right === 'write');
  expect(offered.filter((operation) => !('replay' in operation)).map(({ name }) => name)).toEqual([]);
  expect(offered.length).toBeGreaterThan(10);
});
