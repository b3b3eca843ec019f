import { showPage } from '../../operations/pages.js';
import { isAtLeast } from '../access.js';
import { Block } from '../content/block.js';
import { namesIn } from '../content/names.js';
import { done } from '../parts/done.js';
import { inTrash } from '../parts/in-trash.js';
import { Time } from '../parts/time.js';
import type { BrandVisit, Reply } from '../visit.js';

/** A page as it is now, from its blocks. */
export async function pagePage(visit: BrandVisit): Promise<Reply> {
  const { page: id = '' } = visit.params;
  const { catalog } = await (await visit.service.openBrand(visit.slug)).read();
  const gone = inTrash(visit, catalog);
  if (gone !== null) return gone;
  const page = await visit.read(showPage, { params: { page: id } });
  const names = namesIn(catalog);
  const isChapter = page.type === 'container';
  const body = (
    <>
      {await done(visit)}
      <div class="head">
        <h1>{page.title}</h1>
        <div class="actions">
          <a class="button" href={visit.at(`/pages/${page.id}/versions`)}>
            Versions
          </a>
          {isAtLeast(visit.role, 'editor') && (
            <a class="button quiet" href={visit.at(`/pages/${page.id}/edit`)}>
              Rename, move, hide, delete
            </a>
          )}
        </div>
      </div>
      <p class="hint">
        {isChapter ? 'Chapter' : 'Page'} {page.id} · <code>{page.slug}</code> ·{' '}
        <span class="badge">{page.visibility}</span> · in {names.page(page.parent_id)}
        {page.updated_at !== null && (
          <>
            {' '}
            · changed <Time at={page.updated_at} />
          </>
        )}
      </p>
      <h2 class="hidden">Content</h2>
      {page.blocks.length === 0 && <p>{isChapter ? 'A chapter holds pages.' : 'This page has no content yet.'}</p>}
      <div class="sheet">
        {page.blocks.map((block) => (
          <Block block={block} names={names} />
        ))}
      </div>
    </>
  );
  return { title: page.title, body };
}
