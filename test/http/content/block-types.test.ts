import { beforeEach, describe, expect, it } from 'vitest';
import type { BlockType } from '../../../src/content/blocks/block-type.js';
import { blockTypes } from '../../../src/content/blocks/types.js';
import { client, expectInvalid, portalForAll } from '../../support/portal-fixture.js';
import { wrongValues } from '../../support/wrong-values.js';

type Data = Record<string, unknown>;
interface Sent {
  readonly type: string;
  readonly data: Data;
}

let page: number;

portalForAll({ example: 'northlight' });
beforeEach(async () => {
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
  it.each(full)(
    '%s gives back all of its data, drops what it does not know, also in its lists, requires no field and refuses null in any',
    async (type, data) => {
      const littered = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(littered);
        if (typeof value !== 'object' || value === null) return value;
        const inside = Object.entries(value).map(([key, item]) => [key, littered(item)]);
        return { ...Object.fromEntries(inside), colour: 'red', Text: 'x', id: 'x', html_: { a: [1] } };
      };
      const id = expect.any(String);
      expect(await store({ type, data: littered(data) as Data })).toEqual([{ id, type, data }]);
      expect((await client.get(`/pages/${page}`)).body.blocks[0].data).toEqual(data);
      expect(await store({ type, data: {} })).toEqual([{ id, type, data: {} }]);
      const { body } = await client.post(`/pages/${page}/blocks`, { type });
      expect(body.blocks[1]).toEqual({ id, type, data: {} });
      const fields = Object.keys(data);
      const errors = await refuse({ type, data: Object.fromEntries(fields.map((field) => [field, null])) });
      expect(new Set(Object.keys(errors))).toEqual(new Set(fields.map((field) => `blocks.0.data.${field}`)));
    },
  );

  it('is known by exactly that name', async () => {
    for (const type of ['Heading', 'richtext', 'rich-text', 'legacy_embed', 'toString', '__proto__', 'html']) {
      const text = `The selected blocks.0.type is invalid. Valid: ${[...blockTypes.keys()].join(', ')}.`;
      expect(await refuse({ type, data: {} })).toEqual({ 'blocks.0.type': [text] });
    }
  });
});

describe('a value of the wrong type', () => {
  it.each(full)('in %s is reported under its path', async (type) => {
    const places = wrongValues((blockTypes.get(type) as BlockType).data);
    expect(places.length).toBeGreaterThan(1);
    for (const [path, must, data] of places) {
      const inContent = `blocks.1.data${path}`;
      expect(await refuse({ type: 'group' }, { type, data })).toEqual({
        [inContent]: [`The ${inContent.replaceAll('_', ' ')} field must be ${must}.`],
      });
      const sentence = `The data${path.replaceAll('_', ' ')} field must be ${must}.`;
      await expectInvalid('POST', `/pages/${page}/blocks`, { type, data }, { [`data${path}`]: sentence });
    }
  });

  it.each([
    [0, 'between 1 and 6'],
    [7, 'between 1 and 6'],
    [1.5, 'an integer'],
  ])('is also a heading of level %d', async (level, must) => {
    expect(await refuse({ type: 'heading', data: { level } })).toEqual({
      'blocks.0.data.level': [`The blocks.0.data.level field must be ${must}.`],
    });
  });
});

describe('a reference', () => {
  const [unreleased, processing, failed] = [111, 114, 115];

  const image = (media_id: number): Sent => ({ type: 'image', data: { media_id } });
  const toMedia = (media_id: number): Record<string, Sent> => ({
    'blocks.0.data.media_id': { type: 'video', data: { media_id } },
    'blocks.1.data.media_id': image(media_id),
    'blocks.2.data.items.1.media_id': { type: 'gallery', data: { items: [{ media_id: 101 }, { media_id }] } },
    'blocks.3.data.media_id': { type: 'asset_download', data: { media_id } },
    'blocks.4.data.items.0.media_id': { type: 'download_list', data: { items: [{ media_id }] } },
    'blocks.5.data.blocks.0.data.media_id': { type: 'group', data: { blocks: [image(media_id)] } },
  });

  const invalid =
    (reason = 'it does not exist') =>
    (path: string): [string, string[]] => [path, [`The selected ${path.replace(/_/g, ' ')} is invalid: ${reason}.`]];
  const reasons = new Map([
    [unreleased, `medium ${unreleased} is not released`],
    [processing, `medium ${processing} is still being processed`],
    [failed, `medium ${failed} could not be processed`],
  ]);

  it.each([unreleased, processing, failed, 999, 1, 0, -101, 2 ** 53 - 1])(
    'to medium %i is refused wherever it stands',
    async (id) => {
      const blocks = toMedia(id);
      expect(await refuse(...Object.values(blocks))).toEqual(
        Object.fromEntries(Object.keys(blocks).map(invalid(reasons.get(id)))),
      );
    },
  );

  it('to any medium of the list, which are released and processed, is accepted wherever it stands', async () => {
    const ids: number[] = (await client.get('/media')).body.map(({ id }: { id: number }) => id);
    for (const id of [unreleased, processing, failed]) expect(ids).not.toContain(id);
    for (const id of ids) expect(await store(...Object.values(toMedia(id)))).toHaveLength(6);
  });

  it.each([13, 0, -1, 101, 2 ** 53 - 1])('to colour %i is refused', async (id) => {
    expect(await refuse({ type: 'color_palette', data: { color_ids: [1, id, 2] } })).toEqual(
      Object.fromEntries([invalid()('blocks.0.data.color_ids.1')]),
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
    'custom+scheme:x',
    'https:',
    'http://',
    'https://exa mple.com',
    '\\\\example.com\\share',
    'https://example.com/"onclick="x',
    ':x',
    'a:b/c',
  ])('like %j is refused', async (address) => {
    expect(await refuse(...inBlocks(address))).toEqual(
      Object.fromEntries(keys.map((key) => [key, [`The ${key} field must be a valid URL.`]])),
    );
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
    '  /logo ',
  ])('like %j is stored as it is, but for spaces around it', async (address) => {
    const [button, video, image] = await store(...inBlocks(address));
    const stored = address.trim();
    expect([button.data.url, video.data.url, image.data.link]).toEqual([stored, stored, stored]);
  });
});
