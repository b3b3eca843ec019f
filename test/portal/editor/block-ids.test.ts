import { beforeEach, describe, expect, it } from 'vitest';
import { newBlockId } from '../../../src/content/blocks/block-id.js';
import { deletePage, updatePage } from '../../../src/operations/pages.js';
import { client, operate, portalForAll } from '../../support/portal-fixture.js';
import { askApi } from '../../support/workspace-api.js';
import { as } from '../../support/workspace-people.js';

portalForAll({ real: true });

interface Block {
  id: string;
  type: string;
  data: { html?: string; blocks?: Block[] };
}

const door = '/brands/acme/-/workspace/api';
const text = (html: string, id = newBlockId()): Block => ({ id, type: 'rich_text', data: { html: `<p>${html}</p>` } });

async function open(id: number, query = '') {
  const { body, headers } = await askApi(await as('editor'), 'GET', `${door}/pages/${id}${query}`);
  return { blocks: body.page.blocks as Block[], base: headers.get('etag') };
}

async function save(
  id: number,
  blocks: readonly Block[],
  { base, query = '' }: { base?: string | null; query?: string } = {},
) {
  const sent = { base: base ?? (await open(id)).base, blocks };
  return askApi(await as('editor'), 'POST', `${door}/pages/${id}/save${query}`, sent);
}

const made = async (title: string, ...blocks: Block[]): Promise<{ id: number; blocks: Block[] }> =>
  client.page({ title, blocks });

describe('the id of a new block that the editor sends', () => {
  let page: { id: number; blocks: Block[] };
  beforeEach(async () => {
    page = await made('Page', text('One'));
  });

  it('is its id, at every level, and no other is said', async () => {
    const inner = text('Inner');
    const group = { id: newBlockId(), type: 'group', data: { blocks: [inner] } };
    const { status, body } = await save(page.id, [...page.blocks, group]);
    expect([status, body.blocks[1].id, body.blocks[1].data.blocks[0].id]).toEqual([200, group.id, inner.id]);
    expect(body).not.toHaveProperty('given');
  });

  it('is no id for other callers', async () => {
    const { base } = await open(page.id);
    const added = text('Two');
    const { body } = await client.post(`/pages/${page.id}/save`, { base, blocks: [...page.blocks, added] });
    expect(body.blocks[1].id).not.toBe(added.id);
  });

  const others: Readonly<Record<string, () => Promise<string> | string>> = {
    'of another page': async () => (await made('Elsewhere', text('Words of another page'))).blocks[0]?.id ?? '',
    'of a hidden page': async () => {
      const { id, blocks } = await made('Hidden', text('Words of a hidden page'));
      await operate(updatePage, { page: String(id) }, { title: 'Hidden', visibility: 'hidden' });
      return blocks[0]?.id ?? '';
    },
    'of a page in the trash': async () => {
      const { id, blocks } = await made('Gone', text('Words of a page in the trash'));
      await operate(deletePage, { page: String(id) });
      return blocks[0]?.id ?? '';
    },
    'of a page in a proposal': async () => {
      const { id, blocks } = await made('Proposed', text('Old'));
      const added = text('Words of a proposal');
      expect((await save(id, [...blocks, added], { query: '?proposal=new' })).status).toBe(200);
      return added.id;
    },
    'of a block of this page with another type': async () => {
      const heading = { id: newBlockId(), type: 'heading', data: {} };
      await save(page.id, [...page.blocks, heading]);
      return heading.id;
    },
    'with a sign that is in no id': () => 'abcdefghijkl',
    'that is too long': () => `${newBlockId()}0`,
    'with markup': () => '<b>',
  };

  it.each(Object.entries(others))('%s is replaced, and whose it was is not said', async (_, idOf) => {
    const id = await idOf();
    const { blocks } = await open(page.id);
    const { status, body } = await save(page.id, [...blocks.filter((block) => block.id !== id), text('Added', id)]);
    const stored = body.blocks.at(-1);
    expect([status, stored.data.html]).toEqual([200, '<p>Added</p>']);
    expect(stored.id).toMatch(/^[0-9a-z]{12}$/);
    expect(stored.id).not.toBe(id);
    expect(body.given).toEqual({ [id]: stored.id });
    expect(JSON.stringify(body)).not.toMatch(/Words of/);
  });

  it('is taken once', async () => {
    const [first, second] = [text('First'), text('Second')];
    const { body } = await save(page.id, [...page.blocks, first, { ...second, id: first.id }]);
    const ids = body.blocks.map(({ id }: Block) => id);
    expect(ids.slice(0, 2)).toEqual([page.blocks[0]?.id, first.id]);
    expect(new Set(ids).size).toBe(3);
  });

  it('is that of a removed block again, also while a proposal has the block', async () => {
    const [one] = page.blocks as [Block];
    await save(page.id, [{ ...one, data: { html: '<p>Proposed</p>' } }], { query: '?proposal=new' });
    expect((await save(page.id, [text('Instead')])).body.blocks).toHaveLength(1);
    expect((await save(page.id, [one])).body.blocks).toEqual([one]);
  });

  it('is that of one block, which both sides have added; with different content they conflict', async () => {
    const { base, blocks } = await open(page.id);
    const [same, other] = [text('Same'), text('Mine')];
    await save(page.id, [...blocks, same, other]);
    const merged = await save(page.id, [...blocks, same], { base });
    expect(merged.body.blocks).toEqual([...blocks, same, other]);
    const theirs = { ...other, data: { html: '<p>Theirs</p>' } };
    const { status, body } = await save(page.id, [...blocks, theirs], { base });
    expect(status).toBe(412);
    expect(body.conflicts).toMatchObject([{ block: other.id, kind: 'both' }]);
  });
});
