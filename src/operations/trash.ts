import type { Catalog } from '../content/catalog/catalog.js';
import { overlayPathsOf } from '../content/catalog/overlay-record.js';
import type { TrashRecord } from '../content/catalog/page-record.js';
import { paths } from '../content/catalog/paths.js';
import { Page, presentPage } from '../content/page.js';
import { expiryOf, isExpired, trashRetentionDays } from '../content/trash.js';
import { dayMs, isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { compare } from '../lib/order.js';
import { plural } from '../lib/plural.js';
import { say } from '../lib/say.js';
import { Input, Type } from '../validation/schema.js';
import { undescribed } from './engine/contract.js';
import type { BrandDraft } from './engine/draft.js';
import { noBody, optionalFields, trashedPageId } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';
import { pageAnswer, pageName, saidPage } from './pages.js';

export interface TrashedPage {
  readonly id: number;
  readonly title: string;
  /** The slug stays taken until the page expires or is purged. */
  readonly slug: string;
  readonly type: string;
  /** The chapter that it was in, as that is now; `null` for the top level. */
  readonly chapter: {
    readonly id: number;
    readonly title: string | null;
    readonly state: 'active' | 'trash' | 'gone' | 'no chapter';
  } | null;
  /** The chapter that it comes back to; `null` for the top level. */
  readonly returns_to: { readonly id: number; readonly title: string } | null;
  readonly deleted_at: string;
  readonly deleted_by: string;
  /** End of the time in which it can be restored. */
  readonly expires_at: string;
  /** Days until then, a begun one counted as whole: 1 in the last 24 hours, 0 afterwards, until the page is purged. */
  readonly days_left: number;
}

export const listTrash = read({
  name: 'trash.list',
  summary: 'List the pages in the trash, the one that expires first at the top',
  answers: undescribed<TrashedPage[]>(),
  run(view) {
    const trashed = [...view.catalog.trash.values()].map((record) => presentTrashed(view, record));
    const value = trashed.sort((a, b) => compare(a.deleted_at, b.deleted_at) || a.id - b.id);
    return { value, resource: null };
  },
});

export const showTrashed = read({
  name: 'trash.show',
  summary: 'Show a page in the trash as it was',
  params: { page: trashedPageId },
  answers: undescribed<TrashedPage & { readonly page: Page }>(),
  async run(view, { params }) {
    const record = trashedRecord(view, params.page);
    const page = presentPage(await view.readPage(record));
    return { value: { ...presentTrashed(view, record), page }, resource: resources.trash(record.id) };
  },
});

function presentTrashed({ catalog, now }: BrandView, record: TrashRecord): TrashedPage {
  const { id, title, slug, type, deleted_at, deleted_by } = record;
  const expires = expiryOf({ deleted_at });
  return {
    id,
    title,
    slug,
    type,
    chapter: chapterOf(catalog, record),
    returns_to: returnsTo(catalog, record),
    deleted_at,
    deleted_by,
    expires_at: isoSeconds(expires),
    days_left: Math.max(0, Math.ceil((expires.getTime() - now.getTime()) / dayMs)),
  };
}

type PlacedRecord = Pick<TrashRecord, 'parent_id'>;

function chapterOf({ pages, trash }: Catalog, { parent_id: id }: PlacedRecord): TrashedPage['chapter'] {
  if (id === null) return null;
  const active = pages.get(id);
  if (active !== undefined) {
    return { id, title: active.title, state: active.type === 'container' ? 'active' : 'no chapter' };
  }
  const title = trash.get(id)?.title ?? null;
  return { id, title, state: trash.has(id) ? 'trash' : 'gone' };
}

function returnsTo({ pages }: Catalog, { parent_id: id }: PlacedRecord): TrashedPage['returns_to'] {
  const chapter = id === null ? undefined : pages.get(id);
  return chapter?.type === 'container' ? { id: chapter.id, title: chapter.title } : null;
}

function trashedRecord({ catalog }: BrandView, id: number): TrashRecord {
  const trashed = catalog.trash.get(id);
  if (trashed === undefined) throw new PortalError('not_found', trashedPageId.absent(id));
  return trashed;
}

/** Removal of expired pages. The history keeps their content. */
export const purgeTrash = write({
  name: 'trash.purge',
  isProposable: false,
  role: 'admin',
  summary: `Remove the pages whose ${trashRetentionDays} days in the trash are over, or with \`all\` every one`,
  body: optionalFields(Input({ all: Type.Optional(Type.Boolean()) })),
  answers: undescribed<{ readonly purged: readonly number[] }>(),
  check: ({ catalog }) => catalog.trash,
  apply(draft, { body, checked: trash }) {
    const isDue = (page: { readonly deleted_at: string }): boolean => body.all === true || isExpired(page, draft.now);
    const purged = [...trash.values()].filter(isDue).sort((a, b) => a.id - b.id);
    if (purged.length > 0) {
      for (const { id } of purged) removeTrashed(draft, id);
      const count = plural(purged.length, 'page');
      draft.commitAs(`Purge ${count} from the trash`, purged.map(pageName));
    }
    return { value: { purged: purged.map(({ id }) => id) }, resource: null };
  },
});

export const purgePage = write({
  name: 'trash.purge_page',
  isProposable: false,
  role: 'admin',
  summary: 'Remove a page from the trash',
  params: { page: trashedPageId },
  body: noBody,
  answers: undescribed<{ readonly purged: readonly number[] }>(),
  check: (draft, { params }) => trashedRecord(draft, params.page),
  expects: (_draft, { id }) => resources.trash(id),
  apply(draft, { checked: page }) {
    removeTrashed(draft, page.id);
    draft.commitAs(`Purge ${pageName(page)} from the trash`);
    return { value: { purged: [page.id] }, resource: null };
  },
});

/** A page with its texts in other languages. */
function removeTrashed(draft: BrandDraft, id: number): void {
  draft.removeNumbered('page', paths.trash(id), id);
  for (const path of overlayPathsOf(draft.catalog, id)) draft.remove(path);
}

/** Return of a page from the trash. One that has expired is `not_found`, even before it is purged. */
export const restorePage = write({
  name: 'trash.restore',
  summary: 'Bring a deleted page back as it was; without its chapter it comes to the top level',
  params: { page: trashedPageId },
  body: noBody,
  answers: Page,
  check(draft, { params }) {
    const trashed = trashedRecord(draft, params.page);
    if (isExpired(trashed, draft.now)) {
      const text = say`The ${trashRetentionDays} days in which ${saidPage(trashed)} could be restored are over.`;
      throw new PortalError('not_found', text);
    }
    return trashed;
  },
  expects: (_draft, { id }) => resources.trash(id),
  async apply(draft, { checked: trashed }) {
    const page = await draft.readPage(trashed);
    const parent_id = returnsTo(draft.catalog, page)?.id ?? null;
    draft.remove(paths.trash(page.id));
    return pageAnswer(draft.putPage(null, { ...page, parent_id }, `Restore ${pageName(page)} from the trash`));
  },
});
