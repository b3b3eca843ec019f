import { generateNKeysBetween } from 'fractional-indexing';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBrandFile } from '../../src/content/brand.js';
import { paths } from '../../src/content/catalog/paths.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { openPortal, visit } from '../support/portal-visitors.js';

portalForAll();

/** Makes a public brand in which all names have the same length. @param perChapter 0: all pages are at the top */
async function makeBrand(slug: string, count: number, perChapter: number): Promise<void> {
  const positions = generateNKeysBetween(null, null, count);
  const files = new Map<string, unknown>([[paths.brand, newBrandFile('Large')]]);
  for (const [at, position] of positions.entries()) {
    const id = at + 10_000;
    const chapter = perChapter === 0 ? at : at - (at % perChapter);
    const isChapter = perChapter > 0 && chapter === at;
    const text = { id: `b${id}`, type: 'rich_text', data: { html: `<p>Aurora ${id}</p>` } };
    files.set(paths.page(id), {
      ...{ id, title: `Page ${id}`, slug: `page-${id}`, type: isChapter ? 'container' : 'guideline' },
      ...{ parent_id: isChapter || perChapter === 0 ? null : chapter + 10_000, position, visibility: 'public' },
      ...{ nav_expansion: 'collapsible', updated_at: '2026-01-01T00:00:00Z', blocks: isChapter ? [] : [text] },
    });
  }
  await portal.service.provisioning.create({ slug, modules: [], apiEnabled: true, files, subject: 'Make' });
  await openPortal(portal, slug);
}

const [few, many] = [1500, 4500];

describe.each([
  ['chapters of ten pages', 10],
  ['no chapter', 0],
])('a brand with %s', (_, perChapter) => {
  const slugs = { few: `few-${perChapter}x`.slice(0, 5), many: `max-${perChapter}x`.slice(0, 5) };

  beforeAll(async () => {
    await makeBrand(slugs.few, few, perChapter);
    await makeBrand(slugs.many, many, perChapter);
  });

  const bytes = async (slug: string, path: string): Promise<number> => {
    const answer = await visit(portal, `/brands/${slug}${path}`);
    expect([path, answer.status]).toEqual([path, path === '/nothing' ? 404 : 200]);
    return Buffer.byteLength(await answer.text());
  };

  it.each([
    // Cards with their art and sentence.
    ['/', 75_000],
    ['/page-10011', 40_000],
    ['/page-11499', 40_000],
    ['/page-10011.md', 1000],
    ['/-/search?q=aurora', 40_000],
    ['/-/search', 40_000],
    ['/nothing', 40_000],
    ['/-/connect', 40_000],
  ])('has no more bytes at %s than one of a third of its pages', async (path, most) => {
    const [small, large] = [await bytes(slugs.few, path), await bytes(slugs.many, path)];
    // The number of pages is itself shown.
    expect(large).toBeLessThan(small * 1.02);
    expect(large).toBeLessThan(most);
  });

  it.each(['/sitemap.xml', '/llms.txt'])('has a line of the same length for each page in %s', async (path) => {
    const [small, large] = [await bytes(slugs.few, path), await bytes(slugs.many, path)];
    expect(large / many / (small / few)).toBeGreaterThan(0.95);
    expect(large / many / (small / few)).toBeLessThan(1.01);
  });
});
