import { blockTypes } from '../../src/content/blocks/types.js';
import { type Module, newBrandFile } from '../../src/content/brand.js';
import { paths } from '../../src/content/catalog/paths.js';
import { newLanguageFile } from '../../src/content/language.js';
import { pageFile } from './page-file.js';
import type { TestClient, TestPortal } from './portal.js';

/** The ids of one brand by kind. Those of two brands made here have nothing in common: an id of the one names nothing in the other. */
export type BrandIds = typeof ours;

const ids = (first: number, mark: string, proposal: string) => ({
  page: [1, 2, 3, 4, 5].map((at) => String(first + at)), // a chapter, two pages, one in the trash, one that expired there
  block: ['heading', 'level2', 'level3', 'trash'].map((name) => `${mark}-${name}`),
  color: [String(first + 1)],
  media: [String(first + 1), String(first + 2)], // one released, one not
  entry: [`${mark}-fact`, `${mark}-draft`],
  category: [`${mark}-facts`],
  proposal: [proposal],
});

export const ours = ids(0, 'ours', '1');
/** Of a brand that our keys have nothing to do with. */
export const theirs = ids(7100, 'theirs', '2');
/** Of the same form, but nothing ever had them. */
export const never = ids(7200, 'nobody', '9');

type Files = Map<string, unknown>;

/** A brand with every kind of thing in it; every text says `mark`. */
function files(first: number, mark: string): Files {
  const block = (name: string, type: string, data: unknown) => ({ id: `${mark}-${name}`, type, data });
  const levels = [block('level2', 'group', { blocks: [block('level3', 'heading', { text: mark })] })];
  const ofEveryType = [...blockTypes.keys()].map((type) =>
    block(type, type, type === 'group' ? { blocks: levels } : {}),
  );
  const trashed = (deleted_at: string, blocks: unknown[]) => ({ deleted_at, deleted_by: mark, blocks });
  const [chapter, page, child, gone, expired] = [first + 1, first + 2, first + 3, first + 4, first + 5] as const;
  const media = (id: number, released: boolean) => {
    const size = { width: 1, height: 1, media_category_id: null };
    return { id, title: mark, type: 'image', caption: null, ...size, released, status: 'ready' };
  };
  const notations = { rgb: null, cmyk: null, pantone: null, ral: null, shades: [] };
  const entry = (id: string, verified: boolean) => {
    return { id, category: `${mark}-facts`, title: id, body: mark, sources: [], verified };
  };
  const translated = (text: string) => ({ text, of: '0123456789abcdef', by: 'person' });
  return new Map<string, unknown>([
    [paths.brand, { ...newBrandFile(mark), languages: [{ tag: 'de', shown: mark !== 'twin', fallback: null }] }],
    [
      paths.color(first + 1),
      { id: first + 1, name: mark, description: null, role: null, hex: '#123456', ...notations },
    ],
    [paths.media(first + 1), media(first + 1, true)],
    [paths.media(first + 2), media(first + 2, false)],
    [paths.page(chapter), pageFile(chapter, { type: 'container', title: mark, slug: `${mark}-chapter` })],
    [paths.page(page), pageFile(page, { title: mark, blocks: ofEveryType })],
    [paths.page(child), pageFile(child, { parent_id: chapter })],
    [paths.trash(gone), pageFile(gone, trashed('2026-02-28T00:00:00Z', [block('trash', 'heading', { text: mark })]))],
    [paths.trash(expired), pageFile(expired, trashed('2025-12-01T00:00:00Z', []))],
    [paths.translation('de', { of: 'page', id: page }), { title: translated(mark), blocks: {} }],
    [paths.translation('de', { of: 'color', id: first + 1 }), { texts: { name: translated(mark) } }],
    [paths.categories, [{ key: `${mark}-facts`, label: mark }]],
    [paths.entry(`${mark}-fact`), entry(`${mark}-fact`, true)],
    [paths.entry(`${mark}-draft`), entry(`${mark}-draft`, false)],
    [paths.language, { ...newLanguageFile, status: 'published', version: first }],
    [paths.section('voice'), { summary: mark }],
    [paths.section('terminology'), { preferred: [{ term: mark }] }],
  ]);
}

const allModules: readonly Module[] = ['corporate_language', 'brand_agent', 'media_upload'];

async function create(portal: TestPortal, slug: string, content: Files, modules = allModules): Promise<TestClient> {
  const subject = `Create ${slug}`;
  await portal.service.provisioning.create({ slug, modules, apiEnabled: true, files: content, subject });
  const client = await portal.client(slug);
  const page = (await client.get('/pages')).body.find(({ type }: { type: string }) => type !== 'container');
  for (const title of slug === 'theirs' ? ['First', 'Second'] : ['First']) {
    const changed = await client.patch(`/pages/${page.id}?proposal=new`, { title: `${title} of ${slug}` });
    await client.post(`/proposals/${changed.headers.get('proposal')}/comments`, { text: `${title} of ${slug}` });
  }
  return client;
}

export type Brands = Awaited<ReturnType<typeof createBrands>>;

export async function createBrands(portal: TestPortal) {
  return {
    /** With both rights to `ours`, which has both modules. */
    owner: await create(portal, 'ours', files(0, 'ours')),
    /** To a brand with the content of ours and without modules. */
    bare: await create(portal, 'bare', files(0, 'ours'), []),
    /** To `theirs`. */
    stranger: await create(portal, 'theirs', files(7100, 'theirs')),
    /** To a brand whose ids are those of ours, but nothing else. */
    twin: await create(portal, 'twin', files(0, 'twin')),
  };
}
