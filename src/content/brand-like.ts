import type { BrandContent } from './brand-content.js';
import { paths } from './catalog/paths.js';
import { type PageFile, pageFile } from './page.js';

/**
 * Files of a brand that begins like another: theme, language and time zone, and the chapters with their titles, without
 * pages, pictures and other texts.
 *
 * @param own settings of the new brand
 * @param time of the chapters, as `isoSeconds` writes it
 */
export function filesLike(
  { brand, catalog }: Pick<BrandContent, 'brand' | 'catalog'>,
  own: BrandContent['brand'],
  time: string,
): ReadonlyMap<string, unknown> {
  const { theme, language, time_zone } = brand;
  const chapters = [...catalog.pages.values()].filter(({ type }) => type === 'container');
  const idOf = new Map(chapters.map(({ id }, at) => [id, at + 1]));
  const copied = chapters.map((chapter): PageFile => {
    const { id, parent_id, version: _, refs: __, blockIds: ___, ...settings } = chapter;
    const ids = { id: idOf.get(id) as number, parent_id: idOf.get(parent_id ?? 0) ?? null };
    return pageFile({ ...settings, ...ids, summary: null, cover: null, updated_at: time, blocks: [] });
  });
  return new Map<string, unknown>([
    [paths.brand, { ...own, theme, language, time_zone }],
    ...copied.map((page) => [paths.page(page.id), page] as const),
  ]);
}
