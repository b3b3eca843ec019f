import { describe, expect, it } from 'vitest';
import { git } from '../../support/git.js';
import { call, connect } from '../../support/mcp.js';
import { brandForEach, client, portal } from '../../support/portal-fixture.js';

brandForEach({ real: true });

const heading = (text: string) => ({ type: 'heading', data: { text } });
const texts = ({ blocks }: { blocks: { data: { text: string } }[] }) => blocks.map(({ data }) => data.text);

/** A page with three headings, as a client has read it. */
async function readPage() {
  const { id } = await client.page({ title: 'Signs', blocks: ['One', 'Two', 'Three'].map(heading) });
  const { body, headers } = await client.get(`/pages/${id}`);
  return { id, page: body, base: headers.get('ETag')?.slice(1, -1) as string };
}

const edited = (page: { blocks: object[] }, at: number, text: string) =>
  page.blocks.map((block, place) => (place === at ? { ...block, data: { text } } : block));
const save = (id: number, body: object, headers = {}) => client.send('POST', `/pages/${id}/save`, { body, headers });
const log = () => git(portal.gitdir(client.brand), ['log', '-1', '--format=%B', 'main']);

describe('a save', () => {
  it('stores what was sent when nobody else was there, and makes no commit when nothing differs', async () => {
    const { id, page, base } = await readPage();
    const head = portal.head(client.brand);
    const same = await save(id, { base, title: page.title, blocks: page.blocks });
    expect([same.status, same.body, portal.head(client.brand)]).toEqual([200, page, head]);
    const answer = await save(id, { base, blocks: edited(page, 1, 'Deux'), note: 'In French' });
    expect(texts(answer.body)).toEqual(['One', 'Deux', 'Three']);
    expect(answer.headers.get('Merged')).toBeNull();
    const edit = `Edit page ${id} "Signs": 1 block edited\n\n- edited: heading ${page.blocks[1].id}`;
    expect(log().startsWith(`${edit}\n\nOperation: pages.save\n`)).toBe(true);
    expect(log()).toContain('\nNote: In French\n');
    expect(log()).not.toContain('Merged-Base');
  });

  it('takes over what others changed, says how much, and names its base in the commit', async () => {
    const { id, page, base } = await readPage();
    await client.patch(`/pages/${id}/blocks/${page.blocks[0].id}`, { data: { text: 'Un' } });
    await client.patch(`/pages/${id}`, { title: 'Panneaux' });
    const answer = await save(id, { base, blocks: [...edited(page, 2, 'Trois'), heading('Four')] });
    expect([answer.body.title, texts(answer.body)]).toEqual(['Panneaux', ['Un', 'Two', 'Trois', 'Four']]);
    expect(answer.headers.get('Merged')).toBe('2');
    expect(log()).toContain(`\nMerged-Base: ${base}\n`);
  });

  it('refuses what both changed with both sides, and is settled by what it answers', async () => {
    const { id, page, base } = await readPage();
    await client.patch(`/pages/${id}/blocks/${page.blocks[0].id}`, { data: { text: 'Un' } });
    const now = await client.get(`/pages/${id}`);
    const head = portal.head(client.brand);
    const sent = { base, blocks: [...edited(page, 0, 'Eins'), heading('Four')] };
    const { status, body } = await save(id, sent);
    expect([status, portal.head(client.brand)]).toEqual([412, head]);
    const block = page.blocks[0].id;
    expect(body.conflicts).toEqual([{ block, field: 'text', kind: 'both', base: 'One', mine: 'Eins', theirs: 'Un' }]);
    expect([body.page, `"${body.version}"`]).toEqual([now.body, now.headers.get('ETag')]);
    expect(texts(body.merged)).toEqual(['Un', 'Two', 'Three', 'Four']);
    const settled = await save(id, { base: body.version, ...body.merged, blocks: edited(body.merged, 0, 'Un, eins') });
    expect(texts(settled.body)).toEqual(['Un, eins', 'Two', 'Three', 'Four']);
    await client.patch(`/pages/${id}/blocks/${block}`, { data: { text: 'Uno' } });
    const mine = await save(id, { ...sent, conflicts: 'mine' });
    expect(texts(mine.body)[0]).toBe('Eins');
  });

  it('keeps a block with its id that one removed and another edited', async () => {
    const { id, page, base } = await readPage();
    const block = page.blocks[0].id;
    await client.delete(`/pages/${id}/blocks/${block}`);
    const sent = { base, blocks: edited(page, 0, 'Eins') };
    const refused = await save(id, sent);
    expect(refused.body.conflicts).toMatchObject([{ block, field: null, kind: 'removed_there', theirs: null }]);
    const kept = await save(id, { ...sent, conflicts: 'mine' });
    expect([kept.body.blocks[0].id, texts(kept.body)]).toEqual([block, ['Eins', 'Two', 'Three']]);
  });

  it('knows blocks by their ids only, and refuses a base that is no version of the page', async () => {
    const { id, page, base } = await readPage();
    const copy = { type: 'heading', data: page.blocks[0].data };
    const { body } = await save(id, { base, blocks: [...page.blocks, copy, page.blocks[0]] });
    expect(new Set(body.blocks.map((one: { id: string }) => one.id)).size).toBe(5);
    const other = await readPage();
    for (const unknown of ['main', 'f'.repeat(40), other.base, portal.head(client.brand)]) {
      const refused = await save(id, { base: unknown, title: 'Lost' });
      expect([refused.status, Object.keys(refused.body)]).toEqual([412, ['message']]);
    }
    expect((await save(id, { base, title: 'Old' }, { 'If-Match': `"${base}"` })).status).toBe(412);
  });

  it('names wrong fields by their paths', async () => {
    const { id, base } = await readPage();
    const wrong = { base, blocks: [{ type: 'image', data: { media_id: 999 } }], note: 'two\nlines' };
    const { body } = await client.refused(422, 'POST', `/pages/${id}/save`, { body: wrong });
    expect(Object.keys(body.errors).sort()).toEqual(['blocks.0.data.media_id', 'note']);
  });

  it('by an agent is merged, too, and a refusal says all that merged', async () => {
    const { id, page, base } = await readPage();
    await client.patch(`/pages/${id}/blocks/${page.blocks[0].id}`, { data: { text: 'Un' } });
    const agent = await connect(portal, client.key);
    const { answer } = await call(agent, 'save_page', { page: id, base, blocks: edited(page, 1, 'Deux') });
    expect(answer).toMatchObject({ merged: 1, outline: ['Un', 'Deux', 'Three'].map((text) => ({ text })) });
    const refused = await call(agent, 'save_page', { page: id, base, blocks: edited(page, 0, 'Eins') });
    expect(refused.isError).toBe(true);
    expect(texts(refused.answer.merged)).toEqual(['Un', 'Deux', 'Three']);
  });
});
