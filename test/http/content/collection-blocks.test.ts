import { beforeEach, describe, expect, it } from 'vitest';
import { addCollection, removeCollection, setCollection, showCollection } from '../../../src/operations/collections.js';
import { svg } from '../../support/files.js';
import { git, pushFiles } from '../../support/git.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { cookieOf, openPortal, visiblePage, visit } from '../../support/portal-visitors.js';
import { putFile, withdraw } from '../../support/put-file.js';

portalForEach({ real: true });

let [logo, mark, draft] = [0, 0, 0];
const set = (id: number, fields: object) => operate(setCollection, { id: String(id) }, fields);
const gallery = (collection: number, more: object = {}) => ({ type: 'gallery', data: { collection, ...more } });
const downloads = (data: object) => ({ type: 'download_list', data: { title: 'Files', ...data } });
const dataOf = (page: { readonly blocks: readonly { readonly data: object }[] }) => page.blocks.map(({ data }) => data);

beforeEach(async () => {
  const metadata = { title: 'Quokka', description: 'An arc.' };
  logo = (await putFile(client, 'logo.svg', svg(1), { metadata })).id;
  mark = (await putFile(client, 'mark.svg', svg(2), { metadata: { title: 'Zephyr' } })).id;
  draft = (await putFile(client, 'draft.svg', svg(3), { metadata: { title: 'Unfinished' }, release: false })).id;
  await operate(addCollection, {}, { title: 'Press kit', visibility: 'public', media: [mark, draft, logo] });
  await operate(addCollection, {}, { title: 'Ours', visibility: 'hidden', media: [logo] });
});

describe('a block that names a collection', () => {
  it('is answered as it is stored, and with `include=collections` with the media that may be used', async () => {
    const blocks = [gallery(1, { items: [], layout: 'grid' }), downloads({ collection: 2 })];
    const group = { type: 'group', data: { title: '', blocks: [gallery(1)] } };
    const page = await client.page({ blocks: [...blocks, group] });
    const stored = [
      { collection: 1, items: [], layout: 'grid' },
      { title: 'Files', collection: 2 },
    ];
    expect(dataOf(page).slice(0, 2)).toEqual(stored);
    expect(JSON.parse(git(portal.gitdir(client.brand), ['show', 'main:format.json'])).format).toBe(2);

    const shown = [{ media_id: mark }, { media_id: logo, alt: 'An arc.' }];
    const filled = [
      { collection: 1, items: shown, layout: 'grid' },
      { title: 'Files', collection: 2, items: [{ media_id: logo }] },
    ];
    const one = await client.get(`/pages/${page.id}?include=collections`);
    expect(dataOf(one.body).slice(0, 2)).toEqual(filled);
    expect(one.body.blocks[2].data.blocks[0].data).toEqual({ collection: 1, items: shown });
    expect((await client.get(`/pages/${page.id}`)).body).toEqual(page);
    const all = await client.get('/pages?include=media,collections');
    expect(dataOf(all.body[0]).slice(0, 2)).toEqual(filled);
    expect(all.body[0].media.map(({ id }: { id: number }) => id)).toEqual([logo, mark]);
    expect((await client.get('/pages?include=blocks,media')).body[0].media).toEqual([]);
    const text = await client.get(`/pages/${page.id}?include=collections`, { headers: { Accept: 'text/markdown' } });
    expect(text.text).toContain(`**media_id**: ${mark}`);
  });

  it('changes its answers with the collection and its media, and only those that show them', async () => {
    const page = await client.page({ blocks: [gallery(1)] });
    const plain = `/pages/${page.id}`;
    const paths = [`${plain}?include=collections`, '/pages?include=collections', `${plain}?include=collections,media`];
    const tags = async () => Promise.all(paths.map(async (path) => (await client.get(path)).headers.get('etag')));
    const kept = (await client.get(plain)).headers.get('etag') ?? '';
    let before = await tags();
    for (const change of [() => set(1, { media: [logo] }), () => withdraw(client, logo)]) {
      await change();
      const after = await tags();
      expect(after.map((tag, at) => tag === before[at])).toEqual([false, false, false]);
      before = after;
    }
    expect((await client.get(paths[0] ?? '')).body.blocks[0].data.items).toEqual([]);
    expect((await client.get(plain, { headers: { 'If-None-Match': kept } })).status).toBe(304);
  });

  it('is refused with items, and for a collection that is not there', async () => {
    const blocks = [gallery(7), downloads({ collection: 1, items: [{ media_id: logo }] })];
    const { body } = await client.refused(422, 'POST', '/pages', { body: { title: 'A', blocks } });
    expect(body.errors).toEqual({
      'blocks.0.data.collection': ['The selected blocks.0.data.collection is invalid: it does not exist.'],
      'blocks.1.data.items': ['The blocks.1.data.items field prohibits blocks.1.data.collection from being present.'],
    });
    const page = await client.page({ blocks: [downloads({ items: [{ media_id: logo }] })] });
    const path = `/pages/${page.id}/blocks/${page.blocks[0].id}`;
    const refused = await client.refused(422, 'PATCH', path, { body: { data: { collection: 1 } } });
    expect(Object.keys(refused.body.errors)).toEqual(['data.items']);
    const changed = await client.patch(path, { data: { collection: 1, items: [] } });
    expect(dataOf(changed.body)).toEqual([{ title: 'Files', collection: 1, items: [] }]);
    await client.refused(422, 'PATCH', path, { body: { data: { items: [{ media_id: logo }] } } });
    await client.refused(422, 'PATCH', path, { body: { data: { collection: 'one' } } });
  });

  it('keeps its collection from being removed, unless it is taken out; one that is gone stays a reference', async () => {
    const page = await client.page({ title: 'Kit', blocks: [gallery(1)] });
    const show = () => operate(showCollection, { id: '1' }, undefined);
    expect((await show()).used_by).toEqual([{ id: page.id, title: 'Kit', in_trash: false }]);
    const remove = (body?: object) => operate(removeCollection, { id: '1' }, body);
    await expect(remove()).rejects.toThrow(
      'Collection 1 "Press kit" is still used by blocks of page 1 "Kit". By force it is taken out of them.',
    );
    await remove({ force: true });
    expect(dataOf((await client.get(`/pages/${page.id}`)).body)).toEqual([{}]);

    const other = await client.page({ title: 'Other', blocks: [gallery(2)] });
    pushFiles(portal.gitdir(client.brand), { 'collections/2.json': null });
    const path = `/pages/${other.id}`;
    expect(dataOf((await client.get(`${path}?include=collections`)).body)).toEqual([{ collection: 2, items: [] }]);
    const again = { blocks: [...other.blocks, { type: 'rich_text', data: { html: '<p>More.</p>' } }] };
    expect((await client.put(`${path}/content`, again)).status).toBe(200);
    await client.refused(422, 'POST', '/pages', { body: { title: 'New', blocks: [gallery(2)] } });
  });

  it('is merged as one with its items', async () => {
    const page = await client.page({ blocks: [downloads({ items: [{ media_id: logo }] })] });
    const path = `/pages/${page.id}`;
    const base = (await client.get(path)).headers.get('etag')?.slice(1, -1);
    const [{ id }] = page.blocks;
    const sent = (data: object) => ({ base, blocks: [{ id, ...downloads(data) }] });
    await client.patch(`${path}/blocks/${id}`, { data: { items: [{ media_id: logo }, { media_id: mark }] } });
    const conflict = await client.refused(412, 'POST', `${path}/save`, { body: sent({ collection: 1, items: [] }) });
    expect(conflict.body.conflicts.map(({ field }: { field: string }) => field)).toEqual(['collection', 'items']);
    const mine = { ...sent({ collection: 1, items: [] }), conflicts: 'mine' };
    expect(dataOf((await client.post(`${path}/save`, mine)).body)).toEqual([
      { title: 'Files', collection: 1, items: [] },
    ]);
    const renamed = await client.post(`${path}/save`, sent({ title: 'All', items: [{ media_id: logo }] }));
    expect(dataOf(renamed.body)).toEqual([{ title: 'All', collection: 1, items: [] }]);
  });
});

describe('in the portal', () => {
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await visit(portal, `/brands/${client.brand}${path}`, { headers });
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', text: await answer.text() };
  };
  const seen = (text: string) => ['Quokka', 'Zephyr', 'Unfinished'].filter((title) => text.includes(title));

  it('a guest sees what is released of a collection that is public, and it alone makes media visible', async () => {
    await openPortal(portal, client.brand);
    await set(2, { visibility: 'internal', media: [mark] });
    await set(1, { media: [logo, draft] });
    const page = await visiblePage({
      title: 'Kit',
      blocks: [downloads({ collection: 1 }), downloads({ collection: 2 })],
    });
    const first = await read('/kit');
    expect(seen(first.text)).toEqual(['Quokka']);
    expect(first.text).not.toContain('tag warn');
    const file = (id: number, name: string) => read(`/-/files/${id}/${name}`);
    expect([(await file(logo, 'logo.svg')).status, (await file(mark, 'mark.svg')).status]).toEqual([302, 404]);
    expect((await read('/kit', { 'If-None-Match': first.etag })).status).toBe(304);

    await set(2, { visibility: 'public' });
    const second = await read('/kit', { 'If-None-Match': first.etag });
    expect([second.status, seen(second.text)]).toEqual([200, ['Quokka', 'Zephyr']]);
    const zip = await visit(portal, `/brands/${client.brand}/-/zip/${page.id}`);
    const packed = Buffer.from(await zip.arrayBuffer()).toString('latin1');
    expect(['quokka.svg', 'zephyr.svg', 'unfinished.svg'].map((name) => packed.includes(name))).toEqual([
      true,
      true,
      false,
    ]);
    expect((await read('/kit.md')).text).toContain(`**media_id**: ${mark}`);

    await set(1, { visibility: 'hidden' });
    const third = await read('/kit', { 'If-None-Match': second.etag });
    expect([third.status, seen(third.text)]).toEqual([200, ['Zephyr']]);
    expect((await file(logo, 'logo.svg')).status).toBe(404);
    const editor = await read('/kit', { Cookie: await cookieOf('editor') });
    expect([seen(editor.text), editor.text.includes('Collection Press kit · Only editors')]).toEqual([
      ['Quokka', 'Zephyr', 'Unfinished'],
      true,
    ]);
  });
});
