import { describe, expect, it } from 'vitest';
import { brandForEach, client, expectInvalid } from '../../support/portal-fixture.js';

interface Sent {
  readonly type: string;
  readonly data?: Record<string, unknown>;
}

brandForEach();

const heading = (text: string): Sent => ({ type: 'heading', data: { text } });
const group = (...blocks: Sent[]): Sent => ({ type: 'group', data: { blocks } });
const many = (count: number): Sent[] => Array.from({ length: count }, () => ({ type: 'heading' }));

// biome-ignore lint/suspicious/noExplicitAny: blocks of every type
type Block = any;

/** Blocks as a short text: `A [B C] D`. */
const outline = (blocks: Block[]): string =>
  blocks.map(({ data }) => (data.blocks ? `[${outline(data.blocks)}]` : data.text)).join(' ');

const page = async (...blocks: Sent[]): Promise<Block[]> => (await client.page({ blocks })).blocks;

const content = async (): Promise<string> => outline((await client.get('/pages/1')).body.blocks);

describe('POST /pages/{page}/blocks', () => {
  it.each([
    ['at the end', {}, 'A [B C] D X'],
    ['before the first', { before: 'A' }, 'X A [B C] D'],
    ['after the first', { after: 'A' }, 'A X [B C] D'],
    ['before a nested one', { before: 'B' }, 'A [X B C] D'],
    ['after the last nested one', { after: 'C' }, 'A [B C X] D'],
    ['at the end when the field is blank', { before: ' ' }, 'A [B C] D X'],
  ])('puts it %s', async (_, place, expected) => {
    const [a, nested, d] = await page(heading('A'), group(heading('B'), heading('C')), heading('D'));
    const [b, c] = nested.data.blocks;
    const idOf: Record<string, string> = { A: a.id, B: b.id, C: c.id, D: d.id };
    const named = Object.fromEntries(Object.entries(place).map(([field, name]) => [field, idOf[name] ?? name]));
    expect((await client.post('/pages/1/blocks', { ...heading('X'), ...named })).status).toBe(201);
    expect(await content()).toBe(expected);
  });

  it.each<[string, (columns: Block) => string]>([
    ['columns', (block) => block.data.columns[1].blocks[0].id],
    ['tabs', (block) => block.data.items[1].blocks[0].id],
  ])('puts it next to a block inside %s', async (type, idIn) => {
    const lists = [{ blocks: [heading('A')] }, { blocks: [heading('B')] }];
    const [block] = await page({ type, data: type === 'tabs' ? { items: lists } : { columns: lists } });
    const { body } = await client.post('/pages/1/blocks', { ...heading('X'), after: idIn(block) });
    const [stored] = body.blocks;
    const after = (stored.data.items ?? stored.data.columns).map((list: Block) => outline(list.blocks));
    expect(after).toEqual(['A', 'B X']);
  });

  it('refuses a sibling that the page does not have, and two places at once', async () => {
    const [a] = await page(heading('A'));
    const other = await client.page({ blocks: [heading('Elsewhere')] });
    for (const field of ['before', 'after']) {
      const sentence = `The selected ${field} is invalid: the page has no block with this id.`;
      for (const id of ['nobody', other.blocks[0].id])
        await expectInvalid('POST', '/pages/1/blocks', { ...heading('X'), [field]: id }, { [field]: sentence });
      await client.refused(422, 'POST', '/pages/1/blocks', { body: { ...heading('X'), [field]: 5 } });
    }
    const body = { ...heading('X'), before: a.id, after: a.id };
    const reply = await client.refused(422, 'POST', '/pages/1/blocks', { body });
    expect(reply.body.message).toBe('The before field prohibits after from being present.');
  });
});

const noList = 'The data field must be an object.';
const noType = 'The blocks.1.type field is required.';
const noContent = 'The blocks field is required.';
it.each<[string, string, string, unknown, string, string]>([
  ['a new block without type', 'POST', 'blocks', {}, 'type', 'The type field is required.'],
  ['a new block with a blank type', 'POST', 'blocks', { type: ' ' }, 'type', 'The type field is required.'],
  ['a new block with a numeric type', 'POST', 'blocks', { type: 1 }, 'type', 'The type field must be a string.'],
  ['a new block with a list as data', 'POST', 'blocks', { type: 'heading', data: [] }, 'data', noList],
  ['a new block with null as data', 'POST', 'blocks', { type: 'heading', data: null }, 'data', noList],
  ['a change without data', 'PATCH', 'blocks/', {}, 'data', 'The data field is required.'],
  ['a change with null as data', 'PATCH', 'blocks/', { data: null }, 'data', 'The data field is required.'],
  ['a change with a list as data', 'PATCH', 'blocks/', { data: [] }, 'data', noList],
  ['a wrong field', 'PATCH', 'blocks/', { data: { text: 5 } }, 'data.text', 'The data.text field must be a string.'],
  ['no content', 'PUT', 'content', {}, 'blocks', noContent],
  ['null as content', 'PUT', 'content', { blocks: null }, 'blocks', noContent],
  ['an object as content', 'PUT', 'content', { blocks: { 0: {} } }, 'blocks', 'The blocks field must be an array.'],
  ['content with a block of no type', 'PUT', 'content', { blocks: [heading('A'), {}] }, 'blocks.1.type', noType],
  ['null in content', 'PUT', 'content', { blocks: [null] }, 'blocks.0', 'The blocks.0 field must be an object.'],
])('%s is refused', async (_, method, at, body, field, sentence) => {
  const [{ id }] = await page(heading('A'));
  await expectInvalid(method, `/pages/1/${at}${method === 'PATCH' ? id : ''}`, body, { [field]: sentence });
  expect(await content()).toBe('A');
});

describe('PATCH /pages/{page}/blocks/{block}', () => {
  it('overwrites what is sent and keeps the rest', async () => {
    const [block] = await page({ type: 'alert', data: { variant: 'info', title: 'Old', body: '<p>Text</p>' } });
    const { status, body } = await client.patch(`/pages/1/blocks/${block.id}`, { data: { title: 'New' } });
    expect(status).toBe(200);
    expect(body.blocks).toEqual([{ ...block, data: { variant: 'info', title: 'New', body: '<p>Text</p>' } }]);
    expect((await client.get('/pages/1')).body).toEqual(body);
  });

  it('merges the first level only: a sent list replaces the old one', async () => {
    const items = [{ title: 'A', body: '<p>a</p>' }, { title: 'B' }];
    const [block] = await page({ type: 'accordion', data: { items } });
    const { body } = await client.patch(`/pages/1/blocks/${block.id}`, { data: { items: [{ title: 'C' }] } });
    expect(body.blocks[0].data).toEqual({ items: [{ title: 'C' }] });
  });

  it('never changes the type', async () => {
    const [block] = await page(heading('A'));
    const sent = { type: 'rich_text', id: 'mine', data: { text: 'B', html: '<p>x</p>' } };
    const { body } = await client.patch(`/pages/1/blocks/${block.id}`, sent);
    expect(body.blocks).toEqual([{ id: block.id, type: 'heading', data: { text: 'B' } }]);
  });

  it('reaches nested blocks and leaves all others as they are', async () => {
    const [first, second] = await page(group(heading('A'), group(heading('B'), heading('C'))), heading('D'));
    const target = first.data.blocks[1].data.blocks[1];
    await client.patch(`/pages/1/blocks/${target.id}`, { data: { text: 'X', level: 3 } });
    const after = (await client.get('/pages/1')).body.blocks;
    expect(outline(after)).toBe('[A [B X]] D');
    expect(after[1]).toEqual(second);
    expect(after[0].data.blocks[1].data.blocks[1]).toEqual({ ...target, data: { text: 'X', level: 3 } });
  });
});

describe('DELETE /pages/{page}/blocks/{block}', () => {
  it('removes a nested block, or a block with all that it holds', async () => {
    const [first] = await page(group(heading('A'), group(heading('B'))), heading('C'));
    const [a, inner] = first.data.blocks;
    await client.delete(`/pages/1/blocks/${a.id}`);
    expect(await content()).toBe('[[B]] C');
    await client.delete(`/pages/1/blocks/${inner.id}`);
    expect(await content()).toBe('[] C');
    await client.refused(404, 'DELETE', `/pages/1/blocks/${inner.data.blocks[0].id}`);
  });
});

describe('a block that the page does not have', () => {
  it('is 404 for PATCH and DELETE, before the body is looked at', async () => {
    const [mine] = await page(heading('A'));
    const other = await client.page({ blocks: [heading('B')] });
    for (const id of ['nobody', other.blocks[0].id, `${mine.id}x`, 'null', '0', '%2f']) {
      for (const [method, body] of [['PATCH', { data: {} }], ['PATCH', { data: 5 }], ['DELETE']] as const) {
        const reply = await client.refused(404, method, `/pages/1/blocks/${id}`, { body });
        expect(reply.body).toEqual({ message: 'Block not found.' });
      }
    }
  });
});

it('content is stored whole or not at all, and every mistake is named', async () => {
  await page(heading('A'));
  const blocks = [heading('B'), { type: 'x' }, group({ type: 'heading', data: { level: 9, text: 1 } })];
  const reply = await client.refused(422, 'PUT', '/pages/1/content', { body: { blocks } });
  const wrong = ['blocks.1.type', 'blocks.2.data.blocks.0.data.level', 'blocks.2.data.blocks.0.data.text'];
  expect(Object.keys(reply.body.errors).sort()).toEqual(wrong);
  expect(reply.body.message).toMatch(/ \(and 2 more errors\)$/);
  expect(await content()).toBe('A');
});

describe('nesting', () => {
  const holders: [string, (inside: Sent[]) => Sent, string][] = [
    ['group', (blocks) => ({ type: 'group', data: { blocks } }), 'blocks'],
    ['columns', (blocks) => ({ type: 'columns', data: { columns: [{}, { blocks }] } }), 'columns.1.blocks'],
    ['tabs', (blocks) => ({ type: 'tabs', data: { items: [{ blocks }] } }), 'items.0.blocks'],
  ];

  it.each(holders)('by %s goes 4 levels deep and no deeper', async (_, hold, path) => {
    await page();
    const four = hold([hold([hold([heading('4')])])]);
    expect((await client.put('/pages/1/content', { blocks: [four] })).status).toBe(200);
    const key = `blocks.0${`.data.${path}.0`.repeat(3)}.data.${path}`;
    const body = { blocks: [hold([hold([hold([hold([heading('5')])])])])] };
    await expectInvalid('PUT', '/pages/1/content', body, {
      [key]: `The ${key} field must not nest blocks deeper than 4 levels.`,
    });
  });

  it('counts from where a new or changed block stands', async () => {
    const [one] = await page(group(group(group(group()))));
    const three = one.data.blocks[0].data.blocks[0];
    const four = three.data.blocks[0];
    const body = { ...group(heading('5')), before: four.id };
    const added = await client.refused(422, 'POST', '/pages/1/blocks', { body });
    expect(Object.keys(added.body.errors)).toEqual(['data.blocks']);
    const changes = { body: { data: { blocks: [heading('5')] } } };
    const changed = await client.refused(422, 'PATCH', `/pages/1/blocks/${four.id}`, changes);
    expect(Object.keys(changed.body.errors)).toEqual(['data.blocks']);
    expect((await client.patch(`/pages/1/blocks/${three.id}`, changes.body)).status).toBe(200);
  });
});

describe('the number of blocks', () => {
  const tooMany = (field: string): string => `The ${field} field must not have more than 200 items.`;
  const fullPage = [1, 2, 3, 4, 5].map(() => group(...many(199)));
  const overfull = { blocks: 'The blocks field must not bring the page to more than 1000 blocks.' };

  it('is at most 200 in a nested list', async () => {
    const [full] = await page(group(...many(200)));
    const field = 'blocks.0.data.blocks';
    await expectInvalid('PUT', '/pages/1/content', { blocks: [group(...many(201))] }, { [field]: tooMany(field) });
    const body = { ...heading('201'), after: full.data.blocks[7].id };
    await client.refused(422, 'POST', '/pages/1/blocks', { body });
    const patch = { data: { blocks: many(201) } };
    await expectInvalid('PATCH', `/pages/1/blocks/${full.id}`, patch, { 'data.blocks': tooMany('data.blocks') });
  });

  it('is at most 1,000 on a page, nested ones included', async () => {
    await expectInvalid('POST', '/pages', { title: 'X', blocks: [...fullPage, heading('1001')] }, overfull);
    const [first] = await page(...fullPage);
    await expectInvalid('POST', '/pages/1/blocks', heading('1001'), overfull);
    await expectInvalid('PATCH', `/pages/1/blocks/${first.id}`, { data: { blocks: many(200) } }, overfull);
    expect((await client.patch(`/pages/1/blocks/${first.id}`, { data: { title: 'Still fits' } })).status).toBe(200);
  });
});
