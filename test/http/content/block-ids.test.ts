import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blockTypes } from '../../../src/content/blocks/types.js';
import { resetBrand } from '../../../src/operations/reset.js';
import { git } from '../../support/git.js';
import { client, expectInvalid, operate, portal, portalForAll } from '../../support/portal-fixture.js';

// biome-ignore lint/suspicious/noExplicitAny: blocks of every type
type Block = any;

portalForAll({ real: true, example: 'northlight' });

const heading = (text: string): Block => ({ type: 'heading', data: { text } });
const group = (...blocks: Block[]): Block => ({ type: 'group', data: { blocks } });

/** The ids of all blocks, outer before inner. */
const idsOf = (blocks: Block[]): string[] =>
  blocks.flatMap(({ id, data }) => {
    const lists = [data, ...(data.columns ?? []), ...(data.items ?? [])].map((holder) => holder.blocks ?? []);
    return [id, ...lists.flatMap(idsOf)];
  });

describe('the id of a block', () => {
  let page: number;
  let blocks: Block[];

  const put = async (sent: Block[]): Promise<Block[]> => {
    const reply = await client.put(`/pages/${page}/content`, { blocks: sent });
    if (reply.status !== 200) throw new Error(`PUT content: ${reply.status} ${reply.text}`);
    return reply.body.blocks;
  };

  beforeEach(async () => {
    const made = await client.page({
      blocks: [
        heading('A'),
        { type: 'columns', data: { columns: [{ blocks: [heading('B')] }, { blocks: [group(heading('C'))] }] } },
        { type: 'tabs', data: { items: [{ title: 'T', blocks: [heading('D')] }] } },
      ],
    });
    page = made.id;
    blocks = made.blocks;
  });

  it('stays when blocks are added, changed and removed around it', async () => {
    const ids = idsOf(blocks);
    const at = `/pages/${page}/blocks`;
    const added = (await client.post(at, { ...heading('X'), before: ids[0] })).body.blocks;
    expect(idsOf(added).slice(1)).toEqual(ids);
    await client.patch(`${at}/${ids[0]}`, { data: { text: 'Z' } });
    await client.delete(`${at}/${added[0].id}`);
    await client.patch(`/pages/${page}`, { title: 'Renamed' });
    expect(idsOf((await client.get(`/pages/${page}`)).body.blocks)).toEqual(ids);
  });

  it('stays in a PUT that moves the block, also to another level', async () => {
    const [a, columns, tabs] = blocks;
    const c = columns.data.columns[1].blocks[0].data.blocks[0];
    const stored = await put([tabs, c, group(a)]);
    expect(stored.slice(0, 2)).toEqual([tabs, c]);
    expect(stored[2].data.blocks).toEqual([a]);
    expect(idsOf(blocks)).not.toContain(stored[2].id);
  });

  it('is that of an equal block in a PUT that leaves ids out, at every level: nothing changes', async () => {
    const bare = (list: Block[]): Block[] =>
      JSON.parse(JSON.stringify(list, (name, value) => (name === 'id' ? undefined : value)));
    const before = (await client.get(`/pages/${page}`)).headers.get('etag');
    expect(await put(bare(blocks))).toEqual(blocks);
    expect(await put(bare(blocks).map((block) => ({ id: 'elsewhere', ...block })))).toEqual(blocks);
    expect((await client.get(`/pages/${page}`)).headers.get('etag')).toBe(before);
  });

  it('is taken in order by equal blocks, and not from one that is named further down', async () => {
    const twins = await put([heading('T'), heading('T'), heading('T')]);
    expect(await put([heading('T'), heading('T')])).toEqual(twins.slice(0, 2));
    const [first, second] = twins;
    const stored = await put([heading('T'), first, heading('T')]);
    expect(stored.map(({ id }) => id).slice(0, 2)).toEqual([second.id, first.id]);
    expect(twins.map(({ id }) => id)).not.toContain(stored[2].id);
  });

  it('goes to the first of two blocks that claim it, and to none of another type', async () => {
    const [first, second] = await put([blocks[0], blocks[0]]);
    expect([first, second.data]).toEqual([blocks[0], blocks[0].data]);
    expect(second.id).not.toBe(first.id);
    const [other] = await put([{ ...blocks[0], type: 'rich_text', data: {} }]);
    expect(other).toEqual({ id: expect.any(String), type: 'rich_text', data: {} });
    expect(idsOf(blocks)).not.toContain(other.id);
  });

  it('is not taken from another page, nor from the client, by PUT or POST', async () => {
    const other = await client.page({ blocks: [heading('Elsewhere')] });
    const foreign = other.blocks[0];
    for (const id of [foreign.id, 'my-own-id', '', 5, null, {}, '../../x', blocks[0].id.slice(1)]) {
      const [stored] = await put([{ ...heading('X'), id }]);
      expect(stored.id).not.toEqual(id);
      expect(stored.id).toMatch(/^[A-Za-z0-9_-]+$/);
    }
    expect((await client.get(`/pages/${other.id}`)).body.blocks).toEqual([foreign]);
    const id = 'chosen-by-me';
    const made = await client.page({ blocks: [{ ...group({ ...heading('A'), id }), id }] });
    const sent = { ...group({ ...heading('A'), id: blocks[0].id }), id };
    const ids = idsOf((await client.post(`/pages/${made.id}/blocks`, sent)).body.blocks);
    expect([ids.length, ids.includes(id), ids.includes(blocks[0].id)]).toEqual([4, false, false]);
  });

  it('stays in a PATCH of the block that holds it, and cannot be taken from outside of that', async () => {
    const [a, columns] = blocks;
    const [holder] = columns.data.columns[1].blocks;
    const [c] = holder.data.blocks;
    const sent = [
      heading('New'),
      c,
      { ...heading('Stolen'), id: a.id },
      group({ ...heading('Itself'), id: holder.id }),
    ];
    const reply = await client.patch(`/pages/${page}/blocks/${holder.id}`, { data: { blocks: sent } });
    const ids = idsOf(reply.body.blocks);
    expect(new Set(ids).size).toBe(ids.length);
    const stored = reply.body.blocks[1].data.columns[1].blocks[0];
    expect(stored.id).toBe(holder.id);
    expect(stored.data.blocks[1]).toEqual(c);
    expect(reply.body.blocks[0]).toEqual(a);
  });
});

describe('a block made in the backend', () => {
  let page: Block;
  let legacy: Block;
  let at: string;

  /** The bytes of the block in the page's file. */
  function bytes(): string {
    const file = git(portal.gitdir(client.brand), ['show', `main:pages/${Math.floor(page.id / 100)}/${page.id}.json`]);
    const start = file.lastIndexOf('\n    {\n', file.indexOf(`"id": "${legacy.id}"`));
    return file.slice(start, file.indexOf('\n    }', start) + 6);
  }

  let start: string;
  beforeAll(() => {
    start = portal.head(client.brand);
  });

  beforeEach(async () => {
    await operate(resetBrand, {}, { to: start, force: true });
    const isLegacy = ({ type }: Block) => type === 'legacy_embed';
    page = (await client.get('/pages?include=blocks')).body.find((one: Block) => one.blocks.some(isLegacy));
    legacy = page.blocks.find(isLegacy);
    at = `/pages/${page.id}`;
    expect(bytes()).toContain('"type": "legacy_embed"');
  });

  it('cannot be written by a client; a PATCH is 422 without errors, whatever it says', async () => {
    for (const body of [{ data: { width: 1 } }, { data: {} }]) {
      const reply = await client.refused(422, 'PATCH', `${at}/blocks/${legacy.id}`, { body });
      expect(reply.body).toEqual({ message: expect.stringMatching(/\w/) });
    }
    const { id: _, ...unnamed } = legacy;
    const type = `The selected type is invalid. Valid: ${[...blockTypes.keys()].join(', ')}.`;
    await expectInvalid('POST', `${at}/blocks`, unnamed, { type });
    await client.refused(422, 'POST', `${at}/blocks`, { body: { ...legacy, backend: true } });
    await client.refused(422, 'POST', '/pages', { body: { title: 'X', blocks: [legacy] } });
    const other = await client.page();
    await client.refused(422, 'PUT', `/pages/${other.id}/content`, { body: { blocks: [legacy] } });
  });

  it('survives every other edit of the page, and a PUT that sends it back in any order and place, byte for byte', async () => {
    const before = bytes();
    await client.patch(at, { title: 'Another title' });
    await client.post(`${at}/blocks`, { ...heading('New'), before: legacy.id });
    await client.patch(`${at}/blocks/${page.blocks[0].id}`, { data: { html: '<p>Changed</p>' } });
    await client.delete(`${at}/blocks/${page.blocks[0].id}`);
    expect([bytes(), (await client.get(at)).body.blocks[1]]).toEqual([before, legacy]);
    const sent = { data: Object.fromEntries(Object.entries(legacy.data).reverse()), type: legacy.type, id: legacy.id };
    const { status, body } = await client.put(`${at}/content`, { blocks: [sent, heading('New')] });
    expect([status, body.blocks[0], bytes()]).toEqual([200, legacy, before]);
  });

  it('can be neither changed nor multiplied by a PUT', async () => {
    const { width: _, ...reduced } = legacy.data;
    for (const [block, field] of [
      [{ ...legacy, data: { ...legacy.data, more: true } }, 'data'],
      [{ ...legacy, data: reduced }, 'data'],
      [legacy, 'type'],
    ] as const) {
      const blocks = [field === 'data' ? page.blocks[0] : legacy, block];
      const reply = await client.refused(422, 'PUT', `${at}/content`, { body: { blocks } });
      expect(Object.keys(reply.body.errors)).toEqual([`blocks.1.${field}`]);
    }
  });

  it('survives inside a group that a PUT puts around it, and edits of that group', async () => {
    const { body } = await client.put(`${at}/content`, { blocks: [group(legacy, heading('A'))] });
    const [holder] = body.blocks;
    expect(holder.data.blocks[0]).toEqual(legacy);
    const edited = await client.patch(`${at}/blocks/${holder.id}`, { data: { title: 'Old things' } });
    expect(edited.body.blocks[0].data.blocks).toEqual(holder.data.blocks);
    await client.refused(422, 'PATCH', `${at}/blocks/${legacy.id}`, { body: { data: {} } });
  });

  it('can be deleted, and does not come back by a PUT', async () => {
    const { body } = await client.delete(`${at}/blocks/${legacy.id}`);
    expect(body.blocks).toEqual(page.blocks.filter(({ id }: Block) => id !== legacy.id));
    await client.refused(422, 'PUT', `${at}/content`, { body: { blocks: page.blocks } });
  });
});
