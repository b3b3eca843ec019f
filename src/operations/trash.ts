import { isoSeconds } from '../clock.js';
import { isObject } from '../content/blocks/block-type.js';
import type { TrashRecord } from '../content/catalog.js';
import { paths } from '../content/files.js';
import { expiryOf, isExpired } from '../content/trash.js';
import { PortalError } from '../errors.js';
import { parseId } from './brand-view.js';
import type { ReadOperation, WriteOperation } from './operation.js';
import { named, pageAnswer } from './pages.js';

const dayMs = 24 * 60 * 60 * 1000;

export interface TrashedPage {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly type: string;
  readonly deleted_at: string;
  readonly deleted_by: string;
  /** From then on it cannot be restored. */
  readonly expires_at: string;
  /** Whole days until then; 0 on the last one and afterwards. */
  readonly days_left: number;
}

/** The pages in the trash, the one that expires first at the top. */
export const listTrash: ReadOperation = {
  name: 'trash.list',
  right: 'read',
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
};

/**
 * Removes the pages whose 30 days in the trash are over, or with `all` every one: one commit that names them. History keeps
 * their content.
 */
export const purgeTrash: WriteOperation = {
  name: 'trash.purge',
  right: 'write',
  run(draft, { body }) {
    const { catalog, now } = draft;
    const all = isObject(body) && body.all === true;
    const isDue = (page: TrashRecord): boolean => all || isExpired(page, now);
    const purged = [...catalog.trash.values()].filter(isDue).sort((a, b) => a.id - b.id);
    if (purged.length > 0) {
      for (const { id } of purged) draft.removeNumbered('page', paths.trash(id), id);
      const count = purged.length === 1 ? '1 page' : `${purged.length} pages`;
      draft.commitAs(`Purge ${count} from the trash`, purged.map(named));
    }
    return { value: { purged: purged.map(({ id }) => id) }, resource: null };
  },
};

/**
 * Brings a deleted page back as it was: same id, slug, blocks and position. Without its chapter it comes to the top level.
 * The page is `not_found` once its 30 days are over, whether or not it was purged, and while it is in no trash.
 */
export const restorePage: WriteOperation = {
  name: 'trash.restore',
  right: 'write',
  async run(draft, { params }) {
    const { catalog, now } = draft;
    const trashed = catalog.trash.get(parseId(params.page as string) ?? 0);
    if (trashed === undefined) throw new PortalError('not_found', `Page ${params.page} is not in the trash.`);
    if (isExpired(trashed, now)) {
      throw new PortalError('not_found', `The 30 days in which ${named(trashed)} could be restored are over.`);
    }
    const page = await draft.readPage(trashed);
    const parent = page.parent_id === null ? undefined : catalog.pages.get(page.parent_id);
    const parent_id = parent?.type === 'container' ? parent.id : null;
    draft.remove(paths.trash(page.id));
    return pageAnswer(draft.savePage(null, { ...page, parent_id }, `Restore ${named(page)} from the trash`));
  },
};
