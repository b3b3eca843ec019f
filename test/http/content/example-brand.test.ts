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

const summaryKeys = ['id', 'title', 'slug', 'type', 'parent_id', 'nav_expansion', 'visibility', 'updated_at'];
const colorKeys = ['id', 'name', 'description', 'role', 'hex', 'rgb', 'cmyk', 'pantone', 'ral', 'shades'];
const stringOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const integerOrNull = (value: unknown): boolean => value === null || Number.isInteger(value);

describe('the brand', () => {
  it('has exactly the described members', async () => {
    const brand = await get('/brand');
    expect(keys(brand)).toEqual(['slug', 'name', 'theme']);
    expect(brand).toMatchObject({ slug: 'northlight', name: 'Northlight' });
    expect(keys(brand.theme).sort()).toEqual(['colors', 'font', 'fonts', 'palette']);
    const { palette: _, ...theme } = brand.theme;
    expect(theme).toEqual(yaml('brand.yaml').theme);
    for (const font of brand.theme.fonts) expect(keys(font)).toEqual(['role', 'family', 'base_weight', 'faces']);
  });

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

describe('the corporate language', () => {
  const sections = ['meta', 'voice', 'terminology', 'company_name', 'notation'];

  it('is one document, and each of its sections', async () => {
    const document = await get('/brand/cl');
    expect(keys(document)).toEqual(['brand', 'schema_version', 'version', 'status', ...sections]);
    expect(document).toMatchObject({ brand: 'northlight', schema_version: '1.0', status: 'published' });
    expect(Number.isInteger(document.version)).toBe(true);
    const source = yaml('corporate-language.yaml');
    for (const section of sections) {
      expect(document[section]).toEqual(source[section]);
      expect(await get(`/brand/cl/${section}`)).toEqual({ [section]: source[section] });
    }
  });
});

describe('the brand context', () => {
  it('shows the verified entries in the order of the categories', async () => {
    const { categories, entries } = yaml('brand-context.yaml');
    const shown = await get('/brand/context');
    const verified = entries.filter((entry: Json) => entry.verified);
    expect(verified.length).toBeLessThan(entries.length);
    expect(shown.map(({ id }: Json) => id).sort()).toEqual(verified.map(({ id }: Json) => id).sort());
    for (const entry of shown) {
      expect(keys(entry)).toEqual(['id', 'category', 'category_label', 'title', 'body', 'sources']);
      for (const source of entry.sources) expect(keys(source)).toEqual(['title', 'url']);
    }
    const order = [...new Set(shown.map(({ category }: Json) => category))];
    expect(order).toEqual(categories.map(({ key }: Json) => key).filter((key: string) => order.includes(key)));
    for (const { key, label } of categories) {
      const ofCategory = await get(`/brand/context?category=${key}`);
      expect(ofCategory).toEqual(shown.filter(({ category }: Json) => category === key));
      for (const entry of ofCategory) expect(entry.category_label).toBe(label);
    }
  });
});

describe('the media', () => {
  it('are those that are released and ready', async () => {
    const shown = await get('/media');
    const ready = yaml('media.yaml').filter(
      ({ released, status }: Json) => released && (status ?? 'ready') === 'ready',
    );
    expect(shown).toEqual(ready.map(({ released: _, status: __, file: ___, ...item }: Json) => item));
    for (const item of shown) {
      expect(keys(item).sort()).toEqual(['caption', 'height', 'id', 'media_category_id', 'title', 'type', 'width']);
      expect([item.title, item.caption].every(stringOrNull)).toBe(true);
      expect([item.width, item.height, item.media_category_id].every(integerOrNull)).toBe(true);
    }
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

  it('have exactly the described members, and the same ones in the list', async () => {
    const summaries = await get('/pages');
    for (const [at, page] of (await allPages()).entries()) {
      expect(keys(page)).toEqual([...summaryKeys.slice(0, -1), 'blocks', 'updated_at']);
      const { blocks, ...summary } = page;
      expect(summaries[at]).toEqual(summary);
      expect(keys(summaries[at])).toEqual(summaryKeys);
      if (page.type === 'container') expect(blocks).toEqual([]);
      for (const block of everyBlock(blocks)) {
        expect(keys(block)).toEqual(['id', 'type', 'data']);
        expect(block.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }
    }
  });

  it('have ids and slugs of their own', async () => {
    const summaries = await get('/pages');
    for (const member of ['id', 'slug']) {
      expect(new Set(summaries.map((summary: Json) => summary[member])).size).toBe(summaries.length);
    }
    for (const { slug } of summaries) expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  });

  it('have all visibilities, both types and the navigation of the folder', async () => {
    const summaries = await get('/pages');
    const settings = summaries.map(({ type, visibility, nav_expansion }: Json) => [type, visibility, nav_expansion]);
    const expected = sources().map(({ content }) => [
      content.type ?? 'guideline',
      content.visibility ?? 'internal',
      content.nav_expansion ?? 'collapsible',
    ]);
    expect(settings).toEqual(expected);
    expect(new Set(settings.flat())).toContain('hidden');
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

describe('a day’s work on the example', () => {
  it('answers every write with the complete page', async () => {
    const [chapter] = (await get('/pages')).filter(({ type }: Json) => type === 'container');
    const made = await client.post('/pages', { title: 'Night menu 🍲', parent_id: chapter.id });
    const { id } = made.body;
    const added = await client.post(`/pages/${id}/blocks`, { type: 'image', data: { media_id: 105 } });
    const block = added.body.blocks[0].id;
    const replies = [
      made,
      added,
      await client.patch(`/pages/${id}/blocks/${block}`, { data: { alt: 'Dusk' } }),
      await client.put(`/pages/${id}/content`, { blocks: added.body.blocks }),
      await client.patch(`/pages/${id}`, { title: 'Menu', parent_id: null }),
      await client.delete(`/pages/${id}/blocks/${block}`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200, 200]);
    for (const { body } of replies) {
      expect(keys(body)).toEqual([...summaryKeys.slice(0, -1), 'blocks', 'updated_at']);
    }
    expect((await get('/pages')).at(-1).title).toBe('Menu');
    expect((await client.delete(`/pages/${id}`)).status).toBe(204);
    const section = await client.patch('/brand/cl/voice', { summary: 'Calm.' });
    expect(section.body).toEqual({ voice: { summary: 'Calm.' } });
    expect((await get('/pages')).map(({ title }: Json) => title)).toEqual(sources().map(({ title }) => title));
  });
});
