import { paths } from '../content/files.js';
import { isExpired } from '../content/trash.js';
import { notFound } from '../errors.js';
import { parseId } from './brand-view.js';
import type { WriteOperation } from './operation.js';
import { named, pageAnswer } from './pages.js';

/** Removes the pages whose 30 days in the trash are over: one commit that names them. History keeps their content. */
export const purgeTrash: WriteOperation = {
  name: 'trash.purge',
  right: 'write',
  run(draft) {
    const { catalog, now } = draft;
    const purged = [...catalog.trash.values()].filter((page) => isExpired(page, now)).sort((a, b) => a.id - b.id);
    if (purged.length > 0) {
      for (const { id } of purged) draft.remove(paths.trash(id));
      const { highestPageId } = catalog;
      if (purged.some(({ id }) => id === highestPageId)) draft.put(paths.ids, { page_id: highestPageId });
      const count = purged.length === 1 ? '1 page' : `${purged.length} pages`;
      draft.commitAs(`Purge ${count} from the trash`, purged.map(named));
    }
    return { value: { purged: purged.map(({ id }) => id) }, resource: null };
  },
};

/**
 * Brings a deleted page back as it was: same id, slug, blocks and position. Without its chapter it comes to the top level.
 * The page is `not_found` once its 30 days are over, whether or not it was purged.
 */
export const restorePage: WriteOperation = {
  name: 'trash.restore',
  right: 'write',
  async run(draft, { params }) {
    const { catalog, now } = draft;
    const trashed = catalog.trash.get(parseId(params.page as string) ?? 0);
    if (trashed === undefined || isExpired(trashed, now)) throw notFound('Page');
    const page = await draft.readPage(trashed);
    const parent = page.parent_id === null ? undefined : catalog.pages.get(page.parent_id);
    const parent_id = parent?.type === 'container' ? parent.id : null;
    draft.remove(paths.trash(page.id));
    return pageAnswer(draft.savePage(null, { ...page, parent_id }, `Restore ${named(page)} from the trash`));
  },
};
