import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { git, pushFiles, storedFile } from '../../support/git.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ real: true, example: 'northlight' });

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
const list = async (query = ''): Promise<any[]> => (await client.get(`/pages${query}`)).body;

const idsOf = (pages: readonly { id: number }[]): number[] => pages.map(({ id }) => id);

describe('GET /pages', () => {
  it('with include=blocks gives each page as it is shown alone', async () => {
    const all = await list('?include=blocks');
    const alone = await Promise.all((await list()).map(async ({ id }) => (await client.get(`/pages/${id}`)).body));
    expect(all).toEqual(alone);
    // Once from the repository, then from the cache.
    expect(await list('?include=blocks')).toEqual(alone);
  });

  it('is filtered by slug, chapter, type and visibility, and by several of each', async () => {
    const all = await list();
    const chapters = all.filter(({ type }) => type === 'container');
    expect(await list('?type=container')).toEqual(chapters);
    expect(await list('?type=container&type=guideline')).toEqual(all);
    expect(await list('?type=container,guideline')).toEqual(all);
    expect(await list('?parent_id=null')).toEqual(all.filter(({ parent_id }) => parent_id === null));
    const [one] = chapters;
    expect(await list(`?parent_id=${one.id}&parent_id=null`)).toEqual(
      all.filter(({ parent_id }) => parent_id === null || parent_id === one.id),
    );
    expect(await list(`?slug=${one.slug}`)).toEqual([one]);
    expect(await list('?visibility=public')).toEqual(all.filter(({ visibility }) => visibility === 'public'));
    expect(await list(`?slug=${one.slug}&type=guideline`)).toEqual([]);
  });

  it('with fields gives only these', async () => {
    const [first] = await list();
    expect((await list('?fields=slug,id'))[0]).toEqual({ id: first.id, slug: first.slug });
    expect(Object.keys((await list('?fields=id&include=blocks'))[0])).toEqual(['id', 'blocks']);
  });

  it('in parts: Link leads to the next one, and through all', async () => {
    const all = idsOf(await list());
    const seen: number[] = [];
    for (let path: string | null = '/pages?limit=7&include=blocks'; path !== null; ) {
      const { body, headers } = await client.get(path);
      expect(body.length).toBeLessThanOrEqual(7);
      seen.push(...idsOf(body));
      const link = /^<\/api\/v1(.+)>; rel="next"$/.exec(headers.get('link') ?? '');
      expect(link === null).toBe(seen.length === all.length);
      path = link?.[1] ?? null;
    }
    expect(seen).toEqual(all);
    // What a filter leaves out may still be where the last part ended.
    expect(idsOf(await list(`?after=${all[3]}&limit=2`))).toEqual(all.slice(4, 6));
  });

  it('refuses what is not described, and names what is', async () => {
    const wrong = {
      'includes=blocks': 'includes',
      'include=all': 'include',
      'type=chapter': 'type.0',
      'parent_id=0': 'parent_id.0',
      'fields=blocks': 'fields.0',
      'limit=0': 'limit',
      'limit=1001': 'limit',
      'limit=two': 'limit',
      'after=9999': 'after',
      'visibility[]=public': 'query',
    };
    for (const [query, field] of Object.entries(wrong)) {
      const { status, body } = await client.get(`/pages?${query}`);
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 422, [field]]);
    }
    const { message } = (await client.get('/pages?parent_id=0')).body;
    expect(message).toContain('format is invalid: use the id of a chapter, or null.');
    const { body } = await client.get('/pages?filter=1');
    const valid = 'include, slug, parent_id, type, visibility, fields, limit, after, at, proposal, lang.';
    expect(body.message).toContain(`Valid: ${valid}`);
  });

  it('is cut off where a page cannot be read, so that no part is taken for the whole', async () => {
    const gitdir = portal.gitdir('northlight');
    const html = `<p>${'a'.repeat(90_000)}</p>`;
    const pages = ['Zoo', 'Zulu'].map((title) => ({ title, blocks: [{ type: 'rich_text', data: { html } }] }));
    const [first, second] = [await client.page(pages[0]), await client.page(pages[1])];
    const path = `pages/${Math.floor(second.id / 100)}/${second.id}.json`;
    pushFiles(gitdir, { [path]: { ...storedFile(gitdir, path), title: 'Zest' } });
    expect(idsOf(await list()).slice(-2)).toEqual([first.id, second.id]);
    const blob = git(gitdir, ['rev-parse', `main:${path}`]).trim();
    const file = `${gitdir}/objects/${blob.slice(0, 2)}/${blob.slice(2)}`;
    renameSync(file, `${file}.gone`);
    await expect(client.get(`/pages?include=blocks&after=${first.id}`)).resolves.toMatchObject({ status: 503 });
    await expect(client.get('/pages?include=blocks')).rejects.toThrow();
    renameSync(`${file}.gone`, file);
    expect(idsOf(await list('?include=blocks')).slice(-2)).toEqual([first.id, second.id]);
  });
});
