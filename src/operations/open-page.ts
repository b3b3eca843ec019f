import type { BlockType } from '../content/blocks/block-type.js';
import { references } from '../content/blocks/references.js';
import { htmlIn } from '../content/blocks/texts.js';
import { blockTypes } from '../content/blocks/types.js';
import type { Brand, BrandColor } from '../content/brand.js';
import { type Reading, readDocument } from '../content/html/document.js';
import { type DrawnHtml, drawnHtml } from '../content/html/drawn.js';
import type { OpenedText } from '../content/html/editor-text.js';
import type { StoredMedium } from '../content/media.js';
import { type Page, type PageFile, presentPage } from '../content/page.js';
import { yieldWhenDue } from '../lib/concurrency.js';
import { Input, OneOf, Type } from '../validation/schema.js';
import { palette } from './colors.js';
import { undescribed } from './engine/contract.js';
import { fields, pageId } from './engine/input.js';
import { read } from './engine/operation.js';
import { resources } from './engine/resource.js';
import type { ReadView } from './engine/view.js';
import { storedMedium } from './media.js';
import { type PageReview, reviewOfPage } from './proposals/of-page.js';

/** HTML for an editor. Content that cannot be edited is only drawn. */
export type OpenedHtml =
  | Exclude<Reading, { readonly reason: string }>
  | { readonly reason: string; readonly drawn: DrawnHtml };

/** A page as an editor opens it, with everything that its blocks show. */
export interface OpenedPage {
  readonly page: Page;
  /** HTML of its blocks, by its source. */
  readonly texts: Readonly<Record<string, OpenedHtml>>;
  /** Media that its blocks name, released or not. */
  readonly media: readonly StoredMedium[];
  readonly colors: readonly BrandColor[];
  /** Fonts of the theme, with whether a file of each is stored. */
  readonly fonts: readonly (Brand['theme']['fonts'][number] & { readonly isStored: boolean })[];
  readonly name: string;
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

/** @param blocks others than those of the page, with their texts and media */
export async function opened(view: ReadView, file: PageFile, blocks = file.blocks): Promise<OpenedPage> {
  const { catalog, slug } = view;
  const texts: Record<string, OpenedHtml> = {};
  for (const html of new Set(htmlIn(blocks))) {
    const reading = readDocument(html);
    texts[html] = 'reason' in reading ? { ...reading, drawn: drawnHtml(html) } : reading;
    await yieldWhenDue();
  }
  const media = references(blocks).media.flatMap((id) => catalog.media.get(id) ?? []);
  const fonts = catalog.brand?.theme.fonts ?? [];
  return {
    page: presentPage(file),
    texts,
    media: media.map((medium) => storedMedium(view, medium)),
    colors: palette(catalog),
    fonts: fonts.map((font) => ({
      ...font,
      isStored: catalog.portal.fonts.some(({ family }) => family === font.family),
    })),
    name: catalog.brand?.name ?? slug,
    hasLanguage: view.shows('corporate_language'),
    types: Object.fromEntries([...blockTypes].map(([type, { data }]) => [type, data])),
  };
}

/** HTML that an editor has from a clipboard or from its source, as it would be stored, and as a document. */
export const cleanHtml = read({
  name: 'texts.clean',
  summary: 'Clean HTML for an editor',
  role: 'editor',
  body: fields(Input({ html: Type.String(), from: OneOf(['clipboard', 'source']) })),
  answers: undescribed<OpenedText & { readonly drawn?: DrawnHtml }>(),
  async run({ sanitizer }, { body: { html, from } }) {
    const opened = await sanitizer.open(html ?? '', from);
    return { value: 'reason' in opened ? { ...opened, drawn: drawnHtml(opened.html) } : opened, resource: null };
  },
});
