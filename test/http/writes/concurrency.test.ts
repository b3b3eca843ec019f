import { describe, expect, it } from 'vitest';
import { git } from '../../support/git.js';
import type { TestClient } from '../../support/portal.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ real: true });

let brands = 0;
async function brand(name?: string): Promise<TestClient> {
  const slug = `brand-${++brands}`;
  await portal.service.provisioning.createEmpty(slug, 'New', ['corporate_language']);
  return portal.client(slug, ['read', 'write'], name);
}

/** The commits, newest first, without the one that created the brand: the subject, then `A path`, `M path` or `D path`. */
function commits(slug: string): string[][] {
  const log = git(portal.gitdir(slug), ['log', '--no-renames', '--name-status', '--format=%x00%s', 'main']);
  const all = log.split('\0').slice(1);
  return all.slice(0, -1).map((commit) => commit.trim().replaceAll('\t', ' ').split(/\n+/));
}

describe('one write is one commit', () => {
  it('with exactly the files it changed', async () => {
    const client = await brand();
    const page = await client.page({ title: 'Logo usage', blocks: [{ type: 'heading' }] });
    const at = `/pages/${page.id}`;
    const block = `${at}/blocks/${page.blocks[0].id}`;
    const file = 'pages/0/1.json';
    const [document, voice] = ['corporate-language/document.json', 'corporate-language/voice.json'];
    const more = page.blocks.concat({ type: 'alert' });
    const writes: [subject: string, request: () => Promise<unknown>, changed: string[]][] = [
      ['page 1 "Logo usage"', () => client.patch(at, { title: 'Logo' }), [`M ${file}`]],
      ['page 1 "Logo"', () => client.put(`${at}/content`, { blocks: more }), [`M ${file}`]],
      ['page 1 "Logo"', () => client.post(`${at}/blocks`, { type: 'button' }), [`M ${file}`]],
      ['page 1 "Logo"', () => client.patch(block, { data: { text: 'A' } }), [`M ${file}`]],
      ['page 1 "Logo"', () => client.delete(block), [`M ${file}`]],
      ['page 1 "Logo"', () => client.delete(at), [`D ${file}`, 'A trash/0/1.json']],
      ['"voice"', () => client.patch('/brand/cl/voice', { a: 1 }), [`A ${document}`, `A ${voice}`]],
      ['"voice"', () => client.patch('/brand/cl/voice', { a: 2 }), [`M ${document}`, `M ${voice}`]],
    ];
    expect(commits(client.brand)).toEqual([['Add page 1 "Logo usage"', `A ${file}`]]);
    for (const [at, [subject, request, changed]] of writes.entries()) {
      await request();
      const history = commits(client.brand);
      expect(history).toHaveLength(at + 2);
      expect(history[0]).toEqual([expect.stringContaining(subject), ...changed]);
    }
  });

  it('by the key, through the service, at the time of the write, with its trailers', async () => {
    const client = await brand('Website – Zürich');
    const { headers } = await client.post('/pages', { title: 'A' }, { headers: { 'X-Request-Id': 'req-1._A' } });
    expect(headers.get('x-request-id')).toBe('req-1._A');
    const time = portal.clock.read().getTime() / 1000;
    const author = `Website – Zürich <${client.keyId}@${client.brand}.invalid> ${time} +0000`;
    const trailers = `Operation: pages.create\nKey: ${client.keyId}\nVia: rest\nRequest-Id: req-1._A\n`;
    const commit = git(portal.gitdir(client.brand), ['cat-file', 'commit', 'main']);
    expect(commit).toContain(`\nauthor ${author}\ncommitter Brand Portal <`);
    expect(commit).toContain(`> ${time} +0000\n\nAdd page 1 "A"\n\n${trailers}`);
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
    expect(git(portal.gitdir(client.brand), ['rev-list', '--merges', 'main'])).toBe('');
    const files = numbers(1, 50).map((id) => [`A pages/0/${id}.json`]);
    expect(commits(client.brand).map(([, ...changed]) => changed)).toEqual(files.reverse());
  });

  it('of several that want one slug, one gets it', async () => {
    const client = await brand();
    const replies = await times(10, (at) => client.post('/pages', { title: `${at}`, slug: 'mine' }));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect(commits(client.brand)).toHaveLength(1);
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
    expect(commits(client.brand)).toHaveLength(2);
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
    expect(commits(client.brand)).toHaveLength(21);
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
