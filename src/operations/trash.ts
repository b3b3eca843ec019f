import { isoSeconds } from '../clock.js';
import { paths } from '../content/catalog/paths.js';
import { Page } from '../content/page.js';
import { expiryOf, isExpired } from '../content/trash.js';
import { PortalError } from '../errors.js';
import { Exact, Input, type Static, Type } from '../validation/schema.js';
import { noBody, settings } from './body.js';
import { read, write } from './operation.js';
import { named, pageAnswer } from './pages.js';
import { trashedPageId } from './params.js';

const dayMs = 24 * 60 * 60 * 1000;

export const TrashedPage = Exact({
  id: Type.Integer(),
  title: Type.String(),
  slug: Type.String(),
  type: Type.String(),
  deleted_at: Type.String(),
  deleted_by: Type.String(),
  expires_at: Type.String({ description: 'From then on it cannot be restored.' }),
  days_left: Type.Integer({ description: 'Whole days until then; 0 on the last one and afterwards.' }),
});
export type TrashedPage = Static<typeof TrashedPage>;

export const listTrash = read({
  name: 'trash.list',
  summary: 'List the pages in the trash, the one that expires first at the top',
  answers: Type.Array(TrashedPage),
  run({ catalog, now }) {
    const value = [...catalog.trash.values()].map(({ id, title, slug, type, deleted_at, deleted_by }): TrashedPage => {
      const expires = expiryOf({ deleted_at });
      const days_left = Math.max(0, Math.ceil((expires.getTime() - now.getTime()) / dayMs));
      return { id, title, slug, type, deleted_at, deleted_by, expires_at: isoSeconds(expires), days_left };
    });
    const order = (a: TrashedPage, b: TrashedPage): number =>
      a.deleted_at < b.deleted_at ? -1 : a.deleted_at > b.deleted_at ? 1 : a.id - b.id;
    return { value: value.sort(order), resource: null };
  },
});

/** One commit that names the pages. History keeps their content. */
export const purgeTrash = write({
  name: 'trash.purge',
  summary: 'Remove the pages whose 30 days in the trash are over, or with `all` every one',
  body: settings(Input({ all: Type.Optional(Type.Boolean()) })),
  answers: Exact({ purged: Type.Array(Type.Integer()) }),
  check: ({ catalog }) => catalog.trash,
  apply(draft, { body, checked: trash }) {
    const isDue = (page: { readonly deleted_at: string }): boolean => body.all === true || isExpired(page, draft.now);
    const purged = [...trash.values()].filter(isDue).sort((a, b) => a.id - b.id);
    if (purged.length > 0) {
      for (const { id } of purged) draft.removeNumbered('page', paths.trash(id), id);
      const count = purged.length === 1 ? '1 page' : `${purged.length} pages`;
      draft.commitAs(`Purge ${count} from the trash`, purged.map(named));
    }
    return { value: { purged: purged.map(({ id }) => id) }, resource: null };
  },
});

/** The page is `not_found` once its 30 days are over, whether or not it was purged, and while it is in no trash. */
export const restorePage = write({
  name: 'trash.restore',
  summary: 'Bring a deleted page back as it was; without its chapter it comes to the top level',
  params: { page: trashedPageId },
  body: noBody,
  answers: Page,
  check({ catalog, now }, { params }) {
    const trashed = catalog.trash.get(params.page);
    if (trashed === undefined) throw new PortalError('not_found', trashedPageId.absent(params.page));
    if (isExpired(trashed, now)) {
      throw new PortalError('not_found', `The 30 days in which ${named(trashed)} could be restored are over.`);
    }
    return trashed;
  },
  async apply(draft, { checked: trashed }) {
    const page = await draft.readPage(trashed);
    const parent = page.parent_id === null ? undefined : draft.catalog.pages.get(page.parent_id);
    const parent_id = parent?.type === 'container' ? parent.id : null;
    draft.remove(paths.trash(page.id));
    return pageAnswer(draft.savePage(null, { ...page, parent_id }, `Restore ${named(page)} from the trash`));
  },
});
