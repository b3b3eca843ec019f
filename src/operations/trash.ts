import { paths } from '../content/files.js';
import { isExpired } from '../content/trash.js';
import type { WriteOperation } from './operation.js';
import { named } from './pages.js';

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
