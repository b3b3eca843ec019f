import * as git from 'isomorphic-git';
import { describe, expect, it } from 'vitest';
import type { TestClient } from '../../support/portal.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll();

let brands = 0;
async function brand(name?: string): Promise<TestClient> {
  const slug = `brand-${++brands}`;
  await portal.service.provisioning.createEmpty(slug, 'New', ['corporate_language']);
  return portal.client(slug, ['read', 'write'], name);
}

/** The commits, newest first, without the one that created the brand. */
async function commits(slug: string): Promise<git.ReadCommitResult[]> {
  const all = await git.log({ fs: portal.fs, gitdir: portal.gitdir(slug), ref: 'main' });
  return all.slice(0, -1);
}

/** Paths with their blobs. */
async function files(slug: string, oid: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const walk = async (tree: string, prefix: string): Promise<void> => {
    const read = await git.readTree({ fs: portal.fs, gitdir: portal.gitdir(slug), oid: tree });
    for (const entry of read.tree) {
      if (entry.type === 'tree') await walk(entry.oid, `${prefix}${entry.path}/`);
      else found.set(prefix + entry.path, entry.oid);
    }
  };
  await walk(oid, '');
  return found;
}

/** What a commit changed, as `A path`, `M path` or `D path`. */
async function changes(slug: string, { commit }: git.ReadCommitResult): Promise<string[]> {
  const [parent] = commit.parent;
  const after = await files(slug, commit.tree);
  const before = parent === undefined ? new Map<string, string>() : await files(slug, parent);
  const lines: string[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    if (!after.has(path)) lines.push(`D ${path}`);
    else if (!before.has(path)) lines.push(`A ${path}`);
    else if (before.get(path) !== after.get(path)) lines.push(`M ${path}`);
  }
  return lines.sort();
}

describe('one write is one commit', () => {
  it('with exactly the files it changed', async () => {
    const client = await brand();
    const page = await client.page({ title: 'Logo usage', blocks: [{ type: 'heading' }] });
    const at = `/pages/${page.id}`;
    const block = `${at}/blocks/${page.blocks[0].id}`;
    const file = 'pages/0/1.json';
    const document = 'corporate-language/document.json';
    const writes: [subject: string, request: () => Promise<unknown>, changed: string[]][] = [
      ['page 1 "Logo usage"', () => client.patch(at, { title: 'Logo' }), [`M ${file}`]],
      [
        'page 1 "Logo"',
        () => client.put(`${at}/content`, { blocks: page.blocks.concat({ type: 'alert' }) }),
        [`M ${file}`],
      ],
      ['page 1 "Logo"', () => client.post(`${at}/blocks`, { type: 'button' }), [`M ${file}`]],
      ['page 1 "Logo"', () => client.patch(block, { data: { text: 'A' } }), [`M ${file}`]],
      ['page 1 "Logo"', () => client.delete(block), [`M ${file}`]],
      ['page 1 "Logo"', () => client.delete(at), ['A trash/0/1.json', `D ${file}`]],
      [
        '"voice"',
        () => client.patch('/brand/cl/voice', { a: 1 }),
        [`A ${document}`, 'A corporate-language/voice.json'],
      ],
      [
        '"voice"',
        () => client.patch('/brand/cl/voice', { a: 2 }),
        [`M ${document}`, 'M corporate-language/voice.json'],
      ],
    ];
    const [first] = await commits(client.brand);
    expect(first?.commit.message.split('\n')[0]).toBe('Add page 1 "Logo usage"');
    expect(await changes(client.brand, first as git.ReadCommitResult)).toEqual([`A ${file}`]);
    for (const [at, [subject, request, changed]] of writes.entries()) {
      await request();
      const history = await commits(client.brand);
      expect(history).toHaveLength(at + 2);
      expect(history[0]?.commit.message.split('\n')[0]).toContain(subject);
      expect(await changes(client.brand, history[0] as git.ReadCommitResult)).toEqual(changed);
    }
  });

  it('by the key, through the service, at the time of the write, with its trailers', async () => {
    const client = await brand('Website – Zürich');
    const { headers } = await client.post('/pages', { title: 'A' }, { headers: { 'X-Request-Id': 'req-1._A' } });
    expect(headers.get('x-request-id')).toBe('req-1._A');
    const { commit } = (await commits(client.brand))[0] as git.ReadCommitResult;
    const timestamp = portal.clock.read().getTime() / 1000;
    const when = { timestamp, timezoneOffset: expect.closeTo(0) };
    const email = `${client.keyId}@${client.brand}.invalid`;
    expect(commit.author).toEqual({ name: 'Website – Zürich', email, ...when });
    expect(commit.committer).toEqual({ name: 'Brand Portal', email: expect.any(String), ...when });
    const trailers = `Operation: pages.create\nKey: ${client.keyId}\nVia: rest\nRequest-Id: req-1._A\n`;
    expect(commit.message).toBe(`Add page 1 "A"\n\n${trailers}`);
  });
});

describe('at the same time', () => {
  const times = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, at) => make(at)));
  const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

  it('50 new pages get 50 ids, 50 commits of one file each, and are all there', async () => {
    const client = await brand();
    const pages = await times(50, (at) => client.page({ title: `Page ${at}`, slug: `page-${at}` }));
    expect(pages.map(({ id }) => id).sort((a, b) => a - b)).toEqual(numbers(1, 50));
    const listed = (await client.get('/pages')).body;
    expect(listed.map(({ id }: { id: number }) => id)).toEqual(numbers(1, 50));
    for (const page of pages) expect((await client.get(`/pages/${page.id}`)).body).toEqual(page);
    const history = await commits(client.brand);
    expect(history.every(({ commit }) => commit.parent.length === 1)).toBe(true);
    const changed = await Promise.all(history.map((commit) => changes(client.brand, commit)));
    expect(changed).toEqual(
      numbers(1, 50)
        .reverse()
        .map((id) => [`A pages/0/${id}.json`]),
    );
  });

  it('of several that want one slug, one gets it', async () => {
    const client = await brand();
    const replies = await times(10, (at) => client.post('/pages', { title: `${at}`, slug: 'mine' }));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect(await commits(client.brand)).toHaveLength(1);
  });

  it('of several that change one version, one wins and the others are told', async () => {
    const client = await brand();
    const page = await client.page();
    const etag = (await client.get(`/pages/${page.id}`)).headers.get('etag') as string;
    const headers = { 'If-Match': etag };
    const replies = await times(10, (at) => client.patch(`/pages/${page.id}`, { title: `Title ${at}` }, { headers }));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
    const winner = replies.find(({ status }) => status === 200);
    expect((await client.get(`/pages/${page.id}`)).body).toEqual(winner?.body);
    expect(await commits(client.brand)).toHaveLength(2);
  });

  it('no block and no section change is lost', async () => {
    const client = await brand();
    const page = await client.page();
    const version = (await client.get('/brand/cl')).body.version;
    await times(10, async (at) => {
      await client.post(`/pages/${page.id}/blocks`, { type: 'heading', data: { text: `${at}` } });
      await client.patch('/brand/cl/voice', { last: at });
    });
    const { blocks } = (await client.get(`/pages/${page.id}`)).body;
    expect(new Set(blocks.map(({ id }: { id: string }) => id)).size).toBe(10);
    const sent = blocks.map((block: { data: { text: string } }) => Number(block.data.text)).sort();
    expect(sent).toEqual(numbers(0, 9));
    expect((await client.get('/brand/cl')).body.version).toBe(version + 10);
    expect(await commits(client.brand)).toHaveLength(21);
  });

  it('a reader sees whole states only, each page in the list being there', async () => {
    const client = await brand();
    const [, ...seen] = await Promise.all([
      times(20, () => client.page()),
      ...numbers(1, 20).map(async () => {
        const listed = (await client.get('/pages')).body.map(({ id }: { id: number }) => id);
        const last = listed.length === 0 ? 200 : (await client.get(`/pages/${listed.at(-1)}`)).status;
        return { listed, last };
      }),
    ]);
    for (const { listed, last } of seen) {
      expect(listed).toEqual(numbers(1, listed.length));
      expect(last).toBe(200);
    }
  });
});
