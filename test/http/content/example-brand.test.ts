import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exampleBrands } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

portalForAll({ example: 'northlight' });

const folder = join(exampleBrands, 'northlight');
const yaml = (path: string): Json => parse(readFileSync(join(folder, path), 'utf8'));

interface Source {
  readonly title: string;
  readonly parent: string | null;
  readonly content: Json;
}

/** The pages of the folder: by file name, a chapter before its children. */
function sources(path = 'pages', parent: string | null = null): Source[] {
  const names = readdirSync(join(folder, path)).filter((name) => name.endsWith('.yaml'));
  return names.sort().flatMap((name) => {
    const content = yaml(join(path, name));
    const own = { title: content.title, parent, content };
    return content.type === 'container'
      ? [own, ...sources(join(path, name.slice(0, -'.yaml'.length)), content.title)]
      : [own];
  });
}

const get = async (path: string): Promise<Json> => {
  const reply = await client.get(path);
  expect(reply.status, path).toBe(200);
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  return reply.body;
};

const allPages = async (): Promise<Json[]> => {
  const summaries = await get('/pages');
  return Promise.all(summaries.map(({ id }: { id: number }) => get(`/pages/${id}`)));
};

const everyBlock = (blocks: Json[]): Json[] =>
  blocks.flatMap((block) => {
    const holders = [block.data, ...(block.data.columns ?? []), ...(block.data.items ?? [])];
    return [block, ...holders.flatMap((holder) => everyBlock(holder.blocks ?? []))];
  });

const keys = (value: object): string[] => Object.keys(value);
const colorKeys = ['id', 'name', 'description', 'role', 'hex', 'rgb', 'cmyk', 'pantone', 'ral', 'shades'];

describe('the brand', () => {
  it('has its colours in full, in short and one by one', async () => {
    const source = yaml('colors.yaml');
    const full = await get('/brand/colors?expand=full');
    expect(full).toEqual(source);
    expect((await get('/brand')).theme.palette).toEqual(full);
    for (const color of full) {
      expect(keys(color).sort()).toEqual(colorKeys.toSorted());
      expect(await get(`/brand/colors/${color.id}`)).toEqual(color);
    }
    const short = source.map(({ id, name, role, description }: Json) => ({ id, name, role, description }));
    for (const path of ['/brand/colors', '/brand/colors?expand=']) expect(await get(path)).toEqual(short);
  });
});

describe('the pages', () => {
  it('are listed in the order of the folder, each under its chapter', async () => {
    const summaries = await get('/pages');
    const titleOf = new Map(summaries.map(({ id, title }: Json) => [id, title]));
    const listed = summaries.map(({ title, parent_id }: Json) => [title, titleOf.get(parent_id) ?? null]);
    const expected = sources().map(({ title, parent }) => [title, parent]);
    expect(expected).toHaveLength(58);
    expect(listed).toEqual(expected);
  });

  it('use all 16 types of blocks, and one that only the backend makes', async () => {
    const types = new Set((await allPages()).flatMap(({ blocks }) => everyBlock(blocks)).map(({ type }) => type));
    const writable =
      'heading rich_text alert button video image_placeholder accordion table columns group image gallery tabs ' +
      'asset_download download_list color_palette';
    expect([...types].sort()).toEqual([...writable.split(' '), 'legacy_embed'].sort());
  });

  it('can all be sent back as they are: nothing changes', async () => {
    const head = portal.head('northlight');
    const pages = await allPages();
    for (const { id, title, parent_id, nav_expansion, blocks, type } of pages) {
      const patched = await client.patch(`/pages/${id}`, { title, parent_id, nav_expansion });
      expect(patched.status, title).toBe(200);
      if (type === 'container') continue;
      const put = await client.put(`/pages/${id}/content`, { blocks });
      expect(put.body.blocks, title).toEqual(blocks);
    }
    expect(portal.head('northlight')).toBe(head);
    expect(await allPages()).toEqual(pages);
  });
});
