import { withCollections } from '../content/blocks/collection-blocks.js';
import { Visibility } from '../content/brand.js';
import { pagesInOrder } from '../content/catalog/catalog.js';
import type { PageRecord } from '../content/catalog/page-record.js';
import { PageWithMedia } from '../content/files/presented.js';
import {
  maxSlugLength,
  Page,
  PageSummary,
  PageType,
  PageWithDetails,
  presentPage,
  presentSummary,
} from '../content/page.js';
import { invalidField } from '../lib/errors.js';
import type { Addresses } from '../registry/file-address.js';
import { form, Input, OneOf, type Static, Type } from '../validation/schema.js';
import { ItemStream } from './engine/contract.js';
import { additions } from './engine/input.js';
import { read } from './engine/operation.js';
import { resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';
import { detailsIn, namesBehind } from './pages.js';
import { mediaOn } from './shown-media.js';

const maxLimit = 1000;

type Field = keyof PageSummary;
const fieldNames = Object.keys(PageSummary.properties) as Field[];

const topLevel = 'null';

const PagesQuery = Input({
  include: additions(
    ['blocks', 'media', 'collections', 'language', 'summary', 'cover'],
    '`blocks`: adds the blocks of each page. `media`: adds the released media, with their files, that the page names. ' +
      '`collections`: adds the blocks, of which those that name a collection have its released media as `items`. ' +
      '`language`: adds the language of its content. `summary`, `cover`: add these.',
  ),
  slug: Type.Optional(
    Type.Array(Type.String({ maxLength: maxSlugLength }), {
      description: 'Addition. Only pages with one of these slugs.',
    }),
  ),
  parent_id: Type.Optional(
    Type.Array(Type.String({ pattern: `^(${topLevel}|[1-9]\\d{0,15})$`, [form]: 'use the id of a chapter, or null' }), {
      description: 'Addition. Only pages directly below one of these chapters; `null` is the top level.',
    }),
  ),
  type: Type.Optional(Type.Array(PageType, { description: 'Addition. Only pages of one of these types.' })),
  visibility: Type.Optional(
    Type.Array(Visibility, { description: 'Addition. Only pages with one of these visibilities.' }),
  ),
  fields: Type.Optional(
    Type.Array(OneOf(fieldNames), {
      description:
        'Addition. Returns only these fields of each page, and the blocks if they are included. Separated by commas.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxLimit,
      description: 'Addition. Maximum number of pages. The header `Link` has the address of the next ones.',
    }),
  ),
  after: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Addition. Only pages after the one with this id. See `Link`.' }),
  ),
});
type PagesQuery = Static<typeof PagesQuery>;

export const queryPages = read({
  name: 'pages.list',
  apiChapter: 'Pages',
  translated: 'page',
  summary: 'List all pages',
  description:
    'All pages, without their blocks, in navigation order: a chapter, then its children. A query selects pages, or adds to each. ' +
    'Filters can be repeated, and unknown names are refused.',
  query: PagesQuery,
  strict: true,
  paged: true,
  answers: [
    Type.Array(PageSummary),
    Type.Unsafe<ItemStream>(Type.Array(Page)),
    Type.Unsafe<ItemStream>(Type.Array(PageWithDetails)),
    Type.Unsafe<ItemStream>(Type.Array(PageWithMedia)),
    Type.Unsafe<Partial<PageSummary>[]>(
      Type.Array(Type.Partial(PageWithMedia), { description: 'Response to a request with `fields`.' }),
    ),
  ],
  refusals: ['fields'],
  async run(view, { query }) {
    const remaining = recordsAfter(view, query.after).filter(matching(query));
    const records = remaining.slice(0, query.limit);
    const next = records.length < remaining.length ? { after: String(records.at(-1)?.id) } : undefined;
    const { include = '' } = query;
    const addresses = include.includes('media') ? await view.addresses() : null;
    const isWhole = addresses !== null || /blocks|collections/.test(include);
    const value = isWhole ? whole(view, records, query, addresses) : summaries(view, records, query);
    const names = namesBehind(include);
    const resource = addresses === null ? resources.content(names) : resources.withFiles(names, addresses);
    return { value, resource, next, listed: records.map(({ id }) => id) };
  },
});

function recordsAfter({ catalog }: BrandView, after: number | undefined): readonly PageRecord[] {
  const all = pagesInOrder(catalog);
  if (after === undefined) return all;
  const at = all.findIndex(({ id }) => id === after);
  if (at >= 0) return all.slice(at + 1);
  throw invalidField('after', 'There is no such page any more: begin again without `after`.');
}

function matching({ slug, parent_id: parents, type, visibility }: PagesQuery): (record: PageRecord) => boolean {
  const wanted = parents?.map((text) => (text === topLevel ? null : Number(text)));
  return (record) =>
    (slug?.includes(record.slug) ?? true) &&
    (wanted?.includes(record.parent_id) ?? true) &&
    (type?.includes(record.type) ?? true) &&
    (visibility?.includes(record.visibility) ?? true);
}

function summaries(view: BrandView, records: readonly PageRecord[], query: PagesQuery): Partial<PageSummary>[] {
  const { include = '' } = query;
  if (query.include === undefined && query.fields === undefined) return records.map(presentSummary);
  const names = namesIn(query);
  return records.map((record) => pick({ ...presentSummary(record), ...detailsIn(view, record, include) }, names));
}

/** Members of each page that a query asks for. */
const namesIn = ({ include, fields = fieldNames }: PagesQuery): readonly string[] => [
  ...fields,
  ...(include?.replace('collections', 'blocks').split(',') ?? []),
];

/**
 * Pages that have to be read.
 *
 * @param addresses of files; `null` to omit media
 */
function whole(
  view: BrandView,
  records: readonly PageRecord[],
  query: PagesQuery,
  addresses: Addresses | null,
): ItemStream {
  const names = namesIn(query);
  const isFilled = query.include?.includes('collections');
  async function* pages(): AsyncGenerator<object> {
    for (const record of records) {
      const file = await view.readPage(record);
      const stored = presentPage(file);
      const blocks = isFilled ? withCollections(stored.blocks, view.catalog) : stored.blocks;
      const page = { ...stored, blocks, ...detailsIn(view, file, query.include ?? '') };
      yield pick(addresses === null ? page : { ...page, media: mediaOn(view, page, addresses) }, names);
    }
  }
  return new ItemStream(pages());
}

function pick(page: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(page).filter(([name]) => names.includes(name)));
}
