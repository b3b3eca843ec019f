import type { Catalog } from '../../content/catalog/catalog.js';
import type { BrandVisit, Reply } from '../visit.js';
import { Name } from './name.js';
import { Time } from './time.js';

/** At the address of a page that is in the trash: where it is now. `null`: it is not there. */
export function inTrash(visit: BrandVisit, { pages, trash }: Catalog): Reply | null {
  const id = Number(visit.params.page);
  const page = trash.get(id);
  if (page === undefined || pages.has(id)) return null;
  const body = (
    <div class="narrow">
      <h1>“{page.title}” is in the trash</h1>
      <p>
        It was deleted by <Name text={page.deleted_by} />, <Time at={page.deleted_at} />.
      </p>
      <p class="actions">
        <a class="button" href={visit.at(`/trash/${id}`)}>
          See it in the trash
        </a>
        <a href={visit.at(`/pages/${id}/versions`)}>Its versions</a>
      </p>
    </div>
  );
  return { status: 404, title: `${page.title} (in the trash)`, body };
}
