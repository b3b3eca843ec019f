import type { BlockType } from '../content/blocks/block-type.js';
import { references } from '../content/blocks/references.js';
import { htmlIn } from '../content/blocks/texts.js';
import { blockTypes } from '../content/blocks/types.js';
import type { Brand, BrandColor } from '../content/brand.js';
import { mediaIn } from '../content/collection-media.js';
import { type Collection, collectionsOf } from '../content/collections.js';
import type { OpenedText } from '../content/html/editor-text.js';
import type { OpenedHtml } from '../content/html/opened-html.js';
import { languageOf } from '../content/language-tags.js';
import { type MediaFile, type OutsideDay, outsideDay, type StoredMedium } from '../content/media.js';
import { type Page, type PageFile, presentPage } from '../content/page.js';
import { Input, OneOf, Type } from '../validation/schema.js';
import { palette } from './colors.js';
import { undescribed } from './engine/contract.js';
import { fields, pageId } from './engine/input.js';
import { read } from './engine/operation.js';
import { resources } from './engine/resource.js';
import type { ReadView } from './engine/view.js';
import { storedMedium } from './media.js';
import { type PageReview, reviewOfPage } from './proposals/of-page.js';

/** A medium as an editor has it. */
export interface OpenedMedium extends StoredMedium {
  /** Its text for those who do not see it. */
  readonly description?: string | null;
  readonly outside?: OutsideDay | undefined;
  /** Its words in the language of the source, where it has others. */
  readonly source?: Pick<MediaFile, 'title' | 'caption'>;
}

/** A page as an editor opens it, with everything that its blocks show. */
export interface OpenedPage {
  readonly page: Page;
  /** HTML of its blocks, by its source. */
  readonly texts: Readonly<Record<string, OpenedHtml>>;
  /** Media that its blocks, or the collections that these name, have; released or not. */
  readonly media: readonly OpenedMedium[];
  /** All of the brand. */
  readonly collections: readonly Collection[];
  readonly colors: readonly BrandColor[];
  /** Fonts of the theme, with whether a file of each is stored. */
  readonly fonts: readonly (Brand['theme']['fonts'][number] & { readonly isStored: boolean })[];
  readonly name: string;
  /** Language of the page, where it has its own, and that of the brand. */
  readonly language: { readonly own: string | null; readonly brand: string };
  readonly details: Pick<PageFile, 'summary' | 'cover'>;
  /** Whether the brand has the module of the corporate language. */
  readonly hasLanguage: boolean;
  readonly types: Readonly<Record<string, BlockType['data']>>;
}

export const openPage = read({
  name: 'pages.open',
  summary: 'Show a page as an editor opens it',
  role: 'editor',
  params: { page: pageId },
  isProposable: true,
  answers: undescribed<OpenedPage & { readonly review: PageReview }>(),
  async run(view, { params }) {
    const page = await view.page(params.page);
    const review = reviewOfPage(await view.review(), page.id);
    return { value: { ...(await opened(view, page)), review }, resource: resources.page(page.id) };
  },
});

function openedMedium(view: ReadView, medium: MediaFile): OpenedMedium {
  const { description } = medium;
  const outside = view.catalog.outside?.get(medium.id);
  const { title = null, caption = null } = view.snapshot.catalog.media.get(medium.id) ?? {};
  return {
    ...storedMedium(view, medium),
    description,
    ...(outside && { outside: outsideDay(outside) }),
    ...(view.language !== null && { source: { title, caption } }),
  };
}

/** @param blocks others than those of the page, with their texts and media */
export async function opened(view: ReadView, file: PageFile, blocks = file.blocks): Promise<OpenedPage> {
  const { catalog, slug } = view;
  const sources = [...new Set(htmlIn(blocks))];
  const opened = await view.work('openHtml', sources);
  const texts = Object.fromEntries(opened.map((text, at) => [sources[at], text]));
  const { media: own, collection: named } = references({ blocks, cover: file.cover });
  const shown = named.flatMap((id) => catalog.collections.get(id) ?? []);
  const ids = new Set([...own, ...shown.flatMap((collection) => mediaIn(catalog, collection))]);
  const media = [...ids].flatMap((id) => catalog.media.get(id) ?? []);
  const fonts = catalog.brand?.theme.fonts ?? [];
  return {
    page: presentPage(file),
    texts,
    media: media.map((medium) => openedMedium(view, medium)),
    collections: collectionsOf(catalog),
    colors: palette(catalog),
    fonts: fonts.map((font) => ({
      ...font,
      isStored: catalog.portal.fonts.some(({ family }) => family === font.family),
    })),
    name: catalog.brand?.name ?? slug,
    details: { summary: file.summary, cover: file.cover },
    language: { own: file.language, brand: languageOf(catalog) },
    hasLanguage: view.shows('corporate_language'),
    types: Object.fromEntries([...blockTypes].map(([type, { data }]) => [type, data])),
  };
}

/** HTML that an editor has from a clipboard or from its source, as it would be stored, and as a document. */
export const cleanHtml = read({
  name: 'texts.clean',
  summary: 'Clean HTML for an editor',
  body: fields(Input({ html: Type.String(), from: OneOf(['clipboard', 'source']) })),
  answers: undescribed<OpenedText>(),
  async run({ sanitizer }, { body: { html, from } }) {
    return { value: await sanitizer.open(html ?? '', from), resource: null };
  },
});
