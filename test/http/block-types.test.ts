import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blockTypes } from '../../src/content/blocks/types.js';
import { type TestClient, TestPortal } from '../support/portal.js';

type Data = Record<string, unknown>;
interface Sent {
  readonly type: string;
  readonly data: Data;
}

let portal: TestPortal;
let client: TestClient;
let page: number;

beforeAll(async () => {
  portal = await TestPortal.start();
  await portal.importExample('northlight');
});

afterAll(() => portal.close());

beforeEach(async () => {
  client = await portal.client('northlight');
  page = (await client.page({ title: 'Test' })).id;
});

const store = async (...blocks: Sent[]) => {
  const reply = await client.put(`/pages/${page}/content`, { blocks });
  if (reply.status !== 200) throw new Error(`PUT content: ${reply.status} ${reply.text}`);
  return reply.body.blocks;
};

const refuse = async (...blocks: unknown[]): Promise<Record<string, string[]>> => {
  const reply = await client.refused(422, 'PUT', `/pages/${page}/content`, { body: { blocks } });
  return reply.body.errors;
};

const html = '<p>Quiet <strong>type</strong>, <em>big</em> windows &amp; <a href="/booking">booking</a></p>';

/** Every type with every field. */
const full: [string, Data][] = [
  ['heading', { text: 'Clear space', level: 2 }],
  ['rich_text', { html }],
  ['alert', { variant: 'warning', title: 'Mind the gap', body: html }],
  ['button', { label: 'Book', url: 'https://example.com/book?a=1&b=2#c', style: 'primary', new_tab: true }],
  ['video', { url: 'https://example.com/v', media_id: 108, title: 'Film', caption: 'Line one\nline two' }],
  ['image_placeholder', { label: 'Photo follows', width: 1600, height: 900 }],
  ['accordion', { items: [{ title: 'When?', body: html }, { title: 'Where?' }, {}] }],
  ['table', { caption: 'Sizes', header: ['Name', 'mm'], rows: [['Logo', '<b>20</b>'], [], ['x']] }],
  ['columns', { columns: [{ width: 6, blocks: [] }, { blocks: [] }, {}] }],
  ['group', { title: 'Together', blocks: [] }],
  ['image', { media_id: 101, alt: 'Logo', caption: 'Horizontal', link: '/logo' }],
  ['gallery', { items: [{ media_id: 105, alt: 'Dusk', caption: 'Linz' }, { media_id: 106 }], layout: 'grid' }],
  ['tabs', { items: [{ title: 'Web', blocks: [] }, { title: 'Print' }] }],
  ['asset_download', { media_id: 104, label: 'Package', description: html }],
  ['download_list', { title: 'Files', items: [{ media_id: 104, label: 'Package' }, { media_id: 110 }] }],
  ['color_palette', { title: 'Ours', color_ids: [1, 2, 1] }],
];

describe('each of the 16 types', () => {
  it.each(full)('%s gives back all of its data', async (type, data) => {
    expect(await store({ type, data })).toEqual([{ id: expect.any(String), type, data }]);
    expect((await client.get(`/pages/${page}`)).body.blocks[0].data).toEqual(data);
  });

  it.each(full)('%s requires no field', async (type) => {
    expect((await store({ type, data: {} }))[0].data).toEqual({});
    const { body } = await client.post(`/pages/${page}/blocks`, { type });
    expect(body.blocks[1]).toEqual({ id: expect.any(String), type, data: {} });
  });

  it.each(full)('%s drops what it does not know, also in its lists', async (type, data) => {
    const littered = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(littered);
      if (typeof value !== 'object' || value === null) return value;
      const inside = Object.entries(value).map(([key, item]) => [key, littered(item)]);
      return { ...Object.fromEntries(inside), colour: 'red', Text: 'x', id: 'x', html_: { a: [1] } };
    };
    expect((await store({ type, data: littered(data) as Data }))[0].data).toEqual(data);
  });

  it.each(full)('%s refuses null in any of its fields', async (type, data) => {
    const errors = await refuse({ type, data: Object.fromEntries(Object.keys(data).map((key) => [key, null])) });
    expect(Object.keys(errors).sort()).toEqual(
      Object.keys(data)
        .map((key) => `blocks.0.data.${key}`)
        .sort(),
    );
  });

  it('is known by exactly that name', async () => {
    for (const type of ['Heading', 'richtext', 'rich-text', 'legacy_embed', 'toString', '__proto__', 'html']) {
      const text = `The selected blocks.0.type is invalid. Valid: ${[...blockTypes.keys()].join(', ')}.`;
      expect(await refuse({ type, data: {} })).toEqual({ 'blocks.0.type': [text] });
    }
  });
});

describe('a value of the wrong type', () => {
  const phrase = { string: 'a string', integer: 'an integer', boolean: 'true or false', array: 'an array' };
  const object = 'an object';

  it.each<[string, string, Data, string]>([
    ['heading', 'text', { text: 5 }, phrase.string],
    ['heading', 'level', { level: '2' }, phrase.integer],
    ['heading', 'level', { level: 1.5 }, phrase.integer],
    ['rich_text', 'html', { html: ['<p>'] }, phrase.string],
    ['alert', 'variant', { variant: {} }, phrase.string],
    ['alert', 'title', { title: true }, phrase.string],
    ['alert', 'body', { body: 1 }, phrase.string],
    ['button', 'label', { label: 1 }, phrase.string],
    ['button', 'url', { url: {} }, phrase.string],
    ['button', 'style', { style: [] }, phrase.string],
    ['button', 'new_tab', { new_tab: 'true' }, phrase.boolean],
    ['button', 'new_tab', { new_tab: 1 }, phrase.boolean],
    ['video', 'url', { url: 1 }, phrase.string],
    ['video', 'media_id', { media_id: '108' }, phrase.integer],
    ['video', 'title', { title: 1 }, phrase.string],
    ['video', 'caption', { caption: 1 }, phrase.string],
    ['image_placeholder', 'label', { label: 1 }, phrase.string],
    ['image_placeholder', 'width', { width: '100%' }, phrase.integer],
    ['image_placeholder', 'height', { height: 9.5 }, phrase.integer],
    ['accordion', 'items', { items: {} }, phrase.array],
    ['accordion', 'items.1', { items: [{}, 'x'] }, object],
    ['accordion', 'items.0', { items: [['x']] }, object],
    ['accordion', 'items.0.title', { items: [{ title: 1 }] }, phrase.string],
    ['accordion', 'items.0.body', { items: [{ body: [] }] }, phrase.string],
    ['table', 'caption', { caption: 1 }, phrase.string],
    ['table', 'header', { header: 'Name' }, phrase.array],
    ['table', 'header.1', { header: ['a', 2] }, phrase.string],
    ['table', 'rows', { rows: {} }, phrase.array],
    ['table', 'rows.0', { rows: ['x'] }, phrase.array],
    ['table', 'rows.1.2', { rows: [[], ['a', 'b', 3]] }, phrase.string],
    ['columns', 'columns', { columns: 'two' }, phrase.array],
    ['columns', 'columns.0', { columns: [[]] }, object],
    ['columns', 'columns.0.width', { columns: [{ width: 'half' }] }, phrase.integer],
    ['columns', 'columns.0.blocks', { columns: [{ blocks: {} }] }, phrase.array],
    ['columns', 'columns.0.blocks.0', { columns: [{ blocks: ['x'] }] }, object],
    ['group', 'title', { title: 1 }, phrase.string],
    ['group', 'blocks', { blocks: 'x' }, phrase.array],
    ['group', 'blocks.0.data', { blocks: [{ type: 'heading', data: 'x' }] }, object],
    ['group', 'blocks.0.data.text', { blocks: [{ type: 'heading', data: { text: 1 } }] }, phrase.string],
    ['image', 'media_id', { media_id: 1.5 }, phrase.integer],
    ['image', 'alt', { alt: 1 }, phrase.string],
    ['image', 'caption', { caption: 1 }, phrase.string],
    ['image', 'link', { link: false }, phrase.string],
    ['gallery', 'items', { items: 'x' }, phrase.array],
    ['gallery', 'items.0', { items: [101] }, object],
    ['gallery', 'items.0.media_id', { items: [{ media_id: '101' }] }, phrase.integer],
    ['gallery', 'items.0.alt', { items: [{ alt: 1 }] }, phrase.string],
    ['gallery', 'items.0.caption', { items: [{ caption: 1 }] }, phrase.string],
    ['gallery', 'layout', { layout: 1 }, phrase.string],
    ['tabs', 'items', { items: 1 }, phrase.array],
    ['tabs', 'items.0.title', { items: [{ title: 1 }] }, phrase.string],
    ['tabs', 'items.0.blocks', { items: [{ blocks: 1 }] }, phrase.array],
    ['asset_download', 'media_id', { media_id: true }, phrase.integer],
    ['asset_download', 'label', { label: 1 }, phrase.string],
    ['asset_download', 'description', { description: 1 }, phrase.string],
    ['download_list', 'title', { title: 1 }, phrase.string],
    ['download_list', 'items', { items: null }, phrase.array],
    ['download_list', 'items.0.media_id', { items: [{ media_id: 'x' }] }, phrase.integer],
    ['download_list', 'items.0.label', { items: [{ label: 1 }] }, phrase.string],
    ['color_palette', 'title', { title: 1 }, phrase.string],
    ['color_palette', 'color_ids', { color_ids: 1 }, phrase.array],
    ['color_palette', 'color_ids.1', { color_ids: [1, '2'] }, phrase.integer],
  ])('in %s is reported under its path: %s of %j must be %s', async (type, path, data, must) => {
    const inContent = `blocks.1.data.${path}`;
    expect(await refuse({ type: 'group' }, { type, data })).toEqual({
      [inContent]: [`The ${inContent.replaceAll('_', ' ')} field must be ${must}.`],
    });
    const alone = await client.refused(422, 'POST', `/pages/${page}/blocks`, { body: { type, data } });
    expect(alone.body.message).toBe(`The data.${path.replaceAll('_', ' ')} field must be ${must}.`);
    expect(Object.keys(alone.body.errors)).toEqual([`data.${path}`]);
  });

  it.each([0, 7, -1])('is also a heading of level %i', async (level) => {
    expect(await refuse({ type: 'heading', data: { level } })).toEqual({
      'blocks.0.data.level': ['The blocks.0.data.level field must be between 1 and 6.'],
    });
  });

  it.each([1, 2, 3, 4, 5, 6])('is no heading of level %i', async (level) => {
    expect((await store({ type: 'heading', data: { level } }))[0].data).toEqual({ level });
  });
});

describe('a reference', () => {
  beforeAll(() => portal.importExample('little-bakery'));

  const unreleased = 111;
  const processing = 114;
  const failed = 115;

  const toMedia = (media_id: number): Record<string, Sent> => ({
    'blocks.0.data.media_id': { type: 'video', data: { media_id } },
    'blocks.1.data.media_id': { type: 'image', data: { media_id } },
    'blocks.2.data.items.1.media_id': { type: 'gallery', data: { items: [{ media_id: 101 }, { media_id }] } },
    'blocks.3.data.media_id': { type: 'asset_download', data: { media_id } },
    'blocks.4.data.items.0.media_id': { type: 'download_list', data: { items: [{ media_id }] } },
    'blocks.5.data.blocks.0.data.media_id': {
      type: 'group',
      data: { blocks: [{ type: 'image', data: { media_id } }] },
    },
  });

  const invalid = (path: string): [string, string[]] => [path, [`The selected ${path.replace(/_/g, ' ')} is invalid.`]];

  it.each([unreleased, processing, failed, 999, 1, 0, -101, 2 ** 53 - 1])(
    'to medium %i is refused wherever it stands',
    async (id) => {
      const blocks = toMedia(id);
      expect(await refuse(...Object.values(blocks))).toEqual(Object.fromEntries(Object.keys(blocks).map(invalid)));
    },
  );

  it('to any medium of the list is accepted wherever it stands', async () => {
    const media = (await client.get('/media')).body;
    expect(media).toHaveLength(10);
    for (const { id } of media) expect(await store(...Object.values(toMedia(id)))).toHaveLength(6);
  });

  it('to another brand’s medium or colour is refused', async () => {
    const bakery = await portal.client('little-bakery');
    const [media] = (await bakery.get('/media')).body;
    const own = (await client.get('/media')).body.map(({ id }: { id: number }) => id);
    expect(own).not.toContain(media.id);
    expect(await refuse({ type: 'image', data: { media_id: media.id } })).toEqual(
      Object.fromEntries([invalid('blocks.0.data.media_id')]),
    );
    const foreign = await bakery.page({ title: 'Test' });
    await bakery.refused(422, 'POST', `/pages/${foreign.id}/blocks`, {
      body: { type: 'image', data: { media_id: 101 } },
    });
    await bakery.refused(422, 'POST', `/pages/${foreign.id}/blocks`, {
      body: { type: 'color_palette', data: { color_ids: [12] } },
    });
  });

  it.each([13, 0, -1, 101, 2 ** 53 - 1])('to colour %i is refused', async (id) => {
    expect(await refuse({ type: 'color_palette', data: { color_ids: [1, id, 2] } })).toEqual(
      Object.fromEntries([invalid('blocks.0.data.color_ids.1')]),
    );
  });
});

describe('an address', () => {
  const inBlocks = (address: string): Sent[] => [
    { type: 'button', data: { url: address } },
    { type: 'video', data: { url: address } },
    { type: 'image', data: { link: address } },
  ];
  const keys = ['blocks.0.data.url', 'blocks.1.data.url', 'blocks.2.data.link'];

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '  javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\0script:alert(1)',
    'javascript\u007f:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#x3a;alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://example.com/',
    'blob:https://example.com/x',
    'view-source:https://example.com',
    'custom+scheme:x',
    'https:',
    'http://',
    'https://exa mple.com',
    '\\\\example.com\\share',
    'https://example.com/"onclick="x',
    ':x',
    'a:b/c',
  ])('like %j is refused', async (address) => {
    expect(Object.keys(await refuse(...inBlocks(address)))).toEqual(keys);
  });

  it('is refused in one sentence', async () => {
    expect(await refuse({ type: 'button', data: { url: 'javascript:alert(1)' } })).toEqual({
      'blocks.0.data.url': ['The blocks.0.data.url field must be a valid URL.'],
    });
  });

  it.each([
    'https://example.com/a?b=c&d=e#f',
    'HTTP://EXAMPLE.COM',
    'https://grüße.example/straße?q=ä',
    'mailto:brand@example.com?subject=Logo',
    'tel:+43-732-123456',
    '/logo',
    'logo/clear-space',
    '../logo?x=1',
    '#section',
    '?page=2',
    '//cdn.example.com/x',
    './a:b',
    'logo?return=https://example.com',
    '',
  ])('like %j is stored as it is', async (address) => {
    const [button, video, image] = await store(...inBlocks(address));
    expect([button.data.url, video.data.url, image.data.link]).toEqual([address, address, address]);
  });

  it('is trimmed', async () => {
    expect((await store({ type: 'button', data: { url: '  /logo ' } }))[0].data.url).toBe('/logo');
  });
});
