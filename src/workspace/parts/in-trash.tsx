import type { Catalog } from '../../content/catalog/catalog.js';
import type { BrandContext, PageReply } from '../context.js';
import { damagedPage } from './damaged.js';
import { Name, Time } from './text.js';

/** Page (404) for a page of the brand that is in the trash, or damaged; `null`: it is neither. */
export function trashedOrDamagedPage(context: BrandContext, catalog: Catalog): PageReply | null {
  const { pages, trash } = catalog;
  const id = Number(context.params.page);
  const page = trash.get(id);
  if (page === undefined || pages.has(id)) return damagedPage(context, catalog);
  const body = (
    <div class="narrow">
      <h1>“{page.title}” is in the trash</h1>
      <p>
        It was deleted by <Name text={page.deleted_by} />, <Time at={page.deleted_at} />.
      </p>
      <p class="actions">
        <a class="btn go" href={context.href(`/trash/${id}`)}>
          See it in the trash
        </a>
        <a href={context.href(`/pages/${id}/versions`)}>Its versions</a>
      </p>
    </div>
  );
  return { status: 404, title: `${page.title} (in the trash)`, body };
}
