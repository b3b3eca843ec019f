import { SentBlocks } from '../content/blocks/block-type.js';
import { BlockParser, type SentBlock } from '../content/blocks/parse.js';
import { htmlIn } from '../content/blocks/texts.js';
import { visibilities } from '../content/brand.js';
import { type Catalog, positionAtEnd } from '../content/catalog/catalog.js';
import { type Place, positionAfter } from '../content/navigation.js';
import { type PageFile, PageType, pageDefaults, pageTitle } from '../content/page.js';
import { checkParent, isSlugTaken, reportLineBreaks } from '../content/page-rules.js';
import { freeSlug } from '../content/slug.js';
import { plural } from '../lib/plural.js';
import { Exact, Nullable, OneOf, report, type Static, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { undescribed } from './engine/contract.js';
import type { Body } from './engine/input.js';
import { write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import { pageName } from './pages.js';

const SentPage = Exact({
  title: pageTitle,
  slug: Type.String({ minLength: 1 }),
  type: PageType,
  /** Place of its chapter in the list, before it; `null`: the top level. */
  parent: Nullable(Type.Integer({ minimum: 0 })),
  /** Chapter of the brand that it is: its pages come to the end of that. */
  existing: Nullable(Type.Integer({ minimum: 1 })),
  isHidden: Type.Boolean(),
  blocks: SentBlocks,
});
const SentPages = Exact({
  /** Chapter of the brand that they come to the end of; `null`: the top level. */
  under: Nullable(Type.Integer({ minimum: 1 })),
  /** Number of pages of other proposals of the same import, which come before them. */
  after: Type.Integer({ minimum: 0, maximum: 10_000 }),
  /** Readers of those that are not hidden. */
  visibility: OneOf(visibilities),
  pages: Type.Array(SentPage, { minItems: 1 }),
});
export type SentPages = Static<typeof SentPages>;

interface ReadPage extends Omit<Static<typeof SentPage>, 'blocks'> {
  readonly blocks: readonly SentBlock[];
}

interface ReadPages extends Omit<SentPages, 'pages'> {
  readonly pages: readonly ReadPage[];
}

const body: Body<ReadPages> = {
  schemas: [],
  async read(sent, violations, { sanitizer }) {
    if (!report(SentPages, sent, violations)) return {};
    await sanitizer.prepare(sent.pages.flatMap(({ blocks }) => htmlIn(blocks)));
    const parser = (): BlockParser => new BlockParser(sanitizer, violations);
    const pages = sent.pages.map((page, at) => ({ ...page, blocks: parser().list(page.blocks, `pages.${at}.blocks`) }));
    return { ...sent, pages };
  },
};

/** Chapters and pages with their blocks, all by one write. A slug that is taken gets a number. */
export const importPages = write({
  name: 'pages.import',
  summary: 'Add pages and chapters that were made from files',
  body,
  answers: undescribed<{ readonly added: readonly number[] }>(),
  check(draft, { sent: { under = null, pages = [] } }, violations) {
    const { catalog, limits, now } = draft;
    checkParent(catalog, under, 'under', violations);
    const added = pages.filter(({ existing }) => existing === null);
    if (catalog.pages.size + catalog.trash.size + added.length > limits.pages)
      violations.add('pages', message.pagesOfBrand(limits.pages));
    const taken = new Set<string>();
    return pages.map((page, at) => {
      const { title, slug: wanted, existing } = page;
      reportLineBreaks(`pages.${at}.title`, title, violations);
      if (existing !== null) checkParent(catalog, existing, `pages.${at}.existing`, violations);
      const slug = freeSlug(wanted, (slug) => taken.has(slug) || isSlugTaken(catalog, slug, now));
      taken.add(slug);
      return { ...page, slug, blocks: draft.blockResolver(null, [], violations).list(page.blocks, 1) };
    });
  },
  expects: () => resources.pages,
  replay: async ({ stored }) => ({
    value: { added: stored.flatMap((file) => (file.kind === 'page' ? [file.id] : [])) },
    resource: null,
    version: null,
  }),
  apply(draft, { body: { under, after, visibility }, checked }) {
    const { catalog } = draft;
    const ids: number[] = [];
    const added: PageFile[] = [];
    const last = new Map<number | null, Place>();
    let next = draft.nextId('page');
    for (const { title, slug, type, parent, existing, isHidden, blocks } of checked) {
      if (existing !== null) {
        ids.push(existing);
        continue;
      }
      const parent_id = parent === null ? under : (ids[parent] ?? null);
      const before = last.get(parent_id);
      const page: PageFile = {
        ...pageDefaults,
        ...{ id: next, title, slug, type, parent_id },
        position: before === undefined ? positionBehind(catalog, parent_id, after) : positionAfter(before),
        visibility: isHidden ? 'hidden' : visibility,
        updated_at: null,
        blocks,
      };
      next += 1;
      ids.push(page.id);
      last.set(parent_id, page);
      added.push(draft.putPage(null, page, ''));
    }
    const chapters = added.filter(({ type }) => type === 'container').length;
    const withChapters = chapters === 0 ? '' : ` and ${plural(chapters, 'chapter')}`;
    draft.commitAs(
      `Import ${plural(added.length - chapters, 'page')}${withChapters}`,
      added.slice(0, 20).map(pageName),
    );
    return { value: { added: added.map(({ id }) => id) }, resource: null };
  },
});

/** Position at the end of a chapter, with room for further pages before it. */
function positionBehind(catalog: Catalog, parent: number | null, others: number): string {
  let position = positionAtEnd(catalog, parent);
  for (let n = 0; n < others; n += 1) position = positionAfter({ id: 0, parent_id: parent, position });
  return position;
}
