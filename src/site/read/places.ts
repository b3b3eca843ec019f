import { idsReferredTo } from '../../content/blocks/references.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { derived } from '../../lib/derived.js';
import type { BrandContext } from '../context.js';
import { treeOf } from '../frame/tree.js';

/** Pages by their content: those of the logo, the colours and the typefaces. */
export interface Places {
  readonly logo: PageRecord | undefined;
  readonly colors: PageRecord | undefined;
  readonly type: PageRecord | undefined;
}

const placesOf = derived((catalog: Catalog): Places => {
  const { portal } = catalog;
  const places: { -readonly [Name in keyof Places]?: PageRecord } = {};
  const isNamed = (id: number): boolean => {
    const { title, caption } = catalog.media.get(id) ?? {};
    return catalog.files.has(id) && /\blogos?\b/i.test(`${title ?? ''} ${caption ?? ''}`);
  };
  let most = 0;
  let named: PageRecord | undefined;
  for (const page of treeOf(catalog).read) {
    const media = idsReferredTo(page.refs, 'media');
    const isLogo = media.some((id) => id === portal.logo_light || id === portal.logo_dark);
    if (isLogo || (/\blogos?\b/i.test(page.title) && / m\d/.test(page.refs))) places.logo ??= page;
    if (media.some(isNamed)) named ??= page;
    const colors = idsReferredTo(page.refs, 'color').length;
    if (colors > most) [most, places.colors] = [colors, page];
    if (/typefaces?|fonts?|schrift/i.test(page.title)) places.type ??= page;
  }
  return { logo: places.logo ?? named, colors: places.colors, type: places.type };
});

/** `placesOf` the source, whose titles say what a page is of. */
export function placesIn({ catalog, source }: BrandContext): Places {
  const { logo, colors, type } = placesOf(source);
  const shown = (page: PageRecord | undefined) => page && catalog.pages.get(page.id);
  return { logo: shown(logo), colors: shown(colors), type: shown(type) };
}
