import { describe, expect, it } from 'vitest';
import { movePage } from '../../../src/operations/arrange-pages.js';
import { pushFiles, storedFile } from '../../support/git.js';
import { client, operate, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ real: true });

const gitdir = (): string => portal.gitdir('acme');

describe('content that plain git pushed', () => {
  it('is served by the next request; a file that does not fit is skipped and reported', async () => {
    const page = await client.page({ title: 'Before' });
    const edited = (await client.get(`/pages/${page.id}`)).body;
    pushFiles(gitdir(), {
      'pages/0/1.json': { ...edited, title: 'After', position: 'a0' },
      'pages/0/2.json': { id: 2 },
      'pages/0/3.json': Buffer.alloc(33 * 1024 * 1024, ' '),
    });
    expect((await client.get(`/pages/${page.id}`)).body.title).toBe('After');
    expect((await client.get('/pages')).body).toHaveLength(1);
    const logged = (...words: string[]) => portal.log.some((line) => words.every((word) => line.includes(word)));
    expect(logged('pages/0/2.json', 'skipped')).toBe(true);
    expect(logged('pages/0/3.json', 'larger than 32 MiB')).toBe(true);
  });

  it('may have positions that are no fractional index: a page still comes to the end, by PATCH and by a move', async () => {
    const chapter = await client.page({ title: 'Chapter', type: 'container' });
    const [odd, patched, moved] = [
      await client.page({ title: 'Odd', parent_id: chapter.id }),
      await client.page({ title: 'Patched' }),
      await client.page({ title: 'Moved' }),
    ];
    const path = `pages/0/${odd.id}.json`;
    pushFiles(gitdir(), { [path]: { ...storedFile(gitdir(), path), position: 'a00' } });
    await client.patch(`/pages/${patched.id}`, { title: 'Patched', parent_id: chapter.id });
    await operate(movePage, { page: String(moved.id) }, { parent_id: chapter.id });
    const pages = (await client.get(`/pages?parent_id=${chapter.id}`)).body;
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['Odd', 'Patched', 'Moved']);
  });

  it('in blocks of types that are not known is served harmless, and kept as it is by every edit of the rest', async () => {
    const { id } = await client.page({ title: 'Before' });
    const same = { date: 'data of 2026', count: 3 };
    const hostile = {
      html: '<p onclick="x()">Hello <script>alert(1)</script><b>there</b></p>',
      link: ' java\tscript:alert(1)',
      deep: [{ to: 'VBScript:x', at: 'data:text/html,<script>1</script>' }, '<!-- c -->', '5 < 6 & <3'],
      ...same,
    };
    const deep = [{ to: '', at: '' }, '', '5 < 6 & <3'];
    const harmless = { html: '<p>Hello <b>there</b></p>', link: '', deep, ...same };
    const unknown = (name: string, type: string | null, data: object) => ({ id: name, type, data });
    const blocks = (data: object) => [
      unknown('u1', 'chart', data),
      unknown('u2', null, data),
      { id: 'k', type: 'columns', data: { columns: [{ blocks: [unknown('u3', 'chart', data)] }] } },
      { id: 'r', type: 'rich_text', data: { html: '<p>Known</p>' } },
    ];
    const path = `pages/0/${id}.json`;
    const stored = () => storedFile(gitdir(), path);
    pushFiles(gitdir(), { [path]: { ...stored(), blocks: blocks(hostile) } });
    const expectHarmless = async () => {
      expect((await client.get(`/pages/${id}`)).body.blocks).toEqual(blocks(harmless));
      const listed = (await client.get('/pages?include=blocks')).body.find((page: { id: number }) => page.id === id);
      expect(listed.blocks).toEqual(blocks(harmless));
      const then = `/pages/${id}?at=${portal.head('acme')}`;
      expect((await client.get(then)).body.blocks).toEqual(blocks(harmless));
    };
    await expectHarmless();
    const patched = await client.patch(`/pages/${id}`, { title: 'After' });
    expect(patched.body.blocks).toEqual(blocks(harmless));
    expect(stored()).toMatchObject({ title: 'After', blocks: blocks(hostile) });
    await expectHarmless();
    await client.patch(`/pages/${id}/blocks/r`, { data: { html: '<p>Changed</p>' } });
    expect(stored().blocks.slice(0, 3)).toEqual(blocks(hostile).slice(0, 3));
    expect(stored().blocks[3].data.html).toBe('<p>Changed</p>');
    await client.send('DELETE', `/pages/${id}`);
    expect(storedFile(gitdir(), `trash/0/${id}.json`).blocks.slice(0, 3)).toEqual(blocks(hostile).slice(0, 3));
  });

  it('is saved and merged: blocks without ids, of unknown types, and what is served otherwise than it is stored', async () => {
    const { id } = await client.page({ title: 'Page', blocks: [{ type: 'heading', data: { text: 'One' } }] });
    const path = `pages/0/${id}.json`;
    const push = (change: (blocks: object[]) => object[]): void => {
      const stored = storedFile(gitdir(), path);
      pushFiles(gitdir(), { [path]: { ...stored, blocks: change(stored.blocks) } });
    };
    const poem = { id: 'poem', type: 'poem', data: { body: '<b onclick="x">Rose</b>' } };
    const unnamed = { id: null, type: 'rich_text', data: { html: '<p onclick="x">Old</p>' } };
    push((blocks) => [...blocks, poem, unnamed, { ...unnamed, data: { html: '<p>Other</p>' } }]);
    const read = await client.get(`/pages/${id}`);
    const base = read.headers.get('ETag')?.slice(1, -1);
    expect(base).toContain('.sanitized');
    push((blocks) => [...blocks, { id: 'new', type: 'heading', data: { text: 'Two' } }]);
    const [first, ...others] = read.body.blocks;
    const sent = { base, blocks: [...others, { ...first, data: { text: 'Eins' } }] };
    const saved = await client.send('POST', `/pages/${id}/save`, { body: sent });
    const two = { id: 'new', type: 'heading', data: { text: 'Two' } };
    expect(saved.body.blocks).toEqual([...others, two, sent.blocks[3]]);
    expect(storedFile(gitdir(), path).blocks[0]).toEqual(poem);
    const now = saved.headers.get('ETag')?.slice(1, -1);
    const body = { base: now, blocks: [{ ...poem, data: { body: 'Tulip' } }] };
    const refused = await client.refused(422, 'POST', `/pages/${id}/save`, { body });
    expect(Object.keys(refused.body.errors)).toEqual(['blocks.0.data']);
  });
});
